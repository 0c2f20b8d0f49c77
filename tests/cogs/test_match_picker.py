"""The list of matches that a command could mean: a choice repeats the command, if anyone may use it like that."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.matches import match_group
from cogs.shared.choosing.match_picker import pick_match
from cogs.shared.interactions.clicks import Click, OutdatedButton
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together


@pytest.fixture
def with_commands(bot: Bot) -> Bot:
    bot.tree = SimpleNamespace(get_command={"match": match_group()}.get)  # type: ignore[attr-defined]  # all that is used
    return bot


async def picked(bot: Bot, match: int, rest: str) -> str:
    asking: Any = Asking(bot, ANNE)
    await pick_match(Click(asking, 0, 0, rest, (str(match),)))
    return str(asking.heard[-1])


async def test_a_choice_repeats_the_command_for_that_match(with_commands: Bot) -> None:
    _, second = [await together(with_commands, ANNE, BERT) for _ in range(2)]
    assert f"### Resign match {second.id}?" in await picked(with_commands, second.id, json.dumps(["match resign", {}]))


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
    ],
)
async def test_nothing_else_can_be_asked_for(with_commands: Bot, rest: str) -> None:
    match = await together(with_commands, ANNE, BERT)
    with pytest.raises(OutdatedButton):
        await picked(with_commands, match.id, rest)
