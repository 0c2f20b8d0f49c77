"""The first answer to an interaction: sent once more where its reply is lost, and before any other work."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.slots import came_at
from cogs.housekeeping import Housekeeping
from cogs.shared.client import initial_responses
from cogs.shared.client.initial_responses import (
    ALREADY_ACKNOWLEDGED,
    CONCURRENT_WORK,
    CROWD,
    AlreadyResponded,
    InitialResponse,
    ResponseType,
    WorkQueue,
)
from tests.cogs.conftest import ANNE, Asking, Bot


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


def answering(*outcomes: BaseException | str) -> Callable[[], Awaitable[str]]:
    """Sends whose outcomes are these, one after the other."""
    left = iter(outcomes)

    async def send() -> str:
        outcome = next(left)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    return send


def first_of(bot: Bot) -> InitialResponse:
    """The response to a click, which only the test sends."""
    click: Any = Asking(bot, ANNE)
    click.type, click.response = discord.InteractionType.component, SimpleNamespace(type=None)
    return InitialResponse.of(click)


LOST = [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError(), aiohttp.ClientPayloadError()]


@pytest.mark.parametrize("lost", LOST, ids=lambda error: type(error).__name__)
async def test_what_is_lost_is_sent_once_more(bot: Bot, lost: Exception) -> None:
    first = first_of(bot)
    assert await first.send(ResponseType.channel_message, answering(lost, "here")) == "here"
    assert first.response_type is ResponseType.channel_message


async def test_what_discord_has_already_is_a_success(bot: Bot) -> None:
    first = first_of(bot)
    known = refused(400, ALREADY_ACKNOWLEDGED)
    assert await first.send(ResponseType.deferred_message_update, answering(ConnectionResetError(), known)) is None
    assert first.response_type is ResponseType.deferred_message_update


async def test_a_reply_that_never_comes_is_not_waited_for(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(initial_responses, "REPLY_DEADLINE", 0.01)
    tries = 0

    async def send() -> str:
        nonlocal tries
        tries += 1
        if tries == 1:
            await asyncio.Event().wait()
        return "here"

    assert await first_of(bot).send(ResponseType.channel_message, send) == "here"


@pytest.mark.parametrize("error", [refused(400, 50035), refused(404, 10062)], ids=["refused", "too late"])
async def test_what_is_refused_is_not_sent_again(bot: Bot, error: discord.HTTPException) -> None:
    first = first_of(bot)
    with pytest.raises(discord.HTTPException) as caught:
        await first.send(ResponseType.channel_message, answering(error, "here"))
    assert caught.value is error
    assert first.response_type is None
    assert first.too_late is (error.status == 404)


async def test_a_connection_that_breaks_twice_is_reported(bot: Bot) -> None:
    first = first_of(bot)
    with pytest.raises(ConnectionResetError):
        await first.send(ResponseType.channel_message, answering(*[ConnectionResetError()] * 2, "here"))
    assert not first.settled


async def test_of_two_answers_the_first_counts(bot: Bot) -> None:
    first = first_of(bot)
    await first.send(ResponseType.channel_message, answering("here"))
    with pytest.raises(AlreadyResponded):
        await first.send(ResponseType.channel_message, answering("again"))


class Clicked(Asking):
    """A click whose acknowledgement is on its way until `arrives` is set."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot, ANNE)
        self.arrives = asyncio.Event()

    async def defer(self, **named: Any) -> None:
        await self.arrives.wait()
        await super().defer(**named)


async def test_nothing_else_is_answered_while_an_acknowledgement_is_on_its_way(bot: Bot) -> None:
    house = Housekeeping.__new__(Housekeeping)
    house.late_replies = set()
    click = Clicked(bot)
    thinking = asyncio.create_task(first_answers_think(click))
    await asyncio.sleep(0)
    house.answer_if_late(click)
    assert not house.late_replies
    click.arrives.set()
    await thinking
    house.answer_if_late(click)
    assert not house.late_replies
    unanswered = Asking(bot, ANNE)
    house.answer_if_late(unanswered)
    await asyncio.gather(*house.late_replies)
    assert unanswered.heard[-1].startswith("This is taking longer than it should.")


async def first_answers_think(asking: Any) -> None:
    await WorkQueue.of(asking.client).acknowledge(asking, ResponseType.deferred_channel_message, asking.defer)


async def test_a_crowd_is_acknowledged_before_any_work_begins(bot: Bot) -> None:
    clicks = [Clicked(bot) for _ in range(3 * CROWD)]
    finished = 0

    async def handle(click: Clicked) -> None:
        nonlocal finished
        await first_answers_think(click)
        finished += 1

    tasks = [asyncio.create_task(handle(click)) for click in clicks]
    await turns()
    for click in clicks[:CROWD]:
        click.arrives.set()
    await turns()
    assert finished == 0
    for click in clicks[: -CROWD + 1]:
        click.arrives.set()
    await turns()
    assert finished > 0
    for click in clicks:
        click.arrives.set()
    await asyncio.gather(*tasks)
    assert finished == len(clicks)


async def test_work_is_done_by_a_few_at_a_time(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(initial_responses, "SLOT_SECONDS", 1000.0)
    at_work, most, finish = 0, 0, asyncio.Event()

    async def handle() -> None:
        nonlocal at_work, most
        click = Clicked(bot)
        click.arrives.set()
        await first_answers_think(click)
        at_work += 1
        most = max(most, at_work)
        await finish.wait()
        at_work -= 1

    tasks = [asyncio.create_task(handle()) for _ in range(2 * CONCURRENT_WORK)]
    await turns()
    assert at_work == CONCURRENT_WORK
    finish.set()
    await asyncio.gather(*tasks)
    assert most == CONCURRENT_WORK


async def test_what_an_interaction_waits_for_goes_by_when_it_came(bot: Bot) -> None:
    click, began = Clicked(bot), asyncio.get_running_loop().time()
    click.arrives.set()

    async def handle() -> float:
        await first_answers_think(click)
        return came_at(began - 1)

    assert began <= await asyncio.create_task(handle()) <= asyncio.get_running_loop().time()


async def turns() -> None:
    """Until everything that can go on has gone on."""
    for _ in range(200):
        await asyncio.sleep(0)
