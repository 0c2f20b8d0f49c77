"""What the nets of Parcheesi are told about a position."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from bot.players.parcheesi import features
from bot.players.parcheesi.features import Inputs
from bot.players.parcheesi.judge import ENTERS, HITS
from bot.rules.parcheesi.board import COLOURS, SQUARE_NUMBERS
from tests.players.parcheesi_positions import at_table, pawns

TOLD = Inputs(2)


def told(found: Iterable[features.Feature]) -> dict[int, Any]:
    """What isn't 0, each number once."""
    listed = [(number, value) for number, value in found if value]
    assert len(dict(listed)) == len(listed)
    return {number: pytest.approx(value) for number, value in listed}


def squares_of(side: int, base: int, *numbers: int) -> dict[int, float]:
    return {side * features.SQUARES_OF_SIDE + base + number: 1.0 for number in numbers}


def counts_of(side: int, **counts: float) -> dict[int, float]:
    """What a side is told of its own pawns."""
    base = 2 * features.SQUARES_OF_SIDE + side * features.COUNTS_OF_SIDE
    return {base + getattr(features, name): value for name, value in counts.items()}


def between(side: int, **counts: float) -> dict[int, float]:
    """What a side of two is told of the other one."""
    base = 2 * (features.SQUARES_OF_SIDE + features.COUNTS_OF_SIDE) + side * features.COUNTS_OF_PAIR
    return {base + getattr(features, name): value for name, value in counts.items()}


def told_of_both(side: int, seat: int, own: str, theirs: str) -> dict[int, Any]:
    return told(TOLD.of_both(side, 1, (seat, 1 - seat), pawns(own), pawns(theirs)))


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
        assert told(TOLD.of_one(side, seat, pawns(squares))) == expected

    def test_pawns_at_home(self) -> None:
        expected = squares_of(0, features.AT_HOME, 0, 1) | squares_of(0, features.NESTED, 0, 1)
        assert told(TOLD.of_one(0, 0, pawns("home home"))) == expected | counts_of(0, STEPS=0.5)


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
            throws / 36 * (features.WAYS[COLOURS[2][seat]][SQUARE_NUMBERS[square]] + features.SENT_BACK) / 72
            for square, throws in hits.items()
        ]
        expected = {
            "DANGER": sum(hits.values()) / 36,
            "LOSS": sum(losses),
            "WORST_LOSS": max(losses, default=0),
            "ANY_DANGER": together / 36,
        }
        for side in (0, 1):
            found, numbers = told_of_both(side, seat, own, theirs), between(side, **expected).keys()
            told_of = {number: value for number, value in found.items() if number in numbers}
            assert told_of == between(side, **{name: value for name, value in expected.items() if value})

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
        for side in (0, 1):
            dangers = between(side, DANGER=0, LOSS=0, WORST_LOSS=0, ANY_DANGER=0)
            found = told_of_both(side, seat, own, theirs)
            in_the_way = {number: value for number, value in found.items() if number not in dangers}
            assert in_the_way == between(side, **counts)


class TestFeaturesOfATable:
    VARIED = Inputs(2, varied=True)

    @pytest.mark.parametrize(("age", "counts"), [(1, {"AGE": 0.5}), (2, {"AGE": 1.0, "DUE": 1.0})])
    def test_a_blockade_that_must_be_broken_is_due(self, age: int, counts: dict[str, float]) -> None:
        state = at_table(2, ("t10 t10", ""), options={"blockade_limit": 2}, blockades=[{"t10": age}, {}])
        told_of = told(self.VARIED.of_table(state))
        base = len(self.VARIED) - 2 * features.OPTIONS_OF_SIDE
        assert {number - base: value for number, value in told_of.items() if number >= base} == {
            getattr(features, name): value for name, value in counts.items()
        }

    def test_the_usual_rules_need_none_of_it(self) -> None:
        state = at_table(2, ("t10 t10", "t50"))
        assert told(TOLD.of_table(state)) == {TOLD.always: 1.0}
        assert told(self.VARIED.of_table(state)) == {TOLD.always: 1.0}

    @pytest.mark.parametrize(("seats", "counted"), [(2, False), (3, True), (4, False)])
    def test_three_seats_are_told_who_throws(self, seats: int, counted: bool) -> None:
        """They don't sit alike around the board."""
        inputs = Inputs(seats)
        found = [told(inputs.of_table(at_table(seats, [""] * seats, turn=turn))) for turn in range(seats)]
        assert all(each[inputs.always] == 1 for each in found)
        assert len({tuple(each) for each in found}) == (seats if counted else 1)

    @pytest.mark.parametrize(("rolls", "ahead"), [(41, 1), (41, -1)])
    def test_how_far_a_side_is_ahead_counts_while_few_rolls_are_left(self, rolls: int, ahead: int) -> None:
        pawns_of = ("h1 h2", "t50")[::ahead]
        state = at_table(2, pawns_of, options={"max_rolls": rolls})
        found = told(self.VARIED.of_table(state))
        base = len(self.VARIED) - 2 * features.OPTIONS_OF_SIDE + features.AHEAD
        own = [found[base + number] for number in range(len(features.ROLLS_LEFT))]
        theirs = [found[base + features.OPTIONS_OF_SIDE + number] for number in range(len(features.ROLLS_LEFT))]
        assert all(value.expected * ahead > 0 for value in own)
        assert [value.expected for value in own] == [-value.expected for value in theirs]
        assert own == sorted(own, key=lambda value: abs(value.expected))

    def test_an_input_belongs_to_one_thing_only(self) -> None:
        """All numbers below the length are used, none twice."""
        for inputs in (Inputs(2), Inputs(3, varied=True), Inputs(4, varied=True)):
            sides = range(inputs.seats)
            numbers = {number for side in sides for number, _ in inputs.of_one(side, side, pawns("t10 t10"))}
            numbers |= {number for number, _ in inputs.of_table(at_table(inputs.seats, [""] * inputs.seats))}
            pairs = [
                {number for number, _ in inputs.of_both(side, later, (0, 1), pawns("t25 t27 t27"), pawns("t23 t24"))}
                for side in sides
                for later in range(1, inputs.seats)
            ]
            assert all(not numbers & each for each in pairs)
            assert sum(map(len, pairs)) == len(set().union(*pairs))
            assert max(numbers.union(*pairs)) < len(inputs)
