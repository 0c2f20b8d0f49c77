"""Cirondo: its board and pieces, its options, and how a match begins."""

from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.cirondo import game
from bot.rules.cirondo.board import SPACES, ray
from tests.rules.cirondo.positions import start
from tests.rules.trying import NO_LUCK


def test_the_registry_knows_cirondo_by_its_name() -> None:
    assert GAMES["cirondo"] is game
    assert (game.key, game.title, game.hidden, game.uses_chance({})) == ("cirondo", "Cirondo", False, False)


class TestComponentsAndGeometry:
    def test_there_are_256_spaces_in_the_order_of_rings_and_numbers(self) -> None:
        assert len(SPACES) == 256
        assert (SPACES[0], SPACES[31], SPACES[32], SPACES[255]) == ("A1", "A32", "B1", "H32")

    @pytest.mark.parametrize(
        ("step", "arc"),
        [((1, 1), "B2 C3 D4 E5 F6 G7 H8"), ((1, -1), "B32 C31 D30 E29 F28 G27 H26")],
    )
    def test_whole_arcs_from_a1(self, step: tuple[int, int], arc: str) -> None:
        assert [SPACES[space] for space in ray(0, step)] == arc.split()

    @pytest.mark.parametrize(
        ("seats", "options", "colours"),
        [
            (2, {}, ("gold", "silver")),
            (4, {}, ("gold", "red", "silver", "blue")),
            (4, {"teams": True}, ("gold", "red", "silver", "blue")),
        ],
    )
    def test_colours(self, seats: int, options: dict[str, bool], colours: tuple[str, ...]) -> None:
        assert game.colours(seats, options) == colours

    def test_sides(self) -> None:
        assert game.sides(2, {}) == ((0,), (1,))
        assert game.sides(4, {}) == ((0,), (1,), (2,), (3,))
        assert game.sides(4, {"teams": True}) == ((0, 2), (1, 3))


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("teams", bool, False),
            ("draw_rule", bool, True),
        ]
        assert all(0 < len(option.help) <= 100 for option in game.options)

    def test_the_numbers_of_seats(self) -> None:
        assert game.seats({}) == (2, 4)
        assert game.seats({"teams": False, "draw_rule": False}) == (2, 4)
        assert game.seats({"teams": True}) == (4,)

    @pytest.mark.parametrize("value", [1, 0, "yes", None, 1.0, [], {}])
    @pytest.mark.parametrize("name", ["teams", "draw_rule"])
    def test_a_value_that_is_neither_true_nor_false_is_refused(self, name: str, value: object) -> None:
        for ask in (lambda options: game.start(4, options, NO_LUCK), game.seats, lambda o: game.colours(4, o)):
            with pytest.raises(ValueError, match=rf"options\.{name}"):
                ask({name: value})

    @pytest.mark.parametrize("options", [{"team": True}, {"": True}, {5: True}, {None: False}, {"Teams": True}])
    def test_an_unknown_name_is_refused(self, options: Any) -> None:
        with pytest.raises(ValueError, match="options: unknown"):
            game.start(4, options, NO_LUCK)

    @pytest.mark.parametrize("options", [None, [], "teams", 5, True])
    def test_options_that_are_no_object_are_refused(self, options: Any) -> None:
        with pytest.raises(ValueError, match="options"):
            game.start(4, options, NO_LUCK)

    @pytest.mark.parametrize(
        "seats", [0, 1, 3, 5, -2, True, 2.0, "2", None, [2], pytest.param(10**5000, id="huge"), float("nan")]
    )
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        with pytest.raises(ValueError, match="seats"):
            game.start(seats, {}, NO_LUCK)
        with pytest.raises(ValueError, match="seats"):
            game.colours(seats, {})

    def test_teams_with_two_seats_are_refused(self) -> None:
        with pytest.raises(ValueError, match="seats"):
            start(2, teams=True)


class TestSetup:
    def test_two_seats(self) -> None:
        assert start().fen() == "16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -"

    def test_four_seats_with_teams_without_the_draw_rule(self) -> None:
        line = "8gP8rP8sP8bP/8gM8rM8sM8bM/32./32./32./32./32./32. g 4t grsb - - -"
        assert start(4, teams=True, draw_rule=False).fen() == line

    def test_the_whole_document(self) -> None:
        assert start().dump() == {
            "game": "cirondo",
            "seats": 2,
            "options": {"teams": False, "draw_rule": True},
            "pieces": {
                "gold": {
                    "planets": [f"A{number}" for number in range(1, 17)],
                    "moons": [f"B{number}" for number in range(1, 17)],
                    "solars": [],
                },
                "silver": {
                    "planets": [f"A{number}" for number in range(17, 33)],
                    "moons": [f"B{number}" for number in range(17, 33)],
                    "solars": [],
                },
            },
            "to_move": 0,
            "owed": [0, 1],
            "quiet": [],
            "defeated": [],
            "over": None,
        }

    def test_chance_is_never_consulted(self) -> None:
        state = start()
        for _ in range(60):
            state = state.play(state.legal()[-1], NO_LUCK)  # an empty script would complain
