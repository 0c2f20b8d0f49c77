"""Pieces that aren't there: those that a chosen move would add, and those that were or would be removed."""

from PIL import Image, ImageChops, ImageFilter

from images.canvas.palette import Colour

_CLEAR, _LINE = 0.75, 5  # opacity of an added piece, and the odd width of the filter that makes its outline


def fade(sprite: Image.Image, opacity: float = 0.35) -> Image.Image:
    """A piece that was or would be removed; `opacity` is 0 to 1."""
    copy = sprite.copy()
    copy.putalpha(sprite.getchannel("A").point(lambda value: round(value * opacity)))
    return copy


def coming(sprite: Image.Image, hue: Colour) -> Image.Image:
    """A piece that a chosen move would add: transparent, with an outline in this colour."""
    margin = _LINE // 2 + 1
    room = Image.new("RGBA", (sprite.width + 2 * margin, sprite.height + 2 * margin))
    room.paste(sprite, (margin, margin))
    shape = room.getchannel("A").point(lambda value: 255 if value > 127 else 0)
    outline = shape.filter(ImageFilter.MaxFilter(_LINE))
    edge = Image.new("RGBA", room.size, (*hue, 0))
    edge.putalpha(ImageChops.subtract(outline, shape).filter(ImageFilter.SMOOTH))
    edge.alpha_composite(fade(room, _CLEAR))
    return edge
