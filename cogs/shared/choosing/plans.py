"""Plans: several decisions of one turn chosen one after the other, each on what the one before leads to.

Nothing is played until the whole plan is confirmed. Like the composer, a plan is only the numbers of what was chosen:
those of its decisions in order, the last of them perhaps unfinished.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match import PlayedMove
from bot.rules import State
from bot.rules.chance import Scripted, ScriptError
from cogs.shared.presentation.paths import NOTHING_TO_CHOOSE, Composition, Path, compose, step_back
from cogs.shared.presentation.presentation import Presentation

Numbers = tuple[tuple[int, ...], ...]
"""What was chosen, decision by decision."""

START: Numbers = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions planned so far, the position they lead to, and how far the next one is chosen there.

    `numbers` are those of the planned decisions alone, `paths` those of the next one. `at_start` says that nothing was
    chosen but what is taken by itself.
    """

    planned: tuple[tuple[State[Any], Any], ...]  # each with the position that it is decided in
    numbers: Numbers
    state: State[Any]
    paths: Sequence[tuple[Path, Any]]
    composition: Composition
    at_start: bool

    @property
    def taken(self) -> Numbers:
        """What was chosen, with the choice that is going on."""
        return (*self.numbers, self.composition.numbers)

    @property
    def moves(self) -> list[str]:
        """The moves to be played when it is confirmed, as text; empty while there is none."""
        return [before.notate(move) for before, move in self._decisions()]

    def decisions(self) -> list[PlayedMove]:
        """The planned decisions as if they had been played, so that they can be told like those."""
        afters = [before for before, _ in self.planned[1:]] + [self.state]
        return [
            PlayedMove(
                number=number,
                seat=before.to_move or 0,
                move=before.notate(move),
                chance=(),
                lucky=False,
                opens=False,
                automatic=False,
                before=before,
                after=after,
            )
            for number, ((before, move), after) in enumerate(zip(self.planned, afters, strict=True))
        ]

    def _decisions(self) -> Iterator[tuple[State[Any], Any]]:
        yield from self.planned
        if self.composition.move is not None:
            yield self.state, self.composition.move


def follow(cog: Presentation, state: State[Any], numbers: Numbers, *, plans: bool) -> Plan:
    """What was chosen by these numbers. ValueError if there is no such choice.

    With `plans` a decision that is chosen to its end is planned if the same seat decides on after it, without any luck.
    """
    planned: list[tuple[State[Any], Any]] = []
    kept: list[tuple[int, ...]] = []
    for taken in (*numbers, ()):
        paths = cog.paths(state)
        composition = _compose(paths, taken, asks=plans)
        after = _after(state, composition.move) if plans and composition.move is not None else None
        if after is None:
            if len(kept) < len(numbers) - 1:
                raise ValueError(f"Nothing can be planned after {composition.numbers}.")
            at_start = not kept and composition.numbers == _compose(paths, (), asks=plans).numbers
            return Plan(tuple(planned), tuple(kept), state, paths, composition, at_start)
        planned.append((state, composition.move))
        kept.append(composition.numbers)
        state = after
    raise AssertionError("the last of the numbers chooses nothing yet")


def back(cog: Presentation, state: State[Any], numbers: Numbers, *, plans: bool) -> Numbers:
    """One real choice back, of the decision that is being chosen or of the newest planned one. ValueError as above."""
    plan = follow(cog, state, numbers, plans=plans)
    if plan.composition.chosen:
        now, taken = plan.state, plan.composition.numbers
        others = plan.numbers
    elif plan.planned:
        (now, _), taken = plan.planned[-1], plan.numbers[-1]
        others = plan.numbers[:-1]
    else:
        return START
    return (*others, step_back(cog.paths(now), taken, asks=plans))


def encode_steps(numbers: Iterable[int]) -> str:
    """The numbers of one decision as they stand in a custom id."""
    return ".".join(str(number) for number in numbers)


def decode_steps(text: str) -> tuple[int, ...]:
    """The reverse of `encode_steps`. ValueError for any other text."""
    return tuple(int(part) for part in text.split(".") if part)


def encode_plan(numbers: Numbers) -> str:
    """The numbers of several decisions as they stand in a custom id; those of a single one as `encode_steps` does."""
    return "_".join(map(encode_steps, numbers))


def decode_plan(text: str) -> Numbers:
    """The reverse of `encode_plan`. ValueError for any other text."""
    return tuple(map(decode_steps, text.split("_")))


def plan_key(moves: Sequence[str]) -> str:
    """What tells these moves from any others, so that numbers of another release play nothing else."""
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]


def _compose(paths: Sequence[tuple[Path, Any]], taken: Sequence[int], *, asks: bool) -> Composition:
    if paths:
        return compose(paths, taken, asks=asks)
    if taken:
        raise ValueError(f"There is no choice {taken[0]} where nothing can be chosen.")
    return NOTHING_TO_CHOOSE


def _after(state: State[Any], move: Any) -> State[Any] | None:
    """The position after a decision, where the same seat decides on; None where that can't be planned."""
    try:
        after = state.play(move, Scripted([]))
    except ScriptError:  # luck decides what comes of it
        return None
    return after if after.may_take_back(state) and after.forced() is None else None
