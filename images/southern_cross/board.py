"""The board without anything that moves: sky, rim with coordinates, tiles, dials, bases."""

from math import pi

from PIL import Image, ImageDraw

from bot.rules.southern_cross.board import COLUMNS, DIALS, TILES
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, arc, cached_layer, polar, sky
from images.canvas.material import add_grain
from images.canvas.palette import BLACK, WHITE, Colour, Theme, mix
from images.southern_cross.geometry import HOMES, OUTWARD, ROWS, Scene
from images.southern_cross.pieces import lit_disc, tip

LARGE = Scene(left=159, top=160, tile=235.4, rim=36)
"""The board as it fills a picture."""

BOTTOM = 1008
"""Where the large board ends, its lower base included."""

_FINE = 3  # times the size at which the board is drawn


def tones(theme: Theme, square: str) -> Colour:
    """The tone of a square, as on a chessboard."""
    return theme.surface[(COLUMNS.index(square[0]) + ROWS.index(square[1])) % 2]


def home_tone(theme: Theme, hue: Colour, square: str) -> Colour:
    """The tone of a square of a home tile: its colour on neutral night, as on the blue surface it would be muddy."""
    night = mix(theme.void, theme.surface[0], 0.4)
    return mix(night, hue, 0.3 if tones(theme, square) == theme.surface[1] else 0.2)


def rim_tone(theme: Theme) -> Colour:
    return mix(theme.surface[0], theme.void, 0.35)


def draw_board(pen: Pen, layout: Scene, theme: Theme) -> None:
    """The board on what the pen has drawn already."""
    scale = layout.tile / LARGE.tile
    plate = (
        layout.left - layout.rim,
        layout.top - layout.rim,
        layout.left + layout.grid + layout.rim,
        layout.top + layout.grid + layout.rim,
    )
    for colour in HOMES:
        _base(pen, layout, colour, theme)
    for step in range(10):
        reach = (12 - step * 1.2) * scale
        left, top, right, bottom = plate
        margin = (left - reach, top - reach, right + reach, bottom + reach)
        pen.plate(margin, 30 * scale, None, (*theme.void, 16), reach + 8 * scale)
    pen.plate(plate, 24 * scale, rim_tone(theme), mix(theme.line, theme.path, 0.25), 2.2 * scale)
    for colour in HOMES:
        _gate(pen, layout, colour, theme)
    edge = 3 * scale
    inner = (layout.left - edge, layout.top - edge, layout.left + layout.grid + edge, layout.top + layout.grid + edge)
    pen.plate(inner, 10 * scale, theme.void)
    for tile in TILES:
        if tile in DIALS:
            _dial(pen, layout, tile, theme)
        else:
            _corner(pen, layout, tile, theme)


def _base(pen: Pen, layout: Scene, colour: str, theme: Theme) -> None:
    """A half-circle with a mould for every counter, aglow in its colour."""
    hue, middle, turn = theme.seats[colour], layout.base_middle(colour), OUTWARD[colour]
    scale = layout.tile / LARGE.tile
    for step in range(9):
        pen.polygon(arc(middle, layout.base + (9 - step) * 1.3 * scale, turn - pi / 2, turn + pi / 2), (*hue, 9))
    start, stop = turn - pi / 2, turn + pi / 2
    pen.polygon(arc(middle, layout.base, start, stop), mix(hue, WHITE, 0.12))
    pen.polygon(arc(middle, layout.base - 4 * scale, start, stop), mix(theme.void, hue, 0.2))
    for step in range(5):
        reach = layout.base - (4 + 6 * step) * scale
        pen.polygon(arc(middle, reach, start, stop), mix(theme.void, hue, 0.22 + 0.025 * step))
    for at in layout.rests(colour):
        pen.disc(at, layout.resting * 0.47, mix(theme.void, hue, 0.42))
        pen.disc((at[0], at[1] + 1.2 * scale), layout.resting * 0.44, mix(theme.void, hue, 0.14))


def _gate(pen: Pen, layout: Scene, colour: str, theme: Theme) -> None:
    """The piece of the rim between a base and its home tile, where counters come in."""
    hue = theme.seats[colour]
    half, depth = layout.base, layout.rim
    for step in range(12):
        out = -depth + depth * step / 12
        share = 0.34 - 0.018 * step
        corners = [
            layout.point_in_base(colour, -half, out + depth / 12 + 0.4),
            layout.point_in_base(colour, half, out + depth / 12 + 0.4),
            layout.point_in_base(colour, half, out),
            layout.point_in_base(colour, -half, out),
        ]
        pen.polygon(corners, mix(rim_tone(theme), hue, 0.5 - share))


def _corner(pen: Pen, layout: Scene, tile: str, theme: Theme) -> None:
    """A flat tile that does not turn: four square fields and a rivet in each corner."""
    x, y = layout.tile_middle(tile)
    scale = layout.tile / LARGE.tile
    half = layout.tile / 2 - 2.2 * scale
    pen.plate(
        (x - half, y - half, x + half, y + half),
        9 * scale,
        mix(theme.surface[0], theme.void, 0.15),
        theme.line,
        1.6 * scale,
    )
    inset, gap = 13 * scale, 1.6 * scale
    for square in TILES[tile]:
        to_right = layout.middle(square)[0] > x
        below = layout.middle(square)[1] > y
        left, right = (x + gap, x + half - inset) if to_right else (x - half + inset, x - gap)
        top, bottom = (y + gap, y + half - inset) if below else (y - half + inset, y - gap)
        pen.plate((left, top, right, bottom), 5 * scale, tones(theme, square))
    for across in (-1, 1):
        for down in (-1, 1):
            at = (x + across * (half - 9 * scale), y + down * (half - 9 * scale))
            pen.disc(at, 5.6 * scale, mix(theme.void, theme.surface[0], 0.3))
            lit_disc(pen, at, 4.2 * scale, mix(theme.line, WHITE, 0.35), mix(theme.line, BLACK, 0.3))


def _dial(pen: Pen, layout: Scene, tile: str, theme: Theme) -> None:
    """A round disc in a sunk bed: a bright rim with notches, four fields, arrows that say it turns, its letter."""
    centre = layout.tile_middle(tile)
    scale = layout.tile / LARGE.tile
    x, y = centre
    home = next((colour for colour, own in HOMES.items() if own == tile), None)
    hue = theme.seats[home] if home else theme.path
    half, reach = layout.tile / 2 - 2.2 * scale, layout.dial
    bed = mix(theme.ground, theme.void, 0.35)
    pen.plate((x - half, y - half, x + half, y + half), 9 * scale, bed, mix(theme.void, theme.line, 0.55), 1.6 * scale)
    for step in range(7):
        pen.disc((x, y + 2.2 * scale), reach + (4 - step * 0.7) * scale, (*theme.void, 46))
    metal = mix(theme.line, hue, 0.42 if home else 0.3)
    lit_disc(pen, centre, reach, mix(metal, WHITE, 0.42), mix(metal, BLACK, 0.42), (0.28, 0.22))
    ring = 8.5 * scale
    for notch in range(48):
        turn = notch * pi / 24
        if notch % 12:
            ends = [polar(centre, reach - 1.6 * scale, turn), polar(centre, reach - ring + 2 * scale, turn)]
            pen.line(ends, (*theme.void, 120), 1.5 * scale)
    face = reach - ring
    pen.disc(centre, face + 1.4 * scale, mix(theme.void, metal, 0.2))
    for number, square in enumerate(TILES[tile]):
        tone = tones(theme, square)
        if home:
            tone = home_tone(theme, hue, square)
        start = pi + number * pi / 2
        pen.polygon([centre, *arc(centre, face, start, start + pi / 2)], tone)
    cross = mix(theme.void, metal, 0.12)
    pen.line([(x - face, y), (x + face, y)], cross, 3.2 * scale)
    pen.line([(x, y - face), (x, y + face)], cross, 3.2 * scale)
    # Arrows between the fields, all of them clockwise.
    light = mix(metal, WHITE, 0.3)
    radius = reach * 0.8
    for quarter in range(4):
        turn = quarter * pi / 2
        pen.disc(polar(centre, radius, turn), 15 * scale, theme.surface[0] if not home else home_tone(theme, hue, "a1"))
        pen.line(arc(centre, radius, turn - 0.135, turn + 0.06, 1), light, 3.4 * scale)
        head = polar(centre, radius, turn + 0.15)
        tip(pen, head, turn + pi / 2 + 0.1, 11.5 * scale, light)
    hub = layout.tile * 0.108
    pen.disc(centre, hub + 3 * scale, cross)
    lit_disc(pen, centre, hub, mix(metal, WHITE, 0.22), mix(metal, BLACK, 0.4))
    lit_disc(pen, centre, hub - 3 * scale, mix(theme.surface[0], metal, 0.16), mix(theme.void, metal, 0.16))


def letter_board(canvas: Canvas, layout: Scene, theme: Theme) -> None:
    """Coordinates on the rim and the letters of the dials."""
    size = max(SMALLEST_TEXT, round(layout.tile * 0.119))
    y = layout.top + layout.grid + layout.rim / 2
    x = layout.left - layout.rim / 2
    quiet = mix(theme.faint, theme.ink, 0.2)
    for column in COLUMNS:
        canvas.text((layout.middle(f"{column}1")[0], y), column, size, quiet, anchor="mm")
    for row in ROWS:
        canvas.text((x, layout.middle(f"a{row}")[1]), row, size, quiet, anchor="mm")
    letters = max(SMALLEST_TEXT, round(layout.tile * 0.15))
    for tile in DIALS:
        canvas.text(layout.tile_middle(tile), tile, letters, theme.ink, "Bold", "mm")


# --- the layer below a picture ----------------------------------------------------------------------------------------


def _starless(x: float, y: float) -> bool:
    """Where there must be no stars, because they'd look like part of a text: the corners' captions and the plates."""
    return y < 128 or y > BOTTOM - 110


def _grain(picture: Image.Image) -> None:
    """Gives the metal rims of the dials a grain."""
    rims = Image.new("L", picture.size)
    pen = ImageDraw.Draw(rims)
    for tile in DIALS:
        x, y = LARGE.tile_middle(tile)
        for reach, fill in ((LARGE.dial, 255), (LARGE.dial - 8.5, 0)):
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill)
    picture.paste(add_grain(picture, 12), mask=rims)


@cached_layer
def surface(theme: Theme, height: int) -> Canvas:
    """The large board on a canvas."""
    pen = Pen((WIDTH, height), _FINE, "RGB")
    pen.image.paste(sky((WIDTH, height), _FINE, theme, _starless))
    draw_board(pen, LARGE, theme)
    canvas = Canvas(pen.reduce())
    _grain(canvas.image)
    letter_board(canvas, LARGE, theme)
    return canvas
