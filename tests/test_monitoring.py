"""What /healthz says, with a real database and a connection to Discord that the tests switch."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from prometheus_client import Histogram

from bot import metrics
from bot.client import Crux
from bot.clock import ClockCheck
from bot.listening import PortUnusable
from bot.match import Matches, Place, TableTerms
from bot.match.decisions import lobby, proposals
from bot.monitoring import PATIENCE, expose, problem, serve_pages
from bot.store import Store, StoreBusy

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Shard:
    def __init__(self) -> None:
        self.closed = False

    def is_closed(self) -> bool:
        return self.closed


class Bot:
    """What is asked of the bot. `now` is the time for its matches."""

    def __init__(self, store: Store) -> None:
        self.now = NOW
        self.store = store
        self.matches = Matches(store, clock=lambda: self.now)
        self.computers = SimpleNamespace(thinkers=SimpleNamespace(waiting=3))
        self.shards = {0: Shard(), 1: Shard()}
        self.clock = ClockCheck(clock=lambda: self.now.timestamp())
        self.ready = True

    def is_ready(self) -> bool:
        return self.ready


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Any]:
    """A bot with a running match, whose first board is due."""
    async with await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}", busy_seconds=0.2) as store:
        bot = Bot(store)
        await bot.matches.tables.open(TableTerms(game="cirondo", seats=2), opener=11, place=Place(1, 2))
        await bot.matches.act(1, lobby.join(12))
        await bot.matches.act(1, lobby.begin(11, message_id=77))
        yield cast("Crux", bot)


async def test_all_is_well(bot: Any) -> None:
    assert await problem(bot) is None


async def test_not_until_it_is_ready(bot: Any) -> None:
    bot.ready = False
    assert await problem(bot) == "Not connected to Discord."


async def test_not_while_a_shard_has_no_connection(bot: Any) -> None:
    bot.shards[1].closed = True
    assert await problem(bot) == "Not connected to Discord."
    assert b"crux_gateway_connected 0.0" in await expose(bot)


async def test_not_while_the_database_cannot_be_written(bot: Any) -> None:
    with sqlite3.connect(bot.store.name) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await problem(bot) == "The database can't be written."
    assert await problem(bot) is None


@pytest.mark.parametrize(("seconds", "expected"), [(60, None), (61, "A board has been due for 61 seconds.")])
async def test_a_board_may_be_due_for_a_minute(bot: Any, seconds: int, expected: str | None) -> None:
    bot.now = NOW + timedelta(seconds=seconds)
    assert await problem(bot) == expected


async def test_a_board_that_discord_refuses_for_now_is_no_fault_of_the_bot(bot: Any) -> None:
    bot.now = NOW + timedelta(minutes=5)
    (post,) = await bot.matches.outbox.due()
    await bot.matches.outbox.note_failed(post.id, "temporary", retry_in=timedelta(minutes=5))
    assert await problem(bot) is None
    assert (await bot.matches.overviews.overview()).boards_waiting == 1


async def test_the_pages(bot: Any) -> None:
    bot.now = NOW + timedelta(seconds=7)
    async with serve_pages(bot, "127.0.0.1", 0) as port, aiohttp.ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            text = await answer.text()
            assert answer.content_type == "text/plain"
        assert "crux_oldest_board_overdue_seconds 7.0" in text
        assert "crux_gateway_connected 1.0" in text
        assert 'crux_matches{game="cirondo",status="running"} 1.0' in text
        assert "crux_boards_waiting 1.0" in text
        assert "crux_thinking_waiting 3.0" in text
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert (answer.status, await answer.text()) == (200, "All is well.")
        bot.clock.compare(format_datetime(NOW - timedelta(minutes=5), usegmt=True), 0)
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200  # starting it again wouldn't help
            assert "This machine's clock is 5 minutes ahead of Discord's." in await answer.text()
        bot.ready = False
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert (answer.status, await answer.text()) == (503, "Not connected to Discord.")


async def test_a_status_without_matches_is_no_longer_counted(bot: Any) -> None:
    assert b'crux_matches{game="cirondo",status="running"} 1.0' in await expose(bot)
    await bot.matches.act(1, proposals.resign(11))
    text = (await expose(bot)).decode()
    assert [line for line in text.splitlines() if line.startswith("crux_matches{")] == [
        'crux_matches{game="cirondo",status="over"} 1.0'
    ]


async def test_a_port_that_is_taken_is_refused(bot: Any) -> None:
    async with serve_pages(bot, "127.0.0.1", 0) as port:
        with pytest.raises(PortUnusable, match=f"METRICS_PORT can't be used: 127.0.0.1:{port}: "):
            async with serve_pages(bot, "127.0.0.1", port):
                raise AssertionError("it listens on a port that is taken")


@pytest.mark.parametrize(
    "times", [metrics.FIRST_RESPONSE, metrics.BOARD_DELAY, metrics.TRANSACTIONS, metrics.PICTURES], ids=str
)
def test_each_bucket_of_times_holds_more_than_the_one_before(times: Histogram) -> None:
    assert all(one < following for one, following in pairwise(times._upper_bounds))


def test_it_is_counted_how_many_first_responses_are_later_than_discord_waits() -> None:
    assert metrics.FIRST_RESPONSE._upper_bounds[-2] == 3


@pytest.mark.parametrize("lost", ["", "-wal"], ids=["the file", "its log"])
async def test_not_once_the_database_was_moved_away(bot: Any, lost: str) -> None:
    assert await problem(bot) is None
    file = f"{bot.store.name}{lost}"
    shutil.move(file, f"{file}.moved")
    assert await problem(bot) == "The database's files were moved or deleted. Put them back, or restart the bot."
    shutil.move(f"{file}.moved", file)
    assert await problem(bot) is None


async def test_not_with_another_file_in_place_of_the_database(bot: Any) -> None:
    shutil.move(bot.store.name, f"{bot.store.name}.moved")
    shutil.copy(f"{bot.store.name}.moved", bot.store.name)
    assert (await problem(bot) or "").startswith("The database's files were moved")


async def test_a_locked_database_is_told_within_a_fraction_of_the_ten_seconds_that_docker_waits(bot: Any) -> None:
    asked: list[float | None] = []

    async def check_writable(patience: float | None = None) -> None:
        asked.append(patience)

    bot.store.check_writable = check_writable
    assert await problem(bot) is None
    assert asked == [1.0]
    assert PATIENCE <= 3


@pytest.mark.parametrize("error", [StoreBusy(), TimeoutError()], ids=["away", "silent"])
async def test_while_the_database_is_away_the_figures_are_what_they_were(
    bot: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def overview() -> None:
        raise error

    assert b"crux_database_reachable 1.0" in await expose(bot)
    monkeypatch.setattr(bot.matches.overviews, "overview", overview)
    text = (await expose(bot)).decode()
    assert "crux_database_reachable 0.0" in text
    assert 'crux_matches{game="cirondo",status="running"} 1.0' in text
    assert "crux_boards_waiting 1.0" in text
    assert await problem(bot) == "The database can't be written."
