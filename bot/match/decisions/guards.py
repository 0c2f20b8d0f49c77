"""Checks that many decisions make first."""

from typing import Any

from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import Status
from bot.match.values.errors import (
    BoardHasMoved,
    Frozen,
    HasResigned,
    MatchOver,
    NoSuchSeat,
    NotInThisMatch,
    NotRunning,
    PlaysApart,
    YouHaveResigned,
)
from bot.rules import State

MISSED_TURNS_ALLOWED = 2
"""How many turns in a row must time out before others may let a computer or somebody else play the seat."""


def require_running(match: StoredMatch) -> None:
    """Raises NotRunning before the start, MatchOver after the end, Frozen."""
    match match.status:
        case Status.OPEN:
            raise NotRunning
        case Status.OVER | Status.CANCELLED:
            raise MatchOver
        case Status.FROZEN:
            raise Frozen(reference=match.reference)


def require_begun(match: StoredMatch) -> None:
    """Raises NotRunning before the start, MatchOver for a cancelled table, Frozen if newer rules hold the match."""
    if match.held:
        raise Frozen(reference=match.reference)
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status is Status.CANCELLED:
        raise MatchOver


def require_a_board(match: StoredMatch) -> None:
    """Like `require_running`, but also passes for a match that is over and has a board."""
    if match.status is not Status.OVER or not match.can_be_shown:
        require_running(match)


def require_player(match: StoredMatch, user: int) -> Member:
    """The row of someone who plays in the match. Raises NotInThisMatch, YouHaveResigned."""
    member = match.seated_member(user)
    if member is None:
        raise NotInThisMatch
    if member.seat in match.resigned:
        raise YouHaveResigned
    return member


def require_seat(member: Member) -> int:
    """The person's seat. Raises NotInThisMatch."""
    if member.seat is None:
        raise NotInThisMatch
    return member.seat


def require_playing(match: StoredMatch, seat: int) -> None:
    """The seat is still played. Raises NoSuchSeat, HasResigned."""
    if not 0 <= seat < len(match.rows.seats):
        raise NoSuchSeat
    if seat in match.resigned:
        raise HasResigned(colour=match.colour(seat))


def require_unfinished(match: StoredMatch, seat: int) -> None:
    """Raises MatchOver for a seat at a table of parallel matches whose own match has ended."""
    if match.has_finished(seat):
        raise MatchOver


def require_position(match: StoredMatch) -> State[Any]:
    """The position of a running match. PlaysApart at the table of parallel matches."""
    if isinstance(match, StoredHost):
        raise PlaysApart
    if match.state is None:
        raise RuntimeError(f"{match!r} runs without a position")  # such a match is frozen earlier
    return match.state


def require_seen_position(match: StoredMatch, seen_version: int | None) -> None:
    """Raises BoardHasMoved if the decision was made on an older position."""
    position = match.position_version
    if seen_version is not None and position is not None and seen_version < position:
        raise BoardHasMoved(seen=seen_version, now=position)


def require_seen(seen_version: int | None, number: int) -> None:
    """Raises BoardHasMoved if the decision was made before event `number`."""
    if seen_version is not None and seen_version < number:
        raise BoardHasMoved(seen=seen_version, now=number)
