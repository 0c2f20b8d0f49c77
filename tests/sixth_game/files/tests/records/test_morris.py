"""What the recorded matches of Nine Men's Morris show."""

import json
from pathlib import Path

from bot.rules.morris import Position
from bot.rules.record import replay

FILE = Path(__file__).with_name("morris.jsonl")


def test_the_matches_of_morris_show_every_option_and_every_ending() -> None:
    records = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    finals = [replay(record) for record in records]
    assert {record["options"]["flying"] for record in records} == {True, False}
    assert {state.over for state in finals if isinstance(state, Position)} == {"men", "blocked", "quiet", None}
    assert {record["result"]["ending"] for record in records} == {"played", "resigned", "agreed"}
