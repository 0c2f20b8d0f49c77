"""Turns whose time has run out."""

from dataclasses import replace

from bot.match.decisions import agreements
from bot.match.decisions.decision import decision
from bot.match.decisions.guards import require_player, require_running, require_seen_position
from bot.match.decisions.proposals import carry_out
from bot.match.reading.stored import StoredMatch
from bot.match.values import ClockStage, ComputerLevel, EventKind, Expiry
from bot.match.values.errors import NotExpired
from bot.match.values.new_event import NewEvent
from bot.store.columns import SeatColumns
from bot.store.documents import ClockDocument

STAND_IN = "stand_in"
"""The log's word for a computer that takes over an expired seat so that its partners can play on."""


@decision()
def claim(match: StoredMatch, user: int, *, seen_version: int | None = None) -> NewEvent:
    """Makes the seat to move resign because its time has run out and the table lets the others claim that.

    If other players of its side are left, a computer takes over instead.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, BoardHasMoved; NotExpired if there is nothing to claim, or the
    user is on the same side.
    """
    require_running(match)
    member = require_player(match, user)
    clock = match.row.clock
    if clock is None or clock["stage"] != ClockStage.OVER or match.row.on_expiry != Expiry.CLAIM:
        raise NotExpired
    require_seen_position(match, seen_version)
    seat = clock["seat"]
    if any(seat in side and member.seat in side for side in match.sides()):
        raise NotExpired
    return replace(_loses(match, seat, {}), kind=EventKind.CLAIM, by=user)


def time_is_over(match: StoredMatch, clock: ClockDocument) -> NewEvent:
    """Applies what the table chose for a turn whose time runs out, which is that of the match's clock."""
    seat, then = clock["seat"], Expiry(match.row.on_expiry)
    missed: SeatColumns = {"missed": match.rows.seats[seat].missed + 1}
    if then is Expiry.RESIGN:
        return replace(_loses(match, seat, missed), kind=EventKind.EXPIRE)
    return NewEvent(
        EventKind.EXPIRE,
        seat=seat,
        data={"then": then},
        seats={seat: missed},
        changes={"clock": {**clock, "stage": ClockStage.OVER}},
        post=then is Expiry.CLAIM,
    )


def nobody_claims(match: StoredMatch, seat: int) -> NewEvent:
    """This seat resigns: its time ran out and nobody claims it, though a league or tournament waits for the match."""
    return replace(_loses(match, seat, {}), kind=EventKind.EXPIRE)


def _loses(match: StoredMatch, seat: int, missed: SeatColumns) -> NewEvent:
    """The seat resigns. If its side has other players, a computer plays it instead until its own players act."""
    side = next(side for side in match.sides() if seat in side)
    partners = [one for one in side if one != seat and one not in match.computers]
    if any(member.here for one in partners for member in match.on_seat(one)):
        level = ComputerLevel.NORMAL
        return NewEvent(
            EventKind.EXPIRE,
            seat=seat,
            data={"then": STAND_IN, "computer": level},
            seats={seat: {**missed, "computer": level}},
            changes=agreements.without_question_to(match, seat),
            post=True,
        )
    event = carry_out(match, "resign", (seat,))
    seats: dict[int, SeatColumns] = {
        one: {**columns, **missed} if one == seat else columns for one, columns in event.seats.items()
    }
    return replace(event, seat=seat, data={**(event.data or {}), "then": Expiry.RESIGN}, seats=seats)
