"""Parcheesi: how moves are typed, and what is answered to one that can't be played."""

from typing import Any

import pytest

from bot.rules import Ambiguous, IllegalMove, NotLegalHere, Unreadable
from bot.rules.api import fill
from bot.rules.parcheesi import Move, game
from tests.rules.parcheesi import plain
from tests.rules.parcheesi.positions import BEFORE_A_ROLL, OVER, at, document, rolled, start
from tests.rules.trying import NO_LUCK, Document, after, answered, changed, written


class TestNotation:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            *((text, "t66+4>t2") for text in ("t66+4>t2", "T66+4>T2", " t66 + 4 > t2 ", "66+4>2", "t66+4->t2")),
            *((text, "t66+4>t2") for text in ("t66+4→t2", "t66+4 to t2", "66 + 4 TO 2", "t66+4to2", "66+4→t2")),
            *((text, "t66+4>h2") for text in ("t66+4>h2", "66+4 to H2", "T66+4->h2")),
            *((text, "t66+1>t67") for text in ("t66+1", "66+1", " T66 + 1 ", "66+1>67", "t66+1 to 67")),
            *((text, "h6+1>h7") for text in ("h6+1", "H6+1>H7", "h6 + 1 → h7")),
        ],
    )
    def test_spellings_of_a_die_move(self, typed: str, meant: str) -> None:
        state = rolled(at("t66 h6 home", ""), 4, 1)
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize("typed", ["h5+3>home", "h5+3>h8", "H5+3 to HOME", "h5+3", "h5+3->H8", "h 5 + 3 → h 8"])
    def test_home_may_be_h8(self, typed: str) -> None:
        state = rolled(at("h5 t20 home", ""), 3, 1)
        assert state.notate(state.parse(typed)) == "h5+3>home"

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            *((text, "t66+10>home") for text in ("t66+10>home", "66+10>h8", "66 + 10 to home")),
            *((text, "t66+10>t8") for text in ("t66+10>t8", "66+10→8")),
            *((text, "t3+10>t13") for text in ("t3+10", "3+10")),
            *((text, "skip") for text in ("skip", "SKIP", " s k i p ")),
        ],
    )
    def test_spellings_of_a_bonus_move(self, typed: str, meant: str) -> None:
        state = at("t66 t3", "", phase="bonus", dice=[6, 3], bonuses=[10])
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize(
        ("dice", "typed", "meant"),
        [
            *(((5, 2), text, "enter 5") for text in ("enter 5", "ENTER5", "enter", " Enter  5 ")),
            *(((2, 3), text, "enter 2+3") for text in ("enter 2+3", "enter 3+2", "enter", "ENTER 3 + 2", "enter2+3")),
            *(((4, 1), text, "enter 1+4") for text in ("enter 1+4", "enter 4+1", "enter")),
        ],
    )
    def test_spellings_of_entering(self, dice: tuple[int, int], typed: str, meant: str) -> None:
        state = rolled(at("t20", ""), *dice)
        assert state.notate(state.parse(typed)) == meant

    @pytest.mark.parametrize("typed", ["roll", "ROLL", " r o l l "])
    def test_spellings_of_a_roll(self, typed: str) -> None:
        assert start().notate(start().parse(typed)) == "roll"

    def test_a_target_may_be_left_out_only_if_there_is_one(self) -> None:
        with pytest.raises(Ambiguous, match=r"t66\+4>t2 or t66\+4>h2"):
            rolled(at("t66 home", ""), 4, 1).parse("t66+4")

    def test_a_target_may_be_left_out_if_only_one_of_two_is_legal(self) -> None:
        state = rolled(at("t68 home home home", ""), 6, 5)
        assert state.notate(state.parse("t68+5")) == "t68+5>t5"

    def test_an_equal_move_is_written_in_the_canonical_form(self) -> None:
        assert rolled(at("t10", ""), 1, 4).notate(Move("walk", "t10", (True,), "t11")) == "t10+1>t11"

    @pytest.mark.parametrize("number", [*range(1, 7), 10, 20])
    def test_canonical_forms_are_read_back_from_every_square(self, number: int) -> None:
        for square in plain.ORDER[1:-1]:
            phase = {"phase": "bonus", "bonuses": [number]} if number > 6 else {"phase": "move", "left": [number]}
            dice = [number, number % 6 + 1] if number < 7 else [6, 3]
            doc = document(f"{square} home home home", "", **phase, dice=dice)
            texts = plain.legal(doc)
            if texts in ([], ["skip"]):
                continue  # too near home
            state = game.load(doc)
            assert written(state) == texts
            for text in texts:
                assert state.notate(state.parse(text)) == text

    def test_the_order_of_the_legal_moves(self) -> None:
        state = rolled(at("t66 t3 h1", ""), 4, 1)
        assert written(state) == [
            *("enter 1+4", "t3+1>t4", "t66+1>t67", "h1+1>h2"),
            *("t3+4>t7", "t66+4>t2", "t66+4>h2", "h1+4>h5"),
        ]


FOUR_AND_ONE = rolled(at("t10 t66 h5 home", "t14 t11 t40 t40"), 4, 1).dump()
TWENTY = document("t10 t66", "t30 t31", phase="bonus", dice=[6, 3], bonuses=[20])


class TestRefusals:
    @pytest.mark.parametrize(
        "text",
        [
            *("", "move", "t10", "t10>t14", "enter 6+", "enter 7", "enter 5+", "enter+5", "t10-4>t14", "t10+4>>t14"),
            *(
                "t10+4>",
                "rolls",
                "skip it",
                "t10+4+1",
                "+4",
                "ｔ10+4",
                "t１0+4",
                "h+1",
                "roll\x00",
                "ſkip",
                "t10+4=>t14",
            ),
            *(None, 5, b""),
        ],
    )
    def test_what_is_no_move_is_said_to_be_none(self, text: Any) -> None:
        for doc in (BEFORE_A_ROLL, FOUR_AND_ONE, TWENTY):
            with pytest.raises(Unreadable, match="isn't a move"):
                game.load(doc).parse(text)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            *(
                ("t69+1", "no square t69"),
                ("t0+1", "no square t0"),
                ("h9+1", "no square h9"),
                ("t10+4>h0", "square h0"),
            ),
            *(("t10+7", "not by 7"), ("t10+0", "not by 0"), ("t10+15", "not by 15"), ("t10+100>t20", "not by 100")),
        ],
    )
    def test_squares_and_values_that_do_not_exist(self, text: str, message: str) -> None:
        with pytest.raises(Unreadable, match=message):
            game.load(FOUR_AND_ONE).parse(text)

    @pytest.mark.parametrize(
        ("doc", "text", "message"),
        [
            # The phase.
            *((BEFORE_A_ROLL, text, "haven't rolled yet. Play roll") for text in ("t10+4", "enter 5", "enter", "skip")),
            (FOUR_AND_ONE, "roll", "still have 1, 4 to use"),
            (FOUR_AND_ONE, "skip", "You can skip a free move"),
            (FOUR_AND_ONE, "t10+20", "Free moves come after the dice, and you still have 1, 4 to use. You can play:"),
            (TWENTY, "roll", "Play or skip your free move first"),
            (TWENTY, "enter 5", "A free move can't bring a pawn out"),
            (TWENTY, "t10+4", "play your free move of 20"),
            (TWENTY, "t10+10>t20", "no free move of 10, only 20"),
            (document("t10", "t14", max_rolls=20, **OVER), "roll", "The match is over"),
            (document("t10", "t14", max_rolls=20, **OVER), "t10+4", "The match is over"),
            (document("t10", "t14", max_rolls=20, **OVER), "enter", "The match is over"),
            # Entering.
            (FOUR_AND_ONE, "enter 1+4", "You have no pawns in the nest"),
            (
                rolled(at("t20", ""), 1, 4).dump(),
                "enter 5",
                "Neither die shows a 5\\. Use both together to enter a pawn: write enter 1\\+4\\.",
            ),
            (rolled(at("t20", ""), 1, 6).dump(), "enter 5", "no 5 to use, only 1, 6"),
            (rolled(at("t20", ""), 1, 6).dump(), "enter", "no 5 to use, only 1, 6"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 1+4", "don't show 1, 4. You have 5, 6"),
            (after(rolled(at("t20", ""), 2, 3), "t20+2>t22").dump(), "enter 2+3", "only while neither has been used"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 6", "with a 5, or with 1 and 4 or 2 and 3"),
            (rolled(at("t20", ""), 5, 6).dump(), "enter 5+1", "with a 5, or with 1 and 4 or 2 and 3"),
            (rolled(at("t20", "t5 t5"), 5, 6).dump(), "enter 5", "blockade on t5 blocks the way out"),
            # Which pawn.
            (FOUR_AND_ONE, "t10+3", "no 3 to use, only 1, 4"),
            (FOUR_AND_ONE, "t12+4", "no pawn on t12"),
            (FOUR_AND_ONE, "h1+4", "no pawn on h1"),
            (FOUR_AND_ONE, "t14+4", "The pawn on t14 is yellow, but it's red's turn"),
            (FOUR_AND_ONE, "home+1", "Pawns never leave home"),
            (FOUR_AND_ONE, "h8+1", "Pawns never leave home"),
            (rolled(at("t20", ""), 1, 4).dump(), "nest+4", "leaves the nest with a 5"),
            (rolled(at("t20", ""), 5, 6).dump(), "nest+5", "leaves the nest with a 5"),
            (rolled(at("t20", ""), 5, 6).dump(), "nest+5>t5", "leaves the nest with a 5"),
            # Its way.
            (FOUR_AND_ONE, "h5+4", "Home is exactly 3 away from h5, so 4 is too many"),
            (FOUR_AND_ONE, "t10+4>t15", "From t10, 4 leads to t14, not to t15"),
            (FOUR_AND_ONE, "t66+4>h3", "From t66, 4 leads to t2, h2, not to h3"),
            (rolled(at("t10", "t12 t12"), 4, 1).dump(), "t10+4", "blockade on t12 blocks the way from t10 to t14"),
            (rolled(at("t10 t12 t12", ""), 4, 1).dump(), "t10+4>t14", "blockade on t12 blocks the way from t10 to t14"),
            (rolled(at("t67 h1 h1", ""), 4, 1).dump(), "t67+4>h3", "blockade on h1 blocks the way"),
            (
                rolled(at("t10", "t12"), 2, 1).dump(),
                "t10+2>t12",
                "t12 is a safe square that an opponent occupies, so you can't land there. You can play:",
            ),
            (
                after(rolled(at("t10 t10", ""), 3, 3), "t10+3>t13").dump(),
                "t10+3>t13",
                "pawns on t10 and t13 were a blockade",
            ),
            (
                document("t10 t10", "t15 t30 t30", phase="bonus", dice=[1, 2], bonuses=[20, 10]),
                "t10+20",
                "blockade on t30",
            ),
            # Compulsion and due blockades.
            (
                rolled(at("t10", "t16 t16"), 3, 5).dump(),
                "t10+5>t15",
                "after t10\\+5>t15 no pawn could use the 3. You can play: enter 5, t10\\+3>t13",
            ),
            (rolled(at("t10", "t19 t19"), 3, 6).dump(), "t10+3", "you must give up the lowest: 3, not 6"),
            (rolled(at("t68 home home home", ""), 6, 5).dump(), "t68+6>h6", "after t68\\+6>h6 no pawn could use the 5"),
            (
                rolled(at("t4 t5 t16", "t6 t6 t17"), 5, 1).dump(),
                "enter 5",
                "after enter 5 no pawn could use the 1. You can play: t4\\+1>t5, t16\\+5>t21",
            ),
            (
                rolled(at("t10 t10 t20", "", blockade_limit=1, blockades=[{"t10": 1}, {}]), 3, 2).dump(),
                "t20+3",
                "blockade on t10 has reached its limit of turns \\(1\\), so you must break it first",
            ),
        ],
    )
    def test_what_is_not_legal_here_is_refused_with_the_reason(self, doc: Document, text: str, message: str) -> None:
        state = game.load(doc)
        with pytest.raises(NotLegalHere, match=message) as refused:
            state.parse(text)
        ways_on = ("You can play: ", "Play roll", "write enter 1+4", "enter 5, enter 1+4, enter 2+3", "match is over")
        assert any(way_on in str(refused.value) for way_on in ways_on)

    @pytest.mark.parametrize(
        "move",
        [
            *(Move("walk", "t10", (4,), "t15"), Move("walk", "t10", (4,), "h1"), Move("bonus", "t10", (20,), "t30")),
            *(Move("roll"), Move("skip"), Move("enter", "nest", (5,), "t5"), Move("enter", "nest", (), "t5")),
            *(Move("enter", "nest", (5,), "t22"), Move("walk", "t66", (4,), "home"), Move("walk", "nest", (4,), "t5")),
        ],
    )
    def test_a_move_that_is_not_legal_is_not_played(self, move: Move) -> None:
        state = game.load(FOUR_AND_ONE)
        for ask in (lambda: state.play(move, NO_LUCK), lambda: state.notate(move)):
            with pytest.raises(NotLegalHere):
                ask()

    @pytest.mark.parametrize(
        "move",
        [
            *(Move("go", "t10", (4,), "t14"), Move("walk", "t10", (4, 1), "t15"), Move("walk", "t99", (4,), "t14")),  # type: ignore[arg-type] # no such kind
            *(Move("walk", "t10", (20,), "t30"), Move("bonus", "t10", (4,), "t14"), Move("roll", "t10")),
            *(Move("walk", [], (4,), {}), Move("walk", "t10", None, "t14"), Move("enter", "nest", (None,), "t5")),  # type: ignore[arg-type] # wrong on purpose
            *(Move(None, "t10", (4,), "t14"), Move("walk", "t10", ("4",), "t14"), Move("walk", "t10", (True,), "t11")),  # type: ignore[arg-type] # wrong on purpose
        ],
    )
    def test_what_is_no_move_of_parcheesi_is_not_played(self, move: Move) -> None:
        state = game.load(changed(FOUR_AND_ONE, left=[4]))
        with pytest.raises(Unreadable, match="isn't a Parcheesi move"):
            state.play(move, NO_LUCK)

    def test_a_pawn_enters_on_its_own_entry_square(self) -> None:
        with pytest.raises(NotLegalHere, match="The red pawns leave the nest onto t5"):
            rolled(at("t20", ""), 5, 6).play(Move("enter", "nest", (5,), "t22"), NO_LUCK)

    @pytest.mark.parametrize("doc", [BEFORE_A_ROLL, FOUR_AND_ONE, TWENTY, document("", "", max_rolls=20, **OVER)])
    def test_every_text_that_can_be_written_is_legal_or_refused_with_a_sentence(self, doc: Document) -> None:
        state = game.load(doc)
        legal = written(state)
        texts = ["roll", "skip", "enter", *(f"enter {one}" for one in "12345"), "enter 1+4", "enter 2+3", "enter 6+6"]
        for origin in plain.ORDER:
            for value in (1, 4, 5, 10, 20):
                texts += [
                    f"{origin}+{value}",
                    *(f"{origin}+{value}>{target}" for target in ("t14", "h2", "home", "nest")),
                ]
        for text in texts:
            answer = answered(state, text)
            if isinstance(answer, IllegalMove):
                assert text not in legal
                assert str(answer) == fill(answer.sentence, answer.values)
                assert "isn't a Parcheesi move" not in str(answer)
            else:
                assert answer in legal
