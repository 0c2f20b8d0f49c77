"""Cirondo: material, moons on their way, and captures first of all."""

from collections.abc import Iterable, Sequence
from math import log
from types import MappingProxyType

from bot.players.budget import Meter
from bot.players.cirondo.position import CirondoPosition
from bot.players.cirondo.tables import Count
from bot.players.judging import Judge, Reason
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import (
    INNERMOST,
    MOON,
    NUMBERS,
    PLANET,
    SOLAR,
    SPACE_NUMBERS,
    SPACES,
    SUPPLY,
    Board,
    kind_of,
    ring_of,
    seat_of,
)
from bot.text import N_

# The value of a stellar, in points.
PLANET_POINTS = 3.0
OUT_OF_HOME = 0.15  # a planet off ring A and ring B reaches further
SOLAR_POINTS = 8.0
MOON_POINTS = (0.0, 1.0, 1.2, 1.6, 2.4, 3.7, 5.4, 0.0)  # by ring: the closer to ring H, the sooner it is a Solar System
STRENGTH = 100.0  # worth of being e times as strong

PLAIN = {PLANET: 9.0, MOON: 3.0, SOLAR: 24.0}
PLAIN_RING = 0.4  # for each ring that a moon has moved inward

NAMES = {PLANET: N_("a planet"), MOON: N_("a moon"), SOLAR: N_("a Solar System")}


def _points(kind: int, ring: int) -> float:
    if kind == MOON:
        return MOON_POINTS[ring]
    if kind == SOLAR:
        return SOLAR_POINTS
    return PLANET_POINTS + OUT_OF_HOME * (ring > 1)


def _plain_points(kind: int, ring: int) -> float:
    return PLAIN[kind] + PLAIN_RING * (ring - 1) * (kind == MOON)


# By the logarithm of the material: the stronger side welcomes every exchange.
COUNT = Count(_points, unit=0.05, worth=lambda points: STRENGTH * log(1.0 + points))
PLAIN_COUNT = Count(_plain_points, unit=0.2, worth=lambda points: points)


class CirondoJudge(Judge[Position, Move]):
    grain = 2.0
    # A step more or twice the time decides most matches, so the levels are closer to each other than in other games.
    blindness = MappingProxyType({"beginner": 0.03, "easy": 0.08, "normal": 0.0})
    steps = MappingProxyType({"beginner": 2, "easy": 2, "normal": 3})
    paces = MappingProxyType({"normal": 2.0, "expert": 0.75})
    careful = MappingProxyType({"beginner": 1.0})
    keeps_pieces = frozenset({"beginner", "easy", "normal"})
    lost = 140.0
    opening = 3
    orders_by_evaluation = False
    late_moves_from = 6

    def evaluate(self, state: Position) -> Sequence[float]:
        return COUNT.of(state.board)

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """The stellar on the board, and how far the moons have come."""
        return PLAIN_COUNT.of(state.board)

    def position(self, state: Position, meter: Meter, *, plain: bool) -> CirondoPosition:
        return CirondoPosition(state, meter, PLAIN_COUNT if plain else COUNT)

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        board, seat, table = before.board, before.to_move, before.table
        if seat is None:
            return []
        origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
        piece, captured = board.cells[origin], board.cells[target]
        kind = kind_of(piece)
        if after.result is not None and after.result.places[seat] == 1 and max(after.result.places) > 1:
            return [Reason(N_("wins the match"))]
        reasons = []
        if captured:
            reasons.append(
                Reason(
                    N_("takes {stellar} from {colour}"),
                    {"stellar": NAMES[kind_of(captured)], "colour": table.colours[seat_of(captured)]},
                )
            )
        if kind == MOON and ring_of(target) == INNERMOST:
            reasons.append(Reason(N_("turns a moon into a Solar System")))
        in_reach, still_in_reach = _threatened_spaces(before, seat), _threatened_spaces(after, seat)
        if target not in still_in_reach and origin in in_reach:
            reasons.append(Reason(N_("saves {stellar} that could be taken"), {"stellar": NAMES[kind]}))
        shielded = _dearest(board, in_reach - still_in_reach - {origin, target})
        if shielded is not None:
            reasons.append(
                Reason(
                    N_("keeps {stellar} on {space} from being taken"),
                    {"stellar": NAMES[kind_of(board.cells[shielded])], "space": SPACES[shielded]},
                    (SPACES[shielded],),
                )
            )
        if target not in still_in_reach:
            reasons += _threats(before, after, seat)
        ahead = after.board.cells[target - NUMBERS] if ring_of(target) > 1 else 0
        if ahead and kind_of(ahead) == MOON and table.side_of[seat_of(ahead)] != table.side_of[seat]:
            reasons.append(
                Reason(
                    N_("stops {colour}'s moon on {space}"),
                    {"colour": table.colours[seat_of(ahead)], "space": SPACES[target - NUMBERS]},
                    (SPACES[target - NUMBERS],),
                )
            )
        if kind == MOON and ring_of(target) < INNERMOST and board.solars[seat] < SUPPLY:
            left = INNERMOST - ring_of(target)
            words = N_("brings a moon to ring {ring}, {n} steps from becoming a Solar System")
            if left == 1:
                words = N_("brings a moon to ring {ring}, one step from becoming a Solar System")
            reasons.append(Reason(words, {"ring": move.target[0], "n": left}))
        if kind == PLANET and ring_of(origin) <= 1 < ring_of(target):
            reasons.append(Reason(N_("brings a planet out of its home")))
        if target in still_in_reach:
            reasons.append(Reason(N_("but could be taken on {space}"), {"space": move.target}))
        return reasons


def _dearest(board: Board, spaces: Iterable[int]) -> int | None:
    """The space among these with the most valuable stellar; None if there is none."""
    return max(
        (space for space in spaces if board.cells[space]),
        key=lambda space: (PLAIN[kind_of(board.cells[space])], -space),
        default=None,
    )


def _threats(before: Position, after: Position, seat: int) -> list[Reason]:
    """What a seat could capture next, after its move, that it couldn't before."""
    board, table = after.board, after.table
    new = _takes(after, seat) - _takes(before, seat)
    dear = _dearest(board, new)
    if dear is None:
        return []
    if len(new) > 1:
        places = tuple(SPACES[space] for space in sorted(new))
        return [Reason(N_("threatens {n} stellar at the same time"), {"n": len(new)}, places)]
    values = {
        "stellar": NAMES[kind_of(board.cells[dear])],
        "colour": table.colours[seat_of(board.cells[dear])],
        "space": SPACES[dear],
    }
    return [Reason(N_("threatens {stellar} on {space} ({colour})"), values, (SPACES[dear],))]


def _takes(state: Position, seat: int) -> set[int]:
    """The spaces a seat could capture on if it were its turn."""
    cells = state.board.cells
    return {target for move in state.board.moves(seat) if cells[target := SPACE_NUMBERS[move.target]]}


def _threatened_spaces(state: Position, seat: int) -> set[int]:
    """The spaces of a seat's stellar that others could capture if it were their turn."""
    cells, side_of = state.board.cells, state.table.side_of
    return {
        space
        for other in range(state.table.seats)
        if side_of[other] != side_of[seat]
        for space in _takes(state, other)
        if seat_of(cells[space]) == seat
    }
