"""The card of a person: nothing overlaps or leaves it, and its words say what it shows."""

import pytest
from PIL import ImageChops

from bot.text import speaking
from images.people import profile
from images.people.profile import MOST_GAMES, Card
from tests.images.people.conftest import CanvasOf
from tests.images.people.examples import FACTS, FEW, LONG


@pytest.mark.parametrize(
    "card",
    [
        Card(
            1,
            FACTS,
            [LONG] * (MOST_GAMES + 2),
            ["Best alone: Southern Cross cards 11,490 points, " * 3, "Southern Cross cards league: 3rd"],
        ),
        Card(2, FACTS[:1], []),
        Card(3, FACTS[:3], [FEW]),
    ],
)
def test_everything_is_on_the_card_and_nothing_overlaps(card: Card, canvas_of: CanvasOf) -> None:
    image = profile.draw(card)
    boxes = canvas_of(image).boxes
    assert len(boxes) > 2
    for index, box in enumerate(boxes):
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= image.width
        assert box.bottom <= image.height
        assert not [other for other in boxes[:index] if other.overlaps(box)], box


def test_people_have_emblems_of_their_own() -> None:
    first, second = (profile.draw(Card(number, FACTS, [])) for number in (1, 2))
    assert ImageChops.difference(first, second).getbbox() is not None
    assert ImageChops.difference(first, profile.draw(Card(1, FACTS, []))).getbbox() is None


def test_the_words_say_all_that_is_shown() -> None:
    words = profile.alt(Card(1, FACTS, [LONG], ["Best alone: a lot", "Cirondo league: 1st of 6"]))
    assert words == (
        "A player's card. Matches: 12,204. Favourite game: Southern Cross cards. Longest winning streak: 119. "
        "You against them: 112 won, 13 drawn, 114 lost. Southern Cross cards: rating 2134?, 1,120 matches, 1,071 won. "
        "Best alone: a lot. Cirondo league: 1st of 6."
    )


def test_the_words_end_as_sentences_do_in_a_language() -> None:
    with speaking("ja"):
        words = profile.alt(Card(1, FACTS[:2], []))
    assert words.count("。") == 3
    assert ". " not in words
