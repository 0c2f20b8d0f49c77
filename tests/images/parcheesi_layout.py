"""Where everything lies on a picture of Parcheesi, and that nothing there hides anything else."""

from dataclasses import replace
from itertools import combinations

from images.canvas.canvas import WIDTH, Area, Canvas
from images.parcheesi.board import HEIGHT
from images.parcheesi.geometry import COLOURS, NEST, TALL, Square, nest, outline, square
from tests.images.boxes import apart, centre_of, gap, named, starting, texts


def within(inner: Area, left: float, top: float, right: float, bottom: float, slack: float = 0.0) -> bool:
    return (
        inner.left >= left - slack
        and inner.top >= top - slack
        and inner.right <= right + slack
        and inner.bottom <= bottom + slack
    )


def bounds(place: Square) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline(place), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def pieces(canvas: Canvas) -> list[tuple[Area, str, str]]:
    """The pawns, each with its colour and the name of its square."""
    found = [box for box in canvas.boxes if box.kind == "piece" and not box.name.startswith("die")]
    return [(box, box.name.split()[0], box.name.split()[1]) for box in found]


def check_layout(canvas: Canvas) -> None:
    for box in canvas.boxes:
        assert within(box, 0, 0, WIDTH, HEIGHT), f"{box} leaves the picture"
    labels = texts(canvas)
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    check_pawns(canvas, labels)
    check_discs(canvas, labels)
    for tray in named(canvas, "tray"):
        whole = tray.left, tray.top, tray.right, tray.bottom
        for box in [*labels, *starting(canvas, "die "), *starting(canvas, "bonus ")]:
            assert within(box, *whole) or not box.overlaps(tray), f"{box.name} runs over the edge of the tray"
        dice = starting(canvas, "die ") + starting(canvas, "bonus ")
        assert all(within(box, *whole) for box in dice)
        assert not [1 for first, second in combinations(dice, 2) if first.overlaps(second)]


def foot(pawn_: Area) -> Area:
    """What a pawn stands on: its lowest third, a little narrower than its outline."""
    top = pawn_.bottom - (pawn_.bottom - pawn_.top) / 3
    return replace(pawn_, left=pawn_.left + 2, top=top, right=pawn_.right - 2)


def check_pawns(canvas: Canvas, labels: list[Area]) -> None:
    found = pieces(canvas)
    for box, colour, at in found:
        if at == "nest":
            centre = nest(COLOURS.index(colour))
            assert apart(centre_of(box), centre) < NEST - 25
        else:
            left, top, right, bottom = bounds(square(at, colour))
            assert within(foot(box), left, top, right, bottom, slack=1), f"{box.name} stands beyond its square"
            assert box.top > top - 0.6 * TALL, f"{box.name} hides the square above"
        for label in labels:
            clear = not box.overlaps(label) or named(canvas, f"stone {at}")
            assert clear or starting(canvas, "choice "), f"{label.name} lies under {box.name}"
    for (one, *_), (two, *_) in combinations(found, 2):
        assert not foot(one).overlaps(foot(two)), f"{one.name} and {two.name} overlap"


def check_discs(canvas: Canvas, labels: list[Area]) -> None:
    discs = starting(canvas, "choice ")
    for one, two in combinations(discs, 2):
        reach = (one.right - one.left + two.right - two.left) / 2
        assert apart(centre_of(one), centre_of(two)) >= reach - 3, f"{one.name} and {two.name} overlap"
    for disc in discs:
        held = [box for box in labels if disc.name == f"choice {box.name}" and disc.overlaps(box)]
        assert len(held) == 1, f"{disc.name} has no label"
        assert disc.left < held[0].left < held[0].right < disc.right, f"{disc.name} is too narrow"
        for label in labels:
            free = gap(label, centre_of(disc)) > (disc.right - disc.left - 1) / 2
            assert label is held[0] or free, f"{disc.name} touches {label.name}"
