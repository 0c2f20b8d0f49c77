"""The time for a turn: when it runs out, when its players are reminded, and when it is paused.

A clock runs for the seat to move while other people wait for it: those at the table, or those of the league or
tournament that waits for the match to end. It belongs to a run (`bot.match.values.trail`): a player who decides several
times within a turn has one time for all of it. `matches.clock` holds whose clock it is and its stage,
`matches.deadline` when it runs out, and `matches.due_at` when the timekeeper must act on the match next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.match.reading.stored import StoredMatch
from bot.match.values import FORGOTTEN, ClockStage, EventKind, Expiry, Status
from bot.match.values.new_event import NewEvent
from bot.store.columns import MatchColumns, MemberColumns
from bot.store.definition import EPOCH, MILLISECOND
from bot.store.documents import ClockDocument, ProposalDocument

COUNTDOWN = timedelta(seconds=10)
"""How long after its last seat is taken a table starts automatically."""

LAST_PART = 10
"""The second reminder is due when a tenth of the time is left."""

GRACE = timedelta(hours=1)
"""How long a turn goes on after its second reminder if that comes too late, but no longer than a whole turn."""

NOTICEABLE = timedelta(minutes=1)
"""What announces a deadline is edited if the deadline has moved by at least this."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person on a seat, and whether they could act if asked."""

    seat: int
    here: bool
    vacation_until: datetime | None


def columns_after(match: StoredMatch, event: NewEvent, run: int, now: datetime) -> MatchColumns:
    """`deadline`, `clock` and `due_at` once the event is written; `run` is that of the position it leads to."""
    clock, deadline = _clock_after(match, event, run, now)
    if event.changes.get("status", match.row.status) == Status.OPEN:
        return {"clock": clock, "deadline": deadline, "due_at": _begins_at(match, event, now)}
    lapses = lapses_at(event.changes.get("proposal", match.row.proposal))
    dates = [date for date in (next_look(match, clock, deadline), lapses) if date is not None]
    over = event.changes.get("status", match.row.status) in (Status.OVER, Status.CANCELLED)
    return {"clock": clock, "deadline": deadline, "due_at": None if over else min(dates, default=None)}


def lapses_at(proposal: ProposalDocument | None) -> datetime | None:
    """When a proposal lapses; None if it never does."""
    until = None if proposal is None else proposal.get("until")
    return None if until is None else EPOCH + until * MILLISECOND


def _begins_at(match: StoredMatch, event: NewEvent, now: datetime) -> datetime | None:
    """When a table starts automatically once the event is written: soon after its last seat is taken.

    A shared seat may be meant for more people than already sit there.
    """
    if event.kind in (EventKind.LEAVE, EventKind.WAIT):
        return None
    if event.kind not in (EventKind.JOIN, EventKind.SEAT):
        return match.begins_at
    levels = _levels(match, event)
    occupied = {one.seat for one in _sitting(match, event)} | {seat for seat in levels if levels[seat] is not None}
    return now + COUNTDOWN if len(occupied) == len(match.rows.seats) and not match.row.shared else None


def _levels(match: StoredMatch, event: NewEvent) -> Mapping[int, str | None]:
    """The levels of the computers on the seats once the event is written."""
    return {**match.computers} | {
        seat: columns["computer"] for seat, columns in event.seats.items() if "computer" in columns
    }


def _clock_after(
    match: StoredMatch, event: NewEvent, run: int, now: datetime
) -> tuple[ClockDocument | None, datetime | None]:
    """The clock once the event is written, and its deadline, which a clock that stands still has not."""
    row = match.row
    status, seat = event.changes.get("status", row.status), event.changes.get("to_move", row.to_move)
    clock, deadline = event.changes.get("clock", row.clock), row.deadline
    if status == Status.FROZEN and clock is not None:  # nobody can move then
        left = clock.get("left") if deadline is None else (deadline - now) // MILLISECOND
        return {**clock, "left": left}, None
    sitting = list(_sitting(match, event))
    timed = status == Status.RUNNING and seat is not None and _is_timed(match, seat, sitting, _levels(match, event))
    if not timed or seat is None:
        return None, None
    acted = event.by is not None and event.kind in (EventKind.MOVE, EventKind.UNDO)
    others = any("seat" in columns for columns in event.people.values())  # a new player has the seat
    # If the trail is damaged or other rules can't read it, the run changes although the position doesn't.
    stays = event.position is None or event.same_position
    same = clock is not None and clock["seat"] == seat and (stays or clock["run"] == run)
    if clock is None or not same or others or (clock["stage"] == ClockStage.OVER and acted):
        clock = {"seat": seat, "run": run, "stage": ClockStage.FRESH}
        deadline = now + move_time(match)
    elif deadline is None:
        deadline = now + (clock.get("left") or 0) * MILLISECOND
        if clock["stage"] == ClockStage.LAST:  # that reminder may never have been sent, or long ago
            clock = {**clock, "stage": ClockStage.HALF}
    elif clock["stage"] == ClockStage.OVER and (row.clock is None or row.clock["stage"] != ClockStage.OVER):
        deadline = max(deadline, now)  # the turn waited for its reminder
    clock = {"seat": clock["seat"], "run": clock["run"], "stage": clock["stage"]}
    until = vacation_until(sitting, seat, now)
    if until is None or clock["stage"] == ClockStage.OVER:
        return clock, deadline
    return {**clock, "left": (deadline - now) // MILLISECOND, "until": (until - EPOCH) // MILLISECOND}, None


def move_time(match: StoredMatch) -> timedelta:
    """How long a turn may take in a match that has a clock."""
    return match.row.move_time or timedelta()


def _sitting(match: StoredMatch, event: NewEvent) -> Iterator[Sitting]:
    """Who sits where once the event is written."""
    for member in match.members:
        person = member.discord_id
        columns: MemberColumns = {**event.rows.get(member.id, {}), **event.people.get(person or FORGOTTEN, {})}
        seat = columns.get("seat", member.seat)
        absent = columns.get("absent", member.absent and (person is None or person != event.by))
        if seat is not None:
            yield Sitting(seat, person is not None and not absent, member.vacation_until)
    for user, new in event.people.items():
        if match.member(user) is None and (seat := new.get("seat")) is not None:
            yield Sitting(seat, here=True, vacation_until=None)


def missing_clock(match: StoredMatch) -> tuple[ClockDocument, datetime] | None:
    """The clock that should run but doesn't, and its deadline; None if all is well.

    An earlier release stopped it when only computers were left at the table, although others waited.
    """
    seat = match.row.to_move
    if match.status is not Status.RUNNING or match.row.clock is not None or seat is None:
        return None
    sitting = [Sitting(one.seat, one.here, one.vacation_until) for one in match.members if one.seat is not None]
    if not _is_timed(match, seat, sitting, match.computers):
        return None
    return {"seat": seat, "run": match.trail.run, "stage": ClockStage.FRESH}, match.now + move_time(match)


def _is_timed(match: StoredMatch, seat: int, sitting: Sequence[Sitting], levels: Mapping[int, str | None]) -> bool:
    """Whether people are to move and other people wait for them. `levels` are those of the computers by seat."""
    if match.row.move_time is None:
        return False
    if levels.get(seat) is not None or not any(one.seat == seat for one in sitting):
        return False
    return match.others_wait or any(one.here and one.seat != seat and levels.get(one.seat) is None for one in sitting)


def vacation_until(sitting: Sequence[Sitting], seat: int, now: datetime) -> datetime | None:
    """Until when everyone who could play this seat is on vacation; None if someone isn't."""
    dates = [one.vacation_until for one in sitting if one.seat == seat and one.here]
    resting = [date for date in dates if date is not None and date > now]
    return min(resting) if dates and len(resting) == len(dates) else None


def end_after_reminder(deadline: datetime, move_time: timedelta, reminded_at: datetime) -> datetime:
    """When a turn ends whose second reminder comes at `reminded_at`: at its deadline, or later if that is too late.

    It is too late once less than half of the last part is left, because of quiet hours or because Discord was down.
    """
    if deadline - reminded_at >= move_time / LAST_PART / 2:
        return deadline
    return max(deadline, reminded_at + min(GRACE, move_time))


def next_look(match: StoredMatch, clock: ClockDocument | None, deadline: datetime | None) -> datetime | None:
    """When the timekeeper must look at this clock next."""
    if clock is None:
        return None
    if deadline is None:
        return EPOCH + clock["until"] * MILLISECOND if "until" in clock else None
    time = move_time(match)
    match ClockStage(clock["stage"]):
        case ClockStage.FRESH:
            due = deadline - time / 2
        case ClockStage.HALF:
            due = deadline - time / LAST_PART
        case ClockStage.LAST:
            due = deadline
        case ClockStage.OVER:
            unclaimed = match.row.on_expiry == Expiry.CLAIM and match.others_wait
            return deadline + time if unclaimed else None
    return due
