"""People leave leagues, are forgotten, and have substitutes (docs/leagues.md)."""

from dataclasses import replace

import pytest

from bot.match import Status
from bot.match.values import ComputerLevel
from tests.contests.league_life import FIRST, TERMS, LeagueLife, by_number, play_instead, running


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
