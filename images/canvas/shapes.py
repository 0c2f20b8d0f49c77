"""Shapes of places on a picture, in its own pixels, so that a page can lay something over them that people touch."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import TypeAlias

from images.canvas.canvas import Point, polar

STEPS = 16  # corners of a circle's outline


@dataclass(frozen=True, slots=True)
class Circle:
    middle: Point
    radius: float

    @property
    def outline(self) -> tuple[Point, ...]:
        return tuple(polar(self.middle, self.radius, 2 * pi * step / STEPS) for step in range(STEPS))


@dataclass(frozen=True, slots=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def outline(self) -> tuple[Point, ...]:
        return ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))


@dataclass(frozen=True, slots=True)
class Polygon:
    outline: tuple[Point, ...]


Shape: TypeAlias = Circle | Rectangle | Polygon
"""Where a place is. Its `outline` are the corners, in order; those of a circle lie on it."""


def around(middle: Point, wide: float, tall: float) -> Rectangle:
    """A rectangle with this middle."""
    x, y = middle
    return Rectangle(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)


def polygon(points: Sequence[Point]) -> Polygon:
    return Polygon(tuple(points))
