"""A Parcheesi position in words: the picture's alt text, and the complete text that reads back to the position.

The complete text (`read(text(view)) == view` for every position document):

    Parcheesi for 2 seats.
    Options: Red starts; the first seat home wins; third doubles are played; blockades stand for ever; no limit of
    throws.
    Red to move.
    Dice: 4 and 3; left: 3.
    Free moves pending: 20.
    Red: 1 in the nest; t10, t14, h2; 0 home; 83 points.
    Yellow: 2 in the nest; t50; 1 home; 84 points.
    Partners: t10 with t14.
    Throws so far: 57.

(The options are one line.) Lines that have nothing to say are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import OPPOSITE_FACES, PAWNS, SQUARE_NUMBERS, SQUARES, progress
from bot.rules.parcheesi.situation import Situation, is_penalty, leader
from images.endings import Ended, ended_by, listed, winners_of
from images.marks import NO_MARKS, Marks, Played
from images.parcheesi.geometry import ENTRY, Square, on_way, square

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

ORDINALS = ("1st", "2nd", "3rd", "4th")


# --- what a view says -------------------------------------------------------------------------------------------------


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return tuple(colour.name for colour in TABLES[view["seats"]])


def names(view: Document) -> tuple[str, ...]:
    return tuple(colour.capitalize() for colour in colours(view))


def count(view: Document, seat: int, name: str) -> int:
    """How many pawns of a seat are in the "nest" or "home"."""
    found: int = view["pawns"][seat].count(name)
    return found


def score(view: Document, seat: int) -> int:
    """The progress of a seat's pawns, 0 to 288."""
    return sum(progress(TABLES[view["seats"]][seat], SQUARE_NUMBERS[name]) for name in view["pawns"][seat])


def standing(view: Document) -> dict[Square, tuple[str, int]]:
    """For each square on the way that is not empty the colour of its pawns and their number."""
    found: dict[Square, tuple[str, int]] = {}
    for colour, own in zip(colours(view), view["pawns"], strict=True):
        for name in own:
            place = square(name, colour)
            if on_way(place):
                found[place] = colour, found.get(place, (colour, 0))[1] + 1
    return found


def age(view: Document, colour: str, name: str) -> int:
    """For how many of its owner's turns a blockade has stood; 0 if that is not counted or it is new."""
    found: int = view["blockades"][colours(view).index(colour)].get(name, 0)
    return found


def is_due(view: Document, colour: str, name: str) -> bool:
    """Whether a blockade has stood as long as it may."""
    limit = view["options"]["blockade_limit"]
    return bool(limit) and age(view, colour, name) == limit


def values(view: Document, marks: Marks = NO_MARKS) -> tuple[int, ...]:
    """What the throw that is being played gave to use: a, b, and for some doubles twice the face beneath as well.

    The position does not say whether the last pawn left its nest by the first five of a double five: then `marks` do.
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


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended, by the marks or by the rules, which decide the places; None while it runs."""
    if marks.verdict:
        return ended_by(marks)
    if view["phase"] != "over":
        return None
    result = GAMES["parcheesi"].load(view).result
    places = result.places if result else ()
    winners = winners_of(result)
    reason = "all four pawns home" if view["finished"] else f"{view['rolls']} throws played"
    if len(winners) > 1:
        return Ended("Draw", reason, winners, places)
    return Ended(f"{listed([names(view)[seat] for seat in winners])} wins", reason, winners, places)


# --- what was played --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A decision in the terms of the board. `sent_back` is the colour and the square of a pawn that had to leave."""

    move: str
    colour: str
    start: Square | None = None
    stop: Square | None = None
    dice: tuple[int, int] | None = None
    sent_back: tuple[str, Square] | None = None


_WALK = re.compile(r"(t\d+|h\d)\+(?:\d+)>(t\d+|h\d|home)")
_ENTER = re.compile(r"enter (?:5|1\+4|2\+3)")


def step(view: Document, played: Played) -> Step:
    """A decision in the terms of the board, of the seat to move if nobody knows whose it was.

    ValueError if it is not a move of this game.
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
    elif found := _WALK.fullmatch(played.move):
        start, stop = square(found[1], colour), square(found[2], colour)
    else:
        raise ValueError(f"{played.move!r} is not a move")
    taken = standing(before).get(stop) if before is not None else None
    captured = (taken[0], stop) if taken and taken[0] != colour else None
    return Step(played.move, colour, start, stop, sent_back=captured)


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


# --- the alt text -----------------------------------------------------------------------------------------------------

_TASKS = {"roll": "to throw", "move": "to move", "bonus": "to play a free move"}


def _where(view: Document, seat: int) -> str:
    """The pawns of a seat: "2 in the nest, blockade on t5, 1 home"."""
    own = view["pawns"][seat]
    out = [name for name in own if name not in ("nest", "home")]
    parts = [f"{count(view, seat, 'nest')} in the nest"] if "nest" in own else []
    parts += [f"blockade on {name}" if out.count(name) == 2 else name for name in dict.fromkeys(out)]
    if "home" in own:
        parts.append(f"{count(view, seat, 'home')} home")
    return ", ".join(parts)


def _told(found: Sequence[Step]) -> list[str]:
    """What was played, in short words; a colour is named where it begins or changes."""
    parts: list[str] = []
    colour = ""
    for one in found:
        words = f"threw {one.dice[0]} and {one.dice[1]}" if one.dice else one.move
        if one.sent_back and one.dice:
            words += f", a third double: the pawn on {one.sent_back[1][1]} goes back"
        elif one.sent_back:
            words += f" captures {one.sent_back[0].capitalize()}"
        parts.append(words if one.colour == colour else f"{one.colour.capitalize()} {words}")
        colour = one.colour
    return parts


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, dice, bonuses, all pawns, what was played last, what is chosen and can be chosen. If all
    that is too long, the oldest of the last moves go first, then the choices.
    """
    end = ended(view, marks)
    called = names(view)
    lines = [f"Parcheesi board for {view['seats']}."]
    if end:
        lines.append(f"{end.title}: {end.reason}." if end.reason else f"{end.title}.")
    else:
        again = " again" if view["phase"] == "roll" and view["doubles"] else ""
        lines.append(f"{called[view['turn']]} {_TASKS[view['phase']]}{again}.")
    if view["dice"]:
        whole = values(view, marks)
        beneath = f", and {whole[2]} twice from beneath" if len(whole) == 4 else ""
        left = ", ".join(map(str, view["left"])) or "nothing"
        lines.append(f"Dice {view['dice'][0]} and {view['dice'][1]}{beneath}; left to use: {left}.")
    if view["bonuses"]:
        lines.append(f"Free moves pending: {', '.join(f'+{bonus}' for bonus in view['bonuses'])}.")
    if view["doubles"] > 1:
        lines.append(f"{view['doubles']} doubles this turn.")
    for seat, name in enumerate(called):
        place = ""
        if end and end.places:
            place = f" {ORDINALS[end.places[seat] - 1]},"
        elif seat in view["finished"]:
            place = f" finished {ORDINALS[view['finished'].index(seat)]},"
        lines.append(f"{name}:{place} {_where(view, seat)}, {score(view, seat)} points.")
    if view["options"]["max_rolls"]:
        lines.append(f"Throw {view['rolls']} of {view['options']['max_rolls']}.")
    chosen = [f"Chosen: {', '.join(marks.chosen)}."] if marks.chosen else []
    choices = ["Choices: " + ", ".join(f"{found.label} {found.at}" for found in marks.choices) + "."]
    choices = chosen + (choices if marks.choices else [])
    found = steps(view, marks)
    for picked in (choices, chosen, []):
        for skipped in range(len(found) + 1):
            told = [f"Just played: {', '.join(_told(found[skipped:]))}."] if found[skipped:] else []
            whole_text = " ".join(lines + told + picked)
            if len(whole_text) <= ALT_LIMIT:
                return whole_text
    return whole_text[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_PHASES = {"roll": "to throw", "move": "to move", "bonus": "to play a free move or skip"}
_FINISH = {"first": "the first seat home wins", "all": "played on until one seat is left"}
_TRIPLE = {False: "third doubles are played", True: "third doubles cost the leading pawn"}
_HIGH_ROLL = "the highest roll starts"
NO_LIMIT = "blockades stand for ever"
NO_CAP = "no limit of throws"


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters; `read` turns it back. See the top of this module."""
    called, options = names(view), view["options"]
    limit, cap = options["blockade_limit"], options["max_rolls"]
    lines = [
        f"Parcheesi for {view['seats']} seats.",
        f"Options: {_first(called)[options['first']]}; {_FINISH[options['finish']]}; "
        f"{_TRIPLE[options['triple_doubles']]}; "
        f"{f'blockades stand for {limit} of their owner’s turns' if limit else NO_LIMIT}; "
        f"{f'at most {cap} throws' if cap else NO_CAP}.",
    ]
    if view["phase"] == "over":
        end = ended(view)
        lines.append(f"Over: {end.title if end else 'nobody wins'}.")
    else:
        lines.append(f"{called[view['turn']]} {_PHASES[view['phase']]}.")
    if view["dice"]:
        left = f"; left: {_numbers(view['left'])}" if view["left"] else ""
        lines.append(f"Dice: {view['dice'][0]} and {view['dice'][1]}{left}.")
    if view["bonuses"]:
        lines.append(f"Free moves pending: {_numbers(view['bonuses'])}.")
    if view["doubles"]:
        lines.append(f"Doubles this turn: {view['doubles']}.")
    for seat, name in enumerate(called):
        out = ", ".join(at for at in view["pawns"][seat] if at not in ("nest", "home")) or "none on the way"
        lines.append(
            f"{name}: {count(view, seat, 'nest')} in the nest; {out}; {count(view, seat, 'home')} home; "
            f"{score(view, seat)} points."
        )
    if view["pairs"]:
        lines.append(f"Partners: {', '.join(f'{one} with {other}' for one, other in view['pairs'])}.")
    for name, ages in zip(called, view["blockades"], strict=True):
        if ages:
            lines.append(f"Turns of {name}’s blockades: {', '.join(f'{at} {turns}' for at, turns in ages.items())}.")
    if view["finished"]:
        lines.append(f"Finished: {', '.join(called[seat] for seat in view['finished'])}.")
    lines.append(f"Throws so far: {view['rolls']}.")
    return "\n".join(lines)


def _first(called: Sequence[str]) -> dict[Any, str]:
    return {"seat0": f"{called[0]} starts", "high_roll": _HIGH_ROLL}


def _numbers(found: Sequence[int]) -> str:
    return ", ".join(map(str, found))


def _numbers_of(words: str) -> list[int]:
    return [int(word) for word in words.split(", ")]


_HEAD = re.compile(r"Parcheesi for ([234]) seats\.")
_OPTIONS = re.compile(
    r"Options: (.+); (.+); (.+); (?:blockades stand for (\d+) of their owner’s turns|blockades stand for ever); "
    r"(?:at most (\d+) throws|no limit of throws)\."
)
_TURN = re.compile(r"(\w+) (to .+)\.")
_OVER = re.compile(r"Over: .+\.")
_DICE = re.compile(r"Dice: ([1-6]) and ([1-6])(?:; left: (.+))?\.")
_BONUSES = re.compile(r"Free moves pending: (.+)\.")
_DOUBLES = re.compile(r"Doubles this turn: (\d+)\.")
_OWN = re.compile(r"(\w+): (\d) in the nest; (.+); (\d) home; \d+ points\.")
_PAIRS = re.compile(r"Partners: (.+)\.")
_AGES = re.compile(r"Turns of (\w+)’s blockades: (.+)\.")
_FINISHED = re.compile(r"Finished: (.+)\.")
_THROWS = re.compile(r"Throws so far: (\d+)\.")


def _keys(words: dict[Any, str]) -> dict[str, Any]:
    return {word: key for key, word in words.items()}


def read(words: str) -> Document:
    """The position document that `text` was given. ValueError if a line is not one that `text` writes."""
    first, second, *rest = [*words.splitlines(), "", ""]
    head, options = _HEAD.fullmatch(first), _OPTIONS.fullmatch(second)
    if not head or not options:
        raise ValueError(f"{first!r} and {second!r} do not begin a position of Parcheesi")
    seats = int(head[1])
    called = [colour.name.capitalize() for colour in TABLES[seats]]
    view: Document = {
        "game": "parcheesi",
        "seats": seats,
        "options": {},
        "phase": "over",
        "turn": None,
        "pawns": [[] for _ in called],
        "dice": None,
        "left": [],
        "bonuses": [],
        "doubles": 0,
        "pairs": [],
        "blockades": [{} for _ in called],
        "finished": [],
        "rolls": 0,
    }
    try:
        view["options"] = {
            "first": _keys(_first(called))[options[1]],
            "finish": _keys(_FINISH)[options[2]],
            "triple_doubles": _keys(_TRIPLE)[options[3]],
            "blockade_limit": int(options[4] or 0),
            "max_rolls": int(options[5] or 0),
        }
        for line in filter(None, rest):
            _read_line(view, called, line)
    except KeyError as wrong:
        raise ValueError(f"{wrong} is nothing that a position of Parcheesi knows") from wrong
    if any(len(own) != PAWNS for own in view["pawns"]):
        raise ValueError("not every seat has four pawns")
    return view


def _seat(called: list[str], name: str) -> int:
    if name not in called:
        raise ValueError(f"{name!r} has no seat here")
    return called.index(name)


def _read_line(view: Document, called: list[str], line: str) -> None:
    if found := _THROWS.fullmatch(line):
        view["rolls"] = int(found[1])
    elif _OVER.fullmatch(line):
        view["phase"], view["turn"] = "over", None
    elif found := _DICE.fullmatch(line):
        view["dice"] = [int(found[1]), int(found[2])]
        view["left"] = _numbers_of(found[3]) if found[3] else []
    elif found := _BONUSES.fullmatch(line):
        view["bonuses"] = _numbers_of(found[1])
    elif found := _DOUBLES.fullmatch(line):
        view["doubles"] = int(found[1])
    elif found := _PAIRS.fullmatch(line):
        view["pairs"] = [pair.split(" with ") for pair in found[1].split(", ")]
    elif found := _AGES.fullmatch(line):
        ages = [part.split(" ") for part in found[2].split(", ")]
        view["blockades"][_seat(called, found[1])] = {at: int(turns) for at, turns in ages}
    elif found := _FINISHED.fullmatch(line):
        view["finished"] = [_seat(called, name) for name in found[1].split(", ")]
    elif found := _OWN.fullmatch(line):
        out = [] if found[3] == "none on the way" else found[3].split(", ")
        if unknown := [at for at in out if at not in SQUARE_NUMBERS]:
            raise ValueError(f"{unknown[0]!r} is not a square")
        view["pawns"][_seat(called, found[1])] = ["nest"] * int(found[2]) + out + ["home"] * int(found[4])
    elif found := _TURN.fullmatch(line):
        view["turn"], view["phase"] = _seat(called, found[1]), _keys(_PHASES)[found[2]]
    else:
        raise ValueError(f"{line!r} says nothing about a position of Parcheesi")
