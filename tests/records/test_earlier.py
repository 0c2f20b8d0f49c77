"""Records of earlier rules that differ from today's only in how moves are written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.match.records.files import check_file, fingerprint
from bot.match.records.replay import of_record
from bot.match.records.verifying import verify
from bot.rules.record import renew, replay

OLD = [json.loads(line) for line in Path(__file__).with_name("earlier").joinpath("down_under-1.jsonl").open()]
"""Matches of Down Under of every kind, as version 1 of its rules wrote them."""

NEW = [json.loads(line) for line in Path(__file__).with_name("down_under.jsonl").open()]


def as_today(old: dict[str, Any]) -> dict[str, Any]:
    """The same match among today's records, which are the same apart from their moves' labels."""

    def known(record: dict[str, Any]) -> list[Any]:
        kinds = [[word for word in move.split() if not word[-1].isdigit()] for move in record["moves"]]
        return [kinds, record["options"], record["seats"], record["chance"], record["result"]]

    new: dict[str, Any]
    (new,) = [one for one in NEW if known(one) == known(old)]
    return new


@pytest.mark.parametrize("old", OLD, ids=range(len(OLD)))
class TestDownUnder:
    def test_it_leads_to_the_same_position_as_it_did(self, old: dict[str, Any]) -> None:
        assert replay(old) == replay(as_today(old))

    def test_it_is_written_anew_in_todays_labels(self, old: dict[str, Any]) -> None:
        assert renew(old) == as_today(old)
        assert renew(as_today(old)) == as_today(old)

    def test_it_is_shown_turn_by_turn_in_todays_labels(self, old: dict[str, Any]) -> None:
        shown = of_record(old)
        assert [decision.move for _, decision in shown.decisions] == as_today(old)["moves"]

    def test_nothing_is_wrong_with_it_and_it_is_the_same_match(self, old: dict[str, Any]) -> None:
        assert not verify(old).wrong
        assert check_file(json.dumps(old).encode()).fingerprint == fingerprint(as_today(old))

    def test_labels_of_one_version_are_wrong_under_the_other(self, old: dict[str, Any]) -> None:
        if old["moves"] == as_today(old)["moves"]:
            assert old["options"]["area"] in ("line", "frame")
            return
        with pytest.raises(ValueError, match=r"^moves\["):
            replay({**old, "rules": 2})
        with pytest.raises(ValueError, match=r"^moves\["):
            replay({**as_today(old), "rules": 1})

    @pytest.mark.parametrize(
        "change", [str.upper, "{} ".format, " {}".format, lambda text: text.replace(" ", "  ", 1), len]
    )
    def test_its_moves_have_to_be_canonical(self, old: dict[str, Any], change: Callable[[str], object]) -> None:
        first, *others = old["moves"]
        with pytest.raises(ValueError, match=r"^moves\[0\]"):
            replay({**old, "moves": [change(first), *others]})


@pytest.mark.parametrize("version", [0, -1, 3, True, 1.0, "1"])
def test_other_versions_are_refused(version: object) -> None:
    with pytest.raises(ValueError, match=r"^rules: only version 1, 2 of the rules can be replayed"):
        replay({**OLD[0], "rules": version})
