"""What the pictures of Down Under stamp on themselves: plates, discs, emblems."""

from math import ceil

from images.canvas import SMALLEST_TEXT, Canvas, Pen, Point
from images.down_under.geometry import Rectangle
from images.down_under.ground import sprite
from images.emblems import emblem
from images.palette import Colour, Theme, lightness, mixed


def legible(hue: Colour, theme: Theme) -> Colour:
    """A seat colour as text: blue is lifted a little."""
    return mixed(hue, theme.ink, 0.35) if lightness(hue) < 48 else hue


def seat_emblem(canvas: Canvas, colour: str, at: Point, size: int, theme: Theme) -> None:
    """The emblem of a colour."""
    canvas.paste(emblem(colour, size, theme), at, name=f"emblem {colour}")


def badge(canvas: Canvas, at: Point, label: str, reach: float, theme: Theme, hue: Colour | None = None) -> None:
    """A choice's disc with its label."""
    fill = hue or theme.choice

    def drawn(pen: Pen) -> None:
        pen.disc((reach + 3, reach + 3), reach + 2.5, theme.void)
        pen.disc((reach + 3, reach + 3), reach, fill)

    canvas.paste(sprite(("badge", reach, fill), (2 * reach + 6, 2 * reach + 6), drawn), at, name=f"choice {label}")
    size = max(SMALLEST_TEXT, round(reach * (1.5 if len(label) == 1 else 1.3)))
    canvas.text(at, label, size, theme.void, "Bold", "mm")


def plate(canvas: Canvas, box: Rectangle, theme: Theme, edge: tuple[Colour, ...] = (), name: str = "plate") -> None:
    """A plate that carries numbers; with an edge of one or two colours for the one that matters."""
    wide, tall = ceil(box[2] - box[0]), ceil(box[3] - box[1])

    def drawn(pen: Pen) -> None:
        line = edge[0] if edge else mixed(theme.panel, theme.line, 0.7)
        pen.plate((0, 0, wide, tall), 16, (*theme.panel, 236), line, 3.5 if edge else 1.6)
        if len(edge) > 1:
            other = Pen((wide, tall), pen.scale)
            other.plate((0, 0, wide, tall), 16, (*theme.panel, 236), edge[1], 3.5)
            half = other.image.width // 2
            pen.image.paste(other.image.crop((half, 0, other.image.width, other.image.height)), (half, 0))

    canvas.paste(
        sprite(("plate", wide, tall, edge, theme), (wide, tall), drawn, 2),
        ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2),
        "panel",
        name,
    )
