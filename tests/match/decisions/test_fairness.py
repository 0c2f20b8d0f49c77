"""What keeps one person's matches from being in everyone's way: how many there may be, and whose turn is next."""

from datetime import timedelta
from typing import Any

import pytest

from bot.match import (
    ComputerLevel,
    Limits,
    Match,
    Matches,
    PlaysTooMany,
    SeriesKind,
    Status,
    TableTerms,
    TooManyMatches,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.store import Store
from tests.match.conftest import HERE, Clock, dump
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
LIMIT = 3


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, games=GAMES, clock=clock, limits=Limits(matches_per_person=LIMIT))


async def table(matches: Matches, *people: int, **more: Any) -> Match:
    """An open table with computers on the seats that nobody sits on."""
    terms = TableTerms(**{"game": "race", "seats": 2, **more})
    match = await matches.tables.open(terms, opener=people[0], place=HERE, computers=ComputerLevel.EASY)
    await matches.tables.note_posted(match.id, 7000 + match.id)
    for person in people[1:]:
        match = await matches.act(match.id, lobby.join(person))
    return match


async def start_match(matches: Matches, *people: int, **more: Any) -> Match:
    return await matches.act((await table(matches, *people, **more)).id, lobby.begin(people[0]))


class TestHowManyMatchesOnePersonPlays:
    async def test_who_plays_as_many_as_allowed_can_neither_open_a_table_nor_sit_down(
        self, matches: Matches, store: Store
    ) -> None:
        over = await matches.act((await start_match(matches, ANNE, BERT)).id, proposals.resign(ANNE))
        running = [await start_match(matches, ANNE) for _ in range(LIMIT)]
        cleos = await table(matches, CLEO)
        before = await dump(store)
        with pytest.raises(TooManyMatches, match=rf"limit of matches \({LIMIT}\)"):
            await table(matches, ANNE)
        with pytest.raises(TooManyMatches):
            await matches.act(cleos.id, lobby.join(ANNE))
        with pytest.raises(TooManyMatches):
            await matches.tables.rematch(over.id, ANNE)
        assert await dump(store) == before
        await matches.act(running[0].id, proposals.resign(ANNE))
        assert (await matches.act(cleos.id, lobby.join(ANNE))).seat_of(ANNE)

    async def test_a_rematch_that_others_have_opened_is_joined_like_any_other_table(self, matches: Matches) -> None:
        over = await matches.act((await start_match(matches, ANNE, BERT)).id, proposals.resign(ANNE))
        for _ in range(LIMIT):
            await start_match(matches, ANNE)
        await matches.tables.rematch(over.id, BERT)
        with pytest.raises(TooManyMatches):
            await matches.tables.rematch(over.id, ANNE)

    async def test_of_many_open_tables_no_more_can_be_started(self, matches: Matches, store: Store) -> None:
        tables = [await table(matches, ANNE) for _ in range(LIMIT + 1)]
        for one in tables[:LIMIT]:
            await matches.act(one.id, lobby.begin(ANNE), interaction=one.id)
        before = await dump(store)
        with pytest.raises(TooManyMatches):
            await matches.act(tables[-1].id, lobby.begin(ANNE))
        assert await dump(store) == before
        again = await matches.act(tables[0].id, lobby.begin(ANNE), interaction=tables[0].id)  # the same click once more
        assert again.status is Status.RUNNING

    async def test_nor_can_someone_else_start_one_for_them(self, matches: Matches) -> None:
        waiting = await table(matches, BERT, ANNE)
        for _ in range(LIMIT):
            await start_match(matches, ANNE)
        with pytest.raises(PlaysTooMany, match="Someone on green has reached the limit of matches"):
            await matches.act(waiting.id, lobby.begin(BERT))
        await matches.act(waiting.id, lobby.leave(ANNE))
        await matches.act(waiting.id, lobby.add_computer(BERT, ComputerLevel.EASY))
        assert (await matches.act(waiting.id, lobby.begin(BERT))).status is Status.RUNNING

    async def test_a_seat_of_a_running_match_counts_as_well(self, matches: Matches) -> None:
        match = await start_match(matches, BERT, CLEO)
        await matches.act(match.id, presence.absent(CLEO))
        await matches.act(match.id, proposals.appoint(CLEO + 50, 1, ANNE))
        running = [await start_match(matches, ANNE) for _ in range(LIMIT)]
        with pytest.raises(TooManyMatches):
            await matches.act(match.id, proposals.take_seat(ANNE))
        await matches.act(running[0].id, proposals.resign(ANNE))
        assert (await matches.act(match.id, proposals.take_seat(ANNE))).seat_of(ANNE) == [1]

    async def test_the_next_match_of_a_series_always_begins(self, matches: Matches, store: Store, clock: Clock) -> None:
        first = await start_match(matches, ANNE, BERT, game="harvest", series=SeriesKind.POINTS, options={"rounds": 1})
        for _ in range(LIMIT - 1):
            await start_match(matches, ANNE)
        tightened = Matches(store, games=GAMES, clock=clock, limits=Limits(matches_per_person=1))
        for person in (ANNE, BERT):
            first = await tightened.act(first.id, turns.play(person, "pick"))
        assert first.series is not None
        assert (await tightened.get(first.series.parts[-1].match_id)).status is Status.RUNNING

    async def test_a_match_play_counts_once_and_only_until_ones_own_game_is_over(self, matches: Matches) -> None:
        host = await start_match(matches, ANNE, BERT, game="harvest", series=SeriesKind.PARALLEL, options={"rounds": 1})
        for _ in range(LIMIT - 1):
            await start_match(matches, ANNE)
        with pytest.raises(TooManyMatches):
            await table(matches, ANNE)
        assert host.series is not None
        await matches.act(host.series.parts[0].match_id, turns.play(ANNE, "pick"))
        assert (await start_match(matches, ANNE)).status is Status.RUNNING

    async def test_a_seat_that_has_resigned_while_others_go_on_does_not_count(self, matches: Matches) -> None:
        await matches.act((await start_match(matches, ANNE, BERT, CLEO, seats=3)).id, proposals.resign(ANNE))
        for _ in range(LIMIT):
            await start_match(matches, ANNE)


async def test_those_who_opened_the_matches_take_turns(matches: Matches, clock: Clock) -> None:
    opened: dict[int, list[int]] = {ANNE: [], BERT: [], CLEO: []}
    for opener in (ANNE, ANNE, ANNE, BERT, BERT, CLEO):
        match = await matches.tables.open(
            TableTerms(game="race", seats=2), opener=opener, place=HERE, computers=ComputerLevel.EASY
        )
        await matches.act(match.id, lobby.begin(opener, message_id=7000 + match.id))
        clock.forward(timedelta(minutes=1))
        await matches.act(match.id, turns.play(opener, "walk"))
        opened[opener].append(match.id)
    annes, berts, cleos = opened.values()
    expected = [annes[0], berts[0], cleos[0], annes[1], berts[1], annes[2]]
    assert [number for number, _ in await matches.lists.computer_turns()] == expected
    assert [number for number, _ in await matches.lists.computer_turns(limit=4)] == expected[:4]
