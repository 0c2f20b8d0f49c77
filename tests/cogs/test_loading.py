"""What the client loads: each module of the screens adds its cogs and commands, and a game's cog shows its game."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from bot.client import screens
from bot.match import UnknownGame
from cogs.cirondo import Cirondo
from cogs.clocks import Clocks
from cogs.contests import Contests
from cogs.daily import Daily
from cogs.down_under import DownUnder
from cogs.housekeeping import Housekeeping
from cogs.parcheesi import Parcheesi
from cogs.shared.boards.posting import Posting
from cogs.shared.interactions.clicks import ACTIONS
from cogs.shared.presentation.registry import cog_for
from cogs.southern_cards import SouthernCards
from cogs.southern_cross import SouthernCross
from tests.cogs.conftest import Bot

SHARED = {
    *("crux", "help", "puzzle", "daily", "leaderboard", "profile", "privacy", "league", "tournament", "settings"),
    "operator",
}
MENUS = {"Challenge to a game…", "Profile", "Block", "Review", "Position in words", "Replay from here"}


@pytest.fixture
def client(bot: Bot) -> Any:
    """A client that notes what it's given: `cogs`, and the commands of `tree` by name."""
    commands: dict[str, Any] = {}
    client: Any = bot
    client.loaded = []
    client.tree = SimpleNamespace(
        on_error=None,
        commands=commands,
        add_command=lambda command: commands.__setitem__(command.name, command),
        remove_command=commands.pop,
    )

    async def add_cog(cog: Any) -> None:
        client.loaded.append(cog)

    client.add_cog = add_cog
    return client


@pytest.mark.parametrize(
    ("module", "kinds"),
    [
        ("cirondo", [Cirondo]),
        ("clocks", [Clocks]),
        ("commands", []),
        ("contests", [Contests]),
        ("daily", [Daily]),
        ("down_under", [DownUnder]),
        ("housekeeping", [Posting, Housekeeping]),  # errors that arise while boards are posted can be explained
        ("matches", []),
        ("parcheesi", [Parcheesi]),
        ("southern_cards", [SouthernCards]),
        ("southern_cross", [SouthernCross]),
    ],
)
async def test_each_module_adds_its_cogs(client: Any, module: str, kinds: list[type]) -> None:
    assert f"cogs.{module}" in screens()
    await import_module(f"cogs.{module}").setup(client)
    assert [type(cog) for cog in client.loaded] == kinds
    assert {cog.bot for cog in client.loaded} <= {client}


async def test_every_command_is_there_once_all_modules_are_loaded(client: Any) -> None:
    for module in screens():
        await import_module(module).setup(client)
    assert set(client.tree.commands) == {*SHARED, *MENUS, "match", "end-match"}
    assert {"own", "private", "compare", "daily_play"} <= ACTIONS.keys()  # buttons work, whatever was used before


@pytest.mark.parametrize("kind", [Cirondo, SouthernCards])
async def test_a_game_has_its_commands_and_is_shown_as_long_as_it_is_loaded(client: Any, kind: Any) -> None:
    cog: Any = kind(client)
    if kind is not SouthernCards:  # which all tests have
        with pytest.raises(UnknownGame):
            cog_for(client, cog.game.key)
    await cog.cog_load()
    assert cog_for(client, cog.game.key) == cog
    (name,) = client.tree.commands
    assert name == cog.game.key.replace("_", "-")
    assert {"start", "move", "board"} <= {command.name for command in client.tree.commands[name].commands}
    await cog.cog_unload()
    assert client.tree.commands == {}
    assert cog_for(client, cog.game.key) is cog  # boards that are still being sent need it
