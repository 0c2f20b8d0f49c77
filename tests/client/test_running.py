"""The client's run: what comes before it plays, and what it finishes before it ends."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import InvalidURL
from discord.ext import commands

from bot import client
from bot.client import Crux, NotDiscord, run_bot, screens
from bot.match import Busy, Matches, NotWritable
from bot.shards.leases import LeaseEnd, Leases, LeasesUnusable
from bot.store import Store, StoreBusy
from bot.store.shards import EVERYTHING, Shards
from tests.client.conftest import Thinking
from tests.waiting import in_time

Run = Callable[..., Awaitable[None]]


@pytest.mark.parametrize("answer", ["<html>Log in</html>", [], [1], {}, None, 7, {"id": "x", "username": "Crux"}])
async def test_what_answers_like_nothing_of_discord_is_no_error_of_the_bot(
    bot: Crux, monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    async def static_login(_: str) -> object:
        return answer

    monkeypatch.setattr(bot.http, "static_login", static_login)
    with pytest.raises(NotDiscord):
        await bot.login("token")


async def test_an_address_that_is_none_is_not_taken_for_something_that_answers(
    bot: Crux, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def static_login(_: str) -> object:
        raise InvalidURL("hello")  # a ValueError, too

    monkeypatch.setattr(bot.http, "static_login", static_login)
    with pytest.raises(InvalidURL):
        await bot.login("token")


async def test_an_error_of_the_bot_after_the_log_in_is_its_own(bot: Crux, monkeypatch: pytest.MonkeyPatch) -> None:
    async def static_login(_: str) -> object:
        return {"id": "7", "username": "Crux", "discriminator": "0", "avatar": None}

    async def nothing_there() -> object:
        raise KeyError("ours")

    monkeypatch.setattr(bot.http, "static_login", static_login)
    monkeypatch.setattr(bot, "application_info", nothing_there)
    with pytest.raises(KeyError, match="ours"):
        await bot.login("token")


async def test_at_the_start_screens_are_loaded_before_commands_are_sent_and_computers_play(
    bot: Crux, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []

    async def load_extension(name: str, **_: Any) -> None:
        loaded.append(name)
        told.append("screen")

    updated = asyncio.Event()

    async def bring_up_to_date() -> list[Any]:
        updated.set()
        raise OSError("disk")  # each match is tried again when it's used

    monkeypatch.setattr(client, "load_catalogues", lambda: told.append("catalogues"))
    monkeypatch.setattr(client, "settle", lambda: told.append("settled"))
    monkeypatch.setattr(bot, "load_extension", load_extension)
    monkeypatch.setattr(bot.matches.records, "bring_up_to_date", bring_up_to_date)
    await bot.setup_hook()
    assert loaded == screens()
    screens_loaded = ["screen"] * len(loaded)
    assert told == ["catalogues", *screens_loaded, "commands sent", "computers begin", "settled"]
    await in_time(updated.wait())
    await bot._catching_up
    beside = bot._beside
    assert [task.get_name() for task in beside] == ["lag alarm", "giving memory back"]
    await bot.close()
    await asyncio.wait(beside)
    assert all(task.cancelled() for task in beside)


async def test_what_was_begun_is_finished_before_the_screens_and_the_connection_end(bot: Crux, told: list[str]) -> None:
    go_on = asyncio.Event()

    async def click() -> None:
        interaction: Any = SimpleNamespace(client=bot, locale="en-US", data=None)
        assert await bot.tree.interaction_check(interaction)
        await go_on.wait()
        told.append("click answered")

    async def finish() -> None:
        told.append("screens end")

    bot.before_closing.append(finish)
    clicked = asyncio.create_task(click())
    await asyncio.sleep(0)
    closing = asyncio.create_task(bot.close())
    for _ in range(3):
        await asyncio.sleep(0)
    assert told == ["computers end"]
    go_on.set()
    await closing
    assert clicked.done()
    assert told == ["computers end", "click answered", "screens end"]
    assert bot.is_closed()
    assert not bot.at_work
    await bot.close()
    assert len(told) == 3


async def test_leases_are_left_when_all_work_is_done_and_trouble_with_that_is_only_logged(
    bot: Crux, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def finish() -> None:
        told.append("screens end")

    async def leave() -> None:
        told.append("leases left")
        raise StoreBusy

    bot.before_closing.append(finish)
    bot.leases = SimpleNamespace(ended=asyncio.Future(), leave=leave)  # type: ignore[assignment]  # all that is used here
    await bot.close()
    assert told == ["computers end", "screens end", "leases left"]
    assert bot.is_closed()
    assert "Couldn't leave the leases, which run out soon: StoreBusy" in caplog.text


async def test_what_can_not_be_finished_keeps_nothing_else_from_ending(
    bot: Crux, told: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise StoreBusy("the queen")

    async def finish() -> None:
        told.append("screens end")

    async def leave() -> None:
        told.append("leases left")

    bot.before_closing += [fails, finish]
    bot.leases = SimpleNamespace(ended=asyncio.Future(), leave=leave)  # type: ignore[assignment]  # as above
    await bot.close()
    assert told == ["computers end", "screens end", "leases left"]
    assert bot.is_closed()
    assert "Couldn't finish everything: StoreBusy" in caplog.text
    assert "queen" not in caplog.text


async def test_a_process_that_is_replaced_leaves_its_leases_while_it_finishes_what_takes_long(
    bot: Crux, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "HAND_OVER_DEADLINE", 0)
    close = commands.AutoShardedBot.close

    async def disconnect(bot: Crux) -> None:
        told.append("connection ends")
        await close(bot)

    monkeypatch.setattr(commands.AutoShardedBot, "close", disconnect)
    go_on, ended = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def click() -> None:
        bot.note_work()
        await go_on.wait()
        told.append("click answered")

    async def leave() -> None:
        told.append("leases left")
        go_on.set()

    ended.set_result(LeaseEnd.REPLACED)
    bot.leases = SimpleNamespace(ended=ended, leave=leave)  # type: ignore[assignment]  # all that is used here
    clicked = asyncio.create_task(click())
    await asyncio.sleep(0)
    await bot.close()
    assert clicked.done()
    assert told == ["computers end", "leases left", "click answered", "connection ends"]


async def test_tables_are_not_changed_while_another_process_works_on_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite+aiosqlite:///{store.name}"
    before = Leases(store, None, lambda _: None, replace=False)
    await before.take()

    async def renew(_: float) -> None:
        await before.look()

    monkeypatch.setattr("bot.shards.leases.RENEWED_EVERY", timedelta())
    monkeypatch.setattr(Leases.__init__, "__kwdefaults__", {**(Leases.__init__.__kwdefaults__ or {}), "sleep": renew})
    with pytest.raises(LeasesUnusable, match="Crux runs on this database already"):
        await client.see_that_nobody_works(address, None)
    await before.leave()
    await client.see_that_nobody_works(address, None)
    await client.see_that_nobody_works(address, Shards(2, frozenset({1})))


async def test_a_database_without_leases_is_free(tmp_path: Path) -> None:
    (tmp_path / "old.db").touch()
    await client.see_that_nobody_works(f"sqlite+aiosqlite:///{tmp_path / 'old.db'}", None)


async def test_a_successor_says_that_it_is_ready_once_it_is_connected(bot: Crux, told: list[str]) -> None:
    async def leave() -> None: ...

    await bot.on_ready()
    bot.leases = SimpleNamespace(  # type: ignore[assignment]  # all that is used here
        ended=asyncio.Future(), leave=leave, note_ready=lambda: told.append("ready")
    )
    await bot.on_ready()
    assert told == ["ready"]


class TestRunning:
    """A whole run, with a connection to Discord that a test holds."""

    @pytest.fixture
    def run(self, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch) -> Run:
        """Runs the bot; instead of connecting it does what a test says, and stays."""
        close = Store.close

        async def closed(store: Store) -> None:
            told.append("database closed")
            await close(store)

        monkeypatch.setattr(Store, "close", closed)

        def computers(_: Matches) -> Any:
            return Thinking(told)

        async def run(connected: Callable[[Crux], Awaitable[None]], **more: Any) -> None:
            async def start(bot: Crux, token: str, **_: Any) -> None:
                await bot._async_setup_hook()
                told.append(f"started with {token}")
                await connected(bot)
                await asyncio.Event().wait()

            monkeypatch.setattr(Crux, "start", start)
            address = f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"
            running = asyncio.create_task(run_bot("secret", address, computers=computers, **more))
            await in_time(asyncio.wait({running}))  # cancelled, it would end as if it had been asked to
            await running

        return run

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
    async def test_a_signal_ends_the_bot_and_closes_the_database(
        self, run: Run, told: list[str], number: signal.Signals
    ) -> None:
        async def connected(_: Crux) -> None:
            os.kill(os.getpid(), number)

        await run(connected)
        assert told == ["started with secret", "computers end", "database closed"]

    @pytest.mark.parametrize(
        ("shards", "served"), [(None, EVERYTHING), (Shards(2, frozenset({1})), Shards(2, frozenset({1})))], ids=str
    )
    async def test_it_works_for_its_shards_when_it_connects(
        self, run: Run, shards: Shards | None, served: Shards
    ) -> None:
        async def connected(bot: Crux) -> None:
            works_for.append(bot.matches.duty.shards)
            os.kill(os.getpid(), signal.SIGTERM)

        works_for: list[Shards] = []
        await run(connected, shards=shards)
        assert works_for == [served]

    async def test_where_it_can_not_connect_everything_ends_as_well(self, run: Run, told: list[str]) -> None:
        async def connected(_: Crux) -> None:
            raise discord.LoginFailure

        with pytest.raises(discord.LoginFailure):
            await run(connected)
        assert told == ["started with secret", "computers end", "database closed"]

    async def test_asked_twice_it_waits_for_no_successor(
        self, run: Run, told: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def may_stop(_: Leases) -> None:
            told.append("asked")
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()

        async def connected(_: Crux) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        monkeypatch.setattr(Leases, "may_stop", may_stop)
        await run(connected)
        assert told == ["started with secret", "asked", "computers end", "database closed"]

    @pytest.mark.parametrize("is_replaced", [True, False])
    async def test_ends_though_a_shard_that_connects_again_swallows_that(
        self, run: Run, told: list[str], is_replaced: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def connected(bot: Crux) -> None:
            assert bot.leases is not None
            if is_replaced:
                bot.leases.ended.set_result(LeaseEnd.REPLACED)
            else:
                os.kill(os.getpid(), signal.SIGTERM)
            for _ in range(2):
                with suppress(asyncio.CancelledError):  # as discord.py does in `Shard.reidentify`
                    await asyncio.Event().wait()

        monkeypatch.setattr(client, "CANCELLED_EVERY", 0.0)
        await in_time(run(connected))
        assert told == ["started with secret", "computers end", "database closed"]

    async def test_a_process_that_is_replaced_ends_and_one_that_has_lost_its_shards_says_so(
        self, run: Run, told: list[str]
    ) -> None:
        async def connected(bot: Crux) -> None:
            assert bot.leases is not None
            bot.leases.ended.set_result(ends.pop())

        ends = [LeaseEnd.LOST, LeaseEnd.REPLACED]
        await run(connected)
        with pytest.raises(LeasesUnusable, match="Another process was started that serves the same shards"):
            await run(connected)
        assert told == ["started with secret", "computers end", "database closed"] * 2

    @pytest.mark.parametrize("replace", [True, False])
    async def test_where_tables_change_no_process_takes_over_from_one_that_runs(
        self, run: Run, told: list[str], replace: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def would_migrate(_: str) -> bool:
            return True

        async def connected(_: Crux) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        monkeypatch.setattr(client, "would_migrate", would_migrate)
        with pytest.raises(LeasesUnusable, match="start this one without --replace") if replace else nullcontext():
            await run(connected, replace=replace)
        assert bool(told) is not replace

    async def test_the_pages_for_the_operator_are_served_while_it_runs(
        self, run: Run, told: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        @asynccontextmanager
        async def serve_pages(_: Crux, host: str, port: int) -> AsyncIterator[int]:
            told.append(f"serves {host}:{port}")
            yield port
            told.append("serves no more")

        async def connected(_: Crux) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        monkeypatch.setattr(client, "serve_pages", serve_pages)
        await run(connected, metrics_at=("here", 9))
        expected = ["serves here:9", "started with secret", "computers end", "serves no more", "database closed"]
        assert told == expected

    async def test_what_goes_on_beside_it_ends_with_it(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        async def listen(_: Store, on_notice: Callable[[], None]) -> None:
            await asyncio.Event().wait()

        async def connected(_: Crux) -> None:
            beside.extend(task for task in asyncio.all_tasks() if task.get_name() in ("leases", "listening"))
            os.kill(os.getpid(), signal.SIGTERM)

        monkeypatch.setattr(Store, "listen", listen)
        beside: list[asyncio.Task[Any]] = []
        await run(connected)
        assert sorted(task.get_name() for task in beside) == ["leases", "listening"]
        await in_time(asyncio.wait(beside))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([None], ""),
        ([7], "Computed all ratings anew by newer rules, from 7 results"),
        ([Busy(), StoreBusy(), 7], "from 7 results"),  # another process does it
        ([NotWritable()], "That's tried again at the next start"),
    ],
)
async def test_ratings_by_older_rules_are_computed_anew_before_anything_else(
    answers: list[Any], said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def bring_up_to_date() -> int | None:
        answer: int | Exception | None = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(client, "BUSY_PAUSE", 0)
    matches: Any = SimpleNamespace(ledger=SimpleNamespace(bring_up_to_date=bring_up_to_date))
    with caplog.at_level("INFO", "bot.client"):
        await client.recompute_ratings(matches)
    assert answers == []
    assert said in caplog.text
    assert bool(caplog.messages) is bool(said)
