"""The time is looked at again and again: what is due, while the bot is there and while it isn't."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Busy
from bot.match.matches import utc_now
from bot.store import StoreBusy
from bot.store.queries import service
from cogs.clocks import Clocks
from tests.cogs.conftest import HERE, Bot
from tests.cogs.matches import half_over, timed
from tests.waiting import in_time, until


class TestTheTime:
    async def test_is_looked_at_before_anything_else_and_errors_stop_nothing(
        self, bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        looks: list[bool] = []

        async def tick(*, starting: bool = False) -> None:
            looks.append(starting)
            if len(looks) < 3:
                raise OSError("the queen of hearts")

        monkeypatch.setattr(bot.matches.clocks, "tick", tick)
        await clocks.cog_load()
        assert looks == [True]
        await until(lambda: len(looks) > 4)
        assert looks[:5] == [True, True, True, False, False]  # until it has succeeded once
        assert "OSError" in caplog.text
        assert "queen" not in caplog.text

    async def test_that_is_up_reminds_immediately_and_finishes_what_it_is_sending_before_the_end(
        self, bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent, go_on = asyncio.Event(), asyncio.Event()
        steps: list[str] = []

        async def send(words: str, **named: Any) -> Any:
            sent.set()
            await go_on.wait()
            steps.append(words)
            return SimpleNamespace(id=1)

        channel = SimpleNamespace(id=HERE.channel_id, send=send)
        monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: channel, raising=False)
        match = await half_over(bot)
        await clocks.cog_load()
        assert clocks.finish in bot.before_closing
        await in_time(sent.wait())
        closing = asyncio.create_task(clocks.finish())
        await asyncio.sleep(0)
        assert not closing.done()
        go_on.set()
        await closing
        assert len(steps) == 1
        assert f"match {match.id}" in steps[0]
        assert await bot.matches.reminders.due() == []
        assert clocks.sending == {}


async def test_the_time_is_looked_at_again_and_again_until_the_end(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[bool] = []

    async def tick(*, starting: bool = False) -> None:
        ticks.append(starting)

    monkeypatch.setattr(bot.matches.clocks, "tick", tick)
    await clocks.cog_load()
    assert ticks == [True]  # before anything else begins
    await until(lambda: len(ticks) > 3)
    await clocks.cog_unload()
    assert all(task.done() for task in clocks.workers)
    assert not any(task.cancelled() for task in clocks.workers)
    assert not any(ticks[1:])


async def test_while_nobody_can_reach_the_bot_no_time_goes_by(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[bool] = []

    async def tick(*, starting: bool = False) -> None:
        ticks.append(starting)

    connected = asyncio.Event()
    monkeypatch.setattr(bot, "wait_until_ready", connected.wait, raising=False)
    monkeypatch.setattr(bot.matches.clocks, "tick", tick)
    await clocks.cog_load()
    await until(lambda: len(ticks) > 3)
    assert all(ticks)  # it has started, but isn't connected yet
    connected.set()
    await until(lambda: not ticks[-1])
    await clocks.on_shard_disconnect(1)
    await until(lambda: ticks[-1])
    await clocks.on_shard_disconnect(2)
    await clocks.on_shard_resumed(1)
    seen = len(ticks)
    await until(lambda: len(ticks) > seen + 2)
    assert all(ticks[seen + 1 :])
    await clocks.on_shard_connect(2)
    await until(lambda: not ticks[-1])


async def test_a_server_that_the_bot_is_not_on_has_no_time(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, now = await timed(bot), [utc_now()]
    bot.clock = lambda: now[0]

    async def left() -> timedelta:
        clock = (await bot.matches.get(match.id)).clock
        assert clock is not None
        assert clock.deadline is not None
        return clock.deadline - bot.clock()

    server: Any = SimpleNamespace(id=match.place.guild_id, unavailable=False)
    others = SimpleNamespace(id=77, unavailable=False)
    for gone, back in (
        (clocks.on_guild_remove, clocks.on_guild_join),
        (clocks.on_guild_unavailable, clocks.on_guild_available),
    ):
        before = await left()
        await gone(server)
        now[0] += timedelta(days=3)
        await bot.matches.clocks.tick(starting=True)
        await back(server)
        assert abs(await left() - before) < timedelta(minutes=1)
    monkeypatch.setattr(bot, "connected_shards", bot.matches.duty.shards, raising=False)
    for servers in ([others], [others, SimpleNamespace(id=server.id, unavailable=True)]):
        monkeypatch.setattr(bot, "guilds", servers, raising=False)
        before = await left()
        await clocks.on_ready()  # it was removed while it was down, or Discord has an outage
        now[0] += timedelta(days=3)
        await bot.matches.clocks.tick()
        monkeypatch.setattr(bot, "guilds", [server], raising=False)
        await clocks.on_ready()
        assert abs(await left() - before) < timedelta(minutes=1)


@pytest.mark.parametrize("error", [StoreBusy("locked"), Busy(), ZeroDivisionError()])
async def test_a_server_that_comes_or_goes_while_the_database_is_away_is_noted_before_the_next_look(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    match, now = await timed(bot), [utc_now()]
    bot.clock = lambda: now[0]
    server: Any = SimpleNamespace(id=match.place.guild_id, unavailable=False)
    monkeypatch.setattr(bot, "connected_shards", bot.matches.duty.shards, raising=False)

    async def fails(_: int) -> None:
        raise error

    async def absent() -> list[int]:
        async with bot.store.read() as connection:
            return list(await service.absences_of(connection, bot.matches.duty.shards))

    for here, event, write in (
        ([], clocks.on_guild_remove, "leave_server"),
        ([server], clocks.on_guild_join, "return_to_server"),
    ):
        monkeypatch.setattr(bot, "guilds", here, raising=False)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(bot.matches.clocks, write, fails)
            meanwhile.setattr(bot.matches.clocks, "note_servers", lambda *_: fails(0))
            await event(server)
            await clocks.tick()
        await clocks.tick()
        assert await absent() == ([] if here else [server.id])
        now[0] += timedelta(seconds=10)
    assert isinstance(error, ZeroDivisionError) == any(one.levelname == "ERROR" for one in caplog.records)


async def test_the_time_is_not_looked_at_once_the_bot_stops(
    bot: Bot, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[bool] = []

    async def tick(*, starting: bool = False) -> None:
        ticks.append(starting)

    monkeypatch.setattr("bot.match.parts.clocks.LOOK_EVERY", timedelta(hours=1))
    monkeypatch.setattr(bot.matches.clocks, "tick", tick)
    await clocks.cog_load()
    await asyncio.sleep(0)
    await clocks.finish()
    assert ticks == [True]
