"""Being forgotten is no way around a rule: a trace is left for as long as the rule needs it, and nowhere else."""

import hashlib
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select

from bot.contests.contests import Contests
from bot.contests.values.tournament import TooLateToJoin
from bot.match import Match, Matches, SeriesKind, Status, TableTerms, TooLongAVacation
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.parts import clocks
from bot.match.parts.puzzles import A_TRY, AWAY_FROM_GRADE, RATING_OF_GRADE
from bot.match.values.errors import DailyTried, HasPlayed, NotReplaceable
from bot.match.values.puzzle_errors import NoMorePuzzles
from bot.puzzles import Puzzle, puzzles_of
from bot.ratings import rating
from bot.ratings.rating import NEW
from bot.store import Store
from bot.store.trace_tables import trace_keys, traces
from tests.contests.league_life import FIRST
from tests.contests.tournament_life import TournamentLife
from tests.match.conftest import HERE, NOON, Clock, StartMatch, dump
from tests.match.toy import GONE, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
EVE = 900
AFTER = datetime(2026, 1, 3, 1, tzinfo=UTC)
GAME = "cirondo"
DAY = timedelta(days=1)


async def left(store: Store) -> list[str]:
    """The rules that traces are left for."""
    async with store.read() as connection:
        rules = (await connection.execute(select(traces.c.rule))).scalars().all()
        assert bool(rules) or not (await connection.execute(select(trace_keys))).all(), "a key of nothing"
    return sorted(rules)


async def purged(matches: Matches, store: Store) -> list[str]:
    await matches.people.purge_traces()
    return await left(store)


class TestWhatATraceTells:
    """Nothing, without the secret key and the id."""

    async def test_neither_an_id_nor_a_hash_of_it_alone_is_left(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=GONE, place=HERE)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.begin(BERT, message_id=7))
        await matches.people.forget(GONE)
        assert await left(store) == ["match"]
        kept = repr(await dump(store))
        assert str(GONE) not in kept
        for text in (f"{GONE}", f"match\n{match.id}\n{GONE}"):
            assert repr(hashlib.sha256(text.encode()).digest()) not in kept

    async def test_two_databases_have_different_ones(self, matches: Matches, store: Store) -> None:
        """Since each draws a key of its own, and anew once nothing is left."""
        digests = set()
        for year in (2026, 2027):
            await take_vacation(matches, ANNE, 2, clock_of(matches))
            await matches.people.forget(ANNE)
            async with store.read() as connection:
                digests |= set((await connection.execute(select(trace_keys.c.key))).scalars())
            clock_of(matches).now = datetime(year + 1, 1, 1, tzinfo=UTC)
            assert await purged(matches, store) == []
        assert len(digests) == 2

    async def test_people_who_are_not_forgotten_leave_none(self, matches: Matches, store: Store) -> None:
        await take_vacation(matches, ANNE, 2, clock_of(matches))
        await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        assert await left(store) == []


def clock_of(matches: Matches) -> Clock:
    clock = matches.dependencies.reader.clock
    assert isinstance(clock, Clock)
    return clock


class TestTheDaily:
    async def test_there_is_no_second_try_on_the_same_day(self, real: Matches, store: Store, clock: Clock) -> None:
        today = real.dailies.today
        await real.dailies.begin(ANNE, today, place=HERE)
        for _ in range(2):
            await real.people.forget(ANNE)
            with pytest.raises(DailyTried):
                await real.dailies.begin(ANNE, today, place=HERE)
        await real.dailies.begin(BERT, today, place=HERE)
        clock.now = AFTER - timedelta(minutes=1)
        assert await purged(real, store) == ["daily"]
        await real.dailies.begin(ANNE, today + DAY, place=HERE)
        clock.now = AFTER
        assert await purged(real, store) == []

    async def test_there_is_none_after_a_try_that_was_given_up(self, real: Matches) -> None:
        match = await real.dailies.begin(ANNE, real.dailies.today, place=HERE)
        await real.act(match.id, proposals.resign(ANNE))
        await real.people.forget(ANNE)
        with pytest.raises(DailyTried):
            await real.dailies.begin(ANNE, real.dailies.today, place=HERE)


async def try_all(matches: Matches, user: int, number: int, *, is_right: bool = True) -> list[Puzzle]:
    puzzles = []
    for _ in range(number):
        puzzle = await matches.puzzles.next(user, GAME)
        puzzles.append(puzzle)
        assert await matches.puzzles.attempt(user, puzzle, is_right=is_right) is not None
    return puzzles


class TestPuzzles:
    async def test_a_first_try_stays_one_for_a_month(self, real: Matches, store: Store, clock: Clock) -> None:
        right, *_ = await try_all(real, ANNE, 2)
        (wrong,) = await try_all(real, ANNE, 1, is_right=False)
        before = (await real.puzzles.record(ANNE, GAME)).rating
        await real.people.forget(ANNE)
        for puzzle in (right, wrong):
            assert await real.puzzles.is_tried(ANNE, puzzle)
            assert await real.puzzles.attempt(ANNE, puzzle, is_right=True) is None
        assert (await real.puzzles.record(ANNE, GAME)).tried == 0
        met = await try_all(real, ANNE, 5)
        assert not {right.id, wrong.id} & {one.id for one in met}
        assert (await real.puzzles.record(ANNE, GAME)).rating != before  # as for any newcomer
        clock.forward(timedelta(days=30))
        assert await purged(real, store) == []
        await real.people.forget(ANNE)
        assert await real.puzzles.attempt(ANNE, wrong, is_right=True) is not None

    async def test_nor_is_there_another_one_once_all_are_tried(self, real: Matches) -> None:
        for puzzle in puzzles_of(GAME).values():
            await real.puzzles.attempt(ANNE, puzzle, is_right=False)
        await real.people.forget(ANNE)
        with pytest.raises(NoMorePuzzles):
            await real.puzzles.next(ANNE, GAME)

    async def test_the_puzzle_of_the_day_remembers_whether_it_was_solved(self, real: Matches) -> None:
        for user, is_right in ((ANNE, True), (BERT, False)):
            today = await real.puzzles.of_today(user)
            assert today is not None
            await real.puzzles.attempt(user, today.puzzle, is_right=is_right)
            await real.people.forget(user)
            again = await real.puzzles.of_today(user)
            assert again is not None
            assert again.is_right is is_right

    async def test_newcomers_hardly_move_a_puzzle(self, real: Matches) -> None:
        """Twenty other accounts make it worth twenty points more, however wrong they answer."""
        puzzle = await real.puzzles.next(ANNE, GAME)
        for number in range(1, 21):
            counted = await real.puzzles.attempt(FIRST + number, puzzle, is_right=False)
            assert counted is not None
            assert 40 * (counted.puzzle.mu - RATING_OF_GRADE[puzzle.grade]) == pytest.approx(number)
            assert counted.puzzle.sigma == NEW.sigma

    async def test_nobody_moves_a_puzzle_further_than_a_grade(
        self, real: Matches, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rating, "CERTAIN", 99)  # so they are certain of everyone
        puzzle = next(one for one in puzzles_of(GAME).values() if one.grade == 1)
        mu = [RATING_OF_GRADE[1]]
        for number in range(30):
            counted = await real.puzzles.attempt(FIRST + number, puzzle, is_right=False)
            assert counted is not None
            mu.append(counted.puzzle.mu)
        assert max(after - before for before, after in pairwise(mu)) == pytest.approx(A_TRY)
        assert mu[-1] == RATING_OF_GRADE[1] + AWAY_FROM_GRADE


async def take_vacation(matches: Matches, user: int, days: int, clock: Clock) -> None:
    await matches.vacations.begin(user, days)
    clock.forward(days * DAY)


class TestVacations:
    async def test_a_year_has_no_more_of_them(self, matches: Matches, store: Store, clock: Clock) -> None:
        for days, days_left in ((15, 6), (4, 2)):
            await take_vacation(matches, ANNE, days, clock)
            await matches.people.forget(ANNE)
            assert (await matches.vacations.of(ANNE)).days_left == days_left
        with pytest.raises(TooLongAVacation):
            await matches.vacations.begin(ANNE, 3)
        assert (await matches.vacations.begin(ANNE, 2)).days_left == 0
        assert (await matches.vacations.of(BERT)).days_left == 21
        clock.now = datetime(2027, 1, 1, tzinfo=UTC)
        assert (await matches.vacations.of(ANNE)).days_left == 21
        assert await purged(matches, store) == []

    async def test_days_that_were_not_used_are_left(self, matches: Matches, clock: Clock) -> None:
        await matches.vacations.begin(ANNE, 20)
        clock.forward(5 * DAY)
        await matches.people.forget(ANNE)
        assert (await matches.vacations.of(ANNE)).days_left == 16


async def sit(matches: Matches, *people: int, **more: Any) -> Match:
    """A rated match that has begun, and that the first step wins."""
    terms = TableTerms(game="race", options={"goal": 1}, seats=2, rated=True, **more)
    table = await matches.tables.open(terms, opener=people[0], place=HERE)
    await matches.tables.note_posted(table.id, 7000 + table.id)
    await matches.act(table.id, lobby.join(people[1]))
    return await matches.act(table.id, lobby.begin(people[0]))


async def win(matches: Matches, *people: int) -> Match:
    """A rated match that the first of these people has won."""
    match = await sit(matches, *people)
    return await matches.act(match.id, turns.play(people[0], "walk"))


class TestThreeADay:
    """Rated matches between the same people, whoever of them was forgotten."""

    @pytest.mark.parametrize("forgotten", [(ANNE,), (BERT,), (ANNE, BERT), (BERT, ANNE)])
    async def test_three_count_altogether(
        self, matches: Matches, store: Store, clock: Clock, forgotten: tuple[int, ...]
    ) -> None:
        counts = []
        for _ in range(5):
            counts.append((await win(matches, ANNE, BERT)).counts)
            for user in forgotten:
                await matches.people.forget(user)
        assert counts == [True] * 3 + [False] * 2
        assert (await win(matches, ANNE, CLEO)).counts
        assert len([line async for line in matches.ledger.export()]) == 4
        assert await matches.ledger.check() == []
        await matches.ledger.rebuild()
        assert await matches.ledger.check() == []
        clock.now = NOON + DAY
        assert await purged(matches, store) == []
        assert (await win(matches, ANNE, BERT)).counts

    @pytest.mark.parametrize("series", [None, SeriesKind.POINTS])
    async def test_so_do_those_that_were_still_running(self, matches: Matches, series: SeriesKind | None) -> None:
        """Bert collects them afterwards, since Anne has left them."""
        more: dict[str, Any] = {} if series is None else {"series": series, "target": 1}
        running = []
        for _ in range(5):
            match = await sit(matches, ANNE, BERT, **more)
            await matches.act(match.id, turns.play(ANNE, "deal"))
            running.append(match)
        await matches.people.forget(ANNE)
        ends = [await matches.act(match.id, turns.play(BERT, "walk")) for match in running]
        assert sum(match.counts is True for match in ends) == 3
        assert (await win(matches, ANNE, BERT)).counts is False


async def take_over(matches: Matches, match_id: int, seat: int, user: int, *, asking: tuple[int, ...]) -> None:
    """Somebody plays a seat from here on; the first of those who are asked proposes it."""
    first, *others = asking
    await matches.act(match_id, proposals.replace_player(first, seat, user))
    for other in others:
        await matches.act(match_id, proposals.agree(other))
    await matches.act(match_id, proposals.take_seat(user))


class TestSeats:
    async def test_nobody_gets_another_seat_of_a_match_they_have_played_in(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(4)
        await matches.people.forget(ANNE)
        await matches.act(match.id, presence.absent(CLEO))
        await matches.act(match.id, proposals.replace_player(BERT, 2, ANNE))
        await matches.act(match.id, proposals.agree(DORA))
        with pytest.raises(HasPlayed):
            await matches.act(match.id, proposals.take_seat(ANNE))
        await matches.act(match.id, proposals.decline(BERT))
        await matches.act(match.id, proposals.replace_player(BERT, 0, ANNE))
        await matches.act(match.id, proposals.agree(DORA))
        await matches.act(match.id, proposals.take_seat(ANNE))
        assert (await matches.get(match.id)).seats[0].people == (ANNE,)
        assert await purged(matches, store) == ["match"]
        for user in (ANNE, BERT, DORA):
            await matches.act(match.id, proposals.resign(user))
        assert (await matches.get(match.id)).status is Status.OVER
        assert await purged(matches, store) == []

    async def test_nor_does_someone_who_was_replaced_there_before(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(4)
        await matches.act(match.id, presence.absent(ANNE))
        await take_over(matches, match.id, 0, EVE, asking=(BERT, CLEO, DORA))
        await matches.people.forget(ANNE)
        await matches.act(match.id, presence.absent(CLEO))
        for seat in (0, 2):
            with pytest.raises(HasPlayed if seat == 2 else NotReplaceable):
                await take_over(matches, match.id, seat, ANNE, asking=(BERT, DORA, EVE))
        assert (await matches.get(match.id)).seats[0].people == (EVE,)
        assert await left(store) == ["match"]

    async def test_nor_does_someone_who_is_forgotten_twice(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(4)
        for _ in range(2):
            await matches.people.forget(ANNE)
            await take_over(matches, match.id, 0, ANNE, asking=(BERT, CLEO, DORA))
        await matches.people.forget(ANNE)
        await matches.act(match.id, presence.absent(BERT))
        with pytest.raises(HasPlayed):
            await take_over(matches, match.id, 1, ANNE, asking=(CLEO, DORA))

    async def test_a_match_without_anybody_left_needs_no_trace(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        await start_match()
        for user in (ANNE, BERT):
            await matches.people.forget(user)
        assert await purged(matches, store) == []


class TestTournaments:
    """Whoever has taken part, also if they have left or were removed."""

    @pytest.mark.parametrize("left_before", [False, True])
    async def test_nobody_joins_a_second_time(
        self,
        matches: Matches,
        contests: Contests,
        store: Store,
        clock: Clock,
        monkeypatch: pytest.MonkeyPatch,
        left_before: bool,
    ) -> None:
        monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=99))  # the bot looks at the time once a day
        life = TournamentLife(matches, clock)
        await life.start(5)
        if left_before:
            await contests.tournaments.leave(life.number, FIRST)
        await matches.people.forget(FIRST)
        with pytest.raises(TooLateToJoin):
            await contests.tournaments.join(life.number, FIRST)
        await contests.tournaments.join(life.number, FIRST + 40)
        assert (await life.now()).running
        assert "tournament" in await purged(matches, store)
        await contests.tournaments.close(life.number)
        assert "tournament" not in await purged(matches, store)
