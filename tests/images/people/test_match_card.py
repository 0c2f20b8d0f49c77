"""A match as a picture for other places: it says all that those need who see nothing else of the match."""

import pytest
from PIL import Image

from bot.rules import GAMES
from images.canvas.canvas import WIDTH, Canvas
from images.cirondo.icons import SIGN
from images.people import match_card
from images.people.match_card import CardSeat, MatchCard
from tests.images.people.leagues import NAMES

COLOURS = ("gold", "blue", "silver", "red", "green")
BOARD = Image.new("RGB", (WIDTH, 1180))


def card_of(game: str, seats: int) -> MatchCard:
    people = [
        CardSeat(colour, name, f"{place}th", won=place == 1)
        for place, (colour, name) in enumerate(zip(COLOURS[:seats], NAMES, strict=False), 1)
    ]
    return MatchCard(GAMES[game].title, SIGN, "\U0001f3c6 Gold has won \u00b7 Anne", people, "29 November 2026")


@pytest.fixture
def canvases(monkeypatch: pytest.MonkeyPatch) -> list[Canvas]:
    made = list[Canvas]()

    def noted(ground: Image.Image) -> Canvas:
        made.append(Canvas(ground))
        return made[-1]

    monkeypatch.setattr(match_card, "Canvas", noted)
    return made


@pytest.mark.parametrize("seats", [1, 2, 5])
@pytest.mark.parametrize("game", GAMES)
def test_it_says_the_game_who_played_how_it_went_when_and_whose_bot_it_is(
    game: str, seats: int, canvases: list[Canvas]
) -> None:
    card = card_of(game, seats)
    assert match_card.draw(BOARD, card).size == match_card.SIZE
    assert match_card.draw_poster(BOARD, card).width == WIDTH
    for canvas in canvases:
        names = [box.name for box in canvas.boxes]
        assert {card.title, card.day, "Anne", "Crux", "sign", "board"} <= set(names)
        assert names.count("crown") == 1
        assert len([name for name in names if name in COLOURS]) == seats
        for index, box in enumerate(canvas.boxes):
            assert 0 <= box.left < box.right <= canvas.image.width
            assert 0 <= box.top < box.bottom <= canvas.image.height
            assert not [other for other in canvas.boxes[:index] if other.overlaps(box)], box
    assert any(box.name.startswith("Gold has won") for box in canvases[0].boxes)
