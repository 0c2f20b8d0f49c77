"""Matches that someone plays alone: in private or not, given up or to the end, and the best of them."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Select
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Ending, Match, Matches, NotOver, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.values import BestSolo
from bot.match.values.errors import NotPosted
from bot.rules.record import replay
from bot.store import Store
from bot.store.queries import best_scores
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT = PLAYERS[:2]


async def end_match(matches: Matches, match: Match, *moves: str) -> Match:
    for move in moves:
        match = await matches.act(match.id, turns.play(ANNE, move))
    return match


class TestInPrivate:
    async def test_nothing_is_ever_posted(self, matches: Matches, table: StartMatch) -> None:
        match = await table(1, private=True)
        assert match.terms.private
        matches.outbox.on_post.clear()
        match = await matches.act(match.id, turns.play(ANNE, "pick"))
        await matches.outbox.repost(match.id)
        await matches.act(match.id, turns.play(ANNE, "skip"))
        await matches.outbox.repost(match.id)
        assert (await matches.outbox.due(), await matches.outbox.newest(match.id)) == ([], 0)
        assert await matches.records.check(match.id) == []

    async def test_not_even_for_someone_who_is_forgotten(self, matches: Matches, table: StartMatch) -> None:
        match = await table(1, private=True)
        await matches.people.forget(ANNE)
        assert await matches.outbox.newest(match.id) == 0

    async def test_nor_when_a_match_is_frozen_and_goes_on(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        match = await table(1, private=True)
        (frozen,) = await Matches(store, games={}).records.bring_up_to_date()
        (again,) = await matches.records.bring_up_to_date()
        assert [one.status for one in (frozen, again)] == [Status.FROZEN, Status.RUNNING]
        assert await matches.outbox.newest(match.id) == 0

    async def test_its_own_people_find_it_and_nobody_else(self, matches: Matches, table: StartMatch) -> None:
        match = await table(1, private=True)
        assert await matches.lists.in_channel(HERE.channel_id) == []
        assert [(one.id, one.terms.private) for one in await matches.lists.of_user(ANNE)] == [(match.id, True)]
        assert await matches.lists.of_user(BERT) == []

    async def test_it_begins_when_its_salt_is_fixed(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="harvest", seats=1, private=True), opener=ANNE, place=HERE)
        with pytest.raises(NotPosted):
            await matches.act(match.id, lobby.begin(ANNE))
        assert (await matches.tables.note_posted(match.id, 44)).salt == "44"
        assert (await matches.act(match.id, lobby.begin(ANNE))).to_move == 0

    async def test_what_never_began_is_tidied(self, matches: Matches, clock: Clock) -> None:
        match = await matches.tables.open(TableTerms(game="harvest", seats=1, private=True), opener=ANNE, place=HERE)
        clock.forward(timedelta(days=2))
        assert [one.id for one in await matches.tables.tidy()] == [match.id]

    async def test_other_matches_are_posted(self, matches: Matches, table: StartMatch) -> None:
        match = await table(1)
        assert not match.terms.private
        assert [post.match_id for post in await matches.outbox.due()] == [match.id]
        assert [one.id for one in await matches.lists.in_channel(HERE.channel_id)] == [match.id]


async def test_all_boards_of_a_match_alone_may_share_one_message(matches: Matches, table: StartMatch) -> None:
    match = await table(1)
    (first,) = await matches.outbox.due()
    assert await matches.outbox.message_to_edit(first) is None
    await matches.outbox.note_posted(first.id, 500)
    for move in ("pick", "skip"):
        match = await matches.act(match.id, turns.play(ANNE, move))
        (post,) = await matches.outbox.due()
        assert await matches.outbox.message_to_edit(post) == 500
        await matches.outbox.note_posted(post.id, 500)
    assert match.status is Status.OVER


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_alone_can_be_given_up(matches: Matches, table: StartMatch, private: bool) -> None:
    match = await matches.act((await table(1, private=private)).id, proposals.resign(ANNE))
    assert (match.status, match.ending) == (Status.OVER, Ending("resigned", (1,), None, (0,)))
    assert match.seed is not None
    assert await matches.records.check(match.id) == []


class TestTheBest:
    async def test_comes_first_and_of_equal_ones_the_earlier(
        self, matches: Matches, table: StartMatch, clock: Clock
    ) -> None:
        numbers = []
        for move in ("skip", "pick", "skip", "pick"):
            clock.forward(timedelta(minutes=1))
            numbers.append((await end_match(matches, await table(1, private=True), move, move)).id)
        found = await matches.solos.best(ANNE, "harvest", {})
        assert [one.match_id for one in found] == [numbers[1], numbers[3], numbers[0], numbers[2]]
        assert found[0] == BestSolo(numbers[1], 21, (await matches.get(numbers[1])).ended_at or clock())
        assert await matches.solos.best(ANNE, "harvest", {}, limit=2) == found[:2]

    async def test_is_one_of_ten_that_are_listed(self, matches: Matches, table: StartMatch) -> None:
        numbers = [(await end_match(matches, await table(1, rounds=1), "pick")).id for _ in range(11)]
        assert [one.match_id for one in await matches.solos.best(ANNE, "harvest", {"rounds": 1})] == numbers[:10]

    async def test_counts_only_ones_own_of_this_game_with_these_options(
        self, matches: Matches, table: StartMatch
    ) -> None:
        plain = await end_match(matches, await table(1), "pick", "pick")
        rainy = await end_match(matches, await table(1, rain=True), "pick", "pick")
        short = await end_match(matches, await table(1, rounds=1), "pick")

        async def numbers(**options: object) -> list[int]:
            return [one.match_id for one in await matches.solos.best(ANNE, "harvest", options)]

        assert await numbers() == await numbers(rain=False) == await numbers(rain=False, rounds=2) == [plain.id]
        assert await numbers(rain=True) == [rainy.id]
        assert await numbers(rounds=1) == [short.id]
        assert await matches.solos.best(BERT, "harvest", {}) == await matches.solos.best(999, "harvest", {}) == []
        assert await matches.solos.best(ANNE, "race", {}) == []
        assert await matches.solos.best(ANNE, "no such game", {}) == []

    async def test_is_alone_and_played_to_its_end(self, matches: Matches, table: StartMatch) -> None:
        together = await table()
        for person in (ANNE, BERT, ANNE, BERT):
            await matches.act(together.id, turns.play(person, "pick"))
        shared = await matches.tables.open(TableTerms(game="harvest", seats=1, shared=True), opener=ANNE, place=HERE)
        await matches.act(shared.id, lobby.join(BERT, message_id=4))
        await end_match(matches, await matches.act(shared.id, lobby.begin(ANNE)), "pick", "pick")
        given_up = await matches.act((await table(1)).id, proposals.resign(ANNE))
        running = await table(1)
        assert await matches.solos.best(ANNE, "harvest", {}) == []
        for number in (together.id, shared.id, given_up.id, running.id):
            with pytest.raises(NotOver):
                await matches.solos.rank_of(number)

    async def test_counts_parallel_matches_while_others_still_play(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=SeriesKind.PARALLEL)
        assert host.series is not None
        child = await end_match(matches, await matches.get(host.series.parts[0].match_id), "pick", "pick")
        assert [one.match_id for one in await matches.solos.best(ANNE, "harvest", {})] == [child.id]
        assert await matches.solos.rank_of(child.id) == (1, 1)

    async def test_is_found_whatever_the_order_of_the_options_was(
        self, matches: Matches, table: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = GAMES["harvest"]
        first = await end_match(matches, await table(1), "pick", "pick")
        monkeypatch.setattr(type(game), "options", tuple(reversed(game.options)))
        second = await end_match(matches, await table(1), "skip", "skip")
        assert [one.match_id for one in await matches.solos.best(ANNE, "harvest", {})] == [first.id, second.id]
        assert await matches.solos.rank_of(second.id) == (2, 2)

    async def test_has_a_rank_that_equal_ones_share(self, matches: Matches, table: StartMatch) -> None:
        games = [await end_match(matches, await table(1), move, move) for move in ("skip", "pick", "skip", "pick")]
        other_kind = await end_match(matches, await table(1, rain=True), "pick", "pick")
        assert [await matches.solos.rank_of(one.id) for one in games] == [(3, 4), (1, 4), (3, 4), (1, 4)]
        assert await matches.solos.rank_of(other_kind.id) == (1, 1)

    async def test_nobodys_are_those_of_the_forgotten(self, matches: Matches, table: StartMatch) -> None:
        match = await end_match(matches, await table(1), "pick", "pick")
        await matches.people.forget(ANNE)
        assert await matches.solos.best(ANNE, "harvest", {}) == []
        assert await matches.solos.rank_of(match.id) == (1, 1)

    async def test_is_asked_in_words_that_other_databases_know(
        self, matches: Matches, table: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await end_match(matches, await table(1), "pick", "pick")
        asked = []
        genuine = AsyncConnection.execute

        async def notes(connection: AsyncConnection, statement: Select[Any], *values: Any, **options: Any) -> Any:
            dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types
            asked.append(str(statement.compile(dialect=dialect)))
            return await genuine(connection, statement, *values, **options)

        async with store.read() as connection:
            monkeypatch.setattr(AsyncConnection, "execute", notes)
            (kind,) = await best_scores.kinds(connection, 1, "harvest")
            assert await best_scores.rank(connection, 1, "harvest", [kind], 20) == (1, 1)
            assert [row.id for row in await best_scores.best(connection, 1, "harvest", [kind], 3)] == [match.id]
        assert len(asked) == 3
        assert all("#>>" in one for one in asked)


async def test_southern_cards_alone(store: Store, clock: Clock, table: StartMatch) -> None:
    matches = Matches(store, clock=clock)
    match = await table(1, using=matches, game="southern_cards", private=True, hand=2)
    while match.to_move is not None:
        assert match.state is not None
        match = await matches.act(match.id, turns.play(ANNE, match.state.notate(match.state.legal()[0])))
    assert await matches.records.check(match.id) == []
    replay(await matches.records.record(match.id))
    assert match.ending is not None
    (best,) = await matches.solos.best(ANNE, "southern_cards", {"hand": 2})
    assert (best.match_id, (best.score,)) == (match.id, match.ending.scores)
    assert await matches.solos.best(ANNE, "southern_cards", {}) == []
