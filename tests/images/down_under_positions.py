"""Positions of Down Under to draw: from matches played at random, and ones made up."""

from functools import cache, partial
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.down_under import Move, Position, game
from bot.rules.down_under.options import checked_options
from bot.rules.down_under.tiles import COLOURS
from images.marks.marks import Choice, Marks, Played

GAME = game
NO_LUCK = Scripted([])

KINDS = {"s": "straight", "c": "curve", "t": "terminal"}
LETTERS = {**{name[0].upper(): number for number, name in enumerate(COLOURS)}, "N": None}


class Luck:
    """Luck for the layouts of lines and frames."""

    def __init__(self, salt: int) -> None:
        self._source = Random(salt)

    def roll(self, sides: int = 6) -> int:
        return self._source.randint(1, sides)

    def shuffle(self, items: Any) -> list[str]:
        return self._source.sample(items, len(items))


def position(seats: int, tiles: str, turn: int | None = 0, ponds: str = "", **other: Any) -> Position:
    """A position from tiles as "Y s 0,0 NS; B c 1,0 NE emu" (N is neutral) and billabongs as "2,3 NE SW; 0,0"."""
    options = {key: other.pop(key) for key in list(other) if key in checked_options({})}
    laid: list[Document] = []
    for told in filter(None, (part.strip() for part in tiles.split(";"))):
        letter, kind, cell, facing, *animal = told.split()
        x, y = map(int, cell.split(","))
        laid.append(
            {"x": x, "y": y, "kind": KINDS[kind], "dir": facing, "colour": LETTERS[letter]}
            | {"animal": animal[0] if animal else None}
        )
    water: list[Document] = []
    for told in filter(None, (part.strip() for part in ponds.split(";"))):
        cell, *joins = told.split()
        x, y = map(int, cell.split(","))
        water.append({"x": x, "y": y, "joins": joins})
    document: Document = {
        "game": "down_under",
        "seats": seats,
        "options": checked_options(options),
        "turn": turn,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": laid,
        "ponds": water,
    }
    return GAME.load(document | other)


def moved(state: Position, *moves: str) -> tuple[Position, Marks]:
    """The position after these moves, and the marks of the last turn."""
    last: list[Played] = []
    for text in moves:
        state, last = _step(state, state.parse(text), last)
    return state, Marks(last=tuple(last))


def _step(state: Position, move: Move, last: list[Played]) -> tuple[Position, list[Played]]:
    one = Played.of(state, move)
    last = [*last, one] if state.used else [one]
    return state.play(move, NO_LUCK), last


def after(moves: int, seats: int, salt: int, **options: object) -> tuple[Position, Marks]:
    """A match some decisions on. Its players look at a few moves and take the one that makes their routes longest."""
    luck = Random(salt)
    state = GAME.start(seats, options, Luck(salt))
    last: list[Played] = []
    for _ in range(moves):
        legal = state.legal()
        if not legal:
            break
        some = luck.sample(legal, min(4, len(legal)))
        best = max(some, key=partial(_worth, state))
        state, last = _step(state, best, last)
    return state, Marks(last=tuple(last))


def _worth(state: Position, move: Move) -> int:
    if state.to_move is None:
        return 0
    then = state.play(move, NO_LUCK)
    own = [then.routes[colour] for colour in state.table.colours_of(state.to_move)]
    return sum(2 * route.length + 5 * len(route.open) for route in own) - sum(then.scores)


def played(seed: int) -> tuple[Position, Marks]:
    """A match of 0 to 70 decisions with luck's own seats, options and moves."""
    luck = Random(seed)
    seats = luck.randint(2, 4)
    options: dict[str, object] = {
        "size": luck.choice(("easy", "recommended", "difficult", "5x11", "10x4", "7x7", "12x6", "20x20")),
        "area": luck.choice(("floating", "floating", "open", "line", "frame")),
        "growth": luck.choice(("both", "one_end")),
        "animals": luck.random() < 0.5,
        "tiles_per_turn": luck.randint(1, 2),
    }
    if seats == 2 and options["area"] in ("floating", "open"):
        options["routes"] = luck.randint(1, 2)
    try:
        possible = GAME.seats(options)
    except ValueError:
        options["area"] = "floating"
        possible = GAME.seats(options)
    seats = seats if seats in possible else possible[0]
    return after(luck.choice((0, 1, 2, 5, 12, 25, 45, 70)), seats, seed, **options)


def composed(state: Position, seed: int) -> Marks:
    """The marks of a composer's preview: cells to choose from, moves to choose from, or a chosen move."""
    legal = state.legal()
    luck = Random(seed)
    if not legal:
        return Marks()
    move = luck.choice(legal)
    if seed % 3 == 0:
        return Marks(chosen=(state.notate(move),))
    if seed % 3 == 1 or move.cell is None:
        cells = dict.fromkeys(state.label(one.cell) for one in legal if one.cell)
        return Marks(choices=tuple(Choice(str(n), at) for n, at in enumerate(list(cells)[:25], 1)))
    there = [one for one in legal if one.cell == move.cell][:25]
    moves = tuple(Choice(str(n), state.notate(one)) for n, one in enumerate(there, 1))
    return Marks(choices=moves, chosen=(state.label(move.cell),))


# ------------------------------------------------------------------------------------------------- made up positions

BORDER = position(
    2,
    "; ".join([f"Y s 0,{y} NS" for y in range(7)] + [f"B s {x},0 EW" for x in range(1, 7)]),
    size="7x9",
)
LONE = position(2, "Y s 0,0 NS; B c 1,1 SE", turn=0)
ENDLESS = position(2, "Y c 0,0 NE; Y c 1,0 NW; Y c 1,1 SW; Y c 0,1 SE; B c 2,1 SW; B s 2,0 NS")
CASE_1 = position(3, "Y s 0,-1 NS; B s 0,1 NS; R s -2,0 EW", turn=2)
CASE_2 = position(
    4, "Y s 1,-2 NS; G s 2,-1 EW; R c 0,-1 SW; R c -1,-1 NE; R c -1,0 SE; B c 0,1 SE; B c 1,1 SW; B c 1,0 NE", turn=0
)
DEADLOCK = position(
    2,
    "Y c 0,1 SE; Y c 1,1 SW; B c 0,-1 NE; B s 1,-1 EW; B c 2,-1 NW; B s 2,0 NS; B s 2,1 NS; B c 2,2 SW; B c 1,2 NE;"
    "B c 1,3 SW; B c 0,3 SE; B c 0,2 NW; B c -1,2 SE; B s -1,1 NS; B c -1,0 NE",
    size="9x9",
)
SQUARE = position(2, "Y t 0,0 N; B t 1,-1 E; R t 1,0 N; G t 0,-1 W", routes=2)
DINGO = position(
    2,
    "Y t -1,0 E; Y s 0,0 EW emu; Y s 2,-1 NS emu; Y t 2,-2 N; B s 1,0 NS rabbit; B c 2,0 NE dingo; B c 1,1 SE emu;"
    "B c 2,1 SW emu; B t 1,-1 N; B t 3,0 W",
    turn=None,
    animals=True,
)


@cache
def scenes() -> dict[str, tuple[Position, Marks]]:
    """The usual and the worst that happens, with marks."""
    found: dict[str, tuple[Position, Marks]] = {
        "start": after(0, 2, 1),
        "first": after(1, 3, 1),
        "early": after(6, 2, 2),
        "middle": after(24, 4, 3),
        "late": after(60, 3, 4),
        "five-by-eleven": after(60, 4, 5, size="difficult"),
        "eleven-by-five": after(60, 4, 16, size="11x5"),
        "ten-by-four": after(50, 3, 7, size="difficult"),
        "twenty": after(66, 4, 8, size="20x20"),
        "open": after(70, 4, 9, area="open", animals=True),
        "open-two": after(50, 2, 10, area="open"),
        "line": after(26, 3, 11, area="line", size="6x8"),
        "frame": after(24, 2, 12, area="frame", size="7x8", animals=True),
        "frame-start": after(0, 2, 13, area="frame", size="6x6"),
        "animals": after(40, 4, 14, animals=True),
        "animals-two": after(24, 2, 15, animals=True),
        "routes": after(44, 2, 16, routes=2),
        "routes-animals": after(40, 2, 17, routes=2, animals=True),
        "one-end": after(30, 4, 18, growth="one_end"),
        "border": moved(BORDER, "curve j17 SE"),
        "endless": (ENDLESS, Marks()),
        "billabong": moved(CASE_1, "straight h9 EW"),
        "four-mouths": moved(CASE_2, "curve k9 SW"),
        "deadlock": moved(DEADLOCK, "curve k10 NW"),
        "dingo": (DINGO, Marks()),
        "square": (SQUARE, Marks()),
    }
    return {name: (state.sight(None), marks) for name, (state, marks) in found.items()}


SEEDS = st.integers(0, 2**20)
SCENES = scenes()
START = SCENES["start"][0]
