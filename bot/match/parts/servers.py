"""The settings of the servers that the bot is on."""

from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Part, asks
from bot.match.values.server_settings import ServerSettings
from bot.store.queries import people, servers


class Servers(Part):
    """Each server's settings."""

    async def settings(self, guild_id: int | None) -> ServerSettings:
        """A server's settings; the defaults in direct messages."""
        if guild_id is None:
            return ServerSettings()
        return await self._read(self.settings_in, guild_id)

    async def settings_in(self, connection: AsyncConnection, guild_id: int) -> ServerSettings:
        return ServerSettings.of(await servers.settings(connection, guild_id))

    champion_roles_by = asks(servers.champion_roles_by)

    async def change(
        self, guild_id: int, by: int | None = None, **changes: Any
    ) -> tuple[ServerSettings, ServerSettings]:
        """Changes these fields of a server's settings; returns both versions of them. Raises Busy, NotWritable.

        `by` is who chose, which is stored for new roles of champions.
        """
        async with self._writing() as connection:
            before = ServerSettings.of(await servers.settings(connection, guild_id))
            after = replace(before, **changes)
            if after != before:
                await servers.set_settings(connection, guild_id, after.document(), self._now())
            old, new = set(before.champions), set(after.champions)
            if by is not None and new != old:
                user_row = await people.user_row_for(connection, by, self._now())
                await servers.choose_champion_roles(connection, guild_id, user_row, new - old, old - new)
        return before, after
