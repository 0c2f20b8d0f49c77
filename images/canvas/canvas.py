"""The shared drawing board: cached static layers, cached sprites, text with recorded boxes, and the encoder.

Drawing is cheap because little is drawn twice. A board's surface, which never changes, is drawn once at several times
its size, reduced and cached; so is every piece. A picture is then a copy of the surface with sprites pasted onto it.
Everything here may be called from several threads: cached pictures are only read.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from io import BytesIO
from itertools import pairwise, starmap
from math import ceil, cos, dist, floor, pi, sin
from threading import Condition
from typing import Literal, ParamSpec

from cachetools import Cache, LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image, ImageDraw

from images.canvas.fonts import IDEOGRAPHS, Weight, font
from images.canvas.palette import Colour, Paint, Theme, mix

WIDTH = 1024
"""Width of every picture in pixels."""

SMALLEST_TEXT = 28
"""The line height in pixels of the smallest text that is readable in a picture shown 400 pixels wide: 11 there."""

NARROWEST = 0.78
"""How narrow letters may be drawn where a text needs room, as a share of their usual width."""

LINE = 32
"""Pixels from one line of a caption to the next."""

LIMIT = 120_000
"""The maximum size of an encoded picture in bytes."""

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Anchor = Literal["lm", "mm", "rm"]


# --- caches -----------------------------------------------------------------------------------------------------------


def bytes_of(image: Image.Image) -> int:
    """The bytes that a picture takes: Pillow keeps four for each pixel that has a colour."""
    return image.width * image.height * (1 if image.mode == "L" else 4)


# Their sizes are bytes.
LAYERS: "Cache[Hashable, Canvas]" = LRUCache(80_000_000, lambda canvas: bytes_of(canvas.image))  # 16, about 5 MB each
SPRITES: Cache[Hashable, Image.Image] = LRUCache(70_000_000, bytes_of)  # most have a few KB, large glows 1 MB

DRAWN = Condition()
"""Lets a thread wait for what another one draws just now, rather than draw it as well."""

P = ParamSpec("P")


def cached_layer(draw: Callable[P, "Canvas"]) -> Callable[P, "Canvas"]:
    """Caches the background that the function draws. Each call returns a new canvas with it."""

    drawn_once = cached(LAYERS, partial(hashkey, draw.__module__, draw.__qualname__), condition=DRAWN)(draw)

    @wraps(draw)
    def layer(*args: P.args, **kwargs: P.kwargs) -> Canvas:
        ground = drawn_once(*args, **kwargs)
        return Canvas(ground.image, ground.boxes)

    return layer


def cached_sprite(draw: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Caches the sprite that the function draws. It's shared, so don't draw on it."""
    return cached(SPRITES, partial(hashkey, draw.__module__, draw.__qualname__), condition=DRAWN)(draw)


# --- shapes -----------------------------------------------------------------------------------------------------------


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at `radius` from `centre`; `angle` in radians clockwise from three o'clock, as y points down."""
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def arc(centre: Point, radius: float, start: float, stop: float, step: float = 6.0) -> list[Point]:
    """Points along a circle from angle `start` to `stop`, at most `step` pixels apart."""
    count = max(2, ceil(abs(stop - start) * radius / step) + 1)
    return [polar(centre, radius, start + (stop - start) * i / (count - 1)) for i in range(count)]


def sector(centre: Point, inner: float, outer: float, start: float, stop: float) -> list[Point]:
    """The outline of a piece of a ring."""
    return arc(centre, outer, start, stop) + arc(centre, inner, stop, start)


def star(centre: Point, outer: float, inner: float, rays: int) -> list[Point]:
    """The outline of a star with one ray straight up."""
    return [polar(centre, inner if i % 2 else outer, i * pi / rays - pi / 2) for i in range(2 * rays)]


def length(way: Sequence[Point]) -> float:
    """The length of a path."""
    return sum(starmap(dist, pairwise(way)))


def along(way: Sequence[Point], start: float, stop: float) -> list[Point]:
    """The part of a path between `start` pixels after its beginning and `stop` pixels before its end."""
    stop = length(way) - stop
    part: list[Point] = []
    so_far = 0.0
    for a, b in pairwise(way):
        piece = dist(a, b)
        if piece and so_far + piece >= start and so_far <= stop:
            first, last = max(0.0, (start - so_far) / piece), min(1.0, (stop - so_far) / piece)
            for share in (first, last):
                point = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                if not part or dist(point, part[-1]) > 0.01:
                    part.append(point)
        so_far += piece
    return part


def space_evenly(way: Sequence[Point], count: int) -> list[Point]:
    """`count` points along a path, each in the middle of its share."""
    share = length(way) / count if count else 0.0
    points: list[Point] = []
    so_far = 0.0
    for a, b in pairwise(way):
        piece = dist(a, b)
        while len(points) < count and (len(points) + 0.5) * share <= so_far + piece:
            part = ((len(points) + 0.5) * share - so_far) / piece
            points.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
        so_far += piece
    return points


class Pen:
    """Draws at `scale` times the size, so that reducing smooths every edge; all measures are those of the result."""

    def __init__(self, size: tuple[float, float], scale: int, mode: Literal["RGB", "RGBA"] = "RGBA") -> None:
        self.scale = scale
        self.size = (ceil(size[0]), ceil(size[1]))
        self.image = Image.new(mode, (self.size[0] * scale, self.size[1] * scale))
        self._solid = ImageDraw.Draw(self.image)  # several times as fast as one that mixes colours
        self._clear = ImageDraw.Draw(self.image, "RGBA")  # mixes transparent colours into an RGB picture

    def _draw(self, *paints: Paint | None) -> ImageDraw.ImageDraw:
        is_clear = any(paint is not None and len(paint) == 4 for paint in paints)
        return self._clear if is_clear else self._solid

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def polygon(self, points: Iterable[Point], fill: Paint) -> None:
        self._draw(fill).polygon(self._points(points), fill=fill)

    def line(self, points: Iterable[Point], fill: Paint, width: float) -> None:
        self._draw(fill).line(self._points(points), fill=fill, width=max(1, round(width * self.scale)), joint="curve")

    def disc(self, centre: Point, radius: float, fill: Paint) -> None:
        x, y, r = centre[0] * self.scale, centre[1] * self.scale, radius * self.scale
        self._draw(fill).ellipse((x - r, y - r, x + r - 1, y + r - 1), fill=fill)

    def ring(self, centre: Point, radius: float, fill: Paint, width: float) -> None:
        """A circle line of this width, centred on `radius`."""
        x, y, r = centre[0] * self.scale, centre[1] * self.scale, (radius + width / 2) * self.scale
        self._draw(fill).ellipse(
            (x - r, y - r, x + r - 1, y + r - 1), outline=fill, width=max(1, round(width * self.scale))
        )

    def outline(self, points: Sequence[Point], fill: Paint, width: float) -> None:
        """A line from the last point back to the first one as well."""
        self.line([*points, points[0], points[1]], fill, width)

    def plate(
        self,
        box: Bounds,
        radius: float,
        fill: Paint | None,
        outline: Paint | None = None,
        width: float = 0,
    ) -> None:
        """A rectangle with round corners."""
        left, top, right, bottom = (value * self.scale for value in box)
        self._draw(fill, outline).rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            radius * self.scale,
            fill=fill,
            outline=outline,
            width=round(width * self.scale),
        )

    @property
    def mask(self) -> Image.Image:
        """The opacity of the drawing, at its large size."""
        return self.image.getchannel("A")

    def reduce(self) -> Image.Image:
        """The drawing at its final size."""
        if self.image.mode == "RGBA":
            # Averaging must not let the invisible colour of transparent points bleed into the edge.
            return self.image.convert("RGBa").reduce(self.scale).convert("RGBA")
        return self.image.reduce(self.scale)


def enlarge(picture: Image.Image, scale: int) -> Image.Image:
    """A soft picture for a drawing at `scale` times the size: each pixel becomes a square, which reducing undoes."""
    return picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST)


def shaded_square(
    light: Colour, dark: Colour, size: int, focus: Point = (0.36, 0.32), reach: float = 0.85
) -> Image.Image:
    """A square that goes from `light` at `focus` (shares of the side) to `dark` at `reach` sides from it."""
    glow = Image.radial_gradient("L").resize((round(size * reach * 2),) * 2, Image.Resampling.BILINEAR)
    left, top = round(glow.width / 2 - focus[0] * size), round(glow.height / 2 - focus[1] * size)
    mask = Image.new("L", (size, size), 255)
    mask.paste(glow, (-left, -top))
    return Image.composite(Image.new("RGB", (size, size), dark), Image.new("RGB", (size, size), light), mask)


def lit(
    shape: Image.Image, light: Colour, dark: Colour, focus: Point = (0.36, 0.32), reach: float = 0.85
) -> Image.Image:
    """A mask's shape in a colour that goes from `light` to `dark` as in `shaded_square`."""
    square = shaded_square(light, dark, max(shape.size), focus, reach).crop((0, 0, *shape.size)).convert("RGBA")
    square.putalpha(shape)
    return square


# --- the sky ----------------------------------------------------------------------------------------------------------


def luck(seed: int) -> Iterator[float]:
    """Pseudo-random numbers from 0 to 1, always the same: Park and Miller's generator."""
    value = seed
    while True:
        value = value * 48271 % 2147483647
        yield value / 2147483647


def sky(
    size: tuple[int, int], scale: int, theme: Theme, starless: Callable[[float, float], bool], seed: int = 4711
) -> Image.Image:
    """The night sky at `scale` times `size`: the theme's ground, soft clouds, and stars.

    `starless` says whether a point, in pixels of `size`, must stay dark.
    """
    chances = luck(seed)
    ground = Image.new("RGB", size, theme.ground)
    for cloud in theme.nebula:
        columns, rows = 6, 7
        grain = Image.new("L", (columns, rows))
        grain.putdata([round(255 * next(chances) ** 2.2) for _ in range(columns * rows)])
        mask = grain.resize(size, Image.Resampling.BICUBIC)
        ground = Image.composite(Image.new("RGB", size, cloud), ground, mask)
    big = enlarge(ground, scale)
    draw = ImageDraw.Draw(big, "RGBA")
    for _ in range(size[0] * size[1] // 5200):
        x, y = next(chances) * big.width, next(chances) * big.height
        bright = next(chances) ** 3
        radius = (0.55 + 0.9 * bright) * scale
        if starless(x / scale, y / scale):
            continue
        warm = mix((255, 236, 205), (200, 218, 255), next(chances))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*warm, round(70 + 150 * bright)))
    return big


# --- a picture in the making ------------------------------------------------------------------------------------------


Shape = tuple[Bounds, float]
"""A rectangle and the radius of its corners; with half its side it is a disc."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle that was drawn in, in pixels; `right` and `bottom` are exclusive."""

    kind: Literal["text", "piece", "mark", "panel"]
    name: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Area") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def carries(self, other: "Area") -> bool:
        """Whether the other one lies within it."""
        inside = self.left <= other.left and other.right <= self.right
        return inside and self.top <= other.top and other.bottom <= self.bottom

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def distance(self, at: Point) -> float:
        """The distance from a point to the nearest point of the box."""
        return dist(at, (min(max(at[0], self.left), self.right), min(max(at[1], self.top), self.bottom)))


@lru_cache(maxsize=512)
def text_box(text: str, size: int, weight: Weight, anchor: Anchor) -> Bounds:
    """Where the ink of a text lies around its anchor. Vertically `m` is the middle of a capital letter."""
    face = font(size, weight, text)
    left, top, right, bottom = face.getbbox(text, anchor=f"{anchor[0]}s")
    middle = face.getbbox("H", anchor="ls")[1] / 2
    return left, top - middle, right, bottom - middle


def text_width(words: str, size: int, weight: Weight = "Bold") -> float:
    """How many pixels wide a text is."""
    left, _, right, _ = text_box(words, size, weight, "lm")
    return right - left


_UNITS = re.compile(
    rf"(?:{IDEOGRAPHS.pattern}|(?:(?!{IDEOGRAPHS.pattern})[\S\u00a0\u202f])+)[、。，．・：；？！）」』〉》】〕]* *"
)
"""What stays together at the end of a line: a word, or one East Asian character; with the punctuation after it.

Spaces that don't break, such as those in French numbers, are parts of words.
"""


def break_lines(words: str, size: int, weight: Weight, rooms: Sequence[float]) -> list[str]:
    """The fewest lines that fit a text, each line with its own width; what doesn't fit the last is cut."""
    lines: list[str] = []
    rest = _UNITS.findall(words)
    for room in rooms[:-1]:
        fits = 1
        while fits < len(rest) and text_width("".join(rest[: fits + 1]).rstrip(), size, weight) <= room:
            fits += 1
        lines.append("".join(rest[:fits]).rstrip())
        rest = rest[fits:]
    last = "".join(rest).rstrip()
    while text_width(last, size, weight) > rooms[-1] and len(last) > 1:
        last = last[:-2].rstrip() + "…"
    return [*lines, last] if last else lines


@cached_sprite
def _text_sprite(text: str, size: int, weight: Weight, fill: Colour, width: float = 1.0) -> Image.Image:
    if width < 1:
        usual = _text_sprite(text, 2 * size, weight, fill)  # twice as large, since letters get thinner otherwise
        narrow = ceil(usual.width / 2 * width), ceil(usual.height / 2)
        return usual.resize(narrow, Image.Resampling.LANCZOS, reducing_gap=None)
    face = font(size, weight, text)
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    # One transparent pixel all around for edges that reach beyond the measured box.
    sprite = Image.new("RGBA", (ceil(right) - floor(left) + 2, ceil(bottom) - floor(top) + 2), (*fill, 0))
    ImageDraw.Draw(sprite).text((1 - floor(left), 1 - floor(top)), text, (*fill, 255), face, anchor="ls")
    return sprite


class Canvas:
    """A picture being drawn, with the boxes of everything in it."""

    def __init__(self, ground: Image.Image, boxes: Iterable[Area] = ()) -> None:
        self.image: Image.Image = ground.copy()
        self.boxes = list(boxes)
        self.away: Sequence[Area] = ()  # pieces that aren't pasted
        self.left_out: dict[Area, tuple[Image.Image, Point]] = {}  # their sprites and centres
        self.tone: Callable[[Image.Image], Image.Image] | None = None  # what becomes of sprites and texts
        self.board: Sequence[Shape] = ()  # what of the picture is the board itself

    def paste(
        self,
        sprite: Image.Image,
        centre: Point,
        kind: Literal["piece", "mark", "panel"] = "mark",
        name: str = "",
        *,
        remember: bool = True,
    ) -> None:
        """Pastes a sprite onto the picture, centred on `centre`."""
        for box in self.away:
            if box.name == name and box.distance(centre) == 0:
                self.left_out[box] = sprite, centre
                return
        sprite = self.tone(sprite) if self.tone else sprite
        left, top = round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)
        self.image.paste(sprite, (left, top), sprite)
        if remember:
            ink = sprite.getbbox() or (0, 0, 0, 0)
            self.boxes.append(Area(kind, name, left + ink[0], top + ink[1], left + ink[2], top + ink[3]))

    def text(
        self,
        at: Point,
        text: str,
        size: int,
        fill: Colour,
        weight: Weight = "Semibold",
        anchor: Anchor = "lm",
        width: float = 1.0,
    ) -> float:
        """Writes a text and returns where it ends on the right; `width` is that of its letters, 1 the usual one.

        Raises ValueError if it's unreadable on a phone.
        """
        if size < SMALLEST_TEXT or width < NARROWEST:
            raise ValueError(f"{text!r} at {size} px, {width}: nothing is written smaller than {SMALLEST_TEXT} px")
        sprite = _text_sprite(text, size, weight, fill, width)
        sprite = self.tone(sprite) if self.tone else sprite
        box = text_box(text, size, weight, anchor)
        x, y, wide = round(at[0] + box[0] * width), round(at[1] + box[1]), (box[2] - box[0]) * width
        self.image.paste(sprite, (x - 1, y - 1), sprite)
        self.boxes.append(Area("text", text, x, y, x + wide, y + box[3] - box[1]))
        return x + wide

    def fit_text(
        self,
        at: Point,
        words: str,
        sizes: Iterable[int],
        room: float | Sequence[float],
        fill: Colour,
        weight: Weight = "Bold",
        anchor: Anchor = "lm",
    ) -> float:
        """Writes in the largest size that fits, and returns where the text ends on the right.

        `room` is the available width in pixels. If it has several values, those after the first are for further lines,
        each `LINE` pixels below the previous one. Text that fits in no size gets the last size, broken into these
        lines, or with thinner, smaller and then narrower letters if there is only one; only what still doesn't fit is
        cut.
        """
        rooms = [room] if isinstance(room, int | float) else list(room)
        size = SMALLEST_TEXT
        for size in sizes:
            if text_width(words, size, weight) <= rooms[0]:
                rooms = rooms[:1]
                break
        else:
            if len(rooms) == 1:
                weight, smaller = "Semibold", range(size, SMALLEST_TEXT - 1, -1)
                size = next((one for one in smaller if text_width(words, one, weight) <= rooms[0]), SMALLEST_TEXT)
        end = at[0]
        lines = break_lines(words, size, weight, [*rooms[:-1], rooms[-1] / NARROWEST])
        for number, (line, most) in enumerate(zip(lines, rooms, strict=False)):
            narrow = max(NARROWEST, min(1.0, most / text_width(line, size, weight)))
            end = self.text((at[0], at[1] + number * LINE), line, size, fill, weight, anchor, narrow)
        return end

    def lay(self, pen: Pen, at: Point) -> None:
        """Pastes a drawing onto the picture, its upper left corner at `at` (whole pixels)."""
        sprite = pen.reduce()
        self.image.paste(sprite, (round(at[0]), round(at[1])), sprite)


# --- the encoder ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Encoded:
    """An encoded picture: its bytes and its file extension, without the dot."""

    data: bytes
    suffix: str


QUALITIES = (76, 66, 56, 40)
"""WebP qualities to try, best first. At 76 a crowded Cirondo board has about 113 KB, and the edges of red on blue are
clean at three times their size, as every piece has an outline; only boards that are crowded with four colours or full
of choices may need the second. Of the same boards a PNG with 256 colours has 150 KB, lossless WebP with as many 125 KB.
"""

QUICK_QUALITIES = (60, 44, 30, 16)
"""JPEG qualities to try, best first. At 60 a board has about 110 KB, a crowded Cirondo board 119 KB at 44. Pieces,
lines and texts look as in WebP at 76; at twice the size the sky steps a little, and its faintest stars are gone.
"""


def encode(image: Image.Image, *, quickly: bool = False) -> Encoded:
    """The picture as WebP, at most `LIMIT` bytes. Encoding lets other threads run.

    `quickly` takes a tenth of the time, for a JPEG of about twice the size.
    """
    for quality in QUICK_QUALITIES if quickly else QUALITIES:
        out = BytesIO()
        if quickly:
            image.save(out, "JPEG", quality=quality, subsampling="4:2:0")  # as WebP has it always
        else:
            image.save(out, "WEBP", quality=quality, method=2)  # 4 takes twice the time and saves 1 %
        if out.tell() <= LIMIT:
            break
    return Encoded(out.getvalue(), "jpg" if quickly else "webp")
