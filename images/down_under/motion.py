"""What moves on a table of Down Under: the tiles of the last turn, which are laid one after the other."""

from collections.abc import Sequence

from bot.rules.down_under import Position
from images.canvas.canvas import Area
from images.down_under.marks import Marks
from images.down_under.replays import new_cells
from images.motion.film import Act, drops, spans


def acts(position: Position, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """The tiles of the last turn."""
    cells_of = new_cells(position, marks)
    turns = [cells_of[id(decision)] for decision in marks.last]
    moves: list[Act] = []
    pieces = [box for box in boxes if box.kind == "piece"]
    times = spans(max(1, len(turns)))
    for cells, span in zip(turns, times, strict=False):
        for cell, _ in cells:
            box = next((box for box in pieces if box.name.split()[1:2] == [position.label(cell)]), None)
            if box:
                moves.append(Act(drops(span), box, len(times)))
    return moves
