"""A click on a private message rewrites that message: otherwise one would follow another with each click."""

from typing import Any

import discord
import pytest

from cogs.shared.interactions import clicks
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together


class OnPrivateMessage(Asking):
    """Someone who has clicked on a private message; `more` counts the messages that follow it."""

    def __init__(self, bot: Bot, user: int) -> None:
        super().__init__(bot, user)
        self.more = 0
        self.followup = self

    async def defer(self, **named: Any) -> None:
        self.type = discord.InteractionResponseType.deferred_message_update

    async def send(self, view: Any, **named: Any) -> Any:
        self.more += 1
        return await self.edit_original_response(view)


@pytest.mark.parametrize(
    ("action", "rest"),
    [("rules_page", "southern_cards.1"), ("step", ""), ("end_vacation", ""), ("forget_me", "")],
)
async def test_a_click_on_a_private_message_sends_no_other(bot: Bot, action: str, rest: str) -> None:
    match = await together(bot, ANNE, BERT)
    asking = OnPrivateMessage(bot, match.to_move_people()[0])
    handler, acknowledge, _ = clicks._actions[action]
    assert acknowledge == "update"
    await asking.click(handler, match.id, version=match.version, rest=rest)
    assert (len(asking.heard), asking.more) == (1, 0)
