"""What time alone brings about in a match: reminders, turns that are over, vacations that end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping

from bot.match import agreements, clocks, turns
from bot.match.clocks import LAST_PART, Sitting
from bot.match.loaded import Loaded
from bot.match.step import Step
from bot.match.values import EventKind, Stage, Status
from bot.store.tables import EPOCH, MILLISECOND

GRACE = timedelta(hours=1)
"""How long after a reminder was delivered a turn lasts at least."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens in the match yet: look again at `due_at`, with this clock.

    With `half` the people of the seat are reminded that half of the time is over (True), or nearly all of it (False).
    """

    due_at: datetime | None
    clock: Mapping[str, Any] | None
    half: bool | None = None


def on_time(loaded: Loaded, reminders: Sequence[RowMapping], now: datetime) -> Step | Wait:
    """What is to be done in this match now. `reminders` are those of this turn."""
    row = loaded.row
    clock, deadline = row["clock"], row["deadline"]
    lapses = clocks.lapses_at(row["proposal"])
    if loaded.status is not Status.RUNNING:  # such as one that newer rules have
        return Wait(now + GRACE if loaded.held else None, clock)
    lapsed = agreements.lapse(loaded, now)
    if lapsed is not None:
        return lapsed
    if clock is None:
        return Wait(lapses, clock)
    stage = Stage(clock["stage"])
    until = _rests(loaded, now)
    if stage is not Stage.OVER and _is_news(loaded, until):
        return _vacation(loaded, until)  # it has begun or ended without word of it here
    due = clocks.next_look(loaded, {"clock": clock, "deadline": deadline})
    if deadline is None or due is None or due > now:
        return Wait(_soonest(due, lapses), clock)
    if stage < Stage.LAST:
        # After a long pause both may be due: then the second one says it all.
        last = deadline - timedelta(seconds=row["move_time"]) / LAST_PART
        clock = {**clock, "stage": Stage.LAST if last <= now else Stage.HALF}
        following = clocks.next_look(loaded, {"clock": clock, "deadline": deadline})
        return Wait(_soonest(following, lapses), clock, half=clock["stage"] == Stage.HALF)
    if any(one["due_at"] is not None for one in reminders):  # it isn't told yet: Discord is away, or the night is quiet
        tried = max(one["due_at"] for one in reminders if one["due_at"] is not None)
        return Wait(_soonest(max(tried, now) + GRACE, lapses), clock)
    told = max((one["done_at"] for one in reminders), default=None)
    if told is not None and told + GRACE > now:
        return Wait(_soonest(told + GRACE, lapses), clock)
    return turns.time_is_over(loaded, now)


def rest(loaded: Loaded, user: int, now: datetime) -> Step | None:
    """What somebody's vacation that has just begun or ended changes in this match; None if nothing."""
    clock = loaded.row["clock"]
    member = loaded.seated(user)
    if loaded.status is not Status.RUNNING or clock is None or member is None or member.seat != clock["seat"]:
        return None
    until = _rests(loaded, now)
    if clock["stage"] == Stage.OVER or not _is_news(loaded, until):
        return None
    return _vacation(loaded, until, user)


def _is_news(loaded: Loaded, until: datetime | None) -> bool:
    """Whether the clock has to begin or to stop standing still, or does so until another moment than it says."""
    if until is None or loaded.row["deadline"] is not None:
        return (until is None) == (loaded.row["deadline"] is None)
    kept: int | None = loaded.row["clock"].get("until")
    return kept != (until - EPOCH) // MILLISECOND


def _rests(loaded: Loaded, now: datetime) -> datetime | None:
    seat = loaded.row["clock"]["seat"]
    sitting = [Sitting(seat, member.here, member.vacation_until) for member in loaded.on_seat(seat)]
    return clocks.rests(sitting, seat, now)


def _vacation(loaded: Loaded, until: datetime | None, by: int | None = None) -> Step:
    """The clock stands still from here on, or goes on."""
    told = None if until is None else until.isoformat()
    return Step(EventKind.VACATION, by=by, seat=loaded.row["to_move"], data={"until": told}, post=True)


def _soonest(*dates: datetime | None) -> datetime | None:
    return min((date for date in dates if date is not None), default=None)
