"""What alt texts and texts say of a board of Cirondo."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import KIND_NAMES
from bot.words import Verdict
from bot.words.cirondo import describe_move, move_in_short, ranges, text
from images.cirondo import alt
from images.marks.marks import Marks
from images.marks.sentences import ALT_LIMIT
from tests.images.cirondo_positions import FOUR, LAST_MOVE, SEEDS, START, TEAMS, after, scene
from tests.images.positions import ALL_SPACES, GAME, all_pieces, crowded, fen, many_targets, played, shown
from tests.images.readers import read_cirondo, spaces_of


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_it_tells_who_is_to_move_what_was_last_and_all_numbers(self, seed: int) -> None:
        position, marks = scene(seed)
        words = alt(position, marks)
        assert len(words) <= ALT_LIMIT
        to_move = re.search(r"(\w+) to move\.", words)
        colours = position.table.colours
        assert (to_move and colours.index(to_move[1].lower())) == position.to_move
        last = re.findall(r"Just played: \w+'s [\w ]+? (?:moves from|on) (\w+) (?:to|takes [\w' ]+ on) (\w+)\.", words)
        assert last == [(played.move.origin, played.move.target) for played in marks.last]
        for seat, colour in enumerate(colours):
            line = re.search(rf"{colour.capitalize()}: (\d+) planets?.*?, (\d+) moons?.*?, (\d+) Solar Systems?", words)
            assert line is not None
            assert [int(number) for number in line.groups()] == [
                len(position.board.spaces_of(seat, kind)) for kind in KIND_NAMES
            ]

    @pytest.mark.parametrize("seats", [2, 4])
    def test_the_fullest_board_fits(self, seats: int) -> None:
        position = crowded(seats, 1)
        for choices in (all_pieces(position), many_targets(position), ()):
            words = alt(position, Marks((shown("G5xH6=S", position),), choices, ("A9",)))
            assert len(words) <= ALT_LIMIT
            assert "Gold to move." in words
            assert "Chosen: A9" in words
            assert all(f"{choice.label} {choice.at}" in words for choice in choices)

    def test_it_says_where_everything_stands(self) -> None:
        assert "16 planets (A1-A16)" in alt(START)

    def test_it_tells_whose_last_move_it_is(self) -> None:
        assert "Silver to move. Silver is down to one stellar and has one last move." in alt(fen(LAST_MOVE))
        assert "last move" not in alt(START)

    def test_it_tells_who_is_down_to_one_stellar_before_its_turn(self) -> None:
        position = fen("19.2sP6.2bP3./32./32./3.gP28./4.rP3.rP23./32./32./32. r 4d - - - -")
        assert "Red to move. Gold is down to one stellar and has one last move." in alt(position)

    def test_a_side_of_two_seats_is_counted_as_one(self) -> None:
        position = fen("19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. r 4td - - - -")
        assert "stellar" not in alt(position)

    def test_it_tells_who_won(self) -> None:
        position, marks = after(LAST_MOVE, "D4-E5")
        assert "Gold wins (by conquest). Just played: Silver's planet moves from D4 to E5. Out: Silver." in alt(
            position, marks
        )

    @pytest.mark.parametrize(
        ("move", "words", "in_short"),
        [
            ("D5-E5", "Gold's moon moves from D5 to E5.", "moon to E5"),
            ("D10xC9", "Gold's planet on D10 takes silver's planet on C9.", "planet takes C9"),
            ("G20xH21=S", "Gold's moon on G20 takes silver's Solar System on H21. It becomes a Solar System.",
             "moon takes H21"),
        ],
    )  # fmt: skip
    def test_a_move_is_described_in_words(self, move: str, words: str, in_short: str) -> None:
        before = fen("32./32./8.sP23./4.gM4.gP22./32./32./19.gM12./20.sS11. g 2d - - - -")
        parsed = before.parse(move)
        assert (describe_move(before, parsed), move_in_short(before, parsed)) == (words, in_short)

    def test_it_tells_a_verdict_from_outside(self) -> None:
        assert "Gold wins (Silver resigned)." in alt(
            START, Marks(verdict=Verdict("Gold wins", "Silver resigned", (0,)))
        )


class TestText:
    """The complete position in words reads back to itself."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_reads_back(self, seed: int) -> None:
        position = played(seed)[0]
        assert read_cirondo(text(position)) == position.dump()

    @pytest.mark.parametrize(
        "position",
        [START, FOUR, TEAMS, GAME.start(2, {"draw_rule": False}), after(LAST_MOVE, "D4-E5")[0]],
        ids=["two", "four", "teams", "no draw rule", "over"],
    )
    def test_it_reads_back_with_every_option_and_end(self, position: Position) -> None:
        assert read_cirondo(text(position)) == position.dump()

    def test_it_fits_into_one_message(self) -> None:
        position = replace(crowded(4, 2), quiet=(Move("A10", "C12"),) * 100)
        assert len(text(position)) < 2000

    def test_it_is_written_for_people(self) -> None:
        state = fen("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -")
        for move in ("B8-C8", "B24-C24", "A9-C7", "A23-E27"):
            state = state.play(state.parse(move))
        assert text(state) == (
            "Cirondo for 2 seats, draw rule on.\n"
            "Gold to move.\n"
            "Gold: 16 planets (A1-A8, A10-A16, C7), 16 moons (B1-B7, B9-B16, C8), 0 Solar Systems (4 in supply).\n"
            "Silver: 16 planets (A17-A22, A24-A32, E27), 16 moons (B17-B23, B25-B32, C24), 0 Solar Systems "
            "(4 in supply).\n"
            "Quiet moves, 2 of 100: A9 to C7, A23 to E27."
        )

    @pytest.mark.parametrize("words", ["", "Chess.", "Cirondo for 2 seats, draw rule on.\nGold is happy."])
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises((ValueError, IndexError)):
            read_cirondo(words)

    @given(spaces=st.sets(st.sampled_from(ALL_SPACES)))
    def test_lists_of_spaces_read_back(self, spaces: set[str]) -> None:
        assert spaces_of(ranges(spaces)) == sorted(spaces, key=ALL_SPACES.index)

    @pytest.mark.parametrize("part", ["A1-B3", "A5-A2", "A1-", "A1--A3"])
    def test_broken_rows_are_refused(self, part: str) -> None:
        with pytest.raises(ValueError, match="is not a"):
            spaces_of(part)
