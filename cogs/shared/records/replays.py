"""Looking at a match turn by turn, and as an animation.

The viewer is a private message whose buttons name the match and the step. An uploaded record stays in that message as
its attachment: nothing is stored here, and yet the buttons work after a restart.
"""

import asyncio
import io
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.match import Excerpt, Match, Replay, Status
from bot.match.records.files import BYTES, look, look_through, too_large
from bot.match.records.replay import Gain
from bot.text import N_, group_digits, say, say_error, say_plural
from cogs.shared.access.visibility import viewable_match
from cogs.shared.client.client import Client
from cogs.shared.client.languages import in_public
from cogs.shared.client.per_bot import per_bot
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action, button, number_in, on_match_click, options, row, select
from cogs.shared.interactions.gatekeeper import Allowance, Gatekeeper
from cogs.shared.interactions.replies import Attached, Interaction, PrivateMessage, follow_in_public, reply
from cogs.shared.presentation.courses import course_with
from cogs.shared.presentation.presentation import Presentation, last_lines, played_marks
from cogs.shared.presentation.registry import cog_for, cogs_of
from cogs.shared.records.animation_queue import AnimationQueue
from cogs.shared.records.continuing import continue_select, try_out_buttons
from cogs.shared.records.file_reader import FileReader
from cogs.shared.wording.endings import outcome, verdict_of
from cogs.shared.wording.labels import game_title
from images.marks.marks import Marks
from images.motion.animation import FRAMES, choose_frames
from images.motion.workshop import FORMATS, Format, order

RECORD = "record.json"
"""The name of the attachment with an uploaded record."""

GONE = N_("The file behind this button is gone. Start again with `/match replay` or `/match import`.")

JUMP_FROM = 10  # the number of turns above which there is a list to jump
JUMP_CHOICES = 25  # entries of a select
PROGRESS_EVERY = 2.5  # seconds between progress reports on an animation


# The match, and what everyone may know about it


async def _excerpt_at(click: Click, step: int) -> tuple[Excerpt, discord.Attachment | None]:
    """The step to show in the clicked viewer, of a match or of its attached record."""
    if click.match_id:
        replay = await _replay_of_click(click)
        return replay.excerpt_at(step, cog_for(click.bot, replay.match.game).words.gain), None
    record = _attached_record(click)
    async with reader_of(click.bot).reading(click.user) as read:
        return await read(partial(look, step=step, gains=gains_of(click.bot)), await read_attachment(record)), record


async def _animated_excerpt(click: Click) -> Excerpt:
    """As many evenly spaced steps as an animation has, of the match in the clicked viewer."""
    if click.match_id:
        replay = await _replay_of_click(click)
        return replay.excerpt(choose_frames(replay.last + 1), cog_for(click.bot, replay.match.game).words.gain)
    async with reader_of(click.bot).reading(click.user) as read:
        return await read(
            partial(look_through, choose=choose_frames, gains=gains_of(click.bot)),
            await read_attachment(_attached_record(click)),
        )


async def _replay_of_click(click: Click) -> Replay:
    match = await viewable_match(click.interaction, await click.bot.matches.get(click.match_id))
    return await click.bot.matches.records.replay(match.id)


def _attached_record(click: Click) -> discord.Attachment:
    """The record attached to the clicked message. Raises ScreenRefusal if it is gone."""
    message = click.interaction.message
    record = next((file for file in message.attachments if file.filename == RECORD), None) if message else None
    if record is None:
        raise ScreenRefusal(GONE)
    return record


async def read_attachment(file: discord.Attachment) -> bytes:
    """The contents of a file. Raises NotARecord if it is too large to fetch, ScreenRefusal if it is gone."""
    if file.size > BYTES:
        raise too_large()
    try:
        return await file.read()
    except (discord.NotFound, discord.Forbidden):  # its message was deleted since, or its address has expired
        raise ScreenRefusal(GONE) from None


@per_bot
def reader_of(bot: Client) -> FileReader:
    reader = FileReader()
    bot.before_closing.append(reader.close)
    return reader


def gains_of(bot: Client) -> dict[str, Gain]:
    """By game what a turn brought its seat, for worker processes, which know no screens."""
    return {cog.game.key: cog.words.gain for cog in cogs_of(bot)}


@per_bot
def queue_of(_bot: Client) -> AnimationQueue:
    return AnimationQueue()


# The viewer


@on_match_click("show_replay")
async def open_viewer(interaction: Interaction, match: Match) -> None:
    """Opens the viewer: at the beginning of a finished match, at the current step of a running one."""
    match = await viewable_match(interaction, match)
    replay = await interaction.client.matches.records.replay(match.id)
    await show_step(interaction, replay.excerpt_at(0 if match.status is Status.OVER else replay.last))


async def show_step(interaction: Interaction, replay: Excerpt, *, record: Attached | None = None) -> None:
    """Shows one step of a match privately, the first of the excerpt; `record` is the message's attachment."""
    step = replay.steps[0]
    cog = cog_for(interaction.client, replay.match.game)
    marks = replace(step_marks(cog, replay, step), film=replay.final.sight(None))
    sight = replay.position(step).sight(None)
    turn = replay.turn(step)
    words = [_title(cog, replay, step), last_lines(step_text(cog, replay, step))]
    if cog.game.hidden and turn and replay.match.status is Status.OVER:
        words.append(f"-# {cog.hand_in_words(turn[0].before.sight(turn[0].seat))}")
    await reply(
        interaction,
        "\n".join(filter(None, words)),
        pictures=await cog.attachments([cog.moving_sheet(sight, marks)], "replay"),
        files=[] if record is None else [record],
        rows=viewer_rows(cog, replay, step, interaction.user.id),
        colour=discord.Colour(cog.colour_of(_colours(replay)[turn[0].seat])) if turn else None,
        replace=True,
    )


def _colours(replay: Excerpt) -> list[str]:
    return [seat.colour for seat in replay.match.seats]


def _name(replay: Excerpt) -> str:
    number = replay.match.id
    return say(N_("match {id}"), id=number) if number else say(N_("an imported match"))


def _title(cog: Presentation, replay: Excerpt, step: int) -> str:
    where = say(N_("at the start"))
    if step:
        where = say(N_("after turn {turn} of {turns}"), turn=group_digits(step), turns=group_digits(replay.last))
    return say(N_("### {game} · {match} · {where}"), game=cog.game.title, match=_name(replay), where=where)


def step_text(cog: Presentation, replay: Excerpt, step: int) -> str:
    """What happened in the turn that led to this step, and how the match ended."""
    match = replace(replay.match, state=replay.position(step))
    lines = []
    if step:
        lines.append(cog.describe_turn(replay.turn(step)))
    elif replay.opening is None:
        lines.append(say(N_("Earlier moves followed older rules that this version of Crux can't replay.")))
    else:
        lines += [say(N_("The match begins.")), cog.opening(match, replay.opening)]
    if step == replay.last:
        if match.ending is not None:
            lines += [cog.reason(match), f"**{_outcome(match)}**"]
        else:
            lines.append(say(N_("-# This is the current position.")))
    return "\n".join(filter(None, lines))


def _outcome(match: Match) -> str:
    return outcome(match).removesuffix(" · ")  # the players aren't known


def step_marks(cog: Presentation, replay: Excerpt, step: int) -> Marks:
    """The marks of this step's board: the whole turn, and an end that the position doesn't know about."""
    last = played_marks(replay.turn(step))
    if step < replay.last:
        return Marks(last=last)
    course = course_with(0 if replay.opening is None else replay.last, replay.best)
    return Marks(last=last, verdict=verdict_of(replay.match), course=course)


def viewer_rows(cog: Presentation, replay: Excerpt, step: int, user: int) -> list[Any]:
    about = (replay.match.id, replay.match.version)
    first, last = step == 0, step == replay.last
    rows = [
        row(
            button(say(N_("⏮ First")), "replay", "0.first", about=about, disabled=first),
            button(say(N_("◀ Back")), "replay", f"{max(step - 1, 0)}.back", about=about, disabled=first),
            button(say(N_("Forward ▶")), "replay", f"{step + 1}.forward", about=about, style="primary", disabled=last),
            button(say(N_("Last ⏭")), "replay", f"{replay.last}.last", about=about, disabled=last),
        ),
        row(
            button(say(N_("Animation")), "film", about=about, disabled=not replay.last),
            button(say(N_("GIF")), "gif", about=about, disabled=not replay.last),
            *try_out_buttons(replay.match, replay.position(step), str(step), user),
        ),
    ]
    if replay.last > JUMP_FROM:
        labels = {
            turn: say(N_("After turn {turn}"), turn=group_digits(turn)) if turn else say(N_("The start"))
            for turn in choose_frames(replay.last + 1, JUMP_CHOICES)
        }
        rows.append(row(select(say(N_("Jump to a turn")), options(labels), "replay_at", about=about)))
    if going_on := continue_select(cog, replay.match, replay.position(step), str(step)):
        rows.append(row(*going_on))
    return rows


@action("replay_of", "reply")
async def open_replay(click: Click) -> None:
    """Opens the viewer, from the board of a finished match."""
    await open_viewer(click.interaction, await click.bot.matches.get(click.match_id))


@action("replay", "update")
async def go_to_step(click: Click) -> None:
    replay, record = await _excerpt_at(click, number_in(click.payload.partition(".")[0]))
    await show_step(click.interaction, replay, record=record)


@action("replay_at", "update")
async def go_to_chosen_step(click: Click) -> None:
    replay, record = await _excerpt_at(click, number_in(click.value))
    await show_step(click.interaction, replay, record=record)


# The animation


@action("film", "reply")
async def make_film(click: Click) -> None:
    """Makes an animated WebP, in full colour."""
    await _make(click, "webp")


@action("gif", "reply")
async def make_gif(click: Click) -> None:
    """Makes an animated GIF, for places that show no animated WebP."""
    await _make(click, "gif")


async def _make(click: Click, kind: Format) -> None:
    """Makes an animation, reporting progress, and shows it to this person, who may post it."""
    if not click.match_id:
        _attached_record(click)  # refuse a missing record before anyone waits in the queue
    excerpts: list[Excerpt] = []  # the one to show, once it has been read
    loop = asyncio.get_running_loop()
    reported_at = -PROGRESS_EVERY

    async def report(what: str, number: int) -> None:
        nonlocal reported_at
        if loop.time() - reported_at < PROGRESS_EVERY and (what, number) != ("drawn", 1):
            return
        reported_at = loop.time()
        if what == "waiting":
            words = say(N_("Waiting for other animations: {number} ahead of yours …"), number=number)
        else:
            frames = len(excerpts[0].steps)
            words = say(N_("Making the animation: {number} of {frames} frames …"), number=number, frames=frames)
        await reply(click.interaction, words, replace=True)

    async def frames() -> Sequence[bytes]:
        excerpts.append(excerpt := await _animated_excerpt(click))
        async with in_public(click.bot, click.interaction.guild_id):
            return await asyncio.to_thread(_frame_lines, cog_for(click.bot, excerpt.match.game), excerpt, kind)

    try:
        with Gatekeeper.of(click.bot).counting(Allowance.ANIMATION, click.user):
            film = await queue_of(click.bot).make(click.user, frames, report)
    except ScreenRefusal as refusal:  # in place of the progress report
        await reply(click.interaction, say_error(refusal), replace=True)
        return
    (replay,) = excerpts
    cog, steps = cog_for(click.bot, replay.match.game), replay.steps
    name = f"match-{replay.match.id}.{kind}" if replay.match.id else f"match.{kind}"
    words = say(N_("### {game} · {match}"), game=cog.game.title, match=_name(replay))
    async with in_public(click.bot, click.interaction.guild_id):  # it may be posted
        final = cog.pictures.alt(replay.position(replay.last).sight(None), step_marks(cog, replay, replay.last))
        alt = say(N_("An animation of the whole match. Final position: {alt}"), alt=final)
    await reply(
        click.interaction,
        f"{words}\n-# {frames_line(steps)}",
        pictures=[(discord.File(io.BytesIO(film), filename=name), alt)],
        rows=[row(button(say(N_("Post it here")), "gif_post", about=(replay.match.id, 0), style="primary"))],
        replace=True,
    )


def _frame_lines(cog: Presentation, replay: Excerpt, kind: Format) -> list[bytes]:
    """The request for these steps to the process that makes animations."""
    frames = [(replay.position(step).sight(None), step_marks(cog, replay, step)) for step in replay.steps]
    return list(order(replay.match.game, frames, kind))


def frames_line(steps: Sequence[int]) -> str:
    """What part of the match the animation shows."""
    every = steps[-1] - steps[-2] if len(steps) > 1 else 1
    if every == 1:
        return say_plural("The start and {number} turn.", "The start and {number} turns.", len(steps) - 1)
    words = N_(
        "The whole match. An animation can have at most {most} frames, so it shows one turn out of every {every}."
    )
    return say(words, every=every, most=FRAMES)


@action("gif_post", "update")
async def post_animation(click: Click) -> None:
    """Posts an animation from the private message to the channel. The message then says so."""
    match = None
    if click.match_id:
        match = await viewable_match(click.interaction, await click.bot.matches.get(click.match_id))
    async with in_public(click.bot, click.interaction.guild_id):
        words = say(N_("The match, shared by {person}"), person=f"<@{click.user}>")
        if match is not None:
            words = say(
                N_("### {game} · match {id}\n-# shared by {person}"),
                game=game_title(match),
                id=match.id,
                person=f"<@{click.user}>",
            )
    message = click.interaction.message
    files = [] if message is None else [file for file in message.attachments if file.filename.endswith(FORMATS)]
    if not files:
        raise ScreenRefusal(GONE)
    (film,) = files
    alt = film.description or say(N_("An animation of the whole match"))
    data = await film.read()

    def send() -> Coroutine[Any, Any, discord.WebhookMessage]:
        return click.interaction.followup.send(
            view=PrivateMessage(words, pictures=[(film.filename, alt)]),
            file=discord.File(io.BytesIO(data), filename=film.filename),
            allowed_mentions=discord.AllowedMentions.none(),
            wait=True,
        )

    await follow_in_public(click.interaction, send)
    await reply(click.interaction, say(N_("The animation is in the channel.")), pictures=[(film, alt)], replace=True)
