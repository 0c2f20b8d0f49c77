"""Somebody who clicks."""

from types import SimpleNamespace
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


class OnPrivateMessage(Asking):
    """Someone who clicks on a private message, or on a board; `deleted` says whether the message was deleted."""

    def __init__(self, bot: Bot, user: int, *, ephemeral: bool = True) -> None:
        super().__init__(bot, user)
        self.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=ephemeral))  # type: ignore[assignment]  # all of it that is used here
        self.deleted = False

    async def delete_original_response(self) -> None:
        self.deleted = True


def typing(bot: Bot, user: int, match: str | None = None) -> Any:
    """Someone who types, perhaps with the option `match` filled in."""
    asking: Any = Asking(bot, user)
    asking.namespace = SimpleNamespace(match=match)
    asking.permissions = SimpleNamespace(manage_messages=True)
    return asking
