"""People who leave the server or come back, and computers that play for them meanwhile."""

from dataclasses import replace

from bot.match.decisions import agreements, lobby
from bot.match.decisions.decision import decision
from bot.match.decisions.guards import (
    MISSED_TURNS_ALLOWED,
    require_player,
    require_playing,
    require_running,
    require_seat,
    require_unfinished,
)
from bot.match.decisions.proposals import carry_out
from bot.match.decisions.replacing import is_abandoned
from bot.match.reading.stored import StoredMatch
from bot.match.values import ComputerLevel, EventKind, Status
from bot.match.values.errors import Frozen, NotAbsent, NotInThisMatch
from bot.match.values.new_event import NewEvent
from bot.store.columns import MemberColumns


@decision()
def take_over(match: StoredMatch, user: int, seat: int, level: ComputerLevel) -> NewEvent | None:
    """Lets a computer play a seat whose players have all left, until one of them acts or comes back.

    At the table of parallel matches it plays that seat's own match.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, NoSuchSeat, NotAbsent, HasResigned.
    """
    require_running(match)
    member = require_player(match, user)
    require_playing(match, seat)
    if member.seat == seat or not is_abandoned(match, seat):
        raise NotAbsent(colour=match.colour(seat))
    require_unfinished(match, seat)
    event = lobby.seat_computer(match, user, seat, level)
    return None if event is None else replace(event, changes=agreements.without_question_to(match, seat), post=True)


@decision(needs_log=agreements.is_about_an_undo)
def absent(match: StoredMatch, user: int, gone: bool = True) -> NewEvent | None:
    """Records that someone has left the server, or is back (`gone=False`). A person who acts is back as well.

    At an open table this is the same as leaving it. A proposal that waited only for this person takes effect. A
    proposal that the person play a seat is dropped. Parallel matches and their table keep each other up to date. Raises
    NotInThisMatch.
    """
    if match.status is Status.OPEN and gone and match.seated_member(user) is not None:
        return lobby.leave(user).decide(match)
    member = match.seated_member(user)
    if member is None:
        off = agreements.drop_candidate(match, user) if gone else None
        if off is None:
            raise NotInThisMatch
        return replace(off, data={"left": True})
    if match.held:
        raise Frozen(reference=match.reference)
    seat = require_seat(member)
    # The person may also be here, but have let the time run out.
    plays_again = not gone and seat not in match.resigned and has_passed(match, seat)
    if match.status not in (Status.RUNNING, Status.FROZEN) or (member.absent == gone and not plays_again):
        return None
    people: dict[int, MemberColumns] = {user: {"absent": gone}}
    proposal = agreements.open_proposal(match)
    if gone and proposal is not None and match.status is Status.RUNNING and seat in proposal.needed:
        others = any(other.here for other in match.on_seat(seat) if other.id != member.id)
        ready = proposal.kind != "replace" or (proposal.accepted and proposal.candidate is not None)
        if not others and len(proposal.needed) == 1 and not proposal.computers and ready:
            event = carry_out(match, proposal.kind, proposal.agreed)
            if event.kind is EventKind.SEAT:
                return replace(event, by=user, people={**event.people, **people})
            kind = event.kind if event.kind is EventKind.UNDO else EventKind.ABSENT  # also if it is off now
            return replace(event, kind=kind, by=user, seat=seat, people=people)
    if not plays_again or (seat not in match.computers and match.rows.seats[seat].missed < MISSED_TURNS_ALLOWED):
        return NewEvent(EventKind.ABSENT if gone else EventKind.BACK, by=user, seat=seat, people=people)
    # A computer that played for this person leaves, or can't be asked to play. The player to move needs to know.
    return NewEvent(EventKind.BACK, by=user, seat=seat, people=people, post=True, new_message=match.row.to_move == seat)


def has_passed(match: StoredMatch, seat: int) -> bool:
    """Whether this seat's players missed their last turn, or a computer plays it for any reason."""
    return seat in match.computers or match.rows.seats[seat].missed > 0
