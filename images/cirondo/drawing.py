"""The picture of a Cirondo position: the board, what stands on it, marks, captions and numbers."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from PIL import Image

from bot.rules.api import Document
from images.canvas import SPRITES, WIDTH, Canvas, Pen, Point, along, spaced, text_box
from images.cirondo.board import HEIGHT, surface
from images.cirondo.geometry import (
    CENTRE,
    Space,
    angle,
    height,
    middle,
    move,
    passed,
    space,
    way,
    width,
)
from images.cirondo.pieces import KINDS, empty_place, piece
from images.cirondo.words import (
    QUIET_LIMIT,
    SUPPLY,
    Ended,
    colours,
    count,
    ended,
    side,
    stellar,
    supply,
)
from images.marks import NO_MARKS, Choice, Marks
from images.palette import NIGHT, Colour, Theme, mixed

QUIET_SHOWN = 20  # quiet moves from which on the picture counts them

BADGE_TEXT = 22
BADGE = {1: 12.5, 2: 14.5}  # radius of a choice's disc by the length of its label; fits the cells of ring H

Clear = tuple[int, int, int, int]


@cache
def piece_size(ring: int) -> int:
    """The side of a piece's square on a ring, in pixels."""
    return round(min(height(ring), width(ring)))


def draw(view: Document, marks: Marks = NO_MARKS, theme: Theme = NIGHT) -> Image.Image:
    """The board as everybody sees it: RGB, 1024 pixels wide. A pure function; the picture is the caller's own."""
    return paint(view, marks, theme).image


def paint(view: Document, marks: Marks = NO_MARKS, theme: Theme = NIGHT) -> Canvas:
    """As `draw`, with the boxes of everything that was drawn."""
    end = ended(view, marks)
    shown = end.winners if end else (view["to_move"],)
    canvas = surface(theme, colours(view), tuple(theme.seats[colours(view)[seat]] for seat in shown))
    taken = {space(place): (colour, kind) for colour, kind, place in stellar(view)}
    _supplies(canvas, view, theme)
    _last_moves(canvas, marks, taken, theme)
    for place, (colour, kind) in taken.items():
        sprite = piece(kind, colour, piece_size(place[0]), theme)
        canvas.paste(sprite, middle(place), "piece", f"{colour} {kind}")
    _chosen(canvas, marks, taken, theme)
    _choices(canvas, marks.choices, taken, theme)
    _captions(canvas, view, marks, end, theme)
    _strip(canvas, view, end, theme)
    return canvas


# --- marks ------------------------------------------------------------------------------------------------------------


def _round(radius: float, outline: Clear | Colour, width_: float, fill: Clear | Colour | None = None) -> Image.Image:
    """A circle, filled or not, as a sprite."""

    def drawn() -> Image.Image:
        side_ = 2 * (radius + width_ / 2) + 2
        pen = Pen((side_, side_), 8)
        centre = (pen.size[0] / 2, pen.size[1] / 2)
        if fill:
            pen.disc(centre, radius, fill)
        if width_:
            pen.ring(centre, radius, outline, width_)
        return pen.reduced()

    return SPRITES.get(("round", radius, outline, width_, fill), drawn)


def _cross(reach: float, paint_: Colour) -> Image.Image:
    """A cross whose arms fade towards their ends."""

    def drawn() -> Image.Image:
        pen = Pen((2 * reach + 4, 2 * reach + 4), 8)
        centre = (pen.size[0] / 2, pen.size[1] / 2)
        steps = 12
        for i in range(steps):
            start, stop = reach * i / steps, reach * (i + 1) / steps
            fade = round(255 * (1 - max(0.0, i / steps - 0.6) / 0.4 * 0.9))
            for arm in range(4):
                turn = pi / 4 + arm * pi / 2
                ends = [(centre[0] + r * cos(turn), centre[1] + r * sin(turn)) for r in (start, stop)]
                pen.line(ends, (*paint_, fade), 5)
        return pen.reduced()

    return SPRITES.get(("cross", reach, paint_), drawn)


def _route(start: Space, stop: Space, taken: Iterable[Space]) -> list[Space]:
    """The way a stellar went; on a ring the shorter one that is free."""
    ways = [passed(start, stop)]
    if start[0] == stop[0]:
        ways.append(passed(start, stop, clockwise=False))
    blocks = set(taken)
    return min(ways, key=lambda places_: (any(place in blocks for place in places_[1:-1]), len(places_)))


def _trail(canvas: Canvas, start: Space, stop: Space, taken: Iterable[Space], hue: Colour) -> None:
    """Dots along a move's way, that grow towards its target."""
    reach = (piece_size(start[0]) / 2 + 6, piece_size(stop[0]) / 2 + 6)
    line = along(way(_route(start, stop, taken)), *reach)
    total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))
    dots = max(1, round(total / 9)) if total > 4 else 0
    for number, at in enumerate(spaced(line, dots)):
        share = (number + 0.5) / dots
        dot = _round(round(1.4 + 1.8 * share, 1), hue, 0, (*hue, round(120 + 135 * share)))
        canvas.paste(dot, at, name="trail", remember=False)


def _last_moves(canvas: Canvas, marks: Marks, taken: dict[Space, tuple[str, str]], theme: Theme) -> None:
    """Rings on both ends, a trail of dots that grow towards the target, a cross where something was captured."""
    for age, notation in reversed(list(enumerate(reversed(marks.last)))):
        start, stop, captures = move(notation)
        strength = 1.0 if age == 0 else 0.5
        light = mixed(theme.surface[0], theme.last, strength)
        begin, end = piece_size(start[0]) / 2 + 1, piece_size(stop[0]) / 2 + 1
        _trail(canvas, start, stop, taken, light)
        if captures:
            canvas.paste(_cross(end + 11, theme.capture), middle(stop), name=f"captured on {notation}")
        canvas.paste(_round(begin, light, 1.8), middle(start), name=f"from {notation}")
        canvas.paste(_round(end, light, 3.2), middle(stop), name=f"to {notation}")


def _chosen(canvas: Canvas, marks: Marks, taken: Iterable[Space], theme: Theme) -> None:
    """Strong rings on the places picked; with from and to picked, the way between them."""
    if len(marks.chosen) == 2:
        _trail(canvas, space(marks.chosen[0]), space(marks.chosen[1]), taken, theme.choice)
    for name in marks.chosen:
        place = space(name)
        reach = piece_size(place[0]) / 2 + 1.5
        canvas.paste(_round(reach + 1.5, (*theme.choice, 70), 7), middle(place), name="glow", remember=False)
        canvas.paste(_round(reach, theme.choice, 3.5), middle(place), name=f"chosen {name}")


def _choices(canvas: Canvas, choices: tuple[Choice, ...], taken: dict[Space, tuple[str, str]], theme: Theme) -> None:
    """A labelled disc for each choice: on an empty space in its middle, beside a piece where it hides least."""
    letters = [((box.left + box.right) / 2, (box.top + box.bottom) / 2) for box in canvas.boxes if box.kind == "text"]
    spots = _spots(choices, taken, letters)
    for choice in choices:
        place = space(choice.at)
        if place in taken:
            hue = theme.choice if choice.kind == "piece" else theme.capture
            canvas.paste(_round(piece_size(place[0]) / 2 + 0.5, hue, 2.2), middle(place), name=f"ring {choice.at}")
    for choice, spot in zip(choices, spots, strict=True):
        captures = choice.kind == "target" and space(choice.at) in taken
        hue = theme.capture if captures else theme.choice
        reach = BADGE[min(2, len(choice.label))]
        canvas.paste(_round(reach, theme.void, 1.4, hue), spot, name=f"choice {choice.label}")
        canvas.text(spot, choice.label, BADGE_TEXT, theme.void, "Bold", "mm")


def _spots(choices: tuple[Choice, ...], taken: dict[Space, tuple[str, str]], letters: Sequence[Point]) -> list[Point]:
    """Where the discs of the choices go: they meet neither each other nor a letter, and hide as little as they can."""
    middles = [(middle(place), piece_size(place[0]) / 2) for place in taken]
    spots: dict[int, Point] = {}
    reach = [BADGE[min(2, len(choice.label))] for choice in choices]
    beside = []
    for number, choice in enumerate(choices):
        if space(choice.at) in taken:
            beside.append(number)
        else:
            spots[number] = middle(space(choice.at))
    for number in beside:
        place = space(choices[number].at)
        best: tuple[float, Point] | None = None
        for spot, price in _candidates(place, reach[number]):
            if any(
                hypot(spot[0] - other[0], spot[1] - other[1]) < reach[number] + reach[index] + 1.5
                for index, other in spots.items()
            ):
                continue
            if any(hypot(spot[0] - at[0], spot[1] - at[1]) < reach[number] + 12 for at in letters):
                continue
            if not 24 < spot[0] < WIDTH - 24 or hypot(spot[0] - CENTRE[0], spot[1] - CENTRE[1]) > 456:
                continue
            hidden = sum(
                max(0.0, size + reach[number] - hypot(spot[0] - at[0], spot[1] - at[1])) ** 1.5 for at, size in middles
            )
            if best is None or hidden + price < best[0]:
                best = hidden + price, spot
        if best is None:
            return [_own_spot(space(choice.at), space(choice.at) in taken) for choice in choices]
        spots[number] = best[1]
    return [spots[number] for number in range(len(choices))]


def _candidates(place: Space, reach: float) -> Iterable[tuple[Point, float]]:
    """Spots around a piece, and how much each is out of the usual: to the right of its top is where one looks first."""
    at, size = middle(place), piece_size(place[0]) / 2
    for share in (0.62, 0.3, 0.0):
        for step in range(16):
            turn = step * pi / 8 - pi / 4
            distance = size + reach * share
            yield (at[0] + distance * cos(turn), at[1] + distance * sin(turn)), 4 * min(step, 16 - step)


def _own_spot(place: Space, occupied: bool) -> Point:
    """The spot used when it is too crowded for anything better: the same for every piece, so that no two can meet."""
    at = middle(place)
    if not occupied:
        return at
    turn = angle(place[1])
    return at[0] + 7 * cos(turn), at[1] + 7 * sin(turn)


# --- captions and numbers ---------------------------------------------------------------------------------------------


def _supplies(canvas: Canvas, view: Document, theme: Theme) -> None:
    """The Solar Systems still to come, in the void on the side of their owner."""
    four = view["seats"] == 4
    size = 40 if four else 44
    for seat, colour in enumerate(colours(view)):
        left = supply(view, colour) if seat not in view["defeated"] else 0
        for number in range(SUPPLY):
            if four:
                x = 62 * (1 if seat in (0, 3) else -1) + (number % 2 - 0.5) * 46
                y = 60 * (1 if seat in (0, 1) else -1) + (number // 2 - 0.5) * 46
            else:
                x, y = (number - 1.5) * 54, 54 * (1 if seat == 0 else -1)
            sprite = piece("solars", colour, size, theme) if number < left else empty_place(size, theme)
            canvas.paste(sprite, (CENTRE[0] + x, CENTRE[1] + y), "piece", f"supply {colour}")
    canvas.text(CENTRE, "supply", 22, theme.faint, anchor="mm")


def _captions(canvas: Canvas, view: Document, marks: Marks, end: Ended | None, theme: Theme) -> None:
    """The corners: who is to move or has won, the last move, the quiet moves, the game's name."""
    if end:
        title, below = end.title, end.reason
        hue = theme.seats[colours(view)[end.winners[0]]] if len(end.winners) == 1 else theme.ink
    else:
        seat = view["to_move"]
        title, hue = colours(view)[seat].capitalize(), theme.seats[colours(view)[seat]]
        if seat in view["owed"]:
            below = "opens with a moon"
        elif count(view, seat) == 1:
            below = "makes its last move"
        else:
            below = "to move"
    _fitted(canvas, (30, 50), title, (46, 40, 36, 32, 28), 262, _legible(hue, theme))
    if below:
        _fitted(canvas, (31, 94), below, (28, 26, 24, 22), 204, theme.ink)
    if marks.last:
        canvas.text((WIDTH - 30, 50), marks.last[-1], 34, theme.last, "Bold", "rm")
        canvas.text((WIDTH - 30, 92), "last move", 26, theme.faint, anchor="rm")
    if len(view["quiet"]) >= QUIET_SHOWN:
        canvas.text((30, 970), f"{len(view['quiet'])} of {QUIET_LIMIT}", 30, theme.ink, "Bold")
        canvas.text((30, 1004), "quiet moves", 24, theme.faint)
    canvas.text((WIDTH - 30, 1000), "Cirondo", 34, theme.faint, "Light", "rm")


def _legible(hue: Colour, theme: Theme) -> Colour:
    """A seat colour as text: blue is lifted a little."""
    return mixed(hue, theme.ink, 0.35) if hue == theme.seats["blue"] else hue


def _fitted(canvas: Canvas, at: Point, words: str, sizes: tuple[int, ...], room: float, hue: Colour) -> None:
    """Write in the largest of the sizes that fits into `room` pixels, or in the smallest, shortened."""
    for size in sizes:
        box = text_box(words, size, "Bold", "lm")
        if box[2] - box[0] <= room:
            break
    while text_box(words, size, "Bold", "lm")[2] > room and len(words) > 1:
        words = words[:-2].rstrip() + "…"
    canvas.text(at, words, size, hue, "Bold")


STRIP = (1040.0, HEIGHT - 22.0)  # top and bottom of the plates with numbers
_GAP = 12.0
_MARGIN = 20.0


def _plate(size: tuple[int, int], outline: Colour, line: float, theme: Theme) -> Image.Image:
    def drawn() -> Image.Image:
        pen = Pen(size, 4)
        pen.plate((0, 0, *size), 14, theme.panel, outline, line)
        return pen.reduced()

    return SPRITES.get(("plate", size, outline, line, theme), drawn)


def _strip(canvas: Canvas, view: Document, end: Ended | None, theme: Theme) -> None:
    """A plate for each colour: its name, how it stands, and its numbers."""
    seats = view["seats"]
    wide = round((WIDTH - 2 * _MARGIN - (seats - 1) * _GAP) / seats)
    for seat, colour in enumerate(colours(view)):
        left = _MARGIN + seat * (wide + _GAP)
        top, bottom = STRIP
        hue = theme.seats[colour]
        gone = seat in view["defeated"]
        active = seat in end.winners if end else seat == view["to_move"]
        size = (wide, round(bottom - top))
        plate = _plate(size, hue if active else mixed(theme.panel, hue, 0.35), 3 if active else 2, theme)
        canvas.paste(plate, (left + size[0] / 2, top + size[1] / 2), "mark", f"plate {colour}")
        title = mixed(theme.panel, hue, 0.55) if gone else _legible(hue, theme)
        canvas.text((left + 18, top + 30), colour.capitalize(), 32, title, "Bold")
        if end and end.places:
            tag = ("1st", "2nd", "3rd", "4th")[end.places[seat] - 1]
        elif end:
            tag = "1st" if seat in end.winners else ""
        elif gone:
            tag = "defeated"
        elif view["options"]["teams"]:
            partner = next(other for other in side(view, seat) if other != seat)
            tag = f"with {colours(view)[partner].capitalize()}"
        else:
            tag = ""
        if tag:
            canvas.text((left + wide - 18, top + 30), tag, 24, theme.ink if tag == "1st" else theme.faint, anchor="rm")
        _numbers(canvas, view, colour, (left, top + 76), wide, theme)


def _numbers(canvas: Canvas, view: Document, colour: str, at: Point, wide: int, theme: Theme) -> None:
    """Planets, moons and Solar Systems on the board, and Solar Systems in the supply."""
    roomy = view["seats"] == 2
    icon, letters = (38, 34) if roomy else (30, 28)
    x = at[0] + 16
    for kind in KINDS:
        canvas.paste(piece(kind, colour, icon, theme), (x + icon / 2, at[1]), "piece", f"count {colour} {kind}")
        number = str(len(view["pieces"][colour][kind]))
        end = canvas.text((x + icon + 6, at[1]), number, letters, theme.ink, "Bold")
        x = x + (102 if roomy else 56) if kind != "solars" else end + 8
    left = supply(view, colour)
    words = f"{left or 'none'} in supply" if roomy else f"+{left}"
    if colours(view).index(colour) in view["defeated"]:
        return  # nothing of it can come in any more
    canvas.text((at[0] + wide - 18, at[1]), words, 26, theme.faint, anchor="rm")
