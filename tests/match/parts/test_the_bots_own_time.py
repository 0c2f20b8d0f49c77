"""Time that isn't the players': the bot was away, its machine's clock was set, or others are looked after first."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.match import Matches
from bot.match.decisions import agreements, presence, proposals, turns
from bot.match.parts import clocks
from bot.match.reading.stored import StoredMatch
from bot.match.values.new_event import NewEvent
from bot.store import Store, tables
from tests.match.conftest import Clock, dump
from tests.match.timed import DAY, HOUR, LOOKS, ClockBot
from tests.match.toy import PLAYERS, HikeGame, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


async def test_a_turn_that_begins_before_the_first_look_at_the_time_has_no_more_than_any_other(
    bot: ClockBot, clock: Clock
) -> None:
    match = await bot.start_match()
    clock.forward(9 * DAY)
    await bot.matches.act(match.id, turns.play(ANNE, "walk"))
    clock.forward(LOOKS)
    await bot.look(starting=True)
    shown = (await bot.of(match)).clock
    assert shown is not None
    assert (shown.seat, shown.deadline) == (1, clock.now + DAY)
    await bot.go_by(12 * HOUR)
    assert bot.reminded == [(BERT, True)]


async def test_what_was_read_before_all_clocks_were_put_off_does_not_take_that_back(
    bot: ClockBot, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await bot.start_match()
    await bot.go_by(2 * HOUR)
    clock.forward(9 * DAY)
    engine = bot.matches.dependencies.engine
    write = engine.write

    async def after_a_look_at_the_time(stored: StoredMatch, event: NewEvent, **more: Any) -> StoredMatch | None:
        await bot.matches.clocks.note_time(starting=True)
        return await write(stored, event, **more)

    monkeypatch.setattr(engine, "write", after_a_look_at_the_time)
    match = await bot.matches.act(match.id, proposals.offer_draw(BERT))
    assert match.clock is not None
    assert match.clock.deadline == clock.now + 22 * HOUR


async def test_the_time_the_bot_was_away_is_not_the_players(bot: ClockBot, clock: Clock) -> None:
    match = await bot.start_match()
    await bot.go_by(20 * HOUR)
    clock.forward(9 * DAY)
    await bot.look(starting=True)
    shown = (await bot.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + 4 * HOUR
    assert bot.reminded == [(ANNE, True)]
    await bot.go_by(4 * HOUR)
    assert bot.reminded == [(ANNE, True), (ANNE, False)]
    assert (await bot.kinds(match))[-1] == "expire"


async def test_a_board_asked_for_afterwards_shows_the_time_that_is_left_then(bot: ClockBot, clock: Clock) -> None:
    match = await bot.start_match()
    await bot.matches.act(match.id, turns.play(ANNE, "walk"))  # nobody has posted that
    clock.forward(9 * DAY)
    await bot.look(starting=True)
    (post,) = await bot.matches.outbox.due()
    await bot.matches.outbox.note_posted(post.id, 7)
    await bot.matches.outbox.repost(match.id)
    (post,) = await bot.matches.outbox.due()
    assert await bot.matches.outbox.match_to_show(post) == await bot.of(match)


@pytest.mark.thorough
async def test_the_time_newer_rules_are_missed_is_not_the_players(bot: ClockBot, store: Store) -> None:
    def release(version: int) -> Matches:
        return Matches(store, games=games(RaceGame(version), HikeGame()), clock=bot.clock)

    bot.matches = release(2)
    match, hike = await bot.start_match(), await bot.start_match(game="hike")
    await bot.go_by(5 * HOUR)
    before = await bot.kinds(match)
    bot.matches = release(1)
    await bot.look(starting=True)
    await bot.matches.records.bring_up_to_date()
    await bot.go_by(5 * DAY)
    assert bot.reminded == [(ANNE, True), (ANNE, False)]  # of the other match, which can be played
    assert (await bot.kinds(hike))[-1] == "expire"
    bot.matches = release(2)
    await bot.look(starting=True)
    back = await bot.of(match)
    assert back.clock is not None
    assert (back.clock.deadline, await bot.kinds(match)) == (bot.clock.now + 19 * HOUR, before)
    await bot.go_by(7 * HOUR)
    assert bot.reminded[2:] == [(ANNE, True)]


@pytest.mark.parametrize("time", [DAY, None])
async def test_what_is_proposed_stays_open_as_much_longer(bot: ClockBot, clock: Clock, time: timedelta | None) -> None:
    match = await bot.start_match(time=time)
    await bot.matches.act(match.id, turns.play(ANNE, "walk"))
    await bot.matches.act(match.id, proposals.undo(ANNE))
    await bot.go_by(5 * HOUR)
    clock.forward(9 * DAY)
    await bot.look(starting=True)
    proposal = (await bot.of(match)).proposal
    assert proposal is not None
    assert proposal.until == clock.now + 19 * HOUR
    clock.forward(-4 * DAY)  # the machine's clock is set back
    await bot.look()
    await bot.go_by(19 * HOUR - LOOKS)
    assert (await bot.of(match)).proposal is not None
    await bot.go_by(LOOKS)
    assert (await bot.of(match)).proposal is None


async def test_what_is_proposed_before_the_first_look_is_open_no_longer_than_usual(bot: ClockBot, clock: Clock) -> None:
    match = await bot.start_match(3)
    await bot.matches.act(match.id, presence.absent(CLEO))
    clock.forward(2 * DAY)
    await bot.matches.act(match.id, proposals.replace_player(ANNE, 2, DORA))
    clock.forward(LOOKS)
    await bot.look(starting=True)
    proposal = (await bot.of(match)).proposal
    assert proposal is not None
    assert proposal.until == clock.now + agreements.WAITS["replace"]


async def test_after_a_short_restart_no_time_is_lost_either(bot: ClockBot, clock: Clock) -> None:
    match = await bot.start_match()
    assert match.clock is not None
    clock.forward(timedelta(seconds=5))
    await bot.look(starting=True)
    shown = (await bot.of(match)).clock
    assert shown is not None
    assert shown.deadline == match.opened_at + DAY + timedelta(seconds=5)


@pytest.mark.sample(2)
@pytest.mark.parametrize("jump", [-3 * DAY, -2 * HOUR, 2 * HOUR, 400 * DAY])
async def test_setting_the_machines_clock_takes_no_time_from_anyone(
    bot: ClockBot, clock: Clock, jump: timedelta
) -> None:
    match = await bot.start_match()
    await bot.go_by(6 * HOUR)
    clock.forward(jump)
    await bot.look()
    shown = (await bot.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + 18 * HOUR
    await bot.go_by(18 * HOUR)
    assert (await bot.kinds(match))[-1] == "expire"


@pytest.mark.slow
async def test_of_two_processes_each_thing_is_done_once(
    bot: ClockBot, another: Matches, clock: Clock, store: Store
) -> None:
    match = await bot.start_match(3)
    told: list[tuple[int, bool]] = []
    for _ in range(24 * 6):
        clock.forward(LOOKS)
        await asyncio.gather(bot.matches.clocks.tick(), another.clocks.tick())
        for side in await asyncio.gather(bot.matches.reminders.due(), another.reminders.due()):
            told += [(reminder.user, reminder.half) for reminder in side]
            for reminder in side:
                await another.reminders.note_delivered(reminder.id)
    assert told == [(ANNE, True), (ANNE, False)]
    assert (await bot.kinds(match)).count("expire") == 1
    async with store.read() as connection:
        assert len((await connection.execute(select(tables.reminders))).all()) == 2


async def test_two_processes_that_start_after_a_pause_give_it_back_once(
    bot: ClockBot, another: Matches, clock: Clock
) -> None:
    match = await bot.start_match()
    clock.forward(DAY)
    await asyncio.gather(bot.matches.clocks.tick(starting=True), another.clocks.tick(starting=True))
    shown = (await bot.of(match)).clock
    assert shown is not None
    assert shown.deadline == clock.now + DAY


@pytest.mark.thorough
async def test_one_match_that_fails_does_not_hold_the_others_up(bot: ClockBot, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, match = await bot.start_match(), await bot.start_match()
    look_after = bot.matches.clocks.look_after

    async def failing(match_id: int) -> None:
        if match_id == broken.id:
            raise RuntimeError("lanes: red")
        await look_after(match_id)

    monkeypatch.setattr(bot.matches.clocks, "look_after", failing)
    await bot.go_by(DAY)
    assert (await bot.kinds(broken))[-1] == "begin"
    assert (await bot.kinds(match))[-1] == "expire"


async def test_however_many_fail_every_time_each_other_has_its_turn(
    bot: ClockBot, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clocks, "MATCHES_PER_LOOK", 3)
    broken = {(await bot.start_match()).id for _ in range(5)}
    match = await bot.start_match()
    look_after, looks = bot.matches.clocks.look_after, list[int]()

    async def failing(match_id: int) -> None:
        looks.append(match_id)
        if match_id in broken:
            raise RuntimeError("lanes: red")
        await look_after(match_id)

    monkeypatch.setattr(bot.matches.clocks, "look_after", failing)
    clock.forward(12 * HOUR)
    monkeypatch.setattr(clocks, "ASLEEP", DAY)
    for _ in range(2):
        await bot.matches.clocks.tick()
    assert sorted(looks) == sorted([*broken, match.id])
    assert [one.match_id for one in await bot.matches.reminders.due()] == [match.id]
    await bot.matches.clocks.tick()
    assert len(looks) == 6
    clock.forward(clocks.TRY_AGAIN)
    await bot.matches.clocks.tick()
    assert set(looks[6:]) < broken
    assert "red" not in caplog.text


async def test_a_look_at_the_time_changes_nothing_where_nothing_is_due(
    bot: ClockBot, store: Store, clock: Clock
) -> None:
    await bot.start_match()
    before = await dump(store)
    await bot.look()
    assert await dump(store) == before
