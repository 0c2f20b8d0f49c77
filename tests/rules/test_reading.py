"""The fields of documents: what they accept, and how short their refusals are."""

from typing import Any

import pytest

from bot.rules.api import Words
from bot.rules.reading import Field, fit, number, show, text, whole_number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        ("x" * 40, repr("x" * 40)),
        ("x" * 41, repr("x" * 39 + "…")),
        (10**12 - 1, "999999999999"),
        (-(10**12), Words("this number")),
        (0.5, Words("this number")),
        ([1], Words("a list")),
        ((1,), Words("a list")),
        ({"a": 1}, Words("an object")),
        (set(), "set"),
    ],
)
def test_a_value_is_shown_briefly(value: object, shown: object) -> None:
    assert show(value) == shown


@pytest.mark.parametrize(
    ("read", "value", "problem"),
    [
        (whole_number, "3", "turn: '3' is not a whole number"),
        (whole_number, True, "turn: true is not a whole number"),
        (number(1), 0, "turn: 0 is not a whole number of 1 or more"),
        (number(1, 4), 0, "turn: 0 is not a whole number from 1 to 4"),
        (number(1, 4), 5, "turn: 5 is not a whole number from 1 to 4"),
        (text, 5, "turn: 5 is not a text"),
    ],
)
def test_a_refusal_says_what_the_field_needs(read: Field[Any], value: object, problem: str) -> None:
    with pytest.raises(ValueError, match=r"^turn: ") as refused:
        read(value, "turn")
    assert str(refused.value) == problem


def test_limits_belong_to_the_numbers_that_are_accepted() -> None:
    assert [number(1, 4)(value, "turn") for value in (1, 4)] == [1, 4]
    assert whole_number(-(10**20), "turn") == -(10**20)


def test_a_contradiction_is_refused_with_the_other_keys() -> None:
    fit(True, "turn", "phase")
    with pytest.raises(ValueError, match=r"^turn: this does not fit phase, options\.finish$"):
        fit(None, "turn", "phase", "options.finish")
