"""How strong players are on one scale: the ratings that best explain who has won how often against whom.

The measurements of a game are in the file of its name in the folder `measured`, one pairing a line. They are the only
source of these ratings and of the tables in docs/strength.md.
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
POINTS = 400.0  # a lead that means ten times as many wins (the Elo scale)
PRIOR = 0.5  # extra wins for each of two opponents; without them, one that won every match would be infinitely strong
ROUNDS, ROUNDS_AGAIN = 400, 40  # of the first fit, and of those that start from its result
RESAMPLED = 200  # the number of fits for the interval
INTERVAL = 0.95  # the share of them within it


@dataclass(frozen=True, slots=True)
class Measurement:
    """How many of its `matches` against `second` the `first` has won, a shared first place counting half.

    `sides` is the number of sides in a match, and `seconds` the CPU time for a hard player's decision.
    """

    first: str
    second: str
    won: float
    matches: int
    sides: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A player's rating and its 95 % interval."""

    name: str
    rating: float
    low: float
    high: float


def measurements(key: str) -> list[Measurement]:
    """The measurements of a game; empty if it has no file."""
    file = FOLDER / f"{key}.json"
    return [Measurement(**one) for one in json.loads(file.read_text("utf-8"))] if file.is_file() else []


def save(key: str, pairings: Iterable[Measurement]) -> None:
    """Writes pairings to a game's file; each replaces the earlier measurement of the same two."""
    by_pairing = {(one.first, one.second): one for one in (*measurements(key), *pairings)}
    lines = ",\n".join(f"  {json.dumps(asdict(one))}" for one in by_pairing.values())
    (FOLDER / f"{key}.json").write_text(f"[\n{lines}\n]\n", "utf-8")


def fit_ratings(pairings: Sequence[Measurement]) -> list[RatingEstimate]:
    """The ratings of everyone measured, best first: a Plackett-Luce fit, which for two is the Bradley-Terry model.

    The intervals are for the difference to `ANCHOR`, from fits to matches resampled from the measurements.
    """
    source = random.Random(1)  # noqa: S311 - the same intervals each time
    strength = _fit_strengths(pairings, {}, ROUNDS)
    again = [
        _points(_fit_strengths([_redraw(one, source) for one in pairings], strength, ROUNDS_AGAIN))
        for _ in range(RESAMPLED)
    ]
    aside = round(RESAMPLED * (1 - INTERVAL) / 2)
    ratings = []
    for name, rating in _points(strength).items():
        ranked = sorted(one[name] for one in again)
        ratings.append(RatingEstimate(name, rating, ranked[aside], ranked[-1 - aside]))
    return sorted(ratings, key=lambda one: -one.rating)


def _redraw(one: Measurement, source: random.Random) -> Measurement:
    share = (one.won + PRIOR) / (one.matches + 2 * PRIOR)
    return replace(one, won=sum(source.random() < share for _ in range(one.matches)))


def _fit_strengths(pairings: Sequence[Measurement], begin: Mapping[str, float], rounds: int) -> Mapping[str, float]:
    """The most likely strengths: a player twice as strong wins twice as often.

    Each round makes them more likely (Hunter 2004, MM algorithms for generalized Bradley-Terry models).
    """
    names = dict.fromkeys(name for one in pairings for name in (one.first, one.second))
    strength = {name: begin.get(name, 1.0) for name in names}
    wins = dict.fromkeys(names, 0.0)
    for one in pairings:
        wins[one.first] += one.won + PRIOR
        wins[one.second] += one.matches - one.won + PRIOR
    for _ in range(rounds):
        meetings = dict.fromkeys(names, 0.0)
        for one in pairings:
            often = (one.matches + 2 * PRIOR) / (strength[one.first] + strength[one.second])
            meetings[one.first] += often
            meetings[one.second] += often
        strength = {name: wins[name] / meetings[name] for name in names}
    return strength


def _points(strength: Mapping[str, float]) -> dict[str, float]:
    anchor = strength.get(ANCHOR, 1.0)
    return {name: ANCHOR_RATING + POINTS * log10(one / anchor) for name, one in strength.items()}


def table(pairings: Sequence[Measurement]) -> list[str]:
    """The ratings, and how often each beat the next one, as a Markdown table."""
    by_names = {(one.second, one.first): replace(one, won=one.matches - one.won) for one in pairings}
    by_names |= {(one.first, one.second): one for one in pairings}
    ratings = fit_ratings(pairings)
    lines = ["| Player | Rating | 95 % interval | Against the next one | Share |", "|---|---:|---:|---:|---:|"]
    for one, other in zip(ratings, [*ratings[1:], None], strict=True):
        beaten = " |  |"
        pairing = other and by_names.get((one.name, other.name))
        if pairing:
            beaten = f" {pairing.won:g} of {pairing.matches} | {pairing.won / pairing.matches:.0%} |"
        lines.append(f"| {one.name} | {one.rating:.0f} | {one.low:.0f} to {one.high:.0f} |{beaten}")
    return lines
