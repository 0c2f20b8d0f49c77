"""Boards whose reply was lost, when Discord has forgotten their nonce."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match.parts.outbox import LONGEST_WAIT
from tests.cogs.conftest import ANNE, BERT, HERE, Bot, together
from tests.cogs.discord_answers import Discord, put, refusal
from tests.cogs.matches import only_post as only


@pytest.fixture
def discord_(bot: Bot) -> Discord:
    return put(bot, Discord())


async def test_a_board_whose_reply_was_lost_is_found_also_when_discord_has_forgotten_its_nonce(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await together(bot, ANNE, BERT)
    bot.user = SimpleNamespace(id=7)
    discord_.fails["send"] = [refusal(0, 500)]
    await bot.posting.deliver(await only(bot))
    components = [{"custom_id": f"b:{match.id}:{match.version}:more:"}]
    history = [{"id": "4242", "author": {"id": "7"}, "components": components, "attachments": []}]

    async def logs_from(_: int, limit: int) -> list[Any]:
        return history

    monkeypatch.setattr(discord_, "logs_from", logs_from)
    now = bot.clock()
    bot.clock = lambda: now + LONGEST_WAIT
    await bot.posting.deliver(await only(bot))
    assert discord_.nonces == []
    assert discord_.edited.keys() == {(HERE.posted_in, 4242)}  # it may have said another deadline
    assert await bot.matches.outbox.board_messages(match.id) == {4242}
