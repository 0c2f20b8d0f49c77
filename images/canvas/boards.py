"""The board within a picture: where it is, and the board alone."""

from PIL import Image

from images.canvas.canvas import Canvas, Pen, Shape, cached_sprite
from images.canvas.palette import WHITE


@cached_sprite
def mask_of(size: tuple[int, int], shapes: tuple[Shape, ...]) -> Image.Image:
    """White where these shapes lie."""
    pen = Pen(size, 2)
    for area, radius in shapes:
        pen.plate(area, radius, WHITE)
    return pen.reduce().getchannel("A")


def board_mask(canvas: Canvas, rim: float) -> Image.Image:
    """White where the picture's board lies, and for so many pixels around it."""
    grown = tuple(
        ((left - rim, top - rim, right + rim, bottom + rim), radius + rim)
        for (left, top, right, bottom), radius in canvas.board
    )
    return mask_of(canvas.image.size, grown)


def board_alone(canvas: Canvas, rim: float) -> Image.Image:
    """The board of a picture with so many pixels around it, on nothing."""
    mask = board_mask(canvas, rim)
    alone = canvas.image.convert("RGBA")
    alone.putalpha(mask)
    return alone.crop(mask.getbbox())
