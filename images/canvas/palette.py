"""Colours of the family: one night sky for all games, and the seat colours by name.

Seat colours keep their meaning in every game. They differ in lightness as well as in hue, so that they can be told
apart in a print without colour: `lightness` measures it, and a test checks the steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

Paint = Colour | tuple[int, int, int, int]
"""A colour, or one with its opacity, 0 (transparent) to 255."""


WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


def colour(code: str) -> Colour:
    """`colour("#0D111E")` is (13, 17, 30)."""
    value = int(code.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """The colour `share` (0 to 1) of the way from the first to the second."""
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def luminance(paint: Colour) -> float:
    """A colour's relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it."""
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in paint
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """The contrast ratio of two colours, 1 (none) to 21 (black and white), as WCAG 2 defines it."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(paint: Colour) -> float:
    """A colour's lightness, 0 (black) to 100 (white): L* of CIE 1976 under daylight."""
    light = luminance(paint)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


SEAT_COLOURS: Mapping[str, Colour] = MappingProxyType(
    {
        "silver": colour("#EFF3FA"),
        "yellow": colour("#FFD84A"),
        "gold": colour("#F3B02E"),
        "green": colour("#35B56A"),
        "red": colour("#EE3B36"),
        "blue": colour("#1F4FD8"),
    }
)
"""From the lightest to the darkest. No game has both gold and yellow."""


@dataclass(frozen=True)
class Theme:
    """All colours of a game's pictures. Compared and cached by `name` alone."""

    name: str
    ground: Colour = field(compare=False)  # the sky around everything
    nebula: tuple[Colour, ...] = field(compare=False)  # soft clouds laid over the ground
    surface: tuple[Colour, Colour] = field(compare=False)  # the two close tones of a playing surface
    void: Colour = field(compare=False)  # holes in a playing surface
    line: Colour = field(compare=False)  # thin lines, one step lighter than the surface
    path: Colour = field(compare=False)  # paths that the eye follows
    panel: Colour = field(compare=False)  # plates that carry numbers
    ink: Colour = field(compare=False)  # text
    faint: Colour = field(compare=False)  # secondary text
    last: Colour = field(compare=False)  # the last move
    capture: Colour = field(compare=False)  # captures, made or possible
    choice: Colour = field(compare=False)  # the current choices
    warning: Colour = field(compare=False)  # important warnings
    seats: Mapping[str, Colour] = field(compare=False, default_factory=lambda: SEAT_COLOURS)


NIGHT = Theme(
    name="night",
    ground=colour("#0D111E"),
    nebula=(colour("#1B2347"), colour("#2A1C44"), colour("#10303F")),
    surface=(colour("#19213A"), colour("#263154")),
    void=colour("#070A13"),
    line=colour("#34406A"),
    path=colour("#6075B6"),
    panel=colour("#161D33"),
    ink=colour("#EEF2FB"),
    faint=colour("#9AA6C8"),
    last=colour("#FFF3C4"),
    capture=colour("#FF8A70"),
    choice=colour("#D8B4FF"),
    warning=colour("#FF9478"),
)


READABLE = 4.5
"""The contrast that WCAG 2 requires for text."""


def legible(hue: Colour, theme: Theme, share: float = 0.35) -> Colour:
    """A seat colour for text on a panel, even on one tinted with it: dark ones are lightened as far as needed."""
    ground = mix(theme.panel, hue, 0.12)
    text_hue = mix(hue, theme.ink, share) if lightness(hue) < 48 else hue
    while contrast(text_hue, ground) < READABLE:
        text_hue = mix(text_hue, theme.ink, 0.05)
    return text_hue
