"""The client: which screens it loads, when it registers commands, what it finishes before it stops, what it logs."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import client
from bot.client import Crux, connect_to, only_log, run_bot, screens
from bot.match import Matches
from bot.rules import GAMES
from bot.shards.leases import End
from bot.store import Store, StoreBusy
from bot.store.shards import Shards
from tests.databases import put_database
from tests.waiting import in_time


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

    async def sync(**_: Any) -> list[Any]:
        told.append("commands sent")
        return []

    monkeypatch.setattr(made.tree, "sync", sync)
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
    wakes = [matches.outbox.on_post, matches.on_turn, matches.reminders.on_reminder, matches.leagues.on_change]
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

    monkeypatch.setattr(gc, "freeze", lambda: told.append("frozen"))
    monkeypatch.setattr(bot, "load_extension", load_extension)
    monkeypatch.setattr(bot.matches.records, "bring_up_to_date", bring_up_to_date)
    await bot.setup_hook()
    assert loaded == screens()
    assert told == [*["screen"] * len(loaded), "commands sent", "computers begin", "frozen"]
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


async def test_a_process_that_is_replaced_leaves_its_leases_while_it_finishes_what_takes_long(
    bot: Crux, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "HAND_OVER_DEADLINE", 0)
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
    assert told == ["computers end", "leases left", "click answered"]


async def test_a_command_that_another_process_takes_is_left_alone(bot: Crux) -> None:
    asked: list[tuple[int | None, int]] = []

    async def takes(guild: int | None, interaction: int) -> bool:
        asked.append((guild, interaction))
        return interaction != 6

    async def leave() -> None: ...

    bot.leases = SimpleNamespace(ended=asyncio.Future(), takes=takes, leave=leave)  # type: ignore[assignment]  # as above
    command: Any = SimpleNamespace(client=bot, locale="en-US", guild_id=5, id=6)
    assert not await bot.tree.interaction_check(command)
    assert not bot._at_work
    command.id = 7
    assert await bot.tree.interaction_check(command)
    assert asked == [(5, 6), (5, 7)]


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_bot_and_closes_the_database(
    tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    async def start(bot: Crux, token: str, **_: Any) -> None:
        await bot._async_setup_hook()
        told.append(f"started with {token}")
        os.kill(os.getpid(), number)
        await asyncio.Event().wait()

    close = Store.close

    async def closed(store: Store) -> None:
        told.append("database closed")
        await close(store)

    monkeypatch.setattr(Crux, "start", start)
    monkeypatch.setattr(Store, "close", closed)

    def computers(_: Matches) -> Any:
        return Thinking(told)

    await in_time(run_bot("secret", f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}", computers=computers))
    for heard in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(heard)
    assert told == ["started with secret", "computers end", "database closed"]
