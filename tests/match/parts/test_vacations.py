"""Vacations: a player's own clocks stand still, for three weeks a year at most."""

from datetime import UTC, datetime, time, timedelta

import pytest
from sqlalchemy import select

from bot.match import Expiry, Matches, RemindBy, ReminderSettings, SeriesKind, Status, TableTerms, TooLongAVacation
from bot.match.decisions import expiry, lobby, presence, proposals, turns
from bot.store import Store, tables
from tests.match.conftest import HERE, Clock
from tests.match.timed import DAY, HOUR, LOOKS, ClockBot
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
NEW = 201


class TestOwnClocks:
    @pytest.mark.thorough
    async def test_they_stand_still_until_the_vacation_is_over(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match()
        await bot.go_by(5 * HOUR)
        vacation = await bot.matches.vacations.begin(ANNE, 10)
        assert (vacation.since, vacation.until, vacation.days_left) == (clock.now, clock.now + 10 * DAY, 11)
        match = await bot.of(match)
        assert match.clock is not None
        assert (match.clock.deadline, match.clock.paused_until) == (None, vacation.until)
        assert match.seats[0].on_vacation == {ANNE: vacation.until}
        await bot.go_by(10 * DAY - LOOKS)
        assert bot.reminded == []
        await bot.go_by(LOOKS)
        match = await bot.of(match)
        assert match.clock is not None
        assert (match.clock.deadline, match.clock.paused_until) == (clock.now + 19 * HOUR, None)
        assert match.seats[0].on_vacation == {}
        await bot.go_by(19 * HOUR)
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        assert await bot.kinds(match) == ["open", "join", "begin", "vacation", "vacation", "expire"]

    async def test_a_turn_that_comes_meanwhile_has_all_its_time_afterwards(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match()
        await bot.matches.vacations.begin(BERT, 2)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.clock is not None
        assert (match.clock.deadline, match.clock.paused_until) == (None, clock.now + 2 * DAY)
        await bot.go_by(DAY)
        await bot.matches.vacations.end(BERT)
        match = await bot.of(match)
        assert match.clock is not None
        assert match.clock.deadline == clock.now + DAY

    async def test_they_go_on_where_people_can_play_only(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match()
        await bot.go_by(5 * HOUR)
        await bot.matches.vacations.begin(ANNE, 2)
        await bot.matches.service.block_server(HERE.guild_id or 0)
        before = await bot.kinds(match)
        await bot.go_by(5 * DAY)
        assert await bot.kinds(match) == before
        await bot.matches.service.unblock(HERE.guild_id or 0)
        await bot.look()
        on = (await bot.of(match)).clock
        assert on is not None
        assert on.deadline == clock.now + 19 * HOUR

    async def test_the_clocks_of_others_run_on(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        await bot.matches.vacations.begin(BERT, 5)
        await bot.go_by(DAY)
        assert (await bot.kinds(match))[-1] == "expire"

    async def test_someone_on_vacation_may_play_all_the_same(self, bot: ClockBot) -> None:
        match = await bot.start_match()
        await bot.matches.vacations.begin(ANNE, 5)
        match = await bot.matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.clock is not None
        assert match.clock.seat == 1
        assert match.clock.deadline is not None

    async def test_a_shared_seat_rests_only_if_everyone_on_it_does(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.matches.tables.open(
            TableTerms(game="race", seats=2, move_time=DAY, shared=True), opener=ANNE, place=HERE
        )
        await bot.matches.act(match.id, lobby.join(BERT, message_id=7))
        await bot.matches.act(match.id, lobby.join(CLEO, seat=0))
        await bot.matches.act(match.id, lobby.begin(ANNE))
        await bot.look(starting=True)
        await bot.matches.vacations.begin(ANNE, 5)
        match = await bot.of(match)
        assert match.clock is not None
        assert match.clock.deadline is not None
        await bot.matches.vacations.begin(CLEO, 2)
        match = await bot.of(match)
        assert match.clock is not None
        assert match.clock.paused_until == clock.now + 2 * DAY

    async def test_a_turn_whose_time_is_over_is_not_saved_by_a_vacation(self, bot: ClockBot) -> None:
        match = await bot.start_match(then=Expiry.CLAIM)
        await bot.go_by(DAY)
        await bot.matches.vacations.begin(ANNE, 5)
        match = await bot.of(match)
        assert match.clock is not None
        assert (match.clock.expired, match.clock.paused_until) == (True, None)
        assert (await bot.matches.act(match.id, expiry.claim(BERT))).status is Status.OVER

    async def test_a_person_about_to_lose_the_turn_is_reminded_again_after_it(
        self, bot: ClockBot, clock: Clock
    ) -> None:
        """It begins while the last reminder waits for the end of the night, and the deadline has passed."""
        await bot.matches.reminders.change_settings(ANNE, ReminderSettings(quiet=(time(0), time(9))))
        match = await bot.start_match()
        await bot.go_by(25 * HOUR)
        assert bot.reminded == [(ANNE, True)]
        await bot.matches.vacations.begin(ANNE, 2)
        await bot.go_by(2 * DAY)
        assert (await bot.kinds(match))[-1] == "vacation"
        told = clock.now.replace(hour=9, minute=0, second=0)
        await bot.go_by(told - clock.now + LOOKS)
        assert bot.reminded == [(ANNE, True), (ANNE, False)]
        await bot.go_by(HOUR - 2 * LOOKS)
        assert (await bot.kinds(match))[-1] == "vacation"
        await bot.go_by(2 * HOUR)
        assert (await bot.kinds(match))[-1] == "expire"

    async def test_the_own_game_of_a_match_play_rests_too(self, bot: ClockBot) -> None:
        host = await bot.start_match(game="harvest", series=SeriesKind.PARALLEL, rounds=2)
        assert host.series is not None
        await bot.matches.vacations.begin(ANNE, 5)
        own, other = [await bot.matches.get(part.match_id) for part in host.series.parts]
        assert own.clock is not None
        assert other.clock is not None
        assert (own.clock.deadline is None, other.clock.deadline is None) == (True, False)

    async def test_so_does_the_seat_that_someone_on_vacation_has_taken(self, bot: ClockBot) -> None:
        vacation = await bot.matches.vacations.begin(NEW, 5)
        match = await bot.start_match(3)
        host = await bot.start_match(3, game="harvest", series=SeriesKind.PARALLEL)
        assert host.series is not None
        for asked, own in ((match.id, match.id), (host.id, host.series.parts[0].match_id)):
            await bot.matches.act(asked, presence.absent(ANNE))
            await bot.matches.act(asked, proposals.replace_player(BERT, 0, NEW))
            await bot.matches.act(asked, proposals.agree(CLEO))
            await bot.matches.act(asked, proposals.take_seat(NEW))
            clock = (await bot.matches.get(own)).clock
            assert clock is not None
            assert clock.paused_until == vacation.until
            assert await bot.matches.records.check(asked) == await bot.matches.records.check(own) == []

    async def test_what_a_killed_process_left_undone_is_made_up_for(
        self, bot: ClockBot, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The vacation is noted, but the process died before it looked at the person's matches."""
        match = await bot.start_match()
        vacations = bot.matches.vacations
        adjust_clocks = vacations.adjust_clocks
        monkeypatch.setattr(vacations, "adjust_clocks", lambda user: adjust_clocks(0))  # dies
        await vacations.begin(ANNE, 5)
        assert match.clock is not None
        assert (await bot.of(match)).clock == match.clock
        await bot.go_by(12 * HOUR)
        shown = (await bot.of(match)).clock
        assert shown is not None
        assert shown.paused_until is not None
        assert bot.reminded == []

    async def test_the_bots_pauses_do_not_make_a_vacation_longer(self, bot: ClockBot, clock: Clock) -> None:
        match = await bot.start_match()
        vacation = await bot.matches.vacations.begin(ANNE, 5)
        clock.forward(2 * DAY)
        await bot.look(starting=True)
        shown = (await bot.of(match)).clock
        assert shown is not None
        assert shown.paused_until == vacation.until


class TestTheBudget:
    async def test_there_are_21_days_a_year(self, bot: ClockBot) -> None:
        assert (await bot.matches.vacations.of(ANNE)).days_left == 21
        with pytest.raises(TooLongAVacation, match="take 21 at most"):
            await bot.matches.vacations.begin(ANNE, 22)
        await bot.matches.vacations.begin(ANNE, 15)
        with pytest.raises(TooLongAVacation):
            await bot.matches.vacations.begin(ANNE, 22)
        assert (await bot.matches.vacations.of(ANNE)).days_left == 6
        bot.clock.forward(20 * DAY)
        with pytest.raises(TooLongAVacation, match="take 6 at most"):
            await bot.matches.vacations.begin(ANNE, 7)
        await bot.matches.vacations.begin(ANNE, 6)
        assert (await bot.matches.vacations.of(ANNE)).days_left == 0

    async def test_days_that_were_not_taken_are_left(self, bot: ClockBot, clock: Clock) -> None:
        await bot.matches.vacations.begin(ANNE, 20)
        clock.forward(5 * DAY)
        vacation = await bot.matches.vacations.end(ANNE)
        assert (vacation.until, vacation.days_left) == (None, 16)

    async def test_a_vacation_can_be_made_longer_or_shorter(self, bot: ClockBot, clock: Clock) -> None:
        await bot.matches.vacations.begin(ANNE, 3)
        clock.forward(2 * DAY)
        vacation = await bot.matches.vacations.begin(ANNE, 19)
        assert (vacation.since, vacation.until, vacation.days_left) == (clock.now, clock.now + 19 * DAY, 0)
        vacation = await bot.matches.vacations.begin(ANNE, 1)
        assert (vacation.until, vacation.days_left) == (clock.now + DAY, 18)

    async def test_a_change_of_mind_costs_no_day(self, bot: ClockBot, clock: Clock) -> None:
        await bot.matches.vacations.begin(ANNE, 5)
        clock.forward(timedelta(minutes=1))
        assert (await bot.matches.vacations.begin(ANNE, 3)).days_left == 18
        assert (await bot.matches.vacations.end(ANNE)).days_left == 21
        with pytest.raises(TooLongAVacation, match="take 21 at most"):
            await bot.matches.vacations.begin(ANNE, 22)
        clock.forward(timedelta(minutes=20))
        assert (await bot.matches.vacations.begin(ANNE, 21)).days_left == 0

    async def test_each_year_has_its_own(self, bot: ClockBot, clock: Clock) -> None:
        clock.now = datetime(2026, 12, 22, tzinfo=UTC)
        await bot.matches.vacations.begin(ANNE, 21)  # ten days of it in the old year
        assert (await bot.matches.vacations.of(ANNE)).days_left == 11
        clock.now = datetime(2027, 1, 20, tzinfo=UTC)
        assert (await bot.matches.vacations.of(ANNE)).days_left == 10
        with pytest.raises(TooLongAVacation, match="2027"):
            await bot.matches.vacations.begin(ANNE, 11)

    @pytest.mark.parametrize(
        ("taken", "on", "wanted", "year", "offered"),
        [
            ([("2026-11-01", 21)], "2026-12-28", 10, 2026, 0),
            ([("2026-11-01", 20)], "2026-12-28", 10, 2026, 1),
            ([("2026-12-01", 5)], "2026-12-27", 30, 2027, 26),  # five days are left of the old year
            ([("2026-12-22", 21)], "2027-02-01", 11, 2027, 10),
            ([("2026-05-01", 5)], "2026-05-03", 21, 2026, 19),  # a vacation that goes on ends then
            ([], "2026-05-01", 1000, 2026, 21),
        ],
    )
    @pytest.mark.parametrize("later", [timedelta(), timedelta(minutes=30)])
    async def test_as_many_days_as_a_refusal_offers_can_be_taken(
        self, bot: ClockBot, clock: Clock, taken: list[tuple[str, int]], on: str, wanted: int, year: int, offered: int,
        later: timedelta,
    ) -> None:  # fmt: skip
        for day, days in taken:
            clock.now = datetime.fromisoformat(day).replace(tzinfo=UTC)
            await bot.matches.vacations.begin(ANNE, days)
        clock.now = datetime.fromisoformat(on).replace(tzinfo=UTC)
        with pytest.raises(TooLongAVacation) as refusal:
            await bot.matches.vacations.begin(ANNE, wanted)
        assert refusal.value.values == {"days": offered, "year": year}
        clock.forward(later)
        if offered:
            await bot.matches.vacations.begin(ANNE, offered)
        with pytest.raises(TooLongAVacation):
            await bot.matches.vacations.begin(ANNE, offered + 1)


async def test_who_is_forgotten_leaves_no_habits_vacations_or_reminders(
    bot: ClockBot, matches: Matches, store: Store
) -> None:
    match = await bot.start_match(3)
    await matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.DM, "Asia/Tokyo"))
    await bot.go_by(13 * HOUR)
    await matches.vacations.begin(ANNE, 5)
    await matches.people.forget(ANNE)
    async with store.read() as connection:
        for table in (tables.reminders, tables.vacations):
            assert (await connection.execute(select(table))).all() == []
        first = (await connection.execute(select(tables.users).order_by(tables.users.c.id))).mappings().first()
    assert first is not None
    assert (first["discord_id"], first["habits"], first["vacation_until"]) == (None, None, None)
    match = await bot.of(match)
    assert match.clock is not None
    assert match.clock.deadline is not None  # it runs on, so that the others can
    await bot.go_by(2 * DAY)
    assert (await bot.kinds(match))[-1] == "expire"
