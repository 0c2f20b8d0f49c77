"""Which cog shows which game.

The bot's own list of cogs is no help while it stops: cogs leave it one by one, and boards still being sent need theirs.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.match import UnknownGame
from bot.rules import GAMES
from bot.text.own_words import OwnWords
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.clicks import Acknowledge, action
from cogs.shared.interactions.replies import Interaction
from cogs.shared.presentation.presentation import Presentation

ShowGame = TypeVar("ShowGame", bound=Callable[[Presentation, Interaction], Awaitable[None]])


@per_bot
def _screens_of(_bot: Client) -> dict[str, Presentation]:
    return {}


def register(cog: Presentation) -> None:
    """Makes this cog show its game, in place of an earlier one."""
    _screens_of(cog.bot)[cog.game.key] = cog


def cog_for(bot: Client, key: str) -> Presentation:
    """The cog of one game. Raises UnknownGame if this bot has no screens for it."""
    cog = _screens_of(bot).get(key)
    if cog is None:
        raise UnknownGame(game=OwnWords(key[:40]))
    return cog


def on_game_click(name: str, acknowledge: Acknowledge) -> Callable[[ShowGame], ShowGame]:
    """Makes a function about a game answer clicks with this action, whose payload is the game's key."""

    def register(show: ShowGame) -> ShowGame:
        action(name, acknowledge)(lambda click: show(cog_for(click.bot, click.payload), click.interaction))
        return show

    return register


def cogs_of(bot: Client) -> list[Presentation]:
    """The cogs of all games with screens, in the order of `GAMES`."""
    screens = _screens_of(bot)
    return [screens[key] for key in GAMES if key in screens]
