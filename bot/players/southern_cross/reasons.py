"""Why a move of Southern Cross may be good: what it does to the counters, and who can win after it."""

from collections.abc import Iterator

from bot.players.judging import Reason
from bot.players.southern_cross.evaluation import apart, evaluate_colour
from bot.players.southern_cross.gathering import chance_to_win
from bot.rules.southern_cross import Move, Position, Spin
from bot.rules.southern_cross.actions import ACTIONS, BASE, End, Jump, Remove, Step, after
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    COUNTERS,
    EMPTY,
    SEATS,
    SIDE,
    SQUARE_NUMBERS,
    TILE_MASKS,
    cluster,
    full_tile_names,
    largest_cluster,
    occupied_squares,
    squares_of,
)
from bot.text import N_

LIKELY = 0.4  # a chance to win that is worth mentioning


def reasons_for(before: Position, move: Move, then: Position) -> list[Reason]:
    """What a move does, most important first."""
    seat = before.to_move
    if seat is None:
        return []
    colour = before.letter(seat)
    reasons = [
        *_for_the_next_seat(before, move, then, seat),
        *_of_own_counters(before, move, then, colour),
        *_of_entries(before, move, then, colour),
        *_of_tiles(before, then, colour),
    ]
    if isinstance(move, Remove):
        reasons += _of_what_stays(before, then, colour)
    home = TILE_MASKS[COLOURS[colour].home]
    stood, stand = squares_of(before.cells, colour), squares_of(then.cells, colour)
    if (stand & home).bit_count() < (stood & home).bit_count() and stand.bit_count() == stood.bit_count():
        reasons.append(Reason(N_("leaves the home tile, where counters don't count")))
    goes_on = then.phase == "act" and then.active == before.active and then.actions_left > 0
    if isinstance(move, End) and then.phase == "act" and before.actions_left:
        reasons.append(_reason_to_end(before, colour))
    elif goes_on:
        reasons[:0] = _of_the_turn(then, colour)
    if all(reason.against for reason in reasons):
        reasons[:0] = _of_others(before, then, seat)
    if goes_on and all(reason.against for reason in reasons) and _best_next(then, colour) > _best_next(before, colour):
        reasons.insert(0, Reason(N_("sets up the next action")))
    return reasons


def _of_own_counters(before: Position, move: Move, then: Position, colour: int) -> Iterator[Reason]:
    grown, was = largest_cluster(then.cells, colour), largest_cluster(before.cells, colour)
    places = _squares(cluster(then.cells, colour))
    if grown == COUNTERS > was:
        yield Reason(N_("brings all six counters together"), places=places)
    elif grown > max(was, 1):
        yield Reason(N_("brings {n} counters together"), {"n": grown}, places)
    elif grown < was:
        yield Reason(N_("but splits your cluster"))
    if isinstance(move, Spin):
        for other, facts in COLOURS.items():
            if other != colour and largest_cluster(then.cells, other) < largest_cluster(before.cells, other):
                broken = _squares(cluster(before.cells, other))
                yield Reason(N_("breaks up {colour}'s cluster"), {"colour": facts.name}, broken)
    if before.cells.count(colour) == then.cells.count(colour) and apart(squares_of(then.cells, colour)) < apart(
        squares_of(before.cells, colour)
    ):
        yield Reason(N_("brings your counters closer together"))


def _of_entries(before: Position, move: Move, then: Position, colour: int) -> Iterator[Reason]:
    """A counter brought in from the base, compared with the other ways in."""
    if not isinstance(move, Step | Jump) or move.start != BASE:
        return
    stand = squares_of(then.cells, colour)
    entries = [other for other in before.legal() if isinstance(other, Step | Jump) and other.start == BASE]
    distances = [apart(squares_of(after(before.cells, other, colour), colour)) for other in entries]
    if apart(stand) == min(distances) < max(distances):
        yield Reason(N_("brings a counter onto the board as close to your others as possible"), places=_squares(stand))
    else:
        yield _how_near_it_enters(before, move.path[-1], colour)


def _how_near_it_enters(before: Position, target: str, colour: int) -> Reason:
    """How far a counter that comes onto the board is from the cluster of its colour, or else from the nearest one."""
    together, own = _squares(cluster(before.cells, colour)), _squares(squares_of(before.cells, colour))
    if not own:
        return Reason(N_("brings your first counter onto the board"))
    in_cluster = len(together) > 1
    away, square = min((_squares_between(target, one), one) for one in (together if in_cluster else own))
    if in_cluster:
        words = N_("brings a counter onto the board, {n} squares from your cluster of {size}")
        beside = N_("brings a counter onto the board, beside your cluster of {size}")
        return Reason(words if away > 1 else beside, {"n": away, "size": len(together)}, together)
    words = N_("brings a counter onto the board, {n} squares from yours on {square}")
    beside = N_("brings a counter onto the board, beside yours on {square}")
    return Reason(words if away > 1 else beside, {"n": away, "square": square}, (square,))


def _squares_between(one: str, other: str) -> int:
    """How far two squares are apart, along columns and rows."""
    (column, row), (other_column, other_row) = (divmod(SQUARE_NUMBERS[square], SIDE) for square in (one, other))
    return abs(column - other_column) + abs(row - other_row)


def _for_the_next_seat(before: Position, move: Move, then: Position, seat: int) -> Iterator[Reason]:
    """What an action does to what the next seat can win in its turn."""
    if not isinstance(move, Step | Jump | Spin):
        return
    follower = (seat + 1) % SEATS
    colour = before.letter(follower)
    could, can = (
        chance_to_win(squares_of(cells, colour), occupied_squares(cells), colour, ACTIONS) >= LIKELY
        for cells in (before.cells, then.cells)
    )
    named = {"colour": before.colour(follower).name}
    if could and not can:
        yield Reason(N_("keeps {colour} from winning next turn"), named, _squares(squares_of(before.cells, colour)))
    elif can and not could:
        yield Reason(N_("but lets {colour} win next turn"), named)


def _of_tiles(before: Position, then: Position, colour: int) -> Iterator[Reason]:
    """Tiles that become full, and full ones that are opened."""
    full, filled = full_tile_names(before.cells), full_tile_names(then.cells)
    for tile in filled:
        if tile not in full:
            stand_there = occupied_squares(then.cells) & TILE_MASKS[tile]
            mine = squares_of(then.cells, colour) & TILE_MASKS[tile]
            theirs = stand_there & ~mine
            if theirs:
                words, number = N_("fills a tile and puts {n} of the others' counters at risk"), theirs.bit_count()
                yield Reason(words, {"n": number}, _squares(theirs))
            if mine:
                words, number = N_("but fills a tile and puts {n} of your counters at risk"), mine.bit_count()
                yield Reason(words, {"n": number}, _squares(mine))
    if len(filled) < len(full):
        yield Reason(N_("opens a full tile"))


def _of_what_stays(before: Position, then: Position, colour: int) -> Iterator[Reason]:
    """What is left after a choice of the counters that go home, compared with the other choices."""
    grids = [_without(before.cells, other) for other in before.legal()]
    together = largest_cluster(then.cells, colour)
    if together > 1 and together == max(largest_cluster(grid, colour) for grid in grids):
        yield Reason(N_("keeps {n} counters together"), {"n": together}, _squares(cluster(then.cells, colour)))
    distances = [apart(squares_of(grid, colour)) for grid in grids]
    if apart(squares_of(then.cells, colour)) == min(distances) < max(distances):
        yield Reason(N_("keeps your counters as close together as possible"))


def _of_the_turn(then: Position, colour: int) -> Iterator[Reason]:
    """What the turn can still bring."""
    grown, most = largest_cluster(then.cells, colour), _most_together(then, colour)
    own = squares_of(then.cells, colour)
    if grown < COUNTERS and chance_to_win(own, occupied_squares(then.cells), colour, then.actions_left) >= LIKELY:
        yield Reason(N_("lets you bring all six counters together this turn"), places=_squares(own))
    elif most > max(grown, 2):
        yield Reason(N_("lets you bring {n} counters together this turn"), {"n": most})


def _of_others(before: Position, then: Position, seat: int) -> Iterator[Reason]:
    """The first of the others whose counters stand worse."""
    for other in range(SEATS):
        letter = before.letter(other)
        stood, stand = squares_of(before.cells, letter), squares_of(then.cells, letter)
        if other != seat and evaluate_colour(stand, letter) < evaluate_colour(stood, letter):
            yield Reason(N_("drives {colour}'s counters apart"), {"colour": before.colour(other).name}, _squares(stand))
            return


def _reason_to_end(before: Position, colour: int) -> Reason:
    """Why a turn may be ended early."""
    actions = [move for move in before.legal() if isinstance(move, Step | Jump | Spin)]
    results = [squares_of(after(before.cells, move, colour), colour) for move in actions]
    stands = evaluate_colour(squares_of(before.cells, colour), colour)
    if all(evaluate_colour(each, colour) <= stands for each in results):
        return Reason(N_("keeps everything as it is, because no action brings your counters closer together"))
    return Reason(N_("keeps everything as it is"))


def _most_together(state: Position, colour: int) -> int:
    """The largest cluster that a colour can make with its next action."""
    moves = [move for move in state.legal() if isinstance(move, Step | Jump | Spin)]
    return max((largest_cluster(after(state.cells, move, colour), colour) for move in moves), default=0)


def _squares(bits: int) -> tuple[str, ...]:
    """The names of these squares."""
    return tuple(name for name, number in SQUARE_NUMBERS.items() if bits & BIT[number])


def _best_next(state: Position, colour: int) -> float:
    """The best standing a colour may have after one more action."""
    standings = [
        evaluate_colour(squares_of(after(state.cells, move, colour), colour), colour)
        for move in state.legal()
        if isinstance(move, Step | Jump | Spin)
    ]
    return max(standings, default=0.0)


def _without(cells: bytes, move: Move) -> bytes:
    """The grid after the chosen counters went home."""
    if not isinstance(move, Remove):
        return cells
    left = bytearray(cells)
    for square in move.squares:
        left[SQUARE_NUMBERS[square]] = EMPTY
    return bytes(left)
