"""Looking at a match turn by turn, and as an animated GIF.

The viewer is a private message whose buttons say which match and which step. A record that somebody has brought stays
in that message as its attachment: nothing of it is kept here, and yet the buttons work after a restart.
"""

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.client import Crux
from bot.match import (
    Excerpt,
    Match,
    Replay,
    Status,
)
from bot.match.files import BYTES, look, look_through, too_large
from bot.rules import GAMES
from bot.text import N_, say, say_error
from cogs.shared.answers import Asked, Attached, Note, tell
from cogs.shared.endings import outcome, verdict_of
from cogs.shared.presentation import Presentation, newest_lines
from cogs.shared.presses import Press, action, button, number_in, row, select
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import screen_of
from cogs.shared.seeing import check_may_see
from cogs.shared.solo import own_part
from cogs.shared.workshop import Workshop
from images.animation import FRAMES, chosen, order
from images.marks import Marks, Played

RECORD = "record.json"
"""The attachment that holds a record which somebody has brought."""

GONE = N_("The file that belongs to this button is gone. `/match replay` and `/match import` begin anew.")

MANY = 10  # turns from which on one can go to any of them
LISTED = 25  # entries of a select
TOLD_EVERY = 2.5  # seconds between two words on how far a GIF is

_workshops: "WeakKeyDictionary[Crux, Workshop]" = WeakKeyDictionary()


# Which match, and what everybody may know of it


async def told_of(interaction: Asked, match: Match) -> Match:
    """The match that this person may look at: of matches played side by side their own."""
    await check_may_see(interaction, match)
    part = own_part(match, interaction.user.id)
    return match if part is None else await interaction.client.matches.get(part.match_id)


async def _excerpt_at(press: Press, step: int) -> tuple[Excerpt, discord.Attachment | None]:
    """The step that the viewer that was clicked on is to show, of a match or of the record that it holds."""
    if press.match_id:
        return (await _replay_of(press)).excerpt_at(step), None
    held = _held(press)
    async with workshop_of(press.interaction).reading(press.user) as read:
        return await read(partial(look, step=step), await fetched(held)), held


async def _excerpt_of_all(press: Press) -> Excerpt:
    """As many steps as a GIF has, evenly, of what the viewer that was clicked on shows."""
    if press.match_id:
        replay = await _replay_of(press)
        return replay.excerpt(chosen(replay.last + 1))
    async with workshop_of(press.interaction).reading(press.user) as read:
        return await read(partial(look_through, choose=chosen), await fetched(_held(press)))


async def _replay_of(press: Press) -> Replay:
    match = await told_of(press.interaction, await press.bot.matches.get(press.match_id))
    return await press.bot.matches.replay(match.id)


def _held(press: Press) -> discord.Attachment:
    """The record in the message that was clicked on. ScreenRefusal if it is gone."""
    message = press.interaction.message
    held = next((file for file in message.attachments if file.filename == RECORD), None) if message else None
    if held is None:
        raise ScreenRefusal(GONE)
    return held


async def fetched(file: discord.Attachment) -> bytes:
    """What is in a file. NotARecord if that is too much to be fetched."""
    if file.size > BYTES:
        raise too_large()
    return await file.read()


def workshop_of(interaction: Asked) -> Workshop:
    """Where this bot does what takes a while."""
    bot = interaction.client
    if bot not in _workshops:
        _workshops[bot] = Workshop()
        bot.before_closing.append(_workshops[bot].close)
    return _workshops[bot]


# The viewer


async def open_viewer(interaction: Asked, match: Match) -> None:
    """The viewer: from the beginning of a match that is over, from where one stands that is running."""
    match = await told_of(interaction, match)
    replay = await interaction.client.matches.replay(match.id)
    await show(interaction, replay.excerpt_at(0 if match.status is Status.OVER else replay.last))


async def show(interaction: Asked, replay: Excerpt, *, kept: Attached | None = None) -> None:
    """One step of a match, the first one of what is given, privately; `kept` is the record that the message holds."""
    step = replay.steps[0]
    cog = screen_of(interaction.client, replay.match.game)
    marks = _marks(replay, step)
    view = replay.position(step).view(None)
    picture = (await cog.picture(view, marks, name="replay"), cog.pictures.alt(view, marks))
    turn = replay.turn(step)
    words = [_title(cog, replay, step), newest_lines(_words(cog, replay, step))]
    if cog.game.hidden and turn and replay.match.status is Status.OVER:
        held = cog.hand(turn[0].before.view(turn[0].seat))
        words.append(say(N_("-# Held before that: {hand}"), hand=held.alt))
    await tell(
        interaction,
        "\n".join(filter(None, words)),
        pictures=[picture],
        files=[] if kept is None else [kept],
        rows=_rows(replay, step),
        colour=discord.Colour(cog.colour_of(_colours(replay)[turn[0].seat])) if turn else None,
        replace=True,
    )


def _colours(replay: Excerpt) -> list[str]:
    return [seat.colour for seat in replay.match.seats]


def _name(replay: Excerpt) -> str:
    number = replay.match.id
    return say(N_("match {id}"), id=number) if number else say(N_("an imported match"))


def _title(cog: Presentation, replay: Excerpt, step: int) -> str:
    where = say(N_("the beginning"))
    if step:
        where = say(N_("after turn {turn} of {turns}"), turn=f"{step:,}", turns=f"{replay.last:,}")
    return say(N_("### {game} · {match} · {where}"), game=cog.game.title, match=_name(replay), where=where)


def _words(cog: Presentation, replay: Excerpt, step: int) -> str:
    """What happened in the turn that led to this step, and how the match ended."""
    match = replace(replay.match, state=replay.position(step))
    lines = []
    if step:
        lines.append(cog.turn_in_words(replay.turn(step), _colours(replay)))
    elif replay.opening is None:
        lines.append(
            say(N_("What was played before followed older rules, which this version of the bot can't replay."))
        )
    else:
        lines += [say(N_("The match begins.")), cog.opening(match, replay.opening)]
    if step == replay.last:
        if match.ending is not None:
            lines += [cog.how_it_ended(match), f"**{_outcome(match)}**"]
        else:
            lines.append(say(N_("-# This is how the match stands now.")))
    return "\n".join(filter(None, lines))


def _outcome(match: Match) -> str:
    return outcome(match).removesuffix(" · ")  # where it is not known who sat there


def _marks(replay: Excerpt, step: int) -> Marks:
    """What the board of this step had marked: the whole turn, and an end that the position doesn't know of."""
    last = tuple(
        Played(decision.move, decision.seat, decision.chance, decision.before.view(None))
        for decision in replay.turn(step)
    )
    return Marks(last=last, verdict=verdict_of(replay.match) if step == replay.last else None)


def _rows(replay: Excerpt, step: int) -> list[Any]:
    at = (replay.match.id, replay.match.version)
    first, last = step == 0, step == replay.last
    rows = [
        row(
            button(say(N_("⏮ First")), *at, "replay", "0.first", disabled=first),
            button(say(N_("◀ Back")), *at, "replay", f"{max(step - 1, 0)}.back", disabled=first),
            button(
                say(N_("Forward ▶")),
                *at,
                "replay",
                f"{step + 1}.forward",
                style=discord.ButtonStyle.primary,
                disabled=last,
            ),
            button(say(N_("Last ⏭")), *at, "replay", f"{replay.last}.last", disabled=last),
            button(say(N_("GIF")), *at, "gif", disabled=not replay.last),
        )
    ]
    if replay.last > MANY:
        options = [
            discord.SelectOption(
                label=say(N_("After turn {turn}"), turn=f"{turn:,}") if turn else say(N_("The beginning")),
                value=str(turn),
            )
            for turn in chosen(replay.last + 1, LISTED)
        ]
        rows.append(row(select(say(N_("Go to a turn")), options, *at, "replay_at")))
    return rows


@action("replay_of", "think")
async def open_replay(press: Press) -> None:
    """The viewer, from the board of a match that is over."""
    await open_viewer(press.interaction, await press.bot.matches.get(press.match_id))


@action("replay", "hold")
async def go_to_step(press: Press) -> None:
    replay, kept = await _excerpt_at(press, number_in(press.rest.partition(".")[0]))
    await show(press.interaction, replay, kept=kept)


@action("replay_at", "hold")
async def go_to_chosen_step(press: Press) -> None:
    replay, kept = await _excerpt_at(press, number_in(press.value))
    await show(press.interaction, replay, kept=kept)


# The GIF


@action("gif", "think")
async def make_gif(press: Press) -> None:
    """Make the GIF, saying how far it is; then it is shown to this person, who may post it."""
    if not press.match_id:
        _held(press)  # refuse what is gone before anybody waits for their turn
    excerpts: list[Excerpt] = []  # the one that is shown, once it has been read
    loop = asyncio.get_running_loop()
    told_at = -TOLD_EVERY

    async def told(what: str, number: int) -> None:
        nonlocal told_at
        if loop.time() - told_at < TOLD_EVERY and (what, number) != ("drawn", 1):
            return
        told_at = loop.time()
        if what == "waiting":
            words = say(N_("Others' GIFs are made first: {number} before yours …"), number=number)
        else:
            frames = len(excerpts[0].steps)
            words = say(N_("Making the GIF: {number} of {frames} frames …"), number=number, frames=frames)
        await tell(press.interaction, words, replace=True)

    async def ordered() -> Sequence[bytes]:
        excerpts.append(await _excerpt_of_all(press))
        return await asyncio.to_thread(_order, excerpts[0])

    try:
        made = await workshop_of(press.interaction).make(press.user, ordered, told)
    except ScreenRefusal as refusal:  # in place of how far it was
        await tell(press.interaction, say_error(refusal, str(press.interaction.locale)), replace=True)
        return
    (replay,) = excerpts
    cog, steps = screen_of(press.bot, replay.match.game), replay.steps
    name = f"match-{replay.match.id}.gif" if replay.match.id else "match.gif"
    words = say(N_("### {game} · {match}"), game=cog.game.title, match=_name(replay))
    alt = say(N_("An animation of the whole match; it ends like this: {alt}"), alt=_ends_like(cog, replay))
    await tell(
        press.interaction,
        f"{words}\n-# {_kept(steps)}",
        pictures=[(discord.File(io.BytesIO(made), filename=name), alt)],
        rows=[row(button(say(N_("Post it here")), replay.match.id, 0, "gif_post", style=discord.ButtonStyle.primary))],
        replace=True,
    )


def _order(replay: Excerpt) -> list[bytes]:
    """What the process that makes a GIF is told of these steps."""
    frames = [(replay.position(step).view(None), _marks(replay, step)) for step in replay.steps]
    return list(order(replay.match.game, frames))


def _ends_like(cog: Presentation, replay: Excerpt) -> str:
    return cog.pictures.alt(replay.position(replay.last).view(None), _marks(replay, replay.last))


def _kept(steps: Sequence[int]) -> str:
    """What of the match is in its GIF."""
    every = steps[-1] - steps[-2] if len(steps) > 1 else 1
    if every == 1:
        return say(N_("The beginning and {turns} turns, a frame each."), turns=len(steps) - 1)
    words = N_("The whole match of {turns} turns, of which every {every}th is shown: a GIF has {most} frames at most.")
    return say(words, turns=f"{steps[-1]:,}", every=every, most=FRAMES)


@action("gif_post", "hold")
async def post_gif(press: Press) -> None:
    """Post a GIF, as it stands in the private message, into the channel. The message then says so."""
    words = say(N_("The match as {person} shows it"), person=f"<@{press.user}>")
    if press.match_id:
        match = await told_of(press.interaction, await press.bot.matches.get(press.match_id))
        title = GAMES[match.game].title if match.game in GAMES else match.game
        words = say(
            N_("### {game} · match {id}\n-# shown by {person}"), game=title, id=match.id, person=f"<@{press.user}>"
        )
    message = press.interaction.message
    made = next((file for file in message.attachments if file.filename.endswith(".gif")), None) if message else None
    if made is None:
        raise ScreenRefusal(GONE)
    alt = made.description or say(N_("An animation of the whole match"))
    await press.interaction.followup.send(
        view=Note(words, pictures=[(made.filename, alt)]),
        file=discord.File(io.BytesIO(await made.read()), filename=made.filename),
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await tell(press.interaction, say(N_("The GIF stands in the channel.")), pictures=[(made, alt)], replace=True)
