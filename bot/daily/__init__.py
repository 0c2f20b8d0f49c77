"""The deal of the day: which one it is, and when a day is over.

A module beside this file that has a `week` belongs to the game with its name. Days are in UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from bot.daily.week import Week

SEATS = 1
"""Everyone plays the deal alone."""

GRACE = timedelta(hours=1)
"""How long after midnight a deal begun earlier may be finished."""

_modules = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}
WEEKS: Mapping[str, Week] = MappingProxyType(
    {name: module.week for name, module in _modules.items() if hasattr(module, "week")}
)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a day: the key of its game, and the options that aren't the defaults."""

    game: str
    options: Mapping[str, Any]


def deal_of(day: date) -> Deal:
    """The deal of a day. If several games have one, each is dealt for a week in turn."""
    games = sorted(WEEKS)
    game = games[day.toordinal() // 7 % len(games)]
    return Deal(game, WEEKS[game].options[day.weekday()])


def day_of(now: datetime) -> date:
    """The UTC day of an aware datetime."""
    return now.astimezone(UTC).date()


def closes_at(day: date) -> datetime:
    """When the day's deal can no longer be finished and its seed is published."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + GRACE
