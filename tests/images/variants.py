"""Every number of seats and every option of the games."""

from collections.abc import Iterator
from typing import Any

from bot.rules import GAMES, Game, Option

FEW = 6  # values of an option that are tried one by one; of more only the last one


def values(option: Option) -> tuple[object, ...]:
    """Values of an option beside its default."""
    if option.type is bool:
        return (not option.default,)
    others = tuple(value for value in option.choices if value != option.default)
    return others if len(others) <= FEW else others[-1:]


def variants(game: Game[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Seats and options: each number of seats, and each option changed alone with the fewest and the most seats."""
    for options in ({}, *({option.name: value} for option in game.options for value in values(option))):
        try:
            numbers = game.seats(options)
        except ValueError:  # it needs another option with it
            continue
        yield from ((seats, options) for seats in (sorted({min(numbers), max(numbers)}) if options else numbers))


VARIANTS = [(key, seats, options) for key, game in GAMES.items() for seats, options in variants(game)]
