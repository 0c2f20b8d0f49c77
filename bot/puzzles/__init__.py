"""Puzzles: positions in which one move is the best, and what is asked about them.

A module beside this file that offers `questions` is that of the game with its name: they are sentences by the kind of
puzzle, with named places for a puzzle's `values`; `themes` name the kinds. Its puzzles are in the file of that name,
one JSON object a line, as `python -m bot puzzles make GAME` writes them.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from bot.puzzles.puzzle import GRADES, Because, Mistake, Puzzle, puzzle_of
from bot.rules import GAMES

__all__ = ["GRADES", "QUESTIONS", "THEMES", "Because", "Mistake", "Puzzle", "file_of", "puzzle_of", "puzzles_of"]

_modules = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}
QUESTIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {name: module.questions for name, module in _modules.items() if hasattr(module, "questions")}
)
"""What is asked in the puzzles of each game that has some, by their kind."""

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType({name: _modules[name].themes for name in QUESTIONS})
"""What the kinds of puzzles of each game are called, the game included."""


def file_of(game: str) -> Path:
    return Path(str(files("bot.puzzles"))) / f"{game}.jsonl"


@cache
def puzzles_of(game: str) -> Mapping[int, Puzzle]:
    """The puzzles of a game by their ids: those that were made under the rules that are installed."""
    if game not in QUESTIONS or not file_of(game).is_file():
        return {}
    puzzles = (puzzle_of(json.loads(line)) for line in file_of(game).read_text("utf-8").splitlines())
    return {one.id: one for one in puzzles if one.rules == GAMES[game].rules_version}
