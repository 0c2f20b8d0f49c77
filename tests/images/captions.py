"""Texts in pictures, in every language."""

from itertools import combinations

import pytest

from bot.text import ENGLISH
from images.canvas.canvas import Canvas
from tests.languages import EVERY_LANGUAGE, MADE_UP


def check_texts(canvas: Canvas) -> None:
    """Nothing is cut, meets another text, or leaves the picture."""
    texts = [box for box in canvas.boxes if box.kind == "text"]
    for one in texts:
        assert not one.name.endswith("…"), one.name
        assert one.left >= 0, one.name
        assert one.right <= canvas.image.width, one.name
    for one, other in combinations(texts, 2):
        assert not one.overlaps(other), f"{one.name} and {other.name}"


def in_languages(*, sample: str) -> pytest.MarkDecorator:
    """English, and the sweep of each other language as a slow test; quickly only a sample of it: what is widest."""
    others = [one for one in EVERY_LANGUAGE if one != MADE_UP]
    return pytest.mark.parametrize(
        ("locale", "widest"),
        [
            pytest.param(ENGLISH, False, id=ENGLISH),
            *(pytest.param(locale, True, id=f"{locale}-{sample}") for locale in others),
            *(pytest.param(locale, False, id=locale, marks=pytest.mark.slow) for locale in others),
        ],
    )
