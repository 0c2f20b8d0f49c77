"""What moves on a board of Cirondo: the stellar of the last turn, and what they capture until they are there."""

from collections.abc import Sequence

from bot.rules.cirondo import Position
from images.canvas.canvas import Box
from images.canvas.palette import NIGHT
from images.cirondo.drawing import piece_size, pieces_of, route
from images.cirondo.geometry import Space, middle, space, way
from images.cirondo.marks import Marks
from images.cirondo.pieces import piece
from images.motion.film import Act, spans, stays, travels


def acts(position: Position, marks: Marks, boxes: Sequence[Box]) -> list[Act]:
    """What moves in the last turn."""
    moves: list[Act] = []
    for played, span in zip(marks.last, spans(max(1, len(marks.last))), strict=False):
        start, stop = space(played.move.origin), space(played.move.target)
        stellar_at = pieces_of(played.before)
        scale = piece_size(start[0]) / piece_size(stop[0])
        there = _standing(boxes, stop)
        if stop in stellar_at:
            colour, kind = stellar_at[stop]
            moves.append(Act(stays(span[1]), (piece(kind, colour, piece_size(stop[0]), NIGHT), middle(stop))))
        if there:
            moves.append(Act(travels([(span, way(route(start, stop, stellar_at)))], scale), there))
    return moves


def _standing(boxes: Sequence[Box], place: Space) -> Box | None:
    """The piece on a space of the finished picture."""
    return next((box for box in boxes if box.kind == "piece" and box.distance(middle(place)) == 0), None)
