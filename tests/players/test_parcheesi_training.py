"""How the nets of Parcheesi learn from matches against themselves."""

import random
from collections.abc import Sequence
from math import log
from pathlib import Path

import pytest

from bot.players.luck import Luck
from bot.players.parcheesi import training
from bot.players.parcheesi.judge import VARIANTS
from bot.players.parcheesi.net import Net, file_of
from bot.players.parcheesi.training import FORESIGHT
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import HOME
from tests.players.parcheesi_positions import at_table, pawns, position

NET = Net.read(2)


class Pupil(Net):
    """A net that thinks the same of all positions of a thrower, and writes down what it should learn."""

    def __init__(self, *chances: Sequence[float]) -> None:
        super().__init__(NET.told, NET.inputs, NET.hidden)
        self._chances = chances
        self.lessons: list[tuple[int | None, Sequence[float], float]] = []

    def chances(self, state: Position) -> list[float]:
        assert state.to_move is not None
        return list(self._chances[state.to_move])

    def learn(self, state: Position, outcome: Sequence[float], rate: float) -> None:
        self.lessons.append((state.to_move, outcome, rate))


def copy(net: Net) -> Net:
    return Net(net.told, net.inputs, net.hidden)


class TestLearning:
    AT = position("t10 t20 t20", "t12 t50 home")
    AT_FOUR = at_table(4, ("t10 t20 t20", "t12 t50 home", "t55", "t66 t66"), turn=2)

    @pytest.mark.parametrize("outcome", [0.0, 1.0])
    def test_the_net_thinks_more_of_what_has_happened(self, outcome: float) -> None:
        net = copy(NET)
        before = net.chances(self.AT)[0]
        net.learn(self.AT, (outcome, 1 - outcome), 0.01)
        after = net.chances(self.AT)[0]
        assert after == copy(net).chances(self.AT)[0]  # nothing is left of what it thought before
        assert abs(outcome - after) < abs(outcome - before)
        assert abs(after - before) < 0.2

    @pytest.mark.parametrize(("net", "state", "winner"), [(NET, AT, 0), (Net.read(4, varied=True), AT_FOUR, 3)])
    def test_a_step_goes_down_the_gradient(self, net: Net, state: Position, winner: int) -> None:
        """Each weight changes by what a small change of it alone takes from the cross-entropy."""

        def entropy(net: Net) -> float:
            return -log(net.chances(state)[winner])

        learned, rate, tiny = copy(net), 1e-3, 1e-5
        learned.learn(state, [float(seat == winner) for seat in range(net.told.seats)], rate)
        changed = [
            (number, unit)
            for number, (old, new) in enumerate(zip(net.inputs, learned.inputs, strict=True))
            for unit in range(len(old))
            if old[unit] != new[unit]
        ]
        assert net.told.always in {number for number, _ in changed}
        for number, unit in changed[::17]:
            nudged = copy(net)
            nudged.inputs[number][unit] += tiny
            slope = (entropy(nudged) - entropy(net)) / tiny
            change = learned.inputs[number][unit] - net.inputs[number][unit]
            assert change == pytest.approx(-rate * slope, rel=0.01, abs=1e-9)
        for outcome, weights in enumerate(net.hidden):
            for unit in range(0, len(weights), 3):
                nudged = copy(net)
                nudged.hidden[outcome][unit] += tiny
                slope = (entropy(nudged) - entropy(net)) / tiny
                change = learned.hidden[outcome][unit] - net.hidden[outcome][unit]
                assert change == pytest.approx(-rate * slope, rel=0.01, abs=1e-9)

    def test_a_match_is_learned_backwards_with_what_the_net_thought(self) -> None:
        throws = [position("t10", "t50", turn=turn) for turn in (0, 1, 1)]
        pupil = Pupil((0.9, 0.1), (0.6, 0.4))
        training.learn(pupil, throws, (1, 0), 0.25)
        second = FORESIGHT + (1 - FORESIGHT) * 0.6
        first = FORESIGHT * second + (1 - FORESIGHT) * 0.6
        assert [(seat, rate) for seat, _, rate in pupil.lessons] == [(1, 0.25), (1, 0.25), (0, 0.25)]
        assert [outcome[0] for _, outcome, _ in pupil.lessons] == pytest.approx([1, second, first])
        assert all(sum(outcome) == pytest.approx(1) for _, outcome, _ in pupil.lessons)

    def test_a_match_of_the_net_against_itself(self) -> None:
        throws, shares = training.match(NET, position("h3 home home home", "h2 h5 home home"), Luck(18))
        assert all(state.phase == "roll" and not state.finished for state in throws)
        assert [state.rolls for state in throws] == list(range(40, 40 + len(throws)))
        assert {state.to_move for state in throws} == {0, 1}
        assert shares is not None
        winner = list(shares).index(1)
        assert throws[-1].pawns[winner].count(HOME) == 3
        assert throws[-1].to_move == winner

    def test_each_throw_is_used_for_what_the_net_thinks_most_of(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(training, "LONGEST", 2)
        luck = Scripted((3, 4, 1, 2))
        throws, _ = training.match(NET, position("t20 t30 home home", "t27 t60 home home"), luck)
        assert throws[1].pawns[1] == pawns("t60 home home")  # captured, with a bonus of 20 and 4 more steps
        assert throws[1].pawns[0] != throws[0].pawns[0]

    def test_a_match_that_goes_on_is_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(training, "LONGEST", 3)
        throws, shares = training.match(NET, position("t10", "t50"), Luck(5))
        assert (len(throws), shares) == (3, None)
        net = copy(NET)
        assert list(training.train(net, 2, 1)) == [3, 3]
        assert (net.inputs, net.hidden) == (NET.inputs, NET.hidden)

    def test_the_rate_falls_while_it_trains_with_luck_that_follows_from_the_seed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rolls: list[int] = []

        def match(net: Net, state: Position, luck: Luck) -> tuple[list[Position], Sequence[float]]:
            rolls.append(luck.roll(1_000_000))
            assert state.rolls == 0
            return [position("t10", "t50")], (1, 0)

        monkeypatch.setattr(training, "match", match)
        pupil = Pupil((0.5, 0.5))
        assert list(training.train(pupil, 4, 3)) == [1] * 4
        first, last = training.RATES
        rates = [first * (last / first) ** (number / 4) for number in range(4)]
        assert [rate for _, _, rate in pupil.lessons] == pytest.approx(rates)
        assert len(set(rolls)) == 4
        list(training.train(pupil, 4, 3))
        assert rolls[4:] == rolls[:4]

    def test_a_varied_net_meets_all_options_that_change_how_a_match_goes(self) -> None:
        source = random.Random(1)
        met = [training.options(Net.read(2, varied=True), source) for _ in range(60)]
        assert {name for options in met for name in options} == set(VARIANTS)
        for name in VARIANTS:
            assert {bool(options[name]) for options in met} == {False, True}
        assert training.options(NET, source) == {}

    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        file = tmp_path / "net.json"
        NET.write(file)
        assert file.read_text("utf-8") == file_of(NET.told).read_text("utf-8")
        again = Net.read_from(file, NET.told)
        assert (again.inputs, again.hidden) == (NET.inputs, NET.hidden)

    def test_pawns_that_are_remembered_have_a_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.players.parcheesi.net.REMEMBERED", 2)
        net = copy(NET)
        for way in ("t10", "t11", "t13 t40", "t10"):
            state = position("t12 t50 home", way)
            assert net.chances(state) == NET.chances(state)
            assert 0 < len(net._sums) <= 2
