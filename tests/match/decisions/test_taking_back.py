"""Undoing decisions of one's own turn, and moves that are automatic because there is no choice."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

import bot.rules
from bot.match import (
    BoardHasMoved,
    Match,
    Matches,
    MatchOver,
    NotInThisMatch,
    NotRunning,
    NotYourTurn,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.values.errors import NothingToTakeBack
from bot.rules import IllegalMove
from bot.rules.record import replay
from bot.store import Store
from bot.store.queries import matches as queries
from bot.store.tables import events
from tests.match.conftest import HERE, StartMatch, dump
from tests.match.played import moves_by_turn, play_moves, whole
from tests.match.refusing import refuse
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
STRANGER = 999


async def logged(store: Store, match: Match, *columns: str, since: int) -> list[tuple[Any, ...]]:
    async with store.read() as connection:
        query = select(*(events.c[column] for column in columns)).where(
            events.c.match_id == match.id, events.c.number >= since
        )
        return [tuple(row) for row in await connection.execute(query.order_by(events.c.number))]


class TestTakingBack:
    async def test_one_by_one_to_the_beginning_of_the_turn(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        stations = [await play_moves(matches, await start_match(game="hike"), "step", "rest")]
        for _ in range(2):
            stations.append(await play_moves(matches, stations[-1], "step"))
        match = stations.pop()
        for station in reversed(stations):
            assert match.trail.retractable == 1
            match = await matches.act(match.id, turns.take_back(BERT, seen_version=match.version))
            assert (match.state, match.trail, match.to_move) == (station.state, station.trail, 1)
            assert (match.recent[-1].kind, match.recent[-1].seat) == ("undo", 1)
            assert match.position_version == match.version
            assert await matches.records.check(match.id) == []
        assert (moves_by_turn(match), match.trail.retractable) == ([["step", "rest"]], 0)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(BERT)))

    async def test_the_log_says_from_where_on(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await start_match(game="hike")
        first = match.version + 1
        match = await play_moves(matches, match, "step", "step")
        for _ in range(2):
            match = await matches.act(match.id, turns.take_back(ANNE), interaction=100 + match.version)
        assert await logged(store, match, "kind", "seat", "move", "chance", "data", since=first) == [
            ("move", 0, "step", [], None),
            ("move", 0, "step", [], None),
            ("undo", 0, None, None, {"of": first + 1}),
            ("undo", 0, None, None, {"of": first}),
        ]
        assert all(member is not None for (member,) in await logged(store, match, "member_id", since=first))
        assert [event.kind for event in await matches.records.log(match.id)][-4:] == ["move", "move", "undo", "undo"]

    async def test_other_decisions_may_follow(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        match = await matches.act(match.id, turns.take_back(ANNE))
        match = await play_moves(matches, match, "roll")
        assert moves_by_turn(match) == [["step", "roll"]]
        assert [decision.number for decision in whole(match)] == [4, 7]
        match = await play_moves(matches, match, "rest")
        assert moves_by_turn(match) == [["step", "roll", "rest"]]
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize("lucky", ["roll", "deal"])
    async def test_not_past_luck(self, matches: Matches, start_match: StartMatch, store: Store, lucky: str) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", lucky)
        assert match.trail.retractable == 0
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))
        assert moves_by_turn(match) == [["step", lucky]]

    async def test_only_what_came_after_the_luck(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        dealt = await play_moves(matches, await start_match(game="hike"), "deal")
        match = await play_moves(matches, dealt, "step")
        match = await matches.act(match.id, turns.take_back(ANNE))
        assert match.state == dealt.state
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))

    async def test_hidden_luck_can_not_be_taken_back_either(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(game="smugglers"), "deal")
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))

    @pytest.mark.parametrize("moves", [["rest"], ["step", "rest"], ["step", "step", "step"]])
    async def test_not_after_the_end_of_the_turn(
        self, matches: Matches, start_match: StartMatch, store: Store, moves: list[str]
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), *moves)
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.take_back(ANNE)))
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(BERT)))

    async def test_not_someone_elses(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await play_moves(matches, await start_match(3, game="hike"), "step")
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.take_back(BERT)))
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, turns.take_back(STRANGER)))
        match = await play_moves(matches, match, "ask")
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.take_back(ANNE)))
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(BERT)))
        match = await play_moves(matches, match, "yes")
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))

    async def test_not_someone_elses_even_if_the_rules_let_go_of_it(
        self, matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "ask")
        monkeypatch.setattr(type(match.state), "may_take_back", lambda _after, _before: True)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(BERT)))

    async def test_the_rules_say_what_stands(
        self, matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        monkeypatch.setattr(type(match.state), "may_take_back", lambda _after, _before: False)
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))

    async def test_anyone_on_a_shared_seat_may(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="hike", seats=2, shared=True), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        for person in (BERT, CLEO):
            await matches.act(match.id, lobby.join(person))
        match = await matches.act(match.id, lobby.begin(ANNE))
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert (await matches.act(match.id, turns.take_back(CLEO))).state == match.state

    async def test_not_at_a_table_nor_after_the_end(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        table = await matches.tables.open(TableTerms(game="hike", seats=2), opener=ANNE, place=HERE)
        await refuse(store, NotRunning, lambda: matches.act(table.id, turns.take_back(ANNE)))
        match = await play_moves(matches, await start_match(game="hike", goal=1), "step")
        assert match.status is Status.OVER
        await refuse(store, MatchOver, lambda: matches.act(match.id, turns.take_back(ANNE)))
        given_up = await play_moves(matches, await start_match(game="hike"), "step")
        given_up = await matches.act(given_up.id, proposals.resign(ANNE))
        await refuse(store, MatchOver, lambda: matches.act(given_up.id, turns.take_back(ANNE)))

    async def test_a_board_that_was_left_behind(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await start_match(game="hike")
        seen = match.version
        match = await play_moves(matches, match, "step")
        refusal = await refuse(
            store, BoardHasMoved, lambda: matches.act(match.id, turns.take_back(ANNE, seen_version=seen))
        )
        assert isinstance(refusal, BoardHasMoved)
        assert (refusal.seen, refusal.now) == (seen, match.version)
        back = await matches.act(match.id, turns.take_back(ANNE, seen_version=match.version))
        await refuse(
            store, BoardHasMoved, lambda: matches.act(match.id, turns.play(ANNE, "step", seen_version=match.version))
        )
        assert back.version == match.version + 1

    async def test_the_same_interaction_acts_once(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        first = await matches.act(match.id, turns.take_back(ANNE, seen_version=match.version), interaction=7)
        before = await dump(store)
        again = await matches.act(match.id, turns.take_back(ANNE, seen_version=match.version), interaction=7)
        assert again == first
        assert await dump(store) == before

    async def test_an_offer_is_left_as_it_is(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        offered = await matches.act(match.id, proposals.offer_draw(BERT))
        match = await matches.act(match.id, turns.take_back(ANNE))
        assert match.proposal == offered.proposal is not None
        # Playing on is an answer, which taking back doesn't undo.
        match = await play_moves(matches, match, "step")
        assert match.proposal is None
        assert (await matches.act(match.id, turns.take_back(ANNE))).proposal is None

    async def test_a_person_who_undoes_a_move_is_back(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        await matches.act(match.id, presence.absent(ANNE))
        assert not (await matches.act(match.id, turns.take_back(ANNE))).seats[0].absent


class TestTheRecord:
    @pytest.fixture(autouse=True)
    def known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bot.rules, "GAMES", GAMES)

    async def test_what_was_taken_back_is_not_in_it_and_the_luck_still_fits(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike", goal=100), "deal", "step")
        match = await matches.act(match.id, turns.take_back(ANNE))
        match = await play_moves(matches, match, "roll", "rest", "jump")  # Bert lands without luck on space 2
        match = await matches.act(match.id, turns.take_back(BERT))
        match = await play_moves(matches, match, "step", "step")
        for _ in range(2):
            match = await matches.act(match.id, turns.take_back(BERT))
        match = await play_moves(matches, match, "roll")
        assert match.state is not None
        assert await matches.records.fold(match.id) == match.state.dump()
        assert await matches.records.check(match.id) == []
        match = await matches.act(match.id, proposals.resign(ANNE))
        record = await matches.records.record(match.id)
        assert record["moves"] == ["deal", "roll", "rest", "roll"]
        assert [type(outcome) for outcome in record["chance"]] == [list, list, int, int]
        assert replay(record) == match.state

    async def test_automatic_moves_are_in_it(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "deal", "deal", "deal", "jump")
        match = await matches.act(match.id, proposals.resign(ANNE))
        record = await matches.records.record(match.id)
        assert record["moves"] == ["deal", "deal", "deal", "camp", "jump", "land"]
        assert replay(record) == match.state

    async def test_the_log_may_name_nothing_that_was_not_played(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        match = await matches.act(match.id, turns.take_back(ANNE))
        async with store.write() as connection:
            await connection.exec_driver_sql("UPDATE events SET data = '{\"of\": 3}' WHERE kind = 'undo'")
        with pytest.raises(ValueError, match=f"event {match.version}: KeyError"):
            await matches.records.fold(match.id)
        assert f"event {match.version}" in (await matches.records.check(match.id))[0]


class TestPlayedByItself:
    async def test_each_is_an_event_of_its_own_by_nobody(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        first = match.version + 1
        match = await matches.act(match.id, turns.play(ANNE, "jump"), interaction=5)
        assert (match.version, match.position_version) == (first + 1, first + 1)
        assert [decision.automatic for decision in whole(match)] == [False, True]
        columns = ("number", "kind", "seat", "move", "interaction_id")
        assert await logged(store, match, *columns, since=first) == [
            (first, "move", 0, "jump", 5),
            (first + 1, "move", 0, "land", None),
        ]
        (by,), (nobody,) = await logged(store, match, "member_id", since=first)
        assert by is not None
        assert nobody is None
        assert await matches.records.check(match.id) == []

    async def test_one_follows_from_another(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "jump")
        assert moves_by_turn(match) == [["step", "jump", "land", "camp"]]
        assert (match.to_move, match.trail.going_on) == (1, False)
        assert await matches.records.check(match.id) == []

    async def test_they_may_end_the_match(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike", goal=2), "jump")
        assert (match.status, match.seats[0].number) == (Status.OVER, 0)
        assert match.ending is not None
        assert match.ending.places == (1, 2)
        assert await matches.records.check(match.id) == []

    async def test_their_luck_is_counted_and_can_be_drawn_again(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        match = await play_moves(matches, match, "deal", "deal", "deal")
        assert [decision.move for decision in whole(match)][-1] == "camp"
        assert len(whole(match)[-1].chance) == 1  # at the start the wind blows
        async with store.read() as connection:
            (rows,) = await queries.read(connection, [match.id])
        assert rows.match.drawn == 5  # the lanes of the beginning, three deals, the wind
        assert await matches.records.check(match.id) == []
        match = await play_moves(matches, match, "roll")
        assert await matches.records.check(match.id) == []

    async def test_one_board_is_posted_for_all(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "jump")
        (post,) = await matches.outbox.due()
        assert post.version == match.version

    async def test_a_table_can_do_without(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike", automatic=False)
        assert not match.terms.automatic
        match = await play_moves(matches, match, "jump")
        assert moves_by_turn(match) == [["jump"]]
        assert match.to_move == 0
        match = await play_moves(matches, match, "land", "step")
        assert [decision.automatic for decision in whole(match)] == [False] * 3
        assert (match.to_move, match.trail.going_on) == (0, True)
        match = await play_moves(matches, match, "camp")
        assert match.to_move == 1
        assert await matches.records.check(match.id) == []

    async def test_usually_a_table_has_it(self, start_match: StartMatch) -> None:
        assert (await start_match(game="hike")).terms.automatic

    async def test_they_are_taken_back_along_with_what_they_followed_from(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        jumped = await play_moves(matches, match, "jump")
        assert jumped.trail.retractable == 2
        back = await matches.act(match.id, turns.take_back(ANNE))
        assert (back.state, moves_by_turn(back)) == (match.state, [])
        assert await logged(store, match, "kind", "data", since=jumped.version + 1) == [
            ("undo", {"of": jumped.version - 1})
        ]
        assert await matches.records.check(match.id) == []

    async def test_without_it_they_are_taken_back_one_by_one(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike", automatic=False)
        jumped = await play_moves(matches, match, "jump")
        await play_moves(matches, jumped, "land")
        assert (await matches.act(match.id, turns.take_back(ANNE))).state == jumped.state
        assert (await matches.act(match.id, turns.take_back(ANNE))).state == match.state

    async def test_luck_that_they_drew_holds_what_they_followed_from(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step", "step", "rest", "jump")
        jumped = whole(match)[-2:]
        assert [(one.move, one.lucky, one.automatic) for one in jumped] == [
            ("jump", False, False),
            ("land", True, True),  # slid, since from space 3 one lands on space 5
        ]
        await refuse(store, NothingToTakeBack, lambda: matches.act(match.id, turns.take_back(ANNE)))


class TestSeveralDecisions:
    """Several decisions of a seat are played in one go, all of them or none."""

    async def test_each_is_an_event_of_its_own_by_the_same_person(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        first = match.version + 1
        match = await matches.act(match.id, turns.play(ANNE, "jump", "step"), interaction=5)
        logged_moves = await logged(store, match, "kind", "seat", "move", "interaction_id", since=first)
        assert logged_moves == [
            ("move", 0, "jump", 5),
            ("move", 0, "land", None),
            ("move", 0, "step", None),
            ("move", 0, "camp", None),
        ]
        people = [by is not None for (by,) in await logged(store, match, "member_id", since=first)]
        assert people == [True, False, True, False]
        assert [decision.automatic for decision in whole(match)] == [False, True, False, True]
        assert await matches.records.check(match.id) == []
        (post,) = await matches.outbox.due()
        assert post.version == match.version

    async def test_the_match_is_as_if_they_had_been_played_one_by_one(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        apart = await play_moves(matches, await start_match(game="hike"), "step", "step", "deal")
        match = await start_match(game="hike")
        together = await matches.act(match.id, turns.play(ANNE, "step", "step", "deal"))
        assert moves_by_turn(together) == moves_by_turn(apart)
        assert together.trail.retractable == apart.trail.retractable
        assert (together.version, together.to_move) == (apart.version, apart.to_move)

    async def test_they_are_taken_back_one_by_one(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        together = await matches.act(match.id, turns.play(ANNE, "step", "step"))
        assert together.version == match.version + 2
        one = await matches.act(match.id, turns.take_back(ANNE))
        assert moves_by_turn(one) == [["step"]]
        assert (await matches.act(match.id, turns.take_back(ANNE))).state == match.state
        assert await matches.records.check(match.id) == []

    async def test_if_one_is_not_legal_none_is_played(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        await refuse(store, IllegalMove, lambda: matches.act(match.id, turns.play(ANNE, "step", "fly")))

    async def test_nobody_decides_for_the_next_seat(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        await refuse(store, NotYourTurn, lambda: matches.act(match.id, turns.play(ANNE, "jump", "step")))


class TestAtOnce:
    """Two processes, or one that dies in the middle. `test_races` has more."""

    @pytest.mark.parametrize("first", [0, 1])
    async def test_of_taking_back_and_playing_one_wins(
        self, matches: Matches, another: Matches, start_match: StartMatch, first: int
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        calls = [
            asyncio.ensure_future(call)
            for number in range(4)
            for call in (
                (matches, another)[first].act(
                    match.id, turns.take_back(ANNE, seen_version=match.version), interaction=number + 1
                ),
                (another, matches)[first].act(
                    match.id, turns.play(ANNE, "jump", seen_version=match.version), interaction=number + 9
                ),
            )
        ]
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        (won,) = [one for one in outcomes if isinstance(one, Match)]
        assert {type(one) for one in outcomes if not isinstance(one, Match)} == {BoardHasMoved}
        news = [entry.kind for entry in await matches.records.log(match.id) if entry.number > match.version]
        assert news in (["undo"], ["move", "move", "move"])
        assert won.version == match.version + len(news)
        assert await matches.records.check(match.id) == []

    async def test_one_interaction_that_arrives_twice_at_the_same_time_acts_once(
        self, matches: Matches, another: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        outcomes = await asyncio.gather(
            *(
                side.act(match.id, turns.take_back(ANNE), interaction=77)
                for side in (matches, another, matches, another)
            )
        )
        assert {one.version for one in outcomes} == {match.version + 1}
        assert moves_by_turn(outcomes[0]) == [["step"]]

    @pytest.mark.parametrize(
        ("act", "where", "call"),
        [
            ("jump", "append", 1),
            ("jump", "append", 2),
            ("jump", "append", 3),
            ("jump", "keep_snapshot", 1),
            ("undo", "append", 1),
            ("undo", "keep_snapshot", 1),
        ],
    )
    async def test_a_failure_in_the_middle_leaves_nothing(
        self,
        matches: Matches,
        start_match: StartMatch,
        store: Store,
        monkeypatch: pytest.MonkeyPatch,
        act: str,
        where: str,
        call: int,
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        before = await dump(store)
        genuine = getattr(queries, where)
        asked = 0

        async def breaks(*arguments: object, **kwargs: object) -> None:
            nonlocal asked
            await genuine(*arguments, **kwargs)
            asked += 1
            if asked == call:
                raise RuntimeError("the power is gone")

        async def acts() -> Match:
            if act == "jump":
                return await matches.act(match.id, turns.play(ANNE, "jump"))
            return await matches.act(match.id, turns.take_back(ANNE))

        with monkeypatch.context() as broken:
            broken.setattr(queries, where, breaks)
            with pytest.raises(RuntimeError):
                await acts()
        assert await dump(store) == before
        assert (await acts()).version == match.version + (3 if act == "jump" else 1)
