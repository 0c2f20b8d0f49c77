"""How the seats of a match stand, as far as its board depends on it."""

from bot.match import Host, LoggedEvent, Match, Part, Proposal, Seat, Status
from cogs.shared.wording.times import is_late, not_on_vacation


def reachable(seat: Seat) -> tuple[int, ...]:
    """Those of a seat's people who may be called."""
    return tuple(person for person in not_on_vacation(seat, seat.people) if person not in seat.away)


def has_stand_in(seat: Seat) -> bool:
    """Whether a computer plays for somebody who may come back."""
    return seat.computer is not None and bool(seat.people) and not seat.resigned


def may_be_taken_over(match: Match, seat: Seat) -> bool:
    """Whether the others may let a computer play a seat that nobody is left on, or that has let turns pass."""
    going_on = match.status is Status.RUNNING and not has_finished(match, seat.number)
    not_there = (seat.absent and seat.computer is None) or is_late(seat)
    return going_on and _others_play(match, seat) and not_there


def _others_play(match: Match, seat: Seat) -> bool:
    """Whether people of other seats still play; whoever resigned only watches."""
    return any(seat is not other and other.people and not other.absent and not other.resigned for other in match.seats)


def undecided_candidate(proposal: Proposal) -> tuple[int, ...]:
    """Whoever is to take a seat and hasn't said whether they would, or can take it as nobody is left to agree."""
    waits = proposal.seat is not None and not (proposal.accepted and proposal.needed)
    return (proposal.candidate,) if waits and proposal.candidate is not None else ()


def has_resigned(match: Match, seat: int | None) -> bool:
    return seat is not None and match.seats[seat].resigned


def part_of(match: Match, seat: int | None) -> Part | None:
    """The match that this seat of a match play plays alone."""
    parts = match.series.parts if match.series is not None and isinstance(match, Host) and seat is not None else ()
    return next((part for part in parts if part.number == (seat or 0) + 1), None)


def has_finished(match: Match, seat: int | None) -> bool:
    """Whether this seat's game of a match play has ended."""
    part = part_of(match, seat)
    return part is not None and part.ending is not None


def has_given_up(match: Match, seat: int | None) -> bool:
    part = part_of(match, seat)
    return part is not None and part.ending is not None and part.ending.kind == "resigned"


def newest_proposal(match: Match) -> LoggedEvent | None:
    """The newest proposal."""
    return next((done for done in reversed(match.recent) if done.kind in ("draw", "resign", "ask")), None)
