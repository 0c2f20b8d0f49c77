"""Pictures of Parcheesi: `draw` a position, describe it as `alt` text, or write it all as `text`."""

from images.parcheesi.drawing import draw, paint
from images.parcheesi.words import alt, text

__all__ = ["alt", "draw", "paint", "text"]
