"""Pictures of Parcheesi: `draw` a position, say it in `alt` text, move it by `acts`."""

from images.parcheesi.alt_text import alt
from images.parcheesi.drawing import draw, paint
from images.parcheesi.motion import acts
from images.parcheesi.shapes import shape

__all__ = ["acts", "alt", "draw", "paint", "shape"]
