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
