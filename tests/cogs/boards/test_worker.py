"""The worker that posts boards: when it begins, what it waits for, and what it does when the database fails it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import Busy, Match, Post, SeriesKind, StoreBusy
from bot.match.decisions import proposals, turns
from bot.slots import came_at
from bot.store.shards import EVERYTHING, Shards
from cogs.shared.boards import posting
from cogs.shared.presentation.drawing import Superseded
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, played_out, together
from tests.cogs.discord_answers import Discord, put, read, refusal
from tests.waiting import in_time, until

FOR_EVER = 3600.0
NOTHING = Shards(1, frozenset())


@pytest.fixture(autouse=True)
async def discord_(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    """Discord without pictures; the worker looks only when it's woken, and waits forever after a failure."""

    async def ready() -> None:
        return None

    async def no_picture(*_: object) -> None:
        return None

    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    monkeypatch.setattr(bot.posting.delivery, "picture", no_picture)
    for name in ("POLL_EVERY", "POLL_OTHERS", "RETRY_FIRST"):
        monkeypatch.setattr(posting, name, FOR_EVER)
    monkeypatch.setattr(posting, "MIN_POLL_PAUSE", 0.0)
    yield put(bot, Discord())
    await bot.posting.finish()


def failing(bot: Bot, monkeypatch: pytest.MonkeyPatch, name: str, *errors: Exception) -> list[Exception]:
    """The outbox's method fails with these errors, one after the other, and then works again; those not yet raised."""
    left, works = list(errors), getattr(bot.matches.outbox, name)

    async def fails(*arguments: Any, **named: Any) -> Any:
        if left:
            raise left.pop(0)
        return await works(*arguments, **named)

    monkeypatch.setattr(bot.matches.outbox, name, fails)
    return left


async def moments() -> None:
    """Time for everything that can go on."""
    for _ in range(20):
        await asyncio.sleep(0.002)


async def only(bot: Bot) -> Post:
    (post,) = await bot.matches.outbox.due()
    return post


class TestTheStart:
    async def test_waits_for_the_process_before_and_takes_over_what_that_has_sent(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bot.matches.duty.shards = NOTHING
        await bot.posting.cog_load()
        await moments()
        match = await together(bot, ANNE, BERT)

        async def logs_from(_: int, limit: int) -> list[Any]:
            button = {"custom_id": f"b:{match.id}:{match.version}:more:"}
            return [{"id": "4242", "author": {"id": "7"}, "components": [button], "attachments": []}]

        monkeypatch.setattr(discord_, "logs_from", logs_from)
        monkeypatch.setattr(bot, "user", SimpleNamespace(id=7), raising=False)  # the bot itself
        bot.matches.duty.shards = EVERYTHING
        await until(lambda: bot.matches.outbox.board_message(match.id))
        assert await bot.matches.outbox.board_message(match.id) == (HERE, 4242)
        assert discord_.sent == {}

    async def test_catches_up_only_once_the_process_before_has_ended(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        left = failing(bot, monkeypatch, "list_given_up", ValueError("the queen"))
        bot.matches.duty.shards = NOTHING
        await bot.posting.cog_load()
        await moments()
        assert len(left) == 1
        bot.matches.duty.shards = EVERYTHING
        await until(lambda: "Couldn't look for work left by an earlier process" in caplog.text)
        assert "ValueError" in caplog.text
        assert "queen" not in caplog.text  # it might name a card
        match = await together(bot, ANNE, BERT)
        await until(lambda: bot.matches.outbox.board_message(match.id))  # boards are posted all the same

    @pytest.mark.parametrize("replaces", [True, False], ids=["a successor", "alone"])
    async def test_what_is_taken_over_is_looked_for_until_the_database_is_there(
        self,
        bot: Bot,
        discord_: Discord,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        replaces: bool,
    ) -> None:
        caplog.set_level(logging.DEBUG)  # the log has it already that the database is away
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        failing(bot, monkeypatch, "waiting", StoreBusy(), StoreBusy())
        match = await together(bot, ANNE, BERT)
        if replaces:
            bot.matches.duty.shards = NOTHING
        await bot.posting.cog_load()
        await moments()
        bot.matches.duty.shards = EVERYTHING
        await until(lambda: bot.matches.outbox.board_message(match.id))
        assert caplog.text.count("Couldn't look for posts of an earlier process") == 2

    async def test_ends_with_the_cog(self, bot: Bot) -> None:
        await bot.posting.cog_load()
        worker = bot.posting.worker
        assert worker is not None
        await bot.posting.cog_unload()
        assert worker.done()


class TestWhatFails:
    @pytest.mark.parametrize(
        ("error", "pause", "level", "words"),
        [
            (StoreBusy(), "RETRY_FIRST", logging.DEBUG, "due posts: the database can't be reached"),
            (ValueError("the queen"), "POLL_EVERY", logging.ERROR, "ValueError"),
        ],
        ids=["busy", "broken"],
    )
    async def test_looking_for_boards_is_tried_again_after_a_pause(
        self,
        bot: Bot,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        error: Exception,
        pause: str,
        level: int,
        words: str,
    ) -> None:
        caplog.set_level(logging.DEBUG)
        match = await together(bot, ANNE, BERT)
        monkeypatch.setattr(posting, pause, 0.0)
        failing(bot, monkeypatch, "due", error)
        await bot.posting.cog_load()
        await until(lambda: bot.matches.outbox.board_message(match.id))
        (line,) = [line for line in caplog.records if "Couldn't look for due posts" in line.message]
        assert line.levelno == level
        assert words in line.message
        assert "queen" not in line.message

    @pytest.mark.parametrize("error", [StoreBusy(), ValueError()], ids=["busy", "broken"])
    async def test_looking_for_boards_is_not_tried_again_before(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
    ) -> None:
        await together(bot, ANNE, BERT)
        left = failing(bot, monkeypatch, "due", error, error)
        await bot.posting.cog_load()
        await until(lambda: len(left) == 1)
        bot.matches.outbox.on_post.set()
        await moments()
        assert len(left) == 1

    async def test_a_board_whose_failure_could_not_be_noted_is_tried_again_when_the_worker_next_looks(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        match = await together(bot, ANNE, BERT)
        discord_.fails["send"] = [refusal(0, 503), refusal(0, 503)]
        failing(bot, monkeypatch, "note_failed", ValueError("the queen"))
        await bot.posting.cog_load()
        await until(lambda: "Couldn't store the outcome of post" in caplog.text)
        assert "queen" not in caplog.text
        await moments()
        assert len(discord_.fails["send"]) == 1
        discord_.fails.clear()
        bot.matches.outbox.on_post.set()
        await until(lambda: bot.matches.outbox.board_message(match.id))

    @pytest.mark.parametrize("error", [StoreBusy(), Busy()], ids=["busy", "many writers"])
    async def test_a_board_that_the_database_kept_waiting_stays_due_and_counts_no_attempt(
        self,
        bot: Bot,
        discord_: Discord,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        error: Exception,
    ) -> None:
        caplog.set_level(logging.DEBUG)
        await together(bot, ANNE, BERT)
        failing(bot, monkeypatch, "match_to_show", error)
        post = await only(bot)
        delivering = asyncio.create_task(bot.posting.deliver(post))
        await until(lambda: f"Retrying post {post.nonce} later: the database can't be reached" in caplog.text)
        await moments()
        assert not delivering.done()  # so that it isn't tried over and over
        delivering.cancel()
        again = await only(bot)
        assert (again.id, again.attempts, again.problem) == (post.id, 0, None)
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        failing(bot, monkeypatch, "match_to_show", error)
        await bot.posting.deliver(again)
        assert discord_.sent == {}
        await bot.posting.deliver(again)
        assert discord_.nonces == [post.nonce]


class TestABoardThatIsOvertaken:
    async def test_is_not_sent(self, bot: Bot, discord_: Discord) -> None:
        match = await together(bot, ANNE, BERT)
        older = await only(bot)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        await bot.posting.deliver(older)
        assert discord_.sent == {}
        newer = await only(bot)
        assert newer.version == older.version + 1
        await bot.posting.deliver(newer)
        (view,) = discord_.sent.values()
        assert "offers a draw" in read(view)

    async def test_while_it_waits_to_be_drawn_is_no_failure(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.delattr(bot.posting.delivery, "picture")  # it's drawn
        match = await together(bot, ANNE, BERT)
        post = await only(bot)
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        still_due = bot.matches.outbox.still_due

        async def until_it_moves(post_id: int) -> bool:
            """As it was when the worker looked; by the time it's drawn, the next move is played."""
            due = await still_due(post_id)
            monkeypatch.setattr(bot.matches.outbox, "still_due", still_due)
            await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
            return due

        monkeypatch.setattr(bot.matches.outbox, "still_due", until_it_moves)
        await bot.posting.deliver(post)
        assert discord_.sent == {}
        assert "can't be made" not in caplog.text
        newer = await only(bot)
        assert (newer.version, newer.attempts, newer.problem) == (post.version + 1, 0, None)


class TestASeries:
    """The first board of a game appears below the last one of the game before."""

    async def two_games(self, bot: Bot) -> tuple[Match, Match, list[Post]]:
        """The first game, which is over, and the second; and what is due of them."""
        first = await together(bot, ANNE, BERT, series=SeriesKind.POINTS)
        first = await played_out(bot, first.id)
        assert first.series is not None
        second = await bot.matches.get(first.series.parts[-1].match_id)
        assert second.id != first.id
        due = sorted(await bot.matches.outbox.due(), key=lambda post: post.match_id)
        assert [post.match_id for post in due] == [first.id, second.id]
        return first, second, due

    @pytest.mark.thorough
    async def test_waits_for_the_last_board_of_the_game_before(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "PREDECESSOR_POLL", 0.001)
        _, _, (last, first) = await self.two_games(bot)
        delivering = asyncio.create_task(bot.posting.deliver(first))
        await moments()
        assert (discord_.nonces, delivering.done()) == ([], False)
        await bot.posting.deliver(last)
        await in_time(delivering)
        assert discord_.nonces == [last.nonce, first.nonce]

    @pytest.mark.thorough
    async def test_asks_for_it_only_now_and_then(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(posting, "PREDECESSOR_POLL", FOR_EVER)
        _, _, (_, first) = await self.two_games(bot)
        delivering = asyncio.create_task(bot.posting.deliver(first))
        await moments()
        failing(bot, monkeypatch, "due", ValueError())
        await moments()
        assert (discord_.nonces, delivering.done()) == ([], False)
        delivering.cancel()

    @pytest.mark.thorough
    async def test_follows_it_also_while_that_is_on_its_way(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing but the end of its delivery is waited for."""
        monkeypatch.setattr(posting, "PREDECESSOR_POLL", FOR_EVER)
        older, second, (last, first) = await self.two_games(bot)
        arrives, post = asyncio.Event(), bot.posting.delivery.deliver

        async def deliver(match: Match, *rest: Any) -> Any:
            if match.id == older.id:
                await arrives.wait()
            return await post(match, *rest)

        monkeypatch.setattr(bot.posting.delivery, "deliver", deliver)
        await bot.posting.cog_load()
        await until(lambda: len(bot.posting._deliveries) == 2)
        await moments()
        left = failing(bot, monkeypatch, "due", ValueError())
        await moments()
        assert (discord_.nonces, len(left)) == ([], 1)  # nobody asks over and over
        left.clear()
        arrives.set()
        await until(lambda: bot.matches.outbox.board_message(second.id))
        assert discord_.nonces == [last.nonce, first.nonce]

    @pytest.mark.thorough
    async def test_does_not_wait_for_one_that_discord_refuses_now(self, bot: Bot, discord_: Discord) -> None:
        _, _, (last, first) = await self.two_games(bot)
        discord_.fails["send"] = [refusal(0, 503)]
        await bot.posting.deliver(last)
        await bot.posting.deliver(first)
        assert discord_.nonces == [first.nonce]

    @pytest.mark.thorough
    async def test_waits_for_no_board_of_another_match(self, bot: Bot, discord_: Discord) -> None:
        _, _, (last, first) = await self.two_games(bot)
        await bot.posting.deliver(last)
        await together(bot, ANNE, CLEO)  # its board is due
        await in_time(bot.posting.deliver(first))
        assert discord_.nonces == [last.nonce, first.nonce]


async def test_what_a_board_waits_for_goes_by_when_it_was_begun(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    await together(bot, ANNE, BERT)
    (post,) = await bot.matches.outbox.due()
    came, began = list[float](), asyncio.get_running_loop().time()

    async def noted(_: Post) -> Match:
        came.append(came_at(began - 1))
        raise Superseded

    monkeypatch.setattr(bot.matches.outbox, "match_to_show", noted)
    await asyncio.create_task(bot.posting.deliver(post))
    assert began <= came[0] <= asyncio.get_running_loop().time()
