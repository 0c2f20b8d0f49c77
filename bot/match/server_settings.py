"""The settings of a server and how they are stored."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any

from bot.match.terms import TableTerms
from bot.match.values import DEFAULT_MOVE_TIME, MOVE_TIMES

OPEN_TABLES = 20
"""How many tables one person may have open on a server by default."""

HOURS = range(24)
"""The hours at which the daily can be announced."""

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server. Channels and roles are Discord ids and may have been deleted.

    Tables are opened only in `channels` and their threads, or anywhere if that is empty. `move_time` and `rated` are
    the defaults for new tables. `hints` and `computers` say whether these are allowed at all. `open_tables` is how many
    one person may have. `organisers` are the roles that may run leagues and tournaments besides those who manage the
    server, `champions` the roles that winners get. On `animated` boards the last turn moves. `announcements` is the
    channel for news, also for the daily from `daily_hour` (UTC) on unless that is None, `log` the one where changes to
    these settings are posted. A `listed` server appears in lists of all servers. `language` is a Discord locale;
    None leaves it to each person.
    """

    channels: tuple[int, ...] = ()
    move_time: timedelta | None = DEFAULT_MOVE_TIME
    rated: bool = True
    hints: bool = True
    computers: bool = True
    animated: bool = False
    open_tables: int = OPEN_TABLES
    organisers: tuple[int, ...] = ()
    champions: tuple[int, ...] = ()
    announcements: int | None = None
    daily_hour: int | None = None
    log: int | None = None
    listed: bool = False
    language: str | None = None

    def among(self, existing: Collection[int] | None) -> "ServerSettings":
        """These settings without deleted channels, if `existing` is known. If none are left, all channels do."""
        if existing is None:
            return self
        return replace(self, channels=tuple(channel for channel in self.channels if channel in existing))

    def applied_to(self, terms: TableTerms) -> TableTerms:
        """These terms, without hints if the server has switched them off."""
        return terms if self.hints else replace(terms, hints=False, coached=False)

    def document(self) -> dict[str, Any]:
        """These settings as a document to store."""
        document = {one.name: getattr(self, one.name) for one in fields(self)}
        document["move_time"] = None if self.move_time is None else self.move_time // SECOND
        return document

    @classmethod
    def of(cls, document: Mapping[str, Any] | None) -> "ServerSettings":
        """The settings in a stored document, with defaults for fields that this release can't read."""
        known = {}
        for name, read in _READERS.items():
            try:
                known[name] = read((document or {})[name])
            except (LookupError, TypeError, ValueError):
                continue
        return cls(**known)


def _ids(value: Any) -> tuple[int, ...]:
    return tuple(map(int, value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _time(value: Any) -> timedelta | None:
    time = None if value is None else value * SECOND
    if time is not None and time not in MOVE_TIMES:
        raise ValueError(value)
    return time


def _count(value: Any) -> int:
    if not 1 <= int(value) <= OPEN_TABLES:
        raise ValueError(value)
    return int(value)


def _hour(value: Any) -> int:
    if int(value) not in HOURS:
        raise ValueError(value)
    return int(value)


def _maybe(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "channels": _ids,
    "move_time": _time,
    "rated": _flag,
    "hints": _flag,
    "computers": _flag,
    "animated": _flag,
    "open_tables": _count,
    "organisers": _ids,
    "champions": _ids,
    "announcements": _maybe(int),
    "daily_hour": _maybe(_hour),
    "log": _maybe(int),
    "listed": _flag,
    "language": _maybe(str),
}
