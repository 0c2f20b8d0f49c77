"""The end of a match, as a picture words it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.rules.api import Result
from bot.text import N_, say
from bot.text.terms import ordinal
from images.marks.marks import Marks


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended. `winners` are the seats in first place; `places` is None unless the rules ended it."""

    title: str
    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...] | None = None

    @property
    def sentence(self) -> str:
        if not self.reason:
            return say(N_("{title}."), title=self.title)
        return say(N_("{title} ({reason})."), title=self.title, reason=self.reason)

    def place(self, seat: int) -> str:
        """The place of a seat, such as "2nd"; empty for seats behind the winners if there are no places."""
        if self.places:
            return ordinal(self.places[seat])
        return ordinal(1) if seat in self.winners else ""


def find_ending(
    marks: Marks, result: Result | None, tell: Callable[[tuple[int, ...]], tuple[str, str]]
) -> Ending | None:
    """How the match ended, by the marks or by the rules' `result`, which decides the places; None while it runs.

    `tell` returns a title and a reason for the seats in first place.
    """
    if marks.verdict:
        return Ending(marks.verdict.title, marks.verdict.reason, marks.verdict.seats)
    if result is None:
        return None
    winners = tuple(seat for seat, place in enumerate(result.places) if place == 1)
    return Ending(*tell(winners), winners, result.places)
