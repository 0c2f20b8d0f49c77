"""Words and forms that all games and screens share: colours, lists, places and numbers, as each language has them."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Literal

from babel.lists import format_list

from bot.text import N_, forms, say

COLOURS = (N_("gold"), N_("silver"), N_("yellow"), N_("green"), N_("red"), N_("blue"))
"""The colours of seats; a seat's colour is shown by `bot.text.term`."""

_ORDINALS = {1: N_("{place}st"), 2: N_("{place}nd"), 3: N_("{place}rd")}
_TEENS = (11, 12, 13)


def amount(number: int, thing: str) -> str:
    """A number of things for logs and the command line, which are English: `amount(1, "server")` is "1 server"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def capitalise(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]


def join_list(parts: Sequence[object], style: Literal["standard", "or"] = "standard") -> str:
    """ "gold", "3 and 4", "gold, red and silver"; with "or", "gold, red or silver"."""
    return format_list([str(part) for part in parts], style, forms())


def commas(parts: Iterable[str]) -> str:
    """ "c3, c4, d5": a list without a word before its last part."""
    return say(N_(", ")).join(parts)


def semicolons(parts: Iterable[str]) -> str:
    """ "c3, c4; d5": a list of parts that may have commas themselves."""
    return say(N_("; ")).join(parts)


def join_sentences(sentences: Iterable[str]) -> str:
    """Sentences one after the other, as the language sets them apart; empty ones are left out."""
    parts = filter(None, sentences)
    return reduce(lambda before, after: say(N_("{one} {other}"), one=before, other=after), parts, next(parts, ""))


def ordinal(place: int) -> str:
    """A place in a list: "1st". Not "1.", which Markdown would turn into a numbered list."""
    sentence = None if place % 100 in _TEENS else _ORDINALS.get(place % 10)
    return say(sentence or N_("{place}th"), place=place)
