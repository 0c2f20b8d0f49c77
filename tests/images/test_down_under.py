"""Pictures and words of Down Under: complete, routes distinct without colour, nothing clipped or overlapping."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Position, beyond
from bot.rules.down_under.notation import cell_of
from bot.rules.down_under.tiles import ANIMALS, GREY, JOINS, NEUTRAL, PATH_TILES, SHAPES, Tile
from bot.words.down_under import area_text, text
from images import down_under
from images.canvas.canvas import LIMIT, WIDTH, Box, Canvas, Pen, encode
from images.canvas.palette import NIGHT, lightness, mix
from images.down_under import alt, draw, paint
from images.down_under.animals import draw_animal
from images.down_under.geometry import Scene, scene_of
from images.down_under.panels import needs
from images.down_under.table_marks import owners_of
from images.down_under.tiles import CLAIMED, PALE, band_paint, tile_sprite, way
from images.marks.marks import NO_MARKS, Choice, Marks, Verdict
from images.marks.sentences import ALT_LIMIT
from tests.images.conftest import Golden
from tests.images.contact_sheets.down_under import examples
from tests.images.down_under_positions import (
    BORDER,
    CASE_1,
    CASE_2,
    DEADLOCK,
    DINGO,
    ENDLESS,
    GAME,
    LONE,
    SQUARE,
    composed,
    moved,
    played,
    position,
    scenes,
)
from tests.images.down_under_positions import after as match_after
from tests.images.readers import read_down_under

SEEDS = st.integers(0, 2**20)
SCENES = scenes()
START = SCENES["start"][0]


def texts(canvas: Canvas) -> list[Box]:
    return [box for box in canvas.boxes if box.kind == "text"]


def starting(canvas: Canvas, start: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name.startswith(start)]


def named(canvas: Canvas, name: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name == name]


def within(inner: Box, outer: Box, by: float = 0.0) -> bool:
    return (
        inner.left >= outer.left - by
        and inner.top >= outer.top - by
        and inner.right <= outer.right + by
        and inner.bottom <= outer.bottom + by
    )


def laid_out(state: Position) -> Scene:
    return scene_of(state, state, needs(state, ()), {})


def check_layout(canvas: Canvas) -> None:
    whole = Box("panel", "picture", 0, 0, *canvas.image.size)
    for box in canvas.boxes:
        assert within(box, whole), f"{box} leaves the picture"
    labels, pieces = texts(canvas), [box for box in canvas.boxes if box.kind == "piece"]
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for first, second in combinations(pieces, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    discs = starting(canvas, "choice ")
    for label in labels:
        carried = any(within(label, disc, 1) for disc in discs)
        for other in [*pieces, *starting(canvas, "icon "), *starting(canvas, "emblem "), *starting(canvas, "offer ")]:
            assert carried or not label.overlaps(other), f"{label.name} and {other.name} overlap"
        for arrow in starting(canvas, "end "):
            assert carried or not label.overlaps(arrow), f"{label.name} lies on {arrow.name}"
    plates = [box for box in canvas.boxes if box.name.endswith(" plate")]
    for plate in plates:
        for box in [*labels, *starting(canvas, "icon "), *starting(canvas, "offer ")]:
            assert within(box, plate) or not box.overlaps(plate), f"{box.name} runs over the edge of the {plate.name}"
    for first, second in combinations(plates, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for first, second in combinations(discs, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for disc in discs:
        assert [box for box in labels if disc.name == f"choice {box.name}" and within(box, disc, 1)]


class TestLayout:
    """Nothing leaves the picture and nothing overlaps, whatever the position."""

    @pytest.mark.slow
    @given(seed=SEEDS)
    @example(seed=12333)  # a number of two digits becomes another one beside the longest name
    @settings(max_examples=10, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        state, marks = played(seed)
        some = composed(state, seed)
        check_layout(paint(state.sight(None), Marks(marks.last, some.choices, some.chosen) if seed % 2 else marks))

    @pytest.mark.thorough
    @pytest.mark.sample(4)
    @pytest.mark.parametrize("name", SCENES)
    def test_at_its_worst(self, name: str) -> None:
        view, marks = SCENES[name]
        check_layout(paint(view, marks))
        legal = [view.notate(move) for move in view.legal()[:25]]
        everything = tuple(Choice(str(number), at) for number, at in enumerate(legal, 1))
        check_layout(paint(view, Marks(marks.last, everything)))

    @pytest.mark.sample(4)
    @pytest.mark.parametrize("name", SCENES)
    def test_pictures_are_as_wide_as_all_not_too_tall_and_stay_small(self, name: str) -> None:
        picture = draw(*SCENES[name])
        assert (picture.mode, picture.width) == ("RGB", WIDTH)
        assert 1024 <= picture.height <= 1280
        assert len(encode(picture).data) <= LIMIT

    @pytest.mark.thorough
    @pytest.mark.parametrize("title", ["Draw", "Yellow wins", "Red, Blue and Green win the whole match at last"])
    @pytest.mark.parametrize("name", ["middle", "routes", "animals"])
    def test_verdicts_fit(self, name: str, title: str) -> None:
        verdict = Verdict(title, "Yellow resigned and so did Blue, after all that was said about it", (0, 1))
        check_layout(paint(SCENES[name][0], Marks(SCENES[name][1].last, verdict=verdict)))

    @pytest.mark.parametrize("number", range(1, 7))
    def test_discs_of_one_cell_stand_beside_each_other(self, number: int) -> None:
        view, _ = SCENES["five-by-eleven"]
        cell = view.label(next(iter(view.tiles)))
        canvas = paint(LONE.sight(None), Marks(choices=tuple(Choice(str(n), "h8") for n in range(number))))
        assert len(starting(canvas, "choice ")) == number
        discs = starting(canvas, "choice ")
        assert not [1 for one, other in combinations(discs, 2) if one.overlaps(other)]
        canvas = paint(view, Marks(choices=tuple(Choice(str(n), cell) for n in range(min(4, number)))))
        assert len(starting(canvas, "choice ")) == min(4, number)

    @pytest.mark.parametrize("name", ["five-by-eleven", "eleven-by-five", "ten-by-four", "line", "frame", "animals"])
    def test_whole_areas_with_terminals_all_round_have_readable_cells(self, name: str) -> None:
        laid = laid_out(SCENES[name][0])
        assert laid.whole
        assert laid.size >= 66


class TestTiles:
    """Routes are told apart by more than their hue."""

    def test_every_tile_looks_different(self) -> None:
        looks = set()
        for (kind, facing), shapes in SHAPES.items():
            for own in range(4) if kind != "billabong" else (GREY,):
                owners = (own, *(GREY,) * (len(shapes) - 1))
                looks.add(tile_sprite(Tile._make((kind, facing, own, None)), owners, 60, NIGHT).tobytes())
        assert len(looks) == 4 * 10 + len(JOINS)

    @pytest.mark.parametrize("printed", [True, False])
    @pytest.mark.parametrize(("one", "other"), list(combinations(range(4), 2)))
    def test_colours_differ_without_hue(self, one: int, other: int, printed: bool) -> None:
        """By the sign along the band, and by the lightness of the band or of its sign."""
        first, second = band_paint(one, printed, NIGHT), band_paint(other, printed, NIGHT)
        assert first.sign != second.sign
        band = abs(lightness(first.core) - lightness(second.core)), abs(lightness(first.side) - lightness(second.side))
        assert max(*band, abs(lightness(first.ink) - lightness(second.ink))) > 8

    def test_grey_and_neutral_have_no_hue(self) -> None:
        for owner in (GREY, NEUTRAL):
            for printed in (True, False):
                paints = band_paint(owner, printed, NIGHT)
                assert max(paints.core) - min(paints.core) < 25

    def test_claimed_grey_is_paler_than_the_route_and_has_its_dashes(self) -> None:
        for colour, name in enumerate(COLOURS):
            claimed, printed = band_paint(colour, False, NIGHT), band_paint(colour, True, NIGHT)
            assert claimed.side == printed.core == NIGHT.seats[name]
            assert claimed.core == mix(printed.core, CLAIMED, PALE)
            assert claimed.dash

    @pytest.mark.parametrize(("kind", "facing"), [tile for tile in SHAPES if tile[0] != "billabong"])
    def test_bands_meet_the_middle_of_every_edge(self, kind: str, facing: str) -> None:
        middles = {0: (0.5, 0), 1: (1, 0.5), 2: (0.5, 1), 3: (0, 0.5)}
        for shape in SHAPES[kind, facing]:
            line = way(shape.one, shape.other)
            for edge, end in ((shape.one, line[0]), (shape.other, line[-1])):
                if edge >= 0:
                    x, y = middles[edge]
                    assert abs(end[0] - x) + abs(end[1] - y) < 0.1  # a little beyond it

    @pytest.mark.parametrize(("one", "other"), list(combinations(ANIMALS, 2)))
    def test_animals_differ_in_shape(self, one: str, other: str) -> None:
        shapes = []
        for animal in (one, other):
            pen = Pen((60, 60), 4)
            draw_animal(pen, animal, (30, 30), 56, (255, 255, 255), (255, 255, 255))
            shapes.append(pen.reduce().getchannel("A"))
        common = ImageStat.Stat(ImageChops.darker(*shapes)).sum[0]
        assert common / ImageStat.Stat(ImageChops.lighter(*shapes)).sum[0] < 0.62


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


class TestPurity:
    def test_the_order_in_which_tiles_were_laid_changes_nothing(self) -> None:
        view, marks = SCENES["animals"]
        again = GAME.load(view.dump())
        assert encode(draw(view, marks)) == encode(draw(again, marks))
        assert (text(view), alt(view)) == (text(again), alt(again))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        first = draw(START)
        kept = first.tobytes()
        first.paste((255, 0, 0), (0, 0, *first.size))
        assert draw(START).tobytes() == kept

    @pytest.mark.slow
    def test_threads_draw_the_same(self) -> None:
        some = list(SCENES.values())[::4]
        alone = [draw(*one).tobytes() for one in some]
        with ThreadPoolExecutor(4) as pool:
            together = [picture.tobytes() for picture in pool.map(lambda one: draw(*one), some)]
        assert together == alone


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
        assert read_down_under(text(view)) == view

    @pytest.mark.parametrize("name", SCENES)
    def test_the_worst_reads_back(self, name: str) -> None:
        assert read_down_under(text(SCENES[name][0])) == SCENES[name][0]

    def test_it_is_written_for_people(self) -> None:
        state, _ = moved(CASE_1, "straight h9 EW")
        assert text(state.sight(None)).splitlines() == [
            "Down Under for 3 seats.",
            "Options: size recommended; a border that forms as you play; routes grow from both ends; one route each; "
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
        assert read_down_under("\n".join(needed)) == CASE_2.sight(None)

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


@pytest.mark.parametrize("name", [*SCENES, "composer-cells", "composer-shelf", "composer-preview"])
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*golden_scene(name)), f"down_under-{name}")


def golden_scene(name: str) -> tuple[Position, Marks]:
    if name in SCENES:
        return SCENES[name]
    state, marks = match_after(24, 4, 3)
    legal = [state.notate(move) for move in state.legal()]
    cells = list(dict.fromkeys(words.split()[1] for words in legal))
    if name == "composer-cells":
        return state.sight(None), Marks(marks.last, tuple(Choice(str(n), at) for n, at in enumerate(cells, 1)))
    if name == "composer-shelf":
        return state.sight(None), Marks(marks.last, tuple(Choice(str(n), at) for n, at in enumerate(legal, 1)))
    return state.sight(None), Marks(marks.last, (), (legal[1],))


@pytest.mark.thorough
def test_the_contact_sheets_have_their_positions() -> None:
    names = [name for name, _, _ in examples()]
    assert len(names) == len(set(names)) >= 15


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(down_under, name) for name in down_under.__all__]
    assert all(map(callable, offered))
    assert GAME.key == "down_under"
    assert isinstance(draw(START), Image.Image)
    assert paint(START, NO_MARKS).image.size == draw(START).size


def test_the_picture_opens_large_and_grows_with_the_table() -> None:
    """What is occupied with two cells more on every side, and the border on a map while it lies beyond."""
    sizes, state = [], GAME.start(2, {"size": "9x9"}, Scripted([]))
    maps = []
    for number in range(40):
        if state.to_move is None:
            break
        canvas = paint(state.sight(None))
        sizes.append(next((box.right - box.left for box in canvas.boxes if box.kind == "piece"), 136))
        maps.append(bool(named(canvas, "inset plate")))
        state = state.play(state.legal()[number % len(state.legal())], Scripted([]))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] >= 110
    assert any(maps[:6])


def test_all_pictures_of_a_film_have_the_layout_of_the_last_one() -> None:
    state = GAME.start(2, {}, Scripted([]))
    positions = [state]
    for number in range(16):
        if state.to_move is None:
            break
        state = state.play(state.legal()[number % len(state.legal())], Scripted([]))
        positions.append(state)
    film = state.sight(None)
    canvases = [paint(one.sight(None), Marks(film=film)) for one in positions]
    assert len({canvas.image.size for canvas in canvases}) == 1
    sizes = [box.right - box.left for canvas in canvases for box in canvas.boxes if box.kind == "piece"]
    assert len(set(sizes)) == 1
