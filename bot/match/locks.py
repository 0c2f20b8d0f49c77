"""One lock for each match that is being changed, and none for the others."""

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Locks that exist only while someone holds them or waits for them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._locks)

    def of(self, match_id: int) -> asyncio.Lock:
        """The lock of this match. It lives as long as the caller keeps it."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock
