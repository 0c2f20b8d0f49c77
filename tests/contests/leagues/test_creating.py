"""Leagues are created: what has to fit, and who finds them (docs/leagues.md)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.contests.contests import Contests
from bot.contests.values.contest import TeamsInLeague, Viewer
from bot.contests.values.league import (
    LeagueExists,
    LeagueTerms,
    NoLeagueNow,
    NoSuchLeague,
    SeatsForLeague,
    TooManyLeagues,
    WhichLeague,
)
from bot.match import BadOption
from bot.store.queries import leagues as queries
from tests.contests.league_life import CHANNEL, FIRST, GUILD, TERMS, LeagueLife, first_seat_resigns, viewer


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
        assert [number for number, _ in await contests.leagues.of_guild(GUILD, viewer=None)] == [*others, last]

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
        there = [number for number, _ in await leagues.of_guild(GUILD, viewer=one)]
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
