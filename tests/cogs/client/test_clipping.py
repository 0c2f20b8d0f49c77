"""Texts are cut where Discord would refuse them, however it counts."""

import pytest

from cogs.shared.client.clipping import clip, utf16_length

FAMILY, ACCENTED, THUMB, FLAGS = "👩‍👩‍👧", "e\u0301", "👍🏽", "🇮🇹🇫🇷"


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("", 5, ""),
        ("gold", 4, "gold"),
        ("golden", 4, "gol…"),
        ("to be", 4, "to…"),
        ("😀😀", 4, "😀😀"),
        ("😀😀😀", 5, "😀😀…"),
        ("😀😀😀", 4, "😀…"),
        (f"ab{ACCENTED}cd", 5, f"ab{ACCENTED}…"),
        (f"ab{ACCENTED}cd", 4, "ab…"),
        (f"a{FAMILY}b", 9, "a…"),
        (f"a{THUMB}b", 5, "a…"),
        (f"a{THUMB}bc", 6, f"a{THUMB}…"),
        (f"{FLAGS}a", 8, "🇮🇹…"),
        (f"{FLAGS}ab", 9, f"{FLAGS}…"),
        ("☀️☀️☀️", 4, "☀️…"),
        (FAMILY, 3, "…"),
    ],
)
def test_a_text_is_cut_between_signs(text: str, limit: int, expected: str) -> None:
    assert clip(text, limit) == expected
    assert utf16_length(expected) <= limit
