"""Cirondo: how moves are typed, and what is answered to one that can't be played."""

from typing import Any

import pytest

from bot.rules import IllegalMove, NotLegalHere, Unreadable
from bot.rules.api import fill
from bot.rules.cirondo import Move
from tests.rules.cirondo.positions import CONQUEST, at, opened, start
from tests.rules.trying import NO_LUCK

_anything: Any = Move  # moves of what is no space can't be written with the types checked
FOREIGN_MOVES = [
    *(Move("B5", "D5"), Move("B5", "B5"), Move("A1", "B2"), Move("b5", "c5"), Move("C5", "D5"), Move("B17", "C17")),
    *(Move("Z9", "C5"), Move("B5", "Z9"), _anything([], "C5"), _anything("B5", []), _anything(5, 6)),
    *(_anything(None, None), _anything("B5", {}), _anything(float("nan"), "B5")),
]


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        [
            "B5-C5",
            "b5c5",
            "B5 C5",
            "B05 x c5",
            "b5-c5",
            " b5 - c5 ",
            "B5xC5",
            "B5XC5",
            "B5->C5",
            "B5 > C5",
            "B5:C5",
            "B5×C5",
            "B5–C5",
            "B5—C5",
            "B5→C5",
            "B05-C05",
            "\tB5\n-\xa0C5\u2003",
            "b 0 5 c 0 5",
        ],
    )
    def test_a_move_is_read_however_it_is_typed(self, text: str) -> None:
        assert start().parse(text) == Move("B5", "C5")

    @pytest.mark.parametrize("text", ["G5xH6=S", "g5h6", "G5-H6", "G05 x H06 = s", "g5h6=s", "G5→H6=S"])
    def test_the_sign_of_a_capture_and_the_mark_of_a_change_may_be_left_out(self, text: str) -> None:
        state = at("11.sP7.gP12./32./32./32./32./32./4.gM27./5.sP26. g 2d - - - -")
        assert state.notate(state.parse(text)) == "G5xH6=S"

    def test_numbers_of_two_digits_may_have_a_leading_zero(self) -> None:
        assert start().parse("B012-C012") == Move("B12", "C12")

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "B5",
            "B5-",
            "-C5",
            "B5--C5",
            "B5-xC5",
            "B5-C5-D5",
            "I5-C5",
            "B0-C5",
            "B33-C5",
            "B005-C5",
            "B5C",
            "5B-5C",
            "B-5-C5",
            "BB5C5",
            "B5_C5",
            "B5–>C5",
            "B5-C5=",
            "B5-C5=P",
            "B5-C5S",
            "B5-C5==S",
            "B5=S-C5",
            "B5-C5=ß",
            "B5-C5=ſ",
            "B²-C²",
            "B٣-C٣",
            "B５-C５",
            "В5-С5",
            "B5−C5",
            "B5-C5\x00",
            "\ud800",
            "\u200bB5-C5",
            "{}",
            "{text}",
            "null",
            "0",
        ],
    )
    def test_anything_else_is_no_move(self, text: str) -> None:
        with pytest.raises(Unreadable) as refused:
            start().parse(text)
        assert len(str(refused.value)) < 200
        assert str(refused.value).isprintable()

    def test_a_flood_of_text_is_answered_briefly(self) -> None:
        with pytest.raises(Unreadable) as refused:
            start().parse("b" * 1_000_000)
        assert len(str(refused.value)) < 200

    @pytest.mark.parametrize("text", [None, 5, b"B5-C5", ["B5-C5"], Move("B5", "C5"), float("nan"), {}])
    def test_what_is_no_text_is_no_move(self, text: Any) -> None:
        with pytest.raises(Unreadable):
            start().parse(text)

    @pytest.mark.parametrize(
        ("line", "text", "reason"),
        [
            (CONQUEST, "A20-B21", "over"),
            ("start", "C5-D5", "nothing on C5"),
            ("start", "B17-C17", "B17 is silver, but it's gold's turn"),
            ("start", "A5-B4", "Your first move must take a moon one space straight inward: B1-C1 to"),
            ("start", "B5-D5", "first move"),
            ("opened", "B5-D5", r"A moon moves one space inward.*From B5 it can go to: C5\."),
            ("opened", "B5-A5", "A moon moves one space inward"),
            ("opened", "B5-C6", "A moon moves diagonally only to capture, and there's no opponent on C6. From"),
            ("opened", "B5-C4", "A moon moves diagonally only to capture, and there's no opponent on C4. From"),
            ("opened", "B5-B5", "A moon moves one space inward"),
            ("opened", "A5-B6", "Your own side is on B6. From"),
            ("opened", "A5-C7", r"The way from A5 to C7 is blocked.*: —\."),
            ("opened", "A5-C5", "A planet slides only along its two arcs, and C5 is on neither"),
            (
                "opened",
                "B5-C5=S",
                "B5-C5 doesn't make a Solar System: only a moon that enters ring H becomes one. Leave out =S.",
            ),
            ("9.sP9.gP12./32./32./gM31./sM30.sP/32./32./32. g 2d - - - -", "D1-E1", "never captures straight ahead"),
            ("17.gP2sP12./32./9.gS22./32./32./32./32./32. g 2d - - - -", "C10-D12", "D12 is on none of them"),
            ("17.gP2sP12./32./9.gSgP21./32./32./32./32./32. g 2d - - - -", "C10-C11", "Your own side"),
            ("3.gP14.2sP12./2.gM29./32./32./32./32./32./32. g 2d - - - -", "A4-D1", "is blocked"),
        ],
    )
    def test_a_refusal_gives_its_reason(self, line: str, text: str, reason: str) -> None:
        state = {"start": start(), "opened": opened(start())}.get(line) or at(line)
        before = state.dump()
        with pytest.raises(NotLegalHere, match=reason) as refused:
            state.parse(text)
        assert str(refused.value) == fill(refused.value.sentence, refused.value.values)
        assert state.dump() == before

    @pytest.mark.parametrize(
        "move",
        [None, "B5-C5", 5, ("B5", "C5"), ["B5", "C5"], object(), float("nan"), *FOREIGN_MOVES],
    )
    def test_only_legal_moves_are_played_and_written(self, move: Any) -> None:
        state = start()
        before = state.dump()
        for use in (state.notate, lambda move: state.play(move, NO_LUCK)):
            with pytest.raises(IllegalMove):
                use(move)
        assert state.dump() == before

    def test_nothing_is_played_when_the_match_is_over(self) -> None:
        ended = at(CONQUEST)
        assert ended.legal() == []
        with pytest.raises(NotLegalHere, match="over"):
            ended.play(Move("A20", "B21"), NO_LUCK)
