"""Colours of the family: one night sky for all games, and the seat colours by name.

Seat colours keep their meaning in every game. They differ in lightness as well as in hue, so that they can be told
apart in a print without colour: `lightness` measures it, and a test checks the steps.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
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
    dims: float = field(compare=False, default=0.0)  # how much darker wood, felt and earth are than they'd be, 0 to 1
    rim: Colour | None = field(compare=False, default=None)  # a line around every piece, if it has one

    def material(self, paint: Colour) -> Colour:
        """What becomes of the colour of wood, felt or earth."""
        return mix(paint, self.void, self.dims) if self.dims else paint

    def materials(self, paints: tuple[Colour, Colour]) -> tuple[Colour, Colour]:
        """What becomes of a light and a dark tone of wood, felt or earth."""
        return self.material(paints[0]), self.material(paints[1])


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


CONTRAST = Theme(
    name="contrast",
    ground=BLACK,
    nebula=(colour("#05060A"),),
    surface=(colour("#0B0D14"), colour("#20242F")),
    void=BLACK,
    line=colour("#6C779A"),
    path=colour("#5F6C98"),
    panel=colour("#04050A"),
    ink=WHITE,
    faint=colour("#D3DAEC"),
    last=colour("#FFF59A"),
    capture=colour("#FF9A7A"),
    choice=colour("#E6C8FF"),
    warning=colour("#FFAA8C"),
    seats=MappingProxyType(
        {
            "silver": WHITE,
            "yellow": colour("#FFE94D"),
            "gold": colour("#FFC02E"),
            "green": colour("#1FC77A"),
            "red": colour("#FF5148"),
            "blue": colour("#3D7BFF"),
        }
    ),
    dims=0.82,
    rim=WHITE,
)
"""Black grounds, bright lines and a white line around every piece, for people who see little contrast."""

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (NIGHT, CONTRAST)})
"""By name."""

_theme: ContextVar[Theme] = ContextVar("theme", default=NIGHT)


def chosen_theme() -> Theme:
    """The theme that pictures are drawn in now."""
    return _theme.get()


def choose_theme(theme: Theme) -> None:
    """Draws in this theme from now on, in this task and in those that it starts."""
    _theme.set(theme)


@contextmanager
def drawing_in(theme: Theme) -> Iterator[None]:
    """Draws in this theme inside the block."""
    before = _theme.set(theme)
    try:
        yield
    finally:
        _theme.reset(before)


READABLE = 4.5
"""The contrast that WCAG 2 requires for text."""


def legible(hue: Colour, theme: Theme, share: float = 0.35) -> Colour:
    """A seat colour for text on a panel, even on one tinted with it: dark ones are lightened as far as needed."""
    ground = mix(theme.panel, hue, 0.12)
    text_hue = mix(hue, theme.ink, share) if lightness(hue) < 48 else hue
    while contrast(text_hue, ground) < READABLE:
        text_hue = mix(text_hue, theme.ink, 0.05)
    return text_hue
