"""Pictures of Down Under: `draw` a position, say it in an `alt` text, write it out as `text`."""

from images.down_under.drawing import draw, paint
from images.down_under.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
