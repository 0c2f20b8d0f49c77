"""Lessons: a few steps, each with a position of the real rules and the move to find there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any

from bot.rules import State
from bot.rules.chance import Outcome, Scripted


@dataclass(frozen=True, slots=True)
class LessonMove:
    """A move in the game's notation, and the luck drawn for it."""

    move: str
    luck: Sequence[Outcome] = ()


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A move that was played on the way to a step, with the positions before and after it."""

    seat: int
    move: str
    luck: tuple[Outcome, ...]
    before: State[Any]
    after: State[Any]


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """The position of a step, and what led there since the previous answer or the step's own position."""

    state: State[Any]
    played: tuple[PlayedLine, ...]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One task.

    `task` says what to do and why. `answers` are the moves that do it, in notation. The lesson goes on with the first,
    which draws `luck`. `praise` is shown after any of them. `mistakes` says why certain other moves aren't right, by
    patterns of their notation such as "terminal *", of which the first that fits counts. `wrong` is shown after all
    others. `teaches` are titles of the pages of the game's rules that the step belongs to, and `summary` says in
    docs/lessons.md what it practises.

    The position is that after the answer to the previous step and the moves `before` this one. `begin` is another one
    to start from.
    """

    task: str
    answers: Sequence[str]
    praise: str
    wrong: str
    teaches: Sequence[str] = ()
    mistakes: Mapping[str, str] = field(default_factory=dict)
    before: Sequence[LessonMove] = ()
    luck: Sequence[Outcome] = ()
    begin: State[Any] | None = None
    summary: str = ""

    def mistake(self, move: str) -> str | None:
        """The message for a legal move, in notation; None if it is an answer."""
        return None if move in self.answers else self.own_reason(move) or self.wrong

    def own_reason(self, move: str) -> str | None:
        """What `mistakes` says of a move, in notation; None if no pattern fits it."""
        return next((reason for pattern, reason in self.mistakes.items() if fnmatchcase(move, pattern)), None)


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. The first step has a `begin`, and the same seat decides in all steps.

    `colours` are those of the seats. `after` says at the end what else the game has. The basic game is taught by the
    first `basic` steps, all of them if it's None. The others teach the game's variants, for those who want them.
    """

    colours: Sequence[str]
    steps: Sequence[LessonStep]
    after: str
    basic: int | None = None

    @property
    def ends(self) -> tuple[int, ...]:
        """How many steps have been taken at each end: that of the basic game, and that of the variants if there are."""
        every = len(self.steps)
        return (every,) if self.basic is None else (self.basic, every)

    def part(self, number: int) -> range:
        """The numbers of the steps that are taught together with the step of this number."""
        start = 0
        for end in self.ends:
            if number < end:
                return range(start, end)
            start = end
        raise IndexError(number)

    @cached_property
    def scenes(self) -> tuple[LessonPosition, ...]:
        """The position of each step. Raises IllegalMove or ScriptError if a line can't be played."""
        scenes: list[LessonPosition] = []
        for step in self.steps:
            if step.begin is not None:
                state = step.begin
            else:
                previous = self.steps[len(scenes) - 1]
                state = _play(scenes[-1].state, LessonMove(previous.answers[0], previous.luck)).after
            played: list[PlayedLine] = []
            for line in step.before:
                played.append(_play(state, line))
                state = played[-1].after
            scenes.append(LessonPosition(state, tuple(played)))
        return tuple(scenes)


def _play(state: State[Any], line: LessonMove) -> PlayedLine:
    """Plays the line in this position. Raises ValueError if luck is left over or nobody is to move."""
    luck = Scripted(line.luck)
    after = state.play(state.parse(line.move), luck)
    if luck.left or state.to_move is None:
        raise ValueError(f"{line.move} needs less luck than {list(line.luck)}")
    return PlayedLine(state.to_move, line.move, tuple(line.luck), state, after)
