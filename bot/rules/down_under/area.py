"""The area: where tiles other than terminals, and billabongs, may lie."""

from bot.rules.down_under.board import Board, Box
from bot.rules.down_under.options import Table
from bot.rules.down_under.tiles import Cell


def is_inside(table: Table, board: Board, cell: Cell) -> bool:
    """Whether the area allows a straight, a curve or a billabong in a cell."""
    if table.area == "floating":
        box = board.box
        if box is None:
            return True
        x, y = cell
        left, bottom, right, top = box
        columns, rows = max(right, x) - min(left, x), max(top, y) - min(bottom, y)  # less one
        width, height = table.extent
        return (columns < width and rows < height) or (columns < height and rows < width)
    return table.area == "open" or table.covers(cell)


def zones(table: Table, box: Box | None) -> tuple[Box, ...]:
    """The rectangles whose cells are inside: one, or two while the area may still extend in either direction.

    `box` is around all straights, curves and billabongs. None on an open area, and on a floating one without a box.
    """
    width, height = table.extent
    if table.fixed:
        return (Box(0, 0, width - 1, height - 1),)
    if table.area == "open" or box is None:
        return ()
    return tuple(
        Box(box.right - columns + 1, box.top - rows + 1, box.left + columns - 1, box.bottom + rows - 1)
        for columns, rows in dict.fromkeys(((width, height), (height, width)))
        if box.columns <= columns and box.rows <= rows
    )


def border(table: Table, board: Board) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """The parts of the border that are settled: first and last column, first and last row; None if still open."""
    box = board.box
    possible = zones(table, box)
    columns = {(zone.left, zone.right) for zone in possible}
    rows = {(zone.bottom, zone.top) for zone in possible}
    if not table.fixed and box is not None:
        columns.add((box.left, box.right))
        rows.add((box.bottom, box.top))
    return (
        columns.pop() if len(columns) == 1 and possible else None,
        rows.pop() if len(rows) == 1 and possible else None,
    )
