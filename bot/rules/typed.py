"""Moves as people type them: normalized, and quoted if they can't be read."""

from bot.rules.api import Quoted

LONGEST = 300
"""The maximum number of characters of a typed move, more than any game needs."""

QUOTED = 40
"""The number of characters of a typed move that a refusal quotes."""


def without_spaces(text: object) -> str:
    """A typed move without spaces. Empty, which is no move of any game, for text that is too long or no text at all."""
    return "".join(text.split()) if isinstance(text, str) and len(text) <= LONGEST else ""


def quote(text: object) -> Quoted:
    """What someone typed, safe to quote in a reply: one short line of printable characters."""
    if not isinstance(text, str):
        return Quoted("…")
    line = "".join(character if character.isprintable() else " " for character in text[: QUOTED + 1]).strip()
    return Quoted(line if len(text) <= QUOTED else line[: QUOTED - 1] + "…")
