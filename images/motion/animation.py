"""A match as an animated GIF: one frame per picture, in one palette, storing only changes."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeVar

from PIL import GifImagePlugin, Image, ImageChops

from images.canvas.palette import NIGHT, chosen_theme
from images.marks.marks import Marks
from images.motion.film import REDUCING

WIDTH = 640
"""The maximum width of a frame in pixels."""

FRAMES = 300
"""The maximum number of frames in a file."""

BYTES = 8_000_000
"""The maximum size of a file. Discord allows 10 MB."""

LASTS = 90_000
"""The longest a match may last, and the limits for one frame, in milliseconds: see `pace`."""
BRISK, CALM = 300, 1200

HELD = 5_000
"""How long the last frame is shown, in milliseconds."""

RESERVED = (
    *NIGHT.seats.values(),
    *(NIGHT.last, NIGHT.capture, NIGHT.choice, NIGHT.warning, NIGHT.ink, NIGHT.faint, NIGHT.panel, NIGHT.ground),
)
"""Colours that every film keeps even if they are rare: those of seats, marks and text."""

SAMPLES, SAMPLE_REDUCED = 16, 4  # frames that the palette is made from, and to which part of their size
HOPELESS = 1.25  # times the limit: a file projected to be larger than this after a third of its frames is given up

Draw = Callable[[Any, Marks], Image.Image]
Frame = tuple[Any, Marks]
"""The contents of one picture: the public part of a position, and its marks."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How a file is made.

    `width` in pixels, `colours` (one less than a power of two, as one index is for transparency), and `near`, the
    difference in the strongest of red, green and blue, 0 to 255, that nobody sees: a pixel that differs less stays as
    it was.
    """

    width: int
    colours: int
    near: int


QUALITIES = (
    Quality(WIDTH, 255, 6),
    Quality(WIDTH, 255, 12),
    Quality(WIDTH, 127, 20),
    Quality(480, 127, 20),
    Quality(400, 63, 24),
)
"""What is tried one after the other until the file is small enough. The longest matches of the tests take the first."""


Q = TypeVar("Q")


def choose_frames(number: int, most: int = FRAMES) -> list[int]:
    """Which of this many pictures become frames: the first, the last, and evenly spaced ones between.

    `choose_frames(5, 3)` is [0, 2, 4].
    """
    if number <= most:
        return list(range(number))
    every = -(-(number - 1) // (most - 1))
    return sorted({0, *range(number - 1, 0, -every)})


def pace(frames: int) -> int:
    """The duration of each of this many frames in milliseconds."""
    return max(BRISK, min(CALM, LASTS // max(frames, 1)))


class TooLarge(Exception):
    """The file would be too large."""


class Higher(Exception):
    """A picture is higher than the film, which must begin anew with this height as a share of the width."""

    def __init__(self, height: float) -> None:
        self.height = height


def best(
    frames: Sequence[Frame], qualities: Sequence[Q], height: float, write: Callable[[Sequence[Frame], Q, float], bytes]
) -> bytes:
    """The frames, written in the best quality in which they aren't `TooLarge`, on a film of at least this height.

    `height` is a share of the width. Leaves out some of the frames only if every quality is too large.
    """
    while True:
        for quality in qualities:
            with contextlib.suppress(TooLarge):
                while True:
                    try:
                        return write(frames, quality, height)
                    except Higher as picture:
                        height = picture.height
        if len(frames) < 3:
            raise TooLarge
        frames = [frames[index] for index in choose_frames(len(frames), -(-len(frames) // 2))]


def on_film(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """A picture as wide as the film; if it's lower, the rest stays dark. Raises Higher if it's higher."""
    if picture.height > size[1]:
        raise Higher(picture.height / picture.width)
    if picture.height == size[1]:
        return picture
    ground = Image.new("RGB", size, chosen_theme().ground)
    ground.paste(picture)
    return ground


def make_gif(draw: Draw, frames: Sequence[Frame], report: Callable[[int], None], limit: int = BYTES) -> bytes:
    """The frames as an animated GIF that loops forever, at most `limit` bytes. Calls `report` with the number finished.

    Keeps no more than two of the pictures, and a few for the palette, in memory.
    """
    height, sample = _sample(draw, frames)

    def write(frames: Sequence[Frame], quality: Quality, height: float) -> bytes:
        return _write(draw, frames, sample, quality, height, report, limit)

    return best(frames, QUALITIES, height, write)


def _sample(draw: Draw, frames: Sequence[Frame]) -> tuple[float, Image.Image]:
    """What some frames tell about all: the greatest height as a share of the width, and a picture of their colours."""
    height, samples = 0.0, []
    for index in choose_frames(len(frames), SAMPLES):
        picture = draw(*frames[index])
        height = max(height, picture.height / picture.width)
        samples.append(picture.reduce(SAMPLE_REDUCED))
    sheet = Image.new("RGB", (samples[0].width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        sheet.paste(sample, (0, top))
        top += sample.height
    return height, sheet


def palette_of(sample: Image.Image, colours: int) -> Image.Image:
    """A palette of this many colours: those with a meaning unchanged, the others as the pictures need them."""
    own = colours - len(RESERVED)
    palette = sample.quantize(own, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    values = (palette.getpalette() or [])[: 3 * own]
    palette.putpalette([*values, *[0] * (3 * own - len(values)), *(value for hue in RESERVED for value in hue)])
    return palette


def _write(
    draw: Draw,
    frames: Sequence[Frame],
    sample: Image.Image,
    quality: Quality,
    height: float,
    report: Callable[[int], None],
    limit: int,
) -> bytes:
    size = (quality.width, round(height * quality.width))
    palette = palette_of(sample, quality.colours)
    out = BytesIO()
    screen: Image.Image | None = None  # what the frames so far show, in RGB
    for number, frame in enumerate(frames, 1):
        whole = draw(*frame)
        small = whole.resize((size[0], round(whole.height * size[0] / whole.width)), REDUCING)
        picture = on_film(small, size).quantize(palette=palette, dither=Image.Dither.NONE)
        duration = HELD if number == len(frames) else pace(len(frames))
        if screen is None:
            header, _ = GifImagePlugin.getheader(picture, info={"loop": 0, "duration": duration})
            out.writelines(header)
            out.writelines(GifImagePlugin.getdata(picture, duration=duration))
            screen = picture.convert("RGB")
        else:
            out.writelines(_change(picture, screen, quality, duration))
        hopeless = number == len(frames) // 3 and out.tell() * len(frames) / number > HOPELESS * limit
        if hopeless or out.tell() >= limit:
            raise TooLarge
        report(number)
    out.write(b";")
    return out.getvalue()


def _change(picture: Image.Image, screen: Image.Image, quality: Quality, duration: int) -> list[bytes]:
    """The part of a picture that must be written: its changes, with the rest transparent. Updates `shown`."""
    colours = picture.convert("RGB")
    strongest, *others = ImageChops.difference(colours, screen).split()
    for band in others:
        strongest = ImageChops.lighter(strongest, band)
    changes = strongest.point([0] * (quality.near + 1) + [255] * (255 - quality.near))
    left, top, right, bottom = changes.getbbox() or (0, 0, 1, 1)
    screen.paste(colours, mask=changes)
    clear = quality.colours  # the index behind the last colour
    picture.paste(clear, mask=ImageChops.invert(changes))
    part = picture.crop((left, top, right, bottom))
    return GifImagePlugin.getdata(part, (left, top), duration=duration, transparency=clear, disposal=1)
