"""Where things are on a picture of the Southern Cross board, at any size.

Squares stand closer together within their tile than across its border, so that the four counters of a dial lie on one
round disc. A rim with the coordinates runs around the grid, and outside the rim the four bases are half-circles.
"""

from dataclasses import dataclass
from functools import cache
from math import pi
from typing import TypeAlias

from bot.rules.southern_cross import Jump, Spin, Step
from bot.rules.southern_cross.actions import AMOUNTS, BASE
from bot.rules.southern_cross.board import ADJACENT, COLOURS, DIALS, SQUARE_NUMBERS, SQUARES, TILE_AT, TILES
from images.canvas.canvas import Point

ROWS = "123456"
HOMES = {colour.name: colour.home for colour in COLOURS.values()}
"""The home tile of each colour; its base lies behind it."""

OUTWARD = {"blue": -pi / 2, "red": 0.0, "yellow": pi / 2, "green": pi}
"""The direction from the board's middle to a colour's base, in radians clockwise from three o'clock."""

_OUTWARD_STEP = {"blue": (0, -1), "red": (1, 0), "yellow": (0, 1), "green": (-1, 0)}
_ORDER = tuple(TILES)


def tile_of(square: str) -> str:
    """The name of the tile that a square belongs to."""
    return TILE_AT[SQUARE_NUMBERS[square]]


def neighbours(square: str) -> list[str]:
    """The squares that share a side with this one."""
    return [SQUARES[other] for other in ADJACENT[SQUARE_NUMBERS[square]]]


# --- places on the picture --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """A board on a picture: the grid's upper left corner, the side of a tile, the rim's width, all in pixels."""

    left: float
    top: float
    tile: float
    rim: float

    @property
    def grid(self) -> float:
        """The side of the whole grid."""
        return 3 * self.tile

    @property
    def spread(self) -> float:
        """How far a square's middle lies from the middle lines of its tile."""
        return self.tile * 0.214

    @property
    def counter(self) -> float:
        """The side of a counter's square."""
        return self.tile * 0.322

    @property
    def dial(self) -> float:
        """The radius of a dial."""
        return self.tile * 0.488

    @property
    def base(self) -> float:
        """The radius of a base."""
        return self.tile * 0.452

    @property
    def resting(self) -> float:
        """The side of a counter's square in a base."""
        return self.tile * 0.19

    @property
    def centre(self) -> Point:
        return self.left + self.grid / 2, self.top + self.grid / 2

    def tile_middle(self, tile: str) -> Point:
        number = _ORDER.index(tile)
        return self.left + (number % 3 + 0.5) * self.tile, self.top + (number // 3 + 0.5) * self.tile

    def middle(self, square: str) -> Point:
        """The middle of a square."""
        x, y = self.tile_middle(tile_of(square))
        corner = TILES[tile_of(square)].index(square)
        return (
            x + (self.spread if corner in (1, 2) else -self.spread),
            y + (self.spread if corner in (2, 3) else -self.spread),
        )

    def base_middle(self, colour: str) -> Point:
        """The middle of a base's straight side."""
        (x, y), (dx, dy) = self.centre, _OUTWARD_STEP[colour]
        return x + dx * (self.grid / 2 + self.rim), y + dy * (self.grid / 2 + self.rim)

    def point_in_base(self, colour: str, across: float, out: float) -> Point:
        """A point in a base: `out` pixels outward of its straight side, `across` clockwise around the board from its
        middle.
        """
        (x, y), (dx, dy) = self.base_middle(colour), _OUTWARD_STEP[colour]
        return x + dx * out - dy * across, y + dy * out + dx * across

    def rests(self, colour: str) -> list[Point]:
        """Where the counters of a base lie, in the order in which they leave it: the outermost last."""
        size = self.resting * 1.07
        near = [self.point_in_base(colour, (number - 1.5) * size, size * 0.56) for number in (1, 2, 0, 3)]
        return near + [self.point_in_base(colour, (number - 0.5) * size, size * 1.5) for number in range(2)]


@cache
def gate(colour: str) -> tuple[str, str]:
    """The two outer squares of a colour's home tile, which its base touches, clockwise around the board."""
    entrances = next(one.entrances for one in COLOURS.values() if one.name == colour)
    outer = {SQUARES[entrance] for entrance, _ in entrances}
    first, second = (square for square in TILES[HOMES[colour]] if square in outer)
    return (second, first) if colour == "green" else (first, second)


# --- what can be marked -----------------------------------------------------------------------------------------------


Walk: TypeAlias = Step | Jump
"""An action of a counter."""

Marked: TypeAlias = str | Spin
"""A square, "base", or a dial that is turned, by 0 for the dial itself."""

_AMOUNTS = {"": 0} | {str(amount): amount for amount in AMOUNTS}


def place(at: str) -> Marked:
    """`place("c3")` is "c3", `place("N")` and `place("N 90")` are Spins. ValueError if the text is no place."""
    if at in SQUARE_NUMBERS or at == BASE:
        return at
    dial, _, amount = at.partition(" ")
    if dial not in DIALS or amount not in _AMOUNTS:
        raise ValueError(f"{at!r} is not a place (a1 to f6, base, N E S W C, or one of these with 90 180 270)")
    return Spin(dial, _AMOUNTS[amount])
