"""A position of Southern Cross cards as everybody else uses it: what it means, and how it and its moves are written."""

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

    notate = notation.written
    parse = notation.read
    dump = documents.document
    view = documents.view

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this turn. `chance` is never consulted."""
        return self.after(self._legal_placing(move))

    def outcome(self, move: Move) -> Outcome:
        """What a legal move scores; nothing hidden is needed to know it. IllegalMove if it is not legal."""
        return self.outcome_of(self._legal_placing(move))

    def _legal_placing(self, move: Move) -> Placing:
        placing = self.placing(move)
        if placing is None or not self.allows(placing):
            raise notation.refusal(self, move)
        return placing

    def __repr__(self) -> str:
        """What everybody may see: this may stand in a log."""
        return f"<Southern Cross cards {self.view(None)}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
