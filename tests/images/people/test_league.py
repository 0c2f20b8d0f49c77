"""A league's tables: nothing overlaps or leaves them, and their words say what they show."""

import pytest

from images.people import league
from images.people.league import LeagueTableRow
from images.people.plates import Standings, points_in_words, points_text
from tests.images.people.conftest import CanvasOf
from tests.images.people.leagues import league_table, require_apart


@pytest.mark.parametrize("people", [4, 6, 9])
def test_everything_is_on_the_table_and_nothing_overlaps(people: int, canvas_of: CanvasOf) -> None:
    canvas = canvas_of(league.draw(league_table(people)))
    assert len(canvas.boxes) > people * people
    texts = [box.name for box in canvas.boxes if box.kind == "text"]
    assert ("春子" in texts) == (people <= 6)
    assert "\U0001f3b2\U0001f3b2" not in texts  # no typeface has that
    require_apart(canvas)


def test_the_words_say_places_points_and_matches() -> None:
    rows = [LeagueTableRow(1, 7, 5, 3, {}), LeagueTableRow(2, 8, 1, 2, {}, gone=True)]
    words = league.alt(Standings("A game: division 1", "Season 2", rows))
    assert words == "A game: division 1, Season 2. 1: 2½ points in 3 matches; 2: ½ point in 2 matches, left."


@pytest.mark.parametrize(
    ("half_points", "text", "words"),
    [(0, "0", "0 points"), (1, "½", "½ point"), (2, "1", "1 point"), (3, "1½", "1½ points"), (7, "3½", "3½ points")],
)
def test_points(half_points: int, text: str, words: str) -> None:
    assert points_text(half_points) == text
    assert points_in_words(half_points) == words
