"""What the parts of `Contests` have in common that people use."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.values.contest import LONGEST_NAME, Viewer
from bot.contests.values.league import League, Season
from bot.contests.values.tournament import Tournament
from bot.match.parts.part import Part
from bot.match.values.errors import Refusal
from bot.store.contest_tables import LeagueRow, TournamentRow
from bot.store.queries import people
from bot.text.own_words import OwnWords

Row = TypeVar("Row", LeagueRow, TournamentRow)
Contest = TypeVar("Contest", bound=League | Tournament)
Running = TypeVar("Running", Season, Tournament)

JoinedBy = Callable[[AsyncConnection, AbstractSet[int], int], Awaitable[AbstractSet[int]]]
"""In which contests of a few somebody plays."""


RunningOf = Callable[[AsyncConnection, int, int], Awaitable[Sequence[int]]]
"""The numbers of those of a server that go on and in which a person's row plays."""


@dataclass(frozen=True, slots=True)
class KindOfContest:
    """What tells leagues from tournaments where they are looked for: their queries, how many a server may have, and the
    refusals.

    There is no such one, none now, several to choose from, one of that name already, or too many.
    """

    joined_by: JoinedBy
    running_of: RunningOf
    most: int
    no_such: type[Refusal]
    none_now: type[Refusal]
    which: type[Refusal]
    exists: type[Refusal]
    too_many: type[Refusal]


class ContestPart(Part, ABC, Generic[Row, Contest]):
    """A part by which people change contests of a `kind`."""

    kind: ClassVar[KindOfContest]

    @abstractmethod
    async def _list_all(self, connection: AsyncConnection, guild_id: int) -> list[Row]:
        """All of a server that are offered to choose from."""

    @abstractmethod
    async def find(self, guild_id: int, name: str | None, *, viewer: Viewer | None, also_over: bool = False) -> Contest:
        """The contest of a server by its number or name; without one, its only one that isn't over.

        For the viewer there are only those that they may see; None sees all. If all are over and that may be, the one
        that ended last. Raises `kind.no_such`, `kind.none_now`, `kind.which`.
        """

    @abstractmethod
    async def leave(self, number: int, user: int) -> Season | Tournament | None:
        """Leave a contest: its matches that run are resigned then."""

    @abstractmethod
    async def move(self, number: int, channel_id: int) -> None:
        """From here on a contest is in this channel: what shows it is posted there anew."""

    @abstractmethod
    async def close(self, number: int) -> None:
        """End a contest. Matches that have begun go on."""

    async def of_guild(self, guild_id: int, *, viewer: Viewer | None) -> list[tuple[int, OwnWords]]:
        """The numbers and names of a server's contests that the viewer may see; None sees all."""
        return [(row.id, OwnWords(row.name)) for row in await self._list_visible(guild_id, viewer)]

    async def _list_visible(self, guild_id: int, viewer: Viewer | None) -> list[Row]:
        """The rows of these contests."""
        rows = await self._read(self._list_all, guild_id)
        visible = await self._visible({row.id: row.channel_id for row in rows}, viewer)
        return [row for row in rows if row.id in visible]

    async def _running_of(
        self,
        guild_id: int | None,
        user: int,
        viewer: Viewer | None,
        read: Callable[[AsyncConnection, int], Awaitable[Running]],
    ) -> list[Running]:
        """What goes on in a server's contests and someone plays in, of those that the viewer may see."""
        if guild_id is None:
            return []
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            numbers = [] if row is None else await self.kind.running_of(connection, guild_id, row)
            running = [await read(connection, number) for number in numbers]
        visible = await self._visible({one.home.id: one.home.channel_id for one in running}, viewer)
        return [one for one in running if one.home.id in visible]

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing() as connection:
            yield connection
        self._engine.on_end.set()

    def _free_name(self, typed: str, there: Sequence[Row]) -> str:
        """The name of a new contest beside those of its server. Raises `kind.exists`, `kind.too_many`."""
        name = " ".join(typed.split())[:LONGEST_NAME]
        if any(one.name.casefold() == name.casefold() for one in there):
            raise self.kind.exists(name=OwnWords(name))
        if len(there) >= self.kind.most:
            raise self.kind.too_many(limit=self.kind.most)
        return name

    def _find(self, there: Sequence[Row], typed: str | None, usual: Sequence[Row]) -> Row:
        """The one of this number or name; without one, the only `usual` one.

        Buttons and suggestions name its number, which may be another's name as well. Raises `kind.no_such`,
        `kind.none_now`, `kind.which`.
        """
        key = (typed or "").strip().casefold()
        if not key:
            if len(usual) != 1:
                raise self.kind.which if usual else self.kind.none_now
            return usual[0]
        for one in sorted(there, key=lambda one: str(one.id) != key):
            if key in (str(one.id), one.name.casefold()):
                return one
        raise self.kind.no_such(name=OwnWords((typed or "")[:LONGEST_NAME]))

    async def _visible(self, channels: Mapping[int, int], viewer: Viewer | None) -> AbstractSet[int]:
        """Which of these contests, each with its channel, the viewer may see; None sees all."""
        if viewer is None:
            return channels.keys()
        seen = await viewer.sees(set(channels.values()))
        visible = {number for number, channel in channels.items() if channel in seen}
        hidden = channels.keys() - visible
        return visible | (await self._read(self.kind.joined_by, hidden, viewer.user) if hidden else set())
