"""What surfaces are made of: a fine grain for earth, felt and metal, and a line around pieces where a theme has one."""

from functools import cache
from random import Random

from PIL import Image, ImageChops, ImageFilter

from images.canvas.palette import Colour, Theme, mix

RIM, FINE_RIM = 3, 2  # pixels of the line around a piece, and around a small one
TINT = 0.55  # how much whiter than the piece a line in its own tint is
OPAQUE = 150  # of 255: less opaque pixels are a piece's shadow
FAINT, SOLID = 8, 30  # of 255: how much of a blurred piece there is where its line ends, and where it's opaque
_SIDE = 256  # pixels of the noise that is laid side by side


@cache
def _noise(strength: int) -> Image.Image:
    """A square of noise around the middle grey, always the same."""
    rough = Image.frombytes("L", (_SIDE, _SIDE), Random(strength).randbytes(_SIDE * _SIDE))  # noqa: S311
    soft = rough.filter(ImageFilter.GaussianBlur(0.7))
    return soft.point(lambda value: 128 + (value - 128) * strength // 64)


def add_grain(surface: Image.Image, strength: int) -> Image.Image:
    """A copy of an RGB surface with a grain, which changes it by about this much of 255."""
    noise = Image.new("L", surface.size)
    for top in range(0, surface.height, _SIDE):
        for left in range(0, surface.width, _SIDE):
            noise.paste(_noise(strength), (left, top))
    return ImageChops.add(surface, Image.merge("RGB", (noise, noise, noise)), offset=-128)


def grown(mask: Image.Image, by: int) -> Image.Image:
    """The mask with `by` pixels more on each side. Blurring by boxes is many times as fast as the filter for maxima."""
    for radius in ((by, 0), (0, by)):
        mask = mask.filter(ImageFilter.BoxBlur(radius)).point(lambda value: 255 if value else 0)
    return mask


def rimmed(piece: Image.Image, theme: Theme, hue: Colour | None = None, width: int = RIM) -> Image.Image:
    """The piece with the theme's line around it, in the middle of a picture larger by that; itself without one.

    Small pieces have a thinner one in a light tint of their own: so much white would make them all alike.
    """
    if theme.rim is None:
        return piece
    whole = Image.new("RGBA", (piece.width + 2 * RIM, piece.height + 2 * RIM))
    whole.paste(piece, (RIM, RIM))
    body = whole.getchannel("A").point(lambda value: max(0, value - OPAQUE) * 255 // (255 - OPAQUE))
    line = Image.new("RGBA", whole.size, (*(mix(hue, theme.rim, TINT) if hue else theme.rim), 0))
    spread = body.filter(ImageFilter.GaussianBlur(width * 0.67))
    line.putalpha(spread.point(lambda value: min(255, max(0, value - FAINT) * 255 // (SOLID - FAINT))))
    own = whole.copy()
    own.putalpha(body)
    for layer in (line, own):  # the piece's soft edge lies on the line, and the line on the shadow
        whole.alpha_composite(layer)
    return whole
