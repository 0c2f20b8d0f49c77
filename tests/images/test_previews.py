"""The picture of a chosen move: the board after it, with the last moves less prominent."""

from typing import Any

import pytest
from PIL import Image

from images import cirondo, parcheesi, southern_cross
from images.canvas.canvas import Canvas
from images.canvas.ghosts import coming, fade
from images.cirondo.drawing import plan_of
from images.marks.marks import Choice, Marks
from tests.images.positions import fen, shown
from tests.images.preview_positions import DIALS, DISC, SPREAD
from tests.images.southern_cross_positions import MIDDLE, after, position


def names(canvas: Canvas) -> list[str]:
    return [box.name for box in canvas.boxes]


@pytest.mark.parametrize(
    ("game", "view", "chosen", "shown"),
    [
        (cirondo, DISC, ("H5", "A5"), {"coming A5"}),
        (cirondo, DISC, ("H5", "A12"), {"coming A12", "would capture"}),
        (parcheesi, SPREAD, ("t66", "t2"), {"coming t2", "captured green"}),
        (parcheesi, SPREAD, ("t66", "h2"), {"coming h2"}),
        (parcheesi, SPREAD, ("t5",), {"coming t5"}),  # out of the nest
        (southern_cross, DIALS, ("e4", "d4"), {"coming d4"}),
        (southern_cross, DIALS, ("C", "C 90"), {"coming c3", "coming c4", "coming d4"}),
    ],
)
def test_a_chosen_move_shows_its_result(game: Any, view: Any, chosen: tuple[str, ...], shown: set[str]) -> None:
    drawn = names(game.paint(view, Marks(chosen=chosen)))
    assert {name for name in drawn if name.startswith(("coming", "would", "captured"))} == shown
    half = Marks(chosen=chosen[:1], choices=(Choice("1", chosen[-1]),))
    assert not any(name.startswith("coming") for name in names(game.paint(view, half)))


def test_a_moon_that_becomes_a_solar_system_is_shown_as_one() -> None:
    position = fen("3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -")
    marks = Marks(chosen=("G5", "H6"))
    assert plan_of(position, marks) == position.parse("G5xH6=S")
    assert {"coming H6", "would capture"} <= set(names(cirondo.paint(position, marks)))


def test_the_numbers_of_what_was_played_give_way_to_those_of_the_choices() -> None:
    view, marks = after(position(MIDDLE, 9), "spin S 90", "f5-f6")
    assert "number 2" in names(southern_cross.paint(view, marks))
    choosing = southern_cross.paint(view, Marks(marks.last, (Choice("1", "C"),)))
    assert not any(name.startswith("number ") for name in names(choosing))


def test_last_moves_are_less_prominent_during_a_choice() -> None:
    """The ring around its target is less bright."""
    last = (shown("A19-A20", DISC),)
    plain, choosing = (
        cirondo.paint(DISC, marks) for marks in (Marks(last), Marks(last, (Choice("1", "H5", "piece"),)))
    )
    box = next(box for box in plain.boxes if box.name == "to A19-A20")
    ring = round((box.left + box.right) / 2), round(box.top) + 2
    bright, faint = (sum(canvas.image.getpixel(ring)) for canvas in (plain, choosing))  # type: ignore[arg-type]  # RGB
    assert bright > faint + 100


def test_a_ghost_has_its_given_opacity_and_a_coming_piece_has_an_outline() -> None:
    sprite = Image.new("RGBA", (20, 20), (200, 30, 30, 255))
    assert fade(sprite, 0.5).getpixel((10, 10)) == (200, 30, 30, 128)
    ghost = coming(sprite, (0, 255, 0))
    assert ghost.width == ghost.height > 20
    edge = ghost.getpixel((1, ghost.height // 2))
    assert isinstance(edge, tuple)
    assert edge[:3] == (0, 255, 0)
    assert edge[3] > 100
