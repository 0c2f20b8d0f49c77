"""The frame around every picture, in the colours of the seat to move or of all who won."""

from PIL import Image

from images.canvas.canvas import Canvas, Pen, cached_sprite
from images.canvas.palette import Colour

DEEP = 26  # pixels of the strips that hold the frame, its round corners included
INSET, CORNER, WIDE = 4, 22, 5  # pixels from the picture's edge, of the corners' radius, and of the line


def frame(canvas: Canvas, hues: tuple[Colour, ...]) -> None:
    """Draws the frame in one colour or in several side by side: four thin strips, as most of it is transparent."""
    wide, tall = canvas.image.size
    strips = (
        (0, 0, wide, DEEP),
        (0, tall - DEEP, wide, tall),
        (0, DEEP, DEEP, tall - DEEP),
        (wide - DEEP, DEEP, wide, tall - DEEP),
    )
    for box in strips:
        strip = _strip(wide, tall, hues, box)
        canvas.image.paste(strip, box[:2], strip)


@cached_sprite
def _strip(wide: int, tall: int, hues: tuple[Colour, ...], box: tuple[int, int, int, int]) -> Image.Image:
    """The part of a frame within this box, for a picture of this size."""
    left, top, right, bottom = box
    strip = Pen((right - left, bottom - top), 2)
    share = wide / len(hues)
    for part, hue in enumerate(hues):
        begin, end = (min(max(round(edge * share), left), right) for edge in (part, part + 1))
        if begin < end:
            piece = Pen((end - begin, bottom - top), 2)
            whole = (INSET - begin, INSET - top, wide - INSET - begin, tall - INSET - top)
            piece.plate(whole, CORNER, None, hue, WIDE)
            strip.image.paste(piece.image, ((begin - left) * 2, 0))
    return strip.reduce()
