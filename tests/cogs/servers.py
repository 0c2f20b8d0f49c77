"""A server with channels, threads and members, as far as screens ask for them."""

from types import SimpleNamespace
from typing import Any

import discord

THREAD = 555
NONE, VIEW = discord.Permissions.none(), discord.Permissions(view_channel=True)

THREADS, CHANNELS = (
    discord.Permissions(view_channel=True, manage_threads=True),
    discord.Permissions(manage_channels=True),
)


class Member(discord.Member):
    """Someone with these permissions in the channel, and with others on the whole server."""

    __slots__ = ("everywhere", "held", "role", "user_id")

    def __init__(
        self, user: int, held: discord.Permissions = VIEW, everywhere: discord.Permissions = NONE, *, role: int = 0
    ) -> None:
        self.user_id, self.held, self.everywhere, self.role = user, held, everywhere, role

    id = property(lambda self: self.user_id)
    display_name = property(lambda self: "someone")
    roles = property(lambda self: [discord.Object(self.role)])
    guild_permissions = property(lambda self: self.everywhere)


class Thread(discord.Thread):
    """A thread that says who is in it, or what Discord answers instead; `asked` counts how often."""

    __slots__ = ("asked", "people", "trouble")

    def __init__(self, *people: int, private: bool = True, trouble: discord.HTTPException | None = None) -> None:
        self.id, self.people, self.trouble, self.asked = THREAD, people, trouble, 0
        self.parent_id = 20
        self._type = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread

    async def fetch_member(self, user_id: int, /) -> Any:
        self.asked += 1
        if self.trouble is not None:
            raise self.trouble
        if user_id not in self.people:
            raise no(404)


class Server:
    """A guild with one channel, and perhaps a thread in it: active, or in the `archive`."""

    def __init__(self, thread: Thread | None = None, *, archive: Any = None, channel: bool = True) -> None:
        self.thread, self.archive, self.channel, self.asked = thread, archive, channel, 0

    def get_channel(self, number: int) -> Any:
        return self if self.channel else None

    def permissions_for(self, member: Member) -> discord.Permissions:
        return member.held

    def get_thread(self, number: int) -> Thread | None:
        return self.thread

    async def fetch_channel(self, number: int) -> Any:
        self.asked += 1
        if isinstance(self.archive, discord.HTTPException):
            raise self.archive
        return self.archive


def no(status: int) -> discord.HTTPException:
    """Discord's answer of this status."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound, 500: discord.DiscordServerError}
    answer: Any = type("Answer", (), {"status": status, "reason": ""})
    return kinds[status](answer, {"code": 0, "message": ""})


def member(user: int, *, bot: bool = False) -> Any:
    return SimpleNamespace(id=user, bot=bot, mention=f"<@{user}>", display_name=f"Member {user}")
