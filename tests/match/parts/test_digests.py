"""Digests: when they are due, that each is due once, and what they take the place of."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.match import Digest, Match, Matches, NotifyBy, ReminderSettings, TableTerms
from bot.match.decisions import lobby
from bot.match.parts.digests import LEASE, PracticeWeek
from bot.puzzles import puzzles_of
from bot.store.shards import Shards
from tests.match.conftest import HERE, Clock
from tests.match.timed import HOUR, ClockBot
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]
TWICE = ReminderSettings(calls=NotifyBy.DIGEST, digest=(time(8), time(20)))
EIGHT = datetime(2026, 1, 2, 8, tzinfo=UTC)  # the clock begins at about three


async def slots(matches: Matches) -> list[datetime]:
    found = await matches.digests.due()
    for digest in found:
        await matches.digests.note_sent(digest)
    return [digest.slot for digest in found]


async def test_they_are_due_at_the_chosen_times_once_each(matches: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    assert await slots(matches) == []
    clock.now = EIGHT
    assert await slots(matches) == [EIGHT]
    assert await slots(matches) == []
    clock.now = EIGHT + 12 * HOUR
    assert await slots(matches) == [clock.now]
    clock.now = EIGHT + timedelta(days=3)
    assert await slots(matches) == [EIGHT + timedelta(days=1)], "late, but only one"
    assert await slots(matches) == []


async def test_one_that_nobody_has_recorded_is_tried_again_under_the_same_nonce(matches: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    clock.now = EIGHT
    (first,) = await matches.digests.due()
    assert (first.user, first.attempts) == (ANNE, 0)
    assert await matches.digests.due() == []
    clock.forward(LEASE)
    (again,) = await matches.digests.due()
    assert again == replace(first, attempts=1)
    assert len(again.nonce) <= 25
    await matches.digests.note_failed(again, 5 * LEASE)
    clock.forward(4 * LEASE)
    assert await matches.digests.due() == []
    clock.forward(LEASE)
    assert [one.attempts for one in await matches.digests.due()] == [2]


async def test_another_process_sends_none_that_is_being_sent(matches: Matches, another: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    clock.now = EIGHT
    assert len(await matches.digests.due()) == 1
    assert await another.digests.due() == []


async def test_only_the_process_of_direct_messages_sends_them(matches: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    clock.now = EIGHT
    matches.duty.shards = Shards(2, frozenset({1}))
    assert await matches.digests.due() == []
    matches.duty.shards = Shards(2, frozenset({0}))
    assert len(await matches.digests.due()) == 1


async def test_other_settings_move_it_or_end_it(matches: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    await matches.reminders.change_settings(ANNE, replace(TWICE, digest=(time(9),)))
    clock.now = EIGHT
    (digest,) = [*await matches.digests.due(), None][:1]
    assert digest is None
    clock.forward(HOUR)
    (digest,) = await matches.digests.due()
    await matches.reminders.change_settings(ANNE, ReminderSettings())
    await matches.digests.note_sent(digest)
    clock.forward(timedelta(days=2))
    assert await matches.digests.due() == []


async def test_it_is_forgotten_with_its_person(matches: Matches, clock: Clock) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    clock.now = EIGHT
    (digest,) = await matches.digests.due()
    await matches.people.forget(ANNE)
    await matches.digests.note_sent(digest)
    clock.forward(timedelta(days=2))
    assert await matches.digests.due() == []


async def turn_of_anne(matches: Matches, move_time: timedelta | None) -> Match:
    table = await matches.tables.open(TableTerms("race", 2, move_time=move_time), opener=ANNE, place=HERE)
    await matches.tables.note_posted(table.id, 900 + table.id)
    await matches.act(table.id, lobby.join(BERT))
    return await matches.act(table.id, lobby.begin(ANNE))


@pytest.mark.parametrize(
    ("move_time", "is_called_later"),
    [(None, True), (timedelta(days=1), True), (6 * HOUR, True), (3 * HOUR, False)],
)
async def test_a_turn_that_would_be_over_before_calls_immediately(
    matches: Matches, move_time: timedelta | None, is_called_later: bool
) -> None:
    await matches.reminders.change_settings(ANNE, TWICE)
    match = await turn_of_anne(matches, move_time)
    seat = match.seats[0]
    assert (seat.called_later, seat.called_directly) == (((ANNE,), ()) if is_called_later else ((), (ANNE,)))
    assert match.seats[1].called_later == match.seats[1].called_directly == ()


async def test_who_gets_digests_is_reminded_only_when_time_is_nearly_up(bot: ClockBot) -> None:
    await bot.matches.reminders.change_settings(ANNE, TWICE)
    await bot.start_match(time=12 * HOUR)
    await bot.go_by(timedelta(days=1))
    assert bot.reminded[:1] == [(ANNE, False)]


class TestTheWeek:
    """What somebody has practised, once a week."""

    MONDAY = datetime(2026, 1, 5, 8, tzinfo=UTC)

    async def week(self, matches: Matches, slot: datetime) -> PracticeWeek | None:
        return await matches.digests.practised(Digest(ANNE, slot, "dg.1.1", 0))

    async def test_it_counts_the_first_tries_of_seven_days(self, matches: Matches, clock: Clock) -> None:
        await matches.reminders.change_settings(ANNE, TWICE)
        those = list(puzzles_of("parcheesi").values())[:4]
        for puzzle, days, is_right in zip(those, (8, 6, 1, 1), (True, True, False, True), strict=True):
            clock.now = self.MONDAY - timedelta(days=days)
            await matches.puzzles.attempt(ANNE, puzzle, is_right=is_right)
        await matches.puzzles.attempt(BERT, those[0], is_right=True)
        clock.now = self.MONDAY
        assert await self.week(matches, self.MONDAY) == PracticeWeek(3, 2, 0, 0, 0)

    async def test_it_comes_with_the_first_digest_of_a_week_where_its_person_lives(
        self, matches: Matches, clock: Clock
    ) -> None:
        await matches.reminders.change_settings(ANNE, TWICE)
        clock.now = self.MONDAY - timedelta(days=1)
        await matches.puzzles.attempt(ANNE, next(iter(puzzles_of("parcheesi").values())), is_right=True)
        assert await self.week(matches, self.MONDAY) is not None
        for later in (12 * HOUR, timedelta(days=1), timedelta(days=6)):
            assert await self.week(matches, self.MONDAY + later) is None
        await matches.reminders.change_settings(ANNE, replace(TWICE, zone="Pacific/Auckland"))
        assert await self.week(matches, self.MONDAY) is None, "it's evening there"
        assert await self.week(matches, self.MONDAY - 13 * HOUR) is not None

    async def test_there_is_none_for_who_has_practised_nothing(self, matches: Matches) -> None:
        assert await self.week(matches, self.MONDAY) is None
        await matches.reminders.change_settings(ANNE, TWICE)
        assert await self.week(matches, self.MONDAY) is None
