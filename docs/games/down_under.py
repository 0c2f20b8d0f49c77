"""The pictures of Down Under's rules page."""

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from bot.rules.api import Document
from bot.rules.chance import Scripted, Sealed
from bot.rules.down_under import Move, Position, game
from bot.rules.down_under.tiles import GREY, SHAPES, Tile
from docs.games.sketches import TALL, WHOLE, Draw, Sketch
from images.canvas.palette import NIGHT
from images.down_under.ground import EARTH
from images.down_under.tiles import tile_sprite


def ends(position: Position, move: Move) -> tuple[str, str]:
    """The cell, and the whole move."""
    return position.label(move.cell) if move.cell else "", position.notate(move)


def _row(tiles: Sequence[tuple[int, str, str, str | None]], side: int = 192) -> Image.Image:
    """Tiles side by side, as a player holds them: colour, kind, direction and animal of each."""
    gap = side // 8
    picture = Image.new("RGB", (len(tiles) * (side + gap) + gap, side + 2 * gap), EARTH[0])
    for number, (colour, kind, facing, animal) in enumerate(tiles):
        owners = tuple(colour if shape.kind == "coloured" else GREY for shape in SHAPES[kind, facing])
        tile = tile_sprite(Tile(kind, facing, colour, animal), owners, side, NIGHT)
        picture.paste(tile, (gap + number * (side + gap), gap), tile)
    return picture


YELLOW, BLUE, RED, GREEN = range(4)
LETTERS = {"Y": YELLOW, "B": BLUE, "R": RED, "G": GREEN}
KINDS = {"s": "straight", "c": "curve", "t": "terminal"}


def _paths(laid: str, turn: int | None = 0, seats: int = 2, **options: object) -> Document:
    """A position with these tiles, such as "Y s 0,0 NS, B c:emu 1,0 NE"."""
    tiles = []
    for told in laid.split(", "):
        letter, kind, cell, facing = told.split()
        x, y = cell.split(",")
        kind, _, animal = kind.partition(":")
        tile = {"kind": KINDS[kind], "dir": facing, "colour": LETTERS[letter], "animal": animal or None}
        tiles.append({"x": int(x), "y": int(y), **tile})
    return {
        "game": "down_under",
        "seats": seats,
        "options": {option.name: option.default for option in game.options} | options,
        "turn": turn,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": tiles,
        "ponds": [],
    }


def _laid_out(seats: int, moves: int, salt: int, width: int, **options: object) -> Sketch:
    """A match some moves in, where everyone plays the longest of six random tiles that leave an end open."""
    luck = Sealed(salt.to_bytes(32, "big"), "pictures")
    state = game.start(seats, options, luck)
    before, text = state, ""
    for _ in range(moves):
        seat = state.to_move or 0
        thought_of = [state.parse(told) for told in luck.shuffle([state.notate(move) for move in state.legal()])[:6]]
        after = [(move, state.play(move, luck)) for move in thought_of]
        before, (move, state) = (
            state,
            max(
                after,
                key=lambda one: (
                    min(len(one[1].routes[colour].open) for colour in state.table.colours_of(seat)),
                    2 * one[1].scores[seat] - sum(one[1].scores),
                ),
            ),
        )
        text = before.notate(move)
    return Sketch(before.dump(), (text,) if text else (), width=width)


FENCED = ", ".join([f"Y s 0,{y} NS" for y in range(7)] + [f"B s {x},0 EW" for x in range(1, 7)])
NO_CURVES = (
    "Y c 0,0 NW, Y c 0,1 SE, Y c 1,1 NW, Y c 1,2 SE, Y c 2,2 NW, Y c 2,3 SE, Y c 3,3 NW, Y c 3,4 SE, Y c 4,4 NW, "
    "B s 4,6 NS"
)
RING = "Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, Y c 0,1 SE, B c 2,1 SW, B s 2,0 NS"
MEETING = _paths("Y s 0,-1 NS, B s 0,1 NS, R s -2,0 EW", turn=RED, seats=3)
ALL_FOUR = _paths(
    "Y s 1,-2 NS, G s 2,-1 EW, R c 0,-1 SW, R c -1,-1 NE, R c -1,0 SE, B c 0,1 SE, B c 1,1 SW, B c 1,0 NE", seats=4
)
LOCKED = _paths(
    "Y c 0,1 SE, Y c 1,1 SW, B c 0,-1 NE, B s 1,-1 EW, B c 2,-1 NW, B s 2,0 NS, B s 2,1 NS, B c 2,2 SW, B c 1,2 NE, "
    "B c 1,3 SW, B c 0,3 SE, B c 0,2 NW, B c -1,2 SE, B s -1,1 NS, B c -1,0 NE",
    size="9x9",
)
SQUARE = _paths("Y t 0,0 N, B t 1,-1 E, R t 1,0 N, G t 0,-1 W", routes=2)
BESTIARY = ("kangaroo", "emu", "platypus", "rabbit", "dingo")

PICTURES: Mapping[str, Sketch | Draw] = {
    "board": _laid_out(4, 44, 3, WHOLE),
    "straight": partial(_row, [(YELLOW, "straight", "NS", None)]),
    "curve": partial(_row, [(BLUE, "curve", "SE", None)]),
    "terminal": partial(_row, [(RED, "terminal", "N", None)]),
    "billabong": partial(_row, [(GREY, "billabong", "", None)]),
    "animals": partial(_row, [(GREEN, "curve", "SW", animal) for animal in BESTIARY], side=144),
    "first": Sketch(_paths("Y s 0,0 NS", turn=BLUE), picked="", width=TALL),
    "fitting": Sketch(_paths("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW"), picked="h7", width=TALL),
    "grey": Sketch(_paths("Y s 0,0 EW, Y s 1,0 EW, B s 2,-1 NS"), ("curve j8 NW",), width=TALL),
    "twice": Sketch(_paths("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS"), ("curve i8 NW",), width=TALL),
    "dashes": Sketch(_paths(FENCED, size="7x9"), width=TALL),
    "border": Sketch(_paths(FENCED, size="7x9"), ("curve j17 SE",), width=TALL),
    "outside": Sketch(_paths(FENCED, size="7x9"), ("curve j17 SE", "terminal q10 W"), width=TALL),
    "blocked": Sketch(_paths(NO_CURVES, area="open"), picked="r19", width=TALL),
    "facing": Sketch(_paths("Y s 0,0 NS, B s 0,3 NS"), ("terminal h9 S", "terminal h10 N"), width=TALL),
    "half-grey": Sketch(_paths("Y s 0,0 EW, Y t 1,0 W, B s 3,0 EW", turn=BLUE), ("straight j8 EW",), width=TALL),
    "endless": Sketch(_paths(RING), picked="", width=TALL),
    "turned": Sketch(_paths(RING), ("rotate h8 SE",), width=TALL),
    "meeting": Sketch(MEETING, width=TALL),
    "three-routes": Sketch(MEETING, ("straight h9 EW",), width=TALL),
    "four-routes": Sketch(ALL_FOUR, ("curve k9 SW",), width=TALL),
    "offered": Sketch(LOCKED, ("curve k10 NW",), width=TALL),
    "through": Sketch(LOCKED, ("curve k10 NW", "billabong j10"), width=TALL),
    "line": Sketch(game.start(2, {"area": "line"}, Scripted([8])).dump(), width=TALL),
    "frame": Sketch(
        game.start(
            2,
            {"area": "frame", "size": "6x6"},
            Scripted(
                [
                    ["pair", "straight", "straight", "pair"],
                    ["straight", "pair", "pair", "straight"],
                    ["pair", "pair", "straight", "straight"],
                    ["straight", "pair", "straight", "pair"],
                ]
            ),
        ).dump(),
        width=TALL,
    ),
    "one-end": Sketch(
        game.start(4, {"growth": "one_end"}, Scripted([])).dump(),
        ("terminal n14 N", "terminal n13 S", "terminal o14 W", "terminal p14 E"),
        width=TALL,
    ),
    "square": Sketch(SQUARE, picked="", width=TALL),
    "dingo": Sketch(
        _paths(
            "Y t -1,0 E, Y s:emu 0,0 EW, Y s:emu 2,-1 NS, Y t 2,-2 N, B s:rabbit 1,0 NS, B c:dingo 2,0 NE, "
            "B c:emu 1,1 SE, B c:emu 2,1 SW, B t 1,-1 N, B t 3,0 W",
            turn=None,
            animals=True,
        ),
        width=TALL,
    ),
}
