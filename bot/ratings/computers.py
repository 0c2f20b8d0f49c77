"""What computers are rated: a fixed rating for each game and level, on openskill's scale.

It follows from the ladder that measured matches give (docs/strength.md). The file of each game in the folder `fixed`
has the ratings; `python -m bot ratings computers` writes these files. Where a game has none, or a level isn't in it, no
match with such a computer is rated.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import log, sqrt
from pathlib import Path
from typing import Protocol

from openskill.models import PlackettLuce

from bot.ratings.rating import NEW, Rating

FOLDER = Path(str(files("bot.ratings.fixed")))

WIDTH = 2 * 1.96
"""Standard errors that an interval of 95 % is wide."""


class Rung(Protocol):
    """A player's rating on the ladder of a game, and the interval in which it lies 95 of 100 times."""

    @property
    def name(self) -> str: ...
    @property
    def rating(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


@cache
def fixed_ratings(game: str) -> Mapping[str, Rating]:
    """The ratings of a game's computers by their level; empty where there are none."""
    file = FOLDER / f"{game}.json"
    if not file.is_file():
        return {}
    return {level: Rating(*rating) for level, rating in json.loads(file.read_text("utf-8")).items()}


def write_fixed_ratings(game: str, ratings: Mapping[str, Rating]) -> None:
    """Write the ratings of a game's levels into its file."""
    lines = ",\n".join(f'  "{level}": {json.dumps(list(rating))}' for level, rating in ratings.items())
    (FOLDER / f"{game}.json").write_text(f"{{\n{lines}\n}}\n", "utf-8")
    fixed_ratings.cache_clear()


def on_openskills_scale(
    ladder: Sequence[Rung], levels: Collection[str], *, anchor: str, points: float, sides: int
) -> dict[str, Rating]:
    """What these levels are rated, as far as they are on the ladder; {} without the `anchor`.

    On the ladder `points` more are ten times as many wins. openskill's model expects exp(d / c) times as many wins of
    who is d of mu stronger, where c is beta times the root of the number of sides. The anchor gets the mu of new
    people. Sigma is the standard error of the difference to it, and for itself the least of the others.
    """
    rungs = {one.name: one for one in ladder}
    if anchor not in rungs:
        return {}
    scale = PlackettLuce().beta * sqrt(sides) * log(10) / points
    errors = {one.name: scale * (one.high - one.low) / WIDTH for one in ladder if one.name != anchor}
    errors[anchor] = min(errors.values(), default=NEW.sigma)
    return {
        level: Rating(round(NEW.mu + scale * (rungs[level].rating - rungs[anchor].rating), 3), round(errors[level], 3))
        for level in levels
        if level in rungs
    }
