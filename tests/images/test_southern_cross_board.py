"""The board of Southern Cross in pictures: where everything lies, and how it looks."""

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.rules.southern_cross.board import DIALS, SQUARES, TILES
from images.canvas.canvas import Area
from images.canvas.emblems import EMBLEMS
from images.canvas.palette import NIGHT
from images.marks.marks import Choice, Marks
from images.southern_cross import draw, paint
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import HOMES, gate, neighbours, place, tile_of
from images.southern_cross.pieces import counter
from images.southern_cross.throwing import SMALL
from tests.images.boxes import centre_of, named, starting, texts
from tests.images.southern_cross_layout import apart
from tests.images.southern_cross_positions import EMPTY, MIDDLE, after, position, scene

SEEDS = st.integers(0, 2**20)


START = position(EMPTY)


MID = position(MIDDLE, 9)


class TestGeometry:
    def test_columns_run_to_the_right_and_rows_upwards(self) -> None:
        a1, f6 = LARGE.middle("a1"), LARGE.middle("f6")
        assert a1[0] < f6[0]
        assert a1[1] > f6[1]

    def test_squares_of_a_column_and_of_a_row_lie_in_line(self) -> None:
        assert len({round(LARGE.middle(square)[0], 3) for square in SQUARES}) == 6
        assert len({round(LARGE.middle(square)[1], 3) for square in SQUARES}) == 6

    def test_counters_of_a_dial_lie_on_it_and_leave_its_letter_free(self) -> None:
        for dial in DIALS:
            for square in TILES[dial]:
                out = hypot(*(a - b for a, b in zip(LARGE.middle(square), LARGE.tile_middle(dial), strict=True)))
                assert out + LARGE.counter * 0.46 < LARGE.dial
                assert out - LARGE.counter / 2 > LARGE.tile * 0.108

    def test_a_base_touches_the_outer_squares_of_its_home_tile(self) -> None:
        assert {colour: gate(colour) for colour in HOMES} == {
            "blue": ("c6", "d6"),
            "red": ("f4", "f3"),
            "yellow": ("d1", "c1"),
            "green": ("a3", "a4"),
        }
        for layout in (LARGE, SMALL):
            for colour in HOMES:
                near = sorted(SQUARES, key=lambda at: apart_of(layout.middle(at), layout.base_middle(colour)))[:2]
                assert set(near) == set(gate(colour))

    def test_counters_of_a_base_do_not_overlap(self) -> None:
        for layout in (LARGE, SMALL):
            for colour in HOMES:
                for first, second in combinations(layout.rests(colour), 2):
                    assert apart_of(first, second) >= layout.resting

    def test_neighbours_share_a_side(self) -> None:
        assert neighbours("a1") == ["a2", "b1"]
        assert set(neighbours("c3")) == {"c4", "d3", "c2", "b3"}

    def test_tiles_hold_every_square_once(self) -> None:
        assert sorted(square for squares in TILES.values() for square in squares) == list(SQUARES)
        assert tile_of("d5") == "N"

    @pytest.mark.parametrize("at", ["g1", "a7", "NW", "N 45", "spin N 90", "end", ""])
    def test_other_places_are_refused(self, at: str) -> None:
        with pytest.raises(ValueError, match="is not a place"):
            place(at)
        with pytest.raises(ValueError, match="is not a place"):
            draw(MID, Marks(choices=(Choice("1", at),)))


def apart_of(first: tuple[float, float], second: tuple[float, float]) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


class TestTheBoard:
    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_every_counter_lies_on_its_square_or_in_its_base(self, seed: int) -> None:
        shown, marks = scene(seed)
        layout = SMALL if shown.phase == "throw" else LARGE
        canvas = paint(shown, marks)
        for square, colour in shown.counters.items():
            (box,) = set(named(canvas, f"{colour} {square}"))  # at an end it is grey, and lit in the same place
            assert apart(box, layout.middle(square)) < 3
        for colour in HOMES:
            assert len(set(named(canvas, f"{colour} base"))) == shown.in_base(colour)

    def test_coordinates_stand_beside_their_squares(self) -> None:
        canvas = paint(START)
        for square in ("a1", "f6", "c3"):
            (column,) = [box for box in texts(canvas) if box.name == square[0] and box.top > 860]
            (row,) = [box for box in texts(canvas) if box.name == square[1] and box.right < 160]
            assert abs(centre_of(column)[0] - LARGE.middle(square)[0]) < 3
            assert abs(centre_of(row)[1] - LARGE.middle(square)[1]) < 3

    def test_dials_have_their_letters_and_corner_tiles_none(self) -> None:
        canvas = paint(START)
        for tile in TILES:
            assert len(named(canvas, tile)) == (tile in DIALS)

    @pytest.mark.parametrize(("first", "second"), list(combinations(EMBLEMS, 2)))
    def test_counters_differ_in_a_grey_print(self, first: str, second: str) -> None:
        size = round(LARGE.resting)
        one, two = (grey(counter(colour, size, NIGHT)) for colour in (first, second))
        assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] > 12

    def test_a_cluster_is_linked_off_home_only(self) -> None:
        off, at_home = LARGE.middle("e4"), LARGE.middle("c6")
        linked = draw(position("....../....../....BB/....../....../......"))
        apart_ = draw(position("....../....../....B./....../....../.....B"))
        home = draw(position("..BB../....../....../....../....../......"))
        middle = (round((off[0] + LARGE.middle("f4")[0]) / 2), round(off[1]))
        assert linked.getpixel(middle) != apart_.getpixel(middle)
        middle = (round((at_home[0] + LARGE.middle("d6")[0]) / 2), round(at_home[1]))
        assert home.getpixel(middle) == draw(START).getpixel(middle)

    @pytest.mark.parametrize("tile", TILES)
    def test_a_full_tile_shines(self, tile: str) -> None:
        rows = [["."] * 6 for _ in range(6)]
        for square, letter in zip(TILES[tile], "BRYG", strict=True):
            rows[6 - int(square[1])]["abcdef".index(square[0])] = letter
        state = position("/".join(map("".join, rows)))
        canvas = paint(state)
        (glow,) = starting(canvas, "constellation ")
        assert glow.name == f"constellation {tile}"
        assert named(canvas, f"Constellation on {tile}")
        special, _ = after(state, "end")
        assert named(paint(special), f"Special round on {tile}")
        assert brightness(draw(special), glow) > brightness(canvas.image, glow) + 3

    def test_an_unfinished_tile_does_not(self) -> None:
        assert not starting(paint(MID), "constellation ")


def grey(sprite: Image.Image) -> Image.Image:
    ground = Image.new("RGB", sprite.size, NIGHT.surface[0])
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


def brightness(picture: Image.Image, box: Area) -> float:
    around = (int(box.left), int(box.top), int(box.right), int(box.bottom))
    return float(ImageStat.Stat(picture.crop(around).convert("L")).mean[0])
