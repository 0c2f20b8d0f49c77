"""Where the cells of the field and the cards of a hand are, so that they can be touched."""

from bot.rules.southern_cards import Sight
from images.canvas.shapes import Shape, around
from images.marks.marks import NO_MARKS
from images.southern_cards.drawing import scene_of_sight
from images.southern_cards.geometry import TALL
from images.southern_cards.hand import card_places
from images.southern_cards.marks import Marks


def shape(sight: Sight, at: str, marks: Marks = NO_MARKS) -> Shape | None:
    """The shape of a cell ("b2") on the picture with these marks; None for a card, and for a cell out of sight."""
    scene = scene_of_sight(sight, marks)
    return around(scene.at[at], scene.card, scene.card * TALL) if at in scene.at else None


def hand_shape(sight: Sight, at: str) -> Shape | None:
    """The shape of a card ("7H") on the picture of the hand, of the first one if there are several; else None."""
    card, middles = card_places(len(sight.hand))
    if at not in sight.hand:
        return None
    return around(middles[sight.hand.index(at)], card, card * TALL)
