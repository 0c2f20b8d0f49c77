"""What experts at Parcheesi have learned: what the net is told, what it thinks, and throws played to their end."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.players import JUDGES, LEVELS, Budget, player_for
from bot.players.luck import Luck
from bot.players.parcheesi import features, judge, training
from bot.players.parcheesi.judge import ENTERS, HITS
from bot.players.parcheesi.learned import CERTAIN, LearnedJudge
from bot.players.parcheesi.net import FILE, Net
from bot.players.parcheesi.training import FORESIGHT
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from bot.rules.parcheesi.board import COLOURS, HOME, SQUARE_NUMBERS, TRACK
from tests.kept import Keep
from tests.players.parcheesi_positions import moving, pawns, position

NET = Net.read()
HALFWAY = 34  # squares from red's entry to yellow's


def told(found: Iterable[features.Feature]) -> dict[int, Any]:
    """What isn't 0, each number once."""
    listed = [(number, value) for number, value in found if value]
    assert len(dict(listed)) == len(listed)
    return {number: pytest.approx(value) for number, value in listed}


def squares_of(side: int, base: int, *numbers: int) -> dict[int, float]:
    return {side * features.SQUARES_OF_SIDE + base + number: 1.0 for number in numbers}


def counts_of(side: int, **counts: float) -> dict[int, float]:
    base = features.COUNTS + side * features.COUNTS_OF_SIDE
    return {base + getattr(features, name): value for name, value in counts.items()}


class TestThrowsThatHit:
    def test_they_are_as_likely_as_the_judge_says(self) -> None:
        assert [throws.bit_count() / 36 for throws in features.THROWS[: len(HITS)]] == pytest.approx(HITS)
        assert not any(features.THROWS[len(HITS) :])
        assert features.ENTERING.bit_count() / 36 == pytest.approx(ENTERS)

    @pytest.mark.parametrize("distance", range(features.FARTHEST + 1))
    def test_doubles_are_played_with_the_opposite_faces_where_no_pawn_is_in_the_nest(self, distance: int) -> None:
        def reached(one: int, other: int) -> set[int]:
            values = [one, one, 7 - one, 7 - one] if one == other else [one, other]
            return {sum(values[i] for i in range(len(values)) if used >> i & 1) for used in range(1, 1 << len(values))}

        throws = [throw for throw in product(range(1, 7), repeat=2) if distance in reached(*throw)]
        assert features.DOUBLED_THROWS[distance].bit_count() == (len(throws) if distance else 0)


class TestFeaturesOfOneSeat:
    @pytest.mark.parametrize(
        ("seat", "squares", "side", "ones", "twos", "counts"),
        [
            (0, "", 0, [], [], {}),
            (0, "t5", 0, [1], [], {"STEPS": 1 / 288}),
            (1, "t39", 1, [1], [], {"STEPS": 1 / 288}),
            (0, "t68 t1", 0, [64, 73], [], {"STEPS": 64 / 288}),  # behind its turn-off a pawn has no way left
            (1, "t34 t35 t38", 1, [64, 73, 76], [], {"STEPS": 64 / 288}),
            (0, "t5 t5", 1, [1], [1], {"STEPS": 2 / 288, "BLOCKADES": 1, "SHUTS_ITSELF_IN": 1, "NO_SPARE": 1}),
            (
                0, "t20 t20 t30 h1", 0, [16, 26, 65], [16],
                {
                    "STEPS": (16 + 16 + 26 + 65) / 288, "BLOCKADES": 1, "IN_ROW": 0.5, "ALL_OUT": 1,
                    "SPARE": (46 + 7) / 72, "FEW_SPARE": 0.3,
                },
            ),
            (
                1, "h7 h7 t50 t50", 0, [12, 71], [12, 71],
                {
                    "STEPS": (142 + 24) / 288, "BLOCKADES": 1, "IN_ROW": 1, "ALL_OUT": 1,
                    "SPARE": 2 / 72, "FEW_SPARE": 2 / 72,
                },
            ),
            (0, "t10 t10 t12 t12", 0, [6, 8], [6, 8], {"STEPS": 28 / 288, "BLOCKADES": 2, "ALL_OUT": 1, "NO_SPARE": 1}),
        ],
    )  # fmt: skip
    def test_pawns_where_they_stand(
        self, seat: int, squares: str, side: int, ones: list[int], twos: list[int], counts: dict[str, float]
    ) -> None:
        nested = 4 - len(squares.split())
        expected = squares_of(side, features.ONE - 1, *ones) | squares_of(side, features.TWO - 1, *twos)
        expected |= squares_of(side, features.NESTED, *range(nested)) | counts_of(side, **counts)
        assert told(features.of_one(side, seat, pawns(squares))) == expected

    def test_pawns_at_home(self) -> None:
        expected = squares_of(0, features.AT_HOME, 0, 1) | squares_of(0, features.NESTED, 0, 1)
        assert told(features.of_one(0, 0, pawns("home home"))) == expected | counts_of(0, STEPS=0.5)


class TestFeaturesOfBoth:
    @pytest.mark.parametrize(
        ("seat", "own", "theirs", "hits", "together"),
        [
            (0, "t20", "t10 t60", {"t20": 3}, 3),
            (0, "t22", "t10 t60", {}, 0),  # a safe square
            (1, "t5", "", {"t5": 15}, 15),  # where red comes out
            (1, "t5", "t2 home home home", {}, 0),  # nobody is left to come out
            (0, "t1", "t60 t20", {"t1": 4}, 4),  # behind its turn-off
            (0, "t24", "t10 t60 t61 t62", {"t24": 6}, 6),  # by doubles, whose opposite faces count
            (0, "t24", "t10 t60 t61", {}, 0),
            (0, "t20 t18 t18", "t10", {}, 0),  # behind a blockade
            (0, "t16 t18 t18", "t10", {"t16": 16}, 16),
            (0, "t25 t30", "t24 t60", {"t25": 11, "t30": 16}, 23),
            (0, "t55 t2 h3 home", "t60 t60 t50 t50", {"t55": 16, "t2": 6}, 20),
            (1, "t60", "t39 t39 t50 t50", {"t60": 6}, 6),
            (0, "t20", "h1 h1 home", {}, 0),
        ],
    )
    def test_what_can_be_captured(self, seat: int, own: str, theirs: str, hits: dict[str, int], together: int) -> None:
        losses = [
            throws / 36 * (features.WAYS[seat][SQUARE_NUMBERS[square]] + features.SENT_BACK) / 72
            for square, throws in hits.items()
        ]
        expected = {
            "DANGER": sum(hits.values()) / 36,
            "LOSS": sum(losses),
            "WORST_LOSS": max(losses, default=0),
            "ANY_DANGER": together / 36,
        }
        for side in (0, 1):
            found = told(features.of_both(side, seat, pawns(own), pawns(theirs)))
            numbers = {getattr(features, name) + features.COUNTS + side * features.COUNTS_OF_SIDE for name in expected}
            told_of = {number: value for number, value in found.items() if number in numbers}
            assert told_of == counts_of(side, **{name: value for name, value in expected.items() if value})

    @pytest.mark.parametrize(
        ("seat", "own", "theirs", "counts"),
        [
            (0, "t24 t18 t18", "t10 t60", {"SOON_HOLDS_UP": 0.5}),
            (0, "t18 t18", "t12 t11", {"HOLDS_UP": 0.5, "SOON_HOLDS_UP": 0.5}),
            (0, "t19 t19 t30 t31", "t6", {}),  # 13 squares behind
            (0, "t2 t2 home home", "t64 t58 t8", {"HOLDS_UP": 0.5, "SOON_HOLDS_UP": 0.5}),
            (0, "t2 t2 t3 t3", "t64", {"HOLDS_UP": 0.5, "SOON_HOLDS_UP": 0.5}),
            (0, "", "t5 t5", {"SHUT_IN": 1, "BEHIND_ONE": 1}),
            (0, "", "t5", {"IN_FRONT": 1}),
            (0, "t7 t8 t9 t10", "t5 t5", {}),
            (1, "t60", "t39 t39 t50 t50", {"SHUT_IN": 1, "BEHIND_ONE": 0.75, "BEHIND_TWO": 0.75}),
            (0, "t40 t2 h3 home", "t60 t60 t50 t50", {"BEHIND_ONE": 0.5, "BEHIND_TWO": 0.5}),
            (0, "t55 t2 h3 home", "t60 t60 t50 t50", {"BEHIND_ONE": 0.5, "BEHIND_TWO": 0.25}),
            (0, "t68 t60 t5 t5", "t68 t68", {"HOLDS_UP": 1, "BEHIND_ONE": 0.75}),  # the turn-off itself
            (0, "home home home home", "t1 t1", {}),
            (1, "t68 home home home", "t10 t10 t50", {"BEHIND_ONE": 0.25}),  # from the last square of the track
            (0, "t40 home home home", "t3 t3", {}),  # behind the turn-off nothing is in the way
            (0, "t18 t18", "t10 t60", {"SOON_HOLDS_UP": 0.5}),
        ],
    )
    def test_what_is_in_the_way(self, seat: int, own: str, theirs: str, counts: dict[str, float]) -> None:
        dangers = {features.DANGER, features.LOSS, features.WORST_LOSS, features.ANY_DANGER}
        for side in (0, 1):
            base = features.COUNTS + side * features.COUNTS_OF_SIDE
            found = told(features.of_both(side, seat, pawns(own), pawns(theirs)))
            in_the_way = {number: value for number, value in found.items() if number - base not in dangers}
            assert in_the_way == counts_of(side, **counts)


@st.composite
def situations(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pawns of two seats: at most two on a square, and no square of the track with both colours."""
    seats = []
    taken: set[int] = set()
    for _ in range(2):
        free = [square for square in range(1, HOME) if square not in taken] * 2
        chosen = draw(st.lists(st.sampled_from([*[0, HOME] * 4, *free]), min_size=4, max_size=4))
        chosen = [square if chosen.count(square) <= 2 else 0 for square in chosen]
        seats.append(tuple(sorted(chosen)))
        taken |= {square for square in chosen if square <= TRACK}
    return seats[0], seats[1]


def turned(of_seat: tuple[int, ...]) -> tuple[int, ...]:
    """The same pawns half a turn around the board, as the other seat has them."""
    return tuple(sorted((square + HALFWAY - 1) % TRACK + 1 if 0 < square <= TRACK else square for square in of_seat))


class TestTheNet:
    @given(situations())
    def test_both_seats_are_seen_alike(self, pair: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        one, other = pair
        chance = NET.chance(0, (one, other))
        assert 0 < chance < 1
        assert NET.chance(1, (turned(other), turned(one))) == pytest.approx(chance)

    def test_all_inputs_have_their_weights(self) -> None:
        assert len(NET.inputs) == features.ALWAYS + 1
        assert {len(row) for row in NET.inputs} == {len(NET.hidden) + 1}

    def test_who_is_ahead_is_likelier_to_win(self) -> None:
        ways = [f"t{square} t{square + 10} home" for square in (10, 25, 40, 55)]
        chances = [NET.chance(0, (pawns(way), pawns("t50 t60"))) for way in ways]
        assert chances == sorted(chances)
        assert NET.chance(0, (pawns("home home home h7"), pawns("t50 home"))) > 0.97
        assert NET.chance(0, (pawns("t50 home"), pawns("home home home h7"))) < 0.15

    def test_chances_are_as_they_were(self, keep: Keep) -> None:
        """A weight or a feature that changes shows here; docs/strength.md was measured with these."""
        source, luck, lines = random.Random(1), Luck(8), []
        state = game.start(2, {}, luck)
        while state.to_move is not None:
            if state.view(None)["phase"] == "roll" and source.random() < 0.2:
                lines.append(f"{NET.chance(state.to_move, state.pawns):.3f} {state.to_move} {state.dump()['pawns']}")
            state = state.play(source.choice(state.legal()), luck)
        keep("\n".join(lines) + "\n", Path(__file__).parent / "parcheesi-chances.txt")


class TestTheLearnedJudge:
    def test_a_throw_counts_as_the_best_position_that_it_leads_to(self) -> None:
        for turn, best in ((0, max), (1, min)):
            state = moving("t10 t20 t30", "t40 t50 t61", 3, 4, turn=turn)
            ends, waiting = set(), [state]
            while waiting:
                for move in waiting[0].legal():
                    after = waiting[0].play(move, Scripted([]))
                    if after.view(None)["phase"] == "roll":
                        assert after.to_move == 1 - turn
                        own = NET.chance(1 - turn, after.pawns)
                        ends.add(own if turn else 1 - own)
                    else:
                        waiting.append(after)
                del waiting[0]
            first, second = LearnedJudge(NET).evaluate(state)
            assert len(ends) > 5
            assert first == pytest.approx(CERTAIN * best(ends))
            assert first + second == pytest.approx(CERTAIN)

    def test_after_a_double_the_same_seat_throws_again(self) -> None:
        state = moving("t10", "t40 home home home", 6, 6)
        judge = LearnedJudge(NET)
        (end,) = {after.play(after.legal()[0], Scripted([])) for after in [state.play(state.legal()[0], Scripted([]))]}
        assert end.to_move == 0
        assert judge.evaluate(state)[0] == pytest.approx(CERTAIN * NET.chance(0, end.pawns))
        single = replace(state, dice=(5, 6), doubles=0)  # the same pawns and values, but the turn ends
        assert judge.evaluate(single)[0] < judge.evaluate(state)[0]

    def test_a_match_that_is_over_is_certain(self) -> None:
        won = moving("h7 home home home", "t40", 1, 2)
        assert LearnedJudge(NET).evaluate(won) == (CERTAIN, 0.0)
        lost = moving("t40", "h7 home home home", 1, 2, turn=1)
        assert LearnedJudge(NET).evaluate(lost) == (0.0, CERTAIN)

    def test_positions_that_differ_in_what_is_left_alone_are_told_apart(self) -> None:
        together = LearnedJudge(NET)
        bonus: dict[str, Any] = {"phase": "bonus", "dice": [3, 4], "left": []}
        for earned in (10, 20):
            state = position("t10 t20 t30", "t40 t50", bonuses=[earned], **bonus)
            assert together.evaluate(state) == LearnedJudge(NET).evaluate(state)
        found = (position("t10 t20 t30", "t40 t50", bonuses=[earned], **bonus) for earned in (10, 20))
        assert len({LearnedJudge(NET).evaluate(state) for state in found}) == 2

    def test_it_gives_up_where_hardly_anything_can_be_won(self) -> None:
        assert LearnedJudge.depths == (1, 2)
        for red, yellow, hopeless in (
            ("h6 home home", "h1 home home home", True),
            ("t20 home home home", "h7 home home home", False),
        ):
            state = position(red, yellow, turn=1)
            own = CERTAIN * (1 - NET.chance(1, state.pawns))
            expert = player_for("parcheesi", 2, {}, 0, LEVELS["expert"], random.Random(1))
            assert expert.is_hopeless(state.view(0)) is hopeless
            assert (own < 1) is hopeless

    def test_what_is_remembered_has_a_limit_and_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        state = moving("t10 t20 t30", "t40 t50 t61", 3, 4)
        expected = LearnedJudge(NET).evaluate(state)
        monkeypatch.setattr("bot.players.parcheesi.learned.REMEMBERED", 3)
        judge = LearnedJudge(NET)
        assert judge.evaluate(state) == expected == judge.evaluate(state)
        assert 0 < len(judge._known) <= 3

    def test_an_expert_plays_the_use_of_a_throw_that_wins_most(self) -> None:
        state = moving("t10 t20 t30", "t24 t50 t61", 4, 3)
        level = LEVELS["expert"].within(Budget(positions=600))
        choice = player_for("parcheesi", 2, {}, 0, level, random.Random(1)).choose(state.view(0))
        assert choice.move == "t20+4>t24"
        assert choice.steps == 2
        value = dict(choice.ranked)[choice.move]
        assert 0 < value < CERTAIN


class Pupil(Net):
    """A net that thinks the same of all positions of a seat, and writes down what it should learn."""

    def __init__(self, *chances: float) -> None:
        super().__init__(NET.inputs, NET.hidden)
        self._chances = chances
        self.told: list[tuple[int, float, float]] = []

    def chance(self, seat: int, pawns: Sequence[tuple[int, ...]]) -> float:
        return self._chances[seat]

    def learn(self, seat: int, pawns: Sequence[tuple[int, ...]], outcome: float, rate: float) -> None:
        self.told.append((seat, outcome, rate))


def copy(net: Net) -> Net:
    return Net(net.inputs, net.hidden)


class TestLearning:
    AT = (pawns("t10 t20 t20"), pawns("t12 t50 home"))

    @pytest.mark.parametrize("outcome", [0.0, 1.0])
    def test_the_net_thinks_more_of_what_has_happened(self, outcome: float) -> None:
        net = copy(NET)
        before = net.chance(0, self.AT)
        net.learn(0, self.AT, outcome, 0.01)
        after = net.chance(0, self.AT)
        assert after == copy(net).chance(0, self.AT)  # nothing is left of what it thought before
        assert abs(outcome - after) < abs(outcome - before)
        assert abs(after - before) < 0.2

    def test_a_step_goes_down_the_gradient(self) -> None:
        """Each weight changes by what a small change of it alone takes from the cross-entropy."""

        def entropy(net: Net) -> float:
            return -log(net.chance(0, self.AT))

        learned, rate, tiny = copy(NET), 1e-3, 1e-5
        learned.learn(0, self.AT, 1.0, rate)
        changed = [
            (number, unit)
            for number, (old, new) in enumerate(zip(NET.inputs, learned.inputs, strict=True))
            for unit in range(len(old))
            if old[unit] != new[unit]
        ]
        assert {number for number, _ in changed} >= {features.ALWAYS, features.COUNTS + features.STEPS}
        for number, unit in changed[::17]:
            nudged = copy(NET)
            nudged.inputs[number][unit] += tiny
            slope = (entropy(nudged) - entropy(NET)) / tiny
            assert learned.inputs[number][unit] - NET.inputs[number][unit] == pytest.approx(-rate * slope, rel=0.01)
        for unit in range(len(NET.hidden)):
            nudged = copy(NET)
            nudged.hidden[unit] += tiny
            slope = (entropy(nudged) - entropy(NET)) / tiny
            assert learned.hidden[unit] - NET.hidden[unit] == pytest.approx(-rate * slope, rel=0.01, abs=1e-9)

    def test_a_match_is_learned_backwards_with_what_the_net_thought(self) -> None:
        throws = [position("t10", "t50", turn=turn) for turn in (0, 1, 1)]
        pupil = Pupil(0.9, 0.4)
        training.learn(pupil, throws, 0, 0.25)
        second = FORESIGHT + (1 - FORESIGHT) * 0.6
        first = FORESIGHT * second + (1 - FORESIGHT) * 0.6
        assert [(seat, rate) for seat, _, rate in pupil.told] == [(1, 0.25), (1, 0.25), (0, 0.25)]
        assert [outcome for _, outcome, _ in pupil.told] == pytest.approx([0, 1 - second, first])
        pupil = Pupil(0.8, 0.2)
        training.learn(pupil, throws[::-1], 1, 1.0)
        third = FORESIGHT * 0 + (1 - FORESIGHT) * 0.8
        assert [outcome for _, outcome, _ in pupil.told[:2]] == [0.0, pytest.approx(1 - third)]

    def test_a_match_of_the_net_against_itself(self) -> None:
        throws, winner = training.match(NET, position("h3 home home home", "h2 h5 home home"), Luck(18))
        assert all(state.phase == "roll" and not state.finished for state in throws)
        assert [state.rolls for state in throws] == list(range(40, 40 + len(throws)))
        assert {state.to_move for state in throws} == {0, 1}
        assert winner is not None
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
        throws, winner = training.match(NET, position("t10", "t50"), Luck(5))
        assert (len(throws), winner) == (3, None)
        net = copy(NET)
        assert list(training.train(net, 2, 1)) == [3, 3]
        assert (net.inputs, net.hidden) == (NET.inputs, NET.hidden)

    def test_the_rate_falls_while_it_trains_with_luck_that_follows_from_the_seed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rolls: list[int] = []

        def match(net: Net, state: Position, luck: Luck) -> tuple[list[Position], int]:
            rolls.append(luck.roll(1_000_000))
            assert state.rolls == 0
            return [position("t10", "t50")], 0

        monkeypatch.setattr(training, "match", match)
        pupil = Pupil(0.5, 0.5)
        assert list(training.train(pupil, 4, 3)) == [1] * 4
        first, last = training.RATES
        rates = [first * (last / first) ** (number / 4) for number in range(4)]
        assert [rate for _, _, rate in pupil.told] == pytest.approx(rates)
        assert len(set(rolls)) == 4
        list(training.train(pupil, 4, 3))
        assert rolls[4:] == rolls[:4]

    def test_what_is_written_is_read_again(self, tmp_path: Path) -> None:
        file = tmp_path / "net.json"
        NET.write(file)
        assert file.read_text("utf-8") == FILE.read_text("utf-8")
        again = Net.read(file)
        assert (again.inputs, again.hidden) == (NET.inputs, NET.hidden)

    def test_pawns_that_are_remembered_have_a_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.players.parcheesi.net.REMEMBERED", 2)
        net = copy(NET)
        for way in ("t10", "t11", "t12 t40", "t10"):
            assert net.chance(1, (pawns(way), self.AT[1])) == NET.chance(1, (pawns(way), self.AT[1]))
            assert 0 < len(net._sums) <= 2


@pytest.mark.parametrize(
    ("level", "seats", "options", "learned"),
    [
        ("expert", 2, {}, True),
        ("expert", 2, {"first": "high_roll", "finish": "all"}, True),
        ("expert", 2, {"triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}, True),
        ("expert", 2, {"triple_doubles": True}, False),
        ("expert", 2, {"blockade_limit": 2}, False),
        ("expert", 2, {"max_rolls": 100}, False),
        ("expert", 3, {}, False),
        ("expert", 4, {}, False),
        ("hard", 2, {}, True),
        ("normal", 2, {}, False),
        ("adviser", 2, {}, True),
        ("adviser", 2, {"max_rolls": 100}, False),
        ("adviser", 4, {}, False),
    ],
)
def test_from_hard_up_and_in_hints_tables_for_two_go_by_what_was_learned(
    level: str, seats: int, options: dict[str, object], learned: bool
) -> None:
    chosen = judge.at_table(level, seats, options)
    assert isinstance(chosen, LearnedJudge) is learned
    assert learned or chosen is judge


def test_other_games_have_one_judge_for_all_levels() -> None:
    for key in JUDGES.keys() - {"parcheesi"}:
        assert JUDGES[key].at_table("expert", 2, {}) is JUDGES[key]


def test_the_seats_of_the_net_are_those_of_a_table_for_two() -> None:
    assert tuple(colour.entry for colour in COLOURS[2]) == features.ENTRIES
