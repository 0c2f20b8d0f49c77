"""A position of Down Under as everybody else uses it: what it means, and how it and its moves are written."""

from typing import Self

from bot.rules.api import Chance, Document
from bot.rules.down_under import documents, notation
from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import Cell, Move


class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    __slots__ = ()

    def notate(self, move: Move) -> str:
        return notation.written(self, move)

    def parse(self, text: str) -> Move:
        return notation.read(self, text)

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this decision and all that follows from it. `chance` is never consulted."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def label(self, cell: Cell) -> str:
        """A cell as it is written in moves now, such as c3; labels shift when the table grows."""
        return notation.label(self, cell)

    def dump(self) -> Document:
        return documents.document(self)

    def view(self, seat: int | None) -> Document:
        """Everything is open: the position document and what follows from it, whoever looks."""
        return documents.view(self)

    def __repr__(self) -> str:
        return f"<Down Under {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
