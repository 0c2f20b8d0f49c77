"""Computer players: `player_for` seats one, which chooses a move from what its seat sees.

`judging` describes what a player must know about a game, and the module with a game's name implements it. `searching`
looks ahead through the `tree`, `exploring` plays matches to their end; both keep to a `budget`, and neither knows a
game. `levels` says how strong a player is, `player` combines all of these, and in the `arena` players meet.
"""

import random
from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from bot.players.budget import Budget
from bot.players.judging import AnyJudge, Judge, Reason
from bot.players.levels import LEVELS, Level
from bot.players.player import ChosenMove, Player
from bot.rules import GAMES

__all__ = ["JUDGES", "LEVELS", "Budget", "ChosenMove", "Judge", "Level", "Player", "Reason", "judge_for", "player_for"]

JUDGES: Mapping[str, AnyJudge] = MappingProxyType(
    {key: import_module(f"{__name__}.{key}").judge for key in GAMES if key in {m.name for m in iter_modules(__path__)}}
)
"""The judge of each game that computers can play, by the game's key."""


def judge_for(key: str, seats: int, options: Mapping[str, object], level: str) -> AnyJudge:
    """The judge that a level goes by at such a table. Raises KeyError if the game is unknown or has no judge."""
    return JUDGES[key].at_table(level, seats, options)


def player_for(
    key: str,
    seats: int,
    options: Mapping[str, object],
    seat: int,
    level: Level,
    source: random.Random,
) -> Player:
    """A computer player for one seat of a match. Raises KeyError if the game is unknown or has no judge."""
    judge = judge_for(key, seats, options, level.name)
    return Player(GAMES[key], judge, seats, options, seat, level.playing(judge), source)
