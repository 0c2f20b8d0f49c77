"""Matches turn by turn, from their logs and from records: what may be revealed, and what can't be replayed."""

import json
from typing import Any

import pytest
from sqlalchemy import update

from bot.match import (
    ComputerLevel,
    Match,
    Matches,
    NotReplayable,
    NotRunning,
    Place,
    PlayedMove,
    PlaysApart,
    Replay,
    SeriesKind,
    Status,
    TableTerms,
    verify,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.records.replay import of_record
from bot.match.values.errors import NothingPlayed, OthersStillPlay, PlayedApart, StillHidden
from bot.rules.record import replay
from bot.store import Store
from bot.store.tables import events
from bot.store.tables import matches as stored
from tests.match.conftest import Clock, StartMatch, computers_agree
from tests.match.played import moves_of, under
from tests.match.toy import PLAYERS, RaceGame

ANNE, BERT, CLEO, _ = PLAYERS


class TestOfALog:
    async def test_a_step_is_a_turn(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike", goal=30)
        for move in ("step", "step", "rest"):
            await matches.act(match.id, turns.play(ANNE, move))
        match = await matches.act(match.id, turns.play(BERT, "step"))
        replay = await matches.records.replay(match.id)
        assert moves_of(replay) == [["step", "step", "rest"], ["step"]]
        assert [decision.opens for turn in replay.turns for decision in turn] == [True, False, False, True]
        assert [decision.seat for turn in replay.turns for decision in turn] == [0, 0, 0, 1]
        assert replay.position(2) == match.state
        assert replay.position(0) == replay.start == replay.turns[0][0].before
        assert replay.turn(0) == ()

    async def test_what_was_taken_back_is_not_there(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike", goal=30)
        await matches.act(match.id, turns.play(ANNE, "step"))
        await matches.act(match.id, turns.play(ANNE, "step"))
        await matches.act(match.id, turns.take_back(ANNE))
        match = await matches.act(match.id, turns.play(ANNE, "rest"))
        replay = await matches.records.replay(match.id)
        assert moves_of(replay) == [["step", "rest"]]
        assert replay.position(replay.last) == match.state

    async def test_automatic_moves_are_marked(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike", goal=30)
        match = await matches.act(match.id, turns.play(ANNE, "jump"))
        replay = await matches.records.replay(match.id)
        told = [(decision.move, decision.automatic) for turn in replay.turns for decision in turn]
        assert told == [(decision.move, decision.automatic) for decision in match.trail.decisions]
        assert told[:2] == [("jump", False), ("land", True)]

    async def test_shuffles_are_left_out_while_it_runs(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(goal=50)
        await matches.act(match.id, turns.play(ANNE, "deal"))
        await matches.act(match.id, turns.play(BERT, "roll"))
        replay = await matches.records.replay(match.id)
        chances = [decision.chance for turn in replay.turns for decision in turn]
        assert (replay.opening, chances[0]) == ((), ())
        assert [type(outcome) for outcome in chances[1]] == [int]
        await matches.act(match.id, proposals.resign(ANNE))
        replay = await matches.records.replay(match.id)
        assert isinstance(replay.turns[0][0].chance[0], list)
        assert replay.opening is not None
        assert len(replay.opening) == 1

    async def test_other_rules_that_play_it_alike_change_nothing(
        self, matches: Matches, store: Store, clock: Clock, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        newer = under(store, clock, RaceGame(2))
        await newer.act(match.id, turns.play(BERT, "walk"))
        replay = await newer.records.replay(match.id)
        assert replay.opening is not None
        assert moves_of(replay) == [["walk"], ["walk"]]

    async def test_what_older_rules_played_otherwise_is_left_out(
        self, matches: Matches, store: Store, clock: Clock, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await matches.act(match.id, turns.play(BERT, "walk"))
        newer = under(store, clock, RaceGame(2))
        await newer.act(match.id, turns.play(ANNE, "roll"))
        await change(store, match, 4, move="roll", chance=[3])  # as if a walk had been something else then
        replay = await newer.records.replay(match.id)
        assert replay.opening is None
        assert moves_of(replay) == [["roll"]]
        with pytest.raises(NotReplayable):
            await newer.records.export(match.id)

    async def test_a_log_that_leads_elsewhere_is_refused(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await change(store, match, 4, move="deal", chance=[["green", "red"]])
        with pytest.raises(NotReplayable):
            await matches.records.replay(match.id)
        await change(store, match, 4, move="fly")
        with pytest.raises(NotReplayable):
            await matches.records.replay(match.id)


async def change(store: Store, match: Match, number: int, **columns: Any) -> None:
    """Change an event as nothing of ours ever does."""
    async with store.write() as connection:
        changed = update(events).where(events.c.match_id == match.id, events.c.number == number)
        await connection.execute(changed.values(**columns))


class TestWhatMayBeTold:
    async def test_nothing_before_the_start(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=Place(1, 2))
        with pytest.raises(NotRunning):
            await matches.records.replay(match.id)
        await matches.act(match.id, lobby.cancel(ANNE))
        with pytest.raises(NothingPlayed):
            await matches.records.replay(match.id)

    async def test_hidden_things_are_shown_at_the_end(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="poker", goal=50)
        await matches.act(match.id, turns.play(ANNE, "deal"))
        with pytest.raises(StillHidden):
            await matches.records.replay(match.id)
        await matches.act(match.id, proposals.resign(ANNE))
        assert (await matches.records.replay(match.id)).turns[0][0].chance

    async def test_parallel_matches_are_revealed_when_all_have_ended(self, matches: Matches, table: StartMatch) -> None:
        host = await table(2, series=SeriesKind.PARALLEL)
        assert host.series is not None
        first, second = (part.match_id for part in host.series.parts)
        with pytest.raises(PlaysApart):
            await matches.records.replay(host.id)
        await matches.act(first, proposals.resign(ANNE))
        for tell in (matches.records.replay, matches.records.export):
            for number in (first, second):
                with pytest.raises(OthersStillPlay):
                    await tell(number)
        await matches.act(second, proposals.resign(BERT))
        assert (await matches.records.replay(first)).last == 0
        with pytest.raises(PlayedApart):
            await matches.records.replay(host.id)


@pytest.fixture
def real(store: Store, clock: Clock) -> Matches:
    """Matches of the games there are."""
    return Matches(store, clock=clock)


async def parcheesi(real: Matches, *moves: str, **options: Any) -> Match:
    match = await real.tables.open(
        TableTerms(game="parcheesi", options=options, seats=2), opener=ANNE, place=Place(1, 2)
    )
    await real.tables.note_posted(match.id, 70)
    await real.act(match.id, lobby.join(BERT))
    match = await real.act(match.id, lobby.begin(ANNE))
    for move in moves:
        match = await real.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


async def played_out(real: Matches, **options: Any) -> Match:
    match = await parcheesi(real, **options)
    while match.state is not None and match.state.to_move is not None:
        move = match.state.notate(match.state.legal()[0])
        match = await real.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


class TestExport:
    async def test_it_is_a_record_with_its_seal(self, real: Matches) -> None:
        match = await played_out(real, max_rolls=8)
        record = await real.records.export(match.id)
        assert replay(record) == match.state
        assert record["seal"] == {"recipe": 1, "commitment": match.commitment, "salt": "70", "seed": match.seed}
        report = verify(record)
        assert (report.wrong, len(report.right)) == ((), 3)
        assert await real.records.of_seal(match.commitment, "70") == [match.id]
        assert moves_of(of_record(record)) == moves_of(await real.records.replay(match.id))

    async def test_luck_stays_sealed_while_it_runs(self, real: Matches) -> None:
        match = await parcheesi(real, "roll")
        record = await real.records.export(match.id)
        assert (record["chance"], record["result"], record["seal"]["seed"]) == (None, None, None)
        assert record["moves"][0] == "roll"
        assert match.commitment == record["seal"]["commitment"]

    async def test_a_game_without_luck_can_be_brought_back_while_it_runs(self, real: Matches) -> None:
        match = await real.tables.open(TableTerms(game="cirondo", seats=2), opener=ANNE, place=Place(1, 2))
        await real.act(match.id, lobby.join(BERT))
        await real.act(match.id, lobby.begin(ANNE, message_id=70))
        match = await real.act(match.id, turns.play(ANNE, "B5-C5"))
        record = await real.records.export(match.id)
        assert record["chance"] == []
        brought = of_record(json.loads(json.dumps(record)))
        assert brought.position(1) == match.state
        assert brought.match.ending is None
        assert verify(record).wrong == ()


async def with_computers(real: Matches, people: int, seats: int, **kwargs: Any) -> Match:
    """A running match in which `people` sit on the first seats and computers on all others."""
    match = await real.tables.open(
        TableTerms(seats=seats, **kwargs), opener=ANNE, place=Place(1, 2), computers=ComputerLevel.EASY
    )
    await real.tables.note_posted(match.id, 70)
    for person in PLAYERS[1:people]:
        await real.act(match.id, lobby.join(person))
    return await real.act(match.id, lobby.begin(ANNE))


async def played_on(real: Matches, match: Match, decisions: int = 10_000) -> Match:
    """The match after the player to move, whether a computer, has played the first legal move so many times."""
    for _ in range(decisions):
        if match.state is None or match.to_move is None:
            break
        move = match.state.notate(match.state.legal()[0])
        if people := match.to_move_people():
            match = await real.act(match.id, turns.play(people[0], move))
        else:
            match = await real.act(match.id, turns.play_computer(move, seen_version=match.version))
    return match


def decisions_of(replay: Replay) -> list[PlayedMove]:
    return [decision for turn in replay.turns for decision in turn]


class TestComputersAndResignations:
    async def test_computers_have_turns_like_all_others_and_who_plays_a_seat_is_none(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await against(3, 4, goal=40)
        match = await played_on(matches, match, 4)
        await matches.act(match.id, presence.absent(BERT))
        match = await matches.act(match.id, presence.take_over(ANNE, 1, ComputerLevel.HARD))
        match = await played_on(matches, match, 4)
        await matches.act(match.id, presence.absent(BERT, gone=False))
        match = await played_on(matches, await matches.act(match.id, proposals.resign(CLEO)), 4)
        replay = await matches.records.replay(match.id)
        assert moves_of(replay) == [["roll"]] * 12
        assert [one.seat for one in decisions_of(replay)] == [0, 1, 2, 3] * 3
        assert [one.computer for one in decisions_of(replay)] == [
            *(False, False, False, True),
            *(False, True, False, True),
            *(False, False, True, True),
        ]
        assert not any(one.automatic for one in decisions_of(replay))
        assert replay.position(replay.last) == match.state
        assert decisions_of(replay)[-len(match.trail.decisions) :] == list(match.trail.decisions)

    async def test_automatic_moves_after_a_computers_decision_are_not_decisions_of_its_own(
        self, matches: Matches, against: StartMatch
    ) -> None:
        match = await against(1, 2, game="hike", goal=30)
        match = await matches.act(match.id, turns.play(ANNE, "rest"))
        match = await matches.act(match.id, turns.play_computer("jump", seen_version=match.version))
        told = [(one.move, one.computer, one.automatic) for one in decisions_of(await matches.records.replay(match.id))]
        assert told[:3] == [("rest", False, False), ("jump", True, False), ("land", False, True)]

    @pytest.mark.parametrize("ends", ["running", "resigned", "agreed"])
    async def test_a_match_that_goes_on_after_a_resignation_is_replayed_exported_and_verified(
        self, real: Matches, ends: str
    ) -> None:
        match = await played_on(real, await with_computers(real, 3, 4, game="cirondo"), 5)
        match = await played_on(real, await real.act(match.id, proposals.resign(BERT)), 7)
        if ends == "resigned":
            await real.act(match.id, proposals.resign(CLEO))
            match = await real.act(match.id, proposals.resign(ANNE))
        elif ends == "agreed":
            for person in (ANNE, CLEO):
                match = await real.act(match.id, proposals.offer_draw(person))
            match = await computers_agree(real, match)
        replay = await real.records.replay(match.id)
        assert (replay.last, replay.position(replay.last)) == (12, match.state)
        record = await real.records.export(match.id)
        report = verify(record)
        assert report.wrong == ()
        brought = of_record(json.loads(json.dumps(record)))
        assert moves_of(brought) == moves_of(replay)
        if ends == "running":
            assert record["result"] is None
            return
        assert match.ending is not None
        assert record["result"] == {
            "ending": ends,
            "places": [2, 4, 3, 1] if ends == "resigned" else [1, 4, 1, 1],
            "scores": None,
            "resigned": [0, 1, 2] if ends == "resigned" else [],
        }
        assert brought.match.ending is not None
        assert (brought.match.ending.places, replay.match.ending) == (match.ending.places, match.ending)
        assert [(seat.people, seat.computer) for seat in brought.match.seats] == [((), None)] * 4

    async def test_played_to_its_end_its_record_has_the_places_of_the_rules(self, store: Store, clock: Clock) -> None:
        real = Matches(store, clock=clock, secret=lambda size: bytes(range(size)))
        match = await with_computers(real, 2, 3, game="parcheesi", options={"max_rolls": 12})
        match = await played_on(real, match, 5)
        match = await played_on(real, await real.act(match.id, proposals.resign(BERT)))
        assert match.state is not None
        assert match.state.result is not None
        assert match.ending is not None
        by_the_rules = match.state.result.places
        assert match.ending.places is not None
        assert (match.ending.kind, match.ending.seats, match.ending.places[1]) == ("played", (1,), 3)
        assert by_the_rules != match.ending.places
        replay = await real.records.replay(match.id)
        assert replay.match.ending == match.ending
        record = await real.records.export(match.id)
        assert (record["result"]["places"], record["result"]["resigned"]) == (list(by_the_rules), [])
        report = verify(record)
        assert (report.wrong, len(report.right)) == ((), 3)
        brought = of_record(json.loads(json.dumps(record)))
        assert brought.match.ending is not None
        assert brought.match.ending.places == by_the_rules
        assert brought.turns[-1][-1].after == match.state

    async def test_places_that_these_rules_would_not_have_given_are_not_exported(
        self, real: Matches, store: Store
    ) -> None:
        match = await with_computers(real, 2, 3, game="southern_cards", options={"hand": 1})
        match = await played_on(real, await real.act(match.id, proposals.resign(BERT)))
        assert match.ending is not None
        await real.records.export(match.id)
        assert match.ending.places is not None
        places = [3 - place if place < 3 else 3 for place in match.ending.places]
        ending = {"kind": "played", "places": places, "scores": list(match.ending.scores or ()), "seats": [1]}
        async with store.write() as connection:
            await connection.execute(update(stored).where(stored.c.id == match.id).values(ending=ending))
        with pytest.raises(NotReplayable):
            await real.records.export(match.id)

    async def test_who_has_resigned_finds_the_match_again_when_it_is_over(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(3, goal=2)
        await matches.act(match.id, proposals.resign(BERT))
        both = (Status.RUNNING, Status.OVER)
        assert await matches.lists.of_user(BERT, statuses=both) == []
        match = await played_on(matches, await matches.get(match.id))
        assert [one.id for one in await matches.lists.of_user(BERT, statuses=both)] == [match.id]


# Records that someone brings
