"""Positions that a search walks on, making and unmaking moves.

`StatePosition` uses the states of the rules, which works for every game. A game whose judge has its own position
(`Judge.position`) is searched several times as fast: it changes flat arrays instead of creating new states.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import Any, TypeVar

from bot.rules.api import Chance

T = TypeVar("T")

OTHERS_BEST = 0.5  # with several opponents, the weight of the best of them against their average


def lead_of(worths: Sequence[float], sides: Sequence[Sequence[int]], side: int) -> float:
    """How far a side is ahead of the others, from the worth of each seat's position."""
    each = [sum([worths[seat] for seat in seats]) / len(seats) for seats in sides]
    own = each.pop(side)
    if len(each) > 1:
        return own - OTHERS_BEST * max(each) - (1 - OTHERS_BEST) * sum(each) / len(each)
    return own - each[0] if each else own


class SearchPosition(ABC):
    """The current position of a search. Its moves may have a form of their own: `encode` converts those of the rules.

    `to_move` is the seat that decides next, or None when the match is over; `turn_goes_on` says whether the last move
    left its turn unfinished (`State.same_turn`).
    """

    to_move: int | None
    turn_goes_on: bool = False

    @abstractmethod
    def make(self, move: Any, sample: int = 0) -> bool:
        """Plays a legal move and spends one position of the budget for it. Returns whether it drew luck.

        Another `sample` draws different luck. Raises OutOfBudget before anything has changed.
        """

    def make_with(self, move: Any, luck: Chance) -> None:
        """Plays a move with luck from `lucks`; for positions that draw luck."""
        raise NotImplementedError

    def lucks(self, move: Any) -> Sequence[tuple[Chance, float]]:
        """All possible outcomes of a move's luck with their probabilities; empty if there are too many."""
        return ()

    @abstractmethod
    def unmake(self) -> None:
        """Undoes the last `make` or `make_pass` not yet undone."""

    def rewind(self, number: int) -> None:
        """Undoes this many `make` at once."""
        for _ in range(number):
            self.unmake()

    @abstractmethod
    def make_pass(self) -> bool:
        """Lets the mover pass, which `unmake` undoes; False if the judge says that this proves nothing here."""

    @abstractmethod
    def moves(self) -> Sequence[Any]:
        """The moves worth considering; never empty while the match runs."""

    @abstractmethod
    def noisy(self) -> Sequence[Any]:
        """The moves that change so much that a position isn't judged before them, most urgent first."""

    @abstractmethod
    def quiet(self) -> list[Any]:
        """Those of `moves` that aren't noisy, most urgent first."""

    @abstractmethod
    def gain(self, move: Any) -> float:
        """The most that a move adds to its mover's lead before another side moves; inf if unknown."""

    def is_losing(self, move: Any) -> bool:
        """Whether a noisy move clearly costs more than it gains, so that it settles nothing."""
        return False

    def gives_away(self, move: Any) -> float:
        """How many pieces the next seat can take for nothing after a move that takes none itself, 0 for other moves."""
        return 0.0

    @abstractmethod
    def margin(self) -> float:
        """The most that any quiet move adds to its mover's lead, with rare exceptions; inf if unknown."""

    @abstractmethod
    def key(self) -> Hashable:
        """A key that equal positions share, so that they are searched only once."""

    @abstractmethod
    def lead(self, side: int) -> float:
        """How far a side is ahead of the others, in the judge's points."""

    def glance(self, move: Any, side: int) -> float:
        """Roughly how far a side is ahead right after a move; comparable only with other moves made from here."""
        self.make(move)
        lead = self.lead(side)
        self.unmake()
        return lead

    def play_out(
        self,
        draw: Callable[[], float],
        tries: int,
        side_of: Mapping[int | None, int],
        judged: Callable[[], T],
    ) -> tuple[T, list[tuple[int, Any]]]:
        """Plays to the end of the match and goes back: each seat plays the best of a few random moves at a glance.

        `draw` returns random numbers from 0 to 1; `tries` is the number of random moves, `side_of` has the side of each
        seat. Returns what was `judged` at the end, and the moves with the sides that played them. Whoever runs out of
        budget finds the position unchanged.
        """
        played: list[tuple[int, Any]] = []
        try:
            while self.to_move is not None:
                side = side_of[self.to_move]
                move = self.best_of(draw, tries, side)
                self.make(move)
                played.append((side, move))
            return judged(), played
        finally:
            self.rewind(len(played))

    def best_of(self, draw: Callable[[], float], tries: int, side: int) -> Any:
        """The best for a side at a glance of this many random moves."""
        moves = self.moves()
        number = len(moves)
        best = moves[0]
        if number > 1:
            most = -inf
            for move in dict.fromkeys([moves[int(draw() * number)] for _ in range(tries)]):
                lead = self.glance(move, side)
                if lead > most:
                    best, most = move, lead
        return best

    @abstractmethod
    def places(self) -> Sequence[int] | None:
        """The place of each seat, 1 for the winner; None while the match runs."""

    def encode(self, move: Any) -> Any:
        """A legal move of the rules in this position's form."""
        return move
