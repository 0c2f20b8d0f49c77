"""Names as the typefaces can write them, so that none is a row of empty boxes."""

import pytest

from images.canvas.fonts import east_asian_face, written


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anne", "Anne"),
        ("Zoë ✨ Müller", "Zoë Müller"),
        ("Владимир", "Владимир"),
        ("🎲🎲", ""),
        ("A🎲🎲🎲", ""),  # hardly a name any more
        ("ไทย", ""),
        ("", ""),
    ],
)
def test_of_a_name_that_is_written_which_letters_there_are(name: str, shown: str) -> None:
    assert written(name) == shown


@pytest.mark.skipif(east_asian_face("ja") is None, reason="no font has Japanese characters")
def test_japanese_and_korean_names_are_written_with_a_font_that_has_them() -> None:
    assert written("春子 Haru") == "春子 Haru"
    assert written("하루") == "하루"
