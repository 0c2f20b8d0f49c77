"""Positions of Southern Cross cards as the rules page writes them down: fields in reading order, rows apart by `;`."""

from collections import Counter
from typing import Any

from bot.rules.southern_cards import Position, game

Document = dict[str, Any]

PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in [*"A23456789", "10", *"JQK"]]

CELLS = {
    **{
        name: [f"{'abcde'[column]}{row}" for row in range(side, 0, -1) for column in range(side)]
        for name, side in (("classic", 3), ("shishi", 4), ("gogo", 5))
    },
    "free": [f"{x},{y}" for y in (1, 0, -1) for x in (-1, 0, 1)],
    "ultra": [],
    "zodiac": [*(f"z{number}" for number in range(1, 13)), "z0"],
}
"""The cells of a field at its start, in refill order."""


def pile(text: str) -> list[str]:
    """`2C>8H` is 8H on 2C, `.` an empty cell."""
    return [] if text == "." else text.split(">")


def document(
    layout: str,
    field: str,
    hand: str = "",
    *,
    seats: int = 1,
    wild: bool = False,
    deck: str = "",
    added: str = "",
    others: str = "",
    **changes: Any,
) -> Document:
    """A position with seat 0 to move; every card that is nowhere else has been taken by seat 0.

    `field` are the cells of the start, `added` more cells of a growing field such as "2,0 6C; 3,0 .". `others` are the
    hands of the other seats, apart by `;`. `changes` replace whole keys at the end.
    """
    piles = [pile(text) for text in field.replace(";", " ").split()]
    cells = [[cell, cards] for cell, cards in zip(CELLS[layout], piles, strict=True)]
    for each in filter(None, added.split(";")):
        cell, text = each.split()
        cells.append([cell, pile(text)])
    hands = [hand.split(), *([] for _ in range(seats - 1))]
    for seat, text in enumerate(filter(None, others.split(";")), start=1):
        hands[seat] = text.split()
    decks = 2 if layout == "gogo" else 1
    left = Counter([*PACK, "JK", "JK"] * decks + ["JK", "JK"] * seats * wild)
    left.subtract(card for _, cards in cells for card in cards)
    left.subtract(card for cards in (*hands, deck.split()) for card in cards)
    assert min(left.values()) >= 0, left
    doc: Document = {
        "game": "southern_cards",
        "options": {"layout": layout, "hand": 5, "wild": wild},
        "seats": seats,
        "dealer": 0,
        "to_move": 0 if hands[0] else None,
        "field": cells,
        "deck": deck.split(),
        "hands": hands,
        "order": [None] * seats,
        "taken": [sorted(left.elements(), key=[*PACK, "JK"].index), *([] for _ in range(seats - 1))],
        "scores": [0] * seats,
        "eclipse": False,
        "last": None,
    }
    return {**doc, **changes}


def position(layout: str, field: str, hand: str = "", **more: Any) -> Position:
    return game.load(document(layout, field, hand, **more))


def tops(state: Position) -> dict[str, str]:
    """The top card of each cell that holds any."""
    return {cell: cards[-1] for cell, cards in state.dump()["field"] if cards}
