"""A few slots for many who want one, granted in order, and where in such a line a task stands."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count
from typing import Any


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- where a task waits -----------------------------------------------------------------------------------------------

_lane: ContextVar[str] = ContextVar("lane", default="")
_came_at: ContextVar[float | None] = ContextVar("came at", default=None)


@contextmanager
def lane_of(name: str) -> Iterator[None]:
    """What this task does meanwhile waits in a lane of its own: lanes take turns, however many wait in another one."""
    token = _lane.set(name)
    try:
        yield
    finally:
        _lane.reset(token)


def lane() -> str:
    """The lane in which this task waits; empty for the one of all who have none of their own."""
    return _lane.get()


def come(now: float) -> None:
    """From now on this task waits in lines as if it had come now, so that who came first is finished first."""
    _came_at.set(now)


def came_at(now: float) -> float:
    """When this task has come, if it says so, or else `now`."""
    came = _came_at.get()
    return now if came is None else came


# --- slots ------------------------------------------------------------------------------------------------------------


class FairSlots:
    """A number of slots. The next one goes to the lowest rank.

    With equal rank, people take turns: next is the person with the fewest slots now and, if equal, the longest time
    since their last turn. What one person waits for goes by `since` and then first come, first served. Ranks must be
    comparable with each other, such as numbers or tuples of them, and so must values of `since`.
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._taken: Counter[Hashable] = Counter()  # how many slots each person has
        # What each person waits for, as a heap; who had the latest turn stands last.
        self._waiting: dict[Hashable, list[tuple[Any, Any, int, asyncio.Future[None]]]] = {}
        self._numbers = count()

    @property
    def wanted(self) -> bool:
        """Whether someone waits for a slot."""
        return any(not turn.done() for queue in self._waiting.values() for *_, turn in queue)

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(not turn.done() for queue in self._waiting.values() for *_, turn in queue)

    @property
    def free(self) -> int:
        """How many slots nobody has."""
        return self._free

    @property
    def all_taken(self) -> bool:
        """Whether the next one who comes must wait."""
        return not self._free

    async def take(self, rank: Any, *, person: Hashable = None, since: Any = 0) -> None:
        """Waits for a slot for this person, who must give it back."""
        if self._free:
            self._free -= 1
            self._taken[person] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting.setdefault(person, []), (rank, since, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.give_back(person)  # it came too late
            raise

    def give_back(self, person: Hashable = None) -> None:
        """Passes this person's slot on to the next."""
        self._taken[person] -= 1
        if not self._taken[person]:
            del self._taken[person]
        for one, queue in list(self._waiting.items()):
            while queue and queue[0][-1].done():  # given up
                heappop(queue)
            if not queue:
                del self._waiting[one]
        if not self._waiting:
            self._free += 1
            return
        self._has_had_a_turn(person)
        following = min(self._waiting, key=lambda one: (self._waiting[one][0][0], self._taken[one]))
        self._has_had_a_turn(following)
        *_, turn = heappop(self._waiting[following])
        self._taken[following] += 1
        turn.set_result(None)

    def _has_had_a_turn(self, person: Hashable) -> None:
        if person in self._waiting:
            self._waiting[person] = self._waiting.pop(person)

    def refuse(self, error: Exception) -> None:
        """Raises this for everyone who waits."""
        waiting = [turn for queue in self._waiting.values() for *_, turn in queue if not turn.done()]
        self._waiting.clear()
        for turn in waiting:
            turn.set_exception(error)

    @asynccontextmanager
    async def slot(self, rank: Any) -> AsyncIterator[None]:
        """A slot for as long as the context lasts."""
        await self.take(rank)
        try:
            yield
        finally:
            self.give_back()
