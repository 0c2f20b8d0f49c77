"""Time limits for turns: what a clock counts, who is reminded, and what happens when time runs out."""

from datetime import UTC, datetime, time, timedelta

import pytest
from sqlalchemy import update

from bot.match import (
    BadOption,
    BoardHasMoved,
    ComputerLevel,
    Expiry,
    Habits,
    Matches,
    MatchOver,
    NotExpired,
    NotInThisMatch,
    NotOver,
    Reminding,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import expiry, lobby, presence, proposals, turns
from bot.store import Store, tables
from tests.match.conftest import HERE, Clock
from tests.match.timed import DAY, HOUR, LOOKS, Timed
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS
MINUTE = timedelta(minutes=1)


class TestTheClock:
    async def test_each_turn_has_the_time_that_was_chosen_at_the_table(self, timed: Timed, clock: Clock) -> None:
        match = await timed.start_match(time=3 * DAY)
        assert match.clock is not None
        assert (match.terms.move_time, match.clock.seat, match.clock.deadline) == (3 * DAY, 0, clock.now + 3 * DAY)
        await timed.go_by(5 * HOUR)
        match = await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (1, clock.now + 3 * DAY)
        assert match.waiting_since == clock.now

    async def test_decisions_of_one_turn_share_its_time(self, timed: Timed, clock: Clock) -> None:
        match = await timed.start_match(game="hike")
        began = clock.now
        await timed.go_by(HOUR)
        await timed.matches.act(match.id, turns.play(ANNE, "step"))
        match = await timed.matches.act(match.id, turns.take_back(ANNE))
        assert match.clock is not None
        assert match.clock.deadline == began + DAY
        for move in ("step", "roll"):
            match = await timed.matches.act(match.id, turns.play(ANNE, move))
            assert match.clock is not None
            assert match.clock.deadline == began + DAY
        match = await timed.matches.act(match.id, turns.play(ANNE, "rest"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (1, clock.now + DAY)

    @pytest.mark.parametrize("time", [timedelta(), MINUTE, 15 * DAY])
    async def test_a_turn_takes_between_an_hour_and_two_weeks(self, timed: Timed, time: timedelta) -> None:
        with pytest.raises(BadOption, match="an hour to two weeks"):
            await timed.start_match(time=time)

    async def test_where_the_table_wants_none_no_clock_runs(self, timed: Timed) -> None:
        match = await timed.start_match(time=None)
        await timed.go_by(2 * DAY)
        assert ((await timed.of(match)).clock, await timed.kinds(match), timed.reminded) == (
            None,
            ["open", "join", "begin"],
            [],
        )

    async def test_nobody_is_hurried_whom_only_computers_wait_for(self, timed: Timed) -> None:
        match = await timed.start_match(1, seats=3)
        assert match.clock is None
        match = await timed.start_match(2, seats=3)
        assert match.clock is not None
        match = await timed.matches.act(match.id, presence.absent(BERT))
        assert match.clock is None  # nobody waits any more
        match = await timed.matches.act(match.id, presence.absent(BERT, gone=False))
        assert match.clock is not None

    async def test_a_damaged_trail_does_not_begin_the_time_anew(self, timed: Timed, store: Store) -> None:
        match = await timed.start_match(game="hike")
        for _ in range(2):
            await timed.matches.act(match.id, turns.play(ANNE, "step"))
        async with store.write() as connection:
            await connection.execute(update(tables.snapshots).values(trail={"run": "?"}))
        before = (await timed.of(match)).clock
        assert (await timed.matches.act(match.id, proposals.offer_draw(BERT))).clock == before
        rebuilt = await timed.matches.records.rebuild(match.id)
        assert rebuilt.clock == before
        await timed.go_by(DAY)
        assert timed.reminded == [(ANNE, True), (ANNE, False)]
        assert (await timed.of(match)).mover is ComputerLevel.NORMAL

    async def test_the_clock_of_a_match_that_is_over_does_not_run(self, timed: Timed) -> None:
        match = await timed.start_match()
        match = await timed.matches.act(match.id, proposals.resign(ANNE))
        await timed.go_by(2 * DAY)
        assert ((await timed.of(match)).clock, (await timed.kinds(match))[-1], timed.reminded) == (None, "resign", [])

    async def test_a_frozen_match_has_its_time_left_when_it_goes_on(self, timed: Timed, store: Store) -> None:
        match = await timed.start_match()
        await timed.go_by(5 * HOUR)

        def rules(version: int, *, readable: bool) -> Matches:
            return Matches(store, games=games(RaceGame(version, readable=readable)), clock=timed.clock)

        assert (await rules(2, readable=False).get(match.id)).status is Status.FROZEN
        timed.matches = rules(2, readable=False)
        await timed.go_by(5 * DAY)
        timed.matches = rules(3, readable=True)
        back = await timed.of(match)
        assert back.clock is not None
        assert back.clock.deadline == timed.clock.now + 19 * HOUR
        assert timed.reminded == []


class TestReminders:
    async def test_the_player_is_reminded_at_half_and_at_nine_tenths(self, timed: Timed, clock: Clock) -> None:
        match = await timed.start_match(time=5 * DAY)
        await timed.go_by(2.5 * DAY - MINUTE)
        assert timed.reminded == []
        await timed.go_by(MINUTE)
        assert timed.reminded == [(ANNE, True)]
        await timed.go_by(2 * DAY - MINUTE)
        assert len(timed.reminded) == 1
        await timed.go_by(MINUTE)
        assert timed.reminded == [(ANNE, True), (ANNE, False)]
        match = await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        await timed.go_by(3 * DAY)
        assert timed.reminded[2:] == [(BERT, True)]
        assert (await timed.of(match)).seats[0].missed == 0

    async def test_each_person_on_a_shared_seat_is_reminded_by_their_own_settings(self, timed: Timed) -> None:
        match = await timed.matches.tables.open(
            TableTerms(game="race", seats=2, move_time=DAY, shared=True), opener=ANNE, place=HERE
        )
        await timed.matches.act(match.id, lobby.join(BERT, message_id=7))
        for person in (CLEO, DORA):
            await timed.matches.act(match.id, lobby.join(person, seat=0))
        await timed.matches.reminders.set_habits(CLEO, Habits(Reminding.NONE))
        await timed.matches.reminders.set_habits(DORA, Habits(Reminding.DM))
        await timed.matches.act(match.id, lobby.begin(ANNE))
        await timed.look(starting=True)
        timed.delivers = False
        await timed.go_by(12 * HOUR - LOOKS)
        timed.clock.forward(LOOKS)
        await timed.matches.clocks.tick()
        reminded = [(one.user, one.half, one.private) for one in await timed.matches.reminders.due()]
        assert reminded == [(ANNE, True, False), (DORA, True, True)]

    async def test_a_reminder_says_where_and_how(self, timed: Timed) -> None:
        await timed.matches.reminders.set_habits(ANNE, Habits(Reminding.DM))
        match = await timed.start_match()
        timed.delivers = False
        await timed.go_by(12 * HOUR - LOOKS)
        timed.clock.forward(LOOKS)
        await timed.matches.clocks.tick()
        (reminder,) = await timed.matches.reminders.due()
        assert match.clock is not None
        assert (reminder.match_id, reminder.user, reminder.half, reminder.private) == (match.id, ANNE, True, True)
        assert (reminder.deadline, reminder.place, reminder.host) == (match.clock.deadline, HERE, None)
        assert len(reminder.nonce) <= 25

    async def test_who_wants_none_gets_none(self, timed: Timed) -> None:
        await timed.matches.reminders.set_habits(ANNE, Habits(Reminding.NONE))
        match = await timed.start_match()
        await timed.go_by(DAY)
        assert timed.reminded == []
        assert (await timed.kinds(match))[-1] == "expire"

    async def test_nobody_is_reminded_in_quiet_hours(self, timed: Timed, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 2, 10, tzinfo=UTC)  # half of the time is over at 23:00 in Rome
        await timed.matches.reminders.set_habits(ANNE, Habits(Reminding.CHANNEL, "Europe/Rome", (time(22), time(7))))
        match = await timed.start_match()
        await timed.go_by(19 * HOUR + 50 * MINUTE)
        assert timed.reminded == []
        await timed.go_by(10 * MINUTE)
        assert clock.now == datetime(2026, 1, 3, 6, tzinfo=UTC)
        assert timed.reminded == [(ANNE, True)]
        await timed.go_by(2 * HOUR)
        assert timed.reminded == [(ANNE, True), (ANNE, False)]
        assert (await timed.kinds(match))[-1] == "begin"

    async def test_a_turn_is_never_over_within_an_hour_of_its_reminder(self, timed: Timed, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 2, 8, tzinfo=UTC)
        await timed.matches.reminders.set_habits(ANNE, Habits(Reminding.CHANNEL, "UTC", (time(1), time(9))))
        match = await timed.start_match()
        await timed.go_by(DAY + HOUR)  # nine tenths were over at 05:36, in quiet hours
        assert timed.reminded == [(ANNE, True), (ANNE, False)]
        await timed.go_by(HOUR - LOOKS)
        shown = (await timed.of(match)).clock
        assert shown is not None
        assert shown.deadline == datetime(2026, 1, 3, 10, tzinfo=UTC)
        assert (await timed.kinds(match))[-1] == "begin"
        await timed.go_by(LOOKS)
        assert (await timed.kinds(match))[-1] == "expire"

    async def test_no_turn_is_over_whose_reminder_could_not_be_delivered(self, timed: Timed) -> None:
        match = await timed.start_match()
        timed.delivers = False
        await timed.go_by(2 * DAY)
        assert (await timed.kinds(match))[-1] == "begin"
        timed.delivers = True
        await timed.go_by(LOOKS)
        assert timed.reminded == [(ANNE, False)]  # the first one is not wanted any more
        await timed.go_by(HOUR - LOOKS)
        assert (await timed.kinds(match))[-1] == "begin"
        await timed.go_by(2 * HOUR)
        assert (await timed.kinds(match))[-1] == "expire"

    async def test_a_reminder_that_is_given_up_holds_nothing_up(self, timed: Timed) -> None:
        match = await timed.start_match()
        timed.delivers = False
        for _ in range(2 * 24 * 6):
            timed.clock.forward(LOOKS)
            await timed.matches.clocks.tick()
            for reminder in await timed.matches.reminders.due():
                await timed.matches.reminders.failed(reminder.id, "no_channel", retry_in=None)
            if (await timed.kinds(match))[-1] == "expire":
                break
        assert timed.clock.now == match.opened_at + DAY

    async def test_a_reminder_is_tried_again(self, timed: Timed) -> None:
        await timed.start_match()
        timed.delivers = False
        await timed.go_by(12 * HOUR)
        timed.clock.forward(LOOKS)
        (first,) = await timed.matches.reminders.due()
        assert await timed.matches.reminders.due() == []
        await timed.matches.reminders.failed(first.id, "503", retry_in=LOOKS)
        assert await timed.matches.reminders.due() == []
        timed.clock.forward(LOOKS)
        (second,) = await timed.matches.reminders.due()
        assert (second.id, second.nonce, second.attempts) == (first.id, first.nonce, 1)

    async def test_who_has_moved_meanwhile_is_not_reminded(self, timed: Timed) -> None:
        match = await timed.start_match()
        timed.delivers = False
        await timed.go_by(12 * HOUR - LOOKS)
        timed.clock.forward(LOOKS)
        await timed.matches.clocks.tick()
        await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        assert await timed.matches.reminders.due() == []
        timed.clock.forward(HOUR)
        assert await timed.matches.reminders.due() == []


class TestWhenTheTimeIsOver:
    async def test_a_computer_plays_this_turn_and_no_other(self, timed: Timed) -> None:
        match = await timed.start_match()
        await timed.go_by(DAY)
        match = await timed.of(match)
        assert match.clock is not None
        assert (match.clock.expired, match.mover, match.to_move_people()) == (True, ComputerLevel.NORMAL, (ANNE,))
        assert [number for number, _ in await timed.matches.lists.computer_turns()] == [match.id]
        match = await timed.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        assert (match.mover, match.to_move, match.seats[0].missed, match.seats[0].computer) == (None, 1, 1, None)
        assert await timed.matches.lists.computer_turns() == []
        match = await timed.matches.act(match.id, turns.play(BERT, "walk"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.expired, match.mover) == (0, False, None)
        match = await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.seats[0].missed == 0
        assert await timed.matches.records.check(match.id) == []

    async def test_the_computer_plays_all_that_is_left_of_the_turn(self, timed: Timed) -> None:
        match = await timed.start_match(game="hike")
        await timed.matches.act(match.id, turns.play(ANNE, "step"))
        await timed.go_by(DAY)
        match = await timed.of(match)
        for move in ("step", "rest"):
            assert match.mover is ComputerLevel.NORMAL
            match = await timed.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
        assert (match.to_move, match.mover) == (1, None)
        assert match.trail.retractable == 0

    async def test_who_comes_in_time_before_the_computer_goes_on(self, timed: Timed, clock: Clock) -> None:
        match = await timed.start_match(game="hike")
        await timed.go_by(DAY)
        match = await timed.matches.act(match.id, turns.play(ANNE, "step"))
        assert match.clock is not None
        assert (match.clock.expired, match.clock.deadline, match.mover) == (False, clock.now + DAY, None)
        assert await timed.matches.lists.computer_turns() == []
        assert match.seats[0].missed == 0

    @pytest.mark.parametrize("people", [2, 3])
    async def test_the_seat_resigns_where_the_table_wants_that(self, timed: Timed, people: int) -> None:
        match = await timed.start_match(people, then=Expiry.RESIGN)
        await timed.go_by(DAY)
        match = await timed.of(match)
        assert (await timed.kinds(match))[-1] == "expire"
        if people == 2:
            assert match.ending is not None
            assert (match.status, match.ending.kind, match.ending.places) == (Status.OVER, "resigned", (2, 1))
        else:
            assert (match.status, match.seats[0].resigned, match.to_move) == (Status.RUNNING, True, 0)
            assert match.mover is ComputerLevel.NORMAL
        assert await timed.matches.records.check(match.id) == []

    async def test_the_others_may_claim_where_the_table_wants_that(self, timed: Timed) -> None:
        match = await timed.start_match(then=Expiry.CLAIM)
        with pytest.raises(NotExpired):
            await timed.matches.act(match.id, expiry.claim(BERT))
        await timed.go_by(DAY)
        match = await timed.of(match)
        assert match.clock is not None
        assert (match.clock.expired, match.mover, match.status) == (True, None, Status.RUNNING)
        for user, refusal in ((ANNE, NotExpired), (DORA, NotInThisMatch)):
            with pytest.raises(refusal):
                await timed.matches.act(match.id, expiry.claim(user))
        match = await timed.matches.act(match.id, expiry.claim(BERT), interaction=5)
        assert match.ending is not None
        assert (match.ending.kind, match.ending.places, match.ending.seats) == ("resigned", (2, 1), (0,))
        assert (await timed.matches.act(match.id, expiry.claim(BERT), interaction=5)).version == match.version
        with pytest.raises(MatchOver):
            await timed.matches.act(match.id, expiry.claim(BERT), interaction=6)

    async def test_a_player_who_moves_before_a_claim_plays_on(self, timed: Timed) -> None:
        match = await timed.start_match(then=Expiry.CLAIM)
        await timed.go_by(3 * DAY)
        match = await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        with pytest.raises(NotExpired):
            await timed.matches.act(match.id, expiry.claim(BERT))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.expired, match.seats[0].missed) == (1, False, 0)

    async def test_an_old_board_claims_nothing_from_another_seat_that_is_late(self, timed: Timed) -> None:
        match = await timed.start_match(3, then=Expiry.CLAIM)
        await timed.go_by(2 * DAY)
        old = await timed.of(match)
        await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        await timed.go_by(2 * DAY)
        with pytest.raises(BoardHasMoved):
            await timed.matches.act(match.id, expiry.claim(CLEO, seen_version=old.version))
        newest = await timed.of(match)
        assert (await timed.matches.act(match.id, expiry.claim(CLEO, seen_version=newest.version))).seats[1].resigned

    @pytest.mark.parametrize("then", [Expiry.RESIGN, Expiry.CLAIM])
    async def test_partners_do_not_lose_with_someone_whose_time_is_over(self, timed: Timed, then: Expiry) -> None:
        match = await timed.start_match(4, then=then, teams=True)
        await timed.go_by(DAY)
        if then is Expiry.CLAIM:
            with pytest.raises(NotExpired):
                await timed.matches.act(match.id, expiry.claim(CLEO))  # who is on the same side
            await timed.matches.act(match.id, expiry.claim(BERT))
        match = await timed.of(match)
        assert (match.status, match.seats[0].computer, match.seats[0].resigned) == (
            Status.RUNNING,
            ComputerLevel.NORMAL,
            False,
        )
        assert await timed.matches.records.check(match.id) == []
        match = await timed.matches.act(match.id, presence.absent(ANNE, gone=False))  # is back
        assert (match.seats[0].computer, match.seats[0].missed) == (None, 0)
        assert match.clock is not None
        assert await timed.matches.records.check(match.id) == []

    async def test_what_was_asked_of_the_late_ones_alone_is_off_and_can_be_proposed_anew(self, timed: Timed) -> None:
        match = await timed.start_match(4, then=Expiry.RESIGN, teams=True)
        await timed.go_by(20 * HOUR)
        for user in (BERT, CLEO, DORA):
            await timed.matches.act(match.id, proposals.offer_draw(user))
        await timed.go_by(4 * HOUR)
        match = await timed.of(match)
        assert (match.seats[0].computer, match.proposal) == (ComputerLevel.NORMAL, None)
        match = await timed.matches.act(match.id, proposals.offer_draw(BERT))
        assert match.proposal is not None
        assert match.proposal.needed == (2, 3)
        assert await timed.matches.records.check(match.id) == []

    async def test_after_two_missed_turns_a_computer_may_take_over(self, timed: Timed) -> None:
        match = await timed.start_match()
        for missed in (1, 2):
            with pytest.raises(Exception, match="left the server"):
                await timed.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
            await timed.go_by(DAY)
            match = await timed.of(match)
            assert match.seats[0].missed == missed
            match = await timed.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
            match = await timed.matches.act(match.id, turns.play(BERT, "walk"))
        match = await timed.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
        assert (match.mover, match.clock) == (ComputerLevel.EASY, None)
        match = await timed.matches.act(match.id, turns.play(ANNE, "walk"))
        assert (match.seats[0].computer, match.seats[0].missed) == (None, 0)

    async def test_in_parallel_matches_everyone_has_a_clock_of_their_own(self, timed: Timed, clock: Clock) -> None:
        host = await timed.start_match(game="harvest", series=SeriesKind.PARALLEL, then=Expiry.RESIGN, rounds=2)
        assert host.series is not None
        children = [part.match_id for part in host.series.parts]
        assert host.clock is None
        await timed.matches.act(children[0], turns.play(ANNE, "pick"))
        await timed.matches.act(children[0], turns.play(ANNE, "pick"))
        timed.delivers = False
        await timed.go_by(12 * HOUR)
        timed.clock.forward(LOOKS)
        (reminder,) = await timed.matches.reminders.due()
        assert (reminder.user, reminder.match_id, reminder.host, reminder.place) == (BERT, children[1], host.id, HERE)
        await timed.matches.reminders.delivered(reminder.id)
        timed.delivers = True
        await timed.go_by(DAY)
        host = await timed.of(host)
        assert host.ending is not None
        assert (host.status, host.ending.places, host.ending.seats) == (Status.OVER, (1, 2), (1,))

    async def test_apart_a_computer_plays_one_turn_which_rules_out_a_best_score(
        self, timed: Timed, clock: Clock
    ) -> None:
        host = await timed.start_match(game="harvest", series=SeriesKind.PARALLEL, rounds=2)
        assert host.series is not None
        child = await timed.matches.get(host.series.parts[0].match_id)
        await timed.go_by(DAY + HOUR)
        child = await timed.of(child)
        assert child.mover is ComputerLevel.NORMAL
        child = await timed.matches.act(child.id, turns.play_computer("pick", seen_version=child.version))
        assert child.clock is not None
        assert (child.mover, child.clock.deadline) == (None, clock.now + DAY)
        child = await timed.matches.act(child.id, turns.play(ANNE, "pick"))
        assert child.status is Status.OVER
        assert await timed.matches.solos.best(ANNE, "harvest", {}) == []
        with pytest.raises(NotOver):
            await timed.matches.solos.rank_of(child.id)
        assert await timed.matches.records.check(child.id) == []

    async def test_apart_nobody_can_claim(self, timed: Timed) -> None:
        with pytest.raises(BadOption):
            await timed.start_match(game="harvest", series=SeriesKind.PARALLEL, then=Expiry.CLAIM)

    async def test_the_next_match_of_a_series_has_the_same_time(self, timed: Timed, clock: Clock) -> None:
        match = await timed.start_match(game="harvest", series=SeriesKind.POINTS, rounds=1, time=2 * DAY)
        for player in (ANNE, BERT):
            match = await timed.matches.act(match.id, turns.play(player, "pick"))
        assert match.series is not None
        following = await timed.matches.get(match.series.parts[-1].match_id)
        assert following.clock is not None
        assert (following.terms.move_time, following.clock.deadline) == (2 * DAY, clock.now + 2 * DAY)


class TestLateReminders:
    async def test_quiet_hours_that_begin_before_one_can_be_delivered_are_kept(
        self, timed: Timed, clock: Clock
    ) -> None:
        await timed.matches.reminders.set_habits(ANNE, Habits(quiet=(time(16), time(20))))
        await timed.start_match()
        timed.delivers = False  # Discord is away when half of the time is over, at three in the afternoon
        await timed.go_by(13 * HOUR)
        timed.delivers = True
        assert clock.now.hour == 16
        await timed.go_by(3 * HOUR)
        assert timed.reminded == []
        await timed.go_by(HOUR)
        assert timed.reminded == [(ANNE, True)]

    async def test_where_the_whole_day_is_quiet_they_come_as_it_ends(self, timed: Timed, clock: Clock) -> None:
        await timed.matches.reminders.set_habits(ANNE, Habits(quiet=(time(18), time(18))))
        await timed.start_match()
        await timed.go_by(14 * HOUR)
        assert timed.reminded == []
        await timed.go_by(HOUR)
        assert timed.reminded == [(ANNE, True)]


class TestUndo:
    async def test_a_reminder_of_a_turn_before_it_came_back_is_not_wanted(self, timed: Timed, clock: Clock) -> None:
        await timed.matches.reminders.set_habits(ANNE, Habits(quiet=(time(10), time(20))))
        match = await timed.start_match(game="hike")
        await timed.matches.act(match.id, turns.play(ANNE, "step"))
        await timed.go_by(13 * HOUR)  # half of it is over, and she isn't told before eight in the evening
        await timed.matches.act(match.id, turns.play(ANNE, "rest"))
        await timed.matches.act(match.id, proposals.undo(ANNE))
        match = await timed.matches.act(match.id, proposals.agree(BERT))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (0, clock.now + DAY)
        await timed.go_by(5 * HOUR)
        assert timed.reminded == []
        await timed.go_by(7 * HOUR)
        assert timed.reminded == [(ANNE, True)]
