"""How far two colours lie apart for people who see all hues, for those who don't, and in a print without colour."""

from math import dist

from images.canvas.palette import Colour, lightness

Linear = tuple[float, float, float]
"""Red, green and blue as light, 0 to 1."""

_MATRICES: dict[str, tuple[Linear, Linear, Linear]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Machado, Oliveira and Fernandes 2009, for the whole loss of one kind of cone."""

VISIONS = ("all hues", *_MATRICES)


def _light(paint: Colour) -> Linear:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in paint
    )
    return red, green, blue


def _seen(light: Linear, vision: str) -> Linear:
    if vision not in _MATRICES:
        return light
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, light, strict=True))))
        for row in _MATRICES[vision]
    )
    return red, green, blue


def _lab(light: Linear) -> Linear:
    """CIE 1976 L*a*b* under daylight."""
    rows = ((0.4124, 0.3576, 0.1805, 0.95047), (0.2126, 0.7152, 0.0722, 1.0), (0.0193, 0.1192, 0.9505, 1.08883))
    shares = [(r * light[0] + g * light[1] + b * light[2]) / white for r, g, b, white in rows]
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(first: Colour, second: Colour, vision: str = "all hues") -> float:
    """CIE 1976 ΔE of two colours as people with this vision see them; 2 is the least that is noticed."""
    return dist(*(_lab(_seen(_light(paint), vision)) for paint in (first, second)))


def stands_out(paint: Colour, ground: Colour) -> bool:
    """Whether a colour can be told from its ground by everyone, in a print without colour as well."""
    apart = min(distance(paint, ground, vision) for vision in VISIONS)
    return apart >= 20 and abs(lightness(paint) - lightness(ground)) >= 15
