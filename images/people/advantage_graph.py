"""A graph of who stood how well in the course of a match."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf, tanh

from PIL import Image

from bot.text import N_, group_digits, say, term
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point
from images.canvas.palette import chosen_theme, legible
from images.canvas.signs import Sign
from images.people.plates import GAP, HEAD, MARGIN, ground, heading, seat_sign

PLATE = MARGIN + HEAD + GAP  # where the graph's plate begins
TALL = PLATE + 470
LEFT, RIGHT, TOP, FLOOR = 176, WIDTH - 216, PLATE + 40, TALL - MARGIN - 72
MIDDLE = (TOP + FLOOR) / 2
WIDE = 5  # pixels of a line
MOMENT = 21  # pixels of the radius of a moment's number
SIGN = 40  # side of what tells whose line ends there
BELOW = 70  # opacity of what lies between the leader's line and the middle


def draw(
    title: str,
    remark: str,
    leads: Sequence[Sequence[float]],
    colours: Sequence[str],
    moments: Sequence[tuple[int, int]],
    sign: Sign | None = None,
) -> Image.Image:
    """The seats' leads over the steps of a match, of which there are at least two, as a line for each seat.

    `leads` has each seat's lead at each step; only their proportions show. `moments` are steps with the seat that
    decided there, and are numbered from 1. `sign` is the one of the game.
    """
    theme = chosen_theme()
    most = max((abs(lead) for step in leads for lead in step), default=0.0) or 1.0
    wide = (RIGHT - LEFT) / max(1, len(leads) - 1)

    def point(step: int, seat: int) -> Point:
        return LEFT + step * wide, MIDDLE - tanh(1.5 * leads[step][seat] / most) * (FLOOR - TOP) / 2

    canvas = Canvas(ground(TALL, [(MARGIN, MARGIN + HEAD), (PLATE, TALL - MARGIN)], theme).reduce())
    heading(canvas, title, remark, theme, sign)
    pen = Pen((WIDTH, TALL), 2)
    hues = [legible(theme.seats[colour], theme) for colour in colours]
    for one, other in pairwise(range(len(leads))):
        leader = max(range(len(hues)), key=lambda seat: leads[one][seat] + leads[other][seat])
        line = point(one, leader), point(other, leader)
        pen.polygon([*line, (line[1][0], MIDDLE), (line[0][0], MIDDLE)], (*hues[leader], BELOW))
    pen.line([(LEFT, MIDDLE), (RIGHT, MIDDLE)], theme.faint, 2)
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
    heights = move_apart([point(len(leads) - 1, seat)[1] for seat in ends], most=FLOOR)
    for seat, height in zip(ends, heights, strict=True):
        seat_sign(canvas, colours[seat], (RIGHT + 34, height), SIGN, theme)
        left = RIGHT + 34 + SIGN / 2 + 10
        room = WIDTH - MARGIN - 12 - left
        canvas.fit_text((left, height), term(colours[seat].capitalize()), (SMALLEST_TEXT,), room, hues[seat])
    for y, words in ((TOP + 12, N_("ahead")), (MIDDLE, N_("even"))):
        room = LEFT - 14 - MARGIN - 12
        canvas.fit_text((LEFT - 14, y), say(words), (SMALLEST_TEXT,), room, theme.faint, "Semibold", "rm")
    canvas.text((LEFT, FLOOR + 38), say(N_("start")), SMALLEST_TEXT, theme.faint)
    last = say(N_("turn {turn}"), turn=group_digits(len(leads) - 1))
    canvas.text((RIGHT, FLOOR + 38), last, SMALLEST_TEXT, theme.faint, anchor="rm")
    return canvas.image


def move_apart(heights: Sequence[float], room: float = 46, most: float = inf) -> list[float]:
    """The same heights, ascending, moved apart where they are closer than this; none is more than `most`."""
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + room) if spread else height)
    return [min(height, most - room * after) for after, height in enumerate(reversed(spread))][::-1]
