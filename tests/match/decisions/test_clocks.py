"""Time limits for turns: what a clock counts, and what happens when the time is over."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.match import (
    BadOption,
    BoardHasMoved,
    ComputerLevel,
    Expiry,
    Matches,
    MatchOver,
    NotExpired,
    NotInThisMatch,
    NotOver,
    SeriesKind,
    Status,
)
from bot.match.decisions import expiry, presence, proposals, turns
from bot.store import Store, tables
from tests.match.conftest import HERE, Clock
from tests.match.timed import DAY, HOUR, LOOKS, MINUTE, ClockBot
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


class TestTheClock:
    async def test_each_turn_has_the_time_that_was_chosen_at_the_table(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match(time=3 * DAY)
        assert match.clock is not None
        assert (match.terms.move_time, match.clock.seat, match.clock.deadline) == (3 * DAY, 0, clock.now + 3 * DAY)
        await bot.go_by(5 * HOUR)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (1, clock.now + 3 * DAY)
        assert match.waiting_since == clock.now

    async def test_decisions_of_one_turn_share_its_time(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match(game="hike")
        began = clock.now
        await bot.go_by(HOUR)
        await bot.matches.act(match.id, turns.play(ANNE, "step"))
        match = await bot.matches.act(match.id, turns.take_back(ANNE))
        assert match.clock is not None
        assert match.clock.deadline == began + DAY
        for move in ("step", "roll"):
            match = await bot.matches.act(match.id, turns.play(ANNE, move))
            assert match.clock is not None
            assert match.clock.deadline == began + DAY
        match = await bot.matches.act(match.id, turns.play(ANNE, "rest"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.deadline) == (1, clock.now + DAY)

    @pytest.mark.parametrize("time", [timedelta(), MINUTE, 15 * DAY])
    async def test_a_turn_takes_between_an_hour_and_two_weeks(self, bot: ClockBot, time: timedelta) -> None:
        with pytest.raises(BadOption, match="an hour to two weeks"):
            await bot.start_match(time=time)

    async def test_where_the_table_wants_none_no_clock_runs(self, bot: ClockBot) -> None:
        match = await bot.start_match(time=None)
        await bot.go_by(2 * DAY)
        assert ((await bot.of(match)).clock, await bot.kinds(match), bot.reminded) == (
            None,
            ["open", "join", "begin"],
            [],
        )

    async def test_nobody_is_hurried_whom_only_computers_wait_for(self, bot: ClockBot) -> None:
        match = await bot.start_match(1, seats=3)
        assert match.clock is None
        match = await bot.start_match(2, seats=3)
        assert match.clock is not None
        match = await bot.matches.act(match.id, presence.absent(BERT))
        assert match.clock is None  # nobody waits any more
        match = await bot.matches.act(match.id, presence.absent(BERT, gone=False))
        assert match.clock is not None

    async def test_a_damaged_trail_does_not_begin_the_time_anew(self, bot: ClockBot, store: Store) -> None:
        match = await bot.start_match(game="hike")
        for _ in range(2):
            await bot.matches.act(match.id, turns.play(ANNE, "step"))
        async with store.write() as connection:
            await connection.execute(update(tables.snapshots).values(trail={"run": "?"}))
        before = (await bot.of(match)).clock
        assert (await bot.matches.act(match.id, proposals.offer_draw(BERT))).clock == before
        rebuilt = await bot.matches.records.rebuild(match.id)
        assert rebuilt.clock == before
        await bot.go_by(DAY)
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        assert (await bot.of(match)).mover is ComputerLevel.NORMAL

    async def test_the_clock_of_a_match_that_is_over_does_not_run(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        match = await bot.matches.act(match.id, proposals.resign(ANNE))
        await bot.go_by(2 * DAY)
        assert ((await bot.of(match)).clock, (await bot.kinds(match))[-1], bot.reminded) == (None, "resign", [])

    async def test_a_frozen_match_has_its_time_left_when_it_goes_on(self, bot: ClockBot, store: Store) -> None:
        match = await bot.start_match()
        await bot.go_by(5 * HOUR)

        def rules(version: int, *, readable: bool) -> Matches:
            return Matches(store, games=games(RaceGame(version, readable=readable)), clock=bot.clock)

        assert (await rules(2, readable=False).get(match.id)).status is Status.FROZEN
        bot.matches = rules(2, readable=False)
        await bot.go_by(5 * DAY)
        bot.matches = rules(3, readable=True)
        back = await bot.of(match)
        assert back.clock is not None
        assert back.clock.deadline == bot.clock.now + 19 * HOUR
        assert bot.reminded == []


class TestWhenTheTimeIsOver:
    async def test_a_computer_plays_this_turn_and_no_other(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        await bot.go_by(DAY)
        match = await bot.of(match)
        assert match.clock is not None
        assert (match.clock.expired, match.mover, match.to_move_people()) == (True, ComputerLevel.NORMAL, (ANNE,))
        assert [number for number, _ in await bot.matches.lists.computer_turns()] == [match.id]
        match = await bot.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        assert (match.mover, match.to_move, match.seats[0].missed, match.seats[0].computer) == (None, 1, 1, None)
        assert await bot.matches.lists.computer_turns() == []
        match = await bot.matches.act(match.id, turns.play(BERT, "walk"))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.expired, match.mover) == (0, False, None)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.seats[0].missed == 0
        assert await bot.matches.records.check(match.id) == []

    async def test_the_computer_plays_all_that_is_left_of_the_turn(self, bot: ClockBot) -> None:
        match = await bot.start_match(game="hike")
        await bot.matches.act(match.id, turns.play(ANNE, "step"))
        await bot.go_by(DAY)
        match = await bot.of(match)
        for move in ("step", "rest"):
            assert match.mover is ComputerLevel.NORMAL
            match = await bot.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
        assert (match.to_move, match.mover) == (1, None)
        assert match.trail.retractable == 0

    async def test_who_comes_in_time_before_the_computer_goes_on(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match(game="hike")
        await bot.go_by(DAY)
        match = await bot.matches.act(match.id, turns.play(ANNE, "step"))
        assert match.clock is not None
        assert (match.clock.expired, match.clock.deadline, match.mover) == (False, clock.now + DAY, None)
        assert await bot.matches.lists.computer_turns() == []
        assert match.seats[0].missed == 0

    @pytest.mark.parametrize("people", [2, 3])
    async def test_the_seat_resigns_where_the_table_wants_that(self, bot: ClockBot, people: int) -> None:
        match = await bot.start_match(people, then=Expiry.RESIGN)
        await bot.go_by(DAY)
        match = await bot.of(match)
        assert (await bot.kinds(match))[-1] == "expire"
        if people == 2:
            assert match.ending is not None
            assert (match.status, match.ending.kind, match.ending.places) == (Status.OVER, "resigned", (2, 1))
        else:
            assert (match.status, match.seats[0].resigned, match.to_move) == (Status.RUNNING, True, 0)
            assert match.mover is ComputerLevel.NORMAL
        assert await bot.matches.records.check(match.id) == []

    async def test_the_others_may_claim_where_the_table_wants_that(self, bot: ClockBot) -> None:
        match = await bot.start_match(then=Expiry.CLAIM)
        with pytest.raises(NotExpired):
            await bot.matches.act(match.id, expiry.claim(BERT))
        await bot.go_by(DAY)
        match = await bot.of(match)
        assert match.clock is not None
        assert (match.clock.expired, match.mover, match.status) == (True, None, Status.RUNNING)
        for user, refusal in ((ANNE, NotExpired), (DORA, NotInThisMatch)):
            with pytest.raises(refusal):
                await bot.matches.act(match.id, expiry.claim(user))
        match = await bot.matches.act(match.id, expiry.claim(BERT), interaction=5)
        assert match.ending is not None
        assert (match.ending.kind, match.ending.places, match.ending.seats) == ("resigned", (2, 1), (0,))
        assert (await bot.matches.act(match.id, expiry.claim(BERT), interaction=5)).version == match.version
        with pytest.raises(MatchOver):
            await bot.matches.act(match.id, expiry.claim(BERT), interaction=6)

    async def test_a_player_who_moves_before_a_claim_plays_on(self, bot: ClockBot) -> None:
        match = await bot.start_match(then=Expiry.CLAIM)
        await bot.go_by(3 * DAY)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        with pytest.raises(NotExpired):
            await bot.matches.act(match.id, expiry.claim(BERT))
        assert match.clock is not None
        assert (match.clock.seat, match.clock.expired, match.seats[0].missed) == (1, False, 0)

    async def test_an_old_board_claims_nothing_from_another_seat_that_is_late(self, bot: ClockBot) -> None:
        match = await bot.start_match(3, then=Expiry.CLAIM)
        await bot.go_by(2 * DAY)
        old = await bot.of(match)
        await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        await bot.go_by(2 * DAY)
        with pytest.raises(BoardHasMoved):
            await bot.matches.act(match.id, expiry.claim(CLEO, seen_version=old.version))
        newest = await bot.of(match)
        assert (await bot.matches.act(match.id, expiry.claim(CLEO, seen_version=newest.version))).seats[1].resigned

    @pytest.mark.parametrize("then", [Expiry.RESIGN, Expiry.CLAIM])
    async def test_partners_do_not_lose_with_someone_whose_time_is_over(self, bot: ClockBot, then: Expiry) -> None:
        match = await bot.start_match(4, then=then, teams=True)
        await bot.go_by(DAY)
        if then is Expiry.CLAIM:
            with pytest.raises(NotExpired):
                await bot.matches.act(match.id, expiry.claim(CLEO))  # who is on the same side
            await bot.matches.act(match.id, expiry.claim(BERT))
        match = await bot.of(match)
        assert (match.status, match.seats[0].computer, match.seats[0].resigned) == (
            Status.RUNNING,
            ComputerLevel.NORMAL,
            False,
        )
        assert await bot.matches.records.check(match.id) == []
        match = await bot.matches.act(match.id, presence.absent(ANNE, gone=False))  # is back
        assert (match.seats[0].computer, match.seats[0].missed) == (None, 0)
        assert match.clock is not None
        assert await bot.matches.records.check(match.id) == []

    async def test_what_was_asked_of_the_late_ones_alone_is_off_and_can_be_proposed_anew(self, bot: ClockBot) -> None:
        match = await bot.start_match(4, then=Expiry.RESIGN, teams=True)
        await bot.go_by(20 * HOUR)
        for user in (BERT, CLEO, DORA):
            await bot.matches.act(match.id, proposals.offer_draw(user))
        await bot.go_by(4 * HOUR)
        match = await bot.of(match)
        assert (match.seats[0].computer, match.proposal) == (ComputerLevel.NORMAL, None)
        match = await bot.matches.act(match.id, proposals.offer_draw(BERT))
        assert match.proposal is not None
        assert match.proposal.needed == (2, 3)
        assert await bot.matches.records.check(match.id) == []

    async def test_after_two_missed_turns_a_computer_may_take_over(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        for missed in (1, 2):
            with pytest.raises(Exception, match="left the server"):
                await bot.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
            await bot.go_by(DAY)
            match = await bot.of(match)
            assert match.seats[0].missed == missed
            match = await bot.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
            match = await bot.matches.act(match.id, turns.play(BERT, "walk"))
        match = await bot.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
        assert (match.mover, match.clock) == (ComputerLevel.EASY, None)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert (match.seats[0].computer, match.seats[0].missed) == (None, 0)

    async def test_in_parallel_matches_everyone_has_a_clock_of_their_own(self, bot: ClockBot, clock: Clock) -> None:
        host = await bot.start_match(game="harvest", series=SeriesKind.PARALLEL, then=Expiry.RESIGN, rounds=2)
        assert host.series is not None
        children = [part.match_id for part in host.series.parts]
        assert host.clock is None
        await bot.matches.act(children[0], turns.play(ANNE, "pick"))
        await bot.matches.act(children[0], turns.play(ANNE, "pick"))
        bot.delivers = False
        await bot.go_by(12 * HOUR)
        bot.clock.forward(LOOKS)
        (reminder,) = await bot.matches.reminders.due()
        assert (reminder.user, reminder.match_id, reminder.host, reminder.place) == (BERT, children[1], host.id, HERE)
        await bot.matches.reminders.note_delivered(reminder.id)
        bot.delivers = True
        await bot.go_by(DAY)
        host = await bot.of(host)
        assert host.ending is not None
        assert (host.status, host.ending.places, host.ending.seats) == (Status.OVER, (1, 2), (1,))

    async def test_apart_a_computer_plays_one_turn_which_rules_out_a_best_score(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        host = await bot.start_match(game="harvest", series=SeriesKind.PARALLEL, rounds=2)
        assert host.series is not None
        child = await bot.matches.get(host.series.parts[0].match_id)
        await bot.go_by(DAY + HOUR)
        child = await bot.of(child)
        assert child.mover is ComputerLevel.NORMAL
        child = await bot.matches.act(child.id, turns.play_computer("pick", seen_version=child.version))
        assert child.clock is not None
        assert (child.mover, child.clock.deadline) == (None, clock.now + DAY)
        child = await bot.matches.act(child.id, turns.play(ANNE, "pick"))
        assert child.status is Status.OVER
        assert await bot.matches.solos.best(ANNE, "harvest", {}) == []
        with pytest.raises(NotOver):
            await bot.matches.solos.rank_of(child.id)
        assert await bot.matches.records.check(child.id) == []

    async def test_apart_nobody_can_claim(self, bot: ClockBot) -> None:
        with pytest.raises(BadOption):
            await bot.start_match(game="harvest", series=SeriesKind.PARALLEL, then=Expiry.CLAIM)

    async def test_the_next_match_of_a_series_has_the_same_time(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match(game="harvest", series=SeriesKind.POINTS, rounds=1, time=2 * DAY)
        for player in (ANNE, BERT):
            match = await bot.matches.act(match.id, turns.play(player, "pick"))
        assert match.series is not None
        following = await bot.matches.get(match.series.parts[-1].match_id)
        assert following.clock is not None
        assert (following.terms.move_time, following.clock.deadline) == (2 * DAY, clock.now + 2 * DAY)
