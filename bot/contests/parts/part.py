"""What the parts of `Contests` have in common that people use."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.values.contest import Viewer
from bot.match.parts.part import Part


class ContestPart(Part):
    """A part by which people change contests."""

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        async with self._writing() as connection:
            yield connection
        self._engine.on_end.set()

    async def _visible(
        self,
        channels: Mapping[int, int],
        viewer: Viewer | None,
        joined_by: Callable[[AsyncConnection, AbstractSet[int], int], Awaitable[AbstractSet[int]]],
    ) -> AbstractSet[int]:
        """Which of these contests, each with its channel, the viewer may see; None sees all.

        `joined_by` returns in which ones of a few somebody plays.
        """
        if viewer is None:
            return channels.keys()
        seen = await viewer.sees(set(channels.values()))
        visible = {number for number, channel in channels.items() if channel in seen}
        hidden = channels.keys() - visible
        return visible | (await self._read(joined_by, hidden, viewer.user) if hidden else set())
