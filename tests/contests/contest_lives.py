"""Whole leagues and tournaments in which anything may happen, and how long they can last at most."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select

from bot.contests.contests import Contests
from bot.contests.leagues.divisions import least as least_of_a_season
from bot.contests.tournaments.meetings import TAKES_LATE, Format, least, seats_of
from bot.contests.tournaments.rounds import rounds_for
from bot.contests.values.league import LONGEST_STUCK, LeagueTerms, Season
from bot.contests.values.tournament import Tournament, TournamentTerms
from bot.match import FORGOTTEN, ComputerLevel, Expiry, Match, Matches, Refusal, Status
from bot.match.decisions import expiry, moderation, presence, proposals, turns
from bot.match.decisions.clocks import GRACE
from bot.rules import IllegalMove
from bot.store import Store, tables
from bot.store.contest_tables import league_matches, league_seasons, tournament_rounds, tournaments
from tests.contests.invariants import (
    GOING_ON,
    intrudes,
    is_announced,
    nobody_gone_plays_on,
    overdue,
    proposals_lapse,
    settled_for_nobody,
    something_goes_on,
    who_has_won_rises,
)
from tests.contests.league_life import CHANNEL, DAY, FIRST, GUILD, HOUR, ORGANISER, LeagueLife
from tests.contests.tournament_life import TournamentLife
from tests.match.conftest import Clock
from tests.match.toy import RaceGame, games

GOAL = 2
LOOK = timedelta(seconds=10)
DISTURBANCES = 12
"""At most so many things happen in a life besides moves. After them it must come to its end by itself."""

BUSY = 200
"""So often in a row looks can change something at most. After more of them it would go on for ever."""

NAMES = (
    "leave", "leave", "resign", "resign", "go", "go", "come back", "rest", "rest", "stop resting", "substitute", "ask",
    "intrude", "computer", "claim", "draw", "draw", "forget", "freeze", "thaw", "hold", "uninstall", "be down",
    "lose the server", "lose the channel", "block", "end", "join",
)  # fmt: skip

KINDS = (
    "league", "league", "league", "swiss", "groups", "knockout", "round_robin", "duplicate swiss", "duplicate groups",
    "duplicate knockout",
)  # fmt: skip


def longest_turn(terms: LeagueTerms | TournamentTerms) -> timedelta:
    """How long a turn can take that nobody plays: its time, an hour after its last reminder, and then the time in which
    nobody claims it."""
    return terms.move_time + GRACE + terms.move_time


def longest_season(terms: LeagueTerms, season: Season, turns_of_a_match: int) -> timedelta:
    """How long a season can last from its beginning, besides vacations and time in which nobody can play.

    While it isn't over, some match goes on whose turn runs out, or rules are missing for it. So in the worst case all
    its matches follow each other, each with the most turns it can have, and everyone's time bank is used up.
    """
    one = turns_of_a_match * longest_turn(terms) + LONGEST_STUCK
    return len(season.matches) * one + len(season.players) * terms.bank


def longest_tournament(tournament: Tournament) -> timedelta:
    """How long a tournament can last from its beginning, besides time in which nobody can play: all its rounds."""
    return tournament.planned * tournament.terms.round_time


@dataclass
class Outcome:
    """How a life went: how long it took, of what it could have taken, and what happened in it."""

    kind: str
    took: timedelta
    limit: timedelta
    happened: list[str] = field(default_factory=list)


class World:
    """One contest at a time and everybody in it. All that happens follows from `seed`."""

    def __init__(self, store: Store, clock: Clock, seed: int) -> None:
        self.store = store
        self.clock = clock
        self.chosen = random.Random(seed)
        self.rules_version = 1
        self.readable = True
        self.installed = True
        self.more = timedelta()  # time in which nobody could play, or that people were on vacation
        self.freezes = 1
        self.happened: list[str] = []
        self._overdue: set[tuple[int, int, datetime]] = set()
        self.life: LeagueLife | TournamentLife

    def process(self) -> Matches:
        """The bot with the rules of the day."""
        self._playing_by = self.rules_version
        race = RaceGame(self.rules_version, readable=self.readable)
        installed = games(race) if self.installed else games()
        return Matches(self.store, games=installed, clock=self.clock, secret=self.chosen.randbytes)

    @property
    def matches(self) -> Matches:
        return self.life.matches

    @property
    def contests(self) -> Contests:
        return self.life.contests

    # A whole life

    async def live(self, kind: str) -> Outcome:
        """A contest from its sign-up to its end. AssertionError if it lasts longer than it can, or leaves a match."""
        self.more, self.freezes, self.happened = timedelta(), 1, []
        self.active = {FIRST + number: self.chosen.choice([0.0, 0.3, 1.0, 1.0]) for number in range(20)}
        terms = await self._begin(kind)
        began, disturbances = self.clock.now, self.chosen.randint(0, DISTURBANCES)
        before: Season | Tournament | None = None
        busy = 0
        while (contest := await self._contest()).ended_at is None:
            limit = self._limit(contest, terms) + self.more
            assert self.clock.now - began <= limit, self._story(kind, began, limit)
            if disturbances and self.chosen.random() < 0.5:
                disturbances -= 1
                await self._disturb(contest)
            await self._play(contest)
            changed, before = contest != before, contest  # then the next look, a moment later, may change more
            busy = busy + 1 if changed else 0
            assert busy < BUSY, self._story(kind, began, limit)
            await self._go_by(LOOK if changed or self._overdue else 2 * DAY)
            self.more += LOOK
            frozen = await self._frozen(contest)
            await self.life.look()
            await settled_for_nobody(self.matches, await self._contest(), frozen)
            await self._check(contest)
        outcome = Outcome(kind, self.clock.now - began, self._limit(contest, terms) + self.more, self.happened)
        await is_announced(self.contests, contest)
        self._install()
        await self.life.look()
        left = [
            one.match_id for one in (await self._contest()).matches if one.status in (Status.RUNNING, Status.FROZEN)
        ]
        assert left == [], self._story(kind, began, outcome.limit)
        if isinstance(contest, Season) and self.chosen.random() < 0.5:
            await self._next_season(contest)
        await self._tidy(contest)
        return outcome

    async def _begin(self, kind: str) -> LeagueTerms | TournamentTerms:
        self._install()
        then = self.chosen.choice(list(Expiry))
        if kind == "league":
            seats = self.chosen.choice([2, 2, 3, 3, 4])
            terms = LeagueTerms(
                "race", {"goal": GOAL}, seats=seats, size=max(4, seats), move_time=self.chosen.choice([HOUR, DAY]),
                on_expiry=then, bank=self.chosen.choice([timedelta(), timedelta(hours=5)]), sign_up=DAY,
                at_once=self.chosen.choice([1, 2, 5]),
            )  # fmt: skip
            self.life = LeagueLife(self.process(), self.clock)
            await self.life.start(least_of_a_season(seats) + self.chosen.choice([0, 0, 1, 5]), terms)
            return terms
        of_kind = Format(kind.removeprefix("duplicate "))
        seats = self.chosen.choice([one for one in seats_of(of_kind) if one < 5])
        cup = TournamentTerms(
            of_kind, "race", {"goal": GOAL}, seats=seats, duplicate=kind.startswith("duplicate"),
            rounds=2 if of_kind is Format.GROUPS else None, move_time=self.chosen.choice([HOUR, DAY]), on_expiry=then,
            round_time=self.chosen.choice([DAY, 3 * DAY]), sign_up=DAY,
        )  # fmt: skip
        self.life = TournamentLife(self.process(), self.clock)
        await self.life.start(least(of_kind, seats) + self.chosen.choice([0, 1, 2, 3]), cup)
        return cup

    async def _contest(self) -> Season | Tournament:
        if isinstance(self.life, LeagueLife):
            return (await self.contests.leagues.seasons(self.life.league_id))[-1]
        return await self.life.now()

    def _limit(self, contest: Season | Tournament, terms: LeagueTerms | TournamentTerms) -> timedelta:
        if isinstance(contest, Season) and isinstance(terms, LeagueTerms):
            turns_of_a_match = terms.seats * (GOAL - 1) + 1  # each leads a space further
            return self.freezes * longest_season(terms, contest, turns_of_a_match)
        assert isinstance(contest, Tournament)
        assert contest.planned == rounds_for(
            contest.terms.kind, sum(one.drawn is not None for one in contest.players), contest.terms.rounds
        ) or (contest.terms.kind in TAKES_LATE)
        return longest_tournament(contest)

    def _story(self, kind: str, began: datetime, limit: timedelta) -> str:
        return f"{kind}: {self.clock.now - began} of {limit}, after {self.happened}"

    async def _check(self, before: Season | Tournament) -> None:
        """What holds after each look; `before` is the contest as it was before that."""
        contest = await self._contest()
        overdue_before, self._overdue = self._overdue, await overdue(self.store, self.clock.now, self._playing_by)
        assert not self._overdue & overdue_before, "what is due isn't done"
        await nobody_gone_plays_on(self.matches, contest)
        await proposals_lapse(self.store, self.clock.now, self._playing_by)
        if contest == before and contest.running:
            await something_goes_on(self.contests, contest)

    async def _frozen(self, contest: Season | Tournament) -> list[int]:
        """The matches of a contest that the installed rules can't continue now."""
        if self.readable and self.installed and self._playing_by == self.rules_version:
            return []
        begun = [one.match_id for one in contest.matches if one.match_id and one.status in GOING_ON]
        return [number for number in begun if (await self.matches.get(number)).status is Status.FROZEN]

    async def _next_season(self, last: Season) -> None:
        """The season after this one begins with those who are left and some newcomers."""
        assert isinstance(self.life, LeagueLife)
        people = {one.user for one in last.players if not one.gone} - {FORGOTTEN}
        for user in sorted(people | {FIRST + 20 + number for number in range(self.chosen.randint(0, 6))}):
            with suppress(Refusal):
                await self.contests.leagues.join(self.life.league_id, user)
        for _ in range(3):
            self.clock.forward(last.league.terms.sign_up)
            await self.life.look()
        season = await self.life.season(last.number + 1)
        who_has_won_rises(last, season)
        for match in season.matches:
            if match.match_id is not None and match.status is Status.RUNNING:
                await self.matches.act(match.match_id, moderation.end(1))

    async def _tidy(self, contest: Season | Tournament) -> None:
        """Nobody is away in the next life."""
        if isinstance(self.life, LeagueLife):
            await self.contests.leagues.close(self.life.league_id)
            for season in await self.contests.seasons.list_unfinished():
                await self.contests.seasons.finish(season.id)
        else:
            await self.contests.tournament_rounds.finish(contest.id)
        for user in self.active:
            await self.matches.vacations.end(user)

    # What happens by itself

    async def _go_by(self, at_most: timedelta) -> None:
        """Time goes by until something is due."""
        now = self.clock.now
        asked = (
            (tables.matches.c.due_at, (tables.matches.c.rules_version <= self._playing_by,)),
            (tables.reminders.c.due_at, ()),
            (tables.users.c.vacation_until, ()),
            (league_seasons.c.begins_at, (league_seasons.c.finished.is_(False),)),
            (tournament_rounds.c.ends_at, (tournament_rounds.c.tournament_id == tournaments.c.id,)),
        )
        dues: list[datetime | None] = [now + at_most]
        async with self.store.read() as connection:
            for column, conditions in asked:
                dues.append(await connection.scalar(select(func.min(column)).where(column > now, *conditions)))
            stuck = await connection.scalar(
                select(func.min(league_matches.c.stuck_since)).where(league_matches.c.called_off.is_(False))
            )
        if stuck is not None and stuck + LONGEST_STUCK > now:
            dues.append(stuck + LONGEST_STUCK)
        self.clock.now = max(now + LOOK, min(one for one in dues if one is not None))

    async def _play(self, contest: Season | Tournament) -> None:
        """People move, or don't; computers always do."""
        for number in [one.match_id for one in contest.matches if one.match_id and one.status is Status.RUNNING]:
            match = await self.matches.get(number)
            while match.status is Status.RUNNING:
                user = next(iter(match.to_move_people()), None)
                if match.mover is not None:
                    move = turns.play_computer("walk", seen_version=match.version)
                elif match.proposal is not None and match.proposal.computers:
                    seat = match.proposal.computers[0]
                    move = proposals.answer(seat, agrees=self.chosen.random() < 0.5, seen_version=match.version)
                elif user is not None and self.chosen.random() < self.active.get(user, 0.5):
                    move = turns.play(user, self.chosen.choice(["walk", "roll"]))
                else:
                    break
                match = await self.matches.act(number, move)

    # What people, organisers, hosts and Discord do

    async def _disturb(self, contest: Season | Tournament) -> None:
        name = self.chosen.choice(NAMES)
        self.happened.append(name)
        people = [one.user for one in contest.players]
        user = self.chosen.choice(people)
        running = [one.match_id for one in contest.matches if one.match_id and one.status is Status.RUNNING]
        match = await self.matches.get(self.chosen.choice(running)) if running else None
        with suppress(Refusal, IllegalMove):
            await self._do(name, user, match)

    async def _do(self, name: str, user: int, match: Match | None) -> None:
        seat = None if match is None else self.chosen.randrange(len(match.seats))
        match name:
            case "leave":
                await self._leave(user)
            case "join" if isinstance(self.life, TournamentLife):
                await self.contests.tournaments.join(self.life.number, FIRST + 10 + self.chosen.randrange(5))
            case "rest":
                days = self.chosen.randint(1, 4)
                await self.matches.vacations.begin(user, days)
                self.more += days * DAY + HOUR
            case "stop resting":
                await self.matches.vacations.end(user)
            case "forget":
                await self._leave(user)
                await self.matches.people.forget(user)
            case "freeze":
                self._install(readable=False)
            case "thaw":
                self._install()
            case "hold":
                self._install()
                await self.matches.records.bring_up_to_date()
                self.rules_version -= 1
                self.life.matches = self.process()
                self.rules_version += 1
                await self.matches.records.bring_up_to_date()  # as at each start
                self.freezes += 1
            case "uninstall":
                self._install(installed=False)
            case "be down" | "lose the server" | "lose the channel" | "block":
                await self._nobody_can_play(name, self.chosen.choice([HOUR, DAY, 9 * DAY]))
            case _ if match is not None and seat is not None:
                await self._do_in_match(name, match, seat)

    async def _do_in_match(self, name: str, match: Match, seat: int) -> None:
        user = next(iter(match.seats[seat].people), None)
        others = [one for other in match.seats for one in other.people if other.number != seat]
        if user is None:
            return
        act = partial(self.matches.act, match.id)
        match name:
            case "resign":
                await act(proposals.resign(user))
            case "go":
                await act(presence.absent(user))
                self.active[user] = 0.0
            case "come back":
                await act(presence.absent(user, gone=False))
                self.active[user] = 1.0
            case "claim" if others:
                await act(expiry.claim(others[0]))
            case "end":
                await act(moderation.end(1))
            case "computer" if others:
                await act(presence.take_over(others[0], seat, self.chosen.choice(list(ComputerLevel))))
            case "draw":
                for one in (user, *others):
                    await act(proposals.offer_draw(one))
            case "substitute" | "ask":
                await act(presence.absent(user))
                substitute = FIRST + 500 + self.chosen.randrange(5)
                await act(proposals.appoint(ORGANISER, seat, substitute))
                if name == "substitute":
                    await act(proposals.take_seat(substitute))
            case "intrude" if others:
                await act(presence.absent(user))
                await intrudes(self.matches, match.id, others, seat, FIRST + 600)

    async def _leave(self, user: int) -> None:
        if isinstance(self.life, LeagueLife):
            await self.contests.leagues.leave(self.life.league_id, user)
        else:
            await self.contests.tournaments.leave(self.life.number, user)

    def _install(self, *, readable: bool = True, installed: bool = True) -> None:
        """Another release with newer rules."""
        if not (readable and installed):
            self.freezes += 1
        if installed and not self.installed:
            self.more += 3 * DAY  # a round whose matches couldn't begin has its time again, once they can
        self.rules_version += 1
        self.readable, self.installed = readable, installed
        if hasattr(self, "life"):
            self.life.matches = self.process()

    async def _nobody_can_play(self, why: str, span: timedelta) -> None:
        """For this time the bot is down, isn't on the server, or may not play there, or the channel is gone."""
        before, left, ends = await self._standing(), await self._left(), self.clock.now + span
        if why == "be down":
            self.clock.now = ends
            await self.matches.clocks.tick(starting=True)
        elif why == "lose the server":
            await self.matches.clocks.leave_server(GUILD)
        elif why == "block":
            await self.matches.service.block_server(GUILD)
        self.life.reachable = why == "block"
        while self.clock.now < ends:
            self.clock.now = min(ends, self.clock.now + 6 * HOUR)  # what is due there comes no nearer
            await self.life.look()
        if why in ("lose the server", "block"):
            assert await self._standing() == before, f"{why} decided something"
        await self.matches.clocks.return_to_server(GUILD)
        await self.matches.service.unblock(GUILD)
        if why != "lose the channel":
            await self.life.matches.clocks.tick()
            assert left.items() <= (await self._left()).items(), f"{why} cost time"
        if why == "lose the channel" and isinstance(self.life, LeagueLife):
            await self.contests.leagues.move(self.life.league_id, CHANNEL)
        elif why == "lose the channel" and isinstance(self.life, TournamentLife):
            await self.contests.tournaments.move(self.life.number, CHANNEL)
            self.more += (await self.life.now()).terms.round_time
        self.life.reachable = True
        self.more += span

    async def _standing(self) -> list[Any]:
        """What nobody can change who can't play: whose turn it is, and how everything stands."""
        contest = await self._contest()
        return [(one.match_id, one.status, getattr(one, "to_move", None)) for one in contest.matches]

    async def _left(self) -> dict[str, timedelta]:
        """How much time is left for each turn whose clock runs, and for the round."""
        contest = await self._contest()
        asked = select(tables.matches.c.id, tables.matches.c.deadline).where(tables.matches.c.deadline > self.clock.now)
        async with self.store.read() as connection:
            left = {f"match {row.id}": row.deadline - self.clock.now for row in await connection.execute(asked)}
        if isinstance(contest, Tournament) and contest.round is not None:
            left["round"] = contest.round.ends_at - self.clock.now
        return left


def figures(outcomes: Sequence[Outcome]) -> str:
    """How many lives of each kind there were, and the greatest share of its longest time that one took."""
    lines = []
    for kind in sorted({one.kind for one in outcomes}):
        these = [one for one in outcomes if one.kind == kind]
        share = max(one.took / one.limit for one in these)
        events = sum(len(one.happened) for one in these)
        lines.append(f"{kind}: {len(these)} lives, {events} disturbances, at most {share:.0%} of the longest time")
    return "\n".join(lines)
