"""Where discs, paths and numbers go on boards of Cirondo: as they did, on empty boards and on the fullest."""

import pytest

from images.canvas.canvas import Box, Canvas
from images.canvas.palette import NIGHT
from images.cirondo import drawing, paint
from images.cirondo.board import surface
from images.cirondo.facts import colours, stellar
from images.cirondo.geometry import space
from images.marks.marks import Marks, Played
from tests.images.conftest import GOLDENS
from tests.images.positions import all_pieces, crowded, fen, many_targets
from tests.kept import Keep


@pytest.mark.thorough
def test_discs_of_choices_stand_where_they_did(keep: Keep) -> None:
    """Beside pieces where they hide least, as large as there is room for, and in the middle of empty spaces."""
    lines = list[str]()
    for seats in (2, 4):
        for seed in range(2):
            view = crowded(seats, seed)
            letters = [box for box in surface(NIGHT, colours(view)).boxes if box.kind == "text"]
            pieces = {space(at): (colour, kind) for colour, kind, at in stellar(view)}
            own, targets = all_pieces(view), many_targets(view)
            for choices in (own, own[::3], own[5:7], targets, targets[::4], targets[:9]):
                spots = drawing._spots(choices, pieces, letters)
                lines.append("; ".join(f"{x:.1f},{y:.1f} {reach:.2f}" for (x, y), reach in spots))
    keep("\n".join(lines) + "\n", GOLDENS / "cirondo-discs.txt")


@pytest.mark.parametrize(
    ("start", "stop", "blocks", "spaces"),
    [
        ("A1", "A3", [], ["A1", "A2", "A3"]),
        ("A31", "A2", [], ["A31", "A32", "A1", "A2"]),
        ("A2", "A31", [], ["A2", "A1", "A32", "A31"]),
        ("A1", "A3", ["A2"], ["A1", *(f"A{column}" for column in range(32, 2, -1))]),
        ("A1", "A3", ["A2", "A20"], ["A1", "A2", "A3"]),
        ("A1", "A3", ["A1", "A3"], ["A1", "A2", "A3"]),
    ],
)
def test_a_path_on_a_ring_is_the_shorter_one_that_is_free(
    start: str, stop: str, blocks: list[str], spaces: list[str]
) -> None:
    assert drawing.route(space(start), space(stop), map(space, blocks)) == list(map(space, spaces))


def set_apart(canvas: Canvas, ground: Canvas) -> list[Box]:
    return [box for box in canvas.boxes if box not in ground.boxes]


def test_numbers_and_captions_stand_where_they_did(keep: Keep) -> None:
    """With two and four seats, teams, someone out, moves that are owed, a last stellar, and many quiet moves."""
    two, four = crowded(2, 1), crowded(4, 1)
    gone: dict[str, list[str]] = {"planets": [], "moons": [], "solars": []}
    views = {
        "two seats": two,
        "many quiet moves": two | {"quiet": ["A1-B2"] * 99},
        "few quiet moves": two | {"quiet": ["A1-B2"] * 19},
        "enough quiet moves": two | {"quiet": ["A1-B2"] * 20},
        "owed": two | {"owed": [0, 1], "quiet": []},
        "four seats": four,
        "teams": four | {"options": {"teams": True, "draw_rule": True}, "to_move": 3},
        "out": four | {"defeated": [1, 3], "pieces": four["pieces"] | {"red": gone, "blue": gone}, "to_move": 2},
        "last stellar": fen("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -").dump(),
    }
    lines = list[str]()
    for number, (name, view) in enumerate(views.items()):
        marks = Marks(last=(Played("A9-A10", number % 2 or None),)) if number % 3 else Marks()
        lines.append(f"# {name}")
        for box in set_apart(paint(view, marks), surface(NIGHT, colours(view))):
            if box.kind == "text" or box.name.startswith(("supply", "plate", "count", "emblem", "warning")):
                lines.append(f"{box.kind} {box.name}: {box.left:.1f} {box.top:.1f} {box.right:.1f} {box.bottom:.1f}")
    keep("\n".join(lines) + "\n", GOLDENS / "cirondo-numbers.txt")
