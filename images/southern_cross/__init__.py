"""Pictures of Southern Cross: `draw` a position, say it in an `alt` text, write it as `text` and `read` that back."""

from images.southern_cross.drawing import draw, paint
from images.southern_cross.words import alt, read, text

__all__ = ["alt", "draw", "paint", "read", "text"]
