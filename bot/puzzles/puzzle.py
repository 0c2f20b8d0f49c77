"""What a puzzle is: a position, a question, and the one best answer to it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

GRADES = (1, 2, 3)
"""1: the answer looks best at a glance. 2: another looks as good. 3: several do, or it takes looking further."""

Because = tuple[str, Mapping[str, Any]]
"""A reason: an English sentence of the catalogues, and the values for its named places."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """The likeliest wrong answer: what speaks against it, the `reply` that punishes it ("" if luck decides) and why."""

    move: str
    against: Sequence[Because] = ()
    reply: str = ""
    because: Sequence[Because] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of one game in which one move is the best.

    `id` is a number below 10 ** 9 that follows from the position. `rules` is the version of the rules, `view` what
    `seat` sees, which is to move. `kind` says what is asked, by its name in the game's questions, and `values` what
    stands in its named places. `answer` is in canonical notation. `margins` say by how much it's better than all other
    moves, in each method's points: for the search that found it, for the same with five times as many positions, and
    for the method of another kind that agrees (docs/puzzles.md). `line` is what is expected after it.
    """

    id: int
    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    seat: int
    view: Mapping[str, Any]
    kind: str
    values: Mapping[str, Any]
    answer: str
    margins: Sequence[float]
    grade: int
    reasons: Sequence[Because]
    line: Sequence[str]
    mistake: Mistake

    def document(self) -> dict[str, Any]:
        """The puzzle as it stands in a file."""
        return asdict(self)


def puzzle_of(document: Mapping[str, Any]) -> Puzzle:
    """The reverse of `Puzzle.document`."""
    mistake = document["mistake"]
    return Puzzle(
        **{
            **document,
            "margins": tuple(document["margins"]),
            "line": tuple(document["line"]),
            "reasons": _reasons(document["reasons"]),
            "mistake": Mistake(
                mistake["move"], _reasons(mistake["against"]), mistake["reply"], _reasons(mistake["because"])
            ),
        }
    )


def _reasons(document: Sequence[Sequence[Any]]) -> tuple[Because, ...]:
    return tuple((sentence, values) for sentence, values in document)
