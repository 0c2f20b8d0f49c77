"""A position of Southern Cross cards with its notation and documents."""

from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance
from bot.rules.southern_cards import documents, notation
from bot.rules.southern_cards.fields import Move
from bot.rules.southern_cards.scoring import Outcome
from bot.rules.southern_cards.situation import Placing, Situation


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document
    view = documents.view

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this turn. Doesn't use `chance`."""
        return self.after(self._legal_placing(move))

    def outcome(self, move: Move) -> Outcome:
        """What a legal move scores, which needs no hidden information. Raises IllegalMove if it isn't legal."""
        return self.settle(self._legal_placing(move))[0]

    def _legal_placing(self, move: Move) -> Placing:
        placing = self.placing(move)
        if placing is None or not self.allows(placing):
            raise notation.refusal(self, move)
        return placing

    def __repr__(self) -> str:
        """Only public information, as this may be logged."""
        return f"<Southern Cross cards {self.view(None)}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))
