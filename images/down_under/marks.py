"""Marks on pictures of Down Under, with the game's own moves and positions."""

from bot.rules.down_under import Move, Position
from images.marks import marks

Played = marks.Played[Move, Position]
Marks = marks.Marks[Move, Position]
