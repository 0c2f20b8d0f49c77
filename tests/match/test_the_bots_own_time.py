"""Time that isn't the players': the bot was away, its machine's clock was set, or others are looked after first."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.match import Matches, agreements
from bot.match.decisions import presence, proposals, turns
from bot.match.new_event import NewEvent
from bot.match.parts import timekeeping
from bot.match.stored import StoredMatch
from bot.store import Store, tables
from tests.match.conftest import Clock, dump
from tests.match.timed import DAY, HOUR, LOOKS, Timed
from tests.match.toy import GAMES, PLAYERS, HikeGame, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


@pytest.fixture
async def another(address: str, store: Store, clock: Clock) -> AsyncIterator[Matches]:
    """A second process's view of the same file."""
    async with await Store.open(address) as second:
        yield Matches(second, games=GAMES, clock=clock)


async def test_a_turn_that_begins_before_the_first_look_at_the_time_has_no_more_than_any_other(
    timed: Timed, clock: Clock
) -> None:
    match = await timed.start_match()
    clock.forward(9 * DAY)
    await timed.matches.act(match.id, turns.play(ANNE, "walk"))
    clock.forward(LOOKS)
    await timed.look(starting=True)
    shown = (await timed.of(match)).clock
    assert shown is not None
    assert (shown.seat, shown.deadline) == (1, clock.now + DAY)
    await timed.go_by(12 * HOUR)
    assert timed.reminded == [(BERT, True)]


async def test_what_was_read_before_all_clocks_were_put_off_does_not_take_that_back(
    timed: Timed, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await timed.start_match()
    await timed.go_by(2 * HOUR)
    clock.forward(9 * DAY)
    engine = timed.matches._engine
    write = engine.write

    async def after_a_look_at_the_time(stored: StoredMatch, event: NewEvent, **more: Any) -> StoredMatch | None:
        await timed.matches.clocks._note_time(starting=True)
        return await write(stored, event, **more)

    monkeypatch.setattr(engine, "write", after_a_look_at_the_time)
    match = await timed.matches.act(match.id, proposals.offer_draw(BERT))
    assert match.clock is not None
    assert match.clock.deadline == clock.now + 22 * HOUR


async def test_the_time_the_bot_was_away_is_not_the_players(timed: Timed, clock: Clock) -> None:
    match = await timed.start_match()
    await timed.go_by(20 * HOUR)
    clock.forward(9 * DAY)
    await timed.look(starting=True)
    shown = (await timed.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + 4 * HOUR
    assert timed.reminded == [(ANNE, True)]
    await timed.go_by(4 * HOUR)
    assert timed.reminded == [(ANNE, True), (ANNE, False)]
    assert (await timed.kinds(match))[-1] == "expire"


async def test_a_board_asked_for_afterwards_shows_the_time_that_is_left_then(timed: Timed, clock: Clock) -> None:
    match = await timed.start_match()
    await timed.matches.act(match.id, turns.play(ANNE, "walk"))  # nobody has posted that
    clock.forward(9 * DAY)
    await timed.look(starting=True)
    (post,) = await timed.matches.outbox.due()
    await timed.matches.outbox.posted(post.id, 7)
    await timed.matches.outbox.repost(match.id)
    (post,) = await timed.matches.outbox.due()
    assert await timed.matches.outbox.match_to_show(post) == await timed.of(match)


async def test_the_time_newer_rules_are_missed_is_not_the_players(timed: Timed, store: Store) -> None:
    def release(version: int) -> Matches:
        return Matches(store, games=games(RaceGame(version), HikeGame()), clock=timed.clock)

    timed.matches = release(2)
    match, hike = await timed.start_match(), await timed.start_match(game="hike")
    await timed.go_by(5 * HOUR)
    before = await timed.kinds(match)
    timed.matches = release(1)
    await timed.look(starting=True)
    await timed.matches.records.bring_up_to_date()
    await timed.go_by(5 * DAY)
    assert timed.reminded == [(ANNE, True), (ANNE, False)]  # of the other match, which can be played
    assert (await timed.kinds(hike))[-1] == "expire"
    timed.matches = release(2)
    await timed.look(starting=True)
    back = await timed.of(match)
    assert back.clock is not None
    assert (back.clock.deadline, await timed.kinds(match)) == (timed.clock.now + 19 * HOUR, before)
    await timed.go_by(7 * HOUR)
    assert timed.reminded[2:] == [(ANNE, True)]


@pytest.mark.parametrize("time", [DAY, None])
async def test_what_is_proposed_stays_open_as_much_longer(timed: Timed, clock: Clock, time: timedelta | None) -> None:
    match = await timed.start_match(time=time)
    await timed.matches.act(match.id, turns.play(ANNE, "walk"))
    await timed.matches.act(match.id, proposals.undo(ANNE))
    await timed.go_by(5 * HOUR)
    clock.forward(9 * DAY)
    await timed.look(starting=True)
    asked = (await timed.of(match)).proposal
    assert asked is not None
    assert asked.until == clock.now + 19 * HOUR
    clock.forward(-4 * DAY)  # the machine's clock is set back
    await timed.look()
    await timed.go_by(19 * HOUR - LOOKS)
    assert (await timed.of(match)).proposal is not None
    await timed.go_by(LOOKS)
    assert (await timed.of(match)).proposal is None


async def test_what_is_proposed_before_the_first_look_is_open_no_longer_than_usual(timed: Timed, clock: Clock) -> None:
    match = await timed.start_match(3)
    await timed.matches.act(match.id, presence.absent(CLEO))
    clock.forward(2 * DAY)
    await timed.matches.act(match.id, proposals.replace_player(ANNE, 2, DORA))
    clock.forward(LOOKS)
    await timed.look(starting=True)
    asked = (await timed.of(match)).proposal
    assert asked is not None
    assert asked.until == clock.now + agreements.WAITS["replace"]


async def test_after_a_short_restart_no_time_is_lost_either(timed: Timed, clock: Clock) -> None:
    match = await timed.start_match()
    assert match.clock is not None
    clock.forward(timedelta(seconds=5))
    await timed.look(starting=True)
    shown = (await timed.of(match)).clock
    assert shown is not None
    assert shown.deadline == match.opened_at + DAY + timedelta(seconds=5)


@pytest.mark.parametrize("jump", [-3 * DAY, -2 * HOUR, 2 * HOUR, 400 * DAY])
async def test_setting_the_machines_clock_takes_no_time_from_anyone(
    timed: Timed, clock: Clock, jump: timedelta
) -> None:
    match = await timed.start_match()
    await timed.go_by(6 * HOUR)
    clock.forward(jump)
    await timed.look()
    shown = (await timed.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + 18 * HOUR
    await timed.go_by(18 * HOUR)
    assert (await timed.kinds(match))[-1] == "expire"


async def test_of_two_processes_each_thing_is_done_once(
    timed: Timed, another: Matches, clock: Clock, store: Store
) -> None:
    match = await timed.start_match(3)
    told: list[tuple[int, bool]] = []
    for _ in range(24 * 6):
        clock.forward(LOOKS)
        await asyncio.gather(timed.matches.clocks.tick(), another.clocks.tick())
        for side in await asyncio.gather(timed.matches.reminders.due(), another.reminders.due()):
            told += [(reminder.user, reminder.half) for reminder in side]
            for reminder in side:
                await another.reminders.delivered(reminder.id)
    assert told == [(ANNE, True), (ANNE, False)]
    assert (await timed.kinds(match)).count("expire") == 1
    async with store.read() as connection:
        assert len((await connection.execute(select(tables.reminders))).all()) == 2


async def test_two_processes_that_start_after_a_pause_give_it_back_once(
    timed: Timed, another: Matches, clock: Clock
) -> None:
    match = await timed.start_match()
    clock.forward(DAY)
    await asyncio.gather(timed.matches.clocks.tick(starting=True), another.clocks.tick(starting=True))
    shown = (await timed.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + DAY


async def test_one_match_that_fails_does_not_hold_the_others_up(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, match = await timed.start_match(), await timed.start_match()
    look_after = timed.matches.clocks._look_after

    async def failing(match_id: int) -> None:
        if match_id == broken.id:
            raise RuntimeError("lanes: red")
        await look_after(match_id)

    monkeypatch.setattr(timed.matches.clocks, "_look_after", failing)
    await timed.go_by(DAY)
    assert (await timed.kinds(broken))[-1] == "begin"
    assert (await timed.kinds(match))[-1] == "expire"


async def test_however_many_fail_every_time_each_other_has_its_turn(
    timed: Timed, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(timekeeping, "MATCHES_PER_LOOK", 3)
    broken = {(await timed.start_match()).id for _ in range(5)}
    match = await timed.start_match()
    look_after, looks = timed.matches.clocks._look_after, list[int]()

    async def failing(match_id: int) -> None:
        looks.append(match_id)
        if match_id in broken:
            raise RuntimeError("lanes: red")
        await look_after(match_id)

    monkeypatch.setattr(timed.matches.clocks, "_look_after", failing)
    clock.forward(12 * HOUR)
    monkeypatch.setattr(timekeeping, "ASLEEP", DAY)
    for _ in range(2):
        await timed.matches.clocks.tick()
    assert sorted(looks) == sorted([*broken, match.id])
    assert [one.match_id for one in await timed.matches.reminders.due()] == [match.id]
    await timed.matches.clocks.tick()
    assert len(looks) == 6
    clock.forward(timekeeping.TRY_AGAIN)
    await timed.matches.clocks.tick()
    assert set(looks[6:]) < broken
    assert "red" not in caplog.text


async def test_a_look_at_the_time_changes_nothing_where_nothing_is_due(
    timed: Timed, store: Store, clock: Clock
) -> None:
    await timed.start_match()
    before = await dump(store)
    await timed.look()
    assert await dump(store) == before
