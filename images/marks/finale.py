"""The end of a match as its own picture: what lost is grey, what won shines, and the head of the picture says how.

No plate lies over the board, so that the last move, the winners' pieces and the score can be seen.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil, inf

from cachetools import LRUCache, cached
from PIL import Image, ImageFilter

from bot.text.terms import commas
from bot.words import Verdict
from images.canvas import bursts
from images.canvas.boards import mask_of
from images.canvas.canvas import (
    DRAWN,
    NARROWEST,
    SMALLEST_TEXT,
    Anchor,
    Area,
    Bounds,
    Canvas,
    Pen,
    Point,
    Shape,
    break_lines,
    bytes_of,
    cached_layer,
    cached_sprite,
    text_width,
)
from images.canvas.fonts import Weight
from images.canvas.palette import Colour, Theme, legible, mix

GREY, DIMMED = 0.78, 0.44  # how much of its colour and of its light is taken from what lost
LUMA = 0.299, 0.587, 0.114  # what red, green and blue add to the light of a picture, as Pillow and WebP count it
LEADING = 1.07  # from one line to the next, in its letters' height
_TITLES = range(76, 27, -2)  # line heights of the result
_STORIES = ((32, 1.0), (30, 1.0), (SMALLEST_TEXT, 1.0), (SMALLEST_TEXT, NARROWEST))  # line heights, and widths at least
_ICON = 96.0  # side of an emblem at most
_BELOW = 20.0  # pixels below the head over which rays fade out
_APART, _BETWEEN = 8, 16.0  # pixels from emblem to emblem, and from there to the words


@dataclass(frozen=True, slots=True)
class Room:
    """Where words stand: a rectangle, and at which side of it they are aligned."""

    area: Bounds
    side: Anchor = "lm"

    @property
    def wide(self) -> float:
        return self.area[2] - self.area[0]

    @property
    def tall(self) -> float:
        return self.area[3] - self.area[1]

    @property
    def middle(self) -> Point:
        return (self.area[0] + self.area[2]) / 2, (self.area[1] + self.area[3]) / 2

    @property
    def anchor(self) -> float:
        """Where lines are aligned."""
        return {"l": self.area[0], "m": self.middle[0], "r": self.area[2]}[self.side[0]]

    def behind(self, left: float) -> "Room":
        """What is left of it to the right of something."""
        return replace(self, area=(max(left, self.area[0]), *self.area[1:]))

    def begin(self, wide: float) -> float:
        """Where something of this width begins."""
        return self.anchor - wide * {"l": 0.0, "m": 0.5, "r": 1.0}[self.side[0]]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where an end is shown: `title` says who won, and `below` why and how, from the title on.

    `hues` are the winners' colours. `stamp` draws the emblem of winner number N, in a square of a size; `light` draws
    what won, and what was played last, on the grey board (`ground`). `story` is a line about the match, in parts of
    which the last ones are left out where there is no room.
    """

    title: Room
    below: Room
    hues: tuple[Colour, ...]
    stamp: Callable[[int, Point, int], None]
    light: Callable[[], None]
    story: Sequence[str] = ()


@cached_sprite
def halo(reach: float, hue: Colour) -> Image.Image:
    """A glow of this radius for behind a winning piece."""
    side = ceil(2 * reach)
    pen = Pen((side, side), 2)
    pen.disc((side / 2, side / 2), reach * 0.72, (*mix(hue, (255, 255, 255), 0.35), 235))
    return pen.reduce().filter(ImageFilter.GaussianBlur(reach * 0.14))


def ground(
    end: Verdict | None, shapes: Sequence[Shape], theme: Theme, layer: Callable[..., Canvas], *args: Hashable
) -> Canvas:
    """What a picture is drawn on: `layer(*args)`. These parts of it are the board.

    If some have won and others lost, they are grey, and so is all that is drawn on it before `show_end`.
    """
    is_won = end is not None and 0 < len(end.winners) != len(end.places or ())
    canvas = _grey_layer(layer, args, tuple(shapes), theme) if is_won else layer(*args)
    canvas.board = shapes
    if is_won:
        canvas.tone = partial(_grey_sprite, theme)
    return canvas


@cached_layer
def _grey_layer(
    layer: Callable[..., Canvas], args: Sequence[Hashable], shapes: Sequence[Shape], theme: Theme
) -> Canvas:
    canvas = layer(*args)
    mask = mask_of(canvas.image.size, tuple(shapes))
    box = mask.getbbox()
    canvas.image.paste(_grey(canvas.image.crop(box), theme), box, mask.crop(box))
    return canvas


def _grey(picture: Image.Image, theme: Theme) -> Image.Image:
    """An RGB picture with less colour and less light; of two pictures that are mixed it's the mixture of theirs."""
    shares = [share * GREY for share in LUMA]
    matrix = list[float]()
    for own in range(3):
        row = [share + (1 - GREY) * (channel == own) for channel, share in enumerate(shares)]
        matrix += [*((1 - DIMMED) * share for share in row), DIMMED * theme.void[own]]
    return picture.convert("RGB", matrix)


def dulled(paint: Colour, theme: Theme) -> Colour:
    """What becomes of a colour of something that has lost, as `_grey` has it."""
    light = round(sum(share * value for share, value in zip(LUMA, paint, strict=True)))
    return mix(mix(paint, (light, light, light), GREY), theme.void, DIMMED)


_GREYS: LRUCache[Hashable, tuple[Image.Image, Image.Image]] = LRUCache(40_000_000, lambda both: 2 * bytes_of(both[0]))


@cached(_GREYS, lambda theme, sprite: (id(sprite), theme), condition=DRAWN)
def _grey_and_itself(theme: Theme, sprite: Image.Image) -> tuple[Image.Image, Image.Image]:
    """A sprite in grey; and the sprite itself, so that no other one gets its id while this is cached."""
    grey = _grey(sprite.convert("RGB"), theme)
    grey.putalpha(sprite.getchannel("A"))
    return grey, sprite


def _grey_sprite(theme: Theme, sprite: Image.Image) -> Image.Image:
    return _grey_and_itself(theme, sprite)[0]


def _fit(
    sentences: Sequence[str], sizes: Sequence[int], weight: Weight, room: tuple[float, float], most: int
) -> tuple[int, list[list[str]]]:
    """The largest size in which these sentences fit below each other into a width and a height, and their lines.

    A sentence takes at most `most` lines; in the smallest size what doesn't fit is cut.
    """
    size, lines = sizes[0], list[list[str]]()
    for size in sizes:
        lines = [
            [words]
            if text_width(words, size, weight) <= room[0]
            else break_lines(words, size, weight, [room[0]] * most)
            for words in sentences
        ]
        whole = all(
            "".join(own).replace(" ", "") == words.replace(" ", "") for own, words in zip(lines, sentences, strict=True)
        )
        widest = max((text_width(line, size, weight) for own in lines for line in own), default=0.0)
        if whole and widest <= room[0] and sum(map(len, lines)) * size * LEADING <= room[1]:
            break
    return size, lines


def show_end(canvas: Canvas, end: Verdict, stage: Stage, theme: Theme) -> None:
    """Lights what won, and writes who won, why and how into their rooms.

    Emblems stand beside the words, or above them where these are centred. Rays and stars around those beside the words
    stay in the head, and leave the board below it alone.
    """
    room, number = stage.title, len(stage.hues)
    above = room.side[0] == "m"
    rows = 1 if number < 3 or above else 2
    columns = -(-number // rows)
    icon = round(min(_ICON, room.tall * (0.42 if above else 0.84 / rows), room.wide / max(1, columns) - _APART))
    icons = ((icon + _APART) * columns - _APART, icon * rows + _APART * (rows - 1)) if number else (0, 0)
    beside, over = (0.0, icons[1] + 4.0) if above else (icons[0] + _BETWEEN if number else 0.0, 0.0)
    size, (title,) = _fit([end.title], _TITLES, "Black", (room.wide - beside, room.tall - over), 3)
    words = max(text_width(line, size, "Black") for line in title), size * LEADING * len(title)
    wide, tall = (max(words[0], icons[0]), over + words[1]) if above else (beside + words[0], max(words[1], icons[1]))
    left, top = room.begin(wide), room.middle[1] - tall / 2
    area = Area("panel", "end", left - 4, top - 4, left + wide + 4, top + tall + 4)
    canvas.tone = None
    below = stage.below if above else stage.below.behind(area.right + _BETWEEN)
    first = left + (wide - icons[0]) / 2 if above else left, top if above else room.middle[1] - icons[1] / 2
    middle = first[0] + icons[0] / 2, first[1] + icons[1] / 2
    floor = inf if above else room.area[3] + _BELOW
    if number:
        bursts.draw_rays(canvas, middle, stage.hues, theme, floor)
    stage.light()
    canvas.boxes.append(area)
    for one in range(number):
        row, column = divmod(one, columns)
        step = icon + _APART
        stage.stamp(one, (first[0] + icon / 2 + column * step, first[1] + icon / 2 + row * step), icon)
    y = (top + over if above else room.middle[1] - words[1] / 2) + size * LEADING / 2
    hue = legible(stage.hues[0] if number == 1 else theme.ink, theme)
    for line in title:
        canvas.text((room.anchor if above else left + beside, y), line, size, hue, "Black", "mm" if above else "lm")
        y += size * LEADING
    _tell(canvas, end.reason, stage, below, theme)
    if number:
        emblems = Area("mark", "emblems", *first, first[0] + icons[0], first[1] + icons[1])
        kept = [area, Area("panel", "below", *below.area)] if above else [emblems]
        bursts.draw_stars(canvas, middle, stage.hues, kept, theme, floor)


def _tell(canvas: Canvas, reason: str, stage: Stage, room: Room, theme: Theme) -> None:
    """Why the match ended, and a line about it, with as many parts as there is room for."""
    size, lines, story = SMALLEST_TEXT, list[str](), list[str]()
    for parts, (size, narrow) in product(range(len(stage.story), -1, -1), _STORIES):
        _, (lines,) = _fit([reason], [size], "Semibold", (room.wide, room.tall), 3)
        story = _pack(stage.story[:parts], size, room.wide / narrow)
        widest = max((text_width(line, size, "Semibold") for line in story), default=0.0)
        if widest * narrow <= room.wide and (len(lines) + len(story)) * size * LEADING <= room.tall:
            break
    told = [*((line, theme.ink) for line in lines if line), *((line, theme.faint) for line in story)]
    y = room.middle[1] - size * LEADING * (len(told) - 1) / 2
    for line, hue in told:
        narrow = min(1.0, room.wide / text_width(line, size, "Semibold"))
        canvas.text((room.anchor, y), line, size, hue, "Semibold", room.side, narrow)
        y += size * LEADING


def _pack(parts: Sequence[str], size: int, wide: float) -> list[str]:
    """These parts with commas between them in as few lines as possible, each on one of them."""
    lines = list[str]()
    for part in parts:
        longer = commas([*lines[-1:], part])
        if lines and text_width(longer, size, "Semibold") <= wide:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
