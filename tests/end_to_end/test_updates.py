"""An update: another process takes over while people play, and nobody notices."""

import asyncio
import random
import signal
from collections.abc import Sequence
from functools import partial

import pytest

from bot.command_line.setup import CANNOT_START
from bot.store.shards import Shards
from tests.end_to_end.house import House
from tests.end_to_end.playing import Table, assert_all_is_there_once, assert_boards_are_in_order, play_on
from tests.end_to_end.room import assert_everyone_was_answered_once, enter, match_of, rented
from tests.waiting import in_time

pytestmark = pytest.mark.thorough

# The process connects only when there is a file of this name.
SLOW = """
import asyncio, pathlib
from bot.client import Crux
known = Crux.setup_hook
async def waits(bot):
    while not pathlib.Path("may_connect").exists():
        await asyncio.sleep(0.05)
    await known(bot)
Crux.setup_hook = waits
"""


@pytest.mark.slow
@pytest.mark.parametrize(("updates", "pairs"), [(2, 1), pytest.param(20, 3, marks=pytest.mark.timeout(1200))])
async def test_people_play_on_through_updates_without_a_gap(own_house: House, updates: int, pairs: int) -> None:
    house, choices = own_house, random.Random(updates)
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        tables = []
        for pair in range(pairs):
            ada, ben, caro, dan = [
                await enter((room, stack), f"{name}{pair}") for name in ("Ada", "Ben", "Caro", "Dan")
            ]
            first = await room.begin(ada, ben)
            second = await room.begin(caro, dan, game="parcheesi")
            tables.append(Table(match_of(first), "cirondo", (ada, ben)))
            tables.append(Table(match_of(second), "parcheesi", (caro, dan)))
        enough = asyncio.Event()

        async def stop_between_moves() -> None:
            if enough.is_set():
                raise asyncio.CancelledError

        playing = [asyncio.create_task(play_on(house, table, choices, trouble=stop_between_moves)) for table in tables]
        for _ in range(updates):
            before = await house.start_another("--replace")
            assert await in_time(before.wait()) == 0
            played = sum(table.played(house) for table in tables)
            await house.until(partial(have_played, house, tables, played + 4), "more moves")
        enough.set()
        await in_time(asyncio.gather(*playing, return_exceptions=True))
        await assert_everyone_was_answered_once(room)
        figures = assert_all_is_there_once(house, room.players)
        await assert_boards_are_in_order(room, tables)
        played = sum(table.played(house) for table in tables)
        print(f"\n{updates} updates, {played} moves on the logs: {dict(figures)}")  # noqa: T201 - figures of a run
        assert not house.faults()


def have_played(house: House, tables: Sequence[Table], moves: int) -> bool:
    return sum(table.played(house) for table in tables) >= moves


async def test_asked_to_stop_the_bot_goes_on_until_the_one_that_replaces_it_is_ready(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        first = await room.begin(ada, ben)
        before = await house.start_another("--replace", first=SLOW)
        await house.until(lambda: house.rows("SELECT 1 FROM leases WHERE successor IS NOT NULL") != [], "a successor")
        before.send_signal(signal.SIGTERM)
        await ada.slash("cirondo move", move="B5-C5")
        second = await room.board(ben, after=first)
        assert before.returncode is None
        (house.folder / "may_connect").touch()
        assert await in_time(before.wait()) == 0
        await ben.slash("cirondo move", move="B24-C24")
        await room.board(ada, after=second)


async def test_a_second_bot_that_replaces_nobody_is_refused_and_the_first_plays_on(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        first = await room.begin(ada, ben)
        before = await house.start_another()
        assert await in_time(house.bot_ended()) == CANNOT_START
        assert before.returncode is None
        refused = f"Crux runs on this database already: process {before.pid} on this machine."
        await house.until(lambda: any(refused in line and "--replace" in line for line in house.output), "the sentence")
        await ada.slash("cirondo move", move="B5-C5")
        await room.board(ben, after=first)


async def test_after_a_death_nobody_waits_for_the_leases_of_the_dead(own_house: House) -> None:
    house = own_house
    house.settings = {"SHARD_COUNT": "1"}
    await house.start_playground()
    await house.start_bot()
    await house.kill_bot()
    await house.start_bot()
    assert not any("Waiting: another process" in line for line in house.output)


@pytest.mark.slow
async def test_each_process_works_for_its_own_shards_whatever_becomes_of_the_others(own_house: House) -> None:
    """One process serves the server, the other direct messages. What is asked there is posted by the first."""
    house = own_house
    await house.start_playground()
    (server,) = await house.as_the_bot("GET", "/users/@me/guilds")
    count = next(count for count in range(2, 100) if Shards(count, frozenset()).number_of(int(server["id"])))
    own = Shards(count, frozenset()).number_of(int(server["id"]))
    house.settings = {"SHARD_COUNT": str(count), "SHARDS": str(own)}
    await house.start_bot()
    house.settings["SHARDS"] = ",".join(str(number) for number in range(count) if number != own)
    await house.start_another()
    await house.until(lambda: house.said("Ready on 0 servers"), "the process for direct messages")
    async with rented(house) as (room, stack):
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        first = await room.begin(ada, ben)
        channel = ada.channel
        await ada.slash("cirondo move", move="B5-C5")
        second = await room.board(ada, after=first)
        ada.channel = await ada.open_direct_messages()
        answer = await ada.slash("match undo")
        third = await room.board(ben, after=second)
        assert str(third.id) in await ada.wait_for_words(answer, "Go to the board")

        assert await house.kill_bot() != 0
        ada.channel = channel
        await ben.slash("cirondo move", move="B24-C24")
        await room.board(ada, after=third)

        await house.start_another()
        await house.until(lambda: sum("Ready on 0 servers" in line for line in house.output) == 2, "the next process")
        ada.channel = await ada.open_direct_messages()
        assert f"**{match_of(first)}** · Cirondo" in (await ada.slash("match list")).text


@pytest.mark.parametrize("options", [(), ("--replace",)], ids=["waits", "replaces"])
async def test_nobody_waits_for_a_process_that_was_killed_on_the_same_machine(
    own_house: House, options: tuple[str, ...]
) -> None:
    house = own_house
    await house.start_playground()
    house.settings = {"SHARD_COUNT": "1", "SHARDS": "0"}
    await house.start_bot()
    house.rows("UPDATE leases SET until = until + 3600000")  # it would be waited for
    assert await house.kill_bot() != 0
    since = len(house.output)
    await house.start_another(*options)
    await house.until(lambda: house.said("Ready on 1 server", since=since), "the next process")
    assert not house.said("Waiting", since=since)


async def test_one_that_waits_takes_over_and_the_one_that_was_stopped_meanwhile_does_nothing_any_more(
    own_house: House,
) -> None:
    house = own_house
    await house.start_playground()
    house.settings = {"SHARD_COUNT": "1", "SHARDS": "0"}
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.refusals_allowed = True  # Discord has asked the stopped one as well
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        first = await room.begin(ada, ben)
        await house.until_posted()
        since = len(house.output)
        stopped = await house.start_another()
        await house.until(lambda: house.said("Waiting: another process works for", since=since), "one that waits")
        stopped.send_signal(signal.SIGSTOP)
        house.rows("UPDATE leases SET until = 0")
        await house.until(lambda: house.said("Ready on 1 server", since=since), "the other one")
        await ada.slash("cirondo move", move="B5-C5")
        second = await room.board(ben, after=first)
        stopped.send_signal(signal.SIGCONT)
        assert await in_time(stopped.wait()) == CANNOT_START
        await ben.slash("cirondo move", move="B24-C24")
        await room.board(ada, after=second)
        assert len(await room.boards()) == 3
        assert not house.faults()


async def test_shards_that_discord_refuses_end_the_bot_with_a_sentence(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    house.settings = {"SHARD_COUNT": "2", "SHARDS": "2"}
    with pytest.raises(AssertionError, match="with this SHARD_COUNT there are only shards from 0"):
        await house.start_bot()
    assert await house.bot_ended() == CANNOT_START
