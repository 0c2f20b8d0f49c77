"""The map and the panels beside a table of Down Under."""

from bot.text import say, speaking
from bot.words.down_under import status
from images.canvas.canvas import Box
from images.down_under import paint
from images.down_under.geometry import scene_of
from images.down_under.panels import needs
from images.down_under.table_marks import table_marks_of, weights
from tests.images.down_under_positions import SCENES


def test_no_map_lies_over_cells_where_tiles_can_be_laid() -> None:
    maps = 0
    for name, (state, marks) in SCENES.items():
        canvas = paint(state, marks)
        for plate in (box for box in canvas.boxes if box.name == "inset plate"):
            maps += 1
            scene = scene_of(state, state, needs(state, ()), weights(state, state, table_marks_of(state, marks)))
            for x in range(scene.seen.left, scene.seen.right + 1):
                for y in range(scene.seen.bottom, scene.seen.top + 1):
                    at, half = scene.at((x, y)), scene.size / 2
                    cell = Box("mark", name, at[0] - half, at[1] - half, at[0] + half, at[1] + half)
                    assert not (state.is_inside((x, y)) and cell.overlaps(plate)), name


def test_a_route_that_has_ended_says_so_in_full_in_every_language() -> None:
    state, marks = SCENES["routes-animals"]
    for locale in ("en", "it", "ja"):
        with speaking(locale):
            canvas, ended = paint(state, marks), say("ended")
            written = [box.name for box in canvas.boxes if box.kind == "text"]
        assert not [words for words in written if words.endswith("…")]
        assert sum(ended in words for words in written) >= sum(
            bool(route.pieces) and status(route) == "ended" for route in state.routes
        )
