"""Parcheesi: positions as documents, and every one that is refused."""

import copy
import pickle
from itertools import pairwise
from typing import cast

import pytest

from bot.rules.parcheesi import Move, game
from tests.rules.parcheesi.positions import BEFORE_A_ROLL, HUGE, OVER, at, document, partners, rolled, start
from tests.rules.trying import Document, after, changed

MOVING = document("t10 t14 h2", "t50 home", phase="move", dice=[4, 3], left=[3], bonuses=[20], pairs=[["t10", "t14"]])
PLAYING_BONUS = document("t10", "t50", phase="bonus", dice=[4, 3], bonuses=[20])
DOUBLED = document("t10 t11 t12 t13", "t50", phase="move", dice=[3, 3], left=[3, 4], doubles=1)
AGED = document("t10 t10", "t50 t50", blockade_limit=2, blockades=[{"t10": 1}, {"t50": 2}])
AGED_MOVING = changed(AGED, phase="move", dice=[4, 3], left=[3, 4], pairs=[["t10", "t10"]])
FINISHED = document("home home home home", "t50", finish="first", **OVER)
ONE_OF_THREE = document("home home home home", "t40", "t50", finish="all", turn=1)


class TestPositionDocuments:
    @pytest.mark.parametrize(
        "doc", [MOVING, PLAYING_BONUS, DOUBLED, AGED, AGED_MOVING, FINISHED, ONE_OF_THREE, BEFORE_A_ROLL]
    )
    def test_what_is_dumped_is_loaded_and_seen_by_everyone(self, doc: Document) -> None:
        state = game.load(doc)
        assert state.dump() == doc
        assert game.load(state.dump()) == state
        assert all(state.view(seat) == doc for seat in (None, *range(doc["seats"])))

    def test_the_keys_stand_in_the_order_of_the_page(self) -> None:
        assert list(start().dump()) == [
            *("game", "seats", "options", "phase", "turn", "pawns", "dice", "left", "bonuses"),
            *("doubles", "pairs", "blockades", "finished", "rolls"),
        ]

    def test_lists_are_sorted_on_loading_but_for_dice_and_finished(self) -> None:
        shuffled = changed(
            DOUBLED,
            pawns=[["t13", "t11", "t10", "t12"], ["t50", "nest", "nest", "nest"]],
            left=[4, 3, 4, 3],
            bonuses=[20, 10],
            pairs=[["t13", "t12"], ["t11", "t10"]],
        )
        doc = game.load(shuffled).dump()
        assert doc["pawns"] == [["t10", "t11", "t12", "t13"], ["nest", "nest", "nest", "t50"]]
        assert (doc["left"], doc["bonuses"]) == ([3, 3, 4, 4], [10, 20])
        assert doc["pairs"] == [["t10", "t11"], ["t12", "t13"]]
        assert game.load(MOVING).dump()["dice"] == [4, 3]
        two = changed(ONE_OF_THREE, seats=4, pawns=[["home"] * 4, ["nest"] * 4, ["home"] * 4, ["nest"] * 4])
        two = changed(two, blockades=[{}] * 4, finished=[2, 0])
        assert game.load(two).finished == (2, 0)

    @pytest.mark.parametrize(
        "doc",
        [
            changed(MOVING, bonuses=[20] * 9),
            changed(MOVING, pairs=[]),
            changed(MOVING, rolls=10**30),
            changed(BEFORE_A_ROLL, doubles=20),
            changed(BEFORE_A_ROLL, rolls=0),
            changed(FINISHED, rolls=0),
            changed(DOUBLED, left=[3, 3, 4, 4]),
            changed(AGED, doubles=1, blockades=[{}, {"t50": 2}]),
            changed(AGED_MOVING, blockades=[{}, {"t50": 2}]),
            changed(FINISHED, options__max_rolls=20),
            document("t10", "t10 t10".replace("t10", "h3"), "h3"),
        ],
    )
    def test_other_doubtful_positions_are_accepted(self, doc: Document) -> None:
        assert game.load(doc).dump() == doc

    @pytest.mark.parametrize("doc", [MOVING, AGED, FINISHED])
    def test_1_all_keys_are_required_and_no_others_allowed(self, doc: Document) -> None:
        for key in doc:
            with pytest.raises(ValueError, match=f"^{key}: this key is missing"):
                game.load({name: value for name, value in doc.items() if name != key})
        for key in doc["options"]:
            options = {name: value for name, value in doc["options"].items() if name != key}
            with pytest.raises(ValueError, match=rf"^options\.{key}: this key is missing"):
                game.load(doc | {"options": options})
        for extra in ("comment", "Game", "", 5):
            with pytest.raises(ValueError, match="unknown key"):
                game.load({**doc, extra: 1})  # type: ignore[dict-item] # wrong on purpose
            with pytest.raises(ValueError, match="options: unknown key"):
                game.load(doc | {"options": {**doc["options"], extra: 1}})

    @pytest.mark.parametrize(
        "key",
        [
            *("game", "seats", "options", "phase", "pawns", "left", "bonuses"),
            *("doubles", "pairs", "blockades", "finished", "rolls"),
        ],
    )
    @pytest.mark.parametrize("value", [None, True, 1.5, "", "x", -1, {"a": 1}, [None], [[None]], [True], HUGE])
    def test_1_a_wrong_type_is_refused_by_the_name_of_its_key(self, key: str, value: object) -> None:
        if key == "rolls" and value == 10**5000:
            pytest.skip("so many rolls are doubtful and no more")
        with pytest.raises(ValueError, match=f"^{key}"):
            game.load(changed(MOVING, **{key: value}))

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            # 1. Types and ranges.
            (changed(MOVING, game="cirondo"), "game"),
            (changed(MOVING, seats=5), "seats"),
            (changed(MOVING, seats=3), "pawns"),
            (changed(MOVING, phase="throw"), "phase"),
            *((changed(MOVING, turn=value), "turn") for value in (2, -1, True, 0.0, "0", [0])),
            *((changed(MOVING, options__first=value), r"options\.first") for value in ("seat1", None, 0)),
            *((changed(MOVING, options__finish=value), r"options\.finish") for value in ("last", True)),
            *((changed(MOVING, options__triple_doubles=value), r"options\.triple_doubles") for value in (0, 1, None)),
            *((changed(MOVING, options__blockade_limit=n), r"options\.blockade_limit") for n in (-1, 21, True, 1.0)),
            *((changed(MOVING, options__max_rolls=n), r"options\.max_rolls") for n in (-1, 10001, False, "9")),
            *(
                (changed(MOVING, pawns=[["nest", "t10", "t14", square], ["nest"] * 4]), r"pawns\[0\]")
                for square in ("t0", "t69", "h0", "h8", "T3", "t03", "3", "", "Home", None, 7, True, "t3 ")
            ),
            (changed(MOVING, dice=[4]), "dice"),
            *((changed(MOVING, dice=[4, value]), "dice") for value in (0, 7, True, 3.0, "3", None)),
            (changed(MOVING, dice=[4, 3, 1]), "dice"),
            (changed(MOVING, dice="43"), "dice"),
            *((changed(MOVING, left=[value]), r"left\[0\]") for value in (0, 7, True, 3.0, "3", None)),
            *((changed(MOVING, bonuses=[value]), r"bonuses\[0\]") for value in (0, 15, 5, True, 20.0, "20", None)),
            *((changed(MOVING, doubles=value), "doubles") for value in (-1, True, 0.0)),
            *((changed(MOVING, rolls=value), "rolls") for value in (-1, True, 57.0, "57")),
            (changed(MOVING, pairs=[["t10"]]), r"pairs\[0\]"),
            (changed(MOVING, pairs=[["t10", "t14", "t14"]]), r"pairs\[0\]"),
            (changed(MOVING, pairs=[["t10", "x14"]]), r"pairs\[0\]\[1\]"),
            (changed(MOVING, pairs=["t10 t14"]), r"pairs\[0\]"),
            (changed(AGED, blockades=[{"t10": 1}]), "blockades"),
            (changed(AGED, blockades=[{"t10": 1}, []]), r"blockades\[1\]"),
            (changed(AGED, blockades=[{"x": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{5: 1}, {"t50": 2}]), r"blockades\[0\]"),
            *(
                (changed(AGED, blockades=[{"t10": age}, {"t50": 2}]), r"blockades\[0\]")
                for age in (True, "1", None, 1.0)
            ),
            (changed(ONE_OF_THREE, finished=[0, 3]), "finished"),
            (changed(ONE_OF_THREE, finished=[False]), "finished"),
            # 2. The pawns.
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"]]), "pawns"),
            (changed(MOVING, pawns=[["nest", "t10", "t14"], ["nest"] * 4]), r"pawns\[0\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2", "home"], ["nest"] * 4]), r"pawns\[0\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["t50", "t50", "t50", "nest"]]), r"pawns\[1\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["h5", "h5", "h5", "nest"]]), r"pawns\[1\]"),
            (changed(MOVING, pawns=[["nest", "t10", "t14", "h2"], ["t10", "nest", "nest", "nest"]]), "pawns"),
            (changed(MOVING, pawns=[["nest", "t12", "t14", "h2"], ["t12", "nest", "nest", "nest"]]), "pawns"),
            # 3. Finished.
            (changed(MOVING, finished=[0]), "finished"),
            (changed(FINISHED, finished=[]), "finished"),
            (changed(FINISHED, finished=[1]), "finished"),
            (changed(ONE_OF_THREE, finished=[0, 0]), "finished"),
            (changed(FINISHED, pawns=[["home"] * 4, ["home"] * 4], finished=[0, 1]), "finished"),
            (changed(ONE_OF_THREE, pawns=[["home"] * 4] * 3, finished=[0, 1, 2], **OVER), "finished"),
            (
                changed(ONE_OF_THREE, options__finish="first", pawns=[["home"] * 4, ["home"] * 4, ["nest"] * 4])
                | {"finished": [0, 1], **OVER},
                "finished",
            ),
            # 4. Phase and turn.
            (changed(FINISHED, turn=1), "turn.*phase"),
            (changed(BEFORE_A_ROLL, turn=None), "turn.*phase"),
            (changed(MOVING, turn=None), "turn.*phase"),
            (changed(ONE_OF_THREE, turn=0), "turn.*phase"),
            (changed(BEFORE_A_ROLL, **OVER), "phase.*turn"),
            (changed(BEFORE_A_ROLL, options__max_rolls=21, **OVER), "phase.*turn"),
            (changed(ONE_OF_THREE, **OVER), "phase.*turn"),
            (changed(FINISHED, phase="roll", turn=1), "phase.*turn"),
            (changed(ONE_OF_THREE, pawns=[["home"] * 4, ["home"] * 4, ["nest"] * 4], finished=[1, 0], turn=2), "phase"),
            # 5. Rolls.
            (changed(BEFORE_A_ROLL, options__max_rolls=19), "rolls"),
            (changed(FINISHED, options__max_rolls=19), "rolls"),
            (changed(BEFORE_A_ROLL, options__max_rolls=20), "rolls"),
            (changed(MOVING, rolls=0), "rolls"),
            (changed(PLAYING_BONUS, rolls=0), "rolls"),
            # 6. Dice.
            (changed(BEFORE_A_ROLL, dice=[4, 3]), "dice"),
            (changed(FINISHED, dice=[4, 3]), "dice"),
            (changed(MOVING, dice=None), "dice"),
            (changed(PLAYING_BONUS, dice=None), "dice"),
            # 7. Doubles.
            (changed(BEFORE_A_ROLL, doubles=21), "doubles"),
            (changed(FINISHED, doubles=1), "doubles"),
            (changed(DOUBLED, doubles=0), "doubles"),
            (changed(PLAYING_BONUS, dice=[3, 3]), "doubles"),
            (changed(MOVING, doubles=20), "doubles"),
            (changed(PLAYING_BONUS, doubles=1, rolls=1), "doubles"),
            (changed(DOUBLED, doubles=3, options__triple_doubles=True), "doubles"),
            (changed(BEFORE_A_ROLL, doubles=3, options__triple_doubles=True), "doubles"),
            # 8. What is left of the roll.
            (changed(BEFORE_A_ROLL, left=[3]), "left"),
            (changed(PLAYING_BONUS, left=[3]), "left"),
            (changed(FINISHED, left=[3]), "left"),
            (changed(MOVING, left=[]), "left"),
            (changed(MOVING, left=[5]), "left"),
            (changed(MOVING, left=[3, 3]), "left"),
            (changed(MOVING, left=[3, 4, 4]), "left"),
            (changed(DOUBLED, left=[3, 3, 3]), "left"),
            (changed(DOUBLED, pawns=[["nest", "t11", "t12", "t13"], ["nest"] * 4]), "left"),
            (document("", "", phase="move", dice=[6, 3], left=[3, 6]), "left"),
            (document("h5", "", phase="move", dice=[6, 3], left=[6]), "left"),
            # 9. Bonuses.
            (changed(BEFORE_A_ROLL, bonuses=[20]), "bonuses"),
            (changed(FINISHED, bonuses=[20]), "bonuses"),
            (changed(PLAYING_BONUS, bonuses=[]), "bonuses"),
            (changed(PLAYING_BONUS, pawns=[["nest", "nest", "nest", "h3"], ["nest"] * 4]), "bonuses"),
            (
                changed(PLAYING_BONUS, pawns=[["nest", "nest", "nest", "t10"], ["nest", "nest", "t20", "t20"]]),
                "bonuses",
            ),
            # 10. Partners.
            (changed(BEFORE_A_ROLL, pairs=[["t10", "t10"]]), "pairs"),
            (changed(FINISHED, pairs=[["t50", "t50"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t10"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t14"], ["t10", "h2"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t11"]]), "pairs"),
            (changed(MOVING, pairs=[["t10", "t50"]]), "pairs"),
            (changed(MOVING, pairs=[["nest", "t14"]]), "pairs"),
            (changed(MOVING, pairs=[["t14", "home"]]), "pairs"),
            # 11. Ages.
            (changed(AGED, options__blockade_limit=0), "blockades"),
            (changed(AGED, options__max_rolls=20, **OVER), "blockades"),
            (changed(AGED, blockades=[{"t10": 1, "t11": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1, "nest": 1}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1, "t50": 1}, {"t50": 2}]), r"blockades\[0\]"),
            *((changed(AGED, blockades=[{"t10": age}, {"t50": 2}]), r"blockades\[0\]") for age in (0, 3, -1)),
            (changed(AGED, blockades=[{}, {"t50": 2}]), r"blockades\[0\]"),
            (changed(AGED, blockades=[{"t10": 1}, {}]), r"blockades\[1\]"),
            (changed(AGED, doubles=1, blockades=[{"t10": 1}, {}]), r"blockades\[1\]"),
            (changed(AGED_MOVING, blockades=[{}, {}]), r"blockades\[1\]"),
        ],
    )
    def test_1_to_11_impossible_positions_are_refused(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}") as refused:
            game.load(doc)
        assert len(str(refused.value)) < 300


class TestStates:
    def test_equal_positions_are_equal_and_hash_alike(self) -> None:
        one, other = rolled(at("t10 t30", ""), 4, 1), rolled(at("t30 t10", ""), 4, 1)
        assert one == other
        other.legal()
        assert hash(one) == hash(other)
        for change in ({"dice": [1, 4]}, {"rolls": 30}, {"bonuses": [10]}, {"options__first": "high_roll"}):
            assert game.load(changed(one.dump(), **change)) != one
        assert cast("object", one) != one.dump()

    def test_a_position_may_go_to_another_process_and_come_back(self) -> None:
        state = after(rolled(at("t10 t10 t13 home", ""), 3, 3), "t10+3>t13")
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
        assert (again, again.legal()) == (state, state.legal())
        assert copy.deepcopy(state) == state

    @pytest.mark.parametrize("name", ["to_move", "pawns", "left", "phase", "pairs", "anything"])
    def test_nothing_can_be_set(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(start(), name, 1)

    def test_a_turn_lasts_as_long_as_its_seat_is_on_the_move(self) -> None:
        begun = at("t10", "t40")
        states = [begun, rolled(begun, 6, 6)]
        states += [after(states[-1], "t10+6>t16")]
        states += [after(states[-1], "t16+6>t22")]
        states += [rolled(states[-1], 2, 1)]
        states += [after(states[-1], "t22+1>t23")]
        assert [state.phase for state in states] == ["roll", "move", "move", "roll", "move", "move"]
        for before, following in pairwise(states):
            assert following.same_turn(before)
            assert following.may_take_back(before)
        passed = after(states[-1], "t23+2>t25")
        assert not passed.same_turn(states[-1])
        assert not passed.may_take_back(states[-1])

    def test_a_turn_that_ends_the_match_is_finished(self) -> None:
        before = rolled(at("h7 home home home", ""), 1, 6)
        assert not after(before, "h7+1>home").same_turn(before)

    def test_the_only_use_of_the_dice_is_forced_and_nothing_else(self) -> None:
        state = at("t10", "t14 t15 t15")
        assert state.forced() is None  # a roll is asked for
        state = rolled(state, 4, 6)
        assert state.forced() == Move("walk", "t10", (4,), "t14")
        bonus = at("t10", "", phase="bonus", dice=[6, 3], bonuses=[10])
        assert (len(bonus.legal()), bonus.forced()) == (2, None)
        assert rolled(at("t10 t20", ""), 4, 6).forced() is None
        assert at("", "", max_rolls=20, **OVER).forced() is None

    def test_what_can_be_asked_of_a_position(self) -> None:
        state = rolled(at("t10 t10 h3", "t50 t51", triple_doubles=True), 2, 1)
        assert state.table.triple_doubles
        assert (state.colour.name, state.squares(1)) == ("red", ("nest", "nest", "t50", "t51"))
        assert (state.blockades(0), partners(state), state.scores) == (("t10",), (("t10", "t10"),), (79, 25))
        assert state.possible() == state.legal()
        assert start().possible() == []
        assert repr(start()).startswith("<Parcheesi {")
        with pytest.raises(ValueError, match="over"):
            _ = at("", "", max_rolls=20, **OVER).colour
