"""Moves on a scratch board: a move that is chosen is played, once the luck that it draws is chosen as well."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.match import Match
from bot.match.reading.trying import LuckNeeded
from bot.rules import IllegalMove, State
from bot.text import N_, say, say_error
from cogs.shared.choosing.exercises import ExerciseClick, answer_clicks
from cogs.shared.choosing.plans import plan_key
from cogs.shared.interactions.clicks import Click, OutdatedButton, Target, action, button, equal_parts, number_in, row
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.paths import compose
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.scratch.board import KIND, board_of, show_place
from cogs.shared.scratch.labels import dice_in_words, numbers_of, text_of

BUTTONS = 10  # numbers that are buttons, more are lists
IN_A_ROW = 5
LISTED = 25
MOST_LISTED = 125  # numbers; of more than that, chance chooses


async def _position(click: Click, cog: Presentation, match: Match) -> State[Any]:
    place = await click.bot.matches.scratch.place(match, click.user, click.version)
    state: State[Any] = place.state
    return state


async def play(
    click: Click, cog: Presentation, match: Match, text: str, luck: Sequence[int] = (), *, at_random: bool = False
) -> None:
    """Plays a move in the clicked position, or asks for the luck that it needs. Shows why it can't be played."""
    scratch = click.bot.matches.scratch
    try:
        position = await scratch.play(match, click.user, click.version, text, luck, at_random=at_random)
    except LuckNeeded as needed:
        if needed.sides > MOST_LISTED:
            await play(click, cog, match, text, luck, at_random=True)
        else:
            await _ask_luck(click, cog, match, text, luck, needed.sides)
    except IllegalMove as error:
        await show_place(cog, click.interaction, match, click.version, comment=f"🤔 {say_error(error)}")
    else:
        await show_place(cog, click.interaction, match, position)


async def _ask_luck(click: Click, cog: Presentation, match: Match, text: str, luck: Sequence[int], sides: int) -> None:
    """The numbers that the next roll can have."""
    state = await _position(click, cog, match)
    move = state.parse(text)
    target = Target(match.id, click.version, match.game, KIND)
    so_far = f"{plan_key([state.notate(move)])}/{text_of(luck)}"
    question, labels = luck_in_words(cog, sides)
    rows: list[Any] = []
    if sides <= BUTTONS:
        numbers = [
            target.button(label, "luck", f"{so_far}/{number}", style="primary")
            for number, label in enumerate(labels, 1)
        ]
        rows += [row(*part) for part in equal_parts(numbers, IN_A_ROW)]
    else:
        options = [discord.SelectOption(label=label, value=str(number)) for number, label in enumerate(labels, 1)]
        for number, part in enumerate(equal_parts(options, LISTED)):
            words = say(N_("{first} to {last}"), first=part[0].label, last=part[-1].label)
            rows.append(row(target.select(words, part, "luck", f"{so_far}/{number}.list")))
    rows.append(
        row(
            target.button(say(N_("At random")), "random", so_far),
            button(say(N_("Back")), "scratch_at", "luck", about=(match.id, click.version)),
        )
    )
    label = next((one.label for one in cog.direct_moves(state) if one.notation == text), "")
    lines = [f"### {label or cog.describe_move(state, move)}", question]
    if chosen := dice_in_words(cog, luck):
        lines.append(say(N_("-# Chosen so far: {numbers}"), numbers=chosen))
    await reply(click.interaction, "\n".join(lines), rows=rows, replace=True)


def luck_in_words(cog: Presentation, sides: int) -> tuple[str, list[str]]:
    """What is asked about a roll, and what each of its numbers means."""
    question, first = cog.supposed.luck.get(sides, (N_("What does the die show?"), 1))
    numbers = range(first, first + sides)
    return say(question), [f"{number:+}" if first < 0 else str(number) for number in numbers]


async def _with_luck(click: Click, chosen: Sequence[int], *, at_random: bool) -> None:
    """Plays the move that a click on luck names, with what was chosen before and `chosen` now."""
    cog, match = await board_of(click)
    state = await _position(click, cog, match)
    key, so_far, *_ = *click.payload.partition(":")[2].split("/"), ""
    texts = (state.notate(move) for move in state.legal())
    text = next((text for text in texts if plan_key([text]) == key), None)
    if text is None:
        raise OutdatedButton
    await play(click, cog, match, text, (*numbers_of(so_far), *chosen), at_random=at_random)


@action("scratch_luck", "update")
async def choose_luck(click: Click) -> None:
    number = click.value if click.values else click.payload.rpartition("/")[2]
    await _with_luck(click, (number_in(number),), at_random=False)


@action("scratch_random", "update")
async def draw_luck(click: Click) -> None:
    """The luck that isn't chosen comes from chance, as that of no match does."""
    await _with_luck(click, (), at_random=True)


# Choosing a move


async def _place(click: Click) -> ExerciseClick:
    cog, match = await board_of(click)
    return ExerciseClick(cog, await _position(click, cog, match), click.payload.partition(":")[2])


async def _show(click: Click, numbers: tuple[int, ...]) -> None:
    """Plays what the choices complete: here it costs nothing."""
    cog, match = await board_of(click)
    state = await _position(click, cog, match)
    chosen = compose(cog.paths(state), numbers) if numbers else None
    if chosen is None or chosen.move is None:
        await show_place(cog, click.interaction, match, click.version, (numbers,))
    else:
        await play(click, cog, match, state.notate(chosen.move))


async def _try(click: Click, text: str) -> None:
    cog, match = await board_of(click)
    await play(click, cog, match, text)


answer_clicks(KIND, _place, _show, _try)
