"""What keeps leagues and tournaments going: they are looked after again and again."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

import discord
from cachetools import TTLCache

from bot.contests.values.league import League, Season
from bot.contests.values.tournament import Tournament
from bot.match import FORGOTTEN, Place, log_failure
from bot.text import N_, say
from cogs.shared.access.giving_roles import NO_LONGER_THEIRS, is_never_given, may_still_be_given
from cogs.shared.access.visibility import is_seen_by_readers
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS, is_temporary
from cogs.shared.client.languages import in_public
from cogs.shared.client.sent_before import sent_before
from cogs.shared.client.threads import send_to_place
from cogs.shared.contests.calendar import EVENT, ServerCalendar
from cogs.shared.contests.retiring import retire
from cogs.shared.contests.screen import News, Screen, bring_up_to_date
from cogs.shared.contests.trouble import GONE, OTHER, tell, trouble_of
from cogs.shared.interactions.replies import pinging
from cogs.shared.tables.table import update_table

log = logging.getLogger(__name__)

TROUBLE = -9
"""The part under which it's stored that people know why nothing begins, with a message id of 0.

Before they are told it's stored with `TRIED` before the reason, and with an id of the moment: as long as it is, nobody
knows whom that has told.
"""

TRIED = "?"

PAUSE = 300.0  # seconds until one is tried again whose messages Discord refuses

NO_PERMISSION = N_("⚠️ I couldn't give the champion {role}. I need the permission *Manage Roles* for that.")
ROLE_ABOVE = N_(
    "⚠️ I couldn't give the champion {role}, as it's above my own role. Drag mine above it in the list of roles."
)


T = TypeVar("T", Season, Tournament)
Contest = League | Tournament


class Keeper(ABC, Generic[T]):
    """Looks after everything of one kind, which `name` says. All it does can be done twice."""

    name: str

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.refused: TTLCache[tuple[int, int], bool] = TTLCache(1000, PAUSE)  # by id and channel
        self._silent: TTLCache[int, bool] = TTLCache(1000, PAUSE)  # channels for announcements, by id
        self._unexplained: set[int] = (
            set()
        )  # those that Discord has just refused for another reason than it usually has
        self._begins = False
        self._calendar = ServerCalendar(bot, self.name)

    async def follow_calendar(self, one: T) -> bool:
        """Bring the server's calendar up to date; returns whether nothing is left to be done there. Raises nothing."""
        try:
            return await self._calendar.follow(one, partial(self.note, one, EVENT))
        except Exception as error:  # matches go on without it
            log_failure(log, error, "Couldn't show %s %d in the calendar: %s", self.name, one.id, type(error).__name__)
            return True

    @abstractmethod
    async def list_unfinished(self) -> list[T]:
        """What something is still to be done or shown for."""

    @abstractmethod
    async def note(self, one: T, part: int, message_id: int, shown: str, *, channel_id: int | None = None) -> None:
        """Records what a part shows, in a message of this channel or of none."""

    @abstractmethod
    async def look_after(self, one: T) -> None:
        """Do what is due. Raises discord.HTTPException."""

    async def look(self) -> None:
        """Do what is due everywhere. To be called again and again."""
        for one in await self.list_unfinished():
            home = one.home
            try:
                if (one.id, home.channel_id) not in self.refused:
                    async with in_public(self.bot, home.guild_id):
                        await self._look_at(one)
            except discord.HTTPException as error:
                log.warning("Couldn't show %s %d: %s, %s", self.name, one.id, error.status, error.code)
                if not is_temporary(error):
                    self.refused[one.id, home.channel_id] = True
            except NETWORK_ERRORS as error:
                log.warning("Couldn't show %s %d: %s", self.name, one.id, type(error).__name__)
            except Exception as error:  # the others can be; its text might tell what is hidden
                log_failure(log, error, "Couldn't look after %s %d: %s", self.name, one.id, type(error).__name__)

    async def _look_at(self, one: T) -> None:
        """Do what is due, and tell people once if its matches can't begin. Raises discord.HTTPException."""
        home, self._begins = one.home, False
        try:
            await self.look_after(one)
        except discord.HTTPException as error:
            if not is_temporary(error):
                await self.tell_trouble(one, trouble_of(self.bot, home, error))
            raise
        if not self.reachable(home):
            guild = self.bot.get_guild(home.guild_id)
            if guild is not None and not guild.unavailable:  # otherwise nothing is known of it, or nobody can be told
                await self.tell_trouble(one, GONE)
        elif self._begins and TROUBLE in one.messages:
            await self.note(one, TROUBLE, 0, "")
        self._unexplained.discard(one.id)

    async def tell_trouble(self, one: T, reason: str) -> None:
        """Tell people that nothing begins, unless that is over or they know it."""
        is_new = one.id not in self._unexplained
        if reason == OTHER and is_new:  # such as a message that somebody deletes at that moment
            self._unexplained.add(one.id)
            return
        moment, known = one.messages.get(TROUBLE, (0, ""))
        if one.ended_at is not None or known == reason:
            return
        is_tried = known == f"{TRIED}{reason}"
        if not is_tried:
            moment = discord.utils.time_snowflake(discord.utils.utcnow())
            await self.note(one, TROUBLE, moment, f"{TRIED}{reason}")
        tried_at = discord.utils.snowflake_time(moment)
        people = [player.user for player in one.players if not player.gone]
        nonce = f"{self.name[0]}t.{one.id}.{reason[0]}{int(tried_at.timestamp()) % 10**6}"
        await tell(self.bot, one.home, reason, people, nonce, tried_at if is_tried else None)
        await self.note(one, TROUBLE, 0, reason)

    def reachable(self, home: Contest) -> bool:
        """Whether its channel is there."""
        return self.is_there(home.guild_id, home.channel_id)

    def is_there(self, guild_id: int, channel_id: int) -> bool:
        """Whether a channel is there. It isn't while the bot is not on the server."""
        guild = self.bot.get_guild(guild_id)
        return guild is not None and guild.get_channel(channel_id) is not None

    async def show(self, one: T, name: str, screens: Mapping[int, Screen], news: Sequence[News], end: int) -> bool:
        """Bring all messages up to date and tell the server's channel for announcements; returns whether it sent any.

        `screens` and `news` say what each part should show. What the part `end` says of champions stays. Raises
        discord.HTTPException.
        """
        home, changed = one.home, False
        guild_id, channel_id = home.guild_id, home.channel_id
        for part, screen in screens.items():
            known = one.messages.get(part)
            if part == end and known is not None:
                continue
            old_place, old = one.left.get(part, (None, None))
            message_id = await bring_up_to_date(
                self.bot, guild_id, channel_id, f"{name}.{part}", screen, known, left=old
            )
            if message_id is not None:
                if old_place is not None and old is not None:
                    await retire(self.bot, home, screen, message_id, old_place, old)
                await self.note(one, part, message_id, screen.digest, channel_id=channel_id)
                changed = True
        for part, screen, is_new in news:
            known = one.messages.get(part)
            if known is None and not is_new:
                continue
            message_id = await self.tell(guild_id, channel_id, f"{name}.{part}", screen, known)
            if message_id is not None:
                await self.note(one, part, message_id, screen.digest, channel_id=channel_id)
                changed = True
        return changed

    async def announce(
        self,
        place: Place,
        screen: Screen,
        nonce: str,
        people: Sequence[int],
        begin: Callable[[int], Awaitable[int | None]],
    ) -> None:
        """Announce a match by a message that calls these people. A thread that was archived is opened again.

        `begin` begins it, given the id of the message, and returns the number of its table if it has one.
        """
        channel = self.bot.get_partial_messageable(place.posted_in, guild_id=place.guild_id)
        called = pinging(*(user for user in people if user != FORGOTTEN))
        view = screen.view(None)
        message_id = await sent_before(self.bot, place.posted_in, view)
        if message_id is None:
            send = partial(channel.send, view=view, nonce=nonce, allowed_mentions=called)
            message_id = (await send_to_place(self.bot, place, send)).id
        number = await begin(message_id)
        self._begins = True
        if number is not None:
            await update_table(self.bot, await self.bot.matches.get(number))

    async def tell(
        self, guild_id: int, own: int, name: str, news: Screen, told: tuple[int, str] | None = None
    ) -> int | None:
        """Tells the server's channel for announcements, or updates what it was `told`; returns the message's id.

        None if there is no such channel, it can't be written to now, or it says that already. The `own` one is told
        nothing new, nor is a channel that people see who may not see the `own` one. What somebody has deleted there, or
        was told to another channel, stays as it is.
        """
        channel = (await self.bot.matches.servers.settings(guild_id)).announcements
        if channel is None or channel in self._silent or not self.is_there(guild_id, channel):
            return None
        if told is None and (channel == own or not is_seen_by_readers(self.bot, guild_id, own, channel)):
            return None
        try:
            return await bring_up_to_date(self.bot, guild_id, channel, name, news, told, again=told is None)
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            log.info("Couldn't announce %s %s: %s, %s", self.name, name, error.status, error.code)
            self._silent[channel] = True
            return None

    async def crown(self, guild_id: int, user: int, reason: str) -> str:
        """Give a champion the server's roles for that; returns what is to be said where that isn't possible."""
        settings = await self.bot.matches.servers.settings(guild_id)
        guild = self.bot.get_guild(guild_id)
        if guild is None or user == FORGOTTEN:
            return ""
        notes, chosen_by = [], await self.bot.matches.servers.champion_roles_by(guild_id)
        for role in [role for one in settings.champions if (role := guild.get_role(one)) is not None]:
            refusal = is_never_given(role)
            if refusal is None and role.id in chosen_by:
                refusal = None if await may_still_be_given(guild, role, chosen_by[role.id]) else NO_LONGER_THEIRS
            if refusal is not None:
                notes.append(say(N_("⚠️ {sentence}"), sentence=say(refusal, role=role.mention)))
                continue
            try:
                await self.bot.http.add_role(guild_id, user, role.id, reason=reason)
            except discord.Forbidden:
                words = ROLE_ABOVE if guild.me.guild_permissions.manage_roles else NO_PERMISSION
                notes.append(say(words, role=role.mention))
            except discord.NotFound as error:  # the person has left the server, or somebody deletes the role
                log.info("A champion doesn't get a role: %s", error.code)
        return "\n".join(notes)
