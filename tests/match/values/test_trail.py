"""The newest turns beside the position: what is stored, for how long, and what is shown to whom."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.match import Match, Matches, PlayedMove, Status
from bot.match.decisions import proposals, turns
from bot.match.values import trail as trail_module
from bot.match.values.errors import NothingToTakeBack
from bot.match.values.trail import RecordedMove, Trail
from bot.rules import GAMES as REAL_GAMES
from bot.rules.chance import Scripted
from bot.store import Store
from bot.store.tables import snapshots
from tests.match.conftest import Clock, StartMatch, dump
from tests.match.played import moves_by_turn, play_moves, whole
from tests.match.toy import GAMES, PLAYERS, HikeGame, games

ANNE, BERT, CLEO = PLAYERS[:3]
DOWN_UNDER = REAL_GAMES["down_under"]
DAMAGED = "The stored newest turns are damaged."


class TestWhatIsKept:
    async def test_nothing_before_the_first_decision(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        assert (moves_by_turn(match), match.before) == ([], None)
        assert (match.trail.going_on, match.trail.retractable, match.trail.run) == (False, 0, match.version)

    async def test_the_turn_going_on_and_the_one_before(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        assert (moves_by_turn(match), match.trail.going_on) == ([["step", "step"]], True)
        match = await play_moves(matches, match, "step")
        assert (moves_by_turn(match), match.trail.going_on) == ([["step", "step", "step", "camp"]], False)
        match = await play_moves(matches, match, "roll", "step")
        assert moves_by_turn(match) == [["step", "step", "step", "camp"], ["roll", "step"]]
        assert [decision.seat for decision in whole(match)] == [0, 0, 0, 0, 1, 1]

    async def test_only_the_finished_turn_after_its_end(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "rest", "step", "roll", "rest")
        assert (moves_by_turn(match), match.trail.going_on) == ([["step", "roll", "rest"]], False)
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["step", "roll", "rest"], ["step"]]
        match = await play_moves(matches, match, "rest")
        assert moves_by_turn(match) == [["step", "rest"]]

    async def test_a_round_where_more_than_two_play(self, matches: Matches, start_match: StartMatch) -> None:
        """Since the seat to move played last, and while it plays."""
        match = await play_moves(
            matches, await start_match(game="hike", seats=3), "rest", "step", "rest", "rest", "rest"
        )
        assert moves_by_turn(match) == [["rest"], ["rest"]]
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["rest"], ["rest"], ["step"]]
        assert whole(match)[-1].seat == 1

    async def test_the_last_turn_of_all(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike", goal=3), "rest", "step", "jump")
        assert (match.status, match.trail.going_on) == (Status.OVER, False)
        assert moves_by_turn(match) == [["step", "jump", "land"]]
        assert whole(match)[-1].after == match.state

    async def test_each_decision_is_an_event_with_its_positions_and_its_luck(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "roll", "step", "jump")
        log = {event.number: event for event in await matches.records.log(match.id)}
        decisions = whole(match)
        assert [decision.move for decision in decisions] == ["step", "roll", "step", "camp", "jump", "land"]
        for decision in decisions:
            done = log[decision.number]
            assert (done.kind, done.seat, done.move, done.chance) == (
                "move",
                decision.seat,
                decision.move,
                decision.chance,
            )
            assert decision.lucky == bool(decision.chance)
            assert decision.before.play(decision.move, Scripted(decision.chance)) == decision.after
        assert [decision.opens for decision in decisions] == [
            index == 0 or decision.seat != decisions[index - 1].seat for index, decision in enumerate(decisions)
        ]

    async def test_where_every_decision_is_a_turn_one_is_kept(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(goal=50)
        for turn, move in enumerate(["walk", "roll", "deal", "walk"]):
            before = match
            match = await matches.act(match.id, turns.play(PLAYERS[turn % 2], move))
            (decision,) = match.trail.decisions
            assert (decision.move, decision.seat, decision.opens) == (move, turn % 2, True)
            assert (decision.before, decision.after) == (before.state, match.state)
            assert match.before == before.state
            assert (match.trail.going_on, match.trail.run) == (False, match.version)

    async def test_an_offer_in_between_leaves_it_alone(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        assert (await matches.act(match.id, proposals.offer_draw(BERT))).trail == match.trail

    async def test_the_whole_turn_is_there_after_a_restart(
        self, matches: Matches, start_match: StartMatch, address: str, clock: Clock
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "roll", "rest", "deal", "ask", "yes", "step")
        async with await Store.open(address) as opened:
            again = await Matches(opened, games=GAMES, clock=clock).get(match.id)
        assert again == match
        assert moves_by_turn(again) == [["deal", "ask", "yes", "step", "camp"]]
        assert whole(again) == whole(match)

    async def test_of_very_long_turns_the_newest_decisions_are_kept(
        self, matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(trail_module, "LONGEST", 2)
        match = await play_moves(matches, await start_match(game="hike"), "roll", "ask", "no")
        assert moves_by_turn(match) == [["ask", "no"]]
        assert [decision.opens for decision in whole(match)] == [False, False]
        assert await matches.records.check(match.id) == []
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["step", "camp"]]
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["camp"], ["step"]]
        match = await play_moves(matches, match, "step")
        assert moves_by_turn(match) == [["step", "step"]]
        for _ in range(2):
            match = await matches.act(match.id, turns.take_back(BERT))
        assert (moves_by_turn(match), match.trail.going_on) == ([], False)
        assert await matches.records.check(match.id) == []

    async def test_what_is_cut_off_in_a_turn_can_not_be_taken_back(
        self, matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(trail_module, "LONGEST", 1)
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        match = await matches.act(match.id, turns.take_back(ANNE))
        assert (moves_by_turn(match), match.trail.going_on) == ([], True)
        with pytest.raises(NothingToTakeBack):
            await matches.act(match.id, turns.take_back(ANNE))
        match = await play_moves(matches, match, "step")
        assert [decision.opens for decision in whole(match)] == [False]
        assert await matches.records.check(match.id) == []

    async def test_what_plays_itself_without_end_stops(
        self, matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(turns, "LONGEST", 1)
        match = await play_moves(matches, await start_match(game="hike"), "jump")
        assert moves_by_turn(match) == [["jump"]]
        match = await play_moves(matches, match, "land")
        assert [decision.automatic for decision in whole(match)] == [False, False]


class TestRuns:
    """A run are the decisions that one seat takes one after another in one turn."""

    async def test_it_is_named_by_what_began_it(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        began = match.version
        match = await play_moves(matches, match, "step")
        assert match.trail.run == began
        match = await play_moves(matches, match, "ask")
        asked = match.version
        assert match.trail.run == asked > began
        match = await play_moves(matches, match, "no")
        assert match.trail.run == match.version
        match = await play_moves(matches, match, "step")
        assert match.recent[-1].move == "camp"
        assert match.trail.run == match.version
        ended = match.version
        assert (await play_moves(matches, match, "step", "step")).trail.run == ended

    async def test_taking_back_stays_in_it(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        run = match.trail.run
        match = await play_moves(matches, match, "step")
        assert (await matches.act(match.id, turns.take_back(ANNE))).trail.run == run


# PostgreSQL stores no document that can't be read.
NO_JSON = [pytest.param(damage, marks=pytest.mark.sqlite) for damage in ("{", "")]


class TestDamage:
    async def altered(self, store: Store, **columns: str | None) -> None:
        async with store.write() as connection:
            for column, value in columns.items():
                text = "NULL" if value is None else f"'{value}'"
                await connection.exec_driver_sql(f"UPDATE snapshots SET {column} = {text}")  # noqa: S608 - the test's own

    async def kept(self, store: Store) -> Any:
        async with store.read() as connection:
            return await connection.scalar(select(snapshots.c.trail))

    async def goes_on(self, matches: Matches, match: Match) -> None:
        """The next decision is shown again, and everything is in order."""
        match = await play_moves(matches, match, "step")
        assert [decision.move for decision in whole(match)] == ["step"]
        assert await matches.records.check(match.id) == []

    async def test_a_match_without_it_shows_nothing(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        await self.altered(store, trail=None, before=None)
        bare = await matches.get(match.id)
        assert (bare.state, bare.status) == (match.state, Status.RUNNING)
        assert (moves_by_turn(bare), bare.before, bare.trail.going_on) == ([], None, False)
        assert bare.trail.run == match.position_version
        assert await matches.records.check(match.id) == []
        with pytest.raises(NothingToTakeBack):
            await matches.act(match.id, turns.take_back(ANNE))
        await self.goes_on(matches, match)

    @pytest.mark.thorough
    @pytest.mark.parametrize("column", ["trail", "before"])
    @pytest.mark.parametrize("damage", [*NO_JSON, "7", "[1, 2]", "{}", '{"run": 4, "going_on": true, "kept": [[1]]}'])
    async def test_a_damaged_one_shows_nothing_and_is_found(
        self, matches: Matches, store: Store, start_match: StartMatch, column: str, damage: str
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        await self.altered(store, **{column: damage})
        bare = await matches.get(match.id)
        assert (bare.state, moves_by_turn(bare), bare.trail.retractable) == (match.state, [], 0)
        assert await matches.records.check(match.id) == [DAMAGED]
        with pytest.raises(NothingToTakeBack):
            await matches.act(match.id, turns.take_back(ANNE))
        await self.goes_on(matches, match)

    @pytest.mark.parametrize(
        "lie",
        [
            {"run": "x"},
            {"kept": 7},
            {"kept": [[4, 0, "fly", [], True, False]]},
            {"kept": [[4, 0, "step", None, True, False]]},
            {"kept": [[4, 0, "step", [3], True, False]]},
            {"kept": [[4, 0, "roll", [7], True, False]]},
        ],
    )
    async def test_decisions_that_can_not_have_been_are_not_shown(
        self, matches: Matches, store: Store, start_match: StartMatch, lie: dict[str, Any]
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        await self.altered(store, trail=json.dumps(await self.kept(store) | lie))
        assert moves_by_turn(await matches.get(match.id)) == []
        assert await matches.records.check(match.id) == [DAMAGED]
        await self.goes_on(matches, match)

    async def test_one_that_leads_elsewhere_is_found_and_nothing_of_it_is_taken_back(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "step")
        kept = await self.kept(store)
        await self.altered(store, trail=json.dumps(kept | {"kept": kept["kept"][:1]}))
        assert await matches.records.check(match.id) == [DAMAGED]
        before = await dump(store)
        with pytest.raises(NothingToTakeBack):
            await matches.act(match.id, turns.take_back(ANNE))
        assert await dump(store) == before

    async def test_a_position_made_again_from_the_log_shows_no_damaged_turn(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        async with store.write() as connection:
            await connection.execute(update(snapshots).values(trail={"kept": 7}))
        again = await matches.records.rebuild(match.id)
        assert (again.state, moves_by_turn(again)) == (match.state, [])
        assert await matches.records.check(match.id) == []
        await self.goes_on(matches, match)


class TestOtherRules:
    """What the new rules read alike is shown on, but nothing of it is taken back."""

    @pytest.fixture
    def newer(self, store: Store, clock: Clock) -> Matches:
        return Matches(store, games=games(HikeGame(2)), clock=clock)

    @pytest.fixture
    def steeper(self, store: Store, clock: Clock) -> Matches:
        """Rules that know no steps."""
        return Matches(store, games=games(HikeGame(2, steep=True)), clock=clock)

    async def test_a_turn_that_reads_alike_is_shown_on(
        self, matches: Matches, newer: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step", "rest", "step", "step")
        after = await newer.get(match.id)
        assert (after.rules_version, after.recent[-1].kind) == (2, "rebase")
        assert moves_by_turn(after) == moves_by_turn(match) == [["step", "rest"], ["step", "step"]]
        assert whole(after) == whole(match)
        assert await newer.records.check(match.id) == []

    async def test_it_can_not_be_taken_back(
        self, matches: Matches, newer: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        match = await newer.get(match.id)
        assert match.trail.retractable == 0
        before = await dump(store)
        with pytest.raises(NothingToTakeBack):
            await newer.act(match.id, turns.take_back(ANNE))
        assert await dump(store) == before

    async def test_what_is_decided_since_can(self, matches: Matches, newer: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        match = await newer.get(match.id)
        later = await play_moves(newer, match, "step")
        assert later.trail.retractable == 1
        back = await newer.act(match.id, turns.take_back(ANNE))
        assert (back.state, back.trail) == (match.state, match.trail)
        with pytest.raises(NothingToTakeBack):
            await newer.act(match.id, turns.take_back(ANNE))
        assert await newer.records.check(match.id) == []

    async def test_a_turn_that_they_can_not_play_is_not_shown(
        self, matches: Matches, steeper: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike"), "step")
        after = await steeper.get(match.id)
        assert (after.status, moves_by_turn(after), after.trail.run) == (Status.RUNNING, [], after.position_version)
        assert await steeper.records.check(match.id) == []
        after = await play_moves(steeper, after, "roll")
        assert moves_by_turn(after) == [["roll"]]
        assert await steeper.records.check(match.id) == []


class TestWhoSeesTheLuck:
    def chances(self, match: Match) -> list[tuple[Any, ...]]:
        return [decision.chance for decision in match.trail.decisions]

    async def test_rolls_are_everyones_and_shuffles_wait_for_the_end(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="hike", goal=100), "deal", "roll")
        assert [list(map(type, chance)) for chance in self.chances(match)] == [[], [int]]
        assert [decision.lucky for decision in match.trail.decisions] == [True, True]
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert [list(map(type, chance)) for chance in self.chances(match)] == [[list], [int]]

    async def test_in_a_game_that_hides_things_all_luck_waits_for_the_end(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await play_moves(matches, await start_match(game="smugglers", goal=100), "roll", "deal")
        assert self.chances(match) == [(), ()]
        assert [decision.lucky for decision in whole(match)] == [True, True]
        assert match.trail.retractable == 0
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert [list(map(type, chance)) for chance in self.chances(match)] == [[int], [list]]

    async def test_nothing_that_is_hidden_is_in_a_repr(self, matches: Matches, start_match: StartMatch) -> None:
        match = await play_moves(matches, await start_match(game="smugglers", goal=100), "deal")
        (decision,) = (await matches.act(match.id, proposals.resign(ANNE))).trail.decisions
        recorded_move = RecordedMove(4, 0, "deal", (["red", "green"],), opens=True, automatic=False)
        with_luck = replace(decision, chance=(["red", "green"],))
        for value in (match.trail, decision, recorded_move, with_luck):
            assert "lanes" not in repr(value)
            assert "red" not in repr(value)


class TestWhatFollowsByItself:
    def decided(self, trail: Trail, *moves: str) -> Trail:
        """The trail after the first of these moves, which is chosen, and the others, which follow by themselves."""
        number, state = (
            trail.entries[-1].number + 1 if trail.entries else 1,
            trail.decisions[-1].after if trail.entries else None,
        )
        before: Any = state or DOWN_UNDER.start(4, {"growth": "one_end"}, Scripted([]))
        decisions: list[PlayedMove] = []
        for index, move in enumerate(moves):
            after = before.play(before.parse(move), Scripted([]))
            seat, automatic = before.to_move, index > 0
            decisions.append(PlayedMove(number + index, seat, move, (), False, False, automatic, before, after))
            before = after
        return trail_module.extend_trail(trail, decisions)

    def test_whole_turns_are_shown_with_the_persons_turn_before_them(self) -> None:
        trail = self.decided(Trail(DOWN_UNDER, None, (), 0, going_on=False), "terminal n14 N", "terminal n13 S")
        assert [[decision.move for decision in turn] for turn in trail.turns] == [
            ["terminal n14 N"],
            ["terminal n13 S"],
        ]
        assert trail.newest(1) == trail.turns
        trail = self.decided(trail, "terminal o14 W", "terminal p14 E")
        assert [decision.move for decision in trail.decisions] == ["terminal o14 W", "terminal p14 E"]
        trail = self.decided(trail, trail.decisions[-1].after.notate(trail.decisions[-1].after.legal()[0]))
        assert len(trail.decisions) == 1
        assert trail.newest(1) == trail.turns
