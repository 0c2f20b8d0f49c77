"""Southern Cross.

`gathering` finds what can be won within a turn. The search calls `judge`.
"""

from bot.players.southern_cross.judge import SouthernCrossJudge

judge = SouthernCrossJudge()
