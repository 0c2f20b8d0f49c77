"""What has been chosen and what can be chosen on a board of any size."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import asin, atan2, ceil, dist, hypot, pi

from PIL import Image

from bot.rules.southern_cross import Jump, Position, Spin, Step
from bot.rules.southern_cross.board import TILES
from images.canvas.canvas import SMALLEST_TEXT, Area, Canvas, Pen, Point, along, arc, cached_sprite, polar, text_box
from images.canvas.palette import Colour, Theme
from images.canvas.stamps import write_in_disc
from images.marks.marks import Choice
from images.southern_cross.arrows import hop, ring, spin_way, stroke, walk_way
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import HOMES, OUTWARD, Scene, gate, place, tile_of
from images.southern_cross.pieces import cross

BIG = 26.0  # radius of a choice's disc on an empty square
DISC = 21.0  # radius of a choice's disc
LABEL = {1: 1.54, 2: 1.3}  # line height of a choice's label in radii of its disc, by its length
PILL_TEXT = SMALLEST_TEXT  # line height of an amount
PILL = 17.0  # radius of its disc where an amount stands beside it
CROWD = 16.0  # radius of a disc where many choices share a place


def _own_base(position: Position) -> str:
    """The colour whose base "base" means: of the seat whose turn it is, as only its actions lead out of one."""
    return position.colours[position.active]


def draw_chosen(canvas: Canvas, layout: Scene, position: Position, chosen: Sequence[str], theme: Theme) -> None:
    """Strong rings on what has been picked, an arc for a spin's amount, and the way between two places."""
    scale = layout.tile / LARGE.tile
    places = [place(name) for name in chosen]
    squares = [target for target in places if isinstance(target, str)]
    going_home = position.phase == "remove"
    if len(squares) == len(places) > 1 and not going_home:
        for start, stop in pairwise(squares):
            begin = 0 if start == "base" else layout.counter / 2 + 4 * scale
            way = along(_chosen_way(layout, start, stop, _own_base(position)), begin, 9 * scale)
            if len(way) > 1:
                stroke(canvas, way, 6.5 * scale, theme.choice, (*theme.void, 215), "chosen way")
    for name, target in zip(chosen, places, strict=True):
        if isinstance(target, Spin):
            if target.amount:
                stroke(canvas, spin_way(layout, target), 8 * scale, theme.choice, (*theme.void, 215), f"chosen {name}")
            else:
                at, reach = layout.tile_middle(target.dial), layout.dial - 3 * scale
                canvas.paste(ring(reach, 12 * scale, (*theme.choice, 70)), at, name="glow", remember=False)
                canvas.paste(ring(reach, 5 * scale, theme.choice), at, name=f"chosen {name}")
        elif target == "base":
            _ring_base(canvas, layout, position, 5 * scale, f"chosen {name}", theme)
        else:
            reach = layout.counter / 2 + 2 * scale
            canvas.paste(
                ring(reach + 2, 11 * scale, (*theme.choice, 80)), layout.middle(target), name="glow", remember=False
            )
            canvas.paste(ring(reach, 5 * scale, theme.choice), layout.middle(target), name=f"chosen {name}")
            if going_home:
                canvas.paste(cross(round(layout.counter), theme), layout.middle(target), name=f"leaving {name}")


def _chosen_way(layout: Scene, start: str, stop: str, colour: str) -> list[Point]:
    """The line from one picked place to the next: a move, a hop, or a bow where hops are left out."""
    if start == "base":
        jumps = stop not in gate(colour) and stop in TILES[HOMES[colour]]
        return walk_way(layout, Jump(start, (stop,)) if jumps else Step(start, stop), colour)
    across, up = abs(ord(start[0]) - ord(stop[0])), abs(int(start[1]) - int(stop[1]))
    if across + up == 1 or (across, up) in ((0, 2), (2, 0)):
        return walk_way(layout, Jump(start, (stop,)) if across + up == 2 else Step(start, stop), colour)
    if start == stop:
        return []
    return hop(layout.middle(start), layout.middle(stop), 1.0, layout.tile * 0.15)


@cached_sprite
def _half_ring(base: float, turn: float, paint: Colour, width: float) -> Image.Image:
    """A line around a base of this radius, which lies in the direction `turn`."""
    pen = Pen((2 * base + 4, 2 * base + 4), 4)
    centre = (pen.size[0] / 2, pen.size[1] / 2)
    pen.outline(arc(centre, base - width / 2, turn - pi / 2, turn + pi / 2), paint, width)
    return pen.reduce()


def _ring_base(canvas: Canvas, layout: Scene, position: Position, width: float, name: str, theme: Theme) -> None:
    """A line around the base that "base" means."""
    colour = _own_base(position)
    sprite = _half_ring(layout.base, OUTWARD[colour], theme.choice, width)
    canvas.paste(sprite, layout.base_middle(colour), name=name)


def draw_rings(canvas: Canvas, layout: Scene, position: Position, choices: Sequence[Choice], theme: Theme) -> None:
    """A ring around each dial, base and counter that can be picked."""
    counter_at = position.counters
    scale = layout.tile / LARGE.tile
    for at in dict.fromkeys(choice.at for choice in choices):
        target = place(at)
        name = f"ring {at}"
        if isinstance(target, Spin):
            if not target.amount:
                middle = layout.tile_middle(target.dial)
                canvas.paste(ring(layout.dial - 3 * scale, 4 * scale, theme.choice), middle, name=name)
        elif target == "base":
            _ring_base(canvas, layout, position, 4 * scale, name, theme)
        elif target in counter_at:
            canvas.paste(ring(layout.counter / 2 + 1, 4 * scale, theme.choice), layout.middle(target), name=name)


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

    def apart(self, other: "Spot") -> float:
        """The gap to another disc, negative if they meet."""
        near = max(0.0, abs(self.at[0] - other.at[0]) - (self.wide + other.wide) / 2 + self.reach + other.reach)
        return hypot(near, self.at[1] - other.at[1]) - self.reach - other.reach

    def meets(self, label: Area) -> bool:
        """Whether a label lies under the disc."""
        x = min(max(self.at[0], label.left), label.right)
        y = min(max(self.at[1], label.top), label.bottom)
        half = self.wide / 2 - self.reach
        return hypot(max(0.0, abs(x - self.at[0]) - half), y - self.at[1]) < self.reach + 2


def draw_choices(canvas: Canvas, choices: Sequence[Choice], spots: Sequence[Spot], theme: Theme) -> None:
    """A labelled disc for each choice."""
    for choice, spot in zip(choices, spots, strict=True):
        disc(canvas, spot, choice.label, theme)


@cached_sprite
def _pill(wide: int, tall: int, theme: Theme) -> Image.Image:
    """A disc at the left end of a dark plate with round ends."""
    pen = Pen((wide, tall), 4)
    pen.plate((0, 0, wide, tall), tall / 2, theme.void, theme.choice, 2)
    pen.disc((tall / 2, tall / 2), tall / 2 - 0.5, theme.choice)
    return pen.reduce()


def disc(canvas: Canvas, spot: Spot, label: str, theme: Theme) -> None:
    """A choice's disc with its label, and beside it what it stands for, if that has to be said."""
    size = spot.reach * LABEL[min(2, len(label))]
    name = f"choice {label}"
    if not spot.words:
        canvas.paste(ring(spot.reach, 2, theme.void, theme.choice), spot.at, name=name)
        write_in_disc(canvas, spot.at, label, spot.reach, size, theme)
        return
    wide, tall = round(spot.wide), 2 * round(spot.reach)
    canvas.paste(_pill(wide, tall, theme), spot.at, name=name)
    left = round(spot.at[0] - wide / 2)
    write_in_disc(canvas, (left + tall / 2, spot.at[1]), label, spot.reach, size, theme)
    canvas.text((left + tall + 3, spot.at[1]), spot.words, PILL_TEXT, theme.choice, "Bold")


def fixed_spots(layout: Scene, position: Position, choices: Sequence[Choice]) -> dict[int, Spot]:
    """The discs of dials, amounts and the base, which have places of their own, by the choice's number."""
    by_place: dict[str, list[int]] = {}
    for number, choice in enumerate(choices):
        by_place.setdefault(choice.at, []).append(number)
    spots: dict[int, Spot] = {}
    for at, here in by_place.items():
        target = place(at)
        if isinstance(target, Spin):
            # An amount stands where it brings the dial's top mark to; the dial itself has that mark.
            turn = target.amount * pi / 180 - pi / 2
            middle = polar(layout.tile_middle(target.dial), layout.tile * (0.445 if target.amount else 0.415), turn)
            words = f"{target.amount}°" if target.amount else ""
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
        elif target == "base":
            # Outside the half-circle, alternately on either side, from its foot towards its top.
            colour = _own_base(position)
            reach = layout.base + DISC + 4
            low = asin((DISC + 5) / reach)
            step_ = 2 * asin((DISC + 1.5) / reach)
            for step, number in enumerate(here):
                angle = OUTWARD[colour] + (1 if step % 2 == 0 else -1) * (pi / 2 - low - step_ * (step // 2))
                spots[number] = Spot(polar(layout.base_middle(colour), reach, angle), DISC)
    return spots


def choice_spots(
    canvas: Canvas, layout: Scene, position: Position, choices: Sequence[Choice], fixed: dict[int, Spot]
) -> list[Spot]:
    """Where the discs of all choices go: they meet neither each other nor a label, and hide as little as they can."""
    labels = [box for box in canvas.boxes if box.kind == "text"]
    numbers = [_standing(box) for box in canvas.boxes if box.kind == "mark" and box.name.startswith("number ")]
    counter_at = position.counters
    pieces = [layout.middle(square) for square in counter_at]
    crowd = Counter(choice.at for choice in choices)
    spots = dict(fixed)
    together: dict[str, list[int]] = {}
    for number, choice in enumerate(choices):
        if number not in spots:
            together.setdefault(choice.at, []).append(number)
    for square, here in together.items():
        pattern = _pattern(layout, square, square in counter_at, len(here))
        others = [*numbers, *spots.values()]
        if not any(spot.apart(other) < 1.5 for spot in pattern for other in others) and not any(
            spot.meets(label) for spot in pattern for label in labels
        ):
            spots |= zip(here, pattern, strict=False)
    for number, choice in enumerate(choices):
        if number in spots:
            continue
        best: tuple[float, Spot] | None = None
        near = [at for at in pieces if dist(at, layout.middle(choice.at)) < 130]
        for rank, spot in enumerate(_candidates(layout, choice.at, choice.at in counter_at, crowd[choice.at])):
            if best and rank * 0.35 >= best[0]:
                break
            if any(spot.apart(other) < 1.5 for other in (*numbers, *spots.values())) or any(map(spot.meets, labels)):
                continue
            hidden = sum(max(0.0, layout.counter / 2 + spot.reach - dist(spot.at, at)) for at in near)
            if best is None or rank * 0.35 + hidden < best[0]:
                best = rank * 0.35 + hidden, spot
        spots[number] = best[1] if best else Spot(layout.middle(choice.at), CROWD)
    return [spots[number] for number in range(len(choices))]


def _standing(box: Area) -> Spot:
    """The place of a plate with round ends that is there already."""
    tall = box.bottom - box.top
    return Spot(box.middle, tall / 2, longer=box.right - box.left - tall)


def _outward(layout: Scene, square: str) -> float:
    """The direction from the middle of a square's tile to the square."""
    at, middle = layout.middle(square), layout.tile_middle(tile_of(square))
    return atan2(at[1] - middle[1], at[0] - middle[0])


def _pattern(layout: Scene, square: str, is_taken: bool, count: int) -> list[Spot]:
    """Places for all discs of a square together, where nothing is in the way; none for more than nine."""
    x, y = layout.middle(square)
    if is_taken and count <= 4:
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


def _candidates(layout: Scene, square: str, is_taken: bool, count: int) -> Iterator[Spot]:
    """Places for a disc on a square: in its middle if it's empty, otherwise around its counter, outward of the tile."""
    at, outward = layout.middle(square), _outward(layout, square)
    for reach in (DISC, CROWD) if count < 5 else (CROWD,):
        away = (44.0, 36.0, 50.0) if is_taken else (24.0, 30.0, 44.0)
        for radius in away:
            for step in range(24):
                turn = outward + (step + 1) // 2 * (1 if step % 2 else -1) * pi / 12
                yield Spot(polar(at, radius, turn), reach)
        if not is_taken or count > 4:
            for down in (-1, 0, 1):
                for across in (-1, 0, 1):
                    yield Spot((at[0] + across * 34, at[1] + down * 34), CROWD)
    for step in range(72):  # a crowd so large must leave its square
        yield Spot(polar(at, 62 + 17 * (step // 24), outward + step * pi / 12), CROWD)
