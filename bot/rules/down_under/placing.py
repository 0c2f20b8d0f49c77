"""First tiles, later tiles, rotations: where each colour may lay what.

Speed: whether a tile fits a cell depends only on the colours that lead into it and on which of its edges are two ends
of the same path. The answers are cached by these.
"""

from collections.abc import Iterator
from functools import cache

from bot.rules.down_under.area import is_inside
from bot.rules.down_under.billabongs import crowded_cells
from bot.rules.down_under.board import NOTHING, Board, Box, Codes, End, Front, codes_of
from bot.rules.down_under.options import Table
from bot.rules.down_under.tiles import (
    COLOURED_EDGES,
    EDGES,
    FACINGS,
    GREY,
    NEUTRAL,
    SHAPES,
    STOP,
    Cell,
    Edge,
    Move,
    Port,
    Tile,
    TileKind,
    beyond,
    rows_first,
)

Placement = tuple[TileKind, str]
"""A tile that may be laid: kind and facing."""

# -------------------------------------------------------------------------------------------------- the one-colour rule

Loops = tuple[int, int, int, int]
"""For each edge of an empty cell, the other edge by which the same path leads in, or -1."""

NO_LOOPS: Loops = (-1, -1, -1, -1)


def loops_of(front: Front, cell: Cell) -> Loops:
    north, east, south, west = front
    return _loop(north, cell), _loop(east, cell), _loop(south, cell), _loop(west, cell)


def _loop(end: End | None, cell: Cell) -> int:
    if end is None:
        return -1
    far = end[1]
    return far[1] if far is not None and far[0] == cell else -1


def keeps_to_one_colour(placement: tuple[str, str], colour: int, codes: Codes, loops: Loops) -> bool:
    """Whether a tile of a colour joins no two colours in a cell with these paths."""
    paths = [{edge} if again < 0 else {edge, again} for edge, again in enumerate(loops)]
    shapes = SHAPES[placement]
    for one, other, _ in shapes:
        if other != STOP and paths[one] is not paths[other]:
            joined = paths[one] | paths[other]
            for edge in joined:
                paths[edge] = joined
    coloured = shapes[0].one
    return all(
        len({codes[edge] for edge in path if codes[edge] != GREY} | ({colour} if coloured in path else set())) <= 1
        for path in paths
    )


@cache
def fitting(colour: int, codes: Codes, loops: Loops = NO_LOOPS) -> tuple[Placement, ...]:
    """What a colour may lay in a cell with these paths under the one-colour rule; terminals come last."""
    return tuple(
        (kind, facing)
        for kind in ("straight", "curve", "terminal")
        for facing in FACINGS[kind]
        if keeps_to_one_colour((kind, facing), colour, codes, loops)
    )


@cache
def extending(colour: int, codes: Codes, loops: Loops = NO_LOOPS) -> tuple[Placement, ...]:
    """Those of them that continue the colour's route with their coloured piece."""
    return tuple(
        placement
        for placement in fitting(colour, codes, loops)
        if any(codes[edge] == colour for edge in COLOURED_EDGES[placement])
    )


# -------------------------------------------------------------------------------------------------------- first tiles


def first_cells(table: Table, board: Board) -> list[Cell]:
    """The empty cells in which a colour's first tile may lie, judging by what is on the table."""
    if not board.laid:
        if not table.fixed:
            return [(0, 0)]
        width, height = table.extent
        return [(x, y) for y in range(height) for x in range(width) if (x, y) not in board.tiles]
    near = {
        (x + dx, y + dy)
        for (x, y), tile in board.tiles.items()
        if tile.colour != NEUTRAL
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    }
    empty = [cell for cell in near if cell not in board.tiles and (not table.fixed or table.covers(cell))]
    return sorted(empty, key=rows_first)


def first_moves(table: Table, board: Board, colour: int) -> list[Move]:
    """Where a colour without a tile on the table may lay one."""
    if table.routes == 2:
        return _square(board, colour)
    if table.growth == "one_end":
        return _first_terminals(table, board, colour)
    hand = board.hands[colour]
    moves = []
    for cell in first_cells(table, board):
        if not is_inside(table, board, cell):
            continue
        front = board.fronts.get(cell, NOTHING)
        for kind, facing in fitting(colour, codes_of(front), loops_of(front, cell)):
            if kind != "terminal":
                moves += [Move(kind, cell, facing, colour, animal) for animal in hand[kind]]
    return moves


def _first_terminals(table: Table, board: Board, colour: int) -> list[Move]:
    """`growth` one_end: leaders lay theirs anywhere near, partners lay theirs at the back of it."""
    if colour % 2:
        places = [place for place in (_place_behind(board, colour - 1),) if place is not None]
    else:
        places = [(cell, facing) for cell in first_cells(table, board) for facing in FACINGS["terminal"]]
    partner = colour + 1 if colour % 2 == 0 and colour + 1 < table.colours else None
    moves = []
    for cell, facing in places:
        after = _with_first_terminal(table, board, colour, cell, facing)
        if after is None:
            continue
        if partner is not None and not board.numbers[partner]:
            behind = _place_behind(after, partner - 1)
            if behind is None or _with_first_terminal(table, after, partner, *behind) is None:
                continue
        moves.append(Move("terminal", cell, facing, colour))
    return moves


def _place_behind(board: Board, leader: int) -> tuple[Cell, str] | None:
    """The place of the partner's terminal: in the cell behind the leader's, back to back."""
    terminals = [cell for cell, tile in board.tiles.items() if tile.kind == "terminal" and tile.colour == leader]
    if not terminals:
        return None
    cell = min(terminals, key=rows_first)
    back = EDGES.index(board.tiles[cell].facing) ^ 2
    return beyond(cell, back), EDGES[back]


def _with_first_terminal(table: Table, board: Board, colour: int, cell: Cell, facing: str) -> Board | None:
    """The table with a first terminal; None if nobody may lay it there.

    Every colour must be left with an end to extend, and no billabong may result (Rulings 22).
    """
    if cell in board.tiles or (table.fixed and not table.covers(cell)):
        return None
    front = board.fronts.get(cell, NOTHING)
    if ("terminal", facing) not in fitting(colour, codes_of(front), loops_of(front, cell)):
        return None
    after = board.with_tile(cell, Tile("terminal", facing, colour))
    is_stopped = any(number and not ends for number, ends in zip(after.numbers, after.ends, strict=True))
    return None if is_stopped or (after.meetings and crowded_cells(table, after)) else after


def _square(board: Board, colour: int) -> list[Move]:
    """`routes` 2: four terminals in one block of two by two cells, in the order of the colours, fronts outwards.

    A block is still possible if it holds all terminals on the table and none of their fronts faces a cell of it.
    """
    if any(not board.numbers[earlier] for earlier in range(colour)):
        return []
    if not board.tiles:
        return [Move("terminal", (0, 0), facing, colour) for facing in FACINGS["terminal"]]
    faced_cells = [beyond(cell, EDGES.index(tile.facing)) for cell, tile in board.tiles.items()]
    blocks = [block for block in _blocks(list(board.tiles)) if not any(map(block.holds, faced_cells))]
    x, y = next(iter(board.tiles))
    return [
        Move("terminal", cell, facing, colour)
        for cell in [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        if cell not in board.tiles
        for edge, facing in enumerate(EDGES)
        if any(block.holds(cell) and not block.holds(beyond(cell, edge)) for block in blocks)
    ]


def _blocks(cells: list[Cell]) -> Iterator[Box]:
    """The blocks of two by two cells that contain all of these."""
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    bottom, top = min(y for _, y in cells), max(y for _, y in cells)
    for x in range(right - 1, left + 1):
        for y in range(top - 1, bottom + 1):
            yield Box(x, y, x + 1, y + 1)


# -------------------------------------------------------------------------------------------------------- later tiles


def later_moves(table: Table, board: Board, colour: int) -> list[Move]:
    """How a colour may continue from the open ends of its route."""
    moves: list[Move] = []
    for cell in sorted({cell for cell, _ in board.ends[colour]}, key=rows_first):
        moves += moves_in(table, board, colour, cell)
    return moves


def moves_in(table: Table, board: Board, colour: int, cell: Cell) -> list[Move]:
    """How a colour may continue into one cell."""
    hand = board.hands[colour]
    front = board.fronts[cell]
    inside = is_inside(table, board, cell)
    moves: list[Move] = []
    for kind, facing in extending(colour, codes_of(front), loops_of(front, cell)):
        if inside or kind == "terminal":
            for animal in hand[kind]:
                moves.append(Move(kind, cell, facing, colour, animal))  # noqa: PERF401 - faster than a list of one
    return moves


def extension_cell(board: Board, pond: Cell) -> Port | None:
    """The cell of the extension out of a billabong, and its edge towards the billabong; None if it is occupied."""
    joined = board.tiles[pond].facing
    for letter in joined:
        edge = EDGES.index(letter)
        cell = beyond(pond, edge)
        if cell not in board.tiles:
            return cell, edge ^ 2
    return None


def extension_moves(table: Table, board: Board, colour: int, pond: Cell) -> list[Move]:
    """The placements that are an extension out of a billabong; empty if there are none."""
    place = extension_cell(board, pond)
    if place is None:
        return []
    cell, edge = place
    return [move for move in moves_in(table, board, colour, cell) if edge in COLOURED_EDGES[move.kind, move.facing]]


# --------------------------------------------------------------------------------------------------------- rotations


def rotations(board: Board, colour: int) -> list[Move]:
    """How the owner of an endless route may rotate one of its tiles.

    All four edges of a rotated tile lie on the ring and on its grey path. For there to be two open ends, that grey path
    must have them, and no colour. Then rotating a curve takes it into the ring; rotating a straight would leave the
    ring behind, which is allowed only if it has no other coloured piece (Rulings 8 and 9).
    """
    alone = board.numbers[colour] == 1
    moves = []
    for cell, tile in sorted(board.tiles.items(), key=lambda item: rows_first(item[0])):
        if tile.colour != colour or not (tile.kind == "curve" or (tile.kind == "straight" and alone)):
            continue
        grey = SHAPES[tile.kind, tile.facing][1]
        if _leads_out(board, cell, grey.one) and _leads_out(board, cell, grey.other):
            moves += [Move("rotate", cell, facing, colour) for facing in facings_after_quarter_turn(tile)]
    return moves


def facings_after_quarter_turn(tile: Tile) -> tuple[str, ...]:
    """The facings of a straight or a curve after a turn by 90 degrees, in the order of the components table."""
    facings = FACINGS[tile.kind]
    if tile.kind == "straight":
        return tuple(facing for facing in facings if facing != tile.facing)
    place = facings.index(tile.facing)
    return tuple(facing for other, facing in enumerate(facings) if (other - place) % 2)


def _leads_out(board: Board, start: Cell, edge: Edge) -> bool:
    """Whether the way out of a tile by an edge leads to an open end without any colour on it."""
    cell = start
    for cell, entered, shape in board.walk(start, edge):
        if shape.other == STOP or shape.kind == "coloured" or cell == start:
            return False
        edge = shape.one if shape.other == entered else shape.other
    return beyond(cell, edge) not in board.tiles
