"""Those who open the home screen."""

from typing import Any

import discord

from cogs.shared.home.home import show_home
from tests.cogs.conftest import Asking, Bot

COMPONENTS, TEXT = 40, 4000
"""How many components and how many characters Discord takes in one message."""

FOOT = ["Learn", "Daily challenge", "Puzzle", "Help"]


class Person(Asking):
    """Someone who keeps the views they are shown."""

    def __init__(self, bot: Bot, user: int) -> None:
        super().__init__(bot, user)
        self.views: list[Any] = []
        self.app_permissions = discord.Permissions.all()

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        self.views.append(view)
        return await super().edit_original_response(view)


async def home_of(bot: Bot, user: int, page: int = 0) -> str:
    asking = Person(bot, user)
    await asking.defer()
    await show_home(asking, page)
    return asking.heard[-1]
