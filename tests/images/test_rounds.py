"""A round at a glance: what the other seats played since the seat to move last played is marked and described."""

from importlib import import_module
from random import Random
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Recorded, Sealed
from images import cirondo
from images.marks import Marks, Played
from images.sentences import ALT_LIMIT, with_room_for
from tests.images.positions import fen

MOVES = {"cirondo": 12, "parcheesi": 60, "southern_cross": 20, "southern_cards": 9, "down_under": 6}


def rounds(key: str) -> tuple[Document, Marks]:
    """A position at the beginning of a turn of four seats, with the marks of the three turns before."""
    luck, picks, turns = Sealed(bytes(32), "round"), Random(5), list[list[Played]]()
    state: Any = GAMES[key].start(4, {}, luck)
    goes_on = False
    for _ in range(400):
        before, drawn = state, Recorded(luck)
        move = picks.choice(before.legal())
        state = before.play(move, drawn)
        one = Played(before.notate(move), before.to_move, tuple(drawn.outcomes), before.view(None))
        turns = [*turns[:-1], [*turns[-1], one]] if goes_on else [*turns, [one]]
        goes_on = state.same_turn(before)
        if len(turns) > MOVES[key] // 2 and not goes_on and len({turn[0].seat for turn in turns[-3:]}) == 3:
            break
    return state.view(None), Marks(tuple(turns[-1]), earlier=(*turns[-3], *turns[-2]))


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
    marks = Marks(earlier=tuple(Played("x", seat) for seat in (1, 1, 2, 3)))
    seats, strengths, groups = zip(*marks.round(), strict=True)
    assert seats == (1, 2, 3)
    assert list(strengths) == sorted(strengths)
    assert 0 < strengths[0] < strengths[-1] < 1
    assert [len(group) for group in groups] == [2, 1, 1]


def test_a_defeat_leaves_a_trace() -> None:
    before = fen("11.sP7.gP12./32./32./32./32./32./32./4.gS27. g 2d - - - -")
    after = before.play(before.parse("H5-G5"), Recorded(Sealed(bytes(32), "x"))).view(None)
    after["pieces"]["silver"] = {kind: [] for kind in after["pieces"]["silver"]}
    marks = Marks(last=(Played("H5-G5", 0, (), before.view(None)),))
    assert "lost silver A12" in {box.name for box in cirondo.paint(after, marks).boxes}
    assert "Gone from the board: silver's planet on A12." in cirondo.alt(after, marks)


def test_a_sentence_without_room_is_left_out() -> None:
    assert with_room_for("Board.", "More.", "") == "Board. More."
    assert with_room_for("x" * (ALT_LIMIT - 3), "More.", "!!") == "x" * (ALT_LIMIT - 3) + " !!"
