"""Which interactions of a shard this process takes, while two processes receive each of them.

Interactions are numbered by when they happened. Each process takes those of an interval: after the last one of the
process before it, up to the last one it has told its successor. The intervals follow each other without a gap.
"""

import asyncio
from typing import NamedTuple

NEVER = 1 << 63
"""Greater than the number of any interaction."""


class _End(NamedTuple):
    """The last interaction that this process takes, and whether its successor knows that."""

    last: int
    is_told: bool


class Claim:
    """The interval of interactions of one shard that this process takes."""

    def __init__(self) -> None:
        self._since: int | None = None  # not known yet: what comes is kept
        self._end: _End | None = None
        self._newest = 0
        self._changed = asyncio.Event()

    def begin(self, since: int) -> None:
        """Takes interactions after this one. Once known, that doesn't change."""
        if self._since is None:
            self._since = since
            self._wake()

    def propose(self, until: int) -> int:
        """Chooses the last interaction to take: this one, or the newest that was taken; returns it.

        Later ones are kept until `settle` or `withdraw`.
        """
        self._end = _End(max(until, self._newest), is_told=False)
        return self._end.last

    def settle(self, until: int) -> None:
        """The successor is told of this end, not before the proposed one: later interactions are its own."""
        self._end = _End(until, is_told=True)
        self._wake()

    def withdraw(self) -> None:
        """There is no successor any more: this process takes all that comes."""
        self._end = None
        self._wake()

    def lose(self) -> None:
        """Leaves all interactions that haven't been taken to others."""
        self._since = NEVER
        self._wake()

    def decide(self, interaction: int) -> bool | None:
        """Whether this process takes an interaction; None while that isn't known. An answer never changes to another.

        The exception is `lose`, after which nothing is taken.
        """
        if self._since is None:
            return None
        if interaction <= self._since:
            return False
        if self._end is None or interaction <= self._end.last:
            self._newest = max(self._newest, interaction)
            return True
        return False if self._end.is_told else None

    async def takes(self, interaction: int, patience: float) -> bool:
        """Whether this process takes an interaction: waits for at most `patience` seconds until `decide` knows.

        False if it doesn't by then.
        """
        try:
            async with asyncio.timeout(patience):
                while (decided := self.decide(interaction)) is None:
                    await self._changed.wait()
        except TimeoutError:
            return False
        return decided

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()
