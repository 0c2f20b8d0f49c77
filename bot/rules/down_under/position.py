"""A position of Down Under with its notation and documents."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.down_under import documents, notation
from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import Move


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    label = notation.label
    dump = documents.document
    view = documents.view

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this decision and everything that follows from it. Doesn't use `chance`."""
        if not self.is_legal(move):
            raise notation.refusal(self, move)
        return self.after(move)

    def __repr__(self) -> str:
        return f"<Down Under {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))
