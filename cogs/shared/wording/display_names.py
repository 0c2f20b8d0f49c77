"""What people call themselves, fit to be shown among other words."""

import unicodedata

from cogs.shared.interactions.clipping import clip

LONGEST = 32  # characters, as Discord has it
MARKS = 2  # accents in a row that a letter may carry

# Letters and signs that show nothing, though Unicode doesn't count them as formatting.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"

_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Control and format characters, among them those that turn the direction of writing; what is not assigned, private, or
half of a pair; ends of lines and paragraphs."""


def clean_name(name: str) -> str:
    """The name in one line, without anything that hides itself or moves its neighbours; empty if nothing is left."""
    shown: list[str] = []
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        if sign.isspace() or kind in ("Zl", "Zp"):
            shown.append(" ")
        elif kind not in _HIDDEN and sign not in _BLANK:
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks <= MARKS:
                shown.append(sign)
    return clip(" ".join("".join(shown).split()), LONGEST)
