"""What computers answer and concede, what of it is shown, and how they go on under other rules."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.match import (
    BoardHasMoved,
    ComputerLevel,
    Ending,
    Match,
    Matches,
    NotRunning,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.decisions.decision import Decision
from bot.match.decisions.turns import CONCEDES_AFTER
from bot.match.values.errors import NothingProposed
from bot.rules import IllegalMove
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.played import due, levels, moves_by_turn, play_moves
from tests.match.refusing import refuse
from tests.match.toy import PLAYERS, HikeGame, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


class TestProposals:
    async def test_a_draw_waits_for_computers_as_for_people(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await matches.act((await against(2, 4)).id, proposals.offer_draw(ANNE))
        assert match.proposal is not None
        assert (match.proposal.needed, match.proposal.computers) == ((1,), (2, 3))
        assert await due(matches) == [match.id]  # though it's Anne's turn
        match = await matches.act(match.id, proposals.answer(3, agrees=True, seen_version=match.version))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, answer(match, 3)))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, answer(match, 1)))
        match = await matches.act(match.id, proposals.agree(BERT))
        assert match.proposal is not None
        assert match.proposal.computers == (2,)
        assert await matches.records.check(match.id) == []
        match = await matches.act(match.id, answer(match, 2))
        assert match.ending == Ending("agreed", (1, 1, 1, 1), None, ())
        assert (await due(matches), await matches.records.check(match.id)) == ([], [])

    @pytest.mark.parametrize("seats", [2, 3])
    async def test_a_computer_that_declines_ends_the_offer(
        self, matches: Matches, store: Store, against: StartMatch, seats: int
    ) -> None:
        match = await matches.act((await against(1, seats, goal=40)).id, proposals.offer_draw(ANNE))
        assert match.proposal is not None
        assert match.proposal.needed == ()
        declined = await matches.act(match.id, proposals.answer(1, agrees=False, seen_version=match.version))
        assert (declined.proposal, declined.recent[-1].kind, declined.recent[-1].seat) == (None, "decline", 1)
        assert (await due(matches), await matches.records.check(match.id)) == ([], [])
        await refuse(store, NothingProposed, lambda: matches.act(match.id, answer(declined, 1)))

    async def test_an_answer_counts_for_the_position_and_the_offer_it_was_made_for(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        seen = await against(1, 2, goal=40)
        offered = await matches.act(seen.id, proposals.offer_draw(ANNE))
        await refuse(store, BoardHasMoved, lambda: matches.act(seen.id, answer(seen, 1)))
        match = await matches.act(seen.id, turns.play(ANNE, "walk"))  # who plays on hasn't withdrawn the offer
        assert match.proposal is not None
        await refuse(store, BoardHasMoved, lambda: matches.act(seen.id, answer(offered, 1)))
        assert (await matches.act(seen.id, answer(match, 1))).status is Status.OVER

    async def test_a_computer_that_stands_in_is_not_asked(self, matches: Matches, against: StartMatch) -> None:
        match = await against(2, 2)
        await matches.act(match.id, presence.absent(BERT))
        await matches.act(match.id, presence.take_over(ANNE, 1, EASY))
        match = await matches.act(match.id, proposals.offer_draw(ANNE))
        assert match.ending == Ending("agreed", (1, 1), None, ())

    async def test_who_leaves_agrees_but_not_for_a_computer(self, matches: Matches, against: StartMatch) -> None:
        match = await matches.act((await against(2, 3)).id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, presence.absent(BERT))
        assert (match.status, match.proposal and match.proposal.computers) == (Status.RUNNING, (2,))
        assert (await matches.act(match.id, answer(match, 2))).status is Status.OVER

    async def test_a_partner_that_is_a_computer_has_nothing_against_resigning(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await matches.act((await against(2, 4, teams=True)).id, proposals.resign(BERT))
        assert match.ending == Ending("resigned", (1, 2, 1, 2), None, (1, 3))


class TestConceding:
    """A computer that has seen no hope for some turns in a row offers once to resign."""

    async def hopeless(self, matches: Matches, match: Match, *seen: bool | None) -> Match:
        """The match after turns of everyone, in which the computer on seat 1 has seen this at its own."""
        for hopeless in seen:
            match = await play_moves(matches, match, "walk")
            assert match.to_move == 1
            move = turns.play_computer("walk", seen_version=match.version, hopeless=hopeless)
            match = await matches.act(match.id, move)
        return match

    async def test_it_offers_to_resign_and_who_accepts_wins(self, matches: Matches, against: StartMatch) -> None:
        match = await self.hopeless(matches, await against(1, 2, goal=40), True, True, False, True, None, True)
        assert match.proposal is None
        match = await self.hopeless(matches, match, True)
        assert match.proposal is not None
        assert (match.proposal.kind, match.proposal.agreed, match.proposal.needed) == ("concede", (1,), (0,))
        assert (await due(matches), await matches.records.check(match.id)) == ([], [])
        match = await matches.act(match.id, proposals.agree(ANNE))
        assert match.ending == Ending("resigned", (1, 2), None, (1,))
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize("by", ["playing", "declining"])
    async def test_it_does_not_offer_again_to_who_plays_on(
        self, matches: Matches, against: StartMatch, by: str
    ) -> None:
        match = await self.hopeless(matches, await against(1, 2, goal=40), True, True, True)
        if by == "declining":
            match = await matches.act(match.id, proposals.decline(ANNE))
            assert match.recent[-1].note == "conceded"
        match = await self.hopeless(matches, match, True, True, True, True)
        assert match.proposal is None
        match = await self.hopeless(matches, match, False, True, True, True)  # there was some hope meanwhile
        assert match.proposal is not None

    @pytest.mark.parametrize(("people", "seats", "more"), [(1, 3, {}), (2, 4, {"teams": True})])
    async def test_nobody_else_loses_by_it(
        self, matches: Matches, against: StartMatch, people: int, seats: int, more: dict[str, Any]
    ) -> None:
        """Neither among more than two sides, nor where people play on the same side."""
        match = await against(people, seats, goal=40, **more)
        for _ in range(CONCEDES_AFTER + 1):
            while match.mover is None:
                match = await play_moves(matches, match, "walk")
            while match.mover is not None:
                move = turns.play_computer("walk", seen_version=match.version, hopeless=True)
                match = await matches.act(match.id, move)
        assert match.proposal is None

    async def test_it_is_one_question_at_a_time(self, matches: Matches, against: StartMatch) -> None:
        match = await self.hopeless(matches, await against(1, 2, goal=40), True, True)
        match = await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await self.hopeless(matches, match, True)
        assert match.proposal is not None
        assert match.proposal.kind == "draw"


def answer(match: Match, seat: int) -> Decision:
    """The computer on this seat agrees, as the match is here."""
    return proposals.answer(seat, agrees=True, seen_version=match.version)


class TestSecrets:
    async def test_the_seed_is_in_nothing_that_is_shown_while_it_runs(
        self, matches: Matches, against: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        secret = b"a seed that nobody may ever know"
        monkeypatch.setattr(matches.tables, "_secret", lambda size: secret[:size])
        match = await play_moves(matches, await against(1, 3, game="poker", goal=100), "roll", "deal", "roll", "roll")
        match = await matches.act(match.id, turns.play_computer("deal", seen_version=match.version))
        shown = [
            match,
            vars(match),
            await matches.records.log(match.id),
            await matches.lists.computer_turns(),
            match.trail.decisions,
        ]
        tables = await dump(store)
        seeds = tables.pop("seeds")
        for told in (*shown, tables):
            assert secret.hex() not in repr(told)
            assert repr(secret) not in repr(told)
        assert repr(secret) in repr(seeds)
        assert [decision.chance for decision in match.trail.decisions] == [(), ()]

    async def test_what_an_error_of_the_rules_says_of_the_position_stays_in_the_house(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(1, 2, game="poker"), "deal")
        with pytest.raises(IllegalMove) as error:
            await matches.act(match.id, turns.play_computer("fly", seen_version=match.version))
        assert "red" not in str(error.value)


class TestOtherRules:
    async def test_a_frozen_match_waits_for_no_computer_until_it_goes_on(
        self, matches: Matches, against: StartMatch, store: Store, clock: Clock
    ) -> None:
        match = await play_moves(matches, await against(), "walk")
        missing = Matches(store, games={}, clock=clock)
        (frozen,) = await missing.records.bring_up_to_date()
        assert frozen.status is Status.FROZEN
        assert await missing.lists.computer_turns() == await matches.lists.computer_turns() == []
        assert not missing.on_turn.is_set()
        with pytest.raises(NotRunning):
            await missing.act(match.id, turns.play_computer("walk", seen_version=frozen.version))
        clock.forward(timedelta(hours=1))
        matches.on_turn.clear()
        (again,) = await matches.records.bring_up_to_date()
        assert await matches.lists.computer_turns() == [(match.id, clock())]
        assert matches.on_turn.is_set()
        assert again.trail.run == match.trail.run
        await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        assert await matches.records.check(match.id) == []

    async def test_newer_rules_take_a_computers_turn_over(
        self, matches: Matches, against: StartMatch, store: Store, clock: Clock
    ) -> None:
        match = await play_moves(matches, await against(goal=40), "walk")
        newer = Matches(store, games=games(RaceGame(2)), clock=clock)
        assert await due(newer) == [match.id]
        after = await newer.act(match.id, turns.play_computer("walk", seen_version=(await newer.get(match.id)).version))
        assert (after.rules_version, levels(after)) == (2, [None, EASY, EASY])
        assert await due(newer) == [match.id]
        assert await newer.records.check(match.id) == []
        # The older release leaves the match alone.
        assert await matches.lists.computer_turns() == []

    async def test_what_newer_rules_can_not_read_waits(
        self, matches: Matches, against: StartMatch, store: Store, clock: Clock
    ) -> None:
        match = await play_moves(matches, await against(), "walk")
        newer = Matches(store, games=games(RaceGame(2, readable=False)), clock=clock)
        assert (await newer.get(match.id)).status is Status.FROZEN
        assert await newer.lists.computer_turns() == []
        (again,) = await Matches(store, games=games(RaceGame(3)), clock=clock).records.bring_up_to_date()
        assert (again.to_move, levels(again)) == (1, [None, EASY, EASY])
        assert await due(Matches(store, games=games(RaceGame(3)), clock=clock)) == [match.id]

    async def test_a_trail_with_computers_is_shown_on_where_it_reads_alike(
        self, matches: Matches, against: StartMatch, store: Store, clock: Clock
    ) -> None:
        match = await play_moves(matches, await against(1, 2, game="hike", goal=100), "rest", "step")
        again = await Matches(store, games=games(HikeGame(2)), clock=clock).get(match.id)
        assert moves_by_turn(again) == [["rest"], ["step"]]
        assert [one.computer for one in again.trail.decisions] == [False, True]

    async def test_a_position_made_again_from_the_log_leaves_the_seats_as_they_are(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await against(2, 4, goal=40), "walk", "walk", "roll")
        match = await matches.act(match.id, proposals.resign(ANNE))
        async with store.write() as connection:
            await connection.execute(text("UPDATE snapshots SET document = '{}'"))
        assert await matches.records.check(match.id) != []
        again = await matches.records.rebuild(match.id)
        assert (again.state, again.seats) == (match.state, match.seats)
        assert (await due(matches), await matches.records.check(match.id)) == ([match.id], [])


class TestDamage:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE seats SET computer = 'hard' WHERE number = 1",
            "UPDATE seats SET computer = NULL WHERE number = 2",
            "UPDATE seats SET computer = 'easy' WHERE number = 0",
            "UPDATE seats SET resigned = 2 WHERE number = 0",
            "UPDATE matches SET computer_since = NULL",
            "UPDATE events SET data = '{\"computers\": [null, \"easy\"]}' WHERE kind = 'open'",
            "UPDATE events SET data = '{\"computers\": 5}' WHERE kind = 'open'",
            "UPDATE events SET data = NULL WHERE kind = 'open'",
            'UPDATE events SET data = \'{"resigned": [7], "computer": "easy"}\' WHERE kind = \'begin\'',
        ],
    )
    async def test_what_does_not_fit_the_log_is_found(
        self, matches: Matches, against: StartMatch, store: Store, statement: str
    ) -> None:
        match = await play_moves(matches, await against(), "walk")
        assert await matches.records.check(match.id) == []
        async with store.write() as connection:
            await connection.execute(text(statement))
        assert await matches.records.check(match.id) != []


async def test_a_match_with_computers_is_written_down_like_any_other(store: Store, clock: Clock) -> None:
    matches = Matches(store, clock=clock)
    match = await matches.tables.open(TableTerms(game="parcheesi", seats=2), opener=ANNE, place=HERE, computers=HARD)
    match = await matches.act((await matches.tables.note_posted(match.id, 44)).id, lobby.begin(ANNE))
    for _ in range(40):
        assert match.state is not None
        match = await play_moves(matches, match, match.state.notate(match.state.legal()[0]))
    assert await matches.records.check(match.id) == []
    match = await matches.act(match.id, proposals.resign(ANNE))
    record = await matches.records.record(match.id)
    assert len(record["moves"]) >= 40
    assert replay(record) == match.state
