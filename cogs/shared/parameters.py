"""Commands whose options are known only at run time, each option typed and explained."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from cogs.shared.answers import Asked
from cogs.shared.refusals import ScreenRefusal

LISTED = 25  # choices in Discord's own list, and suggestions

Command = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command: how the code calls it, how it is shown, its type, what it is for.

    `choices` are what is shown and what is sent, where only these are allowed; more than Discord lists are suggested
    while one types. None of them is required.
    """

    name: str
    shown: str
    kind: Any
    description: str
    choices: tuple[tuple[str, str | int], ...] = ()


def command_with(
    name: str,
    description: str,
    parameters: Sequence[Parameter],
    does: Callable[[Asked, dict[str, Any]], Awaitable[None]],
) -> Command:
    """A command with these options; it is called with those that were given."""

    many = {one.name: one for one in parameters if len(one.choices) > LISTED}

    async def called(interaction: Asked, **given: Any) -> None:
        chosen = {name: value for name, value in given.items() if value is not None}
        for name in many.keys() & chosen.keys():
            chosen[name] = _meant(many[name], chosen[name])
        await does(interaction, chosen)

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
        if one.choices and one.name not in many
    }
    shaped = app_commands.choices(**choices)(shaped)
    command: Command = app_commands.Command(name=name, description=description, callback=shaped)
    for parameter in many.values():
        command.autocomplete(parameter.name)(_suggesting(parameter))
    return command


def _plain(text: str) -> str:
    """As it is compared: 7 × 9 is 7x9."""
    return "".join(text.lower().replace("×", "x").split())


def _suggesting(parameter: Parameter) -> Any:
    async def suggest(_interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        fitting = [choice for choice in parameter.choices if _plain(choice[0]).startswith(_plain(typed))]
        return [app_commands.Choice(name=shown, value=str(value)) for shown, value in fitting[:LISTED]]

    return suggest


def _meant(parameter: Parameter, typed: str) -> str | int:
    """The choice that was typed, however it was written. ScreenRefusal if there is none."""
    for shown, value in parameter.choices:
        if _plain(typed) in (_plain(shown), _plain(str(value))):
            return value
    raise ScreenRefusal(
        "“{typed}” is nothing that `{option}` can be: {help}",
        typed=typed[:40],
        option=parameter.shown,
        help=parameter.description,
    )
