"""Races: two processes, double clicks, a process that dies. Every move that was confirmed is there, once."""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import BoardHasMoved, Busy, Match, Matches, NotYourTurn, Refusal, Status, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.engine.engine import TRIES
from bot.match.reading.stored import StoredMatch
from bot.rules import IllegalMove
from bot.store import Store
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


async def outcomes(*acts: asyncio.Future[Match]) -> tuple[list[Match], list[BaseException]]:
    done = await asyncio.gather(*acts, return_exceptions=True)
    return ([one for one in done if isinstance(one, Match)], [one for one in done if isinstance(one, BaseException)])


async def test_of_many_clicks_on_one_board_one_is_played(
    matches: Matches, another: Matches, start_match: StartMatch
) -> None:
    match = await start_match()
    clicks = [
        asyncio.ensure_future(
            side.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=10 * number + which)
        )
        for number in range(8)
        for which, side in enumerate((matches, another))
    ]
    played, refusals = await outcomes(*clicks)
    assert len(played) == 1
    assert {type(refusal) for refusal in refusals} == {BoardHasMoved}
    assert [event.kind for event in await matches.records.log(match.id)].count("move") == 1


async def test_one_interaction_that_arrives_twice_at_the_same_time_plays_once(
    matches: Matches, another: Matches, start_match: StartMatch
) -> None:
    match = await start_match()
    clicks = [
        asyncio.ensure_future(side.act(match.id, turns.play(ANNE, "walk", seen_version=match.version), interaction=77))
        for side in (matches, another, matches, another)
    ]
    played, refusals = await outcomes(*clicks)
    assert refusals == []
    assert {one.version for one in played} == {match.version + 1}


@pytest.mark.slow
async def test_two_processes_play_a_whole_match(matches: Matches, another: Matches, start_match: StartMatch) -> None:
    match = await start_match(4, goal=6)

    async def player(side: Matches, person: int) -> int:
        played = 0
        while (now := await side.get(match.id)).status is Status.RUNNING:
            try:
                await side.act(match.id, turns.play(person, "walk", seen_version=now.version))
            except (BoardHasMoved, NotYourTurn, Refusal):
                continue
            played += 1
        return played

    # Everyone uses both processes at the same time, as after a reconnection.
    played = await asyncio.gather(*(player(side, person) for person in PLAYERS for side in (matches, another)))
    log = await matches.records.log(match.id)
    moves = [done for done in log if done.kind == "move"]
    assert len(moves) == sum(played) == 4 * 5 + 1
    assert [done.seat for done in moves] == [turn % 4 for turn in range(len(moves))]
    assert await matches.records.check(match.id) == []


async def test_one_seat_for_many_people(matches: Matches, another: Matches) -> None:
    match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    joins = [
        asyncio.ensure_future(side.act(match.id, lobby.join(person)))
        for person in range(200, 206)
        for side in (matches, another)
    ]
    joined, refusals = await outcomes(*joins)
    assert len(joined) == 1
    assert len(refusals) == 11
    assert len((await matches.get(match.id)).seats[1].people) == 1


async def test_one_interaction_opens_one_table_in_two_processes(matches: Matches, another: Matches) -> None:
    opened, refusals = await outcomes(
        *(
            asyncio.ensure_future(
                side.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE, interaction=5)
            )
            for side in (matches, another, matches, another)
        )
    )
    assert refusals == []
    assert len({match.id for match in opened}) == 1


async def test_a_decision_that_loses_every_race_is_refused(
    matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_match()
    before = await dump(store)
    tries = 0

    async def taken(connection: AsyncConnection, match_id: int, seen: int, columns: object) -> bool:
        nonlocal tries
        tries += 1
        return False

    monkeypatch.setattr(queries, "claim", taken)
    with pytest.raises(Busy):
        await matches.act(match.id, turns.play(ANNE, "walk"))
    assert tries == TRIES
    assert await dump(store) == before


async def test_a_locked_database_is_a_refusal_that_changes_nothing(
    address: str, matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match()
    async with await Store.open(address, busy_seconds=0.05) as impatient:
        hurried = Matches(impatient, games=GAMES, clock=clock)
        async with await Store.open(address) as other, other.write():
            before = await dump(impatient)
            with pytest.raises(Busy):
                await hurried.act(match.id, turns.play(ANNE, "walk"))
            with pytest.raises(Busy):
                await hurried.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
            with pytest.raises(Busy):
                await hurried.outbox.repost(match.id)
            assert await dump(impatient) == before
        assert (await hurried.act(match.id, turns.play(ANNE, "walk"))).version == match.version + 1


@pytest.mark.parametrize("where", ["append", "keep_snapshot"])
async def test_a_failure_in_the_middle_leaves_nothing(
    matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    match = await start_match()
    before = await dump(store)
    genuine = getattr(queries, where)

    async def breaks(*arguments: object, **kwargs: object) -> None:
        await genuine(*arguments, **kwargs)
        raise RuntimeError("the power is gone")

    with monkeypatch.context() as broken:
        broken.setattr(queries, where, breaks)
        with pytest.raises(RuntimeError):
            await matches.act(match.id, turns.play(ANNE, "walk"))
    assert await dump(store) == before
    assert (await matches.act(match.id, turns.play(ANNE, "walk"))).version == match.version + 1


async def test_a_match_that_goes_on_while_it_is_checked_is_whole(
    matches: Matches, another: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_match()
    reader = matches.dependencies.reader
    genuine = reader.read_in

    async def and_then_somebody_plays(connection: AsyncConnection, match_id: int) -> StoredMatch:
        found = await genuine(connection, match_id)
        await another.act(match_id, turns.play(ANNE, "walk"))
        return found

    monkeypatch.setattr(reader, "read_in", and_then_somebody_plays)
    assert await matches.records.check(match.id) == []
    assert (await another.get(match.id)).version == match.version + 1


async def test_rules_that_break_change_nothing(
    matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_match()
    before = await dump(store)

    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(match.state), "play", breaks)
    with pytest.raises(ZeroDivisionError):
        await matches.act(match.id, turns.play(ANNE, "walk"))
    assert await dump(store) == before


@pytest.mark.sample(12)
@pytest.mark.parametrize("act", ["roll", "jump and land", "undo"])
@pytest.mark.parametrize("statement", range(1, 20))
async def test_a_call_that_is_cancelled_is_done_wholly_or_not_at_all(
    matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch, statement: int, act: str
) -> None:
    if act == "roll":
        match = await start_match(goal=50)
    else:
        match = await start_match(game="hike")
    if act == "undo":
        match = await matches.act(match.id, turns.play(ANNE, "jump"))
    asked = 0

    def acting() -> Coroutine[Any, Any, Match]:
        if act == "undo":
            return matches.act(match.id, turns.take_back(ANNE), interaction=1)
        return matches.act(match.id, turns.play(ANNE, act.split()[0]), interaction=1)

    def cancelling(name: str) -> None:
        genuine = getattr(AsyncConnection, name)

        async def cancels(connection: AsyncConnection, *arguments: Any) -> Any:
            nonlocal asked
            asked += 1
            if asked == statement:
                call.cancel()  # takes effect while the database is at work on this statement
            return await genuine(connection, *arguments)

        cut.setattr(AsyncConnection, name, cancels)

    with monkeypatch.context() as cut:
        for name in ("execute", "commit"):
            cancelling(name)
        call = asyncio.ensure_future(acting())
        (cancelled,) = await asyncio.gather(call, return_exceptions=True)
    assert isinstance(cancelled, asyncio.CancelledError) == (asked >= statement)
    assert await matches.records.check(match.id) == []
    # Those who heard nothing ask again, and have moved once in the end.
    again = await acting()
    assert again.version == match.version + (2 if act == "jump and land" else 1)
    assert await matches.records.check(match.id) == []


async def test_no_lock_is_kept_for_a_match_at_rest(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    await asyncio.gather(
        *(matches.act(match.id, turns.play(person, "fly")) for person in (ANNE, BERT) for _ in range(3)),
        return_exceptions=True,
    )
    with pytest.raises(IllegalMove):
        await matches.act(match.id, turns.play(ANNE, "fly"))
    assert len(matches.dependencies.engine._locks) == 0


PLAYING = """
import asyncio, sys
from bot.match import Matches
from bot.match.decisions import turns
from bot.store import Store
from tests.match.toy import GAMES

async def main(address, match_id, anne, bert):
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        number = 0
        while True:
            for person in (anne, bert):
                number += 1
                match = await matches.act(match_id, turns.play(person, "roll"), interaction=number)
                print(number, match.version, flush=True)

asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
"""


HIKING = """
import asyncio, sys
from bot.match import Matches
from bot.match.decisions import turns
from bot.store import Store
from tests.match.toy import GAMES

async def main(address, match_id, anne):
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        while True:
            match = await matches.act(match_id, turns.play(anne, "jump"))
            print(match.version, flush=True)
            match = await matches.act(match_id, turns.take_back(anne))
            print(match.version, flush=True)

asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
"""


@pytest.mark.slow
async def test_no_part_of_what_was_written_together_survives_alone(
    address: str, matches: Matches, start_match: StartMatch, store: Store
) -> None:
    match = await start_match(game="hike")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HIKING, address, str(match.id), str(ANNE)),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(15)]
    os.kill(process.pid, signal.SIGKILL)
    lines += (await process.stdout.read()).splitlines(keepends=True)
    await process.wait()
    confirmed = max(int(line) for line in lines if line.endswith(b"\n"))
    kinds = [event.kind for event in await matches.records.log(match.id)][3:]
    assert 3 + len(kinds) >= confirmed
    assert kinds == (["move", "move", "undo"] * len(kinds))[: len(kinds)]
    assert len(kinds) % 3 != 1  # the landing is there with the jump
    assert await matches.records.check(match.id) == []


@pytest.mark.thorough
async def test_what_was_confirmed_survives_the_death_of_the_process(
    address: str, matches: Matches, start_match: StartMatch, store: Store
) -> None:
    match = await start_match(goal=1000)
    arguments = [address, *map(str, (match.id, ANNE, BERT))]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PLAYING, *arguments, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(25)]
    os.kill(process.pid, signal.SIGKILL)
    lines += (await process.stdout.read()).splitlines()
    await process.wait()
    # The last line may have been cut off by the kill.
    confirmed = [tuple(map(int, line.split())) for line in lines if len(line.split()) == 2]
    async with store.read() as connection:
        log = await queries.log(connection, match.id)
    there = [(event.interaction_id, event.number) for event in log if event.kind == "move"]
    assert there[: len(confirmed)] == confirmed
    assert len(there) - len(confirmed) in (0, 1)
    assert await matches.records.check(match.id) == []
    by_the_wall = Matches(store, games=GAMES)  # the process that died had the real time
    assert [post.version for post in await by_the_wall.outbox.due()] == [there[-1][1]]
