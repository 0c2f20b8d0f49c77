"""What a picture of Cirondo needs to know about a position."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.cirondo.board import SUPPLY, Table, table_for
from images.marks.marks import Marks


def table(view: Document) -> Table:
    """The players and their options."""
    return table_for(view["seats"], view["options"]["teams"])


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return table(view).colours


def side(view: Document, seat: int) -> tuple[int, ...]:
    """The seats that win and lose with this one, including itself."""
    return table(view).sides[table(view).side_of[seat]]


def count(view: Document, seat: int) -> int:
    """The number of a side's stellar on the board."""
    return sum(len(spaces) for own in side(view, seat) for spaces in view["pieces"][colours(view)[own]].values())


def last_ones(view: Document) -> tuple[int, ...]:
    """Seats whose side has a single stellar left, so that its next move is its last; only its owners."""
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


def losses_of(view: Document, marks: Marks) -> list[tuple[str, str, str]]:
    """The colour, kind and space of stellar lost since the oldest marked move, on spaces that are empty now."""
    positions = [played.before for played in (*marks.earlier, *marks.last) if played.before is not None]
    standing = {place for _, _, place in stellar(view)}
    losses: dict[str, tuple[str, str, str]] = {}
    for played, before, after in zip((*marks.earlier, *marks.last), positions, [*positions[1:], view], strict=False):
        start = re.split("[-x]", played.move)[0]
        left = set(stellar(before)) - set(stellar(after))
        losses |= {place: (colour, kind, place) for colour, kind, place in left if place not in {start, *standing}}
    return list(losses.values())


@dataclass(frozen=True, slots=True)
class Plan:
    """A completely chosen move: its ends, the stellar after it, and whether it captures."""

    start: str
    stop: str
    colour: str
    kind: str
    captures: bool


def plan_of(view: Document, marks: Marks) -> Plan | None:
    """The chosen move, once it is complete."""
    if not marks.settled or len(marks.chosen) != 2 or view["over"]:
        return None
    state = GAMES["cirondo"].load(view)
    for move in state.legal():
        start, stop = re.split("[-x]", state.notate(move).partition("=")[0])
        if (start, stop) == marks.chosen:
            now = {place: (colour, kind) for colour, kind, place in stellar(view)}
            then = {place: (colour, kind) for colour, kind, place in stellar(state.play(move, Scripted(())).view(None))}
            return Plan(start, stop, *then.get(stop, now[start]), captures=stop in now)
    return None
