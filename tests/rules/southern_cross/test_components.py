"""Southern Cross: its board and counters, its options, and how a match begins."""

from itertools import permutations
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.southern_cross import game
from bot.rules.southern_cross.board import SQUARES, TILES
from tests.rules.southern_cross import plain
from tests.rules.southern_cross.positions import EMPTY, after, at, start
from tests.rules.trying import NO_LUCK, written


def test_the_registry_knows_southern_cross_by_its_name() -> None:
    assert GAMES["southern_cross"] is game
    assert (game.key, game.title) == ("southern_cross", "Southern Cross")
    assert (game.hidden, game.uses_chance({}), game.forces, game.rules_version) == (False, True, True, 1)


class TestComponentsAndGeometry:
    def test_squares_are_in_alphabetical_order(self) -> None:
        assert list(SQUARES) == sorted(SQUARES) == plain.SQUARES

    def test_tiles_are_those_of_the_page(self) -> None:
        assert {tile: " ".join(squares) for tile, squares in TILES.items()} == plain.TILES

    @pytest.mark.parametrize(
        ("letter", "entries", "over"),
        [
            ("B", ["base-c6", "base-d6"], {"c6": "basexc5", "d6": "basexd5"}),
            ("R", ["base-f3", "base-f4"], {"f3": "basexe3", "f4": "basexe4"}),
            ("Y", ["base-c1", "base-d1"], {"c1": "basexc2", "d1": "basexd2"}),
            ("G", ["base-a3", "base-a4"], {"a3": "basexb3", "a4": "basexb4"}),
        ],
    )
    def test_each_base_touches_two_outer_squares(self, letter: str, entries: list[str], over: dict[str, str]) -> None:
        turn = "BRYG".index(letter) + 1
        assert written(at(EMPTY, turn)) == [*entries, "end"]
        other = "Y" if letter == "B" else "B"
        for outer, jump in over.items():
            texts = written(at("/".join(plain.rows_of({outer: other})), turn))
            assert [text for text in texts if text.startswith("base")] == [
                *(entry for entry in entries if outer not in entry),
                jump,
            ]


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert [(option.name, option.type, option.default) for option in game.options] == [
            ("order", str, "BRYG"),
            ("challenge", str, "dice"),
            ("max_turns", int, 0),
        ]
        order, challenge, max_turns = game.options
        assert sorted(order.choices) == sorted("".join(letters) for letters in permutations("BRYG"))
        assert challenge.choices == ("dice", "throw")
        assert (max_turns.min, max_turns.max) == (0, 10000)

    def test_four_seats_play(self) -> None:
        assert game.seats({}) == (4,)
        assert game.seats({"order": "GYRB", "challenge": "throw", "max_turns": 10000}) == (4,)
        assert game.sides(4, {}) == ((0,), (1,), (2,), (3,))

    @pytest.mark.parametrize("seats", [0, 1, 2, 3, 5, True, 4.0, "4", None, [4], pytest.param(10**5000, id="huge")])
    def test_any_other_number_of_seats_is_refused(self, seats: Any) -> None:
        for ask in (lambda: game.start(seats, {}, NO_LUCK), lambda: game.colours(seats, {})):
            with pytest.raises(ValueError, match=r"^seats: "):
                ask()

    @pytest.mark.parametrize(
        ("name", "values"),
        [
            ("order", ["bryg", "BRY", "BRYGB", "BBYG", "", None, 5, True, ["B"], "brYG "]),
            ("challenge", ["Dice", "", "card", None, 1, False, {}]),
            ("max_turns", [-1, 10001, 1.0, True, False, "5", None, []]),
        ],
    )
    def test_a_bad_value_is_refused(self, name: str, values: list[object]) -> None:
        for ask in (lambda options: game.start(4, options, NO_LUCK), game.seats, lambda given: game.colours(4, given)):
            for value in values:
                with pytest.raises(ValueError, match=rf"^options\.{name}: "):
                    ask({name: value})

    @pytest.mark.parametrize("options", [{"orders": "BRYG"}, {"": 1}, {5: True}, {None: False}, {"Order": "BRYG"}])
    def test_an_unknown_name_is_refused(self, options: Any) -> None:
        with pytest.raises(ValueError, match=r"^options: unknown"):
            game.start(4, options, NO_LUCK)


class TestSetup:
    def test_the_whole_document(self) -> None:
        assert start(order="YGBR", max_turns=7).dump() == {
            "game": "southern_cross",
            "options": {"order": "YGBR", "challenge": "dice", "max_turns": 7},
            "turn": 1,
            "to_move": 0,
            "phase": "act",
            "actions_left": 3,
            "board": ["......"] * 6,
            "special": None,
        }

    def test_turns_go_round(self) -> None:
        state = start()
        for turn in range(1, 10):
            assert (state.turn, state.to_move, state.actions_left) == (turn, (turn - 1) % 4, 3)
            state = after(state, "end")
