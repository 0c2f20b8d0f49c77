"""What the log says of an error."""

import re

from bot.computers.faults import FRAMES, reference, where


def deep(calls: int) -> None:
    if not calls:
        raise ValueError("the ace of hearts")
    deep(calls - 1)


def test_an_error_is_named_with_the_innermost_calls_and_without_its_text() -> None:
    try:
        deep(20)
    except ValueError as error:
        *calls, kind = where(error).split(" > ")
    assert kind == "ValueError"
    assert len(calls) == FRAMES == 12
    assert calls[-1] != calls[-2]
    assert all(re.fullmatch(r"computers/test_faults\.py:\d+", call) for call in calls)


def test_each_line_of_the_log_has_a_reference_of_its_own() -> None:
    assert re.fullmatch(r"[0-9A-F]{6}", reference())
    assert len({reference() for _ in range(20)}) > 1
