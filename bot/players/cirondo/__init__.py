"""Cirondo.

`position` makes and unmakes moves; `standing` and `moves` are what it is made of, `tables` what it looks up. `judge` is
what the search asks.
"""

from bot.players.cirondo.judge import CirondoJudge

judge = CirondoJudge()
