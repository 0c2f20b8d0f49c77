"""Southern Cross cards: positions as documents, and every one that is refused."""

import copy
import itertools
import pickle
from typing import Any

import pytest

from bot.rules.southern_cards import game
from tests.rules.southern_cards import plain
from tests.rules.southern_cards.positions import CELLS, EXAMPLE, PACK, document, played, position
from tests.rules.trying import Document


def changed(path: str, value: Any, doc: Document | None = None) -> Document:
    """The example's document with one place replaced; `path` as in the refusals, such as "field[0][1]"."""
    new = copy.deepcopy(EXAMPLE if doc is None else doc)
    holder: Any = new
    *way, key = path.replace("[", ".[").split(".")
    for step in way:
        holder = holder[int(step[1:-1])] if step.startswith("[") else holder[step]
    holder[int(key[1:-1]) if key.startswith("[") else key] = value
    return new


ROLE = {"kind": "set", "cells": ["a3", "b3", "c3"], "cards": ["JK", "7S", "7H"], "points": 30}


BAD: dict[str, list[Any]] = {
    "game": ["cirondo", None, 1],
    "options": [None, [], {}],
    "options.layout": ["Classic", None, 3],
    "options.hand": [0, 6, True, "3", 2.0],
    "options.wild": [0, None, "false"],
    "seats": [0, 6, True, "2", None],
    "dealer": [-1, 2, True, None, "0"],
    "to_move": [-1, 2, True, "0", None],
    "field": [None, {}, [], "a3"],
    "field[0]": [None, [], ["a3"], ["a3", ["AS"], 1], {"a3": []}],
    "field[0][0]": ["b3", "A3", "d4", None, 1, "c1"],
    "field[0][1]": [None, "AS", ["9C", "as"], ["9C", 1], ["9C", "1S"], ["9C", None], []],
    "deck": [None, 15, ["2h"], [1]],
    "hands": [None, {}, [["AH", "5H", "5C"]], 5],
    "hands[0]": [None, 3, ["xx"], "AH"],
    "order": [None, [None], [None] * 3],
    "order[0]": ["2H", "xx", 0, False],
    "taken": [None, [[]], 7],
    "taken[1]": [None, ["xx"], [3]],
    "scores": [None, [0], [0, 0, 0]],
    "scores[0]": [-5, 3, 85.0, True, None, "85"],
    "eclipse": [0, None, "false"],
    "last": [0, [], "", False],
    "last.seat": [-1, 2, None, True],
    "last.move": [None, 1, []],
    "last.roles": [None, {}, "", [None], [[]], ["set"], [{**ROLE, "more": 1}]],
    "last.trick": [1, False, []],
    "last.multiplier": [0, 26, True, None, 1.0],
    "last.combo": [None, {}, [ROLE], [[1]]],
    "last.reach": [None, "b3", [1]],
    "last.eclipse": [0, None],
    "last.points": [-1, None, True, "10"],
    "last.refilled": [None, "a3", [None]],
}
"""Values that can't stand in these places of the example."""

BAD_IN_A_ROLE: dict[str, list[Any]] = {
    "kind": ["Set", None, "flush", 1],
    "cells": [None, "a3", [1]],
    "cards": [None, ["7X"], [7], "7S"],
    "points": [None, "30", 30.0, True],
}


class TestDocument:
    """Section 9."""

    def test_a_document_with_roles(self) -> None:
        doc = changed("last.roles", [ROLE])
        doc["last"]["combo"] = [[ROLE, ROLE], []]
        assert game.load(doc).dump() == doc

    def test_hands_and_taken_are_sorted(self) -> None:
        doc = copy.deepcopy(EXAMPLE)
        for held in (*doc["hands"], *doc["taken"]):
            held.reverse()
        assert game.load(doc).dump() == EXAMPLE

    @pytest.mark.parametrize("key", EXAMPLE)
    def test_a_missing_key(self, key: str) -> None:
        doc = {name: value for name, value in EXAMPLE.items() if name != key}
        with pytest.raises(ValueError, match=f"^{key}: this key is missing"):
            game.load(doc)

    @pytest.mark.parametrize(
        ("holder", "key"),
        [*(("options", key) for key in EXAMPLE["options"]), *(("last", key) for key in EXAMPLE["last"])],
    )
    def test_a_missing_key_within(self, holder: str, key: str) -> None:
        doc = copy.deepcopy(EXAMPLE)
        del doc[holder][key]
        with pytest.raises(ValueError, match=f"^{holder}.{key}: this key is missing"):
            game.load(doc)

    @pytest.mark.parametrize("key", ROLE)
    def test_a_missing_key_of_a_role(self, key: str) -> None:
        role = {name: value for name, value in ROLE.items() if name != key}
        with pytest.raises(ValueError, match=rf"^last.roles\[0\].{key}: this key is missing"):
            game.load(changed("last.roles", [role]))

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("extra", "the document: unknown key"),
            ("options.extra", "options: unknown key"),
            ("last.extra", "last: unknown key"),
        ],
    )
    def test_an_unknown_key(self, path: str, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            game.load(changed(path, 1))

    @pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in BAD.items() for value in values])
    def test_a_bad_value_is_refused_by_its_key(self, path: str, value: Any) -> None:
        with pytest.raises(ValueError, match=rf"^{path.partition('[')[0]}"):
            game.load(changed(path, value))

    @pytest.mark.parametrize(
        ("key", "value"), [(key, value) for key, values in BAD_IN_A_ROLE.items() for value in values]
    )
    def test_a_bad_value_in_a_role(self, key: str, value: Any) -> None:
        for path, roles in (("last.roles", [ROLE, {**ROLE, key: value}]), ("last.combo", [[{**ROLE, key: value}]])):
            with pytest.raises(ValueError, match=rf"^{path}.*\.{key}"):
                game.load(changed(path, roles))

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            (document("free", ". " * 9, "AS", added="2,1 .; 2,1 ."), r"field\[10\]\[0\]: 2,1 is listed twice"),
            (document("free", ". " * 9, "AS", added="3,1 ."), r"field\[9\]\[0\]: 3,1 touches no cell"),
            (document("free", ". " * 9, "AS", added="3,1 .; 2,1 ."), r"field\[9\]\[0\]: 3,1 touches no cell"),
            (document("free", ". " * 9, "AS", added="01,1 ."), r"field\[9\]\[0\]"),
            (document("free", ". " * 9, "AS", added="2,+1 ."), r"field\[9\]\[0\]"),
            (document("ultra", "", "AS", added="1,0 2S"), r"field\[0\]\[0\]: 1,0, but the first cell is 0,0"),
            (document("ultra", "", "AS", added="0,0 2S; 0,0 3S"), r"field\[1\]\[0\]: 0,0 is listed twice"),
            (document("ultra", "", "AS", added="0,0 2S", eclipse=True), "eclipse: true"),
            (document("classic", ". " * 9, "AS 2S 3S 4S 5S", deck="6S"), "field: a cell is empty"),
            (document("classic", "2C 3C 4C 5C 6C 7C 8C 9C 10C", "AS", deck="6S"), r"hands\[0\]: 1 cards"),
            (document("classic", ". " * 9, "AS 2S 3S 4S 5S 6S"), r"hands\[0\]: 6 cards"),
            (document("classic", ". " * 9, "AS", to_move=None), "to_move: null"),
            (document("classic", ". " * 9, "AS", seats=2, to_move=1), "to_move: seat 1 holds no card"),
            (document("classic", ". " * 9, "AS", order=["AS"]), "order: there is no order card with one seat"),
            (document("classic", ". " * 9, "", seats=2, order=["AS", None]), r"order\[0\]"),
            (document("classic", ". " * 9, "AS", taken=[[*PACK[2:], "JK", "JK"]]), "field: .*missing: 2S$"),
            (document("classic", ". " * 9, "AS", taken=[[*PACK, "JK", "JK"]]), "field: .*too many: AS$"),
            (document("classic", ". " * 9, "AS", taken=[["JK"]]), "field: .*missing: 2S, .*, …$"),
            (
                document("classic", ". " * 9, "AS", wild=True, taken=[[*PACK[1:], "JK", "JK"]]),
                "field: .*missing: JK, JK",
            ),
        ],
        ids=itertools.count(),
    )
    def test_an_impossible_position(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            game.load(doc)

    def test_cells_in_another_order_are_refused(self) -> None:
        for layout in ("classic", "zodiac", "free"):
            doc = document(layout, " ".join("." for _ in CELLS[layout]), "AS")
            doc["field"][1], doc["field"][2] = doc["field"][2], doc["field"][1]
            with pytest.raises(ValueError, match=r"^field\[1\]"):
                game.load(doc)
            doc["field"] = sorted(doc["field"], key=lambda entry: plain.reading(entry[0]))[:-1]
            with pytest.raises(ValueError, match=r"^field"):
                game.load(doc)

    @pytest.mark.parametrize(
        ("to_move", "waiting", "right"),
        [
            *((2, (0, 1, 2), True), (0, (0, 1), True), (1, (1,), True), (2, (), True), (0, (), True)),
            *((2, (2,), False), (0, (0,), False), (1, (0, 1), False), (1, (0,), False), (0, (0, 1, 2), False)),
        ],
    )
    def test_who_may_have_an_order_card_left(self, to_move: int, waiting: tuple[int, ...], right: bool) -> None:
        held = ["AS", "2S", "3S"]
        order = [held[seat] if seat in waiting else None for seat in range(3)]
        doc = document("classic", ". " * 9, "AS", seats=3, others="2S;3S", dealer=2, to_move=to_move, order=order)
        if right:
            assert game.load(doc).dump() == doc
        else:
            with pytest.raises(ValueError, match=r"^order"):
                game.load(doc)

    def test_equal_states_are_equal(self) -> None:
        one, other = game.load(EXAMPLE), game.load(copy.deepcopy(EXAMPLE))
        assert one == other
        assert hash(one) == hash(other)
        assert one != game.load(changed("eclipse", True))
        assert one != EXAMPLE
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own bytes

    def test_on_gogo_identical_cards_are_interchangeable(self) -> None:
        """Rulings 28."""
        state = position("gogo", ". " * 25, "7H 7H")
        assert len(state.legal()) == 25
        assert played(played(state, "7H@a1"), "7H@e5").dump()["field"][0] == ["a5", []]

    def test_the_order_in_which_a_field_grew_makes_a_difference(self) -> None:
        one = position("free", ". " * 9, "AS", added="2,1 .; 2,0 .")
        other = position("free", ". " * 9, "AS", added="2,0 .; 2,1 .")
        assert one != other

    def test_a_position_shows_no_hand_where_it_may_stand_in_a_log(self) -> None:
        assert "AH" not in repr(game.load(EXAMPLE)).partition("'taken'")[0]
