"""Contact sheets for the eye: `python -m images.down_under [folder]` writes them to docs/pictures.

Each position at full size and as a phone shows it, 400 pixels wide.
"""

import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document, State
from bot.rules.chance import Scripted, Sealed
from images.down_under import draw, read
from images.down_under.words import position_of
from images.marks import NO_MARKS, Choice, Marks, Played
from images.sheets import Example, write_sheets

GAME = GAMES["down_under"]
NO_LUCK = Scripted([])


def after(decisions: int, seats: int, salt: str, **options: object) -> tuple[State[Any], Marks]:
    """A match some decisions on, always the same one; its players often lengthen their routes."""
    luck = Sealed(bytes(32), salt)
    state: State[Any] = GAME.start(seats, options, luck)
    last: list[Played] = []
    for _ in range(decisions):
        legal = state.legal()
        if not legal:
            break
        some = [legal[luck.roll(len(legal)) - 1] for _ in range(5)]
        state, last = _step(state, max(some, key=partial(_worth, state)), last)
    return state, Marks(last=tuple(last))


def _step(state: State[Any], move: Any, last: list[Played]) -> tuple[State[Any], list[Played]]:
    one = Played(state.notate(move), state.to_move, (), state.view(None))
    following = state.play(move, NO_LUCK)
    return following, [*last, one] if state.dump()["used"] else [one]


def _worth(state: State[Any], move: Any) -> int:
    view: Document = state.play(move, NO_LUCK).view(None)
    seats = view["seats"]
    own = [route for colour, route in enumerate(view["routes"]) if colour % seats == state.to_move]
    worth: int = sum(2 * route["length"] + 12 * len(route["open"]) for route in own) - sum(view["scores"])
    return worth


OPTIONS = "Options: size {}; area {}; growth both; one route each; two tiles a turn; no animals."

ENDLESS = f"""
Down Under for 2 seats.
{OPTIONS.format("recommended", "floating")}
Yellow to move.
Labels: a1 is (-1, -1).
Tiles of yellow: curve b2 NE; curve c2 NW; curve b3 SE; curve c3 SW.
Tiles of blue: straight d2 NS; curve d3 SW.
"""

FOUR_MOUTHS = f"""
Down Under for 4 seats.
{OPTIONS.format("recommended", "floating")}
Yellow to move.
Labels: a1 is (-2, -3).
Tiles of yellow: straight d2 NS.
Tiles of blue: curve d4 NE; curve c5 SE; curve d5 SW.
Tiles of red: curve b3 NE; curve c3 SW; curve b4 SE.
Tiles of green: straight e3 EW.
"""

DEADLOCK = f"""
Down Under for 2 seats.
{OPTIONS.format("9x9", "floating")}
Yellow to move.
Labels: a1 is (-2, -2).
Tiles of yellow: curve c4 SE; curve d4 SW.
Tiles of blue: curve c2 NE; straight d2 EW; curve e2 NW; curve b3 NE; straight e3 NS; straight b4 NS; straight e4 NS;
 curve b5 SE; curve c5 NW; curve d5 NE; curve e5 SW; curve c6 SE; curve d6 SW.
"""


def _row(colour: str, *cells: tuple[str, str]) -> str:
    return f"Tiles of {colour}: {'; '.join(f'straight {cell} {facing}' for cell, facing in cells)}."


SPREAD = "\n".join(
    (
        "Down Under for 4 seats.",
        OPTIONS.format("recommended", "open"),
        "Yellow to move.",
        "Labels: a1 is (-5, -7).",
        _row("yellow", *((f"{column}8", "EW") for column in "fghijk")),
        _row("blue", *((f"i{row}", "NS") for row in range(9, 16))),
        _row("red", *((f"{column}13", "EW") for column in "bcdefgh")),
        _row("green", *((f"v{row}", "NS") for row in range(2, 9))),
    )
)


def told(words: str) -> State[Any]:
    """A position from the lines of its text that say what lies where."""
    return position_of(read(words.replace("\n ", " ")))


def moved(state: State[Any], *moves: str) -> tuple[State[Any], Marks]:
    """The position after these moves, and the marks of the last turn."""
    last: list[Played] = []
    for text in moves:
        state, last = _step(state, state.parse(text), last)
    return state, Marks(last=tuple(last))


def numbered(places: list[str]) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), at) for number, at in enumerate(dict.fromkeys(places), 1))


def examples() -> Iterator[Example]:
    """The positions to look at, each with a name and marks."""
    yield "start", GAME.start(2, {}, NO_LUCK).view(None), NO_MARKS
    for name, decisions, seats, options in (
        ("early", 7, 2, {}),
        ("middle", 26, 4, {}),
        ("late", 60, 3, {}),
        ("difficult-four", 60, 4, {"size": "difficult"}),
        ("difficult-three", 50, 3, {"size": "difficult"}),
        ("animals", 40, 4, {"animals": True}),
        ("line", 22, 3, {"area": "line"}),
        ("frame", 24, 2, {"area": "frame", "size": "6x7", "animals": True}),
        ("two-routes", 32, 2, {"routes": 2}),
        ("one-end", 30, 4, {"growth": "one_end"}),
        ("open", 66, 4, {"area": "open", "animals": True}),
        ("twenty", 70, 4, {"size": "20x20"}),
    ):
        state, marks = after(decisions, seats, name, **options)
        yield name, state.view(None), marks
    state, marks = moved(told(SPREAD), "straight l8 EW")
    yield "spread", state.view(None), marks
    state, marks = moved(told(FOUR_MOUTHS), "curve d3 SW")
    yield "billabong", state.view(None), marks
    state, marks = moved(told(DEADLOCK), "curve d3 NW")
    yield "billabong-offer", state.view(None), marks
    state = told(ENDLESS)
    yield "endless", state.view(None), Marks(choices=numbered([state.notate(move) for move in state.legal()]))
    state, marks = after(18, 3, "composer")
    legal = [state.notate(move) for move in state.legal()]
    cells = [words.split()[-2] for words in legal]
    yield "composer-cell", state.view(None), Marks(marks.last, numbered(cells))
    there = [words for words in legal if words.split()[-2] == cells[0]]
    yield "composer-tile", state.view(None), Marks(marks.last, numbered(there), (cells[0],))
    yield "composer-preview", state.view(None), Marks(marks.last, (), (there[1],))


if __name__ == "__main__":
    write_sheets("down_under", draw, examples(), sys.argv[1:])
