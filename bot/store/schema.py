"""The whole schema: `metadata` with the tables of every module of this folder that defines some (`*tables.py`)."""

from importlib import import_module
from pkgutil import iter_modules

import bot.store
from bot.store.tables import metadata

for _module in iter_modules(bot.store.__path__):
    if _module.name.endswith("tables"):
        import_module(f"{bot.store.__name__}.{_module.name}")

__all__ = ["metadata"]
