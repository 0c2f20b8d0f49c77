"""Puzzles: which one comes next, first tries, and what they are worth. See docs/puzzles.md."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.daily import day_of, deal_of
from bot.match.engine.forgetting import puzzle_key
from bot.match.parts.daily_seeds import DailySeeds
from bot.match.parts.part import Dependencies, Part
from bot.match.reading import traces
from bot.match.reading.traces import Rule
from bot.match.values.errors import NoSuchDaily
from bot.match.values.puzzle_errors import AskedInRun, NoMoreOfTheme, NoMorePuzzles, NoSuchPuzzle
from bot.puzzles import QUESTIONS, Puzzle, puzzles_of
from bot.puzzles.runs import LATE, RunKind, time_left
from bot.ratings.rating import NEW, Rating, rate
from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.store.definition import MILLISECOND
from bot.store.practice_tables import PuzzleRunRow, PuzzleTryRow
from bot.store.queries import people, puzzle_runs, puzzles

RATING_OF_GRADE = {1: NEW.mu - 5, 2: NEW.mu, 3: NEW.mu + 5}
"""What puzzles are rated before anybody has tried them, by their grade: five points are worth 200 of those shown."""

AWAY_FROM_GRADE = 5
"""How far all tries together can move a puzzle from there: by one grade."""

A_TRY, A_NEWCOMERS_TRY = 0.25, 0.025
"""How far one try can, of someone whose own rating is certain or not: by 10 points or by one."""


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A first try at a puzzle: whether it was right, what it was worth to its person, and what the puzzle is rated."""

    is_right: bool
    before: Rating
    after: Rating
    puzzle: Rating


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """How somebody does at the puzzles of a game: their rating, how many they have tried, and solved at once."""

    rating: Rating
    tried: int
    solved: int


@dataclass(frozen=True, slots=True)
class PuzzleOfTheDay:
    """The puzzle that everybody gets on one day.

    `is_right` is one's own first try, None before it; only then is it said what others did.
    """

    puzzle: Puzzle
    is_right: bool | None
    tried: int
    solved: int


class Puzzles(Part):
    """The puzzles, and how people do at them."""

    def __init__(self, dependencies: Dependencies, seeds: DailySeeds) -> None:
        super().__init__(dependencies)
        self._seeds = seeds

    @property
    def games(self) -> list[str]:
        """The keys of the games that have puzzles."""
        return [game for game in QUESTIONS if puzzles_of(game)]

    @staticmethod
    def get(game: str, puzzle: int) -> Puzzle:
        """The puzzle of this id. Raises NoSuchPuzzle if it's no longer asked: dropped, or made under other rules."""
        try:
            return puzzles_of(game)[puzzle]
        except KeyError:
            raise NoSuchPuzzle from None

    async def next(self, user: int, game: str, kind: str | None = None) -> Puzzle:
        """The puzzle, of this kind if one is named, that suits a person best of those they haven't tried.

        Raises NoMorePuzzles, NoMoreOfTheme.
        """
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            left = await self.untried(connection, user, game)
            own = await _rating_of(connection, row, game)
            ratings = await puzzles.ratings(connection, game)
        left = [one for one in left if kind in (None, one.kind)]
        if not left:
            raise NoMoreOfTheme

        def distance(puzzle: Puzzle) -> tuple[int, int]:
            # Not the same order for everybody.
            return abs(puzzle_rating(puzzle, ratings).shown - own.shown), puzzle.id * (row + 1) % 9973

        return min(left, key=distance)

    async def untried(self, connection: AsyncConnection, user: int, game: str) -> list[Puzzle]:
        """The puzzles that a person hasn't tried, but for today's. Raises NoMorePuzzles if there are none."""
        tries = await puzzles.tries(connection, await people.user_row(connection, user) or 0, game)
        forgotten = await self._forgotten_tries(connection, user, puzzles_of(game).values())
        of_today = await self._of_day(connection, self.today)
        tried = tries.keys() | forgotten.keys()
        left = [one for one in puzzles_of(game).values() if one.id not in tried and one != of_today]
        if not left:
            raise NoMorePuzzles(game=GAMES[game].title)
        return left

    async def record(self, user: int, game: str) -> PuzzleRecord:
        """How somebody does at a game's puzzles."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user) or 0
            tries = await puzzles.tries(connection, row, game)
            return PuzzleRecord(await _rating_of(connection, row, game), len(tries), sum(tries.values()))

    async def is_tried(self, user: int, puzzle: Puzzle) -> bool:
        """Whether somebody's first try at a puzzle has been counted."""
        async with self._store.read() as connection:
            return await self._try_of(connection, user, puzzle) is not None

    async def attempt(self, user: int, puzzle: Puzzle, *, is_right: bool) -> PuzzleTry | None:
        """Counts somebody's first try; None if it has been counted already. Raises Busy, NotWritable, AskedInRun.

        It moves the puzzle's rating only a little, and hardly if the person's own is uncertain: see docs/puzzles.md.
        """
        now = self._now()
        async with self._writing() as connection:
            await self._check_not_in_run(connection, user, puzzle)
            if await self._try_of(connection, user, puzzle) is not None:
                return None
            row = await people.user_row_for(connection, user, now)
            day = self.today if await self._of_day(connection, self.today) == puzzle else None
            before = await _rating_of(connection, row, puzzle.game)
            of_puzzle = puzzle_rating(puzzle, await puzzles.ratings(connection, puzzle.game))
            ((after,), (moved,)) = rate([[before], [of_puzzle]], (1, 2) if is_right else (2, 1))
            rated = _puzzle_rating_after(puzzle, of_puzzle, moved, is_certain=not before.is_provisional)
            await puzzles.add_try(connection, PuzzleTryRow(row, puzzle.game, puzzle.id, is_right, day, now))
            await puzzles.rate(connection, row, puzzle.game, puzzle.id, after, rated)
        return PuzzleTry(is_right, before, after, rated)

    async def check_answerable(self, user: int, puzzle: Puzzle) -> None:
        """Raises AskedInRun for whoever mustn't learn the answer now, as a run of theirs asks for it."""
        await self._read(self._check_not_in_run, user, puzzle)

    async def _check_not_in_run(self, connection: AsyncConnection, user: int, puzzle: Puzzle) -> None:
        run = await puzzle_runs.open_run(connection, await people.user_row(connection, user) or 0)
        if run is not None and (run.game, run.puzzle) == (puzzle.game, puzzle.id) and not is_late(run, self._now()):
            raise AskedInRun

    async def _try_of(self, connection: AsyncConnection, user: int, puzzle: Puzzle) -> bool | None:
        """Whether somebody's first try was right, also one before they were forgotten; None if there was none."""
        row = await people.user_row(connection, user) or 0
        is_right = await puzzles.try_of(connection, row, puzzle.game, puzzle.id)
        return (
            is_right
            if is_right is not None
            else (await self._forgotten_tries(connection, user, [puzzle])).get(puzzle.id)
        )

    async def _forgotten_tries(
        self, connection: AsyncConnection, user: int, those: Collection[Puzzle]
    ) -> Mapping[int, bool]:
        """Which of those puzzles somebody had tried before they were forgotten, and whether that was right."""
        keys = {puzzle_key(one.game, one.id): one.id for one in those}
        numbers = await traces.numbers_of(connection, Rule.PUZZLE, keys, [user], self._now())
        return {keys[key]: bool(number) for key, number in numbers.items()}

    # The puzzle of the day

    @property
    def today(self) -> date:
        """The day whose puzzle is asked now."""
        return day_of(self._now())

    async def of_today(self, user: int) -> PuzzleOfTheDay | None:
        """Today's puzzle, and how this person and all others have done; None if there are no puzzles for it."""
        async with self._store.read() as connection:
            puzzle = await self._of_day(connection, self.today)
            if puzzle is None:
                return None
            is_right = await self._try_of(connection, user, puzzle)
            tried = await puzzles.of_day(connection, self.today, puzzle.game, puzzle.id)
            return PuzzleOfTheDay(puzzle, is_right, *tried)

    async def _of_day(self, connection: AsyncConnection, day: date) -> Puzzle | None:
        """The puzzle of a day: of another game than the deal, each in turn, drawn with the day's sealed seed."""
        games = [game for game in sorted(self.games) if game != deal_of(day).game]
        if not games:
            return None
        game = games[day.toordinal() % len(games)]
        ids = sorted(puzzles_of(game))
        try:
            seed = await self._seeds.of(connection, day)
        except NoSuchDaily:  # the bot has just begun
            return None
        luck = Sealed(seed, f"puzzle:{game}:{day.isoformat()}")
        return puzzles_of(game)[ids[luck.roll(len(ids)) - 1]]


def is_late(run: PuzzleRunRow, now: datetime) -> bool:
    """Whether the time of a run that goes on is over, and no click that was in time can be on its way."""
    return run.kind == RunKind.MINUTES and time_left(run.used * MILLISECOND, run.since, now) < -LATE


async def _rating_of(connection: AsyncConnection, row: int, game: str) -> Rating:
    standing = await puzzles.standing(connection, row, game)
    return NEW if standing is None else Rating(standing.mu, standing.sigma)


def puzzle_rating(puzzle: Puzzle, ratings: Mapping[int, puzzles.Numbers]) -> Rating:
    """What a puzzle is rated, given what those are that somebody has tried."""
    return _near_its_grade(puzzle, Rating(*ratings.get(puzzle.id, (RATING_OF_GRADE[puzzle.grade], NEW.sigma))))


def _puzzle_rating_after(puzzle: Puzzle, before: Rating, after: Rating, *, is_certain: bool) -> Rating:
    """The puzzle's rating after a try, by which openskill would change it like this."""
    most = A_TRY if is_certain else A_NEWCOMERS_TRY
    mu = before.mu + min(max(after.mu - before.mu, -most), most)
    return _near_its_grade(puzzle, Rating(mu, after.sigma if is_certain else before.sigma))


def _near_its_grade(puzzle: Puzzle, rating: Rating) -> Rating:
    """The rating, at most `AWAY_FROM_GRADE` from that of the puzzle's grade."""
    of_grade = RATING_OF_GRADE[puzzle.grade]
    return Rating(min(max(rating.mu, of_grade - AWAY_FROM_GRADE), of_grade + AWAY_FROM_GRADE), rating.sigma)
