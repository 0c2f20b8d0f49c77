"""Taking finished moves back once the others have agreed."""

from collections.abc import Callable
from datetime import timedelta
from threading import get_ident

import pytest

import bot.rules
from bot.match import (
    AlreadyProposed,
    BoardHasMoved,
    ComputerLevel,
    HidesTooMuch,
    HidesTooMuchAlone,
    LuckHasSpoken,
    Match,
    Matches,
    MatchOver,
    NothingToUndo,
    NotInThisMatch,
    PlaysApart,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.decisions.agreements import lapse
from bot.match.decisions.decision import Decision, always
from bot.match.values.errors import AskedBefore, NothingProposed, OtherRulesSince, OwnRequestOpen
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.played import moves_by_turn, play_moves, whole
from tests.match.refusing import refuse, spaces
from tests.match.toy import GAMES, PLAYERS, HikeGame, RaceGame, games

ANNE, BERT, CLEO = PLAYERS[:3]
STRANGER = 999


async def test_what_may_replay_the_log_is_decided_beside_the_event_loop(
    matches: Matches, start_match: StartMatch
) -> None:
    match, threads = await start_match(), []

    def decide(_: object) -> None:
        threads.append(get_ident())

    for needs_log in (always, lambda _: False):
        await matches.act(match.id, Decision("watch", decide, needs_log=needs_log))
        await matches.allowed(match.id, Decision("watch", decide, needs_log=needs_log))
    assert [thread == get_ident() for thread in threads] == [False, False, True, True]


async def right(matches: Matches, match: Match) -> Match:
    """The match, in which log, position and luck fit together, and which can be replayed."""
    assert await matches.records.check(match.id) == []
    assert match.state is not None
    assert await matches.records.fold(match.id) == match.state.dump()
    told = await matches.records.replay(match.id)
    assert told.position(told.last) == match.state
    return match


async def let_lapse(matches: Matches, match: Match) -> Match:
    return await matches.act(match.id, Decision("lapse", lapse))


class TestAsking:
    async def test_a_finished_move_goes_with_what_came_after_it_once_all_agree(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(seats=3), "walk", "walk", "walk", "walk", "walk")
        with_proposal = await matches.act(match.id, proposals.undo(ANNE), interaction=1)
        proposal = with_proposal.proposal
        assert proposal is not None
        assert proposal.undone is not None
        assert (proposal.kind, proposal.by, proposal.agreed, proposal.needed) == ("undo", ANNE, (0,), (1, 2))
        assert (proposal.undone.of, proposal.undone.move, proposal.undone.later) == (match.version - 1, "walk", 1)
        assert (with_proposal.state, with_proposal.to_move, with_proposal.recent[-1].kind) == (match.state, 2, "ask")
        await refuse(store, OwnRequestOpen, lambda: matches.act(match.id, proposals.agree(ANNE)))
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, proposals.agree(STRANGER)))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.undo(BERT)))
        await refuse(
            store, BoardHasMoved, lambda: matches.act(match.id, proposals.agree(BERT, seen_version=match.version))
        )
        once = await matches.act(match.id, proposals.agree(BERT, seen_version=with_proposal.version))
        assert once.proposal is not None
        assert (once.proposal.needed, once.state) == ((2,), match.state)
        back = await right(matches, await matches.act(match.id, proposals.agree(CLEO)))
        assert (spaces(back), back.to_move, back.proposal) == ([1, 1, 1], 0, None)
        assert (back.recent[-1].kind, back.recent[-1].seat) == ("undo", 2)
        assert moves_by_turn(back) == [["walk"], ["walk"]]  # a round
        (post,) = await matches.outbox.due()
        assert (post.version, post.new_message) == (back.version, True)
        await right(matches, await play_moves(matches, back, "walk", "walk"))

    async def test_the_turn_is_as_it_was_at_that_moment_and_small_steps_can_be_taken_back(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        stations = [await play_moves(matches, await start_match(game="hike"), "step", "rest")]
        for move in ("step", "ask", "no", "step"):  # the last one uses the strength up: the camp follows by itself
            stations.append(await play_moves(matches, stations[-1], move))
        match = await play_moves(matches, stations[-1], "step")
        await matches.act(match.id, proposals.undo(BERT))
        back = await right(matches, await matches.act(match.id, proposals.agree(ANNE)))
        assert (back.state, back.trail, back.to_move) == (stations[3].state, stations[3].trail, 1)
        assert whole(back) == whole(stations[3])
        again = await play_moves(matches, back, "step")  # ends the day again
        await matches.act(again.id, proposals.undo(BERT))
        back = await matches.act(again.id, proposals.agree(ANNE))
        played_on = await matches.act(back.id, turns.play(BERT, "rest"))
        assert (await right(matches, played_on)).to_move == 0

    async def test_several_in_a_row_lead_back_to_the_beginning(
        self, matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bot.rules, "GAMES", GAMES)
        match = start = await start_match()
        for _ in range(3):
            match = await play_moves(matches, match, "walk", "walk")
        for left in (2, 1, 0):
            await matches.act(match.id, proposals.undo(ANNE))
            match = await right(matches, await matches.act(match.id, proposals.agree(BERT)))
            assert (spaces(match), match.to_move) == ([left, left], 0)
        assert (match.state, match.trail.decisions) == (start.state, ())
        with pytest.raises(NothingToUndo):
            await matches.act(match.id, proposals.undo(ANNE))
        ended_match = await matches.act((await play_moves(matches, match, "roll")).id, proposals.resign(BERT))
        record = await matches.records.record(ended_match.id)
        assert (record["moves"], record["result"]["ending"]) == (["roll"], "resigned")
        assert replay(record) == ended_match.state

    async def test_ones_own_decision_of_the_turn_going_on_goes_without_asking(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        back = await matches.act(match.id, proposals.undo(ANNE))
        assert (spaces(back), back.proposal, back.to_move) == ([1, 0], None, 0)

    async def test_a_move_takes_the_question_off_the_table_and_so_does_declining(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(seats=3), "walk", "walk")
        assert (await matches.act(match.id, proposals.undo(ANNE))).proposal is not None
        match = await matches.act(match.id, turns.play(CLEO, "walk"))
        assert match.proposal is None
        await matches.act(match.id, proposals.undo(CLEO))
        declined = await matches.act(match.id, proposals.decline(ANNE))
        assert (declined.proposal, declined.recent[-1].note, declined.state) == (None, None, match.state)

    @pytest.mark.parametrize("withdrawn", [False, True])
    @pytest.mark.parametrize("propose", [proposals.undo, proposals.offer_draw], ids=["undo", "draw"])
    async def test_the_same_cannot_be_asked_again_before_the_next_move_unless_it_was_withdrawn_once(
        self,
        matches: Matches,
        start_match: StartMatch,
        store: Store,
        withdrawn: bool,
        propose: Callable[[int], Decision],
    ) -> None:
        match = await play_moves(matches, await start_match(), "walk")
        for decliner in (ANNE, ANNE) if withdrawn else (BERT,):
            await matches.act(match.id, propose(ANNE))
            await matches.act(match.id, proposals.decline(decliner))
        await refuse(store, AskedBefore, lambda: matches.act(match.id, propose(ANNE)))
        await matches.act(match.id, proposals.offer_draw(BERT))  # others may still ask
        await matches.act(match.id, proposals.decline(ANNE))
        await matches.act(match.id, turns.play(BERT, "walk"))
        assert (await matches.act(match.id, propose(ANNE))).proposal is not None

    @pytest.mark.parametrize("agreed", [False, True])
    async def test_what_someone_has_agreed_to_or_declines_after_it_was_withdrawn_is_not_asked_again(
        self, matches: Matches, start_match: StartMatch, store: Store, agreed: bool
    ) -> None:
        match = await play_moves(matches, await start_match(seats=3), "walk")
        await matches.act(match.id, proposals.offer_draw(ANNE))
        if agreed:
            await matches.act(match.id, proposals.agree(BERT))
        await matches.act(match.id, proposals.decline(ANNE))
        if agreed:
            await refuse(store, AskedBefore, lambda: matches.act(match.id, proposals.offer_draw(ANNE)))
        else:
            await matches.act(match.id, proposals.offer_draw(ANNE))
            await matches.act(match.id, proposals.decline(CLEO))
            await refuse(store, AskedBefore, lambda: matches.act(match.id, proposals.offer_draw(ANNE)))

    async def test_a_partner_who_withdraws_an_offer_meant_to(self, matches: Matches, store: Store) -> None:
        table = await matches.tables.open(TableTerms("race", 2, shared=True), opener=ANNE, place=HERE)
        await matches.tables.note_posted(table.id, 7)
        for person in (BERT, CLEO):
            await matches.act(table.id, lobby.join(person))
        match = await play_moves(matches, await matches.act(table.id, lobby.begin(ANNE)), "walk")
        assert match.seat_of(CLEO) == match.seat_of(ANNE)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        await matches.act(match.id, proposals.decline(CLEO))
        await refuse(store, AskedBefore, lambda: matches.act(match.id, proposals.offer_draw(ANNE)))

    async def test_a_seat_that_nobody_is_left_on_is_not_asked(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(seats=3), "walk", "walk")
        await matches.act(match.id, presence.absent(CLEO))
        await matches.act(match.id, proposals.undo(ANNE))
        back = await right(
            matches, await matches.act(match.id, presence.absent(BERT))
        )  # who leaves now was the last one asked
        assert (spaces(back), back.to_move, back.recent[-1].kind) == ([0, 0, 0], 0, "undo")
        assert [seat.absent for seat in back.seats] == [False, True, True]

    async def test_it_lapses_after_a_day(
        self, matches: Matches, start_match: StartMatch, store: Store, clock: Clock
    ) -> None:
        match = await play_moves(matches, await start_match(), "walk")
        with_proposal = await matches.act(match.id, proposals.undo(ANNE))
        assert with_proposal.proposal is not None
        assert with_proposal.proposal.until == clock.now + timedelta(days=1)
        clock.forward(timedelta(days=1, seconds=-1))
        assert await let_lapse(matches, match) == with_proposal
        clock.forward(timedelta(seconds=1))
        await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.agree(BERT)))
        lapsed = await let_lapse(matches, match)
        assert (lapsed.proposal, lapsed.recent[-1].kind, lapsed.recent[-1].note) == (None, "decline", "lapsed")
        assert await let_lapse(matches, match) == lapsed
        assert (await matches.act(match.id, proposals.undo(ANNE))).proposal is not None

    async def test_an_offer_of_a_draw_has_to_be_answered_first(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(), "walk")
        await matches.act(match.id, proposals.offer_draw(BERT))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.undo(ANNE)))
        await matches.act(match.id, proposals.decline(ANNE))
        await matches.act(match.id, proposals.undo(ANNE))
        await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.offer_draw(BERT)))


class TestRefusals:
    async def test_nothing_hidden(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await play_moves(matches, await start_match(game="poker"), "walk")
        await refuse(store, HidesTooMuch, lambda: matches.act(match.id, proposals.undo(ANNE)))

    @pytest.mark.parametrize("series", [None, SeriesKind.PARALLEL])
    async def test_nothing_hidden_where_there_is_nobody_to_end_the_match_with(
        self, matches: Matches, table: StartMatch, store: Store, series: SeriesKind | None
    ) -> None:
        match = await table(1 if series is None else 2, series=series)
        own = match if match.series is None else await matches.get(match.series.parts[0].match_id)
        await matches.act(own.id, turns.play(ANNE, "pick"))
        await refuse(store, HidesTooMuchAlone, lambda: matches.act(own.id, proposals.undo(ANNE)))

    @pytest.mark.parametrize("moves", [("roll",), ("walk", "roll"), ("walk", "deal")])
    async def test_not_past_luck(
        self, matches: Matches, start_match: StartMatch, store: Store, moves: tuple[str, ...]
    ) -> None:
        match = await play_moves(matches, await start_match(), *moves)
        await refuse(store, LuckHasSpoken, lambda: matches.act(match.id, proposals.undo(ANNE)))

    async def test_only_ones_own_moves(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await play_moves(matches, await start_match(), "walk")
        await refuse(store, NothingToUndo, lambda: matches.act(match.id, proposals.undo(BERT)))
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, proposals.undo(STRANGER)))
        await matches.act(match.id, proposals.resign(BERT))
        await refuse(store, MatchOver, lambda: matches.act(match.id, proposals.undo(ANNE)))

    async def test_not_past_other_rules(
        self, store: Store, matches: Matches, start_match: StartMatch, clock: Clock
    ) -> None:
        match = await play_moves(matches, await start_match(), "walk", "walk")
        await matches.act(match.id, proposals.undo(BERT))
        newer = Matches(store, games=games(RaceGame(2), HikeGame()), clock=clock)
        assert (await newer.get(match.id)).proposal is None
        await refuse(store, OtherRulesSince, lambda: newer.act(match.id, proposals.undo(ANNE)))
        await play_moves(newer, await newer.get(match.id), "walk", "walk")
        await newer.act(match.id, proposals.undo(ANNE))
        back = await right(newer, await newer.act(match.id, proposals.agree(BERT)))
        assert (spaces(back), back.to_move) == ([1, 1], 0)

    async def test_at_a_table_of_parallel_matches_there_is_nothing_to_take_back(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await table(2, series=SeriesKind.PARALLEL)
        await refuse(store, PlaysApart, lambda: matches.act(host.id, proposals.undo(ANNE)))


class TestAgainstComputers:
    async def test_nobody_is_asked_and_the_computer_moves_again(
        self, matches: Matches, against: StartMatch, clock: Clock
    ) -> None:
        match = await against(1, 3)
        for _ in range(2):
            match = await matches.act(match.id, turns.play(ANNE, "walk"))
            for _ in range(2):
                match = await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        for left in (1, 0):
            clock.forward(timedelta(minutes=1))
            match = await right(matches, await matches.act(match.id, proposals.undo(ANNE)))
            assert (spaces(match), match.to_move, match.proposal) == ([left] * 3, 0, None)
            assert await matches.lists.computer_turns() == []
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        assert await matches.lists.computer_turns() == [(match.id, clock.now)]
        clock.forward(timedelta(minutes=1))
        match = await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        match = await right(
            matches, await matches.act(match.id, proposals.undo(ANNE))
        )  # while the other computer thinks
        assert (match.to_move, await matches.lists.computer_turns()) == (0, [])

    async def test_a_computers_move_takes_the_question_off_the_table(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await against(2, 3)
        match = await play_moves(matches, match, "walk", "walk")
        assert (await matches.act(match.id, proposals.undo(ANNE))).proposal is not None
        match = await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        assert match.proposal is None
        await matches.act(match.id, proposals.undo(ANNE))
        back = await right(matches, await matches.act(match.id, proposals.agree(BERT)))
        assert (spaces(back), back.to_move) == ([0, 0, 0], 0)

    async def test_a_move_of_the_computer_that_stood_in_is_not_ones_own(
        self, matches: Matches, start_match: StartMatch, clock: Clock
    ) -> None:
        match = await play_moves(matches, await start_match(), "walk", "walk")
        await matches.act(match.id, presence.absent(ANNE))
        match = await matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
        match = await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))
        with_proposal = await matches.act(match.id, proposals.undo(ANNE))  # she is back by asking
        assert with_proposal.proposal is not None
        assert with_proposal.proposal.undone is not None
        assert (with_proposal.proposal.undone.later, with_proposal.seats[0].computer) == (2, None)
        back = await right(matches, await matches.act(match.id, proposals.agree(BERT)))
        assert (spaces(back), back.to_move, back.status) == ([0, 0], 0, Status.RUNNING)
        assert await matches.lists.computer_turns() == []


async def test_of_two_who_agree_at_the_same_time_each_counts(matches: Matches, start_match: StartMatch) -> None:
    match = await matches.tables.open(
        TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE, invited=[BERT, CLEO]
    )
    await matches.tables.note_posted(match.id, 77)
    await matches.act(match.id, lobby.join(BERT, seat=1))
    await matches.act(match.id, lobby.join(CLEO, seat=1))
    match = await play_moves(matches, await matches.act(match.id, lobby.begin(ANNE)), "walk")
    await matches.act(match.id, proposals.undo(ANNE))
    back = await right(
        matches, await matches.act(match.id, proposals.agree(CLEO))
    )  # one of a seat agrees for all of it
    assert spaces(back) == [0, 0]
    with pytest.raises(NothingProposed):
        await matches.act(match.id, proposals.agree(BERT))
