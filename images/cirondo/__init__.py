"""Pictures of Cirondo: `draw` a position, describe it as `alt` text, or write it all as `text`."""

from images.cirondo.drawing import draw, paint
from images.cirondo.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
