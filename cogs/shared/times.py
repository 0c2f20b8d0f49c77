"""How the time of turns is said: at the table, on boards, in lists and for each seat."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.match import (
    DEFAULT_MOVE_TIME,
    LATE,
    MOVE_TIMES,
    Clock,
    Expiry,
    Match,
    Seat,
    SeriesKind,
    Status,
)
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.parameters import Parameter
from cogs.shared.refusals import ScreenRefusal

SECOND = timedelta(seconds=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NO_LIMIT = 0  # what the option `time` sends for it

THEN = {
    Expiry.COMPUTER: N_("a computer plays it"),
    Expiry.RESIGN: N_("the seat resigns"),
    Expiry.CLAIM: N_("the others may claim"),
}
"""What becomes of a turn whose time is over, as a choice of `start`."""

_TERMS = {
    Expiry.COMPUTER: N_("{time} a turn, then a computer plays it"),
    Expiry.RESIGN: N_("{time} a turn, then the seat resigns"),
    Expiry.CLAIM: N_("{time} a turn, then the others may claim"),
}


def span(time: timedelta) -> str:
    """ "3 days", "1 hour"."""
    if time % DAY:
        hours = time // HOUR
        return say(N_("1 hour") if hours == 1 else N_("{hours} hours"), hours=hours)
    days = time // DAY
    return say(N_("1 day") if days == 1 else N_("{days} days"), days=days)


def time_parameters() -> list[Parameter]:
    """The options of `start` for the time of a turn."""
    times = [(say(N_("no limit")), NO_LIMIT), *((span(time), time // SECOND) for time in MOVE_TIMES)]
    usual = span(DEFAULT_MOVE_TIME)
    return [
        Parameter("time_", "time", int, f"How long a turn may take (default: {usual})", tuple(times)),
        Parameter(
            "expiry_",
            "when-time-is-over",
            str,
            "What becomes of a turn whose time is over (default: a computer plays it)",
            tuple((say(words), str(expiry)) for expiry, words in THEN.items()),
        ),
    ]


def chosen_times(chosen: dict[str, Any], series: SeriesKind | None) -> tuple[timedelta | None, Expiry]:
    """The time of a turn, None for no limit, and what becomes of it then. ScreenRefusal if nobody could claim."""
    seconds = chosen.get("time_", DEFAULT_MOVE_TIME // SECOND)
    expiry = Expiry(chosen.get("expiry_", Expiry.COMPUTER))
    if series is SeriesKind.PARALLEL and expiry is Expiry.CLAIM:
        raise ScreenRefusal(
            "In match play everybody plays a game of their own, so nobody else could claim. Choose something else for "
            "`when-time-is-over`, or leave it out."
        )
    return (None if seconds == NO_LIMIT else seconds * SECOND), expiry


def terms_of_time(match: Match) -> list[str]:
    """What the table says of the time, where somebody may have to wait for somebody else."""
    parallel = match.series is not None and match.series.kind is SeriesKind.PARALLEL
    several = sum(bool(seat.people) for seat in match.seats) > 1
    if len(match.seats) == 1 or not (match.status is Status.OPEN or parallel or several):
        return []
    if match.move_time is None:
        return [say(N_("no time limit"))]
    return [say(_TERMS[match.on_expiry], time=span(match.move_time))]


def from_now(moment: datetime) -> str:
    """ "in 3 days" or "an hour ago", in the reader's language."""
    return discord.utils.format_dt(moment, "R")


def day_of(moment: datetime) -> str:
    """The day, as the reader writes dates."""
    return discord.utils.format_dt(moment, "D")


def on_the_clock(clock: Clock | None) -> str:
    """The time of the seat to move, in a few words; empty where no clock runs."""
    if clock is None:
        return ""
    if clock.expired:
        return say(N_("the time is over"))
    if clock.deadline is not None:
        return say(N_("time is up {when}"), when=from_now(clock.deadline))
    if clock.paused_until is None:
        return say(N_("the clock stands still"))
    return say(N_("on vacation until {day}, the clock stands still"), day=day_of(clock.paused_until))


def vacations(seat: Seat) -> list[str]:
    """Who of a seat is on vacation, and until when."""
    lines = []
    for person, until in seat.on_vacation.items():
        if len(seat.people) == 1:
            lines.append(say(N_("on vacation until {day}"), day=day_of(until)))
        else:
            lines.append(say(N_("{person} on vacation until {day}"), person=f"<@{person}>", day=day_of(until)))
    return lines


def remarks(match: Match, seat: Seat) -> list[str]:
    """What is to be known of a seat's people: vacations, and turns that they have let pass."""
    lines = vacations(seat)
    can_still_move = may_claim(match) and seat.number == match.to_move  # which is said where it is their turn
    if seat.missed and not seat.resigned and seat.computer is None and not can_still_move:
        words = N_("missed the last turn") if seat.missed == 1 else N_("missed {number} turns in a row")
        lines.append(say(words, number=seat.missed))
    return lines


def awake(seat: Seat, people: Sequence[int]) -> tuple[int, ...]:
    """Those of these people who may be called: nobody is on vacation."""
    return tuple(person for person in people if person not in seat.on_vacation)


def is_late(seat: Seat) -> bool:
    """Whether the seat's people have let so many turns pass that the others need not wait for them any more."""
    return seat.missed >= LATE and not seat.resigned and seat.computer is None


def may_claim(match: Match) -> bool:
    """Whether the others may have the seat to move resign."""
    return match.clock is not None and match.clock.expired and match.on_expiry is Expiry.CLAIM


def has_partners(match: Match, seat: Seat) -> bool:
    """Whether other seats win and lose with this one."""
    game = GAMES.get(match.game)
    sides = game.sides(len(match.seats), match.options) if game is not None else ()
    return any(seat.number in side and len(side) > 1 for side in sides)


# What has happened, on boards.


def expired(match: Match, seat: int | None, colour: str) -> str:
    """That the time of a seat's turn is over, and what came of it."""
    sitting = match.seats[seat] if seat is not None else None
    if match.status is Status.OVER:
        words = N_("{colour}'s time is over, and the seat resigns.")
    elif sitting is not None and sitting.resigned:
        words = N_("{colour}'s time is over: the seat resigns, and a computer plays on.")
    elif sitting is not None and sitting.computer is not None:
        words = N_("{colour}'s time is over: a computer plays the seat on, until its player is back.")
    elif match.on_expiry is Expiry.COMPUTER:
        words = N_("{colour}'s time is over: a computer plays this turn.")
    else:
        words = N_("{colour}'s time is over.")
    return say(words, colour=colour)


def claimed(match: Match, seat: int | None, colour: str) -> str:
    """That others have claimed, and what came of it."""
    if match.status is Status.OVER:
        words = N_("{colour}'s time was over, and somebody has claimed: the seat resigns.")
    elif seat is not None and match.seats[seat].resigned:
        words = N_("{colour}'s time was over, and somebody has claimed: the seat resigns, and a computer plays on.")
    else:
        words = N_(
            "{colour}'s time was over, and somebody has claimed: a computer plays the seat on, until its player is "
            "back."
        )
    return say(words, colour=colour)


def rested(match: Match, _seat: int | None, colour: str) -> str:
    """That the clock of a seat stands still or goes on."""
    if match.clock is not None and match.clock.deadline is None:
        return say(N_("{colour} is on vacation, so the clock stands still."), colour=colour)
    return say(N_("{colour}'s vacation is over, and the clock goes on."), colour=colour)


def played_in_their_place(match: Match) -> str:
    """That a computer has decided what the board shows, as the time of a turn was over; empty otherwise."""
    over = next((event for event in reversed(match.recent) if event.kind == "expire"), None)
    if over is None or over.seat is None or match.on_expiry is not Expiry.COMPUTER:
        return ""
    after = [event for event in match.recent if event.number > over.number and event.kind == "move"]
    run = next((number for number, event in enumerate(after) if event.seat != over.seat), len(after))
    theirs = {event.number for event in after[:run]}
    shown = match.trail.newest(2 if match.trail.going_on else 1)
    if not any(decision.computer and decision.number in theirs for turn in shown for decision in turn):
        return ""
    return say(N_("A computer played {colour}'s turn, whose time was over."), colour=match.seats[over.seat].colour)
