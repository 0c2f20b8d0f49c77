"""Looking for an opponent on any server."""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions.limits import may_play_another
from bot.match.engine.beginning import begin_match
from bot.match.parts.part import Dependencies, Part
from bot.match.parts.servers import Servers
from bot.match.values import DEFAULT_MOVE_TIME, NOWHERE, Expiry, Status
from bot.match.values.errors import NoSearchesHere, UnknownGame
from bot.match.values.terms import TableTerms
from bot.ratings.rating import NEW, Rating
from bot.store.queries import people, personal_blocks, ratings, searches, service
from bot.store.queries.searches import SearchRow

LASTS = timedelta(days=14)
"""How long a search goes on."""

NEAR = 200
"""How far apart the ratings of two people may be at first."""

WIDER = 100
"""By how much more with each hour that one of them has waited."""

HOUR = timedelta(hours=1)

AT_ONCE = 20  # searches of which people are told at a time


@dataclass(frozen=True, slots=True)
class OpponentSearch:
    """A person looks for an opponent. `match_id` is the match once somebody was found.

    If this person comes first, the luck of the match follows from the seed that `seal` is the SHA-256 of.
    """

    user: int
    game: str
    began_at: datetime
    seal: str
    match_id: int | None


class Searches(Part):
    """Who looks for an opponent, and bringing them together. They belong to no server, so one process does that."""

    def __init__(self, dependencies: Dependencies, servers: Servers) -> None:
        super().__init__(dependencies)
        self._servers = servers
        self.on_search = asyncio.Event()
        """Set after each search that this process has written."""

    def terms(self, game: str) -> TableTerms:
        """What everybody plays by who finds an opponent in this game. Raises UnknownGame, also for one without any."""
        rules = self._reader.games.get(game)
        seats = None if rules is None else min((number for number in rules.seats({}) if number > 1), default=None)
        if seats is None:
            raise UnknownGame(game=game)
        return TableTerms(
            game=game, seats=seats, hints=False, rated=True, move_time=DEFAULT_MOVE_TIME, on_expiry=Expiry.RESIGN
        )

    async def check(self, user: int, guild_id: int | None) -> None:
        """Raises NoSearchesHere, TooManyMatches."""
        async with self._store.read() as connection:
            await self._check(connection, user, guild_id)

    async def begin(self, user: int, game: str, *, guild_id: int | None, interaction: int) -> None:
        """This person looks for an opponent, as they may already do. `guild_id` is where they asked.

        Raises NoSearchesHere, TooManyMatches, UnknownGame, Busy, NotWritable.
        """
        self.terms(game)
        async with self._writing() as connection:
            await self._check(connection, user, guild_id)
            now = self._now()
            row = await people.user_row_for(connection, user, now)
            await searches.add(connection, row, game, interaction, self._new_seed(), now)
        self.on_search.set()

    async def _check(self, connection: AsyncConnection, user: int, guild_id: int | None) -> None:
        if guild_id is not None and not (await self._servers.settings_in(connection, guild_id)).finding:
            raise NoSearchesHere
        await may_play_another(connection, user, self._limits.matches_per_person)

    async def end(self, user: int, game: str) -> bool:
        """This person looks no more; False if they didn't, or somebody was found. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, user)
            return row is not None and await searches.remove(connection, row, game, found=False)

    async def of_person(self, user: int) -> list[OpponentSearch]:
        """What this person looks for, the longest first."""
        return [_search(row) for row in await self._read(searches.of_person, user)]

    async def bring_together(self) -> list[int]:
        """Begins matches of those who go together; returns their numbers. Raises Busy, NotWritable."""
        duty = self._reader.duty
        if not duty.has_begun or not duty.is_general:
            return []
        found: list[int] = []
        for game in [key for key, rules in self._reader.games.items() if max(rules.seats({})) > 1]:
            seats = self.terms(game).seats
            if len(await self._read(searches.waiting, game)) < seats:
                continue
            async with self._writing() as connection:
                waiting = await self._available(connection, game)
                while group := await self._group(connection, game, waiting, seats):
                    found.append(await self._begin(connection, game, group))
                    waiting = [row for row in waiting if row not in group]
        if found:
            self._engine.on_post.set()
            self._engine.on_turn.set()
        return found

    async def _available(self, connection: AsyncConnection, game: str) -> list[SearchRow]:
        """Those who can begin a match now, those first who have waited longest."""
        limit = self._limits.matches_per_person
        return [
            row
            for row in await searches.waiting(connection, game)
            if await service.block_of(connection, row.discord_id) is None
            and await people.count_played(connection, row.discord_id, Status.RUNNING) < limit
        ]

    async def _group(
        self, connection: AsyncConnection, game: str, waiting: Sequence[SearchRow], seats: int
    ) -> list[SearchRow]:
        """So many who go together, the first of whom has waited longest; empty if there are none."""
        rows = await ratings.standings(connection, game, [row.user_id for row in waiting])
        known = {row.user_id: Rating(row.mu, row.sigma) for row in rows}
        apart = {
            frozenset((one.user_id, other.user_id))
            for one, other in combinations(waiting, 2)
            if not self._are_near(one, other, known) or not await self._may_meet(connection, game, one, other)
        }
        for first, row in enumerate(waiting):
            group = [row]
            for other in waiting[first + 1 :]:
                if len(group) < seats and not any(frozenset((one.user_id, other.user_id)) in apart for one in group):
                    group.append(other)
            if len(group) == seats:
                return group
        return []

    def _are_near(self, one: SearchRow, other: SearchRow, known: dict[int, Rating]) -> bool:
        """Whether the ratings of two are near enough for how long one has waited. Uncertain ones tell too little."""
        first, second = (known.get(row.user_id, NEW) for row in (one, other))
        waited = self._now() - min(one.began_at, other.began_at)
        apart = abs(first.shown - second.shown)
        return first.is_provisional or second.is_provisional or apart <= NEAR + WIDER * (waited // HOUR)

    async def _may_meet(self, connection: AsyncConnection, game: str, one: SearchRow, other: SearchRow) -> bool:
        """Whether neither has blocked the other, and they don't play this game with each other already."""
        for person, another in ((one, other), (other, one)):
            if await personal_blocks.blockers_of(connection, person.discord_id, [another.discord_id]):
                return False
        return await searches.count_shared(connection, game, Status.RUNNING, [one.user_id, other.user_id]) == 0

    async def _begin(self, connection: AsyncConnection, game: str, group: Sequence[SearchRow]) -> int:
        """Begins their match. The seed is of the one who came first, the salt of the one who came last.

        Who sits where follows from both, so nobody can choose.
        """
        seed, salt = group[0].seed, str(max(row.interaction_id for row in group))
        drawn = {row.user_id: hashlib.sha256(seed + f"{salt}:{row.interaction_id}".encode()).digest() for row in group}
        players = sorted(drawn, key=lambda user_row: drawn[user_row])
        match_id = await begin_match(
            connection, self._reader, self.terms(game), seed, salt, players=players, place=NOWHERE
        )
        await searches.note_found(connection, players, game, match_id)
        return match_id

    async def over(self) -> list[OpponentSearch]:
        """The searches whose people are to be told: somebody was found, or nobody in all that time."""
        duty = self._reader.duty
        if not duty.has_begun or not duty.is_general:
            return []
        return [_search(row) for row in await self._read(searches.over, self._now() - LASTS, AT_ONCE)]

    async def note_told(self, search: OpponentSearch) -> None:
        """This person was told how the search ended, so nothing is left of it. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            row = await people.user_row(connection, search.user)
            if row is not None:
                await searches.remove(connection, row, search.game, found=search.match_id is not None)


def _search(row: SearchRow) -> OpponentSearch:
    seal = hashlib.sha256(row.seed).hexdigest()
    return OpponentSearch(row.discord_id, row.game, row.began_at, seal, row.match_id)
