"""Choosing a move in a position without a match: the clicks on a composer of a lesson, a puzzle or an exercise."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match import BookExercise
from bot.puzzles import Puzzle
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


def state_of(cog: Presentation, asked: Puzzle | BookExercise) -> State[Any]:
    """The position of a puzzle or an exercise, as far as its seat sees it."""
    return cog.game.state_of_view(asked.view, asked.seat)


def seat_colours(cog: Presentation, asked: Puzzle | BookExercise) -> Sequence[str]:
    return cog.game.colours(asked.seats, asked.options)


def answer_clicks(
    kind: str,
    place_in: Callable[[Click], Awaitable[ExerciseClick]],
    show_at: Callable[[Click, tuple[int, ...]], Awaitable[None]],
    attempt: Callable[[Click, str], Awaitable[None]],
) -> None:
    """Answer the clicks on composers whose `Target` is of this kind.

    `place_in` reads a click, `show_at` shows the composer where the numbers lead, and `attempt` takes a move that was
    chosen, in notation.
    """

    async def show(click: Click, numbers: tuple[int, ...]) -> None:
        place = await place_in(click)
        try:
            if numbers:
                compose(place.cog.paths(place.state), numbers)
        except ValueError:  # choices of another release
            raise OutdatedButton from None
        await show_at(click, numbers)

    async def step(click: Click) -> None:
        await show(click, _steps_in((await place_in(click)).payload))

    async def choose(click: Click) -> None:
        so_far = (await place_in(click)).payload.partition("/")[0]
        await show(click, (*_steps_in(so_far), number_in(click.value)))

    async def back(click: Click) -> None:
        place = await place_in(click)
        try:
            numbers = step_back(place.cog.paths(place.state), _steps_in(place.payload))
        except ValueError:
            raise OutdatedButton from None
        await show(click, numbers)

    async def confirm(click: Click) -> None:
        place = await place_in(click)
        texts = [place.state.notate(move) for move in place.state.legal()]
        await attempt(click, next((text for text in texts if move_key(text) == place.payload), place.payload))

    async def now(click: Click) -> None:
        await attempt(click, (await place_in(click)).payload)

    for handler in (step, choose, back, confirm, now):
        action(f"{kind}_{handler.__name__}", "update")(handler)


def _steps_in(text: str) -> tuple[int, ...]:
    try:
        return decode_steps(text)
    except ValueError:
        raise OutdatedButton from None
