"""Ratings as others may see them: leaderboards and profiles."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.engine.results import standing_of
from bot.match.parts.part import Part, asks, notes
from bot.match.values import Audience, Privacy
from bot.match.values.errors import ProfileHidden
from bot.match.values.options import all_options, texts_like
from bot.match.values.privacy import document_of, privacy_of
from bot.ratings.ledger import Standing
from bot.ratings.rating import CERTAIN, Rating
from bot.store.queries import best_scores, people, personal_blocks, profiles, ratings

RECENT = timedelta(days=90)
"""How old the newest match that counts may be of those who have a place on a leaderboard."""

GRAPH = 50
"""How many of the newest results a profile's graph shows."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A row of a leaderboard. Equal ratings share a place. `user` is a Discord user id.

    Those have a place whose ratings are certain, who have played within `RECENT`, and who are still on the server.
    """

    place: int | None
    user: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Part of a leaderboard with `total` rows, of which `placed` have a place. Those without one stand below.

    `own_place` is the viewer's, None without one; `lists_viewer` says whether they are on it at all.
    """

    lines: Sequence[LeaderboardLine]
    total: int
    own_place: int | None
    placed: int
    lists_viewer: bool


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Someone's rating in a game, and their ratings before and after the newest results."""

    game: str
    standing: Standing
    history: Sequence[Rating]


@dataclass(frozen=True, slots=True)
class Record:
    """How rated matches between two people ended, from the viewer's side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's profile: ratings, the game played most, the longest run of wins, and best solos.

    `number` is that of their row. `record` is against the viewer, None in one's own profile. `solos` has the best score
    of each game played alone with its default options.
    """

    number: int
    games: Sequence[RatedGame]
    matches: int
    favourite: str | None
    longest_streak: int
    solos: Sequence[tuple[str, int]]
    record: Record | None


class Ratings(Part):
    """Leaderboards and profiles."""

    async def leaderboard(
        self, game: str, guild_id: int | None, viewer: int, *, limit: int = 10, skip: int = 0
    ) -> Leaderboard:
        """The people of a server by their rating in a game: those who have played rated matches of it there.

        Without `guild_id`, the leaderboard across all servers, with those who agreed to be listed there.
        """
        board = ratings.EVERYWHERE if guild_id is None else guild_id
        wanted = ratings.Wanted(CERTAIN, self._now() - RECENT)
        async with self._store.read() as connection:
            row = await people.user_row(connection, viewer)
            own = await ratings.rank(connection, board, game, wanted, row or 0)
            best = partial(ratings.best, connection, board, game, wanted)
            rows = await best(placed=True, limit=limit, skip=skip) if skip < own.placed else []
            left = limit - len(rows)
            below = await best(placed=False, limit=left, skip=max(0, skip - own.placed)) if left else []
            place = await ratings.place_of(connection, board, game, wanted, rows[0].mu) if rows and skip else 1
        lines: list[LeaderboardLine] = []
        for index, one in enumerate(rows):
            if index and one.mu != rows[index - 1].mu:
                place = skip + index + 1
            lines.append(LeaderboardLine(place, one.discord_id, standing_of(one)))
        lines += [LeaderboardLine(None, one.discord_id, standing_of(one)) for one in below]
        return Leaderboard(lines, own.total, own.place, own.placed, own.is_listed)

    note_away = notes(ratings.note_away)
    find_absent = asks(ratings.away)

    async def profile(self, user: int, viewer: int, guild_id: int | None) -> Profile:
        """Someone's profile, as the viewer may see it on this server. Raises ProfileHidden, also for those whom this
        person has blocked."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            viewer_row = await people.user_row(connection, viewer)
            blocked = await personal_blocks.blockers_of(connection, viewer, [user])
            if row is None or not await self._may_see(connection, row, viewer_row, guild_id) or blocked:
                raise ProfileHidden(person=f"<@{user}>")
            games = [
                RatedGame(one.game, standing_of(one), await _history(connection, row, one.game))
                for one in await ratings.of_person(connection, row)
            ]
            counts = await profiles.matches_by_game(connection, row)
            record = None
            if viewer_row is not None and viewer_row != row:
                record = await self._record(connection, viewer_row, row)
            solos = [(game, score) for game in counts if (score := await self._best_alone(connection, row, game))]
        return Profile(
            number=row,
            games=games,
            matches=sum(counts.values()),
            favourite=max(counts, key=lambda game: (counts[game], game), default=None),
            longest_streak=max((one.standing.longest_streak for one in games), default=0),
            solos=solos,
            record=record,
        )

    async def privacy(self, user: int) -> Privacy:
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return Privacy() if row is None else privacy_of((await people.get(connection, row)).privacy)

    async def set_privacy(self, user: int, privacy: Privacy) -> None:
        """Changes this person's privacy settings. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            await people.change(connection, row, {"privacy": document_of(privacy)})
            await ratings.relist(connection, row)

    async def _may_see(self, connection: AsyncConnection, row: int, viewer: int | None, guild_id: int | None) -> bool:
        if viewer == row:
            return True
        match privacy_of((await people.get(connection, row)).privacy).profile:
            case Audience.SERVERS:
                return guild_id is not None and await profiles.has_played_on(connection, row, guild_id)
            case Audience.OPPONENTS:
                return viewer is not None and await profiles.have_met(connection, row, viewer)
            case Audience.NOBODY:
                return False

    async def _record(self, connection: AsyncConnection, viewer: int, row: int) -> Record:
        counts: Counter[str] = Counter()
        for one in await ratings.shared_results(connection, viewer, row):
            mine, yours = (_place_of(person, one.sides, one.places) for person in (viewer, row))
            if mine is not None and yours is not None:
                counts["drawn" if mine == yours else "won" if mine < yours else "lost"] += 1
        return Record(**counts)

    async def _best_alone(self, connection: AsyncConnection, row: int, game: str) -> int | None:
        """Someone's best score alone with a game's default options; None if there is none."""
        rules = self._reader.games.get(game)
        if rules is None or 1 not in rules.seats({}):
            return None
        kinds = texts_like(all_options(rules, {}), await best_scores.kinds(connection, row, game))
        rows = await best_scores.best(connection, row, game, kinds, 1) if kinds else []
        return rows[0].score if rows else None


async def _history(connection: AsyncConnection, row: int, game: str) -> list[Rating]:
    changes = await ratings.newest_changes(connection, row, game, GRAPH)
    first = [Rating(one.mu_before, one.sigma_before) for one in changes[:1]]
    return first + [Rating(one.mu, one.sigma) for one in changes]


def _place_of(person: int, sides: Sequence[Sequence[int | str]], places: Sequence[int]) -> int | None:
    return next((place for side, place in zip(sides, places, strict=True) if person in side), None)
