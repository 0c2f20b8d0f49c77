"""What the match layer hands out: plain frozen values, without secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import IntEnum, StrEnum
from typing import Any, Literal, Protocol

from bot.ratings.rating import Rating
from bot.rules import State
from bot.rules.chance import Outcome

FORGOTTEN = 0
"""Stands for a person who was forgotten, where somebody has to be named. No Discord id is 0."""


class Status(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    FROZEN = "frozen"


class ComputerLevel(StrEnum):
    """How well a computer plays; what the levels mean is the players' own affair."""

    BEGINNER = "beginner"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class EventKind(StrEnum):
    """What can happen to a match: the kinds of the events in its log.

    With `data["back"]` a computer has left that seat to somebody who was away and acts again.
    """

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    WAIT = "wait"  # a full table doesn't begin by itself
    CANCEL = "cancel"
    BEGIN = "begin"
    MOVE = "move"  # decided by a computer where nobody did it and `data["computer"]` is a level
    UNDO = "undo"  # taken back what was decided since event `data["of"]`, that one included
    DRAW = "draw"  # offered, or ending the match at once
    RESIGN = "resign"  # wanted by a side of several seats, or done; others go on without `data["resigned"]`
    ASK = "ask"  # to take back what was decided since event `data["of"]`, to let somebody else have a seat, or to move
    AGREE = "agree"
    DECLINE = "decline"  # with `data["lapsed"]` nobody did: it was open for too long; with `data["left"]` by leaving
    ABSENT = "absent"
    BACK = "back"
    SEAT = "seat"  # who plays a seat has changed: `data["computer"]` is a computer's level, or None
    PLACE = "place"  # posted elsewhere from here on
    FINISH = "finish"  # the match of this seat has ended, in a series of parallel ones; `data["gave_up"]` if unfinished
    REBASE = "rebase"  # other rules from here on, or a position made anew
    FREEZE = "freeze"
    END = "end"  # by somebody who keeps order in the channel
    EXPIRE = "expire"  # the time of this seat's turn is over; `data["then"]` is an `Expiry`, or "stand_in"
    CLAIM = "claim"  # others have claimed that this seat resigns, as its time is over
    VACATION = "vacation"  # the clock of this seat stands still, or goes on where `data["until"]` is None


class Stage(IntEnum):
    """How far the time of a turn has come."""

    FRESH = 0
    HALF = 1  # the first reminder is on its way
    LAST = 2  # the second one is
    OVER = 3


class Expiry(StrEnum):
    """What becomes of a turn whose time is over."""

    COMPUTER = "computer"  # a computer plays this turn
    RESIGN = "resign"  # the seat resigns
    CLAIM = "claim"  # the others may have it resign


MOVE_TIMES = tuple(timedelta(hours=hours) for hours in (1, 3, 6, 12, 24, 48, 72, 120, 168, 336))
"""How long a turn may take, at tables where that is limited."""

DEFAULT_MOVE_TIME = timedelta(days=3)


class Reminding(StrEnum):
    """Where somebody is reminded of a turn whose time runs out."""

    CHANNEL = "channel"
    DM = "dm"  # in a direct message; in the channel where that can't be sent
    NONE = "none"


class Calling(StrEnum):
    """Where somebody is told that it's their turn."""

    CHANNEL = "channel"  # by the board itself
    DM = "dm"  # in a direct message; in the channel where that can't be sent


LIVE = (Status.OPEN, Status.RUNNING, Status.FROZEN)


class SeriesKind(StrEnum):
    """What makes several matches one series."""

    POINTS = "points"  # one after the other, until a seat has enough points over all of them
    PARALLEL = "parallel"  # everybody plays a match alone and in private, with the same luck


DAILY = "daily"
"""What makes one series of the matches with a day's deal, though no table chooses it and each of them stands alone."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is at home. It is posted in the thread, or in the channel where there is no thread."""

    guild_id: int | None
    channel_id: int
    thread_id: int | None = None

    @property
    def posted_in(self) -> int:
        """The id of the thread or channel that takes the messages."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat and who sits on it: Discord user ids in the order of sitting down.

    `away` are those of them who left the server; `absent` says that nobody is left on this seat who could act.
    People who were forgotten are in neither. A seat of an open table where nobody sits isn't absent but empty.
    `computer` is the level at which a computer plays the seat now: instead of people, or on behalf of those who are
    away or have `resigned`. People who resigned are still among `people` but only watch. `missed` counts the turns in a
    row whose time ran out since these people last acted; `on_vacation` says who is on vacation, and until when;
    `called_directly` who is told by direct message that it's their turn.
    """

    number: int
    colour: str
    people: tuple[int, ...] = ()
    absent: bool = False
    away: tuple[int, ...] = ()
    computer: ComputerLevel | None = None
    resigned: bool = False
    missed: int = 0
    on_vacation: Mapping[int, datetime] = field(default_factory=dict)
    called_directly: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of the seat to move.

    `deadline` is None while the clock stands still, as the people of the seat are on vacation until `paused_until`.
    Once the time is over it has `expired`: then a computer is about to play, or the others may claim.
    """

    seat: int
    deadline: datetime | None
    paused_until: datetime | None = None
    expired: bool = False


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody wants to be reminded: where, and not between the two times of day of `quiet` in the zone `zone`.

    `zone` is a name of the IANA database, such as Europe/Rome. `calls` is where they are told that it's their turn.
    """

    remind: Reminding = Reminding.CHANNEL
    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    calls: Calling = Calling.CHANNEL


class Audience(StrEnum):
    """Who may see somebody's profile, besides themselves."""

    SERVERS = "servers"  # everyone on the servers where they have played
    OPPONENTS = "opponents"  # those who have played with them
    NOBODY = "nobody"  # who isn't on leaderboards either


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who may see somebody's profile, and whether leaderboards over all servers may list them."""

    profile: Audience = Audience.SERVERS
    listed_everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Vacation:
    """Somebody's vacation, `since` and `until` if there is one now, and how many days are left in this year (UTC)."""

    since: datetime | None
    until: datetime | None
    days_left: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """Somebody is to be reminded of a turn: at `half` of its time, or when nearly all of it is over.

    `private` wants it as a direct message. `place` is where the match is posted; of parallel matches that are played
    apart `host` is the number of their table. `nonce` is the same for every attempt.
    """

    id: int
    match_id: int
    user: int
    half: bool
    private: bool
    deadline: datetime
    place: Place
    host: int | None
    nonce: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A draw that is offered, a side that wants to resign, a move to be taken back, or somebody new for a seat.

    `agreed` and `needed` are seats, `computers` those whose computers are asked as well. `number` is that of the event
    by which it was made. After `until` nobody can agree any more. "concede" is a computer's offer to resign. With
    "undo" `undone` says what is to go; with "relocate" the match is to go on at `place`; with "replace" `candidate` is
    to play `seat` and has `accepted` that or not yet.
    """

    kind: Literal["draw", "resign", "undo", "replace", "relocate", "concede"]
    by: int
    agreed: tuple[int, ...]
    needed: tuple[int, ...]
    number: int
    until: datetime | None = None
    undone: "Undone | None" = None
    seat: int | None = None
    candidate: int | None = None
    accepted: bool = False
    place: Place | None = None
    computers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """What is to be taken back: the move of event `of`, and `later` more after it."""

    of: int
    move: str
    later: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: "played" by its rules, "resigned" by `seats`, a draw that all "agreed" to, or "ended" from
    outside, by somebody who keeps order in the channel; then nobody has a place.

    `places` has the place of each seat (1 = winner, equal places are shared), `scores` its score if the game has them.
    Where more than two sides play, those that resign stand behind all others, the later one ahead, and the match goes
    on without them: however it ends, `seats` are those that resigned.
    A table of parallel matches is "played", too: there `seats` are those that gave up. They stand behind all others,
    those who held out longer ahead, and their scores are 0.
    """

    kind: Literal["played", "resigned", "agreed", "ended"]
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None = None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Gain:
    """What a result was worth to somebody: their rating before and after it."""

    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Part:
    """One match of a series. `number` is as in `Series.part`.

    Of parallel matches `ending` has neither places nor scores before the series is over: `Solos.compare` returns them
    to those who may know them.
    """

    match_id: int
    number: int
    status: Status
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class Series:
    """The series that a match belongs to, as it stands for that match.

    `part` is the match's own number: 1, 2, ... where one match follows the other; of parallel matches n + 1 for that of
    seat n and 0 for the table itself, the *host*, where nothing is played. `parts` are all matches but the host, in
    order. `target` and `totals` are for matches one after the other: how many points end the series, and what each seat
    has in all parts up to this one that have ended. `places` says how the series ended (1 = winner, equal places are
    shared); None while it runs, and where it was called off.
    """

    id: int
    kind: SeriesKind
    target: int | None
    part: int
    parts: tuple[Part, ...]
    host: int | None
    totals: tuple[int, ...]
    over: bool
    places: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Best:
    """A match that somebody has played alone to its end."""

    match_id: int
    score: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log, as everybody may see it.

    `kind` is an `EventKind`, or a word that only a newer release knows.
    `chance` holds the outcomes drawn. While the match runs it holds rolls only, and none in a game that hides things:
    the order of a shuffled pile is nobody's to see. `note` is "lapsed" where a proposal went off by itself, "left"
    where the new player of a seat has left the server, "replaced" where somebody new took a seat, "relocated" where the
    match goes on elsewhere, and "conceded" where it is about a computer's offer to resign.
    """

    number: int
    kind: str
    seat: int | None
    move: str | None
    chance: tuple[Outcome, ...]
    at: datetime
    note: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One decision of the newest turns: an event of the log with the positions around it.

    `chance` is what luck gave, as far as everybody may know it; `lucky` says whether luck was asked at all. With
    `opens` a turn began; `automatic` is what was played by itself, as there was nothing to choose, and `computer` what
    a computer has decided.
    """

    number: int
    seat: int
    move: str
    chance: tuple[Outcome, ...] = field(repr=False)
    lucky: bool
    opens: bool
    automatic: bool
    before: State[Any] = field(repr=False)
    after: State[Any] = field(repr=False)
    computer: bool = False


class PlayedMoves(Protocol):
    """The newest decisions of a match: those of the turn going on, and those of the round before it."""

    @property
    def decisions(self) -> tuple[PlayedMove, ...]:
        """All of them, oldest first; none if the installed rules can't play them."""
        ...

    @property
    def turns(self) -> tuple[tuple[PlayedMove, ...], ...]:
        """The decisions turn by turn, the oldest turn first."""
        ...

    def newest(self, number: int) -> tuple[tuple[PlayedMove, ...], ...]:
        """At least this number of the newest turns, back to one in which a person decided, or to the beginning."""
        ...

    @property
    def going_on(self) -> bool:
        """Whether the newest decision left its turn unfinished."""
        ...

    @property
    def retractable(self) -> int:
        """How many of the newest decisions go when the seat to move takes its last one back; 0 if it may not."""
        ...

    @property
    def run(self) -> int:
        """The number of the event since which the seat to move decides in this turn; see `bot.match.trail`."""
        ...


@dataclass(frozen=True, slots=True)
class Post:
    """A message of a match that is due or was delivered.

    `run` is that of the position shown (`PlayedMoves.run`); with `anew` it must be a new message, otherwise it may take
    the place of the message that shows the same run. `nonce` is the same for every attempt, so Discord sends it
    once. `words` is what the screen kept with the delivered message (`Outbox.posted`) so that it can be built again
    without its buttons; only `Outbox.boards_to_strip` reads it.
    """

    id: int
    match_id: int
    version: int
    run: int | None
    anew: bool
    nonce: str
    place: Place
    attempts: int
    message_id: int | None
    kind: Literal["board"]
    problem: str | None
    words: Mapping[str, Any]
    created_at: datetime
