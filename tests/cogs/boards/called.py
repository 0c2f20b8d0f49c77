"""What is sent with a board, and whom it calls."""

from types import SimpleNamespace
from typing import Any

from bot.match import NotifyBy, ReminderSettings
from tests.cogs.conftest import Bot
from tests.cogs.discord_answers import Discord as Answers

CLOSED, DM = 50007, 600_000
DIRECTLY = ReminderSettings(calls=NotifyBy.DM)


class Discord(Answers):
    """Notes what is sent: where, what it says, who is called. `closed` are the errors of direct messages, and
    `closed_channel` those of calls in the channel instead."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[tuple[int, str, list[int]]] = []
        self.files: list[int] = []
        self.pictures: list[tuple[str, str | None]] = []
        self.closed: list[BaseException] = []
        self.closed_channel: list[BaseException] = []
        self.history: list[Any] = []

    def get_partial_messageable(self, channel: int, guild_id: int | None = None) -> Any:
        async def send(content: str = "", *, view: Any = None, files: Any = (), **named: Any) -> Any:
            if channel == DM and self.closed:
                raise self.closed.pop(0)
            if not files and channel != DM and self.closed_channel:  # a board has a picture
                raise self.closed_channel.pop(0)
            texts = [] if view is None else [one.content for one in view.walk_children() if hasattr(one, "content")]
            mentions = named["allowed_mentions"].to_dict().get("users", [])
            assert len(named["nonce"]) <= 25
            if named["nonce"] in self.nonces:  # Discord gives the bot's message that has it, wherever that is
                return SimpleNamespace(id=5001 + self.nonces.index(named["nonce"]), attachments=[])
            self.nonces.append(named["nonce"])
            self.messages.append((channel, "\n".join([content, *texts]), mentions))
            self.files.append(len(files))
            shown = [] if view is None else [one for one in view.walk_children() if hasattr(one, "items")]
            self.pictures += [(one.media.url, one.description) for gallery in shown for one in gallery.items]
            return SimpleNamespace(id=5000 + len(self.messages), attachments=[])

        return SimpleNamespace(
            id=channel, send=send, get_partial_message=super().get_partial_messageable(channel).get_partial_message
        )

    async def create_dm(self, _person: Any) -> Any:
        return self.get_partial_messageable(DM)

    async def logs_from(self, _channel: int, limit: int) -> list[Any]:
        return self.history


def answered_by_discord(bot: Bot) -> Discord:
    """Lets the bot write to a Discord that notes what it gets."""
    answers = Discord()
    for name in ("get_partial_messageable", "create_dm", "fetch_channel"):
        setattr(bot, name, getattr(answers, name))
    bot.http = answers
    return answers


async def posted(bot: Bot, discord_: Discord) -> list[tuple[int, str, list[int]]]:
    """What was sent with the board that is due."""
    discord_.messages.clear()
    (post,) = await bot.matches.outbox.due()
    await bot.posting.deliver(post)
    assert await bot.matches.outbox.due() == []
    return discord_.messages
