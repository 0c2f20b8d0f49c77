"""People join tournaments, check in, and come late (docs/tournaments.md)."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.contest import AlreadyIn
from bot.contests.values.tournament import (
    CheckInNotOpen,
    HasBegun,
    NoCheckIn,
    NotInTheTournament,
    NotYetInTheTournament,
    TooFewForTournament,
    TooLateToJoin,
    TournamentFull,
    TournamentTerms,
)
from tests.contests.league_life import FIRST, HOUR
from tests.contests.tournament_life import KNOCKOUT, TERMS, TournamentLife, first_seat_resigns


class TestSigningUp:
    """People join until the tournament begins, and late until its second round."""

    async def test_two_clicks_at_the_deadline_enter_once(self, life: TournamentLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        late = FIRST + 50
        joins = [life.contests.tournaments.join(life.number, late) for _ in range(2)]
        outcomes = await asyncio.gather(joins[0], life.look(), joins[1], return_exceptions=True)
        assert sum(isinstance(one, AlreadyIn) for one in outcomes) == 1
        tournament = await life.live(first_seat_resigns)
        assert [player.user for player in tournament.players].count(late) == 1
        assert len({player.drawn for player in tournament.players}) == 5

    async def test_too_few_wait_as_long_again(self, life: TournamentLife) -> None:
        tournament = await life.start(3)
        assert tournament.began_at is None
        assert tournament.begins_at == life.clock.now + TERMS.sign_up
        with pytest.raises(TooFewForTournament) as refusal:
            await life.contests.tournaments.start(life.number)
        assert refusal.value.values == {"needed": 4, "number": 3}
        await life.contests.tournaments.join(life.number, FIRST + 3)
        await life.contests.tournaments.start(life.number)
        await life.look()
        assert (await life.now()).running
        with pytest.raises(HasBegun):
            await life.contests.tournaments.start(life.number)
        with pytest.raises(HasBegun):
            await life.contests.tournaments.check_in(life.number, FIRST)

    async def test_nobody_checks_in_where_there_is_no_check_in(self, life: TournamentLife) -> None:
        await life.create(4)
        with pytest.raises(NoCheckIn):
            await life.contests.tournaments.check_in(life.number, FIRST)

    async def test_only_those_who_check_in_play(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        await life.create(6, terms)
        with pytest.raises(CheckInNotOpen):
            await life.contests.tournaments.check_in(life.number, FIRST)
        life.clock.forward(terms.sign_up - terms.check_in)
        for number in range(3):
            await life.contests.tournaments.check_in(life.number, FIRST + number)
        with pytest.raises(NotYetInTheTournament):
            await life.contests.tournaments.check_in(life.number, FIRST + 70)
        await life.contests.tournaments.join(life.number, FIRST + 9)  # which is as good
        life.clock.forward(terms.check_in)
        await life.look()
        tournament = await life.now()
        assert tournament.running
        assert {player.user for player in tournament.players} == {FIRST, FIRST + 1, FIRST + 2, FIRST + 9}

    async def test_if_too_few_check_in_everybody_does_it_again(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        await life.create(6, terms)
        life.clock.forward(terms.sign_up - HOUR)
        await life.contests.tournaments.check_in(life.number, FIRST)
        life.clock.forward(HOUR)
        await life.look()
        tournament = await life.now()
        assert tournament.began_at is None
        assert len(tournament.players) == 6
        assert not any(player.checked_in for player in tournament.players)

    async def test_people_come_late_until_the_second_round(self, life: TournamentLife) -> None:
        await life.start(5)
        late = await life.contests.tournaments.join(life.number, FIRST + 20)
        assert late.late == [late.players[-1].number]
        await life.play(first_seat_resigns)
        await life.look()
        tournament = await life.now()
        assert tournament.player(FIRST + 20) == replace(late.players[-1], drawn=6)
        playing = [player for match in tournament.of_round(2) for player in match.players]
        assert late.players[-1].number in playing
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, FIRST + 21)

    @pytest.mark.parametrize("terms", [KNOCKOUT, replace(TERMS, kind=Format.ROUND_ROBIN)])
    async def test_nobody_comes_late_where_the_schedule_is_fixed(
        self, life: TournamentLife, terms: TournamentTerms
    ) -> None:
        await life.start(5, terms)
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, FIRST + 20)

    async def test_the_check_in_opens_that_long_before_the_beginning(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        tournament = await life.create(4, terms)
        life.clock.now = tournament.begins_at - 6 * HOUR - timedelta(milliseconds=1)
        assert not (await life.now()).checking_in
        life.clock.forward(timedelta(milliseconds=1))
        assert (await life.now()).checking_in
        await life.contests.tournaments.check_in(life.number, FIRST)
        assert [player.checked_in for player in (await life.now()).players] == [True, False, False, False]
        await life.contests.tournaments.start(life.number)  # without waiting for the others
        await life.look()
        tournament = await life.now()
        assert (tournament.running, tournament.checking_in, len(tournament.players)) == (True, False, 4)

    async def test_without_a_check_in_nobody_checks_in(self, life: TournamentLife) -> None:
        tournament = await life.create(4)
        life.clock.now = tournament.begins_at
        assert not (await life.now()).checking_in

    async def test_it_can_be_full(self, life: TournamentLife) -> None:
        await life.create(16, replace(TERMS, kind=Format.ROUND_ROBIN))
        with pytest.raises(TournamentFull) as refusal:
            await life.contests.tournaments.join(life.number, FIRST + 16)
        assert refusal.value.values == {"limit": 16}

    async def test_leaving_before_it_begins_leaves_nothing(self, life: TournamentLife) -> None:
        await life.create(4)
        await life.contests.tournaments.leave(life.number, FIRST)
        assert (await life.now()).player(FIRST) is None
        with pytest.raises(NotInTheTournament):
            await life.contests.tournaments.leave(life.number, FIRST)
