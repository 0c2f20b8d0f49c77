"""Seasons in a database: they begin, go on and end by themselves (docs/leagues.md)."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.contests.leagues.lots import lot
from bot.contests.values.league import LeagueIsClosed, Season
from bot.match import Expiry, Matches, Status, TableTerms
from bot.match.decisions import lobby
from bot.store import Store
from bot.store.queries.contest_kind import ContestKind
from tests.contests.league_life import (
    CHANNEL,
    FIRST,
    HOUR,
    TERMS,
    Killed,
    LeagueLife,
    by_number,
    deadly,
    first_seat_resigns,
    nobody_moves,
    open_store,
    running,
    table_of,
)
from tests.match.conftest import HERE, Clock

WRITES = [(ContestKind, name) for name in ("change", "change_player", "change_match", "add_matches", "add")]


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
            other.matches = Matches(store, games=life.matches.dependencies.reader.games, clock=life.clock)
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
