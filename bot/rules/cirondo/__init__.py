"""Cirondo: a capture game without luck on a round board, for two players, four players or two teams of two.

The package reads in the order of the rules page: `board` (components, geometry, how each stellar moves), this module
(options, setup, and all of it together), `situation` (what one play does, the draw rule, the end), `notation` (moves as
text and why one is refused), `documents` (positions as text).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance, Game, Option
from bot.rules.cirondo import documents, notation
from bot.rules.cirondo.board import Move, setup, table_for
from bot.rules.cirondo.situation import Situation
from bot.rules.reading import read_options, read_seats

__all__ = ["Cirondo", "Move", "Position", "game"]


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document
    fen = documents.one_line

    def play(self, move: Move, chance: Chance | None = None) -> Self:
        """The position after this move and everything that follows from it. Doesn't use `chance`."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def __repr__(self) -> str:
        return f"<Cirondo {self.fen()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))


class Cirondo(Game[Move]):
    key = "cirondo"
    title = "Cirondo"
    usual_moves = 80
    options = (
        Option("teams", bool, False, help="Two against two, opposite seats as partners. Four seats only."),
        Option(
            "draw_rule",
            bool,
            True,
            help="Draw after threefold repetition, or 100 moves in a row without a capture or moon move.",
        ),
    )

    def start(self, seats: int, options: Mapping[str, object], chance: Chance | None = None) -> Position:
        """The setup, gold to move. Doesn't use `chance`."""
        chosen = self._read_options(options)
        read_seats(seats, self.seats(options))
        return Position(
            setup(table_for(seats, chosen["teams"])),
            draw_rule=chosen["draw_rule"],
            to_move=0,
            owed=tuple(range(seats)),
        )

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        return (4,) if self._read_options(options)["teams"] else (2, 4)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        read_seats(seats, self.seats(options))
        return table_for(seats, False).colours

    def uses_chance(self, options: Mapping[str, object]) -> bool:
        return False

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        read_seats(seats, self.seats(options))
        return table_for(seats, self._read_options(options)["teams"]).sides

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, Position)

    def from_fen(self, text: str) -> Position:
        """The position that `Position.fen` wrote. Raises ValueError as `load` does."""
        return documents.read(documents.document_of_line(text), Position)

    def _read_options(self, options: Mapping[str, object]) -> dict[str, bool]:
        return read_options(options, self.options)


game = Cirondo()
