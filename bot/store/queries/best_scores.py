"""Best scores of matches played alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Exists, Select, Text, cast, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.daily_tables import daily_tries
from bot.store.queries.fetching import fetch
from bot.store.tables import events, matches, members, seats, series


@dataclass(frozen=True, slots=True, repr=False)
class BestRow:
    """A match that somebody finished alone."""

    id: int
    score: int
    ended_at: datetime


SCORE = matches.c.ending[("scores", 0)].as_integer()


def _with_a_computer(match_id: ColumnElement[int] | int) -> Exists:
    """Whether a computer played in the match: a seat, or a turn that timed out."""
    by_computer = (events.c.kind == "move") & events.c.data["computer"].as_string().is_not(None)
    return exists().where(events.c.match_id == match_id, (events.c.kind == "seat") | by_computer)


def _is_practice(match_id: ColumnElement[int], series_id: ColumnElement[int | None]) -> ColumnElement[bool]:
    """Whether the match had the deal of a daily, which its player knew already."""
    of_daily = exists().where(series.c.id == series_id, series.c.kind == "daily")
    return of_daily & ~exists().where(daily_tries.c.match_id == match_id)


def _alone(user_row: int, game: str, *columns: ColumnElement[Any]) -> Select[Any]:
    """Finished matches of the game with one seat, played by this person alone and no computer, without practice."""
    others = members.alias()
    somebody_else = exists().where(
        others.c.match_id == matches.c.id, others.c.seat.is_not(None), others.c.user_id != user_row
    )
    second_seat = exists().where(seats.c.match_id == matches.c.id, seats.c.number > 0)
    return (
        select(*columns)
        .select_from(matches)
        .join(members, members.c.match_id == matches.c.id)
        .where(members.c.user_id == user_row, members.c.seat == 0, matches.c.game == game, matches.c.status == "over")
        .where(matches.c.ending["kind"].as_string() == "played", SCORE.is_not(None))
        .where(~_is_practice(matches.c.id, matches.c.series_id))
        .where(~second_seat, ~somebody_else, ~_with_a_computer(matches.c.id))
    )


async def computer_has_played(connection: AsyncConnection, match_id: int) -> bool:
    """Whether a computer played in this match."""
    return bool(await connection.scalar(select(_with_a_computer(match_id))))


async def kinds(connection: AsyncConnection, user_row: int, game: str) -> list[str]:
    """The options of such matches: each document that occurs, as the text stored in the database."""
    query = _alone(user_row, game, cast(matches.c.options, Text)).distinct()
    return list(await connection.scalars(query))


async def best(connection: AsyncConnection, user_row: int, game: str, options: list[str], limit: int) -> list[BestRow]:
    """The best such matches with one of these options, of equal ones the earlier first: `id`, `score`, `ended_at`."""
    query = (
        _alone(user_row, game, matches.c.id, SCORE.label("score"), matches.c.ended_at)
        .where(cast(matches.c.options, Text).in_(options))
        .order_by(SCORE.desc(), matches.c.ended_at, matches.c.id)
        .limit(limit)
    )
    return await fetch(connection, BestRow, query)


async def rank(
    connection: AsyncConnection, user_row: int, game: str, options: list[str], score: int
) -> tuple[int, int]:
    """How many such matches with one of these options have a better score, and how many there are."""
    query = _alone(user_row, game, func.count().filter(score < SCORE), func.count())
    row = (await connection.execute(query.where(cast(matches.c.options, Text).in_(options)))).one()
    return row[0], row[1]
