"""Reminders of turns: whom they reach and when, and that no turn ends before what was announced."""

from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from bot.match import Matches, RemindBy, ReminderMessage, ReminderSettings, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.timed import DAY, HOUR, LOOKS, MINUTE, ClockBot
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


class TestReminders:
    async def test_the_player_is_reminded_at_half_and_at_nine_tenths(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match(time=5 * DAY)
        await bot.go_by(2.5 * DAY - MINUTE)
        assert bot.reminded == []
        await bot.go_by(MINUTE)
        assert bot.reminded == [(ANNE, True)]
        await bot.go_by(2 * DAY - MINUTE)
        assert len(bot.reminded) == 1
        await bot.go_by(MINUTE)
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        await bot.go_by(3 * DAY)
        assert bot.reminded[2:] == [(BERT, True)]
        assert (await bot.of(match)).seats[0].missed == 0

    async def test_each_person_on_a_shared_seat_is_reminded_by_their_own_settings(self, bot: ClockBot) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="race", seats=2, move_time=DAY, shared=True), opener=ANNE, place=HERE
        )
        await bot.matches.act(match.id, lobby.join(BERT, message_id=7))
        for person in (CLEO, DORA):
            await bot.matches.act(match.id, lobby.join(person, seat=0))
        await bot.matches.reminders.change_settings(CLEO, ReminderSettings(RemindBy.NONE))
        await bot.matches.reminders.change_settings(DORA, ReminderSettings(RemindBy.DM))
        await bot.matches.act(match.id, lobby.begin(ANNE))
        await bot.look(starting=True)
        bot.delivers = False
        await bot.go_by(12 * HOUR - LOOKS)
        bot.clock.forward(LOOKS)
        await bot.matches.clocks.tick()
        reminded = [(one.user, one.half, one.private) for one in await bot.matches.reminders.due()]
        assert reminded == [(ANNE, True, False), (DORA, True, True)]

    async def test_a_reminder_says_where_and_how(self, bot: ClockBot) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.DM))
        match = await bot.start_match()
        bot.delivers = False
        await bot.go_by(12 * HOUR - LOOKS)
        bot.clock.forward(LOOKS)
        await bot.matches.clocks.tick()
        (reminder,) = await bot.matches.reminders.due()
        assert match.clock is not None
        assert (reminder.match_id, reminder.user, reminder.half, reminder.private) == (match.id, ANNE, True, True)
        assert (reminder.deadline, reminder.place, reminder.host) == (match.clock.deadline, HERE, None)
        assert len(reminder.nonce) <= 25

    async def test_who_wants_none_gets_none(self, bot: ClockBot) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.NONE))
        match = await bot.start_match()
        await bot.go_by(DAY)
        assert bot.reminded == []
        assert (await bot.kinds(match))[-1] == "expire"

    async def test_nobody_is_reminded_in_quiet_hours(self, bot: ClockBot, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 2, 10, tzinfo=UTC)  # half of the time is over at 23:00 in Rome
        await bot.matches.reminders.change_settings(
            ANNE, ReminderSettings(RemindBy.CHANNEL, "Europe/Rome", (time(22), time(7)))
        )
        match = await bot.start_match()
        await bot.go_by(19 * HOUR + 50 * MINUTE)
        assert bot.reminded == []
        await bot.go_by(10 * MINUTE)
        assert clock.now == datetime(2026, 1, 3, 6, tzinfo=UTC)
        assert bot.reminded == [(ANNE, True)]
        await bot.go_by(2 * HOUR)
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        assert (await bot.kinds(match))[-1] == "begin"

    async def test_a_turn_is_never_over_within_an_hour_of_its_reminder(self, bot: ClockBot, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 2, 8, tzinfo=UTC)
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.CHANNEL, "UTC", (time(1), time(9))))
        match = await bot.start_match()
        await bot.go_by(DAY + HOUR)  # nine tenths were over at 05:36, in quiet hours
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        await bot.go_by(HOUR - LOOKS)
        shown = (await bot.of(match)).clock
        assert shown is not None
        assert shown.deadline == datetime(2026, 1, 3, 10, tzinfo=UTC)
        assert (await bot.kinds(match))[-1] == "begin"
        await bot.go_by(LOOKS)
        assert (await bot.kinds(match))[-1] == "expire"

    @pytest.mark.thorough
    async def test_no_turn_is_over_whose_reminder_could_not_be_delivered(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        bot.delivers = False
        await bot.go_by(2 * DAY)
        assert (await bot.kinds(match))[-1] == "begin"
        bot.clock.forward(2 * HOUR)
        await bot.look()
        assert max(await bot.dues()) == bot.clock.now + HOUR  # as there may be many like it, and looking finds nothing
        bot.delivers = True
        await bot.go_by(LOOKS)
        assert bot.reminded == [(ANNE, False)]  # the first one is not wanted any more
        await bot.go_by(HOUR - LOOKS)
        assert (await bot.kinds(match))[-1] == "begin"
        await bot.go_by(2 * HOUR)
        assert (await bot.kinds(match))[-1] == "expire"

    @pytest.mark.thorough
    async def test_a_reminder_that_is_given_up_holds_nothing_up(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        bot.delivers = False
        for _ in range(2 * 24 * 6):
            bot.clock.forward(LOOKS)
            await bot.matches.clocks.tick()
            for reminder in await bot.matches.reminders.due():
                await bot.matches.reminders.note_failed(reminder.id, "no_channel", retry_in=None)
            if (await bot.kinds(match))[-1] == "expire":
                break
        assert bot.clock.now == match.opened_at + DAY

    async def test_a_reminder_is_tried_again(self, bot: ClockBot) -> None:
        await bot.start_match()
        bot.delivers = False
        await bot.go_by(12 * HOUR)
        bot.clock.forward(LOOKS)
        (first,) = await bot.matches.reminders.due()
        assert await bot.matches.reminders.due() == []
        await bot.matches.reminders.note_failed(first.id, "503", retry_in=LOOKS)
        assert await bot.matches.reminders.due() == []
        bot.clock.forward(LOOKS)
        (second,) = await bot.matches.reminders.due()
        assert (second.id, second.nonce, second.attempts) == (first.id, first.nonce, 1)

    async def test_who_has_moved_meanwhile_is_not_reminded(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        bot.delivers = False
        await bot.go_by(12 * HOUR - LOOKS)
        bot.clock.forward(LOOKS)
        await bot.matches.clocks.tick()
        await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert await bot.matches.reminders.due() == []
        bot.clock.forward(HOUR)
        assert await bot.matches.reminders.due() == []


class TestWhatIsAnnounced:
    """Boards, lists and reminders announce when a turn ends. If that moves, they are edited."""

    @pytest.mark.parametrize(
        "hours", [1, 6, *(pytest.param(hours, marks=pytest.mark.thorough) for hours in (3, 12, 24))]
    )
    @pytest.mark.parametrize("remind", [RemindBy.CHANNEL, RemindBy.NONE])
    async def test_a_turn_ends_when_its_board_says(
        self, bot: ClockBot, clock: Clock, hours: int, remind: RemindBy
    ) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(remind))
        match = await bot.start_match(time=hours * HOUR)
        assert match.clock is not None
        announced = match.clock.deadline
        assert announced is not None
        while (await bot.kinds(match))[-1] != "expire":
            assert clock.now < announced
            clock.forward(LOOKS if announced - clock.now > LOOKS else MINUTE)
            await bot.look()
        assert clock.now == announced
        assert await bot.matches.clocks.moved_deadlines() == []

    async def test_quiet_hours_move_the_deadline_as_soon_as_it_is_known(self, bot: ClockBot, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 2, 21, tzinfo=UTC)
        await bot.matches.reminders.change_settings(
            ANNE, ReminderSettings(RemindBy.CHANNEL, "UTC", (time(22), time(7)))
        )
        match = await bot.start_match(time=3 * HOUR)
        await bot.go_by(165 * MINUTE)  # nine tenths were over at 23:42
        shown = (await bot.of(match)).clock
        assert shown is not None
        assert shown.deadline == datetime(2026, 1, 3, 8, tzinfo=UTC)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]
        await bot.matches.clocks.note_announced(await bot.of(match))
        assert await bot.matches.clocks.moved_deadlines() == []
        await bot.go_by(datetime(2026, 1, 3, 8, tzinfo=UTC) - clock.now)
        assert bot.reminded == [(ANNE, False)]
        assert (await bot.kinds(match))[-1] == "expire"
        assert clock.now == datetime(2026, 1, 3, 8, tzinfo=UTC)

    async def test_an_outage_of_discord_moves_it_until_an_hour_after_the_reminder(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        match = await bot.start_match(time=3 * HOUR)
        bot.delivers = False
        await bot.go_by(3 * HOUR + LOOKS)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]
        bot.delivers = True
        before = (await bot.of(match)).clock
        assert before is not None
        assert before.deadline is not None
        clock.now = before.deadline - MINUTE
        (reminder,) = await bot.matches.reminders.due()
        assert reminder.deadline == clock.now + HOUR
        shown = (await bot.of(match)).clock
        assert shown is not None
        assert shown.deadline == reminder.deadline

    async def test_a_deadline_that_has_moved_again_is_still_to_be_announced(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match()
        for _ in range(2):
            before = await bot.of(match)
            clock.forward(DAY)
            await bot.look(starting=True)
        await bot.matches.clocks.note_announced(before)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]

    async def test_what_cannot_be_played_now_is_announced_once_it_can(self, bot: ClockBot, store: Store) -> None:
        def release(version: int) -> Matches:
            return Matches(store, games=games(RaceGame(version)), clock=bot.clock)

        bot.matches = release(2)
        match = await bot.start_match()
        bot.matches = release(1)
        await bot.look(starting=True)
        await bot.matches.records.bring_up_to_date()
        await bot.go_by(DAY)
        assert await bot.matches.clocks.moved_deadlines() == []
        bot.matches = release(2)
        await bot.look(starting=True)
        assert await bot.matches.clocks.moved_deadlines() == [match.id]

    async def test_a_turn_that_newer_rules_held_when_it_was_due_ends_as_soon_as_they_are_back(
        self, bot: ClockBot, clock: Clock, store: Store
    ) -> None:
        def release(version: int) -> Matches:
            return Matches(store, games=games(RaceGame(version)), clock=clock)

        bot.matches = release(2)
        match = await bot.start_match()
        await bot.go_by(DAY - MINUTE)
        clock.forward(MINUTE / 2)
        await bot.look()
        bot.matches = release(1)
        clock.forward(MINUTE / 2)
        await bot.look()
        await bot.matches.records.bring_up_to_date()
        await bot.go_by(DAY)
        bot.matches = release(2)
        await bot.look()
        assert (await bot.kinds(match))[-1] == "expire"

    async def test_a_turn_in_quiet_hours_gains_nothing_by_an_outage_that_ends_before_they_do(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        clock.now = datetime(2026, 1, 2, 21, tzinfo=UTC)
        await bot.matches.reminders.change_settings(
            ANNE, ReminderSettings(RemindBy.CHANNEL, "UTC", (time(22), time(7)))
        )
        match = await bot.start_match(time=HOUR * 2)
        await bot.go_by(2 * HOUR)
        before = (await bot.of(match)).clock
        clock.forward(4 * HOUR)
        await bot.look(starting=True)
        assert (await bot.of(match)).clock == before

    async def test_only_reminders_of_this_turn_that_say_another_time_are_edited(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        match = await bot.start_match()
        bot.delivers = False
        await bot.go_by(12 * HOUR)
        clock.forward(LOOKS)
        (reminder,) = await bot.matches.reminders.due()
        message = ReminderMessage(20, 4711, reminder.deadline)
        await bot.matches.reminders.note_delivered(reminder.id, message)
        assert await bot.matches.reminders.announcing(await bot.of(match)) == []
        clock.forward(5 * HOUR)
        await bot.look(starting=True)
        match = await bot.of(match)
        assert match.clock is not None
        ((edited, where),) = await bot.matches.reminders.announcing(match)
        assert (edited.id, edited.user, edited.deadline, where) == (reminder.id, ANNE, match.clock.deadline, message)
        await bot.matches.reminders.note_edited(edited.id, replace(message, deadline=edited.deadline))
        assert await bot.matches.reminders.announcing(match) == []
        clock.forward(5 * HOUR)
        await bot.look(starting=True)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert await bot.matches.reminders.announcing(match) == []


class TestLateReminders:
    async def test_quiet_hours_that_begin_before_one_can_be_delivered_are_kept(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(quiet=(time(16), time(20))))
        await bot.start_match()
        bot.delivers = False  # Discord is away when half of the time is over, at three in the afternoon
        await bot.go_by(13 * HOUR)
        bot.delivers = True
        assert clock.now.hour == 16
        await bot.go_by(3 * HOUR)
        assert bot.reminded == []
        await bot.go_by(HOUR)
        assert bot.reminded == [(ANNE, True)]

    async def test_where_the_whole_day_is_quiet_they_come_as_it_ends(self, bot: ClockBot, clock: Clock) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(quiet=(time(18), time(18))))
        await bot.start_match()
        await bot.go_by(14 * HOUR)
        assert bot.reminded == []
        await bot.go_by(HOUR)
        assert bot.reminded == [(ANNE, True)]


class TestUndo:
    async def test_a_reminder_of_a_turn_before_it_came_back_is_not_wanted(self, bot: ClockBot, clock: Clock) -> None:
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(quiet=(time(10), time(20))))
        match = await bot.start_match(game="hike")
        await bot.matches.act(match.id, turns.play(ANNE, "step"))
        await bot.go_by(13 * HOUR)  # half of it is over, and she isn't told before eight in the evening
        await bot.matches.act(match.id, turns.play(ANNE, "rest"))
        await bot.matches.act(match.id, proposals.undo(ANNE))
        match = await bot.matches.act(match.id, proposals.agree(BERT))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (0, clock.now + DAY)
        await bot.go_by(5 * HOUR)
        assert bot.reminded == []
        await bot.go_by(7 * HOUR)
        assert bot.reminded == [(ANNE, True)]
