"""Tournaments in which all tables of a round have the same luck (docs/tournaments.md)."""

import hashlib
from dataclasses import replace

import pytest

from bot.contests.parts.tournament_rounds import ROUND, SIGN_UP
from bot.contests.tournaments.meetings import Format
from bot.match import NotOver, Place, Status
from bot.match.decisions import moderation, relocating, turns
from bot.match.decisions.decision import Decision
from bot.match.values.errors import Busy, OthersStillPlay, StaysApart
from tests.contests.league_life import CHANNEL, GUILD
from tests.contests.tournament_life import DUPLICATE, TournamentLife, everybody_draws, first_seat_resigns, running


def busy(why: str) -> Decision:
    raise Busy


class TestDuplicate:
    """All tables of a round have the same luck, and nobody learns what comes from another table."""

    @pytest.mark.thorough
    async def test_all_tables_of_a_round_have_the_same_luck_and_each_round_another(self, life: TournamentLife) -> None:
        tournament = await life.start(6, replace(DUPLICATE, options={"goal": 20}))
        ids = [match.match_id for match in tournament.of_round(1)]
        seen = set()
        for number in ids:
            assert number is not None
            match = await life.matches.get(number)
            while match.state is not None and match.to_move is not None:
                match = await life.matches.act(number, turns.play(match.to_move_people()[0], "roll"))
            rolls = [event.chance for event in await life.matches.records.log(number) if event.chance]
            seen.add((match.commitment, match.salt, str(rolls)))
        assert len(seen) == 1
        assert tournament.round is not None
        assert (tournament.round.commitment, tournament.round.salt) == next(iter(seen))[:2]
        await life.look()
        following = await life.now()
        assert following.round is not None
        assert following.round.commitment != tournament.round.commitment

    async def test_the_luck_stays_sealed_until_all_tables_are_over(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        first, second = tournament.matches
        assert first.match_id is not None
        assert second.match_id is not None
        await life.play(lambda tournament, match: "0" if match == first else "")
        await life.look()
        over = await life.matches.get(first.match_id)
        assert (over.status, over.seed, over.apart) == (Status.OVER, None, True)
        with pytest.raises(NotOver):
            await life.matches.records.record(first.match_id)
        with pytest.raises(OthersStillPlay):
            await life.matches.records.replay(first.match_id)
        await life.play(first_seat_resigns)
        await life.look()
        over = await life.matches.get(first.match_id)
        assert over.seed is not None
        assert hashlib.sha256(bytes.fromhex(over.seed)).hexdigest() == over.commitment
        assert not over.apart
        assert over.gains
        assert await life.matches.ledger.check() == []

    @pytest.mark.parametrize("rounds", [1, 3])
    async def test_a_match_that_outlives_its_round_keeps_the_seed_sealed(
        self, life: TournamentLife, monkeypatch: pytest.MonkeyPatch, rounds: int
    ) -> None:
        """Its table is settled by time, but it can't be ended then: the database is busy, for example."""
        tournament = await life.start(4, replace(DUPLICATE, rounds=rounds))
        first, second = [match.match_id or 0 for match in tournament.matches]
        await life.play(lambda tournament, match: "0" if match.match_id == first else "")
        life.clock.forward(DUPLICATE.round_time)
        with monkeypatch.context() as patch:
            patch.setattr(moderation, "end_by_itself", busy)
            for _ in range(3):
                await life.look()
        tournament = await life.now()
        assert tournament.running is (rounds > 1)
        assert tournament.rounds[0].sealed
        assert (await life.matches.get(first)).seed is None
        for _ in range(2):
            await life.look()
        assert not (await life.now()).rounds[0].sealed
        assert [(await life.matches.get(one)).status for one in (first, second)] == [Status.OVER] * 2
        assert (await life.matches.get(first)).seed is not None

    async def test_a_table_stays_in_its_thread(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        (table, _) = tournament.matches
        assert table.match_id is not None
        match = await life.matches.get(table.match_id)
        assert match.place == Place(GUILD, CHANNEL, table.thread_id)
        (user,) = match.seats[0].people
        for decision in (relocating.move_to, relocating.relocate):
            with pytest.raises(StaysApart):
                await life.matches.act(table.match_id, decision(user, Place(GUILD, CHANNEL)))

    async def test_a_table_never_begins_outside_a_thread_of_its_own(self, life: TournamentLife) -> None:
        await life.create(4, DUPLICATE)
        rounds = life.contests.tournament_rounds
        await rounds.note_message(life.number, SIGN_UP, next(life.messages), "shown")
        await life.contests.tournaments.start(life.number)
        await rounds.look_after(await life.now(), lambda _: True)
        await rounds.note_message(life.number, ROUND + 1, next(life.messages), "shown")
        (announced, _) = rounds.announcements(await life.now())
        await rounds.note_thread(announced.match.id, 90)
        await rounds.forget_thread(announced.match.id)
        assert await rounds.begin(announced.match.id, next(life.messages)) is None

    async def test_a_match_that_is_played_again_has_its_own_luck(self, life: TournamentLife) -> None:
        await life.start(4, replace(DUPLICATE, kind=Format.KNOCKOUT))
        await life.play(everybody_draws)
        await life.look()
        tournament = await life.now()
        assert tournament.round is not None
        again = running(tournament)
        assert [table.meeting.again for table in again] == [True] * 2
        seals = {(await life.matches.get(table.match_id or 0)).commitment for table in again}
        assert len(seals - {tournament.round.commitment}) == 2

    async def test_the_seed_is_published_when_a_closed_tournament_has_no_table_left(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        await life.contests.tournaments.close(life.number)
        await life.look()
        assert [one.sealed for one in (await life.now()).rounds] == [True]
        await life.play(first_seat_resigns)
        await life.look()
        assert [one.sealed for one in (await life.now()).rounds] == [False]
        assert (await life.matches.get(tournament.matches[0].match_id or 0)).seed is not None
