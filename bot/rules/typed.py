"""Moves as people type them: brought into one form, and quoted when they can't be read."""

LONGEST = 300
"""Characters of a typed move. No game writes one as long."""

QUOTED = 40
"""Characters of a typed move that a refusal quotes."""


def without_spaces(text: object) -> str:
    """A typed move without its spaces. Empty, which is no move of any game, for what is too long or no text at all."""
    return "".join(text.split()) if isinstance(text, str) and len(text) <= LONGEST else ""


def quoted(text: object) -> str:
    """What somebody typed, fit to stand in an answer: one short line of printable characters."""
    if not isinstance(text, str):
        return "…"
    line = "".join(character if character.isprintable() else " " for character in text[: QUOTED + 1]).strip()
    return line if len(text) <= QUOTED else line[: QUOTED - 1] + "…"
