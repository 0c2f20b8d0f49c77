"""What is left of someone who is forgotten: traces, as far as rules need them. See `bot.match.reading.traces`."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading import traces
from bot.match.reading.shared_luck import StoredHostedMatch
from bot.match.reading.stored import StoredMatch
from bot.match.reading.traces import Rule
from bot.match.values import Status
from bot.ratings.ledger import day_of
from bot.store.queries import contests, dailies, people, puzzles, ratings, reminding
from bot.store.queries.reminding import VacationSpan

PUZZLE_MONTH = timedelta(days=30)
"""How long a first try at a puzzle outlives the data of its person."""

NO_SEAT = 0
"""The number of the trace of somebody whose seat another player has taken over: there's none that they may take."""

SECOND = timedelta(seconds=1)


async def leave_traces(
    connection: AsyncConnection, user: int, user_row: int, seats: Iterable[StoredMatch], now: datetime
) -> None:
    """Leaves what rules need to tell this person, who is about to be forgotten, from a newcomer.

    `seats` are the live matches where they have a seat, or had one until somebody else took it over.
    """
    for day, closes_at in await dailies.open_tries(connection, user_row, now):
        await traces.leave(connection, Rule.DAILY, day, [user], until=closes_at)
    for row in await puzzles.tries_since(connection, user_row, now - PUZZLE_MONTH):
        about, until = puzzle_key(row.game, row.puzzle), row.at + PUZZLE_MONTH
        await traces.leave(connection, Rule.PUZZLE, about, [user], number=int(row.is_right), until=until)
    vacations = [
        replace(one, ends_at=min(one.ends_at, now)) for one in await reminding.vacations_of(connection, user_row)
    ]
    used, next_year = in_year(vacations, now.year), datetime(now.year + 1, 1, 1, tzinfo=UTC)
    if used:
        await traces.leave(connection, Rule.VACATION, now.year, [user], number=used // SECOND, until=next_year)
    for number in await contests.running_tournaments_of(connection, user_row):
        await traces.leave(connection, Rule.TOURNAMENT, number, [user])
    await _of_results(connection, user_row, now)
    for match in seats:
        if match.status in (Status.RUNNING, Status.FROZEN):
            await _of_match(connection, user, match)


async def _of_results(connection: AsyncConnection, user_row: int, now: datetime) -> None:
    """How many results count today between this person and each group of others; the trace goes on counting them."""
    begins, ends = day_of(now)
    for user_rows, number in await ratings.count_by_people(connection, user_row, begins):
        known = await people.list_known(connection, user_rows)
        if len(known) == len(user_rows) and await traces.remaining_digest(connection, Rule.RATED, known) is None:
            await traces.leave(connection, Rule.RATED, begins.date(), known, number=number, until=ends)


async def _of_match(connection: AsyncConnection, user: int, match: StoredMatch) -> None:
    seated = [member.discord_id for member in match.members if member.seat is not None]
    member = match.member(user)
    if member is None:
        return
    had_before = await traces.number_of(connection, Rule.MATCH, match.id, [user], match.now) is not None
    if len(seated) > 1 and not had_before:
        number = NO_SEAT if member.seat is None else member.seat + 1
        await traces.leave(connection, Rule.MATCH, match.id, [user], number=number)
    known = [one for one in seated if one is not None]
    counts_itself = match.row.rated and not isinstance(match, StoredHostedMatch)  # otherwise its table does
    if counts_itself and user in known and known == seated:
        rule, about = _rating_trace(match)
        await traces.leave(connection, rule, about, known)


async def count_together(
    connection: AsyncConnection,
    match: StoredMatch,
    user_rows: Collection[int],
    day: tuple[datetime, datetime],
    limit: int,
) -> bool:
    """Whether a result between the people of these rows counts, as far as one of them was forgotten.

    From the first one of them who is, their results are counted by a trace; before, nobody needs one.
    """
    ids = {member.user_row: member.discord_id for member in match.members}
    known = [person for row in user_rows if (person := ids.get(row)) is not None]
    if len(known) == len(user_rows):
        digest = await traces.remaining_digest(connection, Rule.RATED, known)
    else:
        digest = await traces.digest_about(connection, *_rating_trace(match))
    if digest is None:
        return True
    if await traces.number_with(connection, Rule.RATED, day[0].date(), digest) >= limit:
        return False
    await traces.leave_digest(connection, Rule.RATED, day[0].date(), digest, until=day[1])
    return True


def _rating_trace(match: StoredMatch) -> tuple[Rule, int]:
    """The rule and the number by which a rated match finds who has played it."""
    return (Rule.RATED_MATCH, match.id) if match.series is None else (Rule.RATED_SERIES, match.series.id)


def puzzle_key(game: str, puzzle: int) -> str:
    """A puzzle, as traces of it are about."""
    return f"{game}:{puzzle}"


async def forgotten_vacation(connection: AsyncConnection, user: int, now: datetime) -> list[VacationSpan]:
    """The vacation that this person took this year before being forgotten, as if it had begun with the year."""
    seconds = await traces.number_of(connection, Rule.VACATION, now.year, [user], now)
    begins = datetime(now.year, 1, 1, tzinfo=UTC)
    return [VacationSpan(begins, begins + seconds * SECOND)] if seconds else []


def in_year(vacations: Iterable[VacationSpan], year: int) -> timedelta:
    """How much of these vacations falls into this year."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    spans = [min(one.ends_at, last) - max(one.began_at, first) for one in vacations]
    return sum((span for span in spans if span > timedelta()), timedelta())
