"""Puzzles: which one comes next, first tries, ratings, and the puzzle of the day (docs/puzzles.md)."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest

from bot.daily import deal_of
from bot.match import Matches, Refusal
from bot.match.parts import puzzles as parts
from bot.match.parts.puzzles import RATING_OF_GRADE, PuzzleTry
from bot.match.values.puzzle_errors import NoMoreOfTheme, NoMorePuzzles, NoSuchPuzzle
from bot.puzzles import THEMES, Puzzle, puzzles_of
from bot.ratings.rating import NEW
from bot.rules import GAMES
from bot.store import Store
from tests.match.conftest import Clock, dump
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]
GAME = "cirondo"


@pytest.fixture
def matches(real: Matches) -> Matches:
    return real


async def of_the_day(matches: Matches, user: int) -> Puzzle:
    today = await matches.puzzles.of_today(user)
    assert today is not None
    return today.puzzle


async def try_puzzle(matches: Matches, user: int, puzzle: Puzzle, *, is_right: bool) -> PuzzleTry:
    counted = await matches.puzzles.attempt(user, puzzle, is_right=is_right)
    assert counted is not None
    return counted


async def test_a_newcomer_gets_one_of_medium_grade(matches: Matches) -> None:
    puzzle = await matches.puzzles.next(ANNE, GAME)
    assert RATING_OF_GRADE[puzzle.grade] == NEW.mu
    assert (await matches.puzzles.record(ANNE, GAME)).tried == 0


@pytest.mark.parametrize("is_right", [True, False])
async def test_a_first_try_moves_person_and_puzzle_apart(matches: Matches, is_right: bool) -> None:
    puzzle = await matches.puzzles.next(ANNE, GAME)
    counted = await try_puzzle(matches, ANNE, puzzle, is_right=is_right)
    assert counted.before == NEW
    assert (counted.after.mu > NEW.mu) is is_right
    assert (counted.puzzle.mu < RATING_OF_GRADE[puzzle.grade]) is is_right
    record = await matches.puzzles.record(ANNE, GAME)
    assert (record.rating, record.tried, record.solved) == (counted.after, 1, int(is_right))
    assert (await try_puzzle(matches, BERT, puzzle, is_right=True)).before == NEW


async def test_only_the_first_of_several_tries_counts(matches: Matches) -> None:
    puzzle = await matches.puzzles.next(ANNE, GAME)
    both = await asyncio.gather(
        *(matches.puzzles.attempt(ANNE, puzzle, is_right=is_right) for is_right in (False, True, True))
    )
    assert sum(one is not None for one in both) == 1
    assert await matches.puzzles.attempt(ANNE, puzzle, is_right=True) is None
    assert (await matches.puzzles.record(ANNE, GAME)).tried == 1


async def test_who_solves_gets_harder_ones_and_none_twice_until_all_are_tried(matches: Matches) -> None:
    of_day = await of_the_day(matches, ANNE)
    met, grades = set(), []
    for _ in range(8):
        puzzle = await matches.puzzles.next(ANNE, GAME)
        assert puzzle.id not in met
        assert puzzle != of_day
        met.add(puzzle.id)
        grades.append(puzzle.grade)
        await matches.puzzles.attempt(ANNE, puzzle, is_right=True)
    assert 3 in grades
    assert grades[0] == 2
    for puzzle in puzzles_of(GAME).values():
        await matches.puzzles.attempt(ANNE, puzzle, is_right=False)
    with pytest.raises(NoMorePuzzles):
        await matches.puzzles.next(ANNE, GAME)


async def test_the_ratings_of_games_are_apart(matches: Matches) -> None:
    await try_puzzle(matches, ANNE, await matches.puzzles.next(ANNE, GAME), is_right=True)
    other = next(game for game in matches.puzzles.games if game != GAME)
    assert (await matches.puzzles.record(ANNE, other)).rating == NEW


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(GAMES[GAME], "rules_version", GAMES[GAME].rules_version + 1)
    puzzles_of.cache_clear()
    yield
    puzzles_of.cache_clear()


@pytest.mark.usefixtures("newer_rules")
async def test_a_puzzle_of_older_rules_is_not_offered_and_an_old_button_gets_a_sentence(matches: Matches) -> None:
    assert GAME not in matches.puzzles.games
    with pytest.raises(NoSuchPuzzle, match="no longer asked"):
        matches.puzzles.get(GAME, 1)
    with pytest.raises(Refusal):
        await matches.puzzles.next(ANNE, GAME)
    assert (await of_the_day(matches, ANNE)).game != GAME


async def test_forgetting_deletes_the_tries_and_the_rating(matches: Matches, store: Store) -> None:
    puzzle = await matches.puzzles.next(ANNE, GAME)
    await try_puzzle(matches, ANNE, puzzle, is_right=True)
    await matches.people.forget(ANNE)
    kept = await dump(store)
    assert (kept["puzzle_tries"], kept["puzzle_standings"]) == ([], [])
    assert len(kept["puzzle_ratings"]) == 1  # which says nothing of anybody


class TestThePuzzleOfTheDay:
    async def test_it_is_the_same_for_everybody_and_of_another_game_than_the_deal(
        self, matches: Matches, clock: Clock
    ) -> None:
        games = []
        for _ in range(8):
            puzzle = await of_the_day(matches, ANNE)
            assert puzzle == await of_the_day(matches, BERT)
            assert puzzle.game != deal_of(matches.puzzles.today).game
            games.append(puzzle.game)
            clock.forward(timedelta(days=1))
        assert set(games) == set(matches.puzzles.games) - {deal_of(matches.puzzles.today).game}

    async def test_first_tries_of_that_day_are_counted(self, matches: Matches, clock: Clock) -> None:
        puzzle = await of_the_day(matches, ANNE)
        await try_puzzle(matches, ANNE, puzzle, is_right=True)
        await try_puzzle(matches, BERT, puzzle, is_right=False)
        today = await matches.puzzles.of_today(BERT)
        assert today is not None
        assert (today.is_right, today.tried, today.solved) == (False, 2, 1)
        clock.forward(timedelta(days=1))
        tomorrow = await matches.puzzles.of_today(BERT)
        assert tomorrow is not None
        assert (tomorrow.is_right, tomorrow.tried, tomorrow.solved) == (None, 0, 0)

    async def test_where_an_update_drops_it_another_one_is_asked_and_old_tries_are_not_counted_as_its_own(
        self, matches: Matches, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = await of_the_day(matches, ANNE)
        tried = await try_puzzle(matches, ANNE, old, is_right=True)
        left = {number: puzzle for number, puzzle in puzzles_of(old.game).items() if number != old.id}
        every = puzzles_of
        monkeypatch.setattr(parts, "puzzles_of", lambda game: left if game == old.game else every(game))
        today = await matches.puzzles.of_today(ANNE)
        assert today is not None
        assert today.puzzle != old
        assert (today.is_right, today.tried, today.solved) == (None, 0, 0)
        with pytest.raises(NoSuchPuzzle):
            matches.puzzles.get(old.game, old.id)
        record = await matches.puzzles.record(ANNE, old.game)
        assert (record.rating, record.tried, record.solved) == (tried.after, 1, 1)
        assert (await matches.puzzles.next(ANNE, old.game)).id in left
        await try_puzzle(matches, ANNE, today.puzzle, is_right=False)
        assert len((await matches.people.stored_data(ANNE))["puzzle_tries"]) == 2

    async def test_without_seeds_there_is_none_yet(self, store: Store, clock: Clock) -> None:
        assert await Matches(store, clock=clock).puzzles.of_today(ANNE) is None


async def test_a_theme_asks_puzzles_of_its_kind_until_all_are_tried(matches: Matches) -> None:
    of_day = await of_the_day(matches, ANNE)
    kinds = {one.kind: one for one in puzzles_of(GAME).values()}
    assert kinds.keys() <= THEMES[GAME].keys()
    for kind in kinds:
        assert (await matches.puzzles.next(ANNE, GAME, kind)).kind == kind
    kind = min(kinds, key=lambda kind: sum(one.kind == kind for one in puzzles_of(GAME).values()))
    for puzzle in puzzles_of(GAME).values():
        if puzzle.kind == kind and puzzle != of_day:
            await matches.puzzles.attempt(ANNE, puzzle, is_right=False)
    with pytest.raises(NoMoreOfTheme, match="every puzzle of this theme"):
        await matches.puzzles.next(ANNE, GAME, kind)
    assert (await matches.puzzles.next(ANNE, GAME)).kind != kind
