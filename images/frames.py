"""The frame round every picture, in the colours of the seat to move or of all who won."""

from functools import partial

from PIL import Image

from images.canvas import SPRITES, Canvas, Pen
from images.palette import Colour

DEEP = 26  # pixels of the strips that hold the frame, its round corners included
INSET, CORNER, WIDE = 4, 22, 5  # pixels from the picture's edge, of the corners' radius, and of the line


def frame(canvas: Canvas, hues: tuple[Colour, ...]) -> None:
    """Draw the frame in one colour, or in several side by side: four thin strips, as most of it is clear."""
    wide, tall = canvas.image.size
    strips = (
        (0, 0, wide, DEEP),
        (0, tall - DEEP, wide, tall),
        (0, DEEP, DEEP, tall - DEEP),
        (wide - DEEP, DEEP, wide, tall - DEEP),
    )
    for box in strips:
        strip = SPRITES.get(("frame", wide, tall, hues, box), partial(_strip, wide, tall, hues, box))
        canvas.image.paste(strip, box[:2], strip)


def _strip(wide: int, tall: int, hues: tuple[Colour, ...], box: tuple[int, int, int, int]) -> Image.Image:
    pen = Pen((wide, tall), 2)
    share = wide / len(hues)
    for part, hue in enumerate(hues):
        whole = Pen((wide, tall), 2)
        whole.plate((INSET, INSET, wide - INSET, tall - INSET), CORNER, None, hue, WIDE)
        left, right = round(part * share) * 2, round((part + 1) * share) * 2
        pen.image.paste(whole.image.crop((left, 0, right, tall * 2)), (left, 0))
    return pen.reduced().crop(box)
