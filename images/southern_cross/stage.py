"""What changes on a board of any size: counters, clusters, constellations, the last actions, what can be chosen."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import asin, atan2, ceil, floor, hypot, pi

from PIL import Image, ImageFilter

from bot.rules.api import Document
from bot.rules.southern_cross.board import COUNTERS, DIALS, TILES
from images.canvas import SMALLEST_TEXT, SPRITES, Box, Canvas, Pen, Point, along, arc, polar, star, text_box
from images.marks import Choice, Marks
from images.palette import Colour, Theme, mixed
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import HOMES, OUTWARD, Amount, Layout, Walk, gate, neighbours, place, tile_of
from images.southern_cross.pieces import STARLIGHT, WHITE, counter, cross, ghost, tip
from images.southern_cross.words import (
    actions,
    active,
    at_stake,
    colours,
    counters,
    full_tiles,
    in_base,
    largest_cluster,
    sent_home,
)

BADGE = 15.0  # radius of an action's number
BIG = 26.0  # radius of a choice's disc on an empty square
DISC = 21.0  # radius of a choice's disc
LABEL = {1: 1.54, 2: 1.3}  # line height of a choice's label in radii of its disc, by its length
PILL_TEXT = 24  # line height of an amount
PILL = 17.0  # radius of its disc where an amount stands beside it
CROWD = 16.0  # radius of a disc where many choices share a place

Paint = Colour | tuple[int, int, int, int]


def set_up(canvas: Canvas, layout: Layout, view: Document, marks: Marks, winners: Sequence[int], theme: Theme) -> None:
    """Lay a position with its marks on a board; `winners` are the seats whose clusters won."""
    taken = counters(view)
    size = round(layout.counter)
    _constellations(canvas, layout, view, theme)
    for seat, colour in enumerate(colours(view)):
        _cluster(canvas, layout, view, colour, theme, won=seat in winners)
    for square, colour in sent_home(marks).items():
        if square not in taken:
            canvas.paste(ghost(colour, size, theme), layout.middle(square), name=f"gone {square}")
    for square, colour in taken.items():
        canvas.paste(counter(colour, size, theme), layout.middle(square), "piece", f"{colour} {square}")
    for colour in HOMES:
        resting = counter(colour, round(layout.resting), theme)
        for at in layout.rests(colour)[: in_base(view, colour)]:
            canvas.paste(resting, at, "piece", f"{colour} base")
    if view["special"]:
        for square in at_stake(view, view["to_move"]):
            canvas.paste(ring(layout.counter / 2 + 1.5, 4, WHITE), layout.middle(square), name=f"at stake {square}")
    _rings(canvas, layout, view, marks.choices, theme)
    fixed = _fixed(layout, view, marks.choices)
    ways = _arrows(canvas, layout, view, marks, theme)
    _chosen(canvas, layout, view, marks.chosen, theme)
    if layout.tile > 0.7 * LARGE.tile:  # on a small board numbers would be too small to read
        _numbers(canvas, layout, view, marks, ways, [spot.box for spot in fixed.values()], theme)
        _choices(canvas, marks.choices, _spots(canvas, layout, view, marks.choices, fixed), theme)


# --- shapes that are kept ---------------------------------------------------------------------------------------------


def ring(reach: float, width: float, paint: Paint, fill: Paint | None = None) -> Image.Image:
    """A circle line whose middle runs at `reach`, filled or not."""

    def drawn() -> Image.Image:
        side = 2 * (reach + width / 2) + 2
        pen = Pen((side, side), 6)
        centre = (pen.size[0] / 2, pen.size[1] / 2)
        if fill:
            pen.disc(centre, reach, fill)
        if width:
            pen.ring(centre, reach, paint, width)
        return pen.reduced()

    return SPRITES.get(("southern_cross", "ring", reach, width, paint, fill), drawn)


def stroke(
    canvas: Canvas, way: Sequence[Point], width: float, paint: Paint, edge: Paint, name: str, *, head: bool = True
) -> None:
    """A line with a dark edge along a way, with an arrow's head at its end."""
    margin = ceil(width * 2.2) + 3
    left, top = floor(min(x for x, _ in way)) - margin, floor(min(y for _, y in way)) - margin
    right, bottom = ceil(max(x for x, _ in way)) + margin, ceil(max(y for _, y in way)) + margin
    points = tuple((round(x - left, 1), round(y - top, 1)) for x, y in way)

    def drawn() -> Image.Image:
        pen = Pen((right - left, bottom - top), 4)
        back = points[max(0, len(points) - 3)]
        angle = atan2(points[-1][1] - back[1], points[-1][0] - back[0])
        size = width * 2.5
        body = along(points, 0, size * 0.6) if head else list(points)
        for more, colour in ((2.2, edge), (0.0, paint)):
            if len(body) > 1:
                pen.line(body, colour, width + 2 * more)
                pen.disc(body[0], width / 2 + more, colour)
            if head:
                tip(pen, polar(points[-1], more * 1.6, angle), angle, size + more * 3.4, colour)
            elif len(body) > 1:
                pen.disc(body[-1], width / 2 + more, colour)
        return pen.reduced()

    key = ("southern_cross", "stroke", points, width, paint, edge, head)
    canvas.paste(SPRITES.get(key, drawn), ((left + right) / 2, (top + bottom) / 2), name=name)


# --- constellations and clusters --------------------------------------------------------------------------------------


def _glow(tile: float, dial: float, round_: bool, strength: float) -> Image.Image:
    """Starlight round a tile: a soft halo, a bright edge, a star in each corner."""

    def drawn() -> Image.Image:
        side = ceil(tile * 1.3)
        pen = Pen((side, side), 2)
        centre, half = (side / 2, side / 2), tile * 0.465

        def edge(width: float, paint: Paint) -> None:
            if round_:
                pen.ring(centre, dial + tile * 0.004, paint, width)
            else:
                box = (centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)
                pen.plate(box, tile * 0.08, None, (paint[0], paint[1], paint[2]), width)

        edge(tile * 0.07, STARLIGHT)
        halo = pen.image.filter(ImageFilter.GaussianBlur(tile * 0.05 * 2))
        halo.putalpha(halo.getchannel("A").point(lambda value: min(255, round(value * 1.5 * strength))))
        solid = Image.new("RGBA", halo.size, (*STARLIGHT, 0))
        solid.putalpha(halo.getchannel("A"))
        pen.image.paste(solid)
        edge(tile * (0.012 + 0.008 * strength), mixed(STARLIGHT, WHITE, 0.3))
        reach = tile * 0.43
        for across in (-1, 1):
            for down in (-1, 1):
                at = centre[0] + across * reach, centre[1] + down * reach
                pen.polygon(star(at, tile * (0.05 + 0.03 * strength), tile * 0.014, 4), WHITE)
        return pen.reduced()

    return SPRITES.get(("southern_cross", "glow", tile, dial, round_, strength), drawn)


def _constellations(canvas: Canvas, layout: Layout, view: Document, theme: Theme) -> None:
    special = view["special"]["tile"] if view["special"] else None
    for tile in TILES:
        if tile == special or tile in full_tiles(view):
            sprite = _glow(layout.tile, layout.dial, tile in DIALS, 1.0 if tile == special else 0.5)
            canvas.paste(sprite, layout.tile_middle(tile), name=f"constellation {tile}")


def _bar(long: float, width: float, paint: Paint, edge: Paint, upright: bool) -> Image.Image:
    """A link between two counters."""

    def drawn() -> Image.Image:
        size = (width + 6, long) if upright else (long, width + 6)
        pen = Pen(size, 4)
        x, y = pen.size[0] / 2, pen.size[1] / 2
        ends = [(x, 0.0), (x, float(pen.size[1]))] if upright else [(0.0, y), (float(pen.size[0]), y)]
        pen.line(ends, edge, width + 5)
        pen.line(ends, paint, width)
        return pen.reduced()

    return SPRITES.get(("southern_cross", "bar", long, width, paint, edge, upright), drawn)


def _cluster(canvas: Canvas, layout: Layout, view: Document, colour: str, theme: Theme, *, won: bool) -> None:
    """Links between neighbouring counters of a colour off its home tile: only those count for a cluster.

    A cluster that has won shines.
    """
    hue = theme.seats[colour]
    away = [square for square, found in counters(view).items() if found == colour]
    away = [square for square in away if square not in TILES[HOMES[colour]]]
    best = largest_cluster(view, colour)
    shines = won and len(best) == COUNTERS
    width = layout.tile * (0.1 if shines else 0.062)
    paint = mixed(hue, WHITE, 0.55) if shines else mixed(hue, WHITE, 0.08)
    if shines:
        for square in best:
            reach = layout.counter * 0.56
            halo = ring(reach, layout.tile * 0.03, (*mixed(hue, WHITE, 0.7), 255), (*WHITE, 60))
            canvas.paste(halo, layout.middle(square), name=f"won {square}")
    for square in away:
        for other in neighbours(square):
            if other in away and square < other:
                (x, y), (u, v) = layout.middle(square), layout.middle(other)
                long = round(hypot(u - x, v - y) - layout.counter * 0.7)
                bar = _bar(long, width, paint, (*theme.void, 150), u == x)
                canvas.paste(bar, ((x + u) / 2, (y + v) / 2), name=f"link {square}{other}", remember=False)


# --- the last actions -------------------------------------------------------------------------------------------------


def _hop(start: Point, stop: Point, side: float, bulge: float) -> list[Point]:
    """A bow from one point to another; `side` 1 bends it to the left of its direction, -1 to the right."""
    (x, y), (u, v) = start, stop
    long = hypot(u - x, v - y)
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


def _outer_side(layout: Layout, over: str, start: Point, stop: Point) -> float:
    """The side on which a bow over a square keeps clear of the middle of its tile, and so of the dial's letter."""
    middle = next(layout.tile_middle(tile) for tile, squares in TILES.items() if over in squares)
    turn = (stop[0] - start[0]) * (middle[1] - start[1]) - (stop[1] - start[1]) * (middle[0] - start[0])
    return 1.0 if turn > 0 else -1.0


def _apart(first: Point, second: Point) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


def _between(first: str, second: str) -> str:
    """The square between two that a hop joins."""
    return chr((ord(first[0]) + ord(second[0])) // 2) + str((int(first[1]) + int(second[1])) // 2)


def walk_way(layout: Layout, walk: Walk, colour: str, lane: float = 0.0) -> list[Point]:
    """The line that a move or jump follows, from middle to middle; `lane` shifts it sideways, in pixels at full size.

    Out of a base it begins at its straight side, beside the coordinates: a move in the middle between them, a jump
    outside.
    """
    scale = layout.tile / LARGE.tile
    points: list[Point] = []
    squares = [walk.start, *walk.squares]
    for start, stop in pairwise(squares):
        end = layout.middle(stop)
        if start == "base":
            over = min(gate(colour), key=lambda outer: _apart(layout.middle(outer), end))
            near_left = _apart(layout.based(colour, -1, 0), end) < _apart(layout.based(colour, 1, 0), end)
            if walk.jumps:
                begin = layout.based(colour, layout.tile * (-0.37 if near_left else 0.37), -2 * scale)
                part = _hop(begin, end, _outer_side(layout, over, begin, end), (26 + lane) * scale)
            else:
                begin = layout.base_middle(colour)
                part = [begin, end]
        else:
            begin = layout.middle(start)
            if walk.jumps:
                side = _outer_side(layout, _between(start, stop), begin, end)
                part = _hop(begin, end, side, (54 + lane) * scale)
            else:
                long = hypot(end[0] - begin[0], end[1] - begin[1])
                # Always the same side, whichever way one goes: two ways between the same squares lie beside each other.
                sign = 1 if (start < stop) else -1
                dx, dy = (
                    (end[1] - begin[1]) / long * lane * sign * scale,
                    -(end[0] - begin[0]) / long * lane * sign * scale,
                )
                part = [(begin[0] + dx, begin[1] + dy), (end[0] + dx, end[1] + dy)]
        points += part if not points else part[1:]
    return points


def _lanes(done: Sequence[Walk | Amount]) -> list[float]:
    """For each action the lane it takes, so that those between the same squares lie beside each other."""

    def key(action: Walk | Amount) -> object:
        if isinstance(action, Amount):
            return action.dial
        return (action.jumps, *sorted((action.start, action.squares[-1])))

    totals, seen = Counter(map(key, done)), Counter[object]()
    lanes = []
    for action in done:
        number = seen[key(action)]
        seen[key(action)] += 1
        if isinstance(action, Amount):
            lanes.append(number * 11.0)
        elif action.jumps:
            lanes.append((0.0, -14.0, 12.0)[number % 3])
        else:
            lanes.append((number - (totals[key(action)] - 1) / 2) * 22.0)
    return lanes


def _spin_way(layout: Layout, spin: Amount, inward: float = 0.0) -> list[Point]:
    """From the upper left field clockwise to where its counter went, along the rim."""
    scale = layout.tile / LARGE.tile
    start = -3 * pi / 4
    radius = layout.dial - (2 + inward) * scale
    return arc(layout.tile_middle(spin.dial), radius, start, start + spin.degrees * pi / 180, 3)


def _mover(view: Document, marks: Marks) -> str:
    """The colour that took the last actions."""
    for played in marks.last:
        if played.before:
            return colours(view)[active(played.before)]
        if played.seat is not None:
            return colours(view)[played.seat]
    return colours(view)[active(view)]


def _arrows(canvas: Canvas, layout: Layout, view: Document, marks: Marks, theme: Theme) -> list[list[Point]]:
    """Arrows for the actions of the turn, the newest the brightest; the lines they follow, for their numbers."""
    done = actions(marks)
    colour, taken = _mover(view, marks), counters(view)
    scale = layout.tile / LARGE.tile
    edge = (*theme.void, 215)
    ways: list[list[Point]] = []
    for number, (action, lane) in enumerate(zip(done, _lanes(done), strict=True)):
        paint = fading(len(done) - 1 - number, theme)
        if isinstance(action, Amount):
            way = _spin_way(layout, action, lane)
            stroke(canvas, way, 7.5 * scale, paint, edge, f"spin {action.dial}")
        else:
            whole = walk_way(layout, action, colour, lane)
            room = layout.counter / 2 + 3 * scale
            first = room if action.start in taken else 0.0
            last = room if action.squares[-1] in taken else 10.0 * scale
            way = along(whole, first, last)
            if len(way) < 2 or _long(way) < 24 * scale:  # hardly any room between two counters
                way = along(whole, room * 0.7, room * 0.7)
            stroke(canvas, way, 7.5 * scale, paint, edge, f"way {number + 1}")
            for square in action.squares[:-1]:
                if square not in taken:
                    canvas.paste(ring(8 * scale, 2, theme.void, paint), layout.middle(square), name=f"over {square}")
                else:  # somebody came here later; the line must not run over its emblem
                    sprite = counter(taken[square], round(layout.counter), theme)
                    canvas.paste(sprite, layout.middle(square), remember=False)
        ways.append(way)
    return ways


def _numbers(
    canvas: Canvas,
    layout: Layout,
    view: Document,
    marks: Marks,
    ways: Sequence[Sequence[Point]],
    reserved: Sequence[Box],
    theme: Theme,
) -> None:
    """The numbers of the actions of the turn, away from what is `reserved`."""
    placed = [*reserved, *(box for box in canvas.boxes if box.kind == "text")]
    pieces = [layout.middle(square) for square in counters(view)]
    done = actions(marks)
    for number, (action, way) in enumerate(zip(done, ways, strict=True)):
        paint = fading(len(done) - 1 - number, theme)
        placed.append(_number(canvas, number + 1, action, way, paint, placed, pieces, layout, theme))


def fading(age: int, theme: Theme) -> Colour:
    """The colour of an action of the turn; the newest, of age 0, is the brightest."""
    return mixed(theme.last, theme.path, min(0.6, 0.28 * age))


def _long(way: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _at(way: Sequence[Point], share: float) -> tuple[Point, float]:
    """The point at a share of a way and the way's direction there."""
    goal, done = _long(way) * share, 0.0
    for a, b in pairwise(way):
        step = hypot(b[0] - a[0], b[1] - a[1])
        if step and done + step >= goal - 1e-6:
            part = (goal - done) / step
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), atan2(b[1] - a[1], b[0] - a[0])
        done += step
    return way[-1], 0.0


def _beside(way: Sequence[Point], shares: Iterable[float]) -> Iterator[Point]:
    """Places for a number: on the way first, then ever farther beside it."""
    shares = tuple(shares)
    for aside in (0.0, -12.0, 12.0, -24.0, 24.0, -36.0, 36.0, -50.0, 50.0, -70.0, 70.0):
        for share in shares:
            at, angle = _at(way, share)
            yield polar(at, aside, angle + pi / 2)


def _covered(box: Box, at: Point, layout: Layout) -> float:
    """How many pixels deep a plate with round ends reaches over a counter."""
    tall = (box.bottom - box.top) / 2
    x = min(max(at[0], box.left + tall), box.right - tall)
    return max(0.0, layout.counter / 2 + tall - 3 - hypot(at[0] - x, at[1] - (box.top + box.bottom) / 2))


def _number(
    canvas: Canvas,
    number: int,
    action: Walk | Amount,
    way: Sequence[Point],
    paint: Colour,
    placed: Sequence[Box],
    pieces: Sequence[Point],
    layout: Layout,
    theme: Theme,
) -> Box:
    """Write an action's number where it meets no other label and hides little: on the tail of a way, beside a spin."""
    spin = isinstance(action, Amount)
    words = f"{action.degrees}°" if isinstance(action, Amount) else ""
    wide = 2 * BADGE + (ceil(text_box(words, 25, "Bold", "lm")[2]) + 11 if words else 0)
    shares = (0.5, 0.42, 0.58, 0.3, 0.7, 0.18, 0.82) if spin else (0.0, 0.12, 0.25, 0.4, 0.5, 0.6)
    best: tuple[float, Box] | None = None
    for rank, (x, y) in enumerate(_beside(way, shares)):
        if best and best[0] <= rank * 0.3:
            break
        box = Box("mark", f"number {number}", x - wide / 2 - 3, y - BADGE - 3, x + wide / 2 + 3, y + BADGE + 3)
        inside = box.left > 12 and box.top > 12 and box.right < canvas.image.width - 12
        met = sum(box.overlaps(other) for other in placed)
        price = rank * 0.3 + 1000 * met + 1000 * (not inside) + 3 * sum(_covered(box, at, layout) for at in pieces)
        if best is None or price < best[0]:
            best = price, box
    if best is None:
        raise ValueError("a way without an end")
    box = best[1]
    size = round(box.right - box.left - 6), round(box.bottom - box.top - 6)

    def drawn() -> Image.Image:
        pen = Pen(size, 4)
        if spin:
            pen.plate((0, 0, *size), size[1] / 2, theme.void, paint, 2)
        pen.disc((size[1] / 2, size[1] / 2), size[1] / 2, theme.void)
        pen.disc((size[1] / 2, size[1] / 2), size[1] / 2 - 1.6, paint)
        return pen.reduced()

    sprite = SPRITES.get(("southern_cross", "number", size, spin, paint, theme), drawn)
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    canvas.paste(sprite, middle, name=f"number {number}")
    left = middle[0] - size[0] / 2
    canvas.text((left + BADGE, middle[1]), str(number), 25, theme.void, "Bold", "mm")
    if words:
        canvas.text((left + 2 * BADGE + 4, middle[1]), words, 25, paint, "Bold")
    return box


# --- choosing ---------------------------------------------------------------------------------------------------------


def _own_base(view: Document) -> str:
    """The colour whose base "base" means: of the seat to move."""
    return colours(view)[view["to_move"] if view["to_move"] is not None else active(view)]


def _chosen(canvas: Canvas, layout: Layout, view: Document, chosen: Sequence[str], theme: Theme) -> None:
    """Strong rings on what has been picked, an arc for a spin's amount, and the way between two places."""
    scale = layout.tile / LARGE.tile
    places = [place(name) for name in chosen]
    squares = [found for found in places if isinstance(found, str)]
    going_home = view["phase"] == "remove"
    if len(squares) == len(places) > 1 and not going_home:
        for start, stop in pairwise(squares):
            begin = 0 if start == "base" else layout.counter / 2 + 4 * scale
            way = along(_chosen_way(layout, start, stop, _own_base(view)), begin, 9 * scale)
            if len(way) > 1:
                stroke(canvas, way, 6.5 * scale, theme.choice, (*theme.void, 215), "chosen way")
    for name, found in zip(chosen, places, strict=True):
        if isinstance(found, Amount):
            if found.degrees:
                stroke(canvas, _spin_way(layout, found), 8 * scale, theme.choice, (*theme.void, 215), f"chosen {name}")
            else:
                at, reach = layout.tile_middle(found.dial), layout.dial - 3 * scale
                canvas.paste(ring(reach, 12 * scale, (*theme.choice, 70)), at, name="glow", remember=False)
                canvas.paste(ring(reach, 5 * scale, theme.choice), at, name=f"chosen {name}")
        elif found == "base":
            _half_ring(canvas, layout, _own_base(view), theme.choice, 5 * scale, f"chosen {name}")
        else:
            reach = layout.counter / 2 + 2 * scale
            canvas.paste(
                ring(reach + 2, 11 * scale, (*theme.choice, 80)), layout.middle(found), name="glow", remember=False
            )
            canvas.paste(ring(reach, 5 * scale, theme.choice), layout.middle(found), name=f"chosen {name}")
            if going_home:
                canvas.paste(cross(round(layout.counter), theme), layout.middle(found), name=f"leaving {name}")


def _chosen_way(layout: Layout, start: str, stop: str, colour: str) -> list[Point]:
    """The line from one picked place to the next: a move, a hop, or a bow where hops are left out."""
    if start == "base":
        return walk_way(layout, Walk(start, (stop,), stop not in gate(colour) and stop in TILES[HOMES[colour]]), colour)
    across, up = abs(ord(start[0]) - ord(stop[0])), abs(int(start[1]) - int(stop[1]))
    if across + up == 1 or (across, up) in ((0, 2), (2, 0)):
        return walk_way(layout, Walk(start, (stop,), across + up == 2), colour)
    if start == stop:
        return []
    return _hop(layout.middle(start), layout.middle(stop), 1.0, layout.tile * 0.15)


def _half_ring(canvas: Canvas, layout: Layout, colour: str, paint: Colour, width: float, name: str) -> None:
    """A line round a base."""
    reach = layout.base - width / 2

    def drawn() -> Image.Image:
        side = 2 * layout.base + 4
        pen = Pen((side, side), 4)
        turn = OUTWARD[colour]
        centre = (pen.size[0] / 2, pen.size[1] / 2)
        line = arc(centre, reach, turn - pi / 2, turn + pi / 2)
        pen.line([*line, line[0], line[1]], paint, width)
        return pen.reduced()

    sprite = SPRITES.get(("southern_cross", "half ring", layout, colour, paint, width), drawn)
    canvas.paste(sprite, layout.base_middle(colour), name=name)


def _rings(canvas: Canvas, layout: Layout, view: Document, choices: Sequence[Choice], theme: Theme) -> None:
    """A ring round each dial, base and counter that can be picked."""
    taken = counters(view)
    scale = layout.tile / LARGE.tile
    for at in dict.fromkeys(choice.at for choice in choices):
        found = place(at)
        name = f"ring {at}"
        if isinstance(found, Amount):
            if not found.degrees:
                middle = layout.tile_middle(found.dial)
                canvas.paste(ring(layout.dial - 3 * scale, 4 * scale, theme.choice), middle, name=name)
        elif found == "base":
            _half_ring(canvas, layout, _own_base(view), theme.choice, 4 * scale, name)
        elif found in taken:
            canvas.paste(ring(layout.counter / 2 + 1, 4 * scale, theme.choice), layout.middle(found), name=name)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a choice's disc goes: its middle, its radius, and what is written beside its label."""

    at: Point
    reach: float
    words: str = ""
    longer: float = 0.0  # than a disc, where something else than a choice stands there

    @property
    def wide(self) -> float:
        """From the left to the right end, in pixels."""
        words = ceil(text_box(self.words, PILL_TEXT, "Bold", "lm")[2]) + 12 if self.words else 0
        return 2 * self.reach + words + self.longer

    @property
    def box(self) -> Box:
        x, y = self.at
        return Box("mark", "choice", x - self.wide / 2, y - self.reach, x + self.wide / 2, y + self.reach)

    def apart(self, other: "Spot") -> float:
        """The gap to another disc, negative if they meet."""
        near = max(0.0, abs(self.at[0] - other.at[0]) - (self.wide + other.wide) / 2 + self.reach + other.reach)
        return hypot(near, self.at[1] - other.at[1]) - self.reach - other.reach

    def meets(self, label: Box) -> bool:
        """Whether a label lies under the disc."""
        x = min(max(self.at[0], label.left), label.right)
        y = min(max(self.at[1], label.top), label.bottom)
        half = self.wide / 2 - self.reach
        return hypot(max(0.0, abs(x - self.at[0]) - half), y - self.at[1]) < self.reach + 2


def _choices(canvas: Canvas, choices: Sequence[Choice], spots: Sequence[Spot], theme: Theme) -> None:
    """A labelled disc for each choice."""
    for choice, spot in zip(choices, spots, strict=True):
        disc(canvas, spot, choice.label, theme)


def disc(canvas: Canvas, spot: Spot, label: str, theme: Theme) -> None:
    """A choice's disc with its label, and beside it what it stands for, if that has to be said."""
    size = max(SMALLEST_TEXT, round(spot.reach * LABEL[min(2, len(label))]))
    name = f"choice {label}"
    if not spot.words:
        canvas.paste(ring(spot.reach, 2, theme.void, theme.choice), spot.at, name=name)
        canvas.text(spot.at, label, size, theme.void, "Bold", "mm")
        return
    wide, tall = round(spot.wide), 2 * round(spot.reach)

    def drawn() -> Image.Image:
        pen = Pen((wide, tall), 4)
        pen.plate((0, 0, wide, tall), tall / 2, theme.void, theme.choice, 2)
        pen.disc((tall / 2, tall / 2), tall / 2 - 0.5, theme.choice)
        return pen.reduced()

    canvas.paste(SPRITES.get(("southern_cross", "pill", wide, tall, theme), drawn), spot.at, name=name)
    left = round(spot.at[0] - wide / 2)
    canvas.text((left + tall / 2, spot.at[1]), label, size, theme.void, "Bold", "mm")
    canvas.text((left + tall + 3, spot.at[1]), spot.words, PILL_TEXT, theme.choice, "Bold")


def _fixed(layout: Layout, view: Document, choices: Sequence[Choice]) -> dict[int, Spot]:
    """The discs of dials, amounts and the base, which have places of their own, by the choice's number."""
    by_place: dict[str, list[int]] = {}
    for number, choice in enumerate(choices):
        by_place.setdefault(choice.at, []).append(number)
    spots: dict[int, Spot] = {}
    for at, here in by_place.items():
        found = place(at)
        if isinstance(found, Amount):
            # An amount stands where it brings the dial's top mark to; the dial itself has that mark.
            turn = found.degrees * pi / 180 - pi / 2
            middle = polar(layout.tile_middle(found.dial), layout.tile * (0.445 if found.degrees else 0.415), turn)
            words = f"{found.degrees}°" if found.degrees else ""
            reach = PILL if words else DISC
            for step, number in enumerate(here):
                aside = (step - (len(here) - 1) / 2) * (2 * reach + 3)
                upright = bool(words)
                for more in (0, 37, -37, 74, -74):  # further on where another dial's disc stands already
                    across = aside + more if words else aside
                    at_ = (middle[0], middle[1] + across) if upright else (middle[0] + across, middle[1])
                    spot = Spot(at_, reach, words)
                    if not any(spot.apart(other) < 1.5 for other in spots.values()):
                        break
                spots[number] = spot
        elif found == "base":
            # Outside the half-circle, alternately on either side, from its foot towards its top.
            colour = _own_base(view)
            reach = layout.base + DISC + 4
            low = asin((DISC + 5) / reach)
            step_ = 2 * asin((DISC + 1.5) / reach)
            for step, number in enumerate(here):
                angle = OUTWARD[colour] + (1 if step % 2 == 0 else -1) * (pi / 2 - low - step_ * (step // 2))
                spots[number] = Spot(polar(layout.base_middle(colour), reach, angle), DISC)
    return spots


def _spots(
    canvas: Canvas, layout: Layout, view: Document, choices: Sequence[Choice], fixed: dict[int, Spot]
) -> list[Spot]:
    """Where the discs of all choices go: they meet neither each other nor a label, and hide as little as they can."""
    labels = [box for box in canvas.boxes if box.kind == "text"]
    numbers = [_standing(box) for box in canvas.boxes if box.kind == "mark" and box.name.startswith("number ")]
    taken = counters(view)
    pieces = [layout.middle(square) for square in taken]
    crowd = Counter(choice.at for choice in choices)
    spots = dict(fixed)
    together: dict[str, list[int]] = {}
    for number, choice in enumerate(choices):
        if number not in spots:
            together.setdefault(choice.at, []).append(number)
    for square, here in together.items():
        pattern = _pattern(layout, square, square in taken, len(here))
        others = [*numbers, *spots.values()]
        if not any(spot.apart(other) < 1.5 for spot in pattern for other in others) and not any(
            spot.meets(label) for spot in pattern for label in labels
        ):
            spots |= zip(here, pattern, strict=False)
    for number, choice in enumerate(choices):
        if number in spots:
            continue
        best: tuple[float, Spot] | None = None
        near = [at for at in pieces if _apart(at, layout.middle(choice.at)) < 130]
        for rank, spot in enumerate(_candidates(layout, choice.at, choice.at in taken, crowd[choice.at])):
            if best and rank * 0.35 >= best[0]:
                break
            if any(spot.apart(other) < 1.5 for other in (*numbers, *spots.values())) or any(map(spot.meets, labels)):
                continue
            hidden = sum(max(0.0, layout.counter / 2 + spot.reach - _apart(spot.at, at)) for at in near)
            if best is None or rank * 0.35 + hidden < best[0]:
                best = rank * 0.35 + hidden, spot
        spots[number] = best[1] if best else Spot(layout.middle(choice.at), CROWD)
    return [spots[number] for number in range(len(choices))]


def _standing(box: Box) -> Spot:
    """The place of a plate with round ends that is there already."""
    tall = box.bottom - box.top
    return Spot(((box.left + box.right) / 2, (box.top + box.bottom) / 2), tall / 2, longer=box.right - box.left - tall)


def _outward(layout: Layout, square: str) -> float:
    """The direction from the middle of a square's tile to the square."""
    at, middle = layout.middle(square), layout.tile_middle(tile_of(square))
    return atan2(at[1] - middle[1], at[0] - middle[0])


def _pattern(layout: Layout, square: str, taken: bool, count: int) -> list[Spot]:
    """Places for all discs of a square together, where nothing is in the way; none for more than nine."""
    x, y = layout.middle(square)
    if taken and count <= 4:
        turns = [(step - (count - 1) / 2) * 1.02 + _outward(layout, square) for step in range(count)]
        return [Spot(polar((x, y), 44, turn), DISC) for turn in turns]
    if count == 1:
        return [Spot((x, y), BIG)]
    across = 2 if count <= 4 else 3
    pitch, reach = (46, DISC) if count <= 4 else (34, CROWD)
    rows = ceil(count / across)
    return [
        Spot(
            (x + (step % across - (min(across, count) - 1) / 2) * pitch, y + (step // across - (rows - 1) / 2) * pitch),
            reach,
        )
        for step in range(min(count, 9))
    ]


def _candidates(layout: Layout, square: str, taken: bool, count: int) -> Iterator[Spot]:
    """Places for a disc on a square: in its middle if it is empty, otherwise round its counter, outward of the tile."""
    at, outward = layout.middle(square), _outward(layout, square)
    for reach in (DISC, CROWD) if count < 5 else (CROWD,):
        away = (44.0, 36.0, 50.0) if taken else (24.0, 30.0, 44.0)
        for radius in away:
            for step in range(24):
                turn = outward + (step + 1) // 2 * (1 if step % 2 else -1) * pi / 12
                yield Spot(polar(at, radius, turn), reach)
        if not taken or count > 4:
            for down in (-1, 0, 1):
                for across in (-1, 0, 1):
                    yield Spot((at[0] + across * 34, at[1] + down * 34), CROWD)
    for step in range(72):  # a crowd so large must leave its square
        yield Spot(polar(at, 62 + 17 * (step // 24), outward + step * pi / 12), CROWD)
