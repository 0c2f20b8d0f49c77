"""Cirondo: a capture game without luck on a round board, for two players, four players or two teams of two.

The package reads in the order of the rules page: `board` (components, geometry, how each stellar moves),
`position` (what one play does, the draw rule, the end), `notation` (moves as text and why one is refused),
`documents` (positions as text), `game` (options, setup).
"""

from bot.rules.cirondo.board import Move
from bot.rules.cirondo.game import Cirondo, game
from bot.rules.cirondo.position import Position

__all__ = ["Cirondo", "Move", "Position", "game"]
