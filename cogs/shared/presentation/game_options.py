"""A game's options and numbers of seats as options of slash commands."""

from typing import Any

from discord import app_commands

from cogs.shared.interactions.autocomplete import MAX_CHOICES
from cogs.shared.interactions.slash import Parameter
from cogs.shared.presentation.presentation import Presentation


def numbers_of_seats(cog: Presentation) -> tuple[int, ...]:
    """Every number of seats that some combination of options allows."""
    flags: list[dict[str, object]] = [{}]
    for option in cog.game.options:
        few = option.choices if len(option.choices) <= MAX_CHOICES else ()
        values = (False, True) if option.type is bool else few or (option.default,)
        flags = [{**chosen, option.name: value} for chosen in flags for value in values]
    return tuple(sorted({number for chosen in flags for number in _seats(cog, chosen)}))


def _seats(cog: Presentation, options: dict[str, object]) -> tuple[int, ...]:
    try:
        return cog.game.seats(options)
    except ValueError:  # these options don't go together
        return ()


def option_parameters(cog: Presentation) -> list[Parameter]:
    parameters = []
    for option in cog.game.options:
        kind: Any = app_commands.Range[int, option.min, option.max] if option.type is int else option.type
        names = cog.choice_names.get(option.name, {})
        choices = tuple((names.get(choice, choice), choice) for choice in option.choices)
        name, description = cog.name_and_help(option)
        parameters.append(Parameter(option.name, name, kind, description, choices))
    return parameters
