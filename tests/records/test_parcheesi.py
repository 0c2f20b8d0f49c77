"""What the recorded matches of Parcheesi show."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.rules.chance import Recorded, Scripted
from bot.rules.parcheesi import Effects, Move, Position, game, what_happened
from bot.rules.record import replay
from tests.records.lines import records_of


def decisions(record: dict[str, Any]) -> Iterator[tuple[Position, Move, Effects, Position]]:
    """Each position of a match in which someone decided, the move, what came of it, and the position after it."""
    script = Scripted(record["chance"])
    state = game.start(record["seats"], record["options"], script)
    for text in record["moves"]:
        luck, move = Recorded(script), state.parse(text)
        after = state.play(move, luck)
        yield state, move, what_happened(state, move, after, luck.outcomes), after
        state = after


def test_the_matches_of_parcheesi_show_every_number_of_seats_and_every_option() -> None:
    assert len(records_of("parcheesi")) >= 60
    for seats in (2, 3, 4):
        options = [record["options"] for record in records_of("parcheesi") if record["seats"] == seats]
        assert {chosen["first"] for chosen in options} == {"seat0", "high_roll"}
        assert {chosen["finish"] for chosen in options} == {"first", "all"}
        assert {chosen["triple_doubles"] for chosen in options} == {False, True}
        assert {chosen["blockade_limit"] for chosen in options} >= {0, 1, 2, 3}
        assert {chosen["max_rolls"] for chosen in options} >= {0, 1, 30, 150}


@pytest.mark.slow
def test_the_matches_of_parcheesi_show_every_ending() -> None:
    assert {record["result"]["ending"] for record in records_of("parcheesi")} == {"played", "resigned", "agreed"}
    endings = set()
    for record in records_of("parcheesi"):
        document = replay(record).dump()
        seats, finished = document["seats"], len(document["finished"])
        if document["phase"] == "over":
            endings.add((document["options"]["finish"], seats, finished, document["options"]["max_rolls"] > 0))
    assert endings >= {("first", seats, 1, False) for seats in (2, 3, 4)}  # one seat home
    assert endings >= {("all", seats, seats - 1, False) for seats in (2, 3, 4)}  # all but one
    assert endings >= {("first", seats, 0, True) for seats in (2, 3, 4)}  # the cap


@pytest.mark.slow
def test_the_matches_of_parcheesi_show_what_happens_in_the_game() -> None:
    seen: Counter[str] = Counter()
    for record in records_of("parcheesi"):
        for state, move, happened, after in decisions(record):
            document = state.dump()
            seen["capture"] += happened.captured is not None
            seen["home"] += happened.home
            seen["third double"] += happened.sent_back is not None
            seen["past the home row"] += happened.past is not None
            seen["roll lost"] += document["phase"] == "roll" and bool(happened.lost)
            seen["value lost"] += document["phase"] != "roll" and bool(happened.lost)
            seen["bonus lost"] += bool(happened.lost_bonuses)
            seen["bonus given up"] += move.kind == "skip"
            seen["another roll"] += after.phase == "roll" and after.to_move == state.to_move
            seen["finished and played on"] += happened.finished and after.phase != "over"
            seen["fourteen"] += len(happened.values) == 4
            seen["due blockade"] += document["phase"] == "move" and len(state.due) > 0
            seen["partners apart"] += any(one != other for one, other in state.pairs)
            seen["sum"] += any(text.startswith("enter 1") for text in map(state.notate, state.legal()))
    assert len(seen) == 14
    assert min(seen.values()) >= 5, seen
