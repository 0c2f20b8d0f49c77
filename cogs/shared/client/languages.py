"""Whose language is spoken: the reader's in private, the server's in public, each person's own in direct messages.

With it comes the theme of pictures: the server's for what everyone there can see, and for what only one person sees
their own if they have chosen one.

Interactions begin in the reader's language (`Commands.interaction_check`, `Housekeeping.on_interaction`). Everything
else that Crux sends goes through `in_public` or `to_person`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import discord
from cachetools import LRUCache, TTLCache

from bot.client import Crux
from bot.match import Busy, Place, ServerSettings, StoreBusy
from bot.text import ENGLISH, language_for, speaking
from cogs.shared.client.carriers import Carriers, is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot
from images.canvas.palette import CONTRAST, NIGHT, Theme, choose_theme, drawing_in

CACHE_SIZE = 5000  # people and servers
CACHED_FOR = 60.0  # seconds for which a server's or a person's setting is cached, as another process may change it


class Languages:
    """The languages of servers and people, as far as one bot has needed them."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._servers: TTLCache[int, ServerSettings] = TTLCache(CACHE_SIZE, CACHED_FOR)
        self._wants_contrast: TTLCache[int, bool] = TTLCache(CACHE_SIZE, CACHED_FOR)
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
        settings, guild = await self._settings(guild_id), self._bot.get_guild(guild_id)
        return language_for(settings.language or (ENGLISH if guild is None else str(guild.preferred_locale)))

    async def theme_of(self, guild_id: int | None) -> Theme:
        """The theme of a server's pictures."""
        return CONTRAST if guild_id is not None and (await self._settings(guild_id)).contrast else NIGHT

    async def theme_for(self, user: int, guild_id: int | None) -> Theme:
        """The theme of pictures that only this person sees."""
        if user not in self._wants_contrast:
            self._wants_contrast[user] = (await self._bot.matches.reminders.settings(user)).contrast
        return CONTRAST if self._wants_contrast[user] else await self.theme_of(guild_id)

    async def _settings(self, guild_id: int) -> ServerSettings:
        if guild_id not in self._servers:
            self._servers[guild_id] = await self._bot.matches.servers.settings(guild_id)
        return self._servers[guild_id]

    def forget_server(self, guild_id: int) -> None:
        """Looks the server's language and theme up again, because its settings have changed."""
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
        """Forgets someone's language and theme."""
        self._people.pop(user, None)
        self._unsaved.pop(user, None)
        self.forget_theme(user)

    def forget_theme(self, user: int) -> None:
        """Looks someone's theme up again, because they have changed their settings."""
        self._wants_contrast.pop(user, None)

    async def save(self) -> None:
        """Stores the languages noted since the last time, of people whom Crux knows. Raises Busy, NotWritable."""
        if self._unsaved:
            unsaved, self._unsaved = self._unsaved, {}
            try:
                await self._bot.matches.people.note_locales(unsaved)
            except Busy:
                self._unsaved = unsaved | self._unsaved
                raise


@asynccontextmanager
async def in_public(bot: Client, guild_id: int | None) -> AsyncIterator[None]:
    """Speaks the language of the server inside the block: for what everyone there can read."""
    languages = Languages.of(bot)
    with speaking(await languages.of_server(guild_id)), drawing_in(await languages.theme_of(guild_id)):
        yield


@asynccontextmanager
async def at_place(bot: Client, place: Place) -> AsyncIterator[None]:
    """Speaks the language of the server; where the bot isn't a member, that of whoever was the last to click there."""
    own = Carriers.of(bot).language_of(place.posted_in) if is_carried(place) else None
    if own is None:
        async with in_public(bot, place.guild_id):
            yield
        return
    with speaking(language_for(own)), drawing_in(NIGHT):
        yield


@asynccontextmanager
async def to_person(bot: Client, user: int, guild_id: int | None) -> AsyncIterator[None]:
    """Speaks the language of one person inside the block: for what only they see of this server."""
    languages = Languages.of(bot)
    with speaking(await languages.of_person(user, guild_id)), drawing_in(await languages.theme_for(user, guild_id)):
        yield


async def draw_for(bot: Client, user: int, guild_id: int | None) -> None:
    """Draws for this person on this server from now on, in this task; as usual where the theme can't be read."""
    with suppress(Busy, StoreBusy):
        choose_theme(await Languages.of(bot).theme_for(user, guild_id))
