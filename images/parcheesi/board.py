"""The static parts of the Parcheesi board: sky, track, home rows, nests, home, the numbers of the squares."""

from PIL import Image, ImageChops, ImageFilter

from bot.rules.parcheesi.board import ROW, SAFE, TRACK
from images.canvas.canvas import (
    WIDTH,
    Canvas,
    Pen,
    Point,
    cached_layer,
    cached_sprite,
    enlarge,
    luck,
    shaded_square,
    sky,
    star,
)
from images.canvas.emblems import draw_emblem
from images.canvas.palette import NIGHT, WHITE, Colour, Theme, mix
from images.canvas.palette import colour as code
from images.canvas.stamps import rounded
from images.parcheesi.geometry import (
    CENTRE,
    COLOURS,
    CORE,
    ENTRY,
    HALF,
    HOME,
    NEST,
    PLATE,
    TALL,
    TURN_OFF,
    WIDE,
    Square,
    middle,
    nest,
    nest_spots,
    number_at,
    on_arm,
    outline,
    plate,
    slot,
)

HEIGHT = 1132

NUMBERS = 30  # pixels of line height of the squares' numbers
COUNTED = 5  # every fifth square has a number, and so do the safe ones

WOOD: tuple[Colour, Colour] = (code("#452F23"), code("#533B2C"))
"""The two tones of the track: dark enough for pawns of each colour to stand out from."""
BOARD: tuple[Colour, Colour] = (code("#6A4934"), code("#33241B"))
"""The wood around the track, in the light and in the shade."""
BRASS = code("#C79A5B")

SPOT = 27.0  # radius of the hollow a pawn stands in, in its nest

MARGIN = 5.0  # of wood around the track
CORNER = 26.0  # radius of the corners of the board and of the plates
_REACH = HALF + MARGIN
WHOLE = (((CENTRE[0] - _REACH, CENTRE[1] - _REACH, CENTRE[0] + _REACH, CENTRE[1] + _REACH), CORNER),)
"""The shape of the whole board, which becomes grey at an end."""

GRAIN = 12  # steps of the wood's grain from one side to the other

_FINE = 3  # times the size at which the board is drawn


def tint(colour: str, used: bool, theme: Theme) -> Colour:
    """The colour that a seat's part of the board has; nobody's is only hinted at."""
    return theme.seats[colour] if used else mix(WOOD[1], BRASS, 0.42)


_DEEP: dict[str, Colour] = {
    "red": (96, 18, 22),
    "blue": (16, 34, 98),
    "yellow": (98, 70, 14),
    "green": (12, 66, 40),
}
"""The dark sides of the seat colours, for whole areas that pawns of the colour stand on."""


def deep(colour: str, used: bool, theme: Theme = NIGHT) -> Colour:
    """The colour of a seat's home row and nest."""
    return theme.material(_DEEP[colour] if used else mix(WOOD[0], BOARD[0], 0.4))


def entry_ground(colour: str, used: bool, theme: Theme = NIGHT) -> Colour:
    """The colour of an entry square, where pawns of all colours stand."""
    return mix(deep(colour, used, theme), theme.material(BOARD[1]), 0.55)


def _starless(x: float, y: float) -> bool:
    """Where stars would look like part of a text: nearly everywhere with text."""
    across, down = abs(x - CENTRE[0]), abs(y - CENTRE[1])
    return y < 146 or max(across, down) > HALF or CORE < across < CORE + 34 or CORE < down < CORE + 34


def _cross() -> list[Point]:
    """The outline of the whole board."""
    corners = [(-CORE, HALF), (CORE, HALF), (CORE, CORE)]
    return [on_arm(arm, *corner) for arm in range(4) for corner in corners]


def _pill(pen: Pen, place: Square, fill: Colour, line: Colour, width: float, inset: float = 4.0) -> None:
    """A long hollow with round ends: the mark of safe squares."""
    points = outline(place, inset)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs), min(ys), max(xs), max(ys))
    pen.plate(box, min(box[2] - box[0], box[3] - box[1]) / 2, fill, line, width)


def _arrow(pen: Pen, place: Square, towards: Point, hue: Colour, reach: float = 8.0) -> None:
    """Two small chevrons in a square that point `towards` (a step of one pixel)."""
    x, y = middle(place)
    side = (-towards[1], towards[0])
    for shift in (-5.0, 4.0):
        tip = x + towards[0] * (shift + reach / 2), y + towards[1] * (shift + reach / 2)
        ends = [
            (tip[0] - towards[0] * reach + side[0] * lean * reach, tip[1] - towards[1] * reach + side[1] * lean * reach)
            for lean in (-1, 1)
        ]
        pen.line([ends[0], tip, ends[1]], hue, 3.2)


def _glow(pen: Pen, shape: list[Point], hue: Colour, spread: float, strength: float) -> None:
    """A soft light around a shape."""
    small = Pen((WIDTH, HEIGHT), 1)
    small.polygon(shape, (255, 255, 255))
    mask = small.mask.filter(ImageFilter.GaussianBlur(spread))
    mask = enlarge(mask.point(lambda value: round(value * strength)), _FINE)
    pen.image.paste(Image.new("RGB", pen.image.size, hue), (0, 0), mask)


def _track(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    for number in range(1, TRACK + 1):
        place: Square = (None, f"t{number}")
        pen.polygon(outline(place), theme.material(WOOD[number % 2]))
    for colour in COLOURS:
        own = colour in used
        hue = deep(colour, own, theme)
        for step in range(1, ROW + 1):
            pen.polygon(outline((colour, f"h{step}")), hue if step % 2 else mix(hue, theme.void, 0.16))
    for number in range(1, TRACK + 1):
        pen.outline(outline((None, f"t{number}")), mix(WOOD[1], BRASS, 0.3), 1.4)
    for colour in COLOURS:
        hue = tint(colour, colour in used, theme)
        for step in range(1, ROW + 1):
            place = (colour, f"h{step}")
            pen.outline(outline(place), mix(WOOD[1], hue, 0.4), 1.4)
            draw_emblem(pen, colour, middle(place), 10, mix(deep(colour, colour in used, theme), hue, 0.5))
        pen.outline(_lane(colour), mix(WOOD[1], hue, 0.85), 2.6)


def _lane(colour: str) -> list[Point]:
    """The outline of a home row."""
    arm = COLOURS.index(colour)
    side, end = WIDE / 2, HALF - TALL
    return [on_arm(arm, *corner) for corner in ((-side, CORE), (-side, end), (side, end), (side, CORE))]


def _safe_squares(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    """A long hollow with a star on every safe square; entries and turn-offs in their colour, with chevrons."""
    entries = {number: colour for colour, number in ENTRY.items()}
    turn_offs = {number: colour for colour, number in TURN_OFF.items()}
    for number in sorted(SAFE):
        place: Square = (None, f"t{number}")
        arm, _, _ = slot(place)
        if number in entries:
            own = entries[number] in used
            hue = tint(entries[number], own, theme)
            _pill(pen, place, entry_ground(entries[number], own, theme), mix(hue, theme.ink, 0.2), 2.6)
            zero, away = on_arm(arm, 0, 0), on_arm(arm, -1, 0)
            _arrow(pen, place, (away[0] - zero[0], away[1] - zero[1]), mix(hue, theme.ink, 0.6))
        elif number in turn_offs:
            hue = tint(turn_offs[number], turn_offs[number] in used, theme)
            _pill(pen, place, theme.material(BOARD[1]), mix(hue, theme.ink, 0.12), 2.6)
            zero, inwards = on_arm(arm, 0, 0), on_arm(arm, 0, -1)
            _arrow(pen, place, (inwards[0] - zero[0], inwards[1] - zero[1]), mix(hue, theme.ink, 0.25))
        else:
            _pill(pen, place, theme.material(BOARD[1]), BRASS, 2.4)
            pen.polygon(star(middle(place), 14.5, 5, 4), BRASS)


def _home(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    """Four fields, dark where pawns stand and bright towards the point where they meet, and a star over it."""
    side = round(2 * CORE)
    left, top = round(CENTRE[0] - CORE), round(CENTRE[1] - CORE)
    reach = round(HOME * 1.5) * _FINE
    light = Image.radial_gradient("L").resize((reach, reach)).point(lambda value: max(0, 180 - value))
    glow = Image.new("L", (side * _FINE, side * _FINE))
    glow.paste(light, ((glow.width - reach) // 2,) * 2)
    for colour in COLOURS:
        own = colour in used
        hue = tint(colour, own, theme)
        pen.polygon(outline((colour, "home")), deep(colour, own, theme))
        field = Pen((side, side), _FINE)
        field.polygon([(x - left, y - top) for x, y in outline((colour, "home"))], (255, 255, 255))
        mask = ImageChops.multiply(field.mask, glow)
        pen.image.paste(hue, (left * _FINE, top * _FINE, (left + side) * _FINE, (top + side) * _FINE), mask)
        pen.outline(outline((colour, "home"), 0.8), mix(BOARD[1], hue, 0.85), 2.4)
    pen.polygon(star(CENTRE, 31, 9, 8), theme.void)
    pen.polygon(star(CENTRE, 27, 7.2, 8), BRASS)
    pen.polygon(star(CENTRE, 15, 5, 8), theme.ink)


def _board(pen: Pen, theme: Theme) -> None:
    """The wood that everything is laid into: lit from the upper left, with its grain, in a brass rim."""
    reach = HALF + MARGIN
    box = (CENTRE[0] - reach, CENTRE[1] - reach, CENTRE[0] + reach, CENTRE[1] + reach)
    corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    _glow(pen, corners, theme.void, 9, 0.9)
    side = round(2 * reach)
    light, dark = theme.materials(BOARD)
    wood = shaded_square(light, dark, side, (0.3, 0.25), 1.0)
    grain = Image.new("L", (GRAIN, side // 4))
    chances = luck(1903)
    grain.putdata([round(40 * next(chances) ** 2) for _ in range(GRAIN * (side // 4))])
    wood.paste(dark, (0, 0, side, side), grain.resize((side, side), Image.Resampling.BICUBIC))
    mask = Pen((side, side), _FINE)
    mask.plate((0, 0, side, side), CORNER, (255, 255, 255))
    at = (round(box[0]) * _FINE, round(box[1]) * _FINE)
    pen.image.paste(enlarge(wood, _FINE), at, mask.mask)
    pen.plate(box, CORNER, None, mix(BOARD[1], BRASS, 0.75), 2.4)


def _corner(pen: Pen, arm: int, used: bool, theme: Theme) -> None:
    """A colour's plate with its nest, or with a rosette where nobody plays the colour."""
    colour = COLOURS[arm]
    hue = tint(colour, used, theme)
    centre = nest(arm)
    if not used:
        line = mix(BOARD[1], BRASS, 0.5)
        pen.plate(plate(arm), CORNER, (*theme.material(BOARD[1]), 90), mix(BOARD[1], BRASS, 0.35), 2)
        left, top, right, bottom = plate(arm)
        middle_ = (left + right) / 2, (top + bottom) / 2
        pen.ring(middle_, 112, line, 2)
        pen.polygon(star(middle_, 104, 34, 8), (*BRASS, 60))
        pen.polygon(star(middle_, 76, 36, 8), theme.material(BOARD[1]))
        pen.ring(middle_, 62, line, 2)
        draw_emblem(pen, colour, middle_, 36, mix(BOARD[1], BRASS, 0.62))
        return
    dark = deep(colour, used, theme)
    pen.plate(
        plate(arm), CORNER, mix(mix(theme.material(BOARD[1]), theme.void, 0.4), dark, 0.45), mix(BOARD[1], hue, 0.6), 2
    )
    for step in range(14):
        pen.disc(centre, NEST + 14 - step, (*hue, 7))
    pen.disc(centre, NEST, mix(dark, theme.void, 0.1))
    pen.disc(centre, NEST - 8, mix(dark, theme.void, 0.5))
    pen.ring(centre, NEST - 1.5, hue, 3)
    draw_emblem(pen, colour, centre, 34, mix(dark, hue, 0.2))
    for spot in nest_spots(arm):
        pen.disc(spot, SPOT, (*theme.void, 110))
        pen.ring(spot, SPOT, (*hue, 110), 1.5)


def _surface(theme: Theme, used: tuple[str, ...]) -> Image.Image:
    """Sky and playing surface."""
    pen = Pen((WIDTH, HEIGHT), _FINE, "RGB")
    pen.image.paste(sky((WIDTH, HEIGHT), _FINE, theme, _starless))
    _board(pen, theme)
    _glow(pen, _cross(), theme.void, 7, 0.7)
    for arm, colour in enumerate(COLOURS):
        _corner(pen, arm, colour in used, theme)
    _track(pen, used, theme)
    _safe_squares(pen, used, theme)
    pen.outline(_cross(), mix(BOARD[1], BRASS, 0.8), 2.6)
    _home(pen, used, theme)
    return pen.reduce()


def _number(canvas: Canvas, theme: Theme) -> None:
    for number in range(1, TRACK + 1):
        if number in SAFE:
            canvas.text(number_at(number), str(number), NUMBERS, theme.ink, "Bold", "mm")
        elif number % COUNTED == 0:
            canvas.text(number_at(number), str(number), NUMBERS, mix(BRASS, theme.ink, 0.25), "Semibold", "mm")


@cached_layer
def surface(theme: Theme, used: tuple[str, ...]) -> Canvas:
    """The board on a canvas; `used` are the colours that play."""
    canvas = Canvas(_surface(theme, used))
    _number(canvas, theme)
    return canvas


def lit_corner(hue: Colour) -> Image.Image:
    """The bright edge around the plate of the seat to move."""
    return rounded((PLATE + 2, PLATE + 2), 27, None, hue, 4.5)


def own_part(arm: int, theme: Theme, used: tuple[str, ...]) -> tuple[Image.Image, Point]:
    """All that belongs to a colour, and its middle: its corner, its home row, its part of home, and the star there."""
    left, top, right, bottom = _own_box(arm)
    return _own_ground(arm, theme, used), ((left + right) / 2, (top + bottom) / 2)


@cached_sprite
def _own_ground(arm: int, theme: Theme, used: tuple[str, ...]) -> Image.Image:
    box = _own_box(arm)
    part = surface(theme, used).image.crop(box)
    part.putalpha(_own_mask(arm).crop(box))
    return part


def _own_box(arm: int) -> tuple[int, int, int, int]:
    return _own_mask(arm).getbbox() or (0, 0, WIDTH, HEIGHT)


@cached_sprite
def _own_mask(arm: int) -> Image.Image:
    pen = Pen((WIDTH, HEIGHT), 2)
    pen.plate(plate(arm), CORNER, WHITE)
    pen.polygon(_lane(COLOURS[arm]), WHITE)
    pen.polygon(outline((COLOURS[arm], "home")), WHITE)
    pen.polygon(star(CENTRE, 31, 9, 8), WHITE)
    return pen.reduce().getchannel("A")
