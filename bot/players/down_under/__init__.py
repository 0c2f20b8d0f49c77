"""Down Under.

`position` makes and unmakes moves, `tables` has its lookup tables. The search calls `judge`.
"""

from bot.players.down_under.judge import DownUnderJudge

judge = DownUnderJudge()
