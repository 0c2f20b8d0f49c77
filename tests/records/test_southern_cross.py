"""What the recorded matches of Southern Cross show."""

from functools import cache
from typing import Any

import pytest

from bot.rules.record import played, replay
from tests.records.lines import lines_of, records_of
from tests.records.southern_cross import pact


@cache
def matches() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each record with the document of its last position."""
    return [(record, replay(record).dump()) for record in records_of("southern_cross")]


def test_the_matches_show_every_option() -> None:
    options = [record["options"] for record, _ in matches()]
    assert len(options) >= 60
    assert sum(map(len, lines_of("southern_cross"))) < 1_500_000
    assert {"BRYG", "GYRB", "RBGY", "YBRG"} <= {chosen["order"] for chosen in options}
    assert {(chosen["challenge"], chosen["max_turns"] > 0) for chosen in options} == {
        *(("dice", False), ("dice", True), ("throw", False), ("throw", True))
    }


def test_the_matches_show_every_ending() -> None:
    endings = set()
    for record, last in matches():
        places, limit = record["result"]["places"], record["options"]["max_turns"]
        if record["result"]["ending"] != "played":
            endings.add("agreed" if places is None else "agreed with places")
        elif last["turn"] == limit:
            endings.add("limit shared" if places.count(1) > 1 else "limit")
        else:
            active = (last["turn"] - 1) % 4
            endings.add("won" if places[active] == 1 else "won on the turn of somebody else")
    assert endings == {
        *("agreed", "agreed with places", "limit", "limit shared", "won", "won on the turn of somebody else")
    }


def test_every_kind_of_move_is_played() -> None:
    moves = {move for record, _ in matches() for move in record["moves"]}
    assert {"end", "roll", "throw 0", "throw 100"} <= moves
    assert {move for move in moves if move.startswith("spin")} == {
        f"spin {dial} {amount}" for dial in "NESWC" for amount in (90, 180, 270)
    }
    assert {len(move.split()) - 1 for move in moves if move.startswith("remove")} == {1, 2, 3}
    assert {move.count("x") for move in moves if "x" in move} >= {1, 2, 3, 4}
    assert any(move.startswith("basex") for move in moves)


@pytest.mark.parametrize(("last", "places"), [(0, (1, 2, 3, 3)), (1, (2, 1, 3, 3)), (2, (1, 2, 3, 3))])
def test_two_simultaneous_clusters_are_ranked_from_the_active_seat(last: int, places: tuple[int, ...]) -> None:
    state = replay(played("southern_cross", 4, {}, list(pact(last))))
    assert state.result is not None
    assert state.result.places == places
    assert (state.dump()["turn"] - 1) % 4 == last
