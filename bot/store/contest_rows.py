"""The rows of the tables of leagues and tournaments; see `bot.store.rows`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.store.documents import EndingDocument


@dataclass(frozen=True, slots=True, repr=False)
class LeagueRow:
    id: int
    guild_id: int
    channel_id: int
    name: str
    game: str
    options: Mapping[str, Any]
    seats: int
    size: int
    move_time: int
    on_expiry: str
    bank: int
    at_once: int
    sign_up: int
    created_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class LeagueSeasonRow:
    id: int
    league_id: int
    number: int
    seed: bytes
    begins_at: datetime | None
    began_at: datetime | None
    ended_at: datetime | None
    finished: bool


@dataclass(frozen=True, slots=True, repr=False)
class LeaguePlayerRow:
    season_id: int
    user_id: int
    joined_at: datetime
    division: int | None
    bank: int
    gone: bool
    place: int | None


@dataclass(frozen=True, slots=True, repr=False)
class LeagueMatchRow:
    id: int
    season_id: int
    division: int
    number: int
    players: list[int]
    seed: bytes | None
    match_id: int | None
    stuck_since: datetime | None
    called_off: bool


@dataclass(frozen=True, slots=True, repr=False)
class TournamentRow:
    id: int
    guild_id: int
    channel_id: int
    name: str
    kind: str
    game: str
    options: Mapping[str, Any]
    seats: int
    rounds: int | None
    rated: bool
    duplicate: bool
    move_time: int
    on_expiry: str
    round_time: int
    check_in: int
    sign_up: int
    seed: bytes
    salt: str | None
    begins_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    cancelled: bool
    finished: bool
    created_at: datetime


@dataclass(frozen=True, slots=True, repr=False)
class TournamentPlayerRow:
    tournament_id: int
    user_id: int
    joined_at: datetime
    checked_in: bool
    drawn: int | None
    gone: bool
    place: int | None


@dataclass(frozen=True, slots=True, repr=False)
class TournamentRoundRow:
    tournament_id: int
    number: int
    ends_at: datetime
    seed: bytes | None
    salt: str | None
    series_id: int | None


@dataclass(frozen=True, slots=True, repr=False)
class TournamentMatchRow:
    id: int
    tournament_id: int
    round: int
    bracket: int
    number: int
    again: bool
    players: list[int]
    places: list[int] | None
    seed: bytes
    thread_id: int | None
    match_id: int | None


# With what contests of both kinds read beside them.


@dataclass(frozen=True, slots=True, repr=False)
class LeaguePerson(LeaguePlayerRow):
    """Somebody in a season of a league."""

    discord_id: int | None
    vacation_until: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class LeagueMatchNow(LeagueMatchRow):
    """A match of a season of a league, and how it stands if it has begun."""

    status: str | None
    rules_version: int | None
    ending: EndingDocument | None
    to_move: int | None
    table_message_id: int | None
    played_in: int | None
    played_in_thread: int | None


@dataclass(frozen=True, slots=True, repr=False)
class TournamentPerson(TournamentPlayerRow):
    """Somebody in a tournament."""

    discord_id: int | None
    vacation_until: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class TournamentMatchNow(TournamentMatchRow):
    """A match of a tournament, and how it stands if it has begun."""

    status: str | None
    rules_version: int | None
    ending: EndingDocument | None
    to_move: int | None
    table_message_id: int | None
    played_in: int | None
    played_in_thread: int | None
