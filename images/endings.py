"""How a picture says the end of a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.api import Result
from images.marks import Marks


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended. `winners` are the seats on the first place; `places` is None where the rules didn't end it."""

    title: str
    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...] | None = None


def listed(words: Sequence[str]) -> str:
    """`listed(("Red", "Blue", "Green"))` is "Red, Blue and Green"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def ended_by(marks: Marks) -> Ended | None:
    """The end that the marks tell of, which the position doesn't know; None if they tell of none."""
    verdict = marks.verdict
    return Ended(verdict.title, verdict.reason, verdict.seats) if verdict else None


def winners_of(result: Result | None) -> tuple[int, ...]:
    """The seats on the first place."""
    return tuple(seat for seat, place in enumerate(result.places if result else ()) if place == 1)
