"""Every recorded match beside this file plays again to its exact result, and damaged records are refused."""

import json
from collections.abc import Callable
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.record import KEYS, played, replay
from tests.records.lines import records_of
from tests.records.make import usual_moves

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@cache
def lines(file: Path) -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8").splitlines())


LOT = 10  # matches that are one test
LOTS = [
    pytest.param(file, first, id=f"{file.stem}-{first}") for file in FILES for first in range(0, len(lines(file)), LOT)
]


@pytest.mark.sample(15)
@pytest.mark.parametrize(("file", "first"), LOTS)
def test_recorded_matches_play_again_to_their_results(file: Path, first: int) -> None:
    for number, line in enumerate(lines(file)[first : first + LOT], first):
        record = json.loads(line)
        assert tuple(record) == KEYS, number
        assert record["game"] == file.stem, number
        state = replay(record)
        if record["result"]["ending"] == "played":
            assert state.result is not None, number
            assert list(state.result.places) == record["result"]["places"], number
        else:
            assert state.result is None, number


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("game", [file.stem for file in FILES])
def test_a_games_usual_moves_are_those_of_its_recorded_matches(game: str) -> None:
    """They change little when matches are recorded anew. If this fails, take what `tests.records.make` prints."""
    assert GAMES[game].usual_moves == pytest.approx(usual_moves(game), rel=0.1)


@pytest.mark.parametrize("each", [LOT, pytest.param(1, marks=pytest.mark.slow)], ids=["some matches", "all matches"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_recorded_match_is_written_down_again_as_it_was(file: Path, each: int) -> None:
    for line in lines(file)[::each]:
        record = json.loads(line)
        again = played(
            record["game"],
            record["seats"],
            record["options"],
            record["moves"],
            record["chance"],
            ending=record["result"]["ending"],
            places=record["result"]["places"],
            resigned=record["result"]["resigned"],
        )
        assert again == record


def test_every_file_is_named_after_a_game() -> None:
    assert FILES
    assert {file.stem for file in FILES} <= set(GAMES)


MOVES = ["B5-C5", "B21-C21", "A4-C6"]


def resigned(**changes: Any) -> dict[str, Any]:
    """A short match that silver gave up, with some keys replaced."""
    return {**played("cirondo", 2, {}, MOVES, ending="resigned", places=[1, 2], resigned=[1]), **changes}


def ended(**changes: Any) -> dict[str, Any]:
    """The same with parts of its result replaced."""
    record = resigned()
    return {**record, "result": {**record["result"], **changes}}


class TestPlayed:
    def test_it_fills_in_what_may_be_left_out(self) -> None:
        record = played("cirondo", 4, {"teams": True}, ["b5c5", "b9 c9"], ending="agreed", places=[1, 1, 1, 1])
        assert record == {
            "game": "cirondo",
            "rules": 1,
            "options": {"teams": True, "draw_rule": True},
            "seats": 4,
            "moves": ["B5-C5", "B9-C9"],
            "chance": [],
            "result": {"ending": "agreed", "places": [1, 1, 1, 1], "scores": None, "resigned": []},
        }
        assert replay(record).dump()["to_move"] == 2

    def test_people_may_agree_that_nobody_has_a_place(self) -> None:
        assert played("cirondo", 2, {}, [], ending="agreed")["result"]["places"] is None

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: played("chess", 2, {}, []), "game"),
            (lambda: played("cirondo", 3, {}, []), "seats"),
            (lambda: played("cirondo", 2, {"teams": True}, []), "seats"),
            (lambda: played("cirondo", 2, {}, ["B5-D5"]), r"moves\[0\]"),
            (lambda: played("cirondo", 2, {}, ["B5-C5"]), r"result\.ending"),
            (lambda: played("cirondo", 2, {}, ["B5-C5"], [6], ending="agreed"), "chance"),
            (lambda: played("cirondo", 2, {}, [], ending="resigned", places=[1, 2], resigned=[]), r"result\.resigned"),
            (lambda: played("cirondo", 4, {"teams": True}, [], ending="resigned", resigned=[0]), r"result\.resigned"),
        ],
    )
    def test_no_match_no_record(self, make: Callable[[], object], message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            make()


class TestReplay:
    def test_the_position_is_the_last_one(self) -> None:
        state = replay(resigned())
        assert state.dump()["quiet"] == ["A4-C6"]
        assert state.to_move == 1

    @pytest.mark.parametrize(
        ("record", "message"),
        [
            (None, "the record"),
            ([], "the record"),
            ({}, "the record"),
            (resigned(comment=""), "the record"),
            ({key: value for key, value in resigned().items() if key != "chance"}, "the record"),
            (resigned(game="chess"), "game"),
            (resigned(game=5), "game"),
            (resigned(game=[]), "game"),
            (resigned(rules=2), "rules"),
            (resigned(rules=True), "rules"),
            (resigned(rules="1"), "rules"),
            (resigned(options={"teams": 1}), r"options\.teams"),
            (resigned(options=None), "options"),
            (resigned(options={}), r"options\.teams"),
            (resigned(options={"teams": False}), r"options\.draw_rule"),
            (resigned(seats=3), "seats"),
            (resigned(seats=2.0), "seats"),
            (resigned(moves="B5-C5"), "moves"),
            (resigned(moves=["B5-C5", "B21-C21", "A4-C7"]), r"moves\[2\]: "),
            (resigned(moves=["B5-C5", "b21-c21", "A4-C6"]), r"moves\[1\]: B21-C21"),
            (resigned(moves=["B5-C5", None]), r"moves\[1\]: "),
            (resigned(moves=["B5-C5", ["B21-C21"]]), r"moves\[1\]: "),
            (resigned(chance=[6]), "chance"),
            (resigned(chance={}), "chance"),
            (resigned(result=None), "result"),
            (resigned(result={}), "result"),
            (ended(ending="played"), r"result\.ending"),
            (ended(ending="lost"), r"result\.ending"),
            (ended(ending=[]), r"result\.ending"),
            (ended(places=[1]), r"result\.places"),
            (ended(places=[2, 2]), r"result\.places"),
            (ended(places=[1, 3]), r"result\.places"),
            (ended(places=[True, 2]), r"result\.places"),
            (ended(places="12"), r"result\.places"),
            (ended(scores=[0, 0]), r"result\.scores"),
            (ended(resigned=[]), r"result\.resigned"),
            (ended(resigned=[2]), r"result\.resigned"),
            (ended(resigned=[True]), r"result\.resigned"),
            (ended(resigned=None), r"result\.resigned"),
            (ended(ending="agreed"), r"result\.resigned"),
        ],
    )
    def test_a_damaged_record_is_refused(self, record: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            replay(record)

    @pytest.mark.parametrize(
        ("ending", "sides", "places"),
        [
            ("resigned", [[2]], [1, 1, 4, 1]),  # only computers are left
            ("resigned", [[2], [0], [3]], [3, 1, 4, 2]),
            ("resigned", [[3], [2], [0]], [2, 1, 3, 4]),
            ("agreed", [[2]], [1, 1, 4, 1]),
            ("agreed", [[2], [0]], [3, 1, 4, 1]),
            ("agreed", [[0], [2]], [4, 1, 3, 1]),
        ],
    )
    def test_every_place_follows_from_who_resigned_and_when(
        self, ending: str, sides: list[list[int]], places: list[int]
    ) -> None:
        resigned = sorted(seat for side in sides for seat in side) if ending == "resigned" else []
        record = played("cirondo", 4, {}, [], ending=ending, places=places, resigned=resigned, resignations=sides)
        assert replay(record).result is None
        for wrong in set(product(range(1, 5), repeat=4)) - {tuple(places)}:
            with pytest.raises(ValueError, match=r"^result\.places"):
                replay({**record, "result": {**record["result"], "places": list(wrong)}})

    @pytest.mark.parametrize(
        ("ending", "resigned", "possible"),
        [
            ("resigned", [0, 2], {(3, 1, 4, 1), (4, 1, 3, 1)}),
            ("resigned", [1, 2, 3], {(1, *places) for places in permutations((2, 3, 4))}),
            ("agreed", [], set(permutations((1, 1, 3, 3))) | set(permutations((1, 1, 3, 4))) | {(1, 1, 1, 1)}),
        ],
    )
    def test_without_their_order_the_places_of_some_order_are_needed(
        self, ending: str, resigned: list[int], possible: set[tuple[int, ...]]
    ) -> None:
        possible |= set(permutations((1, 1, 1, 4))) if ending == "agreed" else set()
        for places in product(range(1, 5), repeat=4):
            result = {"ending": ending, "places": list(places), "scores": None, "resigned": resigned}
            record = {**played("cirondo", 4, {}, [], ending="agreed"), "result": result}
            if places in possible:
                replay(record)
            else:
                with pytest.raises(ValueError, match=r"^result\.places"):
                    replay(record)

    @pytest.mark.parametrize("resigned", [[0, 1, 2, 3], [0, 1, 3], [0, 2, 0, 2], [2, 0]])
    def test_who_resigned_are_whole_sides_and_one_is_left(self, resigned: list[int]) -> None:
        with pytest.raises(ValueError, match=r"^result\.resigned"):
            played("cirondo", 4, {"teams": True}, [], ending="resigned", places=[1, 2, 1, 2], resigned=resigned)

    @pytest.mark.parametrize(
        ("ending", "resigned", "sides"),
        [
            ("resigned", [0, 2], [[0], [1]]),
            ("resigned", [0, 2], [[0]]),
            ("resigned", [0, 2], [[0], [2], [0]]),
            ("resigned", [0, 2], [0, 2]),
            ("agreed", [], [[0], [1], [2]]),  # then the match would have been over
            ("agreed", [], [[4]]),
            ("agreed", [], "0"),
        ],
    )
    def test_the_order_is_of_sides_that_can_have_resigned(
        self, ending: str, resigned: list[int], sides: list[list[int]]
    ) -> None:
        result = {"ending": ending, "places": [1, 1, 1, 1], "scores": None, "resigned": resigned}
        record = {**played("cirondo", 4, {}, [], ending="agreed"), "result": result, "resignations": sides}
        with pytest.raises(ValueError, match=r"^resignations"):
            replay(record)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"places": [2, 1]}, r"result\.places"),
            ({"places": [True, 2]}, r"result\.places"),
            ({"places": [1.0, 2]}, r"result\.places"),
            ({"places": None}, r"result\.places"),
            ({"places": []}, r"result\.places"),
            ({"places": [1]}, r"result\.places"),
            ({"places": [1, 2, 2]}, r"result\.places"),
            ({"scores": [1, 0]}, r"result\.scores"),
            ({"resigned": [1]}, r"result\.resigned"),
            ({"ending": "resigned", "resigned": [1]}, r"result\.ending"),
        ],
    )
    def test_a_result_against_the_rules_is_refused(self, change: dict[str, Any], message: str) -> None:
        record = next(
            r for r in records_of("cirondo") if r["result"]["places"] == [1, 2] and r["result"]["ending"] == "played"
        )
        replay(record)
        with pytest.raises(ValueError, match=f"^{message}"):
            replay({**record, "result": {**record["result"], **change}})

    def test_a_missing_move_is_noticed(self) -> None:
        record = records_of("cirondo")[6]
        with pytest.raises(ValueError, match=r"result\.ending"):
            replay({**record, "moves": record["moves"][:-1]})


class TestSeal:
    def test_a_record_may_have_one(self) -> None:
        seal = {"recipe": 1, "commitment": "0" * 64, "salt": "1", "seed": None}
        assert replay(resigned(seal=seal)) == replay(resigned())

    @pytest.mark.parametrize("seal", [None, {}, {"recipe": 1, "commitment": "0" * 64, "salt": "1"}])
    def test_it_is_whole(self, seal: object) -> None:
        with pytest.raises(ValueError, match=r"^seal: "):
            replay(resigned(seal=seal))
