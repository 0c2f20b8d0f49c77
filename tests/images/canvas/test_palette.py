"""Seat colours and shapes are distinct, also in a grey print."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules.cirondo.board import KIND_NAMES
from images.canvas.fonts import font
from images.canvas.palette import (
    NIGHT,
    READABLE,
    SEAT_COLOURS,
    Colour,
    colour,
    contrast,
    legible,
    lightness,
    luminance,
    mix,
)
from images.cirondo.drawing import piece_size
from images.cirondo.geometry import RINGS
from images.cirondo.pieces import piece
from images.down_under.tiles import BASALT, SLATE
from images.parcheesi.board import BOARD, WOOD, deep
from images.parcheesi.pieces import paint_of
from tests.images.colour_vision import stands_out


def test_a_colour_is_read_from_its_code() -> None:
    assert colour("#0D111E") == (13, 17, 30)


@pytest.mark.parametrize(
    ("share", "between"), [(0.0, (10, 200, 30)), (0.25, (58, 175, 40)), (0.5, (105, 150, 50)), (1.0, (200, 100, 70))]
)
def test_mixing_goes_from_one_colour_to_the_other(share: float, between: Colour) -> None:
    assert mix((10, 200, 30), (200, 100, 70), share) == between


@pytest.mark.parametrize(
    ("paint", "light"),
    [
        ((0, 0, 0), 0.0),
        ((255, 255, 255), 1.0),
        ((255, 0, 0), 0.2126),
        ((0, 255, 0), 0.7152),
        ((0, 0, 255), 0.0722),
        ((10, 10, 10), 0.003035),
        ((11, 11, 11), 0.003347),
        ((128, 128, 128), 0.215861),
    ],
)
def test_luminance_is_as_wcag_2_defines_it(paint: Colour, light: float) -> None:
    assert luminance(paint) == pytest.approx(light, abs=1e-6)


def test_contrast_is_the_same_in_both_directions() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((90, 90, 90), (90, 90, 90)) == 1
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)  # the darkest grey that passes


@pytest.mark.parametrize("name", SEAT_COLOURS)
def test_names_of_seats_are_legible_and_only_dark_colours_are_lightened(name: str) -> None:
    hue = SEAT_COLOURS[name]
    assert contrast(legible(hue, NIGHT), mix(NIGHT.panel, hue, 0.12)) >= READABLE
    assert (legible(hue, NIGHT) == hue) == (name not in ("red", "blue"))
    assert lightness(legible(hue, NIGHT)) >= lightness(hue)


def test_lightness_goes_from_black_to_white() -> None:
    assert lightness((0, 0, 0)) == 0
    assert lightness((255, 255, 255)) == pytest.approx(100)
    assert lightness((119, 119, 119)) == pytest.approx(50.03, abs=0.01)
    assert lightness((20, 20, 20)) == pytest.approx(6.32, abs=0.01)


@pytest.mark.parametrize(("first", "second"), list(combinations(SEAT_COLOURS, 2)))
def test_seat_colours_differ_in_tone(first: str, second: str) -> None:
    assert abs(lightness(SEAT_COLOURS[first]) - lightness(SEAT_COLOURS[second])) >= 8


@pytest.mark.parametrize("name", SEAT_COLOURS)
def test_seat_colours_stand_out_from_the_board(name: str) -> None:
    assert lightness(SEAT_COLOURS[name]) - max(map(lightness, NIGHT.surface)) >= 17


def grey(kind: str, name: str, size: int) -> Image.Image:
    ground = Image.new("RGB", (size, size), NIGHT.surface[0])
    sprite = piece(kind, name, size, NIGHT)
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


@pytest.mark.parametrize("ring", range(len(RINGS)))
@pytest.mark.parametrize("name", ["gold", "silver", "red", "blue"])
def test_kinds_differ_in_outline_on_every_ring(ring: int, name: str) -> None:
    size = piece_size(ring)
    for first, second in combinations(KIND_NAMES, 2):
        one, two = (piece(kind, name, size, NIGHT).getchannel("A") for kind in (first, second))
        common = ImageStat.Stat(ImageChops.darker(one, two)).sum[0]
        whole = ImageStat.Stat(ImageChops.lighter(one, two)).sum[0]
        assert common / whole < 0.8, f"{first} and {second} cover nearly the same"


@pytest.mark.parametrize("ring", range(len(RINGS)))
@pytest.mark.parametrize("kind", KIND_NAMES)
def test_colours_differ_in_a_grey_print_on_every_ring(ring: int, kind: str) -> None:
    for first, second in combinations(("gold", "silver", "red", "blue"), 2):
        one, two = grey(kind, first, piece_size(ring)), grey(kind, second, piece_size(ring))
        assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] > 6, f"{first} and {second} look alike"


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_colours_differ_in_pattern_when_all_seats_look_alike(kind: str) -> None:
    blind = replace(NIGHT, name="one colour", seats=dict.fromkeys(SEAT_COLOURS, SEAT_COLOURS["gold"]))
    for first, second in combinations(("gold", "silver", "red", "blue"), 2):
        one, two = (piece(kind, name, piece_size(0), blind).convert("L") for name in (first, second))
        assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] > 2, f"{first} and {second} look alike"


def test_the_typeface_is_the_packages_own() -> None:
    assert font(22, "Semibold").getname() == ("Source Sans Pro", "Semibold")


DOWN_UNDER = [(name, ground) for name in ("yellow", "blue", "red", "green") for ground in (*BASALT, *SLATE)]
PARCHEESI = [(name, ground) for name in ("yellow", "blue", "red", "green") for ground in (*WOOD, BOARD[1])]
PARCHEESI += [(name, deep(name, True)) for name in ("yellow", "blue", "red", "green")]
CIRONDO = [(name, ground) for name in ("gold", "silver", "red", "blue") for ground in NIGHT.surface]


@pytest.mark.parametrize(("name", "ground"), [*DOWN_UNDER, *CIRONDO])
def test_a_colour_stands_out_from_its_ground_whatever_hues_one_sees(name: str, ground: Colour) -> None:
    assert stands_out(SEAT_COLOURS[name], ground)


@pytest.mark.parametrize(("name", "ground"), PARCHEESI)
def test_a_pawn_stands_out_from_the_wood_whatever_hues_one_sees(name: str, ground: Colour) -> None:
    assert stands_out(paint_of(name, NIGHT), ground)


def test_green_on_sand_would_be_lost_on_people_who_see_no_red() -> None:
    assert not stands_out(SEAT_COLOURS["green"], (217, 176, 122))
