"""A position of Southern Cross cards as everybody else uses it: what it means, and how it and its moves are written."""

from typing import Self

from bot.rules.api import Chance, Document
from bot.rules.southern_cards import documents, notation
from bot.rules.southern_cards.fields import Move
from bot.rules.southern_cards.scoring import Outcome
from bot.rules.southern_cards.situation import Placing, Situation


class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    __slots__ = ()

    def notate(self, move: Move) -> str:
        return notation.written(self, move)

    def parse(self, text: str) -> Move:
        return notation.read(self, text)

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

    def dump(self) -> Document:
        return documents.document(self)

    def view(self, seat: int | None) -> Document:
        """The document with numbers of cards in place of the deck and of the hands of others (section 10)."""
        return documents.view(self, seat)

    def __repr__(self) -> str:
        """What everybody may see: this may stand in a log."""
        return f"<Southern Cross cards {self.view(None)}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """For pickle and copy: by the position document, without what has only been worked out from it."""
        return documents.read, (self.dump(), type(self))
