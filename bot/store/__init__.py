"""The database: tables, queries, migrations. Knows nothing of games or Discord beyond their ids."""

from bot.store.errors import (
    Announced,
    StoreBusy,
    StoreGone,
    StoreNotWritable,
    StoreOutOfReach,
    StoreUnsure,
    StoreUnusable,
)
from bot.store.outages import has_written, log_failure, watch_writing
from bot.store.store import Store

__all__ = [
    "Announced",
    "Store",
    "StoreBusy",
    "StoreGone",
    "StoreNotWritable",
    "StoreOutOfReach",
    "StoreUnsure",
    "StoreUnusable",
    "has_written",
    "log_failure",
    "watch_writing",
]
