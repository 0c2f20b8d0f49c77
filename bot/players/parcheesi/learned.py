"""The judge that experts and hints go by at tables for two: the net, after the best use of what is left of a throw."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from bot.players.parcheesi.judge import ParcheesiJudge
from bot.players.parcheesi.net import Net
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position

CERTAIN = 100.0  # points for a won position: the net's chances are per cent
REMEMBERED = 5_000  # positions
NO_LUCK = Scripted(())  # nothing but a throw draws luck


class LearnedJudge(ParcheesiJudge):
    """Judges a position by the chance to win it, in per cent. A hard player looks at its own throw alone.

    The net knows positions before a throw. A throw that is being played counts as the best position that it can lead
    to, so each first look sees a throw to its end, and the second step meets every next throw.
    """

    grain = 2.0  # a chance that is one per cent better
    lost = 98.0  # a chance of 1 %
    depths = (1, 2)
    steps = MappingProxyType({"hard": 1})

    def __init__(self, net: Net) -> None:
        super().__init__()
        self._net = net
        self._known: dict[Hashable, float] = {}

    def chance(self, lead: float) -> float:
        return (CERTAIN + lead) / (2 * CERTAIN)

    def evaluate(self, state: Position) -> Sequence[float]:
        first = CERTAIN * self._chance_of_seat_0(state)
        return first, CERTAIN - first

    def _chance_of_seat_0(self, state: Position) -> float:
        """The probability that seat 0 wins if the seat to move uses its throw as well as it can."""
        seat = state.to_move
        if seat is None:
            return float(state.finished[0] == 0)
        rolls_again = state.dice is not None and state.dice[0] == state.dice[1]
        key = (seat, state.pawns, state.left, state.bonuses, state.pairs, rolls_again)
        known = self._known.get(key)
        if known is not None:
            return known
        if state.phase == "roll":
            own = self._net.chance(seat, state.pawns)
            value = own if seat == 0 else 1 - own
        else:
            ends = [self._chance_of_seat_0(state.after(move, NO_LUCK)) for move in state.legal()]
            value = max(ends) if seat == 0 else min(ends)
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[key] = value
        return value
