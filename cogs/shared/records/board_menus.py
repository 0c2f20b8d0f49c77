"""What the menu of a message offers where the message is a board: a review, the position in words, and a replay."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.match import Match
from bot.text import N_
from cogs.shared.access.visibility import viewable_match
from cogs.shared.choosing.match_lookup import remember
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import match_of_button
from cogs.shared.interactions.menus import Menu, on_message
from cogs.shared.interactions.replies import Interaction
from cogs.shared.interactions.slash import everywhere
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.replays import show_step
from cogs.shared.records.reviews import show_review
from cogs.shared.turns.turn import send_position_text


def board_menus() -> list[Menu]:
    """The commands in the menu of messages."""
    return [
        everywhere(on_message(N_("Review"), _review)),
        everywhere(on_message(N_("Position in words"), _tell_position)),
        everywhere(on_message(N_("Replay from here"), _replay)),
    ]


async def _review(interaction: Interaction, message: discord.Message) -> None:
    match, _ = await _match_on(interaction, message)
    await show_review(interaction, match)


async def _tell_position(interaction: Interaction, message: discord.Message) -> None:
    match, _ = await _match_on(interaction, message)
    await send_position_text(interaction, cog_for(interaction.client, match.game), match)


async def _replay(interaction: Interaction, message: discord.Message) -> None:
    match, version = await _match_on(interaction, message)
    replay = await interaction.client.matches.records.replay(match.id)
    gain = cog_for(interaction.client, match.game).words.gain
    await show_step(interaction, replay.excerpt_at(replay.step_of(version), gain))


async def _match_on(interaction: Interaction, message: discord.Message) -> tuple[Match, int]:
    """The match that a message shows, and at which event of it; of parallel matches the person's own, at its beginning.

    A board in a channel is known by its number, one in a direct message by its buttons. Raises ScreenRefusal for any
    other message, NoSuchMatch for people who may not see the match.
    """
    matches, user = interaction.client.matches, interaction.client.user
    shown = await matches.outbox.shown_in(message.id)
    in_person = interaction.guild_id is None and user is not None and message.author.id == user.id
    if shown is None and in_person:
        shown = next(filter(None, map(match_of_button, _custom_ids(message.components))), None)
    if shown is None:
        raise ScreenRefusal("That message isn't a board. Use this on a message in which I show a match.")
    match = await viewable_match(interaction, await matches.get(shown[0]))
    return remember(interaction, match), shown[1] if match.id == shown[0] else 0


def _custom_ids(components: Sequence[Any]) -> list[str]:
    """The custom ids of a message's components, however deep."""
    ids = []
    for one in components:
        if custom_id := getattr(one, "custom_id", None):
            ids.append(custom_id)
        ids += _custom_ids(getattr(one, "children", ()))
    return ids
