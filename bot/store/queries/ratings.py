"""Results, and the ratings that follow from them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Table,
    bindparam,
    case,
    delete,
    false,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import ResultColumns, VerdictColumns
from bot.store.definition import Instant
from bot.store.documents import EndingDocument
from bot.store.queries.fetching import columns_of, count_rows, fetch, is_there, values_of
from bot.store.queries.new_rows import insert_row, upsert
from bot.store.rating_tables import (
    RatingChangeRow,
    RatingRow,
    ResultRow,
    leaderboards,
    rating_changes,
    ratings,
    ratings_due,
    results,
)
from bot.store.tables import matches, users


@dataclass(frozen=True, slots=True, repr=False)
class ListedRating(RatingRow):
    """A rating on a leaderboard."""

    discord_id: int


@dataclass(frozen=True, slots=True, repr=False)
class SharedResult:
    """A result of two people."""

    game: str
    sides: list[list[int | str]]
    places: list[int]


@dataclass(frozen=True, slots=True, repr=False)
class EndRow:
    """How a match ended, from its own row."""

    id: int
    game: str
    rated: bool
    ended_at: datetime | None
    ending: EndingDocument | None
    series_id: int | None


EVERYWHERE = 0
"""The number of the global leaderboard, in place of a server's."""

IS_LISTED = users.c.discord_id.is_not(None) & (func.coalesce(users.c.privacy["profile"].as_string(), "") != "nobody")
"""Whether someone may be on a server's tables. What the documents of `users.privacy` mean is in
`bot.match.values.privacy`."""


class Wanted(NamedTuple):
    """Who gets a place on a leaderboard, of those on the server: the greatest sigma, and since when they've played."""

    sigma: float
    since: datetime

    def are(self) -> ColumnElement[bool]:
        board = leaderboards.c
        return ~board.away & (board.sigma <= self.sigma) & (board.played_at >= self.since)


_KNOWN = select(results.c.id).where(results.c.match_id == bindparam("match_id"))
_COUNTED = (
    select(func.count())
    .select_from(results)
    .where(
        results.c.people == bindparam("people"),
        results.c.ended_at >= bindparam("since"),
        results.c.ended_at < bindparam("until"),
        results.c.counts,
    )
)
_STANDINGS = select(ratings).where(
    ratings.c.game == bindparam("game"), ratings.c.user_id.in_(bindparam("users", expanding=True))
)
_KEEP_RATING = upsert(ratings)
_KEEP_RATING = _KEEP_RATING.on_conflict_do_update(
    index_elements=["user_id", "game"],
    set_={one.name: _KEEP_RATING.excluded[one.name] for one in ratings.c if not one.primary_key},
)
_LIST = upsert(leaderboards).on_conflict_do_update(
    index_elements=["user_id", "game", "guild_id"], set_={"away": false()}
)
_MOVE = (
    update(leaderboards)
    .where(leaderboards.c.user_id == bindparam("of"), leaderboards.c.game == bindparam("in_game"))
    .values(points=bindparam("mu"), sigma=bindparam("sig"), played_at=bindparam("at"))
)


async def is_known(connection: AsyncConnection, match_id: int) -> bool:
    return await connection.scalar(_KNOWN, {"match_id": match_id}) is not None


async def count_results(connection: AsyncConnection, people: str, since: datetime, until: datetime) -> int:
    """How many results between these people count that ended from `since` on and before `until`."""
    return await connection.scalar(_COUNTED, {"people": people, "since": since, "until": until}) or 0


async def count_by_people(connection: AsyncConnection, user_row: int, since: datetime) -> list[tuple[list[int], int]]:
    """The rows of all people of this person's results that count and ended from then on, and how many those are."""
    query = (
        select(results.c.people, func.count())
        .join(rating_changes, rating_changes.c.result_id == results.c.id)
        .where(rating_changes.c.user_id == user_row, results.c.ended_at >= since, results.c.counts)
        .group_by(results.c.people)
    )
    return [(list(map(int, people.split(","))), number) for people, number in (await connection.execute(query)).all()]


async def standings(connection: AsyncConnection, game: str, user_rows: Collection[int]) -> list[RatingRow]:
    """The ratings of these people in a game: rows of `ratings`; none for those who are new."""
    return await fetch(connection, RatingRow, _STANDINGS, {"game": game, "users": list(user_rows)})


async def enter(connection: AsyncConnection, columns: ResultColumns) -> int:
    """Adds a result. Returns its number."""
    return await insert_row(connection, results, columns)


async def keep(connection: AsyncConnection, standing: RatingRow, change: RatingChangeRow) -> None:
    """Stores how one result changed a person's rating, and updates all leaderboards that list them."""
    await connection.execute(insert(rating_changes), columns_of(change))
    await connection.execute(_KEEP_RATING, columns_of(standing))
    listed = {"mu": standing.mu, "sig": standing.sigma, "at": standing.played_at}
    await connection.execute(_MOVE, {"of": standing.user_id, "in_game": standing.game, **listed})


async def put_on_list(connection: AsyncConnection, standing: RatingRow, guild_id: int) -> None:
    """Lists someone on a leaderboard, unless they already are. They're on that server now."""
    listed = {"points": standing.mu, "sigma": standing.sigma, "played_at": standing.played_at, "away": False}
    await connection.execute(
        _LIST, {"user_id": standing.user_id, "game": standing.game, "guild_id": guild_id, **listed}
    )


async def note_away(connection: AsyncConnection, guild_id: int, discord_ids: Collection[int], *, away: bool) -> None:
    """Stores whether these people aren't on a server."""
    of = select(users.c.id).where(users.c.discord_id.in_(list(discord_ids)))
    query = update(leaderboards).where(leaderboards.c.guild_id == guild_id, leaderboards.c.user_id.in_(of))
    await connection.execute(query.values(away=away))


async def away(connection: AsyncConnection, guild_id: int, discord_ids: Collection[int]) -> set[int]:
    """Which of these people are listed on a server that they aren't on."""
    query = (
        select(users.c.discord_id)
        .join(leaderboards, leaderboards.c.user_id == users.c.id)
        .where(leaderboards.c.guild_id == guild_id, leaderboards.c.away, users.c.discord_id.in_(list(discord_ids)))
    )
    return set(await connection.scalars(query))


async def relist(connection: AsyncConnection, user_row: int | None = None) -> None:
    """Lists a person, or everyone, on the leaderboards they belong on, and on no others.

    Who was noted to have left a server still has.
    """
    listed = (ratings.c.mu, ratings.c.sigma, ratings.c.played_at, false())
    everywhere = users.c.privacy["everywhere"].as_boolean()
    on_servers = (
        select(ratings.c.user_id, ratings.c.game, matches.c.guild_id, *listed)
        .join(users, users.c.id == ratings.c.user_id)
        .join(
            rating_changes,
            (rating_changes.c.user_id == ratings.c.user_id) & (rating_changes.c.game == ratings.c.game),
        )
        .join(results, results.c.id == rating_changes.c.result_id)
        .join(matches, matches.c.id == results.c.match_id)
        .where(IS_LISTED, matches.c.guild_id.is_not(None))
        .distinct()
    )
    over_all = (
        select(ratings.c.user_id, ratings.c.game, literal(EVERYWHERE), *listed)
        .join(users, users.c.id == ratings.c.user_id)
        .where(IS_LISTED, func.coalesce(everywhere, false()))
    )
    board = leaderboards.c
    left = select(board.user_id.label("of"), board.guild_id.label("on_guild")).where(board.away).distinct()
    if user_row is not None:
        left = left.where(board.user_id == user_row)
    have_left = [dict(one) for one in (await connection.execute(left)).mappings()]
    await take_off_lists(connection, user_row)
    for query in (on_servers, over_all):
        rows = query if user_row is None else query.where(ratings.c.user_id == user_row)
        await connection.execute(insert(leaderboards).from_select([column.name for column in leaderboards.c], rows))
    if have_left:
        there = board.user_id == bindparam("of"), board.guild_id == bindparam("on_guild")
        await connection.execute(update(leaderboards).where(*there).values(away=True), have_left)


async def take_off_lists(connection: AsyncConnection, user_row: int | None) -> None:
    """Removes a person, or everyone, from all leaderboards."""
    query = delete(leaderboards)
    await connection.execute(query if user_row is None else query.where(leaderboards.c.user_id == user_row))


async def changes_of(connection: AsyncConnection, match_id: int) -> list[RatingChangeRow]:
    """How a match changed ratings: rows of `rating_changes`."""
    query = select(rating_changes).join(results, results.c.id == rating_changes.c.result_id)
    return await fetch(connection, RatingChangeRow, query.where(results.c.match_id == match_id))


async def verdict(connection: AsyncConnection, match_id: int) -> tuple[bool, str | None] | None:
    """Whether the result of a match counts and if not, why; None if there is none."""
    query = select(results.c.counts, results.c.uncounted).where(results.c.match_id == match_id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row.counts, row.uncounted)


class Rank(NamedTuple):
    """Where someone stands on a leaderboard: their place if they have one, how many have, and how many it lists."""

    is_listed: bool
    place: int | None
    placed: int
    total: int


async def rank(connection: AsyncConnection, guild_id: int, game: str, wanted: Wanted, user_row: int) -> Rank:
    """Where someone stands on a leaderboard."""
    board = (leaderboards.c.guild_id == guild_id, leaderboards.c.game == game)
    own = select(leaderboards.c.points, wanted.are()).where(*board, leaderboards.c.user_id == user_row)
    listed = (await connection.execute(own)).one_or_none()
    counts = select(func.count(), func.coalesce(func.sum(case((wanted.are(), 1), else_=0)), 0)).where(*board)
    total, placed = (await connection.execute(counts)).one()
    place = None
    if listed is not None and listed[1]:
        place = await place_of(connection, guild_id, game, wanted, listed[0])
    return Rank(listed is not None, place, placed, total)


async def place_of(connection: AsyncConnection, guild_id: int, game: str, wanted: Wanted, points: float) -> int:
    """The place of those with so many points, who share it."""
    board = leaderboards.c.guild_id == guild_id, leaderboards.c.game == game
    return 1 + await count_rows(connection, leaderboards, *board, leaderboards.c.points > points, wanted.are())


async def best(
    connection: AsyncConnection, guild_id: int, game: str, wanted: Wanted, *, placed: bool, limit: int, skip: int
) -> list[ListedRating]:
    """The best of those who have a place on a leaderboard, or of the others: rows of `ratings` with `discord_id`."""
    condition = wanted.are() if placed else ~func.coalesce(wanted.are(), false())
    top = (
        select(leaderboards.c.user_id, leaderboards.c.points)
        .where(leaderboards.c.guild_id == guild_id, leaderboards.c.game == game, condition)
        .order_by(leaderboards.c.points.desc(), leaderboards.c.user_id)
        .limit(limit)
        .offset(skip)
        .subquery()
    )
    query = (
        select(ratings, users.c.discord_id)
        .join(top, top.c.user_id == ratings.c.user_id)
        .join(users, users.c.id == ratings.c.user_id)
        .where(ratings.c.game == game)
        .order_by(top.c.points.desc(), top.c.user_id)
    )
    return await fetch(connection, ListedRating, query)


async def of_person(connection: AsyncConnection, user_row: int) -> list[RatingRow]:
    """Someone's ratings in all their games: rows of `ratings`, the game with the most matches first."""
    query = select(ratings).where(ratings.c.user_id == user_row).order_by(ratings.c.matches.desc(), ratings.c.game)
    return await fetch(connection, RatingRow, query)


async def newest_changes(connection: AsyncConnection, user_row: int, game: str, limit: int) -> list[RatingChangeRow]:
    """How someone's newest results in a game changed their rating, oldest first."""
    query = (
        select(rating_changes)
        .where(rating_changes.c.user_id == user_row, rating_changes.c.game == game)
        .order_by(rating_changes.c.result_id.desc())
        .limit(limit)
    )
    return (await fetch(connection, RatingChangeRow, query))[::-1]


async def shared_results(connection: AsyncConnection, user_row: int, other: int) -> list[SharedResult]:
    """The results that count in which both played: `game`, `sides`, `places`."""
    mine, yours = rating_changes.alias(), rating_changes.alias()
    query = (
        select(results.c.game, results.c.sides, results.c.places)
        .join(mine, mine.c.result_id == results.c.id)
        .join(
            yours,
            (yours.c.user_id == other) & (yours.c.game == mine.c.game) & (yours.c.result_id == mine.c.result_id),
        )
        .where(mine.c.user_id == user_row)
    )
    return await fetch(connection, SharedResult, query)


# Everything, for recomputing it.


async def since(connection: AsyncConnection, result_id: int, limit: int) -> list[ResultRow]:
    """The results after this one, in their order."""
    query = select(results).where(results.c.id > result_id).order_by(results.c.id).limit(limit)
    return await fetch(connection, ResultRow, query)


async def ends_of(connection: AsyncConnection, match_ids: Collection[int]) -> list[EndRow]:
    """How these matches ended, from their own rows: `id`, `game`, `rated`, `ended_at`, `ending`, `series_id`."""
    query = select(
        matches.c.id, matches.c.game, matches.c.rated, matches.c.ended_at, matches.c.ending, matches.c.series_id
    ).where(matches.c.id.in_(match_ids))
    return await fetch(connection, EndRow, query)


async def changes_since(connection: AsyncConnection, result_id: int, until: int) -> list[RatingChangeRow]:
    """How the results after this one, up to `until`, changed ratings."""
    query = select(rating_changes).where(rating_changes.c.result_id > result_id, rating_changes.c.result_id <= until)
    return await fetch(connection, RatingChangeRow, query)


async def all_standings(connection: AsyncConnection) -> list[RatingRow]:
    return await fetch(connection, RatingRow, select(ratings))


async def mark(connection: AsyncConnection, result_ids: Collection[int], verdict: VerdictColumns) -> None:
    """Stores whether these results count and why not: columns of `results`."""
    await connection.execute(update(results).where(results.c.id.in_(result_ids)).values(**verdict))


async def are_due(connection: AsyncConnection) -> bool:
    """Whether all ratings are still those of older rules."""
    return await is_there(connection, ratings_due.c.revision.is_not(None))


async def note_done(connection: AsyncConnection) -> None:
    await connection.execute(delete(ratings_due))


async def clear(connection: AsyncConnection) -> None:
    """Deletes everything that follows from results."""
    await connection.execute(delete(rating_changes))
    await connection.execute(delete(ratings))


async def write_changes(connection: AsyncConnection, rows: Iterable[RatingChangeRow]) -> None:
    """Writes many rows."""
    await _write_many(connection, rating_changes, [values_of(one) for one in rows])


async def write_standings(connection: AsyncConnection, rows: Iterable[RatingRow]) -> None:
    """Writes many rows."""
    stored = Instant().process_bind_param
    values = [values_of(one) for one in rows]  # of which `played_at` is the last
    await _write_many(connection, ratings, [(*one[:-1], stored(one[-1], connection.dialect)) for one in values])


async def _write_many(connection: AsyncConnection, table: Table, rows: list[tuple[Any, ...]]) -> None:
    if rows:  # past SQLAlchemy's preparation of each row, because there are very many
        statement = str(insert(table).compile(dialect=connection.dialect))
        await connection.exec_driver_sql(statement, rows)
