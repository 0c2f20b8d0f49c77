"""How ratings change when a rated match ends. See docs/ratings.md.

The transaction that ends the match also stores its result, so a crash neither loses nor doubles it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.engine.forgetting import count_together
from bot.match.reading.rated import ended_early, places_of, players_of
from bot.match.reading.reader import stored_match
from bot.match.reading.stored import StoredMatch
from bot.match.values import Audience, Status
from bot.match.values.new_event import NewEvent
from bot.match.values.privacy import privacy_of
from bot.ratings.computers import fixed_ratings
from bot.ratings.ledger import A_DAY, NEVER, RatedResult, Standing, Uncounted, Worth, day_of, is_expected, worth
from bot.ratings.rating import Rating
from bot.rules import Game
from bot.store.columns import VerdictColumns
from bot.store.queries import matches, people, ratings
from bot.store.rating_tables import RatingChangeRow, RatingRow, ResultRow


async def settle(
    connection: AsyncConnection, before: StoredMatch, event: NewEvent, games: Mapping[str, Game[Any]], now: datetime
) -> None:
    """Stores the result if the event just written has ended a rated match or its series."""
    ends = event.changes.get("status") == Status.OVER
    if not before.row.rated or not (ends or before.series is not None):
        return
    (rows,) = await matches.read(connection, [before.id])
    match = stored_match(rows, games, now)
    if match.series is not None:
        if not match.series.over:
            return
        counting = match.series.host or match.series.parts[-1].match_id
        if counting != match.id:
            (rows,) = await matches.read(connection, [counting])
            match = stored_match(rows, games, now)
    places, players = places_of(match), players_of(match)
    if places is None or players is None or await ratings.is_known(connection, match.id):
        return
    if await ended_early(connection, match):
        return
    levels = fixed_ratings(match.row.game)
    computers = {one: levels[one] for side in players for one in side if isinstance(one, str)}
    sides = tuple(map(tuple, players))
    await _enter(connection, match, RatedResult(0, match.id, match.row.game, now, sides, tuple(places), computers))


async def _enter(connection: AsyncConnection, match: StoredMatch, result: RatedResult) -> None:
    day, value = day_of(result.ended_at), await _judge(connection, result)
    barred = False
    if isinstance(value, Worth) and not await count_together(connection, match, result.people, day, A_DAY):
        value, barred = Uncounted.OFTEN, True
    number = await ratings.enter(
        connection,
        {
            "match_id": result.match_id,
            "game": result.game,
            "ended_at": result.ended_at,
            "sides": [list(side) for side in result.sides],
            "places": list(result.places),
            "computers": dict(result.computers) or None,
            "people": result.between,
            "barred": barred,
            "counts": not isinstance(value, Uncounted),
            "uncounted": value if isinstance(value, Uncounted) else None,
        },
    )
    if isinstance(value, Uncounted):
        return
    for change in changes_of(number, result, value):
        standing = standing_row(change.user_id, result.game, value.standings[change.user_id])
        await ratings.keep(connection, standing, change)
        await _list(connection, match, standing)


async def _judge(connection: AsyncConnection, result: RatedResult) -> Worth | Uncounted:
    """How a result changes ratings, or why it doesn't count, by the database. `Ledger.judge` goes by all results."""
    if await ratings.count_results(connection, result.between, *day_of(result.ended_at)) >= A_DAY:
        return Uncounted.OFTEN
    rows = await ratings.standings(connection, result.game, result.people)
    value = worth(result, {row.user_id: standing_of(row) for row in rows})
    return Uncounted.EXPECTED if is_expected(result, value) else value


async def _list(connection: AsyncConnection, match: StoredMatch, standing: RatingRow) -> None:
    """Lists someone on the leaderboard of the match's server, and on the global one if they agreed to that.

    As `ratings.relist` does for all matches.
    """
    user_row = standing.user_id
    privacy = privacy_of((await people.get(connection, user_row)).privacy)
    forgotten = any(one.user_row == user_row and one.discord_id is None for one in match.members)
    if forgotten or privacy.profile is Audience.NOBODY:
        return
    if match.place.guild_id is not None:
        await ratings.put_on_list(connection, standing, match.place.guild_id)
    if privacy.listed_everywhere:
        await ratings.put_on_list(connection, standing, ratings.EVERYWHERE)


def result_of(row: ResultRow) -> RatedResult:
    return RatedResult(
        row.id,
        row.match_id,
        row.game,
        row.ended_at,
        tuple(map(tuple, row.sides)),
        tuple(row.places),
        {level: Rating(*rating) for level, rating in (row.computers or {}).items()},
        early=row.uncounted == Uncounted.EARLY,
        barred=row.barred,
    )


def verdict_columns(value: Worth | Uncounted | None) -> VerdictColumns:
    """Whether a result counts and why not, as columns of `results`."""
    uncounted = value if isinstance(value, Uncounted) else None
    return {"counts": uncounted is None, "uncounted": uncounted}


def standing_of(row: RatingRow) -> Standing:
    rating = Rating(row.mu, row.sigma)
    return Standing(rating, row.matches, row.wins, row.streak, row.longest_streak, row.played_at or NEVER)


def standing_row(user_row: int, game: str, standing: Standing) -> RatingRow:
    """Someone's rating as it is stored."""
    return RatingRow(
        user_id=user_row,
        game=game,
        mu=standing.rating.mu,
        sigma=standing.rating.sigma,
        matches=standing.matches,
        wins=standing.wins,
        streak=standing.streak,
        longest_streak=standing.longest_streak,
        played_at=standing.played_at,
    )


def changes_of(number: int, result: RatedResult, value: Worth) -> Iterator[RatingChangeRow]:
    """How result `number` changed each person's rating."""
    for side, before, after in zip(result.sides, value.before, value.after, strict=True):
        for player, old, new in zip(side, before, after, strict=True):
            if isinstance(player, int):
                yield RatingChangeRow(
                    user_id=player,
                    game=result.game,
                    result_id=number,
                    mu_before=old.mu,
                    sigma_before=old.sigma,
                    mu=new.mu,
                    sigma=new.sigma,
                )
