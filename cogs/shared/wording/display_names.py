"""Names that people have chosen for themselves or for what they run, safe to show among other words."""

import unicodedata

from cogs.shared.client.clipping import clip

LONGEST = 32  # characters of a person's name, as Discord has it
MARKS = 2  # accents in a row on one letter

# Letters and symbols without an appearance that Unicode doesn't classify as formatting.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"

_HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
"""Control and format characters, including those for writing direction; unassigned and private ones, halves of
surrogate pairs; line and paragraph separators."""


def clean_name(name: str, longest: int = LONGEST) -> str:
    """The name in one line, without hidden characters or any that affect their neighbours; empty if nothing is left.

    At most `longest` characters of it.
    """
    signs: list[str] = []
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        if sign.isspace() or kind in ("Zl", "Zp"):
            signs.append(" ")
        elif kind not in _HIDDEN and sign not in _BLANK:
            if kind.startswith("M") and (not signs or signs[-1] == " "):
                continue  # nothing of the name that it could be part of
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks <= MARKS:
                signs.append(sign)
    return clip(" ".join("".join(signs).split()), longest)
