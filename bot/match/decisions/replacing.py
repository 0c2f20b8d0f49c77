"""Who may decide that somebody else plays a seat: never one side alone about an opponent's, and in leagues and
tournaments those who run them.

Somebody could otherwise put a second account of their own there, see its hand and let it resign.
"""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import limits
from bot.match.decisions.guards import MISSED_TURNS_ALLOWED
from bot.match.decisions.meeting import may_sit
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import StoredMatch
from bot.match.values.errors import OrganisersDecide, PlaysAlready, PlaysInContest
from bot.store.queries import contests


def is_abandoned(match: StoredMatch, seat: int) -> bool:
    """Whether everyone on a seat has left the server, or missed so many turns that the others needn't wait for them."""
    sitting = match.on_seat(seat)
    late: bool = match.rows.seats[seat].missed >= MISSED_TURNS_ALLOWED
    return bool(sitting) and (late or not any(member.here for member in sitting))


def is_one_sided(match: StoredMatch, seat: int, agreed: Collection[int]) -> bool:
    """Whether all these seats are of one side, and the seat that somebody else should play of another."""
    alone = isinstance(match, StoredHost)
    sides = [(one,) for one in range(len(match.rows.seats))] if alone else match.sides()
    deciding = [side for side in sides if not set(side).isdisjoint(agreed)]
    return len(deciding) == 1 and seat not in deciding[0]


def is_appointed(match: StoredMatch) -> bool:
    """Whether somebody who runs the contest proposed a player, so that those of the match aren't asked."""
    document = match.row.proposal
    return document is not None and document.get("appointed", False)


def require_new_player(match: StoredMatch, candidate: int) -> None:
    """Somebody who plays or has played in the match knows what another seat may not know. PlaysAlready."""
    member = match.member(candidate)
    if member is not None and (member.seat is not None or member.has_played):
        raise PlaysAlready


async def outside_contests(connection: AsyncConnection, match: StoredMatch, _user: int | None, _limit: int) -> None:
    """Raises OrganisersDecide if players propose somebody for a seat in a league or tournament."""
    if not is_appointed(match) and await contests.has_match(connection, match.id):
        raise OrganisersDecide


async def may_take_seat(connection: AsyncConnection, match: StoredMatch, user: int | None, limit: int) -> None:
    """Checks that the user may take a seat that was offered to them.

    TooManyMatches, HasPlayed; OrganisersDecide if players did so in a league or tournament, PlaysInContest; HasBlocked
    and NotInvited elsewhere.
    """
    await outside_contests(connection, match, user, limit)
    await limits.may_take_seat(connection, match, user, limit)
    if user is None:
        return
    await is_no_rival(connection, match, user)
    if not is_appointed(match):
        await may_sit(connection, match, user, without_seat=None if match.proposal is None else match.proposal.seat)


async def is_no_rival(connection: AsyncConnection, match: StoredMatch, user: int) -> None:
    """Raises PlaysInContest for those who play in the league or tournament of a match, also in someone's place."""
    if await contests.has_rival(connection, match.id, user):
        raise PlaysInContest(person=f"<@{user}>")
