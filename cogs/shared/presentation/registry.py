"""Which cog shows which game.

The bot's own list of cogs is no help while it stops: cogs leave it one by one, and boards still being sent need theirs.
"""

from weakref import WeakKeyDictionary

from bot.match import UnknownGame
from bot.rules import GAMES
from bot.text.own_words import OwnWords
from cogs.shared.interactions.client import Client
from cogs.shared.presentation.presentation import Presentation

_screens: WeakKeyDictionary[Client, dict[str, Presentation]] = WeakKeyDictionary()


def register(cog: Presentation) -> None:
    """Makes this cog show its game, in place of an earlier one."""
    _screens.setdefault(cog.bot, {})[cog.game.key] = cog


def cog_for(bot: Client, key: str) -> Presentation:
    """The cog of one game. Raises UnknownGame if this bot has no screens for it."""
    cog = _screens.get(bot, {}).get(key)
    if cog is None:
        raise UnknownGame(game=OwnWords(key[:40]))
    return cog


def cogs_of(bot: Client) -> list[Presentation]:
    """The cogs of all games with screens, in the order of `GAMES`."""
    screens = _screens.get(bot, {})
    return [screens[key] for key in GAMES if key in screens]
