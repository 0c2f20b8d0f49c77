"""Ratings of computers: a fixed rating for each game and level, fitted to measured matches.

The file of each game in the folder `measured` has the measurements (docs/strength.md) and the ratings that follow from
them; `python -m bot ratings computers` writes them.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from bot.ratings.rating import NEW, Rating

FOLDER = Path(str(files("bot.ratings.measured")))

ANCHOR = "normal"
"""The level rated like a new player: it plays as casual players do."""

PRIOR = 0.5
"""Extra wins for each side of a pairing. Without them, one that won every match would be infinitely strong."""

ROUNDS = 100
"""The maximum number of Newton steps in a fit; about ten are enough."""


@cache
def fixed(game: str) -> Mapping[str, Rating]:
    """The ratings of a game's computers by level; empty if none were measured."""
    file = FOLDER / f"{game}.json"
    if not file.is_file():
        return {}
    return {level: Rating(*rating) for level, rating in json.loads(file.read_text("utf-8"))["ratings"].items()}


def fitted(measured: Sequence[Mapping[str, Any]], levels: Sequence[str]) -> dict[str, Rating]:
    """The ratings of these levels by a Plackett-Luce fit over pairings, for levels that were measured.

    A pairing has `first` and `second`, the number of matches the first has `won`, the number of `matches`, and the
    number of `sides` in each. With strengths s1 and s2, the first wins with probability exp(s1) / (exp(s1) + exp(s2)).
    The fit maximises the likelihood, with `PRIOR` added. openskill's model is the same with mu = c s, where c is beta
    times the root of the number of sides. Sigma is the standard error of the difference to the anchor; for the anchor
    it is the smallest of the others.
    """
    names = list(dict.fromkeys(name for one in measured for name in (one["first"], one["second"])))
    free = [name for name in names if name != ANCHOR]
    strength = dict.fromkeys(names, 0.0)
    inverse: list[list[float]] = []
    for _ in range(ROUNDS):
        gradient = dict.fromkeys(names, 0.0)
        information = {(one, other): 0.0 for one in names for other in names}
        for one in measured:
            first, second, matches = one["first"], one["second"], one["matches"] + 2 * PRIOR
            chance = 1 / (1 + exp(strength[second] - strength[first]))
            surprise, weight = one["won"] + PRIOR - matches * chance, matches * chance * (1 - chance)
            gradient[first] += surprise
            gradient[second] -= surprise
            for mine, yours, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
                information[mine, yours] += sign * weight
        inverse = _inverse([[information[one, other] for other in free] for one in free])
        for row, name in zip(inverse, free, strict=True):
            step = sum(part * gradient[other] for part, other in zip(row, free, strict=True))
            strength[name] += max(-1.0, min(1.0, step))
    scale = PlackettLuce().beta * sqrt(max(one["sides"] for one in measured))
    errors = {name: sqrt(inverse[index][index]) for index, name in enumerate(free)}
    errors[ANCHOR] = min(errors.values())
    return {
        level: Rating(round(NEW.mu + scale * strength[level], 3), round(scale * errors[level], 3))
        for level in levels
        if level in strength
    }


def refit(levels: Sequence[str]) -> dict[str, dict[str, Rating]]:
    """Fits the ratings of all games again and writes them to their files; returns them by game."""
    all_ratings = {}
    for file in sorted(FOLDER.glob("*.json")):
        document = json.loads(file.read_text("utf-8"))
        all_ratings[file.stem] = ratings = fitted(document["measured"], levels)
        lines = ",\n".join(f"    {json.dumps(one)}" for one in document["measured"])
        fits = ",\n".join(f'    "{level}": {json.dumps(list(rating))}' for level, rating in ratings.items())
        text = f'{{\n  "measured": [\n{lines}\n  ],\n  "ratings": {{\n{fits}\n  }}\n}}\n'
        file.write_text(text, "utf-8")
    fixed.cache_clear()
    return all_ratings


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric, positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(index == number) for index in range(size))] for number, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for number in range(size):
            if number != pivot:
                factor = rows[number][pivot]
                rows[number] = [value - factor * part for value, part in zip(rows[number], rows[pivot], strict=True)]
    return [row[size:] for row in rows]
