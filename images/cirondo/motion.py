"""What moves on a board of Cirondo: the stellar of the last turn, and what they capture until they are there."""

from collections.abc import Sequence

from bot.rules.cirondo import Position
from images.canvas.canvas import Area
from images.canvas.palette import chosen_theme
from images.cirondo.drawing import Pieces, piece_size, pieces_of, route
from images.cirondo.geometry import Space, middle, space, way
from images.cirondo.marks import Marks
from images.cirondo.pieces import piece
from images.motion.film import Act, Pose, spans, stays, travels


def acts(position: Position, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """What moves in the last turn. What is gone after it, the mover itself perhaps, is seen until then."""
    moves: list[Act] = []
    gone = pieces_of(marks.last[0].before) if marks.last else {}
    times = spans(max(1, len(marks.last)))
    for played, span in zip(marks.last, times, strict=False):
        start, stop = space(played.move.origin), space(played.move.target)
        before = pieces_of(played.before)
        scale = piece_size(start[0]) / piece_size(stop[0])
        last = _standing(boxes, stop) or _pose(before, start, stop)
        if stop in before:
            moves.append(Act(stays(span[1]), _pose(before, stop, stop), len(times)))
        if start in before:
            moves.append(Act(travels([(span, way(route(start, stop, before)))], scale), last, len(times)))
        gone = {place: one for place, one in gone.items() if place not in (start, stop)}
    standing = pieces_of(position)
    return [*(Act(stays(), _pose(gone, place, place)) for place in gone if place not in standing), *moves]


def _pose(pieces: Pieces, place: Space, stop: Space) -> Pose:
    """The piece of a space as it stands on another."""
    colour, kind = pieces[place]
    return piece(kind, colour, piece_size(stop[0]), chosen_theme()), middle(stop)


def _standing(boxes: Sequence[Area], place: Space) -> Area | None:
    """The piece on a space of the finished picture."""
    return next((box for box in boxes if box.kind == "piece" and box.distance(middle(place)) == 0), None)
