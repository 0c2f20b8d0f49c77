"""Position documents: writing them, reading them, and every refusal of `load`, numbered as on the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "pawns[1][3]: ...".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, get_args

from bot.rules.api import Document, Option, fault
from bot.rules.parcheesi.board import (
    CAPTURE_BONUS,
    COLOURS,
    FACES,
    HOME,
    HOME_BONUS,
    NEST,
    PAWNS,
    SQUARE_NUMBERS,
    SQUARES,
    TRACK,
    Pairs,
    Pawns,
    Table,
    blockades,
)
from bot.rules.parcheesi.situation import Ages, Phase, Situation, is_decided, values_of
from bot.rules.reading import (
    Field,
    ascending,
    choice,
    each,
    lookup,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_options,
    read_seats,
    show,
)

S = TypeVar("S", bound=Situation)

OPTIONS = (
    Option(
        "first",
        str,
        "seat0",
        choices=("seat0", "high_roll"),
        help="Who starts: the first seat, or the highest roll of a die.",
    ),
    Option(
        "finish",
        str,
        "first",
        choices=("first", "all"),
        help="The match ends when one player has all four pawns home, or when all but one have.",
    ),
    Option(
        "triple_doubles",
        bool,
        False,
        help="The third double of a turn is not played: the leading pawn goes back to the nest.",
    ),
    Option(
        "blockade_limit",
        int,
        0,
        min=0,
        max=20,
        help="How many of its owner's turns a blockade may stand; 0 is forever.",
    ),
    Option("max_rolls", int, 0, min=0, max=10000, help="The match ends after this many rolls in total; 0 is never."),
)

KEYS = (
    *("game", "seats", "options", "phase", "turn", "pawns", "dice", "left", "bonuses"),
    *("doubles", "pairs", "blockades", "finished", "rolls"),
)

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
    table = position.table
    return {
        "game": "parcheesi",
        "seats": table.seats,
        "options": {option.name: getattr(table, option.name) for option in OPTIONS},
        "phase": position.phase,
        "turn": position.to_move,
        "pawns": [[SQUARES[square] for square in own] for own in position.pawns],
        "dice": None if position.dice is None else list(position.dice),
        "left": list(position.left),
        "bonuses": list(position.bonuses),
        "doubles": position.doubles,
        "pairs": [[SQUARES[one], SQUARES[other]] for one, other in position.pairs],
        "blockades": [{SQUARES[square]: age for square, age in own} for own in position.ages],
        "finished": list(position.finished),
        "rolls": position.rolls,
    }


# ---------------------------------------------------------------------------------------------------------- reading

SQUARE = lookup(SQUARE_NUMBERS, "{value} is not a square (nest, t1 to t68, h1 to h7, home)")


def _bonus(value: object, key: str) -> int:
    if type(value) is not int or value not in (HOME_BONUS, CAPTURE_BONUS):
        raise fault(
            key,
            "{value} is not a bonus ({home_bonus} or {capture_bonus})",
            value=show(value),
            home_bonus=HOME_BONUS,
            capture_bonus=CAPTURE_BONUS,
        )
    return value


@cache
def _fields(seats: int) -> dict[str, Field[Any]]:
    """1. Types and ranges, which depend at most on the number of seats."""
    seat, die = number(0, seats - 1), number(1, FACES)
    return {
        "phase": choice(get_args(Phase)),
        "turn": optional(seat),
        "pawns": each(ascending(SQUARE, PAWNS), seats),
        "dice": optional(each(die, 2)),
        "left": ascending(die),
        "bonuses": ascending(_bonus),
        "doubles": number(0),
        "pairs": ascending(ascending(SQUARE, 2)),
        "finished": each(seat),
        "rolls": number(0),
    }


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes. Raises ValueError if it isn't valid."""
    keys = read_document(doc, "parcheesi", KEYS)
    seats = read_seats(keys["seats"], tuple(COLOURS))
    table = Table(seats, **read_options(keys["options"], OPTIONS, whole=True))
    values = read_fields(keys, _fields(seats))
    values["ages"] = ages = _ages(keys["blockades"], table)
    values["to_move"] = turn = values.pop("turn")
    phase, pawns, dice, left, bonuses = (values[key] for key in ("phase", "pawns", "dice", "left", "bonuses"))
    doubles, pairs, finished, rolls = (values[key] for key in ("doubles", "pairs", "finished", "rolls"))

    _check_pawns(pawns)
    if any(square in (NEST, HOME) for pair in pairs for square in pair):
        raise fault("pairs", "no partner stands in the nest or at home")
    _check_finished(table, pawns, finished)
    _check_turn(table, phase, turn, finished, rolls)
    _check_rolls(table, phase, rolls)
    _check_roll(table, phase, dice, doubles, rolls)
    if turn is None:
        for key, empty in (
            ("left", not left),
            ("bonuses", not bonuses),
            ("pairs", not pairs),
            ("blockades", not any(ages)),
        ):
            if not empty:
                raise fault(key, "it must be empty when the match is over")
    else:
        _check_left(phase, pawns[turn], dice, left)
        _check_pairs(phase, pawns[turn], pairs)
        _check_ages(table, phase, turn, pawns, doubles, ages)
    if bonuses and phase == "roll":
        raise fault("bonuses", "it must be empty in phase roll")
    position = make(table, **values)

    # 8. and 9. There must be something to decide.
    if phase == "move" and not position.possible():
        raise fault("left", "none of these values can be used")
    if phase == "bonus" and len(position.legal()) == 1:
        raise ValueError("bonuses: none of them can be played" if bonuses else "bonuses: empty in phase bonus")
    return position


def _check_pawns(pawns: Sequence[Pawns]) -> None:
    """2. The squares of the pawns."""
    owners: dict[int, int] = {}
    for seat, own in enumerate(pawns):
        for square, pawns_there in Counter(own).items():
            if square in (NEST, HOME):
                continue
            if pawns_there > 2:
                raise fault(
                    f"pawns[{seat}]",
                    "{pawns_there} pawns on {square}, but at most two may stand there",
                    pawns_there=pawns_there,
                    square=SQUARES[square],
                )
            if square <= TRACK and owners.setdefault(square, seat) != seat:
                raise fault(
                    f"pawns[{seat}]",
                    "a pawn of seat {square} stands on {square2} already",
                    square=owners[square],
                    square2=SQUARES[square],
                )


def _ages(value: object, table: Table) -> Ages:
    """1. and 11. The ages of blockades."""
    ages = []
    age = number(1, table.blockade_limit)
    for seat, own in enumerate(read_list(value, "blockades", table.seats)):
        key = f"blockades[{seat}]"
        if not isinstance(own, Mapping):
            raise fault(key, "{own} is not an object", own=show(own))
        if own and not table.blockade_limit:
            raise fault(key, "no ages are kept without a blockade_limit")
        ages.append(tuple(sorted((SQUARE(name, key), age(turns, key)) for name, turns in own.items())))
    return tuple(ages)


def _check_finished(table: Table, pawns: Sequence[Pawns], finished: Sequence[int]) -> None:
    """3. Who has finished."""
    if len(set(finished)) < len(finished):
        raise fault("finished", "a seat is listed twice")
    if set(finished) != {seat for seat, own in enumerate(pawns) if own[0] == HOME}:
        raise fault("finished", "it must hold exactly the seats with four pawns home")
    most = 1 if table.finish == "first" else table.seats - 1
    if len(finished) > most:
        raise fault("finished", "{number} seats, but the match ends with {most}", number=len(finished), most=most)


def _check_turn(table: Table, phase: Phase, turn: int | None, finished: Sequence[int], rolls: int) -> None:
    """4. Whose turn it is, and whether the end is right."""
    if phase == "over":
        if turn is not None:
            raise fault("turn", "{turn}, but in phase over it is null", turn=turn)
        if not is_decided(table, finished) and not 0 < table.max_rolls == rolls:
            raise fault("phase", "over with turn null, but nothing has ended the match")
        return
    if turn is None:
        raise fault("turn", "null in phase {phase}", phase=phase)
    if is_decided(table, finished):
        raise fault("phase", "{phase} with turn {turn}, but finished decides the match", phase=phase, turn=turn)
    if turn in finished:
        raise fault("turn", "seat {turn} has finished, but phase is {phase}", turn=turn, phase=phase)


def _check_rolls(table: Table, phase: Phase, rolls: int) -> None:
    """5. The number of rolls."""
    if 0 < table.max_rolls < rolls:
        raise fault(
            "rolls", "{rolls} are more than max_rolls ({max_rolls})", rolls=show(rolls), max_rolls=table.max_rolls
        )
    if phase == "roll" and 0 < table.max_rolls == rolls:
        raise fault("rolls", "{rolls} is max_rolls, so nobody rolls again", rolls=rolls)
    if phase in ("move", "bonus") and rolls == 0:
        raise fault("rolls", "0, but a roll is being played in phase {phase}", phase=phase)


def _check_roll(table: Table, phase: Phase, dice: tuple[int, int] | None, doubles: int, rolls: int) -> None:
    """6. and 7. The dice and the doubles of this turn."""
    if phase in ("roll", "over"):
        if dice is not None:
            raise fault("dice", "it must be null in phase {phase}", phase=phase)
    elif dice is None:
        raise fault("dice", "null in phase {phase}", phase=phase)
    if doubles > rolls:
        raise fault("doubles", "{doubles} are more than rolls ({rolls})", doubles=show(doubles), rolls=show(rolls))
    if doubles and phase == "over":
        raise fault("doubles", "it must be 0 when the match is over")
    if dice is not None and dice[0] == dice[1] and doubles == 0:
        raise fault("doubles", "0, but a double is being played")
    if dice is not None and dice[0] != dice[1] and doubles >= rolls:
        raise fault("doubles", "as many as rolls, but the roll being played is none")
    if table.triple_doubles and doubles > 2:
        raise fault("doubles", "{doubles}, but with triple_doubles the third ends the turn", doubles=show(doubles))


def _check_left(phase: Phase, own: Pawns, dice: tuple[int, int] | None, left: tuple[int, ...]) -> None:
    """8. The values still to use. Whether one of them can be used is checked at the end."""
    if phase != "move":
        if left:
            raise fault("left", "it must be empty in phase {phase}", phase=phase)
        return
    if not left:
        raise fault("left", "empty in phase move")
    rolled_values = values_of(*dice, own) if dice else ()
    if Counter(left) - Counter(rolled_values):
        raise fault("left", "these are not values of the roll, which are {choices}", choices=tuple(rolled_values))


def _check_pairs(phase: Phase, own: Pawns, pairs: Pairs) -> None:
    """10. Whether the partners are on squares with pawns of the mover."""
    if phase == "roll":
        if pairs:
            raise fault("pairs", "it must be empty in phase roll")
        return
    for square, times in Counter(square for pair in pairs for square in pair).items():
        if times > own.count(square):
            raise fault("pairs", "{square} is named more often than the mover has pawns there", square=SQUARES[square])


def _check_ages(table: Table, phase: Phase, turn: int, pawns: Sequence[Pawns], doubles: int, ages: Ages) -> None:
    """11. Whether each age belongs to a blockade, and each blockade has the age it must have."""
    for seat, own in enumerate(pawns):
        standing = blockades(own)
        squares_with_age = {square for square, _ in ages[seat]}
        for square in squares_with_age.difference(standing):
            raise fault(f"blockades[{seat}]", "there is no blockade on {square}", square=SQUARES[square])
        formed_before = seat != turn or (phase == "roll" and doubles == 0)
        if table.blockade_limit and formed_before:
            for square in sorted(set(standing) - squares_with_age):
                raise fault(f"blockades[{seat}]", "the blockade on {square} has no age", square=SQUARES[square])
