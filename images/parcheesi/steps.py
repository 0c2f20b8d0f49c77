"""What was played last on a board of Parcheesi, in terms of its squares."""

from dataclasses import dataclass

from bot.rules.parcheesi import Move, Position
from bot.rules.parcheesi.board import OPPOSITE_FACES, ROLL, SQUARES
from bot.rules.parcheesi.situation import is_penalty, leader
from images.marks.marks import NO_MARKS
from images.parcheesi.geometry import Square, on_way, square
from images.parcheesi.marks import Marks, Played


def standing(position: Position) -> dict[Square, tuple[str, int]]:
    """The colour and number of the pawns on each occupied square of the way."""
    standings: dict[Square, tuple[str, int]] = {}
    for seat, colour in enumerate(position.colours):
        for name in position.squares(seat):
            place = square(name, colour)
            if on_way(place):
                standings[place] = colour, standings.get(place, (colour, 0))[1] + 1
    return standings


def values(position: Position, marks: Marks = NO_MARKS) -> tuple[int, ...]:
    """The values of the current roll: a, b, and for some doubles also twice the face beneath; none without a roll.

    The position doesn't say whether the last pawn left its nest by the first five of a double five: then `marks` do.
    """
    if position.dice is None or position.to_move is None:
        return ()
    (one, other), seat = position.dice, position.to_move
    beneath = OPPOSITE_FACES - one
    if one != other:
        return one, other
    before = next((played.before for played in reversed(marks.last) if played.move == ROLL), None)
    if beneath in position.left:
        four = True
    elif before is not None and before.to_move == seat:
        four = before.squares(seat).count("nest") == 0
    else:
        four = one != 5 and position.squares(seat).count("nest") == 0
    return (one, other, beneath, beneath) if four else (one, other)


@dataclass(frozen=True, slots=True)
class BoardStep:
    """A decision in terms of the board. `sent_back` is the colour and the square of a captured pawn."""

    move: Move
    colour: str
    start: Square | None = None
    stop: Square | None = None
    dice: tuple[int, int] | None = None
    sent_back: tuple[str, Square] | None = None


def step(played: Played) -> BoardStep:
    """A decision in terms of the board."""
    before, move = played.before, played.move
    seat = before.to_move or 0 if played.seat is None else played.seat
    colour = before.colours[seat]
    if move.kind == "roll":
        match [die for die in played.chance if isinstance(die, int)]:
            case [one, other]:
                return BoardStep(move, colour, dice=(one, other), sent_back=_penalty(before, seat, double=one == other))
        return BoardStep(move, colour)
    if move.kind == "skip":
        return BoardStep(move, colour)
    start, stop = square(move.origin, colour), square(move.target, colour)
    taken = standing(before).get(stop)
    capture = (taken[0], stop) if taken and taken[0] != colour else None
    return BoardStep(move, colour, start, stop, sent_back=capture)


def _penalty(before: Position, seat: int, *, double: bool) -> tuple[str, Square] | None:
    """Which pawn went back to its nest for a third double."""
    if not is_penalty(before.table, double, before.doubles + double):
        return None
    colour = before.table.colours[seat]
    leading = leader(colour, before.pawns[seat])
    return None if leading is None else (colour.name, square(SQUARES[leading], colour.name))


def steps(marks: Marks) -> list[BoardStep]:
    return [step(played) for played in marks.last]


def sent_back_before(marks: Marks) -> list[BoardStep]:
    """The decisions of the other seats before the newest turn that sent a pawn back."""
    return [one for one in map(step, marks.earlier) if one.sent_back]


@dataclass(frozen=True, slots=True)
class PawnMove:
    """A completely chosen move of a pawn: its colour, its ends, and whose pawn it captures, if any."""

    colour: str
    start: Square
    stop: Square
    capture: str | None


def plan_of(position: Position, marks: Marks) -> PawnMove | None:
    """The chosen move, once it is complete. One out of the nest is chosen by its target alone."""
    if not marks.settled or position.to_move is None:
        return None
    colour = position.colours[position.to_move]
    start, stop = square(marks.chosen[0] if len(marks.chosen) > 1 else "nest", colour), square(marks.chosen[-1], colour)
    if stop[1] == "nest" or start[1] == "home":
        return None
    taken = standing(position).get(stop)
    return PawnMove(colour, start, stop, taken[0] if taken and taken[0] != colour else None)


def blockades(position: Position, plan: PawnMove | None) -> dict[Square, str]:
    """The colour of each blockade, once the chosen move has been played."""
    pawns = standing(position)
    after = {place: colour for place, (colour, number) in pawns.items() if number > 1}
    if plan:
        after.pop(plan.start, None)
        if pawns.get(plan.stop) == (plan.colour, 1):
            after[plan.stop] = plan.colour
    return after
