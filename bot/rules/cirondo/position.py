"""A position of Cirondo with its notation and documents."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.cirondo import documents, notation
from bot.rules.cirondo.board import Move
from bot.rules.cirondo.situation import Situation


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
