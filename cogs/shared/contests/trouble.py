"""Telling people that the matches of a league or a tournament can't begin, and why."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import discord

from bot.contests.values.league import League
from bot.contests.values.tournament import Tournament
from bot.match import FORGOTTEN
from bot.text import N_, say
from bot.text.terms import commas, join_sentences
from cogs.shared.access.permissions import missing_permissions, opens_threads
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.failures import is_temporary
from cogs.shared.client.languages import to_person
from cogs.shared.client.sent_before import sent_before
from cogs.shared.interactions.replies import pinging

LONGEST_CALL = 80  # people that one message can name

GONE, FORBIDDEN, KIND, THREADS, OTHER = "gone", "forbidden", "kind", "threads", "other"
"""Why nothing begins: the channel is gone, permissions are missing there, it's a kind of channel without such threads,
there are as many threads as Discord allows, or something else."""

TOO_MANY_THREADS = 160006

_REASONS = {
    GONE: N_("Its channel is gone."),
    FORBIDDEN: N_("In <#{channel}> I need these permissions: **{permissions}**."),
    KIND: N_("In <#{channel}> no such threads can be opened, as it's another kind of channel."),
    THREADS: N_("This server has as many open threads as Discord allows."),
    OTHER: N_("Discord refuses it in <#{channel}>."),
}
_STEPS = {
    GONE: N_("Those who run it can continue it elsewhere with `/{command} relocate`."),
    FORBIDDEN: N_("Once I have them, the matches begin by themselves."),
    KIND: N_("Those who run it can continue it elsewhere with `/{command} relocate`."),
    THREADS: N_("Once some are closed, the matches begin by themselves."),
    OTHER: N_("Those who run it can continue it elsewhere with `/{command} relocate`."),
}


def trouble_of(bot: Client, home: League | Tournament, error: discord.HTTPException | None) -> str:
    """Which of the reasons above it is; `error` is Discord's answer, None if the channel isn't there."""
    guild = bot.get_guild(home.guild_id)
    channel = None if guild is None else guild.get_channel(home.channel_id)
    if error is None or channel is None:
        return GONE
    if error.code == TOO_MANY_THREADS:
        return THREADS
    if not opens_threads(channel.type, private=_in_private(home)):
        return KIND
    return FORBIDDEN if _list_missing_rights(bot, home) else OTHER


async def tell(
    bot: Client,
    home: League | Tournament,
    reason: str,
    people: Sequence[int],
    nonce: str,
    tried_at: datetime | None = None,
) -> None:
    """Tell the people who play and those who run it, as far as Discord lets the bot write to them.

    The channel tells both. If it can't, each person is told directly, and those who run it in the channel that is told
    when settings change; without that, the owner of the server. If an attempt began at `tried_at` of which nobody knows
    how far it came, nobody is told again whom it has told. Raises discord.HTTPException if trying again may help.
    """
    present = [user for user in people if user != FORGOTTEN]
    post = partial(_post, bot, home, nonce=nonce, tried_at=tried_at)
    if reason != GONE and await post(home.channel_id, _words(bot, home, reason), present):
        return
    log = (await bot.matches.servers.settings(home.guild_id)).log
    told = log is not None and await post(log, _words(bot, home, reason), ())
    guild = bot.get_guild(home.guild_id)
    owner = [] if told or guild is None or guild.owner_id is None else [guild.owner_id]
    for person in dict.fromkeys([*present, *owner]):
        async with to_person(bot, person, home.guild_id):
            words = _words(bot, home, reason)
        own_nonce = f"{nonce}.{person % 10**6}"
        await send_directly(bot, person, partial(_send, bot, words=words, nonce=own_nonce, tried_at=tried_at))


async def _post(
    bot: Client,
    home: League | Tournament,
    channel_id: int,
    words: str,
    people: Sequence[int],
    *,
    nonce: str,
    tried_at: datetime | None,
) -> bool:
    """Whether a channel could be told. It calls the people."""
    named = " ".join(f"<@{person}>" for person in people[:LONGEST_CALL])
    channel = bot.get_partial_messageable(channel_id, guild_id=home.guild_id)
    try:
        said = "\n".join(filter(None, (named, words)))
        await _send(bot, channel, words=said, nonce=nonce, tried_at=tried_at, people=people)
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        return False
    return True


async def _send(
    bot: Client,
    channel: discord.PartialMessageable | discord.DMChannel,
    *,
    words: str,
    nonce: str,
    tried_at: datetime | None,
    people: Sequence[int] = (),
) -> None:
    if tried_at is None or await sent_before(bot, channel.id, words, tried_at) is None:
        await channel.send(words, nonce=nonce, allowed_mentions=pinging(*people[:LONGEST_CALL]))


def _words(bot: Client, home: League | Tournament, reason: str) -> str:
    command = "league" if isinstance(home, League) else "tournament"
    head = N_("⚠️ The matches of the league **{name}** can't begin.")
    if isinstance(home, Tournament):
        head = N_("⚠️ The matches of the tournament **{name}** can't begin.")
    permissions = commas(_list_missing_rights(bot, home))
    why = say(_REASONS[reason], channel=home.channel_id, permissions=permissions)
    return join_sentences([say(head, name=home.name), why, say(_STEPS[reason], command=command)])


def _in_private(home: League | Tournament) -> bool:
    return isinstance(home, Tournament) and home.terms.duplicate


def _list_missing_rights(bot: Client, home: League | Tournament) -> list[str]:
    """The permissions that are missing in its channel."""
    guild = bot.get_guild(home.guild_id)
    channel = None if guild is None else guild.get_channel(home.channel_id)
    if guild is None or channel is None:
        return []
    granted = channel.permissions_for(guild.me)
    return missing_permissions(granted, in_thread=False, opens_thread=True, private=_in_private(home))
