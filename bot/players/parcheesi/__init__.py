"""Parcheesi.

The search calls `judge`, whose values are chosen by hand. Hard players and better ones go by one that has learned, at
each kind of table by a net of its own: `learned` looks for the best use of a throw, `net` judges where it leads to, by
what `features` tell it, and `training` is how it learns. `mix` is a published player to compare them with.
"""

from functools import cache

from bot.players.parcheesi.judge import ParcheesiJudge
from bot.players.parcheesi.learned import LearnedJudge
from bot.players.parcheesi.mix import mixed_strategy
from bot.players.parcheesi.net import Net


@cache
def _judge_of(seats: int, varied: bool) -> LearnedJudge:
    return LearnedJudge(Net.read(seats, varied=varied))


def _learned(seats: int, varied: bool) -> LearnedJudge:
    """With three or four seats one net knows all rules; with two, another one the usual rules alone."""
    return _judge_of(seats, varied or seats > 2)


judge = ParcheesiJudge(learned=_learned, yardsticks={"mix": mixed_strategy})
