"""Marks on pictures of Cirondo, with the game's own moves and positions."""

from bot.rules.cirondo import Move, Position
from images.marks import marks

Played = marks.Played[Move, Position]
Marks = marks.Marks[Move, Position]
