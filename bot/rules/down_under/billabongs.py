"""Billabongs: laid automatically where three or four routes meet, offered where two routes block each other."""

from bot.rules.down_under.area import is_inside
from bot.rules.down_under.board import Board, doubled_colours, is_crowded
from bot.rules.down_under.options import Table
from bot.rules.down_under.tiles import EDGES, GREY, Cell, beyond, billabong, pair_of, rows_first

# ------------------------------------------------------------------------------------------------------ cases 1 and 2


def crowded_cells(table: Table, board: Board) -> list[Cell]:
    """The cells where routes of three or more different players' colours meet, in the order of billabongs."""
    return sorted(
        (cell for cell in board.meetings if is_crowded(board.codes(cell)) and is_inside(table, board, cell)),
        key=rows_first,
    )


def with_billabongs(table: Table, board: Board, colour: int) -> tuple[Board, list[Cell]]:
    """What a placement or rotation of `colour` leads to: the table with its billabongs, and those of them, in
    order, out of which the colour owes an extension."""
    owed: list[Cell] = []
    while board.billabongs and board.meetings and (cells := crowded_cells(table, board)):
        cell = cells[0]
        joins = joins_for(board, cell, colour)
        # Joined to something already on the table, whether grey or the mover's own, the route continues automatically.
        if joins and any(beyond(cell, EDGES.index(letter)) not in board.tiles for letter in joins):
            owed.append(cell)
        board = board.with_tile(cell, billabong(joins))
    return board, owed


def joins_for(board: Board, cell: Cell, colour: int) -> str:
    """What a billabong joins for the colour just played: its own edge and a free one, or two own ones; or nothing."""
    codes = board.codes(cell)
    own = [edge for edge, code in enumerate(codes) if code == colour]
    free = [edge for edge, code in enumerate(codes) if code == GREY]
    through = [*own, *free]
    return pair_of(*through) if own and len(through) == 2 else ""


# ------------------------------------------------------------------------------------------------------------ case 3


def deadlocks(table: Table, board: Board) -> list[Cell]:
    """The cells that exactly two routes lead into, by two adjacent edges each, one of them out of curves."""
    cells = [
        cell
        for cell in board.meetings
        if any(not board.hands[colour]["curve"] for colour in doubled_colours(board.codes(cell)))
        and is_inside(table, board, cell)
    ]
    return sorted(cells, key=rows_first)


def joins_through(board: Board, cell: Cell) -> str:
    """What a billabong in a deadlock joins: the two edges of each colour."""
    north, east, _, _ = board.codes(cell)
    return "NE SW" if north == east else "NW SE"
