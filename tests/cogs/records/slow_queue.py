"""A queue of animations that takes its time."""

import asyncio
from collections.abc import Sequence
from typing import Any

from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.records.animation_queue import AnimationQueue


class Slow(AnimationQueue):
    """A queue whose work ends when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.done = asyncio.Semaphore(0)

    async def _draw(self, lines: Sequence[bytes], report: Any) -> bytes:
        (game,) = lines
        self.begun.append(game.decode())
        await self.done.acquire()
        if game == b"broken":
            raise ScreenRefusal("It is broken.")
        return game
