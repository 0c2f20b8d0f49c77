"""Small boards side by side: all of them fit, with which match each is and how much time is left."""

import pytest
from PIL import Image

from images.canvas.canvas import WIDTH
from images.people import digest
from images.people.digest import MOST, SmallBoard


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("number", range(1, MOST + 1))
@pytest.mark.parametrize("size", [(1024, 1024), (2000, 300), (300, 2000)])
def test_each_board_has_its_words_below(number: int, size: tuple[int, int]) -> None:
    boards = [SmallBoard(Image.new("RGB", size), f"Cirondo · match {one}", "2 days left") for one in range(number)]
    picture = digest.draw(boards)
    assert picture.width == WIDTH
    rows = -(-number // 2)
    assert picture.height >= rows * digest.TALL


def test_the_longest_words_are_cut_and_none_are_needed() -> None:
    board = Image.new("RGB", (500, 500))
    digest.draw([SmallBoard(board, "W" * 90, "M" * 90), SmallBoard(board, "Cirondo", "")])
