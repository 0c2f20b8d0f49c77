"""People leave tournaments, are forgotten, and have substitutes (docs/tournaments.md)."""

from dataclasses import replace

import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.tournaments.standings import table as table_of
from bot.contests.values.tournament import TooLateToJoin, TournamentIsOver
from bot.match import Status
from bot.match.values import ComputerLevel
from tests.contests.league_life import DAY, FIRST, play_instead
from tests.contests.tournament_life import GROUPS, KNOCKOUT, TERMS, TournamentLife, first_seat_resigns, running


class TestLeaving:
    """Who leaves loses what runs, and isn't paired any more."""

    async def test_in_a_swiss_the_results_stand(self, life: TournamentLife) -> None:
        await life.start(6)
        await life.play(lambda tournament, match: "1")
        await life.look()
        winner = (await life.now()).of_round(1)[0].players[0]
        user = next(player.user for player in (await life.now()).players if player.number == winner)
        left = await life.contests.tournaments.leave(life.number, user)
        assert left.gone == {winner}
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, user)
        at_the_end = await life.live(first_seat_resigns)
        assert [player.number for player in at_the_end.players if player.place == 6] == [winner]
        assert not any(winner in match.players for match in at_the_end.of_round(3))
        assert next(match for match in at_the_end.of_round(2) if winner in match.players).meeting.places is not None

    async def test_a_table_that_has_not_begun_is_decided(self, life: TournamentLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        (tournament,) = await life.contests.tournament_rounds.list_unfinished()
        tournament = await life.contests.tournament_rounds.look_after(tournament, lambda _: True)
        await life.contests.tournaments.leave(life.number, FIRST)
        await life.look()
        table = next(one for one in (await life.now()).matches if not one.meeting.players[1:] or one.match_id is None)
        gone = [player.number for player in tournament.players if player.user == FIRST]
        assert table.meeting.places == tuple(2 if player in gone else 1 for player in table.players)

    async def test_a_computer_plays_on_in_groups(self, life: TournamentLife) -> None:
        tournament = await life.start(4, GROUPS)
        await life.contests.tournaments.leave(life.number, FIRST)
        await life.look()
        (table,) = running(await life.now())
        assert table.match_id is not None
        seats = (await life.matches.get(table.match_id)).seats
        assert [seat.computer for seat in seats if seat.resigned] == [ComputerLevel.NORMAL]
        assert len(tournament.players) == 4

    @pytest.mark.parametrize("kind", [Format.SWISS, Format.KNOCKOUT, Format.ROUND_ROBIN])
    async def test_a_match_that_a_substitute_plays_is_lost_but_changes_no_rating(
        self, life: TournamentLife, kind: Format
    ) -> None:
        """The other goes on, whatever the substitute would have played. In a round robin it counts for nobody."""
        tournament = await life.start(4, replace(TERMS, kind=kind))
        table = tournament.matches[0]
        assert table.match_id is not None
        await play_instead(life.matches, table.match_id, 0)
        gone, other = table.players
        user = next(player.user for player in tournament.players if player.number == gone)
        await life.contests.tournaments.leave(life.number, user)
        assert (await life.now()).matches[0].meeting.places == (2, 1)
        await life.look()
        match = await life.matches.get(table.match_id)
        assert (match.status, match.ending and match.ending.kind, match.gains) == (Status.OVER, "ended", {})
        await life.play(lambda tournament, match: "1")
        await life.look()
        following = await life.now()
        assert following.matches[0].meeting.places == (2, 1)
        assert [other in one.players for one in following.of_round(2)].count(True) == 1
        if kind is not Format.KNOCKOUT:
            points = {line.player: line.half_points for line in table_of(following.field)}
            assert points[other] == (2 if kind is Format.SWISS else 0)

    async def test_who_has_left_just_before_it_is_closed_resigns_as_well(self, life: TournamentLife) -> None:
        table = (await life.start(4)).matches[0]
        (user, _) = [seat.people[0] for seat in (await life.matches.get(table.match_id or 0)).seats]
        await life.contests.tournaments.leave(life.number, user)
        await life.contests.tournaments.close(life.number)
        await life.look()
        ended, other = [await life.matches.get(one.match_id or 0) for one in (await life.now()).matches]
        assert (ended.ending and ended.ending.places, other.status) == ((2, 1), Status.RUNNING)

    async def test_a_substitute_plays_on_in_groups(self, life: TournamentLife) -> None:
        tournament = await life.start(4, GROUPS)
        (table,) = running(tournament)
        assert table.match_id is not None
        substitute = await play_instead(life.matches, table.match_id, 0)
        user = next(player.user for player in tournament.players if player.number == table.players[0])
        await life.contests.tournaments.leave(life.number, user)
        await life.look()
        seat = (await life.matches.get(table.match_id)).seats[0]
        assert (seat.people, seat.resigned, seat.computer) == ((substitute,), False, None)

    async def test_who_has_left_comes_last_when_a_rounds_time_is_over(self, life: TournamentLife) -> None:
        tournament = await life.start(4, replace(GROUPS, move_time=2 * DAY))
        (table,) = running(tournament)
        assert table.match_id is not None
        await play_instead(life.matches, table.match_id, 2)
        user = next(player.user for player in tournament.players if player.number == table.players[2])
        await life.contests.tournaments.leave(life.number, user)
        life.clock.forward(2 * DAY)
        rounds = life.contests.tournament_rounds
        await rounds.look_after(await life.now(), lambda _: True)
        assert (await life.now()).matches[0].meeting.places == (3, 1, 4, 1)

    async def test_the_match_of_someone_who_is_forgotten_is_over(self, life: TournamentLife) -> None:
        table = (await life.start(4, KNOCKOUT)).matches[0]
        (user, _) = [seat.people[0] for seat in (await life.matches.get(table.match_id or 0)).seats]
        await life.matches.people.forget(user)
        await life.look()
        assert (await life.now()).matches[0].meeting.places == (2, 1)
        assert (await life.matches.get(table.match_id or 0)).status is Status.OVER

    async def test_who_is_forgotten_has_left_and_has_no_name(self, life: TournamentLife) -> None:
        await life.start(4)
        await life.matches.people.forget(FIRST)
        tournament = await life.now()
        assert tournament.player(FIRST) is None
        assert len(tournament.gone) == 1

    async def test_who_is_forgotten_before_it_begins_has_not_joined(self, life: TournamentLife) -> None:
        await life.create(4)
        await life.matches.people.forget(FIRST)
        assert len((await life.now()).players) == 3

    async def test_nobody_is_left(self, life: TournamentLife) -> None:
        await life.start(4)
        for number in range(4):
            await life.contests.tournaments.leave(life.number, FIRST + number)
        for _ in range(3):
            await life.look()
        assert (await life.now()).ended_at is not None

    async def test_a_closed_tournament_opens_nothing_more(self, life: TournamentLife) -> None:
        before = await life.start(4)
        await life.contests.tournaments.close(life.number)
        await life.play(first_seat_resigns)
        await life.look()
        after = await life.now()
        assert after.cancelled
        assert [match.id for match in after.matches] == [match.id for match in before.matches]
        assert all(player.place is None for player in after.players)
        for refused in (life.contests.tournaments.join, life.contests.tournaments.leave):
            with pytest.raises(TournamentIsOver):
                await refused(life.number, FIRST)
