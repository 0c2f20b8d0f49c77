"""Everybody's own book: what they missed in matches, asked again until they know it. Only they see it."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.match import BookExercise, Refusal
from bot.match.parts.book import BookPage
from bot.rules import GAMES, IllegalMove
from bot.text import N_, NC_, say, say_error, say_plural, term
from bot.text.terms import commas
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.exercises import ExerciseClick, answer_clicks, seat_colours, state_of
from cogs.shared.interactions.clicks import Button, Click, Target, action, button, number_in, on_click, row, select
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.paths import compose, marks, numbers_to
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.reviews import improvements_of, review_of
from cogs.shared.wording.reasons import reasons_in_words

PAGE = 10  # exercises, which fit into a menu


@on_click("puzzle_mine")
async def show_book(interaction: Interaction, page: int = 0, comment: str = "") -> None:
    """A page of this person's book, below `comment`."""
    book = interaction.client.matches.book
    shown = await book.page(interaction.user.id, page * PAGE, PAGE)
    number = shown.due + shown.later
    lines = [comment, say(N_("### Your book")), book_in_words(shown)]
    buttons: list[Button] = []
    if shown.due:
        buttons.append(button(say(N_("Practise")), "puzzle_book_next", style="primary"))
    if page:
        buttons.append(button(say(NC_("a page", "Back")), "puzzle_book", str(page - 1)))
    if (page + 1) * PAGE < number:
        buttons.append(button(say(NC_("a page", "Next")), "puzzle_book", str(page + 1)))
    rows = [row(*buttons)] if buttons else []
    entries = [
        discord.SelectOption(
            label=say(N_("{number} · {game}"), number=place, game=term(GAMES[one.game].title)),
            value=str(one.id),
            description=_when(one.due_at),
        )
        for place, one in enumerate(shown.entries, page * PAGE + 1)
        if one.game in GAMES
    ]
    if entries:
        rows.insert(0, row(select(say(N_("Choose an exercise")), entries, "puzzle_book_open")))
    await reply(interaction, "\n".join(filter(None, lines)), rows=rows, replace=True)


def book_in_words(shown: BookPage) -> str:
    """How much there is to practise, and if there's nothing, what puts it in."""
    counts = _counts(shown)
    if shown.due + shown.later:
        return counts
    words = N_("Nothing to practise. **Review** under a finished match shows what you missed, and puts it in here.")
    return "\n".join(filter(None, (counts, say(words))))


def _counts(shown: BookPage) -> str:
    parts = (
        (shown.due, N_("{number} to practise now")),
        (shown.later, N_("{number} later")),
        (shown.known, N_("{number} known")),
    )
    return commas(say(words, number=number) for number, words in parts if number)


def _when(due_at: Any) -> str:
    days = (due_at - discord.utils.utcnow()).days + 1 if due_at is not None else 0
    return say_plural("in {number} day", "in {number} days", days) if days > 0 else say(N_("now"))


async def show_exercise(
    cog: Presentation,
    interaction: Interaction,
    exercise: BookExercise,
    numbers: tuple[int, ...] = (),
    comment: str = "",
) -> None:
    """An exercise with the composer where the numbers lead, below what is said of the last try."""
    state, colours = state_of(cog, exercise), seat_colours(cog, exercise)
    others = [
        button(say(N_("Show the answer")), "puzzle_book_answer", about=(0, exercise.id)),
        button(say(N_("Take it out")), "puzzle_book_remove", about=(0, exercise.id)),
        button(say(N_("My book")), "puzzle_book", "0"),
        button(say(N_("Rules")), "rules", exercise.game),
    ]
    target = Target(0, exercise.id, exercise.game, "puzzle_book")
    situation = ChoosingSituation(state, colours, target, others=others, titled=False)
    await show_situation(
        cog, interaction, situation, (numbers,), "\n".join(filter(None, (comment, describe_exercise(cog, exercise))))
    )


def describe_exercise(cog: Presentation, exercise: BookExercise) -> str:
    """What was played, and what is asked."""
    state = state_of(cog, exercise)
    return say(
        N_("### {game}: from your book\nYou're **{colour}**. You played: {move}\nWhat was better?"),
        game=cog.game.title,
        colour=seat_colours(cog, exercise)[exercise.seat],
        move=cog.describe_move(state, state.parse(exercise.played)),
    )


async def _show_answer(
    cog: Presentation, interaction: Interaction, exercise: BookExercise, *, solution: str = ""
) -> None:
    """What was better and why, and when the exercise comes back."""
    buttons = [
        button(say(N_("Next exercise")), "puzzle_book_next", style="primary"),
        button(say(N_("Take it out")), "puzzle_book_remove", about=(0, exercise.id)),
        button(say(N_("My book")), "puzzle_book", "0"),
    ]
    words = describe_better(cog, exercise, solution=solution)
    pictures = await cog.attachments(better_sheets(cog, exercise), "answer")
    await reply(interaction, words, pictures=pictures, rows=[row(*buttons)], replace=True)


def describe_better(cog: Presentation, exercise: BookExercise, *, solution: str = "") -> str:
    """What was better and why, and when the exercise comes back; `solution` is what solved it."""
    state = state_of(cog, exercise)
    solved = state.parse(solution) if solution else None
    words = N_("Better: {move}") if solved is None else N_("✅ Right: {move}")
    lines = [say(words, move=cog.describe_move(state, state.parse(exercise.better)))]
    if solved is not None and state.notate(solved) != exercise.better:
        lines.append(say(N_("Just as good: {moves}"), moves=cog.describe_move(state, solved)))
    if reasons := reasons_in_words((sentence, values) for sentence, values, _ in exercise.reasons):
        lines.append(say(N_("-# It {reasons}."), reasons=reasons))
    if exercise.due_at is None:
        lines.append(say(N_("You know this one now: it won't come back.")))
    else:
        when = discord.utils.format_dt(exercise.due_at, "R")
        lines.append(say(N_("It comes back {when}."), when=when))
    return "\n".join(lines)


def better_sheets(cog: Presentation, exercise: BookExercise) -> Sequence[Sheet]:
    """The position with what was better."""
    state, paths = state_of(cog, exercise), cog.paths(state_of(cog, exercise))
    numbers = numbers_to(paths, state.parse(exercise.better))
    return cog.choice_pictures(state.sight(exercise.seat), marks(compose(paths, numbers)))


# Clicks


async def _exercise(click: Click, number: int) -> tuple[Presentation, BookExercise]:
    exercise = await click.bot.matches.book.get(click.user, number)
    return cog_for(click.bot, exercise.game), exercise


async def _place(click: Click) -> ExerciseClick:
    cog, exercise = await _exercise(click, click.version)
    return ExerciseClick(cog, state_of(cog, exercise), click.payload.partition(":")[2])


async def _show(click: Click, numbers: tuple[int, ...]) -> None:
    cog, exercise = await _exercise(click, click.version)
    await show_exercise(cog, click.interaction, exercise, numbers)


async def _try(click: Click, text: str) -> None:
    cog, exercise = await _exercise(click, click.version)
    exercise, comment = await try_exercise(cog, click.user, exercise, text)
    if comment:
        await show_exercise(cog, click.interaction, exercise, comment=comment)
    else:
        await _show_answer(cog, click.interaction, exercise, solution=text)


async def try_exercise(cog: Presentation, user: int, exercise: BookExercise, text: str) -> tuple[BookExercise, str]:
    """The exercise after a move was tried, and what is wrong with it; empty if it's better or as good.

    The first answer since the exercise is due counts.
    """
    state = state_of(cog, exercise)
    try:
        move = state.notate(state.parse(text))
    except IllegalMove as error:
        return exercise, f"🤔 {say_error(error)}"
    is_right = move == exercise.better or (move != exercise.played and await _is_as_good(cog, user, exercise, move))
    exercise = await cog.bot.matches.book.answer(user, exercise.id, is_right=is_right)
    if is_right:
        return exercise, ""
    words = N_("🤔 {move} A strong computer plays something else.")
    if move == exercise.played:
        words = N_("🤔 That's what you played: {move}")
    return exercise, say(words, move=cog.describe_move(state, state.parse(move)))


async def _is_as_good(cog: Presentation, user: int, exercise: BookExercise, move: str) -> bool:
    """Whether a review wouldn't have called this move a mistake; what can't be judged now counts as one."""
    try:
        return not (await cog.bot.computers.appraise(exercise, move, user)).is_mistake
    except Refusal:
        return False


@action("puzzle_book", "update")
async def turn_to(click: Click) -> None:
    await show_book(click.interaction, number_in(click.payload))


@action("review_book", "update")
async def into_my_book(click: Click) -> None:
    """What this person missed in the match becomes exercises of theirs."""
    replay, review = await review_of(click.interaction, await click.match())
    added = await click.bot.matches.book.add(click.user, replay, improvements_of(review))
    await show_book(click.interaction, comment=added_in_words(added))


def added_in_words(added: int) -> str:
    """How many exercises have come into somebody's book from a match."""
    if not added:
        return say(N_("What you missed in this match is in your book already, or you've missed nothing in it."))
    return say_plural("{number} new exercise is in your book.", "{number} new exercises are in your book.", added)


@action("puzzle_book_open", "update")
async def open_exercise(click: Click) -> None:
    """One that is chosen from the list."""
    cog, exercise = await _exercise(click, number_in(click.value))
    await show_exercise(cog, click.interaction, exercise)


@action("puzzle_book_next", "update")
async def next_exercise(click: Click) -> None:
    """What has waited longest."""
    exercise = await click.bot.matches.book.next_due(click.user)
    if exercise is None:
        await show_book(click.interaction, comment=say(N_("That's all for now.")))
    else:
        await show_exercise(cog_for(click.bot, exercise.game), click.interaction, exercise)


@action("puzzle_book_answer", "update")
async def see_answer(click: Click) -> None:
    """Whoever sees the answer before they have found it hasn't found it."""
    cog, exercise = await _exercise(click, click.version)
    exercise = await click.bot.matches.book.answer(click.user, exercise.id, is_right=False)
    await _show_answer(cog, click.interaction, exercise)


@action("puzzle_book_remove", "update")
async def take_out(click: Click) -> None:
    await click.bot.matches.book.take_out(click.user, click.version)
    await show_book(click.interaction, comment=say(N_("Taken out.")))


answer_clicks("puzzle_book", _place, _show, _try)
