"""The Parcheesi board without anything that moves: sky, track, home rows, nests, home, the numbers of the squares."""

from PIL import Image, ImageChops, ImageFilter

from bot.rules.parcheesi.board import ROW, SAFE, TRACK
from images.canvas import WIDTH, Canvas, Pen, Point, cached_layer, enlarged, sky, star
from images.emblems import draw_emblem
from images.palette import Colour, Theme, mixed
from images.parcheesi.geometry import (
    CENTRE,
    COLOURS,
    CORE,
    ENTRY,
    HALF,
    HOME,
    NEST,
    PLATE,
    TURN_OFF,
    Square,
    middle,
    nest,
    nest_spots,
    number_at,
    outline,
    plate,
    slot,
    turned,
)
from images.stamps import rounded

HEIGHT = 1132

NUMBERS = 22  # pixels of line height of the squares' numbers
SAFE_NUMBERS = 24

SPOT = 27.0  # radius of the hollow a pawn stands in, in its nest

_FINE = 3  # times the size at which the board is drawn


def tint(colour: str, used: bool, theme: Theme) -> Colour:
    """The colour that a seat's part of the board has; nobody's is only hinted at."""
    return theme.seats[colour] if used else mixed(theme.surface[1], theme.line, 0.75)


_DEEP: dict[str, Colour] = {
    "red": (126, 26, 34),
    "blue": (25, 53, 138),
    "yellow": (126, 90, 18),
    "green": (19, 92, 56),
}
"""The dark sides of the seat colours, for whole areas: merely darkened, yellow would be mud."""


def deep(colour: str, used: bool, theme: Theme) -> Colour:
    """The colour of a seat's home row and nest."""
    return _DEEP[colour] if used else mixed(theme.surface[0], theme.line, 0.3)


def _starless(x: float, y: float) -> bool:
    """Where no star may shine, as it would look like part of a text: nearly everywhere that anything is written."""
    return y < 146 or abs(y - CENTRE[1]) > HALF or abs(x - CENTRE[0]) > HALF or _on_strip(x, y)


def _on_strip(x: float, y: float) -> bool:
    across, down = abs(x - CENTRE[0]), abs(y - CENTRE[1])
    return CORE < across < CORE + 34 or CORE < down < CORE + 34


def _cross() -> list[Point]:
    """The outline of the whole board."""
    corners = [(-CORE, HALF), (CORE, HALF), (CORE, CORE)]
    return [turned(arm, *corner) for arm in range(4) for corner in corners]


def _closed(pen: Pen, points: list[Point] | tuple[Point, ...], hue: Colour, width: float) -> None:
    pen.line([*points, points[0], points[1]], hue, width)


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
    mask = small.image.getchannel("A").filter(ImageFilter.GaussianBlur(spread))
    mask = enlarged(mask.point(lambda value: round(value * strength)), _FINE)
    pen.image.paste(Image.new("RGB", pen.image.size, hue), (0, 0), mask)


def _track(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    for number in range(1, TRACK + 1):
        place: Square = (None, f"t{number}")
        pen.polygon(outline(place), theme.surface[number % 2])
    for colour in COLOURS:
        own = colour in used
        hue = deep(colour, own, theme)
        for step in range(1, ROW + 1):
            pen.polygon(outline((colour, f"h{step}")), hue if step % 2 else mixed(hue, theme.void, 0.16))
        pen.polygon(outline((colour, "home")), mixed(hue, theme.void, 0.3))
    for number in range(1, TRACK + 1):
        _closed(pen, outline((None, f"t{number}")), theme.line, 1.4)
    for colour in COLOURS:
        line = mixed(theme.line, tint(colour, colour in used, theme), 0.45)
        for step in range(1, ROW + 1):
            _closed(pen, outline((colour, f"h{step}")), line, 1.4)


def _safe_squares(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    """A long hollow with a star on every safe square; entries and turn-offs in their colour, with chevrons."""
    entries = {number: colour for colour, number in ENTRY.items()}
    turn_offs = {number: colour for colour, number in TURN_OFF.items()}
    for number in sorted(SAFE):
        place: Square = (None, f"t{number}")
        arm, _, _ = slot(place)
        if number in entries:
            hue = tint(entries[number], entries[number] in used, theme)
            own = entries[number] in used
            _pill(pen, place, deep(entries[number], own, theme), mixed(hue, theme.ink, 0.2), 2.6)
            zero, away = turned(arm, 0, 0), turned(arm, -1, 0)
            _arrow(pen, place, (away[0] - zero[0], away[1] - zero[1]), mixed(hue, theme.ink, 0.6))
        elif number in turn_offs:
            hue = tint(turn_offs[number], turn_offs[number] in used, theme)
            _pill(pen, place, theme.void, mixed(hue, theme.ink, 0.12), 2.6)
            zero, inwards = turned(arm, 0, 0), turned(arm, 0, -1)
            _arrow(pen, place, (inwards[0] - zero[0], inwards[1] - zero[1]), mixed(hue, theme.ink, 0.25))
        else:
            _pill(pen, place, theme.void, theme.path, 2.0)
            pen.polygon(star(middle(place), 13.5, 4.6, 4), theme.path)


def _home(pen: Pen, used: tuple[str, ...], theme: Theme) -> None:
    """Four fields, darker towards the point where they meet, and a star over it."""
    side = round(2 * CORE)
    left, top = round(CENTRE[0] - CORE), round(CENTRE[1] - CORE)
    fade = Image.radial_gradient("L").resize((round(HOME * 2.6) * _FINE,) * 2)
    glow = Image.new("L", (side * _FINE, side * _FINE), 255)
    glow.paste(fade, ((glow.width - fade.width) // 2,) * 2)
    glow = glow.point(lambda value: round(40 + value * 0.62))
    for colour in COLOURS:
        own = colour in used
        hue = tint(colour, own, theme)
        field = Pen((side, side), _FINE)
        field.polygon([(x - left, y - top) for x, y in outline((colour, "home"))], (255, 255, 255))
        mask = ImageChops.multiply(field.image.getchannel("A"), glow)
        shade = Image.new("RGB", mask.size, mixed(theme.surface[0], hue, 0.8))
        pen.image.paste(shade, (left * _FINE, top * _FINE), mask)
        _closed(pen, outline((colour, "home"), 0.8), mixed(theme.void, hue, 0.75 if own else 0.9), 2.0)
    pen.polygon(star(CENTRE, 31, 9, 8), theme.void)
    pen.polygon(star(CENTRE, 27, 7.2, 8), mixed(theme.path, theme.ink, 0.35))
    pen.polygon(star(CENTRE, 15, 5, 8), theme.ink)


def _corner(pen: Pen, arm: int, used: bool, theme: Theme) -> None:
    """A colour's plate with its nest."""
    colour = COLOURS[arm]
    hue = tint(colour, used, theme)
    centre = nest(arm)
    dark = deep(colour, used, theme)
    pen.plate(plate(arm), 26, mixed(theme.panel, dark, 0.2 if used else 0.0), mixed(theme.panel, hue, 0.45), 2)
    if not used:
        pen.ring(centre, NEST, mixed(theme.panel, theme.line, 0.6), 2)
        draw_emblem(pen, colour, centre, 42, mixed(theme.panel, theme.seats[colour], 0.16))
        return
    for step in range(14):
        pen.disc(centre, NEST + 14 - step, (*hue, 7))
    pen.disc(centre, NEST, mixed(dark, theme.void, 0.25))
    pen.disc(centre, NEST - 8, mixed(dark, theme.void, 0.62))
    pen.ring(centre, NEST - 1.5, hue, 3)
    for spot in nest_spots(arm):
        pen.disc(spot, SPOT, (*theme.void, 90))
        pen.ring(spot, SPOT, (*hue, 90), 1.5)


def _surface(theme: Theme, used: tuple[str, ...]) -> Image.Image:
    """Sky and playing surface."""
    pen = Pen((WIDTH, HEIGHT), _FINE, "RGB")
    pen.image.paste(sky((WIDTH, HEIGHT), _FINE, theme, _starless))
    _glow(pen, _cross(), theme.void, 9, 0.8)
    for arm, colour in enumerate(COLOURS):
        _corner(pen, arm, colour in used, theme)
    _track(pen, used, theme)
    _safe_squares(pen, used, theme)
    _closed(pen, _cross(), mixed(theme.line, theme.path, 0.5), 2.6)
    _home(pen, used, theme)
    return pen.reduced()


def _number(canvas: Canvas, theme: Theme) -> None:
    for number in range(1, TRACK + 1):
        safe = number in SAFE
        size, hue = (SAFE_NUMBERS, theme.ink) if safe else (NUMBERS, mixed(theme.faint, theme.line, 0.3))
        canvas.text(number_at(number), str(number), size, hue, "Bold" if safe else "Semibold", "mm")


@cached_layer
def surface(theme: Theme, used: tuple[str, ...]) -> Canvas:
    """The board on a canvas; `used` are the colours that play."""
    canvas = Canvas(_surface(theme, used))
    _number(canvas, theme)
    return canvas


def lit_corner(hue: Colour) -> Image.Image:
    """The bright edge round the plate of the seat to move."""
    return rounded((PLATE + 2, PLATE + 2), 27, None, hue, 4.5)
