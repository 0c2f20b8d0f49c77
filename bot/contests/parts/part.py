"""What the parts of `Contests` have in common that people use."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.values.contest import LONGEST_NAME, Viewer
from bot.match.parts.part import Part
from bot.match.values.errors import Refusal
from bot.store.contest_rows import LeagueRow, TournamentRow
from bot.text.own_words import OwnWords

Row = TypeVar("Row", LeagueRow, TournamentRow)

JoinedBy = Callable[[AsyncConnection, AbstractSet[int], int], Awaitable[AbstractSet[int]]]
"""In which contests of a few somebody plays."""


@dataclass(frozen=True, slots=True)
class KindOfContest:
    """What tells leagues from tournaments where they are looked for: how many a server may have, and the refusals.

    There is no such one, none now, several to choose from, one of that name already, or too many.
    """

    most: int
    no_such: type[Refusal]
    none_now: type[Refusal]
    which: type[Refusal]
    exists: type[Refusal]
    too_many: type[Refusal]


class ContestPart(Part):
    """A part by which people change contests of a `kind`."""

    kind: ClassVar[KindOfContest]

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing() as connection:
            yield connection
        self._engine.on_end.set()

    def _free_name(self, typed: str, there: Sequence[LeagueRow] | Sequence[TournamentRow]) -> str:
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

    async def _keep_visible(self, rows: Sequence[Row], viewer: Viewer | None, joined_by: JoinedBy) -> list[Row]:
        """Those of these contests that the viewer may see."""
        visible = await self._visible({row.id: row.channel_id for row in rows}, viewer, joined_by)
        return [row for row in rows if row.id in visible]

    async def _visible(
        self, channels: Mapping[int, int], viewer: Viewer | None, joined_by: JoinedBy
    ) -> AbstractSet[int]:
        """Which of these contests, each with its channel, the viewer may see; None sees all."""
        if viewer is None:
            return channels.keys()
        seen = await viewer.sees(set(channels.values()))
        visible = {number for number, channel in channels.items() if channel in seen}
        hidden = channels.keys() - visible
        return visible | (await self._read(joined_by, hidden, viewer.user) if hidden else set())
