"""Rows of the tables in `practice_tables`, as frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleRunRow:
    id: int
    user_id: int
    guild_id: int | None
    game: str
    kind: str
    began_at: datetime
    puzzle: int | None
    since: datetime
    used: int
    solved: int
    answers: list[Any]
    ended_at: datetime | None
    ending: str | None
    shared: bool


@dataclass(frozen=True, slots=True, repr=False)
class ExerciseRow:
    id: int
    user_id: int
    match_id: int
    number: int
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any]
    seat: int
    view: dict[str, Any]
    played: str
    better: str
    reasons: list[Any]
    added_at: datetime
    stage: int
    due_at: datetime | None


@dataclass(frozen=True, slots=True, repr=False)
class ProgressRow:
    user_id: int
    match_id: int
    game: str
    ended_at: datetime
    good: int
    choices: int
    missed: list[Any]
