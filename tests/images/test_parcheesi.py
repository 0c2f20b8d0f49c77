"""Pictures of Parcheesi: the board's geometry, nothing clipped, nothing overlapping, and the same as before."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import SAFE, SQUARES
from bot.words import Verdict
from images import parcheesi
from images.canvas.canvas import LIMIT, Area, encode
from images.marks.marks import NO_MARKS, Marks
from images.parcheesi import draw, paint
from images.parcheesi.drawing import PAWN, PAWN_ABOVE, PAWN_BESIDE
from images.parcheesi.geometry import (
    CENTRE,
    COLOURS,
    ENTRY,
    TALL,
    TURN_OFF,
    Square,
    middle,
    nest,
    number_at,
    on_way,
    outline,
    slot,
    square,
    way,
)
from images.parcheesi.pieces import BROAD
from tests.images.boxes import apart, centre_of, gap, starting, texts
from tests.images.conftest import Golden
from tests.images.parcheesi_layout import bounds, check_layout, pieces
from tests.images.parcheesi_positions import (
    CAPTURE,
    FOUR,
    GAME,
    GOLDEN_SCENES,
    ON_WAY,
    SEEDS,
    SPREAD,
    START,
    crowded,
    everywhere,
    moved,
    position,
    scene,
)

ALL_SQUARES: list[Square] = [square(at, None) for at in SQUARES[1:69]]
ALL_SQUARES += [square(at, colour) for colour in COLOURS for at in SQUARES[69:76]]


class TestGeometry:
    """parcheesi.md, Components and geometry: one way from square to square, as on the usual board."""

    def test_no_two_squares_share_a_place(self) -> None:
        assert len(ALL_SQUARES) == 68 + 4 * 7
        assert min(apart(middle(one), middle(two)) for one, two in combinations(ALL_SQUARES, 2)) >= TALL

    def test_the_track_runs_on_without_a_leap(self) -> None:
        ring = ALL_SQUARES[:68]
        for one, two in pairwise([*ring, ring[0]]):
            shared = set(bounds_points(one)) & set(bounds_points(two))
            assert len(shared) >= 2, f"{one[1]} and {two[1]} have no side in common"

    @pytest.mark.parametrize("colour", COLOURS)
    def test_the_home_row_begins_behind_the_turn_off_and_ends_at_home(self, colour: str) -> None:
        row = [square(f"t{TURN_OFF[colour]}", None), *(square(f"h{step}", colour) for step in range(1, 8))]
        distances = [apart(middle(place), CENTRE) for place in row]
        assert distances == sorted(distances, reverse=True)
        for one, two in pairwise([*row, square("home", colour)]):
            assert len(set(bounds_points(one)) & set(bounds_points(two))) >= 2

    def test_it_runs_against_the_clock(self) -> None:
        turns = [
            (a[0] - CENTRE[0]) * (b[1] - CENTRE[1]) - (a[1] - CENTRE[1]) * (b[0] - CENTRE[0])
            for a, b in pairwise([middle(place) for place in ALL_SQUARES[:68]])
        ]
        assert all(turn < 0 for turn in turns)

    @pytest.mark.parametrize("table", TABLES[4], ids=lambda table: table.name)
    def test_a_nest_lies_beside_its_entry(self, table: Any) -> None:
        at = middle(square(f"t{ENTRY[table.name]}", None))
        distances = {colour: apart(at, nest(arm)) for arm, colour in enumerate(COLOURS)}
        assert min(distances, key=distances.__getitem__) == table.name

    def test_two_seats_sit_opposite_each_other(self) -> None:
        x, y = (sum(values) / 2 for values in zip(nest(0), nest(2), strict=True))
        assert abs(x - CENTRE[0]) < 1
        assert abs(y - CENTRE[1]) < 12

    def test_squares_are_wide_enough_for_two_pawns(self) -> None:
        for place in ALL_SQUARES:
            left, top, right, bottom = bounds(place)
            lying = slot(place)[0] % 2 == 0
            long, short = (right - left, bottom - top) if lying else (bottom - top, right - left)
            assert long >= 2 * (PAWN_BESIDE * BROAD if lying else PAWN_ABOVE)
            assert short >= 0.9 * PAWN * BROAD

    @pytest.mark.parametrize(
        ("start", "stop", "squares_between"),
        [
            ("t66", "t2", "t66 t67 t68 t1 t2"),
            ("t66", "h2", "t66 t67 t68 h1 h2"),
            ("h5", "home", "h5 h6 h7 home"),
            ("nest", "t5", "nest t5"),
            ("h5", "t5", ""),
            ("home", "t5", ""),
        ],
    )
    def test_a_pawn_goes_through_the_squares_between(self, start: str, stop: str, squares_between: str) -> None:
        found = way(square(start, "red"), square(stop, "red"), "red")
        assert " ".join(place[1] for place in found) == squares_between

    def test_only_its_own_turn_off_leads_into_a_home_row(self) -> None:
        found = way(square("t16", "red"), square("h1", "red"), "red")
        assert len(found) == 68 - 16 + 1 + 1

    @pytest.mark.parametrize("name", ["t0", "t69", "h0", "h8", "x", "t05", "T1", ""])
    def test_other_texts_are_no_squares(self, name: str) -> None:
        with pytest.raises(ValueError, match="is not a square"):
            square(name, "red")


def bounds_points(place: Square) -> list[tuple[int, int]]:
    """The corners of a square, and points along its sides, on whole pixels."""
    corners = outline(place)
    found = []
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        found += [(round(x1 + (x2 - x1) * step / 8), round(y1 + (y2 - y1) * step / 8)) for step in range(9)]
    return found


class TestLayout:
    """Nothing leaves the picture and no two labels overlap, whatever the position."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=12, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        check_layout(paint(*scene(seed)))

    @pytest.mark.parametrize("seed", range(8))
    def test_with_blockades_bonuses_and_choices_everywhere(self, seed: int) -> None:
        view = crowded(seed)
        own = list(dict.fromkeys(view.squares(view.to_move or 0)))
        last = moved(position(*SPREAD), (4, 3), "t10+4>t14")[1].last
        check_layout(paint(view, Marks(last)))
        check_layout(paint(view, Marks(last, everywhere(own), (own[0],))))
        check_layout(paint(view, Marks(last, everywhere([*own, "home", "nest"], 2))))

    @pytest.mark.parametrize("turn", range(4))
    def test_with_a_choice_on_every_square(self, turn: int) -> None:
        view = position(*SPREAD, to_move=turn)
        check_layout(paint(view, Marks(choices=everywhere([*ON_WAY, "nest", "home"]))))

    @pytest.mark.parametrize("times", [2, 3, 5])
    @pytest.mark.parametrize("at", ["t8", "t9", "t10", "t29", "t68", "t14", "h5", "h1", "home", "nest"])
    def test_several_choices_on_one_square_stand_side_by_side(self, at: str, times: int) -> None:
        check_layout(paint(position(*SPREAD), Marks(choices=everywhere([at], times))))

    def test_a_disc_hides_no_lone_pawn(self) -> None:
        canvas = paint(position(*SPREAD), Marks(choices=everywhere(["t14", "t63"])))
        for disc in starting(canvas, "choice "):
            for box, _, at in pieces(canvas):
                if at in ("t14", "t63"):
                    assert gap(box, centre_of(disc)) >= 13

    def test_the_numbers_of_the_squares_lie_off_the_track(self) -> None:
        labels = [box for box in texts(paint(START)) if box.name.isdigit() and box.bottom > 120]
        numbers = [box for box in labels if 1 <= int(box.name) <= 68 and gap(box, number_at(int(box.name))) < 2]
        assert {int(box.name) for box in numbers} == set(SAFE) | set(range(5, 69, 5))
        for box in numbers:
            assert box.bottom - box.top >= 18, "as tall as digits of 28 pixels"
            for place in ALL_SQUARES:
                left, top, right, bottom = bounds(place)
                assert not box.overlaps(Area("mark", "", left, top, right, bottom))

    @pytest.mark.parametrize("view", [START, FOUR, crowded(1)], ids=["two", "four", "crowded"])
    @pytest.mark.parametrize("title", ["Draw", "Yellow wins", "Red, Blue and Yellow win the whole match at last"])
    def test_verdicts_fit(self, view: Position, title: str) -> None:
        verdict = Verdict(title, "Blue resigned and so did Green, after all that", (0, 1))
        canvas = paint(view, Marks(CAPTURE[1].last, verdict=verdict))
        check_layout(canvas)
        assert title in " ".join(box.name for box in texts(canvas))

    @pytest.mark.parametrize("number", range(5))
    def test_pawns_at_home_stand_apart_in_their_own_field(self, number: int) -> None:
        pawns = [" ".join(["nest"] * (4 - number) + ["home"] * number)] * 3
        canvas = paint(position(*pawns, "nest nest nest nest", to_move=3))
        check_layout(canvas)
        assert len([1 for _, _, at in pieces(canvas) if at == "home"]) == 3 * number


class TestPurity:
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        view, marks = scene(11)
        assert encode(draw(view, marks)) == encode(draw(GAME.load(view.dump()), marks))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        first = draw(START)
        kept = first.tobytes()
        first.paste((255, 0, 0), (0, 0, *first.size))
        canvas = paint(START)
        canvas.boxes.clear()
        canvas.image.paste((0, 255, 0), (0, 0, *first.size))
        assert draw(START).tobytes() == kept
        assert paint(START).boxes

    def test_threads_draw_the_same(self) -> None:
        scenes = [scene(seed) for seed in range(8)] * 2
        alone = [draw(*one).tobytes() for one in scenes[:8]]
        with ThreadPoolExecutor(6) as pool:
            together = [picture.tobytes() for picture in pool.map(lambda one: draw(*one), scenes)]
        assert together == alone * 2

    def test_the_picture_is_as_wide_as_all_and_not_too_tall(self) -> None:
        picture = draw(START)
        assert (picture.mode, picture.width) == ("RGB", 1024)
        assert 1024 <= picture.height <= 1280

    @pytest.mark.parametrize("seed", range(3))
    def test_the_fullest_boards_stay_small(self, seed: int) -> None:
        view = crowded(seed)
        for marks in (NO_MARKS, Marks(CAPTURE[1].last, everywhere([*ON_WAY, "home", "nest"]))):
            assert len(encode(draw(view, marks)).data) <= LIMIT


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*GOLDEN_SCENES[name]), f"parcheesi-{name}")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(parcheesi, name) for name in ("draw", "alt")]
    assert all(map(callable, offered))


def test_nest_and_home_are_not_on_the_way() -> None:
    assert [place for place in ALL_SQUARES if not on_way(place)] == []
    assert not on_way(square("nest", "red"))
