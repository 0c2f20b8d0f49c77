"""Tables of what people practise, and of their tries at puzzles."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, String, UniqueConstraint

from bot.store.definition import KEY, At, ColumnOption, DiscordId, Id, Long, ShortName, UserId, Word, table


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleTryRow:
    """Everybody's first try at a puzzle, by its id in `bot.puzzles`; a `day` if it was that day's puzzle."""

    user_id: Annotated[UserId, KEY]
    game: Annotated[ShortName, KEY]
    puzzle: Annotated[Long, KEY]
    is_right: bool
    day: date | None
    at: datetime


puzzle_tries = table("puzzle_tries", PuzzleTryRow, Index(None, "day"))


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleStandingRow:
    """What people are rated at the puzzles of a game, as it follows from their tries."""

    user_id: Annotated[UserId, KEY]
    game: Annotated[ShortName, KEY]
    mu: float
    sigma: float


puzzle_standings = table("puzzle_standings", PuzzleStandingRow)

# What the puzzles are rated that somebody has tried.
puzzle_ratings = table(
    "puzzle_ratings",
    Column("game", String(32), primary_key=True),
    Column("puzzle", BigInteger, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleRunRow:
    """Puzzles one after the other; at most one run of a person isn't over."""

    id: Id
    user_id: UserId
    guild_id: DiscordId | None  # the server where it began; null: a direct message
    game: ShortName
    kind: Word
    began_at: At
    puzzle: Long | None  # the one that is asked; null: the run is over
    since: At  # from when its time counts
    used: int  # milliseconds until then
    solved: int
    answers: list[Any]  # [puzzle, whether it was solved, what it was rated] of each
    ended_at: At | None
    ending: Word | None
    shared: bool


puzzle_runs = table("puzzle_runs", PuzzleRunRow, Index(None, "user_id"), Index(None, "guild_id", "game", "kind"))


@dataclass(frozen=True, slots=True, repr=False)
class ExerciseRow:
    """A mistake of somebody in a match that is over, as an exercise for them alone."""

    id: Id
    user_id: UserId
    match_id: Long  # so that each decision is there once
    number: int  # of the decision's event
    game: ShortName
    rules_version: int
    seats: int
    options: dict[str, Any]
    seat: int
    view: dict[str, Any]  # what the seat saw
    played: str
    better: str
    reasons: list[Any]  # [sentence, values, places] of each
    added_at: At
    stage: int  # how often it was solved since the last mistake
    due_at: At | None  # when it comes back; null: it's known


exercises = table(
    "exercises",
    ExerciseRow,
    UniqueConstraint("user_id", "match_id", "number"),
    Index("ix_exercises_due_at", "user_id", "due_at"),
)


@dataclass(frozen=True, slots=True, repr=False)
class ProgressRow:
    """How somebody's decisions in a match were, as its review says."""

    user_id: Annotated[UserId, KEY]
    match_id: Annotated[Long, KEY, ColumnOption("autoincrement", False)]
    game: ShortName
    ended_at: At
    good: int  # choices as good as a strong computer's
    choices: int
    missed: list[Any]  # [sentence, values] of what each missed move would have done


progress = table("progress", ProgressRow, Index(None, "match_id"))


@dataclass(frozen=True, slots=True, repr=False)
class ScratchPositionRow:
    """A position on somebody's scratch board of a match, made of what their seat saw and of what they supposed."""

    id: Id
    user_id: UserId
    match_id: Annotated[int, ForeignKey("matches.id", ondelete="CASCADE")]
    parent: Long | None  # the position before it; null: it's one of the match
    tried: str  # the move, or what was supposed; of one of the match which it is
    supposed: bool  # whether it isn't a move
    luck: list[Any]  # the numbers that were chosen or drawn for it
    seat: int  # who looks at it
    rules_version: int
    position: dict[str, Any]
    name: str | None
    at: At


scratch_positions = table(
    "scratch_positions",
    ScratchPositionRow,
    Index(None, "user_id", "match_id"),
    Index(None, "match_id"),
    sqlite_autoincrement=True,  # so that no button of a removed position leads to another one
)

# Whether somebody wants to be offered what to do next; without a row, they do.
plans = table(
    "plans",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("wanted", Boolean, nullable=False),
)
