"""Position documents; every refusal of `load`, numbered as in section 8 of the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "board[2]: ...".
"""

from typing import Any, TypeVar, get_args

from bot.rules.api import Document, fault
from bot.rules.reading import (
    Field,
    choice,
    each,
    fit,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_options,
    record,
    refuse,
    show,
    write_value,
)
from bot.rules.southern_cross.actions import ACTIONS, can_be_ended
from bot.rules.southern_cross.board import (
    COLOURS,
    COUNTERS,
    EMPTY,
    LETTERS,
    SEATS,
    SIDE,
    TILE_SQUARES,
    full_tile_names,
    grid,
    has_winning_cluster,
    in_tile,
)
from bot.rules.southern_cross.options import OPTIONS, Options
from bot.rules.southern_cross.situation import Phase, Situation
from bot.rules.southern_cross.special import TARGET_OFFSET, TARGETS, WIND_OFFSET, WINDS, Special, ThrowConditions

S = TypeVar("S", bound=Situation)

SEAT = number(0, SEATS - 1)
TARGET = record(
    ThrowConditions,
    target=number(TARGET_OFFSET + 1, TARGET_OFFSET + TARGETS),
    wind=number(WIND_OFFSET + 1, WIND_OFFSET + WINDS),
)
SPECIAL = record(
    Special, tile=choice(TILE_SQUARES), waiting=each(SEAT), failed=number(0, COUNTERS), throws=each(TARGET)
)

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    cells = position.cells
    return {
        "game": "southern_cross",
        "options": {option.name: getattr(position.options, option.name) for option in OPTIONS},
        "turn": position.turn,
        "to_move": position.to_move,
        "phase": position.phase,
        "actions_left": position.actions_left,
        "board": [cells[row::SIDE].decode("ascii") for row in reversed(range(SIDE))],
        "special": write_value(position.special),
    }


# ---------------------------------------------------------------------------------------------------------- reading


def _board(value: object, key: str) -> bytes:
    rows: list[str] = []
    for index, row in enumerate(read_list(value, key, SIDE)):
        if not isinstance(row, str) or len(row) != SIDE or row.strip(f".{LETTERS}"):
            raise fault(
                f"board[{index}]",
                "{row} is not a row of {side} squares, each one of .{letters}",
                row=show(row),
                side=SIDE,
                letters=LETTERS,
            )
        rows.append(row)
    return grid(rows)


def checked_options(document: object, key: str = "options") -> Options:
    """All options of a match, with defaults filled in. Raises ValueError naming a bad one."""
    return Options(**read_options(document, OPTIONS))


FIELDS: dict[str, Field[Any]] = {
    "options": checked_options,
    "turn": number(1),
    "to_move": optional(SEAT),
    "phase": choice(get_args(Phase)),
    "actions_left": number(0, ACTIONS),
    "board": _board,
    "special": optional(SPECIAL),
}


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes. Raises ValueError if it isn't valid."""
    # 1. Keys and values.
    values = read_fields(read_document(doc, "southern_cross", ("game", *FIELDS)), FIELDS)
    values["cells"] = cells = values.pop("board")
    turn, to_move, phase = values["turn"], values["to_move"], values["phase"]
    options, actions_left, special = values["options"], values["actions_left"], values["special"]

    # 2. The counters.
    for colour, facts in COLOURS.items():
        count = cells.count(colour)
        many = {"value": count, "name": facts.name, "counters": COUNTERS}
        refuse(count > COUNTERS, "board", "{value} {name} counters are more than {counters}", **many)

    # 3. The turn.
    too_high, most = 0 < options.max_turns < turn, options.max_turns
    refuse(too_high, "turn", "{turn} is above options.max_turns, which is {max_turns}", turn=show(turn), max_turns=most)

    # 4. and 5. Who decides, actions and special round.
    position = make(**values)
    if phase == "over":
        wrong = to_move is not None
        refuse(wrong, "to_move", "{to_move}, but the match is over: it must be null", to_move=to_move)
    refuse(to_move is None and phase != "over", "to_move", "null, but the match is not over")
    fit(phase != "act" or to_move == position.active, "to_move", "turn")
    fit(phase == "act" or not actions_left, "actions_left", "phase")
    fit((special is None) == (phase in ("act", "over")), "special", "phase")

    # 6. to 9. The requirements of each phase.
    if phase == "act":
        _check_actions(position)
    elif phase == "over":
        _check_over(position)
    elif special is not None and to_move is not None:
        _check_special_round(position, special, to_move)
        _check_challenge(position, special)
    return position


def _check_actions(position: Situation) -> None:
    """6. Phase `act`."""
    left, cells = position.actions_left, position.cells
    full = tuple(full_tile_names(cells))
    too_many = (left == ACTIONS and len(full) > 1) or (left == ACTIONS - 1 and len(full) > 2)
    refuse(too_many, "board", "{choices} can't all be full with {left} actions left", choices=full, left=left)
    refuse(
        not can_be_ended(cells, position.letter(position.active), left),
        "actions_left",
        "{left} are too few to come down to one full tile from {choices}",
        left=left,
        choices=full,
    )
    for colour, facts in COLOURS.items() if left == ACTIONS else ():
        won = has_winning_cluster(cells, colour)
        refuse(won, "board", "{name} had a winning cluster before this turn, so the match was over", name=facts.name)


def _check_over(position: Situation) -> None:
    """7. Phase `over`."""
    fit(len(full_tile_names(position.cells)) <= 1, "board", "phase")
    won = any(has_winning_cluster(position.cells, colour) for colour in COLOURS)
    not_ended = position.turn != position.options.max_turns and not won
    refuse(not_ended, "phase", "over, but there is no winning cluster, nor is turn equal to options.max_turns")


def _check_special_round(position: Situation, special: Special, to_move: int) -> None:
    """8. The constellation and who is challenged."""
    cells, tile = position.cells, special.tile
    for full in full_tile_names(cells):
        refuse(full != tile, "special.tile", "{tile}, but {tile2} is full", tile=tile, tile2=full)
    none = not position.challenged_squares
    refuse(none, "to_move", "seat {to_move} has no counter in {tile}", to_move=to_move, tile=tile)
    order = position.in_turn_order()
    place = order.index(to_move)
    at_home = sum(COUNTERS - cells.count(position.letter(seat)) for seat in order[:place])
    holes = sum(cells[square] == EMPTY for square in TILE_SQUARES[tile])
    refuse(
        holes > at_home,
        "special.tile",
        "{opened} squares of {tile} are empty, but the seats challenged before have {at_home} counters in their bases",
        opened=holes,
        tile=tile,
        at_home=at_home,
    )
    waiting = tuple(seat for seat in order[place + 1 :] if in_tile(cells, tile, position.letter(seat)))
    right = {"waiting": list(waiting), "tile": tile}
    wrong = special.waiting != waiting
    refuse(wrong, "special.waiting", "it must be {waiting}, the later seats with counters in {tile}", **right)


def _check_challenge(position: Situation, special: Special) -> None:
    """9. The progress of the challenge."""
    phase, number, failed = position.phase, len(position.challenged_squares), special.failed
    wrong = (phase, position.options.challenge) in (("roll", "throw"), ("throw", "dice"))
    refuse(wrong, "phase", "{phase} does not fit options.challenge", phase=phase)
    if phase == "throw":
        throws = len(special.throws)
        wrong, made = not 1 <= throws <= number, number - throws
        refuse(wrong, "special.throws", "1 to {number} are needed, not {number2}", number=number, number2=throws)
        few = {"failed": failed, "made": made}
        refuse(failed > made, "special.failed", "{failed}, but only {made} throws have been made", **few)
        return
    refuse(special.throws, "special.throws", "it must be empty in phase {phase}", phase=phase)
    fit(failed == 0 if phase == "roll" else 1 <= failed < number, "special.failed", "phase", "board")
