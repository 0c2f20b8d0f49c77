"""What keeps one person's matches from being in everybody's way: how many there may be, and whose turn is next."""

from datetime import timedelta
from typing import Any

import pytest

from bot.match import ComputerLevel, Match, Matches, PlaysTooMany, SeriesKind, Status, TooManyMatches
from bot.store import Store
from tests.match.conftest import HERE, Clock, dump
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
LIMIT = 3


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, games=GAMES, clock=clock, per_person=LIMIT)


async def table(matches: Matches, *people: int, **more: Any) -> Match:
    """An open table with computers on the seats that nobody sits on."""
    usual: dict[str, Any] = {"game": "race", "options": {}, "seats": 2, "place": HERE, "computers": ComputerLevel.EASY}
    match = await matches.open(opener=people[0], **{**usual, **more})
    await matches.table_posted(match.id, 7000 + match.id)
    for person in people[1:]:
        match = await matches.join(match.id, person)
    return match


async def begun(matches: Matches, *people: int, **more: Any) -> Match:
    return await matches.begin((await table(matches, *people, **more)).id, people[0])


class TestHowManyMatchesOnePersonPlays:
    async def test_who_plays_as_many_as_allowed_can_neither_open_a_table_nor_sit_down(
        self, matches: Matches, store: Store
    ) -> None:
        over = await matches.resign((await begun(matches, ANNE, BERT)).id, ANNE)
        running = [await begun(matches, ANNE) for _ in range(LIMIT)]
        cleos = await table(matches, CLEO)
        before = await dump(store)
        with pytest.raises(TooManyMatches, match=f"already play {LIMIT} matches"):
            await table(matches, ANNE)
        with pytest.raises(TooManyMatches):
            await matches.join(cleos.id, ANNE)
        with pytest.raises(TooManyMatches):
            await matches.rematch(over.id, ANNE)
        assert await dump(store) == before
        await matches.resign(running[0].id, ANNE)
        assert (await matches.join(cleos.id, ANNE)).seat_of(ANNE)

    async def test_a_rematch_that_others_have_opened_is_joined_like_any_other_table(self, matches: Matches) -> None:
        over = await matches.resign((await begun(matches, ANNE, BERT)).id, ANNE)
        for _ in range(LIMIT):
            await begun(matches, ANNE)
        await matches.rematch(over.id, BERT)
        with pytest.raises(TooManyMatches):
            await matches.rematch(over.id, ANNE)

    async def test_of_many_open_tables_no_more_can_be_started(self, matches: Matches, store: Store) -> None:
        tables = [await table(matches, ANNE) for _ in range(LIMIT + 1)]
        for one in tables[:LIMIT]:
            await matches.begin(one.id, ANNE, interaction=one.id)
        before = await dump(store)
        with pytest.raises(TooManyMatches):
            await matches.begin(tables[-1].id, ANNE)
        assert await dump(store) == before
        again = await matches.begin(tables[0].id, ANNE, interaction=tables[0].id)  # the same click once more
        assert again.status is Status.RUNNING

    async def test_nor_can_somebody_else_start_one_for_them(self, matches: Matches) -> None:
        waiting = await table(matches, BERT, ANNE)
        for _ in range(LIMIT):
            await begun(matches, ANNE)
        with pytest.raises(PlaysTooMany, match="green already plays"):
            await matches.begin(waiting.id, BERT)
        await matches.leave(waiting.id, ANNE)
        await matches.add_computer(waiting.id, BERT, ComputerLevel.EASY)
        assert (await matches.begin(waiting.id, BERT)).status is Status.RUNNING

    async def test_a_seat_of_a_running_match_counts_as_well(self, matches: Matches) -> None:
        match = await begun(matches, BERT, CLEO)
        await matches.absent(match.id, CLEO)
        await matches.replace_player(match.id, BERT, 1, ANNE)
        running = [await begun(matches, ANNE) for _ in range(LIMIT)]
        with pytest.raises(TooManyMatches):
            await matches.take_seat(match.id, ANNE)
        await matches.resign(running[0].id, ANNE)
        assert (await matches.take_seat(match.id, ANNE)).seat_of(ANNE) == [1]

    async def test_the_next_match_of_a_series_always_begins(self, matches: Matches) -> None:
        first = await begun(matches, ANNE, BERT, game="harvest", series=SeriesKind.POINTS, options={"rounds": 1})
        for _ in range(LIMIT - 1):
            await begun(matches, ANNE)
        tightened = Matches(matches._store, games=GAMES, clock=matches._clock, per_person=1)
        for person in (ANNE, BERT):
            first = await tightened.play(first.id, person, "pick")
        assert first.series is not None
        assert (await tightened.get(first.series.parts[-1].match_id)).status is Status.RUNNING

    async def test_a_match_play_counts_once_and_only_until_ones_own_game_is_over(self, matches: Matches) -> None:
        host = await begun(matches, ANNE, BERT, game="harvest", series=SeriesKind.PARALLEL, options={"rounds": 1})
        for _ in range(LIMIT - 1):
            await begun(matches, ANNE)
        with pytest.raises(TooManyMatches):
            await table(matches, ANNE)
        assert host.series is not None
        await matches.play(host.series.parts[0].match_id, ANNE, "pick")
        assert (await begun(matches, ANNE)).status is Status.RUNNING

    async def test_a_seat_that_has_resigned_while_others_go_on_does_not_count(self, matches: Matches) -> None:
        await matches.resign((await begun(matches, ANNE, BERT, CLEO, seats=3)).id, ANNE)
        for _ in range(LIMIT):
            await begun(matches, ANNE)


async def test_those_who_opened_the_matches_take_turns(matches: Matches, clock: Clock) -> None:
    opened: dict[int, list[int]] = {ANNE: [], BERT: [], CLEO: []}
    for opener in (ANNE, ANNE, ANNE, BERT, BERT, CLEO):
        match = await matches.open(
            game="race", options={}, seats=2, opener=opener, place=HERE, computers=ComputerLevel.EASY
        )
        await matches.begin(match.id, opener, message_id=7000 + match.id)
        clock.forward(timedelta(minutes=1))
        await matches.play(match.id, opener, "walk")
        opened[opener].append(match.id)
    annes, berts, cleos = opened.values()
    expected = [annes[0], berts[0], cleos[0], annes[1], berts[1], annes[2]]
    assert [number for number, _ in await matches.computer_turns()] == expected
    assert [number for number, _ in await matches.computer_turns(limit=4)] == expected[:4]
