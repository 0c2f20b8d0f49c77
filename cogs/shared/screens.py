"""Which cog shows which game: a game's cog is registered under the game's key."""

from typing import TYPE_CHECKING, cast

from bot.match import UnknownGame

if TYPE_CHECKING:
    from bot.client import Crux
    from cogs.shared.game import GameCog


def screen_of(bot: "Crux", key: str) -> "GameCog":
    """The cog of one game. UnknownGame if this bot has no screens for it."""
    cog = bot.get_cog(key)
    if cog is None:
        raise UnknownGame(game=key)
    return cast("GameCog", cog)
