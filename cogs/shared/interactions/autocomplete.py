"""Suggestions while somebody types: for the newest keystroke only, for a moment only, and never at others' expense.

Discord asks at every keystroke and waits for three seconds. Once somebody has typed on, nobody reads the answer to the
older question: it is answered with nothing, and its work stops at the next step. Cancelling it in the middle of one
would cost a connection to the database. Few suggestions read the database at the same time, so that clicks always find
a connection.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from discord import app_commands

from cogs.shared.interactions.replies import Interaction

if TYPE_CHECKING:
    from bot.client import Crux

log = logging.getLogger(__name__)

MAX_CHOICES = 25  # Discord's limit
REPLY_DEADLINE = 2.0  # seconds; after three Discord shows nothing
CONCURRENT_QUERIES = 3  # questions to the database, which has ten connections

T = TypeVar("T")

Choice = app_commands.Choice[str]

ChoiceLists = AsyncIterator[Sequence[Choice]]
"""Better and better answers: each holds everything that is known by then."""


class _Keystroke:
    """What is to be suggested for one keystroke."""

    def __init__(self) -> None:
        self.best: Sequence[Choice] = ()
        self.stopped = False
        self.overtaken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def overtake(self) -> None:
        """The person has typed another letter."""
        if not self.overtaken.done():
            self.overtaken.set_result(None)

    async def collect(self, answers: ChoiceLists) -> None:
        """Work out better and better answers until nobody waits for them any more."""
        async for answer in answers:
            self.best = answer
            if self.stopped:
                return
            await asyncio.sleep(0)  # what others have clicked goes before the next step


class Suggestions:
    """Everything that is being suggested by one bot."""

    def __init__(self) -> None:
        self._newest: dict[tuple[int, str, str], _Keystroke] = {}
        self._query_slots = asyncio.Semaphore(CONCURRENT_QUERIES)
        self._working: set[asyncio.Task[None]] = set()

    @staticmethod
    def of(bot: "Crux") -> "Suggestions":
        """The suggestions of this bot."""
        return _by_bot.setdefault(bot, Suggestions())

    async def query(self, question: Awaitable[T]) -> T:
        """Ask the database, when it is this question's turn."""
        async with self._query_slots:
            return await question

    async def offer(self, interaction: Interaction, option: str, answers: ChoiceLists) -> list[Choice]:
        """The last of the answers, or the best one by the time somebody must be answered; none for older keystrokes."""
        command = interaction.command.qualified_name if interaction.command is not None else ""
        key = interaction.user.id, command, option
        if (earlier := self._newest.get(key)) is not None:
            earlier.overtake()
        keystroke = self._newest[key] = _Keystroke()
        working = asyncio.create_task(keystroke.collect(answers), name=f"suggestions for {command} {option}")
        self._working.add(working)
        working.add_done_callback(self._finished)
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

    def _finished(self, working: asyncio.Task[None]) -> None:
        self._working.discard(working)
        if not working.cancelled() and (error := working.exception()) is not None:
            log.info("No suggestions: %s", type(error).__name__)  # whoever still waits for them logs more


_by_bot: "WeakKeyDictionary[Crux, Suggestions]" = WeakKeyDictionary()
