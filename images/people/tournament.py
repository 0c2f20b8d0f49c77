"""A tournament's pictures: how everybody stands, and the brackets of a knock-out.

Names stand beside the emblems where there is room for them; in the message, where every script works, they always do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from bot.text import N_, say
from bot.text.terms import commas
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Bounds, Canvas, Pen, cached_layer, cached_sprite
from images.canvas.palette import Colour, Theme, chosen_theme, mix
from images.canvas.signs import Sign
from images.canvas.stamps import rounded
from images.people.league import COLUMNS, ROW, outcome, small_emblem
from images.people.plates import (
    FINE,
    GAP,
    HEAD,
    MARGIN,
    NAME,
    Standings,
    ground,
    heading,
    name_room,
    points_in_words,
    points_text,
    table_alt,
    write_name,
)
from images.people.podium import crown

MOST_ROWS = 16
"""How many people the table shows."""

LEFT = 158  # room for place and emblem
EMBLEM, SMALL = 60, 44
CELL, WIDEST = 40.0, 64  # pixels of a round at least, and of the field of its result at most

LABEL, SLOT, APART = 60, 54, 22  # heights of a bracket's name and of one person in it, and between two matches
JOINT = 20  # between two rounds
MANY = (
    4  # with so many rounds the first one is BROADER than the others, whose people have two lines of TALL_SLOT pixels
)
BROADER, TALL_SLOT = 1.5, 88


@dataclass(frozen=True, slots=True)
class TournamentTableRow:
    """Somebody's line: `number` is what the emblem follows from.

    `results` has for each round what it brought, in half points, and the places of those they met; None where they
    didn't play. A single opponent's place stands on a field that says how it went, other rounds as points.
    """

    place: int
    number: int
    half_points: int
    buchholz: int
    results: Sequence[tuple[int, tuple[int, ...]] | None]
    gone: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody in a bracket: the number they were drawn with, and what the emblem follows from."""

    drawn: int
    number: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A match of a bracket; None where nobody is known, or nobody is there. `winner` is the one who went through."""

    sides: tuple[Side | None, Side | None] = (None, None)
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket with its name: the matches of each round, each round with half as many as the one before."""

    name: str
    rounds: Sequence[Sequence[Pair]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """The columns for points and Buchholz: the pixels that their headings have, and with the room beside them."""

    headings: tuple[float, float]
    wide: float

    @property
    def middles(self) -> tuple[float, float]:
        right = WIDTH - MARGIN - self.headings[1] / 2 - 10
        return right - sum(self.headings) / 2 - 8, right


USUAL, TIGHT = _Sums((92.0, 136.0), 250), _Sums((80.0, 106.0), 216)  # and beside more than MOST_ROUNDS
MOST_ROUNDS = 8


def _sums(rounds: int) -> _Sums:
    return TIGHT if rounds > MOST_ROUNDS else USUAL


def draw_table(table: Standings[TournamentTableRow]) -> Image.Image:
    """The first `MOST_ROWS` of the table, as tall as they need."""
    theme = chosen_theme()
    rows = table.rows[:MOST_ROWS]
    rounds = len(rows[0].results) if rows else 0
    sums = _sums(rounds)
    names = name_room((row.name for row in rows), WIDTH - 2 * MARGIN - LEFT - sums.wide, rounds, CELL)
    canvas = _ground(len(rows), theme)
    heading(canvas, table.title, table.remark, theme, table.sign)
    width, top = _cell(rounds, names), MARGIN + HEAD + GAP
    for index in range(rounds):
        x = MARGIN + LEFT + names + width * (index + 0.5)
        canvas.text((x, top + COLUMNS / 2), str(index + 1), SMALLEST_TEXT, theme.faint, "Semibold", "mm")
    for x, words, room in zip(sums.middles, (N_("Points"), N_("Opponents")), sums.headings, strict=True):
        canvas.fit_text((x, top + COLUMNS / 2), say(words), (SMALLEST_TEXT,), room, theme.faint, "Semibold", "mm")
    for index, row in enumerate(rows):
        _row(canvas, row, top + COLUMNS + ROW * index, (names, width), theme)
    return canvas.image


def alt(table: Standings[TournamentTableRow]) -> str:
    """The table in words."""
    lines = []
    for row in table.rows[:MOST_ROWS]:
        words = N_("{place}: {points}, opponents {buchholz}")
        if row.gone:
            words = N_("{place}: {points}, opponents {buchholz}, left")
        points, buchholz = points_in_words(row.half_points), points_text(row.buchholz)
        lines.append(say(words, place=row.place, points=points, buchholz=buchholz))
    return table_alt(table.title, table.remark, lines)


def draw_brackets(title: str, remark: str, brackets: Sequence[Bracket], sign: Sign | None = None) -> Image.Image:
    """The brackets below each other, and the `sign` of their game."""
    theme = chosen_theme()
    canvas = _empty(_shapes(brackets), theme)
    heading(canvas, title, remark, theme, sign)
    top: float = MARGIN + HEAD + GAP
    for bracket in brackets:
        canvas.text((MARGIN + 24, top + LABEL / 2), bracket.name, 30, theme.faint, "Semibold", "lm")
        for column, pairs in enumerate(bracket.rounds):
            for number, pair in enumerate(pairs):
                place = _place(len(bracket.rounds), column, number, top + LABEL)
                _pair(canvas, pair, place, theme, is_final=column + 1 == len(bracket.rounds))
        top += _height(len(bracket.rounds[0]))
    return canvas.image


def brackets_alt(title: str, remark: str, brackets: Sequence[Bracket]) -> str:
    """The brackets in words."""
    lines = []
    for bracket in brackets:
        for number, pairs in enumerate(bracket.rounds, start=1):
            phrases = [_in_words(pair) for pair in pairs if any(pair.sides)]
            if phrases:
                words = N_("{bracket}, column {number}: {matches}")
                lines.append(say(words, bracket=bracket.name, number=number, matches=commas(phrases)))
    return table_alt(title, remark, lines)


def _in_words(pair: Pair) -> str:
    """Who plays whom, by their numbers of the draw."""
    one, other = (None if side is None else side.drawn for side in pair.sides)
    if one is None or other is None:
        words = N_("{one} waits for an opponent") if pair.winner is None else N_("{one} has a bye")
        return say(words, one=one or other)
    words = N_("{one} against {other}") if pair.winner is None else N_("{one} against {other}, {winner} goes on")
    return say(words, one=one, other=other, winner=pair.winner)


def _cell(rounds: int, names: float) -> float:
    return (WIDTH - 2 * MARGIN - LEFT - names - _sums(rounds).wide) / max(1, rounds)


def _row(canvas: Canvas, row: TournamentTableRow, top: float, rooms: tuple[float, float], theme: Theme) -> None:
    """A row, with room for a name and for each result."""
    (names, width), sums = rooms, _sums(len(row.results))
    middle, ink = top + ROW / 2, theme.faint if row.gone else theme.ink
    canvas.text((MARGIN + 44, middle), str(row.place), 36, ink, "Bold", "mm")
    canvas.paste(small_emblem(row.number, EMBLEM, theme), (MARGIN + 110, middle), name="emblem")
    write_name(canvas, (MARGIN + LEFT - 6, middle), row.name, names, ink)
    for index, result in enumerate(row.results):
        if result is None:
            continue
        half_points, opponents = result
        x = MARGIN + LEFT + names + width * (index + 0.5)
        words, hue = points_text(half_points), ink
        if len(opponents) == 1:
            field = outcome(half_points, min(WIDEST, round(width) - 4), theme)
            canvas.paste(field, (x, middle), remember=False)
            words, hue = str(opponents[0]), ink if half_points else theme.faint
        canvas.text((x, middle), words, SMALLEST_TEXT, hue, "Semibold", "mm")
    words = say(N_("left")) if row.gone else points_text(row.half_points)
    sizes = (32, 28) if row.gone else (40,)
    hue = theme.seats["gold"] if row.place == 1 and not row.gone else ink
    canvas.fit_text((sums.middles[0], middle), words, sizes, sums.headings[0], hue, "Bold", "mm")
    canvas.text((sums.middles[1], middle), points_text(row.buchholz), 28, theme.faint, "Semibold", "mm")


@cached_layer
def _ground(rows: int, theme: Theme) -> Canvas:
    top: float = MARGIN + HEAD + GAP
    bottom = top + COLUMNS + ROW * rows
    pen = ground(bottom + MARGIN, [(MARGIN, MARGIN + HEAD), (top, bottom)], theme)
    faint = mix(theme.panel, theme.line, 0.6)
    for index in range(rows):
        y = top + COLUMNS + ROW * index
        pen.line([(MARGIN + 2, y), (WIDTH - MARGIN - 2, y)], faint, 1.5)
    return Canvas(pen.reduce())


def _height(matches: int) -> float:
    return LABEL + matches * (2 * SLOT + APART)


def _shapes(brackets: Sequence[Bracket]) -> tuple[tuple[int, int], ...]:
    """How many rounds each bracket has, and how many matches in the first."""
    return tuple((len(one.rounds), len(one.rounds[0])) for one in brackets)


def _place(rounds: int, column: int, number: int, top: float) -> Bounds:
    """Where a match of a bracket with so many rounds stands: left, top, right and bottom."""
    columns = max(2, rounds)
    first = BROADER if columns >= MANY else 1.0
    width = (WIDTH - 2 * MARGIN - JOINT * (columns - 1)) / (columns - 1 + first)
    pitch = (2 * SLOT + APART) * 2**column
    middle, own = top + pitch * (number + 0.5), width if column else width * first
    left = MARGIN + column * (width + JOINT) + (width * (first - 1) if column else 0)
    tall = TALL_SLOT if column and columns >= MANY else SLOT
    return left, middle - tall, left + own, middle + tall


@cached_layer
def _empty(brackets: tuple[tuple[int, int], ...], theme: Theme) -> Canvas:
    """The plates of brackets with so many rounds, and so many matches in the first."""
    top: float = MARGIN + HEAD + GAP
    height = top + sum(_height(matches) for _, matches in brackets) + MARGIN
    pen = ground(height, [(MARGIN, MARGIN + HEAD)], theme)
    for rounds, matches in brackets:
        for column in range(rounds):
            for number in range(matches >> column):
                left, upper, right, lower = _place(rounds, column, number, top + LABEL)
                middle = (upper + lower) / 2
                if column + 1 < rounds:
                    _, above, _, below = _place(rounds, column + 1, number // 2, top + LABEL)
                    turn, end = right + JOINT / 2, (above + below) / 2
                    pen.line([(right, middle), (turn, middle), (turn, end), (right + JOINT, end)], theme.path, 2.5)
                pen.plate((left, upper, right, lower), 10, theme.panel, theme.line, 2)
                pen.line([(left + 2, middle), (right - 2, middle)], mix(theme.panel, theme.line, 0.6), 1.5)
        top += _height(matches)
    return Canvas(pen.reduce())


def _pair(canvas: Canvas, pair: Pair, box: Bounds, theme: Theme, *, is_final: bool) -> None:
    """A match, or a bye. Who wins the final is lit in gold and has a crown."""
    left, upper, whole, lower = box
    slot = (lower - upper) / 2
    line = slot / 4 if slot > SLOT else 0.0  # from its middle to that of either line
    lit = theme.seats["gold" if is_final else "green"]
    for index, side in enumerate(pair.sides):
        middle, right = upper + slot * (index + 0.5), whole
        if side is None:
            if pair.winner is not None:
                room = right - left - 58 - NAME
                canvas.fit_text((left + 58, middle), say(N_("bye")), (SMALLEST_TEXT,), room, theme.faint, "Semibold")
            continue
        out = pair.winner not in (None, side.drawn)
        if pair.winner == side.drawn:
            beneath = _through(round(right - left) - 6, round(slot) - 6, lit, theme)
            canvas.paste(beneath, ((left + right) / 2, middle), remember=False)
        canvas.paste(small_emblem(side.number, SMALL, theme), (left + 28, middle), name="emblem")
        hue = theme.faint if out else theme.ink
        above = middle - line
        begins = canvas.text((left + 58, above), str(side.drawn), SMALLEST_TEXT, hue, "Bold", "lm") + 12
        if pair.winner == side.drawn and is_final:
            canvas.paste(crown(36, theme), (right - 30, above), name="crown")
            right -= 46
        elif pair.winner == side.drawn:
            pen = Pen((16, 26), FINE)
            pen.polygon([(1, 1), (15, 13), (1, 25)], lit)
            canvas.paste(pen.reduce(), (right - 16, above), name="arrow")
            right -= 20
        begins, right = (left + 58, whole) if line else (begins, right)
        write_name(canvas, (begins, middle + line), side.name, right - begins, hue)


@cached_sprite
def _through(wide: int, tall: int, hue: Colour, theme: Theme) -> Image.Image:
    """What lies beneath the one who goes on."""
    return rounded((wide, tall), 8, mix(theme.panel, hue, 0.3))
