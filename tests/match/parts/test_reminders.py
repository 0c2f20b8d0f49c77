"""Who is reminded in the end: a reminder may wait for hours, and much can happen meanwhile."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time

import pytest

from bot.match import EventKind, Match, Matches, RemindBy, ReminderSettings
from bot.match.decisions import presence, proposals, turns
from bot.match.decisions.due import Extension, Wait, due_now
from bot.match.values.new_event import NewEvent
from bot.store import Store
from bot.store.tables import ReminderRow
from tests.match.conftest import Clock
from tests.match.timed import DAY, HOUR, ClockBot
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO = PLAYERS[:3]
NEW, ORGANISER = 201, 202


async def until_morning(bot: ClockBot) -> Match:
    """A match in which Anne, who has let a turn pass, is to be reminded of the next one when her night is over."""
    match = await bot.start_match(time=12 * HOUR)
    await bot.go_by(14 * HOUR)
    match = await bot.of(match)
    match = await bot.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
    match = await bot.matches.act(match.id, turns.play(BERT, "walk"))
    hour = bot.clock.now.hour
    await bot.matches.reminders.change_settings(
        ANNE, ReminderSettings(quiet=(time((hour + 5) % 24), time((hour + 20) % 24)))
    )
    bot.reminded.clear()
    await bot.go_by(7 * HOUR)
    assert bot.reminded == []
    return match


class TestSomebodyElsePlaysTheSeat:
    async def test_who_was_replaced_is_not_reminded(self, bot: ClockBot) -> None:
        match = await until_morning(bot)
        await bot.matches.act(match.id, presence.absent(ANNE))
        await bot.matches.act(match.id, proposals.appoint(ORGANISER, 0, NEW))
        match = await bot.matches.act(match.id, proposals.take_seat(NEW))
        assert match.seats[0].people == (NEW,)
        await bot.go_by(12 * HOUR)
        assert bot.reminded == [(NEW, True), (NEW, False)]

    async def test_nor_does_the_turn_wait_for_the_end_of_their_night(self, bot: ClockBot, clock: Clock) -> None:
        match = await until_morning(bot)
        await bot.matches.act(match.id, presence.absent(ANNE))
        await bot.matches.act(match.id, proposals.appoint(ORGANISER, 0, NEW))
        match = await bot.matches.act(match.id, proposals.take_seat(NEW))
        await bot.matches.reminders.change_settings(NEW, ReminderSettings(RemindBy.NONE))
        assert match.clock is not None
        assert match.clock.deadline == clock.now + 12 * HOUR
        await bot.go_by(12 * HOUR)
        assert (await bot.kinds(match))[-1] == "expire"

    async def test_who_has_left_the_server_is_not_reminded(self, bot: ClockBot) -> None:
        match = await until_morning(bot)
        await bot.matches.act(match.id, presence.absent(ANNE))
        await bot.go_by(DAY)
        assert bot.reminded == []
        assert "expire" in (await bot.kinds(match))[-3:]


@pytest.mark.parametrize("before", [RemindBy.DM, RemindBy.CHANNEL])
async def test_who_switches_reminders_off_gets_none_that_waited(bot: ClockBot, clock: Clock, before: RemindBy) -> None:
    night = (time((clock.now.hour + 11) % 24), time((clock.now.hour + 16) % 24))
    await bot.matches.reminders.change_settings(ANNE, ReminderSettings(before, quiet=night))
    await bot.start_match()
    await bot.go_by(13 * HOUR)
    assert bot.reminded == []
    await bot.matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.NONE))
    await bot.go_by(5 * HOUR)
    assert bot.reminded == []


class TestTheNextLook:
    async def test_at_a_match_that_newer_rules_have_stays_as_it_is(self, bot: ClockBot, store: Store) -> None:
        newer = ClockBot(Matches(store, games=games(RaceGame(2)), clock=bot.clock), bot.clock)
        held = await bot.matches.dependencies.reader.read((await newer.start_match()).id)
        later = replace(held, now=bot.clock.now + 12 * HOUR)
        assert due_now(later, []) == Wait(held.row.due_at, held.row.clock)

    @pytest.mark.thorough
    async def test_at_a_turn_whose_time_is_up_extends_it_until_an_hour_after_its_reminders(self, bot: ClockBot) -> None:
        bot.delivers = False
        match = await bot.start_match()
        await bot.go_by(DAY)
        stored = await bot.matches.dependencies.reader.read(match.id)
        now = stored.row.deadline
        assert now is not None
        stored = replace(stored, now=now)
        reminder = ReminderRow(1, match.id, 1, 1, False, "r1", None, None, 0, None, None, None, None, None)

        def look(*, waiting: Sequence[float] = (), delivered: Sequence[float] = ()) -> float | None:
            """By how many hours this turn is extended, None if it's over now. Reminders wait until that many hours
            from now, or were delivered so many from now."""
            rows = [replace(reminder, due_at=now + hours * HOUR, done_at=None) for hours in waiting]
            rows += [replace(reminder, due_at=None, done_at=now + hours * HOUR) for hours in delivered]
            due = due_now(stored, rows)
            if isinstance(due, Extension):
                return (due.until - now) / HOUR
            assert isinstance(due, NewEvent)
            assert due.kind is EventKind.EXPIRE
            return None

        assert look(waiting=[-3]) == 1
        assert look(waiting=[0]) == 1
        assert look(waiting=[5]) == 6
        assert look(waiting=[2, 5, -1], delivered=[-4]) == 6
        assert look(delivered=[-4, -0.25]) is None  # the deadline was moved when they were sent
        assert look() is None
