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
    fit,
    lookup,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_options,
    read_seats,
    refuse,
    show,
    whole_number,
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
    bonus, bonuses = whole_number(value, key), (HOME_BONUS, CAPTURE_BONUS)
    refuse(bonus not in bonuses, key, "{value} is none of {choices}", value=show(value), choices=bonuses)
    return bonus


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
    phase, pawns, dice, left = (values[key] for key in ("phase", "pawns", "dice", "left"))
    doubles, pairs, finished, rolls = (values[key] for key in ("doubles", "pairs", "finished", "rolls"))
    is_over, playing = phase == "over", phase in ("move", "bonus")
    decided, rolled_out = is_decided(table, finished), 0 < table.max_rolls == rolls

    _check_pawns(pawns)
    fit(not {NEST, HOME} & {square for pair in pairs for square in pair}, "pairs", "pawns")
    # 3. Who has finished.
    fit(sorted(finished) == [seat for seat, own in enumerate(pawns) if own[0] == HOME], "finished", "pawns")
    fit(len(finished) <= (1 if table.finish == "first" else seats - 1), "finished", "options.finish")
    # 4. Whose turn it is, and whether the end is right.
    fit((turn is None) == is_over, "turn", "phase")
    ends = "options.finish", "options.max_rolls"
    fit(decided or rolled_out if is_over else not decided, "phase", "turn", "finished", *ends)
    fit(turn not in finished, "turn", "phase", "finished")
    # 5. The number of rolls.
    fit(rolls <= table.max_rolls or not table.max_rolls, "rolls", "options.max_rolls")
    fit(rolls if playing else not (phase == "roll" and rolled_out), "rolls", "phase", "options.max_rolls")
    # 6. and 7. The dice and the doubles of this turn.
    fit((dice is not None) == playing, "dice", "phase")
    fit(doubles <= rolls and not (is_over and doubles), "doubles", "rolls", "phase")
    fit(dice is None or (doubles if dice[0] == dice[1] else doubles < rolls), "doubles", "dice", "rolls")
    fit(doubles <= 2 or not table.triple_doubles, "doubles", "options.triple_doubles")
    # 8. to 11. What is still to be played, and what belongs to the turn.
    fit(bool(left) == (phase == "move"), "left", "phase")
    for key in ("bonuses", "pairs"):
        fit(playing or not values[key], key, "phase")
    fit(not is_over or not any(ages), "blockades", "phase")
    if turn is not None:
        own = pawns[turn]
        fit(not Counter(left) - Counter(values_of(dice[0], dice[1], own) if dice else ()), "left", "dice", "pawns")
        named = Counter(square for pair in pairs for square in pair)
        fit(all(times <= own.count(square) for square, times in named.items()), "pairs", "pawns", "turn")
        _check_ages(table, phase, turn, pawns, doubles, ages)
    position = make(table, **values)
    fit(phase != "move" or position.possible(), "left", "pawns")
    fit(phase != "bonus" or len(position.legal()) > 1, "bonuses", "pawns")
    return position


def _check_pawns(pawns: Sequence[Pawns]) -> None:
    """2. At most two pawns on a square, and none of two seats on a square of the track."""
    owners: dict[int, int] = {}
    for seat, own in enumerate(pawns):
        for square, pawns_there in Counter(own).items():
            if square not in (NEST, HOME):
                alone = square > TRACK or owners.setdefault(square, seat) == seat
                refuse(
                    pawns_there > 2 or not alone,
                    f"pawns[{seat}]",
                    "on {square} there is no room for all of them",
                    square=SQUARES[square],
                )


def _ages(value: object, table: Table) -> Ages:
    """1. and 11. The ages of blockades."""
    ages = []
    age = number(1, table.blockade_limit)
    for seat, own in enumerate(read_list(value, "blockades", table.seats)):
        key = f"blockades[{seat}]"
        if not isinstance(own, Mapping):
            raise fault(key, "{value} is not an object", value=show(own))
        fit(not own or table.blockade_limit, key, "options.blockade_limit")
        ages.append(tuple(sorted((SQUARE(name, key), age(turns, key)) for name, turns in own.items())))
    return tuple(ages)


def _check_ages(table: Table, phase: Phase, turn: int, pawns: Sequence[Pawns], doubles: int, ages: Ages) -> None:
    """11. Each age belongs to a blockade, and each blockade that was formed before this turn has an age."""
    for seat, own in enumerate(pawns):
        standing, aged = set(blockades(own)), {square for square, _ in ages[seat]}
        formed_before = seat != turn or (phase == "roll" and doubles == 0)
        needed = standing if table.blockade_limit and formed_before else set[int]()
        fit(needed <= aged <= standing, f"blockades[{seat}]", "pawns")
