"""Options with more choices than Discord lists: what is suggested, and what may be typed for it."""

from typing import Any

import pytest

from bot.text import N_
from cogs.shared.interactions.autocomplete import MAX_CHOICES
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.slash import Parameter, command_with
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
