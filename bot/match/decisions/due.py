"""What happens in a match by time alone: reminders, turns that run out, vacations that begin or end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.match.decisions import agreements, clocks
from bot.match.decisions.clocks import LAST_PART, Sitting
from bot.match.decisions.decision import decision
from bot.match.decisions.expiry import nobody_claims, time_is_over
from bot.match.reading.stored import StoredMatch
from bot.match.values import ClockStage, EventKind, Status
from bot.match.values.new_event import NewEvent
from bot.store.definition import EPOCH, MILLISECOND
from bot.store.documents import ClockDocument
from bot.store.tables import ReminderRow


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do in the match yet: look again at `due_at`, with this clock.

    `half` says to remind the people of the seat that half of the time is over (True), or nearly all of it (False).
    `deadline` is that of a clock that begins now.
    """

    due_at: datetime | None
    clock: ClockDocument | None
    half: bool | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Extension:
    """The turn can't end yet: its `deadline` moves to `until`."""

    deadline: datetime
    until: datetime


def due_now(match: StoredMatch, reminders: Sequence[ReminderRow]) -> NewEvent | Wait | Extension:
    """What to do in this match now. `reminders` are those of this turn."""
    row, now = match.row, match.now
    clock, deadline = row.clock, row.deadline
    lapses = clocks.lapses_at(row.proposal)
    if match.status is Status.OPEN:
        return Wait(match.begins_at, clock)  # `Tables.begin_full` checks it more often
    if match.status is not Status.RUNNING:  # for example because newer rules hold it
        return Wait(row.due_at if match.held else None, clock)
    lapse_event = agreements.lapse(match)
    if lapse_event is not None:
        return lapse_event
    missing = clocks.missing_clock(match)
    if missing is not None:
        clock, deadline = missing
        following = clocks.next_look(match, clock, deadline)
        return Wait(_soonest(following, lapses), clock, deadline=deadline)
    if clock is None:
        return Wait(lapses, clock)
    stage = ClockStage(clock["stage"])
    until = _vacation_until(match, clock)
    if stage is not ClockStage.OVER and _is_news(match, clock, until):
        return _vacation(match, until)  # it began or ended without this match being told
    due = clocks.next_look(match, clock, deadline)
    if deadline is None or due is None or due > now:
        return Wait(_soonest(due, lapses), clock)
    if stage is ClockStage.OVER:
        return nobody_claims(match, clock["seat"])
    if stage < ClockStage.LAST:
        # After a long pause both may be due. Then the second one is enough.
        last = deadline - clocks.move_time(match) / LAST_PART
        stage = ClockStage.LAST if last <= now else ClockStage.HALF
        clock = {**clock, "stage": stage}
        following = clocks.next_look(match, clock, deadline)
        return Wait(_soonest(following, lapses), clock, half=stage is ClockStage.HALF)
    next_tries = [one.due_at for one in reminders if one.due_at is not None]
    if next_tries:  # not delivered yet: Discord is down, or it's quiet hours
        until = clocks.end_after_reminder(deadline, clocks.move_time(match), max(now, *next_tries))
        return Extension(deadline, until)
    return time_is_over(match, clock)


@decision()
def adjust_clock(match: StoredMatch, user: int) -> NewEvent | None:
    """Pauses or resumes this person's own clock when their vacation begins or ends."""
    clock = match.row.clock
    member = match.seated_member(user)
    if match.status is not Status.RUNNING or clock is None or member is None or member.seat != clock["seat"]:
        return None
    until = _vacation_until(match, clock)
    if clock["stage"] == ClockStage.OVER or not _is_news(match, clock, until):
        return None
    return _vacation(match, until, user)


def _is_news(match: StoredMatch, clock: ClockDocument, until: datetime | None) -> bool:
    """Whether the clock must be paused or resumed, or paused until another time than it says."""
    if until is None or match.row.deadline is not None:
        return (until is None) == (match.row.deadline is None)
    return clock.get("until") != (until - EPOCH) // MILLISECOND


def _vacation_until(match: StoredMatch, clock: ClockDocument) -> datetime | None:
    seat = clock["seat"]
    sitting = [Sitting(seat, member.here, member.vacation_until) for member in match.on_seat(seat)]
    return clocks.vacation_until(sitting, seat, match.now)


def _vacation(match: StoredMatch, until: datetime | None, by: int | None = None) -> NewEvent:
    """Pauses the clock, or resumes it."""
    data = None if until is None else until.isoformat()
    return NewEvent(EventKind.VACATION, by=by, seat=match.row.to_move, data={"until": data}, post=True)


def _soonest(*dates: datetime | None) -> datetime | None:
    return min((date for date in dates if date is not None), default=None)
