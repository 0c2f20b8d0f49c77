"""Cirondo: material, moons on their way, and captures before all else."""

from collections.abc import Hashable, Iterable, Sequence
from math import log

from bot.players.judging import Judge, Reason
from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import (
    INNERMOST,
    KINDS,
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
    stellar,
)
from bot.text import N_

PLANET_POINTS = 3.0
OUT_OF_HOME = 0.15  # a planet off ring A and ring B sees further
SOLAR_POINTS = 8.0
MOON_POINTS = (0.0, 1.0, 1.1, 1.3, 1.7, 2.4, 3.6, 0.0)  # by ring: the nearer to ring H, the sooner a Solar System
MARGIN = 1.4  # more than a moon gains by any step but the last
FEW = 4  # stellar with which having to move may be a burden
STRENGTH = 100.0  # points for being e times as strong

PLAIN = {PLANET: 9.0, MOON: 3.0, SOLAR: 24.0}
PLAIN_RING = 0.4  # for each ring that a moon has come inward

NAMES = {PLANET: N_("a planet"), MOON: N_("a moon"), SOLAR: N_("a Solar System")}


def _points(piece: int, space: int) -> float:
    kind, ring = kind_of(piece), ring_of(space)
    if kind == MOON:
        return MOON_POINTS[ring]
    if kind == SOLAR:
        return SOLAR_POINTS
    return PLANET_POINTS + OUT_OF_HOME * (ring > 1)


POINTS = tuple(
    tuple(_points(piece, space) if piece else 0.0 for space in range(len(SPACES))) for piece in range(1 + 4 * KINDS)
)
"""What a stellar on a space counts."""


LAST_BUT_ONE = (INNERMOST - 1) * NUMBERS  # the first space of ring G
HOME_RINGS = 2 * NUMBERS  # the first space of ring C
MOON_RINGS = tuple((ring * NUMBERS, (ring + 1) * NUMBERS, MOON_POINTS[ring]) for ring in range(1, INNERMOST))


class CirondoJudge(Judge[Position, Move]):
    grain = 2.0
    opening = 3
    looks = False
    late = 6

    def worths(self, state: Position) -> Sequence[float]:
        """By the logarithm of the material: with the upper hand every exchange is welcome."""
        board = state.board
        return [STRENGTH * log(1.0 + _material(board, seat)) for seat in range(board.table.seats)]

    def plain(self, state: Position) -> Sequence[float]:
        """The stellar on the board, and how far the moons have come."""
        board = state.board
        return [
            sum([PLAIN[kind_of(board.cells[space])] + PLAIN_RING * _rings_walked(board, space) for space in spaces])
            for spaces in board.spaces
        ]

    def urgency(self, state: Position, move: Move) -> float:
        """Captures of much by little first, then moons and what goes inward."""
        cells = state.board.cells
        origin, target = SPACE_NUMBERS[move.origin], SPACE_NUMBERS[move.target]
        piece, captured = cells[origin], cells[target]
        gain = POINTS[captured][target] * 10 - POINTS[piece][origin] + 100 if captured else 0.0
        if kind_of(piece) == MOON:
            gain += 80.0 if ring_of(target) == INNERMOST else ring_of(target)
        return gain

    def loud(self, state: Position) -> Sequence[Move]:
        """Captures, and moons that become Solar Systems."""
        board, seat = state.board, state.to_move
        if seat is None or state.owed:
            return ()
        taken = {SPACES[space] for other, spaces in enumerate(board.spaces) if other != seat for space in spaces}
        moon = stellar(seat, MOON)
        if board.cells.count(moon, LAST_BUT_ONE, LAST_BUT_ONE + NUMBERS):
            cells = board.cells
            return [
                move
                for move in state.legal()
                if move.target in taken or (move.target[0] == "H" and cells[SPACE_NUMBERS[move.origin]] == moon)
            ]
        return [move for move in state.legal() if move.target in taken]

    def gain(self, state: Position, move: Move) -> float:
        board, seat = state.board, state.to_move
        target = SPACE_NUMBERS[move.target]
        captured = board.cells[target]
        gain = 0.0
        if captured:
            points = POINTS[captured][target]
            gain = STRENGTH * points / (1.0 + max(_material(board, seat_of(captured)) - points, 0.0))
        if (
            seat is not None
            and ring_of(target) == INNERMOST
            and kind_of(board.cells[SPACE_NUMBERS[move.origin]]) == MOON
        ):
            gain += STRENGTH * SOLAR_POINTS / (1.0 + _material(board, seat))
        return gain

    def margin(self, state: Position) -> float:
        """A moon's step to ring G at most."""
        seat = state.to_move
        if seat is None:
            return 0.0
        return STRENGTH * MARGIN / (1.0 + _material(state.board, seat))

    def passed(self, state: Position) -> Position | None:
        board, table, seat = state.board, state.table, state.to_move
        if seat is None or state.owed or board.count(table.side_of[seat]) < FEW:
            return None
        for later in range(1, table.seats):
            following = (seat + later) % table.seats
            if following not in state.defeated and board.can_move(following):
                return Position(board, draw_rule=False, to_move=following, defeated=state.defeated)
        return None

    def key(self, state: Position) -> Hashable:
        return state.board.cells, state.to_move, bool(state.owed)

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
                    N_("takes {stellar} of {colour}"),
                    {"stellar": NAMES[kind_of(captured)], "colour": table.colours[seat_of(captured)]},
                )
            )
        if kind == MOON and ring_of(target) == INNERMOST:
            reasons.append(Reason(N_("turns a moon into a Solar System")))
        in_reach, still_in_reach = _threatened(before, seat), _threatened(after, seat)
        if target not in still_in_reach and origin in in_reach:
            reasons.append(Reason(N_("saves {stellar} that was in reach"), {"stellar": NAMES[kind]}))
        shielded = _dearest(board, in_reach - still_in_reach - {origin, target})
        if shielded is not None:
            reasons.append(
                Reason(
                    N_("keeps {stellar} on {space} from being taken"),
                    {"stellar": NAMES[kind_of(board.cells[shielded])], "space": SPACES[shielded]},
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
                )
            )
        if kind == MOON and ring_of(target) < INNERMOST and board.solars[seat] < SUPPLY:
            left = INNERMOST - ring_of(target)
            reasons.append(
                Reason(N_("brings a moon to ring {ring}, {n} from the innermost"), {"ring": move.target[0], "n": left})
            )
        if kind == PLANET and ring_of(origin) <= 1 < ring_of(target):
            reasons.append(Reason(N_("brings a planet out of its home")))
        if target in still_in_reach:
            reasons.append(Reason(N_("but may be taken on {space}"), {"space": move.target}))
        return reasons


def _rings_walked(board: Board, space: int) -> int:
    """How many rings the moon on a space has come inward; 0 for what is no moon."""
    return ring_of(space) - 1 if kind_of(board.cells[space]) == MOON else 0


def _dearest(board: Board, spaces: Iterable[int]) -> int | None:
    """The space of these with the most valuable stellar; None without any."""
    return max(
        (space for space in spaces if board.cells[space]),
        key=lambda space: (PLAIN[kind_of(board.cells[space])], -space),
        default=None,
    )


def _threats(before: Position, after: Position, seat: int) -> list[Reason]:
    """What a seat could take next, now that it has moved, and couldn't before."""
    board, table = after.board, after.table
    new = _takes(after, seat) - _takes(before, seat)
    dear = _dearest(board, new)
    if dear is None:
        return []
    if len(new) > 1:
        return [Reason(N_("threatens {n} stellar at once"), {"n": len(new)})]
    values = {
        "stellar": NAMES[kind_of(board.cells[dear])],
        "colour": table.colours[seat_of(board.cells[dear])],
        "space": SPACES[dear],
    }
    return [Reason(N_("threatens {stellar} of {colour} on {space}"), values)]


def _material(board: Board, seat: int) -> float:
    """The points of a seat's stellar. They are counted by kind and ring, which is faster than one by one."""
    count = board.cells.count
    planet = stellar(seat, PLANET)
    moon = planet + MOON
    points = PLANET_POINTS * count(planet) + OUT_OF_HOME * count(planet, HOME_RINGS) + SOLAR_POINTS * board.solars[seat]
    for start, end, worth in MOON_RINGS:
        points += worth * count(moon, start, end)
    return points


def _takes(state: Position, seat: int) -> set[int]:
    """The spaces of what a seat could take if it were its turn."""
    cells = state.board.cells
    return {target for move in state.board.moves(seat) if cells[target := SPACE_NUMBERS[move.target]]}


def _threatened(state: Position, seat: int) -> set[int]:
    """The spaces of a seat's stellar that others could take if it were their turn now."""
    cells, side_of = state.board.cells, state.table.side_of
    return {
        space
        for other in range(state.table.seats)
        if side_of[other] != side_of[seat]
        for space in _takes(state, other)
        if seat_of(cells[space]) == seat
    }


judge = CirondoJudge()
