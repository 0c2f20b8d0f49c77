"""Where everything stands on pictures: the outlines of what was drawn, side by side on one golden picture.

Outlines are compared exactly, and at half size a reader sees at a glance what has moved. A text's outline has the
colour of its ink. `words` says what is written.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import pytest
from PIL import Image, ImageDraw

from images.canvas.canvas import Anchor, Area, Canvas
from images.canvas.fonts import Weight
from images.canvas.palette import Colour

KINDS: dict[str, Colour] = {"panel": (90, 90, 90), "mark": (255, 140, 0), "piece": (90, 150, 255), "text": (255,) * 3}
GONE: Colour = (160, 0, 80)  # the outline of what a mark has replaced
COLUMNS = 4
APART = 4  # pixels between two pictures

Outline = tuple[Area, Colour]
Outlined = tuple[tuple[int, int], Sequence[Outline]]
"""A picture's size, and the outlines on it."""


def sheet(pictures: Sequence[Outlined]) -> Image.Image:
    """The outlines of these pictures at half size, in rows of `COLUMNS`."""
    wide = max(size[0] for size, _ in pictures) // 2 + APART
    rows = [pictures[first : first + COLUMNS] for first in range(0, len(pictures), COLUMNS)]
    heights = [max(size[1] for size, _ in row) // 2 + APART for row in rows]
    image = Image.new("RGB", (wide * min(COLUMNS, len(pictures)), sum(heights)))
    pen, top = ImageDraw.Draw(image), 0
    for row, high in zip(rows, heights, strict=True):
        for column, (_, outlines) in enumerate(row):
            for box, colour in outlines:
                left, right = sorted((column * wide + round(box.left / 2), column * wide + round(box.right / 2)))
                above, below = sorted((top + round(box.top / 2), top + round(box.bottom / 2)))
                pen.rectangle((left, above, right, below), outline=colour)
        top += high
    return image


@dataclass
class Outlines:
    """`check(picture, name)` compares a picture with the golden one, exactly."""

    check: Callable[[Image.Image, str], None]
    inks: WeakKeyDictionary[Canvas, dict[Area, Colour]] = field(default_factory=WeakKeyDictionary)

    def of(self, canvas: Canvas) -> list[Outline]:
        inks = self.inks.get(canvas, {})
        return [(box, inks.get(box, KINDS[box.kind])) for box in canvas.boxes]

    def keep(self, name: str, pictures: Iterable[Canvas | Outlined]) -> None:
        """Compares where everything is on these pictures with the golden picture of this name."""
        outlined = [(one.image.size, self.of(one)) if isinstance(one, Canvas) else one for one in pictures]
        self.check(sheet(outlined), name)


def words(canvases: Iterable[Canvas]) -> str:
    """What is written on these pictures, each text once: a line for each picture that has some of its own."""
    told, lines = set[str](), list[str]()
    for canvas in canvases:
        texts = dict.fromkeys(box.name for box in canvas.boxes if box.kind == "text")
        fresh = [text for text in texts if text not in told]
        told.update(fresh)
        lines += [" | ".join(fresh)] if fresh else []
    return "\n".join(lines) + "\n"


def following(monkeypatch: pytest.MonkeyPatch, check: Callable[[Image.Image, str], None]) -> Outlines:
    """Outlines that know the ink of what is written from now on."""
    made, write = Outlines(check), Canvas.text

    def written(
        canvas: Canvas,
        at: tuple[float, float],
        text: str,
        size: int,
        fill: Colour,
        weight: Weight = "Semibold",
        anchor: Anchor = "lm",
        width: float = 1.0,
    ) -> float:
        end = write(canvas, at, text, size, fill, weight, anchor, width)
        made.inks.setdefault(canvas, {})[canvas.boxes[-1]] = fill
        return end

    monkeypatch.setattr(Canvas, "text", written)
    return made
