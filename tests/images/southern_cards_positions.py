"""Positions of Southern Cross cards to draw: from matches played at random, and ones made up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from random import Random
from typing import Any

from bot.rules.api import Document
from bot.rules.chance import Scripted, Sealed
from bot.rules.reading import write_value
from bot.rules.southern_cards import LAYOUTS, Last, Move, Position, Sight, game
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, all_cards
from bot.words import Course
from images.marks.marks import NO_MARKS, Choice, Marks, Played

GAME = game
NO_LUCK = Scripted([])
FREE_START = ["-1,1", "0,1", "1,1", "-1,0", "0,0", "1,0", "-1,-1", "0,-1", "1,-1"]


def after(turns: int, seats: int, salt: int, **options: object) -> Position:
    """A match some turns on; its players take the best of a few moves, and on growing fields they wander."""
    luck = Random(salt)
    state: Position = GAME.start(seats, options, Sealed(luck.randbytes(32), "pictures"))
    for _ in range(turns):
        legal = state.legal()
        if not legal:
            break
        some = luck.sample(legal, min(6, len(legal)))
        state = state.play(max(some, key=lambda one: _points(state, one)), NO_LUCK)
    return state


def ended(seats: int, salt: int, **options: object) -> tuple[Sight, Marks]:
    """A match at its end, with the winners' best turn."""
    state, luck = after(0, seats, salt, **options), Random(salt)
    turns: list[tuple[int, Played]] = []
    while legal := state.legal():
        move = max(luck.sample(legal, min(6, len(legal))), key=partial(_points, state))
        before, state = state, state.play(move, NO_LUCK)
        gain = state.scores[before.to_move or 0] - before.scores[before.to_move or 0]
        turns.append((gain, replace(Played.of(before, move), after=state.sight(None))))
    most = max(state.scores)
    won = [(gain, turn) for gain, turn in turns if state.scores[turn.seat or 0] == most]
    best, turn = max(won, key=itemgetter(0))
    return state.sight(None), Marks(last=(turns[-1][1],), course=Course(len(turns), best, (turn,)))


def _points(state: Position, move: Move) -> int:
    return state.outcome(move).points


def played(seed: int) -> Position:
    """A match of 0 to 70 turns with luck's own seats, options and moves."""
    luck = Random(seed)
    options = {
        "layout": luck.choice(tuple(LAYOUTS)),
        "hand": luck.randint(1, 5),
        "wild": luck.random() < 0.3,
    }
    return after(luck.choice((0, 1, 3, 8, 15, 30, 70)), luck.randint(1, 5), seed, **options)


def composed(state: Position, seed: int) -> Marks:
    """The marks of a composer's preview: where one of the cards may go, or where one has been put."""
    legal = [move for move in state.legal() if len(move.cells) == 1]
    if not legal:
        return Marks()
    move = Random(seed).choice(legal)
    if seed % 3 == 0:
        return Marks(chosen=(state.notate(move),))
    cells = [other.cells[0] for other in legal if other.card == move.card][:25]
    return Marks(choices=tuple(Choice(str(n), at) for n, at in enumerate(cells, 1)), chosen=(move.card,))


def position(
    layout: str, field: str, hand: Sequence[str], seats: int = 1, *, wild: bool = False, size: int = 3, **other: Any
) -> Position:
    """A field in reading order (rows apart by ";", "2C>8H" a stack, "." an empty cell), no deck, seat 0 to move.

    The cards that are left over have been taken by the seats in turn, but for as many as the hand in each hand.
    """
    options = {"layout": layout, "hand": size, "wild": wild}
    document: Document = GAME.start(seats, options, Sealed(bytes(32), "made up")).dump()
    cells = [cell for row in field.split(";") for cell in row.split()]
    piles = [[] if cell == "." else cell.split(">") for cell in cells]
    names = LAYOUTS[layout].names(LAYOUTS[layout].start)
    return _with(document, [[name, pile] for name, pile in zip(names, piles, strict=True)], hand, other)


def grown(layout: str, cells: Sequence[str], seats: int, salt: int = 0, **other: Any) -> Position:
    """A growing field with these cells, most of which hold a card and some more."""
    luck = Random(salt)
    document: Document = GAME.start(seats, {"layout": layout}, Sealed(bytes(32), "grown")).dump()
    pool = [*document["deck"], *(card for _, pile in document["field"] for card in pile)]
    luck.shuffle(pool)
    piles: dict[str, list[str]] = {cell: [] for cell in cells}
    for share in (0.9, 0.25, 0.1):
        for pile in piles.values():
            if pool and luck.random() < share:
                pile.append(pool.pop())
    held = [card for hand in document["hands"] for card in hand][:3]
    return _with(document, [[cell, pile] for cell, pile in piles.items()], held, other)


def _with(document: Document, field: list[list[Any]], hand: Sequence[str], other: dict[str, Any]) -> Position:
    seats, last = document["seats"], other.pop("last", None)
    rest = all_cards(document["options"]["layout"], document["options"]["wild"], seats)
    rest -= Counter(CARD_NUMBERS[card] for _, pile in field for card in pile)
    rest -= Counter(CARD_NUMBERS[card] for card in hand)
    left = [CARDS[card] for card in rest.elements()]
    hands = [list(hand)]
    hands += [[left.pop() for _ in hand] for _ in range(1, seats)]
    document |= {
        "field": field,
        "deck": [],
        "hands": [sorted(own, key=CARD_NUMBERS.__getitem__) for own in hands],
        "order": [None] * seats,
        "taken": [left[seat::seats] for seat in range(seats)],
        "dealer": 0,
        "to_move": 0,
        **other,
    }
    return GAME.load(document | {"last": write_value(last)})


def moved(state: Position, move: str) -> Position:
    return state.play(state.parse(move), NO_LUCK)


def block(left: int, right: int, bottom: int, top: int) -> list[str]:
    """The cells of a free field that has grown to a rectangle, ring by ring."""
    cells = list(FREE_START)
    for ring in range(1, 20):
        for y in range(top, bottom - 1, -1):
            row = [f"{x},{y}" for x in range(left, right + 1) if max(abs(x), abs(y)) == ring]
            cells += [cell for cell in row if cell not in cells]
    return cells


def turn(cell: str, **other: Any) -> Last:
    """A last turn that placed a card on a cell."""
    return Last(0, f"7H@{cell}", (), None, 1, (), (), False, 0, ())._replace(**other)


QUEEN = moved(
    position("gogo", "QH . AS . AD ; . QD KS KC . ; 10S JS 2C KS AS ; . JH JS QC . ; 10D . 10S . QH", ["QS"]), "QS@c3"
)


OCTUPLE = moved(
    position(
        "gogo", "10D . 8D . 8S ; . 9C 8S 8C . ; 10H 9H 2C 9H 10H ; . 9D 9S 9S . ; 10S . 10D . 10C", ["8H", "2D"], 5
    ),
    "8H@c3",
)


PEGASUS = moved(
    position("classic", "2C 7S 2D ; 9D KC 4S ; 2H QC 2S", ["JK"] * 4 + ["3H"], wild=True), "JK@a3+JK@c3+JK@a1+JK@c1"
)


ECLIPSE = moved(position("classic", "7S 8S 9S ; 7H . 9H ; 7D 8D 9D", ["8H", "2H"], 2), "8H@b2")


COMBO = moved(position("classic", "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH", ["6S", "2C"], 5), "6S@a3")


SUPERNOVA = moved(position("zodiac", "7H 8S 7S 9S 7C KH 9H 8D 9D 7D 9C 2S 2C", ["8H", "AH"], 3), "8H@z0")


RING = moved(position("zodiac", "2C 5S 9D 3C 6H KH 4H 7S JD 5C 5D 6D 2D", ["7H", "AH"], 2), "7H@z1")


REACHES = moved(position("classic", "7S 9S 9D ; 7C 3H 7H ; 8S 9C 8D", ["8H", "2C"], 2), "8H@b2")


SHISHI_DUE = position(
    "shishi", "5S 9C . 6H ; 2S 3C>9H JD KD ; 9D . 7S>2C 8C ; KS 10C 3H QS", ["AH", "JK"], 4, eclipse=True
)


NINE_BY_SIX = grown("free", block(-4, 4, -2, 3), 5, 1)


HUGE = grown("free", block(-7, 6, -4, 4), 4, 2, last=turn("-7,-4"))


ROW = grown("ultra", [f"{x},0" for x in range(46)], 3, 3, last=turn("45,0"))


COLUMN = grown("free", [*FREE_START, *(f"0,{y}" for y in range(2, 30))], 2, 4, last=turn("0,14"))


SCENES: dict[str, Sight] = {
    "queen": QUEEN.sight(None),
    "octuple": OCTUPLE.sight(None),
    "pegasus": PEGASUS.sight(None),
    "eclipse": ECLIPSE.sight(None),
    "combo": COMBO.sight(None),
    "supernova": SUPERNOVA.sight(None),
    "ring": RING.sight(None),
    "reaches": REACHES.sight(None),
    "shishi-due": SHISHI_DUE.sight(None),
    "nine-by-six": NINE_BY_SIX.sight(None),
    "huge": HUGE.sight(None),
    "row": ROW.sight(None),
    "column": COLUMN.sight(None),
}
"""The worst that happens, as spectators see it."""


START = after(0, 2, 1).sight(None)


def _golden_scenes() -> dict[str, tuple[Sight, Marks]]:
    found: dict[str, tuple[Sight, Marks]] = {}
    for seats, layout in enumerate(LAYOUTS):
        for name, turns in (("early", 2), ("late", 32)):
            state = after(turns, 1 + seats % 5, 7, layout=layout)
            found[f"{layout}-{name}"] = state.sight(None), NO_MARKS
    found |= {name: (sight, NO_MARKS) for name, sight in SCENES.items()}
    choices = tuple(Choice(str(n), cell) for n, cell in enumerate(START.piles, 1))
    return found | {"composer": (START, Marks(choices=choices, chosen=("7H",)))}


GOLDEN_SCENES = _golden_scenes()


FREE_OVER = ended(4, 5, layout="free")
