"""Shards: the parts into which Discord divides the servers of a bot, and which of them a query is about."""

from dataclasses import dataclass
from typing import Any, TypeVarTuple

from sqlalchemy import ColumnElement, Select, false, func, true

Columns = TypeVarTuple("Columns")

SERVERS_APART = 1 << 22
"""Discord numbers a server's shard by its id without the last 22 bits, modulo the number of shards."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of `count` shards. Shard 0 also has everything that belongs to no server, such as direct messages."""

    count: int
    numbers: frozenset[int]

    @property
    def are_all(self) -> bool:
        """Whether these are all shards there are."""
        return len(self.numbers) == self.count

    def number_of(self, guild_id: int | None) -> int:
        """The shard of a server; None means direct messages."""
        return (guild_id or 0) // SERVERS_APART % self.count

    def include(self, guild_id: int | None) -> bool:
        """Whether the server, or direct messages, belong to these shards."""
        return self.number_of(guild_id) in self.numbers

    def have(self, guild_id: ColumnElement[Any]) -> ColumnElement[bool]:
        """Whether the servers of a column belong to these shards, as a condition; always true for all shards."""
        if self.are_all:
            return true()
        if not self.numbers:
            return false()
        # Divided instead of shifted, because PostgreSQL shifts only by small integers.
        return (func.coalesce(guild_id, 0) // SERVERS_APART % self.count).in_(sorted(self.numbers))

    def among(self, query: Select[*Columns], guild_id: ColumnElement[Any]) -> Select[*Columns]:
        """The query without rows of other shards; the same object for all shards, so that nothing is built anew."""
        return query if self.are_all else query.where(self.have(guild_id))


EVERYTHING = Shards(1, frozenset({0}))
"""All servers: what a process has that runs alone."""

NOTHING = Shards(1, frozenset())
"""No server: what a process has that waits for its turn."""
