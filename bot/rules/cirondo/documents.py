"""Position documents and the one-line form; every refusal of `load`, numbered as on the rules page.

Refusals are ValueErrors that begin with the key they are about, such as "pieces.gold.moons[3]: ...".
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, TypeVar, get_args

from bot.rules.api import Document, fault
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
    fit,
    lookup,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_object,
    read_seats,
    refuse,
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
            refuse(one in seats_listed[:index], f"{key}[{index}]", "seat {one} is listed twice", one=one)
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
    fit((to_move is None) == (over is not None), "to_move", "over")
    fit(to_move not in defeated, "to_move", "defeated")
    fit(_may_owe(board, to_move, owed) and not (owed and (quiet or defeated)), "owed", "pieces", "to_move", "quiet")
    stuck = to_move is not None and not board.can_move(to_move, to_move in owed)
    refuse(stuck, "to_move", "seat {to_move} has no legal move", to_move=to_move)
    _check_over(board, over, defeated, draw_rule)
    if not quiet:
        fit(over not in ("repetition", "quiet"), "quiet", "over")
        return make(board, draw_rule=draw_rule, **values)

    # 8. Undo the quiet moves and play them again, which also finds the earlier positions.
    fit(draw_rule, "quiet", "options.draw_rule")
    fit(over not in ("conquest", "showdown"), "quiet", "over")
    first, earlier = _take_back(board, quiet)
    fit(first not in defeated, "quiet[0]", "defeated")
    position = make(earlier, draw_rule=True, to_move=first, defeated=defeated)
    for index, move in enumerate(quiet):
        legal = move in position.legal_from(move.origin)
        refuse(not legal, f"quiet[{index}]", "this was not a legal move then")
        position = position.after(move)
    same = (position.board.cells, position.quiet, position.defeated) == (board.cells, quiet, defeated)
    refuse(not same, "quiet", "one of these moves restarts the count")
    fit(position.over == over, "over", "quiet")
    fit(position.to_move == to_move, "to_move", "quiet")
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
                taken, moonless = cells[space] != EMPTY, kind == MOON and ring_of(space) in (0, INNERMOST)
                refuse(taken, where, "{space} is taken already", space=SPACES[space])
                refuse(moonless, where, "no moon can stand on ring {value}", value=SPACES[space][0])
                cells[space] = stellar(seat, kind)
                counts[kind] += 1
        for name, count, most in (
            ("planets", counts[PLANET], table.home),
            ("solars", counts[SOLAR], SUPPLY),
            ("moons", counts[MOON] + counts[SOLAR], table.home),  # Solar Systems were moons
        ):
            refuse(count > most, f"{key}.{name}", "{number} are more than {most}", number=count, most=most)
    return Board.of(table, bytes(cells))


def _check_defeated(board: Board, defeated: tuple[int, ...]) -> None:
    """4. Who is defeated, and who has stellar."""
    table = board.table
    refuse(len(defeated) == table.seats, "defeated", "somebody must be left")
    whole = not table.teams or not defeated or defeated in table.sides
    refuse(not whole, "defeated", "a team is defeated as a whole, its lower seat first, and never both teams")
    for side, seats in enumerate(table.sides):
        there, gone = board.count(side), seats[0] in defeated
        fit(not (gone and there), "defeated", "pieces")
        fit(gone or there, f"pieces.{table.colours[seats[0]]}", "defeated")


def _may_owe(board: Board, to_move: int | None, owed: Sequence[int]) -> bool:
    """6. Whether these seats can still owe the first move: earlier seats stepped a moon of the setup from B to C."""
    table = board.table
    if not owed:
        return True
    if to_move is None or list(owed) != list(range(to_move, table.seats)):
        return False
    start = bytearray(setup(table).cells)
    columns = [column for column in range(NUMBERS) if board.cells[NUMBERS + column] == EMPTY]  # ring B
    for column in columns:
        start[2 * NUMBERS + column], start[NUMBERS + column] = start[NUMBERS + column], EMPTY
    return bytes(start) == board.cells and [column // table.home for column in columns] == list(range(to_move))


def _check_over(board: Board, over: Over | None, defeated: Sequence[int], draw_rule: bool) -> None:
    """7. Whether the end fits."""
    table = board.table
    counts = [board.count(side) for side, seats in enumerate(table.sides) if seats[0] not in defeated]
    fit((over == "conquest") == (len(counts) == 1), "over", "pieces")
    if over != "conquest":
        fit((over == "showdown") == all(count == 1 for count in counts), "over", "pieces")
    if over == "blocked":
        fit(1 not in counts and not any(map(board.can_move, range(table.seats))), "over", "pieces")
    fit(draw_rule or over not in ("repetition", "quiet"), "over", "options.draw_rule")


def _take_back(board: Board, quiet: Sequence[Move]) -> tuple[int, Board]:
    """The owner of the first quiet move and the board before it."""
    cells = bytearray(board.cells)
    owner = 0
    for index in range(len(quiet) - 1, -1, -1):
        origin, target = SPACE_NUMBERS[quiet[index].origin], SPACE_NUMBERS[quiet[index].target]
        piece, key = cells[target], f"quiet[{index}]"
        came = piece != EMPTY and kind_of(piece) != MOON
        refuse(not came, key, "no planet or Solar System has come to {target}", target=quiet[index].target)
        left = cells[origin] == EMPTY
        refuse(not left, key, "{origin} is taken, so nothing has left it", origin=quiet[index].origin)
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
