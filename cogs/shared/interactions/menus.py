"""Commands in the menus of people and of messages: building them, acknowledged like slash commands."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from cogs.shared.interactions.replies import Interaction, defer_reply

Menu = app_commands.ContextMenu

Person = discord.User | discord.Member


def on_person(name: str, answer: Callable[[Interaction, Any], Awaitable[None]]) -> Menu:
    """A command in the menu of people; `answer` is called with the person once it is acknowledged privately."""

    async def callback(interaction: Interaction, person: discord.User) -> None:
        await defer_reply(interaction)
        await answer(interaction, person)

    return Menu(name=name, callback=callback)


def on_message(name: str, answer: Callable[[Interaction, discord.Message], Awaitable[None]]) -> Menu:
    """A command in the menu of messages; `answer` is called with the message once it is acknowledged privately."""

    async def callback(interaction: Interaction, message: discord.Message) -> None:
        await defer_reply(interaction)
        await answer(interaction, message)

    return Menu(name=name, callback=callback)
