"""Rematches: the same people at the same game, each one seat further on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import NOWHERE, ComputerLevel, Place, SeriesKind, Status
from bot.match.values.errors import NoRematch, NotInThisMatch, NotOver, NotRunning
from bot.match.values.server_settings import ServerSettings
from bot.match.values.terms import CheckedTerms
from bot.rules import Game
from bot.rules.api import Chance


@dataclass(frozen=True)
class Rematch:
    """What a rematch starts with.

    `people` maps rows of users to their seats, the one who opens it first.
    """

    agreed: CheckedTerms
    place: Place
    people: tuple[tuple[int, int], ...]
    computers: Mapping[int, ComputerLevel]


def last_match(match: StoredMatch) -> int:
    """The number of the match to play again; in a series of consecutive matches, the last one."""
    series = match.series
    one_by_one = series is not None and series.kind is SeriesKind.POINTS and series.over
    return series.parts[-1].match_id if series is not None and one_by_one else match.id


def require_over(match: StoredMatch, user: int) -> Member:
    """The row of someone who may play this match again. Raises NotOver, NotRunning, NoRematch, NotInThisMatch."""
    if match.status is not Status.OVER:
        raise NotRunning if match.status in (Status.OPEN, Status.CANCELLED) else NotOver
    series = match.series
    if match.terms.private or match.place == NOWHERE or (series is not None and not series.over):
        raise NoRematch
    member = match.seated_member(user)
    if member is None:
        raise NotInThisMatch
    return member


def rematch_of(
    match: StoredMatch, opener: Member, settings: ServerSettings, games: Mapping[str, Game[Any]], trial: Chance
) -> Rematch:
    """The rematch of this match under these settings of its server; `opener` was in it. Raises UnknownGame, BadOption.

    A player on seat s gets seat s + 1, the last one the first seat. People who have left aren't expected; a computer
    that played for them stays. A match that moved to another thread has its rematch in that thread, because threads
    can't have threads.
    """
    terms, place, seats = match.terms, match.place, len(match.rows.seats)
    if place.thread_id == match.row.table_message_id:
        place = replace(place, thread_id=None)
    if place.thread_id is not None:
        terms = replace(terms, own_thread=False)
    here = [member for seat in range(seats) for member in match.on_seat(seat) if member.here or member == opener]
    here.sort(key=lambda member: member != opener)
    people = tuple((member.user_row, (member.seat + 1) % seats) for member in here if member.seat is not None)
    occupied = {seat for _, seat in people}
    levels = {(seat + 1) % seats: level for seat, level in match.computers.items()}
    return Rematch(
        settings.apply_to(terms).check(games, trial),
        place,
        people,
        {seat: level for seat, level in levels.items() if seat not in occupied},
    )
