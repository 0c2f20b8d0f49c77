"""The end of a match on a picture."""

from bot.words import Ending
from images.marks.marks import Marks


def ending_of(marks: Marks, by_rules: Ending | None) -> Ending | None:
    """How the match ended, by the marks or else by the rules; None while it runs."""
    if marks.verdict:
        return Ending(marks.verdict.title, marks.verdict.reason, marks.verdict.seats)
    return by_rules
