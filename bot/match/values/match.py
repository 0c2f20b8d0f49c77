"""A match as everyone may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from bot.daily.chain import day_in
from bot.match.values import (
    Clock,
    ComputerLevel,
    Ending,
    Gain,
    LoggedEvent,
    Place,
    Proposal,
    Seat,
    Series,
    SeriesMatch,
    Status,
)
from bot.match.values.errors import Frozen
from bot.match.values.terms import TableTerms
from bot.match.values.trail import Trail
from bot.rules import State


@dataclass(frozen=True, repr=False, kw_only=True)
class Match:
    """One match as it is now.

    Its only secrets are in `state` and in the positions of `trail`: show them by `State.sight`.
    """

    id: int
    terms: TableTerms
    seats: tuple[Seat, ...]
    status: Status
    version: int
    """The number of the newest event."""
    position_version: int | None = None
    """The number of the event that made the position."""
    place: Place
    table_message_id: int | None = None
    opener: int
    """`FORGOTTEN` for a person who was forgotten."""
    invited: tuple[int, ...] = ()
    commitment: str
    salt: str | None
    seed: str | None = None
    """Hexadecimal; None until it is published."""
    recipe: int
    proposal: Proposal | None = None
    ending: Ending | None = None
    frozen_reference: str | None = None
    opened_at: datetime
    begins_at: datetime | None = None
    """When an open table starts automatically; None if it doesn't."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    rules_version: int
    series: Series | None = None
    clock: Clock | None = None
    """The time for this turn; None if nobody waits."""
    to_move: int | None = None
    """The seat to move; None unless the match is running."""
    mover: ComputerLevel | None = None
    """The level of the computer to move, if one is."""
    waiting_since: datetime | None = None
    """Since when the seat to move is waited for."""
    state: State[Any] | None
    """None before the start, while the match is frozen, if the rules can't read an old position, and in lists without
    positions; then `trail` is empty as well."""
    trail: Trail
    recent: tuple[LoggedEvent, ...] = ()
    reserved_seats: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The people that a table's reserved seats are for."""
    counts: bool | None = None
    """Whether the result of a rated match counts; None until its series is over, or if the match isn't rated."""
    early: bool = False
    """Whether it changed no ratings because it had hardly begun; see `bot.match.reading.rated.ended_early`."""
    expected: bool = False
    """Whether it doesn't count because its result was as good as certain; see `bot.ratings.ledger.is_expected`."""
    gains: Mapping[int, Gain] = field(default_factory=dict)
    """How the result changed the ratings of each seat's players; empty as long as `counts` is None."""
    apart: bool = False
    """Whether others play with the same luck who mustn't know of this match yet."""

    def __repr__(self) -> str:
        return f"<Match {self.id}: {self.game}, {self.status}, version {self.version}>"

    @property
    def game(self) -> str:
        return self.terms.game

    @property
    def options(self) -> Mapping[str, Any]:
        return self.terms.options

    @property
    def frozen_because(self) -> Frozen | None:
        """Why nobody can play on; None unless the match is frozen."""
        return None if self.frozen_reference is None else Frozen(reference=self.frozen_reference)

    def seat_of(self, user_id: int) -> list[int]:
        """The seats this person plays; empty for everyone else and for those who resigned."""
        return [seat.number for seat in self.seats if user_id in seat.people and not seat.resigned]

    @property
    def table_in(self) -> int:
        """The channel or thread that holds the table's message. The match's own thread hangs on that message."""
        return self.place.channel_id if self.place.thread_id == self.table_message_id else self.place.posted_in

    @property
    def host(self) -> int | None:
        """The number of the table that one of several parallel matches belongs to; None for all other matches."""
        return None

    def own_part(self, user_id: int) -> SeriesMatch | None:
        """At the table of parallel matches, the match that this person plays alone; None everywhere else."""
        return None

    @property
    def before(self) -> State[Any] | None:
        """The position before the newest decision; None if the trail is empty."""
        return self.trail.decisions[-1].before if self.trail.decisions else None

    def to_move_people(self) -> tuple[int, ...]:
        """Who may move now and is still here, in the order they sat down; empty if a computer is to move."""
        if self.to_move is None:
            return ()
        seat = self.seats[self.to_move]
        if seat.computer is not None:
            return ()
        return tuple(person for person in seat.people if person not in seat.away)


@dataclass(frozen=True, repr=False, kw_only=True)
class Host(Match):
    """The table of parallel matches. It has no position."""

    series: Series

    def own_part(self, user_id: int) -> SeriesMatch | None:
        """The match that this person plays alone; None before the start, and for people who don't play here."""
        seats = self.seat_of(user_id)
        return next((part for part in self.series.parts if part.number - 1 in seats), None)


@dataclass(frozen=True, repr=False, kw_only=True)
class HostedMatch(Match):
    """One of several parallel matches, played by one seat's players alone."""

    series: Series

    @property
    def host(self) -> int | None:
        return self.series.host


@dataclass(frozen=True, repr=False, kw_only=True)
class DailyMatch(Match):
    """Someone's match with a day's deal: the one that counts, or practice."""

    @property
    def day(self) -> date:
        return day_in(self.salt or "")


@dataclass(frozen=True, repr=False, kw_only=True)
class DuplicateMatch(Match):
    """A table of a tournament's round whose tables all have the same luck."""

    @property
    def sealed_by(self) -> int:
        """The id of the message in the match's channel that announced the round, and sealed its luck."""
        return int(self.salt or 0)
