"""The innermost rings of the board, enlarged: their spaces are too narrow for the numbers of many choices."""

from PIL import Image

from bot.rules.cirondo import Position
from images.canvas.canvas import WIDTH
from images.cirondo.drawing import draw
from images.cirondo.geometry import CENTRE, inner, space
from images.marks.marks import NO_MARKS, Marks

OUTERMOST = 6  # ring G: it and ring H are enlarged
CROWDED = 8  # choices on these rings
MARGIN = 10.0  # pixels of the board


def is_crowded(marks: Marks) -> bool:
    """Whether so many choices are on the innermost rings that their numbers are hard to read."""
    return sum(space(choice.at)[0] >= OUTERMOST for choice in marks.choices) >= CROWDED


def draw_middle(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """Rings G and H of the picture that `draw` makes, as a square as wide as that."""
    reach = inner(OUTERMOST - 1) + MARGIN
    box = (CENTRE[0] - reach, CENTRE[1] - reach, CENTRE[0] + reach, CENTRE[1] + reach)
    return draw(position, marks).resize((WIDTH, WIDTH), Image.Resampling.LANCZOS, box=box)
