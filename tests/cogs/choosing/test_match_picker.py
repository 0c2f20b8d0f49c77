"""The list of matches that a command could mean: a choice repeats the command, if anyone may use it like that."""

import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.matches import match_group
from cogs.shared.choosing.match_picker import match_picker, pick_match
from cogs.shared.client.refusals import WhichMatch
from cogs.shared.commands.groups import build_group
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together


@pytest.fixture
def with_commands(bot: Bot) -> Bot:
    groups = {"match": match_group(), "southern-cards": build_group(cog_for(bot, "southern_cards"))}
    bot.tree = SimpleNamespace(get_command=groups.get)
    return bot


async def picked(bot: Bot, match: int, rest: str) -> str:
    asking: Any = Asking(bot, ANNE)
    await pick_match(Click(asking, 0, 0, rest, (str(match),)))
    return str(asking.heard[-1])


async def test_a_choice_repeats_the_command_for_that_match(with_commands: Bot) -> None:
    _, second = [await together(with_commands, ANNE, BERT) for _ in range(2)]
    assert f"### Resign match {second.id}?" in await picked(with_commands, second.id, json.dumps(["match resign", {}]))


async def offered(bot: Bot, matches: tuple[int, ...], **chosen: Any) -> list[Any]:
    """The menus that the command offers after these options were typed."""

    async def callback(
        interaction: discord.Interaction, move: str = "", quietly: bool = False, match: str | None = None
    ) -> None: ...

    asking: Any = Asking(bot, ANNE)
    asking.command, asking.namespace = (
        app_commands.Command(name="say", description="-", callback=callback),
        chosen.items(),
    )
    (row,) = await match_picker(asking, WhichMatch("Which?", matches=matches)) or [None]
    return [] if row is None else list(row.children)


async def test_what_was_typed_goes_with_the_choice_letter_for_letter(with_commands: Bot) -> None:
    numbers = tuple([(await together(with_commands, ANNE, BERT)).id for _ in range(2)])
    (menu,) = await offered(with_commands, numbers, move="zwölf", quietly=True)
    assert menu.custom_id == 's:0:0:which_match:["say",{"move":"zwölf","quietly":true}]'
    assert menu.placeholder == "Choose a match"
    assert [option.value for option in menu.options] == [str(number) for number in numbers]
    assert await offered(with_commands, ()) == []


@pytest.mark.parametrize(("letters", "menus"), [(63, 1), (64, 0)])
async def test_what_is_too_long_to_be_repeated_offers_no_choice(with_commands: Bot, letters: int, menus: int) -> None:
    numbers = tuple([(await together(with_commands, ANNE, BERT)).id for _ in range(2)])
    found = await offered(with_commands, numbers, move="ö" * letters)
    assert len(found) == menus
    assert all(len(menu.custom_id) == 100 for menu in found)


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "[]",
        '["match"]',
        '["match", {}]',
        '["nothing", {}]',
        '["", {}]',
        '["match replace", {}]',
        "[5, {}]",
        '[["match"], {}]',
        '["match resign", 5]',
        '["southern-cards move", {}]',
        '["southern-cards move", {"move": 5}]',
        '["southern-cards move", {"move": null}]',
        '["southern-cards board", {"text": "yes"}]',
    ],
)
async def test_nothing_else_can_be_asked_for(with_commands: Bot, rest: str) -> None:
    match = await together(with_commands, ANNE, BERT)
    with pytest.raises(OutdatedButton):
        await picked(with_commands, match.id, rest)
