"""Runs of puzzles: a streak until the first mistake, or three minutes, the best of a server, and a picture to share.

A click names the game and the puzzle that it's about. If another one is asked by now, that one is shown.
"""

from datetime import datetime
from functools import partial

import discord
from discord import ui

from bot.match import PuzzleRun
from bot.match.values.puzzle_errors import NoSuchRun, RunGoesOn
from bot.puzzles import QUESTIONS, Puzzle
from bot.puzzles.runs import RunEnding, RunKind
from bot.rules import GAMES, IllegalMove
from bot.text import N_, say, say_error, say_plural, term
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.exercises import answer_clicks, seat_colours, state_of
from cogs.shared.client.languages import in_public
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import (
    IN_A_ROW,
    Button,
    Click,
    OutdatedButton,
    Target,
    action,
    button,
    equal_parts,
    number_in,
    row,
    select,
)
from cogs.shared.interactions.replies import Interaction, Picture, follow_in_public, reply, shown_at
from cogs.shared.presentation.drawing import REQUESTED, as_file, draw_in_thread
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.puzzles import place_in, puzzle_in, question_of
from cogs.shared.wording.labels import NAMES, ordinal
from images.canvas.canvas import encode
from images.canvas.fonts import written
from images.people import run as charts
from images.people.run import RunChart

MOST_MISSED = 25  # that Discord takes in a menu

WHAT_RUNS_ARE = N_(
    "### Runs of puzzles\n**Streak**: harder and harder, until your first mistake.\n**Three minutes**: as many as "
    "you can; a mistake costs ten seconds. Only your own time counts, not what Crux needs to show the next one.\n"
    "-# Every puzzle that a run shows you counts as tried, also if you leave. Runs don't change your rating."
)

NAMES_OF_KINDS = {RunKind.STREAK: N_("Streak"), RunKind.MINUTES: N_("Three minutes")}

TITLES = {RunKind.STREAK: N_("{game}: streak"), RunKind.MINUTES: N_("{game}: three minutes")}

ENDINGS = {
    RunEnding.MISTAKE: N_("That wasn't the best move, so your streak ends here."),
    RunEnding.TIME: N_("Time's up."),
    RunEnding.GIVEN_UP: N_("You ended it."),
    RunEnding.NONE_LEFT: N_("You've tried every puzzle of this game, so it ends here."),
}


async def show_runs(interaction: Interaction, game: str | None = None) -> None:
    """What runs there are, with buttons for all games or for this one; or the run that goes on."""
    run = await interaction.client.matches.puzzle_runs.current(interaction.user.id)
    if run is not None:
        await _show_current(interaction, run)
        return
    rows: list[ui.Item[discord.ui.LayoutView]] = []
    if game is None:
        for kind, name in NAMES_OF_KINDS.items():
            rows.append(ui.TextDisplay(f"**{say(name)}**"))
            starts = [_start_button(kind, one) for one in interaction.client.matches.puzzles.games]
            rows += [row(*part) for part in equal_parts(starts, IN_A_ROW)]
    else:
        rows.append(_starts_of(game))
    await reply(interaction, say(WHAT_RUNS_ARE), rows=[*rows, row(_best_button(game))], replace=True)


def _start_button(kind: RunKind, game: str, label: str = "") -> Button:
    words = label or term(GAMES[game].title)
    return button(words, "puzzle_begin", f"{kind}:{game}", style="primary")


def _starts_of(game: str) -> ui.ActionRow[discord.ui.LayoutView]:
    """A button for each kind of run of a game."""
    return row(*(_start_button(kind, game, say(name)) for kind, name in NAMES_OF_KINDS.items()))


def _best_button(game: str | None) -> Button:
    return button(say(N_("Best of this server")), "puzzle_best", game or "")


async def _show_current(interaction: Interaction, run: PuzzleRun) -> None:
    """Asks whether to go on with a run or to end it."""
    words = N_("### You're in the middle of a run\n{run} · {solved}. The next puzzle is waiting for you.")
    buttons = [
        button(say(N_("Continue")), "puzzle_continue", style="primary"),
        button(say(N_("End the run")), "puzzle_end"),
    ]
    text = say(words, run=_title(run), solved=_solved(run.solved))
    await reply(interaction, text, rows=[row(*buttons)], replace=True)


def _title(run: PuzzleRun) -> str:
    return say(TITLES[run.kind], game=term(GAMES[run.game].title))


def _solved(number: int) -> str:
    return say_plural("{number} puzzle solved", "{number} puzzles solved", number)


async def show_run(
    cog: Presentation, interaction: Interaction, run: PuzzleRun, numbers: tuple[int, ...] = (), comment: str = ""
) -> None:
    """The puzzle that is asked, below `comment`, with the composer where the numbers lead; or how the run ended.

    Its time goes on when Discord has shown it.
    """
    puzzle = run.puzzle
    if puzzle is None:
        await _show_end(interaction, run, comment)
        return
    others = [
        button(say(N_("End the run")), "puzzle_end"),
        button(say(N_("Rules")), "rules", puzzle.game),
    ]
    situation = ChoosingSituation(
        state_of(cog, puzzle),
        seat_colours(cog, puzzle),
        Target(0, puzzle.id, puzzle.game, "puzzle_run"),
        others=others,
        titled=False,
    )
    said = describe_run(cog, run, discord.utils.snowflake_time(interaction.id))
    words = "\n".join(filter(None, (comment, said)))
    await show_situation(cog, interaction, situation, (numbers,), words)
    if run.left is not None:
        await cog.bot.matches.puzzle_runs.resume(interaction.user.id, run.id, shown_at(interaction))


def describe_run(cog: Presentation, run: PuzzleRun, at: datetime) -> str:
    """How a run stands at a moment, and what is asked."""
    lines = [say(N_("### {run} · {solved}"), run=_title(run), solved=_solved(run.solved))]
    if run.left is not None:
        lines.append(say(N_("Time's up {when}."), when=discord.utils.format_dt(at + run.left, "R")))
    if run.puzzle is not None:
        lines.append(question_of(cog, run.puzzle))
    return "\n".join(lines)


async def _show_end(interaction: Interaction, run: PuzzleRun, comment: str = "") -> None:
    """How a run ended, as a picture, what was missed, and what can follow."""
    buttons = [_start_button(run.kind, run.game, say(N_("Another run"))), _best_button(run.game)]
    if run.solved:
        buttons.insert(0, button(say(N_("Share")), "puzzle_share", str(run.id), style="primary"))
    entries = [discord.SelectOption(label=label, value=str(puzzle)) for puzzle, label in missed_in(run)]
    rows = [row(*buttons)]
    if entries:
        rows.append(row(select(say(N_("See a puzzle that you missed")), entries, "puzzle_show", run.game)))
    words = "\n".join(filter(None, (comment, describe_end(run))))
    picture = await picture_of_run(cog_for(interaction.client, run.game), run)
    await reply(interaction, words, pictures=[picture], rows=rows, replace=True)


def describe_end(run: PuzzleRun) -> str:
    """How a run ended, compared to the person's best."""
    words = N_("### {run} · {solved}\n{ending}")
    ending = say(ENDINGS[run.ending]) if run.ending is not None else ""
    lines = [say(words, run=_title(run), solved=_solved(run.solved), ending=ending)]
    if run.solved and (run.best is None or run.solved > run.best):
        lines.append(say(N_("🏅 That's your best so far.")))
    elif run.best:
        lines.append(say(N_("Your best so far: {number}"), number=run.best))
    return "\n".join(lines)


def missed_in(run: PuzzleRun) -> list[tuple[int, str]]:
    """The puzzles that weren't solved, the newest ones of many, each with how a list names it."""
    missed = [(number, one) for number, one in enumerate(run.answers, 1) if not one.is_right][-MOST_MISSED:]
    words = N_("Puzzle {number}, rated {rating}")
    return [(one.puzzle, say(words, number=number, rating=one.rated)) for number, one in missed]


async def picture_of_run(cog: Presentation, run: PuzzleRun, person: str = "") -> Picture:
    sheet = chart_of(cog, run, person)
    return as_file(await draw_in_thread(lambda: encode(sheet.draw()), REQUESTED), "run"), sheet.alt


def chart_of(cog: Presentation, run: PuzzleRun, person: str = "") -> Sheet:
    """The puzzles of a run as bars; `person` is who has solved them, in a picture for others."""
    bars = [(one.rated, one.is_right) for one in run.answers]
    remark = written(person) or say(N_("Runs of puzzles"))
    chart = RunChart(_title(run), remark, _solved(run.solved), bars, cog.sign)
    return Sheet(lambda: charts.draw(chart), charts.alt(chart))


async def show_best(interaction: Interaction, game: str | None = None) -> None:
    """Who has solved most in one run on this server. Raises ScreenRefusal in direct messages."""
    if interaction.guild_id is None:
        raise ScreenRefusal("Each server has its own list. Use `/puzzle` on a server.")
    runs, games = interaction.client.matches.puzzle_runs, interaction.client.matches.puzzles.games
    game = game or games[0]
    lines = [say(N_("### {game}: the best runs on this server"), game=term(GAMES[game].title))]
    for kind, name in NAMES_OF_KINDS.items():
        best = await runs.best(interaction.guild_id, game, kind)
        lines.append(f"**{say(name)}**")
        for person, solved in best:
            place = 1 + sum(other > solved for _, other in best)
            line = say(
                N_("{place} <@{person}> · {solved}"), place=ordinal(place), person=person, solved=_solved(solved)
            )
            lines.append(line)
        if not best:
            lines.append(say(N_("Nobody yet.")))
    choices = [button(term(GAMES[one].title), "puzzle_best", one, disabled=one == game) for one in games]
    rows = [row(*part) for part in equal_parts(choices, IN_A_ROW)]
    await reply(interaction, "\n".join(lines), rows=[*rows, _starts_of(game)], replace=True)


# Clicks


@action("puzzle_runs", "reply")
async def open_runs(click: Click) -> None:
    await show_runs(click.interaction, click.payload if click.payload in QUESTIONS else None)


@action("puzzle_best", "update")
async def open_best(click: Click) -> None:
    if click.payload and click.payload not in QUESTIONS:
        raise OutdatedButton
    await show_best(click.interaction, click.payload or None)


@action("puzzle_begin", "update", once=True)
async def begin(click: Click) -> None:
    """Begins a run; or shows the one that goes on."""
    kind, _, game = click.payload.partition(":")
    runs, cog = click.bot.matches.puzzle_runs, cog_for(click.bot, game)
    if kind not in set(RunKind):
        raise OutdatedButton
    at, guild_id = discord.utils.snowflake_time(click.interaction.id), click.interaction.guild_id
    try:
        run = await runs.start(click.user, cog.game.key, RunKind(kind), at, guild_id=guild_id)
    except RunGoesOn:
        await show_runs(click.interaction)
        return
    await show_run(cog, click.interaction, run)


@action("puzzle_continue", "update")
async def go_on(click: Click) -> None:
    run = await click.bot.matches.puzzle_runs.current(click.user)
    if run is None:
        raise NoSuchRun
    await show_run(cog_for(click.bot, run.game), click.interaction, run)


@action("puzzle_end", "update")
async def end(click: Click) -> None:
    run = await click.bot.matches.puzzle_runs.end(click.user, discord.utils.snowflake_time(click.interaction.id))
    await _show_end(click.interaction, run)


@action("puzzle_share", "update", once=True)
async def share(click: Click) -> None:
    """Posts one's own run for everyone, which tells nothing of the answers."""
    runs, run_id = click.bot.matches.puzzle_runs, number_in(click.payload)
    run = await runs.share(click.user, run_id)
    if run is None:
        raise ScreenRefusal("You've already shared this run.")
    try:
        async with in_public(click.bot, click.interaction.guild_id):
            words = N_("**{run}** · {person}: {solved}")
            text = say(words, run=_title(run), person=click.interaction.user.mention, solved=_solved(run.solved))
            person = NAMES.learn(click.interaction.guild_id, click.interaction.user)
            file, alt = await picture_of_run(cog_for(click.bot, run.game), run, person)
        if isinstance(file, discord.File):
            file.description = alt
        nobody = discord.AllowedMentions.none()
        send = partial(click.interaction.followup.send, text, file=file, allowed_mentions=nobody, wait=True)
        await follow_in_public(click.interaction, send)
    except BaseException:
        await runs.note_not_shared(run_id)
        raise


async def _show(click: Click, numbers: tuple[int, ...]) -> None:
    cog, puzzle, _ = puzzle_in(click)
    at = discord.utils.snowflake_time(click.interaction.id)
    try:
        run = await click.bot.matches.puzzle_runs.spend(click.user, puzzle.id, at)
    except NoSuchRun:
        await go_on(click)
        return
    await show_run(cog, click.interaction, run, numbers)


async def _answer(click: Click, text: str) -> None:
    """An answer, and the next puzzle."""
    cog, puzzle, _ = puzzle_in(click)
    at = discord.utils.snowflake_time(click.interaction.id)
    try:
        run, comment = await answer_in_run(cog, click.user, puzzle, text, at)
    except NoSuchRun:  # a click twice: the next puzzle is there already
        await go_on(click)
        return
    await show_run(cog, click.interaction, run, comment=comment if run.puzzle is not None else "")


async def answer_in_run(cog: Presentation, user: int, puzzle: Puzzle, text: str, at: datetime) -> tuple[PuzzleRun, str]:
    """The run after an answer, and what is said of that. Raises NoSuchRun if the puzzle isn't asked any more."""
    state, runs = state_of(cog, puzzle), cog.bot.matches.puzzle_runs
    try:
        move = state.notate(state.parse(text))
    except IllegalMove as error:
        return await runs.spend(user, puzzle.id, at), f"🤔 {say_error(error)}"
    is_right = move == puzzle.answer
    run = await runs.answer(user, puzzle, at, is_right=is_right)
    return run, say(N_("✅ Right.") if is_right else N_("❌ That wasn't the best move."))


answer_clicks("puzzle_run", place_in, _show, _answer)
