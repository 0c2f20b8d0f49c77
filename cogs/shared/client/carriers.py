"""Places where the bot isn't a member: what it sends there follows somebody's click, within a quarter of an hour.

A person who has installed the bot uses it in direct messages with others, in groups, and on servers that haven't added
it. There it can answer and let a few messages follow, but post nothing by itself. So whoever clicks *carries* the
match: its next board follows their click. `channel_of` is the way to any match's place.

Messages that follow have no nonce, and nobody can list them. So one whose reply was lost isn't sent again after the
same click. A later click on it shows that it's there (`Carriers.clicked`).
"""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import discord
from cachetools import LRUCache

from bot.installs import ELSEWHERE
from bot.match import Place
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS
from cogs.shared.client.initial_responses import InitialResponse, Interaction, ResponseType
from cogs.shared.client.per_bot import per_bot

if TYPE_CHECKING:
    from discord.types.message import Message

FOLLOW_UPS = 5
"""How many messages Discord lets follow an interaction whose app only a person has installed."""

CARRIERS_KEPT = 8  # of the latest interactions in a place
PLACES_KEPT, MESSAGES_KEPT = 1000, 5000
PATIENCE, LOOK_EVERY = 10.0, 0.05  # seconds in which an interaction gets its first answer, and between looks at it
MISSING_ACCESS = 50001
SPENT = (10015, 40094, 50027)  # Discord takes no more messages after this interaction

_UPDATES = (ResponseType.deferred_message_update, ResponseType.message_update)


class NoCarrier(discord.HTTPException):
    """Nobody has clicked there lately, so nothing can be sent. It's as final as a missing permission.

    Also if a reply of Discord was lost, until somebody clicks there again.
    """

    def __init__(self) -> None:
        Exception.__init__(self, "nobody has clicked there lately")
        self.status, self.code, self.text = 403, MISSING_ACCESS, ""


def is_elsewhere(interaction: Interaction) -> bool:
    """Whether somebody uses the bot where it isn't a member: only the person has installed it."""
    return bool(interaction.extras.get(ELSEWHERE))


class Carriers:
    """The latest interactions in places where one bot isn't a member."""

    def __init__(self) -> None:
        self._of_place: LRUCache[int, deque[Interaction]] = LRUCache(PLACES_KEPT)
        self._of_message: LRUCache[int, Interaction] = LRUCache(MESSAGES_KEPT)

    @staticmethod
    @per_bot
    def of(_bot: Client) -> "Carriers":
        return Carriers()

    def note(self, interaction: Interaction) -> None:
        """Lets what is to be sent there follow this interaction."""
        if interaction.channel_id is not None:
            there = self._of_place.setdefault(interaction.channel_id, deque(maxlen=CARRIERS_KEPT))
            there.appendleft(interaction)

    def note_message(self, message_id: int, interaction: Interaction) -> None:
        """Remembers the interaction whose answer a message is: only with it can the message be edited."""
        if is_elsewhere(interaction):
            self._of_message[message_id] = interaction

    def language_of(self, channel_id: int) -> str | None:
        """The language of the person who was the last to click there."""
        there = self._of_place.get(channel_id)
        return str(there[0].locale) if there else None

    def clicked(self, channel_id: int) -> "list[Message]":
        """The public messages that people have clicked on there lately: of each its id, files and components."""
        messages = [one.message for one in self._of_place.get(channel_id, ()) if one.message is not None]
        return [
            cast(
                "Message",
                {
                    "id": str(message.id),
                    "attachments": [{"filename": file.filename} for file in message.attachments],
                    "components": [component.to_dict() for component in message.components],
                },
            )
            for message in messages
            if not message.flags.ephemeral
        ]

    def _usable(self, channel_id: int) -> Iterator[Interaction]:
        for interaction in tuple(self._of_place.get(channel_id, ())):
            if not interaction.is_expired() and interaction.extras.get("follow-ups", 0) < FOLLOW_UPS:
                yield interaction

    async def send(self, channel_id: int, **message: Any) -> discord.WebhookMessage:
        """Sends a message after the latest click there. Raises NoCarrier, discord.HTTPException."""
        for interaction in self._usable(channel_id):
            if not await _is_answered(interaction):
                continue
            interaction.extras["follow-ups"] = interaction.extras.get("follow-ups", 0) + 1
            try:
                sent = await interaction.followup.send(**message, wait=True)
            except discord.HTTPException as error:
                if error.code not in SPENT:
                    raise
                interaction.extras["follow-ups"] = FOLLOW_UPS
                raise NoCarrier from error  # its files are read by now
            except NETWORK_ERRORS as error:  # Discord may have it, so only a later click may bring it again
                for earlier in self._of_place.get(channel_id, ()):
                    earlier.extras["follow-ups"] = FOLLOW_UPS
                raise NoCarrier from error
            self.note_message(sent.id, interaction)
            return sent
        raise NoCarrier

    async def edit(self, channel_id: int, message_id: int, **changes: Any) -> None:
        """Edits a message with the interaction that sent it, or by a click on it. Raises NoCarrier."""
        for interaction in tuple(self._of_place.get(channel_id, ())):
            clicked = interaction.message is not None and interaction.message.id == message_id
            if clicked and not interaction.is_expired() and InitialResponse.of(interaction).response_type in _UPDATES:
                await interaction.edit_original_response(**changes)
                return
        sender = self._of_message.get(message_id)
        if sender is None or sender.is_expired():
            raise NoCarrier
        await sender.followup.edit_message(message_id, **changes)


async def _is_answered(interaction: Interaction) -> bool:
    """Waits until the interaction has its answer. What is sent before would take the place of "thinking"."""
    first = InitialResponse.of(interaction)
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while loop.time() < until:
        if first.response_type is not None and (first.completed or first.response_type in _UPDATES):
            return True
        if first.too_late:
            return False
        await asyncio.sleep(LOOK_EVERY)
    return False


class CarriedMessage:
    """A message where the bot isn't a member, as far as screens need a `discord.PartialMessage`."""

    def __init__(self, carriers: Carriers, channel_id: int, message_id: int) -> None:
        self._carriers, self._channel_id, self.id = carriers, channel_id, message_id

    async def edit(
        self,
        *,
        view: discord.ui.LayoutView,
        attachments: Sequence[discord.Attachment | discord.File] = discord.utils.MISSING,
        allowed_mentions: discord.AllowedMentions,
    ) -> None:
        """As `discord.PartialMessage.edit`. Raises NoCarrier, discord.HTTPException."""
        changes = {"view": view, "attachments": attachments, "allowed_mentions": allowed_mentions}
        await self._carriers.edit(self._channel_id, self.id, **changes)


class CarriedChannel:
    """A channel where the bot isn't a member, as far as screens need a `discord.PartialMessageable`."""

    def __init__(self, carriers: Carriers, channel_id: int) -> None:
        self._carriers, self.id = carriers, channel_id

    def get_partial_message(self, message_id: int) -> CarriedMessage:
        return CarriedMessage(self._carriers, self.id, message_id)

    async def send(
        self,
        *,
        view: discord.ui.LayoutView,
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
        files: Sequence[discord.File] = (),
    ) -> discord.WebhookMessage:
        """As `discord.abc.Messageable.send`. Such messages have no nonce. Raises NoCarrier, discord.HTTPException."""
        return await self._carriers.send(self.id, view=view, files=files, allowed_mentions=allowed_mentions)


def is_carried(place: Place) -> bool:
    """Whether the bot can post there only after somebody's click. Private matches are posted nowhere."""
    return place.guild_id is None


def channel_of(bot: Client, place: Place) -> discord.PartialMessageable | CarriedChannel:
    """Where a match is played, to send and edit messages there."""
    if is_carried(place):
        return CarriedChannel(Carriers.of(bot), place.posted_in)
    return bot.get_partial_messageable(place.posted_in, guild_id=place.guild_id)
