"""Pictures of Parcheesi: `draw` a position, say it in an `alt` text, write it out as `text`."""

from images.parcheesi.drawing import draw, paint
from images.parcheesi.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
