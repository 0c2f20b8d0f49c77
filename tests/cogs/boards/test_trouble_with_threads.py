"""Threads that are gone, locked or closed when a board is sent there."""

import pytest

from bot.match import Match, Place, TableTerms
from bot.match.decisions import lobby, relocating
from cogs.shared.boards.confirmations import board_line
from tests.cogs import discord_answers as answers
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, together
from tests.cogs.discord_answers import Discord, refusal
from tests.cogs.matches import only_post as only

THREAD = Place(1, 20, 33)


class TestThreads:
    async def in_a_thread(self, bot: Bot) -> Match:
        match = await together(bot, ANNE, BERT)
        return await bot.matches.act(match.id, relocating.move_to(ANNE, THREAD))

    async def test_one_that_has_closed_is_opened_again(self, bot: Bot, discord_: Discord) -> None:
        await self.in_a_thread(bot)
        discord_.fails["send"] = [refusal(answers.ARCHIVED)]
        await bot.posting.deliver(await only(bot))
        assert (discord_.reopened, [channel for channel, _ in discord_.sent]) == ([33], [33])

    @pytest.mark.parametrize("locked", [True, False])
    async def test_one_that_only_moderators_can_open_is_reported(
        self, bot: Bot, discord_: Discord, locked: bool
    ) -> None:
        match = await self.in_a_thread(bot)
        discord_.fails |= {"send": [refusal(answers.ARCHIVED)], "reopen": [refusal(answers.FORBIDDEN)]}
        discord_.locked = locked
        await bot.posting.deliver(await only(bot))
        assert discord_.sent == {}
        line = board_line(Asking(bot, ANNE), match, await bot.posting.waiters.outcome(match))
        assert ("is locked" in line, "View Channel" in line) == (locked, not locked)

    async def test_where_discord_refuses_one_the_match_goes_on_in_the_channel(
        self, bot: Bot, discord_: Discord
    ) -> None:
        match = await self.with_its_own(bot)
        post = await only(bot)
        discord_.fails["thread"] = [refusal(answers.FORBIDDEN)]
        await bot.posting.deliver(post)
        assert discord_.sent == {}
        newer = await only(bot)
        assert (newer.place, newer.id > post.id) == (HERE, True)
        assert (await bot.matches.get(match.id)).place == HERE

    @pytest.mark.parametrize("error", [None, refusal(160004)], ids=["new", "there already"])
    async def test_its_own_is_opened_with_the_first_board(
        self, bot: Bot, discord_: Discord, error: Exception | None
    ) -> None:
        match = await self.with_its_own(bot)
        discord_.fails["thread"] = [error] if error is not None else []
        await bot.posting.deliver(await only(bot))
        assert [channel for channel, _ in discord_.sent] == [match.table_message_id]

    async def test_one_that_is_refused_for_a_while_is_tried_again(self, bot: Bot, discord_: Discord) -> None:
        match = await self.with_its_own(bot)
        discord_.fails["thread"] = [refusal(0, 503)]
        post = await only(bot)
        await bot.posting.deliver(post)
        assert await bot.matches.outbox.still_due(post.id)
        assert (await bot.matches.get(match.id)).place.thread_id == match.table_message_id

    async def test_where_its_own_was_deleted_the_match_goes_on_in_the_channel(
        self, bot: Bot, discord_: Discord
    ) -> None:
        await self.with_its_own(bot)
        post = await only(bot)
        discord_.fails["send"] = [refusal(answers.NOT_THERE)]
        await bot.posting.deliver(post)
        newer = await only(bot)
        assert (newer.place, newer.id > post.id) == (HERE, True)

    async def with_its_own(self, bot: Bot) -> Match:
        match = await bot.matches.tables.open(
            TableTerms(game="southern_cards", seats=2, own_thread=True), opener=ANNE, place=HERE
        )
        await bot.matches.tables.note_posted(match.id, 900)
        await bot.matches.act(match.id, lobby.join(BERT))
        return await bot.matches.act(match.id, lobby.begin(ANNE))
