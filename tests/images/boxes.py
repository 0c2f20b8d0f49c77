"""What is asked about the boxes that a picture notes of what it shows."""

from math import hypot

from images.canvas.canvas import Area, Canvas


def texts(canvas: Canvas) -> list[Area]:
    return [box for box in canvas.boxes if box.kind == "text"]


def named(canvas: Canvas, name: str) -> list[Area]:
    return [box for box in canvas.boxes if box.name == name]


def starting(canvas: Canvas, start: str) -> list[Area]:
    return [box for box in canvas.boxes if box.name.startswith(start)]


def centre_of(box: Area) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


def gap(box: Area, at: tuple[float, float]) -> float:
    """From a point to the nearest point of a box."""
    return apart(at, (min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom)))
