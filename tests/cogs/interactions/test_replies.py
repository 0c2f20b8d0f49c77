"""Final answers: sent again where the connection is lost, so that nobody is left at "thinking"."""

import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import Busy, NotWritable, StoreBusy, Unsure
from bot.store import watch_writing
from cogs.shared.client.failures import AS_LONG_AS_IT_LASTS, SOON, insist
from cogs.shared.commands.errors import explain
from cogs.shared.interactions.replies import follow_in_public, reply
from cogs.shared.tables.table import post_table
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, Message, together
from tests.cogs.discord_answers import refusal

LOST = [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError(), aiohttp.ClientPayloadError()]


def failing(times: int, error: Exception, known: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same as `known` after it has failed so often."""
    left = [error] * times

    async def send(*these: Any, **named: Any) -> Any:
        if left:
            raise left.pop()
        return await known(*these, **named)

    return send


@pytest.mark.parametrize("error", LOST, ids=lambda error: type(error).__name__)
async def test_an_answer_that_was_lost_is_sent_again_and_the_log_is_calm(
    bot: Bot, pauses: list[float], caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    asking.edit_original_response = failing(len(SOON), error, asking.edit_original_response)
    assert await reply(asking, "Played") == Message.id
    assert (asking.heard, tuple(pauses)) == (["Played"], SOON)
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
    assert "Traceback" not in caplog.text


async def test_what_discord_itself_refuses_is_not_sent_again(bot: Bot, pauses: list[float]) -> None:
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    asking.edit_original_response = failing(1, refusal(0, 503), asking.edit_original_response)
    with pytest.raises(discord.HTTPException):
        await reply(asking, "Played")
    assert pauses == []


@pytest.mark.parametrize("error", [LOST[0], refusal(0, 503)], ids=["lost", "refused"])
async def test_an_explanation_is_sent_until_discord_takes_no_more_answers(
    bot: Bot, pauses: list[float], error: Exception
) -> None:
    asking: Any = Asking(bot, ANNE)
    await asking.defer()
    asking.edit_original_response = failing(len(AS_LONG_AS_IT_LASTS), error, asking.edit_original_response)
    await explain(asking, refusal(0, 503))
    assert asking.heard[0].startswith("Discord is having trouble")
    assert tuple(pauses) == AS_LONG_AS_IT_LASTS
    assert 13 * 60 < sum(pauses) < 15 * 60


async def test_the_files_of_an_answer_are_whole_each_time(bot: Bot) -> None:
    contents: list[bytes] = []
    asking: Any = Asking(bot, ANNE)
    await asking.defer()

    async def edit(view: Any, attachments: list[discord.File], **_: Any) -> Message:
        (file,) = attachments
        contents.append(file.fp.read())
        file.close()
        if len(contents) < 3:
            raise ConnectionResetError
        return Message()

    asking.edit_original_response = edit
    picture = discord.File(io.BytesIO(b"a board"), "board.png", description="words")
    await reply(asking, "Here", pictures=[(picture, "words")])
    assert contents == [b"a board"] * 3


class Channel:
    """A channel with messages that followed these interactions."""

    def __init__(self, *sources: int | None) -> None:
        self._sources = sources

    async def history(self, **_: Any) -> AsyncIterator[Any]:
        for number, source in enumerate(self._sources):
            metadata = None if source is None else SimpleNamespace(id=source)
            yield SimpleNamespace(id=number, interaction_metadata=metadata, flags=SimpleNamespace(ephemeral=False))


class Following(Asking):
    """An interaction whose follow-ups are lost so often; `sent` counts those that weren't."""

    def __init__(self, bot: Bot, lost: int, *, may_look: bool = True) -> None:
        super().__init__(bot, ANNE)
        self.type = discord.InteractionResponseType.deferred_channel_message
        self.sent = 0
        self.app_permissions = discord.Permissions(read_message_history=may_look)
        self.followup = SimpleNamespace(send=failing(lost, ConnectionResetError(), self._send))

    async def _send(self, **_: Any) -> Message:
        self.sent += 1
        return Message()


@pytest.mark.parametrize(("others", "number", "sent"), [((7, None), Message.id, 1), ((None, 5, 7), 1, 0)])
async def test_a_message_for_everyone_is_looked_for_before_it_is_sent_again(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, others: tuple[int | None, ...], number: int, sent: int
) -> None:
    asking: Any = Following(bot, 1)
    channel = Channel(*(asking.id if other == 5 else other and -other for other in others))
    monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: channel, raising=False)
    assert await follow_in_public(asking, asking.followup.send) == number
    assert asking.sent == sent


async def test_where_nobody_may_look_it_is_not_sent_again(bot: Bot) -> None:
    asking: Any = Following(bot, 1, may_look=False)
    with pytest.raises(ConnectionResetError):
        await follow_in_public(asking, asking.followup.send)
    assert asking.sent == 0


async def test_insisting_ends_with_what_the_last_attempt_raises(pauses: list[float]) -> None:
    async def fails() -> None:
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await insist(fails)
    assert tuple(pauses) == SOON


class TestWhileTheDatabaseIsAway:
    @staticmethod
    async def told(bot: Bot, error: Exception, name: str, *, has_written: bool = False) -> str:
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        asking.command = SimpleNamespace(qualified_name=name, name=name.split()[-1], root_parent=None)
        watch_writing()
        if has_written:
            async with bot.store.write():
                pass
        await explain(asking, error)
        return str(asking.heard[-1])

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("match list", "so I couldn't read your matches. Please try again in a minute."),
            ("crux", "so I couldn't read the home screen. Please try again in a minute."),
            ("southern-cards best", "so I couldn't read your best games. Please try again in a minute."),
            ("cirondo move", "so `/cirondo move` did nothing. Please try again in a minute."),
            ("match resign", "so `/match resign` did nothing. Please try again in a minute."),
        ],
    )
    async def test_it_is_said_what_was_asked_for_and_that_it_was_not_done(
        self, bot: Bot, name: str, words: str
    ) -> None:
        assert await self.told(bot, StoreBusy(), name) == f"I can't reach my database right now, {words}"

    @pytest.mark.parametrize(
        ("error", "has_written"),
        [(StoreBusy(), True), (Busy(), True), (Unsure(), False), (Unsure(), True)],
        ids=repr,
    )
    async def test_it_is_said_where_it_may_have_been_done(self, bot: Bot, error: Exception, has_written: bool) -> None:
        words = await self.told(bot, error, "match resign", has_written=has_written)
        assert words.startswith("I lost my database while I was working on `/match resign`, so it may have been done.")

    async def test_nothing_was_played_where_a_move_was_asked_for_and_nothing_was_changed_elsewhere(
        self, bot: Bot
    ) -> None:
        for name, outcome in (("cirondo move", "Nothing was played."), ("match remind", "Nothing was changed.")):
            assert f" {outcome} " in await self.told(bot, NotWritable(), name)


async def test_a_table_is_posted_again_if_its_message_was_lost(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await together(bot, ANNE, BERT)
    asking: Any = Following(bot, 1)
    monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: Channel(), raising=False)
    cog: Any = SimpleNamespace(bot=bot)

    async def view(*_: Any) -> None:
        return None

    monkeypatch.setattr("cogs.shared.tables.table._public_view", view)
    assert await post_table(cog, asking, match) == Message.id
    assert asking.sent == 1
