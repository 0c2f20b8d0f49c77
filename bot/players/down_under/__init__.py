"""Down Under.

`position` makes and unmakes moves, `tables` holds what it looks up. `judge` is what the search asks.
"""

from bot.players.down_under.judge import DownUnderJudge

judge = DownUnderJudge()
