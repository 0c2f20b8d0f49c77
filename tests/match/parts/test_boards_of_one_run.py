"""Which boards share a message, and what is stored with a message."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import StatementError

from bot.match import Busy, Matches, Place, Post
from bot.match.decisions import proposals, relocating, turns
from bot.store import Store, StoreBusy
from bot.store.tables import board_words, posts
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.played import only_post as only
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]


class TestNotes:
    """What was delivered is noted; many notes together cost one transaction."""

    @pytest.fixture
    def written(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """One entry for each transaction that was begun for writing."""
        transactions: list[int] = []
        write = store.write

        def counted() -> Any:
            transactions.append(1)
            return write()

        monkeypatch.setattr(store, "write", counted)
        return transactions

    async def test_those_that_wait_are_written_together(
        self, matches: Matches, store: Store, start_match: StartMatch, written: list[int]
    ) -> None:
        for _ in range(5):
            await start_match()
        due = await matches.outbox.due()
        async with store.write():
            noting = [asyncio.create_task(matches.outbox.note_posted(post.id, 600 + post.id, words={})) for post in due]
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in noting)
            written.clear()
        await asyncio.gather(*noting)
        assert await matches.outbox.due() == []
        assert len(written) <= 1
        assert [await matches.outbox.board_message(post.match_id) for post in due] == [
            (HERE, 600 + post.id) for post in due
        ]

    async def test_one_that_can_not_be_written_keeps_none_of_the_others_from_it(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        for _ in range(3):
            await start_match()
        first, bad, last = await matches.outbox.due()
        async with store.write():
            noting = [
                asyncio.create_task(
                    matches.outbox.note_posted(post.id, 7, words={"line": object()} if post is bad else {})
                )
                for post in (first, bad, last)
            ]
            await asyncio.sleep(0.05)
        outcomes = await asyncio.gather(*noting, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None), StatementError, type(None)]
        assert [post.id for post in await matches.outbox.due()] == [bad.id]

    async def test_while_another_process_writes_none_stands(
        self, matches: Matches, store: Store, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _ in range(2):
            await start_match()
        due = await matches.outbox.due()

        def locked() -> Any:
            raise StoreBusy

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(store, "write", locked)
            noting = (matches.outbox.note_posted(post.id, 7) for post in due)
            outcomes = await asyncio.gather(*noting, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [Busy, Busy]
        assert await matches.outbox.due() == due
        await matches.outbox.note_posted(due[0].id, 8)
        assert await matches.outbox.due() == due[1:]

    async def test_who_waits_no_longer_is_written_all_the_same(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match()
        post = await only(matches)
        async with store.write():
            noting = asyncio.create_task(matches.outbox.note_posted(post.id, 7))
            await asyncio.sleep(0.05)
            noting.cancel()
        await asyncio.wait([noting])
        await matches.outbox.repost(match.id)
        assert await matches.outbox.board_message(match.id) == (HERE, 7)


class TestBoardsOfOneRun:
    """What one seat decides one after another in a turn is shown in one message, which is edited."""

    async def delivered(self, matches: Matches, message_id: int) -> Post:
        """The post that was due, delivered as this message."""
        post = await only(matches)
        await matches.outbox.note_posted(post.id, message_id, words={"version": post.version})
        return post

    async def test_the_next_board_takes_the_place_of_the_one_before(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        for _ in range(2):
            await matches.act(match.id, turns.play(ANNE, "step"))
            post = await only(matches)
            assert await matches.outbox.message_to_edit(post) == 600
            await matches.outbox.note_posted(post.id, 600)
        await matches.act(match.id, turns.take_back(ANNE))
        assert await matches.outbox.message_to_edit(await only(matches)) == 600

    async def test_a_message_that_was_edited_is_one_board(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(game="hike")
        first = await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "step"))
        second = await self.delivered(matches, 600)
        assert await matches.outbox.boards_to_strip(match.id) == []
        assert await matches.outbox.board_message(match.id) == (HERE, 600)
        async with store.read() as connection:
            with_buttons = select(posts.c.id).where(posts.c.stripped_at.is_(None))
            words = (await connection.execute(select(board_words))).all()
            assert list(await connection.scalars(with_buttons)) == [second.id] != [first.id]
        assert words == [(second.id, {"version": second.version})]
        # The next run gets a message of its own, and the one before loses its buttons once.
        await matches.act(match.id, turns.play(ANNE, "rest"))
        third = await only(matches)
        assert await matches.outbox.message_to_edit(third) is None
        await matches.outbox.note_posted(third.id, 601)
        (old,) = await matches.outbox.boards_to_strip(match.id)
        assert (old.id, old.message_id, old.words) == (second.id, 600, {"version": second.version})
        await matches.outbox.note_stripped(old.id)
        assert await matches.outbox.boards_to_strip(match.id) == []

    async def test_late_news_of_an_older_board_leave_the_newest_as_it_is(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "step"))
        late = await only(matches)
        await matches.act(match.id, turns.play(ANNE, "step"))
        newest = await self.delivered(matches, 600)
        await matches.outbox.note_posted(late.id, 600, words={"version": late.version})
        assert await matches.outbox.boards_to_strip(match.id) == []
        await matches.act(match.id, turns.play(ANNE, "rest"))
        await self.delivered(matches, 601)
        (old,) = await matches.outbox.boards_to_strip(match.id)
        assert (old.id, old.words) == (newest.id, {"version": newest.version})

    async def test_what_plays_itself_is_shown_with_what_it_followed_from(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "jump"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 600

    @pytest.mark.parametrize("moves", [["ask"], ["rest"], ["step", "jump"]])
    async def test_when_another_seat_decides_it_is_a_message_of_its_own(
        self, matches: Matches, start_match: StartMatch, moves: list[str]
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        for move in moves:
            await matches.act(match.id, turns.play(ANNE, move))
        assert await matches.outbox.message_to_edit(await only(matches)) is None

    async def test_each_turn_of_a_game_of_single_decisions_is_a_message_of_its_own(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match()
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        assert await matches.outbox.message_to_edit(await only(matches)) is None

    async def test_an_answer_in_the_middle_of_a_turn_leads_to_a_new_message(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "ask"))
        await self.delivered(matches, 601)
        await matches.act(match.id, turns.play(BERT, "no"))
        assert await matches.outbox.message_to_edit(await only(matches)) is None
        await self.delivered(matches, 602)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 602

    async def test_nothing_is_edited_before_it_is_there(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) is None

    async def test_nothing_is_edited_elsewhere(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, relocating.move_to(ANNE, Place(1, 21)))
        assert await matches.outbox.message_to_edit(await only(matches)) is None
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) is None
        await self.delivered(matches, 601)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 601

    async def test_what_leaves_the_position_as_it_is_shares_its_message(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        for event in (proposals.offer_draw(BERT), proposals.decline(ANNE), turns.play(ANNE, "step")):
            await matches.act(match.id, event)
            assert await matches.outbox.message_to_edit(await only(matches)) == 600
            await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "rest"))
        await self.delivered(matches, 601)
        await matches.act(match.id, proposals.undo(ANNE))
        assert await matches.outbox.message_to_edit(await only(matches)) == 601

    async def test_what_nobody_should_overlook_is_a_message_of_its_own(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, proposals.offer_draw(BERT))
        await self.delivered(matches, 600)
        await matches.act(match.id, proposals.agree(ANNE))
        assert (await only(matches)).new_message  # it's over

    async def test_what_overtakes_it_is_so_as_well(
        self, matches: Matches, start_match: StartMatch, clock: Clock
    ) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.outbox.repost(match.id)
        asked_for = await only(matches)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert not await matches.outbox.still_due(asked_for.id)
        overtaking = await only(matches)
        assert await matches.outbox.message_to_edit(overtaking) is None
        await matches.outbox.note_failed(overtaking.id, "Missing Access", retry_in=None)
        await matches.act(match.id, turns.take_back(ANNE))
        assert await matches.outbox.message_to_edit(await only(matches)) is None
        await self.delivered(matches, 601)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 601

    async def test_what_overtakes_a_message_that_is_on_its_way_takes_its_place(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        """People press buttons before the bot has noted that their message is there."""
        match = await start_match(game="hike")
        first = await only(matches)
        assert first.new_message
        await matches.act(match.id, turns.play(ANNE, "step"))
        overtaking = await only(matches)
        await matches.outbox.note_posted(first.id, 600)
        assert await matches.outbox.message_to_edit(overtaking) == 600
        await matches.outbox.note_posted(overtaking.id, 600)
        await matches.outbox.repost(match.id)
        await matches.outbox.note_posted((await only(matches)).id, 601)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 601

    async def test_only_the_newest_board_of_a_run_is_due(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "step"))
        old = await only(matches)
        match = await matches.act(match.id, turns.take_back(ANNE))
        new = await only(matches)
        assert new.version == match.version
        assert not await matches.outbox.still_due(old.id)
        assert await matches.outbox.message_to_edit(new) == 600

    async def test_asking_for_the_board_gives_a_new_message(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match(game="hike")
        await self.delivered(matches, 600)
        await matches.act(match.id, turns.play(ANNE, "step"))
        waiting = await only(matches)
        assert await matches.outbox.message_to_edit(waiting) == 600
        await matches.outbox.repost(match.id)
        hurried = await only(matches)
        assert (hurried.id, hurried.new_message) == (waiting.id, True)
        assert await matches.outbox.message_to_edit(hurried) is None
        await matches.outbox.note_posted(hurried.id, 601)
        await matches.outbox.repost(match.id)
        again = await only(matches)
        assert again.id != hurried.id
        assert await matches.outbox.message_to_edit(again) is None
        await matches.outbox.note_posted(again.id, 602)
        await matches.act(match.id, turns.play(ANNE, "step"))
        assert await matches.outbox.message_to_edit(await only(matches)) == 602
