"""People join a season, which puts them into divisions (docs/leagues.md)."""

import asyncio

import pytest
from sqlalchemy import insert

from bot.contests.values.contest import AlreadyIn
from bot.contests.values.league import NotInTheLeague
from bot.store import Store
from bot.store.rating_tables import ratings
from tests.contests.league_life import FIRST, TERMS, LeagueLife, first_seat_resigns


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
