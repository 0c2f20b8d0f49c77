"""Shortening text to Discord's limits.

Whether Discord counts code points or UTF-16 units differs between its parts and has changed over time. Text never has
fewer UTF-16 units than code points, so limiting these satisfies both.
"""

import unicodedata

OPTION, ALT = 100, 1024
"""Discord's limits for a suggestion or an option of a select, and for alt text."""

JOINER = "\u200d"
SKIN_TONES = range(0x1F3FB, 0x1F400)
REGIONAL = range(0x1F1E6, 0x1F200)  # two of them make a flag


def utf16_length(text: str) -> int:
    return len(text) + sum(sign > "\uffff" for sign in text)


def clip(text: str, limit: int) -> str:
    """The text, with an ellipsis in place of what is too much. Keeps letters with their accents and emoji whole."""
    if utf16_length(text) <= limit:
        return text
    end, room = 0, limit - 1
    while (room := room - utf16_length(text[end])) >= 0:
        end += 1
    while end and _belong_together(text, end):
        end -= 1
    return text[:end].rstrip() + "…"


def _belong_together(text: str, at: int) -> bool:
    """Whether the characters before and after this position form one visible character."""
    before, behind = text[at - 1], text[at]
    if JOINER in (before, behind) or unicodedata.category(behind).startswith("M") or ord(behind) in SKIN_TONES:
        return True
    flags = len(text[:at]) - len(text[:at].rstrip("".join(map(chr, REGIONAL))))
    return ord(behind) in REGIONAL and flags % 2 == 1
