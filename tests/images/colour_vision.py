"""How far two colours lie apart for people who see all hues, for those who don't, and in a print without colour.

Differences are CIEDE2000, in which 2 is the least that is noticed. How people see who have lost one kind of cone is
what Machado, Oliveira and Fernandes found in 2009.
"""

from operator import mul

from coloraide import Color
from PIL import Image

from images.canvas.palette import Colour, lightness

BLINDNESS = ("protan", "deutan", "tritan")
VISIONS = ("all hues", *BLINDNESS)

CLEAR = 128  # of 255: pixels that are less opaque belong to no piece
_LIGHT = [Color("srgb", [value / 255] * 3).convert("srgb-linear")["red"] for value in range(256)]
HUES_APART, TONES_APART, SIGN = 20.0, 15.0, 12.0  # CIEDE2000, L*, and pixels of a sign on a phone


def _seen(paint: Colour, vision: str) -> Color:
    seen = Color("srgb", [value / 255 for value in paint])
    return seen.filter(vision, method="machado").clip() if vision in BLINDNESS else seen


def distance(first: Colour, second: Colour, vision: str = "all hues") -> float:
    """CIEDE2000 of two colours as people with this vision see them."""
    return _seen(first, vision).delta_e(_seen(second, vision), method="2000")


def least_distance(first: Colour, second: Colour) -> float:
    """The smallest difference of two colours for anyone."""
    return min(distance(first, second, vision) for vision in VISIONS)


def mean_colour(sprite: Image.Image) -> Colour:
    """The mean light of a sprite's opaque pixels, which is what a piece looks like from afar."""
    *bands, alpha = sprite.convert("RGBA").split()
    opaque = alpha.point(lambda value: 255 if value >= CLEAR else 0)
    counts = [band.histogram(opaque) for band in bands]
    light = [sum(map(mul, count, _LIGHT)) / sum(count) for count in counts]
    red, green, blue = (round(255 * value) for value in Color("srgb-linear", light).convert("srgb").coords())
    return red, green, blue


def stands_out(paint: Colour, ground: Colour) -> bool:
    """Whether a colour can be told from its ground by everyone, in a print without colour as well."""
    return least_distance(paint, ground) >= 15 and abs(lightness(paint) - lightness(ground)) >= 15
