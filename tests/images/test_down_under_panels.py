"""The map and the panels beside a table of Down Under."""

from itertools import combinations

from bot.text import say, speaking
from bot.words import Verdict
from bot.words.down_under import status
from images.down_under import paint
from images.marks.marks import Marks
from tests.images.down_under_positions import SCENES


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


def test_a_column_beside_a_narrow_ground_is_used() -> None:
    state, marks = SCENES["five-by-eleven"]
    canvas = paint(state, marks)
    plates = [box for box in canvas.boxes if box.name.endswith(" plate")]
    assert len(plates) == 4
    assert plates[-1].bottom > canvas.image.height * 0.75
    texts = [box for box in canvas.boxes if box.kind == "text"]
    for one, other in combinations(texts, 2):
        assert not one.overlaps(other), f"{one.name} and {other.name}"
    for text in texts:
        assert not any(plate.overlaps(text) and not plate.carries(text) for plate in plates), text.name


def test_places_stand_beside_nothing_that_could_be_read_together_with_them() -> None:
    state, _ = SCENES["animals"]
    for locale in ("en", "it", "ja"):
        with speaking(locale):
            end = Verdict(say("Draw"), "", (0, 1))
            canvas = paint(state, Marks(verdict=end))
        texts = [box for box in canvas.boxes if box.kind == "text" and box.top > 200]
        for one, other in combinations(texts, 2):
            level = one.top < other.middle[1] < one.bottom
            assert not level or max(one.left, other.left) - min(one.right, other.right) >= 4, (one.name, other.name)
