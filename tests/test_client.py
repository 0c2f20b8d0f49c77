"""The client: which screens it loads, when it registers commands, what it finishes before it stops, what it logs."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import client
from bot.client import Crux, connect_to, only_log, run_bot, screens
from bot.computers.computers import Computers
from bot.match import Busy, Matches, NotWritable
from bot.rules import GAMES
from bot.shards.leases import End, Leases, LeasesUnusable
from bot.store import Store, StoreBusy
from bot.store.shards import EVERYTHING, Shards
from bot.text import LANGUAGES, language
from tests.databases import put_database
from tests.waiting import in_time

Run = Callable[..., Awaitable[None]]


class Thinking:
    """Computer players that note what becomes of them."""

    def __init__(self, told: list[str]) -> None:
        self.start, self._told = partial(told.append, "computers begin"), told

    async def close(self) -> None:
        self._told.append("computers end")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    put_database(tmp_path / "crux.db")
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}") as opened:
        yield opened


@pytest.fixture
def told() -> list[str]:
    """What has happened, in order."""
    return []


@pytest.fixture
async def bot(store: Store, told: list[str], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Crux]:
    """The client, not connected to anything; its tree notes when it is sent."""
    made = Crux(Matches(store), store, computers=Thinking(told))  # type: ignore[arg-type]  # all of them that is used here
    await made._async_setup_hook()  # as logging in does
    made._connection.application_id = 7

    async def register(*_: Any) -> None:
        told.append("commands sent")

    monkeypatch.setattr(client, "register", register)
    yield made
    await made.close()


def test_every_module_of_the_screens_is_loaded_and_no_package() -> None:
    found = screens()
    assert {f"cogs.{key}" for key in GAMES} | {"cogs.matches", "cogs.commands"} <= set(found)
    assert not {"cogs.shared", "cogs.rule_pages"} & set(found)


def test_without_screens_there_is_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SCREENS", "no_such_package")
    with pytest.raises(RuntimeError, match="no_such_package is not installed"):
        screens()


def test_another_host_is_called_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (discord.Asset, "BASE")):
        monkeypatch.setattr(owner, name, None)
    connect_to("http://here/api", "ws://here", "http://here/cdn")
    assert (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY), discord.Asset.BASE) == (
        "http://here/api",
        "ws://here",
        "http://here/cdn",
    )


async def test_the_client_hears_of_servers_alone_keeps_no_messages_or_members_and_pings_nobody(bot: Crux) -> None:
    state = bot._connection
    assert bot.intents == discord.Intents(guilds=True)
    assert state.max_messages is None
    assert not state._chunk_guilds
    assert state.member_cache_flags == discord.MemberCacheFlags.none()
    mentions = bot.allowed_mentions
    assert mentions is not None
    assert not any((mentions.everyone, mentions.users, mentions.roles))
    assert bot.help_command is None


@pytest.mark.parametrize(
    ("shards", "connected"), [(None, (None, None)), (Shards(4, frozenset({3, 1})), (4, [1, 3]))], ids=["all", "some"]
)
async def test_it_connects_to_its_own_shards(
    store: Store, shards: Shards | None, connected: tuple[int | None, list[int] | None]
) -> None:
    made = Crux(Matches(store), store, shards=shards)
    assert (made.shard_count, made.shard_ids) == connected


async def test_when_it_serves_other_shards_all_background_work_looks_again(store: Store) -> None:
    matches, shards = Matches(store), Shards(2, frozenset({1}))
    wakes = [matches.outbox.on_post, matches.on_turn, matches.reminders.on_reminder, matches.on_end]
    for wake in wakes:
        wake.clear()
    client._work_for(matches, shards)
    assert matches.duty.shards == shards
    assert all(wake.is_set() for wake in wakes)


async def test_commands_are_sent_only_where_they_have_changed(bot: Crux, told: list[str]) -> None:
    await bot._sync_commands_if_changed()
    await bot._sync_commands_if_changed()
    assert told == ["commands sent"]

    async def answer(_: discord.Interaction) -> None: ...

    bot.tree.add_command(app_commands.Command(name="new", description="One more", callback=answer))
    await bot._sync_commands_if_changed()
    await bot._sync_commands_if_changed()
    assert told == ["commands sent"] * 2


async def test_commands_are_sent_anew_when_their_translations_have_changed(bot: Crux, told: list[str]) -> None:
    async def answer(_: discord.Interaction) -> None: ...

    class Translator(app_commands.Translator):
        words = "one more"

        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
        ) -> str | None:
            return self.words if string.message == "One more" and locale is discord.Locale.german else None

    bot.tree.add_command(app_commands.Command(name="new", description="One more", callback=answer))
    translator = Translator()
    await bot.tree.set_translator(translator)
    for translator.words in ("eins mehr", "eins mehr", "noch eins"):
        await bot._sync_commands_if_changed()
    assert told == ["commands sent"] * 2


async def test_commands_belong_to_an_application(bot: Crux, told: list[str]) -> None:
    bot._connection.application_id = None
    with pytest.raises(RuntimeError, match="no application"):
        await bot._sync_commands_if_changed()
    assert told == []


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
        interaction: Any = SimpleNamespace(client=bot, locale="en-US")
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
    assert not bot._at_work
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

    ended.set_result(End.REPLACED)
    bot.leases = SimpleNamespace(ended=ended, leave=leave)  # type: ignore[assignment]  # all that is used here
    clicked = asyncio.create_task(click())
    await asyncio.sleep(0)
    await bot.close()
    assert clicked.done()
    assert told == ["computers end", "leases left", "click answered", "connection ends"]


async def test_a_command_that_another_process_takes_is_left_alone(bot: Crux) -> None:
    asked: list[tuple[int | None, int]] = []

    async def takes(guild: int | None, interaction: int) -> bool:
        asked.append((guild, interaction))
        return interaction != 6

    async def leave() -> None: ...

    bot.leases = SimpleNamespace(ended=asyncio.Future(), takes=takes, leave=leave)  # type: ignore[assignment]  # as above
    command: Any = SimpleNamespace(client=bot, locale="en-US", guild_id=5, id=6)
    assert await bot.tree.interaction_check(command) is False
    assert not bot._at_work
    command.id = 7
    assert await bot.tree.interaction_check(command)
    assert asked == [(5, 6), (5, 7)]


async def test_a_command_speaks_the_language_of_whoever_uses_it(bot: Crux) -> None:
    async def spoken(locale: str) -> str:
        interaction: Any = SimpleNamespace(client=bot, locale=locale)
        await bot.tree.interaction_check(interaction)
        return language()

    assert [await asyncio.create_task(spoken(locale)) for locale in LANGUAGES] == [*LANGUAGES]


async def test_who_is_not_admitted_gets_no_command_and_hears_why(bot: Crux) -> None:
    refusal = ValueError("not today")

    def refuse(_: discord.Interaction[Crux]) -> None:
        raise refusal

    bot.admit = refuse
    interaction: Any = SimpleNamespace(client=bot, locale="en-US")
    with pytest.raises(app_commands.CheckFailure) as raised:
        await bot.tree.interaction_check(interaction)
    assert raised.value.__cause__ is refusal


async def test_it_says_where_its_source_is(store: Store) -> None:
    assert Crux(Matches(store), store, source_url="https://source").source_url == "https://source"
    assert Crux(Matches(store), store).source_url == ""


async def test_requests_are_paced_where_that_is_set(store: Store) -> None:
    free, paced = Crux(Matches(store), store), Crux(Matches(store), store, requests_per_second=5)
    traces = [made.http.http_trace for made in (free, paced)]
    # One of each looks at the clock.
    assert [len(trace.on_request_start) for trace in traces if trace is not None] == [1, 2]


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
        await client._see_that_nobody_works(address, None)
    await before.leave()
    await client._see_that_nobody_works(address, None)
    await client._see_that_nobody_works(address, Shards(2, frozenset({1})))


async def test_a_database_without_leases_is_free(tmp_path: Path) -> None:
    (tmp_path / "old.db").touch()
    await client._see_that_nobody_works(f"sqlite+aiosqlite:///{tmp_path / 'old.db'}", None)


async def test_it_connects_through_a_proxy_where_that_is_set(store: Store) -> None:
    assert Crux(Matches(store), store).http.proxy is None
    assert Crux(Matches(store), store, proxy="http://proxy:3128").http.proxy == "http://proxy:3128"


async def test_computers_play_unless_others_are_put_in_their_place(store: Store, bot: Crux) -> None:
    assert isinstance(Crux(Matches(store), store).computers, Computers)
    assert isinstance(bot.computers, Thinking)


async def test_a_successor_says_that_it_is_ready_once_it_is_connected(bot: Crux, told: list[str]) -> None:
    async def leave() -> None: ...

    await bot.on_ready()
    bot.leases = SimpleNamespace(  # type: ignore[assignment]  # all that is used here
        ended=asyncio.Future(), leave=leave, note_ready=lambda: told.append("ready")
    )
    await bot.on_ready()
    assert told == ["ready"]


async def test_an_error_that_nothing_explains_is_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    interaction: Any = SimpleNamespace(id=42)
    await only_log(interaction, ValueError("the ace of hearts"))
    assert "Interaction 42 failed: ValueError" in caplog.text
    assert "ace" not in caplog.text


@pytest.mark.parametrize("failed", [True, False])
def test_discords_library_logs_failed_suggestions_without_persons(
    caplog: pytest.LogCaptureFixture, failed: bool
) -> None:
    try:
        raise ValueError("the ace of hearts")
    except ValueError:
        raised = sys.exc_info() if failed else None
    log = logging.getLogger("discord.app_commands.tree")
    log.error("Ignoring exception in autocomplete for %r of %d", "move", 4711, exc_info=raised)
    log.error("Something else about %d", 42)
    suggestions, other = caplog.records
    why = "ValueError" if failed else "for an unknown reason"
    assert (suggestions.levelname, suggestions.levelno) == ("WARNING", logging.WARNING)
    assert suggestions.getMessage().startswith("No suggestions: ")
    assert suggestions.getMessage().endswith(why)
    assert (suggestions.exc_info, suggestions.exc_text) == (None, None)
    assert (other.levelname, other.getMessage()) == ("ERROR", "Something else about 42")


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

    async def test_a_process_that_is_replaced_ends_and_one_that_has_lost_its_shards_says_so(
        self, run: Run, told: list[str]
    ) -> None:
        async def connected(bot: Crux) -> None:
            assert bot.leases is not None
            bot.leases.ended.set_result(ends.pop())

        ends = [End.LOST, End.REPLACED]
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
        await client.rate_anew(matches)
    assert answers == []
    assert said in caplog.text
    assert bool(caplog.messages) is bool(said)
