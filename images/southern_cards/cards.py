"""The cards, drawn: faces, the back, small chips for lists. Each is drawn once per size and then kept.

A face has its rank and its suit in the upper corners, large, and below them a picture: the suit itself (on large
cards as many as the rank says), an ace's rays, or the sky's court: a comet for the jack, the moon for the queen, the
sun for the king. Each suit has its own shape and its own colour. A joker is night with the Southern Cross.
"""

from collections.abc import Sequence
from math import pi

from PIL import Image, ImageDraw, ImageFilter

from images.canvas.canvas import Canvas, Pen, Point, cached_sprite, polar
from images.canvas.fonts import font
from images.canvas.palette import Colour, Theme, colour, mix
from images.southern_cards.geometry import TALL
from images.southern_cards.glyphs import draw_cross, draw_jack, draw_king, draw_queen, draw_suit, sparkle

PAPER = colour("#F6F2E7")
PAPER_EDGE = colour("#BDB8AC")
SUIT_COLOURS: dict[str, Colour] = {
    "S": colour("#12152A"),
    "H": colour("#C21B38"),
    "D": colour("#348AF0"),
    "C": colour("#004925"),
}
GOLD = colour("#FFDF8C")
NIGHT_PAPER = colour("#171C3B")

PIPS_FROM = 128  # the narrowest card that shows as many pips as its rank says
LEAN = (3.0, 3.6)  # how far each card of a stack lies aside of the one on it
EDGE = 0.15  # how far they reach under the top card, in shares of its width: as far as its round corners and shadow do
_FINE = 4  # times the size at which a card is drawn

_PIPS: dict[str, tuple[Point, ...]] = {
    "2": ((0.5, 0), (0.5, 1)),
    "3": ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    "4": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "5": ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    "6": ((0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)),
    "7": ((0, 0), (0.5, 0.25), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)),
    "8": ((0, 0), (0.5, 0.25), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (0.5, 0.75), (1, 1)),
    "9": ((0, 0), (1, 0), (1, 0.333), (0, 0.333), (0.5, 0.5), (1, 0.667), (0, 0.667), (0, 1), (1, 1)),
    "10": (
        *((0.0, 0.0), (0.5, 0.167), (1.0, 0.0), (1.0, 0.333), (0.0, 0.333)),
        *((0.0, 0.667), (1.0, 0.667), (1.0, 1.0), (0.5, 0.833), (0.0, 1.0)),
    ),
}
"""The pips of a card, in shares of their room."""


def parts(card: str) -> tuple[str, str]:
    """Rank and suit; a joker has an empty suit."""
    return ("JK", "") if card == "JK" else (card[:-1], card[-1])


def size_of(wide: int) -> tuple[int, int]:
    return wide, round(wide * TALL)


def margin(wide: int) -> int:
    """Clear room around a card's sprite, for its shadow."""
    return max(4, round(wide * 0.07))


def _write(pen: Pen, at: Point, words: str, size: float, fill: Colour, anchor: str, weight: str = "Bold") -> None:
    """Write with a pen: `at` is the middle of the capitals' height."""
    face = font(round(size * pen.scale), "Black" if weight == "Black" else "Bold")
    middle = face.getbbox("H", anchor="ls")[1] / 2
    x, y = at[0] * pen.scale, at[1] * pen.scale - middle
    ImageDraw.Draw(pen.image).text((x, y), words, fill, face, anchor=f"{anchor}s")


def _width(words: str, size: float) -> float:
    """The width of the ink of words."""
    left, _, right, _ = font(round(size * _FINE), "Bold").getbbox(words, anchor="ls")
    return float(right - left) / _FINE


def _index(pen: Pen, wide: int, rank: str, suit: str, hue: Colour) -> None:
    """Rank and suit in the upper corners."""
    pad, line = wide * 0.075, wide * 0.255
    size = wide * 0.52
    reach = wide * 0.15
    room = wide - 2 * pad - 2 * reach - wide * (0.035 if len(rank) == 1 else 0.1)
    size = min(size, size * room / _width(rank, size))
    _write(pen, (pad, line), rank, size, hue, "l")
    draw_suit(pen, suit, (wide - pad - reach * 0.95, line), reach, hue)


def _medallion(pen: Pen, wide: int, rank: str, hue: Colour) -> None:
    """A round window into the night with a figure of the court."""
    centre, reach = (wide / 2, wide * 0.915), wide * 0.395
    dark = mix(hue, (8, 10, 28), 0.35)
    pen.disc(centre, reach, mix(hue, GOLD, 0.25))
    pen.disc(centre, reach - wide * 0.018, GOLD)
    pen.disc(centre, reach - wide * 0.04, dark)
    draw = {"K": draw_king, "Q": draw_queen, "J": draw_jack}[rank]
    draw(pen, centre, reach * 0.8, GOLD, dark)


def _ace(pen: Pen, wide: int, suit: str, hue: Colour) -> None:
    centre = wide / 2, wide * 0.915
    ray = mix(PAPER, hue, 0.3)
    for turn in range(24):
        angle = turn * pi / 12
        tip = wide * (0.415 if turn % 2 == 0 else 0.36)
        pen.polygon(
            [
                polar(centre, tip, angle),
                polar(centre, wide * 0.2, angle + 0.06),
                polar(centre, wide * 0.2, angle - 0.06),
            ],
            ray,
        )
    pen.disc(centre, wide * 0.3, PAPER)
    draw_suit(pen, suit, centre, wide * 0.27, hue)
    sparkle(pen, (centre[0], centre[1] - wide * 0.015), wide * 0.085, PAPER)


def _pips(pen: Pen, wide: int, rank: str, suit: str, hue: Colour) -> None:
    left, top, right, bottom = wide * 0.24, wide * 0.6, wide * 0.76, wide * 1.24
    spots = [(left + (right - left) * x, top + (bottom - top) * y) for x, y in _PIPS[rank]]
    reach = wide * (0.108 if len(spots) < 9 else 0.087)
    for spot in spots:
        pen.disc(spot, reach * 1.25, PAPER)
        draw_suit(pen, suit, spot, reach, hue)


def _joker(pen: Pen, wide: int, theme: Theme) -> None:
    tall = wide * TALL
    _write(pen, (wide * 0.075, wide * 0.255), "JK", wide * 0.44, GOLD, "l")
    sparkle(pen, (wide * 0.8, wide * 0.255), wide * 0.15, GOLD)
    pen.disc((wide * 0.8, wide * 0.255), wide * 0.05, GOLD)
    for x, y, size in (
        (0.16, 0.62, 0.012),
        (0.86, 0.6, 0.014),
        (0.2, 1.2, 0.014),
        (0.83, 1.22, 0.012),
        (0.86, 0.98, 0.01),
    ):
        pen.disc((wide * x, wide * y), wide * size + 0.5, mix(NIGHT_PAPER, theme.ink, 0.7))
    draw_cross(pen, (wide / 2, tall - wide * 0.475), wide * 0.42, theme.ink, mix(NIGHT_PAPER, GOLD, 0.65))


def _sheet(pen: Pen, wide: int, paper: Colour, edge: Colour) -> None:
    tall = round(wide * TALL)
    pen.plate((0, 0, wide, tall), wide * 0.09, paper, edge, max(1.0, wide * 0.012))


def _face(card: str, wide: int, theme: Theme) -> Image.Image:
    pen = Pen(size_of(wide), _FINE)
    rank, suit = parts(card)
    if not suit:
        _sheet(pen, wide, NIGHT_PAPER, GOLD)
        inset = wide * 0.035
        pen.plate(
            (inset, inset, wide - inset, round(wide * TALL) - inset),
            wide * 0.06,
            None,
            mix(NIGHT_PAPER, GOLD, 0.55),
            max(0.8, wide * 0.007),
        )
        _joker(pen, wide, theme)
        return pen.reduce()
    hue = SUIT_COLOURS[suit]
    _sheet(pen, wide, PAPER, PAPER_EDGE)
    _index(pen, wide, rank, suit, hue)
    if rank in "JQK":
        _medallion(pen, wide, rank, hue)
    elif rank == "A":
        _ace(pen, wide, suit, hue)
    elif wide >= PIPS_FROM:
        _pips(pen, wide, rank, suit, hue)
    else:
        draw_suit(pen, suit, (wide / 2, wide * 0.915), wide * 0.33, hue)
    return pen.reduce()


def _add_shadow(sheet: Image.Image, wide: int) -> Image.Image:
    """A card with its shadow; the sprite is larger by the margin on every side."""
    room = margin(wide)
    whole = Image.new("RGBA", (sheet.width + 2 * room, sheet.height + 2 * room))
    shadow = Image.new("L", whole.size)
    shadow.paste(sheet.getchannel("A").point(lambda value: value * 150 // 255), (room, room + max(1, room // 3)))
    whole.putalpha(shadow.filter(ImageFilter.GaussianBlur(room * 0.42)))
    whole.alpha_composite(sheet, (room, room))
    return whole


@cached_sprite
def card_face(card: str, wide: int, theme: Theme) -> Image.Image:
    """A card that lies face up, `wide` pixels wide, with room for its shadow."""
    return _add_shadow(_face(card, wide, theme), wide)


@cached_sprite
def under_card(dark: bool, wide: int, theme: Theme) -> Image.Image:
    """What is seen of a card that lies beneath another: its edge."""
    pen = Pen(size_of(wide), _FINE)
    paper = mix(NIGHT_PAPER, theme.void, 0.2) if dark else mix(PAPER, theme.ground, 0.3)
    _sheet(pen, wide, paper, mix(paper, GOLD, 0.6) if dark else mix(paper, theme.ground, 0.5))
    return _add_shadow(pen.reduce(), wide)


@cached_sprite
def edges_beneath(dark: Sequence[bool], card: int, theme: Theme, *, beside: bool) -> Image.Image:
    """What is seen of the cards beneath another one, the lowest first: `beside` its right edge, or else below it."""
    leans = [(round(LEAN[0] * step), round(LEAN[1] * step)) for step in range(len(dark), 0, -1)]
    one = under_card(dark[0], card, theme)
    sheet = Image.new("RGBA", (one.width + leans[0][0], one.height + leans[0][1]))
    for is_dark, lean in zip(dark, leans, strict=True):
        sheet.alpha_composite(under_card(is_dark, card, theme), lean)
    across, down = (own - lean - round(card * EDGE) for own, lean in zip(one.size, leans[-1], strict=True))
    return sheet.crop((across, leans[-1][1], *sheet.size) if beside else (leans[-1][0], down, across, sheet.height))


@cached_sprite
def card_back(wide: int, theme: Theme) -> Image.Image:
    """A card that lies face down."""
    pen = Pen(size_of(wide), 2 * _FINE)
    tall = round(wide * TALL)
    pen.plate((0, 0, wide, tall), wide * 0.1, theme.surface[1], theme.path, max(1.2, wide * 0.03))
    if wide < 40:
        sparkle(pen, (wide / 2, tall / 2), wide * 0.34, theme.path)
        return _add_shadow(pen.reduce(), wide)
    inset = wide * 0.1
    pen.plate((inset, inset, wide - inset, tall - inset), wide * 0.06, None, theme.line, max(0.8, wide * 0.02))
    draw_cross(pen, (wide / 2, tall / 2), wide * 0.34, mix(theme.path, theme.ink, 0.6), theme.path)
    return _add_shadow(pen.reduce(), wide)


CHIP = (54, 36)
CHIP_TEXT = 28


@cached_sprite
def chip(card: str) -> Image.Image:
    """A card as small as it can be read: rank and suit side by side."""
    wide, tall = CHIP
    pen = Pen(CHIP, 8)
    rank, suit = parts(card)
    hue = SUIT_COLOURS.get(suit, GOLD)
    pen.plate((0, 0, wide, tall), 6, PAPER if suit else NIGHT_PAPER, PAPER_EDGE if suit else GOLD, 1.2)
    if suit:
        _write(pen, (wide * 0.325, tall / 2), rank, CHIP_TEXT, hue, "m")
        draw_suit(pen, suit, (wide - 12, tall / 2), 9, hue)
    else:
        _write(pen, (wide * 0.335, tall / 2), rank, CHIP_TEXT, hue, "m")
        sparkle(pen, (wide - 13, tall / 2), 10, hue)
    return pen.reduce()


def lay_chip(canvas: Canvas, card: str, at: Point) -> None:
    canvas.paste(chip(card), at, "panel", f"chip {card}")
