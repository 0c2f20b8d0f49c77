"""Pictures of Down Under: routes distinct without colour, nothing clipped or overlapping, and the same as before."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from PIL import Image, ImageChops, ImageStat

from bot.rules.chance import Scripted
from bot.rules.down_under import COLOURS, Position
from bot.rules.down_under.tiles import ANIMALS, GREY, JOINS, NEUTRAL, SHAPES, Tile
from bot.words import Verdict
from bot.words.down_under import text
from images import down_under
from images.canvas.canvas import LIMIT, WIDTH, Pen, encode
from images.canvas.palette import NIGHT, lightness, mix
from images.down_under import alt, draw, paint
from images.down_under.animals import draw_animal
from images.down_under.geometry import LOWEST, LOWEST_AT_END, TALLEST
from images.down_under.tiles import CLAIMED, PALE, band_paint, route_hue, tile_sprite, way
from images.marks.marks import NO_MARKS, Choice, Marks
from tests.images.boxes import starting
from tests.images.conftest import Golden
from tests.images.contact_sheets.down_under import examples
from tests.images.down_under_layout import check_layout, laid_out
from tests.images.down_under_positions import GAME, LONE, SCENES, SEEDS, START, composed, played
from tests.images.down_under_positions import after as match_after


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
        view, marks = SCENES[name]
        picture = draw(view, marks)
        assert (picture.mode, picture.width) == ("RGB", WIDTH)
        assert (LOWEST_AT_END if view.to_move is None else LOWEST) <= picture.height <= TALLEST
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
            assert claimed.side == printed.core == route_hue(name, NIGHT)
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


@pytest.mark.sample(12, rest="thorough")
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
    """What is occupied with two cells more on every side."""
    sizes, state = [], GAME.start(2, {"size": "9x9"}, Scripted([]))
    for number in range(40):
        if state.to_move is None:
            break
        canvas = paint(state.sight(None))
        sizes.append(next((box.right - box.left for box in canvas.boxes if box.kind == "piece"), 136))
        state = state.play(state.legal()[number % len(state.legal())], Scripted([]))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] >= 110


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
