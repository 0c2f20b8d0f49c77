"""What surfaces are made of: a fine grain for earth, felt and metal."""

from functools import cache
from random import Random

from PIL import Image, ImageChops, ImageFilter

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
