"""Pictures of Parcheesi: `draw` a position, say it in an `alt` text, write it out as `text` and `read` that back."""

from images.parcheesi.drawing import draw, paint
from images.parcheesi.words import alt, read, text

__all__ = ["alt", "draw", "paint", "read", "text"]
