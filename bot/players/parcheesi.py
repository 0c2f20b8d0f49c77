"""Parcheesi: pawns on their way, out of reach of those behind them."""

from collections.abc import Sequence

from bot.players.judging import Judge, Reason
from bot.rules.parcheesi import Move, Position, told
from bot.rules.parcheesi.board import COLOURS, FACES, HOME, NEST, SAFE, SQUARE_NUMBERS, TRACK, progress
from bot.text import N_

OUT_OF_NEST = 8.0  # points for a pawn that waits for no five any more
AT_HOME = 12.0  # points for a pawn that nothing can happen to, with the bonus it has brought
SHARE_OF_BONUS = 0.8  # of a bonus still to be played
BLOCKADE = 2.0  # points for each pawn of a blockade on the track
CAPTURED = 14.0  # what a capture gives to the other, in points beside the way that is lost

REACH = 2 * FACES
HITS = tuple(
    sum(distance in (one, other) or distance == one + other for one in range(1, 7) for other in range(1, 7)) / 36
    for distance in range(REACH + 1)
)
"""How likely a throw brings a pawn exactly that many squares on, with either die or both."""

ENTERS = 15 / 36  # how likely a throw brings a pawn out of its nest


class ParcheesiJudge(Judge[Position, Move]):
    grain = 6.0
    depths = (1, 3, 5)  # after every throw its use: a throw alone tells little
    widths = (12, 6, 4)

    def worths(self, state: Position) -> Sequence[float]:
        table = state.table
        colours = table.colours
        bonuses = SHARE_OF_BONUS * sum(state.bonuses)
        worths = []
        for seat, pawns in enumerate(state.pawns):
            colour = colours[seat]
            worth = bonuses if seat == state.to_move else 0.0
            for square in pawns:
                if square == NEST:
                    continue
                way = progress(colour, square)
                worth += OUT_OF_NEST + way
                if square > TRACK:
                    worth += AT_HOME if square == HOME else AT_HOME / 2
                elif pawns.count(square) > 1:
                    worth += BLOCKADE
                else:
                    worth -= _danger(state, seat, square) * (OUT_OF_NEST + way + CAPTURED)
            worths.append(worth)
        return worths

    def plain(self, state: Position) -> Sequence[float]:
        """The squares that the pawns have walked."""
        return [
            float(sum([progress(state.table.colours[seat], square) for square in pawns if square != NEST]))
            for seat, pawns in enumerate(state.pawns)
        ]

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None or move.kind in ("roll", "skip"):
            return []
        happened = told(before, move, after)
        colours = COLOURS[before.table.seats]
        reasons = []
        if happened.finished:
            reasons.append(Reason(N_("brings the last pawn home")))
        elif happened.home:
            reasons.append(Reason(N_("brings a pawn home")))
        if happened.captured:
            reasons.append(
                Reason(
                    N_("sends a pawn of {colour} back to its nest"), {"colour": colours[happened.captured.seat].name}
                )
            )
        if move.kind == "enter":
            reasons.append(Reason(N_("brings a pawn out of the nest")))
        origin, target = SQUARE_NUMBERS[move.origin], SQUARE_NUMBERS[move.target]
        if target <= TRACK:
            if after.pawns[seat].count(target) > 1:
                reasons.append(Reason(N_("makes a blockade on {square}"), {"square": move.target}))
            elif target in SAFE:
                reasons.append(Reason(N_("stands safe on {square}"), {"square": move.target}))
            elif _danger(after, seat, target) > _danger(before, seat, origin):
                reasons.append(Reason(N_("but may be captured on {square}"), {"square": move.target}))
            elif _danger(before, seat, origin) > 0:
                reasons.append(Reason(N_("gets out of reach")))
        elif target < HOME:
            reasons.append(Reason(N_("reaches the home row")))
        return reasons


def _danger(state: Position, seat: int, square: int) -> float:
    """How likely a lone pawn on this square is captured before its seat throws again; about, and 0 to 1."""
    if not 0 < square <= TRACK:
        return 0.0
    danger = 0.0
    safe = square in SAFE
    for other, pawns in enumerate(state.pawns):
        if other == seat:
            continue
        if safe:
            if state.table.colours[other].entry == square and NEST in pawns:
                danger += ENTERS
            continue
        for behind in pawns:
            if 0 < behind <= TRACK:
                distance = (square - behind) % TRACK
                if 0 < distance <= REACH:
                    danger += HITS[distance]
    return min(danger, 1.0)


judge = ParcheesiJudge()
