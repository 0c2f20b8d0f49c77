"""The whole schema: `metadata` with the tables of every module of this folder that defines some (`*tables.py`)."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from bot.store.definition import metadata

for _module in iter_modules([str(Path(__file__).parent)]):
    if _module.name.endswith("tables"):
        import_module(f"bot.store.{_module.name}")

__all__ = ["metadata"]
