"""The database: tables, queries, migrations. Knows nothing of games or Discord beyond their ids."""

from bot.store.errors import StoreBusy, StoreNotWritable, StoreOutOfReach, StoreUnsure, StoreUnusable
from bot.store.store import Store

__all__ = ["Store", "StoreBusy", "StoreNotWritable", "StoreOutOfReach", "StoreUnsure", "StoreUnusable"]
