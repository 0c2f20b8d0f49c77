"""Southern Cross: positions as documents, and every one that is refused."""

import json
import pickle
from collections.abc import Sequence
from typing import Any, cast

import pytest

from bot.rules.southern_cross import Position, game
from tests.rules.southern_cross.positions import (
    EMPTY,
    OVER,
    REMOVING,
    ROLLING,
    THROWING,
    TWO_COLUMNS,
    after,
    document,
    ending,
    start,
)
from tests.rules.trying import NO_LUCK, Document, written


def changed(doc: Document, path: str, value: Any) -> Document:
    """The document with one value put in; a list index is written as a number, and "-" takes a key away."""
    doc = json.loads(json.dumps(doc))
    inner: Any = doc
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for each in parents:
        inner = inner[each]
    if value == "-":
        del inner[last]
    else:
        inner[last] = value
    return doc


ACTING_DOCUMENT = document("..B.../....../..G.../...G../....B./......", order="BRYG", challenge="dice", max_turns=0)
THROWING_DOCUMENT: Document = {
    "game": "southern_cross",
    "options": {"order": "BRYG", "challenge": "throw", "max_turns": 0},
    "turn": 5,
    "to_move": 0,
    "phase": "throw",
    "actions_left": 0,
    "board": ["......", "......", "..RG..", "..BB..", "....Y.", "......"],
    "special": {"tile": "C", "waiting": [1, 3], "failed": 1, "throws": [{"target": 20, "wind": -10}]},
}
ROLLING_DOCUMENT = ROLLING.dump()
REMOVING_DOCUMENT = REMOVING.dump()
OVER_DOCUMENT = OVER.dump()
TWO_FULL_DOCUMENT = document("....../....../GG..../RB..../RBB.../YY....", 5, 1)
PREPARED_DOCUMENT = document("....GB/....YB/..RGBR/....BB/....BG/......", 2, 2)  # red needs both actions
LIMIT_DOCUMENT = ending(EMPTY, 9, max_turns=9).dump()
OPENED_DOCUMENT = after(ROLLING, "roll", luck=[1, 1]).dump()  # blue has lost both its counters in N; red rolls
NOT_NUMBERS: tuple[Any, ...] = (True, 1.0, "1", [], {})


def each(doc: Document, path: str, values: Sequence[Any], message: str) -> list[tuple[Document, str, Any, str]]:
    """One row for each of these values, all refused with the same words."""
    return [(doc, path, value, message) for value in values]


class TestDocuments:
    def test_the_example_of_the_page(self) -> None:
        state = game.load(THROWING_DOCUMENT)
        assert state.dump() == THROWING_DOCUMENT
        hit = after(state, "throw 30", luck=[16])
        assert (hit.phase, written(hit)) == ("remove", ["remove c3", "remove d3"])

    @pytest.mark.parametrize(
        "doc",
        [
            *(ACTING_DOCUMENT, THROWING_DOCUMENT, ROLLING_DOCUMENT, REMOVING_DOCUMENT, OVER_DOCUMENT, LIMIT_DOCUMENT),
            OPENED_DOCUMENT,
        ],
    )
    def test_a_document_is_read_and_written_again_and_is_what_everyone_sees(self, doc: Document) -> None:
        state = game.load(doc)
        assert list(state.dump()) == ["game", "options", "turn", "to_move", "phase", "actions_left", "board", "special"]
        assert state.dump() == doc
        for seat in (None, 0, 1, 2, 3):
            assert state.view(seat) == doc
        assert state.determinise(0, NO_LUCK) == state

    def test_options_left_out_are_filled_in(self) -> None:
        state = game.load(document(EMPTY))
        assert state.dump()["options"] == {"order": "BRYG", "challenge": "dice", "max_turns": 0}

    def test_load_keeps_nothing_of_the_document(self) -> None:
        doc = json.loads(json.dumps(THROWING_DOCUMENT))
        state = game.load(doc)
        doc["special"]["waiting"].clear()
        doc["board"].clear()
        assert state.dump() == THROWING_DOCUMENT
        state.dump()["special"]["throws"].clear()
        assert state.dump() == THROWING_DOCUMENT

    @pytest.mark.parametrize(
        ("doc", "path", "value", "message"),
        [
            # 1. Keys and values.
            *((ACTING_DOCUMENT, key, "-", f"{key}: this key is missing") for key in ACTING_DOCUMENT),
            *(
                (THROWING_DOCUMENT, f"special.{key}", "-", rf"special\.{key}: this key is missing")
                for key in ("tile", "waiting", "failed", "throws")
            ),
            *(
                (
                    THROWING_DOCUMENT,
                    f"special.throws.0.{key}",
                    "-",
                    rf"special\.throws\[0\]\.{key}: this key is missing",
                )
                for key in ("target", "wind")
            ),
            (ACTING_DOCUMENT, "more", 1, "the document: unknown key 'more'"),
            (THROWING_DOCUMENT, "special.more", 1, "special: unknown key 'more'"),
            (THROWING_DOCUMENT, "special.throws.0.more", 1, r"special\.throws\[0\]: unknown key 'more'"),
            (ACTING_DOCUMENT, "options.more", 1, "options: unknown option 'more'"),
            *each(ACTING_DOCUMENT, "game", ("cirondo", None, 5, []), "game: "),
            *each(ACTING_DOCUMENT, "options", (None, [], "BRYG"), "options: "),
            *each(ACTING_DOCUMENT, "options.order", ("bryg", None, 1, "BRYB"), r"options\.order: "),
            *each(ACTING_DOCUMENT, "options.challenge", ("DICE", None, 1), r"options\.challenge: "),
            *each(ACTING_DOCUMENT, "options.max_turns", (*NOT_NUMBERS, None, -1, 10001), r"options\.max_turns: "),
            *each(ACTING_DOCUMENT, "turn", (*NOT_NUMBERS, None), "turn: "),
            *each(ACTING_DOCUMENT, "to_move", (False, 0.0, "0", [], -1, 4), "to_move: "),
            *each(ACTING_DOCUMENT, "phase", ("Act", "", None, 1, [], "end"), "phase: "),
            *each(ACTING_DOCUMENT, "actions_left", (*NOT_NUMBERS, None, -1, 4), "actions_left: "),
            *each(ACTING_DOCUMENT, "board", (None, "......", {}, [], ["......"] * 7), "board: "),
            *each(
                ACTING_DOCUMENT,
                "board.2",
                (None, 5, "", ".....", ".......", "..g...", "..P...", "     .", ["."] * 6, ".....²"),
                r"board\[2\]: ",
            ),
            *each(THROWING_DOCUMENT, "special", ([], "C", 5, False), "special: "),
            *each(THROWING_DOCUMENT, "special.tile", ("c", "", None, 5, "X", []), r"special\.tile: "),
            *each(THROWING_DOCUMENT, "special.waiting", (None, {}, "13", 1), r"special\.waiting: "),
            *each(THROWING_DOCUMENT, "special.waiting.1", (*NOT_NUMBERS, None, -1, 4), r"special\.waiting\[1\]: "),
            *each(THROWING_DOCUMENT, "special.failed", (*NOT_NUMBERS, None, -1), r"special\.failed: "),
            *each(THROWING_DOCUMENT, "special.throws", (None, {}, "1", 1), r"special\.throws: "),
            *each(THROWING_DOCUMENT, "special.throws.0", (None, [20], 5), r"special\.throws\[0\]: "),
            *each(
                THROWING_DOCUMENT,
                "special.throws.0.target",
                (*NOT_NUMBERS, None, 19, 82),
                r"special\.throws\[0\]\.target: ",
            ),
            *each(
                THROWING_DOCUMENT,
                "special.throws.0.wind",
                (*NOT_NUMBERS, None, -11, 11),
                r"special\.throws\[0\]\.wind: ",
            ),
            # 2. More than six counters of a colour.
            (ACTING_DOCUMENT, "board.0", "BBBBBB", "board: 7 blue counters"),
            # 3. The turn.
            *each(ACTING_DOCUMENT, "turn", (0, -1), "turn: "),
            (LIMIT_DOCUMENT, "turn", 10, "turn: 10 is above"),
            (LIMIT_DOCUMENT, "turn", 10**20, "turn: "),
            # 4. Who decides.
            (OVER_DOCUMENT, "to_move", 0, "to_move: 0, but the match is over"),
            *each(ACTING_DOCUMENT, "to_move", (1, 2, 3, None), "to_move: "),
            *((doc, "to_move", None, "to_move: null") for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT)),
            # 5. Actions and special round.
            *(
                (doc, "actions_left", 1, "actions_left: ")
                for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT, REMOVING_DOCUMENT, OVER_DOCUMENT)
            ),
            *((doc, "special", THROWING_DOCUMENT["special"], "special: ") for doc in (ACTING_DOCUMENT, OVER_DOCUMENT)),
            *((doc, "special", None, "special: ") for doc in (ROLLING_DOCUMENT, THROWING_DOCUMENT, REMOVING_DOCUMENT)),
            # 6. Phase act.
            (TWO_FULL_DOCUMENT, "actions_left", 3, "board: W, SW can't all be full with 3 actions left"),
            (TWO_FULL_DOCUMENT, "actions_left", 0, "actions_left: 0 are too few"),
            (
                document("GGRR../GGRR../BB..../BB..../Y...../......", 5, 1),
                "actions_left",
                2,
                "board: NW, N, W can't all",
            ),
            (PREPARED_DOCUMENT, "actions_left", 1, "actions_left: 1 are too few to come down to one full tile"),
            (document(TWO_COLUMNS, 3, 2), "actions_left", 3, "board: blue had a winning cluster"),
            # 7. Phase over.
            (LIMIT_DOCUMENT, "board", ["GGGG..", "RRRR..", *["......"] * 4], "board: "),
            (LIMIT_DOCUMENT, "turn", 8, "phase: over, but"),
            (OVER_DOCUMENT, "board.0", "......", "phase: over, but"),
            # 8. The special round.
            (ROLLING_DOCUMENT, "special.tile", "C", r"special\.tile: C, but N is full"),
            (THROWING_DOCUMENT, "to_move", 2, "to_move: seat 2 has no counter in C"),
            (changed(ROLLING_DOCUMENT, "board.1", "..R..."), "turn", 1, r"special\.tile: 1 squares of N are empty"),
            (changed(OPENED_DOCUMENT, "board.5", "BBBBBB"), "turn", 1, r"special\.tile: 2 squares of N are empty"),
            *each(
                THROWING_DOCUMENT,
                "special.waiting",
                ([], [1], [3, 1], [1, 2, 3], [0, 1, 3], [1, 3, 3]),
                r"special\.waiting: it must be \[1, 3\]",
            ),
            # 9. The challenge.
            (ROLLING_DOCUMENT, "options.challenge", "throw", "phase: roll does not fit"),
            (THROWING_DOCUMENT, "options.challenge", "dice", "phase: throw does not fit"),
            (ROLLING_DOCUMENT, "special.failed", 1, r"special\.failed: "),
            *each(REMOVING_DOCUMENT, "special.failed", (0, 2, 3), r"special\.failed: "),
            (THROWING_DOCUMENT, "special.failed", 2, r"special\.failed: 2, but only 1 throws have been made"),
            *(
                (THROWING_DOCUMENT, "special.throws", [{"target": 20, "wind": 0}] * number, r"special\.throws: 1 to 2")
                for number in (0, 3)
            ),
            *(
                (doc, "special.throws", [{"target": 20, "wind": 0}], r"special\.throws: it must be empty")
                for doc in (ROLLING_DOCUMENT, REMOVING_DOCUMENT)
            ),
        ],
    )
    def test_a_bad_document_is_refused(self, doc: Document, path: str, value: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}") as refusal:
            game.load(changed(doc, path, value))
        assert len(str(refusal.value)) < 300

    @pytest.mark.parametrize(
        ("doc", "path", "value"),
        [
            (ACTING_DOCUMENT, "turn", 10**30 * 4 + 1),
            (LIMIT_DOCUMENT, "options.max_turns", 9),
            (REMOVING_DOCUMENT, "options.challenge", "throw"),
            (changed(THROWING_DOCUMENT, "special.throws", [{"target": 81, "wind": 10}] * 2), "special.failed", 0),
            (THROWING_DOCUMENT, "special.failed", 0),
            (TWO_FULL_DOCUMENT, "actions_left", 2),
            (PREPARED_DOCUMENT, "turn", 6),
            (document(TWO_COLUMNS, 3, 2), "actions_left", 0),
            (OVER_DOCUMENT, "turn", 99),
        ],
    )
    def test_nothing_else_is_examined(self, doc: Document, path: str, value: Any) -> None:
        doc = changed(doc, path, value)
        assert game.load(doc).dump()[path.split(".")[0]] == doc[path.split(".")[0]]


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one = after(start(), "base-c6", "c6-b6", "base-d6")
        other = after(start(), "base-d6", "base-c6", "c6-b6")
        assert one == other
        assert hash(one) == hash(other)
        assert one != after(start(order="BRGY"), "base-c6", "c6-b6", "base-d6")
        assert cast("object", one) != one.dump()

    @pytest.mark.parametrize("state", [start(), ROLLING, THROWING, REMOVING, OVER])
    def test_a_position_may_go_to_another_process_and_come_back(self, state: Position) -> None:
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert again == state
        assert again.legal() == state.legal()

    @pytest.mark.parametrize("name", ["to_move", "turn", "phase", "cells", "special", "options", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_a_list_of_moves_belongs_to_who_asked_for_it(self) -> None:
        state = start()
        state.legal().clear()
        assert written(state) == ["base-c6", "base-d6", "end"]
