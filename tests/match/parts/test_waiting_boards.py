"""Which boards are posted first, which are tried again, and what is left of those that were."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.match import Match, Matches
from bot.match.decisions import proposals, turns
from bot.store import Store
from tests.match.conftest import Clock, StartMatch
from tests.match.played import only_post as only
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]


class TestBoardsThatSomebodyWaitsFor:
    """They go before those of computers going on, however many of those there are."""

    @pytest.fixture
    async def going_on(self, matches: Matches, against: StartMatch) -> list[Match]:
        """Races in which a computer has moved and another one is to move."""
        found = []
        for _ in range(3):
            match = await against(1, 3)
            match = await matches.act(match.id, turns.play(ANNE, "walk"))
            found.append(await matches.act(match.id, turns.play_computer("walk", seen_version=match.version)))
        return found

    async def due(self, matches: Matches, limit: int = 50) -> list[int]:
        return [post.match_id for post in await matches.outbox.due(limit)]

    async def test_they_are_due_first(
        self, matches: Matches, going_on: list[Match], start_match: StartMatch, clock: Clock
    ) -> None:
        numbers = [match.id for match in going_on]
        assert await self.due(matches) == numbers
        clock.forward(timedelta(seconds=1))
        late = await start_match()
        assert await self.due(matches, 2) == [late.id, numbers[0]]
        assert await self.due(matches) == [late.id, *numbers]
        assert await matches.outbox.next_due_at() == clock.now - timedelta(seconds=1)

    async def test_so_does_the_board_that_calls_a_person_again(
        self, matches: Matches, going_on: list[Match], clock: Clock
    ) -> None:
        clock.forward(timedelta(seconds=1))
        last = await matches.act(going_on[2].id, turns.play_computer("walk", seen_version=going_on[2].version))
        assert (last.mover, await self.due(matches, 1)) == (None, [last.id])

    async def test_so_does_one_that_is_asked_for(self, matches: Matches, going_on: list[Match]) -> None:
        await matches.outbox.repost(going_on[1].id)  # it waits already
        assert await self.due(matches, 1) == [going_on[1].id]
        (first, *_) = await matches.outbox.due()
        await matches.outbox.note_posted(first.id, 600)
        await matches.outbox.repost(going_on[1].id)
        assert await self.due(matches, 1) == [going_on[1].id]

    async def test_so_does_one_that_asks_someone(self, matches: Matches, against: StartMatch, clock: Clock) -> None:
        for _ in range(2):
            match = await against(2, 3)
            await matches.act(match.id, turns.play(ANNE, "walk"))
            match = await matches.act(match.id, turns.play(BERT, "walk"))
            assert match.mover is not None
        assert (await self.due(matches))[0] != match.id
        await matches.act(match.id, proposals.offer_draw(ANNE))
        assert await self.due(matches, 1) == [match.id]
        match = await matches.get(match.id)
        await matches.act(match.id, turns.play_computer("walk", seen_version=match.version))

    async def test_so_does_the_end(self, matches: Matches, going_on: list[Match]) -> None:
        await matches.act(going_on[2].id, proposals.resign(ANNE))
        assert await self.due(matches, 1) == [going_on[2].id]


class TestBoardsGivenUp:
    """They can be due again while they show what is."""

    async def test_those_of_one_problem_are_found_and_due_again(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        gone, other, waits = await start_match(), await start_match(), await start_match()
        problems: dict[int, tuple[str, timedelta | None]] = {
            gone.id: ("no_server", None),
            other.id: ("no_channel", None),
            waits.id: ("no_server", timedelta(minutes=1)),
        }
        for post in await matches.outbox.due():
            problem, retry_in = problems[post.match_id]
            await matches.outbox.note_failed(post.id, problem, retry_in=retry_in)
        (found,) = await matches.outbox.list_given_up("no_server")
        assert found.match_id == gone.id
        matches.outbox.on_post.clear()
        await matches.outbox.retry(found.id)
        assert matches.outbox.on_post.is_set()
        assert await matches.outbox.due() == [replace(found, attempts=1)]
        assert await matches.outbox.list_given_up("no_server") == []

    async def test_one_that_was_overtaken_stays_away(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        old = await only(matches)
        await matches.outbox.note_failed(old.id, "no_server", retry_in=None)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        newest = await only(matches)
        assert await matches.outbox.list_given_up("no_server") == []
        await matches.outbox.retry(old.id)
        assert await only(matches) == newest
        await matches.outbox.note_posted(newest.id, 600)
        await matches.outbox.retry(newest.id)
        assert await matches.outbox.due() == []


async def test_matches_whose_older_boards_still_have_buttons_are_found(
    matches: Matches, start_match: StartMatch
) -> None:
    one, other, _ = await start_match(), await start_match(), await start_match()
    for post in await matches.outbox.due():
        await matches.outbox.note_posted(post.id, 600 + post.id)
    assert await matches.outbox.matches_to_strip() == []
    for match in (one, other):
        await matches.act(match.id, turns.play(ANNE, "walk"))
    for post in await matches.outbox.due():
        await matches.outbox.note_posted(post.id, 600 + post.id)
    assert await matches.outbox.matches_to_strip() == [one.id, other.id]
    (old,) = await matches.outbox.boards_to_strip(one.id)
    await matches.outbox.note_stripped(old.id)
    assert await matches.outbox.matches_to_strip() == [other.id]


@pytest.mark.thorough
@pytest.mark.sqlite  # counts its pages
async def test_what_boards_say_takes_no_more_space_however_many_there_were(
    matches: Matches, store: Store, start_match: StartMatch
) -> None:
    """A database that keeps growing by what boards say is ten times as large as its logs."""
    words = {"alt": "The board in words. " * 100}
    match, count = await start_match(goal=1000), 60

    async def size() -> int:
        async with store.read() as connection:
            pages: int = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            page: int = (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one()
        return pages * page

    async def turn(number: int) -> None:
        await matches.outbox.note_posted((await only(matches)).id, 600 + number, words=words)
        for old in await matches.outbox.boards_to_strip(match.id):
            await matches.outbox.note_stripped(old.id)
        await matches.act(match.id, turns.play(PLAYERS[number % 2], "walk"))

    for number in range(10):
        await turn(number)
    before = await size()
    for number in range(10, 10 + count):
        await turn(number)
    assert await size() - before < count * len(words["alt"]) / 2
