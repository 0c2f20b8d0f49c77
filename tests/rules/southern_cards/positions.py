"""Positions of Southern Cross cards as the rules page writes them down: fields in reading order, rows apart by `;`."""

import json
import random
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings

from bot.rules.chance import Sealed
from bot.rules.southern_cards import Position, game
from tests.rules.trying import NO_LUCK, Document

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


SETTINGS = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
GROWING = ("free", "ultra")

EXAMPLE: Document = json.loads("""
{"game": "southern_cards", "options": {"layout": "classic", "hand": 3, "wild": false}, "seats": 2, "dealer": 1,
 "to_move": 0,
 "field": [["a3", ["9C", "AS"]], ["b3", ["8H"]], ["c3", ["JH"]], ["a2", ["9H"]], ["b2", ["9D", "QS"]],
           ["c2", ["JK", "7C"]], ["a1", ["3D"]], ["b1", ["KC"]], ["c1", ["3S"]]],
 "deck": ["2H", "4S", "6H", "10D", "JC", "2S", "5S", "6S", "10S", "5D", "KH", "8C", "7S", "7H", "3H"],
 "hands": [["AH", "5H", "5C"], ["KS", "6D", "8D"]], "order": [null, null],
 "taken": [["9S", "4H", "QH", "4D", "JD", "QD", "4C", "10C", "QC"],
           ["8S", "JS", "10H", "AD", "2D", "7D", "KD", "AC", "2C", "3C", "6C", "JK"]],
 "scores": [85, 140], "eclipse": false,
 "last": {"seat": 1, "move": "QS@b2", "roles": [], "trick": null, "multiplier": 1, "combo": [], "reach": ["b3", "a1"],
          "eclipse": false, "points": 10, "refilled": []}}
""")


def cards(text: str) -> list[str]:
    return text.split()


def played(state: Position, text: str) -> Position:
    return state.play(state.parse(text), NO_LUCK)


def last(state: Position, text: str) -> Document:
    """What the document tells about a move after it has been played."""
    turn: Document = played(state, text).dump()["last"]
    return turn


def kinds(turn: Document) -> list[str]:
    return [role["kind"] for role in turn["roles"]]


def cells_of(turn: Document) -> list[str]:
    return [" ".join(role["cells"]) for role in turn["roles"]]


def fresh(seats: int = 2, number: int = 0, **options: Any) -> Position:
    return game.start(seats, options, Sealed(number.to_bytes(32, "big"), "table"))


def stacked(field: int, drawn: str, decks: int = 1) -> list[str]:
    """A shuffled pack with these cards on top once this many cards lie on the field."""
    rest = Counter([*PACK, "JK", "JK"] * decks)
    rest.subtract(cards(drawn))
    others = list(rest.elements())
    return [*others[:field], *cards(drawn), *others[field:]]


def some_position(luck: random.Random, **chosen: Any) -> Position:
    """A position some way into a match of any kind, with a few moves played at random."""
    options = {"layout": luck.choice(list(CELLS)), "hand": luck.randint(1, 5), "wild": luck.random() < 0.4, **chosen}
    state = fresh(luck.randint(1, 5), luck.getrandbits(64), **options)
    for _ in range(luck.randint(0, 60)):
        if state.to_move is None:
            break
        state = state.play(luck.choice(state.legal()), NO_LUCK)
    return state
