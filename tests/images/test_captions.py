"""Every caption that the code can produce, at its longest: none is cut, none meets another, all can be read."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.rules.southern_cards import LAYOUTS
from bot.rules.southern_cards.roles import KINDS
from bot.rules.southern_cards.scoring import BY_NUMBER, TRICKS
from bot.text.terms import join_list
from images import southern_cards
from images.canvas import SMALLEST_TEXT, Canvas
from images.endings import Ended
from images.marks import Marks, Verdict
from images.palette import NIGHT, READABLE, contrast, legible, mixed
from tests.images.southern_cards_positions import FREE_START, turn

REASONS = {
    "cirondo": ("by conquest", "in the showdown", "nobody can move", "third repetition", "100 quiet moves"),
    "southern_cross": ("six counters together", "the last turn is over"),
    "parcheesi": ("all four pawns home", "after 12,345 rolls"),
    "southern_cards": ("with 15,000 points", "the solo game is over"),
    "down_under": ("with 30 points", "with 30 points and its dingo laid"),
}
WINS = {"cirondo": "win", "southern_cross": "are ahead"}  # where several winners stand in the title
TRICK_NAMES = [
    *(trick.name for trick, _ in TRICKS if trick.name),
    *(f"{extra}{number}" for number in BY_NUMBER for extra in ("", "extra_")),
]


def check_texts(canvas: Canvas) -> None:
    """Nothing is cut, meets another text, or leaves the picture."""
    texts = [box for box in canvas.boxes if box.kind == "text"]
    for one in texts:
        assert not one.name.endswith("…"), one.name
        assert one.left >= 0, one.name
        assert one.right <= canvas.image.width, one.name
    for one, other in combinations(texts, 2):
        assert not one.overlaps(other), f"{one.name} and {other.name}"


@dataclass(frozen=True)
class Table:
    """A game with seats and options."""

    key: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.key}-{self.seats}{'-'.join(map(str, self.options.values()))}"


def tables() -> Iterator[Table]:
    for key, game in GAMES.items():
        yield from (Table(key, seats, {}) for seats in game.seats({}))
    yield Table("cirondo", 4, {"teams": True})
    yield Table("down_under", 2, {"routes": 2})
    yield from (Table("southern_cards", seats, {"layout": layout}) for layout in LAYOUTS for seats in (1, 5))


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_every_end_by_the_rules_is_written_in_full(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest names of each number of winners with the longest reason, and one winner with each of the others."""
    game = GAMES[table.key]
    view = game.start(table.seats, table.options, Sealed(bytes(32), "end")).view(None)
    names = [colour.capitalize() for colour in game.colours(table.seats, table.options)]
    drawing = import_module(f"images.{table.key}.drawing")
    for number in range(1, len(names) + 1):
        winners = max(
            combinations(range(len(names)), number), key=lambda seats: len(join_list([names[one] for one in seats]))
        )
        called = join_list([names[one] for one in winners])
        places = (
            tuple(1 if seat in winners else number + 1 for seat in range(table.seats))
            if len(names) == table.seats
            else None
        )
        for reason in REASONS[table.key] if number == 1 else [max(REASONS[table.key], key=len)]:
            title, why = f"{called} {WINS.get(table.key, 'wins')}", reason
            if number > 1 and table.key not in WINS:
                title, why = "Draw", f"{called} {reason}"
            end = Ended(title, why, winners if places else (0,), places)
            monkeypatch.setattr(drawing, "ended", lambda *_, end=end: end)
            canvas = drawing.paint(view, Marks(verdict=Verdict(title, why, end.winners)))
            check_texts(canvas)
            written = " ".join(box.name for box in canvas.boxes if box.kind == "text")
            assert title in written
            assert why in written


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seats", [1, 5])
def test_every_role_and_trick_of_cards_is_written_in_full(layout: str, seats: int) -> None:
    table = {"layout": layout, "hand": 5, "wild": True}
    view = GAMES["southern_cards"].start(seats, table, Sealed(bytes(32), "x")).view(None)
    cell = view["field"][0][0] if view["field"] else FREE_START[0]
    longest = {"classic": 3, "shishi": 4}.get(layout, 5)
    kinds = sorted((kind for kind in KINDS if kind.cards <= longest), key=lambda kind: len(kind.name))
    tricks = sorted(TRICK_NAMES, key=len)
    if (layout, seats) != ("gogo", 5):  # the narrowest column shows all, the others what is longest
        kinds, tricks = kinds[-2:], tricks[-2:]
    for kind in kinds:
        role = {"kind": kind.name, "cells": [cell] * kind.cards, "cards": ["10D"] * kind.cards, "points": kind.points}
        for roles, combo in (([role], []), ([role] * 2, [[role]] * 2), ([role] * 8, [])):
            view["last"] = turn(
                cell, roles=roles, combo=combo, points=12_345, trick=f"extra_{BY_NUMBER[1]}", multiplier=3
            )
            check_texts(southern_cards.paint(view))
    for trick in tricks:
        role = {"kind": "set", "cells": [cell] * 3, "cards": ["10D"] * 3, "points": 30}
        view["last"] = turn(cell, roles=[role] * 2, trick=trick, multiplier=25, points=12_345)
        canvas = southern_cards.paint(view)
        check_texts(canvas)


@pytest.mark.parametrize("hue", NIGHT.seats.values(), ids=NIGHT.seats)
def test_names_can_be_read_on_every_panel(hue: tuple[int, int, int]) -> None:
    for share in (0.35, 0.42):
        for tint in (0.0, 0.03, 0.1, 0.12):
            assert contrast(legible(hue, NIGHT, share), mixed(NIGHT.panel, hue, tint)) >= READABLE
    assert contrast(NIGHT.faint, NIGHT.panel) >= READABLE


def test_nothing_smaller_than_what_a_phone_shows() -> None:
    assert SMALLEST_TEXT >= 22
