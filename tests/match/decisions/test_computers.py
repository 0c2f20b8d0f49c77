"""Computers on seats: at the table, in their turns, for those who are away and for those who have resigned."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, select

from bot.match import (
    BoardHasMoved,
    ComputerLevel,
    Ending,
    Match,
    Matches,
    MatchOver,
    NotInThisMatch,
    NotRunning,
    NotYourTurn,
    PlaysApart,
    Refusal,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.values.errors import NoComputerToMove, NothingToTakeBack
from bot.match.values.trail import LONGEST
from bot.rules import IllegalMove
from bot.store import Store
from bot.store import tables as stored
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.played import deliver, due, levels, moves_by_turn, play_moves, whole
from tests.match.refusing import refuse, spaces
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


class TestTheirTurns:
    async def test_they_are_found_by_who_has_waited_longest(
        self, matches: Matches, against: StartMatch, clock: Clock
    ) -> None:
        first, second = [await against(goal=40) for _ in range(2)]
        assert await matches.lists.computer_turns() == []
        assert not matches.on_turn.is_set()
        expected = []
        for match in (second, first):
            clock.forward(timedelta(minutes=1))
            match = await matches.act(match.id, turns.play(ANNE, "walk"))
            expected.append((match.id, clock()))
            assert match.to_move_people() == ()
            assert matches.on_turn.is_set()
            matches.on_turn.clear()
        assert await matches.lists.computer_turns() == expected
        assert await matches.lists.computer_turns(limit=1) == expected[:1]
        clock.forward(timedelta(minutes=1))
        await matches.act(second.id, turns.play_computer("walk", seen_version=second.version + 1))
        assert matches.on_turn.is_set()  # the next computer
        assert await matches.lists.computer_turns() == [expected[1], (second.id, clock())]
        matches.on_turn.clear()
        await matches.act(second.id, turns.play_computer("walk", seen_version=second.version + 2))
        assert await due(matches) == [first.id]
        assert not matches.on_turn.is_set()

    async def test_since_when_one_is_to_move_does_not_change_with_what_others_say(
        self, matches: Matches, against: StartMatch, clock: Clock
    ) -> None:
        match = await play_moves(matches, await against(2, 3, goal=40), "walk", "walk")
        since = clock()
        clock.forward(timedelta(minutes=1))
        await matches.act(match.id, proposals.offer_draw(ANNE))
        assert await matches.lists.computer_turns() == [(match.id, since)]

    async def test_a_computer_that_begins_is_to_move_immediately(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.leave(ANNE))
        await matches.act(match.id, lobby.add_computer(BERT, EASY))
        assert await matches.lists.computer_turns() == []
        match = await matches.act(match.id, lobby.begin(BERT))
        assert (match.to_move, match.to_move_people(), await due(matches)) == (0, (), [match.id])
        assert matches.on_turn.is_set()

    async def test_a_decision_is_a_move_by_nobody_that_says_its_level(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await against(level=HARD, goal=100), "walk", "roll", "deal")
        async with store.read() as connection:
            rows = await connection.execute(
                select(
                    stored.events.c.kind, stored.events.c.member_id, stored.events.c.seat, stored.events.c.data
                ).where(stored.events.c.match_id == match.id)
            )
            logged = [tuple(row) for row in rows.all()]
        assert logged[0] == ("open", 1, 0, {"computers": [None, "hard", "hard"]})
        assert logged[2:] == [
            ("move", 1, 0, None),
            ("move", None, 1, {"computer": "hard"}),
            ("move", None, 2, {"computer": "hard"}),
        ]
        assert [decision.computer for decision in match.trail.decisions] == [False, True, True]
        assert match.state is not None
        assert spaces(match)[:2] == [1, match.recent[-2].chance[0]]
        assert await matches.records.check(match.id) == []

    async def test_a_decision_without_a_choice_is_automatic(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await against(1, 2, game="hike"), "rest", "jump")
        assert moves_by_turn(match) == [["rest"], ["jump", "land"]]
        assert [(one.computer, one.automatic) for one in whole(match)] == [(False, False), (True, False), (False, True)]
        async with store.read() as connection:
            data = (await connection.execute(select(stored.events.c.data).order_by(stored.events.c.number))).scalars()
            assert data.all()[-2:] == [{"computer": "easy"}, None]

    async def test_nobody_plays_for_them(self, matches: Matches, against: StartMatch, store: Store) -> None:
        match = await play_moves(matches, await against(), "walk")
        error = await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.play(ANNE, "walk")))
        assert str(error) == "It's green's turn."
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, turns.play(BERT, "walk")))

    async def test_nothing_is_played_for_them_where_they_are_not_to_move(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE, computers=EASY)
        match = await against()
        host = await against(2, 3, game="harvest", series=SeriesKind.PARALLEL)
        cases: list[tuple[type[Refusal], Match]] = [(NotRunning, table), (NoComputerToMove, match), (PlaysApart, host)]
        for refusal, one in cases:
            acts = partial(matches.act, one.id, turns.play_computer("walk", seen_version=one.version))
            await refuse(store, refusal, acts)
        over = await matches.act(match.id, proposals.resign(ANNE))
        await refuse(
            store, MatchOver, lambda: matches.act(over.id, turns.play_computer("walk", seen_version=over.version))
        )

    async def test_what_was_decided_on_another_position_is_not_played(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        seen = await play_moves(matches, await against(goal=40), "walk")
        now = await matches.act(seen.id, turns.play_computer("walk", seen_version=seen.version))
        error = await refuse(
            store, BoardHasMoved, lambda: matches.act(seen.id, turns.play_computer("walk", seen_version=seen.version))
        )
        assert (getattr(error, "seen", None), getattr(error, "now", None)) == (seen.version, now.version)
        await refuse(
            store, IllegalMove, lambda: matches.act(now.id, turns.play_computer("fly", seen_version=now.version))
        )

    async def test_an_offer_in_between_leaves_the_position_as_it_was(
        self, matches: Matches, against: StartMatch
    ) -> None:
        seen = await play_moves(matches, await against(2, 3), "walk", "walk")
        await matches.act(seen.id, proposals.offer_draw(ANNE))
        match = await matches.act(seen.id, turns.play_computer("walk", seen_version=seen.version))
        assert spaces(match) == [1, 1, 1]
        assert match.proposal is not None  # a computer's move is no answer

    async def test_they_play_a_match_to_its_end(self, matches: Matches, against: StartMatch) -> None:
        match = await against(goal=3)
        while match.to_move is not None:
            match = await play_moves(matches, match, "walk")
        assert match.ending == Ending("played", (1, 2, 2), (3, 2, 2))
        assert (await due(matches), await matches.records.check(match.id)) == ([], [])

    async def test_a_computer_may_win(self, matches: Matches, against: StartMatch) -> None:
        match = await play_moves(matches, await against(1, 2, goal=2), "deal", "walk", "deal", "walk")
        assert match.ending == Ending("played", (2, 1), (0, 2))
        assert match.seed is not None

    async def test_two_processes_that_play_for_the_same_computer_play_once(
        self, matches: Matches, another: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(1, 2, goal=40), "walk")
        outcomes = await asyncio.gather(
            *(
                side.act(match.id, turns.play_computer(move, seen_version=match.version))
                for move in ("roll", "walk", "deal")
                for side in (matches, another)
            ),
            return_exceptions=True,
        )
        (won,) = [one for one in outcomes if isinstance(one, Match)]
        assert {type(one) for one in outcomes if one is not won} == {BoardHasMoved}
        assert won == await matches.get(match.id)
        assert [one.kind for one in await matches.records.log(match.id)] == ["open", "begin", "move", "move"]
        assert await matches.records.check(match.id) == []

    @pytest.mark.slow
    async def test_two_processes_play_whole_matches_with_computers(
        self, matches: Matches, another: Matches, against: StartMatch
    ) -> None:
        numbers = [(await against(1, seats, goal=4)).id for seats in (2, 3, 4)]

        async def plays(side: Matches) -> int:
            outcomes = 0
            while True:
                waiting = await side.lists.computer_turns()
                live = [one for one in [await side.get(number) for number in numbers] if one.to_move is not None]
                if not live:
                    return outcomes
                for number, _ in waiting:
                    seen = await side.get(number)
                    try:
                        await side.act(number, turns.play_computer("walk", seen_version=seen.version))
                        outcomes += 1
                    except Refusal:
                        pass
                for one in live:
                    if one.to_move_people():
                        with suppress(Refusal):
                            await side.act(one.id, turns.play(ANNE, "walk", seen_version=one.version))

        outcomes = await asyncio.gather(plays(matches), plays(another))
        for number, seats in zip(numbers, (2, 3, 4), strict=True):
            moves = [one for one in await matches.records.log(number) if one.kind == "move"]
            assert [one.seat for one in moves] == [turn % seats for turn in range(len(moves))]
            assert await matches.records.check(number) == []
        assert sum(outcomes) == sum(3 * (seats - 1) for seats in (2, 3, 4))

    async def test_a_restart_finds_the_same(self, matches: Matches, another: Matches, against: StartMatch) -> None:
        match = await play_moves(matches, await against(2, 4), "walk", "walk", "walk")
        assert await another.get(match.id) == match
        assert await another.lists.computer_turns() == await matches.lists.computer_turns()

    @pytest.mark.slow
    @pytest.mark.sqlite  # asks for its plan
    async def test_ten_thousand_waiting_matches_are_not_read_through(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await against(), "walk")
        statements: list[tuple[str, Any]] = []
        async with store.write() as connection:
            (row,) = (
                await connection.execute(select(stored.matches).where(stored.matches.c.id == match.id))
            ).mappings()
            others = [{**row, "id": 1000 + number, "to_move": 0, "computer_since": None} for number in range(10_000)]
            await connection.execute(insert(stored.matches), others)

        def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            statements.append((statement, parameters))

        event.listen(Engine, "before_cursor_execute", note)
        assert await due(matches) == [match.id]
        event.remove(Engine, "before_cursor_execute", note)
        ((statement, parameters),) = [one for one in statements if one[0].startswith("SELECT")]
        async with store.read() as connection:
            plan = await connection.run_sync(
                lambda plain: plain.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            )
        read = [row[3] for row in plan if "matches" in row[3]]
        assert read == ["SEARCH matches USING INDEX ix_matches_computer_since (computer_since>?)"]


class TestCost:
    async def test_a_turn_asks_no_more_the_longer_computers_play(self, matches: Matches, against: StartMatch) -> None:
        statements: list[str] = []
        match = await play_moves(matches, await against(1, 2, goal=1000), "walk", "walk")

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            statements.append(statement)

        event.listen(Engine, "before_cursor_execute", note)
        counts = set()
        for _ in range(40):
            statements.clear()
            match = await play_moves(matches, match, "walk", "walk")
            counts.add(len(statements))
        event.remove(Engine, "before_cursor_execute", note)
        assert len(counts) == 1

    async def test_what_is_kept_of_the_newest_turns_is_bounded(self, matches: Matches, against: StartMatch) -> None:
        match = await against(2, 3, goal=1000)
        await matches.act(match.id, presence.absent(ANNE))
        await matches.act(match.id, presence.take_over(BERT, 0, EASY))
        match = await matches.act(match.id, proposals.resign(BERT))
        assert (match.status, levels(match)) == (Status.RUNNING, [EASY, NORMAL, EASY])
        match = await play_moves(matches, match, *["walk"] * 70)
        assert len(match.trail.decisions) == LONGEST
        assert match.trail.decisions[-1].after == match.state
        assert await matches.records.check(match.id) == []


class TestWhatIsShown:
    """Turns of computers go along with the last one in which a person decided."""

    async def test_everything_since_a_persons_decision(self, matches: Matches, against: StartMatch) -> None:
        match = await play_moves(matches, await against(1, 4, goal=40), "walk", "roll", "walk", "roll")
        assert moves_by_turn(match) == [["walk"], ["roll"], ["walk"], ["roll"]]
        assert match.trail.newest(1) == match.trail.turns
        match = await play_moves(matches, match, "deal")
        assert moves_by_turn(match) == [["walk"], ["roll"], ["deal"]]  # a round
        assert match.trail.newest(1) == match.trail.turns[-1:]

    async def test_from_the_beginning_if_nobody_has(self, matches: Matches, against: StartMatch) -> None:
        match = await against(2, 3, goal=40)
        await matches.act(match.id, presence.absent(ANNE))
        match = await play_moves(matches, await matches.act(match.id, presence.take_over(BERT, 0, EASY)), "walk")
        assert moves_by_turn(match) == [["walk"]]
        assert match.trail.newest(1) == match.trail.turns

    async def test_in_turns_of_several_decisions_the_turns_before_stay_in_sight(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(
            matches, await against(1, 3, game="hike", goal=100), "step", "rest", "step", "rest", "rest"
        )
        assert moves_by_turn(match) == [["step", "rest"], ["step", "rest"], ["rest"]]
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["step", "rest"], ["step", "rest"], ["rest"], ["step"]]
        assert match.trail.newest(2) == match.trail.turns
        assert [len(turn) for turn in match.trail.newest(1)] == [1]
        match = await play_moves(matches, match, "rest")
        assert moves_by_turn(match) == [["rest"], ["step", "rest"]]

    async def test_a_turn_of_a_person_comes_before_that_of_another_one(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(
            matches, await against(2, 3, game="hike", goal=100), "step", "rest", "rest", "rest", "step"
        )
        assert moves_by_turn(match) == [["rest"], ["rest"], ["step"]]


class TestRuns:
    """All moves of computers in a row are one message; a person is called by one of their own."""

    async def test_what_computers_decide_in_a_row_is_one_message_and_a_person_is_called_by_another_one(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await against(2, 4, goal=40)
        first = await deliver(matches, 500)
        match = await play_moves(matches, match, "walk")
        messages = [await deliver(matches, 501)]
        match = await play_moves(matches, match, "walk")
        handed_over = match.version
        for message in (502, 503):
            assert (match.to_move_people(), match.trail.run) == ((), handed_over)
            messages.append(await deliver(matches, message))
            match = await play_moves(matches, match, "roll")
        assert (match.to_move_people(), match.trail.run) == ((ANNE,), match.version)
        messages.append(await deliver(matches, 504))
        assert (first, messages) == (500, [501, 502, 502, 504])

    async def test_against_computers_alone_one_message_shows_their_moves_and_ones_own_turn(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await against(1, 3, game="hike", goal=100)
        shown = [await deliver(matches, 500)]
        for number, move in enumerate(("step", "rest", "step", "rest", "rest", "step", "rest", "rest", "rest"), 501):
            match = await play_moves(matches, match, move)
            shown.append(await deliver(matches, number))
        # Both decisions of the first turn hand nothing over until `rest`; then come the computers and the next turn.
        assert shown == [500, 500, 502, 502, 502, 502, 502, 507, 507, 507]

    async def test_computers_that_begin_do_so_in_the_first_message(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE, computers=EASY)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.join(BERT, seat=2))
        await matches.act(match.id, lobby.leave(ANNE))
        await matches.act(match.id, lobby.add_computer(BERT, EASY))
        match = await matches.act(match.id, lobby.begin(BERT))
        first_version = match.version
        shown = [await deliver(matches, 500)]
        for number in (501, 502):
            match = await play_moves(matches, match, "walk")
            shown.append(await deliver(matches, number))
        assert (shown, match.to_move, match.trail.run) == ([500, 500, 500], 2, first_version)

    async def test_an_end_caused_by_a_computer_is_posted_to_several_people_in_a_new_message(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(2, 3, goal=1), "deal", "deal")
        await deliver(matches, 500)
        match = await play_moves(matches, match, "walk")
        assert match.status is Status.OVER
        assert await deliver(matches, 501) == 501

    async def test_automatic_moves_after_a_computers_turn_stay_in_the_same_message(
        self, matches: Matches, against: StartMatch
    ) -> None:
        """A decision without a choice in between is nobody's to be called for."""
        match = await play_moves(matches, await against(2, 3, game="hike", goal=100), "rest", "rest")
        handed_over = match.version
        match = await play_moves(matches, match, "jump")
        assert (match.to_move, match.trail.run) == (2, handed_over)
        match = await play_moves(matches, match, "step")  # the strength is used up: it camps
        assert (match.to_move, match.trail.run) == (0, match.version)

    async def test_an_offer_stays_in_the_message_and_computers_go_on_in_it(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(2, 4, goal=40), "walk", "walk")
        await deliver(matches, 500)
        await matches.act(match.id, proposals.offer_draw(BERT))
        assert await deliver(matches, 501) == 500
        match = await play_moves(matches, await matches.get(match.id), "walk")
        assert await deliver(matches, 502) == 500


class TestTakingBack:
    async def test_what_a_computer_decided_stands(self, matches: Matches, store: Store, against: StartMatch) -> None:
        match = await against(2, 2, game="hike", goal=100)
        await matches.act(match.id, presence.absent(ANNE))
        match = await play_moves(matches, await matches.act(match.id, presence.take_over(BERT, 0, EASY)), "step")
        match = await matches.act(match.id, presence.absent(ANNE, gone=False))
        assert (match.to_move_people(), match.trail.retractable) == ((ANNE,), 0)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))
        match = await play_moves(matches, match, "step")
        assert match.trail.retractable == 1
        match = await matches.act(match.id, turns.take_back(ANNE))
        assert (spaces(match), match.trail.retractable) == ([1, 0], 0)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))
        assert await matches.records.check(match.id) == []

    async def test_what_a_person_decided_before_a_computer_stands(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(1, 2, game="hike", goal=100), "step", "ask")
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.take_back(ANNE)))
        match = await play_moves(matches, match, "yes")
        assert (match.to_move_people(), match.trail.going_on, match.trail.retractable) == ((ANNE,), True, 0)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))

    async def test_automatic_moves_after_a_computers_decision_stand_as_well(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await against(2, 2, game="hike", goal=100)
        await matches.act(match.id, presence.absent(ANNE))
        match = await play_moves(matches, await matches.act(match.id, presence.take_over(BERT, 0, EASY)), "jump")
        match = await matches.act(match.id, presence.absent(ANNE, gone=False))
        assert [one.automatic for one in match.trail.decisions] == [False, True]
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))
