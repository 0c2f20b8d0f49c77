"""What is to be posted: the newest board of each match, until it is delivered or given up."""

from datetime import timedelta

import pytest

from bot.match import Match, Matches, MatchOver, NotInThisMatch, NotRunning, Place, Post, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.played import only_post
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT = PLAYERS[:2]


async def test_only_the_newest_board_is_due(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    first = await only_post(matches)
    assert (first.match_id, first.version, first.place) == (match.id, match.version, HERE)
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    second = await only_post(matches)
    assert second.version == match.version
    assert second.id != first.id


async def test_each_match_has_its_own(matches: Matches, start_match: StartMatch) -> None:
    one, two = await start_match(), await start_match()
    assert [post.match_id for post in await matches.outbox.due()] == [one.id, two.id]
    assert [post.match_id for post in await matches.outbox.due(limit=1)] == [one.id]


async def test_a_nonce_fits_discord_and_stays_the_same(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match()
    post = await only_post(matches)
    assert post.nonce.startswith(f"{match.id}.{match.version}.")
    assert len(post.nonce) <= 25
    await matches.outbox.note_failed(post.id, "500", retry_in=timedelta(0))
    assert (await only_post(matches)).nonce == post.nonce


async def test_the_worker_is_woken_by_what_is_to_be_posted(matches: Matches, start_match: StartMatch) -> None:
    assert not matches.outbox.on_post.is_set()
    match = await start_match()
    assert matches.outbox.on_post.is_set()
    matches.outbox.on_post.clear()
    await matches.act(match.id, presence.absent(BERT))
    assert not matches.outbox.on_post.is_set()
    await matches.outbox.repost(match.id)
    assert matches.outbox.on_post.is_set()


async def test_what_was_written_just_now_is_shown_without_being_read_again(
    matches: Matches, store: Store, start_match: StartMatch, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_match()
    await matches.outbox.note_posted((await only_post(matches)).id, 1)
    read: list[int] = []
    engine = matches.dependencies.engine
    get = engine.get

    async def noted(number: int) -> Match:
        read.append(number)
        return await get(number)

    monkeypatch.setattr(engine, "get", noted)
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    post = await only_post(matches)
    assert (await matches.outbox.match_to_show(post), read) == (match, [])
    assert (await matches.outbox.match_to_show(post), read) == (match, [match.id])  # it isn't kept for ever

    async def is_read(post: Post) -> bool:
        read.clear()
        shown = await matches.outbox.match_to_show(post)
        assert shown == await get(match.id)
        return bool(read)

    match = await matches.act(match.id, turns.play(BERT, "walk"))
    await matches.act(match.id, presence.absent(ANNE))  # nothing new is posted for that
    assert await is_read(await only_post(matches))
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    clock.forward(timedelta(seconds=5))
    assert await is_read(await only_post(matches))
    match = await matches.act(match.id, turns.play(BERT, "walk"))
    await matches.outbox.note_failed((await only_post(matches)).id, "503", retry_in=timedelta())
    assert await is_read(await only_post(matches))
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    await Matches(store, games=GAMES, clock=clock).act(match.id, turns.play(BERT, "walk"))  # another process
    assert await is_read(await only_post(matches))


async def test_a_failed_attempt_is_made_again_later(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    await start_match()
    assert await matches.outbox.next_due_at() == clock.now
    post = await only_post(matches)
    await matches.outbox.note_failed(post.id, "503 Service Unavailable", retry_in=timedelta(seconds=30))
    assert await matches.outbox.due() == []
    assert await matches.outbox.next_due_at() == clock.now + timedelta(seconds=30)
    clock.forward(timedelta(seconds=30))
    again = await only_post(matches)
    assert (again.id, again.attempts, again.problem) == (post.id, 1, "503 Service Unavailable")


async def test_a_board_does_not_wait_for_a_clock_that_was_set_back(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    await start_match()
    post = await only_post(matches)
    clock.forward(-timedelta(days=3))
    assert (await only_post(matches)).id == post.id
    await matches.outbox.note_failed(post.id, "503", retry_in=timedelta(minutes=10))
    assert await matches.outbox.due() == []  # due again by the clock as it is now


async def test_no_failed_attempt_waits_longer_than_a_quarter_of_an_hour(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    await start_match()
    post = await only_post(matches)
    await matches.outbox.note_failed(post.id, "503", retry_in=timedelta(hours=1))
    assert await matches.outbox.due() == []
    clock.forward(timedelta(minutes=15))
    assert (await only_post(matches)).id == post.id


async def test_a_delivered_board_is_not_due(matches: Matches, start_match: StartMatch) -> None:
    await start_match()
    post = await only_post(matches)
    await matches.outbox.note_posted(post.id, 555)
    assert await matches.outbox.due() == []
    assert await matches.outbox.next_due_at() is None
    await matches.outbox.note_failed(post.id, "late news of the same attempt", retry_in=timedelta(0))
    assert await matches.outbox.due() == []


async def test_a_board_that_was_overtaken_is_never_due_again(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    old = await only_post(matches)
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.outbox.note_failed(old.id, "timeout", retry_in=timedelta(0))
    assert (await only_post(matches)).version == match.version


async def test_a_board_that_was_overtaken_while_it_was_drawn_is_not_sent(
    matches: Matches, start_match: StartMatch
) -> None:
    match = await start_match()
    old = await only_post(matches)
    assert await matches.outbox.still_due(old.id)
    await matches.act(match.id, turns.play(ANNE, "walk"))
    new = await only_post(matches)
    assert [await matches.outbox.still_due(post.id) for post in (old, new)] == [False, True]
    await matches.outbox.note_failed(new.id, "503", retry_in=timedelta(seconds=30))
    assert await matches.outbox.still_due(new.id)
    await matches.outbox.note_posted(new.id, 5)
    assert not await matches.outbox.still_due(new.id)
    assert not await matches.outbox.still_due(10**6)


async def test_a_board_given_up_comes_back_only_when_asked_for(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match()
    post = await only_post(matches)
    await matches.outbox.note_failed(post.id, "Unknown Channel", retry_in=None)
    clock.forward(timedelta(days=400))
    assert await matches.outbox.due() == []
    again = await matches.outbox.repost(match.id)
    assert again.version == match.version
    fresh = await only_post(matches)
    assert (fresh.version, fresh.attempts, fresh.problem) == (match.version, 0, None)
    assert fresh.nonce != post.nonce


async def test_asking_for_a_board_that_waits_hurries_it_and_makes_no_second(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match()
    post = await only_post(matches)
    await matches.outbox.note_failed(post.id, "503", retry_in=timedelta(minutes=10))
    assert await matches.outbox.due() == []
    await matches.outbox.repost(match.id)
    assert (await only_post(matches)).id == post.id


async def test_a_match_goes_on_elsewhere(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    old = await only_post(matches)
    await matches.outbox.note_posted(old.id, 555)
    elsewhere = Place(1, 21, 31)
    with pytest.raises(NotInThisMatch):
        await matches.act(match.id, relocating.move_to(999, elsewhere))
    match = await matches.act(match.id, relocating.move_to(BERT, elsewhere))
    assert match.place == elsewhere
    assert elsewhere.posted_in == 31
    fresh = await only_post(matches)
    assert (fresh.place, fresh.version) == (elsewhere, match.version)
    assert await matches.act(match.id, relocating.move_to(BERT, elsewhere)) == match
    await matches.outbox.note_posted(fresh.id, 556)
    assert [post.place for post in await matches.outbox.boards_to_strip(match.id)] == [HERE]


class TestLeavingAThread:
    async def in_a_thread(self, matches: Matches) -> Match:
        match = await matches.tables.open(TableTerms(game="race", seats=2, own_thread=True), opener=ANNE, place=HERE)
        await matches.act(match.id, lobby.join(BERT))
        return await matches.act(match.id, lobby.begin(ANNE, message_id=77))

    async def test_a_match_whose_thread_is_gone_goes_on_in_the_channel(self, matches: Matches) -> None:
        match = await self.in_a_thread(matches)
        old = await only_post(matches)
        after = await matches.act(match.id, relocating.leave_thread())
        assert (after.place, after.version) == (HERE, match.version + 1)
        assert (after.recent[-1].kind, after.recent[-1].seat) == ("place", None)
        fresh = await only_post(matches)
        assert (fresh.place, fresh.version) == (HERE, after.version)
        assert not await matches.outbox.still_due(old.id)
        assert await matches.records.check(match.id) == []

    async def test_it_leaves_once(self, matches: Matches, store: Store) -> None:
        match = await matches.act((await self.in_a_thread(matches)).id, relocating.leave_thread())
        before = await dump(store)
        assert await matches.act(match.id, relocating.leave_thread()) == match
        assert await dump(store) == before

    async def test_the_board_of_a_match_that_is_over_is_shown_in_the_channel(self, matches: Matches) -> None:
        match = await self.in_a_thread(matches)
        await matches.act(match.id, proposals.resign(ANNE))
        assert (await matches.act(match.id, relocating.leave_thread())).status is Status.OVER
        assert (await only_post(matches)).place == HERE

    async def test_a_table_has_no_board_to_take_along(self, matches: Matches, store: Store) -> None:
        table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=Place(1, 20, 30))
        with pytest.raises(NotRunning):
            await matches.act(table.id, relocating.leave_thread())
        await matches.act(table.id, lobby.cancel(ANNE))
        with pytest.raises(MatchOver):
            await matches.act(table.id, relocating.leave_thread())


async def test_older_boards_lose_their_buttons_once(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match(goal=50)
    delivered = []
    for turn in range(3):
        post = await only_post(matches)
        await matches.outbox.note_posted(post.id, 600 + turn, words={"line": f"turn {turn}"})
        delivered.append(post.id)
        await matches.act(match.id, turns.play(PLAYERS[turn % 2], "walk"))
    old = await matches.outbox.boards_to_strip(match.id)
    assert [(post.id, post.message_id, post.words) for post in old] == [
        (delivered[0], 600, {"line": "turn 0"}),
        (delivered[1], 601, {"line": "turn 1"}),
    ]
    await matches.outbox.note_stripped(delivered[0])
    assert [post.id for post in await matches.outbox.boards_to_strip(match.id)] == [delivered[1]]


async def test_a_board_that_arrives_after_its_successor_is_stripped(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    late = await only_post(matches)
    await matches.act(match.id, turns.play(ANNE, "walk"))
    newest = await only_post(matches)
    await matches.outbox.note_posted(newest.id, 2)
    await matches.outbox.note_posted(late.id, 1)
    assert [post.id for post in await matches.outbox.boards_to_strip(match.id)] == [late.id]


async def test_the_last_board_can_be_posted_again(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    await matches.act(match.id, proposals.resign(ANNE))
    await matches.outbox.note_posted((await only_post(matches)).id, 9)
    await matches.outbox.repost(match.id)
    assert (await only_post(matches)).match_id == match.id


async def test_a_cancelled_table_has_no_board(matches: Matches) -> None:
    match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    await matches.act(match.id, lobby.cancel(ANNE))
    with pytest.raises(MatchOver):
        await matches.outbox.repost(match.id)
    assert await matches.outbox.due() == []


async def test_the_newest_delivered_board_can_be_found(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    assert await matches.outbox.board_message(match.id) is None
    late = await only_post(matches)
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.outbox.note_posted((await only_post(matches)).id, 701)
    await matches.outbox.note_posted(late.id, 700)
    assert await matches.outbox.board_message(match.id) == (HERE, 701)


async def test_each_match_has_the_messages_of_its_own_boards(matches: Matches, start_match: StartMatch) -> None:
    sent: dict[int, set[int]] = {}
    for first in (800, 900):
        match = await start_match()
        await matches.outbox.note_posted((await only_post(matches)).id, first)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        await matches.outbox.note_posted((await only_post(matches)).id, first + 1)
        sent[match.id] = {first, first + 1}
    assert {match: await matches.outbox.board_messages(match) for match in sent} == sent


async def test_a_board_that_may_have_been_sent_is_one_that_was_overtaken_and_of_which_nothing_is_known(
    matches: Matches, start_match: StartMatch
) -> None:
    match = await start_match(goal=50)
    first = await only_post(matches)
    assert await matches.outbox.overtaken(first) is None
    for person in (ANNE, BERT):
        await matches.act(match.id, turns.play(person, "walk"))
    newest = await only_post(matches)
    assert await matches.outbox.overtaken(newest) == first.version
    await matches.outbox.note_posted(newest.id, 700)
    await matches.act(match.id, turns.play(ANNE, "walk"))
    assert await matches.outbox.overtaken(await only_post(matches)) is None


async def test_what_is_tried_again_later_still_waits(matches: Matches, start_match: StartMatch) -> None:
    await start_match()
    post = await only_post(matches)
    await matches.outbox.note_failed(post.id, "trouble", retry_in=timedelta(minutes=5))
    assert await matches.outbox.due() == []
    assert await matches.outbox.waiting() == {post.id}
    await matches.outbox.note_posted(post.id, 555)
    assert await matches.outbox.waiting() == set()
