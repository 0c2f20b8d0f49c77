"""The small drawings of Southern Cross cards: suits, court cards, the joker's constellation, signs, seat emblems.

Each is drawn with the given pen: `centre` is its middle, `reach` half its height.
"""

from collections.abc import Callable
from math import cos, pi, sin

from images.canvas.canvas import Pen, Point, polar, star
from images.canvas.emblems import EMBLEMS, draw_emblem
from images.canvas.palette import Colour, Paint


def _place(points: list[Point], centre: Point, reach: float) -> list[Point]:
    return [(centre[0] + x * reach, centre[1] + y * reach) for x, y in points]


# --- suits ------------------------------------------------------------------------------------------------------------


def _heart_line(turned: bool = False) -> list[Point]:
    """A heart from -1 to 1, or one that stands on its head."""
    points = []
    for step in range(72):
        t = step * 2 * pi / 72
        x = 16 * sin(t) ** 3 / 14.6
        y = -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 14.6
        points.append((x, -y if turned else y))
    return points


def _stem(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    sides = [(0.07, 0.1), (0.12, 0.55), (0.22, 0.82), (0.42, 1.0)]
    pen.polygon(_place(sides + [(-x, y) for x, y in reversed(sides)], centre, reach), fill)


def _spade(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    body = [(x * 0.82, y * 0.82 - 0.18) for x, y in _heart_line(turned=True)]
    pen.polygon(_place(body, centre, reach), fill)
    _stem(pen, centre, reach, fill)


def _heart(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    pen.polygon(_place([(x * 0.94, y * 0.94) for x, y in _heart_line()], centre, reach), fill)


def _diamond(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    points: list[Point] = []
    corners = [(0.0, -1.04), (0.78, 0.0), (0.0, 1.04), (-0.78, 0.0)]
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(9):  # sides that bend inwards a little
            share = step / 9
            pull = 1 - 0.1 * sin(share * pi)
            points.append(((x1 + (x2 - x1) * share) * pull, (y1 + (y2 - y1) * share) * pull))
    pen.polygon(_place(points, centre, reach), fill)


def _club(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    for x, y in ((0.0, -0.52), (-0.5, 0.2), (0.5, 0.2)):
        pen.disc((centre[0] + x * reach, centre[1] + y * reach), reach * 0.45, fill)
    pen.disc(centre, reach * 0.25, fill)
    _stem(pen, centre, reach, fill)


_SUITS: dict[str, Callable[[Pen, Point, float, Paint], None]] = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}


def draw_suit(pen: Pen, suit: str, centre: Point, reach: float, fill: Paint) -> None:
    _SUITS[suit](pen, centre, reach, fill)


# --- the sky's court --------------------------------------------------------------------------------------------------


def sparkle(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    """A star of four thin rays."""
    pen.polygon(star(centre, reach, reach * 0.27, 4), fill)


def draw_king(pen: Pen, centre: Point, reach: float, light: Paint, dark: Paint) -> None:
    """A sun that wears a crown."""
    for turn in range(16):
        angle = turn * pi / 8
        tip = reach if turn % 2 == 0 else reach * 0.8
        wide = 0.13 if turn % 2 == 0 else 0.1
        pen.polygon(
            [
                polar(centre, tip, angle),
                polar(centre, reach * 0.5, angle + wide),
                polar(centre, reach * 0.5, angle - wide),
            ],
            light,
        )
    pen.disc(centre, reach * 0.56, dark)
    pen.disc(centre, reach * 0.52, light)
    crown = [(-0.34, 0.2), (-0.4, -0.2), (-0.18, 0.0), (0.0, -0.32), (0.18, 0.0), (0.4, -0.2), (0.34, 0.2)]
    pen.polygon(_place(crown, centre, reach), dark)
    pen.polygon(_place([(-0.33, 0.25), (0.33, 0.25), (0.33, 0.33), (-0.33, 0.33)], centre, reach), dark)


BITE = 0.42  # how far the middle of a crescent's shadow lies from its own, in shares of its reach


def draw_crescent(pen: Pen, centre: Point, reach: float, fill: Paint) -> None:
    """A waxing moon that opens to the right."""
    outer = [polar(centre, reach, angle * pi / 60) for angle in range(20, 101)]
    inner = [polar((centre[0] + BITE * reach, centre[1]), reach * 0.8, angle * pi / 60) for angle in range(100, 19, -1)]
    pen.polygon(outer + [point for point in inner if point[0] < centre[0] + 0.62 * reach], fill)


def draw_queen(pen: Pen, centre: Point, reach: float, light: Paint, dark: Paint) -> None:
    """A crescent moon that holds a star, under a tiara of three."""
    middle = centre[0] - reach * 0.02, centre[1] + reach * 0.12
    draw_crescent(pen, middle, reach * 0.84, light)
    pen.polygon(star((centre[0] + reach * 0.3, centre[1] + reach * 0.16), reach * 0.38, reach * 0.16, 5), light)
    for x, y, size in ((0.02, -0.84, 0.2), (0.46, -0.66, 0.26), (0.82, -0.32, 0.2)):
        sparkle(pen, (centre[0] + x * reach, centre[1] + y * reach), reach * size * 1.15, light)


def draw_jack(pen: Pen, centre: Point, reach: float, light: Paint, dark: Paint) -> None:
    """A comet on its way."""
    head = centre[0] - reach * 0.36, centre[1] + reach * 0.36
    for side, length, wide in ((-0.36, 1.3, 0.13), (0.0, 1.62, 0.2), (0.36, 1.3, 0.13)):
        tip = polar(head, reach * length, -pi / 4 + side * 0.55)
        root = [polar(head, reach * 0.34, -pi / 4 + side * 1.7 + turn * wide * 2.6) for turn in (-1, 1)]
        pen.polygon([root[0], tip, root[1]], light)
    pen.disc(head, reach * 0.47, dark)
    pen.polygon(star(head, reach * 0.56, reach * 0.24, 5), light)


CROSS = ((0.02, -0.96, 0.3), (0.0, 0.98, 0.36), (-0.7, -0.02, 0.34), (0.66, -0.26, 0.27), (0.34, 0.3, 0.16))
"""The stars of the Southern Cross: x, y and size of each; the first four are joined."""


def draw_cross(pen: Pen, centre: Point, reach: float, light: Paint, line: Paint) -> None:
    """The constellation that gives the game its name."""
    spots = [(centre[0] + x * reach * 0.95, centre[1] + y * reach * 0.85) for x, y, _ in CROSS]
    for one, two in ((0, 1), (2, 3)):
        pen.line([spots[one], spots[two]], line, max(1.0, reach * 0.045))
    for spot, (_, _, size) in zip(spots, CROSS, strict=True):
        sparkle(pen, spot, reach * size, light)
        pen.disc(spot, reach * size * 0.36, light)


def draw_eclipse(pen: Pen, centre: Point, reach: float, light: Colour, dark: Paint) -> None:
    """A dark sun in its corona."""
    for step in range(10):
        pen.disc(centre, reach * (1.0 - step * 0.035), (*light, 18))
    for turn in range(12):
        angle = turn * pi / 6
        pen.polygon(
            [
                polar(centre, reach, angle),
                polar(centre, reach * 0.6, angle + 0.16),
                polar(centre, reach * 0.6, angle - 0.16),
            ],
            (*light, 150),
        )
    pen.disc(centre, reach * 0.66, light)
    pen.disc(centre, reach * 0.58, dark)


# --- the signs of the zodiac ------------------------------------------------------------------------------------------


def _bend(x: float, y: float, radius: float, start: float, stop: float, tall: float | None = None) -> list[Point]:
    """A piece of a circle or an upright ellipse, by angles in degrees clockwise from three o'clock."""
    steps = max(6, round(abs(stop - start) / 8))
    tall = radius if tall is None else tall
    return [
        (
            x + radius * cos((start + (stop - start) * i / steps) * pi / 180),
            y + tall * sin((start + (stop - start) * i / steps) * pi / 180),
        )
        for i in range(steps + 1)
    ]


def _mirror(points: list[Point]) -> list[Point]:
    return [(-x, y) for x, y in points]


def _turn(points: list[Point]) -> list[Point]:
    return [(-x, -y) for x, y in points]


_WAVE: list[Point] = [(-0.95, 0.2), (-0.55, -0.25), (-0.2, 0.2), (0.2, -0.25), (0.55, 0.2), (0.95, -0.25)]
_HORN = [*_bend(-0.42, -0.42, 0.42, -205, 0), (0.0, 0.95)]
_CLAW = [*_bend(0.0, 0.0, 0.9, 200, 320, 0.78)]

SIGNS: tuple[tuple[list[Point], ...], ...] = (
    (_HORN, _mirror(_HORN)),  # Aries
    (_bend(0, 0.35, 0.58, 0, 360), _bend(0, -0.98, 0.82, 0, 180, 0.75)),  # Taurus
    (
        _bend(0, -1.35, 1.0, 145, 35, 0.55),
        _bend(0, 1.35, 1.0, -145, -35, 0.55),
        [(-0.38, -0.84), (-0.38, 0.84)],
        [(0.38, -0.84), (0.38, 0.84)],
    ),  # Gemini
    (_CLAW, _turn(_CLAW), _bend(-0.52, -0.12, 0.27, 0, 360), _bend(0.52, 0.12, 0.27, 0, 360)),  # Cancer
    (
        _bend(-0.5, 0.25, 0.3, 0, 360),
        [*_bend(0.05, -0.42, 0.5, 130, 365), (0.35, 0.45), *_bend(0.6, 0.6, 0.26, 190, 30)],
    ),  # Leo
    (
        [(-0.95, -0.75), (-0.8, -0.6), (-0.8, 0.6)],
        [*_bend(-0.55, -0.45, 0.25, 180, 360), (-0.3, 0.6)],
        [*_bend(-0.05, -0.45, 0.25, 180, 360), (0.2, 0.55), (0.5, 0.95)],
        [*_bend(0.46, -0.1, 0.3, 200, 390), (0.5, 0.35), (0.0, 0.9)],
    ),  # Virgo
    (
        [(-0.95, 0.85), (0.95, 0.85)],
        [(-0.95, 0.4), (-0.32, 0.4), *_bend(0, -0.12, 0.5, 130, 410), (0.32, 0.4), (0.95, 0.4)],
    ),
    (
        [(-0.95, -0.75), (-0.8, -0.6), (-0.8, 0.6)],
        [*_bend(-0.55, -0.45, 0.25, 180, 360), (-0.3, 0.6)],
        [*_bend(-0.05, -0.45, 0.25, 180, 360), (0.2, 0.5), *_bend(0.5, 0.5, 0.3, 170, 40), (0.95, 0.45)],
        [(0.62, 0.42), (0.97, 0.4), (1.0, 0.78)],
    ),  # Scorpio
    ([(-0.8, 0.8), (0.8, -0.8)], [(0.15, -0.82), (0.82, -0.82), (0.82, -0.15)], [(-0.6, 0.0), (0.0, 0.6)]),
    (
        [(-0.95, -0.75), (-0.75, -0.7), (-0.42, 0.55), *_bend(-0.12, -0.35, 0.3, 190, 350), (0.2, 0.35), (0.02, 0.95)],
        _bend(0.52, 0.3, 0.32, 0, 360),
    ),  # Capricorn
    ([(x, y - 0.4) for x, y in _WAVE], [(x, y + 0.45) for x, y in _WAVE]),  # Aquarius
    (_bend(-1.15, 0, 0.8, -62, 62, 1.05), _bend(1.15, 0, 0.8, 118, 242, 1.05), [(-0.75, 0), (0.75, 0)]),  # Pisces
)
"""The strokes of the twelve signs, Aries first, from -1 to 1."""


def draw_sign(pen: Pen, number: int, centre: Point, reach: float, fill: Paint, width: float) -> None:
    """The sign of a cell of the ring, 1 (Aries) to 12 (Pisces)."""
    for stroke in SIGNS[number - 1]:
        points = _place(stroke, centre, reach)
        pen.line(points, fill, width)
        for end in (points[0], points[-1]):
            pen.disc(end, width / 2, fill)


# --- seats ------------------------------------------------------------------------------------------------------------


def draw_seat(pen: Pen, colour: str, centre: Point, reach: float, fill: Paint) -> None:
    """The emblem of a seat: gold is a sun, silver a moon; the others have the family's."""
    if colour in EMBLEMS:
        draw_emblem(pen, colour, centre, reach, fill)
    elif colour == "silver":
        draw_crescent(pen, (centre[0] + reach * 0.12, centre[1]), reach, fill)
    else:
        pen.polygon(star(centre, reach, reach * 0.66, 12), fill)
