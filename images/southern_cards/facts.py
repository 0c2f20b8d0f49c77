"""What a picture of Southern Cross cards needs to know about a view."""

import re
from collections.abc import Iterator, Sequence

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.southern_cards.fields import LAYOUTS, Layout
from bot.text import term


def layout_of(view: Document) -> Layout:
    return LAYOUTS[view["options"]["layout"]]


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in order."""
    return GAMES["southern_cards"].colours(view["seats"], view["options"])


def names(view: Document) -> tuple[str, ...]:
    return tuple(term(colour.capitalize()) for colour in colours(view))


def piles(view: Document) -> dict[str, list[str]]:
    """The cards on each cell, bottom to top, in refill order."""
    return dict(view["field"])


def number(entry: int | Sequence[str]) -> int:
    """How many cards a hand or the deck holds, whether or not its cards are visible."""
    return entry if isinstance(entry, int) else len(entry)


def following(view: Document) -> int | None:
    """The seat that moves after the one to move, if everyone keeps a card; None if there is no other."""
    if view["to_move"] is None:
        return None
    seats = view["seats"]
    later = ((view["to_move"] + step) % seats for step in range(1, seats))
    return next((seat for seat in later if number(view["hands"][seat])), None)


def owner(view: Document) -> int:
    """The seat whose own view this is. Raises ValueError if it shows no hand, or more than one."""
    own = [seat for seat, hand in enumerate(view["hands"]) if not isinstance(hand, int)]
    if len(own) != 1:
        raise ValueError(f"hands: {len(own)} are shown, so this is no seat's own view")
    return own[0]


_PLACED = re.compile(r"(JK|(?:10|[A2-9JQK])[SHDC])@([a-e][1-5]|z\d+|-?\d+,-?\d+)")


def placements_of(view: Document, move: str) -> list[tuple[str, str]]:
    """The cards of a move with their cells. Raises ValueError if it isn't a move on this field."""
    matches = [_PLACED.fullmatch(part) for part in move.split("+")]
    placements = [(part[1], part[2]) for part in matches if part and layout_of(view).cell_number(part[2]) is not None]
    if len(placements) < len(matches):
        raise ValueError(f"{move!r} is not a move on this field")
    return placements


def last_placements(view: Document) -> list[tuple[str, str]]:
    """The cards of the last turn with their cells.

    None at the start, and if an invented position has an unreadable last turn.
    """
    try:
        return placements_of(view, view["last"]["move"]) if view["last"] else []
    except ValueError:
        return []


def existing(view: Document, cells: Sequence[str]) -> list[str]:
    """Those of the cells that exist in the layout: nobody checks the last turn of an invented position."""
    return [cell for cell in cells if layout_of(view).cell_number(cell) is not None]


def last_roles(view: Document) -> Iterator[tuple[int, Document]]:
    """The roles of the last turn: 0 and a role of the placement, the number of its step and one of a combo."""
    if view["last"]:
        for step, roles in enumerate([view["last"]["roles"], *view["last"]["combo"]]):
            for role in roles:
                yield step, role
