"""Matches, their seats, members, logs and snapshots."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    RowMapping,
    Select,
    Text,
    and_,
    bindparam,
    false,
    func,
    insert,
    not_,
    or_,
    select,
    type_coerce,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries import series as series_queries
from bot.store.queries.new_rows import insert_row
from bot.store.tables import events, matches, members, seats, seeds, snapshots, users

RECENT = 12
"""How many of a match's newest events are read along with it."""


@dataclass(frozen=True, repr=False)
class Snapshot:
    """The position kept beside the log, as the texts that are in the database: they are read only when asked for."""

    version: int
    document_text: str
    before_text: str | None
    trail_text: str | None

    def document(self) -> Any:
        """The position's document. ValueError if it is damaged."""
        return json.loads(self.document_text)

    def before(self) -> Any:
        """The document of the position before the trail's first decision, None if there is none. ValueError as well."""
        return None if self.before_text is None else json.loads(self.before_text)

    def trail(self) -> Any:
        """The newest decisions, None if none were kept. ValueError as well."""
        return None if self.trail_text is None else json.loads(self.trail_text)


@dataclass(frozen=True, repr=False)
class Rows:
    """All that is read for one match. The seed isn't among it; hidden cards may be, so nothing of it is shown."""

    match: RowMapping
    seats: list[RowMapping] = field(default_factory=list)
    members: list[RowMapping] = field(default_factory=list)
    snapshot: Snapshot | None = None
    recent: list[RowMapping] = field(default_factory=list)
    series: series_queries.SeriesRows | None = None

    def __repr__(self) -> str:
        return f"<Rows of match {self.match['id']}>"


# Made once: to put such a question together takes longer than SQLite takes to answer it.
_WANTED: BindParameter[Any] = bindparam("match_ids", expanding=True)
_HEADS = select(matches).where(matches.c.id.in_(_WANTED))
_SEATS = select(seats).where(seats.c.match_id.in_(_WANTED)).order_by(seats.c.number)
_MEMBERS = (
    select(members, users.c.discord_id)
    .join(users, users.c.id == members.c.user_id)
    .where(members.c.match_id.in_(_WANTED))
    .order_by(members.c.seated_by, members.c.id)
)
# As texts: whether a damaged one matters is for those to say who want to read it.
_SNAPSHOTS = select(
    snapshots.c.match_id,
    snapshots.c.version,
    type_coerce(snapshots.c.document, Text).label("document"),
    type_coerce(snapshots.c.before, Text).label("before"),
    type_coerce(snapshots.c.trail, Text).label("trail"),
).where(snapshots.c.match_id.in_(_WANTED))
_NEWEST = (
    select(events)
    .join(matches, matches.c.id == events.c.match_id)
    .where(events.c.match_id.in_(_WANTED), events.c.number > matches.c.version - RECENT)
    .order_by(events.c.number)
)


ByMatch = Mapping[int, list[RowMapping]]


def _read(
    connection: Connection, wanted: Mapping[str, Any]
) -> tuple[Mapping[int, RowMapping], ByMatch, ByMatch, Mapping[int, Snapshot], ByMatch]:
    def by_match(query: Select[Any]) -> ByMatch:
        found: dict[int, list[RowMapping]] = defaultdict(list)
        for row in connection.execute(query, wanted).mappings():
            found[row["match_id"]].append(row)
        return found

    positions = {
        row["match_id"]: Snapshot(row["version"], row["document"], row["before"], row["trail"])
        for row in connection.execute(_SNAPSHOTS, wanted).mappings()
    }
    heads = {row["id"]: row for row in connection.execute(_HEADS, wanted).mappings()}
    return heads, by_match(_SEATS), by_match(_MEMBERS), positions, by_match(_NEWEST)


async def read(connection: AsyncConnection, match_ids: Collection[int]) -> list[Rows]:
    """These matches in the order of the ids; those that don't exist are left out."""
    heads, sat, people, positions, newest = await connection.run_sync(_read, {"match_ids": list(match_ids)})
    all_series = await series_queries.read(connection, {row["series_id"] for row in heads.values()} - {None})
    return [
        Rows(
            heads[one],
            sat[one],
            people[one],
            positions.get(one),
            newest[one],
            all_series.get(heads[one]["series_id"]),
        )
        for one in match_ids
        if one in heads
    ]


_THEIR = matches.alias()
_THEIRS = (
    select(members.c.match_id)
    .join(users, users.c.id == members.c.user_id)
    .join(seats, and_(seats.c.match_id == members.c.match_id, seats.c.number == members.c.seat))
    .join(_THEIR, _THEIR.c.id == members.c.match_id)
    .where(
        users.c.discord_id == bindparam("discord_id"), or_(seats.c.resigned.is_(None), _THEIR.c.ended_at.is_not(None))
    )
)


async def listed(
    connection: AsyncConnection,
    *,
    statuses: Iterable[str],
    discord_id: int | None = None,
    guild_id: int | None = None,
    channel_id: int | None = None,
    with_private: bool = True,
    limit: int = 100,
) -> list[int]:
    """The ids of matches that fit all that is given, the one with the newest event first.

    `discord_id` sits at it, and hasn't resigned if it still goes on; `channel_id` is its channel or its thread.
    """
    query = select(matches.c.id).where(matches.c.status.in_(list(statuses)))
    if not with_private:
        query = query.where(matches.c.private.is_(False))
    if discord_id is not None:
        query = query.where(matches.c.id.in_(_THEIRS))
    if guild_id is not None:
        query = query.where(matches.c.guild_id == guild_id)
    if channel_id is not None:
        query = query.where(or_(matches.c.channel_id == channel_id, matches.c.thread_id == channel_id))
    query = query.order_by(matches.c.updated_at.desc(), matches.c.id.desc()).limit(limit)
    return list((await connection.execute(query, {} if discord_id is None else {"discord_id": discord_id})).scalars())


async def open_since_before(connection: AsyncConnection, status: str, moment: datetime) -> list[int]:
    """The matches of this status that were opened before the moment, oldest first."""
    query = (
        select(matches.c.id)
        .where(matches.c.status == status, matches.c.opened_at < moment)
        .order_by(matches.c.opened_at, matches.c.id)
    )
    return list((await connection.execute(query)).scalars())


async def of_other_rules(
    connection: AsyncConnection, statuses: Iterable[str], versions: Mapping[str, int]
) -> list[int]:
    """The matches of these statuses that are not at the given rules version of their game, oldest first."""
    same = [and_(matches.c.game == game, matches.c.rules_version == version) for game, version in versions.items()]
    query = select(matches.c.id).where(matches.c.status.in_(list(statuses)), not_(or_(false(), *same)))
    return list((await connection.execute(query.order_by(matches.c.id))).scalars())


async def of_status(connection: AsyncConnection, status: str) -> list[int]:
    """All matches of this status, oldest first."""
    query = select(matches.c.id).where(matches.c.status == status).order_by(matches.c.id)
    return list((await connection.execute(query)).scalars())


async def of_computers(
    connection: AsyncConnection, versions: Mapping[str, int], limit: int
) -> list[tuple[int, datetime]]:
    """The matches in which a computer is to move, and since when, the longest waiting first.

    Left out are those that have other games than the given ones, or newer rules.
    """
    known = [and_(matches.c.game == game, matches.c.rules_version <= version) for game, version in versions.items()]
    query = (
        select(matches.c.id, matches.c.computer_since)
        .where(matches.c.computer_since.is_not(None), or_(false(), *known))
        .order_by(matches.c.computer_since, matches.c.id)
        .limit(limit)
    )
    return [(number, since) for number, since in (await connection.execute(query)).all()]


async def count_opened_by(connection: AsyncConnection, user_row: int, status: str) -> int:
    """How many matches of this status the person opened."""
    query = select(func.count()).where(matches.c.opener_id == user_row, matches.c.status == status)
    return (await connection.scalar(query)) or 0


_OF_INTERACTION = select(events.c.match_id).where(events.c.interaction_id == bindparam("interaction_id"))


async def match_of_interaction(connection: AsyncConnection, interaction_id: int) -> int | None:
    """The match in whose log this interaction stands, or None if it never did anything."""
    found: int | None = await connection.scalar(_OF_INTERACTION, {"interaction_id": interaction_id})
    return found


async def has_acted(connection: AsyncConnection, interaction_id: int) -> bool:
    """Whether this interaction stands in some log."""
    return await match_of_interaction(connection, interaction_id) is not None


async def seed_of(connection: AsyncConnection, match_id: int) -> bytes:
    """The secret of a match's luck. Only for drawing from it, and for publishing it after the end."""
    seed: bytes = (await connection.execute(select(seeds.c.seed).where(seeds.c.match_id == match_id))).scalar_one()
    return seed


async def of_seal(connection: AsyncConnection, commitment: str, salt: str) -> list[int]:
    """The matches whose luck is fixed like that, oldest first."""
    query = select(matches.c.id).where(matches.c.commitment == commitment, matches.c.salt == salt)
    return list((await connection.execute(query.order_by(matches.c.id))).scalars())


async def log(connection: AsyncConnection, match_id: int, *, since: int = 1) -> list[RowMapping]:
    """The events of a match from number `since` on, oldest first."""
    query = select(events).where(events.c.match_id == match_id, events.c.number >= since).order_by(events.c.number)
    return list((await connection.execute(query)).mappings())


async def newest_number(connection: AsyncConnection, match_id: int, kinds: Iterable[str]) -> int | None:
    """The number of the newest event of one of these kinds."""
    query = select(func.max(events.c.number)).where(events.c.match_id == match_id, events.c.kind.in_(list(kinds)))
    found: int | None = await connection.scalar(query)
    return found


async def insert_match(
    connection: AsyncConnection,
    columns: Mapping[str, Any],
    colours: Iterable[str],
    seed: bytes,
    computers: Mapping[int, str],
) -> int:
    """Write down a new match with its seats, the computers on them, and its secret; gives its id."""
    match_id = await insert_row(connection, matches, columns)
    await connection.execute(insert(seeds).values(match_id=match_id, seed=seed))
    await connection.execute(
        insert(seats),
        [
            {"match_id": match_id, "number": number, "colour": colour, "computer": computers.get(number)}
            for number, colour in enumerate(colours)
        ],
    )
    return match_id


async def claim(connection: AsyncConnection, match_id: int, seen: int, columns: Mapping[str, Any]) -> bool:
    """Write these columns, a newer version among them, if the version is still `seen`; False if others were faster."""
    claimed = update(matches).where(matches.c.id == match_id, matches.c.version == seen)
    done = await connection.execute(claimed.values(**columns))
    return done.rowcount == 1


async def set_salt(connection: AsyncConnection, match_id: int, message_id: int) -> None:
    """Fix the salt of the luck, if it isn't fixed yet."""
    fixed = update(matches).where(matches.c.id == match_id, matches.c.salt.is_(None))
    await connection.execute(fixed.values(salt=str(message_id), table_message_id=message_id))


async def insert_member(connection: AsyncConnection, columns: Mapping[str, Any]) -> int:
    """A new member's row; gives its id."""
    return await insert_row(connection, members, columns)


async def update_member(connection: AsyncConnection, member_id: int, columns: Mapping[str, Any]) -> None:
    """Change a member's row."""
    await connection.execute(update(members).where(members.c.id == member_id).values(**columns))


async def update_seat(connection: AsyncConnection, match_id: int, number: int, columns: Mapping[str, Any]) -> None:
    """Change a seat's row."""
    this = (seats.c.match_id == match_id, seats.c.number == number)
    await connection.execute(update(seats).where(*this).values(**columns))


async def append(connection: AsyncConnection, columns: Mapping[str, Any]) -> None:
    """One more event. IntegrityError if the number or the interaction id is taken."""
    await connection.execute(insert(events).values(**columns))


async def keep_snapshot(connection: AsyncConnection, match_id: int, columns: Mapping[str, Any], *, first: bool) -> None:
    """Keep the position beside the log."""
    if first:
        await connection.execute(insert(snapshots).values(match_id=match_id, **columns))
    else:
        await connection.execute(update(snapshots).where(snapshots.c.match_id == match_id).values(**columns))
