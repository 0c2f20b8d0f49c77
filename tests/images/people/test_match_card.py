"""A match as a picture for other places: it says all that those need who see nothing else of the match."""

import pytest
from PIL import Image

from bot.rules import GAMES
from images.canvas.boards import board_alone
from images.canvas.canvas import WIDTH, Canvas
from images.cirondo.icons import SIGN
from images.people import match_card
from images.people.match_card import CardSeat, MatchCard
from tests.images.people.leagues import NAMES

COLOURS = ("gold", "blue", "silver", "red", "green")
BOARD = Canvas(Image.new("RGB", (WIDTH, 1180)))
BOARD.board = (((20.0, 112.0, 1004.0, 1000.0), 26.0),)


def card_of(game: str, seats: int) -> MatchCard:
    people = [
        CardSeat(colour, name, f"{place}th", won=place == 1)
        for place, (colour, name) in enumerate(zip(COLOURS[:seats], NAMES, strict=False), 1)
    ]
    return MatchCard(GAMES[game].title, SIGN, "All four pawns home, after 58 rolls", people, "29 November 2026")


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
    assert match_card.draw_poster(BOARD.image, card).width == WIDTH
    for canvas in canvases:
        names = [box.name for box in canvas.boxes]
        assert {card.title, card.day, "Anne", "Crux", "sign", "board"} <= set(names)
        assert names.count("crown") == 1
        assert len([name for name in names if name in COLOURS]) == seats
        for index, box in enumerate(canvas.boxes):
            assert 0 <= box.left < box.right <= canvas.image.width
            assert 0 <= box.top < box.bottom <= canvas.image.height
            assert not [other for other in canvas.boxes[:index] if other.overlaps(box)], box
    assert any(box.name.startswith("All four pawns home") for box in canvases[0].boxes)


def test_the_board_stands_alone_without_what_is_above_and_below_it() -> None:
    alone = board_alone(BOARD, 6.0)
    assert alone.size == (996, 900)
    assert alone.getpixel((0, 0)) == (0, 0, 0, 0)
    assert alone.getpixel((500, 3)) == (0, 0, 0, 255)
