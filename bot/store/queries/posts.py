"""The outbox: queued and delivered boards. A post is due exactly while `due_at` is set."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Update, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import PostColumns
from bot.store.queries import people
from bot.store.queries.fetching import fetch, fetch_one, soonest
from bot.store.shards import Shards
from bot.store.tables import PostRow, board_words, posts


@dataclass(frozen=True, slots=True, repr=False)
class PostWithWords(PostRow):
    """A post that has its buttons."""

    words: Mapping[str, Any]


# Every turn uses these. Building them takes longer than SQLite takes to run them.
_OF_MATCH = posts.c.match_id == bindparam("match_id")
_DELIVERED = posts.c.posted_at.is_not(None)
_BY_NOW = or_(posts.c.due_at <= bindparam("now"), posts.c.due_at > bindparam("at_latest"))
_DUE = (
    select(posts)
    .where(posts.c.due_at.is_not(None), posts.c.calls == bindparam("calls"), _BY_NOW)
    .order_by(posts.c.due_at, posts.c.id)
    .limit(bindparam("limit"))
)
_IS_DUE = select(posts.c.id).where(
    posts.c.id == bindparam("post_id"), posts.c.due_at.is_not(None), posts.c.superseded.is_(False)
)
_NEWEST_DELIVERED = select(posts).where(_OF_MATCH, _DELIVERED).order_by(posts.c.id.desc()).limit(1)
_ON_DISPLAY = (
    select(posts, board_words.c.words)
    .join(board_words, board_words.c.post_id == posts.c.id)
    .where(_OF_MATCH, posts.c.id == select(func.max(posts.c.id)).where(_OF_MATCH).scalar_subquery())
    .where(_DELIVERED, posts.c.stripped_at.is_(None))
)
_TO_STRIP = (
    select(posts, board_words.c.words)
    .join(board_words, board_words.c.post_id == posts.c.id)
    .where(_OF_MATCH, _DELIVERED, posts.c.stripped_at.is_(None))
    .where(posts.c.id < select(func.max(posts.c.id)).where(_OF_MATCH, _DELIVERED).scalar_subquery())
    .order_by(posts.c.id)
)
_LEFT_BEHIND = (
    select(posts.c.match_id)
    .where(_DELIVERED, posts.c.stripped_at.is_(None))
    .group_by(posts.c.match_id)
    .having(func.count() > 1)
)
_GIVEN_UP = (
    select(posts)
    .where(posts.c.problem == bindparam("problem"), posts.c.due_at.is_(None))
    .where(posts.c.posted_at.is_(None), posts.c.superseded.is_(False))
    .order_by(posts.c.id)
)
_MISSED = (
    select(posts.c.id)
    .where(_OF_MATCH, posts.c.id > bindparam("after"), posts.c.id < bindparam("before"))
    .where(posts.c.anew.is_(True), posts.c.posted_at.is_(None))
    .limit(1)
)
_OTHER = posts.alias()
_MATCH_OF = select(_OTHER.c.match_id).where(_OTHER.c.id == bindparam("of_post"))

# The parameters to search for have names of their own: names of columns would be taken for new values.
_NEW = insert(posts)
_SUPERSEDED = (
    update(posts)
    .where(posts.c.match_id == bindparam("of_match"), posts.c.posted_at.is_(None), posts.c.superseded.is_(False))
    .values(superseded=True, due_at=None)
)
_POSTED = (
    update(posts)
    .where(posts.c.id == bindparam("of_post"), posts.c.posted_at.is_(None))
    .values(due_at=None, attempts=posts.c.attempts + 1)
)
_SAME_MESSAGE = (posts.c.match_id == _MATCH_OF.scalar_subquery(), posts.c.message_id == bindparam("of_message"))
_REPLACED = (
    update(posts)
    .where(*_SAME_MESSAGE, posts.c.id < select(func.max(posts.c.id)).where(*_SAME_MESSAGE).scalar_subquery())
    .where(posts.c.stripped_at.is_(None))
)
_WITHOUT_BUTTONS = posts.alias()
_WORDS = insert(board_words)
_WORDS_OF = select(board_words.c.words).where(board_words.c.post_id == bindparam("of_post"))
_REPLACED_WORDS = delete(board_words).where(
    board_words.c.post_id.in_(
        select(_WITHOUT_BUTTONS.c.id)
        .where(_WITHOUT_BUTTONS.c.match_id == _MATCH_OF.scalar_subquery())
        .where(_WITHOUT_BUTTONS.c.message_id == bindparam("of_message"), _WITHOUT_BUTTONS.c.stripped_at.is_not(None))
    )
)
_STRIPPED = update(posts).where(posts.c.id == bindparam("of_post"))
_STRIPPED_WORDS = delete(board_words).where(board_words.c.post_id == bindparam("of_post"))


async def write(connection: AsyncConnection, columns: PostColumns) -> None:
    """Queues a post of a match; its older undelivered posts are superseded."""
    await connection.execute(_SUPERSEDED, {"of_match": columns["match_id"]})
    await connection.execute(_NEW, {"attempts": 0, "superseded": False, **columns})


async def hurry(connection: AsyncConnection, match_id: int, version: int, now: datetime) -> bool:
    """Makes the post of this version due now, as a new message; False if it no longer waits."""
    waiting = update(posts).where(posts.c.match_id == match_id, posts.c.version == version, posts.c.due_at.is_not(None))
    return (await connection.execute(waiting.values(due_at=now, anew=True, calls=True))).rowcount > 0


async def shown_in(connection: AsyncConnection, message_id: int) -> tuple[int, int] | None:
    """The match and the newest version that this message has shown."""
    query = select(posts.c.match_id, posts.c.version).where(posts.c.message_id == message_id)
    row = (await connection.execute(query.order_by(posts.c.version.desc()).limit(1))).first()
    return None if row is None else (row.match_id, row.version)


async def due(
    connection: AsyncConnection, now: datetime, at_latest: datetime, limit: int, shards: Shards
) -> list[PostRow]:
    """The posts of these shards due by now, and those that claim to be due later than `at_latest`.

    Those that someone waits for come first, then the others; of each the longest waiting first.
    """
    due: list[PostRow] = []
    query = shards.among(_DUE, posts.c.guild_id)
    for calls in (True, False):
        values = {"calls": calls, "now": now, "at_latest": at_latest, "limit": limit - len(due)}
        due += await fetch(connection, PostRow, query, values)
    return due


async def is_due(connection: AsyncConnection, post_id: int) -> bool:
    """Whether this post must still be delivered: it hasn't been overtaken by a newer one, delivered or given up.

    Ask right before sending: drawing takes time, and a post shows the match as it is when it is sent.
    """
    return await connection.scalar(_IS_DUE, {"post_id": post_id}) is not None


async def waiting(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The ids of all posts of these shards that must still be delivered, whenever their next attempt is."""
    query = select(posts.c.id).where(posts.c.due_at.is_not(None))
    return list(await connection.scalars(shards.among(query, posts.c.guild_id)))


async def next_due_at(connection: AsyncConnection) -> datetime | None:
    """When the next post is due, which may be in the past; None if nothing waits."""
    moments = [await soonest(connection, posts.c.due_at, posts.c.calls == calls) for calls in (True, False)]
    return min(filter(None, moments), default=None)


async def note_posted(
    connection: AsyncConnection, post_id: int, message_id: int, words: Mapping[str, Any] | None, now: datetime
) -> None:
    """Records that it was delivered as this message. The first message recorded counts.

    Stores no words that name people who were forgotten while it was being sent.
    """
    values = {"of_post": post_id, "message_id": message_id, "posted_at": now}
    if (await connection.execute(_POSTED, values)).rowcount:
        known_words = dict(await people.without_strangers(connection, post_id, words or {}))
        await connection.execute(_WORDS, {"post_id": post_id, "words": known_words})
    # A post that replaced an older one supersedes it, even if the older one's delivery is recorded later.
    same = {"of_post": post_id, "of_message": message_id}
    if (await connection.execute(_REPLACED, {**same, "stripped_at": now})).rowcount:
        await connection.execute(_REPLACED_WORDS, same)


async def on_display(connection: AsyncConnection, match_id: int) -> PostWithWords | None:
    """The match's newest post if it is delivered and has its buttons, with its words."""
    return await fetch_one(connection, PostWithWords, _ON_DISPLAY, {"match_id": match_id})


async def words_of(connection: AsyncConnection, post_id: int) -> Mapping[str, Any]:
    """The words of a board that has its buttons; empty for all others."""
    words: Mapping[str, Any] | None = await connection.scalar(_WORDS_OF, {"of_post": post_id})
    return words or {}


async def note_words(connection: AsyncConnection, post_id: int, words: Mapping[str, Any]) -> None:
    """Replaces the words of a board that has its buttons by what it says now; `words` as for `note_posted`."""
    known_words = dict(await people.without_strangers(connection, post_id, words))
    await connection.execute(update(board_words).where(board_words.c.post_id == post_id).values(words=known_words))


async def note_failed(connection: AsyncConnection, post_id: int, problem: str, due_at: datetime | None) -> None:
    """Records a failed attempt; `due_at` None gives up. A post delivered or superseded meanwhile stays that way."""
    values = {"problem": problem, "due_at": due_at, "attempts": posts.c.attempts + 1}
    await connection.execute(_update_undelivered(post_id).values(**values))


async def to_strip(connection: AsyncConnection, match_id: int) -> list[PostWithWords]:
    """Delivered posts with buttons that are older than the newest delivered one, oldest first."""
    return await fetch(connection, PostWithWords, _TO_STRIP, {"match_id": match_id})


async def matches_to_strip(connection: AsyncConnection, shards: Shards) -> list[int]:
    """The matches of these shards where an older board still has its buttons. Reads all matches."""
    return list(await connection.scalars(shards.among(_LEFT_BEHIND, posts.c.guild_id)))


async def list_given_up(connection: AsyncConnection, problem: str, shards: Shards) -> list[PostRow]:
    """The newest posts of matches of these shards that were given up because of this problem, oldest first."""
    query = shards.among(_GIVEN_UP, posts.c.guild_id)
    return await fetch(connection, PostRow, query, {"problem": problem})


async def retry(connection: AsyncConnection, post_id: int, now: datetime) -> None:
    """Makes a post that was given up due again. Doesn't affect one that was delivered or superseded meanwhile."""
    await connection.execute(_update_undelivered(post_id).values(due_at=now))


def _update_undelivered(post_id: int) -> Update:
    return update(posts).where(posts.c.id == post_id, posts.c.posted_at.is_(None), posts.c.superseded.is_(False))


async def newest(connection: AsyncConnection, match_id: int) -> int:
    """The id of the match's newest post, 0 if there is none."""
    return (await connection.scalar(select(func.max(posts.c.id)).where(posts.c.match_id == match_id))) or 0


async def newest_was_given_up(connection: AsyncConnection, match_id: int) -> bool:
    """Whether delivering the match's newest post failed for good."""
    query = select(posts.c.problem, posts.c.due_at, posts.c.message_id).where(posts.c.match_id == match_id)
    newest = (await connection.execute(query.order_by(posts.c.id.desc()).limit(1))).one_or_none()
    return newest is not None and newest.problem is not None and newest.due_at is None and newest.message_id is None


async def newest_delivery(connection: AsyncConnection, match_id: int) -> PostRow | None:
    return await fetch_one(connection, PostRow, _NEWEST_DELIVERED, {"match_id": match_id})


async def one_was_missed(connection: AsyncConnection, match_id: int, after: int, before: int) -> bool:
    """Whether a post between these two was to be a new message and was never sent."""
    return await connection.scalar(_MISSED, {"match_id": match_id, "after": after, "before": before}) is not None


async def overtaken(connection: AsyncConnection, match_id: int, before: int) -> list[int]:
    """The versions of posts, older than this one and newer than the newest delivered one, whose fate isn't recorded."""
    newest_delivered_id = select(func.max(posts.c.id)).where(
        posts.c.match_id == match_id, posts.c.posted_at.is_not(None)
    )
    query = (
        select(posts.c.version)
        .where(posts.c.match_id == match_id, posts.c.id < before)
        .where(posts.c.id > func.coalesce(newest_delivered_id.scalar_subquery(), 0))
    )
    return list(await connection.scalars(query))


async def messages(connection: AsyncConnection, match_id: int) -> list[int]:
    """The messages of all delivered boards of the match."""
    query = select(posts.c.message_id).where(posts.c.match_id == match_id, posts.c.message_id.is_not(None))
    return list(await connection.scalars(query.distinct()))


async def note_stripped(connection: AsyncConnection, post_id: int, now: datetime) -> None:
    """Records that its buttons are gone, and deletes its words."""
    await connection.execute(_STRIPPED, {"of_post": post_id, "stripped_at": now})
    await connection.execute(_STRIPPED_WORDS, {"of_post": post_id})
