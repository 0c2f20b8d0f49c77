"""A game as it is set up for puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.players.judging import AnyJudge
from bot.rules.api import Game


@dataclass(frozen=True, slots=True)
class PuzzleSetup:
    """A game as it is set up: who plays with whom, and who judges."""

    game: Game[Any]
    judge: AnyJudge
    sides: Sequence[Sequence[int]]

    def side_of(self, seat: int) -> int:
        """The number of the side on which a seat plays."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)
