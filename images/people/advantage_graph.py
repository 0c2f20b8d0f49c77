"""A graph of who stood how well in the course of a match."""

from collections.abc import Sequence
from math import inf, tanh

from PIL import Image

from bot.text import N_, group_digits, say
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point, sky
from images.canvas.palette import chosen_theme, legible
from images.people.plates import seat_sign

TALL = 520
LEFT, RIGHT, TOP, FLOOR = 70, WIDTH - 110, 60, TALL - 70
MIDDLE = (TOP + FLOOR) / 2
WIDE = 5  # pixels of a line
MOMENT = 21  # pixels of the radius of a moment's number
SIGN = 40  # side of what tells whose line ends there


def draw(leads: Sequence[Sequence[float]], colours: Sequence[str], moments: Sequence[tuple[int, int]]) -> Image.Image:
    """The seats' leads over the steps of a match, of which there are at least two, as a line for each seat.

    `leads` has each seat's lead at each step; only their proportions show. `moments` are steps with the seat that
    decided there, and are numbered from 1.
    """
    theme = chosen_theme()
    most = max((abs(lead) for step in leads for lead in step), default=0.0) or 1.0
    wide = (RIGHT - LEFT) / max(1, len(leads) - 1)

    def point(step: int, seat: int) -> Point:
        return LEFT + step * wide, MIDDLE - tanh(1.5 * leads[step][seat] / most) * (FLOOR - TOP) / 2

    canvas = Canvas(sky((WIDTH, TALL), 1, theme, lambda _x, _y: True))
    pen = Pen((WIDTH, TALL), 2)
    pen.line([(LEFT, MIDDLE), (RIGHT, MIDDLE)], theme.line, 2)
    hues = [legible(theme.seats[colour], theme) for colour in colours]
    for step, seat in moments:
        x, y = point(step, seat)
        pen.line([(x, y), (x, FLOOR + 10)], theme.line, 2)
    for seat, hue in enumerate(hues):
        way = [point(step, seat) for step in range(len(leads))]
        pen.line(way, theme.void, WIDE + 6)  # so that it's clear which one lies above where lines cross
        pen.line(way, hue, WIDE)
    for step, seat in moments:
        pen.disc(point(step, seat), MOMENT, theme.panel)
        pen.ring(point(step, seat), MOMENT, hues[seat], 3)
    canvas.lay(pen, (0, 0))
    for number, (step, seat) in enumerate(moments, 1):
        canvas.text(point(step, seat), str(number), SMALLEST_TEXT, theme.ink, "Bold", "mm")
    ends = sorted(range(len(hues)), key=lambda seat: point(len(leads) - 1, seat)[1])
    heights = move_apart([point(len(leads) - 1, seat)[1] for seat in ends], most=TALL - SIGN)
    for seat, height in zip(ends, heights, strict=True):
        seat_sign(canvas, colours[seat], (RIGHT + 40, height), SIGN, theme)
    canvas.text((LEFT, TOP - 24), say(N_("ahead")), SMALLEST_TEXT, theme.faint)
    canvas.text((LEFT, FLOOR + 34), say(N_("start")), SMALLEST_TEXT, theme.faint)
    last = say(N_("turn {turn}"), turn=group_digits(len(leads) - 1))
    canvas.text((RIGHT, FLOOR + 34), last, SMALLEST_TEXT, theme.faint, anchor="rm")
    return canvas.image


def move_apart(heights: Sequence[float], room: float = 46, most: float = inf) -> list[float]:
    """The same heights, ascending, moved apart where they are closer than this; none is more than `most`."""
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + room) if spread else height)
    return [min(height, most - room * after) for after, height in enumerate(reversed(spread))][::-1]
