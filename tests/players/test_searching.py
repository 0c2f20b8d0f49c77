"""The search itself: what it costs, and that its shortcuts change nothing that can be known."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from bot.players import JUDGES, Budget
from bot.players.budget import Meter, OutOfBudget
from bot.players.luck import Luck
from bot.players.searching import Search
from bot.players.tree import WON, SearchLimits
from bot.rules import GAMES, State


class Clock:
    """Tells a time that goes on by `step` seconds each time someone looks."""

    def __init__(self, step: float) -> None:
        self.now = 100.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def spent(meter: Meter, most: int = 10_000) -> int:
    """The positions that can be made before it says stop."""
    for _ in range(most):
        try:
            meter.spend()
        except OutOfBudget:
            break
    return meter.positions


class TestTheMeter:
    def test_as_many_positions_are_looked_at_as_the_budget_has(self) -> None:
        assert spent(Meter(Budget(positions=40))) == 40

    def test_the_time_of_the_core_ends(self) -> None:
        assert spent(Meter(Budget(seconds=2.0), core=Clock(0.5), clock=Clock(0.0))) < 100

    def test_a_busy_machine_takes_no_more_than_its_patience_by_the_clock(self) -> None:
        """The core hardly gets any time: a decision of 2 s ends after 6."""
        clock = Clock(0.5)
        assert spent(Meter(Budget(seconds=2.0), core=Clock(0.0), clock=clock)) < 300
        assert clock.now == pytest.approx(106.0, abs=1.0)

    def test_without_patience_only_the_core_counts(self) -> None:
        assert spent(Meter(Budget(seconds=2.0, patience=None), core=Clock(0.0), clock=Clock(9.0)), 500) == 500

    @pytest.mark.parametrize(("each", "least", "most"), [(0.1, 20, 21), (0.01, 200, 201), (0.000_01, 200_000, 200_020)])
    def test_positions_that_take_long_are_checked_one_by_one(self, each: float, least: int, most: int) -> None:
        """So no decision takes much longer than its time, whatever a position costs in its game."""
        now = 0.0
        looks = 0

        def core() -> float:
            nonlocal looks
            looks += 1
            return now

        meter = Meter(Budget(seconds=2.0, patience=None), core=core)
        with suppress(OutOfBudget):
            while meter.positions <= most:
                meter.spend()
                now += each
        assert least <= meter.positions <= most
        if each < 0.001:
            assert looks < meter.positions / 10

    def test_without_limits_it_never_ends(self) -> None:
        assert spent(Meter(Budget()), 500) == 500


def in_the_middle(seed: int) -> State[Any]:
    """Down Under after twelve tiles, of which the seed says where they lie."""
    game, source = GAMES["down_under"], random.Random(seed)
    state = game.start(2, {}, Luck(seed))
    for _ in range(12):
        growing = [move for move in state.legal() if move.kind != "terminal"]
        state = state.play(source.choice(growing), Luck(seed))
    return state


def whole(state: State[Any], seat: int, worth: Callable[[State[Any], int], float], steps: int, ply: int = 0) -> float:
    """The value of a position by trying everything, for the side of `seat` of two."""
    if state.to_move is None or steps == 0:
        return worth(state, ply)
    values = [
        whole(child, seat, worth, steps if child.same_turn(state) else steps - 1, ply + 1)
        for child in (state.play(move, Luck(0)) for move in state.legal())
    ]
    return max(values) if state.to_move == seat else min(values)


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_it_finds_what_trying_everything_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is left out on purpose, windows, order and table change nothing."""
    monkeypatch.setattr(type(JUDGES["down_under"]), "late_moves_from", 0)
    state = in_the_middle(seed)
    seat = state.to_move
    assert seat is not None
    search = Search(
        JUDGES["down_under"],
        [(0,), (1,)],
        seat,
        SearchLimits(steps=3, noisy=0, samples=1, width=1.0),
        Meter(Budget()),
        1,
    )
    ranked, steps = search.rank(state, state.legal())
    assert steps == 3 or abs(ranked[0][0]) >= WON / 2
    assert ranked[0][0] == pytest.approx(whole(state, seat, search.worth, steps), abs=0.01)


def test_with_several_opponents_those_moves_are_reckoned_with_that_serve_their_movers() -> None:
    """Where `Judge.replies` says one, exactly one move of another seat is followed, the best one for that seat."""
    judge = JUDGES["down_under"]
    state = GAMES["down_under"].start(3, {}, Luck(1))
    for _ in range(6):
        state = state.play(state.legal()[0], Luck(1))
    mover = state.to_move
    assert mover is not None
    for seat in range(3):
        search = Search(
            judge, [(0,), (1,), (2,)], seat, SearchLimits(steps=2, noisy=0, samples=1, width=1.0), Meter(Budget()), 1
        )
        position = search.at(state)
        named = {position.encode(move): move for move in state.legal()}
        followed = [named[code] for _, code in search._evaluate_moves(list(named), 1)]
        if seat == mover:
            assert len(followed) == len(state.legal()) > 1
        else:
            own = Search(
                judge,
                [(0,), (1,), (2,)],
                mover,
                SearchLimits(steps=1, noisy=0, samples=1, width=1.0),
                Meter(Budget()),
                1,
            )
            assert len(followed) == 1
            own.at(state)
            best = max(own.glance(move) for move in state.legal())
            assert own.glance(followed[0]) == pytest.approx(best)


@pytest.mark.parametrize("reached", [1, 4, 7])
def test_where_the_budget_ends_early_the_best_move_that_was_looked_at_is_taken(reached: int) -> None:
    judge, state = JUDGES["down_under"], in_the_middle(3)
    seat = state.to_move
    assert seat is not None
    sides = [(0,), (1,)]
    moves = state.legal()
    assert len(moves) > reached

    def search(positions: int | None) -> Search:
        limits = SearchLimits(steps=1, noisy=0, samples=1, width=1.0)
        return Search(judge, sides, seat, limits, Meter(Budget(positions=positions)), 1)

    complete = search(None)
    complete.at(state)
    looks = {move: complete.glance(move) for move in moves[:reached]}
    ranked, completed = search(reached).rank(state, moves)
    assert completed == 0
    assert [value for value, _ in ranked[:reached]] == sorted(looks.values(), reverse=True)
    assert {move for _, move in ranked[:reached]} == set(looks)
    assert {move for _, move in ranked} == set(moves)
