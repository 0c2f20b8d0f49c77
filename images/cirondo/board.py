"""The static parts of the Cirondo board: sky, rings, arcs, letters, numbers, homes."""

from math import hypot, pi

from PIL import Image

from images.canvas.canvas import WIDTH, Canvas, Pen, cached_layer, polar, sector, sky
from images.canvas.palette import Theme, mix
from images.cirondo.geometry import (
    CENTRE,
    COLUMN,
    COLUMNS,
    EDGE,
    NUMBERS,
    RINGS,
    SEAM,
    VOID,
    angle,
    home,
    inner,
    radius,
    spiral,
)

HEIGHT = 1148

COORDINATES = 28  # pixels of line height of the letters and numbers around the board

BEAD = 5.5  # radius of a partner's beads on the rim

_FINE = 3  # times the size at which the board is drawn


def _starless(x: float, y: float) -> bool:
    """Where stars would look like part of a text: captions in the corners, numbers, plates."""
    numbers = abs(hypot(x - CENTRE[0], y - CENTRE[1]) - NUMBERS) < 25
    return numbers or y > 930 or (y < 125 and abs(x - CENTRE[0]) > 225)


def _surface(theme: Theme, homes: tuple[str, ...], partners: tuple[str, ...]) -> Image.Image:
    """Sky and playing surface."""
    pen = Pen((WIDTH, HEIGHT), _FINE, "RGB")
    pen.image.paste(sky((WIDTH, HEIGHT), _FINE, theme, _starless))
    pen.disc(CENTRE, EDGE + 3, theme.void)

    # Two tones as on a chessboard: an arc, and so a planet, never leaves its tone.
    for ring in range(len(RINGS)):
        for column in range(1, COLUMNS + 1):
            start, stop = angle(column) - COLUMN / 2, angle(column) + COLUMN / 2
            outline = sector(CENTRE, inner(ring), inner(ring - 1), start, stop)
            pen.polygon(outline, (theme.surface[0], mix(*theme.surface, 0.7))[(ring + column) % 2])

    # A glow outside the rim shows whose home is behind it.
    for seat, colour in enumerate(homes):
        start, stop = (seat * 2 * pi / len(homes), (seat + 1) * 2 * pi / len(homes))
        for step in range(18):
            outline = sector(CENTRE, EDGE, EDGE + 4 + step * 2.2, start + 0.012 * step, stop - 0.012 * step)
            pen.polygon(outline, (*theme.seats[colour], 4))

    for seam in (0.0, pi):
        half = SEAM * COLUMN / 2
        pen.polygon(sector(CENTRE, VOID, EDGE, seam - half, seam + half), mix(theme.void, theme.ground, 0.6))

    for column in range(1, COLUMNS + 1):
        for turn in (1, -1):
            pen.line(spiral(column, turn), mix(theme.surface[1], theme.path, 0.4), 1.1)
    for ring in range(-1, len(RINGS)):
        pen.ring(CENTRE, inner(ring), theme.line, 1.0 if 0 <= ring < len(RINGS) - 1 else 2.2)
    # The void: a hole with a faint rim of light.
    pen.disc(CENTRE, VOID - 1, theme.void)
    for step in range(12):
        pen.ring(CENTRE, VOID - 2 - step * 1.6, (*theme.path, 60 - step * 5), 1.8)

    # The rim shows whose home is behind it.
    for seat, colour in enumerate(homes):
        start, stop = home(len(homes), seat)
        pen.polygon(sector(CENTRE, EDGE + 1.5, EDGE + 6, start + 0.006, stop - 0.006), theme.seats[colour])
    # Beads of the partner's colour on it show who plays together.
    for column in range(1, COLUMNS + 1) if partners else ():
        own = (column - 1) * len(homes) // COLUMNS
        pen.disc(polar(CENTRE, EDGE + 3.5, angle(column)), BEAD + 2, theme.void)
        pen.disc(polar(CENTRE, EDGE + 3.5, angle(column)), BEAD, theme.seats[partners[own]])
    return pen.reduce()


@cached_layer
def surface(theme: Theme, homes: tuple[str, ...], partners: tuple[str, ...] = ()) -> Canvas:
    """The board on a canvas; `homes` are the colours of the seats in order, `partners` those of their partners."""
    canvas = Canvas(_surface(theme, homes, partners))
    _letter(canvas, theme)
    return canvas


def _letter(canvas: Canvas, theme: Theme) -> None:
    for column in range(1, COLUMNS + 1):
        canvas.text(polar(CENTRE, NUMBERS, angle(column)), str(column), COORDINATES, theme.faint, anchor="mm")
    for ring, letter in enumerate(RINGS):
        for seam in (0.0, pi):
            canvas.text(polar(CENTRE, radius(ring), seam), letter, COORDINATES, theme.faint, anchor="mm")
