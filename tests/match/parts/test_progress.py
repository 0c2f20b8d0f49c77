"""What people get better at: choices by month and game, from reviews, each match once, for those who played it."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.match import Matches, Replay
from bot.match.parts.progress import LOOKED_AT, ReviewedChoice
from bot.match.values.errors import NotOver
from bot.store import Store
from tests.match.conftest import Clock, dump
from tests.match.parts.books import ANNE, BERT, CLEO, over, played

WINS: tuple[str, dict[str, object]] = ("wins the match", {})


def reviewed(replay: Replay, user: int, good: int) -> list[ReviewedChoice]:
    """A review in which the first so many choices of this person were good, and all of the other one."""
    own = [one.number for _, one in replay.decisions if one.seat in replay.match.seat_of(user)]
    bad = own[good:]
    return [
        ReviewedChoice(one.number, one.number not in bad, WINS if one.number in bad else None)
        for _, one in replay.decisions
    ]


async def noted(matches: Matches, good: int) -> Replay:
    replay = await over(matches, await played(matches))
    await matches.progress.note(replay.match.id, reviewed(replay, ANNE, good))
    return replay


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    clock.now = datetime(2026, 1, 31, 23, tzinfo=UTC)
    return Matches(store, clock=clock)


async def test_choices_are_counted_by_the_month_of_the_matchs_end_in_utc(matches: Matches, clock: Clock) -> None:
    await noted(matches, 1)
    clock.forward(timedelta(hours=2))
    await noted(matches, 3)
    await noted(matches, 2)
    (cards,) = await matches.progress.of_person(ANNE)
    assert cards.game == "southern_cards"
    assert [(one.month, one.good, one.choices, one.percent) for one in cards.months] == [
        (date(2026, 2, 1), 5, 8, 62),
        (date(2026, 1, 1), 1, 4, 25),
    ]
    assert [(one.sentence, one.times) for one in cards.missed] == [("wins the match", 6)]
    (others,) = await matches.progress.of_person(BERT)
    assert [(one.good, one.choices) for one in others.months] == [(8, 8), (4, 4)]
    assert others.missed == []
    assert await matches.progress.of_person(CLEO) == []


async def test_a_match_counts_once_however_often_its_review_is_read(matches: Matches) -> None:
    replay = await noted(matches, 1)
    await matches.progress.note(replay.match.id, reviewed(replay, ANNE, 4))
    (cards,) = await matches.progress.of_person(ANNE)
    assert [(one.good, one.choices) for one in cards.months] == [(1, 4)]


async def test_what_is_missed_most_comes_first_with_its_newest_values(matches: Matches, clock: Clock) -> None:
    for points in (9, 12):
        replay = await over(matches, await played(matches))
        own = [one.number for _, one in replay.decisions if one.seat in replay.match.seat_of(ANNE)]
        scores = ReviewedChoice(own[0], False, ("scores {points}", {"points": points}))
        await matches.progress.note(replay.match.id, [scores, ReviewedChoice(own[1], points == 12, WINS)])
        clock.forward(timedelta(minutes=1))
    (cards,) = await matches.progress.of_person(ANNE)
    assert [(one.sentence, one.values, one.times) for one in cards.missed] == [
        ("scores {points}", {"points": 12}, 2),
        ("wins the match", {}, 2),
    ]


async def test_nothing_is_counted_of_a_match_that_goes_on(matches: Matches) -> None:
    match = await played(matches)
    with pytest.raises(NotOver):
        await matches.progress.note(match.id, [ReviewedChoice(number, True) for number in range(20)])
    assert await matches.progress.of_person(ANNE) == []


async def test_what_is_longer_ago_than_a_year_is_shown_no_more(matches: Matches, clock: Clock) -> None:
    await noted(matches, 1)
    clock.forward(LOOKED_AT + timedelta(days=1))
    assert await matches.progress.of_person(ANNE) == []


async def test_forgetting_a_person_forgets_their_progress_for_good(matches: Matches, store: Store) -> None:
    replay = await noted(matches, 1)
    other = await over(matches, await played(matches))
    await matches.people.forget(ANNE)
    await matches.progress.note(other.match.id, reviewed(other, BERT, 4))
    await matches.progress.note(replay.match.id, reviewed(replay, BERT, 4))
    assert len((await dump(store))["progress"]) == 2
    (others,) = await matches.progress.of_person(BERT)
    assert [(one.good, one.choices) for one in others.months] == [(8, 8)]
