"""What a store needs to know of the kind of its database. Each kind is a module: `sqlite` and `postgresql`."""

from collections.abc import Callable
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.errors import StoreBusy, StoreNotWritable


class Database(Protocol):
    """One database of some kind, which isn't open by itself."""

    @property
    def name(self) -> str:
        """What logs and sentences call it: no password, no secret."""

    def bring_up_to_date(self) -> None:
        """Creates the database's tables, or migrates them to this release. Blocks. Raises StoreUnusable."""

    def engine(self, busy_seconds: float) -> AsyncEngine:
        """A new engine. Writers wait for each other for `busy_seconds`, unless told otherwise."""

    def readers(self, engine: AsyncEngine) -> AsyncEngine:
        """This engine for transactions that see one snapshot, wait for nobody and leave nothing written."""

    async def begin_writing(self, connection: AsyncConnection, patience: float) -> None:
        """Begins a transaction that no other writer of any process overlaps. Waits for at most `patience` seconds.

        An error that `trouble` calls StoreBusy means that they were over. Raises StoreGone if the database isn't
        where it was any more, so that what is written would be lost.
        """

    async def write_nothing(self, connection: AsyncConnection) -> None:
        """Writes what is there already, which fails exactly if the database can't be written."""

    async def wake_others(self, connection: AsyncConnection) -> None:
        """Has all who `listen` woken once this transaction is committed. Does nothing where nobody can listen."""

    async def listen(self, engine: AsyncEngine, wake: Callable[[], None]) -> None:
        """Calls `wake` after each such commit, and after a lost connection is back. Ends only if cancelled, or where
        nobody can listen.
        """

    def trouble(self, error: Exception) -> type[StoreBusy | StoreNotWritable] | None:
        """What an error of a transaction means, if not that the bot is at fault."""
