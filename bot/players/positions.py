"""What a search walks on: a position that makes moves and unmakes them again.

`StatePosition` walks over the states of the rules, which serves every game. A game whose judge brings its own position
(`Judge.position`) is searched several times as fast: it changes flat arrays instead of making new states.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any

from bot.rules.api import Chance

OTHERS_BEST = 0.5  # with several opponents, how much the best of them weighs against their average


def lead_of(worths: Sequence[float], sides: Sequence[Sequence[int]], side: int) -> float:
    """Returns how far a side is ahead of the others, by what each seat's position is worth."""
    each = [sum([worths[seat] for seat in seats]) / len(seats) for seats in sides]
    own = each.pop(side)
    if len(each) > 1:
        return own - OTHERS_BEST * max(each) - (1 - OTHERS_BEST) * sum(each) / len(each)
    return own - each[0] if each else own


class Position(ABC):
    """Where a search stands. Its moves may have a form of their own: `coded` translates those of the rules.

    `to_move` is the seat that decides next, or None when the match is over; `turn_goes_on` says whether the last move
    left its turn unfinished (`State.same_turn`).
    """

    to_move: int | None
    turn_goes_on: bool = False

    @abstractmethod
    def make(self, move: Any, sample: int = 0) -> bool:
        """Plays a legal move and spends one position of the budget for it. Returns whether it drew luck.

        With another `sample` it draws other luck. Raises OutOfBudget before anything has changed.
        """

    def make_with(self, move: Any, luck: Chance) -> None:
        """Plays a move with luck out of `lucks`; for positions that draw some."""
        raise NotImplementedError

    def lucks(self, move: Any) -> Sequence[tuple[Chance, float]]:
        """Returns all that the luck of a move can bring, with how likely each is; empty where that is too much."""
        return ()

    @abstractmethod
    def unmake(self) -> None:
        """Takes back the last `make` or `make_pass` that hasn't been taken back yet."""

    @abstractmethod
    def make_pass(self) -> bool:
        """Lets the mover pass, to be taken back by `unmake`; False if the judge says that this proves nothing here."""

    @abstractmethod
    def moves(self) -> Sequence[Any]:
        """Returns the moves worth thinking about; never none of them while the match runs."""

    @abstractmethod
    def loud(self) -> Sequence[Any]:
        """Returns the moves that change so much that a position isn't judged before them, the most urgent first."""

    @abstractmethod
    def quiet(self) -> list[Any]:
        """Returns those of `moves` that aren't loud, the most urgent first."""

    @abstractmethod
    def gain(self, move: Any) -> float:
        """Returns the most that a move adds to its mover's lead before another side moves; inf if that isn't known."""

    def is_losing(self, move: Any) -> bool:
        """Returns whether a loud move clearly costs more than it gains, so that nothing is settled by it."""
        return False

    @abstractmethod
    def margin(self) -> float:
        """Returns the most that any quiet move adds to its mover's lead, or hardly ever more; inf if unknown."""

    @abstractmethod
    def key(self) -> Hashable:
        """Returns what two positions have in common that need not be searched twice."""

    @abstractmethod
    def lead(self, side: int) -> float:
        """Returns how far a side is ahead of the others, in the judge's points."""

    def glance(self, move: Any, side: int) -> float:
        """Returns about how far a side is ahead right after a move; compared only with other moves made from here."""
        self.make(move)
        lead = self.lead(side)
        self.unmake()
        return lead

    @abstractmethod
    def places(self) -> Sequence[int] | None:
        """Returns the place of each seat, 1 for the winner; None while the match runs."""

    def coded(self, move: Any) -> Any:
        """Returns a legal move of the rules as this position makes it."""
        return move
