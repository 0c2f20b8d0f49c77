"""What a picture of Cirondo has to know of a position."""

from collections.abc import Iterator

from bot.rules.api import Document
from bot.rules.cirondo.board import SUPPLY, Table, table_for


def table(view: Document) -> Table:
    """Who sits at the board."""
    return table_for(view["seats"], view["options"]["teams"])


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return table(view).colours


def side(view: Document, seat: int) -> tuple[int, ...]:
    """The seats that win and lose with this one, itself included."""
    return table(view).sides[table(view).side_of[seat]]


def count(view: Document, seat: int) -> int:
    """How many stellar a seat's side has on the board."""
    return sum(len(spaces) for own in side(view, seat) for spaces in view["pieces"][colours(view)[own]].values())


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
