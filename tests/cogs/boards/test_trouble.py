"""The fate of boards that Discord or the network refuse, or whose process ends at the wrong moment."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Busy, Match, Place, Post, StoreBusy
from bot.match.decisions import presence, proposals, relocating, turns
from cogs.shared.boards import posting
from cogs.shared.boards.board import BoardContent
from cogs.shared.boards.delivery import PostingProblem
from cogs.shared.boards.retiring import BOARDS, INVALID_FORM, retire_left_behind, retire_older
from cogs.shared.client.failures import is_temporary
from tests.cogs import discord_answers as answers
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, together
from tests.cogs.discord_answers import Discord, read, refusal
from tests.cogs.matches import only_post
from tests.waiting import until

THREAD = Place(1, 20, 33)


@pytest.mark.parametrize(
    ("status", "code", "again"),
    [(500, 0, True), (503, 10008, True), (429, 40062, True), (400, 0, True), (400, 50035, False), (404, 10008, False),
     (403, 50013, False), (428, 50035, False), (430, 50035, False), (499, 50035, False)],
)  # fmt: skip
def test_what_discord_itself_refuses_is_not_tried_again(status: int, code: int, again: bool) -> None:
    assert is_temporary(refusal(code, status)) is again


@pytest.mark.parametrize(("code", "told"), [(10062, False), (10008, True)])
async def test_who_is_answered_too_late_hears_nothing_and_of_other_trouble_everyone_hears(
    bot: Bot, code: int, told: bool
) -> None:
    asking = Asking(bot, ANNE)
    await asking.defer()
    await bot.explain(asking, refusal(code, 404))
    assert bool(asking.heard) is told


class TestSending:
    @pytest.mark.parametrize(
        "error",
        [refusal(0, 503), refusal(0, 429), refusal(0, 400), OSError("reset"), discord.RateLimited(9.0)],
        ids=repr,
    )
    async def test_what_may_pass_is_tried_again(
        self, bot: Bot, discord_: Discord, error: Exception, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await together(bot, ANNE, BERT)
        post = await only_post(bot)
        discord_.fails["send"] = [error]
        monkeypatch.setattr(posting, "retry_pause", lambda *_: timedelta())
        await bot.posting.deliver(post)
        again = await only_post(bot)
        assert (again.id, again.attempts, again.problem) == (post.id, 1, "trouble")
        assert match.id not in bot.posting.delivery.sure_of  # Discord may have it, and only_post its answer was lost
        await bot.posting.deliver(again)
        assert (await bot.matches.outbox.due(), discord_.nonces) == ([], [post.nonce])

    @pytest.mark.parametrize(
        ("code", "problem"),
        [
            (answers.NOT_THERE, PostingProblem.NO_CHANNEL),
            (50024, PostingProblem.NO_CHANNEL),
            (answers.CLOSED_TO_US, PostingProblem.NO_PERMISSION),
            (answers.FORBIDDEN, PostingProblem.NO_PERMISSION),
            (answers.LOCKED, PostingProblem.THREAD_LOCKED),
            (50035, PostingProblem.BROKEN),
        ],
    )
    async def test_a_permanent_failure_is_given_up_and_reported(
        self, bot: Bot, discord_: Discord, code: int, problem: str
    ) -> None:
        match = await together(bot, ANNE, BERT)
        discord_.fails["send"] = [refusal(code)]
        post = await only_post(bot)
        await bot.posting.deliver(post)
        assert await bot.matches.outbox.due() == []
        assert [one.id for one in await bot.matches.outbox.list_given_up(problem)] == [post.id]
        outcome = await bot.posting.waiters.outcome(match)
        assert (outcome and outcome.problem) == problem

    async def test_a_board_that_could_not_be_noted_is_looked_for_before_the_next_one(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await together(bot, ANNE, BERT)
        post = await only_post(bot)

        async def fails(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(bot.matches.outbox, "note_posted", fails)
            await bot.posting.deliver(post)
        assert len(discord_.sent) == 1
        assert match.id not in bot.posting.delivery.sure_of


class TestOneThatIsOvertakenBeforeItIsNoted:
    """It was sent, and the database was lost before that was noted. When it's back, the next move comes first."""

    async def overtaken(self, bot: Bot, monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> tuple[Post, Post]:
        """The board that was sent, and the one of the next decision; noting fails with these errors."""
        match = await together(bot, ANNE, BERT)
        older = await only_post(bot)
        left, posted = list(errors), bot.matches.outbox.note_posted

        async def fails(*arguments: Any, **named: Any) -> None:
            if left:
                raise left.pop(0)
            await posted(*arguments, **named)

        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        monkeypatch.setattr(bot.matches.outbox, "note_posted", fails)
        await bot.posting.deliver(older)
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
        return older, await only_post(bot)

    async def test_it_is_noted_before_the_next_one_and_loses_its_buttons(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        older, newer = await self.overtaken(bot, monkeypatch, Busy())
        await bot.posting.deliver(newer)
        assert discord_.nonces == [older.nonce, newer.nonce]
        assert await bot.matches.outbox.board_messages(older.match_id) == {5000, 5001}
        assert list(discord_.edited) == [(20, 5000)]
        assert await bot.matches.outbox.boards_to_strip(older.match_id) == []

    async def test_the_next_one_waits_while_the_database_is_away(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        older, newer = await self.overtaken(bot, monkeypatch, Busy(), Busy())
        await bot.posting.deliver(newer)
        assert discord_.nonces == [older.nonce]
        await bot.posting.deliver(await only_post(bot))
        assert discord_.nonces == [older.nonce, newer.nonce]
        assert await bot.matches.outbox.board_messages(older.match_id) == {5000, 5001}

    async def test_one_that_can_not_be_noted_keeps_no_other_from_being_sent(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        deleted: list[int] = []

        async def logs_from(_: int, limit: int) -> list[Any]:
            components = [{"custom_id": f"b:{older.match_id}:{older.version}:more:"}]
            files = [{"filename": "board.webp"}]
            return [{"id": "5000", "author": {"id": "7"}, "components": components, "attachments": files}]

        async def delete_message(_: int, number: int) -> None:
            deleted.append(number)

        bot.user = SimpleNamespace(id=7)
        monkeypatch.setattr(discord_, "logs_from", logs_from)
        monkeypatch.setattr(discord_, "delete_message", delete_message, raising=False)
        older, newer = await self.overtaken(bot, monkeypatch, Busy(), ValueError("the queen"))
        await bot.posting.deliver(newer)
        assert (deleted, discord_.nonces) == ([5000], [older.nonce, newer.nonce])
        assert await bot.matches.outbox.board_messages(older.match_id) == {5001}
        assert "Couldn't record post" in caplog.text
        assert "queen" not in caplog.text


class TestWithinATurn:
    """The next decision's board takes the place of the one before in its message, for some time."""

    @pytest.fixture
    async def message(self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch) -> int:
        """The message of the decision before, a minute old."""
        return await self.aged(bot, monkeypatch, timedelta(minutes=1))

    async def aged(self, bot: Bot, monkeypatch: pytest.MonkeyPatch, age: timedelta) -> int:
        number = discord.utils.time_snowflake(discord.utils.utcnow() - age)

        async def message_to_edit(_: Post) -> int:
            return number

        monkeypatch.setattr(bot.matches.outbox, "message_to_edit", message_to_edit)
        await together(bot, ANNE, BERT)
        return number

    async def test_it_is_edited(self, bot: Bot, discord_: Discord, message: int) -> None:
        post = await only_post(bot)
        await bot.posting.deliver(post)
        assert (list(discord_.edited), discord_.sent) == ([(20, message)], {})
        labels = [item.label for item in discord_.edited[20, message].walk_children() if hasattr(item, "label")]
        assert "More" in labels
        assert await bot.matches.outbox.board_message(post.match_id) == (HERE, message)

    @pytest.mark.parametrize(
        ("minutes", "error"), [(60, None), (1, refusal(answers.DELETED)), (1, refusal(answers.ARCHIVED))], ids=repr
    )
    async def test_it_is_left_where_it_is_too_old_or_gone(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, minutes: int, error: Exception | None
    ) -> None:
        await self.aged(bot, monkeypatch, timedelta(minutes=minutes))
        discord_.fails["edit"] = [] if error is None else [error]
        await bot.posting.deliver(await only_post(bot))
        assert list(discord_.sent) == [(20, 5000)]

    async def test_it_is_tried_again_after_what_may_pass(self, bot: Bot, discord_: Discord, message: int) -> None:
        post = await only_post(bot)
        discord_.fails["edit"] = [refusal(0, 503)]
        await bot.posting.deliver(post)
        assert await bot.matches.outbox.still_due(post.id)
        assert (discord_.sent, discord_.edited) == ({}, {})


async def test_boards_that_were_sent_and_never_noted_are_deleted_before_a_newer_one(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of this match alone that the bot has sent itself, from the oldest that is in doubt."""
    match = await together(bot, ANNE, BERT)
    post = await only_post(bot)
    bot.user = SimpleNamespace(id=7)

    def sent(number: int, version: int, *, of: int = match.id, by: int = 7, file: str = "board.webp") -> Any:
        components = [{"custom_id": f"b:{of}:{version}:more:"}]
        return {
            "id": str(number), "author": {"id": str(by)}, "components": components, "attachments": [{"filename": file}]
        }  # fmt: skip

    async def logs_from(_: int, limit: int) -> list[Any]:
        return [
            *(sent(1, post.version - 1), sent(2, post.version - 2), sent(3, post.version - 3), sent(4, post.version)),
            *(
                sent(5, post.version - 1, of=99),
                sent(6, post.version - 1, by=8),
                sent(8, post.version - 1, file="x.gif"),
            ),
            *(sent(900 + match.id, post.version - 1), sent(9, post.version - 1)),
        ]

    async def overtaken(_: Post) -> int:
        return post.version - 2

    async def board_messages(_: int) -> set[int]:
        return {9}

    async def delete_message(_: int, number: int) -> None:
        deleted.append(number)
        raise refusal(answers.DELETED)

    deleted: list[int] = []
    monkeypatch.setattr(discord_, "logs_from", logs_from)
    monkeypatch.setattr(discord_, "delete_message", delete_message, raising=False)
    monkeypatch.setattr(bot.matches.outbox, "overtaken", overtaken)
    monkeypatch.setattr(bot.matches.outbox, "board_messages", board_messages)
    await bot.posting.deliver(post)
    assert deleted == [1, 2]
    assert len(discord_.sent) == 1


@pytest.mark.parametrize("lost_at", ["overtaken", "board_messages", "logs_from", "delete_message"])
async def test_what_was_sent_before_is_looked_for_again_if_the_database_or_discord_was_away_meanwhile(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, lost_at: str
) -> None:
    """An earlier process has sent a board that was overtaken, and this one as well, and noted neither."""
    match = await together(bot, ANNE, BERT)
    stray = await only_post(bot)
    await bot.matches.act(match.id, proposals.offer_draw(ANNE))
    post = await only_post(bot)
    bot.user = SimpleNamespace(id=7)
    deleted: list[int] = []

    async def logs_from(_: int, limit: int) -> list[Any]:
        def sent(number: int, version: int) -> Any:
            components = [{"custom_id": f"b:{match.id}:{version}:more:"}]
            files = [{"filename": "board.webp"}]
            return {"id": str(number), "author": {"id": "7"}, "components": components, "attachments": files}

        return [sent(4002, post.version), sent(4001, stray.version)]

    async def delete_message(_: int, number: int) -> None:
        deleted.append(number)

    async def lost(*_: object, **__: object) -> None:
        raise StoreBusy if hasattr(bot.matches.outbox, lost_at) else refusal(0, 503)

    monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
    monkeypatch.setattr(discord_, "logs_from", logs_from)
    monkeypatch.setattr(discord_, "delete_message", delete_message, raising=False)
    await bot.posting.delivery.inherit()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(bot.matches.outbox if hasattr(bot.matches.outbox, lost_at) else discord_, lost_at, lost)
        await bot.posting.deliver(post)
    assert deleted == []
    await bot.posting.deliver(post)
    assert (deleted, discord_.sent) == ([4001], {})
    assert await bot.matches.outbox.board_message(match.id) == (HERE, 4002)


async def test_a_board_sent_before_is_found_though_somebody_has_left_since(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m simulation --seed 4 --days 0.2 --often 0.3`: the bot was away for ten minutes, and sent it again."""

    async def logs_from(_: int, limit: int) -> list[Any]:
        button = {"custom_id": f"b:{match.id}:{post.version}:more:"}
        return [{"id": "4242", "author": {"id": "7"}, "components": [button], "attachments": []}]

    monkeypatch.setattr(discord_, "logs_from", logs_from)
    monkeypatch.setattr(bot, "user", SimpleNamespace(id=7), raising=False)  # the bot itself
    match, post = await together(bot, ANNE, BERT), await only_post(bot)
    await bot.posting.delivery.inherit()
    assert (await bot.matches.act(match.id, presence.absent(BERT))).version > post.version
    await bot.posting.deliver(post)
    assert await bot.matches.outbox.board_message(match.id) == (HERE, 4242)
    assert discord_.sent == {}


async def test_a_board_is_sent_also_where_what_was_sent_before_can_not_be_read(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def logs_from(_: int, limit: int) -> list[Any]:
        asked.append(limit)
        raise refusal(answers.CLOSED_TO_US)

    asked: list[int] = []
    bot.user = SimpleNamespace(id=7)
    monkeypatch.setattr(discord_, "logs_from", logs_from)
    await together(bot, ANNE, BERT)
    await bot.posting.delivery.inherit()  # an earlier process may have sent it
    post = await only_post(bot)
    await bot.posting.deliver(post)
    assert (len(asked), discord_.nonces) == (1, [post.nonce])


class TestOffTheServer:
    async def test_boards_come_when_the_bot_is_back(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await together(bot, ANNE, BERT)
        monkeypatch.setattr(bot, "get_guild", lambda _: None)
        await bot.posting.deliver(await only_post(bot))
        assert await bot.matches.outbox.due() == []
        joined: Any = None  # which server it is doesn't matter
        await bot.posting.on_guild_join(joined)
        assert await bot.matches.outbox.due() == []  # that was another one
        monkeypatch.undo()
        await bot.posting.on_guild_join(joined)
        post = await only_post(bot)
        assert (post.match_id, post.problem) == (match.id, PostingProblem.NO_SERVER)

    @pytest.mark.parametrize("errors", [[StoreBusy(), Busy()], []], ids=["away for a while", "another error"])
    async def test_also_if_the_database_is_away_then(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch, errors: list[Exception]
    ) -> None:
        match = await together(bot, ANNE, BERT)
        monkeypatch.setattr(bot, "get_guild", lambda _: None)
        await bot.posting.deliver(await only_post(bot))
        monkeypatch.undo()
        waiting, retry = [*errors] or [ZeroDivisionError()], bot.matches.outbox.retry

        async def retry_or_fail(number: int) -> None:
            if waiting:
                raise waiting.pop(0)
            await retry(number)

        monkeypatch.setattr(bot.matches.outbox, "retry", retry_or_fail)
        monkeypatch.setattr(posting, "RETRY_FIRST", 0.0)
        joined: Any = None
        await bot.posting.on_guild_join(joined)
        assert [post.match_id for post in await bot.matches.outbox.due()] == ([match.id] if errors else [])

    async def test_also_if_it_came_back_while_it_did_not_run(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await together(bot, ANNE, BERT)
        await bot.matches.outbox.note_failed((await only_post(bot)).id, PostingProblem.NO_SERVER, retry_in=None)

        async def ready() -> None:
            return None

        monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
        await bot.posting.cog_load()
        await until(lambda: bool(discord_.sent))
        await bot.posting.finish()


class TestOlderBoards:
    """They lose their buttons."""

    async def delivered(self, bot: Bot, match: Match, message: int, *, picture: bool = False) -> Match:
        """The match with its newest board delivered and noted, which was all the process had time for."""
        (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == match.id]
        words = BoardContent(
            "Gold to move", "", "It has begun.", "Gold", "Cards", "", 0, picture=picture, buttons=(), ping=()
        )
        await bot.matches.outbox.note_posted(post.id, message, words=words.document())
        return await bot.matches.get(match.id)

    async def two_boards(self, bot: Bot, *, picture: bool = False) -> Match:
        match = await self.delivered(bot, await together(bot, ANNE, BERT), 6001, picture=picture)
        await bot.matches.act(match.id, proposals.offer_draw(ANNE))
        return await self.delivered(bot, match, 6002)

    async def test_those_that_an_earlier_process_left_behind_lose_them_after_the_start(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await self.two_boards(bot)
        await self.delivered(bot, await together(bot, ANNE, BERT), 7001)

        async def ready() -> None:
            return None

        monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
        await bot.posting.cog_load()
        await until(lambda: bool(discord_.edited))

        async def is_stripped() -> bool:
            return not await bot.matches.outbox.boards_to_strip(match.id)

        await until(is_stripped)
        await bot.posting.finish()
        assert list(discord_.edited) == [(20, 6001)]

    async def test_of_a_match_that_has_moved_on_since_they_lead_nowhere_yet(self, bot: Bot, discord_: Discord) -> None:
        match = await self.two_boards(bot)
        await bot.matches.act(match.id, relocating.move_to(ANNE, THREAD))
        await retire_left_behind(bot, [match.id])
        assert "moved" not in read(discord_.edited[20, 6001])

    async def test_one_of_which_something_is_broken_keeps_none_of_the_others_from_it(
        self, bot: Bot, discord_: Discord
    ) -> None:
        first, second = await self.two_boards(bot), await together(bot, ANNE, BERT)
        second = await self.delivered(bot, second, 7001)
        await bot.matches.act(second.id, proposals.offer_draw(ANNE))
        await self.delivered(bot, second, 7002)
        discord_.fails["edit"] = [ZeroDivisionError()]
        assert await retire_left_behind(bot, await bot.matches.outbox.matches_to_strip()) == set()  # it stays broken
        assert list(discord_.edited) == [(20, 7001)]
        assert await bot.matches.outbox.matches_to_strip() == [first.id]

    @pytest.mark.parametrize(
        "error", [refusal(0, 503), refusal(0, 429), OSError("reset"), discord.RateLimited(9.0)], ids=repr
    )
    async def test_what_may_pass_is_tried_again(self, bot: Bot, discord_: Discord, error: Exception) -> None:
        match = await self.two_boards(bot)
        discord_.fails["edit"] = [error]
        assert not await retire_older(bot, match, 6002)
        assert discord_.edited == {}
        assert [board.message_id for board in await bot.matches.outbox.boards_to_strip(match.id)] == [6001]
        assert await retire_older(bot, match, 6002)
        assert list(discord_.edited) == [(20, 6001)]

    async def test_also_if_no_other_board_follows_and_the_process_goes_on(
        self, bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`python -m simulation --seed 4 --days 0.3 --often 0.05`: an edit was lost, and the buttons stayed."""
        await self.two_boards(bot)
        discord_.fails["edit"] = [OSError("reset")]
        monkeypatch.setattr(posting, "BUTTONS_EVERY", 0.01)

        async def ready() -> None:
            return None

        monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
        await bot.posting.cog_load()
        await until(lambda: list(discord_.edited) == [(20, 6001)])
        await bot.posting.finish()

    @pytest.mark.parametrize("code", [answers.DELETED, answers.FORBIDDEN, answers.ARCHIVED])
    async def test_one_that_is_gone_or_closed_is_left_alone(self, bot: Bot, discord_: Discord, code: int) -> None:
        match = await self.two_boards(bot)
        discord_.fails["edit"] = [refusal(code)]
        await retire_older(bot, match, 6002)
        assert (discord_.edited, await bot.matches.outbox.boards_to_strip(match.id)) == ({}, [])

    async def test_one_whose_picture_has_none_of_the_known_names_is_left_alone(
        self, bot: Bot, discord_: Discord, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO")
        match = await self.two_boards(bot, picture=True)
        discord_.fails["edit"] = [refusal(INVALID_FORM) for _ in BOARDS]
        await retire_older(bot, match, 6002)
        assert discord_.fails["edit"] == []  # each name was tried, once
        assert (discord_.edited, await bot.matches.outbox.boards_to_strip(match.id)) == ({}, [])
        assert "Couldn't remove the buttons of board" in caplog.text
