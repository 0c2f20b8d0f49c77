"""Matches, their seats, members, logs and snapshots."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any, Self, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    false,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import MatchColumns, MemberColumns, SeatColumns, SnapshotColumns
from bot.store.contest_tables import league_matches, league_seasons, tournament_matches, tournaments
from bot.store.postgresql import AsText
from bot.store.queries import series as series_queries
from bot.store.queries.fetching import columns_of, fetch, fetch_one, rows_of, value_of
from bot.store.queries.new_rows import insert_row
from bot.store.shards import Shards
from bot.store.tables import (
    LIVE,
    EventRow,
    MatchRow,
    MemberRow,
    SeatRow,
    events,
    matches,
    members,
    seats,
    seeds,
    snapshots,
    users,
)

RECENT = 12
"""How many of a match's newest events are read with it."""

_IN_A_SEASON = (
    select(league_matches.c.id)
    .join(league_seasons, league_seasons.c.id == league_matches.c.season_id)
    .where(league_matches.c.match_id == matches.c.id, league_seasons.c.ended_at.is_(None))
)
_IN_A_TOURNAMENT = (
    select(tournament_matches.c.id)
    .join(tournaments, tournaments.c.id == tournament_matches.c.tournament_id)
    .where(
        tournament_matches.c.match_id == matches.c.id,
        or_(
            and_(tournament_matches.c.places.is_(None), tournaments.c.ended_at.is_(None)),
            tournaments.c.duplicate,  # as long as it goes on, nobody gets the seed of its round
        ),
    )
)
_IS_AWAITED = or_(_IN_A_SEASON.exists(), _IN_A_TOURNAMENT.exists()).label("is_awaited")


@dataclass(frozen=True, repr=False)
class Snapshot:
    """The position stored beside the log, as text: it is parsed only when needed."""

    version: int
    document_text: str
    before_text: str | None
    trail_text: str | None

    def document(self) -> Any:
        """The position's document. Raises ValueError if it is damaged."""
        return json.loads(self.document_text)

    def before(self) -> Any:
        """The document of the position before the trail's first decision, if any. Raises ValueError as well."""
        return None if self.before_text is None else json.loads(self.before_text)

    def trail(self) -> Any:
        """The newest decisions, None if none are stored. Raises ValueError as well."""
        return None if self.trail_text is None else json.loads(self.trail_text)


@dataclass(frozen=True, slots=True, repr=False)
class ActRow:
    """The event that an interaction wrote."""

    match_id: int
    kind: str


@dataclass(frozen=True, slots=True, repr=False)
class MemberOfMatch(MemberRow):
    """Somebody's row in a match with what is known of the person."""

    discord_id: int | None
    vacation_until: datetime | None
    habits: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, repr=False)
class MatchWithPosition(MatchRow):
    """A match with its position, which isn't parsed, and whether a season or tournament goes on once it ends."""

    position_version: int | None
    document: str
    before: str | None
    trail: str | None
    is_awaited: bool

    @property
    def snapshot(self) -> Snapshot | None:
        """None before the start."""
        if self.position_version is None:
            return None
        return Snapshot(self.position_version, self.document, self.before, self.trail)


OfMatch = TypeVar("OfMatch", SeatRow, MemberOfMatch, EventRow)


@dataclass(frozen=True, repr=False)
class Rows:
    """Everything read for one match. It has no seed but may have hidden cards, so don't show any of it.

    `is_awaited` says whether a season or tournament goes on once it ends, or luck that it shares is published.
    """

    match: MatchRow
    seats: list[SeatRow] = field(default_factory=list)
    members: list[MemberOfMatch] = field(default_factory=list)
    snapshot: Snapshot | None = None
    is_awaited: bool = False
    recent: list[EventRow] = field(default_factory=list)
    series: series_queries.SeriesRows | None = None

    def __repr__(self) -> str:
        return f"<Rows of match {self.match.id}>"


@dataclass(frozen=True)
class Queries:
    """The queries that read some matches."""

    heads: Select[Any]
    outlines: Select[Any]
    seats: Select[Any]
    members: Select[Any]
    newest: Select[Any]

    @classmethod
    def about(cls, wanted: Callable[[ColumnElement[Any]], ColumnElement[bool]]) -> Self:
        """The queries for the matches whose number is `wanted`."""
        # As text, because only those who use one can say whether a damaged one matters.
        position = (
            snapshots.c.version.label("position_version"),
            AsText(snapshots.c.document).label("document"),
            AsText(snapshots.c.before).label("before"),
            AsText(snapshots.c.trail).label("trail"),
        )
        return cls(
            heads=select(matches, *position, _IS_AWAITED)
            .outerjoin(snapshots, snapshots.c.match_id == matches.c.id)
            .where(wanted(matches.c.id)),
            outlines=select(matches).where(wanted(matches.c.id)),
            seats=select(seats).where(wanted(seats.c.match_id)).order_by(seats.c.number),
            members=select(members, users.c.discord_id, users.c.vacation_until, users.c.habits)
            .join(users, users.c.id == members.c.user_id)
            .where(wanted(members.c.match_id))
            .order_by(members.c.seated_by.nulls_first(), members.c.id),
            newest=select(events)
            .join(matches, matches.c.id == events.c.match_id)
            .where(wanted(events.c.match_id), events.c.number > matches.c.version - RECENT)
            .order_by(events.c.number),
        )


# Built once: building such a query takes longer than SQLite takes to run it.
_OF_ONE = Queries.about(lambda number: number == bindparam("match_id"))
_OF_MANY = Queries.about(lambda number: number.in_(bindparam("match_ids")))


def _read(connection: Connection, match_ids: Collection[int], *, outlines: bool) -> list[Rows]:
    """What `read` returns, without series."""
    queries, values = _OF_MANY, dict[str, Any](match_ids=list(match_ids))
    if len(match_ids) == 1:
        queries, values = _OF_ONE, dict[str, Any](match_id=next(iter(match_ids)))

    def by_match(query: Select[Any], kind: type[OfMatch]) -> Mapping[int, list[OfMatch]]:
        grouped: dict[int, list[OfMatch]] = defaultdict(list)
        for row in rows_of(connection.execute(query, values), kind):
            grouped[row.match_id].append(row)
        return grouped

    heads: Sequence[MatchRow]
    if outlines:
        heads = rows_of(connection.execute(queries.outlines, values), MatchRow)
    else:
        heads = rows_of(connection.execute(queries.heads, values), MatchWithPosition)
    by_number = {row.id: row for row in heads}
    existing = [by_number[number] for number in match_ids if number in by_number]
    sitting, people = by_match(queries.seats, SeatRow), by_match(queries.members, MemberOfMatch)
    newest = {} if outlines else by_match(queries.newest, EventRow)
    return [_rows_of(head, sitting[head.id], people[head.id], newest.get(head.id, [])) for head in existing]


def _rows_of(head: MatchRow, sitting: list[SeatRow], people: list[MemberOfMatch], newest: list[EventRow]) -> Rows:
    if not isinstance(head, MatchWithPosition):
        return Rows(head, sitting, people)
    return Rows(head, sitting, people, head.snapshot, head.is_awaited, newest)


async def read(connection: AsyncConnection, match_ids: Collection[int], *, outlines: bool = False) -> list[Rows]:
    """These matches in this order; ids that don't exist are skipped. Outlines have no positions and no events."""
    rows = await connection.run_sync(_read, match_ids, outlines=outlines)
    series_ids = {one.match.series_id for one in rows if one.match.series_id is not None}
    if not series_ids:
        return rows
    series_by_id = await series_queries.read(connection, series_ids)
    return [replace(one, series=series_by_id.get(one.match.series_id or 0)) for one in rows]


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

_INVITING = (
    select(members.c.match_id)
    .join(users, users.c.id == members.c.user_id)
    .join(_THEIR, _THEIR.c.id == members.c.match_id)
    .where(users.c.discord_id == bindparam("invited"), members.c.invited.is_(True), members.c.seat.is_(None))
    .where(or_(_THEIR.c.started_at.is_(None), _THEIR.c.proposal.is_not(None)))
)


@cache
def _listing(*, of_person: bool, of_invited: bool, of_guild: bool, of_channel: bool, with_private: bool) -> Select[Any]:
    query = select(matches.c.id).where(matches.c.status.in_(bindparam("statuses")))
    if not with_private:
        query = query.where(matches.c.private.is_(False))
    if of_person:
        query = query.where(matches.c.id.in_(_THEIRS))
    if of_invited:
        query = query.where(matches.c.id.in_(_INVITING))
    if of_guild:
        query = query.where(matches.c.guild_id == bindparam("guild_id"))
    if of_channel:
        here = bindparam("channel_id", type_=BigInteger)
        query = query.where(or_(matches.c.channel_id == here, matches.c.thread_id == here))
    return query.order_by(matches.c.updated_at.desc(), matches.c.id.desc()).limit(bindparam("limit"))


async def list_numbers(
    connection: AsyncConnection,
    *,
    statuses: Iterable[str],
    discord_id: int | None = None,
    invited: int | None = None,
    guild_id: int | None = None,
    channel_id: int | None = None,
    with_private: bool = True,
    limit: int = 100,
) -> list[int]:
    """The ids of matches that fit all arguments, most recent event first.

    `discord_id` sits there, and hasn't resigned if the match still goes on; `invited` doesn't, but was invited before
    the start, or possibly by the open proposal. `channel_id` is its channel or its thread.
    """
    query = _listing(
        of_person=discord_id is not None,
        of_invited=invited is not None,
        of_guild=guild_id is not None,
        of_channel=channel_id is not None,
        with_private=with_private,
    )
    filters: dict[str, Any] = {
        "discord_id": discord_id, "invited": invited, "guild_id": guild_id, "channel_id": channel_id,
    }  # fmt: skip
    values = {name: value for name, value in filters.items() if value is not None}
    values |= {"statuses": list(statuses), "limit": limit}
    return list(await connection.scalars(query, values))


async def open_since_before(connection: AsyncConnection, status: str, moment: datetime, shards: Shards) -> list[int]:
    """The matches of these shards with this status that were opened before the moment, oldest first."""
    query = (
        select(matches.c.id)
        .where(matches.c.status == status, matches.c.opened_at < moment)
        .order_by(matches.c.opened_at, matches.c.id)
    )
    return list(await connection.scalars(shards.among(query, matches.c.guild_id)))


async def of_other_rules(
    connection: AsyncConnection, statuses: Iterable[str], versions: Mapping[str, int]
) -> list[int]:
    """The matches with these statuses whose rules version isn't the given one for their game, oldest first."""
    same = [and_(matches.c.game == game, matches.c.rules_version == version) for game, version in versions.items()]
    query = select(matches.c.id).where(matches.c.status.in_(list(statuses)), not_(or_(false(), *same)))
    return list(await connection.scalars(query.order_by(matches.c.id)))


async def ids(connection: AsyncConnection, status: str | None = None) -> list[int]:
    """The ids of all matches, or of those with this status, oldest first."""
    query = select(matches.c.id).order_by(matches.c.id)
    return list(await connection.scalars(query if status is None else query.where(matches.c.status == status)))


async def of_computers(
    connection: AsyncConnection, versions: Mapping[str, int], limit: int, shards: Shards
) -> list[tuple[int, datetime]]:
    """The matches of these shards in which a computer is to move, and since when.

    The people who opened them take turns: first the longest-waiting match of each person, then the second of each, and
    so on. Leaves out matches of other games than the given ones, and those with newer rules.
    """
    playable = [and_(matches.c.game == game, matches.c.rules_version <= version) for game, version in versions.items()]
    waiting = (matches.c.computer_since, matches.c.id)
    opener = matches.c.opener_id + 0  # a sum, because SQLite would otherwise read all matches by this column's index
    query = (
        select(matches.c.id, matches.c.computer_since)
        .where(matches.c.computer_since.is_not(None), or_(false(), *playable))
        .order_by(func.row_number().over(partition_by=opener, order_by=waiting), *waiting)
        .limit(limit)
    )
    mine = shards.among(query, matches.c.guild_id)
    return [(number, since) for number, since in (await connection.execute(mine)).all()]


async def count_opened(connection: AsyncConnection, user_row: int, status: str, guild_id: int | None = None) -> int:
    """How many matches with this status the person has opened, on a server or anywhere."""
    query = select(func.count()).where(matches.c.opener_id == user_row, matches.c.status == status)
    return await connection.scalar(query if guild_id is None else query.where(matches.c.guild_id == guild_id)) or 0


_OF_INTERACTION = select(events.c.match_id, events.c.kind).where(events.c.interaction_id == bindparam("interaction_id"))


async def event_of_interaction(connection: AsyncConnection, interaction_id: int) -> ActRow | None:
    """The `match_id` and `kind` of the event that this interaction wrote, or None if it did nothing."""
    return await fetch_one(connection, ActRow, _OF_INTERACTION, {"interaction_id": interaction_id})


async def match_of_interaction(connection: AsyncConnection, interaction_id: int | None) -> int | None:
    """The match that this interaction acted on, or None if it did nothing."""
    return (
        None if interaction_id is None else await connection.scalar(_OF_INTERACTION, {"interaction_id": interaction_id})
    )


_SEED = select(seeds.c.seed).where(seeds.c.match_id == bindparam("match_id"))


async def seed_of(connection: AsyncConnection, match_id: int) -> bytes:
    """The secret of a match's luck. Only for drawing luck, and for publishing it after the end."""
    seed: bytes = (await connection.execute(_SEED, {"match_id": match_id})).scalar_one()
    return seed


async def of_seal(connection: AsyncConnection, commitment: str, salt: str) -> list[int]:
    """The matches whose luck has this seal, oldest first."""
    query = select(matches.c.id).where(matches.c.commitment == commitment, matches.c.salt == salt)
    return list(await connection.scalars(query.order_by(matches.c.id)))


async def rematch_of(connection: AsyncConnection, match_id: int) -> int | None:
    """The rematch of this match that hasn't ended."""
    return await value_of(connection, int, select(matches.c.id).where(matches.c.rematch_of == match_id, LIVE))


async def log(connection: AsyncConnection, match_id: int, *, since: int = 1) -> list[EventRow]:
    """The events of a match from number `since` on, oldest first."""
    query = select(events).where(events.c.match_id == match_id, events.c.number >= since).order_by(events.c.number)
    return await fetch(connection, EventRow, query)


_DECISIONS = (
    select(func.count())
    .select_from(events)
    .join(members, members.c.id == events.c.member_id)
    .join(users, users.c.id == members.c.user_id)
    .where(events.c.kind == "move")
)


async def count_decisions(connection: AsyncConnection, match_id: int, discord_id: int) -> int:
    """How many moves this person has made in a match, including those that were undone."""
    query = _DECISIONS.where(events.c.match_id == match_id, users.c.discord_id == discord_id)
    return await connection.scalar(query) or 0


async def count_decisions_elsewhere(connection: AsyncConnection, match_id: int, game: str, discord_id: int) -> int:
    """How many moves this person has made in all other matches of a game, including those that were undone."""
    query = _DECISIONS.join(matches, matches.c.id == events.c.match_id).where(
        matches.c.game == game, matches.c.id != match_id, users.c.discord_id == discord_id
    )
    return await connection.scalar(query) or 0


async def newest_number(connection: AsyncConnection, match_id: int, kinds: Iterable[str]) -> int | None:
    """The number of the newest event of one of these kinds."""
    query = select(func.max(events.c.number)).where(events.c.match_id == match_id, events.c.kind.in_(list(kinds)))
    return await value_of(connection, int, query)


async def insert_match(
    connection: AsyncConnection,
    columns: MatchColumns,
    colours: Iterable[str],
    seed: bytes,
    computers: Mapping[int, str],
) -> int:
    """Writes a new match with its seats, the computers on them, and its secret. Returns its id."""
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


_CLAIMED = update(matches).where(matches.c.id == bindparam("of_match"), matches.c.version == bindparam("seen"))


async def claim(connection: AsyncConnection, match_id: int, seen: int, columns: MatchColumns) -> bool:
    """Writes these columns, including a newer version, if the version is still `seen`; False if it isn't."""
    result = await connection.execute(_CLAIMED, {"of_match": match_id, "seen": seen, **columns})
    return result.rowcount == 1


async def set_salt(connection: AsyncConnection, match_id: int, message_id: int) -> None:
    """Sets the salt of the luck unless it is already set."""
    fixed = update(matches).where(matches.c.id == match_id, matches.c.salt.is_(None))
    await connection.execute(fixed.values(salt=str(message_id), table_message_id=message_id))


async def set_table_message(connection: AsyncConnection, match_id: int, old: int, new: int, status: str) -> None:
    """Replaces the table's message `old` with `new`, if the match still has that one and this status."""
    same = update(matches).where(matches.c.id == match_id, matches.c.table_message_id == old)
    await connection.execute(same.where(matches.c.status == status).values(table_message_id=new))


async def insert_member(connection: AsyncConnection, columns: MemberColumns) -> int:
    """Adds a member's row. Returns its id."""
    return await insert_row(connection, members, columns)


async def update_member(connection: AsyncConnection, member_id: int, columns: MemberColumns) -> None:
    await connection.execute(update(members).where(members.c.id == member_id).values(**columns))


async def update_seat(connection: AsyncConnection, match_id: int, number: int, columns: SeatColumns) -> None:
    this = (seats.c.match_id == match_id, seats.c.number == number)
    await connection.execute(update(seats).where(*this).values(**columns))


_EVENT = insert(events)


async def append(connection: AsyncConnection, event: EventRow) -> None:
    """Adds an event. Raises IntegrityError if its number or interaction id is taken."""
    await connection.execute(_EVENT, columns_of(event))


_FIRST_SNAPSHOT = insert(snapshots)
_NEXT_SNAPSHOT = update(snapshots).where(snapshots.c.match_id == bindparam("of_match"))


async def keep_snapshot(connection: AsyncConnection, match_id: int, columns: SnapshotColumns, *, first: bool) -> None:
    """Stores the position beside the log."""
    if first:
        await connection.execute(_FIRST_SNAPSHOT, {"match_id": match_id, **columns})
    else:
        await connection.execute(_NEXT_SNAPSHOT, {"of_match": match_id, **columns})
