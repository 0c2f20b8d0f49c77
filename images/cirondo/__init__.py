"""Pictures of Cirondo: `draw` a position, say it in `alt` text, write it as `text`, move it by `acts`."""

from images.cirondo.drawing import draw, paint
from images.cirondo.motion import acts
from images.cirondo.words import alt, text

__all__ = ["acts", "alt", "draw", "paint", "text"]
