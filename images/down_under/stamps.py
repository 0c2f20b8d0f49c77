"""The emblems on the pictures of Down Under."""

from images.canvas import Canvas, Point
from images.emblems import emblem
from images.palette import Theme


def seat_emblem(canvas: Canvas, colour: str, at: Point, size: int, theme: Theme) -> None:
    """The emblem of a colour."""
    canvas.paste(emblem(colour, size, theme), at, name=f"emblem {colour}")
