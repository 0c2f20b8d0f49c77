"""What the screens need of the client that they are shown by."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.ext import commands
from discord.http import HTTPClient

from bot.client import Explain
from bot.computers.computers import Computers
from bot.contests.contests import Contests
from bot.match import Matches, Shards


class Client(Protocol):
    """The bot: `bot.client.Crux`, or what takes its place in tests.

    `web_url` is where boards can be opened in a browser, None if nowhere; `has_activity` says whether that also goes
    within Discord.

    `before_closing` is called when it is asked to stop; `explain` tells people what went wrong.
    """

    matches: Matches
    contests: Contests
    computers: Computers
    http: HTTPClient
    source_url: str
    web_url: str | None
    has_activity: bool
    before_closing: list[Callable[[], Awaitable[None]]]
    explain: Explain

    @property
    def application_id(self) -> int | None: ...

    @property
    def tree(self) -> app_commands.CommandTree[Any]: ...

    @property
    def guilds(self) -> Sequence[discord.Guild]: ...

    @property
    def connected_shards(self) -> Shards: ...

    @property
    def user(self) -> discord.ClientUser | None: ...

    def get_cog(self, name: str, /) -> commands.Cog | None: ...

    def get_guild(self, guild_id: int, /) -> discord.Guild | None: ...

    def get_partial_messageable(
        self, channel_id: int, /, *, guild_id: int | None = None
    ) -> discord.PartialMessageable: ...

    async def change_presence(self, *, activity: discord.BaseActivity | None = None) -> None: ...

    def note_work(self) -> None: ...

    def is_ready(self) -> bool: ...

    async def wait_until_ready(self) -> None: ...

    async def is_owner(self, user: Any, /) -> bool: ...

    async def fetch_user(self, user_id: int, /) -> discord.User: ...

    async def fetch_channel(self, channel_id: int, /) -> Any: ...

    async def create_dm(self, user: Any) -> discord.DMChannel: ...
