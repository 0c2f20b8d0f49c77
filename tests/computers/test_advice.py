"""Hints."""

import asyncio
from dataclasses import replace

import pytest

from bot.computers.advice import Advisor
from bot.computers.driver import limit_of
from bot.computers.errors import HintsOff, NoHintAnyMore, NoHintNow, OneHintAtATime
from bot.computers.pool import HINTS, Closed, NoAnswer
from bot.match import (
    BookExercise,
    Matches,
    MatchOver,
    NotRunning,
    NotYourTurn,
    PlaysApart,
    Refusal,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, proposals
from tests.computers.conftest import ADA, BEN, HERE, Begin, QuickThinkers, after_adas_moves
from tests.waiting import until


@pytest.fixture
def advisor(thinkers: QuickThinkers) -> Advisor:
    return Advisor(thinkers, seconds=0.05)


async def test_a_hint_is_what_a_strong_player_would_do_in_this_seat(
    begin: Begin, advisor: Advisor, thinkers: QuickThinkers
) -> None:
    match = await begin("parcheesi", 2, "easy")
    advice = await advisor.advise(match, 0, ADA)
    assert match.state is not None
    assert advice.move in {match.state.notate(move) for move in match.state.legal()}
    (question,) = thinkers.questions
    assert (question.level, question.seat, question.view) == ("adviser", 0, match.state.view(0))


async def test_a_hint_takes_as_long_as_the_host_says_and_a_review_half_a_second_at_most(
    begin: Begin, thinkers: QuickThinkers
) -> None:
    """Both go before all other questions and wait for a busy machine as others do."""
    match = await begin("parcheesi", 2, "easy")
    for seconds in (0.25, 2.0):
        advisor = Advisor(thinkers, seconds=seconds)
        await advisor.advise(match, 0, ADA)
        await advisor.review(match, 0, ADA)
    assert [one.seconds for one in thinkers.questions] == [0.25, 0.25, 2.0, 0.5]
    assert thinkers.limits == [limit_of(seconds) for seconds in (0.25, 0.25, 2.0, 0.5)]
    assert thinkers.ranks == [HINTS] * 4
    assert thinkers.people == [ADA] * 4


async def test_an_answer_to_an_exercise_is_judged_by_what_its_seat_saw(
    begin: Begin, advisor: Advisor, thinkers: QuickThinkers
) -> None:
    match = await begin("parcheesi", 2, "easy")
    assert match.state is not None
    (roll,) = map(match.state.notate, match.state.legal())
    view = match.state.view(0)
    about = match.id, 1, match.game, 1, 2, dict(match.options)
    exercise = BookExercise(1, 1, *about, 0, view, roll, roll, [], match.opened_at, 0, None)
    appraisal = await advisor.appraise(exercise, roll, ADA)
    assert (appraisal.best.move, appraisal.is_mistake) == (roll, False)
    (question,) = thinkers.questions
    assert (question.level, question.seat, question.view) == ("adviser", 0, view)


async def test_one_person_has_one_hint_at_a_time_and_others_theirs(
    begin: Begin, advisor: Advisor, thinkers: QuickThinkers
) -> None:
    match, thinkers_wait = await begin(), thinkers.go_on
    thinkers_wait.clear()
    task = asyncio.create_task(advisor.advise(match, 0, ADA))
    await until(lambda: thinkers.questions)
    with pytest.raises(OneHintAtATime):
        await advisor.advise(match, 0, ADA)
    other = asyncio.create_task(advisor.advise(match, 0, BEN))
    beside = asyncio.create_task(advisor.review(match, 0, ADA))  # nobody has asked for that one
    thinkers_wait.set()
    await asyncio.gather(task, other, beside)
    await advisor.advise(match, 0, ADA)


async def test_a_hint_that_nobody_waits_for_is_given_up(
    begin: Begin, advisor: Advisor, thinkers: QuickThinkers
) -> None:
    match = await begin()
    thinkers.go_on.clear()
    task = asyncio.create_task(advisor.advise(match, 0, ADA))
    await until(lambda: thinkers.questions)
    task.cancel()
    await asyncio.wait({task})
    assert thinkers.given_up == 1
    thinkers.go_on.set()
    await advisor.advise(match, 0, ADA)


async def test_who_is_not_to_move_gets_none(matches: Matches, begin: Begin, advisor: Advisor) -> None:
    match = await after_adas_moves(matches, await begin())
    with pytest.raises(NotYourTurn):
        await advisor.advise(match, 0, ADA)
    called_off = replace(match, status=Status.CANCELLED)
    with pytest.raises(MatchOver):
        await advisor.advise(called_off, 0, ADA)
    over = await matches.act(match.id, proposals.resign(ADA))
    with pytest.raises(MatchOver):
        await advisor.advise(over, 0, ADA)


async def test_a_match_that_nobody_can_move_in_gives_none(matches: Matches, begin: Begin, advisor: Advisor) -> None:
    frozen = replace(await begin(), state=None, status=Status.FROZEN, to_move=None)
    with pytest.raises(Refusal):
        await advisor.advise(frozen, 0, ADA)
    apart = await matches.tables.open(
        TableTerms(game="southern_cards", seats=2, series=SeriesKind.PARALLEL), opener=ADA, place=HERE
    )
    await matches.act(apart.id, lobby.join(BEN))
    with pytest.raises(PlaysApart):
        await advisor.advise(await matches.act(apart.id, lobby.begin(ADA, message_id=7)), 0, ADA)


async def test_no_hint_is_given_before_the_start_or_where_they_are_off(matches: Matches, advisor: Advisor) -> None:
    match = await matches.tables.open(TableTerms(game="cirondo", seats=2, hints=False), opener=ADA, place=HERE)
    with pytest.raises(NotRunning):
        await advisor.advise(match, 0, ADA)
    await matches.act(match.id, lobby.join(BEN))
    match = await matches.act(match.id, lobby.begin(ADA, message_id=7))
    with pytest.raises(HintsOff):
        await advisor.advise(match, 0, ADA)


@pytest.mark.parametrize(("trouble", "refusal"), [(Closed(), NoHintAnyMore), (NoAnswer(), NoHintNow)])
async def test_a_failure_is_reported_to_the_person(
    trouble: Exception, refusal: type[Refusal], begin: Begin, advisor: Advisor, thinkers: QuickThinkers,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    thinkers.trouble = trouble
    match = await begin()
    with pytest.raises(refusal) as told:
        await advisor.advise(match, 0, ADA)
    if "reference" in told.value.values:
        assert str(told.value.values["reference"]) in caplog.text


async def test_a_review_names_the_best_move_and_those_that_are_hardly_worse(
    begin: Begin, advisor: Advisor, thinkers: QuickThinkers
) -> None:
    match = await begin("parcheesi", 2, "easy")
    review = await advisor.review(match, 0, ADA)
    assert match.state is not None
    assert review.best.move in review.good
    assert review.good <= {match.state.notate(move) for move in match.state.legal()}
    (question,) = thinkers.questions
    assert (question.level, question.view) == ("adviser", match.state.view(0))
