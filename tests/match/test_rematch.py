"""Playing a match again: the same table, everybody one seat further."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match import (
    ComputerLevel,
    Match,
    Matches,
    NoRematch,
    NotInThisMatch,
    NotInvited,
    NotOver,
    Place,
    SeriesKind,
    Status,
)
from bot.store import Store
from tests.match.conftest import HERE, Begun, Clock, url
from tests.match.test_turns import refused
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
STRANGER = 999


@pytest.fixture
async def another(tmp_path: Path, store: Store, clock: Clock) -> AsyncIterator[Matches]:
    """A second process's view of the same file."""
    async with await Store.open(url(tmp_path)) as second:
        yield Matches(second, games=GAMES, clock=clock)


def sitting(match: Match) -> list[object]:
    return [seat.computer or seat.people for seat in match.seats]


async def test_a_match_that_has_moved_into_a_thread_is_played_again_right_there(matches: Matches, table: Begun) -> None:
    """A message in a thread can't have a thread of its own."""
    match = await table(2, game="race", own_thread=True, goal=3)
    await matches.move_to(match.id, ANNE, Place(1, 20, 4242))
    await matches.resign(match.id, ANNE)
    again = await matches.rematch(match.id, ANNE)
    assert (again.place, again.own_thread) == (Place(1, 20, 4242), False)
    await matches.table_posted(again.id, 9001)
    await matches.rematch(match.id, BERT)
    assert (await matches.begin(again.id, ANNE)).place == Place(1, 20, 4242)


async def test_a_match_that_has_left_its_thread_is_played_again_in_one(matches: Matches, table: Begun) -> None:
    match = await table(2, game="race", own_thread=True, goal=3)
    await matches.leave_thread(match.id)
    await matches.resign(match.id, ANNE)
    again = await matches.rematch(match.id, ANNE)
    assert (again.place, again.own_thread) == (HERE, True)


async def called_off(matches: Matches, match: Match) -> Match:
    for user in match.seats[0].people + match.seats[-1].people:
        if (await matches.get(match.id)).status is Status.RUNNING:
            await matches.offer_draw(match.id, user)
    return await matches.get(match.id)


async def test_everybody_gets_the_next_seat_of_a_table_just_like_it(matches: Matches, store: Store) -> None:
    place = Place(1, 20, 33)
    old = await matches.open(
        game="race", options={"goal": 30}, seats=3, opener=ANNE, place=place, automatic=False, hints=False
    )
    await matches.table_posted(old.id, 77)
    for user in (BERT, CLEO):
        await matches.join(old.id, user)
    await matches.begin(old.id, ANNE)
    await refused(store, NotOver, lambda: matches.rematch(old.id, ANNE))
    for user in (ANNE, BERT, CLEO):
        await matches.offer_draw(old.id, user)
    await refused(store, NotInThisMatch, lambda: matches.rematch(old.id, STRANGER))
    table = await matches.rematch(old.id, BERT, interaction=5)
    assert await matches.rematch(old.id, BERT, interaction=5) == table
    assert (table.id, table.status, table.opener, table.place) == (old.id + 1, Status.OPEN, BERT, place)
    assert (table.game, table.options, table.automatic, table.hints) == ("race", old.options, False, False)
    assert (sitting(table), dict(table.kept)) == ([(), (), (BERT,)], {0: (CLEO,), 1: (ANNE,)})
    assert table.commitment != old.commitment
    await refused(store, NotInvited, lambda: matches.join(table.id, STRANGER))
    await refused(store, NotInvited, lambda: matches.join(table.id, STRANGER, seat=0))
    await refused(store, NotInvited, lambda: matches.join(table.id, CLEO, seat=1))
    await matches.join(table.id, ANNE)
    await matches.table_posted(table.id, 78)
    full = await matches.rematch(old.id, CLEO)
    assert (full.id, sitting(full), dict(full.kept)) == (table.id, [(CLEO,), (ANNE,), (BERT,)], {})
    begun = await matches.begin(table.id, CLEO)
    assert await matches.rematch(old.id, ANNE) == begun
    assert await matches.check(table.id) == []


async def test_of_two_who_ask_at_once_one_opens_and_the_other_sits_down(
    matches: Matches, another: Matches, begun: Begun
) -> None:
    old = await called_off(matches, await begun())
    one, other = await asyncio.gather(matches.rematch(old.id, ANNE), another.rematch(old.id, BERT))
    assert one.id == other.id
    assert sitting(await matches.get(one.id)) == [(BERT,), (ANNE,)]


async def test_once_it_is_over_or_closed_there_can_be_another_one(matches: Matches, begun: Begun) -> None:
    old = await called_off(matches, await begun())
    first = await matches.rematch(old.id, ANNE)
    await matches.cancel(first.id, ANNE)
    second = await matches.rematch(old.id, BERT)
    assert second.id != first.id
    assert (second.opener, second.seat_of(BERT)) == (BERT, [0])


async def test_a_seat_is_free_again_once_it_is_given_up_or_its_player_is_forgotten(
    matches: Matches, begun: Begun
) -> None:
    old = await called_off(matches, await begun(3))
    assert old.status is Status.RUNNING
    old = await matches.offer_draw(old.id, BERT)
    table = await matches.rematch(old.id, ANNE)
    await matches.join(table.id, BERT)
    await matches.leave(table.id, BERT)
    assert dict((await matches.get(table.id)).kept) == {0: (CLEO,)}
    await matches.forget(CLEO)
    assert dict((await matches.get(table.id)).kept) == {}
    assert sitting(await matches.join(table.id, STRANGER)) == [(STRANGER,), (ANNE,), ()]


async def test_computers_sit_one_seat_further_as_well_and_who_is_gone_is_not_expected(
    matches: Matches, against: Begun, begun: Begun
) -> None:
    old = await called_off(matches, await against(1, 3, level=ComputerLevel.HARD))
    table = await matches.rematch(old.id, ANNE)
    assert sitting(table) == [ComputerLevel.HARD, (ANNE,), ComputerLevel.HARD]
    running = await begun(3)
    await matches.absent(running.id, CLEO)
    await matches.absent(running.id, BERT)
    await matches.take_over(running.id, ANNE, 1, ComputerLevel.EASY)
    ended = await matches.offer_draw(running.id, ANNE)
    table = await matches.rematch(ended.id, ANNE)
    assert (sitting(table), dict(table.kept)) == ([(), (ANNE,), ComputerLevel.EASY], {})


async def test_whoever_resigned_may_play_again_and_has_no_computer_there(matches: Matches, begun: Begun) -> None:
    running = await begun(3)
    await matches.resign(running.id, BERT)
    ended = await matches.resign(running.id, CLEO)
    table = await matches.rematch(ended.id, BERT)
    assert (sitting(table), dict(table.kept)) == ([(), (), (BERT,)], {0: (CLEO,), 1: (ANNE,)})


async def test_people_who_shared_a_seat_share_the_next_one(matches: Matches) -> None:
    old = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE, shared=True)
    await matches.table_posted(old.id, 7)
    await matches.join(old.id, BERT, seat=0)
    await matches.join(old.id, CLEO, seat=1)
    await matches.begin(old.id, ANNE)
    ended = await matches.resign(old.id, CLEO)
    table = await matches.rematch(ended.id, CLEO)
    assert (sitting(table), dict(table.kept)) == ([(CLEO,), ()], {1: (ANNE, BERT)})
    await matches.join(table.id, BERT)
    assert sitting(await matches.join(table.id, ANNE)) == [(CLEO,), (BERT, ANNE)]


async def test_a_series_is_played_again_once_it_is_over(matches: Matches, table: Begun, store: Store) -> None:
    points = await table(2, series=SeriesKind.POINTS, target=40, rounds=1)
    for user in (ANNE, BERT):
        await matches.play(points.id, user, "pick")
    await refused(store, NoRematch, lambda: matches.rematch(points.id, ANNE))
    second = next(match for match in await matches.of_user(ANNE) if match.status is Status.RUNNING)
    ended = await matches.resign(second.id, BERT)
    again = await matches.rematch(ended.id, BERT)
    assert again.series is not None
    assert (again.series.kind, again.series.target, again.series.part, again.series.over) == ("points", 40, 1, False)
    assert (await matches.rematch(points.id, ANNE)).id == again.id  # asked for at the series' first board
    host = await table(3, series=SeriesKind.PARALLEL)
    for user in (ANNE, BERT):
        await matches.offer_draw(host.id, user)
    ended = await matches.offer_draw(host.id, CLEO)
    again = await matches.rematch(ended.id, CLEO)
    assert again.is_host
    assert (sitting(again), dict(again.kept)) == ([(CLEO,), (), ()], {1: (ANNE,), 2: (BERT,)})
    assert ended.series is not None
    part = ended.series.parts[0]
    await refused(store, NoRematch, lambda: matches.rematch(part.match_id, ANNE))
