"""The tables of leagues and tournaments."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint, true

from bot.store.definition import KEY, UNIQUE, At, ColumnOption, DiscordId, Id, ShortName, To, UserId, Word, table
from bot.store.documents import EndingDocument


def _messages(name: str, key: str, contests: str) -> Table:
    """The messages that show the parts of contests, those that stay behind as well."""
    return table(
        name,
        Column(key, ForeignKey(f"{contests}.id"), primary_key=True),
        Column("part", Integer, primary_key=True),
        Column("message_id", BigInteger, nullable=False),
        Column("shown", String(64), nullable=False),  # the digest of what it shows
        Column("left_in", BigInteger),  # the channel where it stays behind; null: it shows how things are now
    )


@dataclass(frozen=True, slots=True, repr=False)
class LeagueRow:
    """What a league was created with; see docs/leagues.md. Each of its seasons is a row of `league_seasons`."""

    id: Id
    guild_id: DiscordId
    channel_id: DiscordId
    name: Annotated[str, String(40)]
    game: ShortName
    options: Mapping[str, Any]
    seats: int
    size: int  # how many people a division should have
    move_time: timedelta  # how long a turn may take
    on_expiry: Word
    bank: timedelta  # what each person has beyond that in a season
    at_once: int  # how many of its matches one person plays at the same time
    sign_up: timedelta  # the time between two seasons
    created_at: datetime
    closed_at: datetime | None
    orders: Annotated[bool, ColumnOption("server_default", true())]  # standing orders may play in its rated matches


leagues = table("leagues", LeagueRow, Index(None, "guild_id"))


@dataclass(frozen=True, slots=True, repr=False)
class LeagueSeasonRow:
    """A season of a league.

    The next one is there as soon as the one before has begun, for those who come late; it takes part in time only once
    that is over.
    """

    id: Id
    league_id: Annotated[int, To("leagues.id")]
    number: int
    seed: bytes  # what lots follow from; secret until the season is over
    begins_at: At | None  # null: the season before goes on
    began_at: At | None
    ended_at: At | None
    finished: bool  # nothing is left to be shown or given


league_seasons = table(
    "league_seasons", LeagueSeasonRow, UniqueConstraint("league_id", "number"), Index(None, "finished")
)


@dataclass(frozen=True, slots=True, repr=False)
class LeaguePlayerRow:
    season_id: Annotated[int, To("league_seasons.id"), KEY]
    user_id: Annotated[UserId, KEY]
    joined_at: datetime
    division: int | None  # null: the season hasn't begun
    bank: timedelta  # what is left
    gone: bool  # left while the season went on
    place: int | None  # in the division, once the season is over


league_players = table("league_players", LeaguePlayerRow, Index(None, "user_id"))


@dataclass(frozen=True, slots=True, repr=False)
class LeagueMatchRow:
    id: Id
    season_id: Annotated[int, To("league_seasons.id")]
    division: int
    number: int  # in the schedule of the division, from 1
    players: list[int]  # the rows of the people on the seats in order
    seed: bytes | None  # the match's own, announced by its digest; null: it isn't its turn
    match_id: Annotated[int, To("matches.id"), UNIQUE] | None
    stuck_since: At | None  # since when the installed rules can't continue or begin it; null: they can
    called_off: Annotated[bool, ColumnOption("default", False)]  # was stuck for too long: the season goes on without


league_matches = table("league_matches", LeagueMatchRow, UniqueConstraint("season_id", "division", "number"))

# The parts of a season: 0 is the sign-up, n the table of division n, -1 the finale.
league_messages = _messages("league_messages", "season_id", "league_seasons")


@dataclass(frozen=True, slots=True, repr=False)
class TournamentRow:
    """What a tournament was created with, and how far it is; see docs/tournaments.md."""

    id: Id
    guild_id: DiscordId
    channel_id: DiscordId
    name: Annotated[str, String(40)]
    kind: Word
    game: ShortName
    options: Mapping[str, Any]
    seats: int
    rounds: int | None  # null: as many as its kind has for so many people, known once it has begun
    rated: bool
    duplicate: bool  # all tables of a round have the same luck
    move_time: timedelta  # how long a turn may take
    on_expiry: Word
    round_time: timedelta
    check_in: timedelta  # the time before the beginning in which people check in; 0: they don't
    sign_up: timedelta
    seed: bytes  # what the draw and lots follow from; secret until the end
    salt: Annotated[str, String(32)] | None  # the first sign-up message's id
    begins_at: At
    began_at: At | None
    ended_at: At | None
    cancelled: bool
    finished: bool  # nothing is left to be shown or given
    created_at: datetime


tournaments = table("tournaments", TournamentRow, Index(None, "guild_id", "ended_at"), Index(None, "finished"))


@dataclass(frozen=True, slots=True, repr=False)
class TournamentPlayerRow:
    tournament_id: Annotated[int, To("tournaments.id"), KEY]
    user_id: Annotated[UserId, KEY]
    joined_at: datetime
    checked_in: bool
    drawn: int | None  # the place in the draw, from 1; null: not drawn
    gone: bool  # left while it went on
    place: int | None  # once it is over


tournament_players = table("tournament_players", TournamentPlayerRow, Index(None, "user_id"))


@dataclass(frozen=True, slots=True, repr=False)
class TournamentRoundRow:
    tournament_id: Annotated[int, To("tournaments.id"), KEY]
    number: Annotated[int, KEY]
    ends_at: At
    seed: bytes | None  # of all its tables, where they have the same luck
    salt: Annotated[str, String(32)] | None  # the id of the message that announced the round
    series_id: Annotated[int, To("series.id")] | None  # keeps that seed sealed while the round goes on


tournament_rounds = table("tournament_rounds", TournamentRoundRow)


@dataclass(frozen=True, slots=True, repr=False)
class TournamentMatchRow:
    id: Id
    tournament_id: Annotated[int, To("tournaments.id")]
    round: int
    bracket: int
    number: int  # of the table in its round and bracket, from 1
    again: bool  # the second match of a drawn one
    players: list[int]  # the rows of the people on the seats in order
    places: list[int] | None  # of a bye, or settled as people left or time was over; otherwise the match's
    seed: bytes  # the match's own, announced by its digest
    thread_id: DiscordId | None  # the private thread of a table that has the luck of others
    match_id: Annotated[int, To("matches.id"), UNIQUE] | None


tournament_matches = table(
    "tournament_matches", TournamentMatchRow, UniqueConstraint("tournament_id", "round", "bracket", "number", "again")
)

# The parts of a tournament: 0 is the sign-up, 1 the table or bracket, -1 the end, 100 + n the beginning of round n.
tournament_messages = _messages("tournament_messages", "tournament_id", "tournaments")

# Their rows with what is read beside them.


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
