"""A position of Southern Cross with its notation and documents."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.southern_cross import documents, notation
from bot.rules.southern_cross.actions import Move
from bot.rules.southern_cross.situation import Situation


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document

    def play(self, move: Move, chance: Chance) -> Self:
        legal = self.known(move)
        if legal is None:
            raise notation.refusal(self, move)
        return self.after(legal, chance)

    def __repr__(self) -> str:
        return f"<Southern Cross {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))
