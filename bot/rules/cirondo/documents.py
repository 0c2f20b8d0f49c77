"""Position documents and the one-line form; every refusal of `load`, numbered as on the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "pieces.gold.moons[3]: ...".
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, TypeVar, get_args

from bot.rules.api import Document, Words, fault
from bot.rules.cirondo.board import (
    EMPTY,
    INNERMOST,
    KIND_NAMES,
    KINDS,
    MOON,
    NUMBERS,
    PLANET,
    RINGS,
    SOLAR,
    SPACE_NUMBERS,
    SPACES,
    SUPPLY,
    Board,
    Move,
    Over,
    Table,
    kind_of,
    move_between,
    ring_of,
    seat_of,
    setup,
    stellar,
    table_for,
)
from bot.rules.cirondo.situation import Situation
from bot.rules.reading import (
    Field,
    boolean,
    choice,
    each,
    lookup,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_object,
    read_seats,
    show,
)

S = TypeVar("S", bound=Situation)

KEYS = ("game", "seats", "options", "pieces", "to_move", "owed", "quiet", "defeated", "over")
OPTION_KEYS = ("teams", "draw_rule")
ENDINGS: tuple[Over, ...] = get_args(Over)
KIND_KEYS = {name: kind for kind, name in enumerate(KIND_NAMES)}
KIND_OF_LETTER = {"P": "planets", "M": "moons", "S": "solars"}

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
    board, table = position.board, position.table
    return {
        "game": "cirondo",
        "seats": table.seats,
        "options": {"teams": table.teams, "draw_rule": position.draw_rule},
        "pieces": {
            colour: {kind: board.spaces_of(seat, kind) for kind in KIND_NAMES}
            for seat, colour in enumerate(table.colours)
        },
        "to_move": position.to_move,
        "owed": list(position.owed),
        "quiet": [f"{move.origin}-{move.target}" for move in position.quiet],
        "defeated": list(position.defeated),
        "over": position.over,
    }


def one_line(position: Situation) -> str:
    """The one-line form."""
    board, table = position.board, position.table
    rings = "/".join(
        _ring_text(board.cells[ring * NUMBERS : (ring + 1) * NUMBERS], table) for ring in range(len(RINGS))
    )

    def letters(seats: Sequence[int]) -> str:
        return "".join(table.letters[seat] for seat in seats) or "-"

    return " ".join(
        (
            rings,
            "-" if position.to_move is None else table.letters[position.to_move],
            f"{table.seats}{'t' if table.teams else ''}{'d' if position.draw_rule else ''}",
            letters(position.owed),
            letters(position.defeated),
            ",".join(f"{move.origin}-{move.target}" for move in position.quiet) or "-",
            position.over or "-",
        )
    )


def _ring_text(cells: bytes, table: Table) -> str:
    tokens = ("." if piece == EMPTY else table.letters[seat_of(piece)] + "PMS"[kind_of(piece)] for piece in cells)
    runs = ((token, len(list(run))) for token, run in groupby(tokens))
    return "".join(token if length == 1 else f"{length}{token}" for token, length in runs)


# ---------------------------------------------------------------------------------------------------------- reading

SPACE = lookup(SPACE_NUMBERS, "{value} is not a space (A1 to H32)")


def _quiet_move(value: object, key: str) -> Move:
    if not isinstance(value, str) or value.count("-") != 1:
        raise fault(key, "{value} is not written from-to", value=show(value))
    origin, target = (SPACE(space, key) for space in value.split("-"))
    return move_between(origin, target)


@cache
def _fields(seats: int) -> dict[str, Field[Any]]:
    seat = number(0, seats - 1)

    def listed_once(value: object, key: str) -> tuple[int, ...]:
        seats_listed = each(seat)(value, key)
        for index, one in enumerate(seats_listed):
            if one in seats_listed[:index]:
                raise fault(f"{key}[{index}]", "seat {one} is listed twice", one=one)
        return seats_listed

    return {
        "to_move": optional(seat),
        "owed": listed_once,
        "quiet": each(_quiet_move),
        "defeated": listed_once,
        "over": optional(choice(ENDINGS)),
    }


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes. Raises ValueError if it isn't valid."""
    # 1. and 2. Keys, types, options, seats.
    keys = read_document(doc, "cirondo", KEYS)
    options = read_object(keys["options"], "options", OPTION_KEYS)
    teams = boolean(options["teams"], "options.teams")
    draw_rule = boolean(options["draw_rule"], "options.draw_rule")
    table = table_for(read_seats(keys["seats"], (4,) if teams else (2, 4)), teams)
    board = _pieces(keys["pieces"], table)
    values = read_fields(keys, _fields(table.seats))
    to_move, owed, quiet, defeated, over = values.values()
    _check_defeated(board, defeated)

    _check_turn(to_move, over, defeated)
    _check_owed(board, to_move, owed, quiet, defeated)
    if to_move is not None and not board.can_move(to_move, to_move in owed):
        raise fault("to_move", "seat {to_move} has no legal move", to_move=to_move)
    _check_over(board, over, defeated, draw_rule)
    if not quiet:
        if over in ("repetition", "quiet"):
            raise fault("quiet", "it is empty, but over is '{over}'", over=over)
        return make(board, draw_rule=draw_rule, **values)

    # 8. Undo the quiet moves and play them again, which also finds the earlier positions.
    if not draw_rule:
        raise fault("quiet", "it must be empty without the draw rule")
    if over in ("conquest", "showdown"):
        raise fault("quiet", "it must be empty after a {over}", over=over)
    first, earlier = _taken_back(board, quiet)
    if first in defeated:
        raise fault("quiet[0]", "a defeated seat can't have moved")
    position = make(earlier, draw_rule=True, to_move=first, defeated=defeated)
    for index, move in enumerate(quiet):
        if move not in position.legal_from(move.origin):
            raise fault(
                f"quiet[{index}]", "{origin}-{target} was not a legal move then", origin=move.origin, target=move.target
            )
        position = position.after(move)
    if (position.board.cells, position.quiet, position.defeated) != (board.cells, quiet, defeated):
        raise fault("quiet", "one of these moves restarts the count")
    if position.over != over:
        raise fault(
            "over",
            "{over} does not fit quiet, which leads to {over2}",
            over=show(over),
            over2=show(position.over),
        )
    if position.to_move != to_move:
        raise fault(
            "to_move",
            "{to_move} does not fit quiet, which leads to {to_move2}",
            to_move=show(to_move),
            to_move2=show(position.to_move),
        )
    return position


def _pieces(value: object, table: Table) -> Board:
    """3. The stellar on the board."""
    colours = read_object(value, "pieces", table.colours)
    cells = bytearray(len(SPACES))
    for seat, colour in enumerate(table.colours):
        key = f"pieces.{colour}"
        kinds = read_object(colours[colour], key, tuple(KIND_KEYS))
        counts = [0] * KINDS
        for name, kind in KIND_KEYS.items():
            for index, text in enumerate(read_list(kinds[name], f"{key}.{name}")):
                where = f"{key}.{name}[{index}]"
                space = SPACE(text, where)
                if cells[space] != EMPTY:
                    raise fault(where, "{space} is taken already", space=SPACES[space])
                if kind == MOON and ring_of(space) in (0, INNERMOST):
                    raise fault(where, "no moon stands on ring {value}", value=SPACES[space][0])
                cells[space] = stellar(seat, kind)
                counts[kind] += 1
        if counts[PLANET] > table.home:
            raise fault(f"{key}.planets", "{planet} are more than {home}", planet=counts[PLANET], home=table.home)
        if counts[SOLAR] > SUPPLY:
            raise fault(f"{key}.solars", "{solar} are more than {supply}", solar=counts[SOLAR], supply=SUPPLY)
        if counts[MOON] + counts[SOLAR] > table.home:
            raise fault(
                f"{key}.moons",
                "{moon} and {solar} solars, which were moons, are more than {home}",
                moon=counts[MOON],
                solar=counts[SOLAR],
                home=table.home,
            )
    return Board.of(table, bytes(cells))


def _check_defeated(board: Board, defeated: tuple[int, ...]) -> None:
    """4. Who is defeated, and who has stellar."""
    table = board.table
    if len(defeated) == table.seats:
        raise fault("defeated", "somebody must be left")
    if table.teams and defeated and defeated not in table.sides:
        raise fault("defeated", "a team is defeated whole, its lower seat first, and never both teams")
    for side, seats in enumerate(table.sides):
        key = f"pieces.{table.colours[seats[0]]}"
        if seats[0] in defeated:
            if board.count(side):
                colours = tuple(Words(table.colours[seat]) for seat in seats)
                raise fault("defeated", "{choices} have stellar left", choices=colours)
        elif not board.count(side):
            raise fault(key, "a side that is not defeated has at least one stellar")


def _check_turn(to_move: int | None, over: Over | None, defeated: Sequence[int]) -> None:
    """5. Whose turn it is. Whether this seat can move is checked after 6."""
    if to_move is None and over is None:
        raise fault("to_move", "null, but over is null as well")
    if to_move is not None and over is not None:
        raise fault("to_move", "{to_move}, but the match is over", to_move=to_move)
    if to_move in defeated:
        raise fault("to_move", "seat {to_move} is defeated", to_move=to_move)


def _check_owed(
    board: Board, to_move: int | None, owed: Sequence[int], quiet: Sequence[Move], defeated: Sequence[int]
) -> None:
    """6. Who still owes the first move."""
    if not owed:
        return
    table = board.table
    if to_move is None or list(owed) != list(range(to_move, table.seats)):
        raise fault("owed", "it must hold exactly the seats from the one to move to the last, ascending")
    if quiet or defeated:
        raise fault("owed", "it must be empty once there are quiet moves or defeated seats")
    start = bytearray(setup(table).cells)
    columns = [column for column in range(NUMBERS) if board.cells[NUMBERS + column] == EMPTY]  # ring B
    for column in columns:
        start[2 * NUMBERS + column], start[NUMBERS + column] = start[NUMBERS + column], EMPTY
    if bytes(start) != board.cells or [column // table.home for column in columns] != list(range(to_move)):
        raise fault("owed", "the pieces are not the setup with one moon of each earlier seat stepped from B to C")


def _check_over(board: Board, over: Over | None, defeated: Sequence[int], draw_rule: bool) -> None:
    """7. Whether the end fits."""
    table = board.table
    counts = [board.count(side) for side, seats in enumerate(table.sides) if seats[0] not in defeated]
    if len(counts) == 1:
        if over != "conquest":
            raise fault("over", "{over}, but one side is left: it must be 'conquest'", over=show(over))
    elif all(count == 1 for count in counts):
        if over != "showdown":
            raise fault("over", "{over}, but every side left has one stellar: it must be 'showdown'", over=show(over))
    elif over == "conquest":
        raise fault("over", "'conquest', but more than one side is left")
    elif over == "showdown":
        raise fault("over", "'showdown', but a side has more than one stellar")
    elif over == "blocked":
        if 1 in counts:
            raise fault("over", "'blocked', but a side with one stellar that can't move is defeated")
        if any(board.can_move(seat) for seat in range(table.seats)):
            raise fault("over", "'blocked', but somebody can move")
    elif over in ("repetition", "quiet") and not draw_rule:
        raise fault("over", "'{over}' needs the draw rule", over=over)


def _taken_back(board: Board, quiet: Sequence[Move]) -> tuple[int, Board]:
    """The owner of the first quiet move and the board before it."""
    cells = bytearray(board.cells)
    owner = 0
    for index in range(len(quiet) - 1, -1, -1):
        origin, target = SPACE_NUMBERS[quiet[index].origin], SPACE_NUMBERS[quiet[index].target]
        piece = cells[target]
        if piece == EMPTY or kind_of(piece) == MOON:
            raise fault(f"quiet[{index}]", "no planet or Solar System has come to {target}", target=quiet[index].target)
        if cells[origin] != EMPTY:
            raise fault(f"quiet[{index}]", "{origin} is taken, so nothing has left it", origin=quiet[index].origin)
        cells[origin], cells[target] = piece, EMPTY
        owner = seat_of(piece)
    return owner, Board.of(board.table, bytes(cells))


# ------------------------------------------------------------------------------------------------ the one-line form

_RUN = re.compile(r"([2-9]|[1-9][0-9])?(\.|[grsb][PMS])")  # a length of 1 isn't written
_RING = re.compile(rf"(?:{_RUN.pattern})*")
_TABLE = re.compile(r"(?P<seats>[24])(?P<teams>t?)(?P<draw_rule>d?)")
FIELDS = ("rings", "to_move", "options", "owed", "defeated", "quiet", "over")


def document_of_line(text: object) -> Document:
    """The document of a one-line form. Raises ValueError if it can't be read. `load` checks the rest."""
    if not isinstance(text, str):
        raise ValueError(f"the one-line form: {show(text)} is not a text")
    fields = text.split()
    if len(fields) != len(FIELDS):
        raise ValueError(f"the one-line form: {len(fields)} fields instead of {len(FIELDS)} ({', '.join(FIELDS)})")
    rings, to_move, options, owed, defeated, quiet, over = fields
    match = _TABLE.fullmatch(options)
    if match is None:
        raise ValueError(f"options: {show(options)} is not 2 or 4, then t with teams, then d with the draw rule")
    table = table_for(int(match["seats"]), False)

    def seats(letters: str, key: str) -> list[int]:
        if letters == "-":
            return []
        unknown = [letter for letter in letters if letter not in table.letters]
        if unknown:
            raise ValueError(f"{key}: {show(unknown[0])} is no colour of this match ({table.letters})")
        return [table.letters.index(letter) for letter in letters]

    moving = seats(to_move, "to_move")
    if len(moving) > 1:
        raise ValueError(f"to_move: {show(to_move)} is more than one colour")
    return {
        "game": "cirondo",
        "seats": table.seats,
        "options": {"teams": bool(match["teams"]), "draw_rule": bool(match["draw_rule"])},
        "pieces": _pieces_of_rings(rings, table),
        "to_move": moving[0] if moving else None,
        "owed": seats(owed, "owed"),
        "quiet": [] if quiet == "-" else quiet.split(","),
        "defeated": seats(defeated, "defeated"),
        "over": None if over == "-" else over,
    }


def _pieces_of_rings(text: str, table: Table) -> dict[str, dict[str, list[str]]]:
    pieces: dict[str, dict[str, list[str]]] = {colour: {name: [] for name in KIND_KEYS} for colour in table.colours}
    rings = text.split("/")
    if len(rings) != len(RINGS):
        raise ValueError(f"rings: {len(rings)} rings instead of {len(RINGS)}")
    for ring, runs in zip(RINGS, rings, strict=True):
        if not _RING.fullmatch(runs):
            raise ValueError(f"rings: ring {ring} can't be read: {show(runs)}")
        spaces = [what for length, what in _RUN.findall(runs) for _ in range(int(length or 1))]
        if len(spaces) > NUMBERS:
            raise ValueError(f"rings: ring {ring} has more than {NUMBERS} spaces")
        if len(spaces) < NUMBERS:
            raise ValueError(f"rings: ring {ring} has {len(spaces)} spaces instead of {NUMBERS}")
        for column, what in enumerate(spaces, start=1):
            if what == ".":
                continue
            letter, kind = what
            if letter not in table.letters:
                raise ValueError(f"rings: ring {ring}: {letter!r} is no colour of this match ({table.letters})")
            pieces[table.colours[table.letters.index(letter)]][KIND_OF_LETTER[kind]].append(f"{ring}{column}")
    return pieces
