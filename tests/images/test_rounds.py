"""A round at a glance: what the other seats played since the seat to move last played is marked and described."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Recorded, Sealed
from images import cirondo
from images.marks.marks import Choice, Marks, Played
from images.marks.sentences import ALT_LIMIT, choice_sentences, longest_that_fits, with_room_for
from tests.images.positions import fen, without

MOVES = {"cirondo": 12, "parcheesi": 60, "southern_cross": 20, "southern_cards": 9, "down_under": 6}


def rounds(key: str) -> tuple[Any, Marks]:
    """A position at the beginning of a turn of four seats, with the marks of the three turns before."""
    luck, picks, turns = Sealed(bytes(32), "round"), Random(5), list[list[Played]]()
    state: Any = GAMES[key].start(4, {}, luck)
    goes_on = False
    for _ in range(400):
        before, drawn = state, Recorded(luck)
        move = picks.choice(before.legal())
        state = before.play(move, drawn)
        one = Played.of(before, move, drawn.outcomes)
        turns = [*turns[:-1], [*turns[-1], one]] if goes_on else [*turns, [one]]
        goes_on = state.same_turn(before)
        if len(turns) > MOVES[key] // 2 and not goes_on and len({turn[0].seat for turn in turns[-3:]}) == 3:
            break
    return state.sight(None), Marks(tuple(turns[-1]), earlier=(*turns[-3], *turns[-2]))


@pytest.mark.parametrize("key", MOVES)
def test_the_whole_round_is_marked_and_told(key: str) -> None:
    view, marks = rounds(key)
    game = import_module(f"images.{key}")
    marked = {box.name for box in game.paint(view, marks).boxes}
    without = {box.name for box in game.paint(view, Marks(marks.last)).boxes}
    for seat in {played.seat for played in marks.earlier}:
        assert any(name.startswith(f"{seat} ") for name in marked - without)
    assert "Before that: " in game.alt(view, marks)


@pytest.mark.parametrize("key", ["cirondo", "parcheesi", "southern_cross"])
def test_the_caption_names_who_played_last(key: str) -> None:
    view, marks = rounds(key)
    mover = GAMES[key].colours(4, {})[marks.last[-1].seat or 0].capitalize()
    written = [box.name for box in import_module(f"images.{key}").paint(view, marks).boxes if box.kind == "text"]
    assert {f"{mover} just played", f"{mover} played"} & set(written)


def test_older_turns_are_fainter_and_the_newest_of_them_still_less_than_the_last() -> None:
    marks = Marks(earlier=tuple(Played("x", None, seat) for seat in (1, 1, 2, 3)))
    seats, strengths, groups = zip(*marks.round(), strict=True)
    assert seats == (1, 2, 3)
    assert list(strengths) == sorted(strengths)
    assert 0 < strengths[0] < strengths[-1] < 1
    assert [len(group) for group in groups] == [2, 1, 1]


@pytest.mark.parametrize(
    ("turns", "strengths"),
    [(0, []), (1, [0.78]), (2, [0.56, 0.78]), (3, [0.34, 0.56, 0.78]), (5, [0.3, 0.3, 0.34, 0.56, 0.78])],
)
def test_each_turn_before_is_a_step_fainter_and_none_disappears(turns: int, strengths: list[float]) -> None:
    marks = Marks(earlier=tuple(Played("x", None, seat) for seat in range(turns)))
    assert [strength for _, strength, _ in marks.round()] == pytest.approx(strengths)
    assert Marks(earlier=(Played("x", None),)).round() == []  # of nobody knows whom


@pytest.mark.parametrize(
    ("marks", "choosing", "settled"),
    [
        (Marks(), False, False),
        (Marks(named=("a1",)), False, False),
        (Marks(choices=(Choice("1", "a1"),)), True, False),
        (Marks(chosen=("a1",)), True, True),
        (Marks(chosen=("a1",), choices=(Choice("1", "a2"),)), True, False),
    ],
)
def test_a_move_is_settled_when_nothing_is_left_to_choose(marks: Marks, choosing: bool, settled: bool) -> None:
    assert (marks.choosing, marks.settled) == (choosing, settled)


def test_a_defeat_leaves_a_trace() -> None:
    before = fen("11.sP7.gP12./32./32./32./32./32./32./4.gS27. g 2d - - - -")
    move = before.parse("H5-G5")
    after = without(before.play(move), 1)
    marks = Marks(last=(Played.of(before, move),))
    assert "lost silver A12" in {box.name for box in cirondo.paint(after, marks).boxes}
    assert "Gone from the board: silver's planet on A12." in cirondo.alt(after, marks)


def test_a_sentence_without_room_is_left_out() -> None:
    assert with_room_for("Board.", "More.", "") == "Board. More."
    assert with_room_for("x" * (ALT_LIMIT - 3), "More.", "!!") == "x" * (ALT_LIMIT - 3) + " !!"
    assert with_room_for("x" * (ALT_LIMIT - 2), "!!") == "x" * (ALT_LIMIT - 2)


def test_the_first_text_that_fits_is_told_and_the_last_one_cut() -> None:
    long, whole, short = "x" * (ALT_LIMIT + 1), "x" * ALT_LIMIT, "short"
    assert longest_that_fits([[long], [whole], [short]]) == whole
    assert longest_that_fits([["x" * (ALT_LIMIT - 5), "More."], ["Less.", "Done."], [short]]) == "Less. Done."
    assert longest_that_fits([[long], [long]]) == whole
    assert longest_that_fits([]) == ""


def test_what_was_chosen_and_can_be_is_told_in_three_lengths() -> None:
    choices = (Choice("1", "a1"), Choice("B", "c3"))
    everything = Marks(choices=choices, chosen=("d4", "e5"), named=("f6", "a2"))
    chosen = ["Chosen: d4 to e5.", "The hint is about: f6, a2."]
    assert choice_sentences(everything, " to ") == ([*chosen, "Choices: 1 a1, B c3."], chosen, [])
    assert choice_sentences(Marks(choices=choices)) == (["Choices: 1 a1, B c3."], [], [])
    assert choice_sentences(Marks(chosen=("d4",))) == (["Chosen: d4."], ["Chosen: d4."], [])
    assert choice_sentences(Marks()) == ([], [], [])
