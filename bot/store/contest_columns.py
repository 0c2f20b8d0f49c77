"""Columns of leagues and tournaments that change, or that a new row has; see `bot.store.columns`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypedDict


class LeagueColumns(TypedDict, total=False):
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


class LeagueSeasonColumns(TypedDict, total=False):
    id: int
    league_id: int
    number: int
    seed: bytes
    begins_at: datetime | None
    began_at: datetime | None
    ended_at: datetime | None
    finished: bool


class LeaguePlayerColumns(TypedDict, total=False):
    season_id: int
    user_id: int
    joined_at: datetime
    division: int | None
    bank: int
    gone: bool
    place: int | None


class LeagueMatchColumns(TypedDict, total=False):
    id: int
    season_id: int
    division: int
    number: int
    players: list[int]
    seed: bytes | None
    match_id: int | None
    stuck_since: datetime | None
    called_off: bool


class TournamentColumns(TypedDict, total=False):
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


class TournamentPlayerColumns(TypedDict, total=False):
    tournament_id: int
    user_id: int
    joined_at: datetime
    checked_in: bool
    drawn: int | None
    gone: bool
    place: int | None


class TournamentRoundColumns(TypedDict, total=False):
    tournament_id: int
    number: int
    ends_at: datetime
    seed: bytes | None
    salt: str | None
    series_id: int | None


class TournamentMatchColumns(TypedDict, total=False):
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
