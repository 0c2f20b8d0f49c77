"""The words of a game's notation as people type them in their own language."""

from pathlib import Path

import pytest

from bot.text import ENGLISH, speaking
from cogs.shared.choosing.typed_words import in_notation
from tests.languages import MADE_UP, in_other_letters

WORDS = ("roll", "rotate")
ROLL, ROTATE = map(in_other_letters, WORDS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (ROLL, "roll"),
        (ROLL.upper(), "roll"),
        (f"{ROLL}{ROLL}", "roll"),  # another word of the same meaning, of which the first is the beginning
        (f"{ROTATE} B5", "rotate B5"),
        (f"B5 {ROTATE}, {ROLL}", "B5 rotate, roll"),
        (f"2{ROLL}3", "2roll3"),
        (f"_{ROLL}_", "_roll_"),
        (f"{ROLL}x", f"{ROLL}x"),  # part of another word
        (f"x{ROLL}", f"x{ROLL}"),
        ("roll B5", "roll B5"),
        ("B5-C5", "B5-C5"),
        ("", ""),
    ],
)
def test_words_are_understood_alone_and_in_any_case(made_up: Path, typed: str, meant: str) -> None:
    with speaking(MADE_UP):
        assert in_notation(typed, WORDS) == meant


def test_a_notation_without_words_and_english_are_left_alone(made_up: Path) -> None:
    with speaking(MADE_UP):
        assert in_notation(f"{ROLL} B5", ()) == f"{ROLL} B5"
    with speaking(ENGLISH):
        assert in_notation(f"{ROLL} B5", WORDS) == f"{ROLL} B5"


@pytest.mark.parametrize("typed", ["tıra", "TİRA", "caſa"])
def test_letters_that_only_look_like_those_of_a_word_are_left_alone(typed: str) -> None:
    """Regular expressions that ignore case take them for these letters."""
    with speaking("it"):
        assert in_notation(typed, ("roll", "home")) == typed
