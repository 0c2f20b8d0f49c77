"""People: rows with a Discord id until it is forgotten."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import UserColumns
from bot.store.order_tables import orders
from bot.store.personal_tables import digests, searches
from bot.store.practice_tables import (
    exercises,
    plans,
    progress,
    puzzle_runs,
    puzzle_standings,
    puzzle_tries,
    scratch_positions,
)
from bot.store.queries import addresses, contests, personal_blocks, ratings, reviews
from bot.store.queries.fetching import fetch, get_one, value_of
from bot.store.queries.new_rows import insert_row
from bot.store.tables import UserRow, board_words, lessons, matches, members, posts, reminders, seats, users, vacations
from bot.store.web_tables import web_sessions


@dataclass(frozen=True, slots=True, repr=False)
class MembershipRow:
    """Somebody's seat in a match; None if they sat or are invited there."""

    match_id: int
    seat: int | None
    status: str


MENTION = re.compile(r"<@!?(\d+)>")
"""A person's id in a text for Discord."""

THEIRS_ALONE = (
    *(reminders, digests, vacations, searches, orders, web_sessions),
    *(lessons, puzzle_tries, puzzle_standings, puzzle_runs, exercises, progress, plans, scratch_positions),
)
"""The tables whose rows are about one person and nobody else: nothing of them stays when that person is forgotten."""

LEAST_ID = 2**32
"""Discord ids are larger than this from its first second on; colours, scores and other numbers are smaller."""


async def user_row(connection: AsyncConnection, discord_id: int) -> int | None:
    """The row of this person, or None."""
    return await value_of(connection, int, select(users.c.id).where(users.c.discord_id == discord_id))


async def user_row_for(connection: AsyncConnection, discord_id: int, now: datetime) -> int:
    """The row of this person, created if it is missing."""
    user_id = await user_row(connection, discord_id)
    if user_id is not None:
        return user_id
    return await insert_row(connection, users, {"discord_id": discord_id, "created_at": now})


async def list_known(connection: AsyncConnection, user_rows: Collection[int]) -> list[int]:
    """The ids of those people of these rows who haven't been forgotten."""
    query = select(users.c.discord_id).where(users.c.id.in_(user_rows), users.c.discord_id.is_not(None))
    return list(await connection.scalars(query))


async def get(connection: AsyncConnection, user_row: int) -> UserRow:
    return await get_one(connection, UserRow, select(users).where(users.c.id == user_row))


async def change(connection: AsyncConnection, user_row: int, columns: UserColumns) -> None:
    await connection.execute(update(users).where(users.c.id == user_row).values(**columns))


async def locale(connection: AsyncConnection, discord_id: int) -> str | None:
    """The language of this person's Discord when they last used Crux, if it is known."""
    return await value_of(connection, str, select(users.c.locale).where(users.c.discord_id == discord_id))


async def note_locale(connection: AsyncConnection, discord_id: int, locale: str) -> None:
    """Stores the language of this person's Discord, if the person has a row."""
    await connection.execute(update(users).where(users.c.discord_id == discord_id).values(locale=locale))


async def memberships(connection: AsyncConnection, discord_id: int) -> list[MembershipRow]:
    """The matches where this person sits, sat or is invited: `match_id`, `status` and `seat`, oldest match first."""
    query = (
        select(members.c.match_id, members.c.seat, matches.c.status)
        .join(users, users.c.id == members.c.user_id)
        .join(matches, matches.c.id == members.c.match_id)
        .where(users.c.discord_id == discord_id)
        .order_by(members.c.match_id)
    )
    return await fetch(connection, MembershipRow, query)


async def count_played(connection: AsyncConnection, discord_id: int, status: str) -> int:
    """How many matches with this status the person plays and hasn't resigned. Parallel matches count once."""
    query = (
        select(func.count())
        .select_from(members)
        .join(users, users.c.id == members.c.user_id)
        .join(matches, matches.c.id == members.c.match_id)
        .join(seats, (seats.c.match_id == members.c.match_id) & (seats.c.number == members.c.seat))
        .where(
            users.c.discord_id == discord_id,
            matches.c.status == status,
            seats.c.resigned.is_(None),
            matches.c.part.is_(None) | (matches.c.part > 0),  # not the table of parallel matches
        )
    )
    return (await connection.scalar(query)) or 0


_KNOWN = (
    select(users.c.discord_id)
    .join(members, members.c.user_id == users.c.id)
    .join(posts, posts.c.match_id == members.c.match_id)
    .where(posts.c.id == bindparam("post_id"))
)


async def without_strangers(connection: AsyncConnection, post_id: int, words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The words of a post without the ids of people who aren't known, or no longer known, in its match."""
    ids = _ids_in(words)
    if not ids:
        return words
    known_ids = set(await connection.scalars(_KNOWN, {"post_id": post_id}))
    return _without(words, ids - known_ids)


def _ids_in(words: object) -> set[int]:
    """The ids of people in a document: in mentions, and numbers too large to be anything else."""
    match words:
        case str():
            return {int(number) for number in MENTION.findall(words)}
        case int() if words >= LEAST_ID:
            return {words}
        case Mapping():
            return set().union(*map(_ids_in, words.values()))
        case list() | tuple():
            return set().union(*map(_ids_in, words))
        case _:
            return set()


def _without(words: Mapping[str, Any], discord_ids: Collection[int]) -> Mapping[str, Any]:
    if not discord_ids:
        return words
    any_of_them = "|".join(map(str, discord_ids))
    anonymous: dict[str, Any] = json.loads(re.sub(rf"(?<!\d)(?:{any_of_them})(?!\d)", "0", json.dumps(words)))
    return anonymous


async def forget(connection: AsyncConnection, discord_id: int) -> None:
    """Deletes the id everywhere. The rows stay, because logs point to them."""
    row = await user_row(connection, discord_id)
    await personal_blocks.forget(connection, discord_id, row)
    if row is None:
        return
    theirs = select(members.c.match_id).where(members.c.user_id == row)
    rows = await connection.execute(
        select(board_words).join(posts, posts.c.id == board_words.c.post_id).where(posts.c.match_id.in_(theirs))
    )
    for post_id, words in rows.all():
        scrubbed = _without(words, {discord_id})
        if scrubbed != words:
            await connection.execute(update(board_words).where(board_words.c.post_id == post_id).values(words=scrubbed))
    await connection.execute(
        update(members).where(members.c.user_id == row, members.c.seat.is_(None)).values(invited=False)
    )
    for table in THEIRS_ALONE:
        await connection.execute(delete(table).where(table.c.user_id == row))
    await reviews.forget(connection, row)
    await addresses.end_of_person(connection, row)
    await ratings.take_off_lists(connection, row)  # the ratings stay, because those of others follow from them
    await contests.forget(connection, row)
    nothing = {"discord_id": None, "habits": None, "vacation_until": None, "privacy": None, "locale": None}
    await connection.execute(update(users).where(users.c.id == row).values(**nothing))
