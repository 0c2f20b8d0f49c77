"""Reminders and vacations: what their lists show and change."""

from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any

import pytest

from bot.match import NotifyBy, Refusal, RemindBy, ReminderSettings
from cogs.shared.interactions.clicks import handle_click
from cogs.shared.people.reminders import NIGHT, reminder_commands, show_reminders
from tests.cogs.clicking import EXPIRED, Clicking
from tests.cogs.conftest import ANNE, Asking, Bot

COMMANDS: dict[str, Any] = {command.name: command for command in reminder_commands()}


class Showing(Asking):
    """Someone whose lists are noted: by action, what is chosen there."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot, ANNE)
        self.lists: dict[str, list[str]] = {}

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        for item in view.walk_children():
            if hasattr(item, "options"):
                name = item.custom_id.split(":")[3]
                self.lists[name] = [option.value for option in item.options if option.default]
        return await super().edit_original_response(view)


@pytest.mark.parametrize(
    ("settings", "lists"),
    [
        (ReminderSettings(), {"call_where": ["channel"], "remind_where": ["channel"], "remind_from": ["none"]}),
        (
            ReminderSettings(remind=RemindBy.DM, calls=NotifyBy.DM, quiet=(time(22), time(8))),
            {"call_where": ["dm"], "remind_where": ["dm"], "remind_from": ["22"], "remind_until": ["8"]},
        ),
        (
            ReminderSettings(quiet=(time(22, 30), time(0))),
            {"call_where": ["channel"], "remind_where": ["channel"], "remind_from": [], "remind_until": ["0"]},
        ),
        (ReminderSettings(remind=RemindBy.NONE), {"call_where": ["channel"], "remind_where": ["none"]}),
        (
            ReminderSettings(remind=RemindBy.NONE, calls=NotifyBy.DIGEST, digest=(time(7),)),
            {"call_where": ["digest"], "digest_first": ["7"], "digest_second": ["none"], "remind_where": ["none"]},
        ),
        (
            ReminderSettings(remind=RemindBy.NONE, calls=NotifyBy.DIGEST, digest=(time(7, 30), time(19))),
            {"call_where": ["digest"], "digest_first": [], "digest_second": ["19"], "remind_where": ["none"]},
        ),
    ],
)
async def test_the_lists_show_what_is_set(bot: Bot, settings: ReminderSettings, lists: dict[str, list[str]]) -> None:
    showing = Showing(bot)
    await showing.defer()
    await show_reminders(showing, settings)
    assert showing.lists == lists


async def clicked(bot: Bot, name: str, *values: str) -> str:
    clicking = Clicking(bot, f"s:0:0:{name}:", list(values))
    await handle_click(clicking)
    return clicking.heard[-1]


async def test_each_list_changes_one_thing(bot: Bot) -> None:
    for name, value, habit in (
        ("remind_from", "21", ReminderSettings(quiet=(time(21), NIGHT[1]))),
        ("remind_until", "7", ReminderSettings(quiet=(time(21), time(7)))),
        ("remind_from", "23", ReminderSettings(quiet=(time(23), time(7)))),
        ("remind_from", "0", ReminderSettings(quiet=(time(0), time(7)))),
        ("call_where", "dm", ReminderSettings(calls=NotifyBy.DM, quiet=(time(0), time(7)))),
        ("remind_where", "none", ReminderSettings(RemindBy.NONE, calls=NotifyBy.DM, quiet=(time(0), time(7)))),
        ("remind_from", "none", ReminderSettings(RemindBy.NONE, calls=NotifyBy.DM)),
        ("remind_until", "6", ReminderSettings(RemindBy.NONE, calls=NotifyBy.DM, quiet=(NIGHT[0], time(6)))),
    ):
        assert (await clicked(bot, name, value)).startswith("### Your reminders")
        assert await bot.matches.reminders.settings(ANNE) == habit, name


async def test_ones_own_high_contrast_is_switched_on_and_off(bot: Bot) -> None:
    for payload, is_on in (("yes", True), ("no", False)):
        clicking = Clicking(bot, f"b:0:0:own_contrast:{payload}", [])
        await handle_click(clicking)
        assert ("that only you see have high contrast" in clicking.heard[-1]) == is_on
        assert (await bot.matches.reminders.settings(ANNE)).contrast == is_on


async def test_one_or_two_digests_are_chosen_by_lists_and_by_the_command(bot: Bot) -> None:
    for name, value, digest in (
        ("digest_first", "7", (time(7),)),
        ("digest_second", "19", (time(7), time(19))),
        ("digest_first", "21", (time(19), time(21))),
        ("digest_second", "19", (time(19),)),
        ("digest_second", "6", (time(6), time(19))),
        ("digest_second", "none", (time(6),)),
    ):
        await clicked(bot, name, value)
        assert (await bot.matches.reminders.settings(ANNE)).digest == digest, (name, value)
    assert "Your digest comes at **07:30 and 18:00** (UTC" in await reminded(bot, digest="18, 7:30")
    assert "Your digest comes at **09:00** (UTC" in await reminded(bot, digest="9:00 9")
    assert (await bot.matches.reminders.settings(ANNE)).calls is NotifyBy.DIGEST
    for wrong in ("", "25:00", "7, 8, 9", "soon"):
        with pytest.raises(Refusal):
            await reminded(bot, digest=wrong)


async def test_other_values_change_nothing(bot: Bot) -> None:
    for name, value in (("remind_from", "24"), ("remind_until", "24"), ("remind_until", "x"), ("call_where", "fax")):
        assert (await clicked(bot, name, value)).startswith(EXPIRED)
    assert await bot.matches.reminders.settings(ANNE) == ReminderSettings()


async def test_quiet_hours_are_not_empty(bot: Bot) -> None:
    assert "can't begin and end at the same time" in await clicked(bot, "remind_from", "8")
    assert "No reminders between" in await clicked(bot, "remind_from", "9")
    assert "can't begin and end at the same time" in await clicked(bot, "remind_until", "9")


async def test_a_vacation_is_shown_begun_and_ended(bot: Bot) -> None:
    bot.clock = lambda: datetime(2026, 1, 5, tzinfo=UTC)

    async def ask(days: int | None = None) -> Asking:
        asking = Asking(bot, ANNE)
        await COMMANDS["vacation"].callback(asking, days)
        return asking

    before = await ask()
    assert "### You're not on vacation\nYou have 21 days of vacation left this year." in before.heard[-1]
    assert before.labels == []
    beginning = await ask(4)
    assert "### You're on vacation until" in beginning.heard[-1]
    assert "After this vacation you have 17 days left this year." in beginning.heard[-1]
    assert beginning.labels == ["End vacation"]
    assert "### You're not on vacation" in await clicked(bot, "end_vacation")
    assert (await ask()).labels == []


async def reminded(bot: Bot, **options: str) -> str:
    asking = Asking(bot, ANNE)
    await COMMANDS["remind"].callback(asking, **options)
    return asking.heard[-1]


async def test_the_command_changes_what_it_is_given_and_nothing_else(bot: Bot) -> None:
    assert "Reminders come at any time of day." in await reminded(bot)
    rome = ReminderSettings(zone="Europe/Rome")
    for options, settings, words in (
        ({"zone": "rome"}, rome, "Reminders come at any time of day."),
        (
            {"quiet_from": "21:30"},
            replace(rome, quiet=(time(21, 30), NIGHT[1])),
            "between **21:30** and **08:00** (Eur",
        ),
        ({"quiet_to": "7"}, replace(rome, quiet=(time(21, 30), time(7))), "between **21:30** and **07:00** (Eur"),
        ({"turns": "dm"}, replace(rome, quiet=(time(21, 30), time(7)), calls=NotifyBy.DM), "I send you the board by"),
    ):
        assert words in await reminded(bot, **options)
        assert await bot.matches.reminders.settings(ANNE) == settings
    assert "You get one when" not in await reminded(bot, where="none", quiet_from="9", quiet_to="9:01")
    settings = replace(settings, remind=RemindBy.NONE, quiet=(time(9), time(9, 1)))
    assert await bot.matches.reminders.settings(ANNE) == settings
    with pytest.raises(Refusal, match="can't begin and end at the same time"):
        await reminded(bot, quiet_to="9:00")
    assert await bot.matches.reminders.settings(ANNE) == settings


async def test_the_command_alone_begins_quiet_hours_at_either_end_of_the_night(bot: Bot) -> None:
    await reminded(bot, quiet_to="6:15")
    assert (await bot.matches.reminders.settings(ANNE)).quiet == (time(22), time(6, 15))
