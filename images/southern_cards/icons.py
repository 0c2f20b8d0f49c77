"""Icons of Southern Cross cards: the upper half of each card, where its rank and its suit are."""

from functools import partial

from PIL import Image

from bot.rules.southern_cards.cards import CARDS
from images.canvas.icons import Icons, in_square
from images.canvas.palette import NIGHT, colour
from images.canvas.signs import Sign
from images.southern_cards.cards import card_face, margin

_WIDE = 128  # pixels of the card that is drawn for it


def icon_of(card: str) -> str:
    """The name of a card's icon."""
    return f"card_{card.lower()}"


def _draw(card: str) -> Image.Image:
    room, whole = margin(_WIDE), card_face(card, _WIDE, NIGHT)
    return in_square(whole.crop((room, room, room + _WIDE, room + _WIDE)))


ICONS: Icons = {icon_of(card): partial(_draw, card) for card in CARDS}

SIGN = Sign(colour("#178C7C"), lambda size: card_face("AH", size, NIGHT))
