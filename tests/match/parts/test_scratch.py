"""Scratch boards: lines in a tree, kept with the match, bounded, and nothing of what is hidden in any of them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from bot.match import Match, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.parts import scratch
from bot.match.reading.trying import LuckNeeded
from bot.match.values.errors import NotInThisMatch, NotRunning, PlaysApart, YouHaveResigned
from bot.match.values.scratch import ScratchBoard, ScratchPlace, TriedPosition
from bot.match.values.scratch_errors import (
    NoSuchLine,
    NothingToTryOut,
    NotSupposable,
    NotThisLuck,
    ScratchBoardIsFull,
    ScratchBoardsAreFull,
)
from bot.rules import GAMES, IllegalMove
from bot.rules.chance import Recorded, Sealed
from bot.store import Store
from bot.store.practice_tables import scratch_positions
from bot.text.own_words import OwnWords
from tests.match.conftest import HERE, Clock, dump
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def begun(matches: Matches, game: str = "cirondo", people: Sequence[int] = (ANNE, BERT), **terms: Any) -> Match:
    """A rated match after some turns."""
    table = await matches.tables.open(
        TableTerms(game, len(people), **{"rated": len(people) > 1, **terms}), opener=people[0], place=HERE
    )
    await matches.tables.note_posted(table.id, 900)
    for person in people[1:]:
        await matches.act(table.id, lobby.join(person))
    match = await matches.act(table.id, lobby.begin(people[0]))
    for _ in range(0 if match.state is None else 3):
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


async def tried(matches: Matches, match: Match, user: int, position: int, choice: int = 0) -> int:
    """The position after a move, the luck of which is random."""
    state: Any = (await matches.scratch.place(match, user, position)).state
    move = state.notate(state.legal()[choice])
    return await matches.scratch.play(match, user, position, move, at_random=True)


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("game", GAMES)
async def test_one_plays_for_everyone_whoever_is_to_move_in_the_match(matches: Matches, game: str) -> None:
    """And the match doesn't notice."""
    seats = next(number for number in GAMES[game].seats({}) if number > 1)
    match = await begun(matches, game, PLAYERS[:seats])
    for person in PLAYERS[:seats]:
        position = await matches.scratch.begin(match, person)
        for number in range(6):
            position = await tried(matches, match, person, position)
            place = await matches.scratch.place(match, person, position)
            assert place.played is not None
            assert len(place.board.way_to(position)) >= number + 2
    now = await matches.get(match.id)
    assert (now.version, now.state) == (match.version, match.state)


async def test_the_same_position_and_the_same_move_are_there_once(matches: Matches, store: Store) -> None:
    match = await begun(matches)
    start = await matches.scratch.begin(match, ANNE)
    first = await tried(matches, match, ANNE, start)
    before = await dump(store)
    assert await matches.scratch.begin(match, ANNE) == start
    assert await tried(matches, match, ANNE, start) == first
    assert (await dump(store))["scratch_positions"] == before["scratch_positions"]
    other = await tried(matches, match, ANNE, start, 1)
    board = await matches.scratch.board(match, ANNE)
    assert [one.id for one in board.after(start)] == [first, other]


async def test_a_new_position_of_the_match_stands_beside_the_earlier_one_if_that_was_used(matches: Matches) -> None:
    match = await begun(matches)
    starts = []
    for used in (False, True, False):
        starts.append(await matches.scratch.begin(match, ANNE))
        if used:
            await tried(matches, match, ANNE, starts[-1])
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    newest = await matches.scratch.begin(match, ANNE)
    board = await matches.scratch.board(match, ANNE)
    assert [one.id for one in board.after(None)] == [starts[1], newest]


async def test_luck_is_chosen_or_drawn_by_chance_that_no_match_knows(matches: Matches) -> None:
    match = await begun(matches, "parcheesi", automatic=False, rolls=False)
    start = position = await matches.scratch.begin(match, ANNE)
    state: Any = (await matches.scratch.place(match, ANNE, position)).state
    while state.only_roll() is None:
        position = await tried(matches, match, ANNE, position)
        state = (await matches.scratch.place(match, ANNE, position)).state
    with pytest.raises(LuckNeeded):
        await matches.scratch.play(match, ANNE, position, "roll", [5])
    with pytest.raises(NotThisLuck):
        await matches.scratch.play(match, ANNE, position, "roll", [5, 7])
    chosen = await matches.scratch.play(match, ANNE, position, "roll", [5, 2])
    place = await matches.scratch.place(match, ANNE, chosen)
    assert (place.at.step, place.at.luck) == ("roll", (5, 2))
    rolls = {await matches.scratch.play(match, ANNE, position, "roll", at_random=True) for _ in range(30)}
    assert len(rolls) > 5
    assert start in (await matches.scratch.board(match, ANNE)).by_id


async def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(matches: Matches, store: Store) -> None:
    match = await begun(matches)
    start = await matches.scratch.begin(match, ANNE)
    before = await dump(store)
    with pytest.raises(IllegalMove):
        await matches.scratch.play(match, ANNE, start, "A1-A1")
    assert await dump(store) == before


def as_said(place: ScratchPlace) -> tuple[object, ...]:
    """Everything that an answer is made of."""
    state: Any = place.state
    return state.dump(), place.hidden, place.played and (place.played.move, place.played.before.dump())


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_hidden_of_a_running_match_is_on_any_board(matches: Matches, store: Store, game: str) -> None:
    """For all viewers, in all games: boards are the same for every deal of what the viewer's seat can't see."""
    seats = next(number for number in GAMES[game].seats({}) if number > 1)
    match = await begun(matches, game, PLAYERS[:seats])
    assert match.state is not None
    for person in PLAYERS[:seats]:
        (seat,) = match.seat_of(person)
        said = []
        for deal in range(5):
            state = match.state
            if deal:
                state = state.determinise(seat, Sealed(bytes([deal]) * 32, "elsewhere"))
            elsewhere = replace(match, state=state)
            position = await matches.scratch.begin(elsewhere, person)
            places = [await matches.scratch.place(elsewhere, person, position)]
            assert places[0].state.view(seat) == match.state.view(seat)
            for number in range(4):
                now: Any = places[-1].state
                move = now.notate(now.legal()[number % len(now.legal())])
                position = await matches.scratch.play(elsewhere, person, position, move, [1] * _rolls(now, move))
                places.append(await matches.scratch.place(elsewhere, person, position))
            said.append([as_said(place) for place in places])
            exported = (await matches.people.stored_data(person))["scratch_positions"]
            said[-1].append((json.dumps([{**row, "parent": None} for row in exported], default=str),))
            await matches.scratch.remove(elsewhere, person, places[0].at.id)
        assert all(one == said[0] for one in said)
        assert not any(str(other) in json.dumps(said, default=str) for other in PLAYERS)


def _rolls(state: Any, move: str) -> int:
    """How many numbers a move draws."""
    luck = Recorded(Sealed(bytes(32), ""))
    state.play(state.parse(move), luck)
    return len(luck.outcomes)


async def test_nobody_else_finds_a_board(matches: Matches) -> None:
    match = await begun(matches)
    start = await matches.scratch.begin(match, ANNE)
    await tried(matches, match, ANNE, start)
    await matches.scratch.begin(match, BERT)
    for stranger, refusal in ((BERT, NoSuchLine), (CLEO, NotInThisMatch)):
        with pytest.raises(refusal):
            await matches.scratch.place(match, stranger, start)
        with pytest.raises(refusal):
            await matches.scratch.play(match, stranger, start, "A1-A2")
        with pytest.raises(refusal):
            await matches.scratch.rename(match, stranger, start, "Mine")
        with pytest.raises(refusal):
            await matches.scratch.remove(match, stranger, start)
    other = await begun(matches)
    with pytest.raises(NoSuchLine):  # of another match
        await matches.scratch.place(other, ANNE, start)


async def test_who_has_resigned_sees_their_board_again_after_the_end(matches: Matches) -> None:
    """Until then a computer plays their seat, whose hand they no longer see."""
    match = await begun(matches, "parcheesi", (ANNE, BERT, CLEO))
    start = await matches.scratch.begin(match, ANNE)
    match = await matches.act(match.id, proposals.resign(ANNE))
    with pytest.raises(YouHaveResigned):
        await matches.scratch.place(match, ANNE, start)
    match = await matches.act(match.id, proposals.resign(BERT))
    assert (await matches.scratch.place(match, ANNE, start)).at.id == start


async def test_where_there_is_no_position_nothing_can_be_tried_out(matches: Matches) -> None:
    table = await matches.tables.open(TableTerms("cirondo", 2), opener=ANNE, place=HERE)
    with pytest.raises(NotRunning):
        await matches.scratch.begin(table, ANNE)
    host = await begun(matches, "southern_cards", series=SeriesKind.PARALLEL, rated=False)
    with pytest.raises(PlaysApart):
        await matches.scratch.begin(host, ANNE)
    solo = await begun(matches, "southern_cards", (ANNE,), private=True)
    while solo.state is not None and solo.state.to_move is not None:
        solo = await matches.act(solo.id, turns.play(ANNE, solo.state.notate(solo.state.legal()[0])))
    with pytest.raises(NothingToTryOut):
        await matches.scratch.begin(solo, ANNE)


class TestWhatIsHidden:
    async def test_it_is_as_one_supposes(self, matches: Matches) -> None:
        match = await begun(matches, "southern_cards")
        start = await matches.scratch.begin(match, ANNE)
        hidden = (await matches.scratch.place(match, ANNE, start)).hidden
        (seat,) = match.seat_of(ANNE)
        for where in ("deck.0", f"{1 - seat}.0"):
            owner, _ = hidden.places[where]
            here = {one for whose, one in hidden.places.values() if whose == owner}
            item = next(item for item in hidden.items if item not in here and item != "JK")
            supposed = await matches.scratch.suppose(match, ANNE, start, where, item)
            place = await matches.scratch.place(match, ANNE, supposed)
            assert item in {one for whose, one in place.hidden.places.values() if whose == owner}
            assert place.at.supposition == (where, item)
            assert await matches.scratch.suppose(match, ANNE, start, where, item) == supposed
            assert await matches.scratch.suppose(match, ANNE, supposed, where, item) == supposed

    @pytest.mark.parametrize(("where", "item"), [("deck.999", "AS"), ("deck.0", "XX"), ("", ""), ("0.9", "AS")])
    async def test_what_cannot_be_there_is_refused(self, matches: Matches, where: str, item: str) -> None:
        match = await begun(matches, "southern_cards")
        start = await matches.scratch.begin(match, ANNE)
        with pytest.raises(NotSupposable):
            await matches.scratch.suppose(match, ANNE, start, where, item)

    async def test_where_nothing_is_hidden_nothing_is_supposed(self, matches: Matches) -> None:
        match = await begun(matches)
        start = await matches.scratch.begin(match, ANNE)
        assert not (await matches.scratch.place(match, ANNE, start)).hidden.places
        with pytest.raises(NotSupposable):
            await matches.scratch.suppose(match, ANNE, start, "deck.0", "AS")


class TestNames:
    async def test_a_position_has_the_name_it_was_given_last(self, matches: Matches) -> None:
        match = await begun(matches)
        start = await matches.scratch.begin(match, ANNE)
        for given, kept in (("  My \n plan ", "My plan"), ("x" * 99, "x" * 40), ("a\0b", "ab"), ("", ""), ("\0", "")):
            await matches.scratch.rename(match, ANNE, start, given)
            assert (await matches.scratch.place(match, ANNE, start)).at.name.plain == kept


class TestLimits:
    async def test_a_board_is_full_at_its_limit(self, matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scratch, "MOST_OF_A_MATCH", 3)
        match = await begun(matches)
        start = await matches.scratch.begin(match, ANNE)
        first, _ = [await tried(matches, match, ANNE, start, choice) for choice in (0, 1)]
        with pytest.raises(ScratchBoardIsFull, match="it can hold 3 positions"):
            await tried(matches, match, ANNE, start, 2)
        assert await tried(matches, match, ANNE, start) == first  # what is there can be seen
        await matches.scratch.remove(match, ANNE, first)
        await tried(matches, match, ANNE, start, 2)
        await matches.scratch.begin(match, BERT)  # everybody has their own limit

    async def test_all_boards_together_have_one(self, matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scratch, "MOST", 3)
        for _ in range(3):
            match = await begun(matches)
            await matches.scratch.begin(match, ANNE)
        with pytest.raises(ScratchBoardsAreFull, match="together they can hold 3 positions"):
            await tried(matches, match, ANNE, await matches.scratch.begin(match, ANNE))

    async def test_forced_decisions_count_as_well_and_come_all_or_none(
        self, matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await begun(matches, "parcheesi")
        start = await matches.scratch.begin(match, ANNE)
        for room in range(1, 8):
            monkeypatch.setattr(scratch, "MOST_OF_A_MATCH", room)
            board = await matches.scratch.board(match, ANNE)
            last = board.positions[-1].id
            before = await dump(store)
            try:
                await tried(matches, match, ANNE, last)
            except ScratchBoardIsFull:
                assert await dump(store) == before
            assert len((await matches.scratch.board(match, ANNE)).positions) <= room
        assert start == board.positions[0].id


class TestRemoving:
    async def test_what_follows_goes_too_and_no_button_leads_to_another_position_later(self, matches: Matches) -> None:
        match = await begun(matches)
        start = await matches.scratch.begin(match, ANNE)
        first = await tried(matches, match, ANNE, start)
        second = await tried(matches, match, ANNE, first)
        assert await matches.scratch.remove(match, ANNE, first) == start
        anew = await tried(matches, match, ANNE, start, 1)
        assert anew not in (first, second)
        for gone in (first, second):
            for act in (
                matches.scratch.place(match, ANNE, gone),
                matches.scratch.play(match, ANNE, gone, "A1-A2"),
                matches.scratch.remove(match, ANNE, gone),
                matches.scratch.rename(match, ANNE, gone, ""),
            ):
                with pytest.raises(NoSuchLine):
                    await act
        assert await matches.scratch.remove(match, ANNE, start) is None
        assert (await matches.scratch.board(match, ANNE)).positions == ()

    async def test_other_rules_end_a_board(self, matches: Matches, store: Store) -> None:
        match = await begun(matches)
        start = await matches.scratch.begin(match, ANNE)
        async with store.write() as connection:
            await connection.execute(update(scratch_positions).values(rules_version=0))
        with pytest.raises(NoSuchLine):
            await matches.scratch.place(match, ANNE, start)
        assert (await matches.scratch.board(match, ANNE)).positions == ()
        await matches.scratch.begin(match, ANNE)
        assert len((await dump(store))["scratch_positions"]) == 1

    async def test_forgetting_a_person_forgets_their_boards_and_those_of_nobody_else(
        self, matches: Matches, store: Store
    ) -> None:
        match = await begun(matches)
        for person in (ANNE, BERT):
            await tried(matches, match, person, await matches.scratch.begin(match, person))
        assert len((await matches.people.stored_data(ANNE))["scratch_positions"]) == 2
        await matches.people.forget(ANNE)
        match = await matches.get(match.id)
        assert len((await dump(store))["scratch_positions"]) == 2
        assert len((await matches.scratch.board(match, BERT)).positions) == 2


async def test_a_board_stays_beside_the_match_when_it_is_over(matches: Matches) -> None:
    match = await begun(matches)
    assert not await matches.scratch.has_lines(ANNE, match.id)
    position = await tried(matches, match, ANNE, await matches.scratch.begin(match, ANNE))
    match = await matches.act(match.id, proposals.resign(BERT))
    assert await matches.scratch.has_lines(ANNE, match.id)
    assert not await matches.scratch.has_lines(BERT, match.id)
    assert (await matches.scratch.place(match, ANNE, position)).at.id == position
    replay = await matches.records.replay(match.id)
    earlier = await matches.scratch.begin_at(match, ANNE, replay.position(1), "t1")
    assert earlier != position
    assert await matches.scratch.begin_at(match, ANNE, replay.position(1), "t1") == earlier


def board_of(*parents: int | None) -> ScratchBoard:
    made = enumerate(parents, 1)
    return ScratchBoard(
        tuple(TriedPosition(number, parent, str(number), False, (), OwnWords("")) for number, parent in made)
    )


def test_each_line_is_told_once_from_where_it_leaves_another() -> None:
    #  1 ─ 2 ─ 3 ─ 4    7 ─ 8
    #      └─ 5 ─ 6
    board = board_of(None, 1, 2, 3, 2, 5, None, 7)
    lines = [(line.depth, [one.id for one in line.positions]) for line in board.lines()]
    assert lines == [(0, [1, 2]), (1, [3, 4]), (1, [5, 6]), (0, [7, 8])]
    assert [one.id for one in board.way_to(6)] == [1, 2, 5, 6]
    assert sorted(board.branch(2)) == [2, 3, 4, 5, 6]
    assert [one.id for one in board.beside(5)] == [3, 5]
    assert [*board_of().lines()] == []
