"""Pictures of Down Under: `draw` a position, describe it as `alt` text, or write it all as `text`."""

from images.down_under.drawing import draw, paint
from images.down_under.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
