"""The settings of the servers that the bot is on."""

from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part
from bot.match.server_settings import ServerSettings
from bot.store.queries import servers


class Servers(Part):
    """Each server's settings."""

    async def settings(self, guild_id: int | None) -> ServerSettings:
        """A server's settings; the defaults in direct messages."""
        if guild_id is None:
            return ServerSettings()
        return await self._read(self.settings_in, guild_id)

    async def settings_in(self, connection: AsyncConnection, guild_id: int) -> ServerSettings:
        return ServerSettings.of(await servers.settings(connection, guild_id))

    async def change(self, guild_id: int, **changes: Any) -> tuple[ServerSettings, ServerSettings]:
        """Changes these fields of a server's settings; returns both versions of them. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            before = ServerSettings.of(await servers.settings(connection, guild_id))
            after = replace(before, **changes)
            if after != before:
                await servers.set_settings(connection, guild_id, after.document(), self._now())
        return before, after
