"""Runs of puzzles: streaks, and three minutes; see docs/puzzles.md.

A puzzle counts as tried wrong from the moment a run shows it until it's answered right. So whoever leaves a run doesn't
meet it again, neither in another run nor beside it.

Moments are those of Discord: when it took a click, and when it showed the answer. What the bot takes in between is
nobody's time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.parts.part import Dependencies, Part
from bot.match.parts.puzzles import Puzzles, is_late, puzzle_rating
from bot.match.values.puzzle_errors import NoMorePuzzles, NoSuchRun, RunGoesOn
from bot.puzzles import Puzzle, puzzles_of
from bot.puzzles.runs import LIMIT, MISTAKE, RunEnding, RunKind, next_in_run, time_left
from bot.store.columns import PuzzleRunColumns
from bot.store.definition import MILLISECOND
from bot.store.practice_tables import PuzzleRunRow, PuzzleTryRow
from bot.store.queries import people, puzzle_runs, puzzles

LISTED = 10
"""The most people on the list of a server's best."""


@dataclass(frozen=True, slots=True)
class RunAnswer:
    """What became of a puzzle in a run: its id, whether its answer was right, and what it's rated.

    `is_right` is None for the one that was asked when the run ended without an answer to it.
    """

    puzzle: int
    is_right: bool | None
    rated: int


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A run. `puzzle` is the one that is asked; None once it's over, and then `ending` says why.

    `left` is the time that is left, None where it isn't limited. `best` is the most that this person has solved in
    another run of the same kind, None if there is none that's over.
    """

    id: int
    game: str
    kind: RunKind
    puzzle: Puzzle | None
    solved: int
    answers: Sequence[RunAnswer]
    left: timedelta | None
    ending: RunEnding | None
    best: int | None


class PuzzleRuns(Part):
    """People's runs; each person has at most one that goes on."""

    def __init__(self, dependencies: Dependencies, puzzles: Puzzles) -> None:
        super().__init__(dependencies)
        self._puzzles = puzzles

    async def start(self, user: int, game: str, kind: RunKind, at: datetime, *, guild_id: int | None) -> PuzzleRun:
        """Begins a run at the moment of a click. Raises RunGoesOn, NoMorePuzzles, Busy, NotWritable."""
        now = self._now()
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, now)
            if await self._open_run(connection, user) is not None:
                raise RunGoesOn
            puzzle = await self._next(connection, user, game, [])
            columns: PuzzleRunColumns = {
                "user_id": row,
                "guild_id": guild_id,
                "game": game,
                "kind": kind,
                "began_at": at,
                "puzzle": puzzle.id,
                "since": at,
                "used": 0,
                "solved": 0,
                "answers": [],
                "ended_at": None,
                "ending": None,
                "shared": False,
            }
            run_id = await puzzle_runs.add(connection, columns)
            await self._note_shown(connection, row, puzzle)
            return await self._run(connection, await _read(connection, run_id))

    async def current(self, user: int) -> PuzzleRun | None:
        """The run that goes on; one whose time is over is ended first."""
        async with self._writing() as connection:
            run = await self._open_run(connection, user)
            return None if run is None else await self._run(connection, run)

    async def get(self, user: int, run_id: int) -> PuzzleRun:
        """This run, if it's this person's. Raises NoSuchRun."""
        async with self._store.read() as connection:
            return await self._run(connection, await self._own(connection, user, run_id))

    async def spend(self, user: int, puzzle: int, at: datetime) -> PuzzleRun:
        """Counts the time until a click on this puzzle, which may be over then.

        Raises NoSuchRun unless this puzzle is asked in the run that goes on.
        """
        async with self._writing() as connection:
            run = await self._asking(connection, user, puzzle)
            if run.kind == RunKind.MINUTES:
                await self._spend(connection, run, at)
            return await self._run(connection, await _read(connection, run.id))

    async def resume(self, user: int, run_id: int, shown_at: datetime) -> None:
        """Counts the time only from the moment at which Discord showed the puzzle."""
        async with self._writing() as connection:
            run = await self._own(connection, user, run_id)
            if run.puzzle is not None and shown_at > run.since:
                await puzzle_runs.change(connection, run.id, {"since": shown_at})

    async def answer(self, user: int, puzzle: Puzzle, at: datetime, *, is_right: bool) -> PuzzleRun:
        """The run after an answer; one that comes too late doesn't count. Raises NoSuchRun like `spend`."""
        async with self._writing() as connection:
            run = await self._asking(connection, user, puzzle.id)
            if run.kind == RunKind.MINUTES and await self._spend(connection, run, at):
                return await self._run(connection, await _read(connection, run.id))
            run = await _read(connection, run.id)
            if is_right:
                await puzzle_runs.solve(connection, run.user_id, puzzle.game, puzzle.id)
            rated = puzzle_rating(puzzle, await puzzles.ratings(connection, puzzle.game)).shown
            answers = [*run.answers, [puzzle.id, is_right, rated]]
            changes: PuzzleRunColumns = {"answers": answers, "solved": run.solved + is_right}
            ending = None
            if not is_right:
                changes["used"] = run.used + MISTAKE // MILLISECOND
                is_over = run.kind == RunKind.STREAK or changes["used"] * MILLISECOND >= LIMIT
                ending = (RunEnding.MISTAKE if run.kind == RunKind.STREAK else RunEnding.TIME) if is_over else None
            if ending is None:
                try:
                    following = await self._next(connection, user, run.game, answers)
                except NoMorePuzzles:
                    ending = RunEnding.NONE_LEFT
                else:
                    changes["puzzle"] = following.id
                    await self._note_shown(connection, run.user_id, following)
            if ending is not None:
                changes |= _ended(ending, at)
            await puzzle_runs.change(connection, run.id, changes)
            return await self._run(connection, await _read(connection, run.id))

    async def end(self, user: int, at: datetime) -> PuzzleRun:
        """The run that went on, given up. Raises NoSuchRun if there is none."""
        async with self._writing() as connection:
            run = await self._open_run(connection, user)
            if run is None:
                raise NoSuchRun
            await self._break_off(connection, run, RunEnding.GIVEN_UP, at)
            return await self._run(connection, await _read(connection, run.id))

    async def best(self, guild_id: int, game: str, kind: RunKind) -> list[tuple[int, int]]:
        """The people of a server who may be listed and have solved most in one run there, and how many."""
        return await self._read(puzzle_runs.best, guild_id, game, kind, LISTED)

    async def share(self, user: int, run_id: int) -> PuzzleRun | None:
        """Notes that somebody shares this run of theirs, which is over; None if it was shared before.

        Raises NoSuchRun.
        """
        async with self._writing() as connection:
            run = await self._own(connection, user, run_id)
            if run.puzzle is not None:
                raise NoSuchRun
            if run.shared:
                return None
            await puzzle_runs.change(connection, run.id, {"shared": True})
            return await self._run(connection, run)

    async def note_not_shared(self, run_id: int) -> None:
        """It couldn't be posted, so it can be shared again."""
        await self._write(puzzle_runs.change, run_id, {"shared": False})

    async def _own(self, connection: AsyncConnection, user: int, run_id: int) -> PuzzleRunRow:
        run, row = await puzzle_runs.read(connection, run_id), await people.user_row(connection, user)
        if run is None or run.user_id != row:
            raise NoSuchRun
        return run

    async def _open_run(self, connection: AsyncConnection, user: int) -> PuzzleRunRow | None:
        """The run that goes on; it's ended instead if its time is over, or its puzzle is no longer asked."""
        run = await puzzle_runs.open_run(connection, await people.user_row(connection, user) or 0)
        if run is None:
            return None
        if run.puzzle not in puzzles_of(run.game):
            await puzzle_runs.change(connection, run.id, _ended(RunEnding.NONE_LEFT, self._now()))
            return None
        if is_late(run, self._now()):
            await self._break_off(connection, run, RunEnding.TIME, self._now())
            return None
        return run

    async def _asking(self, connection: AsyncConnection, user: int, puzzle: int) -> PuzzleRunRow:
        run = await puzzle_runs.open_run(connection, await people.user_row(connection, user) or 0)
        if run is None or run.puzzle != puzzle:
            raise NoSuchRun
        return run

    async def _spend(self, connection: AsyncConnection, run: PuzzleRunRow, at: datetime) -> bool:
        """Counts the time until then, and returns whether it's over."""
        used = run.used + max(at - run.since, timedelta()) // MILLISECOND
        changes: PuzzleRunColumns = {"used": used, "since": max(at, run.since)}
        await puzzle_runs.change(connection, run.id, changes)
        is_over = used * MILLISECOND > LIMIT
        if is_over:
            await self._break_off(connection, run, RunEnding.TIME, at)
        return is_over

    async def _break_off(self, connection: AsyncConnection, run: PuzzleRunRow, ending: RunEnding, at: datetime) -> None:
        """Ends a run without an answer to the puzzle that is asked."""
        puzzle = self._puzzles.get(run.game, run.puzzle or 0)
        rated = puzzle_rating(puzzle, await puzzles.ratings(connection, run.game)).shown
        answers = [*run.answers, [puzzle.id, None, rated]]
        await puzzle_runs.change(connection, run.id, {**_ended(ending, at), "answers": answers})

    async def _next(
        self, connection: AsyncConnection, user: int, game: str, answers: Sequence[Sequence[int]]
    ) -> Puzzle:
        """The puzzle that follows these answers. Raises NoMorePuzzles."""
        left = await self._puzzles.untried(connection, user, game)
        ratings = await puzzles.ratings(connection, game)
        last = answers[-1][2] if answers else 0
        return next_in_run(left, lambda one: puzzle_rating(one, ratings).shown, len(answers), last)

    async def _note_shown(self, connection: AsyncConnection, row: int, puzzle: Puzzle) -> None:
        """A puzzle that was shown counts as a wrong first try until it's answered right."""
        first = PuzzleTryRow(row, puzzle.game, puzzle.id, is_right=False, day=None, at=self._now())
        await puzzles.add_try(connection, first)

    async def _run(self, connection: AsyncConnection, run: PuzzleRunRow) -> PuzzleRun:
        kind = RunKind(run.kind)
        return PuzzleRun(
            run.id,
            run.game,
            kind,
            None if run.puzzle is None else self._puzzles.get(run.game, run.puzzle),
            run.solved,
            tuple(RunAnswer(*one) for one in run.answers),
            time_left(run.used * MILLISECOND, run.since, run.since) if kind is RunKind.MINUTES else None,
            None if run.ending is None else RunEnding(run.ending),
            await puzzle_runs.most_solved(connection, run.user_id, run.game, run.kind, run.id),
        )


async def _read(connection: AsyncConnection, run_id: int) -> PuzzleRunRow:
    run = await puzzle_runs.read(connection, run_id)
    if run is None:
        raise NoSuchRun
    return run


def _ended(ending: RunEnding, at: datetime) -> PuzzleRunColumns:
    return {"puzzle": None, "ending": ending, "ended_at": at}
