"""The order in which boards are posted, and what older boards say."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import ComputerLevel, Match, Place, Post, TableTerms
from bot.match.decisions import lobby, relocating, turns
from bot.store.shards import Shards
from cogs.shared.boards import confirmations, delivery, posting, waiters
from cogs.shared.boards.board import BoardContent
from cogs.shared.boards.retiring import INVALID_FORM, retire_older
from cogs.shared.interactions import leftovers
from tests.cogs.clicking import OnPrivateMessage
from tests.cogs.conftest import ANNE, HERE, Asking, Bot, Message
from tests.waiting import TEST_TIMEOUT, in_time, until

FOR_EVER = 3600.0


@pytest.fixture
async def posted(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[tuple[int, int]]]:
    """What the worker has posted, by match and version; between boards of computers it waits forever."""
    messages: list[tuple[int, int]] = []

    async def ready() -> None:
        return None

    async def post(due: Post, _match: Match | None) -> None:
        if await bot.matches.outbox.still_due(due.id):
            messages.append((due.match_id, due.version))
            await bot.matches.outbox.note_posted(due.id, 6000 + due.id)

    monkeypatch.setattr(posting, "EDIT_PAUSE", FOR_EVER)
    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    monkeypatch.setattr(bot.posting, "post_or_edit", post)
    await bot.posting.cog_load()
    yield messages
    await bot.posting.finish()


async def against_computers(bot: Bot) -> Match:
    match = await bot.matches.tables.open(
        TableTerms(game="cirondo", seats=4), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    return await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900 + match.id))


async def next_one(bot: Bot, match: Match) -> Match:
    """The player to move plays the first legal move."""
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    if match.to_move == 0:
        return await bot.matches.act(match.id, turns.play(ANNE, move))
    return await bot.matches.act(match.id, turns.play_computer(move, seen_version=match.version))


async def test_who_posts_ends_also_where_it_is_woken_at_that_moment(bot: Bot, posted: list[tuple[int, int]]) -> None:
    worker = bot.posting.worker
    assert worker is not None
    for _ in range(20):  # until it waits
        await asyncio.sleep(0.01)
    bot.matches.outbox.on_post.set()
    worker.cancel()
    await asyncio.wait([worker], timeout=TEST_TIMEOUT)
    assert worker.cancelled()


async def test_boards_of_computers_wait_for_each_other_and_those_that_call_someone_do_not(
    bot: Bot, posted: list[tuple[int, int]]
) -> None:
    one, other = await against_computers(bot), await against_computers(bot)
    for match in (one, other):
        await until(lambda match=match: (match.id, match.version) in posted)  # type: ignore[misc]  # mypy can't infer a lambda with a default

    async def moves(match: Match) -> Match:
        match = await next_one(bot, match)
        await until(lambda: (match.id, match.version) in posted)
        return match

    one, other = await moves(one), await moves(other)  # Anne's own moves: new messages, which wait for nothing
    one = await moves(one)  # a computer's move, the first board in the line
    other = await next_one(bot, other)
    await until(lambda: other.id in bot.posting.queued_edits)
    skipped = other.version
    while other.to_move != 0:
        other = await next_one(bot, other)
    await until(lambda: (other.id, other.version) in posted)  # Anne is called, and the board before is left out
    assert (other.id, skipped) not in posted


async def test_a_board_that_calls_someone_waits_for_none_of_a_long_line(
    bot: Bot, posted: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "POSTS_PER_POLL", 2)
    line = [await against_computers(bot) for _ in range(4)]
    for number, match in enumerate(line):
        await until(lambda match=match: (match.id, match.version) in posted)  # type: ignore[misc]  # as above
        line[number] = match = await next_one(bot, match)
        await until(lambda match=match: (match.id, match.version) in posted)  # type: ignore[misc]  # as above
        line[number] = await next_one(bot, match)  # a computer's: it waits in the line
    await until(lambda: len(bot.posting.queued_edits) >= 3)
    calling = await against_computers(bot)
    await until(lambda: (calling.id, calling.version) in posted)


class Elsewhere:
    """Discord, where messages are edited; `edited` is what they say then. Some channels are gone."""

    def __init__(self, *gone: int) -> None:
        self.edited: dict[tuple[int, int], discord.ui.LayoutView] = {}
        self._gone = gone

    def get_partial_messageable(self, channel: int, guild_id: int | None = None) -> Any:
        def message(number: int) -> Any:
            async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
                if channel in self._gone:
                    answer: Any = SimpleNamespace(status=404, reason="Not Found")
                    raise discord.NotFound(answer, {"code": delivery.UNKNOWN_CHANNEL, "message": "Unknown Channel"})
                self.edited[channel, number] = view

            return SimpleNamespace(edit=edit)

        return SimpleNamespace(get_partial_message=message)


async def shown(bot: Bot, match: Match, message: int, *, picture: bool = False) -> Match:
    """The match once its newest board was delivered as this message, and the boards before were told."""
    (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == match.id]
    words = BoardContent(
        "Gold to move", "Move!", "It has begun.", "Gold, silver", "Cirondo", "", 0, picture, (), (ANNE,)
    )
    await bot.matches.outbox.note_posted(post.id, message, words=words.document())
    match = await bot.matches.get(match.id)
    await retire_older(bot, match, message)
    return match


def read(view: discord.ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))


async def test_a_board_leads_to_where_the_match_has_moved(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    discord_ = Elsewhere()
    monkeypatch.setattr(bot, "get_partial_messageable", discord_.get_partial_messageable, raising=False)
    match = await shown(bot, await against_computers(bot), 6001)
    match = await shown(bot, await next_one(bot, match), 6002)
    assert "moved" not in read(discord_.edited[20, 6001])  # it only has been followed by another one
    await bot.matches.act(match.id, relocating.move_to(ANNE, Place(HERE.guild_id, 30, 31)))
    match = await shown(bot, match, 6003)
    left = discord_.edited[20, 6002]
    link = f"https://discord.com/channels/{HERE.guild_id}/31/6003"
    assert read(left).startswith(f"➡️ Match {match.id} has moved to <#31>: [go to the board]({link})\nIt has begun.")
    assert await bot.matches.outbox.boards_to_strip(match.id) == []


async def test_a_board_whose_channel_is_gone_is_left_alone(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    discord_ = Elsewhere(HERE.posted_in)
    monkeypatch.setattr(bot, "get_partial_messageable", discord_.get_partial_messageable, raising=False)
    match = await shown(bot, await against_computers(bot), 6001)
    await bot.matches.act(match.id, relocating.move_to(ANNE, Place(HERE.guild_id, 30)))
    match = await shown(bot, match, 6002)
    assert discord_.edited == {}
    assert await bot.matches.outbox.boards_to_strip(match.id) == []  # nobody tries that again


async def test_a_board_loses_its_buttons_also_if_its_picture_has_another_name_than_was_noted(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's answer to the edit that gave the picture its name was lost, and a newer post became another message."""
    edited: list[str] = []

    def get_partial_message(_: int) -> Any:
        async def edit(*, view: discord.ui.LayoutView, **_: Any) -> None:
            (gallery,) = [item for item in view.walk_children() if isinstance(item, discord.ui.MediaGallery)]
            edited.append(gallery.items[0].media.url)
            if edited[-1] != "attachment://board.jpg":
                answer: Any = SimpleNamespace(status=400, reason="Bad Request")
                raise discord.HTTPException(answer, {"code": INVALID_FORM, "message": "Invalid Form Body"})

        return SimpleNamespace(edit=edit)

    place = SimpleNamespace(get_partial_message=get_partial_message)
    monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: place, raising=False)
    match = await shown(bot, await against_computers(bot), 6001, picture=True)
    match = await shown(bot, await next_one(bot, match), 6002, picture=True)
    assert edited == ["attachment://board.webp", "attachment://board.jpg"]
    assert await bot.matches.outbox.boards_to_strip(match.id) == []


class TestConfirming:
    """What is told in private of a move whose board is on its way."""

    @pytest.fixture
    async def asking(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Asking:
        monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", FOR_EVER)
        asking = Asking(bot, ANNE)
        await asking.defer()
        return asking

    async def begin(self, bot: Bot, asking: Asking) -> tuple[Post, "asyncio.Task[None]"]:
        """The board that is due, and the confirmation that waits for it."""
        match = await against_computers(bot)
        (post,) = await bot.matches.outbox.due()
        confirming = asyncio.create_task(confirmations.confirm(asking, match, "Well moved."))
        await until(lambda: match.id in bot.posting.waiters.waiting)
        return post, confirming

    async def test_of_a_board_that_is_out_soon_says_everything_in_one_go(
        self, bot: Bot, asking: Asking, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(confirmations, "LINK_GRACE", FOR_EVER)
        post, confirming = await self.begin(bot, asking)
        assert asking.heard == []
        bot.posting.waiters.settle(post, message_id=4711)
        await confirming
        (answer,) = asking.heard
        assert answer == "Well moved. [Go to the board](https://discord.com/channels/1/20/4711)"

    async def test_of_any_other_confirms_the_move_first_and_then_links_the_board(
        self, bot: Bot, asking: Asking, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(confirmations, "LINK_GRACE", 0.001)
        post, confirming = await self.begin(bot, asking)
        await until(lambda: bool(asking.heard))
        assert asking.heard == ["Well moved."]
        bot.posting.waiters.settle(post, message_id=4711)
        await confirming
        assert asking.heard[1:] == ["Well moved. [Go to the board](https://discord.com/channels/1/20/4711)"]

    async def test_of_a_board_that_was_out_before_says_everything_in_one_go(self, bot: Bot, asking: Asking) -> None:
        match = await against_computers(bot)
        (post,) = await bot.matches.outbox.due()
        bot.posting.waiters.settle(post, message_id=4711)
        await confirmations.confirm(asking, match, "Well moved.")
        assert asking.heard == ["Well moved. [Go to the board](https://discord.com/channels/1/20/4711)"]

    async def test_that_fails_waits_for_the_board_no_longer(
        self, bot: Bot, asking: Asking, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen = asyncio.Event()

        async def lost(view: Any, **_: Any) -> Message:
            await seen.wait()
            raise aiohttp.ServerDisconnectedError

        monkeypatch.setattr(confirmations, "LINK_GRACE", 0.001)
        asking.edit_original_response = lost  # type: ignore[method-assign]
        _, confirming = await self.begin(bot, asking)
        seen.set()
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await confirming
        await asyncio.sleep(0)
        assert not bot.posting.waiters.waiting  # nobody would hear what goes wrong there

    async def test_replaces_the_answer_to_an_earlier_turn(self, bot: Bot, asking: Asking) -> None:
        match = await against_computers(bot)
        (post,) = await bot.matches.outbox.due()
        bot.posting.waiters.settle(post, message_id=4711)
        earlier = OnPrivateMessage(bot, asking.user.id)
        earlier.id = asking.id - 1
        leftovers.note_leftover(earlier, match.id, 800)
        await confirmations.confirm(asking, match, "Well moved.")
        assert earlier.deleted
        assert leftovers.leftovers_of(bot)[match.id, asking.user.id] == (asking, Message.id)


async def test_stopping_does_not_wait_for_boards_in_the_line(bot: Bot, posted: list[tuple[int, int]]) -> None:
    for _ in range(2):
        match = await against_computers(bot)
        for _ in range(2):
            await until(lambda match=match: (match.id, match.version) in posted)  # type: ignore[misc]  # as above
            match = await next_one(bot, match)
    await until(lambda: match.id in bot.posting.queued_edits)
    await bot.posting.finish()
    assert (match.id, match.version) not in posted
    assert await bot.matches.outbox.next_due_at() is not None


async def test_a_board_that_another_process_posts_is_linked_as_well(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiters, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", TEST_TIMEOUT)
    bot.matches.duty.shards = Shards(2, frozenset({0}))
    table = await bot.matches.tables.open(TableTerms(game="cirondo", seats=2), opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(table.id, 7000)
    await bot.matches.act(table.id, lobby.join(ANNE + 1))
    match = await bot.matches.act(table.id, lobby.begin(ANNE))
    (due,) = await bot.matches.outbox.due()
    waiting = asyncio.create_task(bot.posting.waiters.outcome(match))
    await asyncio.sleep(0)
    await bot.matches.outbox.note_posted(due.id, 6001)
    outcome = await in_time(waiting)
    assert outcome is not None
    assert outcome.message_id == 6001


async def test_who_waits_does_not_look_for_boards_of_others_where_there_are_none(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[int]()

    async def look(match_id: int) -> None:
        looks.append(match_id)

    monkeypatch.setattr(waiters, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", 0.01)
    monkeypatch.setattr(bot.matches.outbox, "newest_delivery", look)
    assert await bot.posting.waiters.outcome(await against_computers(bot)) is None
    assert looks == []


class TestWaiting:
    """Which post answers someone who waits for a board."""

    async def due(self, bot: Bot) -> tuple[Match, Post]:
        match = await against_computers(bot)
        (post,) = await bot.matches.outbox.due()
        return match, post

    @pytest.mark.parametrize(
        ("version", "number", "answers"),
        [(0, 0, True), (1, 0, True), (0, 1, True), (-1, 0, False), (-1, 1, False), (0, -1, False), (1, -1, False)],
    )
    @pytest.mark.parametrize("waits", [False, True])
    async def test_a_post_answers_if_it_is_new_enough(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, version: int, number: int, answers: bool, waits: bool
    ) -> None:
        """The post has the version of the match and the lowest id, or is that much newer."""
        match, post = await self.due(bot)
        fate = replace(post, version=match.version + version, id=post.id + number)
        monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", FOR_EVER)
        if not waits:
            bot.posting.waiters.settle(fate, message_id=1)
        waiting = asyncio.create_task(bot.posting.waiters.outcome(match, post.id))
        if waits or not answers:
            await until(lambda: match.id in bot.posting.waiters.waiting)
        if waits:
            bot.posting.waiters.settle(fate, message_id=1)
        if not answers:
            bot.posting.waiters.settle(post, message_id=2)
        expected = replace(fate, message_id=1) if answers else replace(post, message_id=2)
        assert await in_time(waiting) == expected
        assert match.id not in bot.posting.waiters.waiting

    @pytest.mark.parametrize(("delivered", "waits"), [(None, True), (-1, True), (0, False), (1, False)])
    async def test_a_click_on_an_old_board_waits_only_for_one_on_its_way(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, delivered: int | None, waits: bool
    ) -> None:
        match, post = await self.due(bot)
        if delivered is not None:
            bot.posting.waiters.settle(replace(post, version=match.version + delivered), message_id=4711)
        monkeypatch.setattr(waiters, "WAIT_FOR_BOARD", FOR_EVER)
        waiting = asyncio.create_task(bot.posting.waiters.wait_for_board(match.id, match.version))
        if waits:
            await until(lambda: match.id in bot.posting.waiters.waiting)
            bot.posting.waiters.settle(post, message_id=4711)
        await in_time(waiting)
