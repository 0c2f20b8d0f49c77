"""The podium at the end of a season or a tournament: the best three with what they've got, the winner in a burst.

Names stand above the scores where the typefaces can write them; in the message they always do.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.text import N_, say
from bot.text.terms import semicolons
from images.canvas.bursts import draw_rays, draw_stars
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Area, Canvas, Pen, cached_layer, cached_sprite
from images.canvas.fonts import written
from images.canvas.palette import Colour, Theme, chosen_theme, colour, legible, mix
from images.canvas.signs import Sign
from images.canvas.stamps import rounded
from images.people.league import small_emblem
from images.people.plates import FINE, HEAD, MARGIN, RADIUS, ground, heading

TALL = 720  # pixels of the whole picture
WIDE, APART = 296, 16  # of a pedestal, and from one to the next
HEIGHTS = (244, 200, 172)  # of the pedestals of the first, the second and the third
FIGURES = 0.40, 0.40, 0.36  # height of a place's number, in shares of its pedestal
EMBLEMS = (190, 150, 130)
CROWN, ABOVE = 84, 6  # height of the crown, and how far emblems are above the pedestals
STANDS = (1, 0, 2)  # places from the left, after the number of those who stand there


class Best(NamedTuple):
    """Somebody on the podium: the number that their emblem follows from, and what they've got, in words."""

    number: int
    score: str
    name: str = ""


def draw(title: str, remark: str, best: Sequence[Best], sign: Sign | None = None) -> Image.Image:
    """The first three of `best`, the winner first, and the `sign` of their game."""
    theme = chosen_theme()
    best = best[: len(HEIGHTS)]
    canvas = _stage(theme)
    stands = _stands(len(best))
    if best:
        kept = [*stands, *(_above(place, stand) for place, stand in enumerate(stands))]
        plate = MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + HEAD
        kept.append(Area("panel", "head", *plate))
        head = canvas.image.crop(plate)
        middle = stands[0].middle[0], stands[0].top - ABOVE - EMBLEMS[0] / 2
        draw_rays(canvas, middle, (theme.seats["gold"],), theme)
        canvas.image.paste(head, plate)  # rays shine behind it
        draw_stars(canvas, middle, (theme.seats["gold"],), kept, theme)
    heading(canvas, title, remark, theme, sign)
    for place, (one, stand) in enumerate(zip(best, stands, strict=True), start=1):
        _stand(canvas, place, one, stand, theme)
    return canvas.image


def alt(title: str, remark: str, best: Sequence[Best]) -> str:
    """The podium in words."""
    rows = [
        say(N_("{place}: {score}"), place=place, score=one.score)
        for place, one in enumerate(best[: len(HEIGHTS)], start=1)
    ]
    words = N_("{title}, {remark}: a podium. {rows}.") if rows else N_("{title}, {remark}: an empty podium.")
    return say(words, title=title, remark=remark, rows=semicolons(rows))


def _stands(number: int) -> list[Area]:
    """Where the pedestals are, the winner's first; together they stand in the middle."""
    order = [place for place in STANDS if place < number]
    left = (WIDTH - number * WIDE - (number - 1) * APART) / 2
    stands = []
    for place in range(number):
        x = left + order.index(place) * (WIDE + APART)
        stands.append(Area("panel", "pedestal", x, TALL - MARGIN - HEIGHTS[place], x + WIDE, TALL - MARGIN))
    return stands


def _above(place: int, stand: Area) -> Area:
    """Where the emblem is, and the winner's crown."""
    middle, half = stand.middle[0], EMBLEMS[place] / 2
    top = stand.top - ABOVE - 2 * half - (0 if place else CROWN)
    return Area("panel", "emblem", middle - half, top, middle + half, stand.top)


def _metals(theme: Theme) -> tuple[Colour, Colour, Colour]:
    return theme.seats["gold"], theme.seats["silver"], colour("#DB9863")


def _stand(canvas: Canvas, place: int, one: Best, stand: Area, theme: Theme) -> None:
    metal, middle = _metals(theme)[place - 1], stand.middle[0]
    size = WIDE, HEIGHTS[place - 1]
    canvas.paste(rounded(size, RADIUS, mix(theme.panel, metal, 0.16), metal, 4), stand.middle, "panel", "pedestal")
    emblem = EMBLEMS[place - 1]
    canvas.paste(small_emblem(one.number, emblem, theme), (middle, stand.top - emblem / 2 - ABOVE), name="emblem")
    if place == 1:
        canvas.paste(crown(CROWN, theme), (middle, stand.top - ABOVE - emblem - CROWN * 0.4), name="crown")
    figure = round(size[1] * FIGURES[place - 1])
    hue, sizes = legible(metal, theme), range(44, SMALLEST_TEXT - 1, -4)
    canvas.text((middle, stand.top + size[1] * 0.27), str(place), figure, hue, "Black", "mm")
    name = written(one.name)
    if name:
        canvas.fit_text((middle, stand.bottom - 78), name, sizes, WIDE - 32, theme.ink, "Bold", "mm")
    score = stand.bottom - (32 if name else 44)
    sizes, hue = (sizes[1:], hue) if name else (sizes, theme.ink)
    canvas.fit_text((middle, score), one.score, sizes, WIDE - 32, hue, "Bold", "mm")


@cached_layer
def _stage(theme: Theme) -> Canvas:
    return Canvas(ground(TALL, [(MARGIN, MARGIN + HEAD)], theme).reduce())


@cached_sprite
def crown(tall: int, theme: Theme) -> Image.Image:
    """Five points with a pearl on each, so many pixels tall."""
    gold = theme.seats["gold"]
    pen = Pen((tall * 1.3, tall), FINE)
    (wide, tall), share = pen.size, tall / CROWN
    tips = [(0.08, 0.30), (0.29, 0.18), (0.5, 0.10), (0.71, 0.18), (0.92, 0.30)]
    valleys = [(0.215, 0.56), (0.395, 0.50), (0.605, 0.50), (0.785, 0.56)]
    outline = [(0.17, 0.92), *(at for pair in zip(tips, [*valleys, (0.83, 0.92)], strict=True) for at in pair)]
    points = [(x * wide, y * tall) for x, y in outline]
    pen.outline(points, theme.void, 7 * share)
    pen.polygon(points, gold)
    pen.polygon(
        [(x * wide, y * tall) for x, y in ((0.165, 0.78), (0.835, 0.78), (0.83, 0.92), (0.17, 0.92))],
        mix(gold, theme.void, 0.35),
    )
    for x, y in tips:
        pen.disc((x * wide, y * tall), 7.5 * share, theme.void)
        pen.disc((x * wide, y * tall), 5.5 * share, theme.last)
    return pen.reduce()
