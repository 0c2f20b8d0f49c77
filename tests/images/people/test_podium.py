"""The podium: the best three with their scores, in the middle, and nothing overlaps."""

import pytest

from images.canvas.canvas import WIDTH
from images.people import podium
from images.people.podium import Best
from tests.images.people.conftest import CanvasOf
from tests.images.people.examples import best_of
from tests.images.people.leagues import require_apart


@pytest.mark.parametrize("people", [0, 1, 2, 3, 8])
def test_the_first_three_stand_there_with_their_scores_and_the_winner_has_a_crown(
    people: int, canvas_of: CanvasOf
) -> None:
    best = best_of(people)
    canvas = canvas_of(podium.draw("A game: the champions", "Season 1", best))
    names = [box.name for box in canvas.boxes]
    assert names.count("emblem") == min(people, 3)
    assert [one.score for one in best[:3]] == [name for name in names if "points" in name]
    assert names.count("crown") == min(people, 1)
    canvas.boxes = [box for box in canvas.boxes if box.kind != "panel"]
    require_apart(canvas)


@pytest.mark.parametrize("people", [1, 2, 3])
def test_pedestals_stand_in_the_middle_and_the_winners_is_the_highest(people: int) -> None:
    stands = podium._stands(people)
    assert min(one.left for one in stands) + max(one.right for one in stands) == WIDTH
    assert [one.top for one in stands] == sorted(one.top for one in stands)


def test_the_words_say_who_has_what() -> None:
    words = podium.alt("A game: the champions", "Season 1", [Best(7, "3 points"), Best(9, "2½ points")])
    assert words == "A game: the champions, Season 1: a podium. 1: 3 points; 2: 2½ points."
    assert podium.alt("A game", "Season 1", []) == "A game, Season 1: an empty podium."
