"""What is shared of a daily, and how its scores are drawn."""

import pytest

from cogs.shared.boards.daily_result import signs
from images import distribution
from images.canvas import WIDTH


@pytest.mark.parametrize(
    ("gains", "shared"),
    [
        ([], ""),
        ([0, 0], "⬛⬛"),
        ([100, 0, 25, 26, 50, 51, 75, 76], "🟥⬛🟦🟩🟩🟨🟨🟥"),
        ([40] * 11, "🟥" * 10 + "\n🟥"),
        ([-5, 5], "⬛🟥"),
    ],
)
def test_signs_compare_each_decision_with_the_best_one(gains: list[int], shared: str) -> None:
    assert signs(gains) == shared


@pytest.mark.parametrize("scores", [[560], [100, 240, 980], list(range(0, 5000, 7)), [0], [7, 7, 7]])
def test_every_score_has_its_bar(scores: list[int]) -> None:
    low, step, bars = distribution.bars_of(scores)
    assert bars <= distribution.BARS
    assert all(0 <= (score - low) // step < bars for score in scores)
    assert distribution.draw(scores, scores[-1]).size == (WIDTH, distribution.TALL)
