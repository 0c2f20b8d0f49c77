"""What somebody has done so far, for the one thing that the home screen offers next."""

from datetime import timedelta

import pytest

from bot.match import Matches
from bot.match.parts.plans import FRESH, WORTH_REVIEWING, Done
from bot.match.parts.progress import ReviewedChoice
from bot.store import Store
from tests.match.conftest import Clock, dump
from tests.match.parts.books import ANNE, BERT, CLEO, improvements, over, played


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def done(matches: Matches, user: int = ANNE) -> Done:
    found = await matches.plans.done(user)
    assert found is not None
    return found


async def test_of_a_stranger_nothing_is_known(matches: Matches) -> None:
    assert await matches.plans.done(CLEO) is None
    assert await matches.plans.is_wanted(CLEO)


async def test_lessons_matches_puzzles_and_exercises_are_known(matches: Matches) -> None:
    await matches.lessons.reach(ANNE, "cirondo", 2)
    assert await done(matches) == Done(0, {"cirondo": 2}, {}, None, puzzles=False)
    match = await played(matches)
    assert (await done(matches)).matches == {}
    replay = await over(matches, match)
    await matches.book.add(ANNE, replay, improvements(replay))
    await matches.dailies.seeds.prepare()
    await matches.puzzles.attempt(ANNE, await matches.puzzles.next(ANNE, "cirondo"), is_right=True)
    now = await done(matches)
    assert (now.due, now.matches, now.puzzles) == (4, {"southern_cards": 1}, True)
    assert (await done(matches, BERT)).due == 0


async def test_a_match_is_offered_for_a_review_only_while_it_is_fresh_and_unreviewed(
    matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await over(matches, await played(matches))
    assert (await done(matches)).to_review is None  # four decisions are too few
    monkeypatch.setattr("bot.match.parts.plans.WORTH_REVIEWING", 4)
    assert WORTH_REVIEWING > 4
    assert (await done(matches)).to_review == (replay.match.id, "southern_cards")
    clock.forward(FRESH + timedelta(seconds=1))
    assert (await done(matches)).to_review is None
    clock.forward(-FRESH)
    await matches.progress.note(replay.match.id, [ReviewedChoice(one.number, True) for _, one in replay.decisions])
    assert (await done(matches)).to_review is None


async def test_it_can_be_switched_off_and_on_again_and_is_forgotten(matches: Matches, store: Store) -> None:
    await matches.lessons.reach(ANNE, "cirondo", 2)
    await matches.plans.switch(ANNE, on=False)
    assert await matches.plans.done(ANNE) is None
    assert not await matches.plans.is_wanted(ANNE)
    await matches.plans.switch(ANNE, on=True)
    await done(matches)
    await matches.plans.switch(ANNE, on=False)
    await matches.people.forget(ANNE)
    assert (await dump(store))["plans"] == []
    assert await matches.plans.is_wanted(ANNE)
