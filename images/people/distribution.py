"""A day's scores of everybody as a chart, with the person's own marked and those that it beats lit.

It's understood by itself, so that people can show it elsewhere.
"""

from collections import Counter
from collections.abc import Sequence
from math import ceil
from statistics import median_low
from typing import NamedTuple

from PIL import Image

from bot.text import N_, group_digits, say, say_plural
from bot.text.terms import join_sentences
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point, cached_layer, cached_sprite, text_width
from images.canvas.fonts import written
from images.canvas.palette import Colour, Theme, chosen_theme, mix
from images.canvas.signs import Sign
from images.canvas.stamps import rounded
from images.people.plates import FINE, GAP, HEAD, MARGIN, ground, heading

TALL = 640  # the maximum
BELOW, LOWER = 96, 44  # pixels below the bars, and more for a line below the chart
BARS = 24  # the maximum
LEFT, RIGHT, TOP, FLOOR = 84, WIDTH - 84, 318, TALL - BELOW  # the chart's edges; few scores have a lower chart
APART = 6  # pixels between two bars
WIDEST = 110.0  # pixels from a bar to the next, so that few bars are no slabs
TALLEST = 74.0  # pixels of a bar for each score in it
DIVIDED = 14  # pixels for each score from which they are drawn one by one
SHORTEST = 4  # pixels of a bar that nobody's score is in
ARROW = 28  # pixels below the median's words that the arrow on one's own bar needs
LEAST = 3  # scores whose median is shown


class DistributionChart(NamedTuple):
    """`scores`, which aren't empty, and one's `own`, which is one of them; `standing` says how good that is.

    `benchmark` is the hard computer's score, if known. `person` is who has played, if the picture is for others.
    """

    title: str
    sign: Sign
    remark: str
    standing: str
    scores: Sequence[int]
    own: int
    benchmark: int | None = None
    person: str = ""

    @property
    def all_scores(self) -> Sequence[int]:
        """Those of people, and the computer's."""
        return self.scores if self.benchmark is None else [*self.scores, self.benchmark]


def draw(chart: DistributionChart) -> Image.Image:
    """The chart as a picture."""
    theme = chosen_theme()
    low, step, bars = bars_of(chart.all_scores)
    counts, mine = Counter((score - low) // step for score in chart.scores), (chart.own - low) // step
    most = max(counts.values())
    each = min(TALLEST, (FLOOR - TOP) / most, (FLOOR - TOP - ARROW) / counts[mine])
    floor = ceil(TOP + max(each * most, each * counts[mine] + ARROW))
    canvas = _plates(floor + BELOW + (0 if chart.benchmark is None else LOWER), theme)
    gold = theme.seats["gold"]
    heading(canvas, chart.title, chart.remark, theme, chart.sign)
    y = MARGIN + HEAD + GAP + 56
    end = canvas.fit_text((LEFT - 36, y), _whose(chart), range(52, SMALLEST_TEXT - 1, -4), (RIGHT - LEFT) * 0.55, gold)
    canvas.fit_text(
        (RIGHT + 36, y), chart.standing, (36, 32, 30, SMALLEST_TEXT), RIGHT - end, theme.ink, "Semibold", "rm"
    )
    wide = min(WIDEST, (RIGHT - LEFT) / bars)
    left = (WIDTH - bars * wide) / 2
    for bar in range(bars):
        x = left + (bar + 0.5) * wide
        hue = gold if bar == mine else theme.path if bar < mine else mix(theme.line, theme.path, 0.25)
        tiles, tall = (counts[bar], each) if each >= DIVIDED else (1, each * counts[bar])
        for tile in range(max(1, tiles)):
            base = floor - tile * tall
            high = max(SHORTEST, tall - 3) if counts[bar] else SHORTEST
            shown = theme.path if tile + 1 < tiles and bar == mine else hue
            _bar(canvas, (x, base - high / 2), (wide - APART, high), shown)
    peak = floor - each * counts[mine] - 10
    canvas.paste(_arrow(gold), (left + (mine + 0.5) * wide, peak - 12), name="own score")
    _bar(canvas, (WIDTH / 2, floor + 7.5), (bars * wide, 3), theme.line)
    if len(chart.scores) >= LEAST:
        half = left + (median_low(chart.scores) - low + 0.5) / step * wide
        for dash in range(TOP - 32, floor, 16):
            _bar(canvas, (half, dash + 4.5), (3, 9), theme.ink)
        words = say(N_("median {score}"), score=group_digits(median_low(chart.scores)))
        on_the_left = half > WIDTH / 2
        at = half + (-12 if on_the_left else 12), TOP - 22
        canvas.text(at, words, SMALLEST_TEXT, theme.ink, "Semibold", "rm" if on_the_left else "lm")
    if chart.benchmark is not None:
        _show_benchmark(canvas, (left + (chart.benchmark - low + 0.5) / step * wide, floor + 8), chart.benchmark, theme)
    for bar, score in {0: min(chart.all_scores), bars - 1: max(chart.all_scores)}.items():
        canvas.text(
            (left + (bar + 0.5) * wide, floor + 36), group_digits(score), SMALLEST_TEXT, theme.faint, anchor="mm"
        )
    return canvas.image


def _whose(chart: DistributionChart) -> str:
    """Whose score it is, and how many points."""
    words = N_("{person}: {score}") if (name := written(chart.person)) else N_("Your score: {score}")
    if chart.person and not name:
        words = N_("Score: {score}")
    return say(words, person=name, score=group_digits(chart.own))


def _benchmark_in_words(score: int) -> str:
    points = say_plural("{number} point", "{number} points", score)
    return say(N_("The hard computer scored {points}."), points=points)


def _show_benchmark(canvas: Canvas, at: Point, score: int, theme: Theme) -> None:
    """The hard computer's score, as a diamond on the axis and in a line below it."""
    hue, y = theme.choice, canvas.image.height - MARGIN - 44
    words = _benchmark_in_words(score)
    wide = text_width(words, SMALLEST_TEXT, "Semibold")
    canvas.paste(_diamond(hue), at, name="benchmark", remember=False)
    canvas.paste(_diamond(hue), ((WIDTH - wide) / 2 - 4, y), name="benchmark")
    canvas.fit_text(((WIDTH - wide) / 2 + 20, y), words, (SMALLEST_TEXT,), RIGHT - LEFT, theme.ink, "Semibold")


def alt(chart: DistributionChart) -> str:
    """The chart in words."""
    words = N_(
        "{title}, {remark}: a bar chart of {number} scores from {lowest} to {highest}, the median {median}; "
        "yours is {own}."
    )
    if chart.person:
        words = N_(
            "{title}, {remark}: a bar chart of {number} scores from {lowest} to {highest}, the median {median}; "
            "that of {person} is {own}."
        )
    whole = say(
        words,
        title=chart.title,
        remark=chart.remark,
        number=len(chart.scores),
        lowest=group_digits(min(chart.scores)),
        highest=group_digits(max(chart.scores)),
        median=group_digits(median_low(chart.scores)),
        own=group_digits(chart.own),
        person=chart.person,
    )
    computer = None if chart.benchmark is None else _benchmark_in_words(chart.benchmark)
    return join_sentences(filter(None, (whole, chart.standing, computer)))


def _bar(canvas: Canvas, middle: Point, size: tuple[float, float], hue: Colour) -> None:
    """A bar or a line; those of one size share a sprite."""
    wide, tall = max(1, round(size[0])), max(1, round(size[1]))
    canvas.paste(rounded((wide, tall), min(5, wide // 6, tall // 2), hue), middle, name="bar", remember=False)


@cached_sprite
def _arrow(hue: Colour) -> Image.Image:
    pen = Pen((30, 24), FINE)
    pen.polygon([(15, 24), (0, 0), (30, 0)], hue)
    return pen.reduce()


@cached_sprite
def _diamond(hue: Colour) -> Image.Image:
    pen = Pen((22, 26), FINE)
    pen.polygon([(11, 0), (22, 13), (11, 26), (0, 13)], hue)
    return pen.reduce()


@cached_layer
def _plates(tall: int, theme: Theme) -> Canvas:
    plates = [(MARGIN, MARGIN + HEAD), (MARGIN + HEAD + GAP, tall - MARGIN)]
    return Canvas(ground(tall, plates, theme).reduce())


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
