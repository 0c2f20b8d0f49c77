"""Suggestions while someone types: only for the newest keystroke, with a deadline, and never at others' expense.

Discord asks at every keystroke and waits for three seconds. Once the person has typed on, nobody reads the reply to the
older request: it gets an empty reply, and its work stops at the next step. Cancelling it during a step would cost a
database connection. Only a few suggestions read the database at the same time, so that clicks always get a connection.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import TypeVar

from discord import app_commands

from bot.slots import lane_of
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.replies import Interaction

log = logging.getLogger(__name__)

MAX_CHOICES = 25  # Discord's limit
REPLY_DEADLINE = 2.0  # seconds; after three Discord shows nothing
SUGGESTIONS = "suggestions"  # the lane in which they wait for the database
CONCURRENT_QUERIES = 3  # database queries, for which there are ten connections

T = TypeVar("T")

Choice = app_commands.Choice[str]

ChoiceLists = AsyncIterator[Sequence[Choice]]
"""Better and better replies: each contains everything known by then."""


class _Keystroke:
    """The suggestions for one keystroke."""

    def __init__(self) -> None:
        self.best: Sequence[Choice] = ()
        self.stopped = False
        self.overtaken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def overtake(self) -> None:
        """Called when the person has typed another letter."""
        if not self.overtaken.done():
            self.overtaken.set_result(None)

    async def collect(self, answers: ChoiceLists) -> None:
        """Collects better and better replies until nobody waits for them any more."""
        async for answer in answers:
            self.best = answer
            if self.stopped:
                return
            await asyncio.sleep(0)  # clicks go before the next step


class Suggestions:
    """All suggestions being computed by one bot."""

    def __init__(self) -> None:
        self._newest: dict[tuple[int, str, str], _Keystroke] = {}
        self.query_slots = asyncio.Semaphore(CONCURRENT_QUERIES)
        self.working: set[asyncio.Task[None]] = set()

    @staticmethod
    @per_bot
    def of(_bot: Client) -> "Suggestions":
        return Suggestions()

    async def query(self, question: Awaitable[T]) -> T:
        """Queries the database when it is this request's turn."""
        async with self.query_slots:
            with lane_of(SUGGESTIONS):
                return await question

    async def offer(self, interaction: Interaction, option: str, answers: ChoiceLists) -> list[Choice]:
        """Replies with the last choices, or the best ones at the deadline; with none for older keystrokes."""
        command = interaction.command.qualified_name if interaction.command is not None else ""
        key = interaction.user.id, command, option
        if (earlier := self._newest.get(key)) is not None:
            earlier.overtake()
        keystroke = self._newest[key] = _Keystroke()
        working = asyncio.create_task(keystroke.collect(answers), name=f"suggestions for {command} {option}")
        self.working.add(working)
        working.add_done_callback(self._end_work)
        try:
            await asyncio.wait(
                (working, keystroke.overtaken), timeout=REPLY_DEADLINE, return_when=asyncio.FIRST_COMPLETED
            )
            if keystroke.overtaken.done():
                return []
            if working.done():
                working.result()
            return list(keystroke.best[:MAX_CHOICES])
        finally:
            keystroke.stopped = True
            if self._newest.get(key) is keystroke:
                del self._newest[key]

    def _end_work(self, working: asyncio.Task[None]) -> None:
        self.working.discard(working)
        if not working.cancelled() and (error := working.exception()) is not None:
            log.info("No suggestions: %s", type(error).__name__)  # a caller that still waits logs more
