"""Moves as earlier versions of these rules wrote them. Nothing else was different."""

import re

from bot.rules.api import State
from bot.rules.down_under.notation import column_number, label
from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import Move

_LABEL = re.compile(r"(?<= )(?P<column>[a-z]{1,99})(?P<row>[1-9][0-9]{0,98})\b")


def from_version_1(position: State[Move], text: str) -> str:
    """A move of version 1, which counted labels from whatever lay on the table: a1 was one cell outside of it."""
    if not isinstance(position, Situation):
        raise TypeError("a position of another game")
    left, bottom = (min((cell[axis] for cell in position.tiles), default=0) - 1 for axis in (0, 1))

    def label_of_version_2(match: re.Match[str]) -> str:
        return label(position, (left + column_number(match["column"]), bottom + int(match["row"]) - 1))

    return _LABEL.sub(label_of_version_2, text)
