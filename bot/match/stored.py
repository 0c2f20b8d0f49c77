"""A match as read from the database, with the rules beside it: what decisions are made on."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal

from sqlalchemy import RowMapping

from bot.match.errors import Frozen
from bot.match.standings import series_of
from bot.match.terms import TableTerms
from bot.match.trail import Trail, read_trail
from bot.match.values import (
    FORGOTTEN,
    Calling,
    Clock,
    ComputerLevel,
    Expiry,
    Place,
    Proposal,
    Series,
    Stage,
    Status,
    Undone,
)
from bot.rules import Game, State
from bot.store.queries.matches import Rows
from bot.store.tables import EPOCH, MILLISECOND

ProposalKind = Literal["draw", "resign", "undo", "replace", "relocate", "concede"]


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's row in a match. `discord_id` is None for a person who was forgotten."""

    id: int
    user_row: int
    discord_id: int | None
    seat: int | None
    invited: bool
    absent: bool
    vacation_until: datetime | None = None
    kept_seat: int | None = None
    calls: Calling = Calling.CHANNEL

    @property
    def here(self) -> bool:
        """Whether this person could act if asked."""
        return self.discord_id is not None and not self.absent


@dataclass(frozen=True, repr=False)
class StoredMatch:
    """The rows with the rules beside them, as they were when they were read, `now`. Positions are read when asked for.

    `log` has all events, the oldest first, and `seed` the secret of its luck, where a decision needs them.
    """

    rows: Rows
    game: Game[Any] | None
    members: tuple[Member, ...]
    now: datetime
    log: tuple[RowMapping, ...] = ()
    seed: bytes = b""

    def __repr__(self) -> str:
        return f"<match {self.id}, version {self.version}>"

    @property
    def row(self) -> RowMapping:
        """The row of the match itself."""
        return self.rows.match

    @property
    def id(self) -> int:
        """The match's number."""
        number: int = self.row["id"]
        return number

    @property
    def version(self) -> int:
        """The number of the newest event."""
        number: int = self.row["version"]
        return number

    @cached_property
    def _position(self) -> tuple[State[Any] | None, str | None]:
        if self.game is None or self.rows.snapshot is None:
            return None, None
        return _read_position(self.game, self.rows.snapshot.document_text)

    @property
    def state(self) -> State[Any] | None:
        """The position; None where there is none or the rules at hand can't read it."""
        return self._position[0]

    @property
    def unreadable(self) -> str | None:
        """The kind of error with which these rules failed to read the position; its text might tell what is hidden."""
        return self._position[1]

    @cached_property
    def trail(self) -> Trail:
        """The newest decisions; empty as `state` is None."""
        return self._trail(public=False)

    @property
    def public_trail(self) -> Trail:
        """The newest decisions without what isn't everybody's to see."""
        return self._trail(public=not self.is_past)

    def _trail(self, *, public: bool) -> Trail:
        snapshot = self.rows.snapshot
        if snapshot is None:
            return read_trail(self.game, None, None, number=self.version, public=public)
        try:
            document = snapshot.trail()
        except (ValueError, TypeError):
            document = None
        return read_trail(self.game, snapshot.before_text, document, number=snapshot.version, public=public)

    @property
    def alone(self) -> bool:
        """Whether the match has a single seat."""
        return len(self.rows.seats) == 1

    @property
    def run(self) -> int:
        """The number of the event since which the seat to move decides in this turn; see `run_of`."""
        return self.run_of(self.trail.run)

    def run_of(self, run: int) -> int:
        """Under which number a board is posted whose position has this run: a game played alone is one run."""
        return 1 if self.alone else run

    @cached_property
    def series(self) -> Series | None:
        """The series that the match belongs to, as it stands for this match."""
        return self._series()

    def _series(self) -> Series | None:
        rows, part = self.rows.series, self.row["part"]
        return None if rows is None or part is None else series_of(rows, part, len(self.rows.seats))

    needs_rules: ClassVar[bool] = True
    """Whether the match goes on only with rules that can read its position."""

    others_wait: ClassVar[bool] = False
    """Whether people who play elsewhere wait for the end of this match."""

    @property
    def can_be_shown(self) -> bool:
        """Whether there is something to post, also after the end."""
        return self.state is not None

    @property
    def table_id(self) -> int:
        """The number of the match at whose table it was begun: of parallel matches that of their table."""
        return self.id

    def own_match(self, user: int) -> int:
        """The number of the match that this person plays when they play in this one."""
        return self.id

    def awaits(self, seat: int) -> bool:
        """Whether the match waits for what this seat does."""
        return bool(self.row["to_move"] == seat)

    def has_finished(self, seat: int) -> bool:
        """Whether nothing is left to play for this seat while the match goes on."""
        return False

    @property
    def held(self) -> bool:
        """Whether newer rules than the installed ones have the match: it is left alone until they are back."""
        if not self.needs_rules:
            return False
        going_on = Status(self.row["status"]) in (Status.RUNNING, Status.FROZEN)
        return going_on and self.game is not None and self.game.rules_version < self.row["rules_version"]

    @property
    def status(self) -> Status:
        """Where the match stands for this release."""
        return Status.FROZEN if self.held else Status(self.row["status"])

    @property
    def reference(self) -> str:
        """By which the bot's log says why the match is frozen."""
        frozen = self.row["frozen"]
        return f"{self.id}-rules-{self.row['rules_version']}" if frozen is None else frozen["reference"]

    def outdated(self, *, looking: bool = True) -> bool:
        """Whether the match must be brought up to date with the installed rules before anything else.

        Without `looking`, a running match that was played by these rules is believed to have a position they can read.
        """
        game = self.game
        match Status(self.row["status"]):
            case _ if self.held or not self.needs_rules:
                return False
            case Status.RUNNING:
                other_rules = game is None or game.rules_version != self.row["rules_version"]
                return other_rules or (looking and self.state is None)
            case Status.FROZEN:
                # Once these rules have been tried, only others can help.
                untried = game is not None and game.rules_version != self.row["frozen"]["tried"]
                return untried and self.state is not None
            case _:
                return False

    @cached_property
    def terms(self) -> TableTerms:
        """What the table has agreed on."""
        return TableTerms.of_row(self.row, len(self.rows.seats), self.series)

    @property
    def options(self) -> dict[str, Any]:
        """The game's options, all of them."""
        return dict(self.row["options"])

    @property
    def position_version(self) -> int | None:
        """The number of the event that made the position; None before the start."""
        return None if self.rows.snapshot is None else self.rows.snapshot.version

    @property
    def begins_at(self) -> datetime | None:
        """When an open table begins by itself; None if it doesn't."""
        due_at: datetime | None = self.row["due_at"]
        return due_at if self.status is Status.OPEN else None

    @property
    def empty_seats(self) -> list[int]:
        """The seats on which neither people nor a computer sit."""
        occupied = {member.seat for member in self.members}
        return [
            seat["number"] for seat in self.rows.seats if seat["number"] not in occupied and seat["computer"] is None
        ]

    @property
    def computers(self) -> dict[int, ComputerLevel]:
        """The seats that a computer plays now, and at which level."""
        return {
            seat["number"]: ComputerLevel(seat["computer"]) for seat in self.rows.seats if seat["computer"] is not None
        }

    @property
    def mover(self) -> ComputerLevel | None:
        """The level of the computer that is to move; also for people whose time is over, where the table wants that."""
        row = self.row
        if self.row["status"] != Status.RUNNING or row["to_move"] is None:
            return None
        level = self.computers.get(row["to_move"])
        over = level is None and row["clock"] is not None and row["clock"]["stage"] == Stage.OVER
        return ComputerLevel.NORMAL if over and row["on_expiry"] == Expiry.COMPUTER else level

    @property
    def clock(self) -> Clock | None:
        """The time of the seat to move."""
        return _read_clock(self.row) if self.status is Status.RUNNING else None

    @property
    def resigned(self) -> dict[int, int]:
        """The seats that have resigned while the match went on, and the number of the event by which they did."""
        return {seat["number"]: seat["resigned"] for seat in self.rows.seats if seat["resigned"] is not None}

    def member(self, user: int) -> Member | None:
        """This person's row, seated or not."""
        return next((member for member in self.members if member.discord_id == user), None)

    def seated(self, user: int) -> Member | None:
        """This person's row, if the person sits at the table."""
        member = self.member(user)
        return member if member is not None and member.seat is not None else None

    def on_seat(self, number: int) -> list[Member]:
        """Who sits there, in the order of sitting down."""
        return [member for member in self.members if member.seat == number]

    def reserved_seats(self) -> dict[int, tuple[Member, ...]]:
        """The seats of a table that are kept for people who haven't sat down, and for whom."""
        reserved: dict[int, tuple[Member, ...]] = {}
        for member in self.members:
            if member.kept_seat is not None and member.seat is None and member.invited and member.here:
                reserved[member.kept_seat] = (*reserved.get(member.kept_seat, ()), member)
        return reserved

    def colour(self, number: int) -> str:
        """The colour of a seat."""
        colour: str = self.rows.seats[number]["colour"]
        return colour

    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together. Frozen where the game isn't installed."""
        if self.game is None:
            raise Frozen(reference=self.reference)
        return self.game.sides(len(self.rows.seats), self.options)

    def still_needed(
        self, kind: ProposalKind, agreed: tuple[int, ...], *, without: int | None = None
    ) -> tuple[int, ...]:
        """The seats that a proposal waits for.

        A resignation concerns the seats of the same side, all others every seat but `without`; left out are the seats
        that agreed, those that nobody is left on and those that a computer plays.
        """
        asked = tuple(seat for seat in range(len(self.rows.seats)) if seat != without)
        if kind == "resign":
            asked = next(side for side in self.sides() if agreed[0] in side)
        asked = tuple(seat for seat in asked if seat not in agreed and seat not in self.computers)
        return tuple(seat for seat in asked if any(member.here for member in self.on_seat(seat)))

    def computers_needed(self, kind: ProposalKind, agreed: tuple[int, ...]) -> tuple[int, ...]:
        """The seats whose computers a proposal waits for: those that play for nobody else are asked about a draw."""
        if kind != "draw" or not self.needs_rules:
            return ()
        return tuple(seat for seat in self.computers if seat not in agreed and not self.on_seat(seat))

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that waits for answers."""
        document = self.row["proposal"]
        if document is None:
            return None
        kind, agreed = document["kind"], tuple(document["agreed"])
        if self.game is None and self.needs_rules:
            return _read_proposal(document, self.members)
        needed = self.still_needed(kind, agreed, without=document.get("seat"))
        return _read_proposal(document, self.members, needed, self.computers_needed(kind, agreed))

    @property
    def place(self) -> Place:
        """Where the match is at home."""
        return Place(self.row["guild_id"], self.row["channel_id"], self.row["thread_id"])

    @property
    def is_past(self) -> bool:
        """Whether nothing of the match need be hidden any more."""
        return self.status in (Status.OVER, Status.CANCELLED) and not self.luck_is_shared

    @property
    def luck_is_shared(self) -> bool:
        """Whether others may still play with the luck of this match."""
        return False

    @property
    def seed_is_needed(self) -> bool:
        """Whether luck is drawn on from the match's seed, in this match or in others of its series."""
        going_on = self.status not in (Status.OVER, Status.CANCELLED)
        return going_on or (self.rows.series is not None and self.rows.series.series["ended_at"] is None)


def _read_position(game: Game[Any], text: str) -> tuple[State[Any] | None, str | None]:
    """The position of a document; without it the kind of error where these rules can't read it."""
    try:
        return _position_of(game, game.rules_version, text), None
    except Exception as error:
        return None, type(error).__name__


@lru_cache(maxsize=256)
def _position_of(game: Game[Any], _version: int, text: str) -> State[Any] | None:
    """The position of a document. A turn and its board look at the same one several times, and no position changes."""
    document = json.loads(text)
    return None if document is None else game.load(document)


def _read_clock(row: RowMapping) -> Clock | None:
    """The clock of a match that runs."""
    clock, deadline = row["clock"], row["deadline"]
    if clock is None:
        return None
    if deadline is None:
        until = clock.get("until")
        return Clock(clock["seat"], None, None if until is None else EPOCH + until * MILLISECOND)
    if clock["stage"] == Stage.LAST and row["due_at"] is not None:  # there is some time left after a reminder
        deadline = max(deadline, row["due_at"])
    return Clock(clock["seat"], deadline, expired=clock["stage"] == Stage.OVER)


def _read_proposal(
    document: Any, members: tuple[Member, ...], needed: tuple[int, ...] = (), computers: tuple[int, ...] = ()
) -> Proposal:
    """The proposal of a document; `needed` and `computers` are the seats that it waits for."""
    until, people = document.get("until"), {member.id: member.discord_id for member in members}
    return Proposal(
        document["kind"],
        by=people.get(document["by"]) or FORGOTTEN,
        agreed=tuple(document["agreed"]),
        needed=needed,
        number=document["number"],
        until=None if until is None else EPOCH + timedelta(milliseconds=until),
        undone=Undone(document["of"], document["move"], document["later"]) if document["kind"] == "undo" else None,
        seat=document.get("seat"),
        candidate=people.get(document.get("candidate")),
        accepted=document.get("accepted", False),
        place=Place(**document["place"]) if document["kind"] == "relocate" else None,
        computers=computers,
    )
