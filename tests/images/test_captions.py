"""The longest captions of every game: nothing that a picture says of an end is cut."""

from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Sealed
from images.endings import listed
from images.marks import Marks, Verdict

VARIANTS = [
    (key, seats, options)
    for key, game in GAMES.items()
    for options in ({}, {"teams": True}, {"challenge": "throw"}, {"area": "open"}, {"routes": 2}, {"layout": "shishi"})
    if options.keys() <= {option.name for option in game.options}
    for seats in game.seats(options)
]


def longest(names: Any, number: int) -> str:
    """As many names as take the most room."""
    return max(map(listed, combinations(names, number)), key=len)


def verdicts(colours: tuple[str, ...], side: int) -> list[Verdict]:
    """The ends that a picture can be told of: one side wins, all that are left share the first place, or nobody won."""
    told = [Verdict("Ended", "by a moderator"), Verdict("Draw", "called off by agreement")]
    if len(colours) == 1:
        return [*told, Verdict("Given up"), Verdict("Called off")]
    for number in range(side, len(colours), side):
        reason = f"{longest(colours, number)} resigned"
        told += [Verdict(f"{longest(colours, side).capitalize()} won", reason, (0,)), Verdict("Draw", reason, (0, 1))]
    return told


@pytest.mark.parametrize(("key", "seats", "options"), VARIANTS)
def test_the_end_is_written_in_full(key: str, seats: int, options: dict[str, Any]) -> None:
    game, paint = GAMES[key], import_module(f"images.{key}.drawing").paint
    view = game.start(seats, options, Sealed(bytes(32), "table")).view(None)
    for verdict in verdicts(game.colours(seats, options), len(game.sides(seats, options)[0])):
        canvas = paint(view, Marks(verdict=verdict))
        written = " ".join(box.name for box in canvas.boxes if box.kind == "text")
        assert verdict.title in written
        assert verdict.reason in written
        texts = [box for box in canvas.boxes if box.kind == "text"]
        assert all(box.left >= 0 and box.right <= canvas.image.width for box in texts)
        assert not any(one.overlaps(other) for one, other in combinations(texts, 2))
