"""Pictures of Down Under: `draw` a position, say it in `alt` text, move it by `acts`."""

from images.down_under.alt_text import alt
from images.down_under.drawing import draw, paint
from images.down_under.motion import acts
from images.down_under.shapes import shape

__all__ = ["acts", "alt", "draw", "paint", "shape"]
