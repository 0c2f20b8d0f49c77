"""What people are told while the database is away: what they asked for, and whether it may have been done."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.match import has_written
from bot.text import N_, say
from cogs.shared.interactions.replies import Interaction, custom_id_of
from cogs.shared.wording.labels import command_mention

NOT_READ = N_("I can't reach my database right now, so I couldn't read {what}. Please try again in a minute.")
NOT_DONE = N_("I can't reach my database right now, so {asked} did nothing. Please try again in a minute.")
PERHAPS_DONE = N_(
    "I lost my database while I was working on {asked}, so it may have been done. Once the database is back, "
    "look before you repeat it."
)
YOUR_REQUEST = N_("your request")

# What commands that change nothing show, by their names. Of a game's commands only the last word counts.
READ: Mapping[str, str] = {
    "best": N_("your best games"),
    "crux": N_("the home screen"),
    "daily about": N_("the seals of the daily"),
    "daily table": N_("the table of the daily"),
    "help": N_("the home screen"),
    "leaderboard": N_("the leaderboard"),
    "league matches": N_("your matches"),
    "league table": N_("the table"),
    "learn": N_("how far you are in the lesson"),
    "match export": N_("the match"),
    "match list": N_("your matches"),
    "match next": N_("your matches"),
    "match replay": N_("the match"),
    "match review": N_("the match"),
    "match show": N_("the match"),
    "match verify": N_("the match"),
    "operator status": N_("the figures"),
    "privacy export": N_("what I know about you"),
    "privacy show": N_("what I know about you"),
    "profile": N_("the profile"),
    "puzzle": N_("your puzzles"),
    "tournament matches": N_("your matches"),
    "tournament table": N_("the table"),
}


def outage_text(interaction: Interaction, *, unsure: bool) -> str:
    """What became of a command or click during which the database couldn't be reached.

    `unsure`: it was lost just when it wrote.
    """
    if unsure or has_written():
        return say(PERHAPS_DONE, asked=describe_request(interaction))
    name = interaction.command.qualified_name if interaction.command else ""
    what = READ.get(name) or READ.get(name.rpartition(" ")[2])
    if what is not None:
        return say(NOT_READ, what=say(what))
    return say(NOT_DONE, asked=describe_request(interaction))


def describe_request(interaction: Interaction) -> str:
    """The command or the button as the person knows it."""
    if isinstance(interaction.command, app_commands.ContextMenu):
        return f"**{say(interaction.command.name)}**"
    if interaction.command is not None:
        return command_mention(*interaction.command.qualified_name.split())
    label = _label(interaction.message, custom_id_of(interaction))
    return say(YOUR_REQUEST) if label is None else f"**{label}**"


def _label(message: discord.Message | None, custom_id: str | None) -> str | None:
    """What stands on the button or select that was clicked; None if the message doesn't have it any more."""
    for item in [] if message is None else _within(message.components):
        if getattr(item, "custom_id", None) == custom_id is not None:
            return getattr(item, "label", None) or getattr(item, "placeholder", None)
    return None


def _within(components: Sequence[Any]) -> Iterator[Any]:
    """All components of a message, however deep."""
    for one in components:
        yield one
        yield from _within(getattr(one, "children", ()))
