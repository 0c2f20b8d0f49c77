"""Traces of people who were forgotten."""

from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import Column, Index, Integer, LargeBinary, String

from bot.store.definition import KEY, At, Word, table


@dataclass(frozen=True, slots=True, repr=False)
class TraceRow:
    """What a rule still has to know of somebody who was forgotten, by a keyed hash of their id and of nothing else; see
    `bot.match.reading.traces`.
    """

    rule: Annotated[Word, KEY]
    about: Annotated[str, String(64), KEY]  # what the rule is about: a day, a puzzle, a match, ...
    digest: Annotated[bytes, KEY]
    number: int  # what the rule counts
    until: At | None  # null: as long as what it is about goes on


traces = table("traces", TraceRow, Index(None, "digest"), Index(None, "until"))

# The secret key of these hashes: a single row, or none while there are no traces.
trace_keys = table(
    "trace_keys",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary(32), nullable=False),
)
