"""Position documents: writing them, reading them, and every refusal of `load`, numbered as on the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "pawns[1][3]: ...".
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, get_args

from bot.rules.api import Document, Option
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
from bot.rules.reading import read_choice, read_list, read_number, read_object, read_options, shown

S = TypeVar("S", bound=Situation)

OPTIONS = (
    Option(
        "first", str, "seat0", choices=("seat0", "high_roll"), help="Who starts: seat 0, or the highest roll of a die."
    ),
    Option(
        "finish",
        str,
        "first",
        choices=("first", "all"),
        help="The match ends when one seat has all four pawns home, or when all but one seat have.",
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
        help="How many of its owner's turns a blockade may stand; 0 is for ever.",
    ),
    Option(
        "max_rolls", int, 0, min=0, max=10000, help="The match ends after this many throws of all seats; 0 is never."
    ),
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


# ------------------------------------------------------------------------------------------------ values, one by one


def _one_per_seat(value: object, key: str, seats: int) -> list[object]:
    listed = read_list(value, key)
    if len(listed) != seats:
        raise ValueError(f"{key}: there are {len(listed)} entries for {seats} seats")
    return listed


def _square(value: object, key: str) -> int:
    square = SQUARE_NUMBERS.get(value) if isinstance(value, str) else None
    if square is None:
        raise ValueError(f"{key}: {shown(value)} is not a square (nest, t1 to t68, h1 to h7, home)")
    return square


def checked_seats(seats: object) -> int:
    """A number of seats that can play; ValueError for anything else."""
    if type(seats) is not int or seats not in COLOURS:
        raise ValueError(f"seats: {shown(seats)} can't play; it must be {', '.join(map(str, COLOURS))}")
    return seats


# ---------------------------------------------------------------------------------------------------------- reading


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes; ValueError if it is none."""
    # 1. Keys, types and ranges.
    keys = read_object(doc, "", KEYS)
    if not isinstance(keys["game"], str) or keys["game"] != "parcheesi":
        raise ValueError(f"game: {shown(keys['game'])} is not 'parcheesi'")
    seats = checked_seats(keys["seats"])
    options = read_options(read_object(keys["options"], "options", tuple(option.name for option in OPTIONS)), OPTIONS)
    table = Table(seats, **options)
    phases: dict[str, Phase] = {phase: phase for phase in get_args(Phase)}
    phase = phases[read_choice(keys["phase"], "phase", tuple(phases))]
    turn = None if keys["turn"] is None else read_number(keys["turn"], "turn", 0, seats - 1)
    pawns = _pawns(keys["pawns"], table)
    dice = _dice(keys["dice"])
    left = _numbers(keys["left"], "left", lambda value, key: read_number(value, key, 1, FACES))
    bonuses = _numbers(keys["bonuses"], "bonuses", _bonus)
    doubles = read_number(keys["doubles"], "doubles", 0)
    pairs = _pairs(keys["pairs"])
    ages = _ages(keys["blockades"], table)
    finished = tuple(
        read_number(each, f"finished[{index}]", 0, seats - 1)
        for index, each in enumerate(read_list(keys["finished"], "finished"))
    )
    rolls = read_number(keys["rolls"], "rolls", 0)

    _check_finished(table, pawns, finished)
    _check_turn(table, phase, turn, finished, rolls)
    _check_rolls(table, phase, rolls)
    _check_throw(table, phase, dice, doubles, rolls)
    if turn is None:
        for key, empty in (
            ("left", not left),
            ("bonuses", not bonuses),
            ("pairs", not pairs),
            ("blockades", not any(ages)),
        ):
            if not empty:
                raise ValueError(f"{key}: it must be empty when the match is over")
    else:
        _check_left(phase, pawns[turn], dice, left)
        _check_pairs(phase, pawns[turn], pairs)
        _check_ages(table, phase, turn, pawns, doubles, ages)
    if bonuses and phase == "roll":
        raise ValueError("bonuses: it must be empty in phase roll")
    position = make(
        table,
        phase,
        turn,
        pawns,
        dice=dice,
        left=left,
        bonuses=bonuses,
        doubles=doubles,
        pairs=pairs,
        ages=ages,
        finished=finished,
        rolls=rolls,
    )

    # 8. and 9. Something must be left to decide.
    if phase == "move" and not position.possible():
        raise ValueError("left: none of these values can be used")
    if phase == "bonus" and len(position.legal()) == 1:
        raise ValueError("bonuses: none of them can be played" if bonuses else "bonuses: empty in phase bonus")
    return position


def _pawns(value: object, table: Table) -> tuple[Pawns, ...]:
    """1. and 2. Where the pawns stand."""
    pawns: list[Pawns] = []
    taken: dict[int, int] = {}
    for seat, squares in enumerate(_one_per_seat(value, "pawns", table.seats)):
        key = f"pawns[{seat}]"
        listed = read_list(squares, key)
        if len(listed) != PAWNS:
            raise ValueError(f"{key}: there are {len(listed)} squares for {PAWNS} pawns")
        own = tuple(sorted(_square(each, f"{key}[{index}]") for index, each in enumerate(listed)))
        for square, number in Counter(own).items():
            if square in (NEST, HOME):
                continue
            if number > 2:
                raise ValueError(f"{key}: {number} pawns on {SQUARES[square]}, but at most two may stand there")
            if square <= TRACK and taken.setdefault(square, seat) != seat:
                raise ValueError(f"{key}: a pawn of seat {taken[square]} stands on {SQUARES[square]} already")
        pawns.append(own)
    return tuple(pawns)


def _dice(value: object) -> tuple[int, int] | None:
    """1. and 6. The two dice."""
    if value is None:
        return None
    listed = read_list(value, "dice")
    if len(listed) != 2:
        raise ValueError(f"dice: {len(listed)} dice instead of 2")
    return read_number(listed[0], "dice[0]", 1, FACES), read_number(listed[1], "dice[1]", 1, FACES)


def _numbers(value: object, key: str, read: Callable[[object, str], int]) -> tuple[int, ...]:
    return tuple(sorted(read(each, f"{key}[{index}]") for index, each in enumerate(read_list(value, key))))


def _bonus(value: object, key: str) -> int:
    if type(value) is not int or value not in (HOME_BONUS, CAPTURE_BONUS):
        raise ValueError(f"{key}: {shown(value)} is not a bonus ({HOME_BONUS} or {CAPTURE_BONUS})")
    return value


def _pairs(value: object) -> Pairs:
    """1. and 10. The squares of partners."""
    pairs: list[tuple[int, int]] = []
    for index, pair in enumerate(read_list(value, "pairs")):
        listed = read_list(pair, f"pairs[{index}]")
        if len(listed) != 2:
            raise ValueError(f"pairs[{index}]: {len(listed)} squares instead of 2")
        one, other = sorted(_square(each, f"pairs[{index}][{place}]") for place, each in enumerate(listed))
        for square in (one, other):
            if square in (NEST, HOME):
                raise ValueError(f"pairs[{index}]: no partner stands in the nest or at home")
        pairs.append((one, other))
    return tuple(sorted(pairs))


def _ages(value: object, table: Table) -> Ages:
    """1. and 11. The ages of blockades."""
    ages: list[tuple[tuple[int, int], ...]] = []
    for seat, own in enumerate(_one_per_seat(value, "blockades", table.seats)):
        key = f"blockades[{seat}]"
        if not isinstance(own, Mapping):
            raise ValueError(f"{key}: {shown(own)} is not an object")
        if own and not table.blockade_limit:
            raise ValueError(f"{key}: no ages are kept without a blockade_limit")
        ages.append(
            tuple(
                sorted(
                    (_square(name, key), read_number(age, key, 1, table.blockade_limit)) for name, age in own.items()
                )
            )
        )
    return tuple(ages)


def _check_finished(table: Table, pawns: Sequence[Pawns], finished: Sequence[int]) -> None:
    """3. Who has finished."""
    if len(set(finished)) < len(finished):
        raise ValueError("finished: a seat is listed twice")
    if set(finished) != {seat for seat, own in enumerate(pawns) if own[0] == HOME}:
        raise ValueError("finished: it must hold exactly the seats with four pawns home")
    most = 1 if table.finish == "first" else table.seats - 1
    if len(finished) > most:
        raise ValueError(f"finished: {len(finished)} seats, but the match ends with {most}")


def _check_turn(table: Table, phase: Phase, turn: int | None, finished: Sequence[int], rolls: int) -> None:
    """4. Whose turn it is, and whether the end fits."""
    if phase == "over":
        if turn is not None:
            raise ValueError(f"turn: {turn}, but in phase over it is null")
        if not is_decided(table, finished) and not 0 < table.max_rolls == rolls:
            raise ValueError("phase: over with turn null, but nothing has ended the match")
        return
    if turn is None:
        raise ValueError(f"turn: null in phase {phase}")
    if is_decided(table, finished):
        raise ValueError(f"phase: {phase} with turn {turn}, but finished decides the match")
    if turn in finished:
        raise ValueError(f"turn: seat {turn} has finished, but phase is {phase}")


def _check_rolls(table: Table, phase: Phase, rolls: int) -> None:
    """5. The number of throws."""
    if 0 < table.max_rolls < rolls:
        raise ValueError(f"rolls: {shown(rolls)} are more than max_rolls ({table.max_rolls})")
    if phase == "roll" and 0 < table.max_rolls == rolls:
        raise ValueError(f"rolls: {rolls} is max_rolls, so nobody throws again")
    if phase in ("move", "bonus") and rolls == 0:
        raise ValueError(f"rolls: 0, but a throw is being played in phase {phase}")


def _check_throw(table: Table, phase: Phase, dice: tuple[int, int] | None, doubles: int, rolls: int) -> None:
    """6. and 7. The dice and the doubles of this turn."""
    if phase in ("roll", "over"):
        if dice is not None:
            raise ValueError(f"dice: it must be null in phase {phase}")
    elif dice is None:
        raise ValueError(f"dice: null in phase {phase}")
    if doubles > rolls:
        raise ValueError(f"doubles: {shown(doubles)} are more than rolls ({shown(rolls)})")
    if doubles and phase == "over":
        raise ValueError("doubles: it must be 0 when the match is over")
    if dice is not None and dice[0] == dice[1] and doubles == 0:
        raise ValueError("doubles: 0, but a double is being played")
    if dice is not None and dice[0] != dice[1] and doubles >= rolls:
        raise ValueError("doubles: as many as rolls, but the throw being played is none")
    if table.triple_doubles and doubles > 2:
        raise ValueError(f"doubles: {shown(doubles)}, but with triple_doubles the third ends the turn")


def _check_left(phase: Phase, own: Pawns, dice: tuple[int, int] | None, left: tuple[int, ...]) -> None:
    """8. The values still to use; that one of them can be used is checked at the end."""
    if phase != "move":
        if left:
            raise ValueError(f"left: it must be empty in phase {phase}")
        return
    if not left:
        raise ValueError("left: empty in phase move")
    thrown = values_of(*dice, own) if dice else ()
    if Counter(left) - Counter(thrown):
        raise ValueError(f"left: these are not values of the throw, which are {', '.join(map(str, thrown))}")


def _check_pairs(phase: Phase, own: Pawns, pairs: Pairs) -> None:
    """10. Whether the partners are where pawns of the mover are."""
    if phase == "roll":
        if pairs:
            raise ValueError("pairs: it must be empty in phase roll")
        return
    for square, number in Counter(square for pair in pairs for square in pair).items():
        if number > own.count(square):
            raise ValueError(f"pairs: {SQUARES[square]} is named more often than the mover has pawns there")


def _check_ages(table: Table, phase: Phase, turn: int, pawns: Sequence[Pawns], doubles: int, ages: Ages) -> None:
    """11. Whether each age belongs to a blockade, and each blockade has the age that it must have."""
    for seat, own in enumerate(pawns):
        standing = blockades(own)
        aged = {square for square, _ in ages[seat]}
        for square in aged.difference(standing):
            raise ValueError(f"blockades[{seat}]: there is no blockade on {SQUARES[square]}")
        formed_before = seat != turn or (phase == "roll" and doubles == 0)
        if table.blockade_limit and formed_before:
            for square in sorted(set(standing) - aged):
                raise ValueError(f"blockades[{seat}]: the blockade on {SQUARES[square]} has no age")
