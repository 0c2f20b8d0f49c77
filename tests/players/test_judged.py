"""Computer players think of recorded positions what they thought when their strength was measured.

Where one of these fails without intention, something has become another judgement. If it was meant: write them anew by
`python -m tests.players.judged`, look at what has changed, and measure docs/strength.md anew.
"""

import json
from typing import Any

import pytest

from bot.players import LEVELS
from bot.players.levels import GREEDY
from tests.players.judged import FOLDER, Record, choice, judgement

RECORDS: dict[str, Record] = {
    f"{file.stem}-{number}": json.loads(line)
    for file in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines())
}
POSITIONS = [pytest.param(record, id=name) for name, record in RECORDS.items()]
CHOICES = [
    pytest.param(record, level, id=f"{name}-{level}", marks=[pytest.mark.slow] if int(name.split("-")[-1]) % 4 else [])
    for name, record in RECORDS.items()
    for level in record["choices"]
]
"""Half of them are left to the slow run."""


def rounded(value: Any) -> Any:
    """Numbers that are as good as equal are: the last digit isn't the same on all machines."""
    match value:
        case float():
            return pytest.approx(value, abs=2e-4)
        case list():
            return [rounded(one) for one in value]
        case dict():
            return {key: rounded(one) for key, one in value.items()}
        case _:
            return value


@pytest.mark.sample(40)
@pytest.mark.parametrize("record", POSITIONS)
def test_a_position_is_judged_as_ever(record: Record) -> None:
    assert judgement(record) == rounded(record["judgement"])


@pytest.mark.sample(60)
@pytest.mark.parametrize(("record", "level"), CHOICES)
def test_a_level_chooses_as_ever_and_takes_as_many_positions_for_it(record: Record, level: str) -> None:
    assert choice(record, level) == rounded(record["choices"][level])


def test_every_level_is_asked() -> None:
    assert {level for record in RECORDS.values() for level in record["choices"]} == {*LEVELS, GREEDY.name}
