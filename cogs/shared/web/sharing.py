"""Who may see a match at an address of its own: everybody, if its server and its table agree. And **Share**."""

import re

import discord

from bot.match import DailyMatch, Host, Match, NoSuchMatch, Status
from bot.text import N_, say
from cogs.shared.choosing.turn_checks import check_position
from cogs.shared.client.client import Client
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action, button, row
from cogs.shared.interactions.gatekeeper import Blocked, Gatekeeper
from cogs.shared.interactions.replies import reply
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.cards import card_of
from images.people import match_card

ADDRESS = r"[A-Za-z0-9_-]{22}"


async def may_be_shown(bot: Client, match: Match) -> bool:
    """Whether a match may be shown to everybody now: its server wants it, and everybody there sees it."""
    guild_id = match.place.guild_id
    if guild_id is None or match.terms.private or match.apart or isinstance(match, Host | DailyMatch):
        return False
    if match.status not in (Status.RUNNING, Status.OVER) or match.state is None:
        return False
    try:
        Gatekeeper.of(bot).check_blocks(0, guild_id)
    except Blocked:
        return False
    if not (await bot.matches.servers.settings(guild_id)).shared:
        return False
    guild = bot.get_guild(guild_id)
    return guild is not None and _is_open_to_all(guild, match)


def _is_open_to_all(guild: discord.Guild, match: Match) -> bool:
    """Whether everybody on the server sees the channel, and the thread if there is one."""
    place = match.place
    channel = guild.get_channel(place.channel_id)
    if channel is None or not channel.permissions_for(guild.default_role).view_channel:
        return False
    if place.thread_id in (None, match.table_message_id):  # threads below messages are public
        return True
    thread = guild.get_thread(place.thread_id)
    return thread is not None and not thread.is_private()


async def shown_match(bot: Client, address: str) -> Match:
    """The match at an address. Raises NoSuchMatch if there is none that everybody may see now."""
    number = await bot.matches.addresses.find(address) if re.fullmatch(ADDRESS, address) else None
    if number is None:
        raise NoSuchMatch(match=0)
    match = await bot.matches.get(number)
    if not await may_be_shown(bot, match):
        raise NoSuchMatch(match=0)
    return match


@action("share", "reply")
async def share(click: Click) -> None:
    """Gives one of the players the address of their match, and lets them end it; the picture where it can have none."""
    match = await click.match()
    if click.bot.web_url is None or not await may_be_shown(click.bot, match):
        await _show_picture(click, match)
        return
    words = await share_in_words(click.bot, click.user, match)
    ends = button(say(N_("Stop sharing")), "unshare", about=(match.id, match.version))
    await reply(click.interaction, words, rows=[row(ends)])


async def share_in_words(bot: Client, user: int, match: Match) -> str:
    """Gives a match an address for one of its players, and says which. Raises ScreenRefusal where it may have none."""
    url = bot.web_url
    if url is None or not await may_be_shown(bot, match):
        raise ScreenRefusal(
            "This match can't be shown by a link. It has to be in a channel that everybody sees, and those who manage "
            "the server can switch links on with `/settings`."
        )
    address = await bot.matches.addresses.share(user, match.id)
    words = N_(
        "### Share this match\nEverybody with this link sees the board, how the match went and who plays:\n{link}\n"
        "-# Each of its players can end that again."
    )
    return say(words, link=f"{url}/m/{address}")


NOT_SHARED = N_("The link no longer leads anywhere.")


async def _show_picture(click: Click, match: Match) -> None:
    """The last board, who played and how it went as a picture to save and send, and why there is no link."""
    cog, state = cog_for(click.bot, match.game), check_position(match)
    card, course = await card_of(click.bot, match), await course_of(cog, match)
    board = cog.board_sheet(state.sight(None), cog.marks(match, course))
    poster = Sheet(lambda: match_card.draw_poster(board.draw(), card), board.alt)
    pictures = await cog.attachments([poster], "match")
    words = N_(
        "### Share this match\nSave this picture and send it wherever you like.\n-# A link that shows the whole match "
        "isn't possible here: the channel has to be open to everybody, and links have to be on in `/settings`."
    )
    await reply(click.interaction, say(words), pictures=pictures)


@action("unshare", "update")
async def unshare(click: Click) -> None:
    """Ends the address of a match."""
    match = await click.match()
    await click.bot.matches.addresses.end(click.user, match.id)
    await reply(click.interaction, say(NOT_SHARED), rows=[], replace=True)
