"""Making puzzles: what each method finds, and that only agreement makes a puzzle (docs/puzzles.md)."""

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.command_line.app import app
from bot.players.luck import Luck
from bot.players.puzzling import making, southern_cross
from bot.players.puzzling.making import DECISIVE, NoPuzzle, make, maker_of, puzzle_in, table_of
from bot.players.puzzling.methods import Single, count_margin, playout_margin, search_margin
from bot.players.puzzling.solving import solve
from bot.puzzles import GRADES, Puzzle, puzzles_of
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from bot.rules.record import Playing
from bot.rules.southern_cross import Position
from bot.rules.southern_cross.actions import END
from bot.rules.southern_cross.board import largest_cluster
from tests.puzzles.plainly import TooLarge, outcomes
from tests.records.lines import records_of


def single(state: State[Any], text: str) -> Single:
    """This move as if a search had found it."""
    move = state.parse(text)
    return Single(move, 0.0, 0.0, 1, [other for other in state.legal() if other != move])


@pytest.mark.thorough
@pytest.mark.parametrize("method", [count_margin, playout_margin])
def test_every_method_finds_the_solar_system_that_nothing_guards(method: Any) -> None:
    puzzle = puzzles_of("cirondo")[119571005]
    state = GAMES["cirondo"].state_of_view(puzzle.view, puzzle.seat)
    table = table_of("cirondo", maker_of("cirondo"))
    capture = search_margin(table, state, 1500)
    assert capture is not None
    assert state.notate(capture.move) == "H9xD5"
    assert capture.margin >= maker_of("cirondo").least
    assert method(table, state, capture) > 0
    worse = Single(capture.others[-1], 0.0, 0.0, 1, [capture.move])
    assert method(table, state, worse) is None


def recorded(game: str) -> list[State[Any]]:
    """The positions of recorded matches, the last ones first."""
    matches = [record for record in records_of(game) if record["seats"] == maker_of(game).seats]
    found = []
    for record in matches:
        found += [step.before for step in Playing(record).steps()][::-1][:6]
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["down_under", "southern_cross", "parcheesi"])
def test_what_is_solved_is_what_trying_everything_finds(game: str) -> None:
    table, solved_ones = table_of(game, maker_of(game)), 0
    for state in recorded(game):
        try:
            known = outcomes(state, table.sides, state.to_move or 0, 400)
        except TooLarge:
            continue
        solution = solve(table, state)
        if solution is not None:
            solved_ones += 1
            assert solution.outcomes == known
    assert solved_ones > 3


def test_solving_for_one_finds_the_only_right_move_and_when_there_is_none() -> None:
    table, alone = table_of("down_under", maker_of("down_under")), set()
    for state in recorded("down_under"):
        exact = solve(table, state, 2_000)
        if exact is None:
            continue
        quick = solve(table, state, 4_000, for_one=True)
        assert quick is not None
        assert max(quick.outcomes.values()) == max(exact.outcomes.values())
        assert (len(quick.best) == 1) == (len(exact.best) == 1)
        assert set(quick.best) <= set(exact.best)
        if len(exact.best) == 1:
            assert quick.outcomes.keys() == exact.outcomes.keys()
        alone.add(len(exact.best) == 1)
    assert alone == {True, False}


@pytest.mark.thorough
def test_a_position_in_which_several_moves_win_makes_no_puzzle() -> None:
    table = table_of("down_under", maker_of("down_under"))
    said = set()
    for state in recorded("down_under"):
        solution = solve(table, state, 5_000)
        if solution is not None and len(solution.best) > 1:
            wins = max(solution.outcomes.values()) == 1
            with pytest.raises(NoPuzzle, match="several moves win" if wins else "come to the same|no choice"):
                puzzle_in("down_under", state)
            said.add(wins)
    assert said == {True, False}


def test_nothing_that_is_too_large_to_be_solved_makes_a_puzzle_of_down_under() -> None:
    state = GAMES["down_under"].start(2, {}, Scripted([]))
    assert solve(table_of("down_under", maker_of("down_under")), state) is None
    with pytest.raises(NoPuzzle, match="too large"):
        puzzle_in("down_under", state)


def test_what_only_seems_to_decide_the_match_makes_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(iter(puzzles_of("cirondo").values()))
    state = GAMES["cirondo"].state_of_view(puzzle.view, puzzle.seat)
    found = replace(single(state, puzzle.answer), worth=1e6, margin=1e6)
    monkeypatch.setattr(making, "search_margin", lambda *_: found)
    with pytest.raises(NoPuzzle, match="seems to decide"):
        puzzle_in("cirondo", state)


@pytest.mark.thorough
def test_a_check_doubts_an_answer_that_is_a_mistake() -> None:
    for game in ("cirondo", "parcheesi", "southern_cards"):
        maker = maker_of(game)
        puzzle = next(one for one in puzzles_of(game).values() if min(one.margins) < DECISIVE)
        state = GAMES[game].state_of_view(puzzle.view, puzzle.seat)
        assert maker.doubt(table_of(game, maker), state, state.parse(puzzle.mistake.move), 0.1) is not None


def test_what_southern_cross_can_reach_with_one_action_is_what_is_there_after_it() -> None:
    luck, source = Luck(3), random.Random(3)
    state = GAMES["southern_cross"].start(4, {}, luck)
    for _ in range(60):
        state = state.play(source.choice(state.legal()), luck)
    while not (isinstance(state, Position) and state.phase == "act" and state.actions_left == 3):
        state = state.play(state.legal()[0], luck)
    state = replace(state, actions_left=1)
    for move, (most, rest) in southern_cross.best_outcomes(state).items():
        after = state.play(move, Scripted([]))
        colour = state.letter(state.active)
        assert rest == ()
        assert most == (largest_cluster(after.cells, colour) if END in after.legal() else 0)


@pytest.fixture
def any_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position makes a puzzle, and one of ten isn't easy. Nothing is there before."""
    puzzle, numbers = next(iter(puzzles_of("parcheesi").values())), count()

    def any_puzzle(game: str, state: State[Any], grades: Collection[int] = GRADES, **_: bool) -> Puzzle:
        found = replace(puzzle, id=next(numbers))
        found = replace(found, grade=1 if found.id % 10 else 2)
        if found.grade not in grades:
            raise NoPuzzle("there are enough of its grade")
        return found

    monkeypatch.setattr(making, "puzzle_in", any_puzzle)
    monkeypatch.setattr(making, "puzzles_of", lambda game: {})


@pytest.mark.usefixtures("any_puzzles")
def test_no_grade_takes_more_than_its_share() -> None:
    told: list[str] = []
    found = list(make("parcheesi", [], 10, 1, told.append))
    assert [one.grade for one in found].count(1) == 6
    assert any(line.endswith("positions make no puzzle: there are enough of its grade.") for line in told)


@pytest.mark.usefixtures("any_puzzles")
def test_a_match_makes_no_more_than_three_puzzles_and_they_are_six_decisions_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = list[str]()

    def numbered(name: str) -> Iterator[State[Any]]:
        state = GAMES["parcheesi"].start(4, {}, Luck(1))
        for number in range(60):
            matches.append(f"{name} {number}")
            yield state

    monkeypatch.setattr(making, "_matches", lambda *_: map(numbered, "abcdefgh"))
    grades = [2, 3, 1] * 2
    puzzle, made = next(iter(puzzles_of("parcheesi").values())), list[str]()

    def any_puzzle(*_: Any, **__: bool) -> Puzzle:
        made.append(matches[-1])
        return replace(puzzle, id=len(made), grade=grades[(len(made) - 1) % 6])

    monkeypatch.setattr(making, "puzzle_in", any_puzzle)
    assert len(list(make("parcheesi", [], 6, 1))) == 6
    assert made == ["a 0", "a 6", "a 12", "b 0", "b 6", "b 12"]


def test_where_only_solved_positions_count_it_goes_back_from_the_end_until_one_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = list[int]()

    def too_large_before_the_last(game: str, state: Any, *_: Any, only_solved: bool, **__: bool) -> Puzzle:
        assert only_solved
        seen.append(state)
        if len(seen) == 7:
            raise KeyboardInterrupt
        raise making.TooMuchToSolve("it's too large") if state == 1 else NoPuzzle("several moves win")

    monkeypatch.setattr(making, "_matches", lambda *_: iter([iter([0, 1, 2, 3]), iter([4, 1, 5]), iter([6, 7])]))
    monkeypatch.setattr(making, "puzzle_in", too_large_before_the_last)
    monkeypatch.setattr(making, "puzzles_of", lambda game: {})
    with pytest.raises(KeyboardInterrupt):
        list(make("southern_cards", [], 9, 1, only_solved=True))
    assert seen == [3, 2, 1, 5, 1, 7, 6]


@pytest.mark.parametrize("game", ["down_under", "southern_cards"])
def test_a_position_that_cannot_be_solved_makes_no_puzzle_where_only_solved_ones_count(game: str) -> None:
    luck = Luck(1)
    state = GAMES[game].start(2, {}, luck)
    for _ in range(4):
        state = state.play(state.legal()[0], luck)
    with pytest.raises(making.TooMuchToSolve):
        puzzle_in(game, state, only_solved=True)


@pytest.mark.usefixtures("any_puzzles")
def test_appending_keeps_the_puzzles_that_are_there_without_making_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    old = list(puzzles_of("parcheesi").values())[:2]
    monkeypatch.setattr(making, "puzzles_of", lambda game: {one.id: one for one in old})
    monkeypatch.setattr(making, "puzzle_again", lambda puzzle: pytest.fail("it was made again"))
    found = list(make("parcheesi", [], 5, 1, append=True))
    assert found[:2] == old
    assert len(found) == 5


@pytest.mark.usefixtures("any_puzzles")
def test_puzzles_that_are_still_right_are_kept_and_it_is_said_which_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right, wrong, *_ = puzzles_of("parcheesi").values()

    def again(puzzle: Puzzle) -> Puzzle:
        if puzzle == wrong:
            raise NoPuzzle("several moves win")
        return puzzle

    monkeypatch.setattr(making, "puzzles_of", lambda game: {right.id: right, wrong.id: wrong})
    monkeypatch.setattr(making, "puzzle_again", again)
    told: list[str] = []
    found = list(make("parcheesi", [], 3, 1, told.append))
    assert found[0] == right
    assert wrong not in found
    assert len(found) == 3
    assert told[0] == f"{wrong.id} is dropped: several moves win."


@pytest.mark.usefixtures("any_puzzles")
def test_what_was_found_is_kept_if_the_search_is_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(line: str) -> None:
        if line.endswith("is new: 3 of 10."):
            raise KeyboardInterrupt

    monkeypatch.setattr(making, "file_of", lambda game: tmp_path / f"{game}.jsonl")
    with pytest.raises(KeyboardInterrupt):
        making.write("parcheesi", [], 10, 1, interrupt)
    assert len((tmp_path / "parcheesi.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_a_game_without_puzzles_is_refused() -> None:
    answer = CliRunner().invoke(app, ["puzzles", "make", "chess"])
    assert answer.exit_code == 2
    assert "no puzzles of it can be made" in answer.output
