"""Digests: one direct message with all of a person's turns, in place of a call for each."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from PIL import Image

from bot.match import Digest, Match
from bot.match.matches import utc_now
from bot.match.parts.digests import PracticeWeek
from bot.text import N_, say, say_plural
from bot.text.terms import commas
from cogs.shared.access.links import board_link
from cogs.shared.choosing.match_lookup import UNFINISHED
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.languages import to_person
from cogs.shared.client.sent_before import own_messages
from cogs.shared.interactions.clicks import button, row
from cogs.shared.interactions.replies import TEXT_LIMIT, PrivateMessage, pinging
from cogs.shared.people.overview import OwnMatch, bullet_list, match_line, sort_matches
from cogs.shared.presentation.drawing import CALLING, as_file, draw_in_thread
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import game_title
from cogs.shared.wording.times import DAY, HOUR, duration
from images.canvas.canvas import Encoded, encode
from images.people import digest as pictures
from images.people.digest import MOST, SmallBoard

LISTED = 20  # matches


async def send_digest(bot: Client, digest: Digest) -> None:
    """Sends a digest, unless nothing waits or an earlier attempt has sent it. Raises whatever requests fail by.

    Those who accept no direct messages are called in the channel of each match.
    """
    waiting = await _waiting(bot, digest.user)
    if not waiting:
        return
    async with to_person(bot, digest.user, None):
        words, picture, alt = await _content(bot, digest, waiting)
        if await send_directly(bot, digest.user, partial(_send, bot, digest, words, picture, alt)):
            return
    for mine in waiting[:LISTED]:
        await _call_in_channel(bot, mine.match, digest)


async def _waiting(bot: Client, user: int) -> list[OwnMatch]:
    """The matches that wait for somebody's turn, the least time left first; none while they're on vacation."""
    matches = await bot.matches.lists.of_user(user, statuses=UNFINISHED, with_positions=False)
    mine = [one for one in sort_matches(matches, user) if one.turn and not one.match.terms.private]
    away = any(user in seat.on_vacation for one in mine for seat in one.match.seats)
    return [] if away else mine


async def _content(bot: Client, digest: Digest, waiting: Sequence[OwnMatch]) -> tuple[str, Encoded | None, str]:
    """The words, the picture, and its alt text."""
    user, week = digest.user, await bot.matches.digests.practised(digest)
    heading = say_plural(
        "### {number} match waits for you", "### {number} matches wait for you", len(waiting), number=len(waiting)
    )
    lines = [await match_line(bot, one.match, user, one.clock) for one in waiting[:LISTED]]
    foot = say(N_("-# Change when you get this with `/match remind`."))
    if week is not None:
        foot = f"{_describe_week(week)}\n{foot}"
    words = bullet_list(heading, lines, len(waiting), TEXT_LIMIT - 200 - len(foot)) + "\n" + foot
    boards: list[tuple[Callable[[], Image.Image], str, str]] = []
    for one in waiting[:MOST]:
        match = await bot.matches.get((one.own or one.match).id)
        if match.state is None:
            continue
        cog, deadline = cog_for(bot, match.game), None if one.clock is None else one.clock.deadline
        left = "" if deadline is None else time_left_in_words(deadline - utc_now())
        named = say(N_("{game} · match {id}"), game=game_title(match), id=one.match.id)
        sight, marks = match.state.sight(None), cog.marks(match)
        boards.append((partial(cog.pictures.draw, sight, marks), named, left))

    def draw() -> Encoded:
        return encode(pictures.draw([SmallBoard(picture(), named, left) for picture, named, left in boards]))

    picture = await draw_in_thread(draw, CALLING) if boards else None
    return words, picture, say(N_("The boards of these matches: {matches}"), matches=commas(one[1] for one in boards))


def _describe_week(week: PracticeWeek) -> str:
    """What somebody practised, in one line."""
    parts = list[str]()
    if week.tried:
        solved = say_plural(
            "{solved} of {number} puzzle solved at the first try",
            "{solved} of {number} puzzles solved at the first try",
            week.tried,
            solved=week.solved,
        )
        parts.append(solved)
    if week.choices:
        percent = round(100 * week.good / week.choices)
        parts.append(say(N_("{percent}% of your choices as good as a strong computer's"), percent=percent))
    if week.due:
        due = say_plural(
            "{number} exercise of your book to practise", "{number} exercises of your book to practise", week.due
        )
        parts.append(due)
    return say(N_("📈 **Your week**: {parts}"), parts=commas(parts))


def time_left_in_words(time: timedelta) -> str:
    """How much time is left, in days or hours, rounded as Discord rounds the same time in the words beside it."""
    if time < HOUR:
        return say(N_("less than an hour left"))
    unit = DAY if time >= DAY else HOUR
    return say(N_("{time} left"), time=duration(round(time / unit) * unit))


async def _send(
    bot: Client, digest: Digest, words: str, picture: Encoded | None, alt: str, channel: discord.abc.Messageable
) -> None:
    number = int(digest.slot.timestamp())
    if digest.attempts and await _was_sent(bot, channel, number):
        return
    files = [] if picture is None else [as_file(picture, "digest")]
    opens = button(say(N_("Open the next one")), "digest_next", str(number), style="primary")
    view = PrivateMessage(words, pictures=[(file.filename, alt) for file in files], rows=[row(opens)])
    nobody = discord.AllowedMentions.none()
    await channel.send(view=view, files=files, nonce=digest.nonce, allowed_mentions=nobody)


async def _was_sent(bot: Client, channel: Any, number: int) -> bool:
    """Whether an attempt that couldn't be recorded has sent it. Discord remembers the nonce for only a few minutes."""
    sent = await own_messages(bot, channel.id)
    return any(f":digest_next:{number}" in json.dumps(message.get("components", [])) for message in sent)


async def _call_in_channel(bot: Client, match: Match, digest: Digest) -> None:
    link = await board_link(bot, match.id)
    if link is None:
        return
    words = N_("{person}, match {id} is waiting for you: [go to the board]({link}). You don't accept direct messages.")
    channel = bot.get_partial_messageable(match.place.posted_in, guild_id=match.place.guild_id)
    await channel.send(
        say(words, person=f"<@{digest.user}>", id=match.id, link=link),
        nonce=f"{digest.nonce}.{match.id}"[-25:],
        allowed_mentions=pinging(digest.user),
    )
