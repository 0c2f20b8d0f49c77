"""Who plays each seat: people, or a computer instead of them.

The log has the whole history, the rows beside it the current state.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.match.values import EventKind
from bot.store.queries.matches import Rows
from bot.store.tables import EventRow

SeatState = tuple[str | None, int | None]
"""The level of the computer that plays a seat, None for people, and the number of the event by which it resigned."""


def entry(computers: Mapping[int, str | None], seats: int) -> dict[str, Any]:
    """The log's entry for the computers at a table that hasn't begun: the level of each seat, None for no computer."""
    return {"computers": [computers.get(seat) for seat in range(seats)]}


def in_the_log(events: Iterable[EventRow], seats: int) -> list[SeatState]:
    """Each seat's state according to the log. Raises LookupError, TypeError for a damaged one."""
    standings: list[SeatState] = [(None, None)] * seats
    for event in events:
        standings = after(standings, event)
    return standings


def after(seats: list[SeatState], event: EventRow) -> list[SeatState]:
    """Each seat's state after one more event."""
    standings, data = list(seats), event.details
    if "computers" in data:
        standings = [(level, None) for level in data["computers"]]
    elif "resigned" in data:
        for seat in data["resigned"]:
            standings[seat] = (standings[seat][0] or data["computer"], event.number)
    elif "computer" in data and event.kind != EventKind.MOVE and event.seat is not None:
        standings[event.seat] = (data["computer"], None)
    if "back" in data:
        standings[data["back"]] = (None, None)
    return standings


def in_the_rows(rows: Rows) -> list[SeatState]:
    """Each seat's state according to the rows beside the log."""
    return [(seat.computer, seat.resigned) for seat in rows.seats]


def computer_is_to_move(rows: Rows) -> bool:
    """Whether a computer is to move in this match, or in another one of its series."""
    parts = [] if rows.series is None else rows.series.parts
    return any(since is not None for since in (rows.match.computer_since, *(part.computer_since for part in parts)))
