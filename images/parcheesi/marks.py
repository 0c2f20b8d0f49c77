"""Marks on pictures of Parcheesi, with the game's own moves and positions."""

from bot.rules.parcheesi import Move, Position
from images.marks import marks

Played = marks.Played[Move, Position]
Marks = marks.Marks[Move, Position]
