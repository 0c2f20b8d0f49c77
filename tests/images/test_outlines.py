"""Outlines of what pictures show: whatever moves is noticed."""

from typing import Any

import pytest
from PIL import Image

from images.canvas.canvas import Canvas
from images.canvas.palette import NIGHT
from tests.images.conftest import differs_at_all
from tests.images.outlines import Outlines, following, sheet, words


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Outlines:
    return following(monkeypatch, lambda _picture, _name: None)


def drawn(text: str = "Gold", left: float = 20, hue: tuple[int, int, int] = NIGHT.ink) -> Canvas:
    canvas = Canvas(Image.new("RGB", (200, 100)))
    canvas.text((left, 50), text, 32, hue)
    return canvas


@pytest.mark.parametrize(
    "other", [{"left": 22}, {"text": "Silver"}, {"hue": NIGHT.faint}], ids=["place", "size", "ink"]
)
def test_what_moves_grows_or_changes_its_colour_is_noticed(told: Outlines, other: dict[str, Any]) -> None:
    before, same, after = (sheet([((200, 100), told.of(one))]) for one in (drawn(), drawn(), drawn(**other)))
    assert not differs_at_all(before, same)
    assert "has moved within" in differs_at_all(before, after)


def test_another_picture_in_the_row_is_noticed(told: Outlines) -> None:
    one = ((200, 100), told.of(drawn()))
    assert "the size is" in differs_at_all(sheet([one]), sheet([one, one]))


def test_each_text_is_told_once() -> None:
    assert words([drawn(), drawn("Silver"), drawn(), drawn("Red")]) == "Gold\nSilver\nRed\n"
