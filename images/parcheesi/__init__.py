"""Pictures of Parcheesi: `draw` a position, say it in `alt` text, write it as `text`, move it by `acts`."""

from images.parcheesi.drawing import draw, paint
from images.parcheesi.motion import acts
from images.parcheesi.words import alt, text

__all__ = ["acts", "alt", "draw", "paint", "text"]
