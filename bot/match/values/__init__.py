"""What the match layer returns: plain frozen values, without secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import IntEnum, StrEnum
from typing import Any

from bot.ratings.rating import Rating
from bot.rules import State
from bot.rules.chance import Outcome
from bot.store.documents import EndingKind, PlaceDocument, ProposalKind

FORGOTTEN = 0
"""The id that stands for a person who was forgotten. No Discord id is 0."""


class Status(StrEnum):
    """The status of a match."""

    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
    FROZEN = "frozen"


class ComputerLevel(StrEnum):
    """How well a computer plays. `bot.players` decides what the levels mean."""

    BEGINNER = "beginner"
    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class EventKind(StrEnum):
    """The kinds of events in a match's log.

    With `data["back"]` a computer has returned its seat to someone who was away and acts again.
    """

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    WAIT = "wait"  # a full table doesn't start automatically
    CANCEL = "cancel"
    BEGIN = "begin"
    MOVE = "move"  # by a computer if it has no person and `data["computer"]` is a level
    UNDO = "undo"  # of everything since event `data["of"]`, including that one
    DRAW = "draw"  # offered, or ending the match immediately
    RESIGN = "resign"  # proposed by a side of several seats, or done; the others play on without `data["resigned"]`
    ASK = "ask"  # to undo everything since event `data["of"]`, to give a seat to someone else, or to move
    AGREE = "agree"
    DECLINE = "decline"  # with `data["lapsed"]` it timed out; with `data["left"]` the person left the server
    ABSENT = "absent"
    BACK = "back"
    SEAT = "seat"  # a seat has a new player: `data["computer"]` is a computer's level, or None
    PLACE = "place"  # posted elsewhere from here on
    FINISH = "finish"  # this seat's match has ended, in a series of parallel ones; `data["gave_up"]` if unfinished
    REBASE = "rebase"  # other rules from here on, or a rebuilt position
    FREEZE = "freeze"
    END = "end"  # by a moderator; with `data["by_time"]`, `"gone"` or `"stuck"` by itself: see `LoggedEvent`
    EXPIRE = "expire"  # this seat's time ran out; `data["then"]` is an `Expiry`, or "stand_in"
    CLAIM = "claim"  # others made this seat resign because its time ran out
    VACATION = "vacation"  # this seat's clock is paused, or goes on if `data["until"]` is None


class ClockStage(IntEnum):
    """The stages of a turn's time."""

    FRESH = 0
    HALF = 1  # the first reminder is queued
    LAST = 2  # the second one is queued
    OVER = 3


class Expiry(StrEnum):
    """What happens to a turn whose time runs out."""

    COMPUTER = "computer"  # a computer plays this turn
    RESIGN = "resign"  # the seat resigns
    CLAIM = "claim"  # the others may make it resign


MOVE_TIMES = tuple(timedelta(hours=hours) for hours in (1, 3, 6, 12, 24, 48, 72, 120, 168, 336))
"""The time limits for a turn that a table can choose."""

DEFAULT_MOVE_TIME = timedelta(days=3)


class RemindBy(StrEnum):
    """Where someone is reminded of a turn whose time is running out."""

    CHANNEL = "channel"
    DM = "dm"  # in a direct message, or in the channel if that can't be sent
    NONE = "none"


class NotifyBy(StrEnum):
    """Where someone is told that it's their turn."""

    CHANNEL = "channel"  # by the board itself
    DM = "dm"  # in a direct message, or in the channel if that can't be sent
    DIGEST = "digest"  # once or twice a day of all matches together; like `DM` where that would be too late


LIVE = (Status.OPEN, Status.RUNNING, Status.FROZEN)


class SeriesKind(StrEnum):
    """What makes several matches a series."""

    POINTS = "points"  # consecutive matches, until a seat's total reaches a number of points
    PARALLEL = "parallel"  # everyone plays a match alone and in private, with the same luck


DAILY = "daily"
"""The kind of the series of all matches with a day's deal. Tables can't choose it, and each match stands alone."""

DUPLICATE = "duplicate"
"""The kind of the series of all tables of a tournament's round that have the same luck. The same holds for it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played. Its boards go to the thread, or to the channel if there is no thread."""

    guild_id: int | None
    channel_id: int
    thread_id: int | None = None

    @property
    def posted_in(self) -> int:
        """The id of the thread or channel that messages go to."""
        return self.thread_id or self.channel_id

    def columns(self) -> PlaceDocument:
        """The place as columns of a match or a post."""
        return {"guild_id": self.guild_id, "channel_id": self.channel_id, "thread_id": self.thread_id}


NOWHERE = Place(None, 0)
"""Where a match is played that is in no channel: only direct messages tell of it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat and who sits on it."""

    number: int
    colour: str
    people: tuple[int, ...] = ()
    """Discord user ids in the order they sat down. Those who resigned are still among them but only watch."""
    absent: bool = False
    """Whether nobody on this seat could act. A free seat of an open table isn't absent but empty."""
    away: tuple[int, ...] = ()
    """Those of `people` who left the server, except those who were forgotten."""
    computer: ComputerLevel | None = None
    """The level of the computer that plays the seat now: instead of people, or on behalf of those who are away or have
    `resigned`."""
    resigned: bool = False
    missed: int = 0
    """The turns in a row that timed out since these people last acted."""
    on_vacation: Mapping[int, datetime] = field(default_factory=dict)
    """Who is on vacation, and until when."""
    called_directly: tuple[int, ...] = ()
    """Who is told by direct message that it's their turn."""
    called_later: tuple[int, ...] = ()
    """Who is told so by their next digest."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of the seat to move.

    `deadline` is None while the clock is paused because the seat's people are on vacation until `paused_until`. Once
    the time is over, it has `expired`: then a computer is about to play, or the others may claim.
    """

    seat: int
    deadline: datetime | None
    paused_until: datetime | None = None
    expired: bool = False


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """Where and when someone wants to be reminded: not between the two times of day of `quiet` in the zone `zone`.

    `zone` is an IANA name such as Europe/Rome. `calls` is where they are told that it's their turn, and `digest` are
    one or two times of day in that zone. `confirms` says that they confirm each move that they choose; otherwise it's
    played at once. `orders` are the names of what is played for them in all their matches (`Game.orders`). `contrast`
    says that pictures which only they see have strong contrasts, also where the server's haven't.
    """

    remind: RemindBy = RemindBy.CHANNEL
    zone: str = "UTC"
    quiet: tuple[time, time] | None = None
    calls: NotifyBy = NotifyBy.CHANNEL
    digest: tuple[time, ...] = (time(8),)
    confirms: bool = True
    orders: tuple[str, ...] = ()
    contrast: bool = False


@dataclass(frozen=True, slots=True)
class Digest:
    """A digest that is due to one person: for this time of their choice, tried so often before.

    `nonce` is the same for every attempt.
    """

    user: int
    slot: datetime
    nonce: str
    attempts: int


class Audience(StrEnum):
    """Who else may see someone's profile."""

    SERVERS = "servers"  # everyone on servers where they have played
    OPPONENTS = "opponents"  # people they have played with
    NOBODY = "nobody"  # and they aren't on leaderboards


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who may see someone's profile, and whether leaderboards across all servers may list them."""

    profile: Audience = Audience.SERVERS
    listed_everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Vacation:
    """Someone's vacation, `since` and `until` if there is one now, and how many days are left this year (UTC)."""

    since: datetime | None
    until: datetime | None
    days_left: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a turn for one person: at `half` of its time, or when nearly all of it is over.

    `private` asks for a direct message. `place` is where the match is posted; for a parallel match `host` is the number
    of its table. `nonce` is the same for every attempt. `tried_at` is when the first of earlier attempts began, any of
    which may have sent it; None if there were none.
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
    tried_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReminderMessage:
    """The message in which a reminder was sent, and the deadline that it announces."""

    channel_id: int
    message_id: int
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Proposal:
    """A draw, a side's resignation, an undo, a new place or a new player, waiting for the others' agreement.

    `agreed` and `needed` are seats, `computers` those whose computers are asked as well. `number` is that of the event
    that made it. After `until` nobody can agree any more. "concede" is a computer's offer to resign. For "undo",
    `undone` says what goes; for "relocate", `place` is where the match is to go; for "replace", `candidate` is to play
    `seat`, and `accepted` says whether they have agreed.
    """

    kind: ProposalKind
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
    """What an undo takes back: the move of event `of`, and `later` more after it."""

    of: int
    move: str
    later: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: "played" by its rules, "resigned" by `seats`, "agreed" as a draw, or "ended" by a moderator.

    `places` has the place of each seat (1 = winner, equal places are shared), None for "ended"; `scores` its score if
    the game has them. Where more than two sides play, those that resign rank last, the later ones ahead, and the match
    goes on without them: however it ends, `seats` are those that resigned. A table of parallel matches is "played",
    too: there `seats` are those that gave up. They rank last, those who held out longer ahead, with a score of 0.
    """

    kind: EndingKind
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None = None
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Gain:
    """How a result changed someone's rating: before and after it."""

    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class SeriesMatch:
    """One match of a series. `number` is as in `Series.part`.

    For parallel matches, `ending` has neither places nor scores before the series is over; `Solos.compare` returns them
    to those who may know them.
    """

    match_id: int
    number: int
    status: Status
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class Series:
    """The series that a match belongs to, as seen from that match.

    `part` is the match's own number: 1, 2, ... in consecutive matches. In parallel matches it is n + 1 for seat n, and
    0 for the table itself, the *host*, where nothing is played. `parts` are all matches but the host, in order.
    `target` and `totals` are for consecutive matches: how many points end the series, and each seat's points in all
    finished parts up to this one. `places` says how the series ended (1 = winner, equal places are shared); None while
    it runs and if it was called off.
    """

    id: int
    kind: SeriesKind
    target: int | None
    part: int
    parts: tuple[SeriesMatch, ...]
    host: int | None
    totals: tuple[int, ...]
    over: bool
    places: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class BestSolo:
    """A match that someone finished alone."""

    match_id: int
    score: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log, as everyone may see it."""

    number: int
    kind: str
    """An `EventKind`, or a word that only a newer release knows."""
    seat: int | None
    move: str | None
    chance: tuple[Outcome, ...]
    """The outcomes drawn. While the match runs, it holds rolls only, and none in a game with hidden information: nobody
    may see the order of a shuffled pile."""
    at: datetime
    note: str | None = None
    """"lapsed" if a proposal timed out, "left" if the new player of a seat left the server, "replaced" if a new player
    took a seat, "relocated" if the match goes on elsewhere, "conceded" if it is about a computer's offer to resign,
    "by_time" if the time of a tournament's round was over, "gone" if someone has left the league or tournament, and
    "stuck" if the installed rules couldn't continue a match that others waited for."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One decision of the newest turns: an event of the log with the positions before and after it.

    `chance` is the luck drawn, as far as everyone may know it; `lucky` says whether any was drawn. `opens` says that a
    turn began with it, `automatic` that there was no choice, `computer` that a computer decided it.
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


@dataclass(frozen=True, slots=True)
class Post:
    """A message of a match that is due or was delivered.

    `run` is that of the position shown (`Trail.run`); with `new_message` it must be a new message, otherwise it may
    replace the message that shows the same run. `nonce` is the same for every attempt, so Discord sends it once.
    `words` is what the screen stored with the delivered message (`Outbox.note_posted`) for removing its buttons later;
    only `Outbox.boards_to_strip` reads it.
    """

    id: int
    match_id: int
    version: int
    run: int | None
    new_message: bool
    nonce: str
    place: Place
    attempts: int
    message_id: int | None
    problem: str | None
    words: Mapping[str, Any]
    created_at: datetime
