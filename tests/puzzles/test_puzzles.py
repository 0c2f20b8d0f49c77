"""The puzzles that are in the package: readable, legal, explained, and with a single best answer (docs/puzzles.md)."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bot import puzzles
from bot.players.puzzling.making import DECISIVE, grade_of, maker_of, puzzle_again, table_of
from bot.players.puzzling.methods import search_margin
from bot.puzzles import GRADES, QUESTIONS, THEMES, Puzzle, file_of, puzzle_of, puzzles_of
from bot.rules import GAMES, State
from bot.rules.chance import Scripted
from tests.puzzles.plainly import TooLarge, counters_together, outcomes
from tests.text.checking import sentences

FEWEST = 60
NUMBER = 400  # that each game is to have
SHARE = 0.65  # of them that one grade has at most: no more than `MOST` are made, but others may be dropped
SAMPLE = 150  # every so many of a game's puzzles are searched again
CHECKED = 80  # every so many are checked by other methods
EFFORT = 0.1  # of that check in full
FEW, MANY = 2_000, 100_000  # positions that are looked at to solve one


def every_puzzle() -> list[Puzzle]:
    return [puzzle for game in QUESTIONS for puzzle in puzzles_of(game).values()]


def state_of(puzzle: Puzzle) -> State[object]:
    return GAMES[puzzle.game].state_of_view(puzzle.view, puzzle.seat)


@pytest.mark.parametrize("game", QUESTIONS)
class TestEachGame:
    def test_it_has_puzzles_of_each_grade_and_all_of_them_are_different(self, game: str) -> None:
        known = puzzles_of(game)
        assert len(known) >= FEWEST
        assert len(file_of(game).read_text("utf-8").splitlines()) == len(known)
        grades = Counter(puzzle.grade for puzzle in known.values())
        assert grades.keys() == set(GRADES)
        assert max(grades.values()) <= SHARE * max(NUMBER, len(known))
        assert {puzzle.rules for puzzle in known.values()} == {GAMES[game].rules_version}
        assert all(number < 10**9 for number in known)

    def test_every_kind_is_asked(self, game: str) -> None:
        assert {puzzle.kind for puzzle in puzzles_of(game).values()} == set(QUESTIONS[game])

    @pytest.mark.sample(1, rest="thorough")
    def test_each_is_a_position_in_which_its_seat_can_play_the_answer_and_the_mistake(self, game: str) -> None:
        for puzzle in puzzles_of(game).values():
            state = state_of(puzzle)
            assert state.to_move == puzzle.seat
            assert maker_of(game).asks(state)
            assert state.view(puzzle.seat) == puzzle.view
            for move in (puzzle.answer, puzzle.mistake.move):
                assert state.notate(state.parse(move)) == move
            assert puzzle.answer != puzzle.mistake.move
            assert min(puzzle.margins) > 0
            assert QUESTIONS[game][puzzle.kind].format(**puzzle.values)
            assert puzzle.reasons

    def test_what_follows_an_answer_or_a_mistake_can_be_played(self, game: str) -> None:
        for puzzle in puzzles_of(game).values():
            for line in ((puzzle.answer, *puzzle.line), (puzzle.mistake.move, puzzle.mistake.reply)):
                state = state_of(puzzle)
                for move in filter(None, line if line[1:] != ("",) and line[1:] else ()):
                    state = state.play(state.parse(move), Scripted([]))

    def test_it_survives_being_written_down(self, game: str) -> None:
        for puzzle in puzzles_of(game).values():
            assert puzzle_of(json.loads(json.dumps(puzzle.document()))) == puzzle

    @pytest.mark.sample(2)
    def test_the_search_finds_the_answer_again_by_the_margin_that_is_stated(self, game: str) -> None:
        maker = maker_of(game)
        for puzzle in [one for one in puzzles_of(game).values() if not is_certain(one)][::SAMPLE]:
            state = state_of(puzzle)
            found = search_margin(table_of(game, maker), state, maker.positions)
            assert found is not None
            assert state.notate(found.move) == puzzle.answer
            assert grade_of(game, puzzle.seat, puzzle.view, puzzle.answer) == puzzle.grade
            assert round(found.margin, 2) == puzzle.margins[0] >= maker.least

    @pytest.mark.sample(1, rest="thorough")
    def test_some_answers_stand_a_check_by_other_methods(self, game: str) -> None:
        for puzzle in list(puzzles_of(game).values())[::CHECKED]:
            assert doubt(puzzle, EFFORT, FEW) is None

    @pytest.mark.slow
    def test_all_answers_stand_a_check_by_other_methods(self, game: str) -> None:
        doubts = {puzzle.id: doubt(puzzle, 1.0, MANY) for puzzle in puzzles_of(game).values()}
        assert {number: reason for number, reason in doubts.items() if reason is not None} == {}

    @pytest.mark.slow
    def test_all_puzzles_would_be_made_again(self, game: str) -> None:
        """With the same grade, reasons and likeliest mistake."""
        for puzzle in puzzles_of(game).values():
            assert puzzle_again(puzzle) == puzzle


def is_certain(puzzle: Puzzle) -> bool:
    return min(puzzle.margins) == DECISIVE


def doubt(puzzle: Puzzle, effort: float, positions: int) -> str | None:
    """Why the answer may not be the only right one, by methods that have no part in finding it; None if it is."""
    game, state = GAMES[puzzle.game], state_of(puzzle)
    maker, answer = maker_of(puzzle.game), state.parse(puzzle.answer)
    if puzzle.kind in ("win", "gather") and puzzle.game == "southern_cross":
        together = {move: counters_together(state.play(move, Scripted([])), puzzle.seat) for move in state.legal()}
        least = int(puzzle.values.get("n", 6))
        right = [move for move, number in together.items() if number >= least]
        return None if right == [answer] else f"{len(right)} moves bring {least} together"
    if not is_certain(puzzle):
        return maker.doubt(table_of(puzzle.game, maker), state, answer, effort)
    try:
        known = outcomes(state, game.sides(puzzle.seats, puzzle.options), puzzle.seat, positions)
    except TooLarge:
        return None
    own = known.pop(answer)
    return None if own > max(known.values()) else "another move comes to as much"


def test_the_documentation_says_how_many_puzzles_each_theme_has() -> None:
    page = Path("docs/puzzles.md").read_text("utf-8")
    game, said = "", dict[str, int]()
    for title, theme, number in re.findall(r"^\| ([^|]*)\| ([^|]+) \| (\d+) \|$", page, re.MULTILINE):
        game = title.strip() or game
        said[f"{game}: {theme}"] = int(number)
    numbers = Counter(THEMES[one.game][one.kind] for one in every_puzzle())
    assert said == numbers


def test_no_two_puzzles_have_the_same_position() -> None:
    positions = Counter(json.dumps([one.game, one.view], sort_keys=True) for one in every_puzzle())
    assert positions.most_common(1)[0][1] == 1


def test_only_puzzles_that_were_made_under_the_rules_that_are_installed_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, older, newer, *_ = puzzles_of("cirondo").values()
    documents = [
        older.document() | {"rules": older.rules - 1},
        one.document(),
        newer.document() | {"rules": newer.rules + 1},
    ]
    file = tmp_path / "puzzles.jsonl"
    file.write_text("".join(f"{json.dumps(document)}\n" for document in documents), encoding="utf-8")
    monkeypatch.setattr(puzzles, "file_of", lambda _: file)
    read = puzzles_of.__wrapped__
    assert read("cirondo") == {one.id: one}
    assert read("a game without questions") == {}
    file.unlink()
    assert read("cirondo") == {}


@pytest.mark.slow
def test_every_reason_can_be_translated() -> None:
    catalogue = {sentence for sentence, _ in sentences()}
    said = {
        sentence
        for puzzle in every_puzzle()
        for sentence, values in (*puzzle.reasons, *puzzle.mistake.against, *puzzle.mistake.because)
        if sentence.format(**values)
    }
    assert said - catalogue == set()
    assert {question for kinds in QUESTIONS.values() for question in kinds.values()} - catalogue == set()


def test_a_game_that_hides_things_hides_them_in_its_puzzles() -> None:
    """The position is what the seat sees, and luck to come isn't in it."""
    for puzzle in every_puzzle():
        if GAMES[puzzle.game].hidden:
            assert puzzle.view != state_of(puzzle).dump()
            assert puzzle.mistake.reply == ""
            assert puzzle.line == ()
