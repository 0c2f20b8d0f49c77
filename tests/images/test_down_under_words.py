"""Down Under in words: complete, short enough, and readable back."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.rules.down_under import COLOURS, Position, beyond
from bot.rules.down_under.notation import cell_of
from bot.words import Verdict
from bot.words.down_under import area_text, text
from images.down_under import alt
from images.marks.marks import Choice, Marks
from images.marks.sentences import ALT_LIMIT
from tests.images.down_under_layout import laid_out
from tests.images.down_under_positions import (
    BORDER,
    CASE_1,
    CASE_2,
    DEADLOCK,
    DINGO,
    ENDLESS,
    LONE,
    SCENES,
    SEEDS,
    START,
    composed,
    moved,
    played,
    position,
)
from tests.images.readers import read_down_under


def sized(position: Position) -> Position:
    """The position with columns and rows for the name of its size, and none where the area is open."""
    table = position.table
    size = "recommended" if table.area == "open" else "{}x{}".format(*table.extent)
    return replace(position, table=replace(table, size=size))


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_it_tells_whose_turn_it_is_and_every_route_with_its_open_ends(self, seed: int) -> None:
        state, marks = played(seed)
        some = composed(state, seed)
        words = alt(state.sight(None), Marks(marks.last, some.choices, some.chosen))
        assert len(words) <= ALT_LIMIT
        if state.to_move is not None:
            assert " to move" in words
        for colour, route in enumerate(state.routes):
            found = re.search(rf"{COLOURS[colour].capitalize()}: ([^.]+)\.", words)
            assert found
            if route.pieces:
                assert f"length {route.length}" in found[1]
            told = re.findall(r"([a-z]+\d+) from the (north|east|south|west)", found[1])
            sides = ("north", "east", "south", "west")
            assert told == [(state.label(beyond(*end)), sides[end[1] ^ 2]) for end in route.open]

    def test_it_tells_where_routes_run_while_there_is_room(self) -> None:
        words = alt(ENDLESS.sight(None))
        assert "Yellow: length 4; a ring; left 7 straights, 5 curves, 2 terminals." in words
        assert "Blue: length 3; open into j7 from the north and i10 from the south" in words
        assert "Yellow runs h8 h9 i9 i8." in words or "Yellow runs h8 i8 i9 h9." in words

    def test_it_tells_the_last_turn(self) -> None:
        state, marks = moved(CASE_1, "straight h9 EW")
        words = alt(state.sight(None), marks)
        assert (
            "Just played: Red lays a straight EW on h9: route 1 → 3, yellow's route 1 → 2, blue's route 1 → 2. "
            in words
        )
        assert "A billabong is on i9" in words
        state, marks = moved(position(2, "Y s 0,0 EW; B s 0,1 EW"), "straight g8 EW")
        assert "Just played: Yellow lays a straight EW on g8: route 1 → 2." in alt(state.sight(None), marks)

    def test_it_tells_a_verdict_and_places(self) -> None:
        verdict = Verdict("Yellow wins", "Blue resigned", (0,))
        assert "Yellow wins (Blue resigned)." in alt(LONE.sight(None), Marks(verdict=verdict))
        assert "Places: Yellow 2nd, Blue 1st." in alt(DINGO.sight(None))

    @pytest.mark.parametrize("name", SCENES)
    def test_it_always_fits(self, name: str) -> None:
        view, marks = SCENES[name]
        legal = [view.notate(move) for move in view.legal()]
        many = tuple(Choice(str(n), at) for n, at in enumerate(legal, 1))
        words = alt(view, Marks(marks.last, many, tuple(legal[:1])))
        assert len(words) <= ALT_LIMIT
        assert "Down Under" in words


class TestText:
    """The complete position in words reads back to itself."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=25, deadline=None)
    def test_every_view_reads_back(self, seed: int) -> None:
        view = played(seed)[0].sight(None)
        assert read_down_under(text(view)) == sized(view)

    @pytest.mark.parametrize("name", SCENES)
    def test_the_worst_reads_back(self, name: str) -> None:
        assert read_down_under(text(SCENES[name][0])) == sized(SCENES[name][0])

    def test_it_is_written_for_people(self) -> None:
        state, _ = moved(CASE_1, "straight h9 EW")
        assert text(state.sight(None)).splitlines() == [
            "Down Under for 3 seats.",
            "Options: size 6×8; a border that forms as you play; routes grow from both ends; one route each; "
            "no animals.",
            "Red to move.",
            "Played this turn: red.",
            "Extensions owed: red out of i9.",
            "Border: columns may still move; rows may still move.",
            "Yellow: length 2, 2 points; open at i8 S into i7; left straight 6, curve 9, terminal 2.",
            "Tiles of yellow: straight i8 NS.",
            "Blue: length 2, 2 points; open at i10 N into i11; left straight 6, curve 9, terminal 2.",
            "Tiles of blue: straight i10 NS.",
            "Red: length 3, 3 points; open at g9 W into f9, i9 E into j9; left straight 5, curve 9, terminal 2.",
            "Tiles of red: straight g9 EW; straight h9 EW.",
            "Billabongs: i9 EW.",
            "Billabongs left: 3.",
        ]

    def test_what_follows_from_the_rest_may_be_left_out(self) -> None:
        lines = text(CASE_2.sight(None)).splitlines()
        needed = [line for line in lines if re.match("Down|Options|In the|Tiles|.* to move", line)]
        assert len(needed) < len(lines)
        assert read_down_under("\n".join(needed)) == sized(CASE_2.sight(None))

    @pytest.mark.parametrize(
        "words",
        [
            "",
            "Chess.",
            text(START) + "\nYellow is happy.",
            text(START) + "\nBillabongs left: 3.",
            text(START) + "\nTiles of yellow: straight g7.",
            text(START) + "\nTiles of green: straight h8 NS.",
            text(START) + "\nPlayed this turn: pink.",
            text(START).replace("one route", "nine routes"),
            text(ENDLESS.sight(None)).replace("h8 NE", "h8 NW"),
            text(ENDLESS.sight(None)).replace("length 4", "length 5"),
            text(ENDLESS.sight(None)).replace("Yellow to move", "Over: nobody"),
        ],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match=r"Down Under|is not|must|turn|tiles"):
            read_down_under(words)


class TestWords:
    @pytest.mark.parametrize(
        ("label", "cell"),
        [
            *(("a1", (-8, -8)), ("i9", (0, 0)), ("aa27", (18, 18)), ("a0", (-8, -9)), ("-b-1", (-10, -10))),
            *(("1a", None), ("", None), ("A1", None), ("a", None), ("1", None), ("--a1", None), ("a1 ", None)),
        ],
    )
    def test_cells_are_found_by_their_labels(self, label: str, cell: tuple[int, int] | None) -> None:
        assert cell_of(CASE_1.table, label) == cell

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_labels_are_those_of_the_moves(self, seed: int) -> None:
        state, _ = played(seed)
        laid = laid_out(state.sight(None))
        for cell in state.tiles:
            assert laid.label(cell) == state.label(cell)
            assert cell_of(state.table, state.label(cell)) == cell

    def test_the_area_is_described_as_far_as_it_is_known(self) -> None:
        assert area_text(START) == "5×7 or 7×5"
        assert area_text(BORDER) == "7×9 or 9×7"
        assert area_text(moved(BORDER, "curve j17 SE")[0]) == "7×9"
        assert area_text(SCENES["open"][0]) == "open"
        assert area_text(DEADLOCK) == "9×9"
