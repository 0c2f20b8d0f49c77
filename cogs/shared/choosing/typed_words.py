"""The words of a game's notation in the reader's language: "tira" is understood as "roll"."""

import re
from collections.abc import Sequence
from functools import cache

from bot.text import ENGLISH, language, typed_words


def in_notation(text: str, words: Sequence[str]) -> str:
    """What was typed, with the reader's words for these `words` of a notation replaced by them."""
    spoken = language()
    if spoken == ENGLISH:
        return text
    words_typed = _notation_of(spoken, tuple(words))
    if not words_typed:
        return text
    any_of_them = "|".join(re.escape(one) for one in sorted(words_typed, key=len, reverse=True))
    whole = re.compile(rf"(?<![^\W\d_])(?:{any_of_them})(?![^\W\d_])", re.IGNORECASE)
    # Ignoring case takes "ı" and "ſ" for "i" and "s", which no lower case does.
    return whole.sub(lambda match: words_typed.get(match[0].lower(), match[0]), text)


@cache
def _notation_of(spoken: str, words: tuple[str, ...]) -> dict[str, str]:
    """The words of the notation by what can be typed for them."""
    return {one: word for word in words for one in typed_words(spoken, word)}
