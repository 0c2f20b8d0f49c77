"""Who doesn't play with whom, because one of them has blocked the other.

Nobody is told that somebody has blocked them: they read what they would read if there were another reason. Whom
somebody has blocked themselves, they may be told. In leagues and tournaments all can meet, and in matches that have
begun nothing changes.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import limits
from bot.match.reading.stored import StoredMatch
from bot.match.values import Status
from bot.match.values.errors import CantBeInvited, HasBlocked, NotInvited
from bot.store.queries import people, personal_blocks, service


async def may_invite(
    connection: AsyncConnection,
    inviter: int,
    guests: Sequence[int],
    *,
    limit: int | None = None,
    sitting: Sequence[int] = (),
) -> None:
    """Checks that these people can be asked to a seat, where those who are `sitting` play besides the inviter.

    Raises HasBlocked if the inviter has blocked one of them. Raises CantBeInvited for those who play as many matches
    as one person may (`limit`; None if they needn't come soon), whom the operator has blocked, who have blocked the
    inviter, or whom somebody who sits there has blocked.
    """
    blocked = await personal_blocks.blocked_by(connection, inviter) if guests else []
    if own := [guest for guest in guests if guest in blocked]:
        raise HasBlocked(people=_mentions(own))
    unavailable = await personal_blocks.blockers_of(connection, inviter, guests)
    for guest in guests:
        if (
            (limit is not None and await people.count_played(connection, guest, Status.RUNNING) >= limit)
            or await service.block_of(connection, guest) is not None
            or await personal_blocks.blockers_of(connection, guest, sitting)
        ):
            unavailable.add(guest)
    if unavailable:
        raise CantBeInvited(people=_mentions(guest for guest in guests if guest in unavailable))


async def may_join(connection: AsyncConnection, table: StoredMatch, user: int | None, limit: int) -> None:
    """Checks that the user may sit down at an open table. Raises HasBlocked, NotInvited, TooManyMatches."""
    await limits.may_play(connection, table, user, limit)
    if user is not None:
        await may_sit(connection, table, user)


async def may_sit(
    connection: AsyncConnection, match: StoredMatch, user: int, *, without_seat: int | None = None
) -> None:
    """Checks that the user may sit down with those who play there, other than those on `without_seat`.

    Raises HasBlocked for those whom the user has blocked. Raises NotInvited if one of them has blocked the user, or
    somebody who is invited to the table has.
    """
    sitting = _sitting(match, user, without_seat)
    blocked = await personal_blocks.blocked_by(connection, user)
    if own := [person for person in sitting if person in blocked]:
        raise HasBlocked(people=_mentions(own))
    if await personal_blocks.blockers_of(connection, user, [*sitting, *_invited(match, user)]):
        raise NotInvited


async def may_replace(
    connection: AsyncConnection, match: StoredMatch, asking: int, candidate: int, seat: int, limit: int | None = None
) -> None:
    """Checks that the candidate can be asked to play a seat, or can come. Raises HasBlocked, CantBeInvited."""
    sitting = _sitting(match, asking, seat)
    await may_invite(connection, asking, [candidate], limit=limit, sitting=sitting)


def _sitting(match: StoredMatch, user: int, without_seat: int | None) -> list[int]:
    """The others with a seat."""
    seated = (one for one in match.members if one.seat is not None and one.seat != without_seat)
    return [one.discord_id for one in seated if one.discord_id not in (None, user)]


def _invited(match: StoredMatch, user: int) -> list[int]:
    """The others who are invited to an open table and haven't sat down."""
    if match.status is not Status.OPEN:
        return []
    guests = (one for one in match.members if one.invited and one.seat is None)
    return [one.discord_id for one in guests if one.discord_id not in (None, user)]


def _mentions(persons: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"<@{person}>" for person in persons)
