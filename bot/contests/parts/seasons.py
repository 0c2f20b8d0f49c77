"""What goes on in leagues by itself: seasons begin, their matches follow each other, and they end.

Each step is one transaction that looks at what is there, so doing it twice or being killed in between does no harm.
"""

import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.leagues.divisions import LastSeason, assign_divisions, least
from bot.contests.leagues.schedules import ready, schedule
from bot.contests.parts.leagues import read_season
from bot.contests.parts.matches import can_be_played, resign_for_the_gone, table_terms
from bot.contests.values.contest import ELSEWHERE
from bot.contests.values.league import LONGEST_STUCK, League, LeagueMatch, Season
from bot.match.decisions import moderation
from bot.match.engine.beginning import begin_match
from bot.match.parts.part import Dependencies, Part
from bot.match.parts.servers import Servers
from bot.match.values import Place, Status
from bot.match.values.errors import Refusal
from bot.ratings.rating import Rating
from bot.store.columns import LeagueMatchColumns, LeagueSeasonColumns
from bot.store.queries import leagues
from bot.store.queries.leagues import SEASONS

log = logging.getLogger(__name__)

Reachable = Callable[[League], bool]
"""Whether the channel of a league can be posted in now."""

SeasonStep = Callable[[AsyncConnection, Season], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class AnnouncedMatch:
    """A match of a league that begins as soon as it is announced. `commitment` is the SHA-256 of its seed."""

    match: LeagueMatch
    season: Season
    commitment: str


class Seasons(Part):
    """The seasons of all leagues."""

    def __init__(self, dependencies: Dependencies, servers: Servers) -> None:
        super().__init__(dependencies)
        self._servers = servers

    async def list_unfinished(self) -> list[Season]:
        """The seasons that something is still to be done or shown for."""
        async with self._store.read() as connection:
            numbers = await leagues.list_unfinished(connection, self._shards)
            return [await read_season(connection, one) for one in numbers]

    async def look_after(self, season: Season, reachable: Reachable) -> Season:
        """Do what is due in a season; returns it as it is then. Where its channel isn't reachable, nothing begins."""
        if season.ended_at is not None:
            await resign_for_the_gone(self._engine, season)  # they may have left just before it was closed
            return season
        if season.began_at is None:
            due = season.begins_at is not None and season.begins_at <= self._now()
            if not due or not reachable(season.league):
                return season
            season = await self._step(season.id, self._begin)
            if not season.running:
                return season
        await resign_for_the_gone(self._engine, season)
        season = await self._settle_stuck(season)
        if season.played_out:
            return await self._end(season.id)
        begins = self._ready(season) and reachable(season.league)
        return await self._step(season.id, self._announce) if begins else season

    async def _step(self, season_id: int, step: SeasonStep) -> Season:
        """Take a step from how a season is by now; returns it as it is then."""
        async with self._writing() as connection:
            await step(connection, await read_season(connection, season_id))
            return await read_season(connection, season_id)

    # A season begins and ends

    async def _begin(self, connection: AsyncConnection, season: Season) -> None:
        """Draw the divisions and the schedule; put off if too few people have signed up."""
        now, terms = self._now(), season.league.terms
        if season.began_at is not None or season.ended_at is not None:
            return
        players = [player.number for player in season.players]
        if len(players) < least(terms.seats):
            await SEASONS.change(connection, season.id, {"begins_at": now + terms.sign_up})
            return
        divisions = assign_divisions(
            players,
            wanted=terms.size,
            seats=terms.seats,
            seed=(await SEASONS.get(connection, season.id)).seed,
            last=await self._last(connection, season),
            ratings=_strengths(await leagues.find_ratings(connection, terms.game, players)),
        )
        for division, people in enumerate(divisions, start=1):
            for player in people:
                await SEASONS.change_player(connection, season.id, player, {"division": division})
            rows: list[LeagueMatchColumns] = [
                {"season_id": season.id, "division": division, "number": number, "players": [people[i] for i in row]}
                for number, row in enumerate(schedule(len(people), terms.seats), start=1)
            ]
            await SEASONS.add_matches(connection, rows)
        await SEASONS.change(connection, season.id, {"began_at": now})
        after: LeagueSeasonColumns = {"league_id": season.league.id, "number": season.number + 1, "finished": False}
        await SEASONS.add(connection, {**after, "seed": self._new_seed()})

    async def _last(self, connection: AsyncConnection, season: Season) -> dict[int, LastSeason]:
        """Where people came in the season before."""
        before = [row.id for row in await leagues.seasons(connection, season.league.id) if row.number < season.number]
        if not before:
            return {}
        rows = await SEASONS.people(connection, before[0])
        people = Counter(row.division for row in rows if row.place is not None)
        return {
            row.user_id: LastSeason(row.division, row.place, people[row.division])
            for row in rows
            if row.division is not None and row.place is not None and not row.gone
        }

    async def _end(self, season_id: int) -> Season:
        """The season is over; the next one is to be shown as well."""
        season = await self._step(season_id, self._note_places)
        self._engine.on_end.set()
        return season

    async def _note_places(self, connection: AsyncConnection, season: Season) -> None:
        """Write down the places, and let people sign up for the next season."""
        now = self._now()
        if season.ended_at is not None or not season.played_out:
            return
        for division in season.divisions:
            for line in season.table(division):
                await SEASONS.change_player(connection, season.id, line.player, {"place": line.place})
        await SEASONS.change(connection, season.id, {"ended_at": now})
        (following, *_) = await leagues.seasons(connection, season.league.id)
        begins: LeagueSeasonColumns = {"begins_at": now + season.league.terms.sign_up}
        await SEASONS.change(connection, following.id, begins)

    # Its matches

    def _ready(self, season: Season) -> list[int]:
        """The matches that it is the turn of, by their rows."""
        now, playing = self._now(), Counter[int]()
        for match in season.matches:
            if match.announced and not match.over and not (match.match_id is None and season.is_off(match)):
                playing.update(match.players)
        resting = {
            player.number
            for player in season.players
            if player.vacation_until is not None and player.vacation_until > now
        }
        waiting = [match.planned for match in season.matches if not match.announced]
        at_once = season.league.terms.at_once
        begin = ready(waiting, playing, at_once=at_once, gone=season.gone, resting=resting.__contains__)
        return [match.number for match in begin]

    def _can_be_played(self, season: Season) -> bool:
        return can_be_played(season.league.terms, self._reader.games, self._trial())

    def _is_stuck(self, season: Season, match: LeagueMatch) -> bool:
        """Whether it is its turn, but the installed rules can't continue or begin it."""
        if match.over or not match.announced:
            return False
        if match.match_id is None:
            return not season.is_off(match) and not self._can_be_played(season)
        newest = self._reader.rules_versions.get(season.league.terms.game, -1)
        return match.status is Status.FROZEN or (match.rules_version or 0) > newest

    async def _settle_stuck(self, season: Season) -> Season:
        """Notes which matches are stuck, and calls those off that have been for too long: they count for nobody."""
        now = self._now()
        changed = [one for one in season.matches if self._is_stuck(season, one) != (one.stuck_since is not None)]
        late = [one for one in season.matches if one.stuck_since and not one.over and one not in changed]
        late = [one for one in late if one.stuck_since and one.stuck_since + LONGEST_STUCK <= now]
        if not changed and not late:
            return season
        for match in late:
            try:
                if match.match_id is not None:
                    await self._engine.act(match.match_id, moderation.end_by_itself("stuck"))
            except Refusal as refusal:  # the season goes on without it all the same
                log.debug("Match %d isn't ended: %s", match.match_id, type(refusal).__name__)
        async with self._writing() as connection:
            for match in changed:
                since = now if self._is_stuck(season, match) else None
                await SEASONS.change_match(connection, match.id, {"stuck_since": since})
            for match in late:
                await SEASONS.change_match(connection, match.id, {"called_off": True})
            return await read_season(connection, season.id)

    async def _announce(self, connection: AsyncConnection, season: Season) -> None:
        """Draw the seeds of the matches that it is the turn of; see `announcements`."""
        for number in self._ready(season):
            await SEASONS.change_match(connection, number, {"seed": self._new_seed()})

    async def announcements(self, season: Season) -> list[AnnouncedMatch]:
        """The matches that begin once they are announced; `begin` is then called.

        None while the installed rules can't begin them.
        """
        waiting = [
            match
            for match in season.matches
            if match.announced and match.match_id is None and not match.over and not season.is_off(match)
        ]
        if not waiting or not season.running or not self._can_be_played(season):
            return []
        async with self._store.read() as connection:
            seeds = [(await SEASONS.match(connection, match.id)).seed for match in waiting]
        return [
            AnnouncedMatch(match, season, hashlib.sha256(seed).hexdigest())
            for match, seed in zip(waiting, seeds, strict=True)
            if seed is not None
        ]

    async def begin(self, number: int, message_id: int, *, channel_id: int | None = None) -> int | None:
        """Begin a match that was announced with this message, in a thread below it; returns the match's number.

        The message is in this channel, by default the league's, which may have moved since it was sent. Its id is the
        salt of the match's luck. A computer plays for people who have left meanwhile. None if too few are left. A match
        that has begun stays as it is.
        """
        async with self._writing() as connection:
            row = await SEASONS.match(connection, number)
            season = await read_season(connection, row.season_id)
            match = next(one for one in season.matches if one.id == number)
            waits = season.running and not match.over and not season.is_off(match)
            if row.seed is None or match.match_id is not None or not waits:
                return match.match_id
            settings = await self._servers.settings_in(connection, season.league.guild_id)
            match_id = await begin_match(
                connection,
                self._reader,
                table_terms(season.league.terms, rated=settings.rated),
                row.seed,
                str(message_id),
                players=match.players,
                gone=season.gone,
                place=Place(season.league.guild_id, channel_id or season.league.channel_id),
                message_id=message_id,
            )
            await SEASONS.change_match(connection, number, {"match_id": match_id})
        self._engine.on_post.set()
        self._engine.on_turn.set()
        return match_id

    # What shows it

    async def note_message(
        self, season_id: int, part: int, message_id: int, shown: str, *, channel_id: int | None = None
    ) -> None:
        """A part of a season is shown in this message: 0 is the sign-up, n the table of division n, -1 the finale.

        Lower numbers are what the channel for announcements is told. The message is in this channel, by default the
        league's; if the league has moved since it was sent, it stays behind.
        """
        async with self._writing() as connection:
            season = await SEASONS.get(connection, season_id)
            league = await leagues.get(connection, season.league_id)
            has_moved = part >= ELSEWHERE and league is not None and channel_id != league.channel_id
            left_in = channel_id if has_moved else None
            await SEASONS.note_message(connection, season_id, part, message_id, shown, left_in=left_in)

    async def finish(self, season_id: int) -> None:
        """Nothing is left to be shown of a season that is over."""
        await self._write(SEASONS.change, season_id, {"finished": True})


def _strengths(ratings: Mapping[int, tuple[float, float]]) -> dict[int, float]:
    """People's ratings as numbers to compare: those that are uncertain come after all others, as on leaderboards."""
    keys = {player: (not Rating(mu, sigma).is_provisional, mu) for player, (mu, sigma) in ratings.items()}
    order = sorted(set(keys.values()))
    return {player: float(order.index(key)) for player, key in keys.items()}
