"""Choosing a move in a position without a match: the clicks on a composer of a lesson, a puzzle or an exercise."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.rules import State
from cogs.shared.choosing.composer import move_key
from cogs.shared.choosing.plans import decode_steps
from cogs.shared.interactions.clicks import Click, OutdatedButton, action, number_in
from cogs.shared.presentation.paths import compose, step_back
from cogs.shared.presentation.presentation import Presentation


@dataclass(frozen=True, slots=True)
class ExerciseClick:
    """What a click is about: the game, the position in which a move is chosen, and what else the click says."""

    cog: Presentation
    state: State[Any]
    payload: str


@dataclass(frozen=True, slots=True)
class ExerciseHandlers:
    """A kind of positions in which people choose moves.

    `place` reads a click, `show` shows the composer where the numbers lead, and `attempt` takes a move that was chosen,
    in notation.
    """

    place: Callable[[Click], Awaitable[ExerciseClick]]
    show: Callable[[Click, tuple[int, ...]], Awaitable[None]]
    attempt: Callable[[Click, str], Awaitable[None]]


def answer_clicks(kind: str, exercise: ExerciseHandlers) -> None:
    """Answer the clicks on composers whose `Target` is of this kind."""

    async def show(click: Click, numbers: tuple[int, ...]) -> None:
        place = await exercise.place(click)
        try:
            if numbers:
                compose(place.cog.paths(place.state), numbers)
        except ValueError:  # choices of another release
            raise OutdatedButton from None
        await exercise.show(click, numbers)

    async def step(click: Click) -> None:
        await show(click, _steps_in((await exercise.place(click)).payload))

    async def choose(click: Click) -> None:
        so_far = (await exercise.place(click)).payload.partition("/")[0]
        await show(click, (*_steps_in(so_far), number_in(click.value)))

    async def back(click: Click) -> None:
        place = await exercise.place(click)
        try:
            numbers = step_back(place.cog.paths(place.state), _steps_in(place.payload))
        except ValueError:
            raise OutdatedButton from None
        await show(click, numbers)

    async def confirm(click: Click) -> None:
        place = await exercise.place(click)
        texts = [place.state.notate(move) for move in place.state.legal()]
        await exercise.attempt(click, next((text for text in texts if move_key(text) == place.payload), place.payload))

    async def now(click: Click) -> None:
        await exercise.attempt(click, (await exercise.place(click)).payload)

    for handler in (step, choose, back, confirm, now):
        action(f"{kind}_{handler.__name__}", "update")(handler)


def _steps_in(text: str) -> tuple[int, ...]:
    try:
        return decode_steps(text)
    except ValueError:
        raise OutdatedButton from None
