"""A position of Southern Cross as everybody else uses it: what it means, and how it and its moves are written."""

from typing import Self

from bot.rules.api import Chance, Document
from bot.rules.southern_cross import documents, notation
from bot.rules.southern_cross.actions import Move
from bot.rules.southern_cross.situation import Situation


class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    __slots__ = ()

    def notate(self, move: Move) -> str:
        return notation.written(self, move)

    def parse(self, text: str) -> Move:
        return notation.read(self, text)

    def play(self, move: Move, chance: Chance) -> Self:
        legal = self.known(move)
        if legal is None:
            raise notation.refusal(self, move)
        return self.after(legal, chance)

    def dump(self) -> Document:
        return documents.document(self)

    def view(self, seat: int | None) -> Document:
        """Everything is open: the position document, whoever looks."""
        return self.dump()

    def __repr__(self) -> str:
        return f"<Southern Cross {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
