"""A Cirondo position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First moves owed: Silver.
    Gold: planets A1-A16; moons B1-B7, B9-B16, C8; Solar Systems none (4 in supply).
    Silver: planets A17-A32; moons B17-B32; Solar Systems none (4 in supply).
    Quiet moves: 2 of 100: A9-C7, A23-E27.

A dash between two spaces of one ring means these and all between them; among the quiet moves it means from and to.
Lines that have nothing to say are left out.
"""

from collections.abc import Iterable

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.cirondo.situation import QUIET_MOVES
from images import endings
from images.cirondo.facts import colours, last_ones, side, supply
from images.cirondo.geometry import name_of, space
from images.endings import Ended
from images.marks import NO_MARKS, Marks
from images.sentences import counted, listed, longest_that_fits, picked

NAMES = {"planets": "planets", "moons": "moons", "solars": "Solar Systems"}

ENDINGS = {
    "conquest": "by conquest",
    "showdown": "in the showdown",
    "blocked": "nobody can move",
    "repetition": "third repetition",
    "quiet": "100 quiet moves",
}


# --- the end ----------------------------------------------------------------------------------------------------------


def ended(view: Document, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        names = [colours(view)[seat].capitalize() for seat in winners]
        wins = f"{listed(names)} {'wins' if len(names) == 1 else 'win'}"
        return "Draw" if len({side(view, seat) for seat in winners}) > 1 else wins, ENDINGS[view["over"]]

    return endings.ended(marks, lambda: GAMES["cirondo"].load(view).result if view["over"] else None, tell)


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


# --- the alt text -------------------------------------------------------------------------------------------------


def _counted(number: int, kind: str) -> str:
    return counted(number, NAMES[kind].removesuffix("s"))


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end = ended(view, marks)
    lines = [f"Cirondo board for {view['seats']}{' in two sides' if view['options']['teams'] else ''}."]
    if end:
        lines.append(end.sentence)
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
    both, chosen, _ = picked(marks)
    return longest_that_fits(lines + parts for parts in (positions + both, numbers + both, numbers + chosen, numbers))


# --- the complete text --------------------------------------------------------------------------------------------


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters. See the top of this module."""
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
        lines.append(f"Quiet moves: {len(view['quiet'])} of {QUIET_MOVES}: {', '.join(view['quiet'])}.")
    return "\n".join(lines)
