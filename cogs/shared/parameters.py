"""A game's options as options of slash commands, each typed and explained."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.rules import Option
from cogs.shared.answers import Asked

if TYPE_CHECKING:
    from cogs.shared.game import GameCog

Command = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command: how the code calls it, how it is shown, its type, what it is for.

    `choices` are what is shown and what is sent, where only these are allowed. None of them is required.
    """

    name: str
    shown: str
    kind: Any
    description: str
    choices: tuple[tuple[str, str | int], ...] = ()


def shown_option(cog: "GameCog", option: Option) -> tuple[str, str]:
    """An option's name and help as people see them."""
    name, description = cog.option_names.get(option.name, (option.name.replace("_", "-"), option.help))
    return name, description[:100]


def numbers_of_seats(cog: "GameCog") -> tuple[int, ...]:
    """Every number of seats that some choice of options allows."""
    flags: list[dict[str, object]] = [{}]
    for option in cog.game.options:
        values = (False, True) if option.type is bool else option.choices or (option.default,)
        flags = [{**chosen, option.name: value} for chosen in flags for value in values]
    return tuple(sorted({number for chosen in flags for number in cog.game.seats(chosen)}))


def option_parameters(cog: "GameCog") -> list[Parameter]:
    """The game's own options."""
    found = []
    for option in cog.game.options:
        kind: Any = app_commands.Range[int, option.min, option.max] if option.type is int else option.type
        names = cog.choice_names.get(option.name, {})
        choices = tuple((names.get(choice, choice), choice) for choice in option.choices)
        shown, description = shown_option(cog, option)
        found.append(Parameter(option.name, shown, kind, description, choices))
    return found


def command_with(
    name: str,
    description: str,
    parameters: Sequence[Parameter],
    does: Callable[[Asked, dict[str, Any]], Awaitable[None]],
) -> Command:
    """A command with these options; it is called with those that were given."""

    async def called(interaction: Asked, **given: Any) -> None:
        await does(interaction, {name: value for name, value in given.items() if value is not None})

    keyword = inspect.Parameter.KEYWORD_ONLY
    called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by discord.py to build the options
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(
                inspect.Parameter(
                    one.name,
                    keyword,
                    default=None,
                    annotation=one.kind | None if isinstance(one.kind, type) else one.kind,
                )
                for one in parameters
            ),
        ]
    )
    shaped = app_commands.describe(**{one.name: one.description for one in parameters})(called)
    shaped = app_commands.rename(**{one.name: one.shown for one in parameters})(shaped)
    choices = {
        one.name: [app_commands.Choice(name=shown, value=value) for shown, value in one.choices]
        for one in parameters
        if one.choices
    }
    shaped = app_commands.choices(**choices)(shaped)
    return app_commands.Command(name=name, description=description, callback=shaped)
