"""Parcheesi: its board and pawns, its options, and how a match begins."""

from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.rules.parcheesi import game
from bot.rules.parcheesi.board import BLUE, COLOURS, GREEN, RED, SQUARES, YELLOW, progress, steps_left, ways
from tests.rules.parcheesi import plain
from tests.rules.parcheesi.positions import DEFAULTS, HUGE, at, rolled, start
from tests.rules.trying import NO_LUCK, Document


def test_the_registry_knows_parcheesi_by_its_name() -> None:
    assert GAMES["parcheesi"] is game
    assert (game.key, game.title, game.hidden, game.uses_chance({})) == ("parcheesi", "Parcheesi", False, True)
    assert (game.forces, game.rules_version) == (True, 1)


class TestComponentsAndGeometry:
    def test_squares_are_in_document_order(self) -> None:
        assert list(SQUARES) == plain.ORDER

    @pytest.mark.parametrize(
        ("colour", "entry", "turn_off", "between"),
        [
            (RED, "t5", "t68", ["t1", "t2", "t3", "t4"]),
            (BLUE, "t22", "t17", ["t18", "t19", "t20", "t21"]),
            (YELLOW, "t39", "t34", ["t35", "t36", "t37", "t38"]),
            (GREEN, "t56", "t51", ["t52", "t53", "t54", "t55"]),
        ],
    )
    def test_entry_turn_off_and_progress_of_each_colour(
        self, colour: Any, entry: str, turn_off: str, between: list[str]
    ) -> None:
        assert (SQUARES[colour.entry], SQUARES[colour.turn_off]) == (entry, turn_off)
        by_progress = {progress(colour, square): SQUARES[square] for square in range(1, 77) if progress(colour, square)}
        assert sorted(by_progress) == list(range(1, 73))
        assert (by_progress[1], by_progress[64], by_progress[71], by_progress[72]) == (entry, turn_off, "h7", "home")
        assert [SQUARES[square] for square in range(1, 77) if not progress(colour, square)] == between
        assert progress(colour, SQUARES.index("nest")) == 0

    @pytest.mark.parametrize("colour", COLOURS[4])
    def test_steps_left_are_those_of_the_shortest_way_home(self, colour: Any) -> None:
        entry, turn_off = colour.entry, colour.turn_off
        for square, steps in ((turn_off, 8), (entry, 71), (entry - 1, 72), (turn_off % 68 + 1, 75), (69, 7), (75, 1)):
            assert steps_left(colour, square) == steps
        for square in range(1, 76):
            assert steps_left(colour, square) == plain.steps_home(colour.name, SQUARES[square])

    @pytest.mark.parametrize("colour", COLOURS[4])
    @pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6, 10, 20])
    def test_the_ways_of_every_pawn(self, colour: Any, steps: int) -> None:
        for square in range(77):
            found = [[SQUARES[each] for each in way] for way in ways(colour, square, steps)]
            assert sorted(found) == sorted(plain.ways(colour.name, SQUARES[square], steps))

    @pytest.mark.parametrize(
        ("seats", "colours"),
        [(2, ("red", "yellow")), (3, ("red", "blue", "yellow")), (4, ("red", "blue", "yellow", "green"))],
    )
    def test_colours(self, seats: int, colours: tuple[str, ...]) -> None:
        assert game.colours(seats, {}) == colours
        assert game.sides(seats, {}) == tuple((seat,) for seat in range(seats))


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("first", str, "seat0"),
            ("finish", str, "first"),
            ("triple_doubles", bool, False),
            ("blockade_limit", int, 0),
            ("max_rolls", int, 0),
        ]
        ranges = [(option.choices, option.min, option.max) for option in game.options]
        assert ranges == [
            (("seat0", "high_roll"), None, None),
            (("first", "all"), None, None),
            ((), None, None),
            ((), 0, 20),
            ((), 0, 10000),
        ]

    @pytest.mark.parametrize("options", [{}, {"finish": "all", "blockade_limit": 20}])
    def test_two_three_or_four_seats_whatever_the_options(self, options: Document) -> None:
        assert game.seats(options) == (2, 3, 4)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *(("first", value) for value in ("seat1", "", "Seat0", None, 0, True, "SEAT0")),
            *(("finish", value) for value in ("last", None, 1, False)),
            *(("first", []), ("finish", {})),
            *(("triple_doubles", value) for value in (0, 1, None, "true", 1.0)),
            *(("blockade_limit", value) for value in (-1, 21, True, False, 1.0, "1", None)),
            pytest.param("blockade_limit", 10**5000, id="huge"),
            *(("max_rolls", value) for value in (-1, 10001, True, False, 2.5, "0", None, float("nan"))),
        ],
    )
    def test_a_bad_value_is_refused_by_the_name_of_its_option(self, name: str, value: object) -> None:
        for ask in (lambda o: game.start(2, o, NO_LUCK), game.seats, lambda o: game.colours(2, o)):
            with pytest.raises(ValueError, match=rf"options\.{name}"):
                ask({name: value})

    @pytest.mark.parametrize("name", ["First", "", "maxrolls", 5, None])
    def test_an_unknown_name_is_refused(self, name: Any) -> None:
        with pytest.raises(ValueError, match="options: unknown"):
            game.start(2, {name: 0}, NO_LUCK)

    @pytest.mark.parametrize("seats", [0, 1, 5, -2, True, 2.0, "2", None, [2], HUGE])
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        with pytest.raises(ValueError, match="seats"):
            game.start(seats, {}, NO_LUCK)
        with pytest.raises(ValueError, match="seats"):
            game.colours(seats, {})


class TestSetup:
    def test_the_whole_document(self) -> None:
        assert start(3, triple_doubles=True).dump() == {
            "game": "parcheesi",
            "seats": 3,
            "options": DEFAULTS | {"triple_doubles": True},
            "phase": "roll",
            "turn": 0,
            "pawns": [["nest"] * 4] * 3,
            "dice": None,
            "left": [],
            "bonuses": [],
            "doubles": 0,
            "pairs": [],
            "blockades": [{}, {}, {}],
            "finished": [],
            "rolls": 0,
        }

    @pytest.mark.parametrize(
        ("rolls", "first"),
        [([6, 1, 2, 5], 0), ([1, 2, 3, 4], 3), ([4, 2, 4, 1, 3, 5], 2), ([6, 6, 6, 6, 2, 3, 3, 1, 5, 4], 1)],
    )
    def test_high_roll_the_highest_starts_and_only_those_who_share_it_roll_again(
        self, rolls: list[int], first: int
    ) -> None:
        luck = Scripted(rolls)
        state = game.start(4, {"first": "high_roll"}, luck)
        assert (state.to_move, luck.left, state.rolls) == (first, (), 0)

    def test_turns_go_round_in_increasing_seat_order(self) -> None:
        state = start(3, 1, 2, 2, 1, 3, first="high_roll")
        seats = []
        for _ in range(4):
            seats.append(state.to_move)
            state = rolled(state, 6, 3)
        assert seats == [2, 0, 1, 2]

    def test_a_roll_draws_exactly_two_dice_in_order(self) -> None:
        luck = Scripted([2, 6, 1])
        state = start().play(start().legal()[0], luck)
        assert luck.left == (1,)
        assert (state.rolls, state.to_move) == (1, 1)
        assert rolled(at("t20", ""), 6, 1).dump()["dice"] == [6, 1]
