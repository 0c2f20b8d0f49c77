"""Parcheesi: two dice, four pawns a seat and a ring of 68 squares, for two to four players.

The package reads in the order of the rules page: `board` (components, geometry, the partner rule), this module
(options, setup, and all of it together), `compulsion` (what a roll allows and what it demands), `situation` (what one
play does, ages of blockades, the end), `notation` (moves as text and why one is refused), `documents` (positions as
text), `effects` (the effects of a decision, for messages about it).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance, Game
from bot.rules.parcheesi import documents, notation
from bot.rules.parcheesi.board import COLOURS, FACES, NEST, PAWNS, ROLL, Move, Table
from bot.rules.parcheesi.effects import Effects, what_happened
from bot.rules.parcheesi.situation import Situation
from bot.rules.reading import read_options, read_seats

__all__ = ["Effects", "Move", "Parcheesi", "Position", "game", "what_happened"]


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document

    def play(self, move: Move, chance: Chance) -> Self:
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move, chance)

    def only_roll(self) -> Move | None:
        """The roll, in phase `roll`."""
        return ROLL if self.phase == "roll" else None

    def ordered(self) -> Mapping[str, Move]:
        """The roll is an order of its own."""
        return {"roll": ROLL} if self.phase == "roll" else super().ordered()

    def __repr__(self) -> str:
        return f"<Parcheesi {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))


class Parcheesi(Game[Move]):
    key = "parcheesi"
    title = "Parcheesi"
    usual_moves = 137
    forces = True
    rolls = True
    orders = ("roll", "single")
    options = documents.OPTIONS

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Position:
        """All pawns in their nests. Uses `chance` only to decide who starts, with `first` "high_roll"."""
        table = Table(read_seats(seats, tuple(COLOURS)), **read_options(options, self.options))
        return Position(
            table,
            "roll",
            _highest(seats, chance) if table.first == "high_roll" else 0,
            ((NEST,) * PAWNS,) * seats,
            ages=((),) * seats,
        )

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        read_options(options, self.options)
        return tuple(COLOURS)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        read_options(options, self.options)
        return tuple(colour.name for colour in COLOURS[read_seats(seats, tuple(COLOURS))])

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, Position)


def _highest(seats: int, chance: Chance) -> int:
    """The seat that rolls highest; those who share the highest roll again until only one does."""
    rolling = list(range(seats))
    while len(rolling) > 1:
        numbers = [chance.roll(FACES) for _ in rolling]
        rolling = [seat for seat, number in zip(rolling, numbers, strict=True) if number == max(numbers)]
    return rolling[0]


game = Parcheesi()
