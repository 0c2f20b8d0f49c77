"""Reviews that are stored: one for each match, the newest of them, under the installed rules, and nobody's for ever."""

from datetime import timedelta

import pytest

from bot.match import Matches
from bot.match.parts import reviews
from bot.store import Store
from tests.match.conftest import Clock, StartMatch
from tests.match.played import under
from tests.match.toy import PLAYERS, RaceGame

ANNE = PLAYERS[0]


async def test_the_newest_review_of_a_match_is_kept(matches: Matches, start_match: StartMatch) -> None:
    match, other = await start_match(), await start_match()
    for loss in (1.5, 2.5):
        await matches.reviews.keep(match, {"moves": [[1, loss]]})
    assert await matches.reviews.get(match) == {"moves": [[1, 2.5]]}
    assert await matches.reviews.get(other) is None


async def test_a_review_under_other_rules_is_none(
    matches: Matches, store: Store, clock: Clock, start_match: StartMatch
) -> None:
    match = await start_match()
    await matches.reviews.keep(match, {})
    assert await under(store, clock, RaceGame(2)).reviews.get(match) is None


async def test_only_the_newest_reviews_are_kept(
    matches: Matches, start_match: StartMatch, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST", 2)
    three = [await start_match() for _ in range(3)]
    for match in three:
        clock.forward(timedelta(seconds=1))
        await matches.reviews.keep(match, {})
    assert [await matches.reviews.get(match) for match in three] == [None, {}, {}]


async def test_the_reviews_of_someone_who_is_forgotten_are_deleted(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    await matches.reviews.keep(match, {})
    await matches.people.forget(ANNE)
    assert await matches.reviews.get(match) is None
