"""The lines that actions follow on a board of any size: arrows for the last actions, and their numbers."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, dist, floor, pi

from PIL import Image

from bot.rules.southern_cross import Jump, Position, Spin, Step
from bot.rules.southern_cross.actions import Action, text_of
from bot.rules.southern_cross.board import TILES
from images.canvas.canvas import (
    SMALLEST_TEXT,
    Area,
    Canvas,
    Pen,
    Point,
    along,
    arc,
    cached_sprite,
    length,
    polar,
    text_box,
)
from images.canvas.palette import Colour, Paint, Theme, legible, lightness, mix
from images.canvas.stamps import circle
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import Scene, Walk, gate
from images.southern_cross.marks import Marks
from images.southern_cross.pieces import counter, tip
from images.southern_cross.rounds import actions

BADGE = 15.0  # radius of an action's number
SEEN = 30.0  # how much lighter, in L*, what was done before is than the lighter tone of the tiles


def ring(reach: float, width: float, paint: Paint, fill: Paint | None = None) -> Image.Image:
    """A circle line whose middle runs at `reach`, filled or not."""
    return circle(reach, paint, width, fill, fine=6)


def stroke(canvas: Canvas, way: Sequence[Point], width: float, paint: Paint, edge: Paint, name: str) -> None:
    """A line with a dark edge along a way, with an arrow's head at its end."""
    margin = ceil(width * 2.2) + 3
    left, top = floor(min(x for x, _ in way)) - margin, floor(min(y for _, y in way)) - margin
    right, bottom = ceil(max(x for x, _ in way)) + margin, ceil(max(y for _, y in way)) + margin
    points = tuple((round(x - left, 1), round(y - top, 1)) for x, y in way)
    sprite = _arrow((right - left, bottom - top), points, width, paint, edge)
    canvas.paste(sprite, ((left + right) / 2, (top + bottom) / 2), name=name)


@cached_sprite
def _arrow(size: tuple[int, int], points: tuple[Point, ...], width: float, paint: Paint, edge: Paint) -> Image.Image:
    pen = Pen(size, 4)
    back = points[max(0, len(points) - 3)]
    angle = atan2(points[-1][1] - back[1], points[-1][0] - back[0])
    head = width * 2.5
    body = along(points, 0, head * 0.6)
    for more, colour in ((2.2, edge), (0.0, paint)):
        if len(body) > 1:
            pen.line(body, colour, width + 2 * more)
            pen.disc(body[0], width / 2 + more, colour)
        tip(pen, polar(points[-1], more * 1.6, angle), angle, head + more * 3.4, colour)
    return pen.reduce()


def hop(start: Point, stop: Point, side: float, bulge: float) -> list[Point]:
    """A bow from one point to another; `side` 1 bends it to the left of its direction, -1 to the right."""
    (x, y), (u, v) = start, stop
    long = dist(start, stop)
    across = (v - y) / long * side, -(u - x) / long * side
    control = (x + u) / 2 + across[0] * bulge * 2, (y + v) / 2 + across[1] * bulge * 2
    steps = 20
    return [
        (
            (1 - t) ** 2 * x + 2 * t * (1 - t) * control[0] + t * t * u,
            (1 - t) ** 2 * y + 2 * t * (1 - t) * control[1] + t * t * v,
        )
        for t in (i / steps for i in range(steps + 1))
    ]


def _outer_side(layout: Scene, over: str, start: Point, stop: Point) -> float:
    """The side on which a bow over a square keeps clear of the middle of its tile, and so of the dial's letter."""
    middle = next(layout.tile_middle(tile) for tile, squares in TILES.items() if over in squares)
    turn = (stop[0] - start[0]) * (middle[1] - start[1]) - (stop[1] - start[1]) * (middle[0] - start[0])
    return 1.0 if turn > 0 else -1.0


def _between(first: str, second: str) -> str:
    """The square between two that a hop joins."""
    return chr((ord(first[0]) + ord(second[0])) // 2) + str((int(first[1]) + int(second[1])) // 2)


def walk_way(layout: Scene, walk: Walk, colour: str, lane: float = 0.0) -> list[Point]:
    """The line that a move or jump follows, from middle to middle; `lane` shifts it sideways, in pixels at full size.

    Out of a base it begins at its straight side, beside the coordinates: a move in the middle between them, a jump
    outside.
    """
    scale = layout.tile / LARGE.tile
    points: list[Point] = []
    squares, jumps = [walk.start, *walk.path], isinstance(walk, Jump)
    for start, stop in pairwise(squares):
        end = layout.middle(stop)
        if start == "base":
            over = min(gate(colour), key=lambda outer: dist(layout.middle(outer), end))
            near_left = dist(layout.point_in_base(colour, -1, 0), end) < dist(layout.point_in_base(colour, 1, 0), end)
            if jumps:
                begin = layout.point_in_base(colour, layout.tile * (-0.37 if near_left else 0.37), -2 * scale)
                part = hop(begin, end, _outer_side(layout, over, begin, end), (26 + lane) * scale)
            else:
                part = [layout.base_middle(colour), end]
        else:
            begin = layout.middle(start)
            if jumps:
                side = _outer_side(layout, _between(start, stop), begin, end)
                part = hop(begin, end, side, (54 + lane) * scale)
            else:
                long = dist(begin, end)
                # Always the same side, whichever way one goes: two ways between the same squares lie beside each other.
                sign = 1 if (start < stop) else -1
                aside = lane * sign * scale / long
                dx, dy = (end[1] - begin[1]) * aside, -(end[0] - begin[0]) * aside
                part = [(begin[0] + dx, begin[1] + dy), (end[0] + dx, end[1] + dy)]
        points += part if not points else part[1:]
    return points


def lanes_of(turn_actions: Sequence[Action]) -> list[float]:
    """For each action the lane it takes, so that those between the same squares lie beside each other."""

    def key(action: Action) -> object:
        if isinstance(action, Spin):
            return action.dial
        return (isinstance(action, Jump), *sorted((action.start, action.target)))

    totals, seen = Counter(map(key, turn_actions)), Counter[object]()
    lanes = []
    for action in turn_actions:
        number = seen[key(action)]
        seen[key(action)] += 1
        if isinstance(action, Spin):
            lanes.append(number * 11.0)
        elif isinstance(action, Jump):
            lanes.append((0.0, -14.0, 12.0)[number % 3])
        else:
            lanes.append((number - (totals[key(action)] - 1) / 2) * 22.0)
    return lanes


def spin_way(layout: Scene, spin: Spin, inward: float = 0.0) -> list[Point]:
    """From the upper left field clockwise to where its counter went, along the rim."""
    scale = layout.tile / LARGE.tile
    start = -3 * pi / 4
    radius = layout.dial - (2 + inward) * scale
    return arc(layout.tile_middle(spin.dial), radius, start, start + spin.amount * pi / 180, 3)


CHAIN = 34.0  # how far the bow of several jumps is from the straight line, in pixels at full size


def _mover(position: Position, marks: Marks) -> str:
    """The colour that took the last actions."""
    first = next((played.before for played in marks.last), position)
    return position.colours[first.active]


def draw_arrows(canvas: Canvas, layout: Scene, position: Position, marks: Marks, theme: Theme) -> list[list[Point]]:
    """Arrows for the actions of the turn, the newest the brightest; the lines they follow, for their numbers."""
    turn_actions = actions(marks)
    colour, counter_at = _mover(position, marks), position.counters
    scale = layout.tile / LARGE.tile
    edge = (*theme.void, 215)
    ways: list[list[Point]] = []
    for number, (action, lane) in enumerate(zip(turn_actions, lanes_of(turn_actions), strict=True)):
        paint = receding(theme) if marks.choosing else fading(len(turn_actions) - 1 - number, theme)
        if isinstance(action, Spin):
            way = spin_way(layout, action, lane)
            stroke(canvas, way, 7.5 * scale, paint, edge, f"spin {action.dial}")
        else:
            way = _in_sight(layout, action, walk_way(layout, action, colour, lane), counter_at)
            stroke(canvas, way, 7.5 * scale, paint, edge, f"way {number + 1}")
            for square in action.path[:-1]:
                if square not in counter_at:
                    canvas.paste(ring(8 * scale, 2, theme.void, paint), layout.middle(square), name=f"over {square}")
                else:  # someone came here later; the line must not run over its emblem
                    sprite = counter(counter_at[square], round(layout.counter), theme)
                    canvas.paste(sprite, layout.middle(square), name=f"{counter_at[square]} {square}", remember=False)
        ways.append(way)
    return ways


def _in_sight(layout: Scene, walk: Walk, whole: Sequence[Point], counters: Container[str]) -> list[Point]:
    """The part of a way that no counter at its ends hides."""
    scale = layout.tile / LARGE.tile
    room = layout.counter / 2 + 3 * scale
    way = along(whole, room if walk.start in counters else 0.0, room if walk.target in counters else 10.0 * scale)
    if len(way) < 2 or length(way) < 24 * scale:  # hardly any room between two counters
        way = along(whole, room * 0.7, room * 0.7)
    return way


def _before(hue: Colour, strength: float, theme: Theme) -> Colour:
    """A seat's colour for what it did before, as faint as its strength has it, but seen on every tile."""
    paint = mix(theme.surface[0], hue, strength)
    while strength < 1 and lightness(paint) < lightness(theme.surface[1]) + SEEN:
        strength += 0.05
        paint = mix(theme.surface[0], hue, strength)
    return paint


def draw_round(canvas: Canvas, layout: Scene, position: Position, marks: Marks, theme: Theme) -> None:
    """What the other seats did before: thin arrows in their colours, beneath the counters.

    Several jumps are one bow from where they began to where they ended, since their own bows would tangle.
    """
    scale = layout.tile / LARGE.tile
    for seat, strength, group in marks.round():
        colour = position.colours[seat]
        paint = _before(legible(theme.seats[colour], theme), strength, theme)
        for played in group:
            action = played.move
            if isinstance(action, Spin):
                way = spin_way(layout, action, 14.0)
            elif not isinstance(action, Step | Jump):
                continue
            else:
                whole = walk_way(layout, action, colour, 9.0)
                if len(action.path) > 1 and whole[0] != whole[-1]:
                    whole = hop(whole[0], whole[-1], 1.0, CHAIN * scale)
                way = _in_sight(layout, action, whole, position.counters)
            stroke(canvas, way, 5.5 * scale, paint, (*theme.void, 150), f"{seat} before: {text_of(action)}")


def draw_numbers(
    canvas: Canvas, layout: Scene, position: Position, marks: Marks, ways: Sequence[Sequence[Point]], theme: Theme
) -> None:
    """The numbers of the actions of the turn."""
    labels = [box for box in canvas.boxes if box.kind == "text"]
    pieces = [layout.middle(square) for square in position.counters]
    turn_actions = actions(marks)
    for number, (action, way) in enumerate(zip(turn_actions, ways, strict=True)):
        paint = fading(len(turn_actions) - 1 - number, theme)
        labels.append(_number(canvas, number + 1, action, way, paint, labels, pieces, layout, theme))


def fading(age: int, theme: Theme) -> Colour:
    """The colour of an action of the turn; the newest, of age 0, is the brightest."""
    return mix(theme.last, theme.path, min(0.6, 0.28 * age))


def receding(theme: Theme) -> Colour:
    """The colour of all actions of the turn while the next one is chosen: that of no seat."""
    return mix(theme.surface[1], theme.last, 0.4)


def _at(way: Sequence[Point], share: float) -> tuple[Point, float]:
    """The point at a share of a way and the way's direction there."""
    goal, turn_actions = length(way) * share, 0.0
    for a, b in pairwise(way):
        step = dist(a, b)
        if step and turn_actions + step >= goal - 1e-6:
            part = (goal - turn_actions) / step
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), atan2(b[1] - a[1], b[0] - a[0])
        turn_actions += step
    return way[-1], 0.0


def _beside(way: Sequence[Point], shares: Iterable[float]) -> Iterator[Point]:
    """Places for a number: on the way first, then ever farther beside it."""
    shares = tuple(shares)
    for aside in (0.0, -12.0, 12.0, -24.0, 24.0, -36.0, 36.0, -50.0, 50.0, -70.0, 70.0):
        for share in shares:
            at, angle = _at(way, share)
            yield polar(at, aside, angle + pi / 2)


def _overlap(box: Area, at: Point, layout: Scene) -> float:
    """How many pixels deep a plate with round ends reaches over a counter."""
    tall = (box.bottom - box.top) / 2
    x = min(max(at[0], box.left + tall), box.right - tall)
    return max(0.0, layout.counter / 2 + tall - 3 - dist(at, (x, box.middle[1])))


def _number(
    canvas: Canvas,
    number: int,
    action: Action,
    way: Sequence[Point],
    paint: Colour,
    labels: Sequence[Area],
    pieces: Sequence[Point],
    layout: Scene,
    theme: Theme,
) -> Area:
    """Write an action's number where it meets no other label and hides little: on the tail of a way, beside a spin."""
    spin = isinstance(action, Spin)
    words = f"{action.amount}°" if isinstance(action, Spin) else ""
    wide = 2 * BADGE + (ceil(text_box(words, SMALLEST_TEXT, "Bold", "lm")[2]) + 11 if words else 0)
    shares = (0.5, 0.42, 0.58, 0.3, 0.7, 0.18, 0.82) if spin else (0.0, 0.12, 0.25, 0.4, 0.5, 0.6)
    best: tuple[float, Area] | None = None
    for rank, (x, y) in enumerate(_beside(way, shares)):
        if best and best[0] <= rank * 0.3:
            break
        box = Area("mark", f"number {number}", x - wide / 2 - 3, y - BADGE - 3, x + wide / 2 + 3, y + BADGE + 3)
        inside = box.left > 12 and box.top > 12 and box.right < canvas.image.width - 12
        met = sum(box.overlaps(other) for other in labels)
        price = rank * 0.3 + 1000 * met + 1000 * (not inside) + 3 * sum(_overlap(box, at, layout) for at in pieces)
        if best is None or price < best[0]:
            best = price, box
    if best is None:
        raise ValueError("a way without an end")
    box = best[1]
    size = round(box.right - box.left - 6), round(box.bottom - box.top - 6)
    canvas.paste(_badge(size, spin, paint, theme), box.middle, name=f"number {number}")
    (x, y), left = box.middle, box.middle[0] - size[0] / 2
    canvas.text((left + BADGE, y), str(number), SMALLEST_TEXT, theme.void, "Bold", "mm")
    if words:
        canvas.text((left + 2 * BADGE + 4, y), words, SMALLEST_TEXT, paint, "Bold")
    return box


@cached_sprite
def _badge(size: tuple[int, int], spin: bool, paint: Colour, theme: Theme) -> Image.Image:
    """What an action's number stands on, at the left end of a dark plate if it's a spin's."""
    pen, half = Pen(size, 4), size[1] / 2
    if spin:
        pen.plate((0, 0, *size), half, theme.void, paint, 2)
    pen.disc((half, half), half, theme.void)
    pen.disc((half, half), half - 1.6, paint)
    return pen.reduce()
