"""Pictures of Cirondo: `draw` a position, say it in `alt` text, move it by `acts`."""

from images.cirondo.alt_text import alt
from images.cirondo.drawing import draw, paint
from images.cirondo.motion import acts
from images.cirondo.shapes import shape

__all__ = ["acts", "alt", "draw", "paint", "shape"]
