"""Parcheesi.

The search calls `judge`, whose values are chosen by hand. Experts and hints at tables for two go by a judge that has
learned: `learned` looks for the best use of a throw, `net` judges where it leads to, by what `features` tell it, and
`training` is how it learns.
"""

from bot.players.parcheesi.judge import ParcheesiJudge
from bot.players.parcheesi.learned import LearnedJudge
from bot.players.parcheesi.net import Net

judge = ParcheesiJudge(for_experts=LearnedJudge(Net.read()))
