"""Work that a cog does again and again while the bot runs, beside what people ask for."""

import asyncio
from abc import abstractmethod

from discord.ext import commands

from cogs.shared.client.client import Client
from cogs.shared.client.failures import every

STOP_DEADLINE = 10.0  # seconds for what is being done when the bot stops


class Background(commands.Cog):
    """Looks for work every `seconds`, or once `wake` is set. Begins when the bot is ready.

    What is being done when the bot stops is finished, and the rest after the next start.
    """

    def __init__(self, bot: Client, name: str, seconds: float, wake: asyncio.Event | None = None) -> None:
        self.bot = bot
        self.stopping = asyncio.Event()
        self._name = name
        self._seconds = seconds
        self._wake = wake or self.stopping
        self.worker: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> None:
        """Does what is to be done now."""

    async def cog_load(self) -> None:
        self.worker = asyncio.create_task(self._work(), name=self._name)
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Lets what is being done finish."""
        self.stopping.set()
        self._wake.set()
        if self.worker is not None:
            if not self.bot.is_ready():
                self.worker.cancel()
            _, late = await asyncio.wait([self.worker], timeout=STOP_DEADLINE)
            for task in late:
                task.cancel()

    async def _work(self) -> None:
        await self.bot.wait_until_ready()  # what is changed before is seen by the first look
        wake = None if self._wake is self.stopping else self._wake
        await every(self._seconds, self.look, wake=wake, stop=self.stopping)
