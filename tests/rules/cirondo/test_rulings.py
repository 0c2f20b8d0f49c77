"""Cirondo: every worked example and every ruling of its rules page."""

import json
from collections.abc import Callable, Iterator

import pytest

from bot.rules import NotLegalHere, Result
from bot.rules.cirondo import Move, Position, game
from bot.rules.cirondo.board import SPACES, Board, setup, table_for
from tests.rules.cirondo import plain
from tests.rules.cirondo.positions import ALMOST_BLOCKED, TWO_AGAINST_TWO, at, opened, start
from tests.rules.trying import NO_LUCK, after, written


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
    def test_places_at_the_end(
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
        states = list(self.walk(at(TWO_AGAINST_TWO), lambda turn: (turn % 2, turn % 2), 10))
        assert [state.over for state in states] == [None] * 7 + ["repetition"]
        assert states[-1].result == Result((1, 1))
        assert len(states[-1].quiet) == 8

    def test_the_same_stellar_with_another_seat_to_move_is_another_position(self) -> None:
        # Gold steps on one by one over three turns and back in two, so every board comes up with both seats to move.
        state = at(TWO_AGAINST_TWO)
        for text in ["A1-A2", "D1-D2", "A2-A3", "D2-D1", "A3-A1", "D1-D2", "A1-A2", "D2-D1"]:
            state = after(state, text)
        boards = state.dump()["pieces"]
        again = after(state, "A2-A1", "D1-D2", "A1-A3", "D2-D1", "A3-A2")
        assert again.dump()["pieces"] == boards
        assert again.to_move != state.to_move
        assert again.over is None

    def test_a_hundred_quiet_moves_are_a_draw(self) -> None:
        states = list(self.walk(at(TWO_AGAINST_TWO), lambda turn: (turn, turn), 60))
        assert len(states) == 100
        assert [state.over for state in states[-2:]] == [None, "quiet"]
        assert (states[-1].to_move, states[-1].result) == (None, Result((1, 1)))
        assert game.load(states[-1].dump()) == states[-1]

    def test_22_both_together_are_a_repetition(self) -> None:
        def numbers(turn: int) -> tuple[int, int]:
            if turn <= 32:
                return turn, turn  # once around, so that the first position is there for the second time
            out_and_back = min(turn - 32, 50 - turn)
            return out_and_back, -out_and_back  # the two apart from each other, which is new, and together at the end

        states = list(self.walk(at(TWO_AGAINST_TWO), numbers, 60))
        assert len(states) == 100
        assert (states[-1].over, len(states[-1].quiet)) == ("repetition", 100)

    def test_20_captures_and_moon_moves_restart_the_count(self) -> None:
        state = at("gS31./15.gMgP13.2sP/32./sS31./32./32./32./32. g 2d - - - -")
        state = after(state, "A1-A2", "D1-D2")
        assert [tuple(move) for move in state.quiet] == [("A1", "A2"), ("D1", "D2")]
        assert after(state, "B16-C16").quiet == ()
        assert after(state, "A2xD2" if "A2xD2" in written(state) else "A2-A3").quiet == ()

    def test_without_it_nothing_is_remembered_and_nothing_drawn(self) -> None:
        state = at(TWO_AGAINST_TWO.replace("2d", "2"))
        states = list(self.walk(state, lambda turn: (turn % 2, turn % 2), 110))
        assert len(states) == 220
        assert all(state.quiet == () and state.over is None for state in states)

    def test_what_was_seen_before_is_known_again_after_loading(self) -> None:
        for state in self.walk(at(TWO_AGAINST_TWO), lambda turn: (turn % 2, turn % 2), 3):
            before = state
        again = game.load(json.loads(json.dumps(before.dump())))
        ended = after(again, "A2-A1", "D2-D1")
        assert (len(before.quiet), ended.over) == (6, "repetition")
