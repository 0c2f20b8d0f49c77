"""What was drawn where on a picture that a function returned."""

from collections.abc import Callable, Iterable

import pytest
from PIL import Image

from images.canvas.canvas import Area, Canvas

CanvasOf = Callable[[Image.Image], Canvas]


@pytest.fixture
def canvas_of(monkeypatch: pytest.MonkeyPatch) -> CanvasOf:
    """The canvas of a picture that was drawn during the test."""
    made: list[Canvas] = []
    begin = Canvas.__init__

    def note(canvas: Canvas, ground: Image.Image, boxes: Iterable[Area] = ()) -> None:
        begin(canvas, ground, boxes)
        made.append(canvas)

    monkeypatch.setattr(Canvas, "__init__", note)
    return lambda picture: next(canvas for canvas in made if canvas.image is picture)
