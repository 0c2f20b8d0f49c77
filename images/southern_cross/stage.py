"""What changes on a board of any size: counters, clusters, constellations, the last actions, what can be chosen."""

from math import ceil, hypot

from PIL import Image, ImageFilter

from bot.rules.chance import Scripted
from bot.rules.southern_cross import Jump, Position, Spin, Step
from bot.rules.southern_cross.actions import Action
from bot.rules.southern_cross.board import COUNTERS, DIALS, TILES
from bot.words import Verdict
from images.canvas.canvas import Canvas, Pen, cached_sprite, star
from images.canvas.ghosts import coming, fade
from images.canvas.palette import WHITE, Paint, Theme, mix
from images.canvas.stamps import mark_named_place
from images.southern_cross.arrows import draw_arrows, draw_numbers, draw_round, ring
from images.southern_cross.board import LARGE
from images.southern_cross.choosing import choice_spots, draw_choices, draw_chosen, draw_rings, fixed_spots
from images.southern_cross.geometry import HOMES, Scene, neighbours
from images.southern_cross.marks import Marks
from images.southern_cross.pieces import STARLIGHT, counter, ghost
from images.southern_cross.rounds import sent_home


def _places(move: Action) -> tuple[str, ...]:
    """The places by which an action is chosen."""
    return (move.dial, f"{move.dial} {move.amount}") if isinstance(move, Spin) else (move.start, *move.path)


def plan_of(position: Position, marks: Marks) -> Position | None:
    """The position that the chosen action leads to, once it is whole."""
    if not marks.settled or position.phase != "act":
        return None
    legal = (move for move in position.legal() if isinstance(move, Step | Jump | Spin))
    move = next((move for move in legal if _places(move) == marks.chosen), None)
    return position.after(move, Scripted(())) if move else None


def set_up(canvas: Canvas, layout: Scene, position: Position, marks: Marks, end: Verdict | None, theme: Theme) -> None:
    """Lay a position with its marks on a board; at an end without what is lit there."""
    lit = [position.colours[seat] for seat in end.winners] if end else []
    counter_at = position.counters
    size = round(layout.counter)
    _constellations(canvas, layout, position)
    for colour in position.colours:
        if colour not in lit:
            draw_cluster(canvas, layout, position, colour, theme, won=False)
    draw_round(canvas, layout, position, marks, theme)
    for square, colour in sent_home(marks).items():
        if square not in counter_at:
            canvas.paste(ghost(colour, size, theme), layout.middle(square), name=f"gone {square}")
    plan = plan_of(position, marks)
    then = plan.counters if plan else counter_at
    for square, colour in counter_at.items():
        if colour in lit:
            continue
        sprite = counter(colour, size, theme)
        stays = then.get(square) == colour
        if not stays:
            sprite = fade(sprite, 0.0 if square in then else 0.35)
        canvas.paste(sprite, layout.middle(square), "piece", f"{colour} {square}")
    for square, colour in then.items():
        if counter_at.get(square) != colour:
            sprite = coming(counter(colour, size, theme), theme.choice)
            canvas.paste(sprite, layout.middle(square), name=f"coming {square}")
    for colour in HOMES:
        if colour in lit:
            continue
        resting = counter(colour, round(layout.resting), theme)
        for at in layout.rests(colour)[: position.in_base(colour)]:
            canvas.paste(resting, at, "piece", f"{colour} base")
    if position.special:
        for square in position.at_stake(position.to_move):
            canvas.paste(ring(layout.counter / 2 + 1.5, 4, WHITE), layout.middle(square), name=f"at stake {square}")
    if end:
        return
    draw_rings(canvas, layout, position, marks.choices, theme)
    fixed = fixed_spots(layout, position, marks.choices)
    ways = draw_arrows(canvas, layout, position, marks, theme)
    draw_chosen(canvas, layout, position, marks.chosen, theme)
    around = layout.counter + 8
    for square in marks.named:
        mark_named_place(canvas, layout.middle(square), (around, around), square, theme)
    if layout.tile > 0.7 * LARGE.tile:  # on a small board numbers would be too small to read
        if not marks.choosing:
            draw_numbers(canvas, layout, position, marks, ways, theme)
        draw_choices(canvas, marks.choices, choice_spots(canvas, layout, position, marks.choices, fixed), theme)


# --- constellations and clusters --------------------------------------------------------------------------------------


@cached_sprite
def _glow(tile: float, dial: float, round_: bool, strength: float) -> Image.Image:
    """Starlight around a tile: a soft halo, a bright edge, a star in each corner."""
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
    edge(tile * (0.012 + 0.008 * strength), mix(STARLIGHT, WHITE, 0.3))
    reach = tile * 0.43
    for across in (-1, 1):
        for down in (-1, 1):
            at = centre[0] + across * reach, centre[1] + down * reach
            pen.polygon(star(at, tile * (0.05 + 0.03 * strength), tile * 0.014, 4), WHITE)
    return pen.reduce()


def _constellations(canvas: Canvas, layout: Scene, position: Position) -> None:
    special = position.special.tile if position.special else None
    for tile in TILES:
        if tile == special or tile in position.full_tiles:
            sprite = _glow(layout.tile, layout.dial, tile in DIALS, 1.0 if tile == special else 0.5)
            canvas.paste(sprite, layout.tile_middle(tile), name=f"constellation {tile}")


@cached_sprite
def _bar(long: float, width: float, paint: Paint, edge: Paint, upright: bool) -> Image.Image:
    """A link between two counters."""
    size = (width + 6, long) if upright else (long, width + 6)
    pen = Pen(size, 4)
    x, y = pen.size[0] / 2, pen.size[1] / 2
    ends = [(x, 0.0), (x, float(pen.size[1]))] if upright else [(0.0, y), (float(pen.size[0]), y)]
    pen.line(ends, edge, width + 5)
    pen.line(ends, paint, width)
    return pen.reduce()


def draw_cluster(canvas: Canvas, layout: Scene, position: Position, colour: str, theme: Theme, *, won: bool) -> None:
    """Links between neighbouring counters of a colour off its home tile: only those count for a cluster.

    A cluster that has won shines.
    """
    hue = theme.seats[colour]
    away = [square for square, other in position.counters.items() if other == colour]
    away = [square for square in away if square not in TILES[HOMES[colour]]]
    best = position.cluster(colour)
    shines = won and len(best) == COUNTERS
    width = layout.tile * (0.1 if shines else 0.062)
    paint = mix(hue, WHITE, 0.55) if shines else mix(hue, WHITE, 0.08)
    if shines:
        for square in best:
            reach = layout.counter * 0.56
            halo = ring(reach, layout.tile * 0.03, (*mix(hue, WHITE, 0.7), 255), (*WHITE, 60))
            canvas.paste(halo, layout.middle(square), name=f"won {square}")
    for square in away:
        for other in neighbours(square):
            if other in away and square < other:
                (x, y), (u, v) = layout.middle(square), layout.middle(other)
                long = round(hypot(u - x, v - y) - layout.counter * 0.7)
                bar = _bar(long, width, paint, (*theme.void, 150), u == x)
                canvas.paste(bar, ((x + u) / 2, (y + v) / 2), name=f"link {square}{other}", remember=False)
