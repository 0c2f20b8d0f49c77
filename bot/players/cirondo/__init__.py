"""Cirondo.

`position` makes and unmakes moves; `evaluation` and `moves` are its parts, `tables` its lookup tables. The search calls
`judge`.
"""

from bot.players.cirondo.judge import CirondoJudge

judge = CirondoJudge()
