"""The lessons: a guided first match of each game.

A module beside this file that has a `lesson` belongs to the game with its name.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from bot.lessons.lesson import Lesson, LessonMove, LessonPosition, LessonStep, PlayedLine

_modules = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}
LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {name: module.lesson for name, module in _modules.items() if hasattr(module, "lesson")}
)

__all__ = ["LESSONS", "Lesson", "LessonMove", "LessonPosition", "LessonStep", "PlayedLine"]
