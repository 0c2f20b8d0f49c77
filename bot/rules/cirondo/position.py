"""A position of Cirondo as everybody else uses it: what it means, and how it and its moves are written."""

from typing import Self

from bot.rules.api import Chance, Document
from bot.rules.cirondo import documents, notation
from bot.rules.cirondo.board import Move
from bot.rules.cirondo.situation import Situation


class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    __slots__ = ()

    def notate(self, move: Move) -> str:
        return notation.written(self, move)

    def parse(self, text: str) -> Move:
        return notation.read(self, text)

    def play(self, move: Move, chance: Chance | None = None) -> Self:
        """The position after this move and all that follows from it. `chance` is never consulted."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def dump(self) -> Document:
        return documents.document(self)

    def view(self, seat: int | None) -> Document:
        """Everything is open: the position document, whoever looks."""
        return self.dump()

    def fen(self) -> str:
        """The position in one line."""
        return documents.one_line(self)

    def __repr__(self) -> str:
        return f"<Cirondo {self.fen()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
