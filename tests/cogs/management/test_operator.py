"""What the operator may do and nobody else, whom the bot refuses, and how much one person may do."""

import contextlib
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from sqlalchemy import update

from bot.computers.errors import OneHintAtATime
from bot.match import Limits, MatchOver, NotARecord, Refusal, ServiceState, Status, StoreBusy
from bot.match.decisions import turns
from bot.store.tables import events
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands.errors import original
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, handle_click
from cogs.shared.interactions.gatekeeper import Allowance, Blocked, Gatekeeper, LimitReached
from cogs.shared.interactions.replies import reply
from cogs.shared.management import operator
from cogs.shared.management.operator import operator_group
from cogs.shared.records.records import record_commands
from cogs.shared.records.replays import reader_of
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot, together
from tests.cogs.matches import damage

OPERATOR = 2**40 + 9
COMMANDS: dict[str, Any] = {command.name: command for command in operator_group().commands}
NOTHING = "Only the operator of this bot can use this command."


@pytest.fixture(autouse=True)
def known(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """What else of a client is used here."""
    bot.owners = {OPERATOR}
    more: Any = bot
    more.guilds, more.latency, more.is_ready = [SimpleNamespace(id=1, name="Chess club")], 0.042, lambda: False
    more.get_guild = lambda number: next((one for one in more.guilds if one.id == number), None)
    more.computers = SimpleNamespace(thinkers=SimpleNamespace(waiting=3))

    async def update_table(*_: Any) -> None:
        pass

    monkeypatch.setattr(operator, "update_table", update_table)


def person(user: int) -> Any:
    return SimpleNamespace(id=user, bot=False)


async def answer_to(bot: Bot, command: str, user: int = OPERATOR, **options: Any) -> str:
    asking = Asking(bot, user)
    await COMMANDS[command].callback(asking, **options)
    return asking.heard[-1]


async def frozen(bot: Bot) -> int:
    match = await together(bot, ANNE, BERT)
    await damage(bot, match.id)
    assert (await bot.matches.get(match.id)).status is Status.FROZEN
    return match.id


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_refuses_everyone_but_the_operator(bot: Bot, command: str) -> None:
    by_command: dict[str, dict[str, Any]] = {"match": {"number": 1}, "unblock": {"who": "1"}, "block": {"server": "1"}}
    options = by_command.get(command, {})
    with pytest.raises(ScreenRefusal, match=NOTHING):
        await answer_to(bot, command, ANNE, **options)
    assert await bot.matches.service.state() == ServiceState()


@pytest.mark.parametrize("name", [name for name in clicks.ACTIONS if name.startswith("operator_")])
async def test_a_click_that_is_made_up_refuses_everyone_but_the_operator(bot: Bot, name: str) -> None:
    number = await frozen(bot)
    clicking: Any = Asking(bot, ANNE)
    with pytest.raises(ScreenRefusal, match=NOTHING):
        await clicks.ACTIONS[name][0](Click(clicking, number, 0, "", (str(number),)))
    assert (await bot.matches.get(number)).status is Status.FROZEN


async def test_suggestions_are_for_the_operator_only(bot: Bot) -> None:
    await bot.matches.service.block_server(1)
    for suggest in (operator.suggest_servers, operator.suggest_blocked):
        asking: Any = Asking(bot, ANNE)
        assert await suggest(asking, "") == []
        asking = Asking(bot, OPERATOR)
        assert [(one.value, "Chess club" in one.name) for one in await suggest(asking, "chess")] == [("1", True)]


def test_discord_hides_the_commands_on_servers_and_offers_them_in_direct_messages() -> None:
    group = operator_group()
    assert group.default_permissions == discord.Permissions.none()
    assert group.allowed_contexts is not None
    assert group.allowed_contexts.dm_channel
    assert group.allowed_contexts.guild


async def test_the_status_has_counts_blocks_the_announcement_and_frozen_matches(bot: Bot) -> None:
    await together(bot, ANNE, BERT)
    number = await frozen(bot)
    await bot.matches.service.block_person(BERT)
    await bot.matches.service.announce("Maintenance at six", bot.clock() + timedelta(hours=1))
    words = await answer_to(bot, "status")
    reference = (await bot.matches.get(number)).frozen_reference
    for part in (
        "**Southern Cross cards**: 1 running · 1 frozen",
        "**1** server, latency 42 ms",
        "waiting: **3**",
        "Blocked people: **1**, servers: **0**",
        "Maintenance at six",
        f"Match **{number}** (Southern Cross cards) is frozen, reference **{reference}**: the position can't be read",
    ):
        assert part in words


async def test_a_frozen_match_can_be_thawed_and_any_match_be_ended(bot: Bot) -> None:
    number = await frozen(bot)
    asking = Asking(bot, OPERATOR)
    await COMMANDS["match"].callback(asking, number=number)
    assert asking.labels == ["Thaw it", "End the match"]
    assert await Asking(bot, OPERATOR).click(operator.thaw, number) == f"Match {number} goes on."
    assert (await bot.matches.get(number)).status is Status.RUNNING
    assert await Asking(bot, OPERATOR).click(operator.end, number) == f"Match {number} has ended."
    with pytest.raises(MatchOver):
        await Asking(bot, OPERATOR).click(operator.end, number)


async def test_a_blocked_person_is_refused_everything_but_to_be_forgotten(bot: Bot) -> None:
    assert "is blocked" in await answer_to(bot, "block", person=person(ANNE))
    for name in ("match", "button board"):
        asking: Any = Asking(bot, ANNE)
        with pytest.raises(Blocked):
            Gatekeeper.of(asking.client).admit(asking, name)
    for name in ("privacy", "button forget_me", "operator", "button operator_end"):
        Gatekeeper.of(asking.client).admit(asking, name)
    pressed: Any = Clicking(bot, "b:0:0:daily:")
    await handle_click(pressed)
    assert "has blocked you" in pressed.heard[-1]
    assert "no longer blocked" in await answer_to(bot, "unblock", who=str(ANNE))
    Gatekeeper.of(asking.client).admit(asking, "match")


async def test_on_a_blocked_server_everyone_is_refused(bot: Bot) -> None:
    assert await answer_to(bot, "block", server=str(HERE.guild_id)) == "Chess club is blocked. Its clocks are stopped."
    asking: Any = Asking(bot, BERT)
    with pytest.raises(Blocked):
        Gatekeeper.of(asking.client).admit(asking, "match")
    asking.guild_id = 77
    Gatekeeper.of(asking.client).admit(asking, "match")


async def test_operators_and_bots_are_not_blocked_and_somebody_must_be_chosen(bot: Bot) -> None:
    for chosen in (person(OPERATOR), SimpleNamespace(id=ANNE, bot=True)):
        with pytest.raises(ScreenRefusal):
            await answer_to(bot, "block", person=chosen)
    wrong: tuple[dict[str, Any], ...] = ({}, {"person": person(ANNE), "server": "1"}, {"server": "the chess club"})
    wrong += ({"server": str(2**63)}, {"server": "1" * 20})
    for options in wrong:
        with pytest.raises(ScreenRefusal):
            await answer_to(bot, "block", **options)
    assert await bot.matches.service.state() == ServiceState()


async def test_an_announcement_stands_below_private_answers_and_is_the_status_on_discord(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[str | None] = []

    async def change_presence(activity: discord.CustomActivity | None) -> None:
        statuses.append(None if activity is None else activity.name)

    monkeypatch.setattr(bot, "change_presence", change_presence, raising=False)
    monkeypatch.setattr(bot, "is_ready", lambda: True)
    assert "Everyone can read it now" in await answer_to(bot, "announce", text="Maintenance  at six")
    asking: Any = Asking(bot, ANNE)
    await reply(asking, "Your turn.")
    assert asking.heard[-1] == "Your turn.\n-# 📣 Maintenance at six"
    assert "has ended" in await answer_to(bot, "announce")
    asking = Asking(bot, ANNE)
    await reply(asking, "Your turn.")
    assert asking.heard[-1] == "Your turn."
    one: Any = bot
    await Gatekeeper.of(one).show_status(anew=True)
    assert statuses == ["Maintenance at six", None]


@pytest.mark.parametrize("what", Allowance)
async def test_a_limit_is_told_when_it_is_met_and_holds_for_one_person_until_its_time_is_over(
    bot: Bot, what: Allowance
) -> None:
    name, seconds, _ = what.value
    bot.matches.limits = Limits(**{name: 2})
    now = datetime(2027, 1, 1, tzinfo=UTC)
    one: Any = bot
    service = Gatekeeper(one, clock=lambda: now)
    for _ in range(2):
        service.take(what, ANNE)
    with pytest.raises(LimitReached, match=r"2.* <t:\d+:R>"):
        service.take(what, ANNE)
    service.take(what, BERT)
    now += timedelta(seconds=seconds + 1)
    service.take(what, ANNE)


@pytest.mark.parametrize("name", ["import", "verify"])
async def test_a_file_that_is_read_counts_and_the_next_one_is_refused_before_it_is_read(bot: Bot, name: str) -> None:
    bot.matches.limits = Limits(files_per_hour=1)
    asking: Any = Asking(bot, ANNE)
    Gatekeeper.of(asking.client).take(Allowance.FILE, ANNE)
    command: Any = next(one for one in record_commands() if one.name == name)
    with pytest.raises(LimitReached, match="limit of files"):
        await command.callback(asking, file=None)


async def test_what_is_refused_meanwhile_does_not_count(bot: Bot) -> None:
    """Someone who still waits for the last one, for example."""
    bot.matches.limits = Limits(hints_per_hour=1)
    now = datetime(2027, 1, 1, tzinfo=UTC)
    one: Any = bot
    service = Gatekeeper(one, clock=lambda: now)
    for refusal in (OneHintAtATime, OneHintAtATime, StoreBusy):  # the last one: nobody can read the match now
        with pytest.raises(refusal), service.counting(Allowance.HINT, ANNE):
            raise refusal
    with service.counting(Allowance.HINT, ANNE):
        pass
    with pytest.raises(LimitReached), service.counting(Allowance.HINT, ANNE):
        pytest.fail("it's refused before it begins")
    now += timedelta(hours=1, seconds=1)
    with contextlib.suppress(OneHintAtATime), service.counting(Allowance.HINT, ANNE):
        now += timedelta(hours=1, seconds=1)
        raise OneHintAtATime
    service.take(Allowance.HINT, ANNE)
    with pytest.raises(LimitReached):
        service.take(Allowance.HINT, ANNE)


@pytest.mark.parametrize("name", ["import", "verify"])
async def test_a_file_that_nobody_reads_does_not_count(bot: Bot, name: str) -> None:
    """It's too large, or another one of the same person is being read."""
    bot.matches.limits = Limits(files_per_hour=1)
    asking: Any = Asking(bot, ANNE)
    command: Any = next(one for one in record_commands() if one.name == name)
    file = SimpleNamespace(size=10**9)
    for _ in range(2):
        with pytest.raises(NotARecord, match="larger than"):
            await command.callback(asking, file=file)
        async with reader_of(asking.client).reading(ANNE):
            with pytest.raises(ScreenRefusal, match="still reading"):
                await command.callback(asking, file=file)
    Gatekeeper.of(asking.client).take(Allowance.FILE, ANNE)


async def test_a_match_that_cannot_be_verified_does_not_count(bot: Bot) -> None:
    bot.matches.limits = Limits(files_per_hour=1)
    asking: Any = Asking(bot, ANNE)
    command: Any = next(one for one in record_commands() if one.name == "verify")
    for _ in range(2):
        with pytest.raises(Refusal):
            await command.callback(asking, match="12345")
    Gatekeeper.of(asking.client).take(Allowance.FILE, ANNE)


async def test_suggestions_do_not_count_as_actions(bot: Bot) -> None:
    bot.matches.limits = Limits(actions_per_minute=1)
    asking: Any = Asking(bot, ANNE)
    asking.type = discord.InteractionType.autocomplete
    for _ in range(3):
        Gatekeeper.of(asking.client).admit(asking, "match")
    asking.type = discord.InteractionType.application_command
    Gatekeeper.of(asking.client).admit(asking, "match")
    with pytest.raises(LimitReached):
        Gatekeeper.of(asking.client).admit(asking, "match")


def test_the_refusal_of_a_command_is_explained_as_it_is() -> None:
    failed, refused = app_commands.CheckFailure(), Blocked("No.")
    failed.__cause__ = refused
    assert original(failed) is refused


async def test_a_match_is_chosen_from_the_list(bot: Bot) -> None:
    number = await frozen(bot)
    asking = Asking(bot, OPERATOR)
    words = await asking.click(operator.choose_match, 0, values=(str(number),))
    assert words == await answer_to(bot, "match", number=number)


async def test_a_match_whose_log_is_damaged_stays_frozen_and_says_where_to_look(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    await damage(bot, match.id)
    async with bot.store.write() as connection:
        await connection.execute(
            update(events).where(events.c.match_id == match.id, events.c.kind == "move").values(move="no move")
        )
    assert (await bot.matches.get(match.id)).status is Status.FROZEN
    with pytest.raises(ScreenRefusal) as refused:
        await Asking(bot, OPERATOR).click(operator.thaw, match.id)
    assert str(refused.value) == (
        f"The log of match {match.id} can't be replayed, so it stays frozen. `python -m bot check {match.id}` says why."
    )
    assert (await bot.matches.get(match.id)).status is Status.FROZEN


async def test_names_of_servers_are_one_visible_line(bot: Bot) -> None:
    asking: Any = Asking(bot, OPERATOR)
    asking.client.guilds = [SimpleNamespace(id=1, name="Chess\n\u202eclub"), SimpleNamespace(id=2, name="\u200b")]
    assert [one.name for one in await operator.suggest_servers(asking, "")] == ["Chess club", "2"]
