"""Runs of puzzles: what comes next, what ends them, how time counts, and that no answer is had elsewhere."""

import asyncio
from datetime import timedelta

import pytest

from bot.match import Matches, PuzzleRun
from bot.match.parts import puzzles as parts
from bot.match.values.puzzle_errors import AskedInRun, NoMorePuzzles, NoSuchRun, RunGoesOn
from bot.puzzles import puzzles_of
from bot.puzzles.runs import LATE, LIMIT, MISTAKE, RunEnding, RunKind
from bot.store import Store
from tests.match.conftest import NOON, Clock, dump
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
GAME = "cirondo"
HERE, THERE = 1, 2
SECOND = timedelta(seconds=1)
STREAK, MINUTES = RunKind


@pytest.fixture
def matches(real: Matches) -> Matches:
    return real


async def begun(matches: Matches, kind: RunKind = STREAK, user: int = ANNE, guild_id: int | None = HERE) -> PuzzleRun:
    return await matches.puzzle_runs.start(user, GAME, kind, NOON, guild_id=guild_id)


async def answered(
    matches: Matches, run: PuzzleRun, *, is_right: bool, after: timedelta = SECOND, user: int = ANNE
) -> PuzzleRun:
    assert run.puzzle is not None
    return await matches.puzzle_runs.answer(user, run.puzzle, NOON + after, is_right=is_right)


def only(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """There are so many puzzles, and today's."""
    few = dict(list(puzzles_of(GAME).items())[: number + 1])
    monkeypatch.setattr(parts, "puzzles_of", lambda game: few if game == GAME else {})


async def test_a_streak_gets_harder_until_the_first_mistake(matches: Matches) -> None:
    run = await begun(matches)
    shown = []
    for _ in range(8):
        assert run.puzzle is not None
        shown.append(run.puzzle.id)
        run = await answered(matches, run, is_right=True)
    rated = [one.rated for one in run.answers]
    assert rated == sorted(rated)
    assert rated[0] < rated[-1]
    run = await answered(matches, run, is_right=False)
    assert (run.puzzle, run.solved, run.ending) == (None, 8, RunEnding.MISTAKE)
    assert [one.is_right for one in run.answers] == [True] * 8 + [False]
    assert [one.puzzle for one in run.answers[:8]] == shown
    assert len(set(shown)) == 8


async def test_leaving_and_starting_again_shows_other_puzzles_and_what_was_shown_counts(matches: Matches) -> None:
    run = await begun(matches)
    assert run.puzzle is not None
    with pytest.raises(RunGoesOn):
        await begun(matches, MINUTES)
    assert await matches.puzzle_runs.current(ANNE) == run
    left = await matches.puzzle_runs.end(ANNE, NOON)
    assert (left.ending, left.puzzle) == (RunEnding.GIVEN_UP, None)
    assert [(one.puzzle, one.is_right) for one in left.answers] == [(run.puzzle.id, None)]
    again = await begun(matches)
    assert again.puzzle not in (run.puzzle, None)
    assert (await matches.puzzles.record(ANNE, GAME)).tried == 2
    assert await matches.puzzles.attempt(ANNE, run.puzzle, is_right=True) is None
    with pytest.raises(NoSuchRun):
        await matches.puzzle_runs.answer(ANNE, run.puzzle, NOON, is_right=True)


async def test_the_puzzle_of_a_run_is_answered_nowhere_else_while_it_goes_on(matches: Matches) -> None:
    run = await begun(matches)
    assert run.puzzle is not None
    with pytest.raises(AskedInRun):
        await matches.puzzles.attempt(ANNE, run.puzzle, is_right=True)
    with pytest.raises(AskedInRun):
        await matches.puzzles.check_answerable(ANNE, run.puzzle)
    await matches.puzzles.check_answerable(BERT, run.puzzle)
    assert (await matches.puzzles.next(ANNE, GAME)) != run.puzzle
    following = await answered(matches, run, is_right=True)
    await matches.puzzles.check_answerable(ANNE, run.puzzle)
    assert following.puzzle is not None
    await answered(matches, following, is_right=False)
    await matches.puzzles.check_answerable(ANNE, following.puzzle)


async def test_a_click_twice_answers_once(matches: Matches) -> None:
    run = await begun(matches)
    answers = [answered(matches, run, is_right=True) for _ in range(3)]
    both = await asyncio.gather(*answers, return_exceptions=True)
    assert sum(isinstance(one, NoSuchRun) for one in both) == 2
    now = await matches.puzzle_runs.current(ANNE)
    assert now is not None
    assert (now.solved, len(now.answers)) == (1, 1)


async def test_runs_move_no_ratings_but_a_right_answer_is_a_right_first_try(matches: Matches, store: Store) -> None:
    run = await begun(matches)
    run = await answered(matches, run, is_right=True)
    await answered(matches, run, is_right=False)
    record = await matches.puzzles.record(ANNE, GAME)
    assert (record.tried, record.solved) == (2, 1)
    kept = await dump(store)
    assert (kept["puzzle_standings"], kept["puzzle_ratings"]) == ([], [])


async def test_where_puzzles_run_out_the_run_is_over(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, 2)
    run = await answered(matches, await begun(matches), is_right=True)
    run = await answered(matches, run, is_right=True)
    assert (run.puzzle, run.solved, run.ending) == (None, 2, RunEnding.NONE_LEFT)
    with pytest.raises(NoMorePuzzles, match="every puzzle of Cirondo"):
        await begun(matches)


class TestThreeMinutes:
    async def test_they_are_counted_between_the_clicks_and_a_mistake_costs_ten_seconds(self, matches: Matches) -> None:
        run = await begun(matches, MINUTES)
        assert run.left == LIMIT
        run = await answered(matches, run, is_right=True, after=30 * SECOND)
        assert run.left == LIMIT - 30 * SECOND
        run = await answered(matches, run, is_right=False, after=60 * SECOND)
        assert run.left == LIMIT - 60 * SECOND - MISTAKE
        assert run.ending is None

    async def test_what_the_bot_takes_is_nobodys_time(self, matches: Matches) -> None:
        run = await begun(matches, MINUTES)
        await matches.puzzle_runs.resume(ANNE, run.id, NOON + 40 * SECOND)
        assert run.puzzle is not None
        run = await matches.puzzle_runs.spend(ANNE, run.puzzle.id, NOON + 50 * SECOND)
        assert run.left == LIMIT - 10 * SECOND
        await matches.puzzle_runs.resume(ANNE, run.id, NOON + 70 * SECOND)
        run = await answered(matches, run, is_right=True, after=80 * SECOND)
        assert run.left == LIMIT - 20 * SECOND

    async def test_an_answer_at_the_last_moment_counts_and_a_later_one_does_not(
        self, matches: Matches, clock: Clock
    ) -> None:
        run = await answered(matches, await begun(matches, MINUTES), is_right=True, after=LIMIT)
        assert (run.solved, run.ending) == (1, None)
        clock.forward(LIMIT + LATE)  # which the bot heard of late
        run = await answered(matches, run, is_right=True, after=LIMIT + SECOND)
        assert (run.puzzle, run.solved, run.ending) == (None, 1, RunEnding.TIME)
        assert [one.is_right for one in run.answers] == [True, None]
        assert (await matches.puzzles.record(ANNE, GAME)).solved == 1

    async def test_it_is_over_without_a_click_once_none_can_be_on_its_way(self, matches: Matches, clock: Clock) -> None:
        run = await begun(matches, MINUTES)
        assert run.puzzle is not None
        clock.forward(LIMIT + LATE)
        assert await matches.puzzle_runs.current(ANNE) is not None
        with pytest.raises(AskedInRun):
            await matches.puzzles.check_answerable(ANNE, run.puzzle)
        clock.forward(SECOND)
        await matches.puzzles.check_answerable(ANNE, run.puzzle)
        assert await matches.puzzle_runs.current(ANNE) is None
        assert (await matches.puzzle_runs.get(ANNE, run.id)).ending is RunEnding.TIME

    async def test_mistakes_can_use_it_up(self, matches: Matches) -> None:
        run = await begun(matches, MINUTES)
        wrong = 0
        while run.ending is None:
            run = await answered(matches, run, is_right=False)
            wrong += 1
        assert run.ending is RunEnding.TIME
        assert wrong == LIMIT // MISTAKE

    async def test_a_streak_has_no_limit(self, matches: Matches, clock: Clock) -> None:
        run = await begun(matches)
        assert run.left is None
        clock.forward(timedelta(days=40))
        run = await answered(matches, run, is_right=True, after=timedelta(days=40))
        assert run.ending is None


class TestTheBestOfAServer:
    async def score(self, matches: Matches, user: int, solved: int, guild_id: int | None = HERE) -> PuzzleRun:
        run = await begun(matches, STREAK, user, guild_id)
        for _ in range(solved):
            run = await answered(matches, run, is_right=True, user=user)
        return await answered(matches, run, is_right=False, user=user)

    async def test_it_lists_everybodys_best_run_there(self, matches: Matches) -> None:
        for user, solved, guild_id in ((ANNE, 1, HERE), (ANNE, 3, HERE), (BERT, 2, HERE), (CLEO, 4, THERE)):
            await self.score(matches, user, solved, guild_id)
        await self.score(matches, CLEO, 0)
        assert await matches.puzzle_runs.best(HERE, GAME, STREAK) == [(ANNE, 3), (BERT, 2)]
        assert await matches.puzzle_runs.best(THERE, GAME, STREAK) == [(CLEO, 4)]
        assert await matches.puzzle_runs.best(HERE, GAME, MINUTES) == []
        assert await matches.puzzle_runs.best(HERE, "parcheesi", STREAK) == []

    async def test_a_run_knows_the_best_of_the_others(self, matches: Matches) -> None:
        assert (await self.score(matches, ANNE, 2)).best is None
        assert (await self.score(matches, ANNE, 1)).best == 2
        assert (await self.score(matches, BERT, 1)).best is None

    async def test_it_is_shared_once_and_by_nobody_else(self, matches: Matches) -> None:
        run = await begun(matches)
        with pytest.raises(NoSuchRun):
            await matches.puzzle_runs.share(ANNE, run.id)
        run = await answered(matches, run, is_right=False)
        with pytest.raises(NoSuchRun):
            await matches.puzzle_runs.share(BERT, run.id)
        assert await matches.puzzle_runs.share(ANNE, run.id) == run
        assert await matches.puzzle_runs.share(ANNE, run.id) is None
        await matches.puzzle_runs.note_not_shared(run.id)
        assert await matches.puzzle_runs.share(ANNE, run.id) == run


async def test_forgetting_deletes_the_runs_and_what_they_showed_still_counts(matches: Matches, store: Store) -> None:
    run = await begun(matches)
    assert run.puzzle is not None
    assert len((await matches.people.stored_data(ANNE))["puzzle_runs"]) == 1
    await matches.people.forget(ANNE)
    assert (await dump(store))["puzzle_runs"] == []
    again = await begun(matches)
    assert again.puzzle not in (run.puzzle, None)
    assert await matches.puzzle_runs.best(HERE, GAME, STREAK) == []
