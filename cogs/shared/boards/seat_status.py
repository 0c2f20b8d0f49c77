"""The state of a match's seats, as its board needs it."""

from collections.abc import Sequence

from bot.match import Host, LoggedEvent, Match, Proposal, Seat, SeriesMatch, Status
from bot.rules import GAMES
from cogs.shared.wording.times import is_late, not_on_vacation


def reachable(seat: Seat) -> tuple[int, ...]:
    """Those of a seat's people who may be called."""
    return tuple(person for person in not_on_vacation(seat, seat.people) if person not in seat.away)


def not_called_later(seat: Seat, people: Sequence[int]) -> tuple[int, ...]:
    """Those of these people who can be called now: neither on vacation, nor told of it by their next digest."""
    return tuple(person for person in not_on_vacation(seat, people) if person not in seat.called_later)


def has_stand_in(seat: Seat) -> bool:
    """Whether a computer plays for someone who may come back."""
    return seat.computer is not None and bool(seat.people) and not seat.resigned


def may_be_taken_over(match: Match, seat: Seat) -> bool:
    """Whether the others may let a computer play a seat whose players have left or missed turns."""
    going_on = match.status is Status.RUNNING and not has_finished(match, seat.number)
    not_there = (seat.absent and seat.computer is None) or is_late(seat)
    return going_on and _others_play(match, seat) and not_there


def may_be_replaced(match: Match, seat: Seat) -> bool:
    """Whether there are people on two sides who could agree that somebody else plays this seat."""
    game = GAMES.get(match.game)
    sides: Sequence[tuple[int, ...]] = [(one.number,) for one in match.seats]
    if game is not None and not isinstance(match, Host):
        sides = game.sides(len(match.seats), match.options)
    others = {one.number for one in match.seats if one != seat and one.people and not one.absent and not one.resigned}
    deciding = [side for side in sides if not others.isdisjoint(side)]
    return len(deciding) > 1 or any(seat.number in side for side in deciding)


def _others_play(match: Match, seat: Seat) -> bool:
    """Whether people play other seats; those who resigned only watch."""
    return any(seat is not other and other.people and not other.absent and not other.resigned for other in match.seats)


def undecided_candidate(proposal: Proposal) -> tuple[int, ...]:
    """The candidate for a seat who hasn't answered yet, or can take it because nobody is left to agree."""
    waits = proposal.seat is not None and not (proposal.accepted and proposal.needed)
    return (proposal.candidate,) if waits and proposal.candidate is not None else ()


def has_resigned(match: Match, seat: int | None) -> bool:
    return seat is not None and match.seats[seat].resigned


def part_of(match: Match, seat: int | None) -> SeriesMatch | None:
    """The match that this seat plays alone, at a table of parallel matches."""
    parts = match.series.parts if match.series is not None and isinstance(match, Host) and seat is not None else ()
    return next((part for part in parts if part.number == (seat or 0) + 1), None)


def has_finished(match: Match, seat: int | None) -> bool:
    """Whether this seat's own game is over, at a table of parallel matches."""
    part = part_of(match, seat)
    return part is not None and part.ending is not None


def has_given_up(match: Match, seat: int | None) -> bool:
    part = part_of(match, seat)
    return part is not None and part.ending is not None and part.ending.kind == "resigned"


def newest_proposal(match: Match) -> LoggedEvent | None:
    return next((event for event in reversed(match.recent) if event.kind in ("draw", "resign", "ask")), None)
