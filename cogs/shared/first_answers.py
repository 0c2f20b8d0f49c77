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

    Asked = discord.Interaction[Crux]
else:
    Asked = discord.Interaction

# What a network does; other errors of discord.py are answers of Discord.
TROUBLE = (OSError, aiohttp.ClientError, discord.RateLimited)

UNKNOWN_INTERACTION = 10062  # Discord has told the person already that nothing came
ALREADY_ACKNOWLEDGED = 40060

TRIES = 2
REPLY_SECONDS = 10.0  # for Discord's reply to one try; discord.py itself tries again where Discord says that it failed

AT_ONCE = 16  # interactions whose work is done side by side
HOLDS = 0.5  # seconds after which work lets the next one begin: it mostly waits then, for a board or for Discord
MANY = 16  # acknowledgements under way from which on no work begins
LONGEST = 3.0  # seconds that work waits for acknowledgements: those that took longer came too late anyway

Kind = discord.InteractionResponseType
T = TypeVar("T")


class AlreadyAnswered(Exception):
    """Another answer to the same interaction was first."""


@dataclass(eq=False, slots=True)
class FirstAnswer:
    """What has become of the first answer to one interaction.

    `completed` is whether a message was shown in place of "thinking", and `lost` whether the answer came too late.
    """

    interaction: Asked
    kind: Kind | None = None
    completed: bool = False
    lost: bool = False
    sending: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, interaction: Asked) -> "FirstAnswer":
        """The one of this interaction, which stays the same."""
        first: FirstAnswer | None = interaction.extras.get("first answer")
        if first is None:
            first = interaction.extras["first answer"] = cls(interaction)
        return first

    @property
    def given(self) -> Kind | None:
        """How the interaction was answered first, None if it wasn't."""
        return self.kind or self.interaction.response.type

    @property
    def settled(self) -> bool:
        """Whether nothing is to be done any more: it was given, is under way, or is too late."""
        return self.given is not None or self.sending.locked() or self.lost

    async def send(self, kind: Kind, send: Callable[[], Awaitable[T]]) -> T | None:
        """Send this answer; returns what `send` does, or None where Discord has it but its reply was lost.

        AlreadyAnswered if another one was first. What the network or Discord raise at the last try passes through.
        """
        async with self.sending:
            if self.given is not None:
                raise AlreadyAnswered
            try:
                reply = await _tried(send)
            except discord.NotFound as error:
                self.lost = error.code == UNKNOWN_INTERACTION
                raise
            self.kind = kind
            return reply


async def _tried(send: Callable[[], Awaitable[T]]) -> T | None:
    for attempt in range(1, TRIES + 1):
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await send()
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            return None  # by a try before this one, perhaps by one of discord.py's own
        except (OSError, aiohttp.ClientError):
            if attempt == TRIES:
                raise
    raise AssertionError("the last try returns or raises")


class Entrance:
    """Where interactions wait until their work begins: a few at a time, and none while a crowd is acknowledged."""

    def __init__(self) -> None:
        self._places = Places(AT_ONCE)
        self._acknowledging = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @classmethod
    def to(cls, bot: "Crux") -> "Entrance":
        """The entrance of this bot."""
        return _entrances.setdefault(bot, cls())

    async def acknowledge(self, interaction: Asked, kind: Kind, send: Callable[[], Awaitable[object]]) -> None:
        """Acknowledge, then wait until the work may begin. As `FirstAnswer.send`; nothing if it was answered before."""
        self._acknowledging += 1
        if self._acknowledging >= MANY:
            self._calm.clear()
        try:
            await FirstAnswer.of(interaction).send(kind, send)
        except AlreadyAnswered:
            pass  # that the answer takes a while: it follows after that
        finally:
            self._acknowledging -= 1
            if self._acknowledging < MANY:
                self._calm.set()
        await self._enter()

    async def _enter(self) -> None:
        if not self._calm.is_set():
            try:
                async with asyncio.timeout(LONGEST):
                    await self._calm.wait()
            except TimeoutError:
                pass
        await self._places.take(0)
        left = False

        def leave(*_: object) -> None:
            nonlocal left
            if not left:
                left = True
                self._places.give_back()

        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(leave)
        asyncio.get_running_loop().call_later(HOLDS, leave)


_entrances: "WeakKeyDictionary[Crux, Entrance]" = WeakKeyDictionary()
