"""A run of puzzles: how many were solved, and each as a bar as high as it was hard, with a cross on what was missed."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.text import N_, say
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, cached_layer
from images.canvas.palette import Theme, chosen_theme, mix
from images.canvas.signs import Sign
from images.people.plates import FINE, GAP, HEAD, MARGIN, ground, heading

TALL = 600
LEFT, RIGHT, TOP, FLOOR = 84, WIDTH - 84, 300, TALL - 92  # the bars' edges
WIDEST = 72.0  # pixels from a bar to the next, so that few bars are no slabs
SHORTEST = 44  # pixels of the bar of the easiest
APART = 5  # pixels between two bars


class RunChart(NamedTuple):
    """A run; `bars` are what each puzzle was rated, and whether it was solved: None if it wasn't answered.

    `sign` is that of its game.
    """

    title: str
    remark: str
    solved: str
    bars: Sequence[tuple[int, bool | None]]
    sign: Sign | None = None


def draw(chart: RunChart) -> Image.Image:
    """The run as a picture that is understood by itself."""
    theme = chosen_theme()
    canvas, gold = _plates(theme), theme.seats["gold"]
    heading(canvas, chart.title, chart.remark, theme, chart.sign)
    room = RIGHT - LEFT
    canvas.fit_text(
        (WIDTH / 2, MARGIN + HEAD + GAP + 60), chart.solved, range(60, SMALLEST_TEXT - 1, -4), room, gold, "Black", "mm"
    )
    if not chart.bars:
        return canvas.image
    rated = [rating for rating, _ in chart.bars]
    low, high = min(rated), max(rated)
    wide = min(WIDEST, room / len(rated))
    left = (WIDTH - wide * len(rated)) / 2
    pen = Pen(canvas.image.size, FINE)
    for number, (rating, is_right) in enumerate(chart.bars):
        x, right = left + number * wide + APART / 2, left + (number + 1) * wide - APART / 2
        top = FLOOR - SHORTEST - (FLOOR - TOP - SHORTEST) * ((rating - low) / (high - low) if high > low else 0.5)
        pen.plate((x, top, right, FLOOR), min(6, wide / 6), gold if is_right else mix(theme.panel, theme.warning, 0.45))
        if not is_right:
            _cross(pen, (x + right) / 2, top - 18, min(11, wide / 3), theme)
    pen.plate((left, FLOOR + 6, left + wide * len(rated), FLOOR + 9), 1, theme.line)
    canvas.lay(pen, (0, 0))
    words = N_("rated {lowest} to {highest}") if high > low else N_("rated {lowest}")
    words = say(words, lowest=low, highest=high)
    canvas.fit_text((WIDTH / 2, FLOOR + 38), words, (SMALLEST_TEXT,), room, theme.faint, "Semibold", "mm")
    return canvas.image


def _cross(pen: Pen, x: float, y: float, size: float, theme: Theme) -> None:
    for slope in (-1, 1):
        pen.line([(x - size, y - slope * size), (x + size, y + slope * size)], theme.warning, 4)


def alt(chart: RunChart) -> str:
    """The run in words."""
    rated = [rating for rating, _ in chart.bars]
    low, high = min(rated, default=0), max(rated, default=0)
    words = N_("{title}: {solved}, rated {lowest} to {highest}.") if high > low else N_("{title}: {solved}.")
    return say(words, title=chart.title, solved=chart.solved, lowest=low, highest=high)


@cached_layer
def _plates(theme: Theme) -> Canvas:
    plates = [(MARGIN, MARGIN + HEAD), (MARGIN + HEAD + GAP, TALL - MARGIN)]
    return Canvas(ground(TALL, plates, theme).reduce())
