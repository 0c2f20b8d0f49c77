"""What a picture of Down Under shows: tiles, routes, borders, numbers, and what is to be chosen."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.rules.down_under import COLOURS, beyond
from bot.rules.down_under.tiles import NEUTRAL, PATH_TILES, SHAPES
from bot.words import Verdict
from images.canvas.palette import NIGHT
from images.down_under import draw, paint
from images.down_under.drawing import scene_with
from images.down_under.table_marks import owners_of
from images.marks.marks import Choice, Marks
from tests.images.boxes import named, starting, texts
from tests.images.down_under_layout import check_layout, laid_out
from tests.images.down_under_positions import (
    BORDER,
    CASE_1,
    DEADLOCK,
    DINGO,
    ENDLESS,
    LONE,
    SCENES,
    SEEDS,
    SQUARE,
    START,
    moved,
    played,
    position,
)

RESIGNED = Verdict("Blue won", "yellow resigned", (1,))


class TestWhatIsShown:
    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_every_tile_in_sight_and_every_open_end(self, seed: int) -> None:
        state, _ = played(seed)
        canvas = paint(state.sight(None))
        pieces = {box.name for box in canvas.boxes if box.kind == "piece"}
        whole = {f"{tile.kind} {state.label(cell)} {tile.facing}".strip() for cell, tile in state.tiles.items()}
        assert pieces <= whole
        if not named(canvas, "overview plate") and not named(canvas, "end"):  # neither cut nor covered
            assert pieces == whole
            ends = [
                f"end {COLOURS[colour]} {state.label(beyond(*end))}"
                for colour, route in enumerate(state.routes)
                for end in route.open
                if beyond(*end) not in state.offer
            ]
            assert sorted(box.name for box in starting(canvas, "end ")) == sorted(ends)
            for colour, route in enumerate(state.routes):
                for cell in route.ahead:
                    assert cell in state.offer or named(canvas, state.label(cell)), COLOURS[colour]

    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_every_piece_of_a_route_has_its_colour_and_no_other_piece_has_one(self, seed: int) -> None:
        state, _ = played(seed)
        owners = owners_of(state)
        for colour, route in enumerate(state.routes):
            assert sum(owner == colour for owner in owners.values()) == route.length

    def test_grey_that_joins_the_neutral_colour_looks_neutral(self) -> None:
        state = position(2, "N t 0,0 E; N s 1,0 EW; Y s 2,0 NS", area="line", size="5x7")
        owners = owners_of(state)
        assert owners[(2, 0), SHAPES["straight", "NS"][1]] == NEUTRAL

    @pytest.mark.parametrize("name", ["early", "middle", "animals", "routes", "twenty", "open"])
    def test_numbers_beside_the_board(self, name: str) -> None:
        view, marks = SCENES[name]
        canvas = paint(view, marks)
        shown = [box.name for box in texts(canvas)]
        for colour in range(view.table.colours):
            assert COLOURS[colour].capitalize() in shown
            assert str(view.score(colour)) in shown
            for kind in PATH_TILES:
                assert str(view.count_left(colour, kind)) in shown
        if view.table.animals:
            assert all(f"length {route.length}" in shown for route in view.routes)
        if view.table.routes == 2:
            assert all(str(score) in shown for score in view.scores)

    def test_the_border_is_a_line_where_it_is_decided_and_a_zone_before(self) -> None:
        state, marks = moved(BORDER, "curve j17 SE")
        assert state.columns is not None
        assert state.rows is None
        canvas = paint(state.sight(None), marks)
        assert named(canvas, "border line")
        assert named(canvas, "border zone")
        assert all(box.bottom - box.top > box.right - box.left for box in named(canvas, "border line"))
        done = SCENES["five-by-eleven"][0]
        assert done.border
        canvas = paint(done)
        assert len(named(canvas, "border line")) == 2 * (5 + 11)
        assert not named(canvas, "border zone")
        assert not starting(paint(SCENES["open"][0]), "border ")
        assert not starting(paint(START), "border ")

    @pytest.mark.parametrize(("name", "verdict"), [("late", None), ("early", RESIGNED), ("line", RESIGNED)])
    def test_an_end_shows_what_was_laid_and_where_routes_led_without_the_rest_of_the_area(
        self, name: str, verdict: Verdict | None
    ) -> None:
        view, marks = SCENES[name]
        shown = replace(marks, verdict=verdict)
        seen = scene_with(view, shown).seen
        cells = {*view.tiles, *(beyond(*end) for route in view.routes for end in route.open)}
        assert {seen.left, seen.right} == {function(x for x, _ in cells) for function in (min, max)}
        assert {seen.bottom, seen.top} == {function(y for _, y in cells) for function in (min, max)}
        canvas = paint(view, shown)
        assert {box.name for box in canvas.boxes if box.kind == "piece"} == {
            f"{tile.kind} {view.label(cell)} {tile.facing}".strip() for cell, tile in view.tiles.items()
        }
        assert not named(canvas, "border zone")

    @pytest.mark.parametrize("winners", [(), (1,)])
    def test_a_table_without_a_tile_has_the_winners_emblem_in_its_middle(self, winners: tuple[int, ...]) -> None:
        canvas = paint(START, Marks(verdict=Verdict("Over", "", winners)))
        assert len([box for box in named(canvas, "emblem blue") if box.right - box.left > 150]) == len(winners)
        assert not [box for box in texts(canvas) if box.name in ("h8", "8", "h")]

    def test_the_frame_has_the_colours_of_the_seat_to_move(self) -> None:
        for state, hues in ((ENDLESS, ("yellow",)), (CASE_1, ("red",)), (SQUARE, ("yellow", "red"))):
            picture = draw(state.sight(None))
            assert picture.getpixel((300, 6)) == NIGHT.seats[hues[0]]
            assert picture.getpixel((724, 6)) == NIGHT.seats[hues[-1]]

    def test_the_last_tile_and_its_billabong_are_marked(self) -> None:
        state, marks = moved(CASE_1, "straight h9 EW")
        canvas = paint(state.sight(None), marks)
        assert {box.name for box in starting(canvas, "last ")} == {"last h9", "last i9"}
        assert named(canvas, "straight, route 1 → 3")
        assert named(canvas, "due j9")
        assert named(canvas, "out of the billabong into j9")

    def test_27_a_tile_keeps_its_label_when_the_table_grows_to_the_left(self) -> None:
        state, marks = moved(position(2, "Y s 0,0 EW; B s 0,1 EW"), "straight g8 EW")
        canvas = paint(state.sight(None), marks)
        assert {box.name for box in starting(canvas, "last ")} == {"last g8"}
        assert named(canvas, "straight g8 EW")
        assert named(canvas, "straight h8 EW")
        assert named(canvas, "straight, route 1 → 2")

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_the_columns_and_rows_in_sight_are_named_along_the_edges(self, seed: int) -> None:
        state, _ = played(seed)
        canvas, scene = paint(state.sight(None)), laid_out(state.sight(None))
        below_cells, left_of_cells = scene.corner[1] + scene.seen.rows * scene.size, scene.corner[0]
        left, _, _, bottom = scene.arrangement.ground
        for cell in state.tiles:
            column, row = re.fullmatch("(-?[a-z]+)(-?[0-9]+)", state.label(cell)).groups()  # type: ignore[union-attr]
            if scene.seen.holds(cell) and not named(canvas, "end"):
                x, y = scene.at(cell)
                below = [box for box in named(canvas, column) if box.left < x < box.right]
                beside = [box for box in named(canvas, row) if box.top < y < box.bottom]
                assert any(below_cells <= box.top and box.bottom <= bottom for box in below)
                assert any(left <= box.left and box.right <= left_of_cells for box in beside)

    def test_an_offered_billabong_is_shown_with_a_question(self) -> None:
        state, marks = moved(DEADLOCK, "curve k10 NW")
        canvas = paint(state.sight(None), marks)
        assert named(canvas, "offer j10")
        assert named(canvas, "a billabong in j10?")
        assert named(canvas, "?")

    def test_endless_and_ended_routes_are_described(self) -> None:
        assert named(paint(ENDLESS.sight(None)), "a ring")
        assert len(named(paint(DINGO.sight(None)), "ended")) == 2
        plain = position(2, "Y c 0,0 NE; Y c 1,0 NW; Y c 0,1 SE; B c 2,1 SW; B s 2,0 NS").sight(None)
        assert not named(paint(plain), "a ring")

    @pytest.mark.parametrize(("wide", "tall"), [(26, 3), (3, 30), (24, 24)])
    def test_a_table_too_big_is_cut_round_what_matters_and_has_an_overview(self, wide: int, tall: int) -> None:
        tiles = f"Y s 0,0 EW; B s {wide},0 EW; R s 0,{tall} EW; G s {wide},{tall} EW"
        state, marks = moved(position(4, tiles, turn=2, area="open"), f"straight o{tall + 14} EW")
        canvas = paint(state.sight(None), marks)
        check_layout(canvas)
        assert named(canvas, "overview plate")
        assert starting(canvas, "last ")
        assert len([box for box in canvas.boxes if box.kind == "piece"]) < len(state.tiles)
        far = tuple(Choice(str(n), state.label(move)) for n, move in enumerate(state.routes[3].ahead))
        canvas = paint(state.sight(None), Marks(marks.last, far))
        check_layout(canvas)
        assert len(starting(canvas, "choice ")) == len(far)

    def test_places_are_shown_at_the_end(self) -> None:
        canvas = paint(DINGO.sight(None))
        assert named(canvas, "Blue wins")
        assert named(canvas, "with 6 points and its dingo laid")
        assert named(canvas, "1st")
        assert named(canvas, "2nd")


class TestChoosing:
    """Marks of a composer: cells, moves on the shelf, and the preview of a move."""

    def test_moves_to_choose_from_lie_on_the_shelf(self) -> None:
        legal = [ENDLESS.notate(move) for move in ENDLESS.legal()]
        canvas = paint(ENDLESS.sight(None), Marks(choices=tuple(Choice(str(n), at) for n, at in enumerate(legal, 1))))
        assert len(starting(canvas, "offer ")) == len(starting(canvas, "choice ")) == len(legal)
        assert {box.name for box in starting(canvas, "ring ")} == {"ring h8", "ring i8", "ring h9"}

    @pytest.mark.parametrize("text_", ["straight h9 EW", "STRAIGHT  h9 we", "end h9 W"])
    def test_a_chosen_move_is_shown_in_its_place(self, text_: str) -> None:
        move = CASE_1.parse(text_)
        canvas = paint(CASE_1.sight(None), Marks(chosen=(text_,)))
        kind, facing = move.kind, move.facing
        assert named(canvas, f"{kind} h9 {facing}")
        assert named(canvas, "chosen h9")
        then = CASE_1.after(move)
        words = f"{CASE_1.routes[2].length}→{then.routes[2].length}"
        assert named(canvas, words)
        assert bool(named(canvas, "chosen i9")) == (then.billabongs < 4)

    def test_a_chosen_rotation_and_the_answers_to_an_offer_are_shown(self) -> None:
        assert named(paint(ENDLESS.sight(None), Marks(chosen=("rotate h8 SE",))), "curve h8 SE")
        state, _ = moved(DEADLOCK, "curve k10 NW")
        canvas = paint(state.sight(None), Marks(chosen=("billabong j10",)))
        assert named(canvas, "billabong j10 NE SW")
        assert len(named(canvas, "a ring")) == 2
        assert named(paint(state.sight(None), Marks(chosen=("decline",))), "chosen j10")

    def test_a_preview_keeps_the_labels(self) -> None:
        view = position(2, "Y s 0,0 EW; B s 0,1 EW").sight(None)
        canvas = paint(view, Marks(chosen=("straight g8 EW",)))
        assert named(canvas, "straight g8 EW")
        assert named(canvas, "straight h8 EW")

    def test_kinds_can_be_chosen(self) -> None:
        view = SCENES["animals"][0]
        assert len(named(paint(view, Marks(chosen=("curve",))), "picked")) == 1
        assert len(named(paint(view, Marks(chosen=("curve:emu",))), "picked")) == 1
        assert len(named(paint(SQUARE.sight(None), Marks(chosen=("curve",))), "picked")) == 2
        assert len(named(paint(SQUARE.sight(None), Marks(chosen=("red curve",))), "picked")) == 1

    @pytest.mark.parametrize(
        "marks",
        [
            Marks(chosen=("straight h8 NS",)),
            Marks(chosen=("nonsense",)),
            Marks(choices=(Choice("1", "curve"),)),
            Marks(choices=(Choice("1", "terminal h8 N"),)),
        ],
        ids=str,
    )
    def test_marks_that_name_nothing_are_refused(self, marks: Marks) -> None:
        with pytest.raises(ValueError, match="is not a"):
            draw(LONE.sight(None), marks)
