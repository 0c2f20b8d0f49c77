"""The games. A module or package beside this file that offers an object named `game` is one."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from bot.rules.api import Ambiguous, Game, IllegalMove, NotLegalHere, Option, Result, State, Unreadable

_modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {module.game.key: module.game for module in _modules if hasattr(module, "game")}
)

__all__ = ["GAMES", "Ambiguous", "Game", "IllegalMove", "NotLegalHere", "Option", "Result", "State", "Unreadable"]
