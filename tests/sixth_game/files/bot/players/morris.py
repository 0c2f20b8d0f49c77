"""Nine Men's Morris: men first, then mills, room to move, and mills that can be closed next."""

from collections.abc import Hashable, Sequence

from bot.players.judging import Judge, Reason
from bot.rules.morris import COLOURS, MILLS, NEIGHBOURS, Move, Position
from bot.text import N_

MAN_POINTS = 10.0
MILL_POINTS = 2.0  # for each of a mill's three men
ROOM_POINTS = 0.5  # for each empty point next to a man
WON = 1000.0


class MorrisJudge(Judge[Position, Move]):
    grain = 5.0
    opening = 2
    late_moves_from = 4

    def evaluate(self, state: Position) -> Sequence[float]:
        """Men on the board and in hand, those in mills, and room to move."""
        if state.result is not None:
            return [WON if place == 1 else 0.0 for place in state.result.places]
        taken = state.men[0] | state.men[1]
        return [
            MAN_POINTS * (len(own) + hand)
            + MILL_POINTS * sum([mill <= own for point in own for mill in MILLS[point]])
            + ROOM_POINTS * sum([len(NEIGHBOURS[point] - taken) for point in own])
            for own, hand in zip(state.men, state.in_hand, strict=True)
        ]

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """Men alone."""
        return [MAN_POINTS * (len(own) + hand) for own, hand in zip(state.men, state.in_hand, strict=True)]

    def urgency(self, state: Position, move: Move) -> float:
        """Mills first, then what stops one of the other seat."""
        stops = any(mill <= state.men[1 - state.turn] for mill in MILLS[move.target])
        return 2.0 * (move.captured is not None) + stops

    def noisy(self, state: Position) -> Sequence[Move]:
        """Moves that take a man."""
        return [move for move in state.legal() if move.captured]

    def key(self, state: Position) -> Hashable:
        return state.men, state.in_hand, state.turn

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        if after.over in ("men", "blocked"):
            return [Reason(N_("wins the match"))]
        seat = before.turn
        own, other = after.men[seat], after.men[1 - seat]
        reasons = []
        if move.captured:
            reasons.append(Reason(N_("makes a mill and takes the man on {point}"), {"point": move.captured}))
        if any(mill <= other for mill in MILLS[move.target]):
            reasons.append(Reason(N_("keeps {colour} from a mill"), {"colour": COLOURS[1 - seat]}))
        threats = [point for point in NEIGHBOURS if point not in own | other and _closes(after, seat, point)]
        if threats and not move.captured:
            reasons.append(Reason(N_("prepares a mill on {point}"), {"point": threats[0]}))
        return reasons


def _closes(state: Position, seat: int, point: str) -> bool:
    """Whether a seat has two men in line with an empty point, and a third to bring there."""
    own = state.men[seat]
    for mill in MILLS[point]:
        third = own - mill
        if mill <= own and (state.in_hand[seat] or third & NEIGHBOURS[point]):
            return True
    return False


judge = MorrisJudge()
