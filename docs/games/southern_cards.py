"""The pictures of the rules page of Southern Cross cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from bot.rules.api import Document
from bot.rules.chance import Scripted, Sealed
from bot.rules.southern_cards import LAYOUTS, Move, Position, game
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, all_cards, pack
from docs.games.sketches import WHOLE, Sketch


def ends(position: Position, move: Move) -> tuple[str, str]:
    """The first card, and everything that's placed."""
    return move.card, "+".join(move.cells)


def _field(
    layout: str, field: str, *hands: str, deck: str = "", others: int = 0, added: str = "", **changes: Any
) -> Document:
    """A position with seat 0 to move; cards that aren't named have been taken.

    `field` are the cells of the start in reading order, "2C>8H" a stack and "." an empty cell; `added` more cells of a
    growing field, "2,0 6C; 3,0 .". `deck` are the cards that come next, `others` how many more there are.
    """
    wild = changes.pop("wild", False)
    names = LAYOUTS[layout].names(LAYOUTS[layout].start)
    cells = [
        *zip(names, field.replace(";", " ").split(), strict=True),
        *(one.split() for one in added.split(";") if one),
    ]
    piles = [[cell, [] if pile == "." else pile.split(">")] for cell, pile in cells]
    held = [hand.split() for hand in hands]
    known = [card for cards in (*(pile for _, pile in piles), *held, deck.split()) for card in cards]
    rest = all_cards(layout, wild, len(hands)) - Counter(CARD_NUMBERS[card] for card in known)
    left = [CARDS[card] for card in rest.elements()]
    return {
        "game": "southern_cards",
        "options": {"layout": layout, "hand": max(len(hand) for hand in held) - 2 * wild, "wild": wild},
        "seats": len(hands),
        "dealer": 0,
        "to_move": 0,
        "field": piles,
        "deck": [*deck.split(), *left[:others]],
        "hands": held,
        "order": [None] * len(hands),
        "taken": [left[others + seat :: len(hands)] for seat in range(len(hands))],
        "scores": [0] * len(hands),
        "eclipse": False,
        "last": None,
    } | changes


def _pack(first: str) -> list[str]:
    """A pack with these cards on top."""
    top = first.split()
    return [*top, *(card for card in pack("classic") if card not in top)]


def _under_way(layout: str, seats: int, turns: int, salt: int) -> Document:
    """A match some turns in, where everyone plays the best of six random placements."""
    luck = Sealed(salt.to_bytes(32, "big"), "pictures")
    state = game.start(seats, {"layout": layout}, luck)
    for _ in range(turns):
        thought_of = [state.parse(text) for text in luck.shuffle([state.notate(move) for move in state.legal()])[:6]]
        state = state.play(max(thought_of, key=lambda move: state.outcome(move).points), luck)
    return state.dump()


STACKS = _field("classic", "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH", "6S 2C 9D")
REACHING = ("3S 4D 2S ; 7S 3H KD ; 8S 9S QD", "8H 2C AD", "5C 6D JC")

PICTURES: Mapping[str, Sketch] = {
    "board": Sketch(
        _field(
            *("classic", "9C>2C 7S 3D>8S ; 5D KC>JH 4D ; 4H 10D>AC QH", "6S 3C 8D", "AS 9D 2H", "JK 5C 10S"),
            deck="KD JS 9H 10C",
            others=11,
            scores=[65, 95, 80],
        ),
        ("6S@a3",),
        width=WHOLE,
    ),
    "start": Sketch(
        game.start(3, {}, Scripted([_pack("9C 4H JS 2D 7S QH 3D 5C 8S 10H KC KD 2C 6S JD 5H AC 9S")])).dump()
    ),
    "classic": Sketch(_under_way("classic", 2, 9, 3)),
    "shishi": Sketch(_under_way("shishi", 2, 9, 2)),
    "gogo": Sketch(_under_way("gogo", 4, 14, 4)),
    "zodiac": Sketch(_under_way("zodiac", 3, 9, 2)),
    "free": Sketch(_under_way("free", 2, 16, 5)),
    "ultra": Sketch(_under_way("ultra", 2, 14, 2)),
    "hand": Sketch(_field("classic", REACHING[0], "7H JK 10C", "5C 6D JC", deck="AS"), hand=True),
    "grown": Sketch(_field("free", "3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C 9H", "AS JH", scores=[60, 95]), picked="6C"),
    "beside": Sketch(_field("free", "3S 4H 5C ; KD 9C JS ; 2D 7C 8D", "6C 9H", "AS JH", scores=[60, 95]), ("6C@2,1",)),
    "ring": Sketch(_field("zodiac", "2C 9D 4H QS 3C JH 8C 10D KC AH 5S 6D 7C", "7H QD", "AS JC"), ("7H@z1",)),
    "double": Sketch(_field("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK 3D"), ("JK@a3",)),
    "one-of-two": Sketch(
        _field("shishi", "5S 9C 5H 6H ; 2S 3C JD KD ; 9D QC 7S 8C ; KS 10C 3H QS", "JK 3D"), ("JK@b4",)
    ),
    "arms": Sketch(
        _field("gogo", ". . . . . ; . . . . . ; 10D JS 2C KS AS ; . . . . . ; . . . . .", "QS 3D"), ("QS@c3",)
    ),
    "grand-cross": Sketch(_field("classic", "7S 8S 9S ; 7H 2C 9H ; 7D 8D 9D", "8H 3D"), ("8H@b2",)),
    "queen-of-empire": Sketch(
        _field("gogo", "QH . AS . AD ; . QD KS KC . ; 10S JS 2C KS AS ; . JH JS QC . ; 10D . 10S . QH", "QS 3D"),
        ("QS@c3",),
    ),
    "jokers": Sketch(_field("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK 3D"), picked="JK@b3+JK@b1"),
    "together": Sketch(_field("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK 3D"), ("JK@b3+JK@b1",)),
    "saturn": Sketch(_field("classic", "3C 6H 5H ; JS KD 4H ; 10S 9S 2C", "JK JK 3D"), ("JK@a3+JK@c1",)),
    "pegasus": Sketch(
        _field("classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", "3D JK JK JK JK", wild=True),
        ("JK@a3+JK@c3+JK@a1+JK@c1",),
    ),
    "stacks": Sketch(STACKS, picked="6S@a3"),
    "combo": Sketch(STACKS, ("6S@a3",)),
    "eclipse": Sketch(_field("classic", ". . . ; 5S 6D . ; . . .", "7H AH", "9D"), ("7H@c2",)),
    "reach": Sketch(_field("classic", *REACHING, scores=[80, 95]), ("8H@b2",)),
    "over": Sketch(_field("classic", "3S . . ; . 6D>QH . ; . . 8D", "7C", "", "", scores=[195, 240, 205]), ("7C@b2",)),
}
