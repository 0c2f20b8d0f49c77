"""Who may be told of a match: its own people, and everybody who sees the place where it is played.

Everything that names a match to somebody asks here first. Threads have no permissions of their own. A public one is
seen by everybody who sees its channel, a private one by its members and by people who manage the channel's threads.
The bot hears of active threads only, and of no members: it asks Discord, and believes the answer for a minute.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import discord
from cachetools import TTLCache

from bot.match import Match, NoSuchMatch, Status
from cogs.shared.interactions.replies import Interaction

if TYPE_CHECKING:
    from bot.client import Crux

CACHE_SECONDS = 60.0  # seconds
CACHE_SIZE = 10_000  # threads, and members of threads


class _Threads:
    """What Discord has said about threads lately."""

    def __init__(self) -> None:
        self.threads: TTLCache[int, discord.Thread | None] = TTLCache(
            CACHE_SIZE, CACHE_SECONDS
        )  # None: gone or closed to us
        self.members: TTLCache[tuple[int, int], bool] = TTLCache(CACHE_SIZE, CACHE_SECONDS)  # by thread and person

    async def is_seen(self, bot: "Crux", guild: discord.Guild, thread_id: int, user: int) -> bool:
        """Whether somebody who sees the channel also sees this thread in it. discord.HTTPException."""
        thread = guild.get_thread(thread_id) or await self._fetch(bot, thread_id)
        if thread is None:
            return False
        return not thread.is_private() or await self._is_member(thread, user)

    async def is_private(self, bot: "Crux", guild: discord.Guild, thread_id: int) -> bool:
        """Whether only members see this thread, which may be gone or closed to us. discord.HTTPException."""
        thread = guild.get_thread(thread_id) or await self._fetch(bot, thread_id)
        return thread is not None and thread.is_private()

    async def _fetch(self, bot: "Crux", thread_id: int) -> discord.Thread | None:
        """A thread that is archived, or one that the bot isn't in."""
        if thread_id not in self.threads:
            try:
                found = await bot.fetch_channel(thread_id)
            except (discord.NotFound, discord.Forbidden, discord.InvalidData):
                found = None
            self.threads[thread_id] = found if isinstance(found, discord.Thread) else None
        return self.threads.get(thread_id)

    async def _is_member(self, thread: discord.Thread, user: int) -> bool:
        key = thread.id, user
        is_member = self.members.get(key)
        if is_member is None:
            try:
                await thread.fetch_member(user)
            except (discord.NotFound, discord.Forbidden):
                is_member = False
            else:
                is_member = True
            self.members[key] = is_member
        return is_member


_threads: "WeakKeyDictionary[Crux, _Threads]" = WeakKeyDictionary()


async def can_see(interaction: Interaction, match: Match) -> bool:
    """Whether the person may be told of this match.

    The match's own people always may, those who resigned and those who are asked to play among them. A private match is
    for nobody else. Everybody else must see the place where it is played. Where that channel is gone, people who
    manage the server's channels count as such.

    discord.HTTPException if Discord doesn't say who sees a thread.
    """
    place, person = match.place, interaction.user
    if any(person.id in seat.people for seat in match.seats) or _is_invited(match, person.id):
        return True
    if match.terms.private or place.guild_id != interaction.guild_id:
        return False
    if interaction.channel_id == place.posted_in:  # people can do nothing in a place that they don't see
        return True
    guild = interaction.guild
    if guild is None or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel(place.channel_id)
    if channel is None:
        return person.guild_permissions.manage_channels
    held = channel.permissions_for(person)
    if not held.view_channel:
        return False
    if place.thread_id in (None, match.table_message_id) or held.manage_threads:  # threads below messages are public
        return True
    threads = _threads.setdefault(interaction.client, _Threads())
    return await threads.is_seen(interaction.client, guild, place.posted_in, person.id)


async def is_seen_by_others(interaction: Interaction, match: Match) -> bool:
    """Whether other people see the channel or thread of the interaction than the match's, both of one channel.

    discord.HTTPException if Discord doesn't say what kind of thread it is.
    """
    here, place, guild = interaction.channel, match.place, interaction.guild
    if isinstance(here, discord.Thread) and here.is_private():
        return True
    if guild is None or place.thread_id in (None, match.table_message_id):
        return False
    threads = _threads.setdefault(interaction.client, _Threads())
    return await threads.is_private(interaction.client, guild, place.posted_in)


async def check_can_see(interaction: Interaction, match: Match) -> None:
    """NoSuchMatch, as if there were none, for somebody who may not be told of this match."""
    if not await can_see(interaction, match):
        raise NoSuchMatch(match=match.id)


async def first_visible(interaction: Interaction, matches: Iterable[Match]) -> Match | None:
    """The first of the matches that the person may be told of."""
    for match in matches:
        if await can_see(interaction, match):
            return match
    return None


def _is_invited(match: Match, user: int) -> bool:
    """Whether somebody who plays has invited this person to the table, or proposed them for a seat."""
    if match.status is Status.OPEN:
        return user in match.invited
    return match.proposal is not None and match.proposal.candidate == user
