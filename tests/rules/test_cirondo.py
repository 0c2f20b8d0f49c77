"""Cirondo: every worked example and every ruling of its rules page, and every document and text it refuses."""

import json
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import GAMES, IllegalMove, NotLegalHere, Result, Unreadable
from bot.rules.api import fill
from bot.rules.chance import Scripted
from bot.rules.cirondo import Move, Position, game
from bot.rules.cirondo.board import SPACES, Board, ray, setup, table_for
from tests.rules.cirondo import plain

NO_LUCK = Scripted([])
Document = dict[str, Any]


def start(seats: int = 2, **options: bool) -> Position:
    return game.start(seats, options, NO_LUCK)


def after(state: Position, *texts: str) -> Position:
    for text in texts:
        state = state.play(state.parse(text), NO_LUCK)
    return state


def at(line: str) -> Position:
    return game.from_fen(line)


def written(state: Position) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def written_from(state: Position, space: str) -> list[str]:
    return [state.notate(move) for move in state.legal_from(space)]


def targets(state: Position, space: str) -> set[str]:
    return {move.target for move in state.legal_from(space)}


def sequences(state: Position, length: int) -> int:
    """The number of different move sequences of this length."""
    if length == 1:
        return len(state.legal())
    return sum(sequences(state.play(move, NO_LUCK), length - 1) for move in state.legal())


def on_no_line_through(space: str) -> list[str]:
    """The spaces that lie neither on the ring nor on the radius nor on an arc of a space."""
    ring, number = plain.read(space)
    on_lines = {(each, (number - 1 + way * (each - ring)) % 32 + 1) for each in range(8) for way in (-1, 0, 1)}
    return [each for each in SPACES if each[0] != space[0] and plain.read(each) not in on_lines]


def expanded(numbers: str) -> list[int]:
    """The numbers of a text such as "1-3 7"."""
    spans = [span.split("-") for span in numbers.split()]
    return [number for span in spans for number in range(int(span[0]), int(span[-1]) + 1)]


def opened(state: Position) -> Position:
    """The same position with the first moves behind everyone."""
    return game.load(state.dump() | {"owed": []})


# Gold's eight moons on ring G may not go on while its four Solar Systems are on the board, and everything else of gold
# is walled in by them; silver stands likewise. Only F5-G5 is left to play.
ALMOST_BLOCKED = "32./32./32./32./32./4.gM27./5.7gM8.8sM4./5.gP4gSgP10.sP4sSsP5. g 2d - - - -"


CONQUEST = "19.gP12./19.gP12./32./32./32./32./32./32. - 2d - s - conquest"


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


class TestWorkedExamples:
    def test_1_start(self) -> None:
        assert written(start()) == [f"B{number}-C{number}" for number in range(1, 17)]
        assert written(start(4)) == [f"B{number}-C{number}" for number in range(1, 9)]

    def test_2_second_moves(self) -> None:
        state = after(start(), "B8-C8", "B24-C24")
        assert state.to_move == 0
        moons = [f"B{n}-C{n}" for n in range(1, 17) if n != 8] + ["C8-D8"]
        planets = [f"A7-{space}" for space in ["B8", "C9", "D10", "E11", "F12", "G13", "H14"]]
        planets += [f"A9-{space}" for space in ["B8", "C7", "D6", "E5", "F4", "G3", "H2"]]
        assert sorted(written(state)) == sorted([*moons, *planets, "A1xB32", "A16xB17"])
        assert len(written(state)) == 32

    def test_3_the_first_move_is_no_capture(self) -> None:
        state = after(start(), "B16-C16")
        assert written(state) == [f"B{number}-C{number}" for number in range(17, 33)]
        with pytest.raises(NotLegalHere, match="first move"):
            state.parse("B17xC16")
        assert "B17xC16" in written(after(state, "B20-C20", "B1-C1"))

    def test_4_moon(self) -> None:
        state = at("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -")
        assert written_from(state, "D5") == ["D5xE4", "D5-E5", "D5xE6"]
        state = at("9.sP9.gP12./32./32./gM31./sM30.sP/32./32./32. g 2d - - - -")
        assert written_from(state, "D1") == ["D1xE32"]

    def test_5_into_the_inner_ring(self) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./4.gM27./5.sP26. g 2d - - - -")
        assert written_from(state, "G5") == ["G5-H5=S", "G5xH6=S"]
        state = after(state, "G5xH6=S")
        assert state.dump()["pieces"]["gold"] == {"planets": ["A20"], "moons": [], "solars": ["H6"]}
        assert state.to_move == 1
        assert written(state)
        ended = state.play(state.legal()[0], NO_LUCK)
        assert (ended.over, ended.defeated, ended.result) == ("conquest", (1,), Result((1, 2)))

    def test_6_empty_supply(self) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./4.gM27./3gS2.sP2.gS23. g 2d - - - -")
        assert written_from(state, "G5") == []
        for text in ("G5-H5", "G5xH6"):
            with pytest.raises(NotLegalHere, match="All four gold Solar Systems"):
                state.parse(text)

    @pytest.mark.parametrize(
        ("line", "space", "reached"),
        [
            (
                "gP18.gP12./32./32./32./32./32./32./2.2sP28. g 2d - - - -",
                "A1",
                "B2 C3 D4 E5 F6 G7 H8 B32 C31 D30 E29 F28 G27 H26",
            ),
            (
                "19.gP12./32./32./9.gP22./32./32./32./2.2sP28. g 2d - - - -",
                "D10",
                "E11 F12 G13 H14 E9 F8 G7 H6 C9 B8 A7 C11 B12 A13",
            ),
        ],
    )
    def test_7_planet_on_an_open_board(self, line: str, space: str, reached: str) -> None:
        assert targets(at(line), space) == set(reached.split())

    def test_7_planet_stops_at_a_capture(self) -> None:
        state = at("gP18.gP12./32./32./3.sP28./4.sP27./32./32./32. g 2d - - - -")
        assert "A1xD4" in written_from(state, "A1")
        assert {"B2", "C3", "D4"} <= targets(state, "A1")
        assert targets(state, "A1").isdisjoint({"E5", "F6", "G7", "H8"})

    @pytest.mark.parametrize("number", [1, 2, 17, 32])
    @pytest.mark.parametrize("ring", "ABCDEFGH")
    def test_7_and_8_every_space_of_an_open_board(self, ring: str, number: int) -> None:
        for kind, moves in (("planets", 14), ("solars", 52)):
            doc = opened(start()).dump()
            doc["pieces"] = {colour: {"planets": [], "moons": [], "solars": []} for colour in ("gold", "silver")}
            doc["pieces"]["gold"][kind] = [f"{ring}{number}"]
            doc["pieces"]["silver"]["planets"] = on_no_line_through(f"{ring}{number}")[:2]
            assert len(game.load(doc).legal_from(f"{ring}{number}")) == moves

    def test_8_solar_system_with_an_opposing_stellar_on_its_ring(self) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./32./4.gS14.sP12. g 2d - - - -")
        round_the_ring = [text for text in written_from(state, "H5") if text[3] == "H"]
        assert len(round_the_ring) == 31
        assert round_the_ring.count("H5xH20") == 1
        assert len(written_from(state, "H5")) == 52

    def test_9_last_move_lost(self) -> None:
        state = at("19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -")
        for move in state.legal():
            ended = state.play(move, NO_LUCK)
            assert (ended.to_move, ended.over, ended.defeated) == (None, "conquest", (1,))
            assert ended.dump()["pieces"]["silver"] == {"planets": [], "moons": [], "solars": []}
            assert ended.result == Result((1, 2), None)
        assert "D4-E5" in written(state)

    def test_10_last_move_showdown(self) -> None:
        ended = after(at("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"), "D4xE5")
        assert (ended.over, ended.result, ended.defeated) == ("showdown", Result((1, 1)), ())
        assert ended.fen() == "19.gP12./32./32./32./4.sP27./32./32./32. - 2d - - - showdown"
        ended = after(at("19.gP12./32./32./3.sM28./4.gM27./32./32./32. s 2d - - - -"), "D4xE5")
        assert (ended.over, ended.result) == ("showdown", Result((1, 2)))

    def test_11_two_defeats_in_one_move(self) -> None:
        state = after(at("19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. g 4d - - - -"), "D4xE5")
        assert (state.to_move, state.over, state.defeated) == (2, None, (1, 0))
        assert state.dump()["pieces"]["gold"]["planets"] == []

    def test_12_teams(self) -> None:
        state = after(start(4, teams=True), "B8-C8", "B9-C9", "B17-C17", "B25-C25")
        assert {"A1xB32", "A7xC9"} <= set(written(state))
        state = at("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -")
        assert targets(state, "A5") == {"B4", "C3", "D2", "E1", "F32", "G31", "H30"}
        assert state.legal() == state.legal_from("A5")
        state = after(state, "A5-B4")
        assert (state.over, state.defeated, state.to_move) == (None, (), 1)


class TestNumbersOfMoveSequences:
    @pytest.mark.parametrize(
        ("seats", "length", "number"),
        [
            *((2, 1, 16), (2, 2, 256), (2, 3, 8180), (2, 4, 261186)),
            *((4, 1, 8), (4, 2, 64), (4, 3, 512), (4, 4, 4096), (4, 5, 97536)),
        ],
    )
    def test_from_the_start(self, seats: int, length: int, number: int) -> None:
        assert sequences(start(seats), length) == number

    @pytest.mark.slow
    def test_four_seats_six_moves(self) -> None:
        assert sequences(start(4), 6) == 2296548


class TestRulings:
    def test_3_every_seat_opens_with_a_quiet_moon_step(self) -> None:
        state = start(4)
        for seat, text in enumerate(("B8-C8", "B9-C9", "B17-C17", "B25-C25")):
            assert state.owed == tuple(range(seat, 4))
            assert all(text[0] == "B" and "-C" in text for text in written(state))
            state = after(state, text)
        assert state.owed == ()

    def test_4_the_solar_system_stands_where_the_moon_arrived(self) -> None:
        state = at("17.gP2sP12./32./32./32./32./32./4.gM27./32. g 2d - - - -")
        assert after(state, "G5-H5").dump()["pieces"]["gold"] == {"planets": ["A18"], "moons": [], "solars": ["H5"]}

    def test_5_a_captured_solar_system_may_return(self) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./4.gM27./3gS2.sS2.gS23. s 2d - - - -")
        state = after(state, "H6xH3")
        assert "G5-H5=S" in written(state)

    def test_5_partners_do_not_share_supplies(self) -> None:
        state = at("11.rP3.bP3.gP12./32./32./32./32./32./4.gM27./13.4sS15. g 4td - - - -")
        assert written_from(state, "G5") == ["G5-H5=S"]

    def test_6_the_change_is_forced(self) -> None:
        state = at("17.gP2sP12./32./32./32./32./32./4.gM27./32. g 2d - - - -")
        assert written_from(state, "G5") == ["G5-H5=S"]

    def test_7_no_slide_bounces_or_crosses_the_void(self) -> None:
        state = at("17.gP2sP12./32./32./32./32./32./32./gS31. g 2d - - - -")
        opposite_half = {f"{ring}{number}" for ring in "ABCDEFG" for number in range(10, 25)}
        assert targets(state, "H1").isdisjoint(opposite_half)
        assert {"A1", "A8", "A26"} <= targets(state, "H1")

    def test_8_and_9_round_an_empty_ring(self) -> None:
        state = at("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -")
        ring = [text for text in written_from(state, "C10") if text[4] == "C"]
        assert ring == [f"C10-C{number}" for number in range(1, 33) if number != 10]

    @pytest.mark.parametrize(
        ("own", "opposing", "reached"),
        [
            ([], [3], "1-9 11-32"),
            ([3], [], "1-2 4-9 11-32"),
            ([], [3, 4], "1-9 11-32"),
            ([3], [31], "4-9 11-31"),
            ([9, 11], [], ""),
            ([11], [9], "9"),
            ([15], [30], "1-9 11-14 30-32"),
            ([30], [27], "1-9 11-27 31-32"),
            ([], [5, 6], "6-9 11-32 1-5"),
            ([5], [6], "6-9 11-32 1-4"),
        ],
    )
    def test_8_orbits_end_at_the_first_stellar_both_ways(
        self, own: list[int], opposing: list[int], reached: str
    ) -> None:
        doc = at("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -").dump()
        doc["pieces"]["gold"]["planets"] += [f"C{number}" for number in own]
        doc["pieces"]["silver"]["planets"] += [f"C{number}" for number in opposing]
        found = [move.target for move in game.load(doc).legal_from("C10") if move.target[0] == "C"]
        assert found == [f"C{number}" for number in sorted(expanded(reached))]

    def test_10_a_single_stellar_is_lost_by_its_move_even_with_a_capture(self) -> None:
        ended = after(at("19.2gP11./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"), "D4xE5")
        assert (ended.over, ended.result) == ("conquest", Result((1, 2)))

    def test_11_the_showdown_may_come_with_the_move_before_the_last_one(self) -> None:
        # Gold has one stellar and is not to move; silver has two, loses none, but red comes down to one as well.
        state = at("19.gP12./32./32./3.sP28./4.rP27./5.rP26./32./bP31. s 4d - - - -")
        ended = after(state, "D4xE5")
        assert (ended.over, ended.result) == ("showdown", Result((1, 1, 1, 1)))

    def test_12_places_in_a_showdown_of_three(self) -> None:
        ended = at("gS31./32./9.sM22./19.bM12./32./32./32./32. - 4d - r - showdown")
        assert ended.result == Result((1, 4, 2, 2))

    def test_13_captured_out_is_immediate_defeat(self) -> None:
        ended = after(at("19.gP12./32./32./3.gP28./4.sP27./32./32./32. g 2d - - - -"), "D4xE5")
        assert (ended.over, ended.defeated, ended.result) == ("conquest", (1,), Result((1, 2)))

    def test_14_the_captured_side_is_defeated_before_the_mover(self) -> None:
        state = after(at("19.2sP11./32./32./3.gP28./4.rM27./32./32./32. g 4d - b - -"), "D4xE5")
        assert (state.over, state.defeated, state.result) == ("conquest", (3, 1, 0), Result((2, 3, 1, 4)))

    def test_15_one_stellar_without_a_move_is_lost(self) -> None:
        # Silver's only moon on D4 is stopped by the planet on E4, and nothing stands on its diagonals.
        state = at("19.2gP11./32./32./3.sM28./3.gP28./32./32./32. g 2d - - - -")
        ended = after(state, "A20-B21")
        assert (ended.over, ended.defeated, ended.result) == ("conquest", (1,), Result((1, 2)))

    def test_15_play_goes_on_between_the_others(self) -> None:
        state = at("19.2gP11./32./5.2bP25./3.rM28./3.gP28./32./15.2sP15./32. g 4d - - - -")
        state = after(state, "A20-B21")
        assert (state.to_move, state.over, state.defeated, state.quiet) == (2, None, (1,), ())
        assert state.dump()["pieces"]["red"]["moons"] == []

    def test_16_a_seat_that_cannot_move_passes(self) -> None:
        state = at("19.2gP11./32./32./3.sM3.sM24./3.gP3.gP24./32./32./32. g 2d - - - -")
        state = after(state, "A20-B21")
        assert (state.to_move, state.quiet) == (0, (Move("A20", "B21"),))

    def test_16_when_nobody_can_move_the_match_is_drawn(self) -> None:
        ended = after(at(ALMOST_BLOCKED), "F5-G5")
        assert (ended.over, ended.to_move, ended.result) == ("blocked", None, Result((1, 1)))
        assert game.load(ended.dump()) == ended
        assert at(ended.fen()) == ended

    def test_17_a_defeated_side_is_gone_in_the_last_position_too(self) -> None:
        ended = after(at("19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -"), "D4-E5")
        assert ended.fen() == "19.gP12./19.gP12./32./32./32./32./32./32. - 2d - s - conquest"

    def test_18_a_seat_without_stellar_is_skipped_and_its_partner_makes_the_last_move(self) -> None:
        state = at("4.gP27./32./32./32./15.rP16./15.bP16./32./32. r 4td - - - -")
        state = after(state, "E16-D17")
        assert state.to_move == 3  # silver has nothing left, gold has not had its turn yet
        state = after(state, "F16-E17")
        assert state.to_move == 0
        ended = after(state, "A5-B4")
        assert (ended.over, ended.defeated, ended.result) == ("conquest", (0, 2), Result((2, 1, 2, 1)))

    def test_19_a_partners_stellar_cannot_be_taken(self) -> None:
        state = at("4.gP27./5.sM26./4.gM27./5.sM26./32./32./15.rP16./15.bP16. g 4td - - - -")
        assert written_from(state, "C5") == ["C5-D5"]
        assert "B6" not in targets(state, "A5")
        with pytest.raises(NotLegalHere, match="own side"):
            state.parse("A5-B6")

    def test_21_a_defeat_restarts_the_count(self) -> None:
        state = at("19.2gP11./32./5.2bP25./3.rM28./3.gP28./32./15.2sP15./32. s 4d - - - -")
        state = after(state, "G16-F17")
        assert len(state.quiet) == 1
        state = after(state, "C6-D7")
        assert len(state.quiet) == 2
        assert after(state, "A20-B21").quiet == ()

    @pytest.mark.parametrize(
        ("seats", "options", "defeated", "over", "pieces", "places"),
        [
            (2, {}, [1], "conquest", "2.gP29./32./32./32./32./32./32./32.", (1, 2)),
            (2, {}, [], "showdown", "2.gP.sP27./32./32./32./32./32./32./32.", (1, 1)),
            (4, {}, [3, 1, 0], "conquest", "2.sP29./32./32./32./32./32./32./32.", (2, 3, 1, 4)),
            (4, {}, [1], "showdown", "gS31./32./9.sM22./19.bM12./32./32./32./32.", (1, 4, 2, 2)),
            (4, {"teams": True}, [0, 2], "conquest", "2.bP29./32./32./32./32./32./32./32.", (2, 1, 2, 1)),
        ],
    )
    def test_places(
        self,
        seats: int,
        options: dict[str, bool],
        defeated: list[int],
        over: str,
        pieces: str,
        places: tuple[int, ...],
    ) -> None:
        table = table_for(seats, options.get("teams", False))
        out = "".join(table.letters[seat] for seat in defeated) or "-"
        state = at(f"{pieces} - {seats}{'t' * table.teams}d - {out} - {over}")
        assert state.result == Result(places, None)

    def test_places_of_those_who_share_a_blocked_board(self) -> None:
        table = table_for(4, False)
        cells = Board.of(table, setup(table).cells).without(0)
        ended = Position(cells, draw_rule=True, to_move=None, defeated=(0,), over="blocked")
        assert ended.result == Result((4, 1, 1, 1))


class TestDrawRule:
    TWO_AGAINST_TWO = "gS31./15.2gP13.2sP/32./sS31./32./32./32./32. g 2d - - - -"

    @staticmethod
    def walk(state: Position, numbers: Callable[[int], tuple[int, int]], rounds: int) -> Iterator[Position]:
        """Gold's Solar System walks on ring A, silver's on ring D, to the numbers of each round; every state."""
        here = numbers(0)
        for turn in range(1, rounds + 1):
            there = numbers(turn)
            for ring, start_number, end_number in (("A", here[0], there[0]), ("D", here[1], there[1])):
                state = after(state, f"{ring}{start_number % 32 + 1}-{ring}{end_number % 32 + 1}")
                yield state
                if state.over:
                    return
            here = there

    def test_the_third_occurrence_of_a_position_is_a_draw(self) -> None:
        states = list(self.walk(at(self.TWO_AGAINST_TWO), lambda turn: (turn % 2, turn % 2), 10))
        assert [state.over for state in states] == [None] * 7 + ["repetition"]
        assert states[-1].result == Result((1, 1))
        assert len(states[-1].quiet) == 8

    def test_the_same_stellar_with_another_seat_to_move_is_another_position(self) -> None:
        # Gold steps on one by one over three turns and back in two, so every board comes up with both seats to move.
        state = at(self.TWO_AGAINST_TWO)
        for text in ["A1-A2", "D1-D2", "A2-A3", "D2-D1", "A3-A1", "D1-D2", "A1-A2", "D2-D1"]:
            state = after(state, text)
        boards = state.dump()["pieces"]
        again = after(state, "A2-A1", "D1-D2", "A1-A3", "D2-D1", "A3-A2")
        assert again.dump()["pieces"] == boards
        assert again.to_move != state.to_move
        assert again.over is None

    def test_a_hundred_quiet_moves_are_a_draw(self) -> None:
        states = list(self.walk(at(self.TWO_AGAINST_TWO), lambda turn: (turn, turn), 60))
        assert len(states) == 100
        assert [state.over for state in states[-2:]] == [None, "quiet"]
        assert (states[-1].to_move, states[-1].result) == (None, Result((1, 1)))
        assert game.load(states[-1].dump()) == states[-1]

    def test_22_both_together_are_a_repetition(self) -> None:
        def numbers(turn: int) -> tuple[int, int]:
            if turn <= 32:
                return turn, turn  # once round, so that the first position is there for the second time
            out_and_back = min(turn - 32, 50 - turn)
            return out_and_back, -out_and_back  # the two apart from each other, which is new, and together at the end

        states = list(self.walk(at(self.TWO_AGAINST_TWO), numbers, 60))
        assert len(states) == 100
        assert (states[-1].over, len(states[-1].quiet)) == ("repetition", 100)

    def test_20_captures_and_moon_moves_restart_the_count(self) -> None:
        state = at("gS31./15.gMgP13.2sP/32./sS31./32./32./32./32. g 2d - - - -")
        state = after(state, "A1-A2", "D1-D2")
        assert [tuple(move) for move in state.quiet] == [("A1", "A2"), ("D1", "D2")]
        assert after(state, "B16-C16").quiet == ()
        assert after(state, "A2xD2" if "A2xD2" in written(state) else "A2-A3").quiet == ()

    def test_without_it_nothing_is_remembered_and_nothing_drawn(self) -> None:
        state = at(self.TWO_AGAINST_TWO.replace("2d", "2"))
        states = list(self.walk(state, lambda turn: (turn % 2, turn % 2), 110))
        assert len(states) == 220
        assert all(state.quiet == () and state.over is None for state in states)

    def test_what_was_seen_before_is_known_again_after_loading(self) -> None:
        for state in self.walk(at(self.TWO_AGAINST_TWO), lambda turn: (turn % 2, turn % 2), 3):
            before = state
        again = game.load(json.loads(json.dumps(before.dump())))
        ended = after(again, "A2-A1", "D2-D1")
        assert (len(before.quiet), ended.over) == (6, "repetition")


_anything: Any = Move  # moves of what is no space can't be written with the types checked
FOREIGN_MOVES = [
    *(Move("B5", "D5"), Move("B5", "B5"), Move("A1", "B2"), Move("b5", "c5"), Move("C5", "D5"), Move("B17", "C17")),
    *(Move("Z9", "C5"), Move("B5", "Z9"), _anything([], "C5"), _anything("B5", []), _anything(5, 6)),
    *(_anything(None, None), _anything("B5", {}), _anything(float("nan"), "B5")),
]


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        [
            "B5-C5",
            "b5c5",
            "B5 C5",
            "B05 x c5",
            "b5-c5",
            " b5 - c5 ",
            "B5xC5",
            "B5XC5",
            "B5->C5",
            "B5 > C5",
            "B5:C5",
            "B5×C5",
            "B5–C5",
            "B5—C5",
            "B5→C5",
            "B05-C05",
            "\tB5\n-\xa0C5\u2003",
            "b 0 5 c 0 5",
        ],
    )
    def test_a_move_is_read_however_it_is_typed(self, text: str) -> None:
        assert start().parse(text) == Move("B5", "C5")

    @pytest.mark.parametrize("text", ["G5xH6=S", "g5h6", "G5-H6", "G05 x H06 = s", "g5h6=s", "G5→H6=S"])
    def test_the_sign_of_a_capture_and_the_mark_of_a_change_may_be_left_out(self, text: str) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./4.gM27./5.sP26. g 2d - - - -")
        assert state.notate(state.parse(text)) == "G5xH6=S"

    def test_numbers_of_two_digits_may_have_a_leading_zero(self) -> None:
        assert start().parse("B012-C012") == Move("B12", "C12")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "B5",
            "B5-",
            "-C5",
            "B5--C5",
            "B5-xC5",
            "B5-C5-D5",
            "I5-C5",
            "B0-C5",
            "B33-C5",
            "B005-C5",
            "B5C",
            "5B-5C",
            "B-5-C5",
            "BB5C5",
            "B5_C5",
            "B5–>C5",
            "B5-C5=",
            "B5-C5=P",
            "B5-C5S",
            "B5-C5==S",
            "B5=S-C5",
            "B5-C5=ß",
            "B5-C5=ſ",
            "B²-C²",
            "B٣-C٣",
            "B５-C５",
            "В5-С5",
            "B5−C5",
            "B5-C5\x00",
            "\ud800",
            "\u200bB5-C5",
            "{}",
            "{text}",
            "null",
            "0",
        ],
    )
    def test_anything_else_is_no_move(self, text: str) -> None:
        with pytest.raises(Unreadable) as refused:
            start().parse(text)
        assert len(str(refused.value)) < 200
        assert str(refused.value).isprintable()

    def test_a_flood_of_text_is_answered_briefly(self) -> None:
        with pytest.raises(Unreadable) as refused:
            start().parse("b" * 1_000_000)
        assert len(str(refused.value)) < 200

    @pytest.mark.parametrize("text", [None, 5, b"B5-C5", ["B5-C5"], Move("B5", "C5"), float("nan"), {}])
    def test_what_is_no_text_is_no_move(self, text: Any) -> None:
        with pytest.raises(Unreadable):
            start().parse(text)

    @pytest.mark.parametrize(
        ("line", "text", "reason"),
        [
            (CONQUEST, "A20-B21", "over"),
            ("start", "C5-D5", "nothing on C5"),
            ("start", "B17-C17", "B17 is silver, but it's gold's turn"),
            ("start", "A5-B4", "Your first move must take a moon one space straight inward: B1-C1 to"),
            ("start", "B5-D5", "first move"),
            ("opened", "B5-D5", r"A moon moves one space inward.*From B5 it can go to: C5\."),
            ("opened", "B5-A5", "A moon moves one space inward"),
            ("opened", "B5-C6", "A moon moves diagonally only to capture, and there's no opponent on C6. From"),
            ("opened", "B5-C4", "A moon moves diagonally only to capture, and there's no opponent on C4. From"),
            ("opened", "B5-B5", "A moon moves one space inward"),
            ("opened", "A5-B6", "Your own side is on B6. From"),
            ("opened", "A5-C7", r"The way from A5 to C7 is blocked.*: —\."),
            ("opened", "A5-C5", "A planet slides only along its two arcs, and C5 is on neither"),
            (
                "opened",
                "B5-C5=S",
                "B5-C5 doesn't make a Solar System: only a moon that enters ring H becomes one. Leave out =S.",
            ),
            ("9.sP9.gP12./32./32./gM31./sM30.sP/32./32./32. g 2d - - - -", "D1-E1", "never captures straight ahead"),
            ("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -", "C10-D12", "D12 is on none of them"),
            ("17.gP2sP12./32./9.gSgP21./32./32./32./32./32. g 2d - - - -", "C10-C11", "Your own side"),
            ("3.gP14.2sP12./2.gM29./32./32./32./32./32./32. g 2d - - - -", "A4-D1", "is blocked"),
        ],
    )
    def test_a_refusal_gives_its_reason(self, line: str, text: str, reason: str) -> None:
        state = {"start": start(), "opened": opened(start())}.get(line) or at(line)
        before = state.dump()
        with pytest.raises(NotLegalHere, match=reason) as refused:
            state.parse(text)
        assert str(refused.value) == fill(refused.value.sentence, refused.value.values)
        assert state.dump() == before

    @pytest.mark.parametrize(
        "move",
        [None, "B5-C5", 5, ("B5", "C5"), ["B5", "C5"], object(), float("nan"), *FOREIGN_MOVES],
    )
    def test_only_legal_moves_are_played_and_written(self, move: Any) -> None:
        state = start()
        before = state.dump()
        for use in (state.notate, lambda move: state.play(move, NO_LUCK)):
            with pytest.raises(IllegalMove):
                use(move)
        assert state.dump() == before

    def test_nothing_is_played_when_the_match_is_over(self) -> None:
        ended = at(CONQUEST)
        assert ended.legal() == []
        with pytest.raises(NotLegalHere, match="over"):
            ended.play(Move("A20", "B21"), NO_LUCK)


def quiet_document() -> Document:
    """The example of the rules page: two seats after B8-C8 B24-C24 A9-C7 A23-E27."""
    return after(start(), "B8-C8", "B24-C24", "A9-C7", "A23-E27").dump()


def small_document() -> Document:
    return at("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -").dump()


def team_document() -> Document:
    return at("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -").dump()


def row(ring: str, number: int) -> list[str]:
    """The first spaces of a ring."""
    return [f"{ring}{each}" for each in range(1, number + 1)]


def changed(doc: Document, path: str, value: Any) -> Document:
    """The document with one value put in; a list index is written as a number."""
    *parents, last = path.split(".")
    inner: Any = doc
    for each in parents:
        inner = inner[each]
    inner[last] = value
    return doc


def opened_pieces(*texts: str, without: str | None = None) -> Document:
    """What stands where after these moves from the setup, the first-move rule left aside."""
    doc = opened(start()).dump()
    for text in texts:
        origin, target = text.split("-")
        for colour in doc["pieces"].values():
            for spaces in colour.values():
                if origin in spaces:
                    spaces[spaces.index(origin)] = target
    pieces: Document = doc["pieces"]
    for colour in pieces.values():
        for spaces in colour.values():
            if without in spaces:
                spaces.remove(without)
    return pieces


SPACE_TRAPS = ["a1", "A01", "A0", "A33", "I1", "A", "", " A1", "A1 ", "A１", "A٣", 5, None, True, ["A1"], {}]
TYPE_TRAPS = ["x", 5, -1, 1.5, float("nan"), float("inf"), 10**5000, True, None, [], {}, [[]], [{}], {"a": 1}, ()]


class TestPositionDocument:
    def test_the_example_of_the_rules_page(self) -> None:
        doc = quiet_document()
        assert doc["to_move"] == 0
        assert doc["quiet"] == ["A9-C7", "A23-E27"]
        assert doc["pieces"]["gold"]["planets"][-2:] == ["A16", "C7"]
        assert list(doc) == ["game", "seats", "options", "pieces", "to_move", "owed", "quiet", "defeated", "over"]
        assert game.load(json.loads(json.dumps(doc))).dump() == doc

    def test_spaces_may_come_in_any_order_and_leave_in_theirs(self) -> None:
        doc = quiet_document()
        for colour in ("gold", "silver"):
            for kind in ("planets", "moons"):
                doc["pieces"][colour][kind].reverse()
        assert game.load(doc).dump() == quiet_document()

    def test_everything_is_open(self) -> None:
        state = after(start(), "B8-C8")
        assert state.view(None) == state.view(0) == state.view(1) == state.dump()

    def test_a_dump_belongs_to_its_caller(self) -> None:
        state = start()
        state.dump()["pieces"]["gold"]["planets"].clear()
        state.dump()["owed"].clear()
        assert state == start()

    @pytest.mark.parametrize("doc", [None, [], "{}", 5, True, float("nan"), [["game", "cirondo"]]])
    def test_a_document_is_an_object(self, doc: Any) -> None:
        with pytest.raises(ValueError, match="document"):
            game.load(doc)

    @pytest.mark.parametrize(
        "path",
        [
            "game",
            "seats",
            "options",
            "pieces",
            "to_move",
            "owed",
            "quiet",
            "defeated",
            "over",
            "options.teams",
            "options.draw_rule",
            "pieces.gold",
            "pieces.silver",
            "pieces.gold.planets",
            "pieces.silver.moons",
            "pieces.gold.solars",
        ],
    )
    def test_1_a_missing_key_is_refused(self, path: str) -> None:
        doc = start().dump()
        *parents, last = path.split(".")
        inner = doc
        for each in parents:
            inner = inner[each]
        del inner[last]
        with pytest.raises(ValueError, match=path.replace(".", r"\.")):
            game.load(doc)

    @pytest.mark.parametrize("key", ["comment", "", "Game", "red", "moon", 5, None, (), 1.5])
    @pytest.mark.parametrize("where", ["", "options", "pieces", "pieces.gold"])
    def test_1_an_unknown_key_is_refused(self, where: str, key: Any) -> None:
        doc = start().dump()
        inner = doc
        for each in where.split(".") if where else ():
            inner = inner[each]
        inner[key] = []
        with pytest.raises(ValueError, match=f"{where or 'document'}: unknown key") as refused:
            game.load(doc)
        assert len(str(refused.value)) < 300

    @pytest.mark.parametrize(
        ("path", "fine"),
        [
            ("game", ()),
            ("seats", ()),
            ("options", ()),
            ("options.teams", (True,)),
            ("options.draw_rule", (True,)),
            ("pieces", ()),
            ("pieces.gold", ()),
            ("pieces.gold.solars", ([],)),
            ("pieces.silver.moons", ([],)),
            ("to_move", ()),
            ("owed", ([],)),
            ("quiet", ([],)),
            ("defeated", ([],)),
            ("over", (None,)),
        ],
    )
    def test_1_a_wrong_type_is_refused(self, path: str, fine: tuple[object, ...]) -> None:
        for trap in TYPE_TRAPS:
            if any(trap is each or (type(trap) is list and trap == each) for each in fine):
                continue
            with pytest.raises(ValueError, match=path.replace(".", r"\.")) as refused:
                game.load(changed(small_document(), path, trap))
            assert len(str(refused.value)) < 300

    @pytest.mark.parametrize("trap", SPACE_TRAPS)
    def test_1_a_text_that_is_no_space_is_refused(self, trap: Any) -> None:
        for kind in ("planets", "moons", "solars"):
            with pytest.raises(ValueError, match=rf"pieces\.silver\.{kind}\[0\]"):
                game.load(changed(small_document(), f"pieces.silver.{kind}", [trap]))

    @pytest.mark.parametrize(
        "trap", ["A1", "A1A2", "A1-", "-A1", "A1-A2-A3", "A1xA2", "a1-a2", "A1 - A2", "A1-A33", "A1–A2", "A01-A2"]
    )
    def test_1_a_quiet_move_is_written_with_a_dash(self, trap: str) -> None:
        with pytest.raises(ValueError, match=r"quiet\[0\]"):
            game.load(changed(small_document(), "quiet", [trap]))

    def test_1_lists_nested_without_end_are_refused(self) -> None:
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        for path in ("pieces.gold.planets", "to_move", "owed", "quiet", "over", "game"):
            with pytest.raises(ValueError, match=path.replace(".", r"\.")):
                game.load(changed(small_document(), path, deep))

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            # 2. Options and seats.
            (changed(start(4).dump(), "seats", 3), "seats"),
            (changed(start(4).dump(), "seats", 2), "pieces: unknown key 'red'"),
            (changed(start(2).dump(), "seats", 4), r"pieces\.red"),
            (changed(start(2).dump(), "options.teams", True), "seats"),
            # 3. What stands where.
            (changed(small_document(), "pieces.gold.moons", ["A18"]), r"pieces\.gold\.moons\[0\]: .*A18"),
            (changed(small_document(), "pieces.silver.planets", ["E1", "E1"]), r"pieces\.silver\.planets\[1\]"),
            (changed(small_document(), "pieces.silver.planets", ["A18"]), r"pieces\.silver\.planets\[0\]"),
            (changed(small_document(), "pieces.gold.solars", ["A18"]), r"pieces\.gold\.solars\[0\]"),
            (changed(small_document(), "pieces.gold.moons", ["A1"]), r"pieces\.gold\.moons\[0\]: .*ring A"),
            (changed(small_document(), "pieces.gold.moons", ["B1", "H1"]), r"pieces\.gold\.moons\[1\]: .*ring H"),
            (changed(small_document(), "pieces.gold.planets", row("E", 17)), r"pieces\.gold\.planets"),
            (changed(team_document(), "pieces.red.planets", row("E", 9)), r"pieces\.red\.planets"),
            (changed(small_document(), "pieces.gold.solars", row("E", 5)), r"pieces\.gold\.solars"),
            (changed(small_document(), "pieces.gold.moons", row("E", 16)), r"pieces\.gold\.moons"),
            (changed(team_document(), "pieces.blue.moons", row("D", 9)), r"pieces\.blue\.moons"),
            # 4. Who is defeated.
            (changed(small_document(), "defeated", [2]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [-1]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [True]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [1.0]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [1]), "defeated"),
            (changed(small_document(), "defeated", [0, 1]), "defeated"),
            (changed(small_document(), "defeated", [0, 0]), r"defeated\[1\]"),
            (changed(small_document(), "pieces.silver.planets", []), r"pieces\.silver"),
            (changed(team_document(), "defeated", [1]), "defeated"),
            (changed(team_document(), "defeated", [3, 1]), "defeated"),
            (changed(team_document(), "defeated", [0, 1, 2, 3]), "defeated"),
            (changed(team_document(), "defeated", [0, 1]), "defeated"),
            # 5. Whose turn it is.
            (changed(small_document(), "to_move", None), "to_move"),
            (changed(small_document(), "over", "blocked"), "to_move"),
            (changed(small_document(), "to_move", 2), "to_move"),
            (changed(small_document(), "to_move", True), "to_move"),
            (changed(small_document(), "to_move", 1.0), "to_move"),
            (changed(at("19.2gP2.2sP7./32./32./32./32./32./32./2bP30. s 4d - r - -").dump(), "to_move", 1), "to_move"),
            (
                changed(at("19.gP12./32./32./3.2sM27./3.gP2.gP25./32./32./32. g 2d - - - -").dump(), "to_move", 1)
                | {"pieces": at("19.gP12./32./32./3.sM2.sM25./3.gP2.gP25./32./32./32. g 2d - - - -").dump()["pieces"]},
                "to_move",
            ),
            (changed(team_document() | {"pieces": team_document()["pieces"]}, "to_move", 4), "to_move"),
            # 6. Who owes the first move.
            (changed(start().dump(), "owed", [1]), "owed"),
            (changed(start().dump(), "owed", [0]), "owed"),
            (changed(start().dump(), "owed", [1, 0]), "owed"),
            (changed(start().dump(), "owed", [0, 1, 1]), r"owed\[2\]"),
            (changed(start().dump(), "owed", [0, 2]), r"owed\[1\]"),
            (changed(start().dump(), "owed", [False, True]), r"owed\[0\]"),
            (changed(start().dump(), "to_move", 1), "owed"),
            (changed(after(start(), "B8-C8").dump(), "owed", [0, 1]), "owed"),
            (changed(after(start(), "B8-C8").dump(), "to_move", 0), "owed"),
            (changed(quiet_document(), "owed", [0, 1]), "owed"),
            (changed(small_document(), "owed", [0, 1]), "owed"),
            (changed(start().dump(), "pieces.gold.solars", ["H1"]), r"pieces\.gold\.moons"),
            (start().dump() | {"pieces": after(start(), "B1-C1").dump()["pieces"]}, "owed"),
            (start().dump() | {"pieces": opened_pieces("A1-C3")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17", "B2-C2")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17", "C1-D1")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", without="A3")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", without="B5")}, "owed"),
            (changed(at(CONQUEST).dump(), "owed", [0, 1]), "owed"),
            # 7. Whether the end fits.
            (changed(small_document() | {"to_move": None}, "over", "conquest"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "showdown"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "blocked"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "won"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "quiet"), "quiet"),
            (changed(small_document() | {"to_move": None}, "over", "repetition"), "quiet"),
            (changed(at(ALMOST_BLOCKED).dump() | {"to_move": None}, "over", "blocked"), "over"),
            # 8. The quiet moves.
            (changed(quiet_document(), "options.draw_rule", False), "quiet"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A23-D26"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A22-E27"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A23-E27", "A9-C7"]), "to_move"),
            (changed(quiet_document(), "quiet", ["A9-C7", "B24-C24"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A1-C7", "A23-E27"]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["C7-C7"]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["A9-C7"]), "to_move"),
            (changed(quiet_document(), "to_move", 1), "to_move"),
            (changed(quiet_document(), "quiet", [5]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A23-E27"] * 60), "quiet"),
            (quiet_document() | {"to_move": None, "over": "repetition"}, "over"),
            (quiet_document() | {"to_move": None, "over": "quiet"}, "over"),
            (quiet_document() | {"to_move": None, "over": "blocked"}, "over"),
            (
                at(CONQUEST).dump() | {"quiet": ["A21-B20"]},
                "quiet",
            ),
            (at("gS31./32./32./sS31./32./32./32./32. - 2d - - - showdown").dump() | {"quiet": ["A2-A1"]}, "quiet"),
        ],
    )
    def test_2_to_8_impossible_positions_are_refused(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            game.load(doc)

    @pytest.mark.parametrize("over", [None, "showdown", "blocked", "repetition", "quiet"])
    def test_7_one_side_left_must_be_a_conquest(self, over: str | None) -> None:
        doc = at(CONQUEST).dump()
        with pytest.raises(ValueError, match="over"):
            game.load(doc | {"over": over, "to_move": 0 if over is None else None})

    @pytest.mark.parametrize("over", [None, "conquest", "blocked", "repetition", "quiet"])
    def test_7_one_stellar_each_must_be_a_showdown(self, over: str | None) -> None:
        doc = at("gS31./32./32./sS31./32./32./32./32. - 2d - - - showdown").dump()
        with pytest.raises(ValueError, match="over"):
            game.load(doc | {"over": over, "to_move": 0 if over is None else None})

    @pytest.mark.parametrize("over", ["repetition", "quiet"])
    def test_7_draws_by_the_draw_rule_need_it(self, over: str) -> None:
        with pytest.raises(ValueError, match="over"):
            game.load(changed(small_document(), "options.draw_rule", False) | {"over": over, "to_move": None})

    def test_7_blocked_needs_more_than_one_stellar_on_every_side(self) -> None:
        walled = after(at(ALMOST_BLOCKED), "F5-G5").dump()
        for colour in walled["pieces"]:
            doc = json.loads(json.dumps(walled))
            doc["pieces"][colour] = {"planets": [], "moons": ["G16"], "solars": []}
            with pytest.raises(ValueError, match="over"):
                game.load(doc)

    def test_6_without_owed_the_setup_is_like_any_position(self) -> None:
        state = opened(start())
        assert len(state.legal()) == 16 + 2  # and the captures A1xB32 and A16xB17
        assert game.load(state.dump()) == state

    def test_8_a_capture_or_a_defeat_among_the_quiet_moves_is_refused(self) -> None:
        # Played forward, silver's planet makes its last move and is gone.
        doc = at("19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -").dump()
        with pytest.raises(ValueError, match="quiet"):
            game.load(doc | {"quiet": ["E5-D4"], "to_move": 0})


class TestOneLineForm:
    @pytest.mark.parametrize(
        "line",
        [
            "16gP16sP/16gM16sM/32./32./32./32./32./32.  g\t2d gs - - -\n",
            "8gP8gP16sP/gMgM14gM16sM/32./16.16./32./32./32./30... g 2d gs - - -",
        ],
    )
    def test_runs_need_not_be_merged_and_white_space_is_free(self, line: str) -> None:
        assert at(line) == start()

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "7"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - -", "6 fields"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - - -", "8 fields"),
            ("16gP16sP/16gM16sM/32./32./32./32./32. g 2d gs - - -", "7 rings"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32./ g 2d gs - - -", "9 rings"),
            ("16gP15sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A has 31"),
            ("16gP17sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A has more"),
            ("16gP16sP/16gM16sM/33./32./32./32./32./32. g 2d gs - - -", "ring C has more"),
            ("16gP16sP/16gM16sM/99./32./32./32./32./32. g 2d gs - - -", "ring C has more"),
            ("16gP16sP/16gM16sM/032./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/1.31./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/0.32./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/٣٢./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/" + "9" * 5000 + "./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/32/32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM//32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16GP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gp16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gP16rP/16gM16rM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. r 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. gs 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. 0 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 3d gs - - -", "options"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2dt gs - - -", "options"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2td gs - - -", "seats"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d sg - - -", "owed"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gr - - -", "owed"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - ss - -", "defeated"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - s - -", "defeated"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - , -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - A1-B2, -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - A1xB2 -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - - Conquest", "over"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - - null", "over"),
        ],
    )
    def test_a_bad_line_is_refused(self, line: str, message: str) -> None:
        with pytest.raises(ValueError, match=message) as refused:
            at(line)
        assert len(str(refused.value)) < 300

    @pytest.mark.parametrize("text", [None, 5, b"", [], {}, float("nan")])
    def test_what_is_no_text_is_refused(self, text: Any) -> None:
        with pytest.raises(ValueError, match="text"):
            game.from_fen(text)


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one = after(start(), "B8-C8", "B24-C24")
        other = after(start(), "b8c8", "b24c24")
        assert one == other
        assert hash(one) == hash(other)
        assert one != after(start(), "B8-C8", "B25-C25")
        assert start() != opened(start())
        assert start() != start(draw_rule=False)
        assert start(4) != start(4, teams=True)
        assert cast("object", start()) != start().dump()

    def test_a_position_may_go_to_another_process_and_come_back(self) -> None:
        state = after(start(4, teams=True), "B8-C8", "B9-C9", "B17-C17", "B25-C25", "A7xC9")
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert again == state
        assert again.legal() == state.legal()

    @pytest.mark.parametrize("name", ["to_move", "quiet", "owed", "over", "board", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_equal_boards_with_another_past_are_other_positions(self) -> None:
        state = at(TestDrawRule.TWO_AGAINST_TWO)
        assert after(state, "A1-A2", "D1-D2", "A2-A1", "D2-D1") != state


def random_position(luck: random.Random) -> Document | None:
    """A position such as no match may ever reach: crowded corners, few stellar, odd counts; None if it is over."""
    seats = luck.choice((2, 4))
    home = 32 // seats
    first, width, outermost = luck.randrange(32), luck.choice((2, 3, 5, 8, 32)), luck.randrange(6)
    free = [(ring, (first + n) % 32 + 1) for ring in range(outermost, 8) for n in range(width)]
    luck.shuffle(free)
    doc = start(seats, teams=seats == 4 and luck.random() < 0.4, draw_rule=luck.random() < 0.8).dump() | {"owed": []}
    most = luck.choice((1, 2, 4, home))
    for kinds in doc["pieces"].values():
        solars = luck.choice((0, 0, 1, min(4, most)))
        numbers = {"planets": luck.randint(0, most), "solars": solars, "moons": luck.randint(0, max(0, most - solars))}
        for kind, number in numbers.items():
            spaces = [free.pop() for _ in range(min(number, len(free)))]
            kinds[kind] = [plain.write(s) for s in sorted(spaces) if kind != "moons" or 0 < s[0] < 7]
    doc["defeated"] = [seat for seat in range(seats) if plain.count(doc, plain.side(doc, seat)) == 0]
    able = [seat for seat in range(seats) if plain.seat_moves(doc, seat)]
    if not able or plain.end_test(doc):
        return None
    doc["to_move"] = luck.choice(able)
    return doc


class TestAgainstThePlainRules:
    """The engine and `plain`, which was written from the same page without tables, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> str | None:
        """Plays on from a document in both; how the match ended, None if it did not."""
        state = game.load(doc)
        history = [f"{doc['to_move']} {sorted(plain.pieces(doc).items())}"]
        for _ in range(moves):
            assert state.dump() == doc
            assert [tuple(move) for move in state.legal()] == plain.legal(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                break
            captures = [move for move in state.legal() if "x" in state.notate(move)]
            move = luck.choice(captures if captures and luck.random() < 0.5 else state.legal())
            doc = plain.play(doc, (move.origin, move.target), history)
            state = state.play(move, NO_LUCK)
        return state.over

    @pytest.mark.thorough
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(3))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        docs = [doc for doc in (random_position(luck) for _ in range(90)) if doc is not None]
        endings = [self.follow(doc, luck, luck.choice((2, 10, 30))) for doc in docs]
        assert len(docs) > 30
        assert "conquest" in endings

    @pytest.mark.parametrize(("seats", "teams"), [(2, False), (4, False), (4, True)])
    def test_from_the_start(self, seats: int, teams: bool) -> None:
        doc = start(seats, teams=teams).dump()
        self.follow(doc, random.Random(seats + teams), 150)

    def test_a_position_in_which_everyone_gets_stuck(self) -> None:
        doc = plain.play(at(ALMOST_BLOCKED).dump(), ("F5", "G5"), [])
        assert self.follow(doc, random.Random(0), 1) == "blocked"

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 110))
    def test_many_weird_positions_to_the_end(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(200):
            doc = random_position(luck)
            if doc is not None:
                self.follow(doc, luck, 400)


@pytest.mark.thorough
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_stellar_are_neither_made_nor_lost_but_by_capture_change_and_defeat(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 4)))
    state = start(seats, teams=seats == 4 and data.draw(st.booleans()))
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = luck.choice(state.legal())
        text, seat, before = state.notate(move), state.to_move, state
        state = state.play(move, NO_LUCK)
        for index, colour in enumerate(state.table.colours):
            old, new = before.dump()["pieces"][colour], state.dump()["pieces"][colour]
            if index in state.defeated:
                assert not any(new.values())
                continue
            assert len(new["solars"]) - len(old["solars"]) in ((1,) if "=S" in text and index == seat else (0, -1))
            lost = sum(map(len, old.values())) - sum(map(len, new.values()))
            assert lost == (index != seat and "x" in text and any(move.target in spaces for spaces in old.values()))
