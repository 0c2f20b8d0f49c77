"""Tiles: bands on dark stone. A colour's route is told by its hue, by the signs along it and by how light both are.

What is printed in colour is a full band with the colour's emblem in its middle, larger than the band, so that its
outline tells the route where hues don't; a grey piece on a route is paler, with a line of dashes along it that only
that colour has. One that belongs to nobody is an empty bed, darker than any route.
Where two pieces of a straight cross, the coloured one is a bridge over the grey one. Terminals end in a round place
with the colour's emblem, their grey halves at a bar. A billabong is water, with causeways for what it joins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from typing import Literal

from PIL import Image, ImageFilter

from bot.rules.down_under.tiles import COLOURS, GREY, NEUTRAL, SHAPES, STOP, Tile, TilePiece
from images.canvas.canvas import Pen, Point, along, cached_sprite, length
from images.canvas.emblems import draw_emblem
from images.canvas.palette import WHITE, Colour, Theme, colour, mix
from images.down_under.animals import draw_animal
from images.marks.finale import dulled

BASALT = colour("#433026"), colour("#2F211A")
"""A tile in the light and at its edge."""

SLATE = colour("#3A3735"), colour("#2B2928")
"""A neutral tile in the light and at its edge."""

BARK = colour("#33180B")
"""The dark lines around everything on a tile; also animals."""

PAPER = colour("#F7EBD3")
"""What animals of a route are drawn on."""

FREE = colour("#CFC4B3")
"""An animal on a grey piece that belongs to nobody."""

UNCLAIMED = colour("#463E39"), colour("#746B64")
"""An empty bed and its edges: a grey piece that belongs to nobody. A grey print shows every route lighter."""

CLAIMED = colour("#DAD4CC")
"""What a colour is mixed with in the middle of a grey piece that belongs to its route."""

PALE = 0.42  # how much of it

DASHES: dict[str, tuple[float, float]] = {
    "yellow": (2.0, 0.0),
    "blue": (0.2, 0.09),
    "red": (0.05, 0.075),
    "green": (0.105, 0.055),
}
"""The line along such a piece: the lengths of a dash and of a gap, in shares of a cell; yellow's has no gaps."""

FENCE = colour("#B9B2A8"), colour("#55524F")
"""The neutral colour, as edges and marks, and the bed under them: a grey print shows every route lighter."""

WATER = colour("#2FA7B5"), colour("#15707F"), colour("#A9E6E4")
"""Shallow water, deep water, and a ripple."""

BAND = 0.29  # width of a band with its dark edges, in shares of a cell
LINE = 0.028  # width of such an edge
RIM = 0.5  # how much of a theme's line is in that around a tile
THREAD = 0.05  # width of a line of dashes
SIGN = 0.105  # half the height of a sign
MEDAL, INSIDE = 0.2, 0.66  # half the height of the one in a coloured piece's middle, and its share within the outline
LEAST_MEDAL, LEAST_SIGN = 16.0, 7.6  # pixels of both halves at least: small cells have larger ones
_FINE = 4

Look = Literal["", "bright", "dull"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a band looks: `core` in the middle, `side` at both sides, the `sign` along it, in `ink`, and its dashes.

    `edge` is how many pixels wide each side is at least.
    """

    core: Colour
    side: Colour
    sign: str = ""
    ink: Colour = BARK
    dash: tuple[float, float] | None = None
    edge: float = 0.0


def sign_ink(name: str, theme: Theme) -> Colour:
    """What stands out from a colour's band: dark on the light ones, light on the dark ones."""
    return {
        "yellow": mix(BARK, theme.seats["yellow"], 0.12),
        "green": mix(BARK, theme.seats["green"], 0.05),
        "red": colour("#FFE9DC"),
        "blue": colour("#CFE0FF"),
    }[name]


def route_hue(name: str, theme: Theme) -> Colour:
    """A colour as its route has it: green is lighter and red darker, so that all four differ in a grey print."""
    hue = theme.seats[name]
    return {"green": mix(hue, WHITE, 0.2), "red": mix(hue, BARK, 0.08)}.get(name, hue)


def band_paint(owner: int, printed: bool, theme: Theme) -> Paint:
    """The paint of a piece: `owner` is the colour of its path (NEUTRAL, GREY), `printed` if it is a coloured piece."""
    if owner == GREY:
        return Paint(*UNCLAIMED)
    if owner == NEUTRAL:
        return Paint(FENCE[1] if printed else mix(FENCE[1], UNCLAIMED[0], 0.5), FENCE[0], "fence", FENCE[0])
    name = COLOURS[owner]
    hue = route_hue(name, theme)
    if printed and name == "blue":  # as dark as the stone in a grey print, but for its edges
        return Paint(hue, mix(hue, WHITE, 0.45), name, sign_ink(name, theme), edge=3.0)
    if printed:
        return Paint(hue, mix(hue, BARK, 0.22), name, sign_ink(name, theme))
    return Paint(mix(hue, CLAIMED, PALE), hue, name, mix(BARK, hue, 0.15), DASHES[name])


def _dull(paint: Paint, theme: Theme) -> Paint:
    """The paint of a piece whose route has lost."""
    core, side, ink = (dulled(one, theme) for one in (paint.core, paint.side, paint.ink))
    return replace(paint, core=core, side=side, ink=ink)


# --- ways -------------------------------------------------------------------------------------------------------------

_MIDDLES: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
OUTWARDS: tuple[Point, ...] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
BEYOND = 0.08  # how far bands are drawn beyond the tile, so that they meet the neighbour's without a seam


def edge_point(edge: int, inwards: float = 0.0) -> Point:
    """A point of a cell from 0 to 1, as seen (y down): the middle of an edge, or so far inside it."""
    (x, y), (dx, dy) = _MIDDLES[edge], OUTWARDS[edge]
    return x - dx * inwards, y - dy * inwards


def way(one: int, other: int, stop: float = 0.3) -> list[Point]:
    """The middle line of a piece in a cell from 0 to 1; one that ends inside goes `stop` far in."""
    if other == STOP:
        return [edge_point(one, -BEYOND), edge_point(one, stop)]
    if other == one ^ 2:
        return [edge_point(one, -BEYOND), edge_point(other, -BEYOND)]
    (ax, ay), (bx, by) = OUTWARDS[one], OUTWARDS[other]
    corner = 0.5 + (ax + bx) / 2, 0.5 + (ay + by) / 2
    points = []
    for step in range(25):
        turn = step / 24 * pi / 2
        # From the middle of the one edge to that of the other, around the corner between them.
        x, y = corner[0] - (bx * cos(turn) + ax * sin(turn)) / 2, corner[1] - (by * cos(turn) + ay * sin(turn)) / 2
        points.append((x, y))
    return [edge_point(one, -BEYOND), *points, edge_point(other, -BEYOND)]


def _sign_spots(shape: TilePiece) -> list[tuple[Point, float]]:
    """Where signs stand on a piece, and the direction of the band there."""
    one, other = shape.one, shape.other
    if other == STOP:
        return []
    if other == one ^ 2:
        return [(edge_point(edge, 0.17), 0.0 if edge % 2 else pi / 2) for edge in (one, other)]
    (ax, ay), (bx, by) = OUTWARDS[one], OUTWARDS[other]
    corner = 0.5 + (ax + bx) / 2, 0.5 + (ay + by) / 2
    spots = []
    for share in (0.24, 0.76):
        turn = share * pi / 2
        x, y = -(bx * cos(turn) + ax * sin(turn)) / 2, -(by * cos(turn) + ay * sin(turn)) / 2
        spots.append(((corner[0] + x, corner[1] + y), turn))
    return spots


# --- drawing ----------------------------------------------------------------------------------------------------------


def _ribbon(line: Sequence[Point], width: float) -> list[Point]:
    """The outline of a band along a smooth line; one polygon is drawn sooner than a thick line with all its joints."""
    left, right = [], []
    for number, (x, y) in enumerate(line):
        before, behind = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
        dx, dy = behind[0] - before[0], behind[1] - before[1]
        far = width / 2 / hypot(dx, dy)
        left.append((x - dy * far, y + dx * far))
        right.append((x + dy * far, y - dx * far))
    return left + right[::-1]


def _band(pen: Pen, size: int, points: Sequence[Point], paint: Paint, casing: Colour) -> None:
    line = [(x * size, y * size) for x, y in points]
    core = BAND - 2 * LINE - 2 * max(0.025, paint.edge / size)
    for width, hue in ((BAND, casing), (BAND - 2 * LINE, paint.side), (core, paint.core)):
        pen.polygon(_ribbon(line, width * size), hue)
    if paint.dash:
        dash, gap = (share * size for share in paint.dash)
        whole, begin = length(line), 0.0
        while begin < whole:
            part = along(line, begin, max(0.0, whole - begin - dash))
            if len(part) > 1:
                pen.polygon(_ribbon(part, THREAD * size), paint.ink)
            begin += dash + gap


def _medal(pen: Pen, size: int, shape: TilePiece, paint: Paint, casing: Colour) -> None:
    """The emblem in the middle of a coloured piece that crosses its tile."""
    points = way(shape.one, shape.other)
    middle = along([(x * size, y * size) for x, y in points], length(points) * size / 2, 0)[0]
    reach = max(MEDAL * size, LEAST_MEDAL)
    for half, hue in ((reach + LINE * size, casing), (reach, paint.core), (reach * INSIDE, paint.ink)):
        draw_emblem(pen, paint.sign, middle, half, hue)


def _signs(pen: Pen, size: int, shape: TilePiece, paint: Paint, skip: int | None = None) -> None:
    for number, ((x, y), angle) in enumerate(_sign_spots(shape)):
        if number == skip:
            continue
        at = x * size, y * size
        if paint.sign == "fence":
            dx, dy = -sin(angle) * BAND * 0.3 * size, cos(angle) * BAND * 0.3 * size
            pen.line([(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)], paint.ink, 0.035 * size)
        elif paint.sign:
            reach = max(SIGN * size, LEAST_SIGN)
            if paint.dash:  # which the sign interrupts
                pen.disc(at, reach * 1.12, paint.core)
            draw_emblem(pen, paint.sign, at, reach * (0.86 if paint.dash else 1.0), paint.ink)


def _end(pen: Pen, size: int, edge: int, paint: Paint, casing: Colour, printed: bool) -> None:
    """How a piece that stops inside a tile ends: a round place for a colour, a bar for what was grey."""
    if printed:
        x, y = edge_point(edge, 0.215)
        centre = x * size, y * size
        pen.disc(centre, 0.205 * size, casing)
        pen.disc(centre, (0.205 - LINE) * size, paint.core)
        pen.disc(centre, (0.205 - LINE * 1.9) * size, mix(paint.core, casing, 0.9))
        pen.disc(centre, (0.205 - LINE * 2.7) * size, paint.core)
        if paint.sign == "fence":
            pen.ring(centre, 0.07 * size, paint.ink, 0.035 * size)
        else:
            draw_emblem(pen, paint.sign, centre, 0.098 * size, paint.ink)
    else:
        _bar(pen, size, edge, 0.27, paint, casing)


def _bar(pen: Pen, size: int, edge: int, inwards: float, paint: Paint, casing: Colour) -> None:
    """A bar across a band where it stops."""
    x, y = edge_point(edge, inwards)
    dx, dy = (0.185, 0.045) if edge % 2 == 0 else (0.045, 0.185)
    for more, hue in ((LINE, casing), (0.0, paint.side if paint.sign else paint.core)):
        box = ((x - dx - more) * size, (y - dy - more) * size, (x + dx + more) * size, (y + dy + more) * size)
        pen.plate(box, (0.03 + more) * size, hue)


def _pool(pen: Pen, size: int, theme: Theme) -> None:
    """An uneven pool with ripples that leaves a rim of stone."""
    _ground(pen, size, BASALT, theme)
    for reach, hue in ((0.47, mix(BASALT[1], BARK, 0.35)), (0.45, WATER[2]), (0.425, WATER[0]), (0.33, WATER[1])):
        points = []
        for step in range(72):
            turn = step / 72 * 2 * pi
            # A rounded square that wavers a little.
            along = max(abs(cos(turn)), abs(sin(turn)))
            far = reach * min(0.42 / along + 0.58, 1.13) * (0.955 + 0.035 * sin(3 * turn + 1) + 0.025 * cos(5 * turn))
            points.append(((0.5 + far * cos(turn)) * size, (0.5 + far * sin(turn)) * size))
        pen.polygon(points, hue)
    for x, y, wide in ((0.3, 0.32, 0.12), (0.7, 0.3, 0.1), (0.33, 0.7, 0.1), (0.71, 0.68, 0.12), (0.5, 0.52, 0.1)):
        points = [((x + wide * (t / 6 - 0.5)) * size, (y - 0.02 * sin(t * pi / 3)) * size) for t in range(7)]
        pen.polygon(_ribbon(points, max(1.0, 0.022 * size)), WATER[2])


def _ground(pen: Pen, size: int, stone: tuple[Colour, Colour], theme: Theme) -> None:
    """A square of dark stone, lighter at its upper edge, or with a line around it in a theme that has some."""
    light, dark = theme.materials(stone)
    gap, round_ = max(0.7, 0.012 * size), 0.07 * size
    pen.plate((gap, gap, size - gap, size - gap), round_, mix(dark, BARK, 0.42))
    pen.plate((gap, gap, size - gap, size - gap - 0.018 * size), round_, mix(light, (255, 255, 255), 0.28))
    pen.plate((gap, gap + 0.014 * size, size - gap, size - gap - 0.018 * size), round_, light)
    inset = 0.085 * size
    pen.plate((inset, inset, size - inset, size - inset), 0.05 * size, mix(light, dark, 0.4))
    if theme.rim:
        pen.plate((gap, gap, size - gap, size - gap), round_, None, mix(light, theme.rim, RIM), max(1.3, 0.02 * size))


def animal_spot(facing: str) -> tuple[Point, float]:
    """Where an animal stands on a tile with this facing, on its grey piece, and the radius of its place."""
    grey = SHAPES["straight" if facing in ("NS", "EW") else "curve", facing][1]
    if grey.other == grey.one ^ 2:
        edge = max(grey.one, grey.other)  # south or west
        return edge_point(edge, 0.205), 0.2
    (ax, ay), (bx, by) = OUTWARDS[grey.one], OUTWARDS[grey.other]
    return (0.5 + (ax + bx) * 0.215, 0.5 + (ay + by) * 0.215), 0.225


def _animal(pen: Pen, size: int, facing: str, animal: str, paint: Paint, owner: int) -> None:
    """The round place of an animal on the grey piece, its rim in the colour of the route."""
    (x, y), reach = animal_spot(facing)
    centre = x * size, y * size
    pen.disc(centre, reach * size, BARK)
    pen.disc(centre, (reach - LINE) * size, paint.side)
    figure, ground = (BARK, PAPER) if owner != GREY else (FREE, paint.core)
    pen.disc(centre, (reach - LINE * (2.2 if owner != GREY else 1.7)) * size, ground)
    draw_animal(pen, animal, centre, reach * size * (1.5 if animal != "platypus" else 1.62), figure, ground)


def _is_narrow(tile: Tile) -> bool:
    """Whether an animal stands so near the middle that no emblem fits there."""
    return tile.kind == "straight" and bool(tile.animal)


def _draw(pen: Pen, tile: Tile, owners: Sequence[int], looks: Sequence[Look], theme: Theme) -> None:
    shapes, size = SHAPES[tile[:2]], pen.size[0]
    shown = [*looks, *("",) * (len(shapes) - len(looks))]
    casings = [theme.ink if look == "bright" else BARK for look in shown]
    paints = [band_paint(owner, shape.kind == "coloured", theme) for shape, owner in zip(shapes, owners, strict=True)]
    paints = [_dull(paint, theme) if look == "dull" else paint for paint, look in zip(paints, shown, strict=True)]
    if tile.kind == "billabong":
        _pool(pen, size, theme)
        for shape, paint, casing in zip(shapes, paints, casings, strict=True):
            _band(pen, size, way(shape.one, shape.other, 0.15), paint, casing)
            if shape.other == STOP:
                _bar(pen, size, shape.one, 0.17, paint, casing)
            _signs(pen, size, shape, paint)
        return
    _ground(pen, size, SLATE if tile.colour == NEUTRAL else BASALT, theme)
    for number in range(len(shapes) - 1, -1, -1):  # what is coloured lies on top
        shape, paint, casing = shapes[number], paints[number], casings[number]
        if tile.kind == "straight" and number == 0:  # the shadow of the bridge on what runs below it
            ends = edge_point(shape.one, 0.33), edge_point(shape.other, 0.33)
            pen.line([(x * size, y * size) for x, y in ends], (*BARK, 90), (BAND + 0.07) * size)
        _band(pen, size, way(shape.one, shape.other, 0.2), paint, casing)
        if shape.other == STOP:
            _end(pen, size, shape.one, paint, casing, shape.kind == "coloured")
        if shape.kind == "coloured" and shape.other != STOP and paint.sign in COLOURS and not _is_narrow(tile):
            _medal(pen, size, shape, paint, casing)
            continue
        beside = tile.animal and number == 1
        skip = int(shape.one < shape.other) if beside and tile.kind == "straight" else None
        if not (beside and tile.kind == "curve"):
            _signs(pen, size, shape, paint, skip)
    if tile.animal:
        _animal(pen, size, tile.facing, tile.animal, paints[1], owners[1])


@cached_sprite
def tile_sprite(
    tile: Tile, owners: tuple[int, ...], size: int, theme: Theme, looks: tuple[Look, ...] = (), clear: float = 0.0
) -> Image.Image:
    """A tile of `size` by `size` pixels. Cached, so don't draw on it.

    `owners` are the colours of the paths that its pieces are on, in the order of SHAPES; `looks` says which of these
    have bright edges, as endless routes do, or have lost. `clear` is how much shines through from below.
    """
    pen = Pen((size, size), _FINE)
    _draw(pen, tile, owners, looks, theme)
    sprite = pen.reduce()
    if clear:
        sprite.putalpha(sprite.getchannel("A").point(lambda value: round(value * (1 - clear))))
    return sprite


@cached_sprite
def tile_icon(kind: str, size: int, own: int, theme: Theme) -> Image.Image:
    """A tile small enough for a line of text: its coloured piece alone. Cached, so don't draw on it."""
    facing = {"straight": "NS", "curve": "SE", "terminal": "N"}.get(kind, "")
    pen = Pen((size, size), 8)
    if kind == "billabong":
        _pool(pen, size, theme)
    else:
        _ground(pen, size, BASALT, theme)
        shape = SHAPES[kind, facing][0]
        paint = band_paint(own, True, theme)
        line = [(x * size, y * size) for x, y in way(shape.one, shape.other, 0.52)]
        pen.polygon(_ribbon(line, size * 0.4), BARK)
        pen.polygon(_ribbon(line, size * 0.26), paint.core)
        if kind == "terminal":
            pen.disc((size * 0.5, size * 0.56), size * 0.27, BARK)
            pen.disc((size * 0.5, size * 0.56), size * 0.2, paint.core)
    return pen.reduce()


@cached_sprite
def plaque(own: int, size: int, theme: Theme) -> Image.Image:
    """A stone with a colour's emblem instead of paths. Cached, so don't draw on it."""
    pen, paint = Pen((size, size), _FINE), band_paint(own, True, theme)
    _ground(pen, size, BASALT, theme)
    for half, hue in ((0.36 + LINE, BARK), (0.36, paint.core), (0.36 * INSIDE, paint.ink)):
        draw_emblem(pen, paint.sign, (size / 2, size / 2), half * size, hue)
    return pen.reduce()


@cached_sprite
def soft_edge(size: int, hue: Colour, width: float, glow: float) -> Image.Image:
    """A bright edge around a tile with a glow outside. Cached, so don't draw on it."""
    room = round(glow * 2 + width + 2)
    pen = Pen((size + 2 * room, size + 2 * room), 3)
    box = (room - width, room - width, room + size + width, room + size + width)
    if glow:
        pen.plate(box, 0.09 * size + width, None, hue, width + 2)
        soft = pen.mask.filter(ImageFilter.GaussianBlur(glow * 0.8 * pen.scale))
        pen.image.paste((*hue, 0), (0, 0, *pen.image.size))
        pen.image.putalpha(soft.point(lambda value: min(255, value * 5 // 4)))
    pen.plate(box, 0.09 * size + width, None, hue, width)
    return pen.reduce()
