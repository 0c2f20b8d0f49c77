"""Leagues as screens see them, and why something isn't possible there. See docs/leagues.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from bot.contests.leagues.lots import lot
from bot.contests.leagues.schedules import PlannedMatch, is_off
from bot.contests.leagues.standings import FinishedMatch, LeagueLine, shared_places, standings
from bot.match.values import DEFAULT_MOVE_TIME, FORGOTTEN, Expiry, Status
from bot.match.values.errors import Refusal
from bot.store.columns import LeagueColumns
from bot.text import N_
from bot.text.own_words import OwnWords

BANKS = tuple(timedelta(days=days) for days in (0, 1, 2, 3, 5, 7))
SIGN_UPS = tuple(timedelta(days=days) for days in (1, 2, 3, 5, 7, 14))
AT_ONCE = range(1, 6)
"""What a league may choose: time banks, how long people can sign up, and how many matches each plays at once."""

LONGEST_STUCK = timedelta(days=7)
"""How long a season waits for a match that the installed rules can't continue or begin."""

LEAGUES_PER_SERVER = 10


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    """What a league is created with.

    A division should have `size` people, of whom `seats` sit at a table. A turn may take `move_time`; then the time
    `bank` runs that each person has in a season, and when that is empty, `on_expiry` says what becomes of the turn.
    Each person plays `at_once` matches of the league at the same time. People can sign up for a season for the time
    `sign_up`. `orders` says whether standing orders may play in its rated matches.
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 2
    size: int = 6
    move_time: timedelta = DEFAULT_MOVE_TIME
    on_expiry: Expiry = Expiry.RESIGN
    bank: timedelta = BANKS[3]
    at_once: int = 2
    sign_up: timedelta = SIGN_UPS[4]
    orders: bool = True

    def columns(self) -> LeagueColumns:
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "size": self.size,
            "move_time": self.move_time,
            "on_expiry": self.on_expiry,
            "bank": self.bank,
            "at_once": self.at_once,
            "sign_up": self.sign_up,
            "orders": self.orders,
        }


@dataclass(frozen=True, slots=True)
class League:
    """One league. `guild_id` and `channel_id` are Discord's."""

    id: int
    guild_id: int
    channel_id: int
    name: OwnWords
    terms: LeagueTerms
    closed: bool


@dataclass(frozen=True, slots=True)
class LeaguePlayer:
    """Somebody in a season. `number` is that of their row, `user` their Discord id, `FORGOTTEN` for the forgotten.

    Before the season begins, `division` is None. `bank` is the time left. `place` is set once the season is over.
    """

    number: int
    user: int
    division: int | None
    bank: timedelta
    gone: bool
    place: int | None
    vacation_until: datetime | None


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """A match of the schedule. `players` are the numbers of those on the seats in order.

    `announced` says that it is its turn, `match_id`, `status` and `rules_version` are those of the match once it has
    begun. `places` are those of the seats once it is over; None also where it was ended from outside. `stuck_since` is
    when the installed rules were first seen unable to continue or begin it; after `LONGEST_STUCK` it is `called_off`.
    """

    id: int
    division: int
    number: int
    players: tuple[int, ...]
    announced: bool
    match_id: int | None
    status: Status | None
    places: tuple[int, ...] | None
    rules_version: int | None = None
    stuck_since: datetime | None = None
    called_off: bool = False

    @property
    def planned(self) -> PlannedMatch:
        """The match as the schedule has it."""
        return PlannedMatch(self.id, self.players)

    @property
    def over(self) -> bool:
        """Whether it was played, ended or cancelled from outside, or called off."""
        return self.called_off or self.status in (Status.OVER, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league, as it stands.

    `begins_at` is None while the season before goes on. `seed` is hexadecimal and None until the season is over;
    `commitment` is its SHA-256. `messages` has for each part that is shown the message's id, and the digest of what it
    shows; `left` for those that are to be shown anew the channel and the id of the message that stays behind.
    """

    id: int
    league: League
    number: int
    commitment: str
    seed: str | None
    begins_at: datetime | None
    began_at: datetime | None
    ended_at: datetime | None
    players: Sequence[LeaguePlayer]
    matches: Sequence[LeagueMatch]
    messages: Mapping[int, tuple[int, str]]
    lots: Mapping[int, str] = field(repr=False)
    left: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def home(self) -> League:
        """What says where it's played, and what it's called."""
        return self.league

    @property
    def gone(self) -> set[int]:
        """The numbers of those who have left while it went on."""
        return {player.number for player in self.players if player.gone}

    @property
    def running(self) -> bool:
        """Whether it has begun and isn't over."""
        return self.began_at is not None and self.ended_at is None

    @property
    def divisions(self) -> list[int]:
        """The numbers of its divisions, from the top."""
        return sorted({player.division for player in self.players if player.division is not None})

    @property
    def played_out(self) -> bool:
        """Whether nothing is left to be played."""
        return self.running and all(
            match.over or (match.match_id is None and self.is_off(match)) for match in self.matches
        )

    def is_off(self, match: LeagueMatch) -> bool:
        """Whether a match isn't played, as its people have left."""
        return is_off(match.planned, self.gone)

    def player(self, user: int) -> LeaguePlayer | None:
        return next((player for player in self.players if player.user == user != FORGOTTEN), None)

    def table(self, division: int) -> list[LeagueLine]:
        """How a division stands. While matches are left to play, people with equal points share a place."""
        played = [
            FinishedMatch(match.players, match.places)
            for match in self.matches
            if match.division == division and match.places is not None
        ]
        numbers = [player.number for player in self.players if player.division == division]
        lines = standings(numbers, played, gone=self.gone, lots=self.lots)
        if self.ended_at is not None or self.played_out:
            return lines
        places = shared_places([(line.gone, -line.half_points) for line in lines])
        return [replace(line, place=place) for line, place in zip(lines, places, strict=True)]


def lots_of(seed: bytes, numbers: Sequence[int]) -> dict[int, str]:
    """The lot of each person of a season."""
    return {number: lot(seed, number) for number in numbers}


class NoSuchLeague(Refusal):
    SENTENCE = N_("This server has no league called “{name}”. Choose one of the suggestions.")


class NoLeagueNow(NoSuchLeague):
    SENTENCE = N_("This server has no league right now.")


class WhichLeague(NoSuchLeague):
    SENTENCE = N_("This server has several leagues.")


class LeagueIsClosed(NoSuchLeague):
    SENTENCE = N_("“{name}” is closed.")


class SeasonIsPlayed(Refusal):
    SENTENCE = N_("A season of this league is being played. The next one begins after it.")


class TooFewForSeason(Refusal):
    SENTENCE = N_("A season of this league needs at least {needed} people, and {number} have joined.")


class LeagueExists(Refusal):
    SENTENCE = N_("This server already has a league called “{name}”. Choose another name.")


class TooManyLeagues(Refusal):
    SENTENCE = N_("This server has {limit} leagues already.")


class NotInTheLeague(Refusal):
    SENTENCE = N_("You're not in this league.")


class SeatsForLeague(Refusal):
    SENTENCE = N_("A division needs at least as many people as a table has seats ({seats}).")
