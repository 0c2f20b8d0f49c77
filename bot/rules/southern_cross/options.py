"""The options of a match (section 3 of the rules page)."""

from dataclasses import dataclass
from itertools import permutations

from bot.rules.api import Option
from bot.rules.southern_cross.board import LETTERS

OPTIONS = (
    Option(
        "order",
        str,
        LETTERS,
        choices=tuple("".join(letters) for letters in permutations(LETTERS)),
        help="Who plays which colour, in the order of turns: blue, red, yellow and green.",
    ),
    Option(
        "challenge",
        str,
        "dice",
        choices=("dice", "throw"),
        help="How a special round is decided: by dice, or by throws with a power you choose.",
    ),
    Option("max_turns", int, 0, min=0, max=10_000, help="The match ends after this many turns; 0 is no limit."),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options chosen at the table; see `OPTIONS`."""

    order: str
    challenge: str
    max_turns: int
