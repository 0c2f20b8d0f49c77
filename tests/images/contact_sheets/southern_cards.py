"""The positions of Southern Cross cards on its contact sheets."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.rules.chance import Scripted, Sealed
from bot.rules.southern_cards import Last, Position, Role, Sight, game
from images.marks.marks import NO_MARKS, Marks
from tests.images.contact_sheets.examples import Example, numbered

NO_LUCK = Scripted([])


def after(turns: int, seats: int, salt: str, **options: object) -> Position:
    """Always the same match after some turns; its players often take the best of some moves."""
    state: Position = game.start(seats, options, Sealed(bytes(32), salt))
    for number in range(turns):
        legal = state.legal()
        if not legal:
            break
        some = legal[number % 3 :: 3] or legal
        move = max(some, key=lambda one: state.outcome(one).points)
        if options.get("layout") in ("free", "ultra") and number % 3 == 0:  # wander, so that the field grows
            move = legal[-1 - number * 7 % max(1, len(legal) // 5)]
        state = state.play(move, NO_LUCK)
    return state


def _role(text: str) -> Role:
    """A role from its text: "set 30: b3 b2 b1: 8S 8H 8D"."""
    what, cells, cards = text.split(": ")
    kind, _, points = what.rpartition(" ")
    return Role(kind, tuple(cells.split()), tuple(cards.split()), int(points))


def _after_turn(last: Mapping[str, Any], roles: str, tops: str = "", *, layout: str, **other: Any) -> Sight:
    """What is seen right after a turn that took these roles, with the cards on each cell in order, none by default."""
    seats = len(other["held"])
    start = after(0, seats, "made", layout=layout).sight(None)
    piles = [() if pile == "-" else tuple(pile.split(",")) for pile in tops.split()] or [()] * len(start.field)
    told = tuple(map(_role, roles.strip().splitlines()))
    base: dict[str, Any] = {"combo": (), "reach": (), "eclipse": False, "refilled": (), "roles": told}
    shown = replace(
        start,
        field=tuple((cell, cards) for (cell, _), cards in zip(start.field, piles, strict=True)),
        dealer=0,
        order=(None,) * seats,
        taken=((),) * seats,
        last=Last(**base | dict(last)),
    )
    return replace(shown, **other)


ECLIPSE = _after_turn(
    {"seat": 0, "move": "8H@b2", "points": 1040, "trick": "ultimate_grand_cross", "multiplier": 9, "eclipse": True},
    """
sequence 20: a3 b2 c1: 7S 8H 9D
set 30: b3 b2 b1: 8S 8H 8D
sequence 20: c3 b2 a1: 9S 8H 7D
royal_sequence 40: a2 b2 c2: 7H 8H 9H
""",
    layout="classic",
    to_move=1,
    deck=0,
    held=(1, 2),
    scores=(1040, 95),
    eclipse=True,
)

EMPIRE = _after_turn(
    {"seat": 2, "move": "QS@c3", "points": 15000, "trick": "queen_of_empire", "multiplier": 25},
    """
five_cards 120: a5 b4 c3 d2 e1: QH QD QS QC QH
royal_straight_flush 200: c5 c4 c3 c2 c1: AS KS QS JS 10S
straight 80: e5 d4 c3 b2 a1: AD KC QS JH 10D
royal_straight_flush 200: a3 b3 c3 d3 e3: 10S JS QS KS AS
""",
    "4C 9D 2H JK 5C 8C 3S 7D KH 6S AD 10C 5D,2C QD 9S JC 4H 8H 3D,3C 2S 6H QC 7S 5S KD",
    layout="gogo",
    to_move=0,
    deck=31,
    held=(3, 3, 3),
    taken=(("AS", "AH", "KC"), ("2D", "3H", "4S"), ("QH", "QD", "QS", "QC", "QH", "AS", "KS", "JS", "10S")),
    scores=(320, 415, 15240),
)


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""
    yield "start", after(0, 2, "classic").sight(None), NO_MARKS
    for layout, seats, name, turns in (
        *(("classic", 1, "solo", 14), ("shishi", 3, "middle", 14), ("gogo", 5, "early", 1), ("gogo", 5, "late", 34)),
        *(("free", 4, "early", 3), ("free", 4, "late", 34), ("ultra", 2, "middle", 14), ("zodiac", 5, "middle", 14)),
    ):
        yield f"{layout}-{name}", after(turns, seats, layout, layout=layout).sight(None), NO_MARKS
    yield "eclipse", ECLIPSE, NO_MARKS
    yield "queen-of-empire", EMPIRE, NO_MARKS
    state = after(6, 4, "composer", hand=5, wild=True)
    cells = list(state.sight(None).piles)
    yield "composer", state.sight(None), Marks((), numbered(cells), ("JK",))


def hands() -> Iterator[Example]:
    """Hands to look at."""
    for name, turns, size, wild in (("hand", 2, 3, False), ("hand-of-seven", 9, 5, True)):
        state = after(turns, 4, "hand", hand=size, wild=wild)
        sight = state.sight(state.to_move)
        yield name, sight, Marks((), numbered(sight.hand))
