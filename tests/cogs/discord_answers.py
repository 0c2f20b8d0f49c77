"""Discord as far as a test needs it: channels that take, refuse or lose what is written to them."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord

NOT_THERE, DELETED, CLOSED_TO_US, FORBIDDEN, ARCHIVED, LOCKED = 10003, 10008, 50001, 50013, 50083, 160005
STATUS = {NOT_THERE: 404, DELETED: 404, CLOSED_TO_US: 403, FORBIDDEN: 403, LOCKED: 403}
KINDS: Mapping[int, type[discord.HTTPException]] = {404: discord.NotFound, 403: discord.Forbidden}


def refusal(code: int, status: int | None = None) -> discord.HTTPException:
    """What discord.py raises when Discord answers this; code 0 is none of Discord's own."""
    status = status or STATUS.get(code, 400)
    response: Any = SimpleNamespace(status=status, reason="because")
    kind = discord.DiscordServerError if status >= 500 else KINDS.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "no"})


def icon_refusal() -> discord.HTTPException:
    """What discord.py raises when a message has an emoji that is gone."""
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    errors = {"components": {"0": {"emoji": {"id": {"_errors": [{"code": "X", "message": "Invalid emoji"}]}}}}}
    return discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body", "errors": errors})


class Discord:
    """`sent` and `edited` are views, by channel and message; `fails` are the errors of what comes next, by what it is.

    The kinds are "send", "edit", "thread" and "reopen".
    """

    def __init__(self) -> None:
        self.sent: dict[tuple[int, int], discord.ui.LayoutView] = {}
        self.edited: dict[tuple[int, int], discord.ui.LayoutView] = {}
        self.nonces: list[str] = []
        self.reopened: list[int] = []
        self.fails: dict[str, list[BaseException]] = {}
        self.deleted: set[int] = set()
        self.locked = False

    def _try(self, kind: str) -> None:
        errors = self.fails.get(kind)
        if errors:
            raise errors.pop(0)

    def get_partial_messageable(self, channel: int, guild_id: int | None = None) -> Any:
        async def send(*, view: discord.ui.LayoutView, nonce: str, **_: Any) -> Any:
            self._try("send")
            number = 5000 + len(self.sent)
            self.sent[channel, number] = view
            self.nonces.append(nonce)
            return SimpleNamespace(id=number, attachments=[])

        def message(number: int) -> Any:
            async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
                self._try("edit")
                if number in self.deleted:
                    raise refusal(DELETED)
                self.edited[channel, number] = view

            async def create_thread(*, name: str) -> None:
                self._try("thread")

            return SimpleNamespace(edit=edit, create_thread=create_thread)

        return SimpleNamespace(send=send, get_partial_message=message)

    async def edit_channel(self, channel: int, *, archived: bool) -> None:
        assert not archived
        self._try("reopen")
        self.reopened.append(channel)

    async def fetch_channel(self, _: int) -> discord.Thread:
        thread = discord.Thread.__new__(discord.Thread)
        thread.locked = self.locked
        return thread

    async def logs_from(self, _channel: int, limit: int) -> list[Any]:
        """Nothing that an earlier process has sent."""
        return []

    async def get_member(self, _guild: int, _person: int) -> None:
        """Everyone is there."""


def read(view: discord.ui.LayoutView) -> str:
    """The texts of a message."""
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


def put(bot: Any, discord_: Discord) -> Discord:
    """Let the bot write to this Discord."""
    bot.http = discord_
    bot.get_partial_messageable = discord_.get_partial_messageable
    bot.fetch_channel = discord_.fetch_channel
    return discord_
