"""A lesson as a private message: the position, the task, the composer, and comments on the move.

A click names the game and the step, so old messages keep working. The database stores how far each person is.
"""

from functools import partial

from bot.lessons import LESSONS, LessonPosition
from bot.match import PlayedMove
from bot.rules import IllegalMove
from bot.text import N_, NC_, say, say_error
from bot.text.terms import join_sentences
from cogs.shared.choosing.composer import ChoosingSituation, show_situation
from cogs.shared.choosing.exercises import ExerciseClick, answer_clicks
from cogs.shared.interactions.clicks import Button, Click, OutdatedButton, Target, action, button, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, slash
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for, on_game_click
from images.marks.marks import Played


def learn_command(cog: Presentation) -> Command:
    """`learn`, which continues the lesson where the person left it."""

    return slash("learn", N_("Learn the game in a few steps by playing it, only for you"), partial(resume_lesson, cog))


@on_game_click("learn", "reply")
@on_game_click("learn_here", "update")
async def resume_lesson(cog: Presentation, interaction: Interaction) -> None:
    """Shows what the person has reached. The interaction must have been acknowledged."""
    reached = await cog.bot.matches.lessons.reached_step(interaction.user.id, cog.game.key)
    await show_reached(cog, interaction, min(reached, len(LESSONS[cog.game.key].steps)))


async def show_reached(cog: Presentation, interaction: Interaction, number: int, comment: str = "") -> None:
    """What follows after this many steps: the next one, or an end. `comment` is on the last move."""
    if number in LESSONS[cog.game.key].ends:
        await _show_end(cog, interaction, number, comment)
    else:
        await show_step(cog, interaction, number, comment=comment)


async def show_step(
    cog: Presentation, interaction: Interaction, number: int, numbers: tuple[int, ...] = (), comment: str = ""
) -> None:
    """The lesson's step with this number, below `comment`, which is on the last move.

    `numbers` are the choices made in the composer.
    """
    lesson, key = LESSONS[cog.game.key], cog.game.key
    await cog.bot.matches.lessons.reach(interaction.user.id, key, number)
    scene = lesson.scenes[number]
    others = [] if number == 0 else [_to_step(say(N_("Back")), key, number - 1)]
    situation = ChoosingSituation(
        scene.state,
        lesson.colours,
        Target(0, number, key),
        played_before(scene),
        others=[
            *others,
            button(say(N_("Rules")), "rules", key),
            button(say(NC_("a lesson", "Leave")), "lesson_leave", key, about=(0, number)),
        ],
        titled=False,
    )
    said = describe_step(cog, number)
    await show_situation(cog, interaction, situation, (numbers,), "\n".join(filter(None, (comment, said))))


def describe_step(cog: Presentation, number: int) -> str:
    """What has happened before a step, and its task."""
    lesson = LESSONS[cog.game.key]
    step, happened = lesson.steps[number], cog.describe_turns([_decisions(lesson.scenes[number])])
    part = lesson.part(number)
    words = N_("### {game} · step {number} of {steps}\n{task}")
    if part.start:
        words = N_("### {game} · variants, step {number} of {steps}\n{task}")
    task = say(step.task)
    if number and step.begin is not None:
        task = say(N_("*A new position.* {task}"), task=task)
    heading = say(words, game=cog.game.title, number=number - part.start + 1, steps=len(part), task=task)
    return "\n".join(filter(None, (happened, heading)))


def played_before(scene: LessonPosition) -> tuple[Played, ...]:
    """The marks for what led to a step."""
    return tuple(Played.of(one.before, one.before.parse(one.move), one.luck) for one in scene.played)


def _decisions(scene: LessonPosition) -> list[PlayedMove]:
    """What led to a step, in the form of a match's newest decisions."""
    return [
        PlayedMove(number, one.seat, one.move, one.luck, bool(one.luck), False, False, one.before, one.after)
        for number, one in enumerate(scene.played)
    ]


async def _show_end(cog: Presentation, interaction: Interaction, number: int, comment: str) -> None:
    lesson, key = LESSONS[cog.game.key], cog.game.key
    await cog.bot.matches.lessons.reach(interaction.user.id, key, number)
    words = N_("### 🎓 You know how to play {game}\n{after}\nNow play a match.")
    settings = await interaction.client.matches.servers.settings(interaction.guild_id)
    if settings.computers and settings.hints:
        words = N_(
            "### 🎓 You know how to play {game}\n{after}\nNow play a match. The beginner computer makes mistakes too, "
            "and you're coached at your first moves."
        )
    words = say(words, game=cog.game.title, after=say(lesson.after))
    buttons = [
        _to_step(say(N_("Back")), key, number - 1),
        _to_step(say(N_("Start over")), key, 0),
        button(say(N_("Rules")), "rules", key),
    ]
    if number < len(lesson.steps):
        buttons.insert(0, _to_step(say(N_("Learn the variants")), key, number))
    if interaction.guild_id is not None:  # a match needs a channel
        plays, invites = N_("Play the beginner computer"), N_("Invite")
        label, name = (plays, "home_coached") if settings.computers else (invites, "home_people")
        buttons.insert(0, button(say(label), name, key, style="primary"))
    await reply(interaction, "\n".join(filter(None, (comment, words))), rows=[row(*buttons)], replace=True)


def _to_step(label: str, key: str, number: int) -> Button:
    return button(label, "lesson", key, about=(0, number))


# Clicks


async def _place(click: Click) -> ExerciseClick:
    """The step's position and the rest of a click. Raises OutdatedButton if this release has no such step."""
    key, _, rest = click.payload.partition(":")
    cog = cog_for(click.bot, key)
    if not click.version < len(LESSONS[key].steps):
        raise OutdatedButton
    return ExerciseClick(cog, LESSONS[key].scenes[click.version].state, rest)


async def _show(click: Click, numbers: tuple[int, ...]) -> None:
    await show_step((await _place(click)).cog, click.interaction, click.version, numbers)


@action("lesson", "update")
async def go_to_step(click: Click) -> None:
    await _show(click, ())


async def _try(click: Click, text: str) -> None:
    """Play a move: on to the next step if it is an answer, otherwise the same one with the reason why it isn't."""
    cog = (await _place(click)).cog
    is_right, comment = comment_on(cog, click.version, text)
    if is_right:
        await show_reached(cog, click.interaction, click.version + 1, comment)
    else:
        await show_step(cog, click.interaction, click.version, comment=comment)


def comment_on(cog: Presentation, number: int, text: str) -> tuple[bool, str]:
    """Whether a move is an answer to a step, and what is said of it."""
    lesson = LESSONS[cog.game.key]
    step, state = lesson.steps[number], lesson.scenes[number].state
    try:
        move = state.parse(text)
        notation = state.notate(move)
        mistake = step.mistake(notation)
    except IllegalMove as error:
        notation, mistake = "", say_error(error)
    if mistake is None:
        return True, f"✅ {say(step.praise)}"
    words = [say(mistake)]
    if notation and step.own_reason(notation) is None:  # otherwise it's about this very move
        words.insert(0, cog.describe_move(state, move))
    return False, f"🤔 {join_sentences(words)}"


answer_clicks("lesson", _place, _show, _try)


@action("lesson_leave", "update")
async def leave(click: Click) -> None:
    cog = (await _place(click)).cog
    part = LESSONS[cog.game.key].part(click.version)
    words = say(
        N_("Your place is saved: step {number} of {steps}. **Continue**, or use `/{command} learn` at any time."),
        number=click.version - part.start + 1,
        steps=len(part),
        command=cog.command_name,
    )
    await reply(
        click.interaction, words, rows=[row(_to_step(say(N_("Continue")), cog.game.key, click.version))], replace=True
    )
