"""Matches turn by turn, from their logs and from records: what may be revealed, and what can't be replayed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from bot.match import (
    ComputerLevel,
    Match,
    Matches,
    NotARecord,
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
from bot.match.records.files import read_record
from bot.match.records.replay import MOVES, of_record
from bot.match.values.errors import NothingPlayed, OthersStillPlay, PlayedApart, StillHidden
from bot.rules import GAMES as REAL
from bot.rules.chance import Recorded, Sealed
from bot.rules.record import played, replay
from bot.store import Store
from bot.store.tables import events
from bot.store.tables import matches as stored
from tests.match.conftest import Clock, StartMatch, computers_agree
from tests.match.reading.test_other_rules import under
from tests.match.toy import PLAYERS, RaceGame

ANNE, BERT, CLEO, _ = PLAYERS
RECORDS = Path(__file__).parents[2] / "records"


def moves_of(replay: Replay) -> list[list[str]]:
    return [[decision.move for decision in turn] for turn in replay.turns]


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


def lines(game: str) -> list[str]:
    return (RECORDS / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()


SHORT = [
    line for game in REAL for line in sorted((line for line in lines(game) if '"moves":[]' not in line), key=len)[:12]
]
LUCKY = [line for line in SHORT if '"chance":[]' not in line]


SEED = bytes(range(32))
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"  # as docs/record-format.md has it


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """A match like that of the record, with luck drawn from `SEED`: where a move isn't possible then, another one."""
    luck = Recorded(Sealed(SEED, "77"))
    state = REAL[record["game"]].start(record["seats"], record["options"], luck)
    moves = []
    for text in record["moves"]:
        if state.to_move is None:
            break
        legal = {state.notate(move): move for move in state.legal()}
        moves.append(text if text in legal else [*legal][-1])
        state = state.play(legal[moves[-1]], luck)
    ending = "agreed" if state.result is None else "played"
    made = played(record["game"], record["seats"], record["options"], moves, luck.outcomes, ending=ending)
    return {**made, "seal": {"recipe": 1, "commitment": COMMITMENT, "salt": "77", "seed": SEED.hex()}}


class TestRecordsComeBack:
    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(SHORT))
    def test_a_record_gives_the_turns_of_its_match(self, line: str) -> None:
        record = json.loads(line)
        brought = of_record(read_record(line.encode()))
        assert [move for turn in moves_of(brought) for move in turn] == record["moves"]
        assert brought.position(brought.last) == replay(record)
        for turn in brought.turns:
            *within, last = turn
            assert all(decision.after.same_turn(decision.before) for decision in within)
            assert turn is brought.turns[-1] or not last.after.same_turn(last.before)

    @pytest.mark.thorough
    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(LUCKY), data=st.data())
    def test_a_changed_outcome_is_found(self, line: str, data: st.DataObject) -> None:
        record = sealed(json.loads(line))
        assert verify(record).wrong == ()
        number = data.draw(st.integers(0, len(record["chance"]) - 1))
        outcome = record["chance"][number]
        if isinstance(outcome, int):
            changed: Any = data.draw(st.integers(1, 6).filter(lambda other: other != outcome))
        else:
            changed = data.draw(st.permutations(outcome).filter(lambda other: other != outcome))
        chance = [*record["chance"]]
        chance[number] = changed
        report = verify({**record, "chance": chance})
        assert report.wrong
        assert any(str(finding).startswith(f"chance[{number}] ") for finding in report.wrong)

    def test_the_move_with_which_a_wrong_outcome_was_drawn_is_named(self) -> None:
        record = sealed(json.loads(next(line for line in LUCKY if '"game":"parcheesi"' in line)))
        decisions = [one for turn in of_record(record).turns for one in turn]
        drawn = [index for index, one in enumerate(decisions) for _ in one.chance or ()]
        places = [*["at the start"] * (len(record["chance"]) - len(drawn)), *(f"at moves[{index}]" for index in drawn)]
        assert "at moves[0]" in places
        for number, (outcome, where) in enumerate(zip(record["chance"], places, strict=True)):
            chance = [*record["chance"]]
            chance[number] = outcome % 6 + 1 if isinstance(outcome, int) else outcome[::-1]
            assert str(verify({**record, "chance": chance}).wrong[-1]).startswith(f"chance[{number}] ({where}) ")

    @settings(max_examples=25, deadline=None)
    @given(line=st.sampled_from(SHORT), data=st.data())
    def test_a_changed_move_is_found_or_makes_another_match(self, line: str, data: st.DataObject) -> None:
        record = json.loads(line)
        number = data.draw(st.integers(0, len(record["moves"]) - 1))
        before = of_record(record)
        decision = [one for turn in before.turns for one in turn][number]
        others = [decision.before.notate(move) for move in decision.before.legal()]
        others = [text for text in others if text != record["moves"][number]]
        changed = data.draw(st.sampled_from([*others[:40], "nonsense"]))
        moves = [*record["moves"]]
        moves[number] = changed
        report = verify({**record, "moves": moves})
        assert report.wrong or moves_of(of_record({**record, "moves": moves})) != moves_of(before)
        assert changed != "nonsense" or str(report.wrong[0]).startswith(f"moves[{number}]: ")


GOOD = played("cirondo", 2, {}, ["B5-C5"], ending="agreed", places=[1, 1])


class TestRecordsOfOthers:
    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ({"moves": ["B5-C5"] * (MOVES + 1)}, "moves: there are 5,001"),
            ({"moves": ["x" * 301]}, "moves[0]: a text of at most 300 letters"),
            ({"moves": [5]}, "moves[0]: a text"),
            ({"moves": ["B5-D5"]}, "moves[0]: "),
            ({"game": "chess"}, "game: "),
            ({"options": []}, "options"),
            ({"options": {"teams": {}}}, "options.teams"),
            ({"seats": [2]}, "seats"),
            ({"seats": 10**30}, "seats"),
            ({"result": {}}, "result: "),
            ({"seal": None}, "seal: "),
            ({"seal": {"recipe": 2, "commitment": "0" * 64, "salt": "1", "seed": None}}, "seal.recipe: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 63, "salt": "1", "seed": None}}, "seal.commitment: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": 1, "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "1" * 101, "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "\ud800", "seed": None}}, "seal.salt: "),
            ({"seal": {"recipe": 1, "commitment": "0" * 64, "salt": "1", "seed": "x" * 64}}, "seal.seed: "),
            ({"more": 1}, "the record: "),
        ],
    )
    def test_a_record_that_is_none_names_the_place(self, changes: dict[str, Any], problem: str) -> None:
        with pytest.raises(NotARecord) as refusal:
            of_record({**GOOD, **changes})
        assert str(refusal.value).startswith(f"This file can't be used: {problem}")
        assert len(str(refusal.value)) < 400

    def test_playing_it_again_has_an_end(self) -> None:
        with pytest.raises(NotARecord, match="takes too long"):
            of_record(GOOD, seconds=-1.0)
        with pytest.raises(NotARecord, match="takes too long"):
            verify(GOOD, seconds=-1.0)


class TestVerify:
    def test_a_seed_that_was_not_announced_is_found(self) -> None:
        record = sealed(json.loads(LUCKY[0]))
        record["seal"]["commitment"] = "0" * 64
        (finding,) = verify(record).wrong
        assert str(finding).startswith("seal.seed: its SHA-256 is 630dcd29")

    def test_what_can_not_be_checked_is_said(self) -> None:
        report = verify(json.loads(LUCKY[0]))
        assert report.wrong == ()
        assert [str(finding).partition(":")[0] for finding in report.unchecked] == ["The luck"]
        report = verify(sealed(json.loads(LUCKY[0])))
        assert "the table's message" in str(report.unchecked[0])

    @pytest.mark.parametrize("record", [GOOD, sealed(dict(GOOD))])
    def test_where_no_luck_is_drawn_nothing_is_said_of_a_seal(self, record: dict[str, Any]) -> None:
        report = verify(record)
        assert (report.wrong, report.unchecked) == ((), ())
        assert str(report.right[-1]) == "No luck was drawn."

    def test_a_wrong_result_is_found(self) -> None:
        record = json.loads(
            next(line for line in lines("cirondo") if '"places":[1,2],"scores":null,"ending":"pl' in line)
        )
        result = {**record["result"], "places": [2, 1]}
        assert str(verify({**record, "result": result}).wrong[0]).startswith("result.places: ")

    def test_many_wrong_outcomes_are_counted(self) -> None:
        record = sealed(max((json.loads(line) for line in LUCKY), key=lambda one: len(one["chance"])))
        record["seal"]["salt"] = "78"
        assert "Further outcomes" in str(verify(record).wrong[-1])
