"""What moves on a table of Down Under: the tiles of the last turn, which are laid one after the other."""

from collections.abc import Sequence

from bot.rules.api import Document
from images.canvas import Box
from images.down_under.facts import cells_laid, position_of
from images.marks import Marks
from images.motion import Act, drops, spans


def acts(view: Document, marks: Marks, boxes: Sequence[Box]) -> list[Act]:
    """The tiles of the last turn; nothing where a position before a decision isn't known."""
    position, laid = position_of(view), cells_laid(view, marks)
    turns = [laid[id(played)] for played in marks.last]
    made: list[Act] = []
    pieces = [box for box in boxes if box.kind == "piece"]
    for cells, span in zip(turns, spans(max(1, len(turns))), strict=False):
        for cell, _ in cells:
            box = next((box for box in pieces if box.name.split()[1:2] == [position.label(cell)]), None)
            if box and position.label(cell):
                made.append(Act(drops(span), box))
    return made
