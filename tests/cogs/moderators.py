"""Moderators who end matches and close tables."""

from typing import Any

import discord

from cogs.shared.management.moderation import end_command
from tests.cogs.conftest import BERT, Asking, Bot

MODERATOR = BERT + 100
VIEW, MANAGES = discord.Permissions(view_channel=True), discord.Permissions(manage_messages=True)


class Moderator(Asking):
    def __init__(self, bot: Bot, *, permissions: discord.Permissions = MANAGES, channel: int = 20) -> None:
        super().__init__(bot, MODERATOR)
        self.permissions = permissions
        self.channel_id = channel

    async def asked(self, match: str) -> list[str]:
        command: Any = end_command()
        await command.callback(self, match=match)
        return self.heard[-1].splitlines()


async def beside_match(bot: Bot, match_id: int | None) -> Moderator:
    """A moderator in the thread in which a match is played."""
    assert match_id is not None
    return Moderator(bot, channel=(await bot.matches.get(match_id)).place.posted_in or 0)
