"""Everything stored about one person."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Table, Text, cast, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.contest_tables import league_players, tournament_players
from bot.store.daily_tables import champion_roles, daily_shares, daily_tries
from bot.store.personal_tables import personal_blocks
from bot.store.queries.people import THEIRS_ALONE
from bot.store.queries.service import PERSON
from bot.store.rating_tables import leaderboards, rating_changes, ratings, results
from bot.store.service_tables import blocks
from bot.store.tables import board_words, events, matches, members, posts, users

_LEFT_OUT = {"id", "user_id", "member_id", "nonce", "chance", "window", "digest", "seed"}
"""Internal numbers, what tells a browser from others, and luck, as not all of it is public while a match runs."""

NOBODY = 0  # the row of none

_OF_USER = {
    table.name: table
    for table in (
        *(*THEIRS_ALONE, personal_blocks, ratings, leaderboards),
        *(daily_tries, league_players, tournament_players, champion_roles),
    )
}


def _columns(table: Table) -> Sequence[ColumnElement[Any]]:
    return [column for column in table.columns if column.name not in _LEFT_OUT]


async def of_person(
    connection: AsyncConnection, user_row: int | None, discord_id: int
) -> dict[str, list[Mapping[str, Any]]]:
    """Everything by subject: lists of documents, all with the same keys. A blocked person may have no row."""
    user_row = NOBODY if user_row is None else user_row
    mine = members.c.user_id == user_row
    queries = {
        "person": select(users).where(users.c.id == user_row),
        **{
            name: select(*_columns(table)).where(table.c.user_id == user_row).order_by(*table.primary_key)
            for name, table in _OF_USER.items()
        },
        "daily_shares": select(*_columns(daily_shares))
        .join(daily_tries, daily_tries.c.match_id == daily_shares.c.match_id)
        .where(daily_tries.c.user_id == user_row)
        .order_by(daily_shares.c.match_id),
        "matches": select(
            *_columns(members),
            matches.c.game,
            matches.c.status,
            matches.c.guild_id,
            matches.c.channel_id,
            matches.c.thread_id,
            (matches.c.opener_id == user_row).label("opened_by_me"),
        )
        .join(matches, matches.c.id == members.c.match_id)
        .where(mine)
        .order_by(members.c.id),
        "events": select(*_columns(events))
        .join(members, members.c.id == events.c.member_id)
        .where(mine)
        .order_by(events.c.match_id, events.c.number),
        "results": select(*_columns(rating_changes), results.c.match_id, results.c.ended_at)
        .join(results, results.c.id == rating_changes.c.result_id)
        .where(rating_changes.c.user_id == user_row)
        .order_by(rating_changes.c.result_id),
        "blocks": select(blocks.c.discord_id, blocks.c.blocked_at).where(
            blocks.c.kind == PERSON, blocks.c.discord_id == discord_id
        ),
        "boards": select(posts.c.match_id, posts.c.channel_id, posts.c.message_id, posts.c.posted_at)
        .join(board_words, board_words.c.post_id == posts.c.id)
        .join(members, members.c.match_id == posts.c.match_id)
        .where(mine, cast(board_words.c.words, Text).contains(str(discord_id)))
        .order_by(posts.c.id),
    }
    return {
        name: [dict(row) for row in (await connection.execute(query)).mappings()] for name, query in queries.items()
    }
