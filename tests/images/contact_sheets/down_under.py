"""The positions of Down Under on its contact sheets."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any

from bot.rules.api import Document
from bot.rules.chance import Scripted, Sealed
from bot.rules.down_under import COLOURS, Move, Position, game
from images.marks.marks import NO_MARKS, Marks
from tests.images.contact_sheets.examples import Example, Reached, numbered, played

NO_LUCK = Scripted([])


def after(decisions: int, seats: int, salt: str, **options: object) -> Reached:
    """Always the same match after some decisions; its players often lengthen their routes."""
    luck = Sealed(bytes(32), salt)

    def choose(state: Any) -> Any:
        legal = state.legal()
        some = [legal[luck.roll(len(legal)) - 1] for _ in range(5)]
        return max(some, key=partial(_worth, state))

    return played(game.start(seats, options, luck), repeat(choose, decisions), NO_LUCK)


def _worth(state: Position, move: Move) -> int:
    then = state.play(move, NO_LUCK)
    own = [route for colour, route in enumerate(then.routes) if colour % then.table.seats == state.to_move]
    return sum(2 * route.length + 12 * len(route.open) for route in own) - sum(then.scores)


def laid(seats: int, tiles: Mapping[str, Sequence[str]], **options: object) -> Position:
    """The first seat's turn, with the tiles of each colour on the table, such as "curve 0 1 NE": x 0 and y 1."""
    document: Document = game.start(seats, options, NO_LUCK).dump()
    for colour, own in tiles.items():
        for kind, x, y, facing in map(str.split, own):
            tile = {"x": int(x), "y": int(y), "kind": kind, "dir": facing, "animal": None}
            document["tiles"].append(tile | {"colour": COLOURS.index(colour)})
    return game.load(document)


ENDLESS = laid(
    2,
    {
        "yellow": ("curve 0 0 NE", "curve 1 0 NW", "curve 0 1 SE", "curve 1 1 SW"),
        "blue": ("straight 2 0 NS", "curve 2 1 SW"),
    },
)

FOUR_MOUTHS = laid(
    4,
    {
        "yellow": ("straight 1 -2 NS",),
        "blue": ("curve 1 0 NE", "curve 0 1 SE", "curve 1 1 SW"),
        "red": ("curve -1 -1 NE", "curve 0 -1 SW", "curve -1 0 SE"),
        "green": ("straight 2 -1 EW",),
    },
)

DEADLOCK = laid(
    2,
    {
        "yellow": ("curve 0 1 SE", "curve 1 1 SW"),
        "blue": (
            *("curve 0 -1 NE", "straight 1 -1 EW", "curve 2 -1 NW", "curve -1 0 NE", "straight 2 0 NS"),
            *("straight -1 1 NS", "straight 2 1 NS", "curve -1 2 SE", "curve 0 2 NW", "curve 1 2 NE"),
            *("curve 2 2 SW", "curve 0 3 SE", "curve 1 3 SW"),
        ),
    },
    size="9x9",
)

SPREAD = laid(
    4,
    {
        "yellow": [f"straight {x} 0 EW" for x in range(6)],
        "blue": [f"straight 3 {y} NS" for y in range(1, 8)],
        "red": [f"straight {x} 5 EW" for x in range(-4, 3)],
        "green": [f"straight 16 {y} NS" for y in range(-6, 1)],
    },
    area="open",
)


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""
    yield "start", game.start(2, {}, NO_LUCK).sight(None), NO_MARKS
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
        yield name, state.sight(None), marks
    state, marks = played(SPREAD, ("straight t14 EW",), NO_LUCK)
    yield "spread", state.sight(None), marks
    state, marks = played(FOUR_MOUTHS, ("curve k9 SW",), NO_LUCK)
    yield "billabong", state.sight(None), marks
    state, marks = played(DEADLOCK, ("curve k10 NW",), NO_LUCK)
    yield "billabong-offer", state.sight(None), marks
    state = ENDLESS
    yield "endless", state.sight(None), Marks(choices=numbered([state.notate(move) for move in state.legal()]))
    state, marks = after(18, 3, "composer")
    legal = [state.notate(move) for move in state.legal()]
    cells = [words.split()[-2] for words in legal]
    yield "composer-cell", state.sight(None), Marks(marks.last, numbered(cells))
    there = [words for words in legal if words.split()[-2] == cells[0]]
    yield "composer-tile", state.sight(None), Marks(marks.last, numbered(there), (cells[0],))
    yield "composer-preview", state.sight(None), Marks(marks.last, (), (there[1],))
