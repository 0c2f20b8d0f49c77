"""High-contrast pictures: all grounds are dark, what lies on them is bright, and every piece has a line around it."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from PIL import Image

from bot.rules import GAMES
from images.canvas.canvas import LIMIT, encode
from images.canvas.material import RIM, TINT, rimmed
from images.canvas.palette import CONTRAST, NIGHT, WHITE, Colour, chosen_theme, contrast, drawing_in, legible, mix
from images.cirondo.pieces import piece
from images.down_under.ground import EARTH
from images.down_under.tiles import BASALT, SLATE
from images.parcheesi.board import BOARD, WOOD, deep
from images.parcheesi.pieces import pawn
from images.southern_cards.board import FELT
from images.southern_cross.pieces import counter
from tests.images.conftest import Golden
from tests.images.motion.turns import turn

GRAPHIC, TEXT, FIRM = 3.0, 4.5, 7.0
"""What WCAG 2 asks of graphics, of text, and of text for people who see little contrast."""

GROUNDS = [CONTRAST.ground, CONTRAST.void, CONTRAST.panel, *CONTRAST.surface, *CONTRAST.nebula]
GROUNDS += [CONTRAST.material(tone) for tones in (WOOD, BOARD, FELT, EARTH, BASALT, SLATE) for tone in tones]
GROUNDS += [deep(colour, True, CONTRAST) for colour in ("red", "blue", "yellow", "green")]


@pytest.fixture(autouse=True)
def in_contrast() -> Iterator[None]:
    with drawing_in(CONTRAST):
        yield


@pytest.mark.parametrize("ground", GROUNDS)
def test_everything_bright_stands_out_from_each_ground(ground: Colour) -> None:
    for bright in (CONTRAST.ink, CONTRAST.faint, CONTRAST.last, CONTRAST.choice, CONTRAST.capture):
        assert contrast(bright, ground) >= TEXT
    for seat, hue in CONTRAST.seats.items():
        assert contrast(hue, ground) >= GRAPHIC, seat


def test_words_on_panels_have_more_contrast_than_words_need() -> None:
    words = [CONTRAST.ink, CONTRAST.faint, *(legible(hue, CONTRAST) for hue in CONTRAST.seats.values())]
    assert all(contrast(hue, CONTRAST.panel) >= (FIRM if hue == WHITE else TEXT) for hue in words)
    assert contrast(CONTRAST.line, CONTRAST.panel) >= GRAPHIC > contrast(NIGHT.line, NIGHT.panel)


@pytest.mark.parametrize(
    ("sprite", "line"),
    [
        (piece("planets", "silver", 40, CONTRAST), WHITE),
        (piece("planets", "gold", 40, CONTRAST), mix(CONTRAST.seats["gold"], WHITE, TINT)),
        (counter("red", 60, CONTRAST), WHITE),
        (pawn("blue", 62, CONTRAST), WHITE),
    ],
)
def test_a_piece_has_a_line_around_it(sprite: Image.Image, line: Colour) -> None:
    middle = sprite.height // 2
    row = sprite.crop((0, middle, sprite.width, middle + 1))
    opaque = row.getchannel("A").point(lambda value: 255 if value > 250 else 0).getbbox()
    assert opaque is not None
    assert row.getpixel((opaque[0], 0)) == (*line, 255)


@pytest.mark.parametrize("sprite", [counter("red", 60, CONTRAST), pawn("blue", 62, CONTRAST)])
def test_that_line_has_soft_edges(sprite: Image.Image) -> None:
    """From what's around the piece to the line, and from there to the piece's own edge, in steps."""
    column = [sprite.getpixel((sprite.width // 3, y)) for y in range(sprite.height // 3)]
    lights = [sum(one[:3]) * one[3] // 765 for one in column if isinstance(one, tuple)]
    line = lights.index(255)
    assert any(0 < light < 255 for light in lights[:line])
    assert any(30 < light < 250 for light in lights[line:])


def test_a_theme_without_that_line_leaves_pieces_as_they_are() -> None:
    sprite = Image.new("RGBA", (20, 20), (90, 20, 20, 255))
    assert rimmed(sprite, NIGHT) is sprite
    assert rimmed(sprite, CONTRAST).size == (20 + 2 * RIM, 20 + 2 * RIM)


@pytest.mark.parametrize("key", GAMES)
def test_each_game_is_drawn_in_it_as_it_was(key: str, golden: Golden) -> None:
    shown = import_module(f"images.{key}").draw(*turn(key))
    assert len(encode(shown).data) <= LIMIT
    golden(shown, f"contrast-{key}")


def test_pictures_are_drawn_as_usual_after_that() -> None:
    with drawing_in(NIGHT):
        assert chosen_theme() is NIGHT
    assert chosen_theme() is CONTRAST
