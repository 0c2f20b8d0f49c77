"""Where the cells are, so that they can be touched."""

from bot.rules.down_under import Position
from images.canvas.shapes import Shape, around
from images.down_under.drawing import scene_with
from images.down_under.marks import Marks
from images.down_under.table_marks import cell_at
from images.marks.marks import NO_MARKS


def shape(position: Position, at: str, marks: Marks = NO_MARKS) -> Shape | None:
    """The shape of a cell ("c3") on the picture with these marks; None for a tile, and for a cell out of sight."""
    scene, cell = scene_with(position, marks), cell_at(position, at)
    if cell is None or not scene.seen.holds(cell):
        return None
    return around(scene.at(cell), scene.size, scene.size)
