"""Who may see a match, a league or a tournament: its own people, and everyone who can see the place where it is played.

Everything that names one to someone asks this module first. Threads have no permissions of their own. Everyone who
sees a channel sees its public threads; a private one is seen by its members and by people who manage the channel's
threads. Discord tells the bot only about active threads and not about members, so the bot asks and caches the reply for
a minute.
"""

import contextlib
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import discord
from cachetools import TTLCache

from bot.contests.values.contest import Viewer
from bot.match import Match, NoSuchMatch, Status
from cogs.shared.access.organisers import is_organiser
from cogs.shared.client.client import Client
from cogs.shared.client.initial_responses import Interaction
from cogs.shared.client.per_bot import per_bot

CACHE_SECONDS = 60.0  # seconds
CACHE_SIZE = 10_000  # threads, members of threads, and members of servers


class _Threads:
    """What Discord has recently said about threads."""

    def __init__(self) -> None:
        self.threads: TTLCache[int, discord.Thread | None] = TTLCache(
            CACHE_SIZE, CACHE_SECONDS
        )  # None: gone or inaccessible
        self.members: TTLCache[tuple[int, int], bool] = TTLCache(CACHE_SIZE, CACHE_SECONDS)  # by thread and person
        self.people: TTLCache[tuple[int, int], discord.Member | None] = TTLCache(
            CACHE_SIZE, CACHE_SECONDS
        )  # by server and person; None: isn't on it

    async def is_seen(self, bot: Client, guild: discord.Guild, thread_id: int, user: int) -> bool:
        """Whether someone who sees the channel also sees this thread in it. Raises discord.HTTPException."""
        thread = guild.get_thread(thread_id) or await self._fetch(bot, thread_id)
        if thread is None:
            return False
        return not thread.is_private() or await self._is_member(thread, user)

    async def is_private(self, bot: Client, guild: discord.Guild, thread_id: int) -> bool:
        """Whether only members see this thread, which may be gone or inaccessible. Raises discord.HTTPException."""
        thread = guild.get_thread(thread_id) or await self._fetch(bot, thread_id)
        return thread is not None and thread.is_private()

    async def member(self, guild: discord.Guild, user: int) -> discord.Member | None:
        """Someone as a member of a server; None if they aren't on it. Raises discord.HTTPException."""
        key = guild.id, user
        if key not in self.people:
            self.people[key] = None
            with contextlib.suppress(discord.NotFound, discord.Forbidden):
                self.people[key] = await guild.fetch_member(user)
        return self.people.get(key)

    async def _fetch(self, bot: Client, thread_id: int) -> discord.Thread | None:
        """Fetches a thread that is archived, or that the bot isn't in."""
        if thread_id not in self.threads:
            try:
                channel = await bot.fetch_channel(thread_id)
            except (discord.NotFound, discord.Forbidden, discord.InvalidData):
                channel = None
            self.threads[thread_id] = channel if isinstance(channel, discord.Thread) else None
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


@per_bot
def _threads_of(_bot: Client) -> _Threads:
    return _Threads()


@dataclass(frozen=True, slots=True)
class _Onlooker:
    """Someone as the bot sees them on a server, and the channel or thread there in which they are, if any."""

    bot: Client
    user: int
    guild_id: int | None
    guild: discord.Guild | None
    member: discord.Member | None
    channel_id: int | None


async def can_see(interaction: Interaction, match: Match) -> bool:
    """Whether the person may see this match, where they are.

    The match's own people always may, including those who resigned and those who are asked to play. Nobody else may see
    a private match, nor from outside its thread a table whose luck others still play with. Everyone else must see the
    place where it is played. If that channel is gone, people who manage the server's channels may see it.

    Raises discord.HTTPException if Discord doesn't say who sees a thread.
    """
    person = interaction.user
    member = person if isinstance(person, discord.Member) else None
    return await _sees(
        _Onlooker(
            interaction.client, person.id, interaction.guild_id, interaction.guild, member, interaction.channel_id
        ),
        match,
    )


async def can_see_from_afar(bot: Client, user: int, match: Match) -> bool:
    """Whether someone may see a match who isn't on Discord at the moment, so that the bot has to ask who they are.

    Raises discord.HTTPException if Discord doesn't say it.
    """
    if _is_of_its_people(match, user):
        return True
    guild_id = match.place.guild_id
    guild = None if guild_id is None or match.terms.private else bot.get_guild(guild_id)
    if guild is None:
        return False
    member = await member_of(bot, guild, user)
    return member is not None and await _sees(_Onlooker(bot, user, guild_id, guild, member, None), match)


async def member_of(bot: Client, guild: discord.Guild, user: int) -> discord.Member | None:
    """Someone as a member of a server; None if they aren't on it. Raises discord.HTTPException."""
    return await _threads_of(bot).member(guild, user)


def _is_of_its_people(match: Match, user: int) -> bool:
    return any(user in seat.people for seat in match.seats) or _is_invited(match, user)


async def _sees(onlooker: _Onlooker, match: Match) -> bool:
    place, guild, member = match.place, onlooker.guild, onlooker.member
    if _is_of_its_people(match, onlooker.user):
        return True
    if match.terms.private or place.guild_id != onlooker.guild_id:
        return False
    if onlooker.channel_id == place.posted_in:  # people can do nothing in a place they can't see
        return True
    if match.apart:  # whoever sees all threads may play at another of its tables
        return False
    if guild is None or member is None:
        return False
    channel = guild.get_channel(place.channel_id)
    if channel is None:
        return member.guild_permissions.manage_channels
    rights = channel.permissions_for(member)
    if not rights.view_channel:
        return False
    if place.thread_id in (None, match.table_message_id) or rights.manage_threads:  # threads below messages are public
        return True
    threads = _threads_of(onlooker.bot)
    return await threads.is_seen(onlooker.bot, guild, place.posted_in, onlooker.user)


async def is_seen_by_others(interaction: Interaction, match: Match) -> bool:
    """Whether other people see the interaction's channel or thread than the match's, both in the same channel.

    Raises discord.HTTPException if Discord doesn't say what kind of thread it is.
    """
    here, place, guild = interaction.channel, match.place, interaction.guild
    if isinstance(here, discord.Thread) and here.is_private():
        return True
    if guild is None or place.thread_id in (None, match.table_message_id):
        return False
    threads = _threads_of(interaction.client)
    return await threads.is_private(interaction.client, guild, place.posted_in)


async def check_can_see(interaction: Interaction, match: Match) -> None:
    """Raises NoSuchMatch, as if there were none, for someone who may not see this match."""
    if not await can_see(interaction, match):
        raise NoSuchMatch(match=match.id)


async def viewable_match(interaction: Interaction, match: Match) -> Match:
    """The match that this person may look at: for parallel matches their own. Raises NoSuchMatch."""
    await check_can_see(interaction, match)
    part = match.own_part(interaction.user.id)
    return match if part is None else await interaction.client.matches.get(part.match_id)


async def first_visible(interaction: Interaction, matches: Iterable[Match]) -> Match | None:
    """The first of these matches that the person may see."""
    for match in matches:
        if await can_see(interaction, match):
            return match
    return None


def is_seen_by_readers(bot: Client, guild_id: int, own: int, channel: int) -> bool:
    """Whether all roles of people that see a channel for announcements see the `own` one of a contest as well."""
    guild = bot.get_guild(guild_id)
    if guild is None or (here := guild.get_channel(own)) is None or (there := guild.get_channel(channel)) is None:
        return False
    roles = [role for role in guild.roles if there.permissions_for(role).view_channel and not role.is_bot_managed()]
    return all(here.permissions_for(role).view_channel for role in roles)


def viewer_of(interaction: Interaction) -> Viewer:
    """The person, as somebody for whom there are only the leagues and tournaments that they may see."""

    async def sees(channels: AbstractSet[int]) -> AbstractSet[int]:
        return await _seen_channels(interaction, channels)

    return Viewer(interaction.user.id, sees)


async def _seen_channels(interaction: Interaction, channels: AbstractSet[int]) -> AbstractSet[int]:
    """Which of these channels of the server the person sees.

    Those that are gone are seen by people who may run leagues and tournaments, as they continue them elsewhere, and by
    people who manage the server's channels.
    """
    here, guild, person = interaction.channel, interaction.guild, interaction.user
    in_it = here.parent_id if isinstance(here, discord.Thread) else interaction.channel_id
    seen = {channel for channel in channels if channel == in_it}  # people can do nothing in a place they can't see
    if guild is None or not isinstance(person, discord.Member):
        return seen
    gone = set()
    for channel_id in channels - seen:
        channel = guild.get_channel(channel_id)
        if channel is None:
            gone.add(channel_id)
        elif channel.permissions_for(person).view_channel:
            seen.add(channel_id)
    if gone and (person.guild_permissions.manage_channels or await is_organiser(interaction)):
        seen |= gone
    return seen


def _is_invited(match: Match, user: int) -> bool:
    """Whether a player has invited this person to the table, or proposed them for a seat."""
    if match.status is Status.OPEN:
        return user in match.invited
    return match.proposal is not None and match.proposal.candidate == user
