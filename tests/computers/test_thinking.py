"""What a worker is asked and what it answers."""

import pickle
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers import thinking
from bot.computers.advice import LEVEL
from bot.computers.driver import seconds_of
from bot.computers.pool import Thinkers
from bot.computers.thinking import (
    CLEARLY,
    COMPARISONS,
    SEARCHES,
    Failed,
    Question,
    Review,
    advise,
    appraise,
    choose,
    is_ahead,
    review,
    worth_of,
)
from bot.match import ComputerLevel
from bot.players import JUDGES, LEVELS, Budget, ChosenMove, Reason, cirondo, player_for
from bot.players.luck import Luck
from bot.rules import GAMES, Game, State
from bot.rules.chance import Scripted
from tests.players.tables import PLAYED, at
from tests.waiting import TEST_TIMEOUT


def question_for(
    game: Game[Any], seats: int, options: Mapping[str, object], state: State[Any], level: str = "hard"
) -> Question:
    seat = state.to_move
    assert seat is not None
    question = Question(game.key, seats, options, seat, level, 0.05, state.view(seat), source=7, positions=150)
    sent = pickle.loads(pickle.dumps(question))  # noqa: S301 - our own, as it goes to a worker
    assert isinstance(sent, Question)
    return sent


def test_the_tables_know_the_levels_that_the_players_have() -> None:
    assert list(ComputerLevel) == list(LEVELS)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("game", "seats", "options"), [played for played in PLAYED if played.values[0].hidden])  # type: ignore[union-attr]  # the first value is a game
def test_shuffling_what_is_hidden_changes_no_choice_and_no_hint(
    game: Game[Any], seats: int, options: Mapping[str, object]
) -> None:
    """Asked of the level that gives hints; what the others choose is held by `test_every_player`."""
    for decisions in (0, 5, 11):
        state = at(game, seats, options, decisions, seed=40 + decisions)
        seat = state.to_move
        assert seat is not None
        others = [state.determinise(seat, Luck(seed)) for seed in range(2)]
        assert any(other != state for other in others)
        questions = [question_for(game, seats, options, one, LEVEL) for one in (state, *others)]
        assert len({choose(question) for question in questions}) == 1
        assert len({is_ahead(question) for question in questions}) == 1
        for answer in (advise, review):
            answers = [answer(question) for question in questions]
            assert all(one == answers[0] for one in answers)


async def test_shuffling_what_is_hidden_changes_no_choice_in_a_worker() -> None:
    game = next(game for game in GAMES.values() if game.hidden)
    state = at(game, 2, {}, 5, seed=3)
    assert state.to_move is not None
    others = [state.determinise(state.to_move, Luck(seed)) for seed in range(2)]
    assert any(other != state for other in others)
    thinkers = Thinkers(1)
    try:
        choices = {
            await thinkers.think(choose, question_for(game, 2, {}, one), since=datetime.now(UTC), limit=TEST_TIMEOUT)
            for one in (state, *others)
        }
    finally:
        await thinkers.close()
    assert choices == {choose(question_for(game, 2, {}, state))}


@pytest.mark.thorough
@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
def test_advice_is_a_legal_move_with_few_reasons(game: Game[Any], seats: int, options: Mapping[str, object]) -> None:
    for decisions in (0, 9, 25, 40):
        state = at(game, seats, options, decisions, seed=decisions)
        advice = pickle.loads(pickle.dumps(advise(question_for(game, seats, options, state))))  # noqa: S301 - as above
        assert advice.move in {state.notate(move) for move in state.legal()}
        assert 1 <= len(advice.reasons) <= 2
        assert not all(reason.against for reason in advice.reasons)


def test_advice_says_something_for_a_move_of_which_the_game_has_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cirondo.judge), "reasons", lambda *_: [])
    game = GAMES["cirondo"]
    (reason,) = advise(question_for(game, 2, {}, at(game, 2, {}, 9, seed=9))).reasons
    assert str(reason).startswith("looks best")


def test_what_is_logged_of_a_question_and_of_a_fault_tells_nothing_of_the_position() -> None:
    game = next(game for game in GAMES.values() if game.hidden)
    state = at(game, 2, {}, 5, seed=3)
    question = replace(question_for(game, 2, {}, state), source=0xC0FFEE)
    assert "view" not in repr(question)
    assert str(0xC0FFEE) not in repr(question)
    broken = replace(question, view={**question.view, "hands": "the queen of hearts"}, seat=1)
    with pytest.raises(Failed) as failure:
        choose(broken)
    assert "queen" not in str(failure.value)
    assert failure.value.__suppress_context__
    assert str(failure.value).endswith("BadDocument")


@pytest.mark.parametrize(
    ("level", "allowed", "seconds"),
    [
        ("expert", 7.5, 30.0),
        ("hard", 7.5, 7.5),
        ("hard", 0.05, 0.05),
        ("normal", 8.0, 1.0),
        ("easy", 7.5, 1.0),
        ("beginner", 0.05, 0.05),
    ],
)
def test_the_setting_is_the_hard_players_time_and_the_others_most(
    level: str, allowed: float, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["cirondo"]
    levels: list[Any] = []

    def player_for(*arguments: Any) -> None:
        levels.append(arguments[4])
        raise LookupError

    monkeypatch.setattr("bot.computers.thinking.player_for", player_for)
    state = game.start(2, {}, Luck(1))
    with pytest.raises(Failed):
        choose(replace(question_for(game, 2, {}, state, level), seconds=allowed, positions=None))
    assert levels[0].budget == replace(LEVELS[level].budget, seconds=seconds)


def test_the_source_is_all_the_randomness_there_is() -> None:
    game = GAMES["cirondo"]
    state = game.start(2, {}, Luck(1))
    question = question_for(game, 2, {}, state, "easy")
    random.seed(1)
    one = choose(question)
    random.seed(2)
    assert choose(question) == one
    assert len({choose(replace(question, source=source)).move for source in range(20)}) > 1


def test_a_review_takes_a_bad_exchange_for_worse_and_quiet_moves_for_about_as_good() -> None:
    game = GAMES["cirondo"]
    state = game.start(2, {}, Scripted([]))
    for text in ("B8-C8", "B24-C24"):
        state = state.play(state.parse(text), Scripted([]))
    assessment = review(replace(question_for(game, 2, {}, state), positions=3_000))
    assert assessment.best.move in assessment.good
    assert "A1xB32" not in assessment.good  # a planet for a moon: the planet on A31 takes back
    assert {"B9-C9", "B10-C10"} <= assessment.good


@pytest.mark.parametrize(
    ("losses", "mean", "made"),
    [
        ((2.0, 4.0), 3.0, 2),
        ((0.5, 1.4), 0.95, 2),
        ((-1.0, 0.0), 0.0, 2),  # never better than the best
        ((1.5, 1.5), 1.5, 2),
        ((0.0, 5.0, 1.0, 0.0, 0.0), 1.2, 5),
        ((4.0, 1.0, 4.0, 3.0, 3.0), 3.0, 5),
    ],
)
def test_a_move_is_compared_again_until_chance_does_not_decide(
    losses: tuple[float, ...], mean: float, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In grains; `CLEARLY` lies between those that disagree."""
    game = GAMES["cirondo"]
    state = at(game, 2, {}, 9, seed=9)
    question = question_for(game, 2, {}, state)
    best = choose(question).move
    other = next(text for text in map(state.notate, state.legal()) if text != best)
    sources: dict[str, list[int]] = {best: [], other: []}

    def known_worth(about: Question, move: str) -> float:
        sources[move].append(about.source)
        grain = JUDGES["cirondo"].grain
        return 10.0 - (losses[len(sources[other]) - 1] * grain if move == other else 0.0)

    monkeypatch.setattr(thinking, "worth_of", known_worth)
    appraisal = appraise(question, other)
    assert appraisal.worth == 10.0
    assert appraisal.loss == pytest.approx(mean)
    assert sources[best] == sources[other]  # the same luck
    assert len({question.source, *sources[best]}) == 1 + made <= 1 + COMPARISONS
    assert (1 + 2 * made == SEARCHES) is (made == COMPARISONS)  # time is allowed for the longest one
    assert min(losses) < CLEARLY <= max(losses) or made == 2


def test_a_move_weighs_what_its_search_says() -> None:
    game = GAMES["cirondo"]
    state = at(game, 2, {}, 9, seed=9)
    question = question_for(game, 2, {}, state)
    move = state.notate(state.legal()[0])
    player = player_for("cirondo", 2, {}, question.seat, LEVELS["hard"].within(Budget(150)), random.Random(7))
    assert worth_of(question, move) == player.choose(question.view, only=move).ranked[0][1]


@pytest.mark.parametrize(
    ("worth", "glance", "good"),
    [(10, 5, True), (9, 4, True), (8.5, 5, True), (10, 3.5, True), (8.25, 5, False), (10, 3.25, False), (8, 3, False)],
)
def test_a_move_is_good_up_to_the_margin_by_which_one_is_clearly_worse(
    worth: float, glance: float, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the search as well as at first sight."""
    game = GAMES["cirondo"]

    class Judging:
        def choose(self, _view: object) -> ChosenMove:
            return ChosenMove("best", (("best", 10.0), ("other", worth)))

        def telling_reasons(self, *_: object) -> list[Reason]:
            return []

        def glances(self, _view: object) -> dict[str, float]:
            return {"best": 5.0, "other": glance}

    monkeypatch.setattr("bot.computers.thinking.CLEARLY", 1.5)
    monkeypatch.setattr("bot.computers.thinking.judge_for", lambda *_: SimpleNamespace(grain=1.0))
    monkeypatch.setattr("bot.computers.thinking.player_for", lambda *_: Judging())
    assessment = review(question_for(game, 2, {}, game.start(2, {}, Luck(1))))
    assert ("other" in assessment.good, "best" in assessment.good) == (good, True)


def test_a_hint_gives_the_two_most_important_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    class Judging:
        def choose(self, _view: object) -> ChosenMove:
            return ChosenMove("best", (("best", 10.0),))

        def reasons(self, *_: object, **__: object) -> list[Reason]:
            return [Reason("one"), Reason("two"), Reason("three")]

    monkeypatch.setattr("bot.computers.thinking.player_for", lambda *_: Judging())
    game = GAMES["cirondo"]
    assert advise(question_for(game, 2, {}, game.start(2, {}, Luck(1)))).reasons == (Reason("one"), Reason("two"))


@pytest.mark.parametrize(
    ("level", "seconds"), [("beginner", 1.0), ("easy", 1.0), ("normal", 0.5), ("hard", 4.0), ("expert", 16.0)]
)
def test_a_decision_may_take_what_its_level_needs_of_the_hard_players_time(level: str, seconds: float) -> None:
    assert seconds_of(level, 4.0) == seconds


@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
def test_one_of_two_sides_at_most_is_ahead_whoever_is_to_move(
    game: Game[Any], seats: int, options: Mapping[str, object]
) -> None:
    if len(game.sides(seats, options)) != 2 or game.hidden:  # otherwise each side knows something else
        return
    state = at(game, seats, options, 8, seed=5)
    leads = {
        seat: player_for(game.key, seats, options, seat, LEVELS["easy"], random.Random(0)).lead(state.view(seat))
        for seat in range(seats)
    }
    first, second = game.sides(seats, options)
    assert leads[first[0]] == pytest.approx(-leads[second[0]])
    assert all(leads[seat] == leads[side[0]] for side in (first, second) for seat in side)


@pytest.mark.parametrize("key", GAMES)
def test_nobody_gives_up_at_the_start(key: str) -> None:
    for seats in GAMES[key].seats({}):
        state = at(GAMES[key], seats, {}, 0, seed=1)
        assert not choose(question_for(GAMES[key], seats, {}, state)).hopeless


def test_a_side_that_is_far_enough_behind_has_no_hope(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["cirondo"]
    state = at(game, 2, {}, 8, seed=5)
    assert state.to_move is not None
    player = player_for("cirondo", 2, {}, state.to_move, LEVELS["easy"], random.Random(0))
    view = state.view(state.to_move)
    for behind, hopeless in ((0.1, False), (-0.1, True)):
        monkeypatch.setattr(cirondo.judge, "lost", -player.lead(view) + behind, raising=False)
        assert player.is_hopeless(view) is hopeless


@pytest.mark.parametrize(("lead", "ahead"), [(-1.0, False), (0.0, False), (0.25, True), (1.0, True)])
def test_any_lead_counts_as_being_ahead(lead: float, ahead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["cirondo"]

    class Leading:
        def lead(self, view: object) -> float:
            return lead

    monkeypatch.setattr("bot.computers.thinking.player_for", lambda *_: Leading())
    assert is_ahead(question_for(game, 2, {}, game.start(2, {}, Luck(1)))) is ahead


def test_what_is_logged_of_advice_tells_neither_the_move_nor_its_reasons() -> None:
    game = next(game for game in GAMES.values() if game.hidden)
    advice = replace(
        advise(question_for(game, 2, {}, at(game, 2, {}, 5, seed=3))),
        equal=("A1 b2",),
        plan=("E5 f6",),
        line=("C3 d4",),
    )
    assert advice.reasons
    assert repr(advice) == "Advice()"
    assert repr(Review(advice, frozenset({"E5 f6"}))) == "Review(best=Advice())"


def test_a_review_takes_no_move_for_worse_that_it_has_hardly_tried() -> None:
    """The first tile of Down Under: turned or mirrored, it's the same one."""
    game = GAMES["down_under"]
    state = game.start(2, {}, Luck(1))
    for source in range(3):
        question = replace(question_for(game, 2, {}, state, LEVEL), positions=1_500, source=source)
        assert review(question).good == {state.notate(move) for move in state.legal()}
