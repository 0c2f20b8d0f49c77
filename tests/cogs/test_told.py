"""What players read in recorded matches of each game, as it was: the files in `told`; see tests/kept.py.

A mistake in any sentence, any question before a move or any list of choices changes a line there.
"""

import re

import pytest

from bot.text import ENGLISH
from tests.cogs.games import screen_of
from tests.cogs.telling import TOLD, told
from tests.kept import Keep
from tests.languages import RELEASED, english_words_in

MATCHES = {
    "cirondo": (48, 59, 28, 45, 68),
    "parcheesi": (61, 38, 56, 69, 46, 14, 40),
    "southern_cross": (45, 53, 19, 56),
    "southern_cards": (378, 42, 366),
    "down_under": (62, 24, 64, 42),
}
"""The matches that are told, by the numbers of their lines: few of them say most that there is to say."""


SAID = re.compile(r"(?:told|played|so|stands|terms|opening|end|asked): (.*)")
"""Lines that are sentences; the others have words of the code beside them."""


@pytest.fixture(params=[ENGLISH, *(pytest.param(one, marks=pytest.mark.slow) for one in RELEASED)])
def spoken(request: pytest.FixtureRequest) -> str:
    """The language in which matches are told. What is told is kept in English; in others nothing of it may be left."""
    return str(request.param)


@pytest.mark.thorough
@pytest.mark.parametrize("key", MATCHES)
def test_a_recorded_match_is_told_in_the_same_words(key: str, spoken: str, keep: Keep) -> None:
    words = told(screen_of(key), MATCHES[key])
    if spoken == ENGLISH:
        keep(words, TOLD / f"{key}.txt")
    else:
        assert english_words_in(SAID.findall(words), spoken) == {}
