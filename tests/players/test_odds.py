"""How likely a move wins: what is said of it, and where it is known."""

import random

import pytest

from bot.computers.thinking import Question, appraise, grain_of, worth_of
from bot.players import LEVELS, Budget, ChosenMove, player_for
from bot.players.levels import ADVISER
from bot.players.odds import Odds
from bot.players.parcheesi import judge
from bot.players.tree import WON
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from tests.players.parcheesi_positions import moving, position

AHEAD = position("t50 t30", "t10 t40", phase="move", dice=[2, 6], left=[6])
NEAR = moving("t20 t30", "t10 t40", 2, 5)
WINS = moving("h6 h7 home home", "t10", 1, 2)


def chosen(state: Position, seats: int = 2) -> ChosenMove:
    level = ADVISER.within(Budget(positions=2_000))
    return player_for("parcheesi", seats, {}, 0, level, random.Random(1)).choose(state.view(0))


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (Odds(61, 55, tried=True), "wins about 61% of trial games (the next best move 55%)"),
        (Odds(55, 55, tried=True), "wins about 55% of trial games, as does the next best move"),
        (Odds(54, 55, tried=True), "wins about 54% of trial games, as does the next best move"),
        (Odds(61, 60, tried=False), "wins about 61% of the time (the next best move 60%)"),
        (Odds(60, 60, tried=False), "wins about 60% of the time, as does the next best move"),
    ],
)
def test_odds_in_words(odds: Odds, words: str) -> None:
    assert str(odds.reason()) == words
    assert odds.are_clear == ("next best move " in words and "as does" not in words)


@pytest.mark.parametrize(
    ("own", "other", "shown"),
    [
        (0.5, 0.25, (50, 25)),
        (0.614, 0.606, (61, 61)),
        (1.0, 0.999, (99, 99)),
        (0.004, 0.0, (1, 1)),
        (0.02, 0.01, (2, 1)),
    ],
)
def test_estimated_odds_are_never_certain(own: float, other: float, shown: tuple[int, int]) -> None:
    odds = Odds.estimate(own, other)
    assert (odds.own, odds.other, odds.tried) == (*shown, False)


@pytest.mark.parametrize("lead", [-100.0, -30.0, 0.0, 12.5, 100.0])
def test_what_was_learned_tells_chances_from_leads(lead: float) -> None:
    chance = judge.at_table(ADVISER.name, 2, {}).chance(lead)
    assert chance is not None
    assert 100 * chance - 100 * (1 - chance) == pytest.approx(lead)
    assert judge.chance(lead) is None


def test_a_choice_tells_the_odds_of_its_move_and_of_the_best_other_one() -> None:
    choice = chosen(AHEAD)
    (_, best), (_, second) = choice.ranked[:2]
    assert best > second
    assert choice.odds == Odds.estimate((100 + best) / 200, (100 + second) / 200)


def test_the_rest_of_a_turn_is_no_other_move() -> None:
    choice = chosen(NEAR)
    (_, best), (following, same), (_, second) = choice.ranked[:3]
    assert (best, following) == (same, *choice.plan)
    assert choice.odds == Odds.estimate((100 + best) / 200, (100 + second) / 200)


def test_nothing_is_estimated_where_the_match_is_decided() -> None:
    assert chosen(WINS).ranked[0][1] > WON / 2
    assert chosen(WINS).odds is None


@pytest.mark.parametrize(("level", "seats"), [("normal", 2), ("adviser", 4)])
def test_nothing_is_estimated_where_nothing_was_learned(level: str, seats: int) -> None:
    state = game.start(seats, {}, Scripted([])) if seats > 2 else AHEAD
    playing = LEVELS.get(level, ADVISER).within(Budget(positions=300))
    state = state if seats == 2 else state.play(state.legal()[0], Scripted([5, 2]))
    choice = player_for("parcheesi", seats, {}, 0, playing, random.Random(1)).choose(state.view(0))
    assert choice.odds is None


def test_a_lone_reason_is_followed_by_clear_odds() -> None:
    player = player_for("parcheesi", 2, {}, 0, ADVISER, random.Random(1))
    clear, unclear = (
        [str(one) for one in player.reasons(NEAR.view(0), "t20+2>t22", 2, odds=Odds(own, 55, tried=False))]
        for own in (61, 55)
    )
    assert clear == [*unclear, "wins about 61% of the time (the next best move 55%)"]


@pytest.mark.parametrize(("level", "seats", "grain"), [("adviser", 2, 2.0), ("normal", 2, 6.0), ("adviser", 4, 2.0)])
def test_a_loss_is_counted_in_grains_of_who_thinks(level: str, seats: int, grain: float) -> None:
    question = Question("parcheesi", seats, {}, 0, level, 1.0, NEAR.view(0), 1, positions=2_000)
    assert grain_of(question) == grain


def test_a_review_counts_in_chances_where_they_are_known() -> None:
    question = Question("parcheesi", 2, {}, 0, "adviser", 1.0, NEAR.view(0), 1, positions=2_000)
    best, worst = worth_of(question, "enter 5"), worth_of(question, "t20+5>t25")
    assert best > worst
    assert appraise(question, "t20+5>t25").loss == pytest.approx((best - worst) / 2.0)
