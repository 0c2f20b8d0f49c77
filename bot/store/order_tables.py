"""What people want to have played for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from sqlalchemy import Index, String

from bot.store.definition import KEY, At, To, table

Key = Annotated[str, String(64)]
"""A digest of a position."""


@dataclass(frozen=True, slots=True, repr=False)
class OrderRow:
    """What one person has ordered in one match.

    Nothing of it is in the match's own rows, so nothing there tells of it.
    """

    match_id: Annotated[int, To("matches.id"), KEY]
    user_id: Annotated[int, To("users.id"), KEY]
    automatic: list[str] | None  # what is played whenever it can be; null: as the person has it everywhere
    lines: list[list[str]] | None  # conditional lines: moves from the position on that has the next digest
    position: Key | None
    decided: Mapping[str, Any] | None  # what is about to be played; see `bot.match.values.orders.Decided`
    due_at: At | None  # when; null if nothing is
    held: Key | None  # the digest of a position that an undo has led to: nothing is played there
    news: list[Mapping[str, Any]] | None  # what became of them, for the person
    tell_at: At | None  # when to tell the person by direct message (again); null if there's nothing to tell


orders = table("orders", OrderRow, Index(None, "user_id"), Index(None, "due_at"), Index(None, "tell_at"))
