"""Contact sheets for the eye: `python -m images.southern_cards [folder]` writes them to docs/pictures.

Each position at full size and as a phone shows it, 400 pixels wide.
"""

import sys
from collections.abc import Iterator
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document, State
from bot.rules.chance import Recorded, Scripted, Sealed
from images.marks import NO_MARKS, Choice, Marks
from images.sheets import Example, write_sheets
from images.southern_cards import draw, draw_hand, read

GAME = GAMES["southern_cards"]
NO_LUCK = Scripted([])


def after(turns: int, seats: int, salt: str, **options: object) -> State[Any]:
    """A match some turns on, always the same one; its players often take the best of some moves."""
    state: State[Any] = GAME.start(seats, options, Recorded(Sealed(bytes(32), salt)))
    for number in range(turns):
        legal = state.legal()
        if not legal:
            break
        some = legal[number % 3 :: 3] or legal
        move = max(some, key=lambda one: state.outcome(one).points)  # type: ignore[attr-defined]  # this game's own
        if options.get("layout") in ("free", "ultra") and number % 3 == 0:  # wander, so that the field grows
            move = legal[-1 - number * 7 % max(1, len(legal) // 5)]
        state = state.play(move, NO_LUCK)
    return state


ECLIPSE = """
Southern Cross cards for 2 seats.
Options: classic field; 3 cards to a hand; no wild jokers.
Dealer: Gold.
Blue to move.
Field, bottom to top: a3 empty; b3 empty; c3 empty; a2 empty; b2 empty; c2 empty; a1 empty; b1 empty; c1 empty.
Deck: 0.
Gold: 1040 points; 1 card in hand; nothing taken.
Blue: 95 points; 2 cards in hand; nothing taken.
The centre is due.
Last turn: Gold 8H@b2 for 1040 points, ultimate grand cross times 9.
Role: sequence 20 on a3 b2 c1 with 7S 8H 9D.
Role: set 30 on b3 b2 b1 with 8S 8H 8D.
Role: sequence 20 on c3 b2 a1 with 9S 8H 7D.
Role: royal sequence 40 on a2 b2 c2 with 7H 8H 9H.
Total eclipse.
"""

EMPIRE = """
Southern Cross cards for 3 seats.
Options: gogo field; 3 cards to a hand; no wild jokers.
Dealer: Gold.
Gold to move.
Field, bottom to top: a5 4C; b5 9D; c5 2H; d5 JK; e5 5C; a4 8C; b4 3S; c4 7D; d4 KH; e4 6S; a3 AD; b3 10C; c3 5D 2C; \
d3 QD; e3 9S; a2 JC; b2 4H; c2 8H; d2 3D 3C; e2 2S; a1 6H; b1 QC; c1 7S; d1 5S; e1 KD.
Deck: 31.
Gold: 320 points; 3 cards in hand; taken AS AH KC.
Blue: 415 points; 3 cards in hand; taken 2D 3H 4S.
Silver: 15240 points; 3 cards in hand; taken QH QD QS QC QH AS KS JS 10S.
Last turn: Silver QS@c3 for 15000 points, queen of empire times 25.
Role: five cards 120 on a5 b4 c3 d2 e1 with QH QD QS QC QH.
Role: royal straight flush 200 on c5 c4 c3 c2 c1 with AS KS QS JS 10S.
Role: straight 80 on e5 d4 c3 b2 a1 with AD KC QS JH 10D.
Role: royal straight flush 200 on a3 b3 c3 d3 e3 with 10S JS QS KS AS.
"""


def told(words: str) -> Document:
    """A view from its text."""
    return read(words.replace("\\\n", "").strip())


def examples() -> Iterator[Example]:
    """The positions to look at, each with a name and marks."""
    yield "start", after(0, 2, "classic").view(None), NO_MARKS
    for layout, seats, name, turns in (
        *(("classic", 1, "solo", 14), ("shishi", 3, "middle", 14), ("gogo", 5, "early", 1), ("gogo", 5, "late", 34)),
        *(("free", 4, "early", 3), ("free", 4, "late", 34), ("ultra", 2, "middle", 14), ("zodiac", 5, "middle", 14)),
    ):
        yield f"{layout}-{name}", after(turns, seats, layout, layout=layout).view(None), NO_MARKS
    yield "eclipse", told(ECLIPSE), NO_MARKS
    yield "queen-of-empire", told(EMPIRE), NO_MARKS
    state = after(6, 4, "composer", hand=5, wild=True)
    cells = [cell for cell, _ in state.view(None)["field"]]
    choices = tuple(Choice(str(number), cell) for number, cell in enumerate(cells, 1))
    yield "composer", state.view(None), Marks((), choices, ("JK",))


def hands() -> Iterator[Example]:
    """Hands to look at."""
    for name, turns, size, wild in (("hand", 2, 3, False), ("hand-of-seven", 9, 5, True)):
        state = after(turns, 4, "hand", hand=size, wild=wild)
        view = state.view(state.to_move)
        cards = dict.fromkeys(view["hands"][state.to_move])
        yield name, view, Marks((), tuple(Choice(str(number), card) for number, card in enumerate(cards, 1)))


if __name__ == "__main__":
    write_sheets("southern_cards", draw, examples(), sys.argv[1:])
    write_sheets("southern_cards", draw_hand, hands(), sys.argv[1:])
