"""Southern Cross: how actions are typed, and what is answered to one that can't be played."""

from typing import Any

import pytest

from bot.rules import IllegalMove, NotLegalHere, Unreadable
from bot.rules.chance import Scripted
from bot.rules.southern_cross import End, Jump, Position, Remove, Roll, Spin, Step, Throw
from tests.rules.southern_cross.positions import NEVER, OVER, REMOVING, ROLLING, THROWING, after, at, refused, start
from tests.rules.trying import NO_LUCK

JUMPING = "....../.R..../Y.Y.../BY..../....../......"  # of example 6


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        [
            *("a3-a2", "A3-A2", "a3a2", " a 3 - a 2 ", "a3xa2", "a3>a2", "a3->a2", "a3 to a2", "a3,a2", "move a3 a2"),
            *("jump a3-a2", "MOVE A3 TO A2", "a3–a2", "a3—a2", "a3−a2", "a3×a2", "a3 –> a2", "a3\t-\xa0a2\u2003"),
        ],
    )
    def test_a_move(self, text: str) -> None:
        assert at(JUMPING).parse(text) == Step("a3", "a2")

    @pytest.mark.parametrize("text", ["base-c6", "base c6", "BASEC6", "home-c6", "home to c6", "move base to c6"])
    def test_an_entry(self, text: str) -> None:
        assert start().parse(text) == Step("base", "c6")

    @pytest.mark.parametrize(
        "text",
        [
            *("a3xa5xc5", "a3c5", "a3-c5", "a3xc5", "a3>c5", "a3 to c5", "jump a3 c5", "move a3,a5,c5", "a3xc3xc5"),
            *("a3 -> a5 -> c5", "A3×A5×C5", "a3 to a5 to c5", "a3a5c5", "a3xa5-c5", "a3xa5xc5xc3xa3xc3xc5"),
        ],
    )
    def test_a_jump(self, text: str) -> None:
        state = at(JUMPING)
        assert state.parse(text) == Jump("a3", ("a5", "c5"))
        assert state.notate(state.parse(text)) == "a3xa5xc5"

    def test_a_jump_from_the_base(self) -> None:
        state = at("...Y../....../..RR../..B.../....../......")
        for text in ("basexd5xd3", "base d3", "home > d5 > d3", "jump base d5 d3"):
            assert state.notate(state.parse(text)) == "basexd5xd3"

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            *((f"{word}{dial}{amount}", f"spin C {amount}")
              for word in ("spin ", "") for dial in ("C", "c", "centre", "Center") for amount in (90, 180, 270)),
            *((f"{word}90", f"spin {word[0].upper()} 90") for word in ("north", "EAST", "South", "West")),
            *(("c-90", "spin C 270"), ("spin C - 180", "spin C 180"), ("C −270°", "spin C 90"), ("c–90", "spin C 270")),
            *(("c90ccw", "spin C 270"), ("c 180 CCW", "spin C 180"), ("spin centre 270 ccw", "spin C 90")),
            *(("c90cw", "spin C 90"), ("spin w 270° cw", "spin W 270"), ("w 90 cw", "spin W 90")),
            *(("s p i n n 9 0", "spin N 90"), ("SPIN E 270", "spin E 270"), ("E 180", "spin E 180")),
        ],
    )  # fmt: skip
    def test_a_spin(self, text: str, canonical: str) -> None:
        state = at("..BR../....../BRBRBR/....../..BR../......")
        assert state.notate(state.parse(text)) == canonical

    @pytest.mark.parametrize("text", ["end", "END", " e n d ", "endturn", "End turn", "done", "pass", "PASS"])
    def test_an_end(self, text: str) -> None:
        assert start().parse(text) == End()

    @pytest.mark.parametrize("text", ["roll", "ROLL", " r oll", "rolldice", "Roll dice"])
    def test_a_roll(self, text: str) -> None:
        state = after(at("..BR../..YG../....../....../....../......"), "end")
        assert state.parse(text) == Roll()

    @pytest.mark.parametrize(
        ("text", "power"),
        [
            *(("throw 55", 55), ("55", 55), ("THROW55", 55), ("t h r o w 5 5", 55), ("055", 55), ("throw 0", 0)),
            *(("000", 0), ("0", 0), ("100", 100), ("throw 100", 100), ("007", 7), ("throw 07", 7), ("55°", 55)),
        ],
    )
    def test_a_throw(self, text: str, power: int) -> None:
        state = at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw")
        assert after(state, "end", luck=[1, 1]).parse(text) == Throw(power)

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "remove c6 d5",
                "c6 d5",
                "c6d5",
                "d5c6",
                "d5, c6",
                "D5 + C6",
                "remove d5 and c6",
                "REMOVEC6D5",
                "c6andd5",
            ),
            *("remove c6,d5", "c 6 d 5"),
        ],
    )
    def test_a_removal(self, text: str) -> None:
        state = after(at("..BB../..BB../....../....../....../......"), "end", "roll", luck=[1, 1, 6, 6])
        assert state.parse(text) == Remove(("c6", "d5"))
        assert state.notate(state.parse(text)) == "remove c6 d5"

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "",
                " ",
                "a3",
                "base",
                "a3-",
                "-a2",
                "a3--a2",
                "a3-xa2",
                "a3=a2",
                "a3>>a2",
                "a3 and a2",
                "a3+a2",
                "a3.a2",
            ),
            *("g3-g2", "a0-a2", "a7-a2", "a33-a2", "3a-2a", "aa3a2", "a3→a2", "movea3", "movejumpa3a2", "a3a2move"),
            *("basec", "spin", "spin nw 90", "ne 90", "spin c", "c 45", "c 360", "c +90", "c 0", "90"),
            *("c -90 ccw", "c -90 cw", "ccw 90", "c ccw 90", "c 90 ccw ccw", "spin c3 90", "middle 90", "c090"),
            *("ends", "end end", "turn", "null", "0", "55", "{}", "{text}", "a3-a２", "а3-а2", "a3-a2\x00", "\ud800"),
            *("\u200ba3-a2", "pas\u017f", "x" * 1_000_000, "a3" * 3 + "g9", "c3c3c3c3c3!" * 10_000),
        ],
    )
    def test_anything_else_is_no_move(self, text: str) -> None:
        with pytest.raises(Unreadable) as refusal:
            at(JUMPING).parse(text)
        assert len(str(refusal.value)) < 300
        assert str(refusal.value).isprintable()

    @pytest.mark.parametrize("text", [None, 5, b"a3-a2", ["a3-a2"], Step("a3", "a2"), float("nan"), {}])
    def test_what_is_no_text_is_no_move(self, text: Any) -> None:
        with pytest.raises(Unreadable):
            at(JUMPING).parse(text)

    @pytest.mark.parametrize(
        "text", ["throw", "101", "throw 101", "999", "0055", "-5", "5.5", "throw +5", "5x", "٥", "５"]
    )
    def test_what_is_no_power(self, text: str) -> None:
        state = at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw")
        assert "0 to 100" in refused(after(state, "end", luck=[1, 1]), text)


TWO_FULL = after(at("....../....../GG..../RB..../R.B.../YY....", 5, 2), "c2-b2")
CROWDED = at("....../....../GG..../RB..../R.B.../YY....", 5, 1)
FULL_BASE = at("B...../B...../B...../B...../B...../.B....")


class TestRefusals:
    @pytest.mark.parametrize(
        ("state", "text", "reason"),
        [
            (OVER, "end", "The match is over."),
            (OVER, "nonsense", "The match is over."),
            (after(start(), "base-c6", "c6-c5", "c5-c4"), "c4-c3", "You've used all three actions of this turn"),
            (after(start(), "base-c6", "c6-c5", "c5-c4"), "spin c 90", "all three actions"),
            (at(JUMPING), "a3-a4", "a3 can't go to a4, which is occupied. From a3 it can go to: a2, a5, c3, c5."),
            (at(JUMPING), "a3-a3", "The counter is already on a3. From a3 it can go to: a2, a5, c3, c5."),
            (at(JUMPING), "a3-b2", "a3 can't go to b2: they only touch at a corner."),
            (at(JUMPING), "a3-a1", "a3 can't jump to a1: there's no counter on a2 to hop over."),
            (
                at(JUMPING),
                "a3-f6",
                "a3 can't go to f6: it isn't a neighbour, and no chain of hops leads there. From a3 it can go to:",
            ),
            (at(JUMPING), "b2-b1", "There's no counter on b2. The blue counters are on: base, a3."),
            (FULL_BASE, "b2-b1", "The blue counters are on: a2, a3, a4, a5, a6, b1."),
            (at(JUMPING), "b3-b2", "The counter on b3 is yellow, but it's blue's turn."),
            (FULL_BASE, "base-c6", "All six blue counters are on the board, so the base is empty."),
            (start(), "base-b6", "A counter leaves its base onto c6 or d6, or jumps over a counter there"),
            (start(), "base-c6-c5", "A jump from the base starts over c6 to c5 or over d6 to d5."),
            (start(), "base-c5-c3", "There's no counter on c6 to hop over from base to c5."),
            (
                at(JUMPING),
                "a3-a2-a1",
                "a3 and a2 are neighbours. Several single steps aren't one move, so play them one by one.",
            ),
            (at(JUMPING), "a3-c5-c3", "You can't hop from a3 to c5. A hop goes straight over one counter"),
            (at(JUMPING), "a3-a5-a3-a1", "There's no counter on a2 to hop over from a3 to a1."),
            (
                at("....../....../....../BYR.../....../......"),
                "a3c3e3",
                "c3 is occupied, and the hop from a3 over b3 needs an empty square.",
            ),
            (at("....../....../....../BY..../....../......"), "a3c3a3e3", "You can't hop from a3 to e3"),
            (
                at("....../....../....../BY..../....../......"),
                "spin c 90",
                "C is empty, so turning it would change nothing.",
            ),
            (at("....../....../..BB../..BB../....../......"), "c 180", "C holds four blue counters"),
            (at("....../....../..BR../..RB../....../......"), "c 180", "Opposite squares of C are the same"),
            (at(JUMPING), "spin sw 90", "Tile SW has no dial. Only N, E, S, W and C can be turned."),
            (at(JUMPING), "spin c", "How far should C turn?"),
            (at(JUMPING), "c 100", "A dial turns by 90, 180 or 270 degrees, not by 100"),
            (at(JUMPING), "c -90 ccw", "gives the direction twice"),
            (at(JUMPING), "a7-a6", "a7 isn't a square. Columns are a to f, rows are 1 to 6."),
            (at(JUMPING), "a3", "Where should a3 go? Write start and target, such as c3-c4."),
            (at(JUMPING), "a3-base", "You can't move a counter back to its base"),
            (at(JUMPING), "home base c6", "You can't move a counter back to its base"),
            (
                at(JUMPING),
                "hello",
                "“hello” isn't a move. Write, for example, base-c6, c3-c4, c3xc5xe5, spin N 90 or end.",
            ),
            (at(JUMPING), "roll", "“roll” is only for special rounds, which begin when a turn ends with a full tile."),
            (at(JUMPING), "throw 5", "is only for special rounds"),
            (at(JUMPING), "remove a3", "is only for special rounds"),
            (CROWDED, "c2-b2", "c2-b2 would leave W, SW full, and a turn can end with one full tile at most."),
            (TWO_FULL, "b2-b3", "which is occupied"),
            (TWO_FULL, "base-c6", "You can play: b2-c2, b3-c3, b3xb5."),
            (at(NEVER), "base c6", "and the actions left after it (2) aren't enough"),
            (at(NEVER, left=2), "base c6", "and the actions left after it (1) aren't enough"),
            (ROLLING, "c6-b6", "“c6-b6” isn't possible now: blue must roll in the special round on N. Write"),
            (ROLLING, "end", "” isn't possible now: blue must roll in the special round on"),
            (ROLLING, "hello", "“hello” isn't a move. In the special round on N, blue must roll. Write roll."),
            (THROWING, "hello", "“hello” isn't a throw. Write throw and a power from 0 to 100"),
            (
                REMOVING,
                "hello",
                "“hello” doesn't name counters. 1 of the 2 blue counters on N go home. Write, for example,",
            ),
            (
                THROWING,
                "roll",
                "blue must throw at 50 with wind 5 in the special round on N. Write throw and a power from 0 to 100",
            ),
            (THROWING, "throw 101", "A throw's power is 0 to 100, and 101 is too high."),
            (REMOVING, "end", "” isn't possible now: blue must choose which counters go home from"),
            (REMOVING, "c6 d6", "1 of the 2 blue counters on N must go home, not 2. Choose from c6, d6."),
            (REMOVING, "c6 c6", "c6 is named twice"),
            (REMOVING, "c5", "c5 has no blue counter on N. Choose from c6, d6."),
            (REMOVING, "a1", "a1 has no blue counter on N."),
        ],
    )
    def test_a_refusal_says_what_was_wrong_and_what_would_be_right(
        self, state: Position, text: str, reason: str
    ) -> None:
        before = state.dump()
        assert reason in refused(state, text)
        assert state.dump() == before

    @pytest.mark.parametrize("state", [start(), at(JUMPING), ROLLING, THROWING, REMOVING, OVER])
    @pytest.mark.parametrize(
        "move",
        [
            *(None, "end", 5, (), ("a3", "a2"), object(), float("nan"), Step("a3", "c3"), Step("a3", "a3")),
            *(Step("Z9", "a2"), Step("a3", "Z9"), Step("base", "Z9"), Jump("a3", ()), Jump("a3", ("c3", "c5"))),
            *(Jump("a3", ("a2",)), Jump("Z9", ("c3",)), Spin("C", 0), Spin("NW", 90), Spin("Z", 90), Spin("C", 45)),
            *(Throw(-1), Throw(101), Remove(()), Remove(("Z9",)), Remove(("d6", "c6")), Remove(("a1",))),
        ],
    )
    def test_only_legal_moves_are_played_and_written(self, state: Position, move: Any) -> None:
        before = state.dump()
        for use in (state.notate, lambda move: state.play(move, NO_LUCK)):
            with pytest.raises(IllegalMove):
                use(move)
        assert state.dump() == before

    @pytest.mark.parametrize("state", [at(JUMPING), ROLLING, THROWING, REMOVING])
    @pytest.mark.parametrize(
        "fields", [([], "a2"), ("a3", []), (5, -6), (None, None), ("a3", {}), (float("nan"), "a2"), ({}, (5,))]
    )
    def test_moves_of_what_is_no_square_are_refused(self, state: Position, fields: tuple[Any, Any]) -> None:
        one, other = fields
        for move in (Step(one, other), Jump(one, other), Spin(one, other), Remove(one), Remove(other), Throw(other)):
            with pytest.raises(IllegalMove):
                state.play(move, NO_LUCK)

    def test_what_cannot_be_read_is_distinguished_from_what_is_not_legal_now(self) -> None:
        for state in (start(), ROLLING, THROWING, REMOVING):
            with pytest.raises(Unreadable):
                state.parse("hello")
        for state, text in ((start(), "roll"), (ROLLING, "c6-b6"), (THROWING, "spin n 90"), (REMOVING, "throw 5")):
            with pytest.raises(NotLegalHere):
                state.parse(text)

    @pytest.mark.parametrize(
        ("state", "move", "reason"),
        [
            (
                TWO_FULL,
                End(),
                "are full, and a turn can end with one full tile at most. Open one of them first: b2-c2, b3-c3, b3xb5.",
            ),
            (start(), Roll(), "“roll” is only for special rounds"),
            (start(), Throw(5), "“throw 5” is only for special rounds"),
            (start(), Remove(("c6",)), "“remove c6” is only for special rounds"),
            (start(), Spin("NW", 90), "Tile NW has no dial"),
            (start(), Spin("N", 45), "A dial turns by 90, 180 or 270 degrees, not by 45. Write, for example, spin"),
            (at(JUMPING), Step("a3", "f6"), "a3 can't go to f6"),
            (at(JUMPING), Step("a3", "a5"), "Play this as a3xa5."),
            (at(JUMPING), Jump("a3", ("a2",)), "Play this as a3-a2."),
            (ROLLING, Jump("a3", ("a5",)), "“a3xa5” isn't possible now"),
            (REMOVING, Remove(("d6", "c6")), "1 of the 2 blue counters on N must go home, not 2."),
            (THROWING, Throw(101), "Write throw and a power from 0 to 100, such as throw 55."),
        ],
    )
    def test_a_move_that_is_not_legal_is_answered_like_its_text(self, state: Position, move: Any, reason: str) -> None:
        with pytest.raises(IllegalMove) as refusal:
            state.play(move, NO_LUCK)
        assert reason in str(refusal.value)

    def test_a_jump_on_another_path_is_answered_with_the_canonical_one(self) -> None:
        with pytest.raises(NotLegalHere, match="Play this as a3xa5xc5"):
            at(JUMPING).play(Jump("a3", ("c3", "c5")), NO_LUCK)

    def test_a_move_given_in_other_words_is_the_legal_one(self) -> None:
        anything: Any = 57.0
        assert THROWING.play(Throw(anything), Scripted([16, 1, 1])) == after(THROWING, "57", luck=[16, 1, 1])
