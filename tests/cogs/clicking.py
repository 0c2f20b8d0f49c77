"""Somebody who clicks."""

from typing import Any

import discord

from tests.cogs.conftest import ANNE, Asking, Bot

EXPIRED = "This button is from an older version"


class Clicking(Asking):
    """A click that names this custom id, by someone who may do everything."""

    def __init__(self, bot: Bot, text: str, values: list[str] | None = None, user: int = ANNE) -> None:
        super().__init__(bot, user)
        self.data: Any = {"custom_id": text, "values": values}
        self.permissions = self.app_permissions = discord.Permissions.all()
        self.followup = self

    async def send(self, view: Any, **named: Any) -> Any:
        return await self.edit_original_response(view)

    async def send_modal(self, _: discord.ui.Modal) -> None:
        self.type = discord.InteractionResponseType.modal
