"""A match as read from the database, with its rules: what decisions are based on."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from bot.match.reading.series_state import series_of
from bot.match.values import (
    FORGOTTEN,
    Clock,
    ClockStage,
    ComputerLevel,
    Expiry,
    NotifyBy,
    Place,
    Proposal,
    Series,
    Status,
    Undone,
)
from bot.match.values.errors import Frozen
from bot.match.values.match import Match
from bot.match.values.terms import TableTerms
from bot.match.values.trail import Trail, read_trail
from bot.rules import Game, State
from bot.store.definition import EPOCH, MILLISECOND
from bot.store.documents import ProposalDocument, ProposalKind
from bot.store.queries.matches import Rows
from bot.store.tables import EventRow, MatchRow


@dataclass(frozen=True, slots=True)
class Member:
    """Someone's row in a match. `discord_id` is None for a person who was forgotten."""

    id: int
    user_row: int
    discord_id: int | None
    seat: int | None
    invited: bool
    absent: bool
    vacation_until: datetime | None = None
    kept_seat: int | None = None
    calls: NotifyBy = NotifyBy.CHANNEL
    has_played: bool = False  # before somebody else took over the seat
    digest_at: datetime | None = None  # when the next digest comes, if they want that instead of calls
    orders: tuple[str, ...] = ()  # what is played for them in all their matches

    @property
    def here(self) -> bool:
        """Whether this person could act if asked."""
        return self.discord_id is not None and not self.absent


@dataclass(frozen=True, repr=False)
class StoredMatch:
    """The rows and rules of a match as they were when read, at `now`. Positions are parsed on first use.

    `log` (all events, oldest first) and `seed` (the secret of the match's luck) are set only if a decision needs them.
    """

    rows: Rows
    game: Game[Any] | None
    members: tuple[Member, ...]
    now: datetime
    log: tuple[EventRow, ...] = ()
    seed: bytes = b""

    def __repr__(self) -> str:
        return f"<match {self.id}, version {self.version}>"

    @property
    def row(self) -> MatchRow:
        return self.rows.match

    @property
    def id(self) -> int:
        return int(self.row.id)

    @property
    def version(self) -> int:
        """The number of the newest event."""
        return int(self.row.version)

    @cached_property
    def _position(self) -> tuple[State[Any] | None, str | None]:
        if self.game is None or self.rows.snapshot is None:
            return None, None
        return _read_position(self.game, self.rows.snapshot.document_text)

    @property
    def state(self) -> State[Any] | None:
        """The position; None if there is none or the rules at hand can't read it."""
        return self._position[0]

    @property
    def unreadable(self) -> str | None:
        """The kind of error with which these rules failed to read the position. Its text might reveal secrets."""
        return self._position[1]

    @cached_property
    def trail(self) -> Trail:
        """The newest decisions; empty when `state` is None."""
        return _read_newest(self, public=False)

    @property
    def public_trail(self) -> Trail:
        """The newest decisions without hidden information."""
        return _read_newest(self, public=not self.is_past)

    @property
    def alone(self) -> bool:
        return len(self.rows.seats) == 1

    @property
    def run(self) -> int:
        """The number of the event since which the seat to move has decided in this turn; see `run_of`."""
        return self.run_of(self.trail.run)

    def run_of(self, run: int) -> int:
        """The run under which a board is posted whose position has this run: a solo match is a single run."""
        return 1 if self.alone else run

    @cached_property
    def series(self) -> Series | None:
        """The series that the match belongs to, as seen from this match."""
        return self._series()

    def _series(self) -> Series | None:
        rows, part = self.rows.series, self.row.part
        return None if rows is None or part is None else series_of(rows, part, len(self.rows.seats))

    needs_rules: ClassVar[bool] = True
    """Whether the match can continue only with rules that can read its position."""

    published_as: ClassVar[type[Match]] = Match
    """What everyone sees of such a match."""

    @property
    def others_wait(self) -> bool:
        """Whether people who don't play in it wait for this match to end: those of its season or tournament."""
        return self.rows.is_awaited

    @property
    def can_be_shown(self) -> bool:
        """Whether there is a board to post, also after the end."""
        return self.state is not None

    @property
    def table_id(self) -> int:
        """The number of the match with the table: for parallel matches, that of the host."""
        return self.id

    def own_match(self, user: int) -> int:
        """The number of the match in which this person actually plays."""
        return self.id

    def awaits(self, seat: int) -> bool:
        """Whether the match waits for this seat."""
        return bool(self.row.to_move == seat)

    def has_finished(self, seat: int) -> bool:
        """Whether this seat has nothing left to play while the match goes on."""
        return False

    @property
    def held(self) -> bool:
        """Whether newer rules than the installed ones hold the match: it is left alone until they are back."""
        if not self.needs_rules:
            return False
        going_on = Status(self.row.status) in (Status.RUNNING, Status.FROZEN)
        return going_on and self.game is not None and self.game.rules_version < self.row.rules_version

    @property
    def status(self) -> Status:
        """The status of the match for this release."""
        return Status.FROZEN if self.held else Status(self.row.status)

    @property
    def reference(self) -> str:
        """The reference under which the bot's log says why the match is frozen."""
        frozen = self.row.frozen
        return f"{self.id}-rules-{self.row.rules_version}" if frozen is None else frozen["reference"]

    def is_outdated(self, *, looking: bool = True) -> bool:
        """Whether the match must first be brought up to date with the installed rules.

        Without `looking`, a running match played by these rules is assumed to have a position they can read.
        """
        game = self.game
        match Status(self.row.status):
            case _ if self.held or not self.needs_rules:
                return False
            case Status.RUNNING:
                other_rules = game is None or game.rules_version != self.row.rules_version
                return other_rules or (looking and self.state is None)
            case Status.FROZEN:
                # These rules have been tried, so only others can help.
                tried = None if self.row.frozen is None else self.row.frozen["tried"]
                untried = game is not None and game.rules_version != tried
                return untried and self.state is not None
            case _:
                return False

    @cached_property
    def terms(self) -> TableTerms:
        return TableTerms.of_row(self.row, len(self.rows.seats), self.series)

    @property
    def options(self) -> dict[str, Any]:
        """The game's options, including defaults."""
        return dict(self.row.options)

    @property
    def position_version(self) -> int | None:
        """The number of the event that made the position; None before the start."""
        return None if self.rows.snapshot is None else self.rows.snapshot.version

    @property
    def begins_at(self) -> datetime | None:
        """When an open table starts automatically; None if it doesn't."""
        due_at: datetime | None = self.row.due_at
        return due_at if self.status is Status.OPEN else None

    @property
    def empty_seats(self) -> list[int]:
        """The seats with neither people nor a computer."""
        occupied = {member.seat for member in self.members}
        return [seat.number for seat in self.rows.seats if seat.number not in occupied and seat.computer is None]

    @property
    def computers(self) -> dict[int, ComputerLevel]:
        """The seats that computers play now, and their levels."""
        return {one.number: ComputerLevel(one.computer) for one in self.rows.seats if one.computer is not None}

    @property
    def mover(self) -> ComputerLevel | None:
        """The level of the computer to move, including one that plays an expired turn if the table wants that."""
        row = self.row
        if self.row.status != Status.RUNNING or row.to_move is None:
            return None
        level = self.computers.get(row.to_move)
        over = level is None and row.clock is not None and row.clock["stage"] == ClockStage.OVER
        return ComputerLevel.NORMAL if over and row.on_expiry == Expiry.COMPUTER else level

    @property
    def clock(self) -> Clock | None:
        return _read_clock(self.row) if self.status is Status.RUNNING else None

    @property
    def resigned(self) -> dict[int, int]:
        """The seats that resigned while the match went on, and the number of the event for each."""
        return {seat.number: seat.resigned for seat in self.rows.seats if seat.resigned is not None}

    def member(self, user: int) -> Member | None:
        """This person's row, seated or not; None if there is none."""
        return next((member for member in self.members if member.discord_id == user), None)

    def seated_member(self, user: int) -> Member | None:
        """This person's row, if they sit at the table."""
        member = self.member(user)
        return member if member is not None and member.seat is not None else None

    def on_seat(self, number: int) -> list[Member]:
        """The people on this seat, in the order they sat down."""
        return [member for member in self.members if member.seat == number]

    def reserved_seats(self) -> dict[int, tuple[Member, ...]]:
        """The seats reserved at a table for people who haven't sat down, and for whom."""
        members: dict[int, tuple[Member, ...]] = {}
        for member in self.members:
            if member.kept_seat is not None and member.seat is None and member.invited and member.here:
                members[member.kept_seat] = (*members.get(member.kept_seat, ()), member)
        return members

    def colour(self, number: int) -> str:
        colour: str = self.rows.seats[number].colour
        return colour

    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together. Raises Frozen if the game isn't installed."""
        if self.game is None:
            raise Frozen(reference=self.reference)
        return self.game.sides(len(self.rows.seats), self.options)

    def awaited_seats(
        self, kind: ProposalKind, agreed: tuple[int, ...], *, without: int | None = None
    ) -> tuple[int, ...]:
        """The seats that a proposal waits for.

        A resignation concerns the seats of the same side, everything else all seats but `without`. Seats that have
        agreed, that all players have left or that a computer plays are not included.
        """
        seats = tuple(seat for seat in range(len(self.rows.seats)) if seat != without)
        if kind == "resign":
            seats = next(side for side in self.sides() if agreed[0] in side)
        seats = tuple(seat for seat in seats if seat not in agreed and seat not in self.computers)
        return tuple(seat for seat in seats if any(member.here for member in self.on_seat(seat)))

    def awaited_computers(self, kind: ProposalKind, agreed: tuple[int, ...]) -> tuple[int, ...]:
        """The computers a proposal waits for: a draw needs the agreement of those that stand in for nobody."""
        if kind != "draw" or not self.needs_rules:
            return ()
        return tuple(seat for seat in self.computers if seat not in agreed and not self.on_seat(seat))

    @property
    def proposal(self) -> Proposal | None:
        document = self.row.proposal
        if document is None:
            return None
        kind, agreed = document["kind"], tuple(document["agreed"])
        if self.game is None and self.needs_rules:
            return _read_proposal(document, self.members)
        appointed = document.get("appointed", False)  # then the players aren't asked
        needed = () if appointed else self.awaited_seats(kind, agreed, without=document.get("seat"))
        return _read_proposal(document, self.members, needed, self.awaited_computers(kind, agreed))

    @property
    def place(self) -> Place:
        return Place(self.row.guild_id, self.row.channel_id, self.row.thread_id)

    @property
    def is_past(self) -> bool:
        """Whether nothing about the match needs to stay hidden."""
        return self.status in (Status.OVER, Status.CANCELLED) and not self.luck_is_shared

    @property
    def luck_is_shared(self) -> bool:
        """Whether others may still play with the luck of this match."""
        return False

    @property
    def seed_is_needed(self) -> bool:
        """Whether more luck will be drawn from the match's seed, here or in other matches of its series."""
        going_on = self.status not in (Status.OVER, Status.CANCELLED)
        return going_on or (self.rows.series is not None and self.rows.series.series.ended_at is None)


def _read_newest(match: StoredMatch, *, public: bool) -> Trail:
    snapshot = match.rows.snapshot
    if snapshot is None:
        return read_trail(match.game, None, None, number=match.version, public=public)
    try:
        document = snapshot.trail()
    except (ValueError, TypeError):
        document = None
    return read_trail(
        match.game,
        snapshot.before_text,
        document,
        number=snapshot.version,
        public=public,
        written_by=match.row.rules_version,
    )


def _read_position(game: Game[Any], text: str) -> tuple[State[Any] | None, str | None]:
    """The position in a document, None without one; the kind of error if these rules can't read it."""
    try:
        return _position_of(game, game.rules_version, text), None
    except Exception as error:
        return None, type(error).__name__


@lru_cache(maxsize=256)
def _position_of(game: Game[Any], _version: int, text: str) -> State[Any] | None:
    """The position in a document. Cached: positions never change, and several callers read the same one."""
    document = json.loads(text)
    return None if document is None else game.load(document)


def _read_clock(row: MatchRow) -> Clock | None:
    """The clock of a running match."""
    clock, deadline = row.clock, row.deadline
    if clock is None:
        return None
    if deadline is None:
        until = clock.get("until")
        return Clock(clock["seat"], None, None if until is None else EPOCH + until * MILLISECOND)
    return Clock(clock["seat"], deadline, expired=clock["stage"] == ClockStage.OVER)


def _read_proposal(
    document: ProposalDocument,
    members: tuple[Member, ...],
    needed: tuple[int, ...] = (),
    computers: tuple[int, ...] = (),
) -> Proposal:
    """The proposal in a document; `needed` and `computers` are the seats it waits for."""
    until, people = document.get("until"), {member.id: member.discord_id for member in members}
    return Proposal(
        document["kind"],
        by=people.get(document["by"] or 0) or FORGOTTEN,
        agreed=tuple(document["agreed"]),
        needed=needed,
        number=document["number"],
        until=None if until is None else EPOCH + timedelta(milliseconds=until),
        undone=Undone(document["of"], document["move"], document["later"]) if document["kind"] == "undo" else None,
        seat=document.get("seat"),
        candidate=people.get(document.get("candidate", 0)),
        accepted=document.get("accepted", False),
        place=Place(**document["place"]) if document["kind"] == "relocate" else None,
        computers=computers,
    )
