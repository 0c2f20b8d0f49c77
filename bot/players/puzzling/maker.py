"""What has to be said about a game so that puzzles of it can be made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.players.judging import Reason
from bot.players.puzzling.methods import Single
from bot.players.puzzling.table import PuzzleSetup

AskedKind = tuple[str, Mapping[str, Any]]
"""What is asked in a puzzle, by its name among the game's questions, and the values for that."""


@dataclass(frozen=True, slots=True)
class Maker:
    """How puzzles of a game are made."""

    seats: int
    """How many sit at the tables at which puzzles are looked for; `options` are those of the game there."""
    positions: int
    """What the search may cost that finds a puzzle."""
    least: float
    """By how much an answer has to be better than all other moves, in the judge's points."""
    kind: Callable[[PuzzleSetup, Any, Single], AskedKind | None]
    """What is asked where the search has found a single best move; None if that makes no puzzle."""
    asks: Callable[[Any], bool] = lambda state: True
    """Whether anything could be asked in a position, whatever the answer. It's looked at first, so that what is never
    asked isn't searched."""
    second: Callable[[PuzzleSetup, Any, Single], float | None] | None = None
    """By how much an answer is best by a method of another kind than a search; None if it doesn't agree. None instead
    of a method if only positions make puzzles that can be solved."""
    doubt: Callable[[PuzzleSetup, Any, Any, float], str | None] = lambda table, state, answer, effort: None
    """Why an answer that can't be solved is doubtful, by methods that have no part in finding it; None if it isn't. The
    last argument is the effort, 1 in full."""
    options: Mapping[str, object] = field(default_factory=dict)
    line: Callable[[Any, Any], Sequence[str]] | None = None
    """What is expected after the answer; None for what the adviser expects."""
    against: Callable[[Any, Any, Any], Sequence[Reason]] = lambda state, wrong, answer: ()
    """What can be said against a wrong answer, besides what the judge says."""
