"""Leagues in a database: they begin, go on and end by themselves (docs/leagues.md)."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from bot.contests.contests import Contests
from bot.contests.leagues.lots import lot
from bot.contests.values.contest import AlreadyIn, TeamsInLeague, Viewer
from bot.contests.values.league import (
    LeagueExists,
    LeagueIsClosed,
    LeagueMatch,
    LeagueTerms,
    NoLeagueNow,
    NoSuchLeague,
    NotInTheLeague,
    Season,
    SeatsForLeague,
    TooManyLeagues,
    WhichLeague,
)
from bot.match import BadOption, Expiry, Matches, Status, TableTerms
from bot.match.decisions import lobby
from bot.match.parts import clocks
from bot.match.values import ComputerLevel
from bot.store import Store
from bot.store.queries import leagues as queries
from bot.store.queries.contest_kind import ContestKind
from bot.store.tables import ratings
from tests.contests.league_life import (
    CHANNEL,
    FIRST,
    GUILD,
    HOUR,
    TERMS,
    Killed,
    LeagueLife,
    by_number,
    deadly,
    open_store,
    play_instead,
    table_of,
    viewer,
)
from tests.match.conftest import HERE, Clock

WRITES = [(ContestKind, name) for name in ("change", "change_player", "change_match", "add_matches", "add")]


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks at the time once in half an hour."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=2))


@pytest.fixture
def life(matches: Matches, clock: Clock) -> LeagueLife:
    return LeagueLife(matches, clock)


def nobody_moves(season: Season, match: LeagueMatch) -> str:
    return "time"


def first_seat_resigns(season: Season, match: LeagueMatch) -> str:
    return "0"


def running(season: Season) -> list[LeagueMatch]:
    return [match for match in season.matches if match.status is Status.RUNNING]


class TestCreating:
    """A league is a game with options that fit."""

    async def test_names_are_unique_among_the_open_leagues_of_a_server(self, contests: Contests) -> None:
        season = await contests.leagues.create("Winter", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        with pytest.raises(LeagueExists):
            await contests.leagues.create("  winter ", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        await contests.leagues.create("Winter", TERMS, guild_id=2, channel_id=CHANNEL)
        await contests.leagues.close(season.league.id)
        await contests.leagues.create("Winter", TERMS, guild_id=GUILD, channel_id=CHANNEL)

    @pytest.mark.parametrize(
        ("changes", "refused"),
        [
            ({"options": {"goal": 0}}, BadOption),
            ({"options": {"speed": 1}}, BadOption),
            ({"seats": 5, "size": 8}, BadOption),
            ({"options": {"teams": True}, "seats": 4}, TeamsInLeague),
            ({"size": 4, "seats": 4, "options": {}}, None),
            ({"size": 3, "seats": 4}, SeatsForLeague),
        ],
    )
    async def test_the_game_and_its_options_have_to_fit(
        self, contests: Contests, changes: dict[str, Any], refused: type[Exception] | None
    ) -> None:
        terms = replace(LeagueTerms("race"), **changes)
        if refused is None:
            await contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
            return
        with pytest.raises(refused):
            await contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)
        assert await contests.leagues.of_guild(GUILD, viewer=None) == []

    async def test_a_league_is_found_by_name_or_number_and_alone_without(self, contests: Contests) -> None:
        with pytest.raises(NoLeagueNow):
            await contests.leagues.find(GUILD, None, viewer=None)
        first = (await contests.leagues.create("Winter", TERMS, guild_id=GUILD, channel_id=CHANNEL)).league
        assert await contests.leagues.find(GUILD, None, viewer=None) == first
        second = (await contests.leagues.create("Summer", TERMS, guild_id=GUILD, channel_id=CHANNEL)).league
        assert [await contests.leagues.find(GUILD, name, viewer=None) for name in (" winter", str(second.id))] == [
            first,
            second,
        ]
        for name, guild, refused in (
            (None, GUILD, WhichLeague),
            ("Spring", GUILD, NoSuchLeague),
            ("Winter", 2, NoSuchLeague),
        ):
            with pytest.raises(refused):
                await contests.leagues.find(guild, name, viewer=None)

    async def test_a_server_has_ten_open_leagues_at_most(self, contests: Contests) -> None:
        async def create(name: str, guild: int = GUILD) -> int:
            return (await contests.leagues.create(name, TERMS, guild_id=guild, channel_id=CHANNEL)).league.id

        first, *others = [await create(f"League {number}") for number in range(10)]
        with pytest.raises(TooManyLeagues) as refusal:
            await create("One more")
        assert refusal.value.values == {"limit": 10}
        await create("One more", 2)
        await contests.leagues.close(first)
        last = await create("One more")
        assert [league.id for league in await contests.leagues.of_guild(GUILD, viewer=None)] == [*others, last]

    async def test_a_name_has_40_letters_and_single_spaces(self, contests: Contests) -> None:
        name = " The   league of  " + "x" * 50
        season = await contests.leagues.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert season.league.name.plain == "The league of " + "x" * 26

    async def test_a_table_has_at_least_two_seats(self, contests: Contests) -> None:
        terms = LeagueTerms("harvest", seats=1)
        with pytest.raises(SeatsForLeague):
            await contests.leagues.create("Winter", terms, guild_id=GUILD, channel_id=CHANNEL)


class TestViewers:
    """A league is there for those who see its channel, and for those who play in one of its two newest seasons."""

    async def found(self, life: LeagueLife, one: Viewer) -> bool:
        leagues = life.contests.leagues
        there = [league.id for league in await leagues.of_guild(GUILD, viewer=one)]
        for name in (None, "Winter", str(life.league_id)):
            if there:
                assert [(await leagues.find(GUILD, name, viewer=one)).id] == there
            else:
                with pytest.raises(NoLeagueNow if name is None else NoSuchLeague):
                    await leagues.find(GUILD, name, viewer=one)
        return bool(there)

    async def test_who_sees_the_channel_finds_it_without_another_question(
        self, life: LeagueLife, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await life.create(1)
        assert not await self.found(life, viewer(FIRST + 9, CHANNEL + 1))
        assert await self.found(life, viewer(FIRST))
        monkeypatch.setattr(queries, "joined_by", None)  # it isn't asked
        assert await self.found(life, viewer(FIRST + 9, CHANNEL))

    async def test_who_has_left_or_played_before_finds_it_for_another_season(self, life: LeagueLife) -> None:
        await life.start(4)
        await life.contests.leagues.leave(life.league_id, FIRST)
        assert await self.found(life, viewer(FIRST))
        await life.live(first_seat_resigns)
        for number in range(1, 5):
            await life.contests.leagues.join(life.league_id, FIRST + number)
        assert [await self.found(life, viewer(FIRST + number)) for number in range(6)] == [True] * 5 + [False]
        life.clock.forward(TERMS.sign_up)
        await life.look()
        assert [await self.found(life, viewer(FIRST + number)) for number in range(6)] == [False] + [True] * 4 + [False]

    async def test_of_somebodys_seasons_the_others_are_told_of_those_that_they_may_see(self, life: LeagueLife) -> None:
        await life.start(4)
        for one, told in ((viewer(FIRST + 1), 1), (viewer(FIRST + 9), 0), (viewer(FIRST + 9, CHANNEL), 1)):
            assert len(await life.contests.leagues.running_of(GUILD, FIRST, viewer=one)) == told


class TestSigningUp:
    """People join until the season begins, and after that for the next one."""

    async def test_two_clicks_on_join_are_one(self, life: LeagueLife) -> None:
        await life.create(0)
        clicks = [life.contests.leagues.join(life.league_id, FIRST) for _ in range(4)]
        outcomes = await asyncio.gather(*clicks, return_exceptions=True)
        assert sum(isinstance(one, AlreadyIn) for one in outcomes) == 3
        assert [player.user for player in (await life.season()).players] == [FIRST]

    async def test_who_clicks_at_the_deadline_is_in_one_season(self, life: LeagueLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        late = FIRST + 50
        joins = [life.contests.leagues.join(life.league_id, late) for _ in range(2)]
        await asyncio.gather(joins[0], life.look(), joins[1], return_exceptions=True)
        await life.look()
        seasons = await life.contests.leagues.seasons(life.league_id)
        this = seasons[1]
        assert this.running
        assert sum(season.player(late) is not None for season in seasons) == 1
        assert all(player.division is not None for player in this.players)

    async def test_a_season_that_too_few_have_joined_waits_as_long_again(self, life: LeagueLife) -> None:
        season = await life.start(3)
        assert season.began_at is None
        assert season.begins_at == life.clock.now + TERMS.sign_up
        await life.contests.leagues.join(life.league_id, FIRST + 3)
        life.clock.forward(TERMS.sign_up)
        await life.look()
        assert (await life.season()).running

    async def test_who_comes_late_plays_the_next_season(self, life: LeagueLife) -> None:
        await life.start(4)
        joined = await life.contests.leagues.join(life.league_id, FIRST + 9)
        assert (joined.number, joined.begins_at) == (2, None)
        at_the_end = await life.live(first_seat_resigns)
        following = await life.season(2)
        assert at_the_end.ended_at is not None
        assert following.begins_at == at_the_end.ended_at + TERMS.sign_up
        assert [player.user for player in following.players] == [FIRST + 9]

    async def test_leaving_before_the_season_leaves_nothing(self, life: LeagueLife) -> None:
        await life.create(4)
        assert await life.contests.leagues.leave(life.league_id, FIRST) is None
        assert (await life.season()).player(FIRST) is None
        with pytest.raises(NotInTheLeague):
            await life.contests.leagues.leave(life.league_id, FIRST)


class TestDivisions:
    async def test_in_the_first_season_the_strongest_play_in_the_first_division(
        self, life: LeagueLife, store: Store
    ) -> None:
        """Those whose rating is uncertain come after all others who have one."""
        season = await life.create(8)
        strengths = [(23.0, 1.0), (24.0, 6.5), (22.0, 1.0), (40.0, 6.6), (21.0, 1.0), (20.0, 1.0)]  # two have none
        plain = {"game": "race", "matches": 1, "wins": 0, "streak": 0, "longest_streak": 0}
        async with store.write() as connection:
            for player, (mu, sigma) in zip(season.players, strengths, strict=False):
                values = plain | {"user_id": player.number, "mu": mu, "sigma": sigma}
                await connection.execute(insert(ratings).values(**values))
        life.clock.forward(TERMS.sign_up)
        await life.look()
        season = await life.season()
        assert {player.user - FIRST for player in season.players if player.division == 1} == {0, 1, 2, 4}


class TestMatches:
    """Matches open by themselves as others end."""

    @pytest.mark.thorough
    async def test_each_meets_each_once_and_nobody_plays_more_at_once_than_said(self, life: LeagueLife) -> None:
        season = await life.start(4)
        for _ in range(20):
            playing = [player for match in running(season) for player in match.players]
            assert max((playing.count(player) for player in playing), default=0) <= TERMS.at_once
            await life.play(first_seat_resigns)
            await life.look()
            season = await life.season()
        assert season.ended_at is not None
        assert len({frozenset(match.players) for match in season.matches}) == len(season.matches) == 6
        assert [match.status for match in season.matches] == [Status.OVER] * 6

    async def test_a_match_begins_in_a_thread_below_its_announcement_with_sealed_luck(self, life: LeagueLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        (season,) = await life.contests.seasons.list_unfinished()
        season = await life.contests.seasons.look_after(season, lambda league: True)
        season = await life.contests.seasons.look_after(season, lambda league: True)
        first, *_ = announced = await life.contests.seasons.announcements(season)
        number = await life.contests.seasons.begin(first.match.id, 77)
        assert number is not None
        match = await life.matches.get(number)
        assert (match.status, match.commitment, match.salt) == (Status.RUNNING, first.commitment, "77")
        assert (match.place.channel_id, match.place.thread_id, match.table_message_id) == (CHANNEL, 77, 77)
        assert match.terms.rated
        assert (match.terms.hints, match.terms.move_time, match.terms.on_expiry) == (False, HOUR, Expiry.RESIGN)
        assert await life.contests.seasons.begin(first.match.id, 78) == number  # a process that was slower
        assert len(await life.contests.seasons.announcements(await life.season())) == len(announced) - 1
        assert [post.match_id for post in await life.matches.outbox.due()] == [number]
        assert await life.matches.records.check(number) == []

    async def test_the_matches_of_somebody_on_vacation_wait(self, life: LeagueLife) -> None:
        await life.create(4)
        await life.matches.vacations.begin(FIRST, 3)
        life.clock.forward(TERMS.sign_up)
        for _ in range(3):
            await life.look()
            await life.play(first_seat_resigns)
        season = await life.season()
        resting = season.player(FIRST)
        assert resting is not None
        started = [match for match in season.matches if match.match_id is not None]
        assert len(started) == 3
        assert all(resting.number not in match.players for match in started)
        await life.matches.vacations.end(FIRST)
        assert (await life.live(first_seat_resigns)).ended_at is not None

    async def test_who_loses_by_time_loses_that_match(self, life: LeagueLife) -> None:
        await life.start(4)
        season = await life.live(nobody_moves)
        assert {match.places for match in season.matches} == {(2, 1)}

    async def test_a_match_that_was_ended_from_outside_counts_for_nobody(self, life: LeagueLife) -> None:
        from bot.match.decisions import moderation

        season = await life.start(4)
        (first, *_) = running(season)
        assert first.match_id is not None
        await life.matches.act(first.match_id, moderation.end(999))
        season = await life.live(first_seat_resigns)
        assert sum(line.half_points for line in season.table(1)) == 10


class TestBank:
    """When a turn's time is over, the time bank runs; once it is empty, the table's rule applies."""

    @pytest.mark.thorough
    async def test_the_bank_runs_hour_by_hour_and_then_the_match_is_lost(self, life: LeagueLife) -> None:
        season = await life.start(4, replace(TERMS, bank=3 * HOUR))
        began = life.clock.now
        (watched, *_) = running(season)
        assert watched.match_id is not None
        banks = []
        while (match := await life.matches.get(watched.match_id)).status is Status.RUNNING:
            player = (await life.season()).players[[p.number for p in season.players].index(watched.players[0])]
            banks.append(player.bank)
            life.clock.forward(timedelta(minutes=10))
            await life.look()
        assert match.ending is not None
        assert match.ending.places == (2, 1)
        assert sorted(set(banks)) == [timedelta(hours=hours) for hours in range(4)]
        assert life.clock.now - began >= 4 * HOUR

    async def test_who_moves_while_the_bank_runs_goes_on_with_what_is_left(self, life: LeagueLife) -> None:
        season = await life.start(4, replace(TERMS, bank=3 * HOUR))
        for _ in range(13):  # reminders are on their way for an hour
            life.clock.forward(timedelta(minutes=10))
            await life.look()
        assert len(running(await life.season())) == len(running(season))
        await life.play(lambda season, match: "play")
        after = await life.season()
        assert {player.bank for player in after.players} <= {timedelta(hours=hours) for hours in range(4)}
        assert min(player.bank for player in after.players) < 3 * HOUR

    async def test_other_matches_have_no_bank(self, matches: Matches, clock: Clock) -> None:
        table = await matches.tables.open(
            TableTerms("race", 2, move_time=HOUR, on_expiry=Expiry.RESIGN), opener=FIRST, place=HERE
        )
        await matches.act(table.id, lobby.join(FIRST + 1))
        await matches.act(table.id, lobby.begin(FIRST, message_id=5))
        for _ in range(20):
            clock.forward(timedelta(minutes=10))
            for reminder in await matches.reminders.due():
                await matches.reminders.note_delivered(reminder.id)
            await matches.clocks.tick()
        assert (await matches.get(table.id)).status is Status.OVER


class TestLeaving:
    """What somebody played who has left counts for nobody, and the season goes on."""

    async def test_who_leaves_resigns_and_is_struck(self, life: LeagueLife) -> None:
        await life.start(5, replace(TERMS, size=5))
        await life.play(by_number)
        left = await life.contests.leagues.leave(life.league_id, FIRST)
        assert left is not None
        season = await life.live(by_number)
        gone = season.player(FIRST)
        assert gone is not None
        lines = season.table(1)
        assert [line.player for line in lines if line.gone] == [gone.number]
        assert lines[-1].player == gone.number
        assert all(line.played == 3 for line in lines[:-1])
        assert sum(line.half_points for line in lines) == 12
        assert not any(gone.number in match.players for match in running(season))

    async def test_a_computer_plays_for_who_has_left_where_more_sit_at_a_table(self, life: LeagueLife) -> None:
        season = await life.start(4, replace(TERMS, seats=4, at_once=1))
        assert len(running(season)) == 1
        await life.contests.leagues.leave(life.league_id, FIRST)
        await life.look()
        (match,) = running(await life.season())
        for seat in range(4):
            user = next(player.user for player in season.players if player.number == match.players[seat])
            assert match.match_id is not None
            if user != FIRST and (await life.matches.get(match.match_id)).status is Status.RUNNING:
                await life.play(lambda season, match, seat=seat: str(seat))  # type: ignore[misc]
        await life.look()
        (following,) = running(await life.season())
        assert following.match_id is not None
        seats = (await life.matches.get(following.match_id)).seats
        assert sum(seat.computer is ComputerLevel.NORMAL for seat in seats) == 1
        assert all(FIRST not in seat.people for seat in seats)

    async def test_a_match_that_a_substitute_plays_ends_and_changes_no_rating(self, life: LeagueLife) -> None:
        match = running(await life.start(4))[0]
        assert match.match_id is not None
        await play_instead(life.matches, match.match_id, 0)
        user = next(one.user for one in (await life.season()).players if one.number == match.players[0])
        await life.contests.leagues.leave(life.league_id, user)
        await life.look()
        ended = await life.matches.get(match.match_id)
        assert (ended.status, ended.ending and ended.ending.kind, ended.gains) == (Status.OVER, "ended", {})
        assert match.players[0] not in {player for one in running(await life.season()) for player in one.players}

    async def test_who_has_left_just_before_it_is_closed_resigns_as_well(self, life: LeagueLife) -> None:
        match = running(await life.start(4))[0]
        user = next(one.user for one in (await life.season()).players if one.number == match.players[0])
        await life.contests.leagues.leave(life.league_id, user)
        await life.contests.leagues.close(life.league_id)
        await life.look()
        ended = await life.matches.get(match.match_id or 0)
        assert (ended.ending and ended.ending.places) == (2, 1)

    async def test_a_substitute_plays_on_where_more_sit_at_a_table(self, life: LeagueLife) -> None:
        (match,) = running(await life.start(4, replace(TERMS, seats=4, at_once=1)))
        assert match.match_id is not None
        substitute = await play_instead(life.matches, match.match_id, 0)
        user = next(one.user for one in (await life.season()).players if one.number == match.players[0])
        await life.contests.leagues.leave(life.league_id, user)
        await life.look()
        assert (await life.matches.get(match.match_id)).seats[0].people == (substitute,)

    async def test_nobody_is_left(self, life: LeagueLife) -> None:
        await life.start(4)
        for number in range(4):
            await life.contests.leagues.leave(life.league_id, FIRST + number)
        for _ in range(3):
            await life.look()
        assert (await life.season()).ended_at is not None

    @pytest.mark.thorough
    async def test_who_is_forgotten_has_left_and_has_no_name(self, life: LeagueLife) -> None:
        await life.start(4)
        await life.contests.leagues.join(life.league_id, FIRST)
        await life.matches.people.forget(FIRST)
        season = await life.season()
        assert season.player(FIRST) is None
        assert len(season.gone) == 1
        assert (await life.season(2)).players == []
        for _ in range(80):  # a computer plays for the forgotten: here nobody does
            await life.look()
            await life.play(lambda season, match: "" if season.gone & set(match.players) else "0")
        at_the_end = await life.season()
        assert [line.gone for line in at_the_end.table(1)] == [False, False, False, True]


class TestTheEnd:
    """The season's end: places, the seed, and the next season."""

    async def test_the_lot_was_sealed_before_and_can_be_checked_after(self, life: LeagueLife) -> None:
        before = await life.start(4)
        assert before.seed is None
        at_the_end = await life.live(lambda season, match: "draw")
        assert at_the_end.seed is not None
        seed = bytes.fromhex(at_the_end.seed)
        assert hashlib.sha256(seed).hexdigest() == before.commitment
        order = [player.number for player in sorted(at_the_end.players, key=lambda one: one.place or 0)]
        assert order == sorted(order, key=lambda player: lot(seed, player))

    @pytest.mark.thorough
    async def test_the_top_goes_up_and_the_bottom_down(self, life: LeagueLife) -> None:
        await life.start(8)
        for number in (1, 2):
            await life.live(by_number)
            before = await life.season(number)
            after = {player.user: player.division for player in (await self.next_season(life, number)).players}
            for player in before.players:
                assert player.division is not None
                expected = 1 if player.place == 1 else 2 if player.place == 4 else player.division
                assert after[player.user] == expected

    @pytest.mark.thorough
    async def test_who_has_left_starts_as_a_new_person_in_the_next_season(self, life: LeagueLife) -> None:
        """New people come after all others, so into the last of three divisions."""
        season = await life.start(12)
        left = next(player for player in season.players if player.division == 1)
        await life.contests.leagues.leave(life.league_id, left.user)
        await life.live(first_seat_resigns)
        divisions = {player.user: player.division for player in (await self.next_season(life, 1)).players}
        assert divisions[left.user] == 3

    async def next_season(self, life: LeagueLife, number: int) -> Season:
        """The season after this one, in which everybody plays again."""
        for player in (await life.season(number)).players:
            await life.contests.leagues.join(life.league_id, player.user)
        life.clock.forward(TERMS.sign_up)
        await life.look()
        return await life.season(number + 1)

    async def test_a_closed_league_opens_nothing_more(self, life: LeagueLife) -> None:
        season = await life.start(4)
        before = running(season)
        await life.contests.leagues.close(life.league_id)
        await life.play(first_seat_resigns)
        await life.look()
        after = await life.season()
        assert after.league.closed
        assert [match.id for match in after.matches if match.match_id is not None] == [match.id for match in before]
        assert all(player.place is None for player in after.players)
        for refused in (life.contests.leagues.join, life.contests.leagues.leave):
            with pytest.raises(LeagueIsClosed):
                await refused(life.league_id, FIRST)


class TestAway:
    """A channel that is deleted, and a server that removes the bot and takes it back."""

    async def test_nothing_begins_while_the_channel_is_gone_and_all_of_it_after(self, life: LeagueLife) -> None:
        await life.create(4)
        life.reachable = False
        life.clock.forward(TERMS.sign_up)
        await life.look()
        assert (await life.season()).began_at is None
        life.reachable = True
        await life.look()
        await life.look()
        running_matches = running(await life.season())
        assert len(running_matches) == 4
        life.reachable = False
        await life.play(first_seat_resigns)
        await life.look()
        assert running(await life.season()) == []
        life.reachable = True
        assert (await life.live(first_seat_resigns)).ended_at is not None

    async def test_a_league_goes_on_in_another_channel(self, life: LeagueLife) -> None:
        season = await life.start(4)
        await life.contests.seasons.note_message(season.id, 1, 555, "shown")
        await life.contests.leagues.move(life.league_id, 33)
        await life.play(first_seat_resigns)
        await life.look()
        season = await life.season()
        assert season.messages == {}
        (match, *_) = running(season)
        assert match.match_id is not None
        assert (await life.matches.get(match.match_id)).place.channel_id == 33


class TestProcesses:
    """Killed in between, or two at the same time: nothing is lost or doubled."""

    @pytest.mark.slow
    async def test_several_processes_look_after_the_same_league(self, life: LeagueLife, store: Store) -> None:
        await life.create(6)
        life.clock.forward(TERMS.sign_up)
        others = [LeagueLife(life.matches, life.clock) for _ in range(2)]
        for number, other in enumerate(others, start=1):
            other.messages = iter(range(number * 10**6, 2 * number * 10**6))  # type: ignore[assignment]
            other.matches = Matches(store, games=life.matches.records._reader.games, clock=life.clock)
        for _ in range(60):
            await asyncio.gather(life.look(), *(other.look() for other in others))
            await life.play(first_seat_resigns)
            if (season := await life.season()).ended_at is not None:
                break
        assert season.ended_at is not None
        assert len({match.match_id for match in season.matches}) == len(season.matches)
        assert len(await life.contests.leagues.seasons(life.league_id)) == 2

    @pytest.mark.slow
    async def test_the_same_seed_gives_the_same_table_with_or_without_kills(
        self, new_address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept, killed = [await whole_season(new_address(), 8, kills, monkeypatch) for kills in (None, 5)]
        assert kept == killed

    @pytest.mark.slow
    async def test_a_season_of_64_people_over_eight_divisions(
        self, new_address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept, killed = [await whole_season(new_address(), 64, kills, monkeypatch, size=8) for kills in (None, 40)]
        assert [len(division) for division in kept] == [8] * 8
        assert kept == killed
        assert sum(gone for division in kept for *_, gone in division) == 5


async def whole_season(
    address: str, people: int, kills: int | None, monkeypatch: pytest.MonkeyPatch, *, size: int = 4
) -> list[list[tuple[int, int, int, bool]]]:
    """The last table of a season with drop-outs, a vacation, lost times, restarts, and one kill in so many writes."""
    clock = Clock()
    store, matches = await open_store(address, clock, 1)
    life = LeagueLife(matches, clock)
    await life.create(people, replace(TERMS, size=size, bank=HOUR))
    clock.forward(TERMS.sign_up)
    await matches.vacations.begin(FIRST + 1, 1)
    leaving = {step: FIRST + 3 + step for step in range(5 * people // 64 + 1) if step < 5}
    with monkeypatch.context() as patch:
        deaths = iter(()) if kills is None else deadly(kills, patch, WRITES)
        next(deaths, 0)
        for step in range(600):
            try:
                await life.look()
                for leaves in [one for one in leaving if one <= step]:
                    await life.contests.leagues.leave(life.league_id, leaving[leaves])
                    del leaving[leaves]
            except Killed:
                await store.close()
                store, life.matches = await open_store(address, clock, 2 + step)
            await life.play(by_number)
            clock.forward(HOUR)
            season = (await life.contests.leagues.seasons(life.league_id))[-1]
            if season.ended_at is not None:
                break
        assert kills is None or next(deaths) > 2
    assert season.ended_at is not None
    assert len({match.match_id for match in season.matches if match.match_id}) == sum(
        match.match_id is not None for match in season.matches
    )
    await store.close()
    return table_of(season)
