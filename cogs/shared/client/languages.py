"""Whose language is spoken: the reader's in private, the server's in public, each person's own in direct messages.

Interactions begin in the reader's language (`Commands.interaction_check`, `Housekeeping.on_interaction`). Everything
else that Crux sends goes through `in_public` or `to_person`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from cachetools import LRUCache, TTLCache

from bot.client import Crux
from bot.match import Place
from bot.text import ENGLISH, language_for, speaking
from cogs.shared.client.carriers import Carriers, is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot

CACHE_SIZE = 5000  # people and servers
SERVERS_FOR = 60.0  # seconds for which a server's setting is cached, because another process may change it


class Languages:
    """The languages of servers and people, as far as one bot has needed them."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._servers: TTLCache[int, str] = TTLCache(CACHE_SIZE, SERVERS_FOR)
        self._people: LRUCache[int, str] = LRUCache(CACHE_SIZE)
        self._unsaved: dict[int, str] = {}

    @staticmethod
    @per_bot
    def of(bot: Client) -> "Languages":
        return Languages(bot)

    async def of_server(self, guild_id: int | None) -> str:
        """The language of a server's public messages: as it is set, or else as the server is set on Discord."""
        if guild_id is None:
            return ENGLISH
        if guild_id not in self._servers:
            chosen = (await self._bot.matches.servers.settings(guild_id)).language
            guild = self._bot.get_guild(guild_id)
            own = ENGLISH if guild is None else str(guild.preferred_locale)
            self._servers[guild_id] = language_for(chosen or own)
        return self._servers[guild_id]

    def forget_server(self, guild_id: int) -> None:
        """Looks the server's language up again, because its settings have changed."""
        self._servers.pop(guild_id, None)

    async def of_person(self, user: int, guild_id: int | None) -> str:
        """The language of someone's Discord as they last used Crux; if that isn't known, that of the server."""
        if user not in self._people and (locale := await self._bot.matches.people.locale(user)) is not None:
            self._people[user] = locale
        locale_known = self._people.get(user)
        return await self.of_server(guild_id) if locale_known is None else language_for(locale_known)

    def note(self, interaction: discord.Interaction[Crux]) -> None:
        """Remembers the language of someone who uses Crux now; `save` stores it."""
        user, locale = interaction.user.id, str(interaction.locale)
        if self._people.get(user) != locale:
            self._people[user] = self._unsaved[user] = locale

    def forget_person(self, user: int) -> None:
        """Forgets someone's language."""
        self._people.pop(user, None)
        self._unsaved.pop(user, None)

    async def save(self) -> None:
        """Stores the languages noted since the last time, of people whom Crux knows. Raises Busy, NotWritable."""
        if self._unsaved:
            unsaved, self._unsaved = self._unsaved, {}
            await self._bot.matches.people.note_locales(unsaved)


@asynccontextmanager
async def in_public(bot: Client, guild_id: int | None) -> AsyncIterator[None]:
    """Speaks the language of the server inside the block: for what everyone there can read."""
    with speaking(await Languages.of(bot).of_server(guild_id)):
        yield


@asynccontextmanager
async def at_place(bot: Client, place: Place) -> AsyncIterator[None]:
    """Speaks the language of the server; where the bot isn't a member, that of whoever was the last to click there."""
    own = Carriers.of(bot).language_of(place.posted_in) if is_carried(place) else None
    with speaking(await Languages.of(bot).of_server(place.guild_id) if own is None else language_for(own)):
        yield


@asynccontextmanager
async def to_person(bot: Client, user: int, guild_id: int | None) -> AsyncIterator[None]:
    """Speaks the language of one person inside the block: for direct messages about something on this server."""
    with speaking(await Languages.of(bot).of_person(user, guild_id)):
        yield
