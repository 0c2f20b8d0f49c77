"""What players read in recorded matches of each game, as it was: the files in `told`; see tests/kept.py.

A mistake in any sentence, any question before a move or any list of choices changes a line there.
"""

import pytest

from tests.cogs.games import screen_of
from tests.cogs.telling import TOLD, told
from tests.kept import Keep

MATCHES = {
    "cirondo": (48, 59, 28, 45, 68),
    "parcheesi": (61, 38, 56, 69, 46, 14, 40),
    "southern_cross": (45, 53, 19, 56),
    "southern_cards": (378, 42, 366),
    "down_under": (62, 24, 64, 42),
}
"""The matches that are told, by the numbers of their lines: few of them say most that there is to say."""


@pytest.mark.thorough
@pytest.mark.parametrize("key", MATCHES)
def test_a_recorded_match_is_told_in_the_same_words(key: str, keep: Keep) -> None:
    keep(told(screen_of(key), MATCHES[key]), TOLD / f"{key}.txt")
