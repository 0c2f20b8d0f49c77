"""What the recorded matches of Southern Cross cards show."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bot.rules.chance import Scripted
from bot.rules.southern_cards import LAYOUTS, Position, game
from tests.records.lines import lines_of, records_of


@cache
def positions() -> list[list[Position]]:
    """The positions of each match, the first one included."""
    return [list(_positions(record)) for record in records_of("southern_cards")]


def _positions(record: dict[str, Any]) -> Iterator[Position]:
    script = Scripted(record["chance"])
    state = game.start(record["seats"], record["options"], script)
    yield state
    for text in record["moves"]:
        state = state.play(state.parse(text), script)
        yield state


def test_the_matches_of_southern_cards_show_every_layout_hand_and_number_of_seats() -> None:
    assert sum(map(len, lines_of("southern_cards"))) < 4_000_000
    complete = [record for record in records_of("southern_cards") if record["result"]["ending"] == "played"]
    for layout in LAYOUTS:
        matches = [record for record in complete if record["options"]["layout"] == layout]
        assert len(matches) >= 60
        shown = {(record["seats"], record["options"]["hand"], record["options"]["wild"]) for record in matches}
        assert shown >= {(seats, hand, wild) for seats in range(1, 6) for hand in range(1, 6) for wild in (False, True)}


def test_the_matches_of_southern_cards_show_every_ending() -> None:
    assert {record["result"]["ending"] for record in records_of("southern_cards")} == {"played", "resigned", "agreed"}
    places = {
        tuple(record["result"]["places"])
        for record in records_of("southern_cards")
        if record["result"]["ending"] == "played"
    }
    assert {(1,), (1, 2), (2, 1)} <= places
    assert any(places.count(1) > 1 for places in places)


def test_the_matches_of_southern_cards_hold_the_shuffles() -> None:
    assert {len(record["chance"]) for record in records_of("southern_cards")} >= {1, 2}
    for record in records_of("southern_cards"):
        cards = 108 if record["options"]["layout"] == "gogo" else 54
        assert all(len(outcome) == cards for outcome in record["chance"])


@pytest.mark.slow
def test_the_matches_of_southern_cards_show_what_happens_in_the_game() -> None:
    seen: Counter[str] = Counter()
    for match in positions():
        for before, state in pairwise(match):
            last = state.last
            assert last is not None
            seen.update(role.kind for role in last.roles)
            seen.update([last.trick] if last.trick else [])
            seen["combo"] += bool(last.combo)
            seen["combo of two steps"] += len(last.combo) > 1
            seen["total eclipse"] += last.eclipse
            seen["centre due"] += before.eclipse
            seen[f"{len(last.reach)} reaches"] += 1
            seen[f"{last.move.count('@')} cards"] += 1
            seen["refilled"] += bool(last.refilled)
            seen["grown"] += len(state.piles) > len(before.piles)
            seen["same seat again"] += state.table.seats > 1 and state.to_move == before.to_move
            seen["joker as order card"] += before.due == 52
    kinds = ["sequence", "set", "royal_sequence", "orion", "pegasus", "hyper_sequence", "four_cards", "straight"]
    kinds += ["hyper_royal_sequence", "five_cards", "straight_flush", "royal_straight_flush"]
    tricks = ["double", "triple", "quadruple", "quintuple", "sextuple", "extra_double", "extra_triple"]
    tricks += ["southern_cross", "saturn"]
    others = ["combo", "combo of two steps", "total eclipse", "centre due", "refilled", "grown"]
    others += ["joker as order card", *(f"{number} cards" for number in (1, 2, 3, 4))]
    others += [f"{number} reaches" for number in range(6)]
    assert [each for each in (*kinds, *tricks, *others) if not seen[each]] == []
