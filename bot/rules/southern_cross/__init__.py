"""Southern Cross: four colours gather their six counters on a sky whose dials turn; with dice or throws.

The package reads in the order of the rules page: `board` (components, geometry, clusters), `options`, this module
(setup, and all of it together), `actions` (the decisions of a turn), `special` (both challenges), `situation` (what one
play does, end and result), `notation` (moves as text), `refusals` (why one is refused), `documents` (positions as
text).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance, Game
from bot.rules.reading import read_seats
from bot.rules.southern_cross import documents, notation
from bot.rules.southern_cross.actions import END, End, Jump, Move, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross.board import SEATS
from bot.rules.southern_cross.options import OPTIONS
from bot.rules.southern_cross.situation import Situation

__all__ = ["End", "Jump", "Move", "Position", "Remove", "Roll", "SouthernCross", "Spin", "Step", "Throw", "game"]


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document

    def play(self, move: Move, chance: Chance) -> Self:
        legal = self.find_legal(move)
        if legal is None:
            raise notation.refusal(self, move)
        return self.after(legal, chance)

    def ordered(self) -> Mapping[str, Move]:
        """The roll, and the end of a turn that leaves nothing else to do, are orders of their own."""
        if self.phase == "roll":
            return {"roll": self.legal()[0]}
        return {"end": END} if self.phase == "act" and self.legal() == [END] else super().ordered()

    def __repr__(self) -> str:
        return f"<Southern Cross {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))


class SouthernCross(Game[Move]):
    key = "southern_cross"
    title = "Southern Cross"
    usual_moves = 41
    options = OPTIONS
    forces = True
    orders = ("roll", "single", "end")

    def start(self, seats: int, options: Mapping[str, object], chance: Chance | None = None) -> Position:
        """The empty grid, three actions for seat 0. Doesn't use `chance`."""
        chosen = documents.checked_options(options)
        read_seats(seats, (SEATS,))
        return Position(chosen)

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        documents.checked_options(options)
        return (SEATS,)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        position = self.start(seats, options)
        return tuple(position.colour(seat).name for seat in range(SEATS))

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        self.start(seats, options)
        return super().sides(seats, options)

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, Position)


game = SouthernCross()
