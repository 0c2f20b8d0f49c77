"""Where things are on the pictures of Down Under: the ground with its cells, and the room for panels.

A `Scene` says for one position how big its cells are and which of them are in sight. The ground stands beside a column
of panels, or has the whole width with the panels below, whichever gives bigger cells late in the match: what the area
may still become decides that, so that the picture keeps its form. While little is occupied, cells are bigger. When
there are too many even for the smallest size, a window around what matters is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from bot.rules.down_under import Box, Position, Table, beyond
from bot.rules.down_under.notation import label_of
from bot.rules.down_under.tiles import Cell
from images.canvas.canvas import WIDTH, Bounds, Point

TOP, MARGIN, GAP = 112, 20, 12  # the ground begins there; free room at the other sides, and between ground and panels
SIDE = 292  # width of a column of panels
LOWEST, TALLEST = 1024, 1280  # heights that a picture may have
LOWEST_AT_END = 704  # as no more tiles will need the room
STEP = 32  # heights are multiples of it, so that few grounds need to be drawn

INSIDE = (50.0, 14.0, 14.0, 42.0)  # left, top, right, bottom of the ground, kept free of cells; coordinates stand there

SIZES = (100, 96, 92, 88, 84, 80, 76, 72, 69, 66, 63, 60, 58, 56, 54)
"""Sizes of cells in pixels, largest first; a few of them, so that sprites are used again."""

CLOSE = (136, 124, 112)
"""Sizes of cells while few are needed: those that are occupied and `ROUND` more on every side."""

ROUND = 2

ROUND_AT_END = 1  # cells that the margins at both sides of an end's tiles take together

PREFERENCE = 7  # pixels that cells may lose to have the panels beside the ground

IN_WINDOW = 60  # size of cells where only a window is shown

EXPECTED = 12  # columns or rows that a match is expected to fill, at most


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The parts of a picture: `ground` is where tiles lie, `panels` the room for numbers."""

    height: int
    ground: Bounds
    panels: Bounds

    @property
    def beside(self) -> bool:
        """Whether the panels stand beside the ground."""
        return self.panels[0] > self.ground[2]


@dataclass(frozen=True, slots=True)
class Scene:
    """Where the cells lie.

    `size` is that of a cell; `seen` the cells in sight; `corner` the left upper corner of the one at seen's left and
    top. `table` says how cells are labelled, and `whole` whether all that matters is in sight.
    """

    arrangement: Arrangement
    size: int
    seen: Box
    corner: tuple[int, int]
    table: Table
    whole: bool

    def at(self, cell: Cell) -> Point:
        """The middle of a cell, whether it's in sight or not."""
        return (
            self.corner[0] + (cell[0] - self.seen.left + 0.5) * self.size,
            self.corner[1] + (self.seen.top - cell[1] + 0.5) * self.size,
        )

    def label(self, cell: Cell) -> str:
        """The label of a cell."""
        return label_of(self.table, cell)


def join_boxes(one: Box, other: Box) -> Box:
    """The smallest rectangle that holds both."""
    return Box(
        min(one.left, other.left), min(one.bottom, other.bottom), max(one.right, other.right), max(one.top, other.top)
    )


def around(position: Position) -> Box:
    """Everything on the table and a margin of one cell."""
    extent = position.board.extent or Box(0, 0, 0, 0)
    return Box(extent.left - 1, extent.bottom - 1, extent.right + 1, extent.top + 1)


def box_in_sight(position: Position, then: Position) -> Box:
    """The cells that should be in sight: all tiles, where tiles may go, and the border once it is whole.

    `then` is the position after a chosen move, or the same one.
    """
    near = around(position)
    if not all(route.pieces for route in position.routes):
        area = near  # first tiles may go anywhere near
    else:
        area = Box(near.left + 1, near.bottom + 1, near.right - 1, near.top - 1)
    for route in (*position.routes, *then.routes):
        for end in route.open:
            area = area.with_cell(beyond(*end))
    for cell in then.tiles:
        area = area.with_cell(cell)
    return join_boxes(area, position.border) if position.border else area


def box_at_end(position: Position) -> Box:
    """What is left to see when no more tiles are laid: all tiles, and where routes would have led next."""
    box = position.board.extent or Box(-1, -1, 1, 1)
    for cell in (beyond(*end) for route in position.routes for end in route.open):
        box = box.with_cell(cell)
    return box


def expected_sizes(position: Position) -> tuple[tuple[int, int], ...]:
    """Columns and rows that will be in sight late in the match: one pair, or two while the area may be turned."""
    table = position.table
    if table.area == "open":
        return ((9, 9),)
    wide, tall = table.extent
    zones = position.zones
    sizes = {(wide, tall), (tall, wide)} if not zones else set()
    for zone in zones:
        columns, rows = position.columns, position.rows
        across = columns[1] - columns[0] + 1 if columns else min(zone.columns, max(wide, tall))
        down = rows[1] - rows[0] + 1 if rows else min(zone.rows, max(wide, tall))
        sizes.add((across, down) if len(zones) == 1 else (wide, tall))
        if len(zones) > 1:
            sizes.add((tall, wide))
    return tuple(sorted((min(across + 1, EXPECTED), min(down + 1, EXPECTED)) for across, down in sizes))


def _beside(height: int) -> Arrangement:
    left = WIDTH - MARGIN - SIDE
    return Arrangement(height, (MARGIN, TOP, left - GAP, height - MARGIN), (left, TOP, WIDTH - MARGIN, height - MARGIN))


def _below(height: int, panels: int) -> Arrangement:
    top = height - MARGIN - panels
    return Arrangement(height, (MARGIN, TOP, WIDTH - MARGIN, top - GAP), (MARGIN, top, WIDTH - MARGIN, height - MARGIN))


def _room(ground: Bounds) -> tuple[float, float]:
    return ground[2] - ground[0] - INSIDE[0] - INSIDE[2], ground[3] - ground[1] - INSIDE[1] - INSIDE[3]


def _fitting(ground: Bounds, columns: int, rows: int, sizes: Sequence[int] = SIZES) -> int:
    """The largest size at which this many columns and rows fit; 0 if even the smallest is too big."""
    wide, tall = _room(ground)
    return next((size for size in sizes if columns * size <= wide and rows * size <= tall), 0)


@dataclass(frozen=True, slots=True)
class Needs:
    """Heights of the panels: in a column beside the ground, below it, and below it with a map at their right."""

    beside: float
    below: float
    with_map: float


def scene_of(position: Position, then: Position, needs: Needs, weights: Mapping[Cell, int]) -> Scene:
    """How a position is laid out; `then` as in `box_in_sight`, `weights` say which cells a window should hold."""
    near, want = around(position), box_in_sight(position, then)
    goals = [(max(columns, want.columns), max(rows, want.rows)) for columns, rows in expected_sizes(position)]
    beside, below = _beside(TALLEST), _below(TALLEST, ceil(needs.below))

    def size_for(ground: Bounds, sizes: Sequence[tuple[int, int]]) -> int:
        return min(_fitting(ground, *each) for each in sizes)

    for sizes in (goals, [(want.columns, want.rows)]):
        # Panels beside the ground make a picture less tall; for that cells may be a little smaller.
        best = max((beside, below), key=lambda one: size_for(one.ground, sizes) + PREFERENCE * one.beside)
        size = size_for(best.ground, sizes)
        if size:
            break
    if not size:
        return _cut(position.table, want, needs, weights)
    best = _as_tall_as_needed(best, max([want.rows, *(goal[1] for goal in goals)]) * size, needs, LOWEST)
    close = join_boxes(
        want, Box(near.left + 1 - ROUND, near.bottom + 1 - ROUND, near.right - 1 + ROUND, near.top - 1 + ROUND)
    )
    size = max(size, _fitting(best.ground, close.columns, close.rows, CLOSE + SIZES))
    columns, rows = (int(room // size) for room in _room(best.ground))
    return _place(best, size, _fill(want, columns, rows), position.table, whole=True)


def scene_at_end(position: Position, needs: Needs, weights: Mapping[Cell, int]) -> Scene:
    """How a position is laid out in which no more tiles are laid: without the rest of the area, as large as it fits."""
    want, sizes = box_at_end(position), CLOSE + SIZES
    columns, rows = want.columns + ROUND_AT_END, want.rows + ROUND_AT_END
    beside, below = _beside(TALLEST), _below(TALLEST, ceil(needs.below))
    size, _, best = max((_fitting(one.ground, columns, rows, sizes), one.beside, one) for one in (beside, below))
    if not size:
        return _cut(position.table, want, needs, weights)
    best = _as_tall_as_needed(best, rows * size, needs, LOWEST_AT_END)
    return _place(best, size, want, position.table, whole=True)


def _as_tall_as_needed(arrangement: Arrangement, rows: float, needs: Needs, lowest: int) -> Arrangement:
    """The same arrangement, as low as it can be with `rows` so tall in all."""
    tall = TOP + MARGIN + INSIDE[1] + INSIDE[3] + rows
    need = max(tall, TOP + MARGIN + needs.beside) if arrangement.beside else tall + GAP + ceil(needs.below)
    height = max(lowest, min(TALLEST, TALLEST - STEP * int((TALLEST - need) // STEP)))
    return _beside(height) if arrangement.beside else _below(height, ceil(needs.below))


def _place(arrangement: Arrangement, size: int, seen: Box, table: Table, *, whole: bool) -> Scene:
    """The cells in the middle of the ground."""
    ground = arrangement.ground
    wide, tall = _room(ground)
    left = ground[0] + INSIDE[0] + (wide - seen.columns * size) / 2
    top = ground[1] + INSIDE[1] + (tall - seen.rows * size) / 2
    return Scene(arrangement, size, seen, (round(left), round(top)), table, whole)


def _cut(table: Table, want: Box, needs: Needs, weights: Mapping[Cell, int]) -> Scene:
    """A window on a table that is too big, in the arrangement that shows more of what matters."""

    def window_in(arrangement: Arrangement) -> Scene:
        columns, rows = (int(room // IN_WINDOW) for room in _room(arrangement.ground))
        return _place(arrangement, IN_WINDOW, _window(want, columns, rows, weights), table, whole=False)

    def worth(scene: Scene) -> int:
        return sum(weight for cell, weight in weights.items() if scene.seen.holds(cell))

    return max(map(window_in, (_beside(TALLEST), _below(TALLEST, ceil(needs.with_map)))), key=worth)


def _fill(want: Box, columns: int, rows: int) -> Box:
    """What is wanted with empty cells around it, as many as there is room for."""
    left = want.left - (columns - want.columns) // 2
    bottom = want.bottom - (rows - want.rows) // 2
    return Box(left, bottom, left + columns - 1, bottom + rows - 1)


def _window(want: Box, columns: int, rows: int, weights: Mapping[Cell, int]) -> Box:
    """This many wanted columns and rows: those with the heaviest cells, and these in the middle."""
    columns, rows = min(columns, want.columns), min(rows, want.rows)
    ways = [
        Box(left, bottom, left + columns - 1, bottom + rows - 1)
        for left in range(want.left, want.right - columns + 2)
        for bottom in range(want.bottom, want.top - rows + 2)
    ]

    def worth(box: Box) -> tuple[int, float]:
        held = [(cell, weight) for cell, weight in weights.items() if box.holds(cell)]
        middle = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        off = sum(weight * (abs(x - middle[0]) + abs(y - middle[1])) for (x, y), weight in held)
        return sum(weight for _, weight in held), -off

    return max(ways, key=worth)
