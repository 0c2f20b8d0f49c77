"""Leagues that live: a bot that looks after them, and people who play what begins."""

import random
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from bot.contests.contests import Contests
from bot.contests.leagues.standings import LeagueLine
from bot.contests.values.contest import Viewer
from bot.contests.values.league import LeagueMatch, LeagueTerms, Season
from bot.match import Expiry, Matches, Refusal
from bot.match.decisions import presence, proposals, turns
from bot.match.values import Status
from bot.store import Store
from tests.match.conftest import Clock
from tests.match.toy import GAMES

GUILD, CHANNEL = 1, 20
FIRST = 100  # the Discord id of the first person

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

TERMS = LeagueTerms("race", {"goal": 2}, size=4, move_time=HOUR, on_expiry=Expiry.RESIGN, bank=timedelta(), sign_up=DAY)


def viewer(user: int, *channels: int) -> Viewer:
    """Somebody who sees these channels."""

    async def sees(asked: AbstractSet[int]) -> AbstractSet[int]:
        return asked & set(channels)

    return Viewer(user, sees)


class LeagueLife:
    """One league in a database, and everybody in it. All luck follows from `seed`; no process lives for ever."""

    def __init__(self, matches: Matches, clock: Clock) -> None:
        self.matches = matches
        self.clock = clock
        self.reachable = True
        self.messages = count(9000)
        self.league_id = 0

    @property
    def contests(self) -> Contests:
        """Those of the matches as they are now: tests start the bot anew."""
        return Contests(self.matches)

    async def create(self, people: int, terms: LeagueTerms = TERMS) -> Season:
        season = await self.contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
        self.league_id = season.league.id
        for number in range(people):
            await self.contests.leagues.join(self.league_id, FIRST + number)
        return await self.season()

    async def season(self, number: int = 1) -> Season:
        return next(one for one in await self.contests.leagues.seasons(self.league_id) if one.number == number)

    async def start(self, people: int, terms: LeagueTerms = TERMS) -> Season:
        """A season whose first matches run."""
        await self.create(people, terms)
        self.clock.forward(terms.sign_up)
        await self.look()
        return await self.season()

    async def look(self) -> None:
        """What the bot does again and again."""
        await self.matches.clocks.tick()
        for reminder in await self.matches.reminders.due():
            await self.matches.reminders.note_delivered(reminder.id)
        for season in await self.contests.seasons.list_unfinished():
            season = await self.contests.seasons.look_after(season, lambda league: self.reachable)
            for announced in await self.contests.seasons.announcements(season) if self.reachable else ():
                await self.contests.seasons.begin(announced.match.id, next(self.messages))

    async def play(self, end: Callable[[Season, LeagueMatch], str]) -> None:
        """Go on with each running match: "0" to "4" is the seat that resigns, "draw", "play", or nothing."""
        season = (await self.contests.leagues.seasons(self.league_id))[-1]
        users = {player.number: player.user for player in season.players}
        for match in season.matches:
            if match.match_id is None or match.status is not Status.RUNNING:
                continue
            how = end(season, match)
            if how.isdigit():
                for seat in range(len(match.players)):
                    if seat != int(how):
                        continue
                    with suppress(Refusal):
                        await self.matches.act(match.match_id, proposals.resign(users[match.players[seat]]))
            elif how == "draw":
                for player in match.players:
                    with suppress(Refusal):  # one of them has left
                        await self.matches.act(match.match_id, proposals.offer_draw(users[player]))
            elif how == "play":
                await self._play(match.match_id)

    async def _play(self, match_id: int) -> None:
        match = await self.matches.get(match_id)
        while match.state is not None and match.to_move is not None:
            (user, *_) = match.to_move_people() or (None,)
            if user is None:
                return  # a computer's turn
            match = await self.matches.act(match_id, turns.play(user, "walk"))

    async def live(self, end: Callable[[Season, LeagueMatch], str], *, rounds: int = 400) -> Season:
        """Until the season is over."""
        for _ in range(rounds):
            await self.look()
            await self.play(end)
            self.clock.forward(HOUR)
            season = (await self.contests.leagues.seasons(self.league_id))[-1]
            if season.ended_at is not None:
                return season
        raise AssertionError("The season never ends.")


ORGANISER = 5
"""Who runs leagues and tournaments."""


async def play_instead(matches: Matches, match_id: int, seat: int) -> int:
    """Somebody else plays a seat from here on, as its player has left the server; returns who."""
    people = [one.people[0] for one in (await matches.get(match_id)).seats]
    substitute = people[seat] + 1000
    await matches.act(match_id, presence.absent(people[seat]))
    await matches.act(match_id, proposals.appoint(ORGANISER, seat, substitute))
    after = await matches.act(match_id, proposals.take_seat(substitute))
    assert after.seats[seat].people == (substitute,)
    return substitute


def by_number(season: Season, match: LeagueMatch) -> str:
    """How a match ends follows from its place in the schedule."""
    chosen = random.Random(f"{match.division}:{match.number}")
    return chosen.choice(["0", "1", "draw", "play", "0", "1", "time"])


def table_of(season: Season) -> list[list[tuple[int, int, int, bool]]]:
    """The tables of all divisions: who has which place with how many half points."""

    def lines(table: list[LeagueLine]) -> list[tuple[int, int, int, bool]]:
        return [(line.place, line.player, line.half_points, line.gone) for line in table]

    return [lines(season.table(division)) for division in season.divisions]


async def open_store(address: str, clock: Clock, seed: int) -> tuple[Store, Matches]:
    """The database as a process finds it that starts; its secrets follow from the seed."""
    store = await Store.open(address)
    return store, Matches(store, games=GAMES, clock=clock, secret=random.Random(seed).randbytes)


class Killed(Exception):
    """Stands for the end of the process."""


def deadly(rate: int, monkeypatch: pytest.MonkeyPatch, writes: Iterable[tuple[object, str]]) -> Iterator[int]:
    """Writes that are cut off now and then, one in so many; returns how many have been, again and again."""
    chosen, deaths = random.Random(rate), 0

    def wrapped(write: Any) -> Any:
        async def or_die(*given: Any, **kwargs: Any) -> Any:
            nonlocal deaths
            result = await write(*given, **kwargs)
            if chosen.randrange(rate) == 0:
                deaths += 1
                raise Killed
            return result

        return or_die

    for owner, name in writes:
        monkeypatch.setattr(owner, name, wrapped(getattr(owner, name)))
    while True:
        yield deaths


def nobody_moves(season: Season, match: LeagueMatch) -> str:
    return "time"


def first_seat_resigns(season: Season, match: LeagueMatch) -> str:
    return "0"


def running(season: Season) -> list[LeagueMatch]:
    return [match for match in season.matches if match.status is Status.RUNNING]
