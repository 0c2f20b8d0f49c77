"""The screens of games in tests."""

from importlib import import_module

from cogs.shared.commands.game_cog import GameCog


def screen_of(key: str) -> GameCog:
    """The game's screens, without a bot."""
    kinds = vars(import_module(f"cogs.{key}")).values()
    cog = next(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, GameCog) and kind is not GameCog)
    return cog.__new__(cog)
