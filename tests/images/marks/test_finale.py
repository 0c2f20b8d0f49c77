"""How an end looks in every game: the board dimmed, what won lit, and a large title that hides none of it."""

from importlib import import_module
from typing import Any

import pytest
from PIL import ImageStat

from bot.rules import GAMES
from bot.rules.chance import Sealed
from images import cirondo, southern_cross
from images.canvas.canvas import Box, Canvas
from images.marks.marks import Marks, Verdict
from images.southern_cross.board import LARGE
from tests.images.positions import GAME
from tests.images.southern_cross_positions import THIRD, after, position

WON = after(position(THIRD, 2, 0), "end", "roll", "roll", "c4", luck=(3, 4, 1, 5))
TEAMS = GAME.start(4, {"teams": True})


def box_of(canvas: Canvas, name: str) -> Box:
    (found,) = (box for box in canvas.boxes if box.name == name)
    return found


def brightness(canvas: Canvas, area: tuple[int, int, int, int]) -> float:
    return ImageStat.Stat(canvas.image.crop(area).convert("L")).mean[0]


@pytest.mark.parametrize("key", GAMES)
def test_an_end_has_a_large_title_with_the_winners_emblem_on_a_dimmed_board(key: str) -> None:
    game: Any = import_module(f"images.{key}")
    seats = max(GAMES[key].seats({}))
    view = GAMES[key].start(seats, {}, Sealed(bytes(32), "end")).sight(None)
    running, canvas = game.paint(view), game.paint(view, Marks(verdict=Verdict("Red won", "blue resigned", (1,))))
    plate, title = box_of(canvas, "end"), box_of(canvas, "Red won")
    assert title.bottom - title.top > 28
    assert plate.left < title.left < title.right < plate.right
    emblems = [box for box in canvas.boxes if "emblem" in box.name or box.name.startswith("seat ")]
    assert any(not box.overlaps(title) and plate.left < box.left and box.right < title.left for box in emblems)
    ground = (60, canvas.image.height * 5 // 8, 200, canvas.image.height * 5 // 8 + 60)
    assert brightness(canvas, ground) < brightness(running, ground)


@pytest.mark.parametrize(
    ("verdict", "hues"),
    [
        (Verdict("Draw", "called off by agreement"), 0),
        (Verdict("Ended", "by a moderator"), 0),
        (Verdict("Draw", "", (0, 1)), 2),
    ],
)
def test_stars_fly_only_for_winners(verdict: Verdict, hues: int) -> None:
    canvas = cirondo.paint(TEAMS, Marks(verdict=verdict))
    plate = box_of(canvas, "end")
    above = (round(plate.left), round(plate.top) - 60, round(plate.right), round(plate.top) - 20)
    none = cirondo.paint(TEAMS, Marks(verdict=Verdict("Ended", "by a moderator")))
    assert (brightness(canvas, above) > brightness(none, above)) == bool(hues)


def test_a_team_wins_in_letters_as_large_as_a_single_seat() -> None:
    alone, together = (
        cirondo.paint(TEAMS, Marks(verdict=Verdict(f"{who} won", "", seats)))
        for who, seats in (("Gold", (0,)), ("Gold and silver", (0, 2)))
    )
    titles = (box_of(alone, "Gold won"), box_of(together, "Gold and silver"))  # and "won" below
    heights = [box.bottom - box.top for box in titles]
    assert heights[1] >= heights[0] * 0.8


@pytest.mark.parametrize(("seats", "reason"), [((), ""), ((0,), ""), ((0, 2), ""), ((0,), "the others resigned")])
def test_the_words_stand_in_the_middle_of_the_plate(seats: tuple[int, ...], reason: str) -> None:
    canvas = cirondo.paint(TEAMS, Marks(verdict=Verdict("Called off", reason, seats)))
    plate = box_of(canvas, "end")
    words = [box for box in canvas.boxes if box.kind == "text" and plate.carries(box)]
    assert [box.name for box in words] == list(filter(None, ["Called off", reason]))
    above, below = words[0].top - plate.top, plate.bottom - words[-1].bottom
    assert abs(above - below) < 12
    assert 18 < above < 50


def test_the_title_hides_none_of_the_cluster_that_won_and_it_shines() -> None:
    view, marks = WON
    canvas = southern_cross.paint(view, marks)
    plate = box_of(canvas, "end")
    cluster = view.cluster("red")
    assert len(cluster) == 6
    for square in cluster:
        x, y = LARGE.middle(square)
        assert not plate.overlaps(Box("piece", square, x - 40, y - 40, x + 40, y + 40))
    lit, dim = (LARGE.middle(square) for square in (cluster[0], "a5"))
    areas = [(round(x) - 30, round(y) - 30, round(x) + 30, round(y) + 30) for x, y in (lit, dim)]
    assert brightness(canvas, areas[0]) > 1.4 * brightness(canvas, areas[1])
