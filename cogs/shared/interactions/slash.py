"""Slash commands whose answers are private, and where they are offered."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from discord import app_commands

from bot.rules import GAMES
from bot.text import say
from cogs.shared.interactions.autocomplete import Choice
from cogs.shared.interactions.parameters import Command
from cogs.shared.interactions.replies import Interaction, defer_reply

P = ParamSpec("P")
Offered = TypeVar("Offered", Command, app_commands.Group)

Suggest = Callable[[Interaction, str], Awaitable[list[Choice]]]
"""Suggests values for an option, given what was typed."""


def slash(
    name: str, description: str, answer: Callable[Concatenate[Interaction, P], Awaitable[None]], **suggestions: Suggest
) -> Command:
    """A command that is acknowledged privately before `answer` carries it out.

    `suggestions` are for the options of these names.
    """

    @wraps(answer)
    async def callback(interaction: Interaction, *arguments: P.args, **options: P.kwargs) -> None:
        await defer_reply(interaction)
        await answer(interaction, *arguments, **options)

    command: Command = app_commands.Command(name=name, description=description, callback=callback)
    for option, suggest in suggestions.items():
        command.autocomplete(option)(suggest)
    return command


def group_of(name: str, description: str, commands: Iterable[Command], **terms: Any) -> app_commands.Group:
    """A group of commands; `terms` are those of `app_commands.Group`."""
    group = app_commands.Group(name=name, description=description, **terms)
    for command in commands:
        group.add_command(command)
    return group


def choices_of(words: Mapping[Any, str]) -> list[Choice]:
    """Values to choose from, by the sentences that name them."""
    return [Choice(name=say(sentence), value=str(value)) for value, sentence in words.items()]


def game_choices(keys: Iterable[str] = GAMES) -> list[Choice]:
    """These games, or all."""
    return [Choice(name=GAMES[key].title, value=key) for key in keys]


def everywhere(offered: Offered) -> Offered:
    """Offers a command or a group on servers that have added the bot, and in direct messages."""
    return app_commands.allowed_installs(guilds=True, users=False)(
        app_commands.allowed_contexts(guilds=True, dms=True)(offered)
    )


def on_servers(offered: Offered) -> Offered:
    """Offers a command or a group only on servers that have added the bot."""
    return app_commands.allowed_installs(guilds=True, users=False)(app_commands.guild_only()(offered))
