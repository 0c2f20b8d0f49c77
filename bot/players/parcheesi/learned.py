"""The judge that hard players, better ones and hints go by: a net, after the best use of what is left of a throw."""

from collections.abc import Hashable, Sequence
from types import MappingProxyType

from bot.players.parcheesi.judge import ParcheesiJudge
from bot.players.parcheesi.net import ALL_HOME, Net
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.situation import is_decided

CERTAIN = 100.0  # points for a won position: a net's chances are per cent
REMEMBERED = 1_500  # positions
NO_LUCK = Scripted(())  # nothing but a throw draws luck

Chances = Sequence[float]
"""For each seat the probability, 0 to 1, that it wins; after the first has won, that it comes home next."""


class LearnedJudge(ParcheesiJudge):
    """Judges a position by the chances to win it, in per cent. A hard player looks at its own throw alone.

    A net knows positions before a throw. A throw that is being played counts as the best position that it can lead
    to for its seat, so each first look sees a throw to its end, and the second step meets every next throw.
    """

    grain = 2.0  # a chance that is one per cent better
    lost = 98.0  # a chance of 1 %
    depths = (1, 2)
    steps = MappingProxyType({"hard": 1})

    def __init__(self, net: Net) -> None:
        super().__init__()
        self._net = net
        self._known: dict[Hashable, Chances] = {}

    def chance(self, lead: float) -> float:
        return (CERTAIN + lead) / (2 * CERTAIN)

    def evaluate(self, state: Position) -> Sequence[float]:
        """A seat that is home has as much as one that certainly wins."""
        finished = state.finished
        return [CERTAIN if seat in finished else CERTAIN * chance for seat, chance in enumerate(self.chances_in(state))]

    def chances_in(self, state: Position) -> Chances:
        """The chances if the seat to move uses its throw as well as it can."""
        seat = state.to_move
        if seat is None:
            return _of_end(state)
        rolls_again = state.dice is not None and state.dice[0] == state.dice[1]
        table = state.table
        rules = table.blockade_limit, table.max_rolls and table.max_rolls - state.rolls, table.triple_doubles
        key = (seat, state.pawns, state.left, state.bonuses, state.pairs, rolls_again, state.ages, rules)
        known = self._known.get(key)
        if known is not None:
            return known
        chances: Chances
        if state.phase == "roll":
            chances = self._net.chances(state)
        else:
            ends = (self._after(state, state.after(move, NO_LUCK)) for move in state.legal())
            chances = max(ends, key=lambda end: end[seat])
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[key] = chances
        return chances

    def _after(self, before: Position, state: Position) -> Chances:
        """The chances after a move; a seat that it brings home has won what was left to win."""
        if len(state.finished) > len(before.finished):
            return [float(pawns == ALL_HOME and seat not in before.finished) for seat, pawns in enumerate(state.pawns)]
        return self.chances_in(state)


def _of_end(state: Position) -> Chances:
    """Who has won what was left to win when the match ended; shared where several have as many points."""
    seats = range(state.table.seats)
    if is_decided(state.table, state.finished):
        return [float(seat == state.finished[-1]) for seat in seats]
    assert state.result is not None  # noqa: S101 - for the type checker: it is over
    places = [len(seats) + 1 if seat in state.finished else place for seat, place in enumerate(state.result.places)]
    best = min(places)
    return [(place == best) / places.count(best) for place in places]
