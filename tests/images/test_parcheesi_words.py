"""Parcheesi in words: complete, short enough, and readable back."""

import re

import pytest
from hypothesis import given, settings

from bot.rules.parcheesi import Position
from bot.words import Verdict
from bot.words.parcheesi import text
from images.marks.marks import Choice, Marks
from images.marks.sentences import ALT_LIMIT
from images.parcheesi import alt
from tests.images.parcheesi_positions import (
    BONUS,
    CAPTURE,
    DOUBLE,
    DUE,
    FOUR,
    ON_WAY,
    PENALTY,
    SEEDS,
    START,
    WON,
    crowded,
    everywhere,
    moved,
    played,
    position,
    scene,
)
from tests.images.readers import read_parcheesi


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=25, deadline=None)
    def test_it_tells_who_is_to_move_the_dice_all_pawns_and_what_was_last(self, seed: int) -> None:
        view, marks = scene(seed)
        words = alt(view, marks)
        assert len(words) <= ALT_LIMIT
        called = [colour.capitalize() for colour in view.colours]
        if view.to_move is not None:
            assert f"{called[view.to_move]} to " in words
        if view.dice:
            assert f"Dice {view.dice[0]} and {view.dice[1]}" in words
            left = ", ".join(map(str, view.left)) or "nothing"
            assert f"left to use: {left}." in words
        for seat, name in enumerate(called):
            line = re.search(rf"{name}:(?: (?:finished )?\d\w\w,)? (.*?), (\d+) points?\.", words)
            assert line is not None
            assert int(line[2]) == view.scores[seat]
            assert pawns_of(line[1]) == list(view.squares(seat))
        if marks.last:
            assert any(did in words for did in ("rolls", "moves", "brings", "skips", "plays"))
        for choice in marks.choices:
            assert f"{choice.label} {choice.at}" in words

    def test_it_tells_of_captures_bonuses_and_choices(self) -> None:
        view, marks = CAPTURE
        words = alt(view, Marks(marks.last, (Choice("1", "t17"),), ("t14",)))
        assert "Free moves to play: +20." in words
        assert "Just played: Red rolls 4 and 3: t10 → t14, takes yellow's pawn and earns a free move of 20." in words
        assert "Chosen: t14. Choices: 1 t17." in words

    def test_it_tells_of_the_faces_beneath(self) -> None:
        words = alt(*moved(position("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68"))
        assert "Dice 2 and 2, and 5 twice underneath; left to use: 2, 5, 5." in words

    def test_it_tells_who_won(self) -> None:
        assert "Red wins (all four pawns home)." in alt(*WON)
        assert "Blue: 2nd," in alt(*WON)

    def test_it_tells_a_verdict_from_outside(self) -> None:
        assert "Red wins (Yellow resigned)." in alt(START, Marks(verdict=Verdict("Red wins", "Yellow resigned", (0,))))

    def test_the_fullest_board_fits(self) -> None:
        view = crowded(3)
        words = alt(view, Marks(CAPTURE[1].last * 30, everywhere(ON_WAY[:25]), ("t10",)))
        assert len(words) <= ALT_LIMIT
        assert "Chosen: t10. Choices: 1 t1, " in words
        assert "t10 → t14, takes yellow's pawn" in words


def pawns_of(words: str) -> list[str]:
    """The squares in "2 in the nest, blockade on t5, 1 home"."""
    found: list[str] = []
    for part in words.split(", "):
        if match := re.fullmatch(r"(\d) in the nest", part):
            found += ["nest"] * int(match[1])
        elif match := re.fullmatch(r"(\d) home", part):
            found += ["home"] * int(match[1])
        elif match := re.fullmatch(r"blockade on (\w+)", part):
            found += [match[1]] * 2
        else:
            found.append(part)
    return found


class TestText:
    """The complete position in words reads back to itself."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_reads_back(self, seed: int) -> None:
        view = played(seed)[0]
        assert read_parcheesi(text(view)) == view.dump()

    @pytest.mark.parametrize(
        "view",
        [START, FOUR, CAPTURE[0], DOUBLE[0], BONUS[0], WON[0], DUE, PENALTY[0], crowded(1), crowded(2)],
        ids=["two", "four", "capture", "double", "bonus", "won", "due", "penalty", "crowded", "other crowd"],
    )
    def test_it_reads_back_with_every_phase_and_option(self, view: Position) -> None:
        assert read_parcheesi(text(view)) == view.dump()
        assert list(read_parcheesi(text(view))) == list(view.dump())

    def test_it_fits_into_one_message(self) -> None:
        assert len(text(crowded(2))) < 2000

    def test_it_is_written_for_people(self) -> None:
        assert text(CAPTURE[0]) == (
            "Parcheesi for 4 seats.\n"
            "Options: Red starts; the first player home wins; third doubles are played like any other; "
            "blockades can stand forever; no limit on rolls.\n"
            "Red to move.\n"
            "Dice: 4 and 3; left: 3.\n"
            "Free moves to play: 20.\n"
            "Red: 0 in the nest; t10, t14, t66, h5; 0 home; 147 points.\n"
            "Blue: 1 in the nest; blockade on t29; 1 home; 88 points.\n"
            "Yellow: 1 in the nest; t40, t50; 1 home; 86 points.\n"
            "Green: 2 in the nest; t63 (safe), h7; 0 home; 79 points.\n"
            "Partners: t10 with t14.\n"
            "Safe squares: t5, t12, t17, t22, t29, t34, t39, t46, t51, t56, t63, t68.\n"
            "Rolls so far: 58."
        )

    @pytest.mark.parametrize(
        "words",
        [
            "",
            "Chess.",
            text(START) + "\nRed is happy.",
            text(START).replace("Red: 4", "Red: 3"),
            text(START).replace("Red to roll", "Green to roll"),
            text(START).replace("Red starts", "Yellow starts"),
            text(START).replace("4 in the nest; none on the way", "3 in the nest; t69"),
        ],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match=r"Parcheesi|is not a square|four pawns|has no seat"):
            read_parcheesi(words)
