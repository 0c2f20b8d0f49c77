"""Down Under: positions as documents, every one that is refused, and what is seen of one."""

import copy
import pickle
from typing import cast

import pytest

from bot.rules.down_under import Owed, game
from tests.rules.down_under.positions import CASE_1, LOCKED, PASSED_THROUGH, SQUARE, at, document, start
from tests.rules.trying import NO_LUCK, Document, after, changed


class TestDocuments:
    def test_the_example_of_the_page_is_read_and_written(self) -> None:
        state = game.load(PASSED_THROUGH)
        assert state.dump() == PASSED_THROUGH
        assert list(state.dump()) == list(PASSED_THROUGH)

    def test_tiles_and_ponds_come_in_any_order(self) -> None:
        doc = changed(PASSED_THROUGH, tiles=PASSED_THROUGH["tiles"][::-1])
        assert game.load(doc) == game.load(PASSED_THROUGH)
        assert game.load(doc).dump() == PASSED_THROUGH

    def test_a_position_is_copied_and_pickled_by_its_document(self) -> None:
        state = game.load(PASSED_THROUGH)
        for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own bytes
            assert again == state
            assert hash(again) == hash(state)
        assert cast("object", state) != "a position"
        assert "down_under" in repr(state)

    def test_a_cell_with_three_colours_is_resolved_by_the_next_placement(self) -> None:
        state = at(CASE_1, "R s -1,0 EW, B s 0,2 NS", seats=3)
        assert not state.dump()["ponds"]
        state = after(state, "straight i7 NS")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["SE"]}]
        assert state.pending == (Owed((0, 0), 0),)

    LINE = "N t 0,0 E, N s 1,0 EW, Y s 1,2 NS, B s 3,3 NS"

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            (changed(PASSED_THROUGH, game="chess"), "game"),
            (changed(PASSED_THROUGH, game=None), "game"),
            ({key: value for key, value in PASSED_THROUGH.items() if key != "ponds"}, "ponds"),
            (PASSED_THROUGH | {"extra": 1}, "the document"),
            (changed(PASSED_THROUGH, seats=5), "seats"),
            (changed(PASSED_THROUGH, seats=True), "seats"),
            (changed(PASSED_THROUGH, options__size="Easy"), "options.size"),
            (changed(PASSED_THROUGH, options__routes=2), "seats"),
            (changed(PASSED_THROUGH, options__area="frame"), "options|seats"),
            (changed(PASSED_THROUGH, options={}), "options"),
            (changed(PASSED_THROUGH, turn=3), "turn"),
            (changed(PASSED_THROUGH, turn=2.0), "turn"),
            (changed(PASSED_THROUGH, turn=0), "used"),
            (changed(PASSED_THROUGH, used=[]), "used"),
            (changed(PASSED_THROUGH, used=[2, 2]), "used"),
            (changed(PASSED_THROUGH, used=["2"]), r"used\[0\]"),
            (changed(PASSED_THROUGH, used=None), "used"),
            (changed(PASSED_THROUGH, pending=[]), "used"),
            (changed(PASSED_THROUGH, pending=PASSED_THROUGH["pending"] * 2), r"pending\[1\]"),
            (changed(PASSED_THROUGH, pending=[{"x": 1, "y": 0, "colour": 2}]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, pending=[{"x": 0, "y": 0, "colour": 1}]), r"pending\[0\].colour"),
            (changed(PASSED_THROUGH, pending=[{"x": 0, "y": 0}]), r"pending\[0\].colour"),
            (changed(PASSED_THROUGH, pending=[[0, 0, 2]]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, offer=[[0, 0]]), r"offer\[0\]"),
            (changed(PASSED_THROUGH, offer=[[0]]), r"offer\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": []}]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["WE"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["SW", "NE"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["NS", "EW"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 1, "joins": ["EW"]}]), r"ponds\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["NS"]}]), "tiles: two colours|pending|tiles"),
            (changed(PASSED_THROUGH, turn=None), "used"),
            (changed(PASSED_THROUGH, turn=None, used=[]), "pending"),
            (document("Y s 0,0 NS", turn=None), "turn"),
            (document("Y s 0,0 NS, Y t 0,1 S, Y t 0,-1 N, B s 3,0 NS"), "turn: seat 0"),
            (
                document("Y s 0,0 NS", ponds=[{"x": n, "y": 9, "joins": []} for n in range(5)], area="open"),
                r"ponds\[4\]",
            ),
            (document("Y s 0,0 NS, Y s 0,0 EW"), r"tiles\[1\]"),
            (document("Y s 0,0 NS, B s 0,1 NS"), "tiles: two colours"),
            (document("Y s 0,0 NS, Y s 0,1 EW"), "tiles: the pieces of yellow"),
            (document("Y s 0,0 NS, R s 3,3 EW"), r"tiles\[1\].colour"),
            (document("Y s 0,0 NE"), r"tiles\[0\].dir"),
            (document("Y c 0,0 EN"), r"tiles\[0\].dir"),
            (document("Y t 0,0 NS"), r"tiles\[0\].dir"),
            (document("N s 0,0 NS"), r"tiles\[0\].colour"),
            (document("Y s:emu 0,0 NS"), r"tiles\[0\].animal"),
            (document("Y s 0,0 NS", animals=True), r"tiles\[0\].animal"),
            (document("Y s:dingo 0,0 NS", animals=True), r"tiles\[0\].animal"),
            (document("Y t:emu 0,0 N", animals=True), r"tiles\[0\].animal"),
            (document("Y s:platypus 0,0 NS, Y s:platypus 0,1 NS", animals=True), r"tiles\[1\]"),
            (document(*(f"Y s 0,{y} NS" for y in range(8)), area="open"), r"tiles\[7\]"),
            (document("Y t 0,0 N, Y t 0,2 S, Y t 5,5 N", area="open"), r"tiles\[2\]"),
            (document("Y s 0,0 NS, B s 5,5 NS"), r"tiles\[1\]"),
            (document("Y s 0,0 NS, B s 7,0 NS"), r"tiles\[1\]"),
            (document("Y s 0,0 NS", ponds=[{"x": 7, "y": 0, "joins": []}]), r"ponds\[0\]"),
            (document(LINE, "B s 5,0 NS", area="line"), r"tiles\[2\]"),
            (document(LINE.replace("N t 0,0 E", "N t -1,0 E"), area="line"), r"tiles\[0\]"),
            (document("N t 0,0 E, N t 4,6 S, N t 0,3 E", area="line"), r"tiles\[2\]|tiles\[1\]"),
            (document(LINE, area="line", ponds=[{"x": -1, "y": 0, "joins": []}]), r"ponds\[0\]"),
            (document("N s 0,0 NS", area="frame"), r"tiles\[0\]"),
            (document("N s -1,-1 NS", area="frame"), r"tiles\[0\]"),
            (document("N t -1,0 E", area="frame"), r"tiles\[0\].kind"),
            (document("Y t 0,0 N, Y s 0,1 NS", routes=2), "tiles"),
            (document("B t 0,0 N", routes=2), "tiles"),
            (document("Y t 0,0 N", routes=2), "turn"),
            (document("Y t 0,0 N", routes=2, turn=1, used=[1]), "used"),
            (document("Y t 0,0 N, B t 3,3 N", routes=2), "turn: seat 0"),
            (document("Y t 0,0 N", routes=2, turn=1, ponds=[{"x": 1, "y": 0, "joins": []}]), "tiles"),
            (document(SQUARE, routes=2, turn=1), "turn"),
            (document(SQUARE, routes=2, used=[0]), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[1, 3]), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[1], tiles_per_turn=1), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[0]), r"used\[0\]"),
            (document(*LOCKED, offer=[[0, 0]], used=[0], size="9x9"), r"offer\[0\]"),
        ],
    )
    def test_a_bad_document_is_refused_by_its_key(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^({message})"):
            game.load(doc)

    @pytest.mark.parametrize(
        ("change", "keys"),
        [
            ({"turn": None}, ("used", "turn")),
            ({"turn": None, "used": []}, ("pending", "turn")),
            ({"turn": 0}, ("used", "turn")),
            ({"pending": [{"x": 0, "y": 0, "colour": 0}]}, ("pending", "turn")),
        ],
    )
    def test_what_does_not_go_with_turn_is_refused_by_both_keys(self, change: Document, keys: tuple[str, ...]) -> None:
        for key in keys:
            with pytest.raises(ValueError, match=rf"\b{key}\b"):
                game.load(PASSED_THROUGH | change)

    @pytest.mark.parametrize("key", ["x", "y", "kind", "dir", "colour", "animal"])
    def test_a_tile_has_exactly_its_keys(self, key: str) -> None:
        doc = copy.deepcopy(PASSED_THROUGH)
        del doc["tiles"][2][key]
        with pytest.raises(ValueError, match=rf"^tiles\[2\]\.{key}: "):
            game.load(doc)
        doc = copy.deepcopy(PASSED_THROUGH)
        doc["tiles"][2][key] = [1.5]
        with pytest.raises(ValueError, match=rf"^tiles\[2\]\.{key}: "):
            game.load(doc)

    def test_an_offer_is_listed_by_rows(self) -> None:
        doc = after(at(*LOCKED, size="9x9"), "curve k10 NW").dump()
        assert game.load(doc).offer == ((0, 0),)
        for offer in ([[0, 0], [0, 0]], [[0, 0], [1, 1]]):
            with pytest.raises(ValueError, match=r"^offer\[1\]"):
                game.load({**doc, "offer": offer})
        ponds = [{"x": n, "y": 5, "joins": []} for n in range(4)]
        with pytest.raises(ValueError, match=r"^offer: no billabong is left"):
            game.load({**doc, "ponds": ponds})

    def test_cells_may_be_anywhere(self) -> None:
        far = 10**30
        state = at(f"Y s {far},{-far} NS, B s 0,0 NS", area="open")
        assert game.load(state.dump()) == state
        assert state.play(state.legal()[0], NO_LUCK).to_move == 1

    @pytest.mark.parametrize("far", [10**8, 10**12, 10**30])
    def test_every_legal_move_is_read_again_however_far_its_cell_lies(self, far: int) -> None:
        state = at(f"Y s {far},{far} NS, B s 0,0 NS", area="open")
        assert len(state.legal()) == 8
        assert [state.parse(state.notate(move)) for move in state.legal()] == state.legal()


class TestView:
    def test_the_document_and_four_more_keys_for_everyone(self) -> None:
        state = at("Y s 0,0 EW, B s 1,0 NS")
        view = state.view(None)
        assert view == state.view(0) == state.view(1)
        assert {key: view[key] for key in state.dump()} == state.dump()
        assert {key: value for key, value in view.items() if key not in state.dump()} == {
            "hands": [{"straight": 6, "curve": 9, "terminal": 2}] * 2,
            "routes": [
                {"length": 2, "score": 2, "open": [[0, 0, "W"], [1, 0, "E"]], "endless": False},
                {"length": 1, "score": 1, "open": [[1, 0, "N"], [1, 0, "S"]], "endless": False},
            ],
            "billabongs": 4,
            "scores": [2, 1],
        }

    def test_a_colour_without_a_tile(self) -> None:
        assert start().view(None)["routes"] == [{"length": 0, "score": 0, "open": [], "endless": False}] * 2
