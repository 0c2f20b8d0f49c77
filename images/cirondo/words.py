"""A Cirondo position in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

    Cirondo for 2 seats, draw rule on.
    Gold to move.
    First move still to come: Silver.
    Gold: planets A1-A16; moons B1-B7, B9-B16, C8; Solar Systems none (4 in supply).
    Silver: planets A17-A32; moons B17-B32; Solar Systems none (4 in supply).
    Quiet moves, 2 of 100: A9 to C7, A23 to E27.

A1-A8 means these spaces and all between them. Lines that have nothing to say are left out.
"""

from collections.abc import Iterable

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.cirondo.situation import QUIET_MOVES
from images import endings
from images.cirondo.facts import colours, last_ones, lost_stellar, side, stellar, supply
from images.cirondo.geometry import move, name_of, space
from images.endings import Ended
from images.marks import NO_MARKS, Marks, Played
from images.sentences import counted, listed, longest_that_fits, picked, round_told, with_room_for

NAMES = {"planets": "planets", "moons": "moons", "solars": "Solar Systems"}
PROMOTES = "=S"  # at the end of a move in notation
ONE = {kind: name.removesuffix("s") for kind, name in NAMES.items()}

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


# --- what was played ----------------------------------------------------------------------------------------------


def _moved(view: Document, played: Played) -> tuple[str, str]:
    """What moved and what it captured: "gold's planet", "silver's moon". Empty if unknown."""
    start, stop, _ = move(played.move)
    before = {space: f"{colour}'s {ONE[kind]}" for colour, kind, space in stellar(played.before or view)}
    if played.before is not None:
        return before.get(name_of(start), ""), before.get(name_of(stop), "")
    own = before.get(name_of(stop), "")  # it's on its target now
    return own.replace(ONE["solars"], ONE["moons"]) if played.move.endswith(PROMOTES) else own, ""


def move_told(view: Document, played: Played) -> str:
    """A move in one phrase: "gold's planet from A9 to D12, taking silver's moon"."""
    start, stop, captures = move(played.move)
    own, taken = _moved(view, played)
    parts = [f"{own} from {name_of(start)} to {name_of(stop)}".lstrip()]
    if captures:
        parts.append(f"taking {taken}" if taken else "capturing")
    if played.move.endswith(PROMOTES):
        parts.append("becoming a Solar System")
    return ", ".join(parts)


def move_in_short(view: Document, played: Played) -> str:
    """A move in few words for a corner of the picture: "planet takes D12"."""
    _, stop, captures = move(played.move)
    _, _, kind = _moved(view, played)[0].partition(" ")
    return f"{kind} {'takes' if captures else 'to'} {name_of(stop)}".lstrip()


# --- the alt text -------------------------------------------------------------------------------------------------


def _counted(number: int, kind: str) -> str:
    return counted(number, ONE[kind])


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the last move, every colour's numbers, and, as far as there is room, what can be chosen
    and where everything stands.
    """
    end = ended(view, marks)
    lines = [f"Cirondo board for {view['seats']}{', two against two' if view['options']['teams'] else ''}."]
    if end:
        lines.append(end.sentence)
    else:
        lines.append(f"{colours(view)[view['to_move']].capitalize()} to move.")
        for seat in last_ones(view):
            when = "this is its last move" if seat == view["to_move"] else "its next move is its last"
            lines.append(f"{colours(view)[seat].capitalize()} is down to one stellar: {when}.")
    if marks.last:
        lines.append(f"Just played: {move_told(view, marks.last[-1])}.")
    if view["defeated"]:
        lines.append(f"Out: {', '.join(colours(view)[seat].capitalize() for seat in view['defeated'])}.")
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
    whole = longest_that_fits(lines + parts for parts in (positions + both, numbers + both, numbers + chosen, numbers))
    names = [colour.capitalize() for colour in colours(view)]
    lost = [f"{colour}'s {ONE[kind]} on {place}" for colour, kind, place in lost_stellar(view, marks)]
    return with_room_for(
        whole,
        f"Gone from the board: {listed(lost)}." if lost else "",
        round_told(marks, names, lambda played: move_in_short(view, played)),
    )


# --- the complete text --------------------------------------------------------------------------------------------


def text(view: Document) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    names = [colour.capitalize() for colour in colours(view)]
    options = view["options"]
    lines = [
        f"Cirondo for {view['seats']} seats{', two against two' if options['teams'] else ''}, "
        f"draw rule {'on' if options['draw_rule'] else 'off'}."
    ]
    if view["over"] is None:
        lines.append(f"{names[view['to_move']]} to move.")
    else:
        end = ended(view)
        lines.append(f"Over, {view['over']}: {end.title if end else 'nobody wins'}.")
    if view["owed"]:
        lines.append(f"First move still to come: {', '.join(names[seat] for seat in view['owed'])}.")
    if view["defeated"]:
        lines.append(f"Out: {', '.join(names[seat] for seat in view['defeated'])}.")
    for name, colour in zip(names, colours(view), strict=True):
        pieces = view["pieces"][colour]
        kinds = "; ".join(f"{NAMES[kind]} {ranges(pieces[kind])}" for kind in NAMES)
        lines.append(f"{name}: {kinds} ({supply(view, colour)} in supply).")
    if view["quiet"]:
        moves = ", ".join(quiet.replace("-", " to ") for quiet in view["quiet"])
        lines.append(f"Quiet moves, {len(view['quiet'])} of {QUIET_MOVES}: {moves}.")
    return "\n".join(lines)
