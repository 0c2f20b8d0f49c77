"""Where a league or tournament waits, something always happens next; where nobody can act, nothing is decided."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LONGEST_STUCK, LeagueMatch
from bot.match import ComputerLevel, Expiry, Match, Matches, Status
from bot.match.decisions import presence, proposals, turns
from bot.match.parts import clocks
from bot.store import Store
from bot.store.tables import matches as matches_table
from tests.contests.league_life import CHANNEL, DAY, FIRST, GUILD, HOUR, ORGANISER, TERMS, LeagueLife
from tests.contests.tournament_life import TERMS as CUP
from tests.contests.tournament_life import TournamentLife
from tests.match.conftest import Clock
from tests.match.timed import ClockBot
from tests.match.toy import PLAYERS, RaceGame, games

THREE = replace(TERMS, seats=3, options={"goal": 9}, at_once=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def never_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the bot doesn't look at the time, it was awake, unless it says that it has started."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=1000))


@pytest.fixture
def league(matches: Matches, clock: Clock) -> LeagueLife:
    return LeagueLife(matches, clock)


@pytest.fixture
def cup(matches: Matches, clock: Clock) -> TournamentLife:
    return TournamentLife(matches, clock)


def under(life: LeagueLife | TournamentLife, store: Store, *installed: RaceGame) -> None:
    """The bot runs with these games from here on."""
    life.matches = Matches(store, games=games(*installed), clock=life.clock)


async def hours(life: LeagueLife | TournamentLife, span: timedelta, *, then: timedelta = HOUR) -> None:
    """Looks after an hour, and `then` every so often: seldom is enough where nothing can happen for days."""
    ends, pause = life.clock.now + span, HOUR
    while life.clock.now < ends:
        life.clock.forward(min(pause, ends - life.clock.now))
        await life.look()
        pause = then


async def running(life: LeagueLife) -> list[Match]:
    matches = (await life.season()).matches
    return [await life.matches.get(one.match_id) for one in matches if one.match_id and one.status is Status.RUNNING]


async def computers_play(matches: Matches, match: Match) -> Match:
    while match.mover is not None:
        match = await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
    return match


class TestWhatASeasonWaitsFor:
    """docs/leagues.md: a season always goes on."""

    async def test_the_last_one_at_a_table_of_computers_has_a_clock(self, league: LeagueLife) -> None:
        """A computer plays for someone who left before the match began, another one for someone who has resigned."""
        await league.start(4, THREE)
        await league.contests.leagues.leave(league.league_id, FIRST)
        await league.look()
        (match,) = await running(league)
        while all(seat.people for seat in match.seats):  # it began with everyone
            rest = [seat.people[0] for seat in match.seats if not seat.resigned]
            for user in rest[1:]:
                await league.matches.act(match.id, proposals.resign(user))
            await league.look()
            (match,) = await running(league)
        people = [seat.people[0] for seat in match.seats if seat.people]
        match = await league.matches.act(match.id, proposals.resign(people[0]))
        match = await computers_play(league.matches, match)
        assert match.to_move_people() == (people[1],)
        assert match.clock is not None
        await hours(league, 8 * HOUR)
        assert (await league.matches.get(match.id)).status is Status.OVER

    async def test_a_clock_runs_though_both_have_left_the_server(self, league: LeagueLife) -> None:
        await league.start(4)
        (match, *_) = await running(league)
        for seat in match.seats:
            match = await league.matches.act(match.id, presence.absent(seat.people[0]))
        assert match.clock is not None
        await hours(league, 3 * HOUR)
        match = await league.matches.get(match.id)
        assert match.ending is not None
        assert match.ending.places == (2, 1)

    @pytest.mark.parametrize("contest", [True, False])
    async def test_a_turn_that_nobody_claims_resigns_after_as_long_again_where_others_wait(
        self, league: LeagueLife, bot: ClockBot, contest: bool
    ) -> None:
        if contest:
            await league.start(4, replace(TERMS, move_time=DAY, on_expiry=Expiry.CLAIM))
            match = (await running(league))[0]
        else:
            match = await bot.start_match(time=DAY, then=Expiry.CLAIM)

        async def go_by(span: timedelta) -> Match:
            await (hours(league, span) if contest else bot.go_by(span))
            return await league.matches.get(match.id)

        after = await go_by(DAY + 3 * HOUR)
        assert after.status is Status.RUNNING
        assert after.clock is not None
        assert after.clock.expired
        after = await go_by(DAY - 4 * HOUR)
        assert after.status is Status.RUNNING
        after = await go_by(4 * HOUR)
        assert after.status is (Status.OVER if contest else Status.RUNNING)

    async def test_a_clock_that_an_earlier_release_stopped_runs_again(
        self, league: LeagueLife, store: Store, clock: Clock
    ) -> None:
        await league.start(4)
        async with store.write() as connection:
            stopped = {"clock": None, "deadline": None, "due_at": clock.now}
            await connection.execute(update(matches_table).values(**stopped))
        await league.look()
        for match in await running(league):
            assert match.clock is not None
            assert match.clock.deadline == clock.now + HOUR

    async def test_nobody_waits_any_more_once_the_league_is_closed(self, league: LeagueLife) -> None:
        await league.start(4)
        (match, *_) = await running(league)
        await league.contests.leagues.close(league.league_id)
        for seat in match.seats:
            match = await league.matches.act(match.id, presence.absent(seat.people[0]))
        assert match.clock is None


class TestWhatTheRulesCanNotPlay:
    """A season waits a week for it, a tournament until the round's time is over."""

    async def stuck(self, league: LeagueLife) -> list[LeagueMatch]:
        return [one for one in (await league.season()).matches if one.stuck_since is not None]

    @pytest.mark.parametrize("installed", [(RaceGame(2, readable=False),), ()])
    async def test_a_season_goes_on_without_matches_that_were_frozen_for_a_week(
        self, league: LeagueLife, store: Store, installed: tuple[RaceGame, ...]
    ) -> None:
        await league.start(4, replace(TERMS, at_once=5))
        under(league, store, *installed)
        await hours(league, LONGEST_STUCK - HOUR, then=DAY / 2)
        assert len(await self.stuck(league)) == 6
        assert {one.status for one in await self.stuck(league)} == {Status.FROZEN}
        await hours(league, 2 * HOUR)
        season = (await league.contests.leagues.seasons(league.league_id))[-1]
        assert season.ended_at is not None
        assert [one.places for one in season.matches] == [None] * 6
        assert {(await league.matches.get(one.match_id or 0)).status for one in season.matches} == {Status.OVER}

    async def test_a_match_that_thaws_in_time_goes_on(self, league: LeagueLife, store: Store) -> None:
        await league.start(4)
        for version, readable in ((2, False), (3, True), (4, False), (5, True)):
            under(league, store, RaceGame(version, readable=readable))
            await league.matches.records.bring_up_to_date()
            await hours(league, (LONGEST_STUCK - DAY) if not readable else 10 * MINUTE, then=DAY / 2)
            assert bool(await self.stuck(league)) is not readable
        assert all(not one.over for one in (await league.season()).matches)

    async def test_a_match_that_an_older_release_can_not_read_is_stuck_too(
        self, league: LeagueLife, store: Store
    ) -> None:
        await league.start(4, replace(TERMS, at_once=5))
        under(league, store, RaceGame(2))
        await league.matches.records.bring_up_to_date()
        under(league, store, RaceGame(1))
        await hours(league, LONGEST_STUCK, then=DAY / 2)
        await hours(league, 2 * HOUR)
        season = (await league.contests.leagues.seasons(league.league_id))[-1]
        assert season.ended_at is not None
        assert [one.places for one in season.matches] == [None] * 6

    async def test_a_season_whose_game_is_gone_announces_nothing_and_ends(
        self, league: LeagueLife, store: Store
    ) -> None:
        await league.start(4, replace(TERMS, at_once=1))
        under(league, store)
        waiting = await league.season()
        await hours(league, LONGEST_STUCK + HOUR, then=DAY / 2)
        assert await league.contests.seasons.announcements(waiting) == []
        for _ in range(4):  # each match waits as long
            await hours(league, LONGEST_STUCK, then=DAY / 2)
            await hours(league, HOUR)
        season = (await league.contests.leagues.seasons(league.league_id))[-1]
        assert season.ended_at is not None
        assert sum(one.match_id is None for one in season.matches) == 4  # never begun

    @pytest.mark.sample(2, rest="thorough")
    @pytest.mark.parametrize("older", [False, True])
    @pytest.mark.parametrize("kind", [Format.SWISS, Format.KNOCKOUT, Format.ROUND_ROBIN, Format.GROUPS])
    async def test_a_frozen_table_counts_as_drawn_at_the_end_of_its_round(
        self, cup: TournamentLife, store: Store, kind: Format, older: bool
    ) -> None:
        await cup.start(4, replace(CUP, kind=kind, seats=3 if kind is Format.GROUPS else 2))
        if older:
            under(cup, store, RaceGame(2))
            await cup.matches.records.bring_up_to_date()
        under(cup, store, RaceGame(1) if older else RaceGame(2, readable=False))
        await hours(cup, CUP.round_time + HOUR)
        tournament = await cup.now()
        tables = [one for one in tournament.of_round(1) if len(one.players) > 1 and not one.meeting.again]
        assert [one.meeting.places for one in tables] == [(1,) * len(one.players) for one in tables]
        for table in tables:
            match = await cup.matches.get(table.match_id or 0)
            assert match.status is Status.OVER
            assert match.recent[-1].note == "stuck"
        assert len(tournament.rounds) == 2  # it goes on

    async def test_someone_who_has_left_a_frozen_table_comes_last_all_the_same(
        self, cup: TournamentLife, store: Store
    ) -> None:
        tournament = await cup.start(3, replace(CUP, kind=Format.GROUPS, seats=3))
        under(cup, store, RaceGame(2, readable=False))
        await cup.contests.tournaments.leave(cup.number, FIRST)
        await hours(cup, CUP.round_time + HOUR)
        places = (await cup.now()).of_round(1)[0].meeting.placed
        gone = next(one.number for one in tournament.players if one.user == FIRST)
        assert {place for player, place in places if player == gone} == {3}
        assert [place for player, place in places if player != gone] == [1, 1]

    async def test_a_tournament_whose_game_is_gone_ends(self, cup: TournamentLife, store: Store) -> None:
        await cup.start(4)
        under(cup, store)
        await hours(cup, 3 * CUP.round_time + HOUR)
        tournament = await cup.now()
        assert tournament.ended_at is not None
        assert {one.match_id for round_ in (2, 3) for one in tournament.of_round(round_)} == {None}


Absence = Callable[[Matches], Awaitable[Any]]


async def removed(matches: Matches) -> None:
    await matches.clocks.leave_server(GUILD)


async def blocked(matches: Matches) -> None:
    await matches.service.block_server(GUILD)


@pytest.fixture(params=[removed, blocked])
def leaves(request: pytest.FixtureRequest) -> Absence:
    leave: Absence = request.param
    return leave


async def back(matches: Matches) -> None:
    await matches.clocks.tick()
    await matches.clocks.return_to_server(GUILD)
    await matches.service.unblock(GUILD)


class TestServersWhereNobodyCanPlay:
    """Everything goes on where it was once the server takes the bot back, or isn't blocked any more."""

    async def test_a_cup_goes_on_where_it_was(self, cup: TournamentLife, leaves: Absence) -> None:
        tournament = await cup.start(4)
        await hours(cup, HOUR / 2)
        left = tournament.rounds[0].ends_at - cup.clock.now
        clocks = [await cup.matches.get(one.match_id or 0) for one in tournament.matches]
        await leaves(cup.matches)
        await hours(cup, 10 * DAY, then=DAY / 2)
        await back(cup.matches)
        await cup.look()
        after = await cup.now()
        assert [one.status for one in after.matches] == [Status.RUNNING] * 2
        assert abs(after.rounds[0].ends_at - cup.clock.now - left) <= HOUR
        for before in clocks:
            clock = (await cup.matches.get(before.id)).clock
            assert clock is not None
            assert clock.deadline is not None
            assert clock.deadline - cup.clock.now >= HOUR / 2 - MINUTE

    async def test_a_season_goes_on_where_it_was(self, league: LeagueLife, leaves: Absence) -> None:
        await league.start(4)
        await leaves(league.matches)
        before = await league.season()
        await hours(league, 10 * DAY, then=DAY / 2)
        assert await league.season() == before
        await back(league.matches)
        await league.look()
        assert (await league.season()).matches == before.matches

    async def test_people_can_sign_up_for_as_long_as_was_left(
        self, league: LeagueLife, cup: TournamentLife, leaves: Absence
    ) -> None:
        await league.create(4)
        await cup.create(4)
        await leaves(league.matches)
        await hours(league, 10 * DAY, then=DAY / 2)
        await back(league.matches)
        for life in (league, cup):
            await life.look()
        assert (await league.season()).began_at is None
        assert (await cup.now()).began_at is None
        await hours(league, DAY + HOUR)
        await cup.look()
        assert (await league.season()).began_at is not None
        assert (await cup.now()).began_at is not None

    async def test_nobody_is_reminded_meanwhile(self, league: LeagueLife, leaves: Absence) -> None:
        await league.start(4)
        league.clock.forward(HOUR / 2 + MINUTE)
        await league.matches.clocks.tick()
        await leaves(league.matches)
        assert await league.matches.reminders.due() == []
        await back(league.matches)
        assert await league.matches.reminders.due() != []

    async def test_a_proposal_does_not_lapse_meanwhile(self, league: LeagueLife, leaves: Absence) -> None:
        await league.start(4)
        (match, *_) = await running(league)
        await league.matches.act(match.id, presence.absent(match.seats[0].people[0]))
        match = await league.matches.act(match.id, proposals.appoint(ORGANISER, 0, PLAYERS[3]))
        assert match.proposal is not None
        assert match.proposal.until is not None
        left = match.proposal.until - league.clock.now
        await leaves(league.matches)
        await hours(league, 10 * DAY, then=DAY / 2)
        await back(league.matches)
        proposal = (await league.matches.get(match.id)).proposal
        assert proposal is not None
        assert proposal.until is not None
        assert abs(proposal.until - league.clock.now - left) <= HOUR

    async def test_other_servers_and_direct_messages_go_on(
        self, matches: Matches, bot: ClockBot, leaves: Absence, store: Store
    ) -> None:
        here, elsewhere, direct = [await bot.start_match(time=DAY, then=Expiry.RESIGN) for _ in range(3)]
        async with store.write() as connection:
            for match, guild in ((elsewhere, 2), (direct, None)):
                this = matches_table.c.id == match.id
                await connection.execute(update(matches_table).where(this).values(guild_id=guild))
        await leaves(matches)
        await bot.go_by(3 * DAY)
        assert [(await matches.get(one.id)).status for one in (here, elsewhere, direct)] == [
            Status.RUNNING,
            Status.OVER,
            Status.OVER,
        ]

    async def test_that_the_bot_is_away_is_noted_once_and_only_where_something_goes_on(
        self, league: LeagueLife, store: Store
    ) -> None:
        await league.start(4)
        matches, shards = league.matches, league.matches.duty.shards
        (match, *_) = await running(league)

        async def left() -> timedelta:
            clock = (await matches.get(match.id)).clock
            assert clock is not None
            assert clock.deadline is not None
            return clock.deadline - league.clock.now

        before = await left()
        for _ in range(3):
            await matches.clocks.note_servers([2, 3], shards)
            league.clock.forward(DAY)
            await matches.clocks.tick()
        await matches.clocks.note_servers([GUILD, 2, 3], shards)
        assert await left() == before
        await matches.clocks.note_servers([GUILD], shards)
        assert await left() == before

    async def test_time_in_which_the_bot_was_down_as_well_counts_once(self, league: LeagueLife) -> None:
        await league.start(4)
        await league.matches.clocks.leave_server(GUILD)
        league.clock.forward(5 * HOUR)
        await league.matches.clocks.tick(starting=True)
        league.clock.forward(HOUR)
        await back(league.matches)
        (match, *_) = await running(league)
        assert match.clock is not None
        assert match.clock.deadline == league.clock.now + HOUR


async def test_luck_that_tables_share_is_published_although_the_tournament_was_closed_and_the_last_one_never_moves(
    cup: TournamentLife,
) -> None:
    """Against computers alone no clock runs, unless others wait for the seed."""
    await cup.start(3, replace(CUP, kind=Format.GROUPS, seats=3, duplicate=True, options={"goal": 9}))
    await cup.contests.tournaments.close(cup.number)
    (table,) = (await cup.now()).matches
    match = await cup.matches.get(table.match_id or 0)
    gone, resigns, _ = sorted(range(3), key=lambda seat: seat == match.to_move)
    (missing,), (player,) = (match.seats[seat].people for seat in (gone, resigns))
    await cup.matches.act(match.id, presence.absent(missing))
    await cup.matches.act(match.id, presence.take_over(player, gone, ComputerLevel.EASY))
    await cup.matches.act(match.id, proposals.resign(player))
    while (match := await cup.matches.get(match.id)).mover is not None:
        await cup.matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
    assert match.status is Status.RUNNING
    await hours(cup, 3 * HOUR)
    assert (await cup.matches.get(match.id)).status is Status.OVER
    await cup.look()
    assert not any(one.sealed for one in (await cup.now()).rounds)


async def test_a_late_round_has_its_time_again_where_the_tournament_goes_on_in_another_channel(
    cup: TournamentLife,
) -> None:
    await cup.start(4)
    cup.reachable = False
    await hours(cup, 5 * DAY)
    await cup.contests.tournaments.move(cup.number, CHANNEL + 1)
    cup.reachable = True
    await cup.look()
    tournament = await cup.now()
    assert tournament.rounds[0].ends_at == cup.clock.now + CUP.round_time
    in_time = replace(CUP, round_time=7 * DAY)
    await cup.contests.tournaments.close(cup.number)
    tournament = await cup.start(4, in_time)
    await cup.contests.tournaments.move(cup.number, CHANNEL)
    assert (await cup.now()).rounds[0].ends_at == tournament.rounds[0].ends_at
