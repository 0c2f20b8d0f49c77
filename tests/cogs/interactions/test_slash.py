"""Options with more choices than Discord lists: what is suggested, and what may be typed for it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.text import N_
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands.errors import explain
from cogs.shared.commands.groups import build_group
from cogs.shared.interactions.autocomplete import MAX_CHOICES
from cogs.shared.interactions.slash import Parameter, command_with
from cogs.shared.leagues.commands import league_group
from cogs.shared.people.profiles import profile_command
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.records import record_commands
from cogs.shared.tournaments.commands import tournament_group
from tests.cogs.conftest import ANNE, Asking, Bot

SIZES = tuple((f"{columns} × {rows}", f"size{columns}.{rows}") for columns in range(5, 8) for rows in range(5, 14))
SIZE = Parameter("size_", "size", str, N_("Show your best solo games, only to you"), SIZES)


class Called:
    """A command with such an option, and what it was called with."""

    def __init__(self, parameter: Parameter = SIZE) -> None:
        self.chosen: list[dict[str, Any]] = []
        self.command: Any = command_with("best", "-", [parameter], self)

    async def __call__(self, _interaction: Any, chosen: dict[str, Any]) -> None:
        self.chosen.append(chosen)

    async def suggested(self, bot: Bot, typed: str) -> list[tuple[str, str]]:
        option = self.command._params["size_"]
        return [(one.name, one.value) for one in await option.autocomplete(Asking(bot, ANNE), typed)]


async def test_those_that_begin_as_typed_are_suggested_in_any_spelling(bot: Bot) -> None:
    called = Called()
    assert len(SIZES) > MAX_CHOICES
    assert len(await called.suggested(bot, "")) == MAX_CHOICES
    assert await called.suggested(bot, "7 × 9") == [("7 × 9", "size7.9")]
    assert [name for name, _ in await called.suggested(bot, " 7X1")] == ["7 × 10", "7 × 11", "7 × 12", "7 × 13"]
    assert await called.suggested(bot, "9") == []


@pytest.mark.parametrize(
    ("typed", "value"),
    [("7 × 9", "size7.9"), ("7x9", "size7.9"), (" 7 X 9 ", "size7.9"), ("size5.13", "size5.13"), ("5×5", "size5.5")],
)
async def test_what_was_typed_is_the_choice_in_any_spelling(bot: Bot, typed: str, value: str) -> None:
    called = Called()
    await called.command.callback(Asking(bot, ANNE), size_=typed)
    await called.command.callback(Asking(bot, ANNE), size_=None)
    assert called.chosen == [{"size_": value}, {}]


async def test_what_is_no_choice_is_refused_with_what_the_option_means(bot: Bot) -> None:
    called = Called()
    for typed in ("7", "7x99", "x" * 60):
        with pytest.raises(ScreenRefusal) as refused:
            await called.command.callback(Asking(bot, ANNE), size_=typed)
        assert str(refused.value) == f"“{typed[:40]}” isn't a valid `size`: Show your best solo games, only to you"
    assert called.chosen == []


async def test_as_many_choices_as_discord_lists_are_sent_as_they_are(bot: Bot) -> None:
    called = Called(Parameter("size_", "size", str, SIZE.description, SIZES[:MAX_CHOICES]))
    await called.command.callback(Asking(bot, ANNE), size_="size5.5")
    assert called.chosen == [{"size_": "size5.5"}]
    assert len(called.command._params["size_"].choices) == MAX_CHOICES


class TestValuesThatDiscordsAppsDoNotSend:
    """A request can be forged; discord.py passes on what it says."""

    @pytest.mark.parametrize("group", [league_group, tournament_group])
    async def test_no_option_of_any_command_of_contests_takes_them(self, bot: Bot, group: Any) -> None:
        create = group().get_command("create")
        for option in create.parameters:
            wrong = {str: 7, int: "x", bool: "x"}[PYTHON[option.type]]
            chosen = {"name": "Cup", "game": "southern_cards"} | (
                {"kind": "swiss"} if "kind" in names_of(create) else {}
            )
            for value in [wrong, *(["x" if isinstance(wrong, int) else 7**9] if option.choices else [])]:
                with pytest.raises(ScreenRefusal, match="isn't a valid"):
                    await create.callback(Asking(bot, ANNE), **chosen | {option.name: value})

    @pytest.mark.parametrize(
        ("name", "value"),
        [("computers_", "x"), ("time_", "x"), ("time_", 5), ("seats_", 9), ("mode_", "x"), ("rated_", "yes"),
         ("hints_", 1), ("seats_", True), ("expiry_", "x")],
    )  # fmt: skip
    async def test_no_table_is_opened_with_them(self, bot: Bot, cirondo_shown: None, name: str, value: object) -> None:
        start: Any = build_group(cog_for(bot, "southern_cards")).get_command("start")
        assert name in names_of(start)
        with pytest.raises(ScreenRefusal, match="isn't a valid"):
            await start.callback(Asking(bot, ANNE), **{name: value})

    async def test_a_number_out_of_range_is_refused(self, bot: Bot) -> None:
        create: Any = league_group().get_command("create")
        for seats in (1, 6, -(10**20)):
            with pytest.raises(ScreenRefusal, match="isn't a valid `seats`"):
                await create.callback(Asking(bot, ANNE), name="Cup", game="southern_cards", seats=seats)

    async def test_nobody_has_an_id_that_no_database_takes(self, bot: Bot) -> None:
        command: Any = profile_command()
        with pytest.raises(ScreenRefusal, match="isn't a valid `person`"):
            await command.callback(Asking(bot, ANNE), person=discord.Object(2**63))

    @pytest.mark.parametrize("name", ["import", "verify"])
    async def test_a_file_is_no_id(self, bot: Bot, name: str) -> None:
        (command,) = [one for one in record_commands() if one.name == name]
        callback: Any = command.callback
        with pytest.raises(ScreenRefusal, match="isn't a valid `file`"):
            await callback(Asking(bot, ANNE), file=discord.Object(7))

    async def test_what_discord_can_not_resolve_is_a_sentence(self, bot: Bot) -> None:
        one: Any = Asking(bot, ANNE)
        transformer: Any = SimpleNamespace(type=discord.AppCommandOptionType.integer, _error_display_name="int")
        await explain(one, app_commands.TransformerError("x", discord.AppCommandOptionType.integer, transformer))
        assert one.heard[-1].startswith("One of the options can't have that value.")


PYTHON = {
    discord.AppCommandOptionType.string: str,
    discord.AppCommandOptionType.integer: int,
    discord.AppCommandOptionType.boolean: bool,
}


def names_of(command: Any) -> list[str]:
    return [option.name for option in command.parameters]
