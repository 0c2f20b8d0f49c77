"""Playing on: by legal moves only, fair to all moves, and no further than the budget goes."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.players import JUDGES, Budget
from bot.players.budget import Meter
from bot.players.luck import Luck
from bot.players.rollouts import Rollouts
from bot.rules import GAMES, State
from bot.rules.parcheesi import Move
from tests.players.tables import at, chosen, within

TABLES: tuple[tuple[str, int, Mapping[str, object]], ...] = (
    ("southern_cards", 1, {}),
    ("southern_cards", 2, {"layout": "shishi", "hand": 1}),
    ("southern_cards", 3, {"layout": "gogo", "wild": True}),
    ("southern_cards", 2, {"layout": "zodiac", "hand": 5}),
    ("southern_cards", 4, {"layout": "free"}),
    ("southern_cards", 5, {"layout": "ultra", "wild": True}),
)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_playouts_play_legal_moves_to_the_end(key: str, seats: int, options: Mapping[str, object]) -> None:
    judge, source, luck = JUDGES[key], random.Random(2), Luck(5)
    state = GAMES[key].start(seats, options, Luck(3))
    while state.to_move is not None:
        legal = state.legal()
        move = judge.quick(state, source)
        assert move in legal
        # Every third decision at random: positions come up that nobody would play for.
        state = state.play(source.choice(legal) if source.random() < 0.3 else move, luck)


def rated(state: State[Any], moves: list[Any], positions: int, rounds: int = 60) -> list[tuple[float, Any]]:
    judge, seat = JUDGES["southern_cards"], state.to_move
    assert seat is not None
    rollouts = Rollouts(judge, lambda made: judge.evaluate(made)[seat], Meter(Budget(positions=positions)), 7)
    return rollouts.rank(
        lambda number: state.determinise(seat, Luck(number)), [(0.0, move) for move in moves], 99, rounds
    )


class TestRollouts:
    def state(self) -> State[Any]:
        """A position with a role to be completed without a joker."""
        for seed in range(50):
            state = at(GAMES["southern_cards"], 2, {}, 6, seed)
            moves = [move for move in state.legal() if move.card != "JK"]
            if any(state.outcome(move).roles for move in moves):  # type: ignore[attr-defined]  # of this game
                return state
        raise AssertionError("no role in fifty positions")

    def test_what_scores_comes_out_first(self) -> None:
        state = self.state()
        ranked = rated(state, state.legal(), 50_000)
        points = {move: state.outcome(move).points for move in state.legal()}  # type: ignore[attr-defined]  # as above
        assert points[ranked[0][1]] >= 20
        assert {move for _, move in ranked} == set(points)

    def test_equal_moves_fare_equally(self) -> None:
        """Both of them meet the same worlds and the same luck in every round."""
        state = self.state()
        move = state.legal()[0]
        (one, _), (other, _) = [rated(state, [move], 3_000, 8)[0] for _ in range(2)]
        assert one == other

    def test_without_a_whole_round_the_first_looks_stay(self) -> None:
        state = self.state()
        moves = state.legal()
        assert [move for _, move in rated(state, moves, 5)] == moves


class TestThrows:
    """A hand is as unsteady as its level says; the wind is known to all."""

    def powers(self, level: str) -> set[int]:
        state = at(GAMES["southern_cross"], 4, {"challenge": "throw"}, 0, 1)
        doc = state.dump() | {
            "phase": "throw",
            "actions_left": 0,
            "board": ["..BB..", "..BB..", "......", "......", "......", "......"],
            "special": {"tile": "N", "waiting": [], "failed": 0, "throws": [{"target": 50, "wind": 4}] * 4},
        }
        throwing = GAMES["southern_cross"].load(doc)
        found = set()
        for seed in range(60):
            choice = chosen(GAMES["southern_cross"], 4, {"challenge": "throw"}, throwing, within(level), seed)
            found.add(int(choice.move.split()[1]))
        return found

    def test_the_hard_one_throws_where_it_aims(self) -> None:
        assert self.powers("hard") == {46}

    def test_a_beginner_is_further_off_than_the_normal_one(self) -> None:
        far = {level: max(abs(power - 46) for power in self.powers(level)) for level in ("beginner", "normal")}
        assert 0 < far["normal"] < far["beginner"] <= 40


class TestParcheesi:
    def test_every_throw_is_met_as_often_as_it_comes(self) -> None:
        state = GAMES["parcheesi"].start(2, {}, Luck(1))
        [roll] = state.legal()
        lucks = JUDGES["parcheesi"].lucks(state, roll)
        assert sum(share for _, share in lucks) == pytest.approx(1)
        thrown = [tuple(sorted((luck.roll(6), luck.roll(6)))) for luck, _ in lucks]
        assert len(set(thrown)) == len(thrown) == 21
        assert {share for (one, other), (_, share) in zip(thrown, lucks, strict=True) if one == other} == {1 / 36}
        assert not JUDGES["parcheesi"].lucks(state, Move("skip"))
