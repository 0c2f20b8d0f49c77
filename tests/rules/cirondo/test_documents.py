"""Cirondo: positions as documents and in one line, and every one that is refused."""

import json
import pickle
from typing import Any, cast

import pytest

from bot.rules.cirondo import game
from tests.rules.cirondo.positions import ALMOST_BLOCKED, CONQUEST, TWO_AGAINST_TWO, at, opened, start
from tests.rules.trying import Document, after


def quiet_document() -> Document:
    """The example of the rules page: two seats after B8-C8 B24-C24 A9-C7 A23-E27."""
    return after(start(), "B8-C8", "B24-C24", "A9-C7", "A23-E27").dump()


def small_document() -> Document:
    return at("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -").dump()


def team_document() -> Document:
    return at("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -").dump()


def row(ring: str, number: int) -> list[str]:
    """The first spaces of a ring."""
    return [f"{ring}{each}" for each in range(1, number + 1)]


def changed(doc: Document, path: str, value: Any) -> Document:
    """The document with one value put in; a list index is written as a number."""
    *parents, last = path.split(".")
    inner: Any = doc
    for each in parents:
        inner = inner[each]
    inner[last] = value
    return doc


def opened_pieces(*texts: str, without: str | None = None) -> Document:
    """What stands where after these moves from the setup, the first-move rule left aside."""
    doc = opened(start()).dump()
    for text in texts:
        origin, target = text.split("-")
        for colour in doc["pieces"].values():
            for spaces in colour.values():
                if origin in spaces:
                    spaces[spaces.index(origin)] = target
    pieces: Document = doc["pieces"]
    for colour in pieces.values():
        for spaces in colour.values():
            if without in spaces:
                spaces.remove(without)
    return pieces


SPACE_TRAPS = ["a1", "A01", "A0", "A33", "I1", "A", "", " A1", "A1 ", "A１", "A٣", 5, None, True, ["A1"], {}]
TYPE_TRAPS = ["x", 5, -1, 1.5, float("nan"), float("inf"), 10**5000, True, None, [], {}, [[]], [{}], {"a": 1}, ()]


class TestPositionDocument:
    def test_the_example_of_the_rules_page(self) -> None:
        doc = quiet_document()
        assert doc["to_move"] == 0
        assert doc["quiet"] == ["A9-C7", "A23-E27"]
        assert doc["pieces"]["gold"]["planets"][-2:] == ["A16", "C7"]
        assert list(doc) == ["game", "seats", "options", "pieces", "to_move", "owed", "quiet", "defeated", "over"]
        assert game.load(json.loads(json.dumps(doc))).dump() == doc

    def test_spaces_may_come_in_any_order_and_leave_in_theirs(self) -> None:
        doc = quiet_document()
        for colour in ("gold", "silver"):
            for kind in ("planets", "moons"):
                doc["pieces"][colour][kind].reverse()
        assert game.load(doc).dump() == quiet_document()

    def test_every_seat_sees_all_of_a_position(self) -> None:
        state = after(start(), "B8-C8")
        assert state.view(None) == state.view(0) == state.view(1) == state.dump()

    def test_a_dump_belongs_to_its_caller(self) -> None:
        state = start()
        state.dump()["pieces"]["gold"]["planets"].clear()
        state.dump()["owed"].clear()
        assert state == start()

    @pytest.mark.parametrize("doc", [None, [], "{}", 5, True, float("nan"), [["game", "cirondo"]]])
    def test_a_document_is_an_object(self, doc: Any) -> None:
        with pytest.raises(ValueError, match="document"):
            game.load(doc)

    @pytest.mark.parametrize(
        "path",
        [
            "game",
            "seats",
            "options",
            "pieces",
            "to_move",
            "owed",
            "quiet",
            "defeated",
            "over",
            "options.teams",
            "options.draw_rule",
            "pieces.gold",
            "pieces.silver",
            "pieces.gold.planets",
            "pieces.silver.moons",
            "pieces.gold.solars",
        ],
    )
    def test_1_a_missing_key_is_refused(self, path: str) -> None:
        doc = start().dump()
        *parents, last = path.split(".")
        inner = doc
        for each in parents:
            inner = inner[each]
        del inner[last]
        with pytest.raises(ValueError, match=path.replace(".", r"\.")):
            game.load(doc)

    @pytest.mark.parametrize("key", ["comment", "", "Game", "red", "moon", 5, None, (), 1.5])
    @pytest.mark.parametrize("where", ["", "options", "pieces", "pieces.gold"])
    def test_1_an_unknown_key_is_refused(self, where: str, key: Any) -> None:
        doc = start().dump()
        inner = doc
        for each in where.split(".") if where else ():
            inner = inner[each]
        inner[key] = []
        with pytest.raises(ValueError, match=f"{where or 'document'}: unknown key") as refused:
            game.load(doc)
        assert len(str(refused.value)) < 300

    @pytest.mark.parametrize(
        ("path", "fine"),
        [
            ("game", ()),
            ("seats", ()),
            ("options", ()),
            ("options.teams", (True,)),
            ("options.draw_rule", (True,)),
            ("pieces", ()),
            ("pieces.gold", ()),
            ("pieces.gold.solars", ([],)),
            ("pieces.silver.moons", ([],)),
            ("to_move", ()),
            ("owed", ([],)),
            ("quiet", ([],)),
            ("defeated", ([],)),
            ("over", (None,)),
        ],
    )
    def test_1_a_wrong_type_is_refused(self, path: str, fine: tuple[object, ...]) -> None:
        for trap in TYPE_TRAPS:
            if any(trap is each or (type(trap) is list and trap == each) for each in fine):
                continue
            with pytest.raises(ValueError, match=path.replace(".", r"\.")) as refused:
                game.load(changed(small_document(), path, trap))
            assert len(str(refused.value)) < 300

    @pytest.mark.parametrize("trap", SPACE_TRAPS)
    def test_1_a_text_that_is_no_space_is_refused(self, trap: Any) -> None:
        for kind in ("planets", "moons", "solars"):
            with pytest.raises(ValueError, match=rf"pieces\.silver\.{kind}\[0\]"):
                game.load(changed(small_document(), f"pieces.silver.{kind}", [trap]))

    @pytest.mark.parametrize(
        "trap", ["A1", "A1A2", "A1-", "-A1", "A1-A2-A3", "A1xA2", "a1-a2", "A1 - A2", "A1-A33", "A1–A2", "A01-A2"]
    )
    def test_1_a_quiet_move_is_written_with_a_dash(self, trap: str) -> None:
        with pytest.raises(ValueError, match=r"quiet\[0\]"):
            game.load(changed(small_document(), "quiet", [trap]))

    def test_1_lists_nested_without_end_are_refused(self) -> None:
        deep: list[Any] = []
        for _ in range(100_000):
            deep = [deep]
        for path in ("pieces.gold.planets", "to_move", "owed", "quiet", "over", "game"):
            with pytest.raises(ValueError, match=path.replace(".", r"\.")):
                game.load(changed(small_document(), path, deep))

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            # 2. Options and seats.
            (changed(start(4).dump(), "seats", 3), "seats"),
            (changed(start(4).dump(), "seats", 2), "pieces: unknown key 'red'"),
            (changed(start(2).dump(), "seats", 4), r"pieces\.red"),
            (changed(start(2).dump(), "options.teams", True), "seats"),
            # 3. What stands where.
            (changed(small_document(), "pieces.gold.moons", ["A18"]), r"pieces\.gold\.moons\[0\]: .*A18"),
            (changed(small_document(), "pieces.silver.planets", ["E1", "E1"]), r"pieces\.silver\.planets\[1\]"),
            (changed(small_document(), "pieces.silver.planets", ["A18"]), r"pieces\.silver\.planets\[0\]"),
            (changed(small_document(), "pieces.gold.solars", ["A18"]), r"pieces\.gold\.solars\[0\]"),
            (changed(small_document(), "pieces.gold.moons", ["A1"]), r"pieces\.gold\.moons\[0\]: .*ring A"),
            (changed(small_document(), "pieces.gold.moons", ["B1", "H1"]), r"pieces\.gold\.moons\[1\]: .*ring H"),
            (changed(small_document(), "pieces.gold.planets", row("E", 17)), r"pieces\.gold\.planets"),
            (changed(team_document(), "pieces.red.planets", row("E", 9)), r"pieces\.red\.planets"),
            (changed(small_document(), "pieces.gold.solars", row("E", 5)), r"pieces\.gold\.solars"),
            (changed(small_document(), "pieces.gold.moons", row("E", 16)), r"pieces\.gold\.moons"),
            (changed(team_document(), "pieces.blue.moons", row("D", 9)), r"pieces\.blue\.moons"),
            # 4. Who is defeated.
            (changed(small_document(), "defeated", [2]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [-1]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [True]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [1.0]), r"defeated\[0\]"),
            (changed(small_document(), "defeated", [1]), "defeated"),
            (changed(small_document(), "defeated", [0, 1]), "defeated"),
            (changed(small_document(), "defeated", [0, 0]), r"defeated\[1\]"),
            (changed(small_document(), "pieces.silver.planets", []), r"pieces\.silver"),
            (changed(team_document(), "defeated", [1]), "defeated"),
            (changed(team_document(), "defeated", [3, 1]), "defeated"),
            (changed(team_document(), "defeated", [0, 1, 2, 3]), "defeated"),
            (changed(team_document(), "defeated", [0, 1]), "defeated"),
            # 5. Whose turn it is.
            (changed(small_document(), "to_move", None), "to_move"),
            (changed(small_document(), "over", "blocked"), "to_move"),
            (changed(small_document(), "to_move", 2), "to_move"),
            (changed(small_document(), "to_move", True), "to_move"),
            (changed(small_document(), "to_move", 1.0), "to_move"),
            (changed(at("19.2gP2.2sP7./32./32./32./32./32./32./2bP30. s 4d - r - -").dump(), "to_move", 1), "to_move"),
            (
                changed(at("19.gP12./32./32./3.2sM27./3.gP2.gP25./32./32./32. g 2d - - - -").dump(), "to_move", 1)
                | {"pieces": at("19.gP12./32./32./3.sM2.sM25./3.gP2.gP25./32./32./32. g 2d - - - -").dump()["pieces"]},
                "to_move",
            ),
            (changed(team_document() | {"pieces": team_document()["pieces"]}, "to_move", 4), "to_move"),
            # 6. Who owes the first move.
            (changed(start().dump(), "owed", [1]), "owed"),
            (changed(start().dump(), "owed", [0]), "owed"),
            (changed(start().dump(), "owed", [1, 0]), "owed"),
            (changed(start().dump(), "owed", [0, 1, 1]), r"owed\[2\]"),
            (changed(start().dump(), "owed", [0, 2]), r"owed\[1\]"),
            (changed(start().dump(), "owed", [False, True]), r"owed\[0\]"),
            (changed(start().dump(), "to_move", 1), "owed"),
            (changed(after(start(), "B8-C8").dump(), "owed", [0, 1]), "owed"),
            (changed(after(start(), "B8-C8").dump(), "to_move", 0), "owed"),
            (changed(quiet_document(), "owed", [0, 1]), "owed"),
            (changed(small_document(), "owed", [0, 1]), "owed"),
            (changed(start().dump(), "pieces.gold.solars", ["H1"]), r"pieces\.gold\.moons"),
            (start().dump() | {"pieces": after(start(), "B1-C1").dump()["pieces"]}, "owed"),
            (start().dump() | {"pieces": opened_pieces("A1-C3")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17", "B2-C2")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", "B17-C17", "C1-D1")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", without="A3")}, "owed"),
            (after(start(), "B1-C1").dump() | {"pieces": opened_pieces("B1-C1", without="B5")}, "owed"),
            (changed(at(CONQUEST).dump(), "owed", [0, 1]), "owed"),
            # 7. Whether the end fits.
            (changed(small_document() | {"to_move": None}, "over", "conquest"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "showdown"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "blocked"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "won"), "over"),
            (changed(small_document() | {"to_move": None}, "over", "quiet"), "quiet"),
            (changed(small_document() | {"to_move": None}, "over", "repetition"), "quiet"),
            (changed(at(ALMOST_BLOCKED).dump() | {"to_move": None}, "over", "blocked"), "over"),
            # 8. The quiet moves.
            (changed(quiet_document(), "options.draw_rule", False), "quiet"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A23-D26"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A22-E27"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A23-E27", "A9-C7"]), "to_move"),
            (changed(quiet_document(), "quiet", ["A9-C7", "B24-C24"]), r"quiet\[1\]"),
            (changed(quiet_document(), "quiet", ["A1-C7", "A23-E27"]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["C7-C7"]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["A9-C7"]), "to_move"),
            (changed(quiet_document(), "to_move", 1), "to_move"),
            (changed(quiet_document(), "quiet", [5]), r"quiet\[0\]"),
            (changed(quiet_document(), "quiet", ["A9-C7", "A23-E27"] * 60), "quiet"),
            (quiet_document() | {"to_move": None, "over": "repetition"}, "over"),
            (quiet_document() | {"to_move": None, "over": "quiet"}, "over"),
            (quiet_document() | {"to_move": None, "over": "blocked"}, "over"),
            (
                at(CONQUEST).dump() | {"quiet": ["A21-B20"]},
                "quiet",
            ),
            (at("gS31./32./32./sS31./32./32./32./32. - 2d - - - showdown").dump() | {"quiet": ["A2-A1"]}, "quiet"),
        ],
    )
    def test_2_to_8_impossible_positions_are_refused(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}"):
            game.load(doc)

    @pytest.mark.parametrize("over", [None, "showdown", "blocked", "repetition", "quiet"])
    def test_7_one_side_left_must_be_a_conquest(self, over: str | None) -> None:
        doc = at(CONQUEST).dump()
        with pytest.raises(ValueError, match="over"):
            game.load(doc | {"over": over, "to_move": 0 if over is None else None})

    @pytest.mark.parametrize("over", [None, "conquest", "blocked", "repetition", "quiet"])
    def test_7_one_stellar_each_must_be_a_showdown(self, over: str | None) -> None:
        doc = at("gS31./32./32./sS31./32./32./32./32. - 2d - - - showdown").dump()
        with pytest.raises(ValueError, match="over"):
            game.load(doc | {"over": over, "to_move": 0 if over is None else None})

    @pytest.mark.parametrize("over", ["repetition", "quiet"])
    def test_7_draws_by_the_draw_rule_need_it(self, over: str) -> None:
        with pytest.raises(ValueError, match="over"):
            game.load(changed(small_document(), "options.draw_rule", False) | {"over": over, "to_move": None})

    def test_7_blocked_needs_more_than_one_stellar_on_every_side(self) -> None:
        walled = after(at(ALMOST_BLOCKED), "F5-G5").dump()
        for colour in walled["pieces"]:
            doc = json.loads(json.dumps(walled))
            doc["pieces"][colour] = {"planets": [], "moons": ["G16"], "solars": []}
            with pytest.raises(ValueError, match="over"):
                game.load(doc)

    def test_6_without_owed_the_setup_is_like_any_position(self) -> None:
        state = opened(start())
        assert len(state.legal()) == 16 + 2  # and the captures A1xB32 and A16xB17
        assert game.load(state.dump()) == state

    def test_8_a_capture_or_a_defeat_among_the_quiet_moves_is_refused(self) -> None:
        # Played forward, silver's planet makes its last move and is gone.
        doc = at("19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -").dump()
        with pytest.raises(ValueError, match="quiet"):
            game.load(doc | {"quiet": ["E5-D4"], "to_move": 0})


class TestOneLineForm:
    @pytest.mark.parametrize(
        "line",
        [
            "16gP16sP/16gM16sM/32./32./32./32./32./32.  g\t2d gs - - -\n",
            "8gP8gP16sP/gMgM14gM16sM/32./16.16./32./32./32./30... g 2d gs - - -",
        ],
    )
    def test_runs_need_not_be_merged_and_white_space_is_free(self, line: str) -> None:
        assert at(line) == start()

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "7"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - -", "6 fields"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - - -", "8 fields"),
            ("16gP16sP/16gM16sM/32./32./32./32./32. g 2d gs - - -", "7 rings"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32./ g 2d gs - - -", "9 rings"),
            ("16gP15sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A has 31"),
            ("16gP17sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A has more"),
            ("16gP16sP/16gM16sM/33./32./32./32./32./32. g 2d gs - - -", "ring C has more"),
            ("16gP16sP/16gM16sM/99./32./32./32./32./32. g 2d gs - - -", "ring C has more"),
            ("16gP16sP/16gM16sM/032./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/1.31./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/0.32./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/٣٢./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/" + "9" * 5000 + "./32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM/32/32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16gP16sP/16gM16sM//32./32./32./32./32. g 2d gs - - -", "ring C"),
            ("16GP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gp16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gP16rP/16gM16rM/32./32./32./32./32./32. g 2d gs - - -", "ring A"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. r 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. gs 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. 0 2d gs - - -", "to_move"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 3d gs - - -", "options"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2dt gs - - -", "options"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2td gs - - -", "seats"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d sg - - -", "owed"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gr - - -", "owed"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - ss - -", "defeated"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - s - -", "defeated"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - , -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - A1-B2, -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - A1xB2 -", "quiet"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - - Conquest", "over"),
            ("16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d - - - null", "over"),
        ],
    )
    def test_a_bad_line_is_refused(self, line: str, message: str) -> None:
        with pytest.raises(ValueError, match=message) as refused:
            at(line)
        assert len(str(refused.value)) < 300

    @pytest.mark.parametrize("text", [None, 5, b"", [], {}, float("nan")])
    def test_what_is_no_text_is_refused(self, text: Any) -> None:
        with pytest.raises(ValueError, match="text"):
            game.from_fen(text)


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one = after(start(), "B8-C8", "B24-C24")
        other = after(start(), "b8c8", "b24c24")
        assert one == other
        assert hash(one) == hash(other)
        assert one != after(start(), "B8-C8", "B25-C25")
        assert start() != opened(start())
        assert start() != start(draw_rule=False)
        assert start(4) != start(4, teams=True)
        assert cast("object", start()) != start().dump()

    def test_a_position_may_go_to_another_process_and_come_back(self) -> None:
        state = after(start(4, teams=True), "B8-C8", "B9-C9", "B17-C17", "B25-C25", "A7xC9")
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert again == state
        assert again.legal() == state.legal()

    @pytest.mark.parametrize("name", ["to_move", "quiet", "owed", "over", "board", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_equal_boards_with_another_past_are_other_positions(self) -> None:
        state = at(TWO_AGAINST_TWO)
        assert after(state, "A1-A2", "D1-D2", "A2-A1", "D2-D1") != state
