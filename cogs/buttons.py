"""All buttons and selects: a module that marks functions with `action` is found by being in the folder of screens."""

from importlib import import_module
from pkgutil import walk_packages

import cogs.shared
from bot.client import Crux


def load_actions() -> None:
    """Imports all modules of the screens, which registers their actions."""
    for module in walk_packages(cogs.shared.__path__, f"{cogs.shared.__name__}."):
        import_module(module.name)


async def setup(_: Crux) -> None:
    load_actions()
