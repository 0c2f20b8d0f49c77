"""The rules of Nine Men's Morris, in the order of docs/games/morris.md."""

from typing import Any

import pytest

from bot.rules import IllegalMove, Result
from bot.rules.morris import LINES, MILLS, NEIGHBOURS, POINTS, QUIET_MOVES, Position, game
from tests.rules.morris import after, at


def texts(position: Position) -> list[str]:
    return [position.notate(move) for move in position.legal()]


def refused(position: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        position.parse(text)
    return str(refusal.value)


class TestTheBoard:
    def test_24_points_lie_on_two_lines_each(self) -> None:
        assert len(POINTS) == len(set(POINTS)) == 24
        assert len(LINES) == 16
        assert {len(mills) for mills in MILLS.values()} == {2}

    @pytest.mark.parametrize(
        ("point", "neighbours"), [("a7", "a4 d7"), ("d7", "a7 d6 g7"), ("b4", "a4 b2 b6 c4"), ("e4", "e3 e5 f4")]
    )
    def test_neighbours_lie_next_to_each_other_on_a_line(self, point: str, neighbours: str) -> None:
        assert sorted(NEIGHBOURS[point]) == neighbours.split()

    def test_no_line_crosses_the_middle(self) -> None:
        assert "d3" not in NEIGHBOURS["d5"]


class TestPlacing:
    def test_gold_begins_and_may_place_anywhere(self) -> None:
        start = game.start(2, {})
        assert start.to_move == 0
        assert texts(start) == list(POINTS)

    def test_a_man_is_placed_on_an_empty_point_only(self) -> None:
        position = after(game.start(2, {}), "d6")
        assert refused(position, "d6") == "There is a man on d6 already."

    def test_nobody_moves_a_man_while_some_are_in_hand(self) -> None:
        assert "still have men to place" in refused(after(game.start(2, {}), "d6", "a1"), "d6-d5")

    def test_nine_men_each_are_placed(self) -> None:
        moves = "d6 d7 d2 d1 b4 a4 f4 g4 b6 a7 f2 g1 e4 c4 e5 e3 c3 d3"
        position = after(game.start(2, {}), *moves.split())
        assert position.in_hand == (0, 0)
        assert refused(position, "a1") == "All your men are placed. Write where from and where to, such as a1-a4."


class TestMoving:
    def test_a_man_goes_to_the_next_point_along_a_line(self) -> None:
        position = at("a1 d2 f6 g4", "d1 b2 c5 e5")
        assert texts(position) == ["f6-d6", "f6-f4", "g4-g7", "g4-f4", "g4-g1", "d2-d3", "d2-f2", "a1-a4"]
        assert refused(position, "a1-g1") == "The man on a1 can go to: a4."

    def test_with_three_men_left_they_fly(self) -> None:
        assert len(texts(at("a1 d2 f6", "d1 b2 c5 e5"))) == 3 * 17

    def test_a_table_can_do_without_flying(self) -> None:
        assert texts(at("a1 d2 f6", "d1 b2 c5 e5", flying=False)) == ["f6-d6", "f6-f4", "d2-d3", "d2-f2", "a1-a4"]

    def test_only_own_men_are_moved(self) -> None:
        assert refused(at("a1 d2 f6 g4", "d1 b2 c5 e5"), "b2-b4") == "You have no man on b2."


class TestMills:
    def test_three_men_in_a_row_take_a_man(self) -> None:
        position = at("a1 d1 g4 d5", "b2 c5 e5")
        assert [text for text in texts(position) if text.startswith("g4-g1")] == ["g4-g1xc5", "g4-g1xe5", "g4-g1xb2"]
        assert after(position, "g4-g1xe5").men[1] == {"b2", "c5"}

    def test_a_man_that_is_placed_makes_a_mill_as_well(self) -> None:
        position = at("a1 d1", "b2 c5", hands=(7, 7))
        assert after(position, "g1xb2").men[1] == {"c5"}

    def test_a_mill_has_to_take_a_man(self) -> None:
        answer = "That makes a mill. Add the man you take: x and one of c5, e5, b2."
        assert refused(at("a1 d1 g4 d5", "b2 c5 e5"), "g4-g1") == answer

    def test_without_a_mill_nothing_is_taken(self) -> None:
        assert refused(at("a1 d1 g4 d5", "b2 c5 e5"), "g4-g7xb2") == "g7 makes no mill, so you can't take a man."

    def test_men_in_a_mill_are_safe(self) -> None:
        """Rulings 1."""
        position = at("a1 d1 g4 d5", "b2 b4 b6 e5")
        assert refused(position, "g4-g1xb2") == "b2 is in a mill. You can take: e5."

    def test_unless_all_men_are_in_mills(self) -> None:
        """Rulings 1."""
        assert at("a1 d1 g4 d5", "b2 b4 b6").takeable == ["b6", "b4", "b2"]

    def test_two_mills_together_take_one_man(self) -> None:
        """Rulings 2."""
        position = at("a1 d1 g7 g4 d3 c4", "b2 c5 e5 f6 a4", hands=(1, 1))
        assert len(after(position, "g1xa4").men[1]) == 4

    def test_a_mill_can_be_opened_and_closed_again(self) -> None:
        position = after(at("a1 d1 g1 d5", "b2 c5 e5 f6"), "g1-g4", "f6-f4", "g4-g1xf4")
        assert len(position.men[1]) == 3

    def test_a_man_that_moves_within_its_own_line_makes_no_mill(self) -> None:
        assert at("a7 a4 d7 g1", "b2 c5 e5").makes_mill("a4", "a1") is False


class TestTheEnd:
    def test_with_two_men_left_a_seat_has_lost(self) -> None:
        position = after(at("a1 d1 g4 d5", "b2 c5 e5"), "g4-g1xe5")
        assert (position.over, position.to_move, position.legal()) == ("men", None, [])
        assert position.result == Result((1, 2))
        assert refused(position, "b2-b4") == "The match is over."

    def test_men_in_hand_count(self) -> None:
        assert at("a1 d1", "b2", hands=(7, 8), turn=1).over is None

    def test_a_seat_that_cannot_move_has_lost(self) -> None:
        position = at("a7 g7 a1 g1", "d7 a4 d1 g4")
        assert (position.over, position.result) == ("blocked", Result((2, 1)))

    def test_fifty_moves_without_a_capture_are_a_draw(self) -> None:
        """Rulings 4."""
        position = after(at("a1 d2 f6 g4", "d1 b2 c5 e5", quiet=QUIET_MOVES - 1), "a1-a4")
        assert (position.over, position.result) == ("quiet", Result((1, 1)))

    def test_a_capture_begins_the_count_again(self) -> None:
        position = after(at("a1 d1 g4 d5", "b2 c5 e5 f6", quiet=QUIET_MOVES - 1), "g4-g1xf6")
        assert (position.over, position.quiet) == (None, 0)


class TestWritingMoves:
    @pytest.mark.parametrize("typed", ["g4-g1xe5", "G4-G1xE5", "g4g1e5", " g4 - g1 x e5 ", "g4→g1×e5", "g4>g1:e5"])
    def test_a_move_is_read_however_it_is_typed(self, typed: str) -> None:
        position = at("a1 d1 g4 d5", "b2 c5 e5")
        assert position.notate(position.parse(typed)) == "g4-g1xe5"

    @pytest.mark.parametrize("typed", ["", "d", "d8", "h1", "a1-", "xa1", "a1-a4-a7-d7", "mill"])
    def test_what_is_no_move_is_said_to_be_none(self, typed: str) -> None:
        assert "is not a move" in refused(game.start(2, {}), typed)

    def test_the_middle_is_no_point(self) -> None:
        assert refused(game.start(2, {}), "d4") == "There is no such point on the board."


class TestDocuments:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"game": "chess"}, "game: 'chess' is not 'morris'"),
            ({"men": {"gold": ["d4"], "blue": []}}, "men.gold[0]: 'd4' is not a point of the board"),
            ({"men": {"gold": ["a1", "a1"], "blue": []}}, "men.gold: there are two men on one point"),
            ({"men": {"gold": ["a1"], "blue": ["a1"]}}, "men.blue: a1 has a gold man as well"),
            ({"men": {"gold": ["a1"], "blue": []}}, "men.gold: with those in hand these are more than 9"),
            ({"in_hand": [9]}, "in_hand: there are 1 entries instead of 2"),
            ({"in_hand": [8, 9]}, "in_hand: these numbers of men can't be left when it is the turn of gold"),
            ({"in_hand": [0, 0]}, "men.blue: with fewer than 3 men it can't have moved"),
            ({"turn": 2}, "turn: 2 is not a whole number from 0 to 1"),
            ({"quiet": 1}, "quiet: men are still being placed"),
            ({"options": {}}, "options.flying: this key is missing"),
        ],
    )
    def test_an_impossible_position_is_refused_by_the_key_that_is_wrong(
        self, changes: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole message is compared
            game.load(game.start(2, {}).dump() | changes)
        assert str(refusal.value) == message

    @pytest.mark.parametrize("seats", [1, 3])
    def test_two_people_play(self, seats: int) -> None:
        with pytest.raises(ValueError, match="seats"):
            game.start(seats, {})
