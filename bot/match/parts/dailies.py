"""The daily: one deal a day for everyone, its seed, and how people did. See docs/daily.md."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.daily import SEATS, WEEKS, closes_at, day_of, deal_of
from bot.daily.chain import salt_of
from bot.daily.streaks import Streak, streak_of
from bot.daily.values import Daily, DailyResult, Points, place_of
from bot.match.decisions import limits, lobby
from bot.match.decisions.agreements import columns_of_place
from bot.match.engine.engine import TRIES
from bot.match.engine.opening import open_match
from bot.match.engine.writing import write_event
from bot.match.parts.daily_seeds import DailySeeds, newest_over
from bot.match.parts.daily_shares import DailyShares
from bot.match.parts.part import Dependencies, Part
from bot.match.reading import traces
from bot.match.reading.history import standing_events
from bot.match.reading.traces import Rule
from bot.match.values import DAILY, Place, Status
from bot.match.values.errors import Busy, DailyIsOver, DailyNotFinished, DailyTried, NoSuchDaily
from bot.match.values.match import DailyMatch, Match
from bot.match.values.options import all_options
from bot.match.values.terms import TableTerms
from bot.rules.api import State
from bot.rules.chance import RECIPE, Outcome, Recorded, Sealed
from bot.store.columns import SeriesColumns
from bot.store.daily_tables import DailyRow
from bot.store.queries import dailies, matches, people
from bot.store.queries import series as series_queries

AWAY = timedelta(hours=6)
"""A day on which the bot was down for at least this long breaks no streak."""


class Dailies(Part):
    """The daily deals."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self.seeds = DailySeeds(dependencies)
        self.shares = DailyShares(dependencies)

    @property
    def today(self) -> date:
        """The day whose deal can be begun now."""
        return day_of(self._now())

    async def get(self, day: date) -> Daily:
        """The deal of a day that has begun. Raises NoSuchDaily."""
        async with self._store.read() as connection:
            row, over = await dailies.read(connection, day), await self._is_over(connection, day)
        if row is not None:
            return Daily(day, row.game, row.options, over, row.benchmark)
        if day > self.today:
            raise NoSuchDaily(day=day)
        deal = deal_of(day)
        return Daily(day, deal.game, self._options(deal.game, deal.options), over, None)

    # Playing

    async def begin(self, user: int, day: date, *, place: Place, interaction: int | None = None) -> Match:
        """The user's one match that counts, begun now if it hasn't been.

        Raises DailyIsOver unless it is that day and its deal is open, NoSuchDaily, TooManyMatches; DailyTried for
        someone who had begun it before they were forgotten.
        """
        return await self._begin(user, day, place, interaction, practice=False)

    async def practise(self, user: int, day: date, *, place: Place, interaction: int | None = None) -> Match:
        """A match with the same deal that doesn't count: the one that is running, or else a new one.

        Raises DailyNotFinished, DailyIsOver, TooManyMatches.
        """
        own = await self.match_of(user, day)
        if own is None or own.status is not Status.OVER:
            raise DailyNotFinished
        return await self._begin(user, day, place, interaction, practice=True)

    async def match_of(self, user: int, day: date) -> Match | None:
        """The user's match that counts; None if they haven't begun it."""
        number = await self._read(dailies.try_of, day, user)
        return None if number is None else await self._engine.get(number)

    async def is_try(self, user: int, match: DailyMatch) -> bool:
        """Whether this is the user's match that counts, and no practice."""
        own = await self.match_of(user, match.day)
        return own is not None and own.id == match.id

    async def _begin(self, user: int, day: date, place: Place, interaction: int | None, *, practice: bool) -> Match:
        for _ in range(TRIES):
            with suppress(IntegrityError):  # another process was faster, so there is a row to read
                async with self._writing() as connection:
                    running = dailies.practice_of if practice else dailies.try_of
                    number = await running(connection, day, user)
                    if number is None:
                        number = await matches.match_of_interaction(connection, interaction)
                    if number is None:
                        number = await self._begin_in(connection, user, day, place, interaction, practice)
                return await self._engine.get(number)
        raise Busy

    async def _begin_in(
        self, connection: AsyncConnection, user: int, day: date, place: Place, interaction: int | None, practice: bool
    ) -> int:
        now = self._now()
        if day_of(now) != day:  # which may be any day: a forged click can name the last one that there is
            raise DailyIsOver
        if await self._is_over(connection, day):
            raise DailyIsOver
        row = await self._open(connection, day)
        if await traces.number_of(connection, Rule.DAILY, day, [user], now) is not None:
            raise DailyTried
        user_row = await people.user_row_for(connection, user, now)
        await limits.may_play_another(connection, user, self._limits.matches_per_person)
        seed, salt = await self.seeds.of(connection, day), salt_of(row.game, day)
        terms = TableTerms(game=row.game, options=row.options, seats=SEATS, hints=False, private=True)
        match_id = await open_match(
            connection,
            terms.check(self._reader.games, Sealed(seed, salt)),
            seed,
            {},
            [{"user_id": user_row, "seat": 0, "seated_by": 1}],
            {"opener_id": user_row, **columns_of_place(place.columns()), "series_id": row.series_id, "salt": salt},
            now,
            interaction=interaction,
        )
        if not practice:
            await dailies.add_try(connection, match_id, day, user_row)
        table = await self._reader.read_in(connection, match_id)
        await write_event(connection, table, lobby.start_event(table, seed, salt), interaction=None, now=now)
        return match_id

    async def _open(self, connection: AsyncConnection, day: date) -> DailyRow:
        """The row of a day's deal, written if nobody has begun it yet."""
        row = await dailies.read(connection, day)
        if row is None:
            deal, now = deal_of(day), self._now()
            of_series: SeriesColumns = {"kind": DAILY, "standing": None, "created_at": now}
            row = DailyRow(
                day,
                await series_queries.insert(connection, of_series),
                deal.game,
                self._options(deal.game, deal.options),
                closes_at(day),
                benchmark=None,
            )
            await dailies.add(connection, row)
        return row

    def _options(self, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
        return all_options(self._reader.games.get(game), options)

    async def _is_over(self, connection: AsyncConnection, day: date) -> bool:
        """Whether the day is over, by the time or because its seed was published before the clock was set back."""
        return day <= newest_over(self._now()) or await self.seeds.is_public(connection, day)

    # Results

    async def result(self, match_id: int, *, guild_id: int | None = None) -> DailyResult | None:
        """How someone did in this match; None if it doesn't count or wasn't finished in time."""
        rows = await self._read(dailies.scores_beside, match_id)
        own = next((row for row in rows if row.match_id == match_id), None)
        if own is None:
            return None
        score = own.score
        here = tuple(sorted(row.score for row in rows if row.guild_id == guild_id))
        is_here = guild_id is not None and own.guild_id == guild_id
        scores = tuple(sorted(row.score for row in rows))
        return DailyResult(score, scores, (place_of(score, here), len(here)) if is_here else None)

    async def gains(self, match_id: int) -> list[int]:
        """The points that each decision of a finished match earned, in order."""
        match = await self._reader.read(match_id)
        async with self._store.read() as connection:
            events = await matches.log(connection, match_id)
            seed = await matches.seed_of(connection, match_id)
        if match.game is None:
            return []
        luck, score = Sealed(seed, match.row.fixed_salt), WEEKS[match.game.key].score
        state = match.game.start(SEATS, match.options, luck)
        gains = []
        for event in standing_events(events):
            if event.move is not None:
                before, state = state, state.play(state.parse(event.move), luck)
                gains.append(score(state.view(0)) - score(before.view(0)))
        return gains

    async def streak(self, user: int) -> Streak:
        """How many days in a row this person has finished the daily."""
        async with self._store.read() as connection:
            days = await dailies.days_of(connection, user)
            since = datetime.combine(min(days, default=self.today), time(), UTC)
            outages = await dailies.outages_since(connection, since)
        return streak_of(days, _days_away(outages), self.today)

    async def points(self, guild_id: int, first: date, last: date) -> list[Points]:
        """The points of everyone who finished a daily of these days on a server and may be listed, most first.

        A day is worth up to 100 points: the percentage of players, the person included, who scored no more.
        """
        rows = await self._read(dailies.points, first, last, guild_id)
        return [Points(row.discord_id, row.points, row.days) for row in rows]

    async def deal(self, day: date) -> tuple[State[Any], Sealed]:
        """The first position of a day and the luck that follows. Secret.

        The hard computer plays it for comparison. Raises NoSuchDaily.
        """
        daily = await self.get(day)
        async with self._store.read() as connection:
            luck = Sealed(await self.seeds.of(connection, day), salt_of(daily.game, day))
        return self._reader.games[daily.game].start(SEATS, daily.options, luck), luck

    async def note_benchmark(self, day: date, score: int) -> None:
        async with self._writing() as connection:
            await self._open(connection, day)
            await dailies.set_benchmark(connection, day, score)

    async def without_benchmark(self) -> list[date]:
        """The open days whose deal someone has begun but the hard computer hasn't played."""
        return [row.day for row in await self._read(dailies.open_days) if row.benchmark is None]

    # Announcements

    async def to_announce(self) -> list[tuple[int, int]]:
        """The servers that are to be told of today's deal now, with the channel; each until it's noted."""
        hour = self._now().astimezone(UTC).hour
        return await self._read(dailies.to_announce, self.today, hour, self._shards)

    async def note_announced(self, guild_id: int, day: date) -> None:
        """A server was told of this day's deal, or can't be."""
        with suppress(IntegrityError):  # another process has told it as well
            await self._write(dailies.note_announced, guild_id, day)

    # Afterwards

    async def close_past(self) -> list[date]:
        """Closes the deals whose time is over, which publishes their seeds; returns the days that anyone has begun."""
        return await self.seeds.publish_past()

    async def export(self, day: date) -> dict[str, Any]:
        """The deal of a day as a document with which anyone can check it.

        `seed` and `luck` are None until the day's seed is published, `previous` until that of the day before is. Raises
        NoSuchDaily for days that haven't begun, and for those before the first daily.
        """
        await self.close_past()
        daily = await self.get(day)
        async with self._store.read() as connection:
            links = [await self.seeds.of(connection, day, back) for back in (0, 1)]
            public = [await self.seeds.is_public(connection, day, back) for back in (0, 1)]
        (seed, _), salt = links, salt_of(daily.game, day)
        published = [link.hex() if is_public else None for link, is_public in zip(links, public, strict=True)]
        return {
            "day": day.isoformat(),
            "game": daily.game,
            "seats": SEATS,
            "options": dict(daily.options),
            "recipe": RECIPE,
            "salt": salt,
            "seed": published[0],
            "previous": published[1],
            "luck": self._luck(daily, Sealed(seed, salt)) if public[0] else None,
        }

    def _luck(self, daily: Daily, sealed: Sealed) -> list[Outcome]:
        luck = Recorded(sealed)
        self._reader.games[daily.game].start(SEATS, daily.options, luck)
        return luck.outcomes


def _days_away(outages: list[tuple[datetime, datetime]]) -> set[date]:
    """The days on which the bot was down for `AWAY` or longer."""
    away: Counter[date] = Counter()
    for began, ended in outages:
        while began < ended:
            midnight = datetime.combine(day_of(began) + timedelta(days=1), time(), UTC)
            away[day_of(began)] += (min(midnight, ended) - began) // timedelta(milliseconds=1)
            began = midnight
    return {day for day, milliseconds in away.items() if milliseconds * timedelta(milliseconds=1) >= AWAY}
