"""Time limits in words: at the table, on boards, in lists and for each seat."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import discord

from bot.match import (
    MISSED_TURNS_ALLOWED,
    MOVE_TIMES,
    Clock,
    Expiry,
    Match,
    Seat,
    SeriesKind,
    Status,
)
from bot.rules import GAMES
from bot.text import N_, say, say_plural
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.slash import Parameter

SECOND = timedelta(seconds=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_DURATION = re.compile(r"(\d+) (hour|day)s?")
NO_LIMIT = 0  # the value of the option `time` for it

EXPIRY_CHOICES = {
    Expiry.COMPUTER: N_("a computer plays it"),
    Expiry.RESIGN: N_("the seat resigns"),
    Expiry.CLAIM: N_("the others can claim the seat"),
}
"""What happens to a turn whose time runs out, as a choice of `start`."""

EXPIRY_TERMS = {
    Expiry.COMPUTER: N_("{time} a turn, then a computer plays it"),
    Expiry.RESIGN: N_("{time} a turn, then the seat resigns"),
    Expiry.CLAIM: N_("{time} a turn, then the others can claim the seat"),
}


def duration(time: timedelta) -> str:
    """ "3 days", "1 hour"."""
    if time % DAY:
        return say_plural("{number} hour", "{number} hours", time // HOUR)
    return say_plural("{number} day", "{number} days", time // DAY)


def translate_duration(words: str) -> str:
    """What `duration` says in English, such as "3 days", in the language that is spoken; other words as they are."""
    found = _DURATION.fullmatch(words)
    return duration(int(found[1]) * (DAY if found[2] == "day" else HOUR)) if found else words


def time_parameters() -> list[Parameter]:
    """The options of `start` for the time of a turn."""
    times = [(say(N_("no limit")), NO_LIMIT), *((duration(time), time // SECOND) for time in MOVE_TIMES)]
    words = N_("How long a turn may take (default: 3 days, unless the server has set another)")
    return [
        Parameter("time_", "time", int, words, tuple(times)),
        Parameter(
            "expiry_",
            "when-time-is-over",
            str,
            N_("What happens when a turn's time is up (default: a computer plays it)"),
            tuple((say(words), str(expiry)) for expiry, words in EXPIRY_CHOICES.items()),
        ),
    ]


def time_options(
    chosen: Mapping[str, Any], series: SeriesKind | None, usual: timedelta | None
) -> tuple[timedelta | None, Expiry]:
    """The time of a turn, None for no limit, and what happens after it. Raises ScreenRefusal if nobody could claim.

    `usual` is the default time.
    """
    seconds = chosen.get("time_", NO_LIMIT if usual is None else usual // SECOND)
    expiry = Expiry(chosen.get("expiry_", Expiry.COMPUTER))
    if series is SeriesKind.PARALLEL and expiry is Expiry.CLAIM:
        raise ScreenRefusal(
            "In match play everyone plays alone, so nobody can claim. Choose another `when-time-is-over`, or "
            "leave it out."
        )
    return (None if seconds == NO_LIMIT else seconds * SECOND), expiry


def time_terms(match: Match) -> list[str]:
    """The table's words on time, if someone may have to wait for someone else."""
    parallel = match.series is not None and match.series.kind is SeriesKind.PARALLEL
    several = sum(bool(seat.people) for seat in match.seats) > 1
    if len(match.seats) == 1 or not (match.status is Status.OPEN or parallel or several):
        return []
    if match.terms.move_time is None:
        return [say(N_("no time limit"))]
    return [say(EXPIRY_TERMS[match.terms.on_expiry], time=duration(match.terms.move_time))]


def from_now(moment: datetime) -> str:
    """ "in 3 days" or "an hour ago", in the reader's language."""
    return discord.utils.format_dt(moment, "R")


def day_of(moment: date) -> str:
    """The date, in the reader's format. A day is that of its noon in UTC, which is the same date nearly everywhere."""
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, hour=12, tzinfo=UTC)
    return discord.utils.format_dt(moment, "D")


def date_and_time(moment: datetime) -> str:
    """The date and the time, in the reader's format and time zone."""
    return discord.utils.format_dt(moment, "f")


def clock_line(clock: Clock | None) -> str:
    """The time of the seat to move, in a few words; empty if no clock runs."""
    if clock is None:
        return ""
    if clock.expired:
        return say(N_("out of time"))
    if clock.deadline is not None:
        return say(N_("time is up {when}"), when=from_now(clock.deadline))
    if clock.paused_until is None:
        return say(N_("clock paused"))
    return say(N_("on vacation until {day}, clock paused"), day=day_of(clock.paused_until))


def vacation_remarks(seat: Seat) -> list[str]:
    """Who of a seat is on vacation, and until when."""
    lines = []
    for person, until in seat.on_vacation.items():
        if len(seat.people) == 1:
            lines.append(say(N_("on vacation until {day}"), day=day_of(until)))
        else:
            lines.append(say(N_("{person} on vacation until {day}"), person=f"<@{person}>", day=day_of(until)))
    return lines


def seat_remarks(match: Match, seat: Seat) -> list[str]:
    """Remarks on a seat's players: vacations, and turns they have missed."""
    lines = vacation_remarks(seat)
    can_still_move = may_claim(match) and seat.number == match.to_move  # the line on their turn says it
    if seat.missed and not seat.resigned and seat.computer is None and not can_still_move:
        lines.append(say_plural("missed the last turn", "missed {number} turns in a row", seat.missed))
    return lines


def not_on_vacation(seat: Seat, people: Sequence[int]) -> tuple[int, ...]:
    """Those of these people who may be called because they aren't on vacation."""
    return tuple(person for person in people if person not in seat.on_vacation)


def is_late(seat: Seat) -> bool:
    """Whether the seat's players have missed so many turns that the others needn't wait for them."""
    return seat.missed >= MISSED_TURNS_ALLOWED and not seat.resigned and seat.computer is None


def may_claim(match: Match) -> bool:
    """Whether the others may make the seat to move resign."""
    return match.clock is not None and match.clock.expired and match.terms.on_expiry is Expiry.CLAIM


def has_partners(match: Match, seat: Seat) -> bool:
    """Whether other seats win and lose together with this one."""
    game = GAMES.get(match.game)
    sides = game.sides(len(match.seats), match.options) if game is not None else ()
    return any(seat.number in side and len(side) > 1 for side in sides)


# Events, on boards


def expiry_line(match: Match, seat: int | None, colour: str) -> str:
    """Says that the time of a seat's turn ran out, and what happened then."""
    sitting = match.seats[seat] if seat is not None else None
    if match.status is Status.OVER:
        words = N_("{colour} ran out of time and resigns.")
    elif sitting is not None and sitting.resigned:
        words = N_("{colour} ran out of time and resigns. A computer takes over.")
    elif sitting is not None and sitting.computer is not None:
        words = N_("{colour} ran out of time. A computer takes over until they're back.")
    elif match.terms.on_expiry is Expiry.COMPUTER:
        words = N_("{colour} ran out of time. A computer plays this turn.")
    else:
        words = N_("{colour} is out of time.")
    return say(words, colour=colour)


def claim_line(match: Match, seat: int | None, colour: str) -> str:
    """Says that others have claimed, and what happened then."""
    if match.status is Status.OVER:
        words = N_("{colour} ran out of time, and another player claimed: the seat resigns.")
    elif seat is not None and match.seats[seat].resigned:
        words = N_("{colour} ran out of time, and another player claimed: the seat resigns, and a computer takes over.")
    else:
        words = N_("{colour} ran out of time, and another player claimed: a computer takes over until they're back.")
    return say(words, colour=colour)


def vacation_line(match: Match, _seat: int | None, colour: str) -> str:
    """Says that the clock of a seat is paused or goes on."""
    if match.clock is not None and match.clock.deadline is None:
        return say(N_("{colour} is on vacation, so the clock is paused."), colour=colour)
    return say(N_("{colour}'s vacation is over, so the clock is running again."), colour=colour)


def stand_in_line(match: Match) -> str:
    """Says that a computer played because the time of a turn ran out; empty otherwise."""
    over = next((event for event in reversed(match.recent) if event.kind == "expire"), None)
    if over is None or over.seat is None or match.terms.on_expiry is not Expiry.COMPUTER:
        return ""
    after = [event for event in match.recent if event.number > over.number and event.kind == "move"]
    run = next((number for number, event in enumerate(after) if event.seat != over.seat), len(after))
    theirs = {event.number for event in after[:run]}
    turns = match.trail.newest(2 if match.trail.going_on else 1)
    if not any(decision.computer and decision.number in theirs for turn in turns for decision in turn):
        return ""
    return say(N_("{colour} ran out of time, so a computer played that turn."), colour=match.seats[over.seat].colour)
