"""Registers the bot's slash commands with Discord, beside those that Discord itself has made for the application."""

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord.http import HTTPClient, Route

from bot.text.terms import amount

log = logging.getLogger(__name__)

Command = dict[str, Any]

OURS = frozenset(kind.value for kind in discord.AppCommandType)
"""The kinds of commands that the library can make. Discord makes others, such as the Entry Point of Activities."""

ENTRY_POINT = 4
"""The kind of the command by which Discord opens Activities, usually by itself, without a word to the bot."""

NOT_SENT = frozenset({"application_id", "version", "guild_id", "name_localized", "description_localized"})
"""What Discord adds to a command and doesn't take back."""


async def register(http: HTTPClient, application: int, commands: Sequence[Command]) -> None:
    """Replaces all commands of the kinds that the bot makes, and keeps the others.

    Discord refuses a bulk overwrite that leaves out the Entry Point command, which it makes when somebody switches
    Activities on in the developer portal. Raises discord.HTTPException.
    """
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    existing: list[Command] = await http.request(route, params={"with_localizations": "true"})
    kept = [
        {key: value for key, value in command.items() if key not in NOT_SENT}
        for command in existing
        if command.get("type", discord.AppCommandType.chat_input.value) not in OURS
    ]
    await http.bulk_upsert_global_commands(application, payload=[*commands, *kept])
    log.info("Sent %s to Discord", amount(len(commands), "command"))
