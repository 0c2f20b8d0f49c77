"""Matches from records: they come back as they were, also those of others, or it's said what is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match import (
    NotARecord,
    verify,
)
from bot.match.records.files import read_record
from bot.match.records.replay import MOVES, of_record
from bot.rules import GAMES as REAL
from bot.rules.chance import Recorded, Sealed
from bot.rules.record import played, replay
from tests.match.played import moves_of
from tests.match.toy import PLAYERS
from tests.records.lines import lines_of

ANNE, BERT, CLEO, _ = PLAYERS


SHORT = [
    line
    for game in REAL
    for line in sorted((line for line in lines_of(game) if '"moves":[]' not in line), key=len)[:12]
]


LUCKY = [line for line in SHORT if '"chance":[]' not in line]


SEED = bytes(range(32))


COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"  # as docs/record-format.md has it


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """A match like that of the record, with luck drawn from `SEED`: where a move isn't possible then, another one."""
    luck = Recorded(Sealed(SEED, "77"))
    state = REAL[record["game"]].start(record["seats"], record["options"], luck)
    moves = []
    for text in record["moves"]:
        if state.to_move is None:
            break
        legal = {state.notate(move): move for move in state.legal()}
        moves.append(text if text in legal else [*legal][-1])
        state = state.play(legal[moves[-1]], luck)
    ending = "agreed" if state.result is None else "played"
    made = played(record["game"], record["seats"], record["options"], moves, luck.outcomes, ending=ending)
    return {**made, "seal": {"recipe": 1, "commitment": COMMITMENT, "salt": "77", "seed": SEED.hex()}}


class TestRecordsComeBack:
    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(SHORT))
    def test_a_record_gives_the_turns_of_its_match(self, line: str) -> None:
        record = json.loads(line)
        brought = of_record(read_record(line.encode()))
        assert [move for turn in moves_of(brought) for move in turn] == record["moves"]
        assert brought.position(brought.last) == replay(record)
        for turn in brought.turns:
            *within, last = turn
            assert all(decision.after.same_turn(decision.before) for decision in within)
            assert turn is brought.turns[-1] or not last.after.same_turn(last.before)

    @pytest.mark.thorough
    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(LUCKY), data=st.data())
    def test_a_changed_outcome_is_found(self, line: str, data: st.DataObject) -> None:
        record = sealed(json.loads(line))
        assert verify(record).wrong == ()
        number = data.draw(st.integers(0, len(record["chance"]) - 1))
        outcome = record["chance"][number]
        if isinstance(outcome, int):
            changed: Any = data.draw(st.integers(1, 6).filter(lambda other: other != outcome))
        else:
            changed = data.draw(st.permutations(outcome).filter(lambda other: other != outcome))
        chance = [*record["chance"]]
        chance[number] = changed
        report = verify({**record, "chance": chance})
        assert report.wrong
        assert any(str(finding).startswith(f"chance[{number}] ") for finding in report.wrong)

    def test_the_move_with_which_a_wrong_outcome_was_drawn_is_named(self) -> None:
        record = sealed(json.loads(next(line for line in LUCKY if '"game":"parcheesi"' in line)))
        decisions = [one for turn in of_record(record).turns for one in turn]
        drawn = [index for index, one in enumerate(decisions) for _ in one.chance or ()]
        places = [*["at the start"] * (len(record["chance"]) - len(drawn)), *(f"at moves[{index}]" for index in drawn)]
        assert "at moves[0]" in places
        for number, (outcome, where) in enumerate(zip(record["chance"], places, strict=True)):
            chance = [*record["chance"]]
            chance[number] = outcome % 6 + 1 if isinstance(outcome, int) else outcome[::-1]
            assert str(verify({**record, "chance": chance}).wrong[-1]).startswith(f"chance[{number}] ({where}) ")

    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(SHORT), data=st.data())
    def test_a_changed_move_is_found_or_makes_another_match(self, line: str, data: st.DataObject) -> None:
        record = json.loads(line)
        number = data.draw(st.integers(0, len(record["moves"]) - 1))
        before = of_record(record)
        decision = [one for turn in before.turns for one in turn][number]
        others = [decision.before.notate(move) for move in decision.before.legal()]
        others = [text for text in others if text != record["moves"][number]]
        changed = data.draw(st.sampled_from([*others[:40], "nonsense"]))
        moves = [*record["moves"]]
        moves[number] = changed
        report = verify({**record, "moves": moves})
        assert report.wrong or moves_of(of_record({**record, "moves": moves})) != moves_of(before)
        assert changed != "nonsense" or str(report.wrong[0]).startswith(f"moves[{number}]: ")


GOOD = played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])


class TestRecordsOfOthers:
    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({"moves": ["B5-C5"] * (MOVES + 1)}, "moves: there are 5,001"),
            ({"moves": ["x" * 301]}, "moves[0]: a text of at most 300 letters"),
            ({"moves": [5]}, "moves[0]: a text"),
            ({"moves": ["B5-D5"]}, "moves[0]: "),
            ({"game": "chess"}, "game: "),
            ({"options": []}, "options"),
            ({"options": {"teams": {}}}, "options.teams"),
            ({"seats": [2]}, "seats"),
            ({"seats": 10**30}, "seats"),
            ({"result": {}}, "result: "),
            ({"seal": None}, "seal: "),
            ({"seal": {"recipe": 2, "commitment": "0" * 64, "salt": "1", "seed": None}}, "seal.recipe: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 63, "salt": "1", "seed": None}}, "seal.commitment: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": 1, "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "1" * 101, "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "\ud800", "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "1", "seed": "x" * 64}}, "seal.seed: "),
            ({"more": 1}, "the record: "),
        ],
    )
    def test_a_record_that_is_none_names_the_place(self, changes: dict[str, Any], problem: str) -> None:
        with pytest.raises(NotARecord) as refusal:
            of_record({**GOOD, **changes})
        assert str(refusal.value).startswith(f"This file can't be used: {problem}")
        assert len(str(refusal.value)) < 400

    def test_playing_it_again_has_an_end(self) -> None:
        with pytest.raises(NotARecord, match="takes too long"):
            of_record(GOOD, seconds=-1.0)
        with pytest.raises(NotARecord, match="takes too long"):
            verify(GOOD, seconds=-1.0)


class TestVerify:
    def test_a_seed_that_was_not_announced_is_found(self) -> None:
        record = sealed(json.loads(LUCKY[0]))
        record["seal"]["commitment"] = "0" * 64
        (finding,) = verify(record).wrong
        assert str(finding).startswith("seal.seed: its SHA-256 is 630dcd29")

    def test_what_can_not_be_checked_is_said(self) -> None:
        report = verify(json.loads(LUCKY[0]))
        assert report.wrong == ()
        assert [str(finding).partition(":")[0] for finding in report.unchecked] == ["The luck"]
        report = verify(sealed(json.loads(LUCKY[0])))
        assert "the table's message" in str(report.unchecked[0])

    @pytest.mark.parametrize("record", [GOOD, sealed(dict(GOOD))])
    def test_where_no_luck_is_drawn_nothing_is_said_of_a_seal(self, record: dict[str, Any]) -> None:
        report = verify(record)
        assert (report.wrong, report.unchecked) == ((), ())
        assert str(report.right[-1]) == "No luck was drawn."

    def test_a_wrong_result_is_found(self) -> None:
        record = json.loads(
            next(line for line in lines_of("cirondo") if '"places":[1,2],"scores":null,"ending":"pl' in line)
        )
        result = {**record["result"], "places": [2, 1]}
        assert str(verify({**record, "result": result}).wrong[0]).startswith("result.places: ")

    def test_many_wrong_outcomes_are_counted(self) -> None:
        record = sealed(max((json.loads(line) for line in LUCKY), key=lambda one: len(one["chance"])))
        record["seal"]["salt"] = "78"
        assert "Further outcomes" in str(verify(record).wrong[-1])
