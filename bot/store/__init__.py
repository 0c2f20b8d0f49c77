"""The database: tables, queries, migrations. Knows nothing of games or Discord beyond their ids."""

import bot.store.league_tables  # noqa: F401 - its tables are in the metadata of all
from bot.store.errors import StoreBusy, StoreNotWritable, StoreUnusable
from bot.store.store import Store

__all__ = ["Store", "StoreBusy", "StoreNotWritable", "StoreUnusable"]
