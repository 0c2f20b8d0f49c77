"""A position of Down Under as everybody else uses it: what it means, and how it and its moves are written."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.down_under import documents, notation
from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import Move


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.written
    parse = notation.read
    label = notation.label
    dump = documents.document
    view = documents.view

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this decision and all that follows from it. `chance` is never consulted."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def __repr__(self) -> str:
        return f"<Down Under {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
