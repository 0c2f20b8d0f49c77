"""A puzzle as a private message: the position, the question, the composer, and what is said of the answer.

A click names the game and the puzzle, so an old message works on. Only somebody's first try at a puzzle counts.
"""

from collections.abc import Sequence
from datetime import date

from bot.match import Gain, PuzzleTry
from bot.puzzles import QUESTIONS, Puzzle
from bot.rules import IllegalMove
from bot.rules.chance import Scripted, ScriptError
from bot.text import N_, say, say_error, say_plural, term
from bot.text.terms import join_sentences
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.exercises import ExerciseClick, answer_clicks, seat_colours, state_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Button, Click, Target, action, button, number_in, on_click, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.paths import compose, marks, numbers_to
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for, on_game_click
from cogs.shared.wording.ratings import gain_text, rating_text
from cogs.shared.wording.reasons import reasons_in_words
from images.marks.marks import Marks, Played

UNCERTAIN = N_("-# A question mark means that a rating is still uncertain. It goes after about ten puzzles.")

GRADES = {1: N_("easy"), 2: N_("medium"), 3: N_("hard")}


@on_click("puzzles")
async def show_menu(interaction: Interaction) -> None:
    """How this person does at the puzzles of each game, and a button for each."""
    puzzles, is_uncertain = interaction.client.matches.puzzles, False
    lines, buttons = [say(N_("### Puzzles\nOne move is clearly the best. Your first try at each puzzle counts."))], []
    for game in puzzles.games:
        cog, record = cog_for(interaction.client, game), await puzzles.record(interaction.user.id, game)
        words = N_("- {game}: not tried yet")
        if record.tried:
            words = N_("- {game}: **{rating}**, {solved} of {tried} solved at the first try")
        rating = rating_text(record.rating)
        lines.append(say(words, game=cog.game.title, rating=rating, solved=record.solved, tried=record.tried))
        is_uncertain = is_uncertain or (record.tried > 0 and record.rating.is_provisional)
        buttons.append(button(term(cog.game.title), "puzzle_next", game, style="primary"))
    if is_uncertain:
        lines.append(say(UNCERTAIN))
    others = [day_button(puzzles.today), _runs_button(), button(say(N_("My book")), "puzzle_mine")]
    await reply(interaction, "\n".join(lines), rows=[row(*buttons[:5]), row(*others)], replace=True)


def day_button(day: date) -> Button:
    """A button that shows the puzzle of this day."""
    return button(say(N_("Puzzle of the day")), "puzzle_day", day.isoformat())


def _runs_button(game: str = "") -> Button:
    return button(say(N_("Runs")), "puzzle_runs", game)


def puzzles_button() -> Button:
    """A button that shows the puzzles of all games."""
    return button(say(N_("Puzzle")), "puzzles")


@on_game_click("puzzle_next", "update")
async def show_next(cog: Presentation, interaction: Interaction, kind: str | None = None) -> None:
    """The puzzle that suits this person best, of this kind if one is named."""
    puzzle = await cog.bot.matches.puzzles.next(interaction.user.id, cog.game.key, kind)
    await show_puzzle(cog, interaction, puzzle)


async def show_puzzle(
    cog: Presentation, interaction: Interaction, puzzle: Puzzle, numbers: tuple[int, ...] = (), comment: str = ""
) -> None:
    """The puzzle with the composer where the numbers lead; below `comment`, what is said of the last try."""
    colours, heading = seat_colours(cog, puzzle), describe_puzzle(cog, puzzle)
    key, is_tried = puzzle.game, await cog.bot.matches.puzzles.is_tried(interaction.user.id, puzzle)
    label = N_("Show the answer") if is_tried else N_("Give up and see the answer")
    others = [
        button(say(label), "puzzle_answer", key, about=(0, puzzle.id)),
        button(say(N_("Rules")), "rules", key),
    ]
    situation = ChoosingSituation(
        state_of(cog, puzzle), colours, Target(0, puzzle.id, key, "puzzle"), others=others, titled=False
    )
    await show_situation(cog, interaction, situation, (numbers,), "\n".join(filter(None, (comment, heading))))


def describe_puzzle(cog: Presentation, puzzle: Puzzle) -> str:
    """How hard the puzzle is, and what is asked."""
    title = say(N_("### {game} puzzle · {grade}"), game=cog.game.title, grade=say(GRADES[puzzle.grade]))
    return f"{title}\n{question_of(cog, puzzle)}"


def question_of(cog: Presentation, puzzle: Puzzle) -> str:
    """Which colour one is, and what is asked."""
    return say(
        N_("You're **{colour}**. {question}"),
        colour=seat_colours(cog, puzzle)[puzzle.seat],
        question=say(QUESTIONS[puzzle.game][puzzle.kind], **puzzle.values),
    )


async def show_answer(
    cog: Presentation, interaction: Interaction, puzzle: Puzzle, attempt: PuzzleTry | None, *, is_solved: bool
) -> None:
    """Shows the answer and why it's the best."""
    words = await describe_answer(cog, interaction.user.id, puzzle, attempt, is_solved=is_solved)
    buttons = [
        button(say(N_("Next puzzle")), "puzzle_next", puzzle.game, style="primary"),
        _runs_button(puzzle.game),
        button(say(N_("Rules")), "rules", puzzle.game),
    ]
    pictures = await cog.attachments(answer_sheets(cog, puzzle), "answer")
    await reply(interaction, words, pictures=pictures, rows=[row(*buttons)], replace=True)


async def describe_answer(
    cog: Presentation, user: int, puzzle: Puzzle, attempt: PuzzleTry | None, *, is_solved: bool
) -> str:
    """The answer and why it's the best, below whether this person has found it, and what their first try was worth.

    Raises AskedInRun for who is asked this very puzzle in a run.
    """
    await cog.bot.matches.puzzles.check_answerable(user, puzzle)
    state = state_of(cog, puzzle)
    words = N_("✅ Right: {move}\nThis {why}.") if is_solved else N_("The answer: {move}\nThis {why}.")
    lines = [say(words, move=_describe_move(cog, puzzle, puzzle.answer), why=reasons_in_words(puzzle.reasons))]
    if puzzle.line:
        moves = cog.describe_following(state, (puzzle.answer, *puzzle.line))
        lines.append(say(N_("Then: {moves}"), moves=moves))
    lines.append(_describe_refutation(cog, puzzle))
    if attempt is not None:
        lines.append(_rating_line(attempt))
    of_today = await cog.bot.matches.puzzles.of_today(user)
    if of_today is not None and of_today.puzzle == puzzle and of_today.tried:
        solved = say_plural(
            "{solved} of {number} person solved today's puzzle at the first try.",
            "{solved} of {number} people solved today's puzzle at the first try.",
            of_today.tried,
            solved=of_today.solved,
        )
        lines.append(solved)
    return "\n".join(lines)


def _rating_line(attempt: PuzzleTry) -> str:
    """What a first try was worth."""
    gain = gain_text(Gain(attempt.before, attempt.after))
    line = say(N_("Your rating: {gain}. The puzzle's: {rating}."), gain=gain, rating=attempt.puzzle.shown)
    return f"{line}\n{say(UNCERTAIN)}" if attempt.after.is_provisional else line


def answer_sheets(cog: Presentation, puzzle: Puzzle) -> Sequence[Sheet]:
    """The position after the answer; before it where luck or hidden cards come into play, with what was chosen."""
    state = state_of(cog, puzzle)
    move = state.parse(puzzle.answer)
    try:
        after = None if cog.game.hidden else state.play(move, Scripted([]))
    except ScriptError:
        after = None
    if after is None:
        paths = cog.paths(state)
        return cog.choice_pictures(state.sight(puzzle.seat), marks(compose(paths, numbers_to(paths, move))))
    return [cog.board_sheet(after.sight(puzzle.seat), Marks(last=(Played.of(state, move),)))]


def _describe_move(cog: Presentation, puzzle: Puzzle, move: str) -> str:
    """A move of the seat that is asked, as boards say it."""
    state = state_of(cog, puzzle)
    return cog.describe_move(state, state.parse(move))


def _describe_refutation(cog: Presentation, puzzle: Puzzle) -> str:
    """What is wrong with the likeliest wrong answer."""
    mistake = puzzle.mistake
    words = N_("Tempting, {against}: {move}") if mistake.against else N_("Tempting, but worth less: {move}")
    lines = [say(words, move=_describe_move(cog, puzzle, mistake.move), against=reasons_in_words(mistake.against))]
    if mistake.because:
        reply = cog.describe_following(state_of(cog, puzzle), (mistake.move, mistake.reply))
        lines.append(say(N_("Then: {reply} This {why}."), reply=reply, why=reasons_in_words(mistake.because)))
    return join_sentences(lines)


# Clicks


def puzzle_in(click: Click) -> tuple[Presentation, Puzzle, str]:
    """What a click is about, and what else it says. NoSuchPuzzle if the puzzle isn't there under today's rules."""
    key, _, rest = click.payload.partition(":")
    cog = cog_for(click.bot, key)
    return cog, click.bot.matches.puzzles.get(key, click.version), rest


async def place_in(click: Click) -> ExerciseClick:
    """The puzzle's position and the rest of a click. Raises NoSuchPuzzle."""
    cog, puzzle, rest = puzzle_in(click)
    return ExerciseClick(cog, state_of(cog, puzzle), rest)


async def _show(click: Click, numbers: tuple[int, ...]) -> None:
    cog, puzzle, _ = puzzle_in(click)
    await show_puzzle(cog, click.interaction, puzzle, numbers)


async def _try(click: Click, text: str) -> None:
    """Count a first try, and say whether the move is the answer."""
    cog, puzzle, _ = puzzle_in(click)
    attempt, comment = await try_puzzle(cog, click.user, puzzle, text)
    if comment:
        await show_puzzle(cog, click.interaction, puzzle, comment=comment)
    else:
        await show_answer(cog, click.interaction, puzzle, attempt, is_solved=True)


async def try_puzzle(cog: Presentation, user: int, puzzle: Puzzle, text: str) -> tuple[PuzzleTry | None, str]:
    """Counts a first try. Returns what it was worth, and what is wrong with the move; empty if it's the answer."""
    state = state_of(cog, puzzle)
    try:
        move = state.notate(state.parse(text))
    except IllegalMove as error:
        return None, f"🤔 {say_error(error)}"
    is_right = move == puzzle.answer
    attempt = await cog.bot.matches.puzzles.attempt(user, puzzle, is_right=is_right)
    if is_right:
        return attempt, ""
    comment = say(N_("🤔 That isn't the best move: {move}"), move=_describe_move(cog, puzzle, move))
    if move == puzzle.mistake.move:
        comment = f"🤔 {_describe_refutation(cog, puzzle)}"
    if attempt is not None:
        comment += f"\n{_rating_line(attempt)}"
    again = N_("Try again, or see the answer. Only your first try counts.")
    return attempt, f"{comment}\n-# {say(again)}"


answer_clicks("puzzle", place_in, _show, _try)


@action("puzzle_show", "update")
async def show_again(click: Click) -> None:
    """A puzzle, chosen from a list of those that a run has shown."""
    cog = cog_for(click.bot, click.payload)
    await show_puzzle(cog, click.interaction, click.bot.matches.puzzles.get(cog.game.key, number_in(click.value)))


@action("puzzle_answer", "update")
async def see_answer(click: Click) -> None:
    """Whoever sees the answer before their first try hasn't found it."""
    cog, puzzle, _ = puzzle_in(click)
    attempt = await click.bot.matches.puzzles.attempt(click.user, puzzle, is_right=False)
    await show_answer(cog, click.interaction, puzzle, attempt, is_solved=False)


@action("puzzle_day", "reply")
async def puzzle_of_the_day(click: Click) -> None:
    """Today's puzzle, also on the button of a day that's over, or what became of this person's first try at it."""
    puzzles = click.bot.matches.puzzles
    of_today = await puzzles.of_today(click.user)
    if of_today is None:
        raise ScreenRefusal("There's no puzzle of the day today. Find others with `/puzzle`.")
    cog = cog_for(click.bot, of_today.puzzle.game)
    if of_today.is_right is None:
        is_over = click.payload != puzzles.today.isoformat()
        comment = say(N_("That day is over. Here's today's puzzle.")) if is_over else ""
        await show_puzzle(cog, click.interaction, of_today.puzzle, comment=comment)
    else:
        await show_answer(cog, click.interaction, of_today.puzzle, None, is_solved=of_today.is_right)
