"""Pictures of Southern Cross: `draw` a position, say it in `alt` text, write it as `text`, move it by `acts`."""

from images.southern_cross.drawing import draw, paint
from images.southern_cross.motion import acts
from images.southern_cross.words import alt, text

__all__ = ["acts", "alt", "draw", "paint", "text"]
