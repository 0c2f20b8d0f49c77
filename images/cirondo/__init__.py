"""Pictures of Cirondo: `draw` a position, say it in an `alt` text, write it out as `text`."""

from images.cirondo.drawing import draw, paint
from images.cirondo.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
