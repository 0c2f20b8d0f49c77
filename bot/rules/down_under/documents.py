"""Position documents: writing them, reading them, every refusal of `load`, and what `view` adds to them.

Refusals are ValueErrors that begin with the key they are about, such as "tiles[3].dir: ...".
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar, cast

from bot.rules.api import Document, fault
from bot.rules.down_under.billabongs import deadlocks
from bot.rules.down_under.board import Board, Box, TwoColoursError, box_with
from bot.rules.down_under.options import OPTIONS, Table, checked_table
from bot.rules.down_under.setup import frame_cells
from bot.rules.down_under.situation import Owed, Situation, turn_moves
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
    Kind,
    Tile,
    billabong,
    rows_first,
)
from bot.rules.reading import (
    Field,
    each,
    number,
    optional,
    read_choice,
    read_document,
    read_fields,
    read_list,
    read_object,
    record,
    show,
    whole_number,
)

S = TypeVar("S", bound=Situation)

KEYS = ("game", "seats", "options", "turn", "used", "offer", "pending", "tiles", "ponds")
TILE_KEYS = ("x", "y", "kind", "dir", "colour", "animal")

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
    table = position.table
    on_table = sorted(position.board.tiles.items(), key=lambda item: rows_first(item[0]))
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
            for (x, y), tile in on_table
            if tile.colour != GREY
        ],
        "ponds": [{"x": x, "y": y, "joins": tile.facing.split()} for (x, y), tile in on_table if tile.colour == GREY],
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
        for key, empty in (("used", not used), ("offer", not offer), ("pending", not pending)):
            if not empty:
                raise fault(key, "it must be empty when turn is null")
    else:
        _check_used(table, board, turn, used, bool(offer or pending))
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
        if on_table.setdefault(cell, tile) is not tile:
            raise fault(key, "something lies in {cell} already", cell=list(cell))
        # Without animals this is the number of a colour and kind, with them of a colour, kind and animal.
        numbers[tile.colour, tile.kind, tile.animal] += 1
        most = _most(table, tile)
        if numbers[tile.colour, tile.kind, tile.animal] > most:
            raise fault(key, "there are only {most} such tiles", most=most)
        if table.area == "floating" and tile.kind != "terminal":
            box = _fitting_box(table, key, box, cell)
    try:
        board = Board(table, on_table)
    except TwoColoursError as mixed:
        raise fault("tiles", "two colours on one path") from mixed
    for colour in range(table.colours):
        on_route = sum(piece.kind == "coloured" for piece in board.route_of(colour).pieces)
        if on_route != board.numbers[colour]:
            raise fault("tiles", "the pieces of {colour} are on more than one path", colour=COLOURS[colour])
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
    kind = cast("Kind", read_choice(keys["kind"], f"{key}.kind", tuple(PATH_TILES)))
    facing = read_choice(keys["dir"], f"{key}.dir", FACINGS[kind])
    colour = NEUTRAL if keys["colour"] is None else _colour(table.colours)(keys["colour"], f"{key}.colour")
    if not table.animals or kind == "terminal":
        if keys["animal"] is not None:
            raise fault(f"{key}.animal", "{value}, but there is no animal on this tile", value=show(keys["animal"]))
        return cell, Tile(kind, facing, colour)
    return cell, Tile(kind, facing, colour, read_choice(keys["animal"], f"{key}.animal", tuple(ANIMAL_TILES[kind])))


def _check_place(table: Table, key: str, cell: Cell, tile: Tile) -> None:
    """Checks that a fixed area allows the tile there."""
    if tile.colour != NEUTRAL:
        if table.fixed and tile.kind != "terminal" and not table.covers(cell):
            raise fault(key, "it lies outside the area")
    elif not table.fixed:
        raise fault(f"{key}.colour", "null, but there are neutral tiles only with area line or frame")
    elif table.area == "line":
        if not table.covers(cell):
            raise fault(key, "it lies outside the area")
    elif tile.kind == "terminal":
        raise fault(f"{key}.kind", "there is no terminal in a frame")
    elif cell not in frame_cells(*table.extent):
        raise fault(key, "it does not lie on a side of the frame")


def _most(table: Table, tile: Tile) -> int:
    """How many tiles of this sort exist."""
    if tile.kind == "billabong":
        return BILLABONGS
    one_set = ANIMAL_TILES[tile.kind][tile.animal] if tile.animal is not None else PATH_TILES[tile.kind]
    return one_set * (2 if tile.colour == NEUTRAL and table.area == "frame" else 1)


def _fitting_box(table: Table, key: str, box: Box | None, cell: Cell) -> Box:
    """The box around everything on a floating area."""
    box = box_with(box, cell)
    size, most = sorted((box.columns, box.rows)), sorted(table.extent)
    if size[0] > most[0] or size[1] > most[1]:
        raise fault(
            key,
            "an area of {value} by {value2} does not hold all of these",
            value=table.extent[0],
            value2=table.extent[1],
        )
    return box


def _joins(value: object, key: str) -> str:
    joins = read_list(value, key)
    for text in JOINS:
        if text.split() == joins:
            return text
    raise fault(key, "a billabong joins nothing, one pair of edges, NE and SW, or NW and SE")


POND = record(lambda x, y, joins: ((x, y), billabong(joins)), x=whole_number, y=whole_number, joins=_joins)

# ---------------------------------------------------------------------------------------------------------- the turn


def _check_used(table: Table, board: Board, turn: int, used: tuple[int, ...], unfinished: bool) -> None:
    """What has been played in this turn; `unfinished` if an offer or an extension is still to come."""
    for index, colour in enumerate(used):
        if colour not in table.colours_of(turn):
            raise fault(
                f"used[{index}]", "{colour} is not a colour of seat {turn}, whose turn it is", colour=colour, turn=turn
            )
    if len(set(used)) < len(used):
        raise fault("used", "a colour is listed twice")
    if len(used) > table.tiles_due:
        raise fault("used", "{number} colours, but a turn has {tiles_due}", number=len(used), tiles_due=table.tiles_due)
    if unfinished and not used:
        raise fault("used", "empty, but offer or pending is not")
    if not unfinished and len(used) == table.tiles_due:
        raise fault("used", "the turn has all its tiles, but offer and pending are empty")


def _check_offer(table: Table, board: Board, offer: tuple[Cell, ...]) -> None:
    if offer and not board.billabongs:
        raise fault("offer", "no billabong is left")
    locked = deadlocks(table, board)
    for index, cell in enumerate(offer):
        if cell not in locked:
            raise fault(f"offer[{index}]", "this cell is no deadlock")
        if index and rows_first(cell) <= rows_first(offer[index - 1]):
            raise fault(f"offer[{index}]", "the cells must be listed by y, then by x, each once")


def _check_pending(table: Table, board: Board, turn: int, pending: tuple[Owed, ...]) -> None:
    for index, owed in enumerate(pending):
        key = f"pending[{index}]"
        cell, colour = owed
        tile = board.tiles.get(cell)
        if tile is None or tile.kind != "billabong" or len(tile.facing.split()) != 1:
            raise fault(key, "in {cell} there is no billabong that joins one pair of edges", cell=list(cell))
        if colour not in table.colours_of(turn):
            raise fault(
                f"{key}.colour", "{colour} is not a colour of seat {turn}, whose turn it is", colour=colour, turn=turn
            )
        through = any(piece.cell == cell and piece.kind == "billabong" for piece in board.route_of(colour).pieces)
        if not through:
            raise fault(
                f"{key}.colour", "the route of {colour} does not run through this billabong", colour=COLOURS[colour]
            )
        if owed in pending[:index]:
            raise fault(key, "this extension is listed twice")


def _check_beginning(table: Table, board: Board, turn: int | None, used: tuple[int, ...]) -> None:
    """Two routes: the square and the opening."""
    if table.routes == 1:
        return
    missing = next((colour for colour in range(table.colours) if not board.numbers[colour]), None)
    if missing is not None:
        if sorted((tile.kind, tile.colour) for tile in board.tiles.values()) != [
            ("terminal", colour) for colour in range(missing)
        ]:
            raise fault(
                "tiles",
                "until {missing} has a tile there must be one terminal of each colour before it only",
                missing=COLOURS[missing],
            )
        if turn != table.seat_of(missing):
            raise fault(
                "turn", "{turn}, but {missing} is next to lay a terminal", turn=show(turn), missing=COLOURS[missing]
            )
        if used:
            raise fault("used", "it must be empty while terminals form the square")
        return
    if sum(board.numbers) == table.colours:
        if turn != 0:
            raise fault("turn", "{turn}, but seat 0 plays the opening", turn=show(turn))
        if used:
            raise fault("used", "it must be empty in the opening")


def _check_moves(position: Situation) -> None:
    """Checks that the seat to move has a move, and that nobody has one at the end."""
    table, board, turn = position.table, position.board, position.to_move
    if turn is not None:
        if not position.legal():
            raise fault("turn", "seat {turn} has no legal move", turn=turn)
        return
    for seat in range(table.seats):
        if turn_moves(table, board, seat, ()):
            raise fault("turn", "null, but seat {seat} could move", seat=seat)
