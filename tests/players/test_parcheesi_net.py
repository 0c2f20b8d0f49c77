"""What experts at Parcheesi have learned: what the net is told, what it thinks, and throws played to their end."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.players import JUDGES, LEVELS, Budget, player_for
from bot.players.luck import Luck
from bot.players.parcheesi import judge
from bot.players.parcheesi.features import Inputs
from bot.players.parcheesi.learned import CERTAIN, LearnedJudge
from bot.players.parcheesi.net import ALL_HOME, Net
from bot.rules.chance import Scripted
from bot.rules.parcheesi import game
from bot.rules.parcheesi.board import HOME, TRACK
from tests.kept import Keep
from tests.players.parcheesi_positions import at_table, moving, position

NET = Net.read(2)
VARIED: dict[str, object] = {"blockade_limit": 2, "max_rolls": 300, "triple_doubles": True}
THREE, FOUR = Net.read(3, varied=True), Net.read(4, varied=True)
NETS = [NET, Net.read(2, varied=True), THREE, FOUR]
HALFWAY = 34  # squares from red's entry to yellow's


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


def chance(red: str, yellow: str, turn: int = 0) -> float:
    """The chance of the seat that throws."""
    return NET.chances(position(red, yellow, turn=turn))[turn]


class TestTheNet:
    @given(situations())
    def test_both_seats_are_seen_alike(self, pair: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
        one, other = pair
        if ALL_HOME in pair:
            return
        first = NET.chances(replace(position("", ""), pawns=(one, other)))
        assert 0 < first[0] < 1
        assert sum(first) == pytest.approx(1)
        second = NET.chances(replace(position("", "", turn=1), pawns=(turned(other), turned(one))))
        assert second == pytest.approx(first[::-1])

    @pytest.mark.parametrize("net", NETS, ids=lambda net: f"{net.told.seats}-{net.told.varied}")
    def test_all_inputs_have_their_weights(self, net: Net) -> None:
        assert len(net.inputs) == len(net.told)
        assert len(net.hidden) == net.told.seats - 1
        units = {len(weights) for weights in net.hidden}
        assert {len(row) for row in net.inputs} == {units.pop() + net.told.seats - 1}

    def test_who_is_ahead_is_likelier_to_win(self) -> None:
        ways = [f"t{square} t{square + 10} home" for square in (10, 25, 40, 55)]
        chances = [chance(way, "h1 h3") for way in ways]
        assert chances == sorted(chances)
        assert chance("home home home h7", "t50 home") > 0.97
        assert chance("t50 home", "home home home h7") < 0.15

    def test_it_knows_nothing_of_a_throw_that_is_being_played(self) -> None:
        with pytest.raises(ValueError, match="before a throw"):
            NET.chances(moving("t10", "t40", 3, 4))

    def test_chances_are_as_they_were(self, keep: Keep) -> None:
        """A weight or a feature that changes shows here; docs/strength.md was measured with these."""
        source, lines = random.Random(1), []
        for net in NETS:
            luck, seats = Luck(8), net.told.seats
            state = game.start(seats, VARIED if net.told.varied else {}, luck)
            while state.to_move is not None:
                if state.phase == "roll" and source.random() < 0.1:
                    chances = " ".join(f"{each:.3f}" for each in net.chances(state))
                    lines.append(f"{chances} {state.to_move} {state.dump()['pawns']}")
                state = state.play(source.choice(state.legal()), luck)
        keep("\n".join(lines) + "\n", Path(__file__).parent / "parcheesi-chances.txt")


class TestTablesOfMoreSeats:
    SQUARES_OF_FOUR = ("t10 t20", "t30 t30 home", "t60", "h3")

    def test_every_seat_has_its_chance(self) -> None:
        chances = FOUR.chances(at_table(4, self.SQUARES_OF_FOUR, turn=2))
        assert sum(chances) == pytest.approx(1)
        assert all(0 < each < 1 for each in chances)

    def test_four_seats_are_seen_alike(self) -> None:
        """A quarter of a turn around the board is 17 squares."""
        quarter = TRACK // 4
        state = at_table(4, self.SQUARES_OF_FOUR, turn=1)
        onward = [
            tuple(sorted((square + quarter - 1) % TRACK + 1 if 0 < square <= TRACK else square for square in of_seat))
            for of_seat in state.pawns
        ]
        moved = replace(state, pawns=(onward[3], *onward[:3]), to_move=2)
        chances = FOUR.chances(state)
        assert FOUR.chances(moved) == pytest.approx([chances[3], *chances[:3]])

    def test_a_seat_that_has_finished_wins_nothing_more(self) -> None:
        home = "home home home home"
        state = at_table(3, ("t10", home, "t50 home"), options={"finish": "all"}, finished=[1], turn=2)
        chances = THREE.chances(state)
        assert chances[1] == 0
        assert sum(chances) == pytest.approx(1)
        worths = LearnedJudge(THREE).evaluate(state)
        assert worths[1] == CERTAIN
        assert worths[0] + worths[2] == pytest.approx(CERTAIN)

    def test_the_next_seat_that_comes_home_has_won_what_was_left(self) -> None:
        home = "home home home home"
        options = {"finish": "all"}
        state = at_table(
            4, ("h7 home home home", home, "t50", "t60"), options=options, finished=[1],
            phase="move", dice=[1, 3], left=[1, 3],
        )  # fmt: skip
        assert LearnedJudge(FOUR).evaluate(state) == [CERTAIN, CERTAIN, 0, 0]

    def test_the_mover_uses_its_throw_for_itself(self) -> None:
        state = at_table(3, ("t10 t20", "t30", "t60"), turn=1, phase="move", dice=[1, 3], left=[1, 3])
        judge = LearnedJudge(THREE)
        afters = [state.play(move, Scripted([])) for move in state.legal()]
        ends = {end for after in afters for end in (after.play(move, Scripted([])) for move in after.legal())}
        assert all(end.phase == "roll" for end in ends)
        assert judge.evaluate(state)[1] == pytest.approx(CERTAIN * max(THREE.chances(end)[1] for end in ends))


class TestOptions:
    NET = Net.read(2, varied=True)

    def chance(self, **changes: Any) -> float:
        return self.NET.chances(at_table(2, ("t10 t10 t30", "t20 t50 home"), **changes))[0]

    def test_the_age_of_a_blockade_is_told(self) -> None:
        ages = [self.chance(options={"blockade_limit": 3}, blockades=[{"t10": age}, {}]) for age in (1, 2, 3)]
        assert len(set(ages)) == 3

    def test_who_is_ahead_on_points_wins_when_the_rolls_run_out(self) -> None:
        chances = [self.chance(options={"max_rolls": 41 + left}) for left in (400, 40, 0)]
        ahead = self.NET.chances(at_table(2, ("h1 h2 h3", "t50"), options={"max_rolls": 41}))[0]
        assert ahead > 0.9
        assert chances == sorted(chances, reverse=True)

    def test_points_decide_a_match_whose_rolls_are_over(self) -> None:
        state = at_table(
            3, ("t15", "t40", "h3 t10"), options={"max_rolls": 40}, phase="over", turn=None,
        )  # fmt: skip
        assert LearnedJudge(THREE).evaluate(state) == [0, 0, CERTAIN]
        even = at_table(2, ("t15", "t49"), options={"max_rolls": 40}, phase="over", turn=None)
        assert LearnedJudge(self.NET).evaluate(even) == [CERTAIN / 2, CERTAIN / 2]


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
                        own = NET.chances(after)[1 - turn]
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
        assert judge.evaluate(state)[0] == pytest.approx(CERTAIN * NET.chances(end)[0])
        single = replace(state, dice=(5, 6), doubles=0)  # the same pawns and values, but the turn ends
        assert judge.evaluate(single)[0] < judge.evaluate(state)[0]

    def test_a_match_that_is_over_is_certain(self) -> None:
        won = moving("h7 home home home", "t40", 1, 2)
        assert LearnedJudge(NET).evaluate(won) == [CERTAIN, 0.0]
        lost = moving("t40", "h7 home home home", 1, 2, turn=1)
        assert LearnedJudge(NET).evaluate(lost) == [0.0, CERTAIN]

    def test_positions_that_differ_in_what_is_left_alone_are_told_apart(self) -> None:
        together = LearnedJudge(NET)
        bonus: dict[str, Any] = {"phase": "bonus", "dice": [3, 4], "left": []}
        for earned in (10, 20):
            state = position("t10 t20 t30", "t40 t50", bonuses=[earned], **bonus)
            assert together.evaluate(state) == LearnedJudge(NET).evaluate(state)
        found = (position("t10 t20 t30", "t40 t50", bonuses=[earned], **bonus) for earned in (10, 20))
        assert len({tuple(LearnedJudge(NET).evaluate(state)) for state in found}) == 2

    def test_it_gives_up_where_hardly_anything_can_be_won(self) -> None:
        assert LearnedJudge.depths == (1, 2)
        for red, yellow, hopeless in (
            ("h6 home home", "h1 home home home", True),
            ("t20 home home home", "h7 home home home", False),
        ):
            state = position(red, yellow, turn=1)
            own = CERTAIN * NET.chances(state)[0]
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


@pytest.mark.parametrize(
    ("seats", "options", "varied"),
    [
        (2, {}, False),
        (2, {"first": "high_roll", "finish": "all"}, False),
        (2, {"triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}, False),
        (2, {"triple_doubles": True}, True),
        (2, {"blockade_limit": 2}, True),
        (2, {"max_rolls": 100}, True),
        (3, {}, True),
        (4, {"blockade_limit": 2}, True),
    ],
)
@pytest.mark.parametrize("level", ["hard", "expert", "adviser"])
def test_from_hard_up_and_in_hints_each_table_goes_by_what_was_learned_there(
    level: str, seats: int, options: dict[str, object], varied: bool
) -> None:
    chosen = judge.at_table(level, seats, options)
    assert isinstance(chosen, LearnedJudge)
    assert chosen._net.told == Inputs(seats, varied)


@pytest.mark.parametrize("level", ["beginner", "easy", "normal"])
def test_lower_levels_go_by_the_judge_whose_values_are_chosen_by_hand(level: str) -> None:
    assert judge.at_table(level, 2, {}) is judge


def test_other_games_have_one_judge_for_all_levels() -> None:
    for key in JUDGES.keys() - {"parcheesi"}:
        assert JUDGES[key].at_table("expert", 2, {}) is JUDGES[key]
