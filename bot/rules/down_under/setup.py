"""Setup of the two variants that begin with neutral tiles: a line across the area, or a frame around it."""

from collections.abc import Iterator
from functools import cache

from bot.rules.api import Chance
from bot.rules.down_under.tiles import ANIMAL_TILES, EDGES, NEUTRAL, PATH_TILES, Cell, Tile, TileKind, beyond, pair_of

Tiles = list[tuple[Cell, TileKind, str]]
"""Neutral tiles in the order they are laid: cell, kind and facing."""

# ------------------------------------------------------------------------------------------------------------- line


@cache
def lines(width: int, height: int) -> tuple[str, ...]:
    """The allowed lines from (0, 0) to (width - 1, height - 1), sorted, as texts of the steps E and N."""
    return tuple(_lines(width, height))


@cache
def has_line(width: int, height: int) -> bool:
    return next(_lines(width, height), None) is not None


def _lines(width: int, height: int) -> Iterator[str]:
    last = width + height - 3  # tiles between the two corners, numbered 1 to last
    if last > PATH_TILES["straight"] + PATH_TILES["curve"]:
        return
    middle = (last + 1) // 2
    straight_ones = (middle - 1, middle, middle + 1)

    def continuations(line: str, east: int, north: int, straights: int, curves: int) -> Iterator[str]:
        """All ways to continue a line, given the steps left and the tiles laid."""
        if not east and not north:
            yield line
            return
        for step, left in (("E", east), ("N", north)):
            if not left:
                continue
            straight = line[-1:] == step
            if line:
                if not straight and len(line) in straight_ones:
                    continue
                if (straights if straight else curves) == PATH_TILES["straight" if straight else "curve"]:
                    continue
            yield from continuations(
                line + step,
                east - (step == "E"),
                north - (step == "N"),
                straights + (bool(line) and straight),
                curves + (bool(line) and not straight),
            )

    yield from continuations("", width - 1, height - 1, 0, 0)


def _tiles_of_line(line: str) -> Tiles:
    """The tiles of a line, from (0, 0) on."""
    cell: Cell = (0, 0)
    tiles: Tiles = [(cell, "terminal", line[0])]
    for step, following in zip(line, f"{line[1:]} ", strict=True):
        cell = beyond(cell, EDGES.index(step))
        back = EDGES.index(step) ^ 2
        if following == " ":
            tiles.append((cell, "terminal", EDGES[back]))
        else:
            facing = pair_of(back, EDGES.index(following))
            tiles.append((cell, "straight" if step == following else "curve", facing))
    return tiles


# ------------------------------------------------------------------------------------------------------------ frame

SIDES = ("top", "right", "bottom", "left")
PAIR_OF_CURVES = {"top": ("NW", "NE"), "bottom": ("SW", "SE"), "left": ("SW", "NW"), "right": ("SE", "NE")}
ALONG_SIDE = {"top": "EW", "right": "NS", "bottom": "EW", "left": "NS"}


def _side_cells(side: str, width: int, height: int) -> list[Cell]:
    """The cells of a side, from left to right or from bottom to top."""
    if side in ("top", "bottom"):
        return [(x, height if side == "top" else -1) for x in range(width)]
    return [(-1 if side == "left" else width, y) for y in range(height)]


def frame_cells(width: int, height: int) -> frozenset[Cell]:
    """The cells of a frame's tiles; its four corners stay empty."""
    return frozenset(cell for side in SIDES for cell in _side_cells(side, width, height))


def _tiles_of_frame(width: int, height: int, chance: Chance) -> Tiles:
    tiles: Tiles = []
    for side in SIDES:
        cells = iter(_side_cells(side, width, height))
        length = width if side in ("top", "bottom") else height
        for block in chance.shuffle(["pair", "pair", *["straight"] * (length - 4)]):
            if block == "straight":
                tiles.append((next(cells), "straight", ALONG_SIDE[side]))
            else:
                tiles.extend((next(cells), "curve", facing) for facing in PAIR_OF_CURVES[side])
    return tiles


# ----------------------------------------------------------------------------------------------------- neutral tiles


def neutral_tiles(area: str, width: int, height: int, animals: bool, chance: Chance) -> dict[Cell, Tile]:
    """The tiles on the table before the match; luck draws the line or the four sides, then the animals."""
    if area == "line":
        admissible = lines(width, height)
        tiles = _tiles_of_line(admissible[chance.roll(len(admissible)) - 1])
    elif area == "frame":
        tiles = _tiles_of_frame(width, height, chance)
    else:
        return {}
    decks: dict[str, Iterator[str]] = {}
    if animals:
        for shape in ("curve", "straight"):
            one_set = [animal for animal, number in ANIMAL_TILES[shape].items() for _ in range(number)]
            decks[shape] = iter(chance.shuffle(one_set * (2 if area == "frame" else 1)))
    return {
        cell: Tile(kind, facing, NEUTRAL, next(decks[kind]) if kind in decks else None) for cell, kind, facing in tiles
    }
