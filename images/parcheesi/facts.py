"""What a picture of Parcheesi needs to know about a position and the last moves."""

import re
from dataclasses import dataclass

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import OPPOSITE_FACES, SQUARE_NUMBERS, SQUARES, progress
from bot.rules.parcheesi.situation import Situation, is_penalty, leader
from bot.text import term
from images.marks.marks import NO_MARKS, Marks, Played
from images.parcheesi.geometry import ENTRY, Square, on_way, square


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return tuple(colour.name for colour in TABLES[view["seats"]])


def names(view: Document) -> tuple[str, ...]:
    return tuple(term(colour.capitalize()) for colour in colours(view))


def count(view: Document, seat: int, name: str) -> int:
    """How many pawns of a seat are in the "nest" or "home"."""
    number: int = view["pawns"][seat].count(name)
    return number


def score(view: Document, seat: int) -> int:
    """The progress of a seat's pawns, 0 to 288."""
    return sum(progress(TABLES[view["seats"]][seat], SQUARE_NUMBERS[name]) for name in view["pawns"][seat])


def standing(view: Document) -> dict[Square, tuple[str, int]]:
    """The colour and number of the pawns on each occupied square of the way."""
    standings: dict[Square, tuple[str, int]] = {}
    for colour, own in zip(colours(view), view["pawns"], strict=True):
        for name in own:
            place = square(name, colour)
            if on_way(place):
                standings[place] = colour, standings.get(place, (colour, 0))[1] + 1
    return standings


def age(view: Document, colour: str, name: str) -> int:
    """For how many of its owner's turns a blockade has stood; 0 if that is not counted or it is new."""
    age: int = view["blockades"][colours(view).index(colour)].get(name, 0)
    return age


def is_due(view: Document, colour: str, name: str) -> bool:
    """Whether a blockade has stood as long as it may."""
    limit = view["options"]["blockade_limit"]
    return bool(limit) and age(view, colour, name) == limit


def values(view: Document, marks: Marks = NO_MARKS) -> tuple[int, ...]:
    """The values of the current roll: a, b, and for some doubles also twice the face beneath.

    The position doesn't say whether the last pawn left its nest by the first five of a double five: then `marks` do.
    """
    one, other = view["dice"]
    beneath = OPPOSITE_FACES - one
    if one != other:
        return one, other
    before = next((played.before for played in reversed(marks.last) if played.move == "roll" and played.before), None)
    if beneath in view["left"]:
        four = True
    elif before is not None and before["turn"] == view["turn"]:
        four = "nest" not in before["pawns"][view["turn"]]
    else:
        four = one != 5 and count(view, view["turn"], "nest") == 0
    return (one, other, beneath, beneath) if four else (one, other)


@dataclass(frozen=True, slots=True)
class Step:
    """A decision in terms of the board. `sent_back` is the colour and the square of a captured pawn."""

    move: str
    colour: str
    start: Square | None = None
    stop: Square | None = None
    dice: tuple[int, int] | None = None
    sent_back: tuple[str, Square] | None = None


_WALK = re.compile(r"(t\d+|h\d)\+(?:\d+)>(t\d+|h\d|home)")


_ENTER = re.compile(r"enter (?:5|1\+4|2\+3)")


def step(view: Document, played: Played) -> Step:
    """A decision in terms of the board, by the seat to move if its seat isn't known.

    Raises ValueError if it isn't a move of this game.
    """
    before = played.before
    seat = played.seat
    if seat is None:
        seat = (before or view)["turn"] or 0
    colour = colours(view)[seat]
    if played.move == "roll":
        dice = tuple(die for die in played.chance if isinstance(die, int))
        sent_back = None
        if len(dice) == 2 and before is not None:
            sent_back = _penalty(before, seat, (dice[0], dice[1]))
        return Step(played.move, colour, dice=(dice[0], dice[1]) if len(dice) == 2 else None, sent_back=sent_back)
    if played.move == "skip":
        return Step(played.move, colour)
    if _ENTER.fullmatch(played.move):
        start, stop = square("nest", colour), square(f"t{ENTRY[colour]}", None)
    elif match := _WALK.fullmatch(played.move):
        start, stop = square(match[1], colour), square(match[2], colour)
    else:
        raise ValueError(f"{played.move!r} is not a move")
    taken = standing(before).get(stop) if before is not None else None
    capture = (taken[0], stop) if taken and taken[0] != colour else None
    return Step(played.move, colour, start, stop, sent_back=capture)


def _penalty(before: Document, seat: int, dice: tuple[int, int]) -> tuple[str, Square] | None:
    """Which pawn went back to its nest for a third double."""
    state = GAMES["parcheesi"].load(before)
    double = dice[0] == dice[1]
    if not isinstance(state, Situation) or not is_penalty(state.table, double, state.doubles + double):
        return None
    colour = state.table.colours[seat]
    leading = leader(colour, state.pawns[seat])
    return None if leading is None else (colour.name, square(SQUARES[leading], colour.name))


def steps(view: Document, marks: Marks) -> list[Step]:
    return [step(view, played) for played in marks.last]


def sent_back_before(view: Document, marks: Marks) -> list[Step]:
    """The decisions of the other seats before the newest turn that sent a pawn back."""
    return [one for one in (step(view, played) for played in marks.earlier) if one.sent_back]


@dataclass(frozen=True, slots=True)
class Plan:
    """A completely chosen move of a pawn: its colour, its ends, and whose pawn it captures, if any."""

    colour: str
    start: Square
    stop: Square
    capture: str | None


def plan_of(view: Document, marks: Marks) -> Plan | None:
    """The chosen move, once it is complete. One out of the nest is chosen by its target alone."""
    if not marks.settled or view["phase"] == "over":
        return None
    colour = colours(view)[view["turn"]]
    start, stop = square(marks.chosen[0] if len(marks.chosen) > 1 else "nest", colour), square(marks.chosen[-1], colour)
    if stop[1] == "nest" or start[1] == "home":
        return None
    taken = standing(view).get(stop)
    return Plan(colour, start, stop, taken[0] if taken and taken[0] != colour else None)
