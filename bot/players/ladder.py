"""How strong players are on one scale: ratings that explain best who has won how often against whom.

What was measured of a game is in the file of its name in the folder `measured`, one pairing a line. It's the only
source of these ratings, and of the tables in docs/strength.md.
"""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from math import log10
from pathlib import Path

FOLDER = Path(str(files("bot.players"))) / "measured"
ANCHOR, ANCHOR_RATING = "normal", 1500.0
POINTS = 400.0  # that make ten times as many wins (the scale of Elo)
PRIOR = 0.5  # matches that each of two is said to have won besides: else who wins them all would be infinitely strong
ROUNDS, ROUNDS_AGAIN = 400, 40  # of the first fit, and of those that begin where it ended
RESAMPLED = 200  # fits, from which an interval is read
INTERVAL = 0.95  # the share of them that lies within it


@dataclass(frozen=True, slots=True)
class Measured:
    """How many of its `matches` against `second` the `first` has won, a shared first place counting half.

    `sides` is how many played in a match, and `seconds` what a decision of a hard player could take.
    """

    first: str
    second: str
    won: float
    matches: int
    sides: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, and the interval in which it lies 95 of 100 times."""

    name: str
    rating: float
    low: float
    high: float


def measured(key: str) -> list[Measured]:
    """What was measured of a game; nothing if it has no file."""
    file = FOLDER / f"{key}.json"
    return [Measured(**one) for one in json.loads(file.read_text("utf-8"))] if file.is_file() else []


def save(key: str, pairings: Iterable[Measured]) -> None:
    """Write pairings into a game's file; each takes the place of what was measured of the same two before."""
    kept = {(one.first, one.second): one for one in (*measured(key), *pairings)}
    lines = ",\n".join(f"  {json.dumps(asdict(one))}" for one in kept.values())
    (FOLDER / f"{key}.json").write_text(f"[\n{lines}\n]\n", "utf-8")


def rated(pairings: Sequence[Measured]) -> list[Rating]:
    """The ratings of all who were measured, best first: a Plackett-Luce fit, which for two is Bradley and Terry's.

    The intervals are those of the difference to `ANCHOR`, from fits to matches that were drawn again as likely as they
    were won.
    """
    source = random.Random(1)  # noqa: S311 - the same intervals each time
    strength = _fitted(pairings, {}, ROUNDS)
    again = [
        _points(_fitted([_drawn_again(one, source) for one in pairings], strength, ROUNDS_AGAIN))
        for _ in range(RESAMPLED)
    ]
    aside = round(RESAMPLED * (1 - INTERVAL) / 2)
    ratings = []
    for name, rating in _points(strength).items():
        ranked = sorted(one[name] for one in again)
        ratings.append(Rating(name, rating, ranked[aside], ranked[-1 - aside]))
    return sorted(ratings, key=lambda one: -one.rating)


def _drawn_again(one: Measured, source: random.Random) -> Measured:
    share = (one.won + PRIOR) / (one.matches + 2 * PRIOR)
    return replace(one, won=sum(source.random() < share for _ in range(one.matches)))


def _fitted(pairings: Sequence[Measured], begin: Mapping[str, float], rounds: int) -> Mapping[str, float]:
    """The most likely strengths: who is twice as strong wins twice as often.

    Each round makes them likelier (Hunter 2004, MM algorithms for generalized Bradley-Terry models).
    """
    names = dict.fromkeys(name for one in pairings for name in (one.first, one.second))
    strength = {name: begin.get(name, 1.0) for name in names}
    wins = dict.fromkeys(names, 0.0)
    for one in pairings:
        wins[one.first] += one.won + PRIOR
        wins[one.second] += one.matches - one.won + PRIOR
    for _ in range(rounds):
        met = dict.fromkeys(names, 0.0)
        for one in pairings:
            often = (one.matches + 2 * PRIOR) / (strength[one.first] + strength[one.second])
            met[one.first] += often
            met[one.second] += often
        strength = {name: wins[name] / met[name] for name in names}
    return strength


def _points(strength: Mapping[str, float]) -> dict[str, float]:
    anchor = strength.get(ANCHOR, 1.0)
    return {name: ANCHOR_RATING + POINTS * log10(one / anchor) for name, one in strength.items()}


def table(pairings: Sequence[Measured]) -> list[str]:
    """The ratings, and who beat the next one how often, as a table in Markdown."""
    met = {(one.first, one.second): one for one in pairings}
    ratings = rated(pairings)
    lines = ["| Player | Rating | 95 % interval | Against the next one | Share |", "|---|---:|---:|---:|---:|"]
    for one, other in zip(ratings, [*ratings[1:], None], strict=True):
        beaten = " |  |"
        found = other and met.get((one.name, other.name))
        if found:
            beaten = f" {found.won:g} of {found.matches} | {found.won / found.matches:.0%} |"
        lines.append(f"| {one.name} | {one.rating:.0f} | {one.low:.0f} to {one.high:.0f} |{beaten}")
    return lines
