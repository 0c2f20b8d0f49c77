"""A list of matches if a command could mean several; choosing one repeats the command for it."""

import json
from typing import Any

import discord
from discord import app_commands

from bot.text import N_, say
from cogs.shared.choosing.match_lookup import choices_among
from cogs.shared.client.refusals import WhichMatch
from cogs.shared.interactions.clicks import CUSTOM_ID, Click, OutdatedButton, action, custom_id, options, row, select
from cogs.shared.interactions.replies import Interaction

REPEATABLE = {discord.AppCommandOptionType.string: str, discord.AppCommandOptionType.boolean: bool}
"""The types of options that a command may have to be repeated, and what their values are."""


async def match_picker(interaction: Interaction, refusal: WhichMatch) -> list[Any]:
    """A row with the list of the matches that a command could mean; none if the command can't be repeated."""
    command = interaction.command
    if not refusal.matches or not isinstance(command, app_commands.Command) or not _is_repeatable(command):
        return []
    chosen = dict(iter(interaction.namespace))
    names = {one.display_name: one.name for one in command.parameters}
    values = {name: chosen[shown] for shown, name in names.items() if chosen.get(shown) is not None}
    request = json.dumps([command.qualified_name, values], ensure_ascii=False, separators=(",", ":"))
    if len(request) + len(custom_id("s", 0, 0, "which_match")) > CUSTOM_ID:
        return []
    labels = {choice.value: choice.name for choice in await choices_among(interaction, refusal.matches)}
    return [row(select(say(N_("Choose a match")), options(labels), "which_match", request))] if labels else []


def _is_repeatable(command: app_commands.Command[Any, ..., Any]) -> bool:
    """Whether a command takes a match, otherwise only texts and switches, and leaves all checks to its callback."""
    checks_itself = not command.checks and command.default_permissions is None
    takes_match = any(one.name == "match" for one in command.parameters)
    return checks_itself and takes_match and all(one.type in REPEATABLE for one in command.parameters)


@action("which_match", "none")
async def pick_match(click: Click) -> None:
    """Repeats the command for the chosen match."""
    try:
        name, values = json.loads(click.payload)
        command = _command(click, str(name))
        values = {one.name: values[one.name] for one in command.parameters if one.name in values}
    except (ValueError, TypeError, KeyError):
        raise OutdatedButton from None
    values["match"] = click.value
    if not all(_fits(one, values) for one in command.parameters):
        raise OutdatedButton
    arguments = (click.interaction,) if command.binding is None else (command.binding, click.interaction)
    await command.callback(*arguments, **values)


def _fits(option: app_commands.Parameter, values: dict[str, Any]) -> bool:
    """Whether an option has a value of its type among these, or may be left out."""
    value = values.get(option.name)
    return isinstance(value, REPEATABLE[option.type]) or (option.name not in values and not option.required)


def _command(click: Click, name: str) -> app_commands.Command[Any, ..., Any]:
    """The command with this name. Raises OutdatedButton if there is none that can be repeated."""
    first, *others = name.split()
    command: Any = click.bot.tree.get_command(first)
    for other in others:
        command = command.get_command(other) if isinstance(command, app_commands.Group) else None
    if not isinstance(command, app_commands.Command) or not _is_repeatable(command):
        raise OutdatedButton
    return command
