"""Tables of results, and of the ratings that follow from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, String

from bot.store.definition import KEY, UNIQUE, At, ColumnOption, Id, Instant, ShortName, To, UserId, Word, table


@dataclass(frozen=True, slots=True, repr=False)
class ResultRow:
    """A rated match or series that has ended: the log that ratings follow from, in this order. Rows are only added."""

    id: Id
    match_id: Annotated[int, To("matches.id"), UNIQUE]
    game: ShortName
    ended_at: At
    sides: list[list[int | str]]  # for each side the rows of its people and the levels of its computers
    places: list[int]  # for each side
    computers: Mapping[str, tuple[float, float]] | None  # the ratings of the computers' levels: [mu, sigma] for each
    people: str  # all of them in order: "3,8"
    counts: bool
    uncounted: Word | None  # why it doesn't count; see `bot.ratings.ledger.Uncounted`
    barred: Annotated[bool, ColumnOption("default", False)]  # somebody forgotten has played for it that day


results = table("results", ResultRow, Index(None, "people", "ended_at"))


@dataclass(frozen=True, slots=True, repr=False)
class RatingRow:
    """Somebody's rating now in a game, as it follows from `results`."""

    user_id: Annotated[UserId, KEY]
    game: Annotated[ShortName, KEY]
    mu: float
    sigma: float
    matches: int
    wins: int
    streak: int  # current wins in a row
    longest_streak: int
    played_at: At | None  # when the newest of these matches ended; null until an upgrade is finished


ratings = table("ratings", RatingRow, sqlite_with_rowid=False)


@dataclass(frozen=True, slots=True, repr=False)
class RatingChangeRow:
    """How a result changed a player's rating."""

    user_id: Annotated[UserId, KEY]
    game: Annotated[ShortName, KEY]
    result_id: Annotated[int, To("results.id"), KEY]
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


rating_changes = table("rating_changes", RatingChangeRow, Index(None, "result_id"), sqlite_with_rowid=False)

# Has a row from a migration to newer rules of ratings until all of them have been computed anew.
ratings_due = table("ratings_due", Column("revision", String(32), primary_key=True))

# The leaderboards: someone's rating in a game, on each server where they have played rated matches of it. Server 0 is
# the global leaderboard, which lists only those who agreed to that.
leaderboards = table(
    "leaderboards",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True),
    Column("points", Float, nullable=False),  # mu
    Column("sigma", Float, nullable=False),
    Column("played_at", Instant),  # as in `ratings`
    Column("away", Boolean, nullable=False),  # not on the server when Discord was last asked
    Index(None, "guild_id", "game", "points", "sigma", "played_at", "away"),  # all that decides about places
    sqlite_with_rowid=False,
)
