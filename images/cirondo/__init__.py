"""Pictures of Cirondo: `draw` a position, say it in an `alt` text, write it out as `text` and `read` that back."""

from images.cirondo.drawing import draw, paint
from images.cirondo.words import alt, read, text

__all__ = ["alt", "draw", "paint", "read", "text"]
