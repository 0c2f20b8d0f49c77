"""Marks on pictures of Southern Cross, with the game's own moves and positions."""

from bot.rules.southern_cross import Move, Position
from images.marks import marks

Played = marks.Played[Move, Position]
Marks = marks.Marks[Move, Position]
