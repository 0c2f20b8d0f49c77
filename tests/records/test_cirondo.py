"""What the recorded matches of Cirondo show."""

from collections import Counter

import pytest

from bot.rules.record import played, replay
from tests.records.cirondo import opposite, walls
from tests.records.lines import records_of


@pytest.mark.slow
def test_the_matches_of_cirondo_show_every_option_and_every_ending() -> None:
    records = records_of("cirondo")
    tables = Counter((r["seats"], r["options"]["teams"], r["options"]["draw_rule"]) for r in records)
    assert len(records) >= 60
    assert set(tables) == {
        *((2, False, True), (2, False, False), (4, False, True), (4, False, False)),
        *((4, True, True), (4, True, False)),
    }
    finals = [replay(record).dump()["over"] for record in records]
    assert set(finals) == {"conquest", "showdown", "blocked", "repetition", "quiet", None}
    assert {record["result"]["ending"] for record in records} == {"played", "resigned", "agreed"}


def test_two_players_of_cirondo_can_wall_themselves_in() -> None:
    moves = [text for gold in walls() for text in (gold, opposite(gold))]
    state = replay(played("cirondo", 2, {}, moves))
    assert state.dump()["over"] == "blocked"
    assert state.result is not None
    assert state.result.places == (1, 1)
