"""How likely a move wins, compared with the next best one, as a reason for it."""

from dataclasses import dataclass

from bot.players.judging import Reason
from bot.text import N_

LEAST, MOST = 1, 99  # per cent: nothing is certain until it is proved


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a move and of the best other one against a single opponent, in per cent.

    `tried`: whether they were counted in trial games; otherwise a judge that knows chances estimates them.
    """

    own: int
    other: int
    tried: bool

    @classmethod
    def estimate(cls, own: float, other: float) -> "Odds":
        """From chances between 0 and 1."""
        first, second = (min(max(round(100 * chance), LEAST), MOST) for chance in (own, other))
        return cls(first, second, tried=False)

    @property
    def are_clear(self) -> bool:
        """Whether the move is better than all others."""
        return self.own > self.other

    def reason(self) -> Reason:
        """The odds in words."""
        if self.are_clear:
            both = {"n": self.own, "others": self.other}
            if self.tried:
                return Reason(N_("wins about {n}% of trial games (the next best move {others}%)"), both)
            return Reason(N_("wins about {n}% of the time (the next best move {others}%)"), both)
        alone = {"n": self.own}
        if self.tried:
            return Reason(N_("wins about {n}% of trial games, as does the next best move"), alone)
        return Reason(N_("wins about {n}% of the time, as does the next best move"), alone)
