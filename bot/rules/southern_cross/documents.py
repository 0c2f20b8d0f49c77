"""Position documents; every refusal of `load`, numbered as in section 8 of the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "board[2]: ...".
"""

from typing import Any, TypeVar, get_args

from bot.rules.api import Document, fault
from bot.rules.reading import (
    Field,
    choice,
    each,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_options,
    record,
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
from bot.rules.southern_cross.special import TARGET_OFFSET, TARGETS, WIND_OFFSET, WINDS, Special, Target

S = TypeVar("S", bound=Situation)

SEAT = number(0, SEATS - 1)
TARGET = record(
    Target,
    target=number(TARGET_OFFSET + 1, TARGET_OFFSET + TARGETS),
    wind=number(WIND_OFFSET + 1, WIND_OFFSET + WINDS),
)
SPECIAL = record(
    Special, tile=choice(TILE_SQUARES), waiting=each(SEAT), failed=number(0, COUNTERS), throws=each(TARGET)
)

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
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
        if cells.count(colour) > COUNTERS:
            raise fault(
                "board",
                "{value} {name} counters are more than {counters}",
                value=cells.count(colour),
                name=facts.name,
                counters=COUNTERS,
            )

    # 3. The turn.
    if 0 < options.max_turns < turn:
        raise fault(
            "turn",
            "{turn} is above options.max_turns, which is {max_turns}",
            turn=show(turn),
            max_turns=options.max_turns,
        )

    # 4. and 5. Who decides, actions and special round.
    position = make(**values)
    if phase == "over":
        if to_move is not None:
            raise fault("to_move", "{to_move}, but the match is over: it must be null", to_move=to_move)
    elif to_move is None:
        raise fault("to_move", "null, but the match is not over")
    elif phase == "act" and to_move != position.active:
        raise fault(
            "to_move", "{to_move}, but this turn belongs to seat {active}", to_move=to_move, active=position.active
        )
    if phase != "act" and actions_left:
        raise fault("actions_left", "{actions_left}, but it must be 0 outside phase act", actions_left=actions_left)
    if phase in ("act", "over"):
        if special is not None:
            raise fault("special", "it must be null in phase {phase}", phase=phase)
    elif special is None:
        raise fault("special", "null, but phase {phase} belongs to a special round", phase=phase)

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
    full = full_tile_names(cells)
    if (left == ACTIONS and len(full) > 1) or (left == ACTIONS - 1 and len(full) > 2):
        raise fault("board", "{choices} can't all be full with {left} actions left", choices=tuple(full), left=left)
    if not can_be_ended(cells, position.letter(position.active), left):
        raise fault(
            "actions_left",
            "{left} are too few to come down to one full tile from {choices}",
            left=left,
            choices=tuple(full),
        )
    if left == ACTIONS:
        for colour, facts in COLOURS.items():
            if has_winning_cluster(cells, colour):
                raise fault(
                    "board", "{name} had a winning cluster before this turn, so the match was over", name=facts.name
                )


def _check_over(position: Situation) -> None:
    """7. Phase `over`."""
    full = full_tile_names(position.cells)
    if len(full) > 1:
        raise fault("board", "no turn ends with more than one full tile, and {choices} are full", choices=tuple(full))
    if position.turn != position.options.max_turns and not any(
        has_winning_cluster(position.cells, colour) for colour in COLOURS
    ):
        raise fault("phase", "over, but there is no winning cluster, nor is turn equal to options.max_turns")


def _check_special_round(position: Situation, special: Special, to_move: int) -> None:
    """8. The constellation and who is challenged."""
    cells = position.cells
    for tile in full_tile_names(cells):
        if tile != special.tile:
            raise fault("special.tile", "{tile}, but {tile2} is full", tile=special.tile, tile2=tile)
    if not position.challenged_squares:
        raise fault("to_move", "seat {to_move} has no counter in {tile}", to_move=to_move, tile=special.tile)
    order = position.in_turn_order()
    place = order.index(to_move)
    at_home = sum(COUNTERS - cells.count(position.letter(seat)) for seat in order[:place])
    holes = sum(cells[square] == EMPTY for square in TILE_SQUARES[special.tile])
    if holes > at_home:
        raise fault(
            "special.tile",
            "{opened} squares of {tile} are empty, but the seats challenged before have {at_home} counters in their "
            "bases",
            opened=holes,
            tile=special.tile,
            at_home=at_home,
        )
    waiting = tuple(seat for seat in order[place + 1 :] if in_tile(cells, special.tile, position.letter(seat)))
    if special.waiting != waiting:
        raise fault(
            "special.waiting",
            "it must be {waiting}, the later seats with counters in {tile}",
            waiting=list(waiting),
            tile=special.tile,
        )


def _check_challenge(position: Situation, special: Special) -> None:
    """9. The progress of the challenge."""
    phase, challenge, number = position.phase, position.options.challenge, len(position.challenged_squares)
    if (phase, challenge) in (("roll", "throw"), ("throw", "dice")):
        raise fault(
            "phase", "{phase} does not fit options.challenge, which is {challenge}", phase=phase, challenge=challenge
        )
    if phase == "throw":
        if not 1 <= len(special.throws) <= number:
            raise fault(
                "special.throws", "1 to {number} are needed, not {number2}", number=number, number2=len(special.throws)
            )
        throws = number - len(special.throws)
        if special.failed > throws:
            raise fault(
                "special.failed", "{failed}, but only {made} throws have been made", failed=special.failed, made=throws
            )
        return
    if special.throws:
        raise fault("special.throws", "it must be empty in phase {phase}", phase=phase)
    if phase == "roll" and special.failed:
        raise fault("special.failed", "{failed}, but it must be 0 in phase roll", failed=special.failed)
    if phase == "remove" and not 1 <= special.failed < number:
        raise fault(
            "special.failed",
            "{failed}, but with {number} counters in {tile} there is a choice only of 1 to {value}",
            failed=special.failed,
            number=number,
            tile=special.tile,
            value=number - 1,
        )
