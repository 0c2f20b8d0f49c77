"""Computers on seats: at the table, in their turns, for those who are away and for those who have resigned."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from bot.match import (
    AlreadySeated,
    BoardHasMoved,
    ComputerLevel,
    Ending,
    Match,
    Matches,
    MatchOver,
    NoComputer,
    NoSuchSeat,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotRunning,
    NotYourTurn,
    PlaysApart,
    Refusal,
    SeatTaken,
    SeriesKind,
    Status,
    TableFull,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.decisions.decision import Decision
from bot.match.decisions.turns import CONCEDES_AFTER
from bot.match.values.errors import NoComputerToMove, NothingProposed, NothingToTakeBack, SeatsEmpty, SeatsReserved
from bot.match.values.trail import LONGEST
from bot.players import LEVELS
from bot.rules import IllegalMove
from bot.rules.record import replay
from bot.store import Store
from bot.store import tables as stored
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.decisions.test_turns import refuse, spaces
from tests.match.toy import PLAYERS, HikeGame, RaceGame, games
from tests.match.values.test_trail import moves_by_turn, whole

ANNE, BERT, CLEO, DORA = PLAYERS
STRANGER = 999
EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


async def play_moves(matches: Matches, match: Match, *moves: str) -> Match:
    """These moves, each by the player to move."""
    for move in moves:
        people = match.to_move_people()
        if people:
            match = await matches.act(match.id, turns.play(people[0], move))
        else:
            match = await matches.act(match.id, turns.play_computer(move, seen_version=match.version))
    return match


def levels(match: Match) -> list[ComputerLevel | None]:
    return [seat.computer for seat in match.seats]


async def due(matches: Matches) -> list[int]:
    return [match for match, _ in await matches.lists.computer_turns()]


async def deliver(matches: Matches, message_id: int) -> int:
    """The one board that is due is delivered; gives the message that it is in."""
    (post,) = await matches.outbox.due()
    message = await matches.outbox.message_to_edit(post) or message_id
    await matches.outbox.note_posted(post.id, message)
    return message


def test_the_levels_are_those_of_the_players() -> None:
    assert [level.value for level in ComputerLevel] == list(LEVELS)


class TestTheTable:
    @pytest.mark.parametrize(
        ("seats", "invited", "expected"),
        [
            (2, [], [None, HARD]),
            (4, [], [None, HARD, HARD, HARD]),
            (4, [BERT], [None, None, HARD, HARD]),
            (1, [], [None]),
        ],
    )
    async def test_computers_sit_where_neither_the_opener_nor_the_invited_do(
        self, matches: Matches, seats: int, invited: list[int], expected: list[ComputerLevel | None]
    ) -> None:
        match = await matches.tables.open(
            TableTerms(game="harvest" if seats == 1 else "race", seats=seats),
            opener=ANNE,
            place=HERE,
            invited=invited,
            computers=HARD,
        )
        assert levels(match) == expected
        assert await matches.records.check(match.id) == []

    @pytest.mark.sample(6)
    @pytest.mark.parametrize(
        ("computers", "invited", "user", "wanted", "expected"),
        [
            # A free seat comes first, otherwise a computer makes room.
            ([3], [], CLEO, None, 1),
            ([1, 2], [], CLEO, None, 3),
            ([1, 2, 3], [], CLEO, None, 1),
            ([1, 2, 3], [], CLEO, 2, 2),
            ([3], [], CLEO, 3, 3),
            # Seats are kept for the invited; a computer keeps nobody out.
            ([1, 2, 3], [BERT, DORA], CLEO, None, 1),
            ([2, 3], [BERT], CLEO, None, 2),
            ([2, 3], [BERT], CLEO, 1, 1),
            ([3], [BERT, DORA], CLEO, None, 3),
            ([3], [BERT, DORA], BERT, None, 1),
            ([1, 2, 3], [BERT, DORA], BERT, None, 1),
            ([2, 3], [BERT, DORA, 105], CLEO, None, NotInvited),
            ([2, 3], [BERT, DORA, 105], CLEO, 3, NotInvited),
            ([1, 2, 3], [BERT, DORA, 105], CLEO, None, NotInvited),
            ([1, 2, 3], [BERT, DORA, 105], BERT, 3, 3),
            # As without computers.
            ([1], [], CLEO, 4, NoSuchSeat),
            ([1], [], CLEO, 0, SeatTaken),
            ([1], [], ANNE, None, AlreadySeated),
        ],
    )
    async def test_someone_sits_down(
        self,
        matches: Matches,
        store: Store,
        computers: list[int],
        invited: list[int],
        user: int,
        wanted: int | None,
        expected: int | type[Refusal],
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, invited=invited)
        for seat in computers:
            await matches.act(match.id, lobby.add_computer(ANNE, EASY, seat=seat))
        if isinstance(expected, int):
            match = await matches.act(match.id, lobby.join(user, seat=wanted))
            assert match.seat_of(user) == [expected]
            assert levels(match) == [EASY if seat in computers and seat != expected else None for seat in range(4)]
            assert await matches.records.check(match.id) == []
        else:
            await refuse(store, expected, lambda: matches.act(match.id, lobby.join(user, seat=wanted)))

    async def test_everyone_invited_finds_a_seat_however_many_computers_there_are(self, matches: Matches) -> None:
        guests = [BERT, CLEO, DORA]
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, invited=guests)
        for seat in (1, 2, 3):
            await matches.act(match.id, lobby.add_computer(ANNE, HARD, seat=seat))
        for guest in guests:
            match = await matches.act(match.id, lobby.join(guest))
        assert (levels(match), [seat.people for seat in match.seats]) == ([None] * 4, [(one,) for one in PLAYERS])

    async def test_one_takes_no_seat_that_an_invited_person_will_need(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE, invited=[BERT])
        match = await matches.act(match.id, lobby.add_computer(ANNE, HARD))
        assert levels(match) == [None, None, HARD]
        await refuse(store, SeatsReserved, lambda: matches.act(match.id, lobby.add_computer(ANNE, HARD)))
        await matches.act(match.id, lobby.decline_invitation(BERT))
        assert levels(await matches.act(match.id, lobby.add_computer(ANNE, HARD))) == [None, HARD, HARD]

    async def test_at_a_shared_table_nobody_sits_with_a_computer(self, matches: Matches) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE, computers=EASY
        )
        match = await matches.act(match.id, lobby.join(BERT))
        assert ([seat.people for seat in match.seats], levels(match)) == ([(ANNE,), (BERT,)], [None, None])
        assert (await matches.act(match.id, lobby.join(CLEO))).seats[0].people == (ANNE, CLEO)

    async def test_one_sits_down_on_the_first_free_seat_and_its_level_can_be_changed(
        self, matches: Matches, store: Store
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        match = await matches.act(match.id, lobby.add_computer(ANNE, EASY), interaction=5)
        assert await matches.act(match.id, lobby.add_computer(ANNE, EASY), interaction=5) == match
        assert levels(match) == [None, EASY, None]
        match = await matches.act(match.id, lobby.add_computer(ANNE, HARD))
        assert levels(match) == [None, EASY, HARD]
        match = await matches.act(match.id, lobby.add_computer(ANNE, NORMAL, seat=1))
        assert levels(match) == [None, NORMAL, HARD]
        before = await dump(store)
        assert await matches.act(match.id, lobby.add_computer(ANNE, NORMAL, seat=1)) == match
        assert await dump(store) == before
        assert [(event.kind, event.seat) for event in match.recent[1:]] == [("seat", 1), ("seat", 2), ("seat", 1)]
        assert await matches.records.check(match.id) == []

    async def test_one_goes_the_last_one_first(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, computers=EASY)
        match = await matches.act(match.id, lobby.remove_computer(ANNE), interaction=5)
        assert await matches.act(match.id, lobby.remove_computer(ANNE), interaction=5) == match
        assert levels(match) == [None, EASY, EASY, None]
        match = await matches.act(match.id, lobby.remove_computer(ANNE, seat=1))
        assert levels(match) == [None, None, EASY, None]
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=1)))
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=0)))
        await refuse(store, NoSuchSeat, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=-1)))
        await refuse(store, NoSuchSeat, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=4)))
        await matches.act(match.id, lobby.remove_computer(ANNE))
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE)))
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize(
        ("user", "seat", "refusal"),
        [
            (STRANGER, None, NotInThisMatch),
            (CLEO, 1, NotInThisMatch),
            (ANNE, 2, NoSuchSeat),
            (ANNE, -1, NoSuchSeat),
            (ANNE, 0, SeatTaken),
            (ANNE, None, TableFull),
        ],
    )
    async def test_one_can_not_sit_everywhere(
        self, matches: Matches, store: Store, user: int, seat: int | None, refusal: type[Refusal]
    ) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", seats=2),
            opener=ANNE,
            place=HERE,
            computers=EASY,
            invited=[CLEO] if user == CLEO else (),
        )
        await refuse(store, refusal, lambda: matches.act(match.id, lobby.add_computer(user, EASY, seat=seat)))

    async def test_a_table_that_has_begun_is_as_it_is(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await against(2)
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.add_computer(ANNE, HARD, seat=2)))
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.remove_computer(ANNE)))
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.join(CLEO)))
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.take_over(STRANGER, 2, HARD)))

    @pytest.mark.parametrize("act", ["add", "remove"])
    async def test_people_who_do_not_sit_there_have_no_say_in_it(
        self, matches: Matches, store: Store, act: str
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        await matches.act(match.id, lobby.add_computer(ANNE, EASY))
        acts: dict[str, Callable[[], Awaitable[Match]]] = {
            "add": lambda: matches.act(match.id, lobby.add_computer(STRANGER, EASY)),
            "remove": lambda: matches.act(match.id, lobby.remove_computer(STRANGER)),
        }
        await refuse(store, NotInThisMatch, acts[act])

    async def test_it_begins_as_soon_as_someone_or_a_computer_sits_on_each_seat(
        self, matches: Matches, store: Store
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.add_computer(ANNE, EASY, seat=2))
        assert str(await refuse(store, SeatsEmpty, lambda: matches.act(match.id, lobby.begin(ANNE)))).startswith(
            "Seats that are still empty: 1. The match can start once they're all taken."
        )
        await matches.act(match.id, lobby.join(BERT))
        assert (await matches.act(match.id, lobby.begin(BERT))).status is Status.RUNNING

    async def test_computers_alone_keep_no_table(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE, computers=EASY)
        await matches.act(match.id, lobby.join(BERT, seat=1))
        match = await matches.act(match.id, lobby.leave(ANNE))
        assert (match.opener, levels(match), match.seats[0].people) == (BERT, [None, None, EASY], ())
        assert (await matches.act(match.id, lobby.leave(BERT))).status is Status.CANCELLED

    @pytest.mark.parametrize("hints", [True, False])
    async def test_a_table_says_whether_hints_may_be_asked_for(self, matches: Matches, hints: bool) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, hints=hints), opener=ANNE, place=HERE)
        assert (await matches.get(match.id)).terms.hints is hints


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

        event.listen(store._engine.sync_engine, "before_cursor_execute", note)
        assert await due(matches) == [match.id]
        event.remove(store._engine.sync_engine, "before_cursor_execute", note)
        ((statement, parameters),) = [one for one in statements if one[0].startswith("SELECT")]
        async with store.read() as connection:
            plan = await connection.run_sync(
                lambda plain: plain.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            )
        read = [row[3] for row in plan if "matches" in row[3]]
        assert read == ["SEARCH matches USING INDEX ix_matches_computer_since (computer_since>?)"]


class TestCost:
    async def test_a_turn_asks_no_more_the_longer_computers_play(
        self, matches: Matches, against: StartMatch, store: Store
    ) -> None:
        statements: list[str] = []
        match = await play_moves(matches, await against(1, 2, goal=1000), "walk", "walk")

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            statements.append(statement)

        event.listen(store._engine.sync_engine, "before_cursor_execute", note)
        counts = set()
        for _ in range(40):
            statements.clear()
            match = await play_moves(matches, match, "walk", "walk")
            counts.add(len(statements))
        event.remove(store._engine.sync_engine, "before_cursor_execute", note)
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

    async def test_an_offer_is_a_message_of_its_own_and_computers_go_on_in_it(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await play_moves(matches, await against(2, 4, goal=40), "walk", "walk")
        await deliver(matches, 500)
        await matches.act(match.id, proposals.offer_draw(BERT))
        assert await deliver(matches, 501) == 501
        match = await play_moves(matches, await matches.get(match.id), "walk")
        assert await deliver(matches, 502) == 501


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
