"""Pictures of Southern Cross cards.

`draw` the field as everyone sees it, `draw_hand` a seat's own cards for that seat alone, and `draw_choice` both
together; say both in `alt` and `alt_hand`.
"""

from images.southern_cards.alt_text import alt, alt_hand
from images.southern_cards.drawing import draw, paint
from images.southern_cards.hand import draw_choice, draw_hand, paint_choice, paint_hand
from images.southern_cards.motion import acts
from images.southern_cards.shapes import hand_shape, shape

__all__ = [
    "acts",
    "alt",
    "alt_hand",
    "draw",
    "draw_choice",
    "draw_hand",
    "hand_shape",
    "paint",
    "paint_choice",
    "paint_hand",
    "shape",
]
