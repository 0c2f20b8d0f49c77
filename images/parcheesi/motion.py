"""What moves on a board of Parcheesi: dice, pawns square by square, and those that are sent back to their nests."""

from collections.abc import Mapping, Sequence

from bot.rules.parcheesi import Position
from images.canvas.canvas import Area, Point
from images.motion.dice import rolling
from images.motion.film import Act, Journey, Span, spans, travels
from images.parcheesi.captions import DIE
from images.parcheesi.drawing import PAWN, standing_at
from images.parcheesi.geometry import COLOURS, Square, middle, nest_spots, on_way, way
from images.parcheesi.marks import Marks
from images.parcheesi.steps import steps

HOP = 16.0  # pixels that pawns hop high


def acts(position: Position, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """What moves in the last turn."""
    turn = [one for one in steps(marks) if one.dice or (one.start and one.stop)]
    rolls = [one for one in turn if one.dice]
    turn = [one for one in turn if one not in rolls[:-1] or one.sent_back]  # earlier dice aren't on the picture
    returning = sum(one.sent_back is not None for one in turn)
    number = max(1, len(turn) + returning)
    times = iter(spans(number))
    journeys: list[Journey] = []
    moves: list[Act] = []
    left = {colour: position.squares(seat).count("nest") for seat, colour in enumerate(position.colours)}
    for one in turn:
        span = next(times)
        if one.dice:
            dice = [box for box in boxes if box.kind == "piece" and box.name.startswith("die ")]
            moves = rolling(dice[:2], one.dice, DIE, span, number)
        elif one.start and one.stop:
            _walk(journeys, one.colour, one.start, one.stop, span, left)
        if one.sent_back:
            colour, place = one.sent_back
            _walk(journeys, colour, place, (colour, "nest"), next(times), left)
    pieces = [box for box in boxes if box.kind == "piece"]
    for journey in journeys:
        box = next((box for box in reversed(pieces) if box.name == f"{journey.colour} {journey.at}"), None)
        if box:
            pieces.remove(box)
            moves.append(Act(travels(journey.legs, hop=HOP), box, number))
    return moves


def _walk(
    journeys: list[Journey], colour: str, start: Square, stop: Square, span: Span, nests: Mapping[str, int]
) -> None:
    """Adds a leg to the journey of the pawn on this square; `nests` has the number of pawns in the nests afterwards."""
    journey = next((one for one in journeys if (one.colour, one.at) == (colour, start[1])), None)
    if journey is None or start[1] == "nest":
        journey = Journey(colour, start[1])
        journeys.append(journey)
    journey.at = stop[1]
    places = [start, stop] if stop[1] == "nest" else way(start, stop, colour)
    journey.legs.append((span, [_standing(colour, place, nests[colour]) for place in places]))


def _standing(colour: str, place: Square, in_nest: int) -> Point:
    """Where a pawn stands on a place."""
    if place[1] == "nest":
        x, y = nest_spots(COLOURS.index(colour))[min(in_nest, 3)]
        return x, y - 8
    return standing_at(place, PAWN) if on_way(place) else middle(place)
