"""Making puzzles: what each method finds, and that only agreement makes a puzzle (docs/puzzles.md)."""

import random
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.players.luck import Luck
from bot.players.puzzling import making, methods, southern_cross
from bot.players.puzzling.making import make, maker_of, table_of
from bot.players.puzzling.methods import Single, counted, explored, played_on, searched
from bot.puzzles import Puzzle, puzzles_of
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.southern_cross import Position
from bot.rules.southern_cross.actions import END
from bot.rules.southern_cross.board import largest_cluster


def single(state: State[Any], text: str) -> Single:
    """This move as if a search had found it."""
    move = state.parse(text)
    return Single(move, 0.0, 0.0, 1, [other for other in state.legal() if other != move])


@pytest.mark.thorough
@pytest.mark.parametrize("method", [counted, played_on])
def test_every_method_finds_the_solar_system_that_nothing_guards(method: Any) -> None:
    puzzle = puzzles_of("cirondo")[119571005]
    state = GAMES["cirondo"].state_of_view(puzzle.view, puzzle.seat)
    table = table_of("cirondo", maker_of("cirondo"))
    capture = searched(table, state, 1500)
    assert capture is not None
    assert state.notate(capture.move) == "H9xD5"
    assert capture.margin >= maker_of("cirondo").least
    assert method(table, state, capture) > 0
    worse = Single(capture.others[-1], 0.0, 0.0, 1, [capture.move])
    assert method(table, state, worse) is None


def test_exploring_agrees_only_with_what_it_finds_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "EXPLORED", 100)
    puzzle = min(puzzles_of("down_under").values(), key=lambda one: len(str(one.view)))
    state = GAMES["down_under"].state_of_view(puzzle.view, puzzle.seat)
    table = table_of("down_under", maker_of("down_under"))
    margins = [explored(table, state, single(state, move)) for move in (puzzle.answer, puzzle.mistake.move)]
    assert None in margins


def test_what_southern_cross_can_reach_with_one_action_is_what_is_there_after_it() -> None:
    luck, source = Luck(3), random.Random(3)
    state = GAMES["southern_cross"].start(4, {}, luck)
    for _ in range(60):
        state = state.play(source.choice(state.legal()), luck)
    while not (isinstance(state, Position) and state.phase == "act" and state.actions_left == 3):
        state = state.play(state.legal()[0], luck)
    state = replace(state, actions_left=1)
    for move, (most, rest) in southern_cross.reached(state).items():
        after = state.play(move, Scripted([]))
        colour = state.letter(state.active)
        assert rest == ()
        assert most == (largest_cluster(after.cells, colour) if END in after.legal() else 0)


def test_no_grade_takes_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every position makes a puzzle, and one of ten isn't easy."""
    puzzle, numbers = next(iter(puzzles_of("parcheesi").values())), count()

    def any_puzzle(game: str, state: State[Any], grades: set[int]) -> Puzzle | None:
        found = replace(puzzle, id=next(numbers))
        found = replace(found, grade=1 if found.id % 10 else 2)
        return found if found.grade in grades else None

    monkeypatch.setattr(making, "puzzle_in", any_puzzle)
    monkeypatch.setattr(making, "SHARE", 1.0)
    found = list(make("parcheesi", [], 10, seed=1))
    assert [one.grade for one in found].count(1) == 6


def test_a_game_without_puzzles_is_refused() -> None:
    answer = CliRunner().invoke(app, ["puzzles", "make", "chess"])
    assert answer.exit_code == 2
    assert "no puzzles of it can be made" in answer.output
