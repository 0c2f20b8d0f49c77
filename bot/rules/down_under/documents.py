"""Position documents: writing them, reading them, every refusal of `load`, and what `view` adds to them.

Refusals are ValueErrors that begin with the key they are about, such as "tiles[3].dir: ...".
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from operator import le
from typing import Any, TypeVar, cast

from bot.rules.api import Document, fault
from bot.rules.down_under.billabongs import deadlocks
from bot.rules.down_under.board import Board, Box, TwoColoursError, box_with
from bot.rules.down_under.options import OPTIONS, Table, checked_table
from bot.rules.down_under.setup import frame_cells
from bot.rules.down_under.situation import Owed, Situation, on_table, turn_moves
from bot.rules.down_under.tiles import (
    ANIMAL_TILES,
    BILLABONGS,
    COLOURS,
    EDGES,
    FACINGS,
    GREY,
    JOINS,
    NEUTRAL,
    PATH_TILES,
    Cell,
    Tile,
    TileKind,
    billabong,
    rows_first,
)
from bot.rules.reading import (
    Field,
    each,
    fit,
    number,
    optional,
    read_choice,
    read_document,
    read_fields,
    read_list,
    read_object,
    record,
    refuse,
    show,
    whole_number,
)

S = TypeVar("S", bound=Situation)

KEYS = ("game", "seats", "options", "turn", "used", "offer", "pending", "tiles", "ponds")
TILE_KEYS = ("x", "y", "kind", "dir", "colour", "animal")

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    table, tiles = position.table, on_table(position.board)
    return {
        "game": "down_under",
        "seats": table.seats,
        "options": {option.name: getattr(table, option.name) for option in OPTIONS},
        "turn": position.to_move,
        "used": list(position.used),
        "offer": [list(cell) for cell in position.offer],
        "pending": [{"x": owed.cell[0], "y": owed.cell[1], "colour": owed.colour} for owed in position.pending],
        "tiles": [
            {
                "x": x,
                "y": y,
                "kind": tile.kind,
                "dir": tile.facing,
                "colour": None if tile.colour == NEUTRAL else tile.colour,
                "animal": tile.animal,
            }
            for (x, y), tile in tiles
            if tile.colour != GREY
        ],
        "ponds": [{"x": x, "y": y, "joins": tile.facing.split()} for (x, y), tile in tiles if tile.colour == GREY],
    }


def view(position: Situation, seat: int | None) -> Document:
    """The position document with counts derived from it, the same for everyone, as nothing is hidden."""
    table, board = position.table, position.board
    hands: list[Document] = []
    for hand in board.hands:
        left: Document = {kind: sum(hand[kind].values()) for kind in PATH_TILES}
        if table.animals:
            left["animals"] = {
                shape: {animal: hand[shape].get(animal, 0) for animal in ANIMAL_TILES[shape]} for shape in ANIMAL_TILES
            }
        hands.append(left)
    return {
        **document(position),
        "hands": hands,
        "routes": [
            {
                "length": route.length,
                "score": position.score(colour),
                "open": [[*cell, EDGES[edge]] for cell, edge in route.open],
                "endless": route.endless,
            }
            for colour, route in enumerate(position.routes)
        ],
        "billabongs": board.billabongs,
        "scores": list(position.scores),
    }


# ---------------------------------------------------------------------------------------------------------- reading


@cache
def _colour(colours: int) -> Field[int]:
    return number(0, colours - 1)


@cache
def _fields(seats: int, colours: int) -> dict[str, Field[Any]]:
    colour = _colour(colours)
    owed = record(lambda x, y, colour: Owed((x, y), colour), x=whole_number, y=whole_number, colour=colour)
    return {
        "turn": optional(number(0, seats - 1)),
        "used": each(colour),
        "offer": each(each(whole_number, 2)),
        "pending": each(owed),
    }


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes. Raises ValueError if it isn't valid."""
    keys = read_document(doc, "down_under", KEYS)
    table = checked_table(keys["seats"], read_object(keys["options"], "options", [option.name for option in OPTIONS]))
    values = read_fields(keys, _fields(table.seats, table.colours))
    turn, used, offer, pending = values["turn"], values["used"], values["offer"], values["pending"]
    board = _board(table, keys["tiles"], keys["ponds"])
    if turn is None:
        for key in ("used", "offer", "pending"):
            fit(not values[key], key, "turn")
    else:
        _check_used(table, turn, used, unfinished=bool(offer or pending))
        _check_offer(table, board, offer)
        _check_pending(table, board, turn, pending)
    _check_beginning(table, board, turn, used)
    position = make(table, board, turn, used=used, offer=offer, pending=pending)
    _check_moves(position)
    return position


# ----------------------------------------------------------------------------------------------- the tiles on the table


def _board(table: Table, tiles: object, ponds: object) -> Board:
    on_table: dict[Cell, Tile] = {}
    box: Box | None = None
    numbers: Counter[tuple[int, str, str | None]] = Counter()
    for key, cell, tile in _entries(table, tiles, ponds):
        _check_place(table, key, cell, tile)
        taken = on_table.setdefault(cell, tile) is not tile
        refuse(taken, key, "something lies in {cell} already", cell=list(cell))
        # Without animals this is the number of a colour and kind, with them of a colour, kind and animal.
        like = (tile.colour, tile.kind, tile.animal)
        numbers[like] += 1
        most = _most(table, tile)
        refuse(numbers[like] > most, key, "there are only {most} such tiles", most=most)
        if table.area == "floating" and tile.kind != "terminal":
            box = box_with(box, cell)
            held = all(map(le, sorted((box.columns, box.rows)), sorted(table.extent)))
            fit(held, key, "options.size")
    try:
        board = Board(table, on_table)
    except TwoColoursError as mixed:
        raise fault("tiles", "two colours on one path") from mixed
    for colour in range(table.colours):
        on_route = sum(piece.kind == "coloured" for piece in board.route_of(colour).pieces)
        apart, name = on_route != board.numbers[colour], COLOURS[colour]
        refuse(apart, "tiles", "the pieces of {colour} are on more than one path", colour=name)
    return board


def _entries(table: Table, tiles: object, ponds: object) -> Iterator[tuple[str, Cell, Tile]]:
    """The tiles and billabongs of a document with their keys."""
    for index, entry in enumerate(read_list(tiles, "tiles")):
        yield (key := f"tiles[{index}]"), *_tile(entry, key, table)
    for index, entry in enumerate(read_list(ponds, "ponds")):
        yield (key := f"ponds[{index}]"), *POND(entry, key)


def _tile(value: object, key: str, table: Table) -> tuple[Cell, Tile]:
    keys = read_object(value, key, TILE_KEYS)
    cell = whole_number(keys["x"], f"{key}.x"), whole_number(keys["y"], f"{key}.y")
    kind = cast("TileKind", read_choice(keys["kind"], f"{key}.kind", tuple(PATH_TILES)))
    facing = read_choice(keys["dir"], f"{key}.dir", FACINGS[kind])
    colour = NEUTRAL if keys["colour"] is None else _colour(table.colours)(keys["colour"], f"{key}.colour")
    animal, where = keys["animal"], f"{key}.animal"
    if not table.animals or kind == "terminal":
        refuse(animal is not None, where, "{value}, but there is no animal on this tile", value=show(animal))
        return cell, Tile(kind, facing, colour)
    return cell, Tile(kind, facing, colour, read_choice(animal, where, tuple(ANIMAL_TILES[kind])))


def _check_place(table: Table, key: str, cell: Cell, tile: Tile) -> None:
    """Checks that a fixed area allows the tile there."""
    neutral = tile.colour == NEUTRAL
    fit(table.fixed or not neutral, f"{key}.colour", "options.area")
    if neutral and table.area == "frame":
        fit(tile.kind != "terminal", f"{key}.kind", "options.area")
        refuse(cell not in frame_cells(*table.extent), key, "it does not lie on a side of the frame")
    elif table.fixed and (neutral or tile.kind != "terminal"):
        refuse(not table.covers(cell), key, "it lies outside the area")


def _most(table: Table, tile: Tile) -> int:
    """How many tiles of this sort exist."""
    if tile.kind == "billabong":
        return BILLABONGS
    one_set = ANIMAL_TILES[tile.kind][tile.animal] if tile.animal is not None else PATH_TILES[tile.kind]
    return one_set * (2 if tile.colour == NEUTRAL and table.area == "frame" else 1)


def _joins(value: object, key: str) -> str:
    joins = read_list(value, key)
    for text in JOINS:
        if text.split() == joins:
            return text
    raise fault(key, "a billabong joins nothing, one pair of edges, NE and SW, or NW and SE")


POND = record(lambda x, y, joins: ((x, y), billabong(joins)), x=whole_number, y=whole_number, joins=_joins)

# ---------------------------------------------------------------------------------------------------------- the turn


def _check_used(table: Table, turn: int, used: tuple[int, ...], *, unfinished: bool) -> None:
    """What has been played in this turn; `unfinished` if an offer or an extension is still to come."""
    for index, colour in enumerate(used):
        fit(colour in table.colours_of(turn), f"used[{index}]", "turn")
    refuse(len(set(used)) < len(used), "used", "a colour is listed twice")
    fit(len(used) <= table.tiles_due, "used", "options.tiles_per_turn")
    fit(used if unfinished else len(used) < table.tiles_due, "used", "offer", "pending")


def _check_offer(table: Table, board: Board, offer: tuple[Cell, ...]) -> None:
    refuse(offer and not board.billabongs, "offer", "no billabong is left")
    locked = deadlocks(table, board)
    for index, cell in enumerate(offer):
        refuse(cell not in locked, f"offer[{index}]", "this cell is no deadlock")
        ascends = not index or rows_first(cell) > rows_first(offer[index - 1])
        refuse(not ascends, f"offer[{index}]", "the cells must be listed by y, then by x, each once")


def _check_pending(table: Table, board: Board, turn: int, pending: tuple[Owed, ...]) -> None:
    for index, owed in enumerate(pending):
        key = f"pending[{index}]"
        cell, colour = owed
        tile = board.tiles.get(cell)
        joined = tile is not None and tile.kind == "billabong" and len(tile.facing.split()) == 1
        refuse(not joined, key, "in {cell} there is no billabong that joins one pair of edges", cell=list(cell))
        fit(colour in table.colours_of(turn), f"{key}.colour", "turn")
        through = any(piece.cell == cell and piece.kind == "billabong" for piece in board.route_of(colour).pieces)
        fit(through, f"{key}.colour", "tiles", "ponds")
        refuse(owed in pending[:index], key, "this extension is listed twice")


def _check_beginning(table: Table, board: Board, turn: int | None, used: tuple[int, ...]) -> None:
    """Two routes: the square and the opening."""
    missing = next((colour for colour in range(table.colours) if not board.numbers[colour]), None)
    if table.routes == 1 or (missing is None and sum(board.numbers) > table.colours):
        return
    if missing is not None:
        laid = sorted((tile.kind, tile.colour) for tile in board.tiles.values())
        refuse(
            laid != [("terminal", colour) for colour in range(missing)],
            "tiles",
            "until {missing} has a tile there must be one terminal of each colour before it only",
            missing=COLOURS[missing],
        )
    first = 0 if missing is None else table.seat_of(missing)
    refuse(turn != first, "turn", "seat {turn} plays first", turn=first)
    refuse(used, "used", "it must be empty at the beginning")


def _check_moves(position: Situation) -> None:
    """Checks that the seat to move has a move, and that nobody has one at the end."""
    table, board, turn = position.table, position.board, position.to_move
    if turn is not None:
        refuse(not position.legal(), "turn", "seat {turn} has no legal move", turn=turn)
        return
    for seat in range(table.seats):
        refuse(turn_moves(table, board, seat, ()), "turn", "null, but seat {seat} could move", seat=seat)
