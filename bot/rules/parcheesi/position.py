"""A position of Parcheesi with its notation and documents."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.parcheesi import documents, notation
from bot.rules.parcheesi.board import ROLL, Move
from bot.rules.parcheesi.situation import Situation


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

    def __repr__(self) -> str:
        return f"<Parcheesi {self.dump()}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))
