"""Where things are on the pictures of Southern Cross cards: the felt, the cells on it, the panels beside it.

A `Scene` says for one sight how big its cards are and where each cell lies. Fixed square fields stand beside a column
of panels; the zodiac and the growing fields have the whole width, and their panels lie below. A growing field that is
too big is cut to a window around what matters.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from bot.rules.southern_cards.fields import LAYOUTS, coordinates, touching
from images.canvas.canvas import Anchor, Bounds, Point

TALL = 1.4  # height of a card in shares of its width


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The parts of a picture: `felt` is the table the cards lie on, `panels` the room for points and the last turn."""

    name: str
    height: int
    felt: Bounds
    panels: Bounds


BESIDE = Arrangement("beside", 1084, (20, 112, 692, 1064), (702, 112, 1004, 1064))
BELOW = Arrangement("below", 1280, (20, 112, 1004, 1028), (20, 1040, 1004, 1260))

WIDEST_CARD = 184
RINGED = 76  # with at least such cards a growing field shows the cells it can grow to
NARROWEST_CARD = 57  # below this a growing field is cut to a window
WINDOW = (13, 8)  # columns and rows of such a window
MARGINS = (64.0, 30.0, 26.0, 46.0)  # left, top, right, bottom of the felt, kept free of cells
ACROSS = 0.9  # width of a card in shares of its column
UNDER, UNDER_SMALL = 24.0, 18.0  # room below each card, for the edges of a stack and its number
SMALL_CARD = 84  # cards narrower than this have the smaller room

EARTH = (512.0, 567.0)
ELLIPSE = (410.0, 354.0)  # half axes of the ring through the middles of its cards
WHEEL = (0.49, 0.73)  # inner and outer edge of the band of signs, in shares of the ring's half axes
ZODIAC_CARD = 108
RING = 12


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate: its text, where it stands and how it is anchored there."""

    text: str
    at: Point
    anchor: Anchor = "mm"


@dataclass(frozen=True, slots=True)
class Scene:
    """Where everything on the felt lies.

    `card` is the width of a card; `at` the middles of all cells in sight, those included that the field can grow to
    (`growth`); `window` is the first and last column and row in sight where some cells are not (`unseen`).
    """

    arrangement: Arrangement
    card: int
    at: Mapping[str, Point]
    growth: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    window: tuple[int, int, int, int] | None = None
    unseen: tuple[str, ...] = ()


def grid(layout: str, cell: str) -> tuple[int, int]:
    """Column and row of a cell, to the right and down; of the zodiac none. ValueError for what is no cell."""
    number = LAYOUTS[layout].cell_number(cell)
    if number is None:
        raise ValueError(f"{cell!r} is not a cell of {layout}")
    if LAYOUTS[layout].grows:
        x, y = coordinates(number)
        return x, -y
    side = round(len(LAYOUTS[layout].start) ** 0.5)
    return number % side, number // side


def on_ring(turn: float, share: float = 1.0) -> Point:
    """A point of the zodiac: `turn` like a sign's number (12 at the top, clockwise), `share` of the ring's axes."""
    angle = turn * 2 * pi / RING - pi / 2
    return EARTH[0] + ELLIPSE[0] * share * cos(angle), EARTH[1] + ELLIPSE[1] * share * sin(angle)


def arc_between(first: str, second: str) -> list[Point]:
    """The way from one cell of the zodiac to the next in a run: along the ring, or straight through the middle."""
    one, two = int(first[1:]), int(second[1:])
    step = (two - one) % RING
    if one and two and step in (1, RING - 1):
        turns = [one + (1 if step == 1 else -1) * part / 8 for part in range(9)]
        return [on_ring(turn) for turn in turns]
    return [EARTH if name == "z0" else on_ring(int(name[1:])) for name in (first, second)]


def _zodiac() -> Scene:
    at = {f"z{number}": on_ring(number) for number in range(1, RING + 1)} | {"z0": EARTH}
    return Scene(BELOW, ZODIAC_CARD, at)


def _fit(columns: int, rows: int, felt: Bounds) -> tuple[int, float, float]:
    """The width of a card and the steps from cell to cell, for this many columns and rows on a felt."""
    wide = felt[2] - felt[0] - MARGINS[0] - MARGINS[2]
    tall = felt[3] - felt[1] - MARGINS[1] - MARGINS[3]
    across, down = wide / columns, tall / rows
    card = int(min(WIDEST_CARD, across * ACROSS, (down - UNDER) / TALL))
    if card < SMALL_CARD:
        card = int(min(SMALL_CARD - 1, across * ACROSS, (down - UNDER_SMALL) / TALL))
    return card, min(across, card * 1.24 + 6), min(down, card * TALL + UNDER + card * 0.1)


def _grid_middles(
    arrangement: Arrangement, columns: Sequence[int], rows: Sequence[int]
) -> tuple[int, dict[tuple[int, int], Point]]:
    """The width of a card, and the middle of each column and row."""
    felt = arrangement.felt
    card, across, down = _fit(len(columns), len(rows), felt)
    middle_x = (felt[0] + MARGINS[0] + felt[2] - MARGINS[2]) / 2
    middle_y = (felt[1] + MARGINS[1] + felt[3] - MARGINS[3] - UNDER * 0.6) / 2
    left = middle_x - across * (len(columns) - 1) / 2
    top = middle_y - down * (len(rows) - 1) / 2
    return card, {
        (column, row): (round(left + across * i), round(top + down * j))
        for i, column in enumerate(columns)
        for j, row in enumerate(rows)
    }


def _edges(
    card: int, middles: Mapping[tuple[int, int], Point], across: Mapping[int, str], down: Mapping[int, str]
) -> tuple[Label, ...]:
    """The coordinates: below the columns and to the left of the rows."""
    below = max(y for _, y in middles.values()) + card * TALL / 2 + UNDER + 14
    left = min(x for x, _ in middles.values()) - card / 2 - 26
    labels = [
        Label(text, (next(at[0] for key, at in middles.items() if key[0] == column), below))
        for column, text in across.items()
    ]
    labels += [
        Label(text, (left, next(at[1] for key, at in middles.items() if key[1] == row)), "rm")
        for row, text in down.items()
    ]
    return tuple(labels)


def _square(layout: str) -> Scene:
    cells = LAYOUTS[layout].names(LAYOUTS[layout].start)
    side = range(round(len(cells) ** 0.5))
    card, middles = _grid_middles(BESIDE, side, side)
    across = {column: "abcde"[column] for column in side}
    down = {row: str(len(side) - row) for row in side}
    return Scene(
        BESIDE, card, {cell: middles[grid(layout, cell)] for cell in cells}, (), _edges(card, middles, across, down)
    )


def _span(numbers: Iterable[int], more: int = 0) -> range:
    values = list(numbers)
    return range(min(values) - more, max(values) + more + 1)


def _cut(span: range, most: int, middle: float) -> range:
    """At most this many neighbours of a span, with the middle among them as far from both ends as it can be."""
    first = round(middle - (most - 1) / 2)
    first = max(span.start, min(first, span.stop - most))
    return range(first, min(span.stop, first + most))


def _growing(
    layout: str, cells: tuple[str, ...], others: tuple[str, ...], focus: tuple[str, ...], *, is_over: bool
) -> Scene:
    places = [grid(layout, cell) for cell in (*cells, *others)] or [(0, 0)]
    columns, rows = (_span(place[axis] for place in places) for axis in (0, 1))
    wider = [_span((place[axis] for place in places), 1) for axis in (0, 1)]
    window = None
    if not is_over and _fit(len(wider[0]), len(wider[1]), BELOW.felt)[0] >= RINGED:
        columns, rows = wider
    elif _fit(len(columns), len(rows), BELOW.felt)[0] < NARROWEST_CARD:
        seen = [grid(layout, cell) for cell in focus] or places
        columns, rows = (
            _cut(span, most, sum(place[axis] for place in seen) / len(seen))
            for axis, (span, most) in enumerate(zip((columns, rows), WINDOW, strict=True))
        )
        window = columns[0], columns[-1], rows[0], rows[-1]
    card, middles = _grid_middles(BELOW, columns, rows)
    rules = LAYOUTS[layout]
    numbers = [number for number in map(rules.cell_number, cells) if number is not None]
    beside = sorted(touching(numbers) - set(numbers)) if numbers else sorted(rules.centre)
    growth = () if is_over else tuple(cell for cell in rules.names(beside) if grid(layout, cell) in middles)
    cells_in_sight = dict.fromkeys([*cells, *growth, *others])
    at = {cell: middles[grid(layout, cell)] for cell in cells_in_sight if grid(layout, cell) in middles}
    unseen = tuple(cell for cell in cells if cell not in at)
    across = {column: str(column) for column in columns}
    down = {row: str(-row) for row in rows}
    return Scene(BELOW, card, at, growth, _edges(card, middles, across, down), window, unseen)


@lru_cache(maxsize=256)
def scene_of(
    layout: str,
    cells: tuple[str, ...],
    others: tuple[str, ...] = (),
    focus: tuple[str, ...] = (),
    *,
    is_over: bool = False,
) -> Scene:
    """How a field is laid out: its `cells`, `others` beside them that are marked, and the cells to keep in sight.

    Once the match is over, it grows no more.
    """
    if layout == "zodiac":
        return _zodiac()
    if LAYOUTS[layout].grows:
        return _growing(layout, cells, others, focus, is_over=is_over)
    return _square(layout)
