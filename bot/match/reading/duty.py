"""For which servers this process does what is to be done without a click: boards, clocks, reminders, computers."""

import asyncio
from collections.abc import Callable

from bot.store.shards import EVERYTHING, NOTHING, Shards


class Duty:
    """The shards that this process works for now; all unless told otherwise.

    Clicks aren't concerned: a click may act on a match of any server, and another process then posts its board.
    """

    def __init__(self) -> None:
        self._shards = EVERYTHING
        self._has_begun = asyncio.Event()
        self._has_begun.set()
        self.is_sure: Callable[[], bool] = lambda: True
        """Whether this process surely holds its leases now: not if it was stopped for longer than they last."""

    @property
    def shards(self) -> Shards:
        """The shards whose lease this process holds; none while it isn't sure."""
        return self._shards if self.is_sure() else NOTHING

    @shards.setter
    def shards(self, shards: Shards) -> None:
        self._shards = shards
        if shards.numbers:
            self._has_begun.set()
        else:
            self._has_begun.clear()

    @property
    def has_begun(self) -> bool:
        """Whether this process works for any shard now."""
        return self._has_begun.is_set() and self.is_sure()

    @property
    def is_general(self) -> bool:
        """Whether this process does what concerns no server, such as dealing the dailies."""
        return 0 in self.shards.numbers

    async def wait_until_begun(self) -> None:
        """Waits until this process works for some shard."""
        await self._has_begun.wait()
