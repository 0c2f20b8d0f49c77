"""A channel as the keepers of leagues and tournaments see it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from tests.cogs.conftest import Bot

GUILD, CHANNEL, NEWS, ROLE, OTHER, BOTS = 1, 20, 30, 77, 79, 81
ME = 7  # the bot


def refused(kind: type[discord.HTTPException], code: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=404, reason="")
    return kind(answer, {"code": code, "message": ""})


class Channel:
    """What the keepers see of Discord: a channel whose messages are texts by id, one for each nonce."""

    id = GUILD
    default_role = SimpleNamespace(id=GUILD)

    def __init__(self, first: int = 5000) -> None:
        self.there, self.first = True, first
        self.messages: dict[int, str] = {}
        self.views: dict[int, discord.ui.LayoutView] = {}
        self.buttons: dict[int, list[str | None]] = {}
        self.nonces: dict[str, int] = {}
        self.edits = 0
        self.crowned: list[tuple[int, int]] = []
        self.me = SimpleNamespace(guild_permissions=SimpleNamespace(manage_roles=True, create_events=False))
        self.above: set[int] = set()  # roles that the bot may not give
        self.roles = [SimpleNamespace(id=role, is_bot_managed=lambda role=role: role == BOTS) for role in (ROLE, BOTS)]
        self.granted = discord.Permissions.none()  # by the roles for champions
        self.channels: list[Any] = []
        self.owner_id: int | None = None
        self.unavailable = False
        self.kind = discord.ChannelType.text
        self.lacking = discord.Permissions.none()  # by the bot, in this channel
        self.members: dict[int, Any] = {}
        self.unseen: set[tuple[int, int]] = set()  # by role and channel
        self.threads: list[Any] = []
        self.in_threads: set[tuple[int, int]] = set()

    async def send(self, view: discord.ui.LayoutView, *, nonce: str, **_: Any) -> Any:
        assert len(nonce) <= 25
        number = self.nonces.setdefault(nonce, self.first + len(self.nonces))
        self._show(number, view)
        return SimpleNamespace(id=number)

    def _show(self, number: int, view: discord.ui.LayoutView) -> None:
        self.messages[number], self.views[number] = _text(view), view
        self.buttons[number] = [one.label for one in view.walk_children() if isinstance(one, discord.ui.Button)]

    def get_partial_message(self, number: int) -> Any:
        async def edit(view: discord.ui.LayoutView, **_: Any) -> None:
            if number not in self.messages:
                raise refused(discord.NotFound, 10008)
            self._show(number, view)
            self.edits += 1

        return SimpleNamespace(edit=edit)

    async def logs_from(self, _channel: int, limit: int) -> list[Any]:
        """What was sent, as Discord spells it."""
        views = sorted(self.views.items(), reverse=True)[:limit]
        spelt: list[tuple[int, Any]] = [(number, view) for number, view in views]
        return [
            {"id": str(number), "author": {"id": str(ME)}, "content": "", "components": view.to_components()}
            for number, view in spelt
        ]

    def forget_nonces(self) -> None:
        """Some minutes have gone by."""
        self.nonces = {f"forgotten {number}": number for number in self.nonces.values()}

    async def add_role(self, guild: int, user: int, role: int, *, reason: str) -> None:
        if not self.me.guild_permissions.manage_roles or role in self.above:
            raise refused(discord.Forbidden, 50013)
        self.crowned.append((user, role))

    async def start_thread_without_message(self, channel: int, *, name: str, invitable: bool, **_: Any) -> Any:
        assert not invitable
        number = 600 + len(self.threads)
        self.threads.append(SimpleNamespace(id=number, name=name, is_private=lambda: True))
        return {"id": str(number)}

    async def add_user_to_thread(self, thread: int, user: int) -> None:
        self.in_threads.add((thread, user))

    def get_channel(self, number: int) -> Any:
        def permissions_for(role: Any) -> Any:
            if role is self.me:
                return discord.Permissions.all() & ~self.lacking
            return SimpleNamespace(view_channel=(role.id, number) not in self.unseen)

        there = self.there and number in (CHANNEL, NEWS)
        return SimpleNamespace(name="games", permissions_for=permissions_for, type=self.kind) if there else None

    def get_role(self, number: int) -> Any:
        if number not in (ROLE, OTHER):
            return None
        named = {"id": number, "mention": f"<@&{number}>", "guild": self, "permissions": self.granted}
        return SimpleNamespace(**named, managed=False, is_default=lambda: False)

    async def fetch_member(self, user: int) -> Any:
        if user not in self.members:
            raise refused(discord.NotFound, 10007)
        return self.members[user]

    def having(self, *words: str) -> list[str]:
        return [text for text in self.messages.values() if all(word in text for word in words)]


def _text(view: discord.ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


def beside(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> tuple[Channel, Channel]:
    """The channel in which the bot finds itself, and the server's one for announcements."""
    channel, news = Channel(), Channel(7000)
    bot.http = channel
    monkeypatch.setattr(bot, "get_guild", lambda _: channel)

    def named(number: int, **_: object) -> Channel:
        return news if number == NEWS else channel

    monkeypatch.setattr(bot, "get_partial_messageable", named, raising=False)
    return channel, news
