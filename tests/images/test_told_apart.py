"""Whose piece is whose, and that there is one: for people who see no red, no green or no blue, and in a grey print.

Pieces are drawn as on boards, and compared by their mean colour, which is what one sees from afar. Where hues or tones
of two seats are too near for somebody, a sign that each seat's pieces have must tell them apart, on a phone as well.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import pi

import pytest
from PIL import Image, ImageChops

from bot.rules.cirondo.board import KIND_NAMES
from bot.rules.down_under.tiles import COLOURS, GREY, Tile
from images.canvas.canvas import WIDTH, polar
from images.canvas.palette import NIGHT, SEAT_COLOURS, Colour, Theme, lightness
from images.cirondo.drawing import piece_size
from images.cirondo.geometry import RINGS
from images.cirondo.pieces import piece
from images.down_under.tiles import BASALT, tile_sprite
from images.parcheesi import pieces as pawns
from images.parcheesi.board import WOOD, deep, entry_ground
from images.parcheesi.drawing import PAWN
from images.parcheesi.pieces import pawn
from images.southern_cross.arrows import receding
from images.southern_cross.board import LARGE, home_tone
from images.southern_cross.pieces import counter
from tests.images.colour_vision import BLINDNESS, HUES_APART, SIGN, TONES_APART, distance, mean_colour

PHONE = 400  # pixels that a picture is wide on a phone
FROM_GROUND = 15.0
FROM_NOBODYS = 12.0  # L*

DIFFERS = 40  # of 255: two grey pixels that nobody takes for the same
ALIKE = replace(NIGHT, name="one colour", seats=dict.fromkeys(SEAT_COLOURS, SEAT_COLOURS["green"]))


@dataclass(frozen=True)
class Kind:
    """Pieces of a kind, one of each colour: how they're drawn, on which grounds, and by which `sign` they differ."""

    colours: tuple[str, ...]
    draw: Callable[[str, Theme], Image.Image]
    grounds: tuple[Colour, ...]
    sign: str


def stellar(kind: str, ring: int, colour: str, theme: Theme) -> Image.Image:
    return piece(kind, colour, piece_size(ring), theme)


TILE = 76  # pixels of a cell in a match of usual size


def route(grey: bool, colour: str, theme: Theme) -> Image.Image:
    """The band of a route across a tile: along the middle of a curve nothing else lies."""
    owner = COLOURS.index(colour)
    return crossing(GREY, owner, theme) if grey else band(tile_sprite(straight(owner), (owner, GREY), TILE, theme))


def straight(colour: int) -> Tile:
    return Tile("straight", "NS", colour, None)


WIDE, MIDDLE = round(TILE * 0.115), TILE // 2


def band(tile: Image.Image) -> Image.Image:
    return tile.crop((MIDDLE - WIDE, 0, MIDDLE + WIDE, TILE))


def crossing(colour: int, owner: int, theme: Theme) -> Image.Image:
    """What runs below a straight of this colour, on a path of `owner`."""
    whole, wide, middle, third = tile_sprite(straight(colour), (colour, owner), TILE, theme), WIDE, MIDDLE, TILE // 3
    joint = Image.new("RGBA", (2 * third, 2 * wide))  # where it meets the next tile's
    for left, at in ((TILE - third, 0), (0, third)):
        joint.paste(whole.crop((left, middle - wide, left + third, middle + wide)), (at, 0))
    return joint


SEATS = ("red", "blue", "yellow", "green")
PLAIN = NIGHT.surface
KINDS: Mapping[str, Kind] = {
    **{
        f"{kind} of Cirondo on ring {RINGS[ring]}": Kind(
            ("gold", "silver", "red", "blue"), partial(stellar, kind, ring), (*PLAIN, NIGHT.void), "a pattern"
        )
        for kind in KIND_NAMES
        for ring in (0, len(RINGS) - 1)
        if kind != "moons" or ring > 0
    },
    "counters of Southern Cross": Kind(
        SEATS,
        lambda colour, theme: counter(colour, round(LARGE.counter), theme),
        (*PLAIN, *(home_tone(NIGHT, NIGHT.seats[colour], square) for colour in SEATS for square in ("a1", "a2"))),
        "an emblem",
    ),
    "pawns of Parcheesi": Kind(
        SEATS,
        lambda colour, theme: pawn(colour, PAWN, theme),
        (*WOOD, *(deep(colour, True) for colour in SEATS), *(entry_ground(colour, True) for colour in SEATS)),
        "a silhouette",
    ),
    "routes of Down Under": Kind(SEATS, partial(route, False), BASALT, "signs"),
    "grey pieces of Down Under's routes": Kind(SEATS, partial(route, True), BASALT, "dashes and signs"),
}


PAWNS = {colour: pawns.paint_of(colour, NIGHT) for colour in SEATS}


@pytest.fixture(autouse=True)
def alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the pawns of seats that all have one colour have it, too."""
    monkeypatch.setattr(
        pawns, "paint_of", lambda colour, theme: theme.seats[colour] if theme is ALIKE else PAWNS[colour]
    )


def apart(kind: Kind, first: str, second: str) -> tuple[float, float]:
    """The least difference in hue for anyone who lacks a cone, and the difference in tone."""
    one, other = (mean_colour(kind.draw(colour, NIGHT)) for colour in (first, second))
    return min(distance(one, other, vision) for vision in BLINDNESS), abs(lightness(one) - lightness(other))


def sign_size(kind: Kind, first: str, second: str) -> float:
    """How large that is on a phone by which two seats' pieces differ where all seats have one colour."""
    pictures = []
    for colour in (first, second):
        sprite = kind.draw(colour, ALIKE)
        ground = Image.new("RGB", sprite.size, BASALT[0])
        ground.paste(sprite, (0, 0), sprite)
        pictures.append(ground.convert("L"))
    wide, tall = (min(one.size[axis] for one in pictures) for axis in (0, 1))
    one, other = (picture.crop((0, 0, wide, tall)) for picture in pictures)
    box = ImageChops.difference(one, other).point(lambda value: 255 if value > DIFFERS else 0).getbbox() or (0, 0, 0, 0)
    return max(box[2] - box[0], box[3] - box[1]) * PHONE / WIDTH


@pytest.mark.parametrize("name", KINDS)
def test_two_seats_pieces_differ_for_everyone_in_hue_or_by_a_sign(name: str) -> None:
    kind = KINDS[name]
    for first, second in combinations(kind.colours, 2):
        hue, _ = apart(kind, first, second)
        assert hue >= HUES_APART or sign_size(kind, first, second) >= SIGN, (first, second, hue)


@pytest.mark.parametrize("name", KINDS)
def test_two_seats_pieces_differ_in_a_grey_print_in_tone_or_by_a_sign(name: str) -> None:
    kind = KINDS[name]
    for first, second in combinations(kind.colours, 2):
        _, tone = apart(kind, first, second)
        assert tone >= TONES_APART or sign_size(kind, first, second) >= SIGN, (first, second, tone)


@pytest.mark.parametrize("name", KINDS)
def test_a_piece_stands_out_from_every_ground_for_everyone(name: str) -> None:
    kind = KINDS[name]
    for colour in kind.colours:
        paint = mean_colour(kind.draw(colour, NIGHT))
        for ground in kind.grounds:
            assert min(distance(paint, ground, vision) for vision in BLINDNESS) >= FROM_GROUND, (colour, ground)


def test_a_hollow_piece_keeps_its_rim_whole() -> None:
    side = 160
    lights = piece("moons", "red", side, NIGHT).convert("L").tobytes()
    for turn in range(120, 241, 20):
        way = (polar((side * 0.48, side * 0.5), side * share / 200, turn * pi / 180) for share in range(60, 88))
        along = [lights[round(y) * side + round(x)] for x, y in way]
        assert max(along) > 90 > 40 > min(along[:10]), turn


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("colour", SEATS)
def test_a_route_is_lighter_than_what_is_nobodys_and_differs_from_it_for_everyone(colour: str, grey: bool) -> None:
    own, nobodys = (mean_colour(one) for one in (route(grey, colour, NIGHT), crossing(0, GREY, NIGHT)))
    assert lightness(own) - lightness(nobodys) >= FROM_NOBODYS
    assert min(distance(own, nobodys, vision) for vision in BLINDNESS) >= FROM_GROUND


def test_the_last_turns_arrows_are_nobodys_while_someone_chooses() -> None:
    for colour in SEATS:
        for vision in ("all hues", *BLINDNESS):
            assert distance(receding(NIGHT), NIGHT.seats[colour], vision) >= FROM_GROUND, (colour, vision)
