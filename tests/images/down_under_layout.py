"""Where everything lies on a picture of Down Under, and that nothing there hides anything else."""

from itertools import combinations

from bot.rules.down_under import Position
from images.canvas.canvas import Area, Canvas
from images.down_under.drawing import scene_with
from images.down_under.geometry import Scene
from images.marks.marks import NO_MARKS
from tests.images.boxes import starting, texts


def within(inner: Area, outer: Area, by: float = 0.0) -> bool:
    return (
        inner.left >= outer.left - by
        and inner.top >= outer.top - by
        and inner.right <= outer.right + by
        and inner.bottom <= outer.bottom + by
    )


def laid_out(state: Position) -> Scene:
    return scene_with(state, NO_MARKS)


def check_layout(canvas: Canvas) -> None:
    whole = Area("panel", "picture", 0, 0, *canvas.image.size)
    for box in canvas.boxes:
        assert within(box, whole), f"{box} leaves the picture"
    labels, pieces = texts(canvas), [box for box in canvas.boxes if box.kind == "piece"]
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for first, second in combinations(pieces, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    discs = starting(canvas, "choice ")
    for label in labels:
        carried = any(within(label, disc, 1) for disc in discs)
        for other in [*pieces, *starting(canvas, "icon "), *starting(canvas, "emblem "), *starting(canvas, "offer ")]:
            assert carried or not label.overlaps(other), f"{label.name} and {other.name} overlap"
        for arrow in starting(canvas, "end "):
            assert carried or not label.overlaps(arrow), f"{label.name} lies on {arrow.name}"
    plates = [box for box in canvas.boxes if box.name.endswith(" plate")]
    for plate in plates:
        for box in [*labels, *starting(canvas, "icon "), *starting(canvas, "offer ")]:
            assert within(box, plate) or not box.overlaps(plate), f"{box.name} runs over the edge of the {plate.name}"
    for first, second in combinations(plates, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for first, second in combinations(discs, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    for disc in discs:
        assert [box for box in labels if disc.name == f"choice {box.name}" and within(box, disc, 1)]
