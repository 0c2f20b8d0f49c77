"""Pictures of Southern Cross: `draw` a position, say it in `alt` text, move it by `acts`."""

from images.southern_cross.alt_text import alt
from images.southern_cross.drawing import draw, paint
from images.southern_cross.motion import acts
from images.southern_cross.shapes import shape

__all__ = ["acts", "alt", "draw", "paint", "shape"]
