"""Pictures of Down Under: `draw` a position, say it in `alt` text, write it as `text`, move it by `acts`."""

from images.down_under.drawing import draw, paint
from images.down_under.motion import acts
from images.down_under.words import alt, text

__all__ = ["acts", "alt", "draw", "paint", "text"]
