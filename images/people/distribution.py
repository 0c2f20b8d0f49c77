"""The distribution of many people's scores, with the person's own marked."""

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from bot.text import N_, group_digits, say, say_plural
from images.canvas.canvas import WIDTH, Canvas, Pen, sky
from images.canvas.palette import NIGHT

TALL = 420
BARS = 24  # the maximum
LEFT, RIGHT, TOP, FLOOR = 60, WIDTH - 60, 110, TALL - 70  # the chart's edges
GAP = 6  # pixels between two bars
SHORTEST = 4  # pixels of a bar that nobody's score is in


def draw(scores: Sequence[int], own: int) -> Image.Image:
    """A bar chart of `scores`, which aren't empty; the bar with `own`, one of them, is bright."""
    low, step, bars = bars_of(scores)
    counts = Counter((score - low) // step for score in scores)
    canvas = Canvas(sky((WIDTH, TALL), 1, NIGHT, lambda _x, _y: True))
    pen, wide = Pen((WIDTH, TALL), 2), (RIGHT - LEFT) / bars
    most, mine = max(counts.values()), (own - low) // step
    for bar in range(bars):
        left, high = LEFT + bar * wide, max(SHORTEST, counts[bar] / most * (FLOOR - TOP))
        hue = NIGHT.seats["gold"] if bar == mine else NIGHT.path
        pen.plate((left + GAP / 2, FLOOR - high, left + wide - GAP / 2, FLOOR), 5, hue)
    pen.plate((LEFT, FLOOR + 6, RIGHT, FLOOR + 9), 1, NIGHT.line)
    canvas.lay(pen, (0, 0))
    players = say_plural("{players} player", "{players} players", len(scores), players=group_digits(len(scores)))
    words = say(N_("Your score: {score}"), score=group_digits(own))
    canvas.fit_text((LEFT, 48), words, (36, 32, 28, 26), (RIGHT - LEFT) * 0.6, NIGHT.seats["gold"])
    canvas.fit_text((RIGHT, 48), players, (28, 26, 24, 22), (RIGHT - LEFT) * 0.35, NIGHT.faint, "Semibold", "rm")
    canvas.text((LEFT, FLOOR + 36), group_digits(min(scores)), 26, NIGHT.faint)
    canvas.text((RIGHT, FLOOR + 36), group_digits(max(scores)), 26, NIGHT.faint, anchor="rm")
    return canvas.image


def alt(scores: Sequence[int], own: int) -> str:
    """The bar chart in words."""
    words = N_("A bar chart of {number} scores from {lowest} to {highest}; yours is {own}.")
    low, high = group_digits(min(scores)), group_digits(max(scores))
    return say(words, number=len(scores), lowest=low, highest=high, own=group_digits(own))


def bars_of(scores: Sequence[int]) -> tuple[int, int, int]:
    """A chart's lowest score, the number of points per bar, and the number of bars.

    Bars stand for round numbers of points: 1, 2 or 5 and their tenfolds.
    """
    step = next(
        digit * 10**power
        for power in range(12)
        for digit in (1, 2, 5)
        if max(scores) // (digit * 10**power) - min(scores) // (digit * 10**power) < BARS
    )
    low = min(scores) // step * step
    return low, step, max(scores) // step - min(scores) // step + 1
