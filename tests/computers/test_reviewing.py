"""Reviews: what each decision was worth by what its seat knew."""

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers.driver import limit_of
from bot.computers.errors import NoHintAnyMore, NoReviewNow, OneReviewAtATime
from bot.computers.pool import REVIEWS, Closed, NoAnswer
from bot.computers.reviewing import MOMENTS, MatchReview, ReviewedMove, Reviewer, luck_in, seconds_for
from bot.computers.thinking import CLEARLY, SEARCHES, Advice, Appraisal, Question, appraise, choose
from bot.players import Reason
from bot.rules import GAMES, southern_cards
from bot.rules.chance import Sealed
from tests.computers.conftest import ADA, BEN, QuickThinkers, ignore, shortest
from tests.waiting import until


@pytest.fixture
def reviewer(thinkers: QuickThinkers) -> Reviewer:
    return Reviewer(thinkers, seconds=0.1)


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize("game", GAMES)
async def test_every_decision_is_reviewed_on_what_its_seat_saw(
    game: str, reviewer: Reviewer, thinkers: QuickThinkers
) -> None:
    replay = shortest(game)
    decisions = [
        played
        for step in range(1, replay.last + 1)
        for played in replay.turn(step)
        if not played.automatic and len(played.before.legal()) > 1
    ]
    reported: list[tuple[int, int]] = []

    async def report(done: int, of: int) -> None:
        reported.append((done, of))

    review = await reviewer.review(replay, ADA, report)
    assert [one.played for one in review.moves] == decisions
    assert reported == [(number, len(decisions)) for number in range(len(decisions))]
    questions = thinkers.questions[: len(decisions)]
    assert [one.view for one in questions] == [played.before.view(played.seat) for played in decisions]
    assert [one.seat for one in questions] == [played.seat for played in decisions]
    assert all(one.appraisal.loss >= 0 for one in review.moves)
    assert len(review.leads) == replay.last + 1
    assert {len(step) for step in review.leads} == {len(replay.match.seats)}
    draws = any(played.lucky and played.chance for step in range(replay.last + 1) for played in replay.turn(step))
    assert (review.luck is not None) is draws
    if review.luck is not None:
        assert sum(review.luck) == pytest.approx(0, abs=1e-6)
    stored = MatchReview.of(json.loads(json.dumps(review.document())), replay)
    assert stored.moments == [replace(one, appraisal=replace(one.appraisal, worth=0.0)) for one in review.moments]
    assert [(one.played, one.is_mistake) for one in stored.moves] == [
        (one.played, one.is_mistake) for one in review.moves
    ]
    assert sum(stored.leads, ()) == pytest.approx(sum(review.leads, ()), abs=1e-3)
    assert (stored.luck is None) is (review.luck is None)


@pytest.mark.sample(2)
@pytest.mark.parametrize("deal", range(4))
def test_giving_up_many_points_is_a_mistake_and_the_best_move_is_none(deal: int) -> None:
    """Cards for two: the most that can be scored now against a card that completes nothing."""
    luck = Sealed(bytes([deal]) * 32, "")
    state = southern_cards.game.start(2, {}, luck)
    while True:
        points = {move: state.outcome(move).points for move in state.legal()}
        if max(points.values()) - min(points.values()) >= 40:
            break
        state = state.play(min(points, key=points.__getitem__), luck)
    seat = state.to_move or 0
    view = state.view(seat)
    question = Question("southern_cards", 2, {}, seat, "hard", 60.0, view, 1, positions=400)
    choice = choose(question)
    best = choice.move
    for move in (best, *choice.equal):
        assert (appraise(question, move).loss, appraise(question, move).worth) == (0, choice.ranked[0][1])
    worst = state.notate(min(points, key=points.__getitem__))
    appraisal = appraise(question, worst)
    assert appraisal.loss >= CLEARLY
    assert appraisal.best.move == best
    assert appraisal.best.reasons


def test_the_moments_are_the_worst_mistakes_in_the_order_of_the_match() -> None:
    played = shortest("cirondo").turn(1)[0]
    losses = [0.0, 9.0, 1.4, 2.0, 30.0, 2.5, 1.5]
    moves = tuple(
        ReviewedMove(step, replace(played, seat=step % 2), Appraisal(Advice("x", ()), 0.0, loss))
        for step, loss in enumerate(losses, 1)
    )
    review = MatchReview(moves, (), None)
    assert [one.step for one in review.moments] == [2, 5, 6]
    assert len(review.moments) == MOMENTS
    assert [one.step for one in MatchReview(moves[2:4], (), None).moments] == [4]
    assert [one.is_mistake for one in moves] == [False, True, False, True, True, True, True]
    assert [one.step for one in review.of_seat(0)] == [2, 4, 6]
    assert [one.step for one in review.moments_of(0)] == [2, 4, 6]
    assert [one.step for one in review.moments_of(1)] == [5, 7]


def test_what_was_better_is_stored_for_the_worst_mistakes_of_every_seat() -> None:
    replay = shortest("cirondo")
    moves = []
    for number, (step, decision) in enumerate(replay.decisions[:12]):
        best = Advice(decision.before.notate(decision.before.legal()[0]), ())
        moves.append(ReviewedMove(step, decision, Appraisal(best, 0.0, 50.0 - number if decision.seat == 1 else 2.0)))
    review = MatchReview(tuple(moves), ((0.0, 0.0),) * (replay.last + 1), None)
    assert {one.played.seat for one in review.moments} == {1}
    stored = MatchReview.of(json.loads(json.dumps(review.document())), replay)
    for seat in range(len(replay.match.seats)):
        assert [one.step for one in stored.moments_of(seat)] == [one.step for one in review.moments_of(seat)]
        assert len(stored.moments_of(seat)) == MOMENTS


def test_luck_is_what_throws_brought_beyond_an_average_one() -> None:
    """Compared with the lead before, which is that after the turn before; a throw without a decision counts as well."""
    thrown, after_adas_moves = (
        [SimpleNamespace(seat=0, lucky=True, chance=("4",))],
        [SimpleNamespace(seat=0, lucky=True, chance=())],
    )
    others = [SimpleNamespace(seat=1, lucky=True, chance=("6",))]
    steps: list[Any] = [[], thrown, others, after_adas_moves, thrown]
    replay: Any = SimpleNamespace(match=SimpleNamespace(seats=(0, 1)), last=4, turn=steps.__getitem__)
    moves: list[Any] = [
        SimpleNamespace(step=step, appraisal=SimpleNamespace(worth=worth)) for step, worth in ((1, 7), (1, 50), (3, 60))
    ]
    leads = [(1.0, -1.0), (5.0, -5.0), (20.0, -2.0), (4.0, -4.0), (10.0, -10.0)]
    # 7 - 1, -2 + 5 and 10 - 4: the average is 5
    assert luck_in(replay, moves, leads) == (2.0, -2.0)
    without: Any = SimpleNamespace(match=replay.match, last=3, turn=lambda _: after_adas_moves)
    assert luck_in(without, moves, leads) is None


@pytest.mark.thorough
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "damage",
    [
        {"leads": []},
        {"leads": [["much"]]},
        {"luck": [None, None]},
        {"moves": [[10**6, 0.0]]},
        {"moves": [[1]]},
        {"moves": [[1, 2.0, ["no move", []]]]},
        {"moves": None},
    ],
)
async def test_a_stored_review_that_does_not_fit_its_match_is_refused(
    reviewer: Reviewer, damage: dict[str, object]
) -> None:
    replay = shortest("cirondo")
    document = (await reviewer.review(replay, ADA, ignore)).document()
    with pytest.raises((LookupError, TypeError, ValueError)):
        MatchReview.of({**document, **damage}, replay)


def test_a_match_takes_about_a_minute_of_a_core_with_three_searches_for_a_decision() -> None:
    assert [seconds_for(decisions) for decisions in (0, 1, 2, 100)] == [20, 20, 10, 0.2]
    assert [round(3 * decisions * seconds_for(decisions)) for decisions in (7, 250, 1000, 2000)] == [60, 60, 60, 120]


@pytest.mark.thorough
@pytest.mark.parametrize("hint", [0.1, 400.0])
async def test_a_search_takes_a_quarter_of_a_hint_at_most_and_goes_after_everything_else(
    hint: float, thinkers: QuickThinkers
) -> None:
    replay = shortest("cirondo")
    await Reviewer(thinkers, seconds=hint).review(replay, ADA, ignore)
    decisions, seats = len(thinkers.questions) - len(replay.match.seats), len(replay.match.seats)
    seconds = min(hint / 4, 60 / (3 * decisions))
    assert [one.seconds for one in thinkers.questions] == [seconds] * decisions + [hint / 4] * seats
    assert (
        thinkers.limits == [limit_of(SEARCHES * seconds)] * decisions + [limit_of(hint / 4 * (replay.last + 1))] * seats
    )
    assert set(thinkers.ranks) == {REVIEWS}
    assert set(thinkers.people) == {ADA}
    assert {one.patience for one in thinkers.questions} == {10.0}
    assert len({one.source for one in thinkers.questions}) == len(thinkers.questions)


def test_what_is_stored_is_rounded_to_thousandths_and_only_the_worst_moves_have_advice() -> None:
    played = shortest("cirondo").turn(1)[0]
    advice = Advice("x", (Reason("Because.", {"a": 1}, ("b2",)),))
    moves = tuple(
        ReviewedMove(number, replace(played, number=number), Appraisal(advice, 0.0, loss))
        for number, loss in enumerate([0.0, 9.0, 1.4, 2.0, 30.0], 1)
    )
    stored = ["x", [["Because.", {"a": 1}, ("b2",)]]]
    assert MatchReview(moves, ((0.12345, -1.0),), (0.5004, -0.5006)).document() == {
        "moves": [[1, 0.0], [2, 9.0, stored], [3, 1.4], [4, 2.0, stored], [5, 30.0, stored]],
        "leads": [[0.123, -1.0]],
        "luck": [0.5, -0.501],
    }


@pytest.mark.thorough
async def test_a_person_waits_for_one_review_at_a_time(reviewer: Reviewer, thinkers: QuickThinkers) -> None:
    replay = shortest("cirondo")
    thinkers.go_on.clear()
    first = asyncio.create_task(reviewer.review(replay, ADA, ignore))
    await until(lambda: thinkers.questions)
    with pytest.raises(OneReviewAtATime):
        await reviewer.review(replay, ADA, ignore)
    other = asyncio.create_task(reviewer.review(replay, BEN, ignore))
    thinkers.go_on.set()
    await asyncio.gather(first, other)
    await reviewer.review(replay, ADA, ignore)


@pytest.mark.thorough
@pytest.mark.parametrize(("trouble", "refusal"), [(NoAnswer(), NoReviewNow), (Closed(), NoHintAnyMore)])
async def test_where_thinking_fails_there_is_no_review(
    reviewer: Reviewer, thinkers: QuickThinkers, trouble: Exception, refusal: type[Exception]
) -> None:
    thinkers.trouble = trouble
    with pytest.raises(refusal):
        await reviewer.review(shortest("cirondo"), ADA, ignore)
    thinkers.trouble = None
    await reviewer.review(shortest("cirondo"), ADA, ignore)
