"""Dice seen slightly from the front: `die` returns a sprite for each face, size and state."""

from collections.abc import Sequence
from itertools import islice
from typing import Literal
from zlib import crc32

from PIL import Image, ImageDraw

from images.canvas.canvas import Area, Pen, cached_sprite, lit, luck
from images.canvas.palette import WHITE, Colour, Theme, chosen_theme, mix
from images.motion.film import Act, Span, tumbles

DieState = Literal["open", "used", "good", "bad"]
"""`open` is still to be used or has no meaning beyond its number, `used` is done with; `good` and `bad` are throws
that were needed and that reached what they had to or did not. They differ without colour as well: a used die is dark
with dim pips, a bad one dark with bright pips and struck through, a good one light in a bright ring."""

_FINE = 8  # times the size at which a die is drawn
_SEEN = 6  # faces while it rolls

_IVORY: Colour = (247, 244, 235)
_GOOD: Colour = (98, 226, 148)  # brighter than any seat's green

_A, _B, _C = 0.255, 0.5, 0.745  # where pips stand, in shares of a face's side
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_B, _B),),
    2: ((_A, _C), (_C, _A)),
    3: ((_A, _C), (_B, _B), (_C, _A)),
    4: ((_A, _A), (_A, _C), (_C, _A), (_C, _C)),
    5: ((_A, _A), (_A, _C), (_B, _B), (_C, _A), (_C, _C)),
    6: ((_A, _A), (_A, _B), (_A, _C), (_C, _A), (_C, _B), (_C, _C)),
}


def _paints(state: DieState, theme: Theme) -> tuple[Colour, Colour, Colour, Colour]:
    """The lit corner and the shaded corner of the upper face, the front, and the pips."""
    if state in ("open", "good"):
        return WHITE, mix(_IVORY, theme.surface[1], 0.16), mix(_IVORY, theme.surface[1], 0.48), theme.ground
    if state == "used":
        dark = mix(theme.surface[1], theme.line, 0.55)
        return dark, theme.surface[1], mix(theme.surface[0], theme.void, 0.3), mix(theme.line, theme.faint, 0.7)
    dark = mix(theme.capture, theme.void, 0.66)
    return mix(dark, theme.capture, 0.16), dark, mix(dark, theme.void, 0.5), mix(theme.capture, WHITE, 0.45)


def rolling(boxes: Sequence[Area], dice: object, size: int, span: Span, steps: int) -> list[Act]:
    """The dice in these boxes as they roll in a turn of so many steps.

    `dice`, what was rolled, decides which faces are seen before.
    """
    shares = islice(luck(1 + crc32(str(dice).encode())), _SEEN)
    faces = [die(1 + int(6 * share), size, "open", chosen_theme()) for share in shares]
    return [Act(tumbles(span, faces[number:] + faces[:number]), box, steps) for number, box in enumerate(boxes)]


@cached_sprite
def die(value: int, size: int, state: DieState, theme: Theme) -> Image.Image:
    """A die showing `value`, 1 to 6, as a square of `size` pixels with a transparent background.

    Raises KeyError for any other value. From about 28 pixels on, the pips stay apart when the picture is shown 400
    pixels wide.
    """
    light, shade, front, pip = _paints(state, theme)
    pen = Pen((size, size), _FINE)
    line = max(1.2, size * 0.028)
    ringed = state == "good"
    edge = line + (size * 0.075 if ringed else 0.0)  # from the sprite's border to the die
    side = size - 2 * edge
    corner, depth = side * 0.2, side * 0.085
    if ringed:
        pen.plate((0, 0, size, size), corner + edge, None, _GOOD, size * 0.055)
    outline = {"open": theme.void, "good": theme.void, "used": theme.line, "bad": theme.capture}[state]
    pen.plate((edge - line, edge - line, size - edge + line, size - edge + line), corner + line, outline)
    pen.plate((edge, edge, size - edge, size - edge), corner, front)
    face = side - depth  # the upper face is as wide as the die and a little less tall
    shape = Image.new("L", pen.image.size)
    box = (edge * _FINE, edge * _FINE, (edge + side) * _FINE - 1, (edge + face) * _FINE - 1)
    ImageDraw.Draw(shape).rounded_rectangle(box, corner * _FINE, fill=255)
    pen.image.alpha_composite(lit(shape, light, shade, (0.3, 0.24), 0.95))
    if state == "bad":
        ends = [(edge + side * 0.1, edge + face * 0.9), (edge + side * 0.9, edge + face * 0.1)]
        pen.line(ends, (*theme.capture, 255), size * 0.075)
    spots = 0.118 if value == 1 else 0.1
    for across, down in _PIPS[value]:
        at = edge + across * side, edge + down * face
        if state == "bad":
            pen.disc(at, spots * side + size * 0.03, shade)
        pen.disc(at, spots * side, pip)
    return pen.reduce()
