"""Playing a match again: the same table, everyone one seat further."""

import asyncio

from bot.match import (
    ComputerLevel,
    Host,
    Match,
    Matches,
    NoRematch,
    NotInThisMatch,
    NotInvited,
    NotOver,
    Place,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.store import Store
from tests.match.conftest import HERE, StartMatch, computers_agree
from tests.match.refusing import refuse
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
STRANGER = 999


def sitting(match: Match) -> list[object]:
    return [seat.computer or seat.people for seat in match.seats]


async def test_a_match_that_has_moved_into_a_thread_is_played_again_right_there(
    matches: Matches, table: StartMatch
) -> None:
    """A message in a thread can't have a thread of its own."""
    match = await table(2, game="race", own_thread=True, goal=3)
    await matches.act(match.id, relocating.move_to(ANNE, Place(1, 20, 4242)))
    await matches.act(match.id, proposals.resign(ANNE))
    again = await matches.tables.rematch(match.id, ANNE)
    assert (again.place, again.terms.own_thread) == (Place(1, 20, 4242), False)
    await matches.tables.note_posted(again.id, 9001)
    await matches.tables.rematch(match.id, BERT)
    assert (await matches.act(again.id, lobby.begin(ANNE))).place == Place(1, 20, 4242)


async def test_a_match_that_has_left_its_thread_is_played_again_in_one(matches: Matches, table: StartMatch) -> None:
    match = await table(2, game="race", own_thread=True, goal=3)
    await matches.act(match.id, relocating.leave_thread())
    await matches.act(match.id, proposals.resign(ANNE))
    again = await matches.tables.rematch(match.id, ANNE)
    assert (again.place, again.terms.own_thread) == (HERE, True)


async def called_off(matches: Matches, match: Match) -> Match:
    for user in match.seats[0].people + match.seats[-1].people:
        if (await matches.get(match.id)).status is Status.RUNNING:
            await matches.act(match.id, proposals.offer_draw(user))
    return await computers_agree(matches, await matches.get(match.id))


async def test_everyone_gets_the_next_seat_of_a_table_just_like_it(matches: Matches, store: Store) -> None:
    place = Place(1, 20, 33)
    old = await matches.tables.open(
        TableTerms(game="race", options={"goal": 30}, seats=3, automatic=False, hints=False), opener=ANNE, place=place
    )
    await matches.tables.note_posted(old.id, 77)
    for user in (BERT, CLEO):
        await matches.act(old.id, lobby.join(user))
    await matches.act(old.id, lobby.begin(ANNE))
    await refuse(store, NotOver, lambda: matches.tables.rematch(old.id, ANNE))
    for user in (ANNE, BERT, CLEO):
        await matches.act(old.id, proposals.offer_draw(user))
    await refuse(store, NotInThisMatch, lambda: matches.tables.rematch(old.id, STRANGER))
    table = await matches.tables.rematch(old.id, BERT, interaction=5)
    assert await matches.tables.rematch(old.id, BERT, interaction=5) == table
    assert (table.id, table.status, table.opener, table.place) == (old.id + 1, Status.OPEN, BERT, place)
    assert (table.game, table.options, table.terms.automatic, table.terms.hints) == ("race", old.options, False, False)
    assert (sitting(table), dict(table.reserved_seats)) == ([(), (), (BERT,)], {0: (CLEO,), 1: (ANNE,)})
    assert table.commitment != old.commitment
    await refuse(store, NotInvited, lambda: matches.act(table.id, lobby.join(STRANGER)))
    await refuse(store, NotInvited, lambda: matches.act(table.id, lobby.join(STRANGER, seat=0)))
    await refuse(store, NotInvited, lambda: matches.act(table.id, lobby.join(CLEO, seat=1)))
    await matches.act(table.id, lobby.join(ANNE))
    await matches.tables.note_posted(table.id, 78)
    full = await matches.tables.rematch(old.id, CLEO)
    assert (full.id, sitting(full), dict(full.reserved_seats)) == (table.id, [(CLEO,), (ANNE,), (BERT,)], {})
    new_match = await matches.act(table.id, lobby.begin(CLEO))
    assert await matches.tables.rematch(old.id, ANNE) == new_match
    assert await matches.records.check(table.id) == []


async def test_of_two_who_ask_at_the_same_time_one_opens_and_the_other_sits_down(
    matches: Matches, another: Matches, start_match: StartMatch
) -> None:
    old = await called_off(matches, await start_match())
    one, other = await asyncio.gather(matches.tables.rematch(old.id, ANNE), another.tables.rematch(old.id, BERT))
    assert one.id == other.id
    assert sitting(await matches.get(one.id)) == [(BERT,), (ANNE,)]


async def test_once_it_is_over_or_closed_there_can_be_another_one(matches: Matches, start_match: StartMatch) -> None:
    old = await called_off(matches, await start_match())
    first = await matches.tables.rematch(old.id, ANNE)
    await matches.act(first.id, lobby.cancel(ANNE))
    second = await matches.tables.rematch(old.id, BERT)
    assert second.id != first.id
    assert (second.opener, second.seat_of(BERT)) == (BERT, [0])


async def test_a_seat_is_free_again_once_it_is_given_up_or_its_player_is_forgotten(
    matches: Matches, start_match: StartMatch
) -> None:
    old = await called_off(matches, await start_match(3))
    assert old.status is Status.RUNNING
    old = await matches.act(old.id, proposals.offer_draw(BERT))
    table = await matches.tables.rematch(old.id, ANNE)
    await matches.act(table.id, lobby.join(BERT))
    await matches.act(table.id, lobby.leave(BERT))
    assert dict((await matches.get(table.id)).reserved_seats) == {0: (CLEO,)}
    await matches.people.forget(CLEO)
    assert dict((await matches.get(table.id)).reserved_seats) == {}
    assert sitting(await matches.act(table.id, lobby.join(STRANGER))) == [(STRANGER,), (ANNE,), ()]


async def test_computers_sit_one_seat_further_as_well_and_who_is_gone_is_not_expected(
    matches: Matches, against: StartMatch, start_match: StartMatch
) -> None:
    old = await called_off(matches, await against(1, 3, level=ComputerLevel.HARD))
    table = await matches.tables.rematch(old.id, ANNE)
    assert sitting(table) == [ComputerLevel.HARD, (ANNE,), ComputerLevel.HARD]
    running = await start_match(3)
    await matches.act(running.id, presence.absent(CLEO))
    await matches.act(running.id, presence.absent(BERT))
    await matches.act(running.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
    ended_match = await matches.act(running.id, proposals.offer_draw(ANNE))
    table = await matches.tables.rematch(ended_match.id, ANNE)
    assert (sitting(table), dict(table.reserved_seats)) == ([(), (ANNE,), ComputerLevel.EASY], {})


async def test_a_player_who_resigned_may_play_again_and_has_no_computer_there(
    matches: Matches, start_match: StartMatch
) -> None:
    running = await start_match(3)
    await matches.act(running.id, proposals.resign(BERT))
    ended_match = await matches.act(running.id, proposals.resign(CLEO))
    table = await matches.tables.rematch(ended_match.id, BERT)
    assert (sitting(table), dict(table.reserved_seats)) == ([(), (), (BERT,)], {0: (CLEO,), 1: (ANNE,)})


async def test_people_who_shared_a_seat_share_the_next_one(matches: Matches) -> None:
    old = await matches.tables.open(TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE)
    await matches.tables.note_posted(old.id, 7)
    await matches.act(old.id, lobby.join(BERT, seat=0))
    await matches.act(old.id, lobby.join(CLEO, seat=1))
    await matches.act(old.id, lobby.begin(ANNE))
    ended_match = await matches.act(old.id, proposals.resign(CLEO))
    table = await matches.tables.rematch(ended_match.id, CLEO)
    assert (sitting(table), dict(table.reserved_seats)) == ([(CLEO,), ()], {1: (ANNE, BERT)})
    await matches.act(table.id, lobby.join(BERT))
    assert sitting(await matches.act(table.id, lobby.join(ANNE))) == [(CLEO,), (BERT, ANNE)]


async def test_a_series_is_played_again_once_it_is_over(matches: Matches, table: StartMatch, store: Store) -> None:
    points = await table(2, series=SeriesKind.POINTS, target=40, rounds=1)
    for user in (ANNE, BERT):
        await matches.act(points.id, turns.play(user, "pick"))
    await refuse(store, NoRematch, lambda: matches.tables.rematch(points.id, ANNE))
    second = next(match for match in await matches.lists.of_user(ANNE) if match.status is Status.RUNNING)
    ended_match = await matches.act(second.id, proposals.resign(BERT))
    again = await matches.tables.rematch(ended_match.id, BERT)
    assert again.series is not None
    assert (again.series.kind, again.series.target, again.series.part, again.series.over) == ("points", 40, 1, False)
    assert (await matches.tables.rematch(points.id, ANNE)).id == again.id  # asked for at the series' first board
    host = await table(3, series=SeriesKind.PARALLEL)
    for user in (ANNE, BERT):
        await matches.act(host.id, proposals.offer_draw(user))
    ended_match = await matches.act(host.id, proposals.offer_draw(CLEO))
    again = await matches.tables.rematch(ended_match.id, CLEO)
    assert isinstance(again, Host)
    assert (sitting(again), dict(again.reserved_seats)) == ([(CLEO,), (), ()], {1: (ANNE,), 2: (BERT,)})
    assert ended_match.series is not None
    part = ended_match.series.parts[0]
    await refuse(store, NoRematch, lambda: matches.tables.rematch(part.match_id, ANNE))
