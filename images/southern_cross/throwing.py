"""The scene of a throw: who throws, the lane with its scale, the bucket, the wind, and the board beside it."""

from collections.abc import Sequence
from functools import partial
from math import ceil, cos, pi, sin

from PIL import Image, ImageDraw

from bot.rules.southern_cross import Position
from bot.rules.southern_cross.special import TOLERANCES
from bot.text import N_, say
from bot.words.southern_cross import RANGES, Landing
from images.canvas.canvas import WIDTH, Canvas, Pen, Point, along, cached_layer, cached_sprite, length, polar, sky, star
from images.canvas.emblems import draw_emblem
from images.canvas.frames import frame
from images.canvas.palette import BLACK, WHITE, Colour, Theme, colour, mix
from images.canvas.stamps import circle, trail
from images.southern_cross.arrows import ring
from images.southern_cross.board import draw_board, letter_board
from images.southern_cross.choosing import DISC, Spot, disc
from images.southern_cross.geometry import Scene
from images.southern_cross.marks import Marks
from images.southern_cross.pieces import lit_disc, outcome
from images.southern_cross.plates import heading, legible, part, plate, title, values
from images.southern_cross.rounds import challenges, last_landing
from images.southern_cross.stage import set_up

SMALL = Scene(left=101, top=693, tile=116, rim=28)
"""The board as it lies below the scene."""

HEIGHT = 1142
SCENE = (18, 128, 1006, 598)
"""Left, top, right and bottom of the scene."""

ORIGIN = 180.0  # where the lane begins: 0 on the scale
UNIT = 6.6  # pixels of one on the scale
GROUND = 510.0
HAND: Point = (112.0, 334.0)
POLE: Point = (835.0, 214.0)  # the top of the wind sock's pole

SOCK = 130.0  # pixels; a stripe for each two of the wind's strength
STRIPE = 26.0

_ORANGE: Colour = colour("#FF8A3C")
_FINE = 3


def at_distance(distance: float) -> float:
    """The x of a distance on the lane, held within the scene."""
    return min(max(ORIGIN + UNIT * distance, SCENE[0] + 22), SCENE[2] - 22)


# --- what never changes -----------------------------------------------------------------------------------------------


def _starless(x: float, y: float) -> bool:
    """Where there must be no stars, because they'd look like part of a text or of the scene's own sky."""
    return y < 128 or SCENE[1] < y < SCENE[3] or (x > 530 and y > SCENE[3])


def _night(theme: Theme) -> Image.Image:
    """The scene without anyone in it: a clear night with the Southern Cross, hills, and the lane with its scale."""
    wide, tall = SCENE[2] - SCENE[0], SCENE[3] - SCENE[1]
    pen = Pen((wide, tall), _FINE, "RGB")
    top, low = mix(theme.ground, theme.nebula[0], 0.35), mix(theme.nebula[0], colour("#3C5AA8"), 0.5)
    ramp = Image.linear_gradient("L").resize(pen.image.size, Image.Resampling.BILINEAR)
    pen.image.paste(Image.composite(Image.new("RGB", ramp.size, low), Image.new("RGB", ramp.size, top), ramp))
    stars = sky((wide, tall), _FINE, theme, lambda x, y: y < 56 or y > 300, seed=1788)
    mask = stars.convert("L").point(lambda value: 255 if value > 76 else 0)
    pen.image.paste(stars, (0, 0), mask)

    # The Southern Cross with its two pointers.
    cross = {"top": (452, 92), "foot": (470, 208), "left": (406, 158), "right": (508, 130), "fifth": (492, 168)}
    for first, second in (("top", "foot"), ("left", "right")):
        pen.line([cross[first], cross[second]], (*theme.faint, 60), 1.4)
    for name, reach in (("top", 9), ("foot", 11), ("left", 10), ("right", 8), ("fifth", 4.5)):
        pen.disc(cross[name], reach * 0.9, (*WHITE, 26))
        pen.polygon(star(cross[name], reach, reach * 0.22, 4), (*WHITE, 235))
    for at, reach in (((318, 196), 8), ((276, 178), 9)):
        pen.polygon(star(at, reach, reach * 0.22, 4), (*WHITE, 215))

    def hills(base: float, height: float, waves: tuple[float, float, float], paint: Colour) -> None:
        line = [
            (x, base - height * (0.5 + 0.3 * sin(x / waves[0] + waves[2]) + 0.2 * sin(x / waves[1])))
            for x in range(0, wide + 8, 8)
        ]
        pen.polygon([(0, tall), *line, (wide, tall)], paint)

    ground = GROUND - SCENE[1]
    hills(ground - 6, 120, (120, 53, 0.6), mix(low, theme.ground, 0.45))
    hills(ground - 2, 66, (86, 41, 2.4), mix(low, theme.ground, 0.72))
    pen.polygon([(0, ground - 2), (wide, ground - 2), (wide, tall), (0, tall)], mix(theme.ground, theme.void, 0.25))

    # The lane: a pale strip that everything stands on, and the scale below it.
    left, right = ORIGIN - SCENE[0], ORIGIN + 100 * UNIT - SCENE[0]
    pen.polygon([(0, ground), (wide, ground), (wide, ground + 5), (0, ground + 5)], mix(theme.line, theme.path, 0.5))
    pen.plate((left - 10, ground + 5, right + 10, ground + 34), 4, mix(theme.surface[1], theme.line, 0.35))
    for mark in range(101):
        x = left + mark * UNIT
        deep, width, share = (22, 2.6, 1.0) if mark % 10 == 0 else (14, 1.8, 0.7) if mark % 5 == 0 else (8, 1.1, 0.4)
        pen.line([(x, ground + 5), (x, ground + 5 + deep)], mix(theme.surface[1], theme.ink, share), width)
    pen.line([(left, ground - 6), (left, ground + 34)], theme.ink, 3)
    return pen.reduce()


def _with_round_corners(picture: Image.Image, radius: int) -> Image.Image:
    mask = Image.new("L", (picture.width * 3, picture.height * 3))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * 3, fill=255)
    picture.putalpha(mask.reduce(3))
    return picture


def _letter_scale(canvas: Canvas, theme: Theme) -> None:
    for mark in range(0, 101, 10):
        canvas.text((ORIGIN + mark * UNIT, GROUND + 57), str(mark), 28, theme.ink, anchor="mm")


@cached_layer
def _surface(theme: Theme) -> Canvas:
    pen = Pen((WIDTH, HEIGHT), _FINE, "RGB")
    pen.image.paste(sky((WIDTH, HEIGHT), _FINE, theme, _starless))
    draw_board(pen, SMALL, theme)
    edge = Pen((WIDTH, HEIGHT), _FINE)
    edge.plate(SCENE, 18, None, theme.line, 2)
    canvas = Canvas(pen.reduce())
    night = _with_round_corners(_night(theme), 18)
    canvas.image.paste(night, SCENE[:2], night)
    canvas.lay(edge, (0, 0))
    letter_board(canvas, SMALL, theme)
    _letter_scale(canvas, theme)
    return canvas


# --- who throws, at what, in what wind --------------------------------------------------------------------------------


@cached_sprite
def _thrower(name: str, theme: Theme) -> Image.Image:
    """A star-gazer in a cloak of a colour, the arm drawn back: 170 pixels wide, 200 tall, the feet at the bottom."""
    pen = Pen((170, 200), 4)
    paint = theme.seats[name]
    light, dark = mix(paint, WHITE, 0.22), mix(paint, BLACK, 0.45)
    edge = mix(theme.void, paint, 0.1)
    skin = colour("#F0CDA6")

    def limb(points: list[Point], width: float, fill: Colour) -> None:
        for more, tone in ((2.5, edge), (0.0, fill)):
            pen.line(points, tone, width + 2 * more)
            for at in points:
                pen.disc(at, width / 2 + more, tone)

    limb([(88, 150), (70, 192)], 15, mix(dark, BLACK, 0.35))
    limb([(104, 150), (126, 192)], 15, mix(dark, BLACK, 0.35))
    limb([(126, 194), (136, 194)], 10, mix(theme.ground, WHITE, 0.12))
    limb([(70, 194), (80, 194)], 10, mix(theme.ground, WHITE, 0.12))
    cloak = [(80, 88), (114, 86), (124, 128), (134, 172), (98, 164), (56, 176), (68, 130)]
    limb([*cloak, cloak[0]], 3, paint)
    pen.polygon(cloak, paint)
    pen.polygon([(80, 88), (94, 88), (78, 130), (74, 170), (56, 176), (68, 130)], light)
    pen.polygon([(106, 88), (114, 86), (124, 128), (134, 172), (116, 168), (112, 130)], dark)
    limb([(108, 98), (138, 108), (152, 92)], 14, mix(paint, BLACK, 0.18))  # the arm that points the way
    pen.disc((154, 90), 8.5, edge)
    pen.disc((154, 90), 7, skin)
    limb([(86, 98), (58, 78), (44, 46)], 15, light)  # the arm drawn back
    pen.disc((43, 42), 9.5, edge)
    pen.disc((43, 42), 8, skin)
    limb([(97, 80), (97, 86)], 12, mix(skin, BLACK, 0.2))
    lit_disc(pen, (98, 62), 22, edge, edge)
    lit_disc(pen, (98, 62), 20, mix(skin, WHITE, 0.2), mix(skin, BLACK, 0.22))
    cap = [polar((98, 60), 22, pi + step * pi / 20) for step in range(21)]
    pen.polygon([*cap, (124, 62), (72, 60)], dark)
    limb([(76, 60), (126, 61)], 5, paint)
    pen.polygon(star((93, 44), 8, 2.4, 4), WHITE)
    for x in (103, 112):
        pen.disc((x, 68), 2.2, theme.void)
    fill = mix(paint, BLACK, 0.78) if name in ("yellow", "green") else mix(paint, WHITE, 0.9)
    draw_emblem(pen, name, (97, 124), 17, fill)
    return pen.reduce()


@cached_sprite
def ball(name: str, size: int, theme: Theme) -> Image.Image:
    """What is thrown: a bright ball of a colour."""
    pen = Pen((size, size), 6)
    paint = legible(theme.seats[name], theme)
    pen.disc((size / 2, size / 2), size / 2, theme.void)
    lit_disc(pen, (size / 2, size / 2), size / 2 - size * 0.07, mix(paint, WHITE, 0.6), mix(paint, BLACK, 0.25))
    return pen.reduce()


BUCKET = 82  # pixels of height


@cached_sprite
def _bucket(tolerance: int, paint: Colour, theme: Theme, *, ghost: bool) -> Image.Image:
    """A bucket whose mouth is as wide as what counts as a hit; `ghost` is one that stands there no more."""
    half = tolerance * UNIT
    wide, tall = 2 * half + 8, BUCKET + 16
    pen = Pen((wide, tall), 4)
    x, top, low = pen.size[0] / 2, 12.0, float(pen.size[1] - 3)
    deep = 9.0

    def outline(more: float) -> list[Point]:
        foot = half * 0.8
        bottom = [(x + (foot + more) * cos(t * pi / 16), low - 5 + (5 + more) * sin(t * pi / 16)) for t in range(17)]
        return [(x - half - more, top), (x + half + more, top), *bottom]

    if ghost:
        points = outline(0)
        for start in range(0, 600, 14):
            piece = along([*points, points[0]], start, max(0.0, length([*points, points[0]]) - start - 8))
            if len(piece) > 1:
                pen.line(piece, (*paint, 150), 2.4)
        return pen.reduce()
    pen.polygon(outline(2.5), theme.void)
    size = pen.image.size
    shape = Image.new("L", size)
    ImageDraw.Draw(shape).polygon([(a * 4, b * 4) for a, b in outline(0)], fill=255)
    ramp = Image.linear_gradient("L").rotate(90).resize(size, Image.Resampling.BILINEAR)
    light, dark = mix(theme.ink, theme.line, 0.25), mix(theme.line, theme.void, 0.3)
    pen.image.paste(
        Image.composite(
            Image.new("RGB", size, light), Image.new("RGB", size, dark), ramp.point(lambda v: min(255, v + 30))
        ),
        (0, 0),
        shape,
    )
    for share, width in ((0.36, 17.0), (0.86, 5.0)):
        y = top + (low - top) * share
        reach = half - half * 0.2 * share
        pen.polygon(
            [
                (x - reach, y - width / 2),
                (x + reach, y - width / 2),
                (x + reach - 1, y + width / 2),
                (x - reach + 1, y + width / 2),
            ],
            paint if width > 9 else mix(theme.line, theme.void, 0.2),
        )
    for more, tone in (
        (2.5, theme.void),
        (0.0, mix(theme.ink, theme.line, 0.1)),
        (-3.5, mix(theme.void, paint, 0.12)),
    ):
        pen.polygon(
            [(x + (half + min(more, 2)) * cos(t * pi / 24), top + (deep + more) * sin(t * pi / 24)) for t in range(48)],
            tone,
        )
    return pen.reduce()


@cached_sprite
def _sock(wind: int, theme: Theme) -> Image.Image:
    """A wind sock on its pole: as many of its five stripes stand out as the wind has twos of strength, the rest hangs.

    A square of twice the sock's length and a little more, the pole's top in its middle.
    """
    side = 2 * SOCK + 60
    pen = Pen((side, side), 4)
    x, y = side / 2, side / 2
    sign = 1 if wind >= 0 else -1
    stands = STRIPE * abs(wind) / 2
    points: list[tuple[Point, float, float]] = []  # the middle line: where, which way, how far along
    at, done = (x + sign * 7, y + 10), 0.0
    while done <= SOCK:
        bend = min(1.0, max(0.0, (done - stands + 6) / 22)) if wind else 1.0
        turn = bend * (pi / 2 - 0.06) + 0.04
        points.append((at, turn, done))
        at = at[0] + sign * cos(turn) * 2, at[1] + sin(turn) * 2
        done += 2

    def edge(point: tuple[Point, float, float], side_: float, more: float) -> Point:
        (px, py), turn, gone = point
        half = (17 - 8.5 * gone / SOCK + more) * side_
        return px - sign * sin(turn) * half, py + cos(turn) * half

    pen.polygon([edge(p, 1, 2.2) for p in points] + [edge(p, -1, 2.2) for p in reversed(points)], theme.void)
    for stripe in range(5):
        own = [p for p in points if stripe * STRIPE <= p[2] <= (stripe + 1) * STRIPE]
        tone = _ORANGE if stripe % 2 == 0 else theme.ink
        pen.polygon([edge(p, 1, 0) for p in own] + [edge(p, -1, 0) for p in reversed(own)], tone)
        pen.polygon([edge(p, 1, 0) for p in own] + [edge(p, 0.4, 0) for p in reversed(own)], mix(tone, BLACK, 0.2))
    pen.line([(x + sign * 7, y - 8), (x + sign * 7, y + 28)], mix(theme.ink, theme.line, 0.3), 3.5)
    return pen.reduce()


@cached_sprite
def _pole(tall: float, theme: Theme) -> Image.Image:
    pen = Pen((18, tall), 4)
    pen.line([(9, 6), (9, tall)], theme.void, 10)
    pen.line([(9, 6), (9, tall)], mix(theme.faint, theme.line, 0.3), 6)
    pen.disc((9, 8), 7.5, theme.void)
    pen.disc((9, 8), 6, theme.ink)
    return pen.reduce()


_STREAKS = (
    *((230, 226), (600, 190), (330, 306), (690, 330), (520, 262)),
    *((250, 396), (900, 404), (420, 420), (640, 446), (560, 372)),
)


@cached_sprite
def _streak(wind: int, theme: Theme) -> Image.Image:
    """A streak in the air: as long as the wind is strong, thick where it goes."""
    long = 30 + 15 * abs(wind)
    pen = Pen((long + 8, 14), 4)
    for step in range(12):
        start, stop = 4 + long * step / 12, 4 + long * (step + 1) / 12
        pen.line([(start, 7), (stop, 7)], (*theme.ink, 16 + 9 * step), 1 + 0.18 * step)
    pen.polygon([(long + 6, 7), (long - 7, 1.5), (long - 4, 7), (long - 7, 12.5)], (*theme.ink, 150))
    sprite = pen.reduce()
    return sprite if wind > 0 else sprite.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _streaks(canvas: Canvas, wind: int, theme: Theme) -> None:
    """As many streaks as the wind is strong."""
    for x, y in _STREAKS[: abs(wind)]:
        sprite = _streak(wind, theme)
        half = sprite.width / 2
        canvas.paste(sprite, (min(max(x, SCENE[0] + 150 + half), SCENE[2] - 12 - half), y), name="streak")


def flight(distance: float) -> list[Point]:
    """The way of a throw from the hand to where it lands."""
    x, y = HAND
    u, v = at_distance(distance), GROUND - 6
    top = max(min(y, v) - 60 - 0.12 * abs(u - x), SCENE[1] + 70)  # below the captions
    steps = 60
    a = y - top
    b = v - top
    peak = a**0.5 / (a**0.5 + b**0.5)
    points = []
    for i in range(steps + 1):
        t = i / steps
        fall = a * (1 - t / peak) ** 2 if t < peak else b * ((t - peak) / (1 - peak)) ** 2
        points.append((x + (u - x) * t, top + fall))
    return points


def _trail(canvas: Canvas, way: Sequence[Point], paint: Colour) -> None:
    """Dots along a flight that grow towards its end."""
    dots = max(2, round(length(way) / 17))
    trail(canvas, way, paint, dots, (2, 2.2), (90, 150), partial(circle, fine=6))


def _last_throw(canvas: Canvas, throw: Landing, position: Position, theme: Theme) -> None:
    """Where the last throw came down, and whether it hit."""
    name = position.colours[throw.seat]
    paint = legible(theme.seats[name], theme)
    x = at_distance(throw.at)
    canvas.paste(ball(name, 26, theme), (x, GROUND - 10), name="landed")
    canvas.paste(outcome(40, throw.hit, theme, paint), (x, GROUND - 48), name="hit" if throw.hit else "miss")
    words = N_("{colour} threw {power}, landed at {at}: a hit")
    if not throw.hit and throw.off > 0:
        words = N_("{colour} threw {power}, landed at {at}: {off} too far")
    elif not throw.hit:
        words = N_("{colour} threw {power}, landed at {at}: {off} too short")
    words = say(words, colour=name.capitalize(), power=throw.power, at=throw.at, off=abs(throw.off))
    canvas.fit_text((SCENE[0] + 24, SCENE[1] + 32), words, (28,), 620, paint, "Semibold")


def paint_throw(position: Position, marks: Marks, theme: Theme) -> Canvas:
    """The picture of a position in which someone is to throw."""
    seat, special = position.to_move or 0, position.special
    if special is None:
        raise ValueError("nobody throws here")
    name = position.colours[seat]
    hue = theme.seats[name]
    stake = position.at_stake(seat)
    first = special.throws[0]
    tolerance = TOLERANCES[len(stake)]
    canvas = _surface(theme)
    canvas.away = marks.away
    frame(canvas, (theme.seats[position.colours[seat]],))
    heading(canvas, position, theme)

    words = say(N_("{range}: within {tolerance}"), range=say(RANGES[len(stake)]), tolerance=tolerance)
    canvas.fit_text((SCENE[2] - 24, SCENE[1] + 32), words, (28,), 300, theme.ink, anchor="rm")
    pole = _pole(GROUND - 8 - POLE[1], theme)
    canvas.paste(pole, (POLE[0], POLE[1] + (GROUND - 8 - POLE[1]) / 2), name="pole")
    canvas.paste(_sock(first.wind, theme), POLE, name="sock")
    _streaks(canvas, first.wind, theme)
    zone = _zone(ceil(2 * tolerance * UNIT), legible(hue, theme))
    canvas.paste(zone, (ORIGIN + UNIT * first.target, GROUND + 17), name="zone")
    last = None if marks.told else last_landing(marks)  # the one before has nothing to do with what flies
    if last and (last.target, last.tolerance) != (first.target, tolerance):
        paint = legible(theme.seats[position.colours[last.seat]], theme)
        ghost = _bucket(last.tolerance, paint, theme, ghost=True)
        canvas.paste(ghost, (at_distance(last.target), GROUND - ghost.height / 2 + 2), name="last bucket")
    bucket = _bucket(tolerance, hue, theme, ghost=False)
    canvas.paste(bucket, (ORIGIN + UNIT * first.target, GROUND - bucket.height / 2 + 2), name="bucket")
    if last:
        _trail(canvas, flight(last.at), legible(theme.seats[position.colours[last.seat]], theme))
    canvas.paste(_thrower(name, theme), (HAND[0] + 42, GROUND - 98), name="thrower")
    if not marks.told:  # else it flies
        canvas.paste(ball(name, 30, theme), (HAND[0] - 6, HAND[1] + 4), name="ball")
    if last:
        _last_throw(canvas, last, position, theme)
    _aims(canvas, marks, theme)

    set_up(canvas, SMALL, position, Marks(last=marks.last), None, theme)
    _plates(canvas, position, marks, theme)
    return canvas


@cached_sprite
def _zone(wide: int, paint: Colour) -> Image.Image:
    """What counts as a hit, as a bar on the scale, with a mark at the target itself."""
    pen = Pen((wide, 34), 4)
    pen.polygon([(0, 0), (wide, 0), (wide, 6), (0, 6)], paint)
    pen.polygon([(0, 6), (wide, 6), (wide, 34), (0, 34)], (*paint, 56))
    pen.polygon([(wide / 2 - 9, 34), (wide / 2 + 9, 34), (wide / 2, 18)], paint)
    return pen.reduce()


def _power(at: str) -> int:
    """A throw's power, as a place. ValueError if the text is none."""
    if not (at.isascii() and at.isdigit() and int(at) <= 100):
        raise ValueError(f"{at!r} is not a power (0 to 100)")
    return int(at)


def _aims(canvas: Canvas, marks: Marks, theme: Theme) -> None:
    """Powers to choose from as discs over the lane, and the flight of the one chosen if there were no wind."""
    for at in marks.chosen:
        way = flight(_power(at))
        _trail(canvas, way, theme.choice)
        canvas.paste(ring(9, 4, theme.choice), (way[-1][0], GROUND - 8), name=f"chosen {at}")
    spots_taken: list[Spot] = []
    for choice in marks.choices:
        x = at_distance(_power(choice.at))
        low = GROUND - (120 if x > HAND[0] + 140 else 205)  # not on the thrower's face
        spots = (Spot((x, low - 46 * floor_), DISC) for floor_ in range(5))
        spot = next((one for one in spots if all(one.apart(other) > 2 for other in spots_taken)), Spot((x, low), DISC))
        spots_taken.append(spot)
        disc(canvas, spot, choice.label, theme)


def _plates(canvas: Canvas, position: Position, marks: Marks, theme: Theme) -> None:
    """A plate for each colour beside the board: its numbers, and its part in the special round."""
    story = challenges(position, marks)
    left, wide, tall, pitch = 548, 458, 117, 131
    for seat, name in enumerate(position.colours):
        top = 614 + seat * pitch
        strong = seat == position.to_move
        plate(canvas, (left, top), (wide, tall), theme.seats[name], f"plate {name}", theme, strong=strong)
        title(canvas, position, seat, (left, top + 33), "", wide, theme)
        values(canvas, position, name, (left + wide - 224, top + 33), 208, theme)
        part(canvas, position, seat, story.get(seat), (left + 16, top + 82), theme, beside=True)
