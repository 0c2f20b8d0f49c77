"""The initial response to an interaction, for which Discord waits three seconds.

If Discord's reply is lost, the response is sent again, and the refusal "already acknowledged" means success. The work
that follows waits its turn, so that all acknowledgements in a crowd are sent before the work for the first of them
takes time that the others need.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

import aiohttp
import discord

from bot.client import Crux
from bot.metrics import FIRST_RESPONSE
from bot.slots import FairSlots, come
from cogs.shared.client.client import Client
from cogs.shared.client.failures import comes
from cogs.shared.client.per_bot import per_bot

Interaction = discord.Interaction[Crux]

UNKNOWN_INTERACTION = 10062  # Discord has already told the person that the bot didn't respond
ALREADY_ACKNOWLEDGED = 40060

MAX_ATTEMPTS = 2
REPLY_DEADLINE = 10.0  # for one attempt; discord.py itself retries if Discord reports a failure

CONCURRENT_WORK = 16  # interactions whose work runs at the same time
SLOT_SECONDS = 0.5  # seconds after which work lets the next one start: it then mostly waits for a board or for Discord
CROWD = 16  # pending acknowledgements above which no work starts
MAX_WAIT = 3.0  # seconds that work waits for acknowledgements: slower ones were too late anyway

ResponseType = discord.InteractionResponseType
T = TypeVar("T")


class AlreadyResponded(Exception):
    """The interaction already has another response."""


@dataclass(eq=False, slots=True)
class InitialResponse:
    """The state of an interaction's initial response.

    `completed` says whether a message has replaced "thinking", and `too_late` whether Discord gave up waiting.
    """

    interaction: Interaction
    kind: ResponseType | None = None
    completed: bool = False
    too_late: bool = False
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)
    began: float = field(default_factory=perf_counter)

    @classmethod
    def of(cls, interaction: Interaction) -> "InitialResponse":
        """The state of this interaction, always the same object."""
        first: InitialResponse | None = interaction.extras.get("first answer")
        if first is None:
            first = interaction.extras["first answer"] = cls(interaction)
        return first

    @property
    def response_type(self) -> ResponseType | None:
        """How the interaction was first responded to; None if it wasn't."""
        return self.kind or self.interaction.response.type

    @property
    def settled(self) -> bool:
        """Whether nothing is left to do: the response was sent, is under way, or is too late."""
        return self.response_type is not None or self.sending.locked() or self.too_late

    async def send(self, kind: ResponseType, send: Callable[[], Awaitable[T]]) -> T | None:
        """Sends this response; returns the result of `send`, or None if Discord has it but its reply was lost.

        Raises AlreadyResponded if there was another response, and whatever the last attempt raises.
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
            FIRST_RESPONSE.labels(self.interaction.type.name).observe(perf_counter() - self.began)
            return reply


async def _send_with_retry(send: Callable[[], Awaitable[T]]) -> T | None:
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            async with asyncio.timeout(REPLY_DEADLINE):
                return await send()
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            return None  # from an earlier attempt, perhaps one of discord.py's own
        except (OSError, aiohttp.ClientError):
            if attempt == MAX_ATTEMPTS:
                raise
    raise AssertionError("the last try returns or raises")


class WorkQueue:
    """A queue for interactions' work: runs a few at a time, and none while a crowd is being acknowledged."""

    def __init__(self) -> None:
        self._slots = FairSlots(CONCURRENT_WORK)
        self._in_flight = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @staticmethod
    @per_bot
    def of(_bot: Client) -> "WorkQueue":
        """This bot's queue."""
        return WorkQueue()

    async def acknowledge(
        self, interaction: Interaction, kind: ResponseType, send: Callable[[], Awaitable[object]]
    ) -> None:
        """Acknowledges if nothing has, then waits until the work may begin. Raises as `InitialResponse.send`."""
        come(asyncio.get_running_loop().time())
        self._in_flight += 1
        if self._in_flight >= CROWD:
            self._calm.clear()
        try:
            await InitialResponse.of(interaction).send(kind, send)
        except AlreadyResponded:
            pass  # the response that takes a while follows after that
        finally:
            self._in_flight -= 1
            if self._in_flight < CROWD:
                self._calm.set()
        await self._wait_for_slot()

    async def _wait_for_slot(self) -> None:
        await comes(self._calm, MAX_WAIT)
        await self._slots.take(0)
        has_left = False

        def leave(*_: object) -> None:
            nonlocal has_left
            if not has_left:
                has_left = True
                self._slots.give_back()

        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(leave)
        asyncio.get_running_loop().call_later(SLOT_SECONDS, leave)
