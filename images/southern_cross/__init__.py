"""Pictures of Southern Cross: `draw` a position, say it in an `alt` text, write it as `text`."""

from images.southern_cross.drawing import draw, paint
from images.southern_cross.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
