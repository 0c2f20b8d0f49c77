"""What moves on a board of Cirondo: the stellar of the last turn, and what they capture until they are there."""

from collections.abc import Sequence

from bot.rules.api import Document
from images.canvas.canvas import Box
from images.canvas.palette import NIGHT
from images.cirondo.drawing import piece_size, route
from images.cirondo.facts import stellar
from images.cirondo.geometry import Space, middle, move, space, way
from images.cirondo.pieces import piece
from images.marks.marks import Marks
from images.motion.film import Act, spans, stays, travels


def acts(view: Document, marks: Marks, boxes: Sequence[Box]) -> list[Act]:
    """What moves in the last turn; nothing where a position before a move isn't known."""
    moves: list[Act] = []
    for played, span in zip(marks.last, spans(max(1, len(marks.last))), strict=False):
        if played.before is None:
            return []
        start, stop, captures = move(played.move)
        stellar_at = {space(place): (colour, kind) for colour, kind, place in stellar(played.before)}
        scale = piece_size(start[0]) / piece_size(stop[0])
        there = _standing(boxes, stop)
        if captures:
            colour, kind = stellar_at[stop]
            moves.append(Act(stays(span[1]), (piece(kind, colour, piece_size(stop[0]), NIGHT), middle(stop))))
        if there:
            moves.append(Act(travels([(span, way(route(start, stop, stellar_at)))], scale), there))
    return moves


def _standing(boxes: Sequence[Box], place: Space) -> Box | None:
    """The piece on a space of the finished picture."""
    return next((box for box in boxes if box.kind == "piece" and box.distance(middle(place)) == 0), None)
