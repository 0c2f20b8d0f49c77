"""What is bold in a message is bold wherever it's read, whatever stands beside it.

Where no spaces stand between words, CommonMark closes no bold run behind a full stop, a colon or the suit of a card.
Discord does, so the messages are written to be right by both.
"""

import re
import string
from collections.abc import Iterator

import pytest

from bot.text import CATALOGUES, DOMAIN, ENGLISH, speaking
from bot.text.terms import join_sentences
from tests.languages import CATALOGUED, messages_in, texts_of
from tests.text.checking import not_bold

WORDS = frozenset(
    {
        "cell", "cells", "colour", "colours", "count", "day", "dice", "first", "id", "last",
        "loser", "number", "people", "percentile", "place", "places", "players", "points", "reference", "seat",
        "servers", "setting", "side", "sides", "size", "solved", "tried", "turn", "values",
    }
)  # fmt: skip
"""Placeholders that stand for numbers, for times, or for words of ours that begin and end with letters."""

BOLD = {"asked": "**Ready?**"}
"""What the code has made bold itself before it's put into a sentence."""


def _filled(message: str) -> str:
    parts = []
    for literal, name, _, _ in string.Formatter().parse(message):
        parts.append(literal)
        if name is not None:
            parts.append("7" if name in WORDS else BOLD.get(name, "(it’s ♥)"))
    return "".join(parts)


def _said(locale: str) -> Iterator[str]:
    for message in messages_in(CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"):
        yield from texts_of(message.string)


def _in_english() -> Iterator[str]:
    for message in messages_in(CATALOGUES / f"{DOMAIN}.pot"):
        yield from texts_of(message.id)


def _with_next(words: str) -> str:
    """A sentence with another behind it, as boards say them one after the other; other words alone."""
    return join_sentences((words, "次")) if re.search(r"[.!?。！？]\W*$", words) else words


@pytest.mark.parametrize("locale", [ENGLISH, *CATALOGUED])
def test_every_bold_run_is_closed_also_before_the_next_sentence(locale: str) -> None:
    messages = {one for one in (_in_english() if locale == ENGLISH else _said(locale)) if "*" in _filled(one)}
    with speaking(locale):
        shown = {one: not_bold(_with_next(_filled(one))) for one in messages}
    assert {one: left for one, left in shown.items() if left} == {}
