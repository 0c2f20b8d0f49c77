"""Tournaments as screens see them, and why something isn't possible there. See docs/tournaments.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Self

from bot.contests.tournaments.meetings import LATE_UNTIL, MOST, TAKES_LATE, Field, Format, Meeting
from bot.contests.tournaments.rounds import current
from bot.match.values import DEFAULT_MOVE_TIME, FORGOTTEN, Expiry, Status
from bot.match.values.errors import Refusal
from bot.store.columns import TournamentColumns
from bot.text import N_
from bot.text.own_words import OwnWords

ROUND_TIMES = tuple(timedelta(days=days) for days in (1, 2, 3, 5, 7, 10, 14, 21, 28))
CHECK_INS = tuple(timedelta(hours=hours) for hours in (0, 1, 3, 6, 12, 24))
SIGN_UPS = tuple(timedelta(hours=hours) for hours in (1, 6, 24, 48, 72, 168, 336))
"""What a tournament may choose: the time for a round, the time in which people check in, and how long they sign up."""

TOURNAMENTS_PER_SERVER = 10


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What a tournament is created with.

    `rounds` is None for as many as its kind has. With `duplicate`, all tables of a round have the same luck. A turn may
    take `move_time`, and `on_expiry` says what becomes of it then; a round may take `round_time`. People sign up for
    `sign_up`, and if `check_in` isn't zero, those who play say so within that time before the beginning.
    """

    kind: Format
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 2
    rounds: int | None = None
    rated: bool = True
    duplicate: bool = False
    move_time: timedelta = DEFAULT_MOVE_TIME
    on_expiry: Expiry = Expiry.RESIGN
    round_time: timedelta = ROUND_TIMES[6]
    check_in: timedelta = CHECK_INS[0]
    sign_up: timedelta = SIGN_UPS[4]

    def columns(self) -> TournamentColumns:
        return {
            "kind": self.kind,
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "rounds": self.rounds,
            "rated": self.rated,
            "duplicate": self.duplicate,
            "move_time": self.move_time,
            "on_expiry": self.on_expiry,
            "round_time": self.round_time,
            "check_in": self.check_in,
            "sign_up": self.sign_up,
        }


@dataclass(frozen=True, slots=True)
class TournamentPlayer:
    """Somebody who has joined. `number` is that of their row, `user` their Discord id, `FORGOTTEN` for the forgotten.

    `drawn` is their place in the draw, None before it. `place` is set once the tournament is over.
    """

    number: int
    user: int
    checked_in: bool
    drawn: int | None
    gone: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has begun. Where all its tables have the same luck, `commitment` is the SHA-256 of its seed, `salt`
    the id of the message that announced it, and `sealed` says that the seed isn't published yet."""

    number: int
    ends_at: datetime
    commitment: str | None
    salt: str | None
    sealed: bool


@dataclass(frozen=True, slots=True)
class TournamentMatch:
    """A table of a round. `meeting` is how it stands, `commitment` the SHA-256 of the match's own seed.

    `match_id` and `status` are those of the match once it has begun; `thread_id` is that of its private thread. With
    `decided`, its places don't come from a match. `table_message` is the channel and the id of the message below which
    it is played; None if it is played elsewhere, as in a private thread.
    """

    id: int
    meeting: Meeting
    commitment: str
    thread_id: int | None
    match_id: int | None
    status: Status | None
    to_move: int | None
    decided: bool
    table_message: tuple[int, int] | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the people on the seats in order."""
        return self.meeting.players

    @property
    def is_open(self) -> bool:
        """Whether it is still to be decided."""
        return self.meeting.places is None


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands.

    `guild_id` and `channel_id` are Discord's. `commitment` is the SHA-256 of its seed, which is hexadecimal and None
    until it is over. `planned` is how many rounds it has, 0 before it has begun. `sizes` are how many may sit at a
    table. With `checking_in`, people check in now. `messages` has for each part that is shown the message's id, and the
    digest of what it shows; `left` for those that are to be shown anew the channel and the id of the message that stays
    behind.
    """

    id: int
    guild_id: int
    channel_id: int
    name: OwnWords
    terms: TournamentTerms
    commitment: str
    seed: str | None
    salt: str | None
    planned: int
    sizes: tuple[int, ...]
    begins_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    cancelled: bool
    checking_in: bool
    players: Sequence[TournamentPlayer]
    rounds: Sequence[Round]
    matches: Sequence[TournamentMatch]
    messages: Mapping[int, tuple[int, str]]
    lots: Mapping[int, str] = field(repr=False)
    left: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def home(self) -> Self:
        """What says where it's played, and what it's called: itself."""
        return self

    @property
    def running(self) -> bool:
        """Whether it has begun and isn't over."""
        return self.began_at is not None and self.ended_at is None

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of those who have left while it went on."""
        return frozenset(player.number for player in self.players if player.gone)

    @property
    def late(self) -> list[int]:
        """The numbers of those who have come late and aren't drawn yet."""
        return [one.number for one in self.players if one.drawn is None and not one.gone] if self.began_at else []

    @cached_property
    def field(self) -> Field:
        """The tournament as the pairings see it."""
        order_of_draw = sorted((player.drawn, player.number) for player in self.players if player.drawn is not None)
        order = [number for _, number in order_of_draw]
        meetings = [match.meeting for match in self.matches]
        return Field(self.terms.kind, self.sizes, self.planned, order, self.gone, meetings, self.lots)

    @property
    def round(self) -> Round | None:
        """The round that goes on, or was the last."""
        return self.rounds[-1] if self.rounds else None

    def of_round(self, number: int) -> list[TournamentMatch]:
        """The tables of a round."""
        return [match for match in self.matches if match.meeting.round == number]

    @property
    def forfeits(self) -> dict[int, tuple[int, ...]]:
        """The places at open tables of the last round that fewer than two of their people are left at, by table."""
        if self.round is None:
            return {}
        return {
            match.id: tuple(2 if player in self.gone else 1 for player in match.players)
            for match in self.of_round(self.round.number)
            if match.is_open and len(set(match.players) - self.gone) < 2
        }

    def table_number(self, match: TournamentMatch) -> int:
        """The number of a table of two or more among those of its round and bracket, as byes need no table."""
        this = match.meeting
        meetings = [one.meeting for one in self.of_round(this.round) if len(one.players) > 1]
        return sorted({one.number for one in meetings if one.bracket == this.bracket}).index(this.number) + 1

    @property
    def can_be_joined(self) -> bool:
        """Whether somebody could join now: before the beginning, or late."""
        if self.ended_at is not None or len(self.players) - len(self.gone) >= MOST[self.terms.kind]:
            return False
        return self.began_at is None or (self.terms.kind in TAKES_LATE and current(self.field) < LATE_UNTIL)

    def player(self, user: int) -> TournamentPlayer | None:
        return next((player for player in self.players if player.user == user != FORGOTTEN), None)


class NoSuchTournament(Refusal):
    SENTENCE = N_("This server has no tournament called “{name}”. Choose one of the suggestions.")


class NoTournamentNow(NoSuchTournament):
    SENTENCE = N_("This server has no tournament right now.")


class WhichTournament(NoSuchTournament):
    SENTENCE = N_("This server has several tournaments.")


class TournamentIsOver(NoSuchTournament):
    SENTENCE = N_("“{name}” is over.")


class TournamentIsClosed(TournamentIsOver):
    """It was called off."""

    SENTENCE = N_("“{name}” is closed.")


class TournamentExists(Refusal):
    SENTENCE = N_("This server already has a tournament called “{name}”. Choose another name.")


class TooManyTournaments(Refusal):
    SENTENCE = N_("This server has {limit} tournaments already.")


class SeatsForTournament(Refusal):
    SENTENCE = N_("Groups have three to five at a table. In all other tournaments two play each other.")


class RoundsForTournament(Refusal):
    SENTENCE = N_("Only a Swiss and groups have a chosen number of rounds.")


class NoLuckToShare(Refusal):
    SENTENCE = N_("This game has no luck, so leave out `duplicate`.")


class RoundTooShort(Refusal):
    SENTENCE = N_("A round must be at least as long as a turn.")


class TournamentFull(Refusal):
    SENTENCE = N_("This tournament is full: {limit} people play.")


class TooLateToJoin(Refusal):
    SENTENCE = N_("This tournament has begun, and it's too late to join.")


class NotInTheTournament(Refusal):
    SENTENCE = N_("You're not in this tournament.")


class NotYetInTheTournament(NotInTheTournament):
    SENTENCE = N_("You're not in this tournament.")


class NoCheckIn(Refusal):
    SENTENCE = N_("This tournament has no check-in. You play when it begins.")


class CheckInNotOpen(Refusal):
    SENTENCE = N_("Check-in isn't open yet. The tournament's message says when it opens.")


class HasBegun(Refusal):
    SENTENCE = N_("This tournament has begun already.")


class TooFewForTournament(Refusal):
    SENTENCE = N_("A tournament like this needs at least {needed} people, and {number} have joined.")
