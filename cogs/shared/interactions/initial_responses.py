"""The first answer to an interaction, for which Discord waits three seconds.

Where Discord's reply to it is lost it is sent once more, and the refusal "already acknowledged" then says that it was
taken. The work that follows waits its turn, so that all acknowledgements of a crowd are sent before the work for the
first of them takes the time that the others have.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

import aiohttp
import discord

from bot.places import Places

if TYPE_CHECKING:
    from bot.client import Crux

    Interaction = discord.Interaction[Crux]
else:
    Interaction = discord.Interaction

UNKNOWN_INTERACTION = 10062  # Discord has told the person already that nothing came
ALREADY_ACKNOWLEDGED = 40060

MAX_ATTEMPTS = 2
REPLY_DEADLINE = 10.0  # for Discord's reply to one try; discord.py itself tries again where Discord says that it failed

CONCURRENT_WORK = 16  # interactions whose work is done side by side
SLOT_SECONDS = 0.5  # seconds after which work lets the next one begin: it mostly waits then, for a board or for Discord
CROWD = 16  # acknowledgements under way from which on no work begins
MAX_WAIT = 3.0  # seconds that work waits for acknowledgements: those that took longer came too late anyway

Kind = discord.InteractionResponseType
T = TypeVar("T")


class AlreadyResponded(Exception):
    """Another answer to the same interaction was first."""


@dataclass(eq=False, slots=True)
class InitialResponse:
    """What has become of the first answer to one interaction.

    `completed` is whether a message was shown in place of "thinking", and `too_late` whether Discord gave up waiting.
    """

    interaction: Interaction
    kind: Kind | None = None
    completed: bool = False
    too_late: bool = False
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, interaction: Interaction) -> "InitialResponse":
        """The one of this interaction, which stays the same."""
        first: InitialResponse | None = interaction.extras.get("first answer")
        if first is None:
            first = interaction.extras["first answer"] = cls(interaction)
        return first

    @property
    def response_type(self) -> Kind | None:
        """How the interaction was answered first, None if it wasn't."""
        return self.kind or self.interaction.response.type

    @property
    def settled(self) -> bool:
        """Whether nothing is to be done any more: it was given, is under way, or is too late."""
        return self.response_type is not None or self.sending.locked() or self.too_late

    async def send(self, kind: Kind, send: Callable[[], Awaitable[T]]) -> T | None:
        """Send this answer; returns what `send` does, or None where Discord has it but its reply was lost.

        AlreadyAnswered if another one was first. What the network or Discord raise at the last try passes through.
        """
        async with self.sending:
            if self.response_type is not None:
                raise AlreadyResponded
            try:
                reply = await _send_with_retry(send)
            except discord.NotFound as error:
                self.too_late = error.code == UNKNOWN_INTERACTION
                raise
            self.kind = kind
            return reply


async def _send_with_retry(send: Callable[[], Awaitable[T]]) -> T | None:
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            async with asyncio.timeout(REPLY_DEADLINE):
                return await send()
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            return None  # by a try before this one, perhaps by one of discord.py's own
        except (OSError, aiohttp.ClientError):
            if attempt == MAX_ATTEMPTS:
                raise
    raise AssertionError("the last try returns or raises")


class WorkQueue:
    """Where interactions wait until their work begins: a few at a time, and none while a crowd is acknowledged."""

    def __init__(self) -> None:
        self._slots = Places(CONCURRENT_WORK)
        self._in_flight = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @classmethod
    def of(cls, bot: "Crux") -> "WorkQueue":
        """The queue of this bot."""
        return _work_queues.setdefault(bot, cls())

    async def acknowledge(self, interaction: Interaction, kind: Kind, send: Callable[[], Awaitable[object]]) -> None:
        """Acknowledge if nothing has, then wait until the work may begin. Raises as `InitialResponse.send`."""
        self._in_flight += 1
        if self._in_flight >= CROWD:
            self._calm.clear()
        try:
            await InitialResponse.of(interaction).send(kind, send)
        except AlreadyResponded:
            pass  # that the answer takes a while: it follows after that
        finally:
            self._in_flight -= 1
            if self._in_flight < CROWD:
                self._calm.set()
        await self._wait_for_slot()

    async def _wait_for_slot(self) -> None:
        if not self._calm.is_set():
            try:
                async with asyncio.timeout(MAX_WAIT):
                    await self._calm.wait()
            except TimeoutError:
                pass
        await self._slots.take(0)
        left = False

        def leave(*_: object) -> None:
            nonlocal left
            if not left:
                left = True
                self._slots.give_back()

        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(leave)
        asyncio.get_running_loop().call_later(SLOT_SECONDS, leave)


_work_queues: "WeakKeyDictionary[Crux, WorkQueue]" = WeakKeyDictionary()
