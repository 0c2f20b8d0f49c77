"""All commands but those of the games, which each game's cog adds, and `/match`; and all buttons and selects."""

from importlib import import_module
from pkgutil import walk_packages

from discord import app_commands

import cogs.shared
from bot.client import Crux
from cogs.shared.home.challenge import challenge_menu
from cogs.shared.home.daily import daily_group
from cogs.shared.home.home import home_commands
from cogs.shared.interactions.menus import Menu
from cogs.shared.interactions.slash import Command
from cogs.shared.leagues.commands import league_group
from cogs.shared.management.operator import operator_group
from cogs.shared.management.settings import settings_command
from cogs.shared.people.blocking import block_menu
from cogs.shared.people.leaderboards import leaderboard_command
from cogs.shared.people.privacy import privacy_group
from cogs.shared.people.profiles import profile_command, profile_menu
from cogs.shared.puzzles.commands import puzzle_command
from cogs.shared.records.board_menus import board_menus
from cogs.shared.tournaments.commands import tournament_group


def menus() -> list[Menu]:
    """The commands in the menus of people and of messages."""
    return [challenge_menu(), profile_menu(), block_menu(), *board_menus()]


def shared_commands() -> list[Command | app_commands.Group]:
    return [
        *home_commands(),
        puzzle_command(),
        daily_group(),
        leaderboard_command(),
        profile_command(),
        privacy_group(),
        league_group(),
        tournament_group(),
        settings_command(),
        operator_group(),
    ]


def load_actions() -> None:
    """Imports all modules of the screens, which registers the functions that are marked with `action`."""
    for module in walk_packages(cogs.shared.__path__, f"{cogs.shared.__name__}."):
        import_module(module.name)


async def setup(bot: Crux) -> None:
    load_actions()
    for command in (*shared_commands(), *menus()):
        bot.tree.add_command(command)
