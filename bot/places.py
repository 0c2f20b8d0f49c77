"""A few places for many who want one, given out in an order."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from typing import Any


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Places:
    """So many may do something at a time. Next is who has the lowest rank, and of equal ones who came first.

    Ranks are of one kind that can be compared, such as numbers or tuples of them.
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: list[tuple[Any, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for a place."""
        return any(not turn.done() for *_, turn in self._waiting)

    @property
    def all_taken(self) -> bool:
        """Whether the next one who comes has to wait."""
        return not self._free

    async def take(self, rank: Any) -> None:
        """Wait for a place; it has to be given back."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (rank, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.give_back()  # it came too late
            raise

    def give_back(self) -> None:
        """Let the next one have the place."""
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def refuse(self, error: Exception) -> None:
        """Raise this for everybody who waits."""
        while self._waiting:
            *_, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_exception(error)

    @asynccontextmanager
    async def taken(self, rank: Any) -> AsyncIterator[None]:
        """A place for as long as it is needed."""
        await self.take(rank)
        try:
            yield
        finally:
            self.give_back()
