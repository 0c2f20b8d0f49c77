"""What is due by time alone: clocks, tables that start automatically, and proposals that lapse."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    case,
    func,
    not_,
    or_,
    select,
    true,
    type_coerce,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import MatchColumns
from bot.store.definition import EPOCH, MILLISECOND, Instant
from bot.store.documents import ProposalDocument
from bot.store.queries.fetching import fetch
from bot.store.queries.service import BLOCKED_SERVERS, Which, on_served_servers
from bot.store.shards import Shards
from bot.store.tables import matches


@dataclass(frozen=True, slots=True, repr=False)
class LapsingRow:
    """A match with a proposal that may lapse."""

    id: int
    proposal: ProposalDocument
    deadline: datetime | None
    due_at: datetime


async def due(
    connection: AsyncConnection, now: datetime, limit: int, shards: Shards, held_by: Mapping[str, int]
) -> list[int]:
    """The matches of these shards where something is due by time alone, longest overdue first.

    Leaves out servers that the bot isn't on, and matches that can't be played now (see `postpone` for `held_by`).
    """
    which = matches.c.due_at <= now, not_(_is_held(held_by)), on_served_servers(shards)(matches.c.guild_id)
    query = select(matches.c.id).where(*which).order_by(matches.c.due_at, matches.c.id).limit(limit)
    return list(await connection.scalars(query))


_TO_BEGIN = (
    select(matches.c.id)
    .where(matches.c.due_at <= bindparam("now", type_=Instant), matches.c.status == bindparam("status"))
    .order_by(matches.c.due_at, matches.c.id)
)


async def to_begin(connection: AsyncConnection, status: str, now: datetime, shards: Shards) -> list[int]:
    """Tables of these shards with this status that are due to start automatically, longest overdue first."""
    query = shards.among(_TO_BEGIN, matches.c.guild_id)
    return list(await connection.scalars(query, {"status": status, "now": now}))


async def change(
    connection: AsyncConnection, match_id: int, version: int, seen: datetime | None, columns: MatchColumns
) -> bool:
    """Sets `due_at` and other columns; False if another process was faster and the match is no longer due at `seen`."""
    still = (matches.c.id == match_id, matches.c.version == version, matches.c.due_at == seen)
    return (await connection.execute(update(matches).where(*still).values(**columns))).rowcount == 1


async def extend(connection: AsyncConnection, match_id: int, seen: datetime, until: datetime) -> bool:
    """Moves the deadline `seen` of a match; False if that is no longer its deadline, or `until` is no later."""
    still = matches.c.id == match_id, matches.c.deadline == seen
    due_at = case((matches.c.due_at < seen, matches.c.due_at), else_=type_coerce(until, Instant))
    moved = update(matches).where(*still).values(deadline=until, due_at=due_at, deadline_moved=True)
    return until > seen and (await connection.execute(moved)).rowcount == 1


async def list_moved(connection: AsyncConnection, shards: Shards, held_by: Mapping[str, int]) -> list[int]:
    """The matches of these shards where a deadline has moved since it was announced, that of the turn or of a proposal.

    None that can't be played now.
    """
    which = matches.c.deadline_moved, not_(_is_held(held_by)), on_served_servers(shards)(matches.c.guild_id)
    return list(await connection.scalars(select(matches.c.id).where(*which)))


async def note_announced(connection: AsyncConnection, match_id: int, deadline: datetime | None) -> None:
    """Records that this deadline is the one that is announced, unless it has moved again."""
    this = update(matches).where(matches.c.id == match_id, matches.c.deadline.is_not_distinct_from(deadline))
    await connection.execute(this.values(deadline_moved=False))


async def look_later(connection: AsyncConnection, match_ids: Collection[int], now: datetime, later: datetime) -> None:
    """Postpones those of these matches that are due by now."""
    which = matches.c.id.in_(list(match_ids)), matches.c.due_at <= now
    await connection.execute(update(matches).where(*which).values(due_at=later))


async def proposals_to_lapse(
    connection: AsyncConnection, servers: Which, *, held_by: Mapping[str, int] | None = None
) -> list[LapsingRow]:
    """`id`, `proposal`, `deadline` and `due_at` of matches whose proposal may lapse; the rest as for `postpone`."""
    query = select(matches.c.id, matches.c.proposal, matches.c.deadline, matches.c.due_at)
    which = (
        matches.c.due_at.is_not(None),
        matches.c.proposal.is_not(None),
        _is_held(held_by),
        servers(matches.c.guild_id),
    )
    return await fetch(connection, LapsingRow, query.where(*which))


async def put_proposal_off(
    connection: AsyncConnection, match_id: int, proposal: ProposalDocument, due_at: datetime | None
) -> None:
    """Changes when the proposal lapses and when the match is due. The board announces when that is."""
    this = update(matches).where(matches.c.id == match_id)
    await connection.execute(this.values(proposal=dict(proposal), due_at=due_at, deadline_moved=True))


async def are_held(connection: AsyncConnection) -> bool:
    """Whether the clocks of some matches stand still because their server is blocked."""
    return await connection.scalar(BLOCKED_SERVERS.limit(1)) is not None


def _is_held(rules_versions: Mapping[str, int] | None) -> ColumnElement[bool]:
    """Whether nobody can play the match now: its server is blocked, or it has newer rules than these, by game.

    Always true without versions.
    """
    if rules_versions is None:
        return true()
    newer = [
        and_(matches.c.game == game, matches.c.rules_version > version) for game, version in rules_versions.items()
    ]
    return or_(func.coalesce(matches.c.guild_id, 0).in_(BLOCKED_SERVERS), *newer)


async def postpone(
    connection: AsyncConnection,
    by: timedelta,
    now: datetime,
    servers: Which,
    *,
    held_by: Mapping[str, int] | None = None,
) -> int:
    """Extends all running clocks of these servers by this time, at most to a full turn; negative values shorten them.

    A deadline that is further away already, because a reminder waits for the end of quiet hours, isn't extended.

    With `held_by`, only those of matches that nobody can play now: on blocked servers, and those with newer rules than
    these versions, by game. Returns their number.
    """
    more = by // MILLISECOND
    full = (now - EPOCH) // MILLISECOND + 1000 * type_coerce(matches.c.move_time, BigInteger)
    deadline = type_coerce(matches.c.deadline, BigInteger)
    rest = full - deadline  # a turn may have begun since then
    at_most = rest if more < 0 else case((rest > 0, rest), else_=0)
    shift = case((deadline + more > full, at_most), else_=more)
    later = {name: type_coerce(matches.c[name], BigInteger) + shift for name in ("deadline", "due_at")}
    which = matches.c.deadline.is_not(None), _is_held(held_by), servers(matches.c.guild_id)
    result = await connection.execute(update(matches).where(*which).values(**later, deadline_moved=True))
    return result.rowcount
