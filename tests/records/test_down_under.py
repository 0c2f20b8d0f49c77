"""What the recorded matches of Down Under show."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.rules.chance import Scripted
from bot.rules.down_under import Effects, Move, Position, game, what_happened
from bot.rules.record import replay
from tests.records.lines import records_of


def decisions(record: dict[str, Any]) -> Iterator[tuple[Position, Move, Effects, Position]]:
    """Each position of a match in which someone decided, the move, what came of it, and the position after it."""
    script = Scripted(record["chance"])
    state = game.start(record["seats"], record["options"], script)
    for text in record["moves"]:
        move = state.parse(text)
        after = state.play(move, script)
        yield state, move, what_happened(state, move, after), after
        state = after


def test_the_matches_of_down_under_show_every_variant() -> None:
    assert len(records_of("down_under")) >= 60
    shown = {
        (record["seats"], options["area"], options["growth"], options["routes"], options["animals"])
        for record in records_of("down_under")
        for options in (record["options"],)
    }
    for seats in (2, 3, 4):
        assert {(seats, "floating", growth, 1, False) for growth in ("both", "one_end")} <= shown
        assert (seats, "floating", "both", 1, True) in shown
        assert (seats, "open", "both", 1, True) in shown
    assert {(seats, "line", "both", 1, False) for seats in (2, 3)} <= shown
    assert {(2, "line", "one_end", 1, True), (2, "frame", "both", 1, True), (2, "frame", "one_end", 1, False)} <= shown
    for tiles in (1, 2):
        assert [
            r
            for r in records_of("down_under")
            if r["options"]["routes"] == 2 and r["options"]["tiles_per_turn"] == tiles
        ]
    assert {record["options"]["size"] for record in records_of("down_under")} >= {
        "easy",
        "recommended",
        "recommended2",
        "difficult",
    }


def test_the_matches_of_down_under_show_every_ending() -> None:
    assert {record["result"]["ending"] for record in records_of("down_under")} == {"played", "resigned", "agreed"}
    ended = [record for record in records_of("down_under") if record["result"]["ending"] == "played"]
    assert any(record["result"]["places"].count(1) > 1 for record in ended)
    behind = 0
    for record in ended:
        state = replay(record)
        assert isinstance(state, Position)
        scores, places = record["result"]["scores"], record["result"]["places"]
        behind += scores[places.index(1)] < max(scores)  # someone has not laid his dingo
    assert behind >= 1


@pytest.mark.slow
def test_the_matches_of_down_under_show_what_happens_in_the_game() -> None:
    seen: Counter[str] = Counter()
    for record in records_of("down_under"):
        for state, _, happened, after in decisions(record):
            seen["first tile"] += any(change.before == 0 for change in happened.changed)
            seen["foreign route lengthened"] += any(change.colour != happened.colour for change in happened.changed)
            seen["ended"] += any(change.ended for change in happened.changed)
            seen["endless"] += any(change.endless for change in happened.changed)
            seen["freed"] += any(change.freed for change in happened.changed)
            seen["passed over"] += bool(happened.passed)
            seen["billabong"] += bool(happened.ponds)
            seen["extension"] += bool(state.pending) and not state.offer
            seen["columns"] += happened.columns is not None
            seen["rows"] += happened.rows is not None
            seen["second tile"] += after.same_turn(state) and len(state.used) == 0 and not after.pending
            seen["one move"] += state.forced() is not None
    assert len(seen) == 12
    assert min(seen.values()) >= 5, seen


@pytest.mark.slow
def test_the_matches_of_down_under_show_what_seldom_happens() -> None:
    seen: Counter[str] = Counter()
    for record in records_of("down_under"):
        for state, move, happened, after in decisions(record):
            seen["offered"] += bool(after.offer) and not state.offer
            seen["accepted"] += move.kind == "billabong"
            seen["declined"] += move.kind == "decline"
            seen["two billabongs"] += len(happened.ponds) == 2
    assert len(seen) == 4
    assert min(seen.values()) >= 1, seen
