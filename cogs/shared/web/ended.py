"""What visitors do with a match that is over: play it again, practise, and show it to everybody."""

from collections.abc import Mapping
from typing import Any

from bot.match import NOWHERE, DailyMatch, Match, NotOver, Status
from bot.text import say
from cogs.shared.access.permissions import channels_of, check_has_threads, check_rights
from cogs.shared.access.visibility import member_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.tables.rematches import CLOSED, begun_or_shown, rematch_in_words
from cogs.shared.web.documents import match_document
from cogs.shared.web.sharing import NOT_SHARED, share_in_words
from cogs.shared.web.visitors import Json, Visitor, interaction_of
from cogs.shared.wording.labels import command_name_of


async def rematch(visitor: Visitor, match: Match, wish: Mapping[str, Any], _seen: int) -> Json:
    """Opens the table of a rematch where the match was, or joins it; one that has begun is opened.

    Raises MissingPermissions where its person couldn't do that on Discord, ScreenRefusal where nobody can; otherwise as
    `Tables.rematch`.
    """
    bot, user = visitor.bot, visitor.user
    existing = await _check_place(visitor, match)
    table = await bot.matches.tables.rematch(
        match.id, user, existing=existing, interaction=interaction_of(visitor, match, wish)
    )
    if table.status is Status.OPEN:
        table = await begun_or_shown(bot, table, user)
    if table.status is not Status.OPEN:
        return {"says": "", "go": str(table.id)}
    return {"says": rematch_in_words(table, user), "match": await match_document(visitor, match)}


async def _check_place(visitor: Visitor, match: Match) -> set[int]:
    """Whether this person may open a table where the match was. Returns the channels that its server has."""
    place, bot = match.place, visitor.bot
    guild = None if place.guild_id is None else bot.get_guild(place.guild_id)
    channel = None if guild is None else guild.get_channel(place.channel_id)
    member = None if guild is None else await member_of(bot, guild, visitor.user)
    if guild is None or channel is None or member is None:
        raise ScreenRefusal(CLOSED, game=command_name_of(match.game))
    in_thread = place.thread_id not in (None, match.table_message_id)
    if match.terms.own_thread and not in_thread:
        check_has_threads(channel)
    rights = (channel.permissions_for(guild.me), channel.permissions_for(member))
    check_rights(*rights, in_thread=in_thread)
    return channels_of(guild)


async def practise(visitor: Visitor, match: Match, wish: Mapping[str, Any], _seen: int) -> Json:
    """Begins the deal of a daily once more, or goes on with it; it doesn't count. Raises as `Dailies.practise`."""
    if not isinstance(match, DailyMatch):
        raise NotOver
    begun = await visitor.bot.matches.dailies.practise(
        visitor.user, match.day, place=NOWHERE, interaction=interaction_of(visitor, match, wish)
    )
    return {"says": "", "go": str(begun.id)}


async def share(visitor: Visitor, match: Match, _wish: Mapping[str, Any], _seen: int) -> Json:
    words = await share_in_words(visitor.bot, visitor.user, match)
    return {"says": words, "match": await match_document(visitor, match)}


async def unshare(visitor: Visitor, match: Match, _wish: Mapping[str, Any], _seen: int) -> Json:
    await visitor.bot.matches.addresses.end(visitor.user, match.id)
    return {"says": say(NOT_SHARED), "match": await match_document(visitor, match)}
