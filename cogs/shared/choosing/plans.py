"""Plans: several decisions of one turn, chosen one after the other, each in the position after the previous one.

Nothing is played until the whole plan is confirmed. Like the composer, a plan is just the numbers of the choices: those
of its decisions in order, the last one possibly incomplete.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match import Match, PlayedMove
from bot.rules import State
from bot.rules.chance import Scripted, ScriptError
from bot.text.terms import join_sentences
from cogs.shared.presentation.paths import NOTHING_TO_CHOOSE, Composition, Path, compose, numbers_to, step_back
from cogs.shared.presentation.presentation import DirectMove, Presentation, played_marks
from images.marks.marks import Played

Numbers = tuple[tuple[int, ...], ...]
"""The choices, decision by decision."""

START: Numbers = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions planned so far, the position they lead to, and the choices for the next one.

    `numbers` are those of the planned decisions alone, `paths` those of the next one. `at_start` says that no choice
    has been made apart from automatic ones.
    """

    planned: tuple[tuple[State[Any], Any], ...]  # each with the position before it
    numbers: Numbers
    state: State[Any]
    paths: Sequence[tuple[Path, Any]]
    composition: Composition
    at_start: bool

    @property
    def all_numbers(self) -> Numbers:
        """All choices, including those of the current decision."""
        return (*self.numbers, self.composition.numbers)

    @property
    def moves(self) -> list[str]:
        """The moves to play on confirmation, as text; empty while there are none."""
        return [before.notate(move) for before, move in self._decisions()]

    def decisions(self) -> list[PlayedMove]:
        """The planned decisions as if they had been played, so that they can be described in the same way."""
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
    """The plan with these choices. Raises ValueError if there is no such choice.

    With `plans`, a complete decision is planned if the same seat decides next and no luck was drawn.
    """
    planned: list[tuple[State[Any], Any]] = []
    numbers_planned: list[tuple[int, ...]] = []
    for steps in (*numbers, ()):
        paths = cog.paths(state)
        composition = _compose(paths, steps, asks=plans)
        after = _after(state, composition.move) if plans and composition.move is not None else None
        if after is None:
            if len(numbers_planned) < len(numbers) - 1:
                raise ValueError(f"Nothing can be planned after {composition.numbers}.")
            at_start = not numbers_planned and composition.numbers == _compose(paths, (), asks=plans).numbers
            return Plan(tuple(planned), tuple(numbers_planned), state, paths, composition, at_start)
        planned.append((state, composition.move))
        numbers_planned.append(composition.numbers)
        state = after
    raise AssertionError("the last of the numbers chooses nothing yet")


def plan_of(cog: Presentation, state: State[Any], moves: Iterable[str]) -> Numbers:
    """The choices that lead to these moves of one turn, as far as they can be planned; none for what isn't chosen in
    steps. Only the first where turns aren't planned.
    """
    numbers: Numbers = ()
    for text in moves:
        move = state.parse(text)
        steps = numbers_to(cog.paths(state), move)
        if not steps:
            break
        numbers = (*numbers, steps)
        after = _after(state, move) if cog.plans_turns else None
        if after is None:
            break
        state = after
    return numbers


def back(cog: Presentation, state: State[Any], numbers: Numbers, *, plans: bool) -> Numbers:
    """Undoes one real choice, of the current decision or the newest planned one. Raises ValueError as above."""
    plan = follow(cog, state, numbers, plans=plans)
    if plan.composition.chosen:
        now, steps = plan.state, plan.composition.numbers
        others = plan.numbers
    elif plan.planned:
        (now, _), steps = plan.planned[-1], plan.numbers[-1]
        others = plan.numbers[:-1]
    else:
        return START
    return (*others, step_back(cog.paths(now), steps, asks=plans))


def closes(cog: Presentation, plan: Plan) -> bool:
    """Whether each choice that can be made now completes the turn, so that nothing is left but to end it."""
    chosen = plan.composition.chosen
    nexts = [(path, move) for path, move in plan.paths if path[: len(chosen)] == chosen]
    if not (chosen and nexts) or any(len(path) > len(chosen) + 1 for path, _ in nexts):
        return False
    afters = [_after(plan.state, move) for _, move in nexts]
    return all(after is not None and not cog.paths(after) and _only_end(cog, after) for after in afters)


def confirms(cog: Presentation, state: State[Any], plan: Plan) -> list[DirectMove | None]:
    """What can be confirmed from this position on: what was chosen (None), and each direct move after it.

    If nothing is left but to end the turn, both are the same.
    """
    if plan.composition.move is not None:
        return [None]
    if not plan.planned or plan.composition.chosen:
        return []
    if closing := closing_move(cog, state, plan.numbers):
        return [closing]
    return [None, *cog.direct_moves(plan.state)]


def closing_move(cog: Presentation, state: State[Any], numbers: Numbers) -> DirectMove | None:
    """What ends the turn if the last of these choices was one that completes it; None for any other.

    Raises ValueError if there is no such choice.
    """
    plan = follow(cog, state, numbers, plans=True)
    before = follow(cog, state, (*numbers[:-1], numbers[-1][:-1]), plans=True)
    return _only_end(cog, plan.state) if closes(cog, before) else None


def _only_end(cog: Presentation, state: State[Any]) -> DirectMove | None:
    """The only direct move, if nothing is asked about it."""
    left = cog.direct_moves(state)
    return left[0] if len(left) == 1 and not left[0].question else None


def plan_in_words(cog: Presentation, plan: Plan) -> str:
    """What is planned, and the current decision with its effects if it's complete; empty if there's nothing yet."""
    planned = cog.describe_turn(plan.decisions()) if plan.planned else ""
    move = plan.composition.move
    if move is None:
        return planned
    return join_sentences((planned, cog.describe_move(plan.state, move), cog.preview(plan.state, move)))


def played_in_turn(match: Match) -> tuple[Played, ...]:
    """The marks for what was played in the current turn; none if it hasn't begun."""
    going_on = match.trail.newest(1)[-1:] if match.trail.going_on else ()
    return played_marks(decision for turn in going_on for decision in turn)


def encode_steps(numbers: Iterable[int]) -> str:
    """The numbers of one decision in a custom id."""
    return ".".join(str(number) for number in numbers)


def decode_steps(text: str) -> tuple[int, ...]:
    """The reverse of `encode_steps`. Raises ValueError for any other text."""
    return tuple(int(part) for part in text.split(".") if part)


def encode_plan(numbers: Numbers) -> str:
    """The numbers of several decisions in a custom id; those of a single one as `encode_steps` writes them."""
    return "_".join(map(encode_steps, numbers))


def decode_plan(text: str) -> Numbers:
    """The reverse of `encode_plan`. Raises ValueError for any other text."""
    return tuple(map(decode_steps, text.split("_")))


def plan_key(moves: Sequence[str]) -> str:
    """A key of these moves, so that numbers from another release play nothing else."""
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]


def _compose(paths: Sequence[tuple[Path, Any]], steps: Sequence[int], *, asks: bool) -> Composition:
    if paths:
        return compose(paths, steps, asks=asks)
    if steps:
        raise ValueError(f"There is no choice {steps[0]} where nothing can be chosen.")
    return NOTHING_TO_CHOOSE


def _after(state: State[Any], move: Any) -> State[Any] | None:
    """The position after a decision if the same seat decides next; None if that can't be planned."""
    try:
        after = state.play(move, Scripted([]))
    except ScriptError:  # the result depends on luck
        return None
    return after if after.may_take_back(state) and after.forced() is None else None
