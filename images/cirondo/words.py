"""A Cirondo position in words: the picture's alt text, and the complete text that reads back to the position.

The complete text (`read(text(view)) == view` for every position document):

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First moves owed: Silver.
    Gold: planets A1-A16; moons B1-B7, B9-B16, C8; Solar Systems none (4 in supply).
    Silver: planets A17-A32; moons B17-B32; Solar Systems none (4 in supply).
    Quiet moves: 2 of 100: A9-C7, A23-E27.

A dash between two spaces of one ring means these and all between them; among the quiet moves it means from and to.
Lines that have nothing to say are left out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from images.cirondo.geometry import RINGS, name_of, space
from images.endings import Ended, ended_by, listed, winners_of
from images.marks import NO_MARKS, Marks

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

COLOURS = {2: ("gold", "silver"), 4: ("gold", "red", "silver", "blue")}
SUPPLY = 4  # Solar Systems of each colour
QUIET_LIMIT = 100  # quiet moves after which the draw rule ends a match

NAMES = {"planets": "planets", "moons": "moons", "solars": "Solar Systems"}
ONE = {"planets": "planet", "moons": "moon", "solars": "Solar System"}

ENDINGS = {
    "conquest": "by conquest",
    "showdown": "in the showdown",
    "blocked": "nobody can move",
    "repetition": "third repetition",
    "quiet": "100 quiet moves",
}


# --- what a view says ---------------------------------------------------------------------------------------------


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return COLOURS[view["seats"]]


def side(view: Document, seat: int) -> tuple[int, ...]:
    """The seats that win and lose with this one, itself included."""
    return tuple(range(seat % 2, 4, 2)) if view["options"]["teams"] else (seat,)


def count(view: Document, seat: int) -> int:
    """How many stellar a seat's side has on the board."""
    return sum(len(found) for own in side(view, seat) for found in view["pieces"][colours(view)[own]].values())


def last_ones(view: Document) -> tuple[int, ...]:
    """Seats whose side has a single stellar left, so that its next move is its last; only those that own it."""
    own = view["pieces"]
    return tuple(
        seat
        for seat, colour in enumerate(colours(view))
        if seat not in view["defeated"] and any(own[colour].values()) and count(view, seat) == 1
    )


def supply(view: Document, colour: str) -> int:
    """Solar Systems of a colour that are not on the board."""
    return SUPPLY - len(view["pieces"][colour]["solars"])


def stellar(view: Document) -> Iterator[tuple[str, str, str]]:
    """Colour, kind and space of everything on the board."""
    for colour, kinds in view["pieces"].items():
        for kind, spaces in kinds.items():
            for place in spaces:
                yield colour, kind, place


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended, by the marks or by the rules, which decide the places; None while it runs."""
    if marks.verdict:
        return ended_by(marks)
    if view["over"] is None:
        return None
    result = GAMES["cirondo"].load(view).result
    places = result.places if result else ()
    winners = winners_of(result)
    if len({side(view, seat) for seat in winners}) > 1:
        return Ended("Draw", ENDINGS[view["over"]], winners, places)
    names = [colours(view)[seat].capitalize() for seat in winners]
    title = f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"
    return Ended(title, ENDINGS[view["over"]], winners, places)


# --- lists of spaces ----------------------------------------------------------------------------------------------


def ranges(spaces: Iterable[str]) -> str:
    """Spaces in order, three or more in a row as first-last: "A1-A8, A10, B2". "none" if there is none."""
    runs: list[list[tuple[int, int]]] = []
    for place in sorted(space(name) for name in spaces):
        if runs and runs[-1][-1] == (place[0], place[1] - 1):
            runs[-1].append(place)
        else:
            runs.append([place])
    parts: list[str] = []
    for run in runs:
        if len(run) > 2:
            parts.append(f"{name_of(run[0])}-{name_of(run[-1])}")
        else:
            parts += [name_of(place) for place in run]
    return ", ".join(parts) or "none"


def spaces_of(text: str) -> list[str]:
    """What `ranges` wrote. ValueError if it could not have."""
    found: list[str] = []
    for part in text.split(", ") if text != "none" else ():
        first, dash, last = part.partition("-")
        ring, start = space(first)
        stop = space(last)[1] if dash else start
        if dash and (last[0] != RINGS[ring] or stop < start):
            raise ValueError(f"{part!r} is not a row of spaces")
        found += [name_of((ring, column)) for column in range(start, stop + 1)]
    return found


# --- the alt text -------------------------------------------------------------------------------------------------


def _counted(number: int, kind: str) -> str:
    return f"{number} {ONE[kind] if number == 1 else NAMES[kind]}"


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end = ended(view, marks)
    lines = [f"Cirondo board for {view['seats']}{' in two sides' if view['options']['teams'] else ''}."]
    if end:
        lines.append(f"{end.title}: {end.reason}." if end.reason else f"{end.title}.")
    else:
        lines.append(f"{colours(view)[view['to_move']].capitalize()} to move.")
        for seat in last_ones(view):
            when = "this is its last move" if seat == view["to_move"] else "its next move is its last"
            lines.append(f"{colours(view)[seat].capitalize()} is down to one stellar: {when}.")
    if marks.last:
        lines.append(f"Just played: {marks.last[-1].move}.")
    if view["defeated"]:
        lines.append(f"Defeated: {', '.join(colours(view)[seat].capitalize() for seat in view['defeated'])}.")
    numbers, positions = [], []
    for colour in colours(view):
        pieces = view["pieces"][colour]
        start = f"{colour.capitalize()}: "
        numbers.append(start + ", ".join(_counted(len(pieces[kind]), kind) for kind in NAMES) + ".")
        whole = ", ".join(
            _counted(len(pieces[kind]), kind) + (f" ({ranges(pieces[kind])})" if pieces[kind] else "") for kind in NAMES
        )
        positions.append(f"{start}{whole}.")
    chosen = [f"Chosen: {', '.join(marks.chosen)}."] if marks.chosen else []
    choices = ["Choices: " + ", ".join(f"{found.label} {found.at}" for found in marks.choices) + "."]
    choices = chosen + (choices if marks.choices else [])
    for parts in (positions + choices, numbers + choices, numbers + chosen, numbers):
        whole = " ".join(lines + parts)
        if len(whole) <= ALT_LIMIT:
            break
    return whole[:ALT_LIMIT]


# --- the complete text --------------------------------------------------------------------------------------------


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters; `read` turns it back. See the top of this module."""
    names = [colour.capitalize() for colour in colours(view)]
    options = view["options"]
    lines = [
        f"Cirondo for {view['seats']} seats{', in two sides' if options['teams'] else ''}, "
        f"draw rule {'on' if options['draw_rule'] else 'off'}."
    ]
    if view["over"] is None:
        lines.append(f"{names[view['to_move']]} to move.")
    else:
        end = ended(view)
        lines.append(f"Over, {view['over']}: {end.title if end else 'nobody wins'}.")
    if view["owed"]:
        lines.append(f"First moves owed: {', '.join(names[seat] for seat in view['owed'])}.")
    if view["defeated"]:
        lines.append(f"Defeated: {', '.join(names[seat] for seat in view['defeated'])}.")
    for name, colour in zip(names, colours(view), strict=True):
        pieces = view["pieces"][colour]
        kinds = "; ".join(f"{NAMES[kind]} {ranges(pieces[kind])}" for kind in NAMES)
        lines.append(f"{name}: {kinds} ({supply(view, colour)} in supply).")
    if view["quiet"]:
        lines.append(f"Quiet moves: {len(view['quiet'])} of {QUIET_LIMIT}: {', '.join(view['quiet'])}.")
    return "\n".join(lines)


_HEAD = re.compile(r"Cirondo for ([24]) seats(, in two sides)?, draw rule (on|off)\.")
_TO_MOVE = re.compile(r"(\w+) to move\.")
_OVER = re.compile(r"Over, (\w+): .+\.")
_OWED = re.compile(r"First moves owed: (.+)\.")
_DEFEATED = re.compile(r"Defeated: (.+)\.")
_PIECES = re.compile(r"(\w+): planets (.+); moons (.+); Solar Systems (.+) \((\d) in supply\)\.")
_QUIET = re.compile(r"Quiet moves: \d+ of 100: (.+)\.")


def read(words: str) -> Document:
    """The position document that `text` was given, spaces sorted as `dump` sorts them.

    ValueError if a line is not one that `text` writes.
    """
    first, *rest = words.splitlines()
    head = _HEAD.fullmatch(first)
    if not head:
        raise ValueError(f"{first!r} does not begin a position of Cirondo")
    seats = int(head[1])
    names = [colour.capitalize() for colour in COLOURS[seats]]
    pieces: dict[str, Any] = {}
    view: Document = {
        "game": "cirondo",
        "seats": seats,
        "options": {"teams": head[2] is not None, "draw_rule": head[3] == "on"},
        "pieces": pieces,
        "to_move": None,
        "owed": [],
        "quiet": [],
        "defeated": [],
        "over": None,
    }
    for line in rest:
        if found := _TO_MOVE.fullmatch(line):
            view["to_move"] = names.index(found[1])
        elif found := _OVER.fullmatch(line):
            view["over"] = found[1]
        elif found := _OWED.fullmatch(line):
            view["owed"] = [names.index(name) for name in found[1].split(", ")]
        elif found := _DEFEATED.fullmatch(line):
            view["defeated"] = [names.index(name) for name in found[1].split(", ")]
        elif found := _PIECES.fullmatch(line):
            kinds = zip(NAMES, (found[2], found[3], found[4]), strict=True)
            pieces[found[1].lower()] = {kind: spaces_of(spaces) for kind, spaces in kinds}
        elif found := _QUIET.fullmatch(line):
            view["quiet"] = found[1].split(", ")
        else:
            raise ValueError(f"{line!r} says nothing about a position of Cirondo")
    return view
