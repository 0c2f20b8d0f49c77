"""Screens are kept without what they repeat, and with everything in which they differ."""

from hypothesis import given
from hypothesis import strategies as st

from tests.cogs.once import once


def test_a_line_that_was_there_before_is_told_by_its_beginning() -> None:
    line, other = "Take your opponents' moons, planets and Solar Systems.", "Take your opponents' moons or planets."
    assert once(f"# One\n{line}\n{line}\nshort\nshort\n") == f"# One\n{line}\nTake your opponents'…\nshort\nshort\n"
    repeated = once(f"# One\n{line}\n{other}\n{line}\n{other}\n")
    assert repeated == f"# One\n{line}\n{other}\nTake your opponents' moons,…\nTake your opponents' moons …\n"


def test_a_screen_that_was_there_before_says_which() -> None:
    screen = "Choose a piece, and where it goes to.\n[B1] primary: b:1"
    twice = f"# The message\n{screen}\n\n# Back\n{screen}\n"
    assert once(twice) == f"# The message\n{screen}\n\n# Back\n= The message\n"


CHOOSE = "Choose a piece and a place for it"
LINES = st.lists(st.sampled_from([f"{CHOOSE}.", f"{CHOOSE}, or another.", f"{CHOOSE}: its own.", "Rules"]))
SCREENS = st.lists(LINES, min_size=1).map(
    lambda screens: "\n\n# ".join("\n".join([str(number), *lines]) for number, lines in enumerate(screens))
)


@given(SCREENS, SCREENS)
def test_different_screens_stay_different(one: str, other: str) -> None:
    assert (once(one) == once(other)) == (one == other)
