"""Parcheesi.

The search calls `judge`, whose values are chosen by hand. At tables for two, hard players and better ones go by one
that has learned: `learned` looks for the best use of a throw, `net` judges where it leads to, by what `features` tell
it, and `training` is how it learns. `mix` is a published player to compare them with.
"""

from bot.players.parcheesi.judge import ParcheesiJudge
from bot.players.parcheesi.learned import LearnedJudge
from bot.players.parcheesi.mix import mixed_strategy
from bot.players.parcheesi.net import Net

judge = ParcheesiJudge(learned=LearnedJudge(Net.read()), yardsticks={"mix": mixed_strategy})
