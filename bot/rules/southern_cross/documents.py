"""Position documents; every refusal of `load`, numbered as in section 8 of the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "board[2]: ...".
"""

from typing import TypeVar, cast, get_args

from bot.rules.api import Document
from bot.rules.reading import read_choice, read_list, read_number, read_object, read_options, shown
from bot.rules.southern_cross.actions import ACTIONS, can_be_ended
from bot.rules.southern_cross.board import (
    COLOURS,
    COUNTERS,
    EMPTY,
    LETTERS,
    SEATS,
    SIDE,
    SQUARES,
    TILE_SQUARES,
    full_tile_names,
    has_winning_cluster,
    in_tile,
)
from bot.rules.southern_cross.options import OPTIONS, Options
from bot.rules.southern_cross.situation import Phase, Situation
from bot.rules.southern_cross.special import Special, Target

S = TypeVar("S", bound=Situation)

KEYS = ("game", "options", "turn", "to_move", "phase", "actions_left", "board", "special")
SPECIAL_KEYS = ("tile", "waiting", "failed", "throws")
THROW_KEYS = ("target", "wind")
NEAREST, FARTHEST = 20, 81  # targets
STRONGEST_WIND = 10

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
    options, special, cells = position.options, position.special, position.cells
    return {
        "game": "southern_cross",
        "options": {"order": options.order, "challenge": options.challenge, "max_turns": options.max_turns},
        "turn": position.turn,
        "to_move": position.to_move,
        "phase": position.phase,
        "actions_left": position.actions_left,
        "board": [cells[row::SIDE].decode("ascii") for row in reversed(range(SIDE))],
        "special": None
        if special is None
        else {
            "tile": special.tile,
            "waiting": list(special.waiting),
            "failed": special.failed,
            "throws": [{"target": throw.target, "wind": throw.wind} for throw in special.throws],
        },
    }


# ------------------------------------------------------------------------------------------------ values, one by one


def check_seats(seats: object) -> None:
    if type(seats) is not int or seats != SEATS:
        raise ValueError(f"seats: {shown(seats)} can't play; it must be {SEATS}")


def checked_options(given: object) -> Options:
    """All options of a match, those left out at their defaults. ValueError names a bad one."""
    return Options(**read_options(given, OPTIONS))


# ---------------------------------------------------------------------------------------------------------- reading


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes; ValueError if it is none."""
    # 1. Keys and values.
    keys = read_object(doc, "", KEYS)
    if not isinstance(keys["game"], str) or keys["game"] != "southern_cross":
        raise ValueError(f"game: {shown(keys['game'])} is not 'southern_cross'")
    options = checked_options(keys["options"])
    turn = read_number(keys["turn"], "turn", 1)
    to_move = None if keys["to_move"] is None else read_number(keys["to_move"], "to_move", 0, SEATS - 1)
    phase = cast("Phase", read_choice(keys["phase"], "phase", get_args(Phase)))
    actions_left = read_number(keys["actions_left"], "actions_left", 0, ACTIONS)
    cells = _board(keys["board"])
    special = None if keys["special"] is None else _special(keys["special"])

    # 2. The counters.
    for colour, facts in COLOURS.items():
        if cells.count(colour) > COUNTERS:
            raise ValueError(f"board: {cells.count(colour)} {facts.name} counters are more than {COUNTERS}")

    # 3. The turn.
    if 0 < options.max_turns < turn:
        raise ValueError(f"turn: {shown(turn)} is above options.max_turns, which is {options.max_turns}")

    # 4. and 5. Who decides, actions and special round.
    position = make(
        options,
        cells=cells,
        turn=turn,
        to_move=to_move,
        phase=phase,
        actions_left=actions_left,
        special=special,
    )
    if phase == "over":
        if to_move is not None:
            raise ValueError(f"to_move: {to_move}, but the match is over: it must be null")
    elif to_move is None:
        raise ValueError("to_move: null, but the match is not over")
    elif phase == "act" and to_move != position.active:
        raise ValueError(f"to_move: {to_move}, but this turn belongs to seat {position.active}")
    if phase != "act" and actions_left:
        raise ValueError(f"actions_left: {actions_left}, but it must be 0 outside phase act")
    if phase in ("act", "over"):
        if special is not None:
            raise ValueError(f"special: it must be null in phase {phase}")
    elif special is None:
        raise ValueError(f"special: null, but phase {phase} belongs to a special round")

    # 6. to 9. What each phase asks for.
    if phase == "act":
        _check_actions(position)
    elif phase == "over":
        _check_over(position)
    elif special is not None and to_move is not None:
        _check_special_round(position, special, to_move)
        _check_challenge(position, special)
    return position


def _board(value: object) -> bytes:
    rows = read_list(value, "board")
    if len(rows) != SIDE:
        raise ValueError(f"board: {len(rows)} rows instead of {SIDE}")
    cells = bytearray((EMPTY,)) * len(SQUARES)
    for index, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != SIDE or any(letter not in f".{LETTERS}" for letter in row):
            raise ValueError(f"board[{index}]: {shown(row)} is not a row of {SIDE} squares, each one of .{LETTERS}")
        cells[SIDE - 1 - index :: SIDE] = row.encode("ascii")
    return bytes(cells)


def _special(value: object) -> Special:
    keys = read_object(value, "special", SPECIAL_KEYS)
    throws = []
    for index, each in enumerate(read_list(keys["throws"], "special.throws")):
        where = f"special.throws[{index}]"
        throw = read_object(each, where, THROW_KEYS)
        throws.append(
            Target(
                read_number(throw["target"], f"{where}.target", NEAREST, FARTHEST),
                read_number(throw["wind"], f"{where}.wind", -STRONGEST_WIND, STRONGEST_WIND),
            )
        )
    return Special(
        tile=read_choice(keys["tile"], "special.tile", tuple(TILE_SQUARES)),
        waiting=tuple(
            read_number(each, f"special.waiting[{index}]", 0, SEATS - 1)
            for index, each in enumerate(read_list(keys["waiting"], "special.waiting"))
        ),
        failed=read_number(keys["failed"], "special.failed", 0, COUNTERS),
        throws=tuple(throws),
    )


def _check_actions(position: Situation) -> None:
    """6. Phase `act`."""
    left, cells = position.actions_left, position.cells
    full = full_tile_names(cells)
    if (left == ACTIONS and len(full) > 1) or (left == ACTIONS - 1 and len(full) > 2):
        raise ValueError(f"board: {' '.join(full)} can't all be full with {left} actions left")
    if not can_be_ended(cells, position.letter(position.active), left):
        raise ValueError(f"actions_left: {left} are too few to come down to one full tile from {' '.join(full)}")
    if left == ACTIONS:
        for colour, facts in COLOURS.items():
            if has_winning_cluster(cells, colour):
                raise ValueError(f"board: {facts.name} had a winning cluster before this turn, so the match was over")


def _check_over(position: Situation) -> None:
    """7. Phase `over`."""
    full = full_tile_names(position.cells)
    if len(full) > 1:
        raise ValueError(f"board: no turn ends with more than one full tile, and {' '.join(full)} are full")
    if position.turn != position.options.max_turns and not any(
        has_winning_cluster(position.cells, colour) for colour in COLOURS
    ):
        raise ValueError("phase: over, but there is no winning cluster, nor is turn equal to options.max_turns")


def _check_special_round(position: Situation, special: Special, to_move: int) -> None:
    """8. The constellation and who is challenged."""
    cells = position.cells
    for tile in full_tile_names(cells):
        if tile != special.tile:
            raise ValueError(f"special.tile: {special.tile}, but {tile} is full")
    if not position.challenged:
        raise ValueError(f"to_move: seat {to_move} has no counter in {special.tile}")
    order = position.in_turn_order()
    place = order.index(to_move)
    at_home = sum(COUNTERS - cells.count(position.letter(seat)) for seat in order[:place])
    opened = sum(cells[square] == EMPTY for square in TILE_SQUARES[special.tile])
    if opened > at_home:
        raise ValueError(
            f"special.tile: {opened} squares of {special.tile} are empty, but the seats challenged before"
            f" have {at_home} counters in their bases"
        )
    waiting = tuple(seat for seat in order[place + 1 :] if in_tile(cells, special.tile, position.letter(seat)))
    if special.waiting != waiting:
        raise ValueError(
            f"special.waiting: it must be {list(waiting)}, the later seats with counters in {special.tile}"
        )


def _check_challenge(position: Situation, special: Special) -> None:
    """9. How far the challenge has come."""
    phase, challenge, number = position.phase, position.options.challenge, len(position.challenged)
    if (phase, challenge) in (("roll", "throw"), ("throw", "dice")):
        raise ValueError(f"phase: {phase} does not fit options.challenge, which is {challenge}")
    if phase == "throw":
        if not 1 <= len(special.throws) <= number:
            raise ValueError(f"special.throws: 1 to {number} are needed, not {len(special.throws)}")
        made = number - len(special.throws)
        if special.failed > made:
            raise ValueError(f"special.failed: {special.failed}, but only {made} throws have been made")
        return
    if special.throws:
        raise ValueError(f"special.throws: it must be empty in phase {phase}")
    if phase == "roll" and special.failed:
        raise ValueError(f"special.failed: {special.failed}, but it must be 0 in phase roll")
    if phase == "remove" and not 1 <= special.failed < number:
        raise ValueError(
            f"special.failed: {special.failed}, but with {number} counters in {special.tile} there is a choice only"
            f" of 1 to {number - 1}"
        )
