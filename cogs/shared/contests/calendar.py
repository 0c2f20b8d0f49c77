"""The server's calendar: Discord's scheduled events for what is due in leagues and tournaments.

Where the bot may not make events, nothing is made. A league or a tournament has one event at most, and none while not
everybody on the server sees its channel. What somebody deletes isn't made again.
"""

import logging
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any, Final

import discord
from cachetools import TTLCache

from bot.contests.values.league import League, Season
from bot.contests.values.tournament import Tournament
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.client.failures import NETWORK_ERRORS, is_temporary
from cogs.shared.contests.occasions import BEGINS, LAST_ROUND, Occasion, occasions_of

log = logging.getLogger(__name__)

EVENT: Final = -10
"""The part under which it's stored which event shows a contest, and as `KIND:DIGEST` what that says."""

PAUSE: Final = 300.0  # seconds until a server is tried again whose calendar Discord refuses

EXTERNAL, SERVER_ONLY = 3, 2  # Discord's numbers for events outside voice channels, and for who sees them
LOCATION: Final = 100  # characters

Note = Callable[[int, str], Awaitable[None]]
"""Records the id of the event, 0 for none, and what it says."""


class ServerCalendar:
    """The events of one kind of contests, which `name` says."""

    def __init__(self, bot: Client, name: str) -> None:
        self._bot = bot
        self._name = name
        self._refused: TTLCache[int, bool] = TTLCache(1000, PAUSE)  # servers

    async def follow(self, contest: Season | Tournament, note: Note) -> bool:
        """Bring the event of a contest up to date; returns whether nothing is left to be done for it now."""
        home = contest.home
        guild = self._bot.get_guild(home.guild_id)
        if guild is None or guild.unavailable or guild.id in self._refused:
            return True
        known, shown = contest.messages.get(EVENT, (0, ""))
        if not shown and not guild.me.guild_permissions.create_events:
            return True
        occasion = self._occasion(contest, guild, home)
        digest = "" if occasion is None else f"{occasion.kind}:{self._digest(occasion, guild, home)}"
        if digest == shown:
            return True
        try:
            await self._change(guild, home, contest.id, occasion, digest, known, shown, note)
        except discord.HTTPException as error:
            log.info("Couldn't show %s %d in the calendar: %s, %s", self._name, contest.id, error.status, error.code)
            if is_temporary(error):
                return False
            self._refused[guild.id] = True
        except NETWORK_ERRORS as error:
            log.info("Couldn't show %s %d in the calendar: %s", self._name, contest.id, type(error).__name__)
            return False
        return True

    def _occasion(
        self, contest: Season | Tournament, guild: discord.Guild, home: League | Tournament
    ) -> Occasion | None:
        """What the event should show; None if there should be none."""
        channel = guild.get_channel(home.channel_id)
        if channel is None or not channel.permissions_for(guild.default_role).view_channel:
            return None
        public = (one for one in occasions_of(contest) if one.kind in (BEGINS, LAST_ROUND))
        return next((one for one in public if one.begins > discord.utils.utcnow()), None)

    async def _change(
        self,
        guild: discord.Guild,
        home: League | Tournament,
        number: int,
        occasion: Occasion | None,
        digest: str,
        known: int,
        shown: str,
        note: Note,
    ) -> None:
        kind, was = digest.partition(":")[0], shown.partition(":")[0]
        if was and kind != was:
            if known:
                await self._delete(guild, known)
            await note(0, "")
            known, was = 0, ""
        if occasion is None or (was and not known):
            return
        body = self._body(occasion, guild, home, number)
        if known:
            try:
                await self._bot.http.edit_scheduled_event(guild.id, known, **body)
            except discord.NotFound:  # somebody has deleted it
                known = 0
        else:
            known = await self._create(guild, body)
        await note(known, digest)

    async def _create(self, guild: discord.Guild, body: dict[str, Any]) -> int:
        """The id of the only event like this, made now or before, when the answer to the request was lost."""
        earlier = await self._own(guild, body)
        if earlier:
            await self._bot.http.edit_scheduled_event(guild.id, earlier[0], **body)
            first = earlier[0]
        else:
            first = int((await self._bot.http.create_guild_scheduled_event(guild.id, **body))["id"])
            earlier = await self._own(guild, body)
        for other in set(earlier) - {first}:  # discord.py sends a request again that may have been carried out
            await self._delete(guild, other)
        return first

    async def _own(self, guild: discord.Guild, body: dict[str, Any]) -> list[int]:
        """The ids of the bot's own events with the same mark at the end of their description, oldest first."""
        own = self._bot.user
        mark = body["description"].splitlines()[-1]
        events = await self._bot.http.get_scheduled_events(guild.id, with_user_count=False)
        return sorted(
            int(event["id"])
            for event in events
            if own is not None
            and str(event.get("creator_id")) == str(own.id)
            and (event.get("description") or "").splitlines()[-1:] == [mark]
        )

    async def _delete(self, guild: discord.Guild, event: int) -> None:
        try:
            await self._bot.http.delete_scheduled_event(guild.id, event)
        except discord.NotFound:
            log.debug("The event was deleted already.")

    def _body(self, occasion: Occasion, guild: discord.Guild, home: League | Tournament, number: int) -> dict[str, Any]:
        channel = guild.get_channel(home.channel_id)
        words = say(N_("Everything about it is in <#{channel}>."), channel=home.channel_id)
        return {
            "name": occasion.name,
            "description": f"{words}\n{self._name}.{number}.{occasion.kind}",
            "scheduled_start_time": occasion.begins.isoformat(),
            "scheduled_end_time": occasion.ends.isoformat(),
            "privacy_level": SERVER_ONLY,
            "entity_type": EXTERNAL,
            "entity_metadata": {"location": clip("" if channel is None else f"#{channel.name}", LOCATION)},
        }

    def _digest(self, occasion: Occasion, guild: discord.Guild, home: League | Tournament) -> str:
        body = self._body(occasion, guild, home, 0)
        return sha256(repr(sorted(body.items())).encode()).hexdigest()[:16]
