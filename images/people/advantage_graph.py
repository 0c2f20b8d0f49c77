"""A graph of who stood how well in the course of a match."""

from collections.abc import Sequence
from math import tanh

from PIL import Image

from bot.text import N_, group_digits, say
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point, sky
from images.canvas.emblems import EMBLEMS, emblem
from images.canvas.palette import NIGHT, Colour, legible

TALL = 520
LEFT, RIGHT, TOP, FLOOR = 70, WIDTH - 110, 60, TALL - 70
MIDDLE = (TOP + FLOOR) / 2
WIDE = 5  # pixels of a line
MOMENT = 21  # pixels of the radius of a moment's number


def draw(leads: Sequence[Sequence[float]], colours: Sequence[str], moments: Sequence[tuple[int, int]]) -> Image.Image:
    """The seats' leads over the steps of a match, of which there are at least two, as a line for each seat.

    `leads` has each seat's lead at each step; only their proportions show. `moments` are steps with the seat that
    decided there, and are numbered from 1.
    """
    most = max((abs(lead) for step in leads for lead in step), default=0.0) or 1.0
    wide = (RIGHT - LEFT) / max(1, len(leads) - 1)

    def point(step: int, seat: int) -> Point:
        return LEFT + step * wide, MIDDLE - tanh(1.5 * leads[step][seat] / most) * (FLOOR - TOP) / 2

    canvas = Canvas(sky((WIDTH, TALL), 1, NIGHT, lambda _x, _y: True))
    pen = Pen((WIDTH, TALL), 2)
    pen.line([(LEFT, MIDDLE), (RIGHT, MIDDLE)], NIGHT.line, 2)
    hues = [legible(NIGHT.seats[colour], NIGHT) for colour in colours]
    for seat, hue in enumerate(hues):
        pen.line([point(step, seat) for step in range(len(leads))], hue, WIDE)
    for step, seat in moments:
        pen.disc(point(step, seat), MOMENT, NIGHT.panel)
        pen.ring(point(step, seat), MOMENT, hues[seat], 3)
    canvas.lay(pen, (0, 0))
    for number, (step, seat) in enumerate(moments, 1):
        canvas.text(point(step, seat), str(number), SMALLEST_TEXT, NIGHT.ink, "Bold", "mm")
    ends = sorted(range(len(hues)), key=lambda seat: point(len(leads) - 1, seat)[1])
    heights = move_apart([point(len(leads) - 1, seat)[1] for seat in ends])
    for seat, height in zip(ends, heights, strict=True):
        _sign(canvas, colours[seat], hues[seat], (RIGHT + 40, height))
    canvas.text((LEFT, TOP - 24), say(N_("ahead")), SMALLEST_TEXT, NIGHT.faint)
    canvas.text((LEFT, FLOOR + 34), say(N_("start")), SMALLEST_TEXT, NIGHT.faint)
    last = say(N_("turn {turn}"), turn=group_digits(len(leads) - 1))
    canvas.text((RIGHT, FLOOR + 34), last, SMALLEST_TEXT, NIGHT.faint, anchor="rm")
    return canvas.image


def _sign(canvas: Canvas, colour: str, hue: Colour, at: Point) -> None:
    """Whose line ends here: the seat's emblem, or a disc where its colour has none."""
    if colour in EMBLEMS:
        canvas.paste(emblem(colour, 40, NIGHT, hue), at, name=colour)
        return
    pen = Pen((40, 40), 4)
    pen.disc((20, 20), 16, hue)
    canvas.paste(pen.reduce(), at, name=colour)


def move_apart(heights: Sequence[float], room: float = 46) -> list[float]:
    """The same heights, ascending, moved apart where they are closer than this."""
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + room) if spread else height)
    return spread
