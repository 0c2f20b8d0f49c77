"""What each button and list of a table does."""

from typing import Any

import discord
import pytest

from bot.match import (
    ComputerLevel,
    Match,
    NoComputersHere,
    NotTheOpener,
    Status,
    TableFull,
    TableHasChanged,
    TableTerms,
)
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.tables.table import UNKNOWN_MESSAGE, link_table
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot
from tests.cogs.discord_answers import FORBIDDEN, NOT_THERE, Discord, put, refusal


class Clicker(Asking):
    """Someone at a table; `fails` is what Discord answers to the edit of its message."""

    fails: discord.HTTPException | None = None

    async def press(self, match: Match, name: str, *values: str, version: int = 0) -> str:
        await self.defer()
        handler = clicks.ACTIONS[name].handle
        await handler(Click(self, match.id, version, "", values))
        return self.heard[-1]

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        if self.fails is not None:
            raise self.fails
        return await super().edit_original_response(view, **named)


@pytest.fixture
async def table(bot: Bot) -> Match:
    """One for three at which Anne sits."""
    match = await bot.matches.tables.open(TableTerms(game="southern_cards", seats=3), opener=ANNE, place=HERE)
    return await bot.matches.tables.note_posted(match.id, 900)


async def now(bot: Bot, match: Match) -> Match:
    return await bot.matches.get(match.id)


async def test_join_takes_the_first_free_seat_and_the_list_any_other(bot: Bot, table: Match) -> None:
    assert f"<@{BERT}>" in await Clicker(bot, BERT).press(table, "sit", "2")
    assert f"<@{CLEO}>" in await Clicker(bot, CLEO).press(table, "join")
    assert [seat.people for seat in (await now(bot, table)).seats] == [(ANNE,), (CLEO,), (BERT,)]
    with pytest.raises(TableFull):
        await Clicker(bot, CLEO + 1).press(table, "join")
    with pytest.raises(OutdatedButton):
        await Clicker(bot, CLEO + 1).press(table, "sit", "x")


async def test_most_buttons_are_for_those_who_sit_there(bot: Bot, table: Match) -> None:
    for name, *value in (("leave",), ("wait",), ("add_computer", "hard"), ("remove_computer",), ("begin",)):
        with pytest.raises(ScreenRefusal, match="You don't have a seat at this table"):
            await Clicker(bot, BERT).press(table, name, *value)
    await Clicker(bot, BERT).press(table, "join")
    await Clicker(bot, BERT).press(table, "leave")
    assert (await now(bot, table)).seat_of(BERT) == []
    for person in (BERT, CLEO):
        await Clicker(bot, person).press(table, "join")
    assert (await now(bot, table)).begins_at is not None
    assert "press **Start**" in await Clicker(bot, CLEO).press(table, "wait")
    assert (await now(bot, table)).begins_at is None


async def test_computers_are_added_by_level_and_removed_where_the_server_has_them(bot: Bot, table: Match) -> None:
    await Clicker(bot, ANNE).press(table, "add_computer", "hard")
    assert (await now(bot, table)).seats[1].computer is ComputerLevel.HARD
    with pytest.raises(OutdatedButton):
        await Clicker(bot, ANNE).press(table, "add_computer", "godlike")
    await Clicker(bot, ANNE).press(table, "remove_computer")
    assert (await now(bot, table)).seats[1].computer is None
    await bot.matches.servers.change(HERE.guild_id or 0, computers=False)
    with pytest.raises(NoComputersHere):
        await Clicker(bot, ANNE).press(table, "add_computer", "easy")


async def test_no_computer_is_offered_where_the_server_has_none(bot: Bot, table: Match) -> None:
    asking = Clicker(bot, BERT)
    assert "One seat is free: press **Join**, or add a computer." in await asking.press(table, "join")
    assert "Add a computer" in asking.placeholders
    await bot.matches.servers.change(HERE.guild_id or 0, computers=False)
    asking = Clicker(bot, BERT)
    words = await asking.press(table, "leave")
    assert "2 seats are free: press **Join**.\n" in words
    assert "Add a computer" not in asking.placeholders


async def test_start_begins_the_match_of_those_who_were_seen(bot: Bot, table: Match) -> None:
    for person in (BERT, CLEO):
        await Clicker(bot, person).press(table, "join")
    version = (await now(bot, table)).version
    with pytest.raises(TableHasChanged):
        await Clicker(bot, ANNE).press(table, "begin", version=version - 1)
    shown = Clicker(bot, BERT)
    assert "has begun" in await shown.press(table, "begin", version=version)
    assert (await now(bot, table)).status is Status.RUNNING
    assert "Join" not in shown.labels


async def test_the_opener_alone_cancels_the_table(bot: Bot, table: Match) -> None:
    await Clicker(bot, BERT).press(table, "join")
    with pytest.raises(NotTheOpener):
        await Clicker(bot, BERT).press(table, "cancel")
    shown = Clicker(bot, ANNE)
    assert "this table is cancelled" in await shown.press(table, "cancel")
    assert shown.labels == []


async def test_a_message_that_was_deleted_since_the_click_is_sent_again(bot: Bot, table: Match) -> None:
    discord_ = put(bot, Discord())
    discord_.deleted.add(900)
    clicker = Clicker(bot, BERT)
    clicker.fails = refusal(UNKNOWN_MESSAGE)
    clicker.heard.append("")
    await clicker.press(table, "join")
    assert (await now(bot, table)).table_message_id == 5000
    other = Clicker(bot, CLEO)
    other.fails = refusal(FORBIDDEN)
    with pytest.raises(discord.Forbidden):
        await other.press(table, "join")
    assert (await now(bot, table)).seat_of(CLEO)  # what was decided stays decided
    other.fails = refusal(NOT_THERE)
    with pytest.raises(discord.NotFound):
        await other.press(table, "leave")
    assert len(discord_.sent) == 1


async def test_before_its_message_exists_there_is_nothing_to_update(bot: Bot) -> None:
    put(bot, Discord())
    match = await bot.matches.tables.open(TableTerms(game="southern_cards", seats=3), opener=ANNE, place=HERE)
    asking = Asking(bot, ANNE)
    await asking.defer()
    await link_table(asking, match)
    assert f"Match {match.id} hasn't started" in asking.heard[-1]


@pytest.mark.parametrize(
    "kind", [clicks.Button, clicks.Select, clicks.PeopleSelect, clicks.ChannelSelect, clicks.RoleSelect]
)
def test_the_library_remembers_no_message_for_its_buttons(kind: Any) -> None:
    assert not kind().is_dispatchable()


@pytest.mark.parametrize(
    ("components", "value"),
    [
        ([{"component": {"custom_id": "hour", "values": ["3", "4"]}}], "3"),
        (
            [
                {},
                {"component": {"custom_id": "day", "values": ["1"]}},
                {"component": {"custom_id": "hour", "values": ["3"]}},
            ],
            "3",
        ),
        ([{"component": {"custom_id": "hour", "values": []}}], None),
        ([{"component": {"custom_id": "day", "values": ["1"]}}], None),
        ([], None),
        (None, None),
    ],
)
def test_a_forms_field_has_the_value_that_was_chosen(bot: Bot, components: Any, value: str | None) -> None:
    asking: Any = Asking(bot, ANNE)
    asking.data = {"components": components}
    click = Click(asking, 0, 0, "", ())
    if value is None:
        with pytest.raises(OutdatedButton):
            click.field("hour")
    else:
        assert click.field("hour") == value
