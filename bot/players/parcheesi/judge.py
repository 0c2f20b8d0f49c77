"""Parcheesi: pawns on their way, and how exposed they are to those behind them."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from bot.players.judging import Judge, Reason
from bot.rules.api import Chance
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Move, Position, what_happened
from bot.rules.parcheesi.board import (
    COLOURS,
    FACES,
    HOME,
    NEST,
    OPPOSITE_FACES,
    SAFE,
    SQUARE_NUMBERS,
    SQUARES,
    TRACK,
    progress,
)
from bot.text import N_

OUT_OF_NEST = 8.0  # points for a pawn that no longer waits for a five
AT_HOME = 12.0  # points for a pawn that is safe for good, including the bonus for getting there
IN_ROW = 6.0  # points for a pawn that is safe but still needs an exact throw
SHARE_OF_BONUS = 0.8  # of a bonus still to be played
BLOCKADE = 2.0  # points for each pawn of a blockade on the track
HELD_UP = 1.5  # points for each pawn of others close behind a blockade
CAPTURED = 14.0  # points that a capture gives to the other, in addition to the distance lost
MOVES_FIRST = 0.5  # the share of a danger that remains for a pawn whose seat is to move

LEARNED = ("hard", "expert", "adviser")
"""The levels that go by what has been learned."""

VARIANTS = ("triple_doubles", "blockade_limit", "max_rolls")
"""The options that change how a match goes; false or 0 is without them."""

REACH = 2 * FACES
FARTHEST = 2 * OPPOSITE_FACES
"""The farthest that the dice of one throw bring a pawn: of a double, if none of its pawns is in the nest."""

HITS = tuple(
    sum(distance in (one, other) or distance == one + other for one in range(1, 7) for other in range(1, 7)) / 36
    for distance in range(REACH + 1)
)
"""The probability that a throw brings a pawn exactly that many squares on, with either die or both."""

THROWS = tuple(
    ((one, other), (1 if one == other else 2) / 36) for one in range(1, FACES + 1) for other in range(one, FACES + 1)
)
"""The throws of two dice and their probabilities."""

WAYS = {colour: tuple(float(progress(colour, square)) for square in range(HOME + 1)) for colour in COLOURS[4]}
"""The distance a pawn has travelled, by its square."""

ENTERS = 15 / 36  # the probability that a throw brings a pawn out of its nest


class ParcheesiJudge(Judge[Position, Move]):
    grain = 6.0
    blindness = MappingProxyType({"beginner": 0.25, "easy": 0.5, "normal": 0.2})
    lost = 200.0
    passes = frozenset({"roll", "skip"})
    depths: Sequence[int] = (1, 3, 5)  # a throw together with its use: a throw alone tells little
    widths = (7, 4, 3)

    def __init__(
        self,
        learned: Callable[[int, bool], Judge[Position, Move]] | None = None,
        yardsticks: Mapping[str, Callable[[Position, random.Random], Move]] = MappingProxyType({}),
    ) -> None:
        """`learned` makes the judge that `LEARNED` go by, for so many seats, without or with `VARIANTS`."""
        self._learned = learned
        self.yardsticks = yardsticks

    def at_table(self, level: str, seats: int, options: Mapping[str, object]) -> Judge[Position, Move]:
        if self._learned is None or level not in LEARNED:
            return self
        return self._learned(seats, any(map(options.get, VARIANTS)))

    def evaluate(self, state: Position) -> Sequence[float]:
        table = state.table
        mover = state.to_move
        bonuses = SHARE_OF_BONUS * sum(state.bonuses)
        worths = []
        for seat, pawns in enumerate(state.pawns):
            ways = WAYS[table.colours[seat]]
            worth = bonuses if seat == mover else 0.0
            before = NEST
            for square in pawns:
                if square == NEST:
                    continue
                way = ways[square]
                worth += OUT_OF_NEST + way
                if square > TRACK:
                    worth += AT_HOME if square == HOME else IN_ROW
                elif square == before:
                    worth += 2 * BLOCKADE + HELD_UP * _pawns_held_up(state, seat, square)
                elif pawns.count(square) == 1:
                    danger = danger_of(state, seat, square)
                    if danger:
                        worth -= (MOVES_FIRST if seat == mover else 1.0) * danger * (OUT_OF_NEST + way + CAPTURED)
                before = square
            worths.append(worth)
        return worths

    def lucks(self, state: Position, move: Move) -> Sequence[tuple[Chance, float]]:
        if move.kind != "roll":
            return ()
        return [(Scripted(dice), share) for dice, share in THROWS]

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """The squares that the pawns have travelled."""
        return [
            float(sum([progress(state.table.colours[seat], square) for square in pawns if square != NEST]))
            for seat, pawns in enumerate(state.pawns)
        ]

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        seat = before.to_move
        if seat is None or move.kind in ("roll", "skip"):
            return []
        happened = what_happened(before, move, after)
        colours = COLOURS[before.table.seats]
        reasons = []
        if happened.finished:
            reasons.append(Reason(N_("brings the last pawn home")))
        elif happened.home:
            reasons.append(Reason(N_("brings a pawn home")))
        if happened.captured is not None:
            reasons.append(
                Reason(
                    N_("sends one of {colour}'s pawns back to the nest"),
                    {"colour": colours[happened.captured].name},
                )
            )
        if move.kind == "enter":
            reasons.append(Reason(N_("brings a pawn out of the nest")))
        origin, target = SQUARE_NUMBERS[move.origin], SQUARE_NUMBERS[move.target]
        was, danger = (
            0.0 if state.pawns[seat].count(square) > 1 else danger_of(state, seat, square)
            for state, square in ((before, origin), (after, target))
        )
        if target <= TRACK:
            if after.pawns[seat].count(target) > 1:
                reasons.append(Reason(N_("makes a blockade on {square}"), {"square": move.target}))
            elif _is_safe(after, seat, target):
                reasons.append(Reason(N_("brings a pawn to safety on {square}"), {"square": move.target}))
            elif danger < was and _out_of_reach(after, seat, target):
                reasons.append(Reason(N_("puts the pawn where no other can reach it with one throw's dice")))
            elif danger < was:
                reasons.append(Reason(N_("puts the pawn where fewer throws can capture it")))
        elif target < HOME and origin <= TRACK:
            reasons.append(Reason(N_("brings a pawn to the home row")))
        threatened = _nearest_target(after, seat, target)
        if threatened is not None and threatened != _nearest_target(before, seat, origin):
            other, square = threatened
            values = {"colour": colours[other].name, "square": SQUARES[square]}
            reasons.append(Reason(N_("threatens {colour} on {square}"), values, (SQUARES[square],)))
        lasting = set(before.blockades(seat)) & set(after.blockades(seat))
        is_last = not (after.left or after.bonuses)  # what follows in a throw may break it
        if lasting and is_last and not reasons:
            spot = min(lasting)
            reasons.append(Reason(N_("keeps the blockade on {square}"), {"square": spot}, (spot,)))
        if not reasons and target <= TRACK and _out_of_reach(after, seat, target):
            reasons.append(Reason(N_("keeps the pawn where no other can reach it with one throw's dice")))
        if not reasons:
            behind = [square for square in before.pawns[seat] if square not in (NEST, HOME)]
            ways = WAYS[colours[seat]]
            if ways[origin] == max(ways[square] for square in behind):
                reasons.append(Reason(N_("moves the leading pawn on")))
            elif ways[origin] == min(ways[square] for square in behind):
                reasons.append(Reason(N_("moves the last pawn on")))
        if target <= TRACK and danger > was:
            reasons.append(Reason(N_("but could be captured on {square}"), {"square": move.target}))
        if move.origin in before.blockades(seat) and origin <= TRACK:
            reasons.append(Reason(N_("but breaks the blockade on {square}"), {"square": move.origin}))
        return reasons


def danger_of(state: Position, seat: int, square: int) -> float:
    """The approximate probability that a lone pawn on this square is captured before its seat throws again, 0 to 1."""
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


def _is_safe(state: Position, seat: int, square: int) -> bool:
    """Whether nobody can ever capture a pawn here: a safe square where no other colour of the table comes out."""
    entries = {colour.entry for other, colour in enumerate(state.table.colours) if other != seat}
    return square in SAFE and square not in entries


def _out_of_reach(state: Position, seat: int, square: int) -> bool:
    """Whether no pawn of others can capture one here with the dice of its next throw, whatever they show.

    Free moves and what a double's second throw brings can still do it.
    """
    for other, pawns in enumerate(state.pawns):
        if other == seat or (square in SAFE and square != state.table.colours[other].entry):
            continue
        if square in SAFE:
            if NEST in pawns:
                return False
            continue
        reach = REACH if NEST in pawns else FARTHEST
        if any(0 < behind <= TRACK and 0 < (square - behind) % TRACK <= reach for behind in pawns):
            return False
        entry = state.table.colours[other].entry  # a five brings a pawn out, and the other value takes it on
        if NEST in pawns and 0 < (square - entry) % TRACK <= FACES:
            return False
    return True


def _nearest_target(state: Position, seat: int, square: int) -> tuple[int, int] | None:
    """The nearest pawn of others that one throw could capture from this square: its owner and its square."""
    if not 0 < square <= TRACK:
        return None
    threats = [
        ((theirs - square) % TRACK, other, theirs)
        for other, pawns in enumerate(state.pawns)
        for theirs in pawns
        if other != seat and 0 < theirs <= TRACK and theirs not in SAFE and pawns.count(theirs) == 1
    ]
    distance, other, theirs = min(threats, default=(TRACK, 0, 0))
    return (other, theirs) if 0 < distance <= REACH else None


def _pawns_held_up(state: Position, seat: int, square: int) -> int:
    """How many pawns of others a blockade on this square stops from moving by some throw of one die."""
    number = 0
    for other, pawns in enumerate(state.pawns):
        if other != seat:
            for behind in pawns:
                number += 0 < behind <= TRACK and 0 < (square - behind) % TRACK <= FACES
    return number
