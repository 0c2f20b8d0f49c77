"""Everybody's own book: what comes into it, when it comes back, and that it tells nothing but what its person saw."""

import json
from datetime import timedelta

import pytest

from bot.match import BookExercise, Matches, Replay
from bot.match.parts import book
from bot.match.parts.book import INTERVALS
from bot.match.values.errors import NotOver, StillHidden
from bot.match.values.puzzle_errors import BookIsFull, NoSuchExercise
from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.store import Store
from tests.match.conftest import Clock, dump
from tests.match.parts.books import ANNE, BERT, CLEO, improvements, over, played
from tests.match.toy import PLAYERS

DAY = timedelta(days=1)


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def filled(matches: Matches, user: int = ANNE) -> BookExercise:
    replay = await over(matches, await played(matches))
    assert await matches.book.add(user, replay, improvements(replay)) > 0
    exercise = await matches.book.next_due(user)
    assert exercise is not None
    return exercise


async def test_ones_own_decisions_come_into_the_book_once(matches: Matches) -> None:
    replay = await over(matches, await played(matches))
    own = [one for _, one in replay.decisions if one.seat in replay.match.seat_of(ANNE)]
    assert await matches.book.own(ANNE, replay.match.id, [one.number for _, one in replay.decisions]) == {
        one.number for one in own
    }
    assert await matches.book.add(ANNE, replay, improvements(replay)) == len(own)
    assert await matches.book.add(ANNE, replay, improvements(replay)) == 0
    page = await matches.book.page(ANNE, 0, 100)
    assert (len(page.entries), page.due, page.later, page.known) == (len(own), len(own), 0, 0)
    first = await matches.book.next_due(ANNE)
    assert first is not None
    assert (first.view, first.played) == (own[0].before.view(own[0].seat), own[0].move)


async def test_nobody_else_finds_an_exercise(matches: Matches) -> None:
    exercise = await filled(matches)
    for stranger in (BERT, CLEO):
        with pytest.raises(NoSuchExercise):
            await matches.book.get(stranger, exercise.id)
        with pytest.raises(NoSuchExercise):
            await matches.book.answer(stranger, exercise.id, is_right=True)
        await matches.book.take_out(stranger, exercise.id)
        assert (await matches.book.page(stranger, 0, 10)).entries == []
    assert await matches.book.get(ANNE, exercise.id) == exercise


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_comes_in_while_a_match_goes_on(matches: Matches, game: str) -> None:
    """For all who look at it, whoever they are and whatever they send."""
    people = PLAYERS[: next(seats for seats in GAMES[game].seats({}) if seats > 1)]
    match = await played(matches, game, people)
    ended = await over(matches, await played(matches))
    try:
        replays = [ended, await matches.records.replay(match.id)]
    except StillHidden:
        replays = [ended]
    for replay in replays:
        running = Replay(match, replay.start, replay.opening, replay.turns)
        for viewer in PLAYERS:
            with pytest.raises(NotOver):
                await matches.book.add(viewer, running, improvements(replay))
            assert (await matches.book.page(viewer, 0, 10)).entries == []


@pytest.mark.parametrize("deal", range(6))
async def test_an_exercise_follows_from_what_its_seat_saw_alone(matches: Matches, store: Store, deal: int) -> None:
    """The same for every deal of what was hidden, and without a word of who else played."""
    replay = await over(matches, await played(matches))
    turns_ = []
    for turn in replay.turns:
        decisions = []
        for one in turn:
            other = one.before.determinise(one.seat, Sealed(bytes([deal]) * 32, str(one.number)))
            decisions.append(type(one)(one.number, one.seat, one.move, (), False, one.opens, False, other, other))
        turns_.append(tuple(decisions))
    elsewhere = Replay(replay.match, replay.start, None, tuple(turns_))
    await matches.book.add(ANNE, replay, improvements(replay))
    await matches.book.add(BERT, elsewhere, improvements(replay))
    for user, what in ((ANNE, replay), (BERT, elsewhere)):
        for row in (await matches.people.stored_data(user))["exercises"]:
            decision = next(one for _, one in replay.decisions if one.number == row["number"])
            assert row["view"] == decision.before.view(decision.seat)
            assert row["played"] == decision.move
            text = json.dumps({name: value for name, value in row.items() if name not in ("added_at", "due_at")})
            assert not any(str(person) in text for person in (ANNE, BERT)), what
            hands = {seat: hand_of(decision.before.view(seat)) for seat in range(2)}
            assert all(hands.values())
            assert hand_of(row["view"]) == hands[decision.seat]


def hand_of(view: object) -> set[str]:
    """The cards in all hands that a view shows."""
    assert isinstance(view, dict)
    return {card for hand in view["hands"] if isinstance(hand, list) for card in hand}


class TestComingBack:
    async def test_it_comes_back_after_longer_and_longer_until_it_is_known(
        self, matches: Matches, clock: Clock
    ) -> None:
        exercise = await filled(matches)
        for days in (1, 3, 7, 21):
            exercise = await matches.book.answer(ANNE, exercise.id, is_right=True)
            assert exercise.due_at == clock.now + days * DAY
            clock.now = exercise.due_at
        exercise = await matches.book.answer(ANNE, exercise.id, is_right=True)
        assert exercise.due_at is None
        page = await matches.book.page(ANNE, 0, 100)
        assert page.known == 1
        assert exercise.id not in [one.id for one in page.entries]
        assert [one.days for one in INTERVALS] == [1, 3, 7, 21]

    async def test_a_mistake_begins_anew(self, matches: Matches, clock: Clock) -> None:
        exercise = await filled(matches)
        for _ in range(2):
            exercise = await matches.book.answer(ANNE, exercise.id, is_right=True)
            assert exercise.due_at is not None
            clock.now = exercise.due_at
        for is_right, days in ((False, 1), (True, 1), (True, 3)):
            exercise = await matches.book.answer(ANNE, exercise.id, is_right=is_right)
            assert exercise.due_at == clock.now + days * DAY
            clock.now += days * DAY

    async def test_before_it_is_due_no_answer_counts(self, matches: Matches, clock: Clock) -> None:
        exercise = await matches.book.answer(ANNE, (await filled(matches)).id, is_right=True)
        clock.forward(DAY - timedelta(seconds=1))
        for is_right in (True, False):
            assert await matches.book.answer(ANNE, exercise.id, is_right=is_right) == exercise

    async def test_what_has_waited_longest_comes_first(self, matches: Matches, clock: Clock) -> None:
        first = await filled(matches)
        await matches.book.answer(ANNE, first.id, is_right=True)
        second = await matches.book.next_due(ANNE)
        assert second is not None
        assert second.id != first.id
        listed = [one.id for one in (await matches.book.page(ANNE, 0, 100)).entries]
        assert (listed[0], listed[-1]) == (second.id, first.id)
        assert [one.id for one in (await matches.book.page(ANNE, 1, 2)).entries] == listed[1:3]
        clock.forward(2 * DAY)
        assert await matches.book.next_due(ANNE) == second


async def test_a_full_book_says_so(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MOST", 3)
    replay = await over(matches, await played(matches))
    with pytest.raises(BookIsFull, match="it can hold 3 exercises"):
        await matches.book.add(ANNE, replay, improvements(replay))
    assert await matches.book.add(ANNE, replay, improvements(replay)[:4]) == 2


async def test_an_exercise_of_other_rules_is_asked_no_more(
    matches: Matches, monkeypatch: pytest.MonkeyPatch, store: Store, clock: Clock
) -> None:
    exercise = await filled(matches)
    monkeypatch.setattr(GAMES["southern_cards"], "rules_version", GAMES["southern_cards"].rules_version + 1)
    newer = Matches(store, clock=clock)
    with pytest.raises(NoSuchExercise):
        await newer.book.get(ANNE, exercise.id)
    assert await newer.book.next_due(ANNE) is None
    assert (await newer.book.page(ANNE, 0, 10)).entries == []


async def test_forgetting_a_person_forgets_the_book_and_that_of_nobody_else(matches: Matches, store: Store) -> None:
    replay = await over(matches, await played(matches))
    for user in (ANNE, BERT):
        await matches.book.add(user, replay, improvements(replay))
    kept = len((await dump(store))["exercises"])
    await matches.people.forget(ANNE)
    left = len((await dump(store))["exercises"])
    assert 0 < left < kept
    assert (await matches.book.page(BERT, 0, 100)).due == left
