"""The five animals as line drawings of our own: a dark body, and in it the lines of spine, ribs and eye.

Every animal is drawn into a square of 100 by 100 and looks to the right; the platypus is seen from above.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from images.canvas.canvas import Pen, Point, cached_sprite
from images.canvas.palette import Colour

_FINE = 8  # times the size at which an animal is drawn
STEPS = 5  # of a curve between two points


@dataclass(frozen=True, slots=True)
class Figure:
    """The parts of an animal: outlines of its `body` and limbs, `bones` drawn light inside, single `limbs`, the eye.

    `limbs` are dark lines with their width: legs of birds, paws.
    """

    body: tuple[tuple[Point, ...], ...]
    bones: tuple[tuple[Point, ...], ...]
    eye: Point
    limbs: tuple[tuple[float, tuple[Point, ...]], ...] = ()


def smooth(points: Sequence[Point], closed: bool = True) -> list[Point]:
    """A curve through all points (Catmull and Rom's)."""
    count = len(points)
    outline: list[Point] = []
    for i in range(count if closed else count - 1):
        if closed:
            a, b, c, d = (points[(i + shift) % count] for shift in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(count - 1, max(0, i + shift))] for shift in (-1, 0, 1, 2))
        for step in range(STEPS):
            t = step / STEPS
            outline.append((_between(a[0], b[0], c[0], d[0], t), _between(a[1], b[1], c[1], d[1], t)))
    if not closed:
        outline.append(points[-1])
    return outline


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


FIGURES: Mapping[str, Figure] = {
    "kangaroo": Figure(
        body=(
            # From the nose over the ears and the back down the tail, then the leg, the belly and the throat.
            (
                *((92, 24), (84, 17), (79, 15), (80, 2), (74, 1), (71, 14), (68, 22), (60, 33), (47, 41), (34, 52)),
                *((26, 64), (18, 76), (8, 84), (2, 88), (6, 93), (20, 90), (32, 82), (40, 80), (42, 88), (40, 96)),
                *((66, 97), (66, 91), (54, 88), (58, 78), (66, 68), (70, 56), (74, 46), (77, 36), (83, 31), (90, 30)),
            ),
        ),
        bones=(
            ((78, 26), (70, 32), (58, 43), (44, 52), (36, 62), (28, 74), (16, 85)),
            ((60, 42), (64, 50), (63, 58)),
            ((52, 47), (56, 56), (55, 64)),
            ((44, 53), (48, 66), (49, 80), (48, 91), (58, 93)),
        ),
        eye=(82, 22),
        limbs=((6.0, ((72, 46), (80, 54), (88, 52))),),
    ),
    "emu": Figure(
        body=(
            (
                *((97, 16), (90, 11), (84, 7), (77, 9), (74, 16), (75, 26), (73, 37), (66, 43), (54, 40), (38, 40)),
                *((22, 46), (10, 56), (4, 68), (14, 66), (20, 70), (34, 69), (48, 71), (62, 68), (72, 60), (79, 48)),
                *((82, 36), (81, 26), (83, 20), (90, 20)),
            ),
        ),
        bones=(
            ((80, 18), (78, 28), (78, 38), (72, 49), (56, 49), (38, 50), (22, 57)),
            ((62, 50), (64, 58), (60, 64)),
            ((51, 50), (53, 58), (49, 65)),
            ((40, 51), (42, 58), (38, 64)),
        ),
        eye=(83, 13),
        limbs=(
            (5.4, ((46, 68), (44, 78), (50, 86), (47, 96), (57, 96))),
            (5.4, ((58, 68), (59, 78), (66, 85), (64, 96), (74, 96))),
        ),
    ),
    "platypus": Figure(
        body=(
            # From above: bill, head, body, paddle tail.
            (
                *((99, 42), (98, 50), (99, 58), (94, 63), (84, 61), (78, 60), (74, 63), (64, 68), (50, 70), (38, 66)),
                *((30, 58), (24, 62), (12, 63), (3, 58), (1, 50), (3, 42), (12, 37), (24, 38), (30, 42), (38, 34)),
                *((50, 30), (64, 32), (74, 37), (78, 40), (84, 39), (94, 37)),
            ),
            ((66, 36), (72, 24), (80, 18), (83, 24), (78, 30), (74, 38)),
            ((66, 64), (72, 76), (80, 82), (83, 76), (78, 70), (74, 62)),
            ((44, 34), (36, 24), (26, 20), (26, 27), (32, 32), (38, 38)),
            ((44, 66), (36, 76), (26, 80), (26, 73), (32, 68), (38, 62)),
        ),
        bones=(
            ((82, 50), (64, 50), (46, 50), (28, 50), (8, 50)),
            ((62, 40), (57, 50), (62, 60)),
            ((52, 38), (47, 50), (52, 62)),
            ((42, 41), (38, 50), (42, 59)),
            ((86, 42), (84, 50), (86, 58)),
            ((20, 43), (10, 57)),
            ((10, 43), (20, 57)),
        ),
        eye=(77, 45),
    ),
    "rabbit": Figure(
        body=(
            (
                *((95, 50), (91, 42), (82, 37), (76, 36), (70, 22), (62, 9), (56, 5), (55, 14), (60, 27), (65, 39)),
                *((60, 45), (48, 45), (34, 48), (22, 58), (17, 70), (10, 68), (5, 74), (8, 82), (16, 83), (20, 90)),
                *((30, 95), (56, 95), (54, 89), (62, 86), (68, 95), (82, 95), (79, 88), (74, 86), (75, 72), (78, 64)),
                *((86, 61), (93, 57)),
            ),
        ),
        bones=(
            ((80, 49), (68, 53), (52, 54), (36, 58), (27, 68), (22, 78)),
            ((62, 55), (65, 64), (62, 72)),
            ((53, 56), (56, 66), (52, 74)),
            ((42, 66), (48, 76), (44, 84), (34, 86), (46, 91)),
            ((61, 16), (66, 27), (70, 37)),
        ),
        eye=(84, 46),
    ),
    "dingo": Figure(
        body=(
            (
                *((99, 36), (92, 31), (86, 27), (85, 15), (79, 17), (75, 24), (68, 32), (58, 40), (42, 41), (26, 41)),
                *((16, 38), (12, 28), (14, 14), (8, 16), (3, 28), (6, 42), (14, 51), (16, 60), (11, 72), (13, 84)),
                *((9, 95), (20, 95), (22, 84), (22, 74), (31, 65), (44, 63), (58, 64), (61, 78), (60, 95), (70, 95)),
                *((71, 80), (73, 62), (77, 50), (82, 44), (92, 43), (98, 41)),
            ),
        ),
        bones=(
            ((85, 35), (76, 38), (66, 47), (46, 49), (26, 49), (12, 42), (7, 28)),
            ((62, 50), (64, 57), (66, 72), (65, 90)),
            ((54, 50), (56, 59)),
            ((46, 50), (48, 59)),
            ((38, 50), (40, 58)),
            ((24, 50), (24, 62), (16, 74), (16, 90)),
        ),
        eye=(86, 32),
        limbs=((7.0, ((29, 62), (34, 74), (32, 84), (34, 93))), (7.0, ((56, 60), (52, 76), (52, 93)))),
    ),
}


def draw_animal(pen: Pen, animal: str, centre: Point, side: float, body: Colour, bones: Colour) -> None:
    """Draw an animal with the given pen, in a square of `side` around `centre`. KeyError if there is none."""
    figure = FIGURES[animal]

    def placed(points: Sequence[Point]) -> list[Point]:
        return [(centre[0] + (x - 50) * side / 100, centre[1] + (y - 50) * side / 100) for x, y in points]

    for width, limb in figure.limbs:
        pen.line(placed(smooth(limb, closed=False)), body, max(1.2, width * side / 100))
        for end in (placed(limb)[0], placed(limb)[-1]):
            pen.disc(end, max(0.6, width * side / 200), body)
    for part in figure.body:
        pen.polygon(placed(smooth(part)), body)
    # Small ones keep their outline alone with the eye: bones would only blur it.
    if side >= 34:
        for bone in figure.bones:
            pen.line(placed(smooth(bone, closed=False)), bones, max(1.0, side * 0.026))
    (eye,) = placed([figure.eye])
    pen.disc(eye, max(1.0, side * 0.026), bones)


@cached_sprite
def animal_sprite(animal: str, side: int, body: Colour, bones: Colour) -> Image.Image:
    """An animal with a transparent background. Cached and shared, so don't draw on it."""
    pen = Pen((side, side), _FINE)
    draw_animal(pen, animal, (side / 2, side / 2), side - 1, body, bones)
    return pen.reduce()
