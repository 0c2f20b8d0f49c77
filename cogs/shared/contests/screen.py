"""Messages that stay and are edited as things happen, and what they say of people and results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.contests.values.league import Season
from bot.contests.values.tournament import Tournament
from bot.match import FORGOTTEN
from bot.text import N_, say, say_plural
from bot.text.terms import commas
from cogs.shared.access.links import visible_board_link
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.client.sent_before import sent_before
from cogs.shared.interactions.clicks import button, row
from cogs.shared.interactions.replies import Interaction, Picture
from cogs.shared.presentation.drawing import CALLING, REQUESTED, as_file, as_files, draw_in_thread
from cogs.shared.tables.table import UNKNOWN_MESSAGE
from cogs.shared.wording.labels import NAMES, ordinal
from images.canvas.canvas import Encoded
from images.people.plates import points_in_words

COLOUR = discord.Colour(0x8FA3C8)
PEOPLE_LIMIT = 2500  # characters


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: its text, its buttons (label, action, what the button carries), and a picture with its alt text."""

    words: str
    buttons: tuple[tuple[str, str, str], ...] = ()
    draw: Callable[[], Encoded] | None = None
    alt: str = ""

    @property
    def digest(self) -> str:
        """What it shows, in short: where it stays the same, the message does."""
        return sha256(repr((self.words, self.buttons, self.alt)).encode()).hexdigest()

    @property
    def rows(self) -> list[ui.Item[Any]]:
        """Its buttons in their row, if it has any."""
        return [row(*(button(label, name, payload) for label, name, payload in self.buttons))] if self.buttons else []

    def view(self, picture: str | None) -> ui.LayoutView:
        """The message; `picture` is the name of the attached file."""
        view = ui.LayoutView(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=COLOUR)
        box.add_item(ui.TextDisplay(self.words))
        if picture is not None:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}", description=self.alt)))
        for one in self.rows:
            box.add_item(one)
        view.add_item(box)
        return view


class News(NamedTuple):
    """What the server's channel for announcements says under this number.

    If nothing is `new`, only what was announced before is brought up to date.
    """

    part: int
    screen: Screen
    new: bool


def user_of(where: Season | Tournament, number: int | None = None) -> int:
    """The Discord id of the person with this number; `FORGOTTEN` for the forgotten, and without a number."""
    return next((one.user for one in where.players if one.number == number), FORGOTTEN)


def person(where: Season | Tournament, number: int) -> str:
    """The person with this number as they are named in messages."""
    user = user_of(where, number)
    return say(N_("a deleted user")) if user == FORGOTTEN else f"<@{user}>"


def name_of(where: Season | Tournament, number: int) -> str:
    """The person's name on the server, for pictures; empty if it isn't known."""
    return NAMES.known(where.home.guild_id, user_of(where, number))


def people_line(people: Sequence[str]) -> str:
    """Who has signed up, as `person` names them."""
    if not people:
        return say(N_("Nobody has joined yet."))
    names = clip(commas(people), PEOPLE_LIMIT)
    return say_plural("**{number} person**: {people}", "**{number} people**: {people}", len(people), people=names)


def standing_line(place: int, who: str, half_points: int, *, gone: bool) -> str:
    """A line of a table: "**2nd** @Ada · 1½ points"."""
    points = say(N_("left")) if gone else points_in_words(half_points)
    return say(N_("**{place}** {person} · {points}"), place=ordinal(place), person=who, points=points)


def result_in_words(places: Sequence[int], seat: int) -> str:
    """How a match ended for a seat, with the places of all."""
    if set(places) == {1}:
        return say(N_("drawn"))
    if len(places) == 2:
        return say(N_("won") if places[seat] == 1 else N_("lost"))
    return say(N_("place {place} of {number}"), place=places[seat], number=len(places))


async def with_board_link(interaction: Interaction, line: str, match_id: int | None) -> str:
    """A line about a match, with the link to its board if it has one that the person may see.

    Somebody else may have taken over their seat and moved the match since.
    """
    matches = [] if match_id is None else await interaction.client.matches.lists.outlines([match_id])
    link = await visible_board_link(interaction, matches[0]) if matches else None
    return line if link is None else say(N_("{line} · [board]({link})"), line=line, link=link)


async def pictures_of(screen: Screen) -> list[Picture]:
    """The picture of a table that somebody asks for, if it has one."""
    return [] if screen.draw is None else [(as_file(await draw_in_thread(screen.draw, REQUESTED), "table"), screen.alt)]


async def bring_up_to_date(
    bot: Client,
    guild_id: int,
    channel_id: int,
    name: str,
    screen: Screen,
    shown: tuple[int, str] | None,
    *,
    again: bool = True,
    left: int | None = None,
) -> int | None:
    """Edits a message, or sends it where there is none; returns its id, None where it already says that.

    `name` is of the message, in a few letters: what is sent twice under the same name within some minutes is one
    message. `shown` is the id of the message and the digest of what it says. If somebody has deleted it, it's sent
    `again` or left at that. `left` is the id of a message that stays behind, for which a new one is sent. Raises
    discord.HTTPException.
    """
    if shown is not None and shown[1] == screen.digest:
        return None
    picture = None if screen.draw is None else await draw_in_thread(screen.draw, CALLING)
    files = as_files(picture, name.replace(".", "-"))
    view, nobody = screen.view(files[0].filename if files else None), discord.AllowedMentions.none()
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    if shown is None and (number := await sent_before(bot, channel_id, view)) is not None:
        shown = number, ""
    if shown is not None:
        try:
            message = channel.get_partial_message(shown[0])
            await message.edit(view=view, attachments=files, allowed_mentions=nobody)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            if not again:
                return shown[0]
            for one in files:  # somebody has deleted it
                one.reset()
        else:
            return shown[0]
    before = (left or channel_id) if shown is None else shown[0]  # a message in its place is another one
    message_sent = await channel.send(view=view, files=files, nonce=f"{name}.{before % 10**6}", allowed_mentions=nobody)
    return message_sent.id
