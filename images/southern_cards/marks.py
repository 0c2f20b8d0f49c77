"""Marks on pictures of Southern Cross cards, with the game's own moves and positions."""

from bot.rules.southern_cards import Move, Sight
from images.marks import marks

Played = marks.Played[Move, Sight]
Marks = marks.Marks[Move, Sight]
