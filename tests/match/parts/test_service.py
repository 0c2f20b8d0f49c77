"""Whom the operator has blocked, what becomes of their matches, and what is announced."""

from datetime import timedelta

import pytest

from bot.match import Matches, Place, ServiceState, Status, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.parts.service import Notice
from bot.store import Store
from tests.match.conftest import HERE, Clock, dump
from tests.match.tables import table_of
from tests.match.toy import GONE, PLAYERS, games

ANNE, BERT, CLEO = PLAYERS[:3]
HOUR = timedelta(hours=1)
ELSEWHERE = Place(guild_id=2, channel_id=21)


async def test_blocks_outlive_a_restart_and_end_when_they_are_taken_away(
    matches: Matches, store: Store, clock: Clock
) -> None:
    await matches.service.block_person(ANNE)
    await matches.service.block_person(ANNE)
    await matches.service.block_server(2)
    after = Matches(store, games=games(), clock=clock)
    assert await after.service.state() == ServiceState(people=(ANNE,), servers=(2,))
    assert await after.service.unblock(ANNE)
    assert not await after.service.unblock(ANNE)
    assert await matches.service.state() == ServiceState(servers=(2,))


async def test_a_blocked_person_leaves_open_tables_and_counts_as_gone_in_running_matches(matches: Matches) -> None:
    running = await table_of(matches, ANNE, BERT)
    await matches.act(running, lobby.begin(ANNE))
    opened = await table_of(matches, BERT, ANNE)
    while await matches.outbox.due():
        for post in await matches.outbox.due():
            await matches.outbox.note_posted(post.id, 9)
    left = await matches.service.block_person(ANNE)
    assert [match.id for match in left] == [running, opened]
    assert (await matches.get(opened)).seats[1].people == ()
    (seat,) = [seat for seat in (await matches.get(running)).seats if ANNE in seat.people]
    assert seat.absent
    (board,) = await matches.outbox.due()  # so that Bert finds out: it was Anne's turn
    assert board.match_id == running


async def test_a_block_is_the_only_thing_that_stays_of_someone_who_is_forgotten(matches: Matches, store: Store) -> None:
    await table_of(matches, GONE, BERT)
    await matches.service.block_person(GONE)
    await matches.people.forget(GONE)
    kept = await matches.people.stored_data(GONE)
    assert {name for name, rows in kept.items() if rows} == {"blocks"}
    assert await matches.people.is_blocked(GONE)
    await matches.service.unblock(GONE)
    assert str(GONE) not in repr(await dump(store))
    assert await matches.people.stored_data(GONE) == {}


async def test_clocks_stand_still_on_a_blocked_server_only(matches: Matches, clock: Clock) -> None:
    numbers: list[int] = []
    for place in (HERE, ELSEWHERE):
        terms = TableTerms(game="race", seats=2, move_time=24 * HOUR)
        table = await matches.tables.open(terms, opener=ANNE, place=place)
        await matches.tables.note_posted(table.id, 5 + len(numbers))
        await matches.act(table.id, lobby.join(BERT))
        await matches.act(table.id, lobby.begin(ANNE))
        numbers.append(table.id)
    await matches.clocks.tick()
    await matches.service.block_server(ELSEWHERE.guild_id or 0)
    for _ in range(30):
        clock.forward(timedelta(seconds=50))
        await matches.clocks.tick()
    left = []
    for number in numbers:
        running = (await matches.get(number)).clock
        assert running is not None
        assert running.deadline is not None
        left.append(running.deadline - clock())
    assert left == [24 * HOUR - 30 * timedelta(seconds=50), 24 * HOUR]


async def test_an_announcement_replaces_the_one_before_and_ends_in_time(matches: Matches, clock: Clock) -> None:
    await matches.service.announce("Maintenance at six", clock() + HOUR)
    await matches.service.announce("Maintenance at seven", clock() + 2 * HOUR)
    assert (await matches.service.state()).notice == Notice("Maintenance at seven", clock() + 2 * HOUR)
    clock.forward(2 * HOUR)
    assert (await matches.service.state()).notice is None
    await matches.service.announce("Maintenance at nine", clock() + HOUR)
    await matches.service.take_back_notice()
    assert (await matches.service.state()).notice is None


@pytest.mark.parametrize("unblocked", [False, True])
async def test_who_is_unblocked_plays_on_at_once(matches: Matches, unblocked: bool) -> None:
    running = await table_of(matches, ANNE, BERT)
    await matches.act(running, lobby.begin(ANNE))
    await matches.service.block_person(ANNE)
    if unblocked:
        await matches.service.unblock(ANNE)
        await matches.act(running, turns.play(ANNE, "walk"))  # the screens refuse before that
    match = await matches.get(running)
    assert match.status is Status.RUNNING
    assert match.seats[0].absent is not unblocked
