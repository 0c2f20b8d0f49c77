"""Where things stand in pictures of Southern Cross."""

from itertools import combinations
from math import hypot

from images.canvas.canvas import WIDTH, Area, Canvas
from tests.images.boxes import centre_of, starting, texts


def apart(box: Area, at: tuple[float, float]) -> float:
    x, y = centre_of(box)
    return hypot(x - at[0], y - at[1])


def round_gap(first: Area, second: Area) -> float:
    """The gap between two discs or plates with round ends."""
    one, two = (first.bottom - first.top) / 2, (second.bottom - second.top) / 2
    (x, y), (u, v) = centre_of(first), centre_of(second)
    flat = (first.right - first.left) / 2 - one + (second.right - second.left) / 2 - two
    return hypot(max(0.0, abs(x - u) - flat), y - v) - one - two


def label_gap(disc: Area, label: Area) -> float:
    """The gap between a disc or plate with round ends and a text."""
    reach = (disc.bottom - disc.top) / 2
    x, y = centre_of(disc)
    u, v = min(max(x, label.left), label.right), min(max(y, label.top), label.bottom)
    return hypot(max(0.0, abs(u - x) - ((disc.right - disc.left) / 2 - reach)), v - y) - reach


def check_layout(canvas: Canvas) -> None:
    height = canvas.image.height
    for box in canvas.boxes:
        whole = box.left >= 0 and box.top >= 0 and box.right <= WIDTH and box.bottom <= height
        assert whole, f"{box} leaves the picture"
    labels = texts(canvas)
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    signs = starting(canvas, "choice ") + [box for box in starting(canvas, "number ") if box.kind == "mark"]
    for first, second in combinations(signs, 2):
        assert round_gap(first, second) > -2.5, f"{first} and {second} overlap"
    for sign in signs:
        label = sign.name.split(" ", 1)[1]
        held = [box for box in labels if box.left >= sign.left and box.right <= sign.right and box.overlaps(sign)]
        assert label in [box.name for box in held], f"{sign.name} has no label"
        for box in labels:
            assert box in held or label_gap(sign, box) > -1, f"{sign.name} touches {box.name}"
