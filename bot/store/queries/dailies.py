"""The dailies: chains of seeds, the deals of the days, and people's tries."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Integer, Select, case, cast, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import DailyShareColumns
from bot.store.daily_tables import (
    DailyChainRow,
    DailyRow,
    DailyShareRow,
    dailies,
    daily_announcements,
    daily_chains,
    daily_shares,
    daily_tries,
    outages,
)
from bot.store.queries.best_scores import SCORE
from bot.store.queries.fetching import columns_of, fetch, fetch_one, value_of
from bot.store.queries.new_rows import put
from bot.store.queries.ratings import IS_LISTED
from bot.store.queries.service import BLOCKED_SERVERS
from bot.store.shards import Shards
from bot.store.tables import guild_settings, matches, members, series, users


@dataclass(frozen=True, slots=True, repr=False)
class ScoreRow:
    """What somebody scored in a try, and on which server it was begun."""

    match_id: int
    guild_id: int | None
    score: int


@dataclass(frozen=True, slots=True, repr=False)
class PointsRow:
    """Somebody's points on so many days."""

    discord_id: int
    points: int
    days: int


async def chains(connection: AsyncConnection) -> list[DailyChainRow]:
    """All chains of seeds, oldest first. Secret, except for days that are over."""
    return await fetch(connection, DailyChainRow, select(daily_chains).order_by(daily_chains.c.first_day))


async def add_chain(connection: AsyncConnection, first_day: date, links: int, last_link: bytes) -> None:
    """Adds a chain. Raises IntegrityError if another one begins on that day."""
    await connection.execute(insert(daily_chains).values(first_day=first_day, links=links, last_link=last_link))


async def note_published(connection: AsyncConnection, chain_id: int, day: date, now: datetime) -> list[date]:
    """The seeds of a chain up to this day are public from here on, and tries that aren't over no longer count.

    Returns the days that somebody has begun and whose series ends by that.
    """
    await connection.execute(update(daily_chains).where(daily_chains.c.id == chain_id).values(published=day))
    past = [row for row in await open_days(connection) if row.day <= day]
    days = [row.day for row in past]
    is_over = exists().where(matches.c.id == daily_tries.c.match_id, matches.c.status == "over")
    await connection.execute(update(daily_tries).where(daily_tries.c.day.in_(days), ~is_over).values(late=True))
    these = series.c.id.in_([row.series_id for row in past])
    await connection.execute(update(series).where(these).values(ended_at=now))
    return days


async def read(connection: AsyncConnection, day: date) -> DailyRow | None:
    """The deal of a day; None if nobody has begun it."""
    return await fetch_one(connection, DailyRow, select(dailies).where(dailies.c.day == day))


async def add(connection: AsyncConnection, daily: DailyRow) -> None:
    """Adds the deal of a day that is begun for the first time. Raises IntegrityError if there is one."""
    await connection.execute(insert(dailies), columns_of(daily))


async def set_benchmark(connection: AsyncConnection, day: date, score: int) -> None:
    await connection.execute(update(dailies).where(dailies.c.day == day).values(benchmark=score))


async def open_days(connection: AsyncConnection) -> list[DailyRow]:
    """The dailies that aren't closed, oldest first."""
    query = select(dailies).join(series).where(series.c.ended_at.is_(None))
    return await fetch(connection, DailyRow, query.order_by(dailies.c.day))


async def add_try(connection: AsyncConnection, match_id: int, day: date, user_id: int) -> None:
    """Adds someone's try of a day. Raises IntegrityError if this person has begun one."""
    await connection.execute(insert(daily_tries).values(match_id=match_id, day=day, user_id=user_id))


async def try_of(connection: AsyncConnection, day: date, discord_id: int) -> int | None:
    """The number of this person's try of a day; None if there is none."""
    query = select(daily_tries.c.match_id).join(users, users.c.id == daily_tries.c.user_id)
    mine = query.where(daily_tries.c.day == day, users.c.discord_id == discord_id)
    return await value_of(connection, int, mine)


async def open_tries(connection: AsyncConnection, user_row: int, now: datetime) -> list[tuple[date, datetime]]:
    """The days whose daily the person of this row has begun and that go on, and when each of them is over."""
    query = select(dailies.c.day, dailies.c.closes_at).join(daily_tries, daily_tries.c.day == dailies.c.day)
    rows = await connection.execute(query.where(daily_tries.c.user_id == user_row, dailies.c.closes_at > now))
    return [(day, closes_at) for day, closes_at in rows.all()]


async def practice_of(connection: AsyncConnection, day: date, discord_id: int) -> int | None:
    """The number of this person's newest running practice match of a day; None if there is none."""
    query = (
        select(func.max(matches.c.id))
        .join(dailies, dailies.c.series_id == matches.c.series_id)
        .join(members, members.c.match_id == matches.c.id)
        .join(users, users.c.id == members.c.user_id)
        .where(dailies.c.day == day, users.c.discord_id == discord_id, matches.c.status == "running")
        .where(~exists().where(daily_tries.c.match_id == matches.c.id))
    )
    return await value_of(connection, int, query)


def _select_finished(*columns: Any) -> Select[Any]:
    """Tries that were finished in time."""
    return (
        select(*columns)
        .select_from(daily_tries)
        .join(dailies, dailies.c.day == daily_tries.c.day)
        .join(matches, matches.c.id == daily_tries.c.match_id)
        .where(matches.c.status == "over", matches.c.ending["kind"].as_string() == "played", SCORE.is_not(None))
        .where(matches.c.ended_at < dailies.c.closes_at, ~daily_tries.c.late)
    )


async def scores_beside(connection: AsyncConnection, match_id: int) -> list[ScoreRow]:
    """All scores on the day of this try: `match_id`, `score`, and the `guild_id` where it was begun."""
    day = select(daily_tries.c.day).where(daily_tries.c.match_id == match_id).scalar_subquery()
    query = _select_finished(daily_tries.c.match_id, matches.c.guild_id, SCORE.label("score"))
    return await fetch(connection, ScoreRow, query.where(daily_tries.c.day == day))


async def days_of(connection: AsyncConnection, discord_id: int) -> set[date]:
    """The days whose daily this person has finished."""
    query = _select_finished(daily_tries.c.day).join(users, users.c.id == daily_tries.c.user_id)
    return set(await connection.scalars(query.where(users.c.discord_id == discord_id)))


async def points(connection: AsyncConnection, first: date, last: date, guild_id: int) -> list[PointsRow]:
    """The points of everyone who may be listed and finished a daily of these days on a server, most first.

    `discord_id`, `points` and `days`. A day is worth up to 100 points: the percentage of players, the person included,
    who scored no more.
    """
    no_better = func.count().over(partition_by=daily_tries.c.day, order_by=SCORE)
    everybody = func.count().over(partition_by=daily_tries.c.day)
    # In whole numbers, because databases round halves differently.
    share = (200 * no_better + everybody) // (2 * everybody)
    worth = _select_finished(daily_tries.c.user_id, matches.c.guild_id, share.label("worth"))
    each = worth.where(daily_tries.c.day.between(first, last)).subquery()
    total = func.sum(each.c.worth)
    query = (
        select(users.c.discord_id, cast(total, Integer).label("points"), func.count().label("days"))
        .join(users, users.c.id == each.c.user_id)
        .where(IS_LISTED)
        .group_by(users.c.discord_id)
        .having(func.max(case((each.c.guild_id == guild_id, 1), else_=0)) == 1)
        .order_by(total.desc(), func.count(), users.c.discord_id)
    )
    return await fetch(connection, PointsRow, query)


async def to_announce(connection: AsyncConnection, day: date, hour: int, shards: Shards) -> list[tuple[int, int]]:
    """The servers of these shards that want to be told of this day's deal by this hour and haven't been.

    With the channel of each.
    """
    from_hour, channel = (guild_settings.c.settings[name].as_integer() for name in ("daily_hour", "announcements"))
    is_announced = exists().where(
        daily_announcements.c.guild_id == guild_settings.c.guild_id, daily_announcements.c.day == day
    )
    query = select(guild_settings.c.guild_id, channel).where(from_hour <= hour, channel.is_not(None), ~is_announced)
    query = query.where(guild_settings.c.guild_id.not_in(BLOCKED_SERVERS))
    mine = shards.among(query, guild_settings.c.guild_id)
    return [(guild_id, channel_id) for guild_id, channel_id in (await connection.execute(mine)).all()]


async def note_announced(connection: AsyncConnection, guild_id: int, day: date) -> None:
    """A server was told of this day's deal. Raises IntegrityError if that is noted."""
    await connection.execute(insert(daily_announcements).values(guild_id=guild_id, day=day))


async def add_outage(connection: AsyncConnection, began_at: datetime, ended_at: datetime) -> None:
    await connection.execute(insert(outages).values(began_at=began_at, ended_at=ended_at))


async def outages_since(connection: AsyncConnection, since: datetime) -> list[tuple[datetime, datetime]]:
    """When outages began and ended, for those that ended later than `since`; oldest first."""
    query = select(outages.c.began_at, outages.c.ended_at).where(outages.c.ended_at > since)
    return [(began, ended) for began, ended in (await connection.execute(query.order_by(outages.c.began_at))).all()]


# Sharing


async def share_of(connection: AsyncConnection, match_id: int) -> DailyShareRow | None:
    """Where the result of a try was shared; None if it wasn't."""
    query = select(daily_shares).where(daily_shares.c.match_id == match_id)
    return await fetch_one(connection, DailyShareRow, query)


async def set_share(connection: AsyncConnection, match_id: int, columns: DailyShareColumns) -> None:
    await put(connection, daily_shares, {"match_id": match_id}, columns)


async def set_shared_message(connection: AsyncConnection, match_id: int, message_id: int) -> None:
    query = update(daily_shares).where(daily_shares.c.match_id == match_id)
    await connection.execute(query.values(message_id=message_id))


async def delete_share(connection: AsyncConnection, match_id: int) -> None:
    """The result of a try wasn't shared after all."""
    await connection.execute(delete(daily_shares).where(daily_shares.c.match_id == match_id))
