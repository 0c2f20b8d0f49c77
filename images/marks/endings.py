"""The end of a match on a picture."""

from collections.abc import Callable

from bot.rules.api import Result
from bot.words import Ending as Ending
from bot.words import ending_by_rules
from images.marks.marks import Marks


def ending_of(marks: Marks, by_rules: Ending | None) -> Ending | None:
    """How the match ended, by the marks or else by the rules; None while it runs."""
    if marks.verdict:
        return Ending(marks.verdict.title, marks.verdict.reason, marks.verdict.seats)
    return by_rules


def find_ending(
    marks: Marks, result: Result | None, tell: Callable[[tuple[int, ...]], tuple[str, str]]
) -> Ending | None:
    """`ending_of` for games that have no `bot.words` yet."""
    return ending_of(marks, ending_by_rules(result, tell))
