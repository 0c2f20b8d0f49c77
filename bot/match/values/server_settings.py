"""The settings of a server and how they are stored."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Annotated, Any, get_type_hints

from pydantic import AfterValidator, Field, StrictBool, TypeAdapter, ValidationError

from bot.match.values import DEFAULT_MOVE_TIME, MOVE_TIMES
from bot.match.values.terms import TableTerms

OPEN_TABLES = 20
"""How many tables one person may have open on a server by default."""

HOURS = range(24)
"""The hours at which the daily can be announced."""

SECOND = timedelta(seconds=1)


def _is_offered(time: timedelta) -> timedelta:
    if time not in MOVE_TIMES:
        raise ValueError(time)
    return time


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server. Channels and roles are Discord ids and may have been deleted."""

    channels: tuple[int, ...] = ()
    """Where tables are opened, and in threads of these; anywhere if empty."""
    move_time: Annotated[timedelta, AfterValidator(_is_offered)] | None = DEFAULT_MOVE_TIME
    """The default of new tables."""
    rated: StrictBool = True
    """The default of new tables."""
    hints: StrictBool = True
    """Whether tables may allow them."""
    computers: StrictBool = True
    """Whether they may play."""
    animated: StrictBool = False
    """Whether the last turn moves on boards."""
    contrast: StrictBool = False
    """Whether pictures have strong contrasts."""
    open_tables: Annotated[int, Field(ge=1, le=OPEN_TABLES)] = OPEN_TABLES
    """How many tables one person may have open."""
    organisers: tuple[int, ...] = ()
    """The roles that may run leagues and tournaments besides those who manage the server."""
    champions: tuple[int, ...] = ()
    """The roles that winners get."""
    announcements: int | None = None
    """The channel for news."""
    daily_hour: Annotated[int, Field(ge=HOURS[0], le=HOURS[-1])] | None = None
    """The hour (UTC) from which on the daily is announced there; None: never."""
    log: int | None = None
    """The channel where changes to these settings are posted."""
    listed: StrictBool = False
    """Whether the server appears in lists of all servers."""
    shared: StrictBool = False
    """Whether matches in its public channels can be shown to everybody by a link."""
    finding: StrictBool = False
    """Whether its members can look for opponents on other servers."""
    language: str | None = None
    """A Discord locale; None leaves it to each person."""

    def among(self, existing: Collection[int] | None) -> "ServerSettings":
        """These settings without deleted channels, if `existing` is known. If none are left, all channels do."""
        if existing is None:
            return self
        return replace(self, channels=tuple(channel for channel in self.channels if channel in existing))

    def apply_to(self, terms: TableTerms) -> TableTerms:
        """These terms, without hints if the server has switched them off."""
        return terms if self.hints else replace(terms, hints=False, coached=False)

    def document(self) -> dict[str, Any]:
        document = {one.name: getattr(self, one.name) for one in fields(self)}
        document["move_time"] = None if self.move_time is None else self.move_time // SECOND
        return document

    @classmethod
    def of(cls, document: Mapping[str, Any] | None) -> "ServerSettings":
        """The settings in a stored document, with defaults for fields that this release can't read."""
        values = {}
        for name, read in _READERS.items():
            with suppress(LookupError, ValidationError):
                values[name] = read((document or {})[name])
        return cls(**values)


_TYPES = get_type_hints(ServerSettings, include_extras=True)
_READERS = {name: TypeAdapter[Any](kind).validate_python for name, kind in _TYPES.items()}
