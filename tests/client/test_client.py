"""The client: which screens it loads, when it registers commands, whom it answers, what it logs."""

import asyncio
import logging
import sys
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import client
from bot.client import Crux, connect_to, only_log, screens
from bot.computers.computers import Computers
from bot.match import Matches
from bot.registering import ENTRY_POINT
from bot.rules import GAMES
from bot.store import Store
from bot.store.shards import Shards
from bot.text import LANGUAGES, language
from tests.client.conftest import Thinking


def test_every_module_of_the_screens_is_loaded_and_no_package() -> None:
    found = screens()
    assert {f"cogs.{key}" for key in GAMES} | {"cogs.matches", "cogs.commands"} <= set(found)
    assert not {"cogs.shared", "cogs.rule_pages"} & set(found)


def test_without_screens_there_is_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SCREENS", "no_such_package")
    with pytest.raises(RuntimeError, match="no_such_package is not installed"):
        screens()


def test_another_host_is_called_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (discord.Asset, "BASE")):
        monkeypatch.setattr(owner, name, None)
    connect_to("http://here/api", "ws://here", "http://here/cdn")
    assert (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY), discord.Asset.BASE) == (
        "http://here/api",
        "ws://here",
        "http://here/cdn",
    )


async def test_the_client_hears_of_servers_alone_keeps_no_messages_or_members_and_pings_nobody(bot: Crux) -> None:
    state = bot._connection
    assert bot.intents == discord.Intents(guilds=True)
    assert state.max_messages is None
    assert not state._chunk_guilds
    assert state.member_cache_flags == discord.MemberCacheFlags.none()
    mentions = bot.allowed_mentions
    assert mentions is not None
    assert not any((mentions.everyone, mentions.users, mentions.roles))
    assert bot.help_command is None


@pytest.mark.parametrize(
    ("shards", "connected"), [(None, (None, None)), (Shards(4, frozenset({3, 1})), (4, [1, 3]))], ids=["all", "some"]
)
async def test_it_connects_to_its_own_shards(
    store: Store, shards: Shards | None, connected: tuple[int | None, list[int] | None]
) -> None:
    made = Crux(Matches(store), store, shards=shards)
    assert (made.shard_count, made.shard_ids) == connected


async def test_when_it_serves_other_shards_all_background_work_looks_again(store: Store) -> None:
    matches, shards = Matches(store), Shards(2, frozenset({1}))
    wakes = [matches.outbox.on_post, matches.on_turn, matches.reminders.on_reminder, matches.on_end]
    for wake in wakes:
        wake.clear()
    client._work_for(matches, shards)
    assert matches.duty.shards == shards
    assert all(wake.is_set() for wake in wakes)


async def test_commands_are_sent_only_where_they_have_changed(bot: Crux, told: list[str]) -> None:
    await bot.sync_commands_if_changed()
    await bot.sync_commands_if_changed()
    assert told == ["commands sent"]

    async def answer(_: discord.Interaction) -> None: ...

    bot.tree.add_command(app_commands.Command(name="new", description="One more", callback=answer))
    await bot.sync_commands_if_changed()
    await bot.sync_commands_if_changed()
    assert told == ["commands sent"] * 2


async def test_commands_are_sent_anew_when_their_translations_have_changed(bot: Crux, told: list[str]) -> None:
    async def answer(_: discord.Interaction) -> None: ...

    class Translator(app_commands.Translator):
        words = "one more"

        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
        ) -> str | None:
            return self.words if string.message == "One more" and locale is discord.Locale.german else None

    bot.tree.add_command(app_commands.Command(name="new", description="One more", callback=answer))
    translator = Translator()
    await bot.tree.set_translator(translator)
    for translator.words in ("eins mehr", "eins mehr", "noch eins"):
        await bot.sync_commands_if_changed()
    assert told == ["commands sent"] * 2


async def test_commands_belong_to_an_application(bot: Crux, told: list[str]) -> None:
    bot._connection.application_id = None
    with pytest.raises(RuntimeError, match="no application"):
        await bot.sync_commands_if_changed()
    assert told == []


async def test_a_command_that_another_process_takes_is_left_alone(bot: Crux) -> None:
    asked: list[tuple[int | None, int]] = []

    async def takes(guild: int | None, interaction: int) -> bool:
        asked.append((guild, interaction))
        return interaction != 6

    async def leave() -> None: ...

    bot.leases = SimpleNamespace(ended=asyncio.Future(), takes=takes, leave=leave)  # type: ignore[assignment]  # all of them that is used here
    command: Any = SimpleNamespace(client=bot, locale="en-US", guild_id=5, id=6, data=None)
    assert await bot.tree.interaction_check(command) is False
    assert not bot.at_work
    command.id = 7
    assert await bot.tree.interaction_check(command)
    assert asked == [(5, 6), (5, 7)]


async def test_a_command_speaks_the_language_of_whoever_uses_it(bot: Crux) -> None:
    async def spoken(locale: str) -> str:
        interaction: Any = SimpleNamespace(client=bot, locale=locale, data=None)
        await bot.tree.interaction_check(interaction)
        return language()

    assert [await asyncio.create_task(spoken(locale)) for locale in LANGUAGES] == [*LANGUAGES]


async def test_who_is_not_admitted_gets_no_command_and_hears_why(bot: Crux) -> None:
    refusal = ValueError("not today")

    def refuse(_: discord.Interaction[Crux]) -> None:
        raise refusal

    bot.admit = refuse
    interaction: Any = SimpleNamespace(client=bot, locale="en-US")
    with pytest.raises(app_commands.CheckFailure) as raised:
        await bot.tree.interaction_check(interaction)
    assert raised.value.__cause__ is refusal


async def test_the_command_that_discord_makes_for_activities_goes_to_the_screens(bot: Crux) -> None:
    """discord.py doesn't know its kind, and would fail."""
    opened: list[object] = []

    async def open_entry_point(interaction: object) -> None:
        opened.append(interaction)
        if len(opened) > 1:
            raise ValueError("not today")

    bot.open_entry_point = open_entry_point
    interaction: Any = SimpleNamespace(client=bot, locale="en-US", data={"type": ENTRY_POINT, "name": "launch"})
    assert not await bot.tree.interaction_check(interaction)
    with pytest.raises(app_commands.CheckFailure) as raised:
        await bot.tree.interaction_check(interaction)
    assert str(raised.value.__cause__) == "not today"
    assert opened == [interaction, interaction]


@pytest.mark.parametrize("kind", [6, 7, 8, 9, 11])
@pytest.mark.parametrize("value", ["x", "", "-1", "²", "1" * 21, 5, None, True, ["1"], {}])
async def test_nobody_is_named_by_anything_but_an_id(bot: Crux, kind: int, value: object) -> None:
    """discord.py would fail before any error of it is explained, and log what was typed."""
    person: dict[str, object] = {"type": kind, "name": "person", "value": "123456789012345678"}
    words = {"type": 3, "name": "words", "value": "x"}
    interaction: Any = SimpleNamespace(client=bot, locale="en-US")
    interaction.data = {"options": [{"type": 1, "name": "remove", "options": [words, person]}]}
    assert await bot.tree.interaction_check(interaction)
    person["value"] = value
    with pytest.raises(app_commands.TransformerError):
        await bot.tree.interaction_check(interaction)


async def test_it_says_where_its_source_is(store: Store) -> None:
    assert Crux(Matches(store), store, source_url="https://source").source_url == "https://source"
    assert Crux(Matches(store), store).source_url == ""


async def test_requests_are_paced_where_that_is_set(store: Store) -> None:
    free, paced = Crux(Matches(store), store), Crux(Matches(store), store, requests_per_second=5)
    traces = [made.http.http_trace for made in (free, paced)]
    # One of each looks at the clock.
    assert [len(trace.on_request_start) for trace in traces if trace is not None] == [1, 2]


async def test_it_connects_through_a_proxy_where_that_is_set(store: Store) -> None:
    assert Crux(Matches(store), store).http.proxy is None
    assert Crux(Matches(store), store, proxy="http://proxy:3128").http.proxy == "http://proxy:3128"


async def test_computers_play_unless_others_are_put_in_their_place(store: Store, bot: Crux) -> None:
    assert isinstance(Crux(Matches(store), store).computers, Computers)
    assert isinstance(bot.computers, Thinking)


async def test_an_error_that_nothing_explains_is_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    interaction: Any = SimpleNamespace(id=42)
    await only_log(interaction, ValueError("the ace of hearts"))
    assert "Interaction 42 failed: ValueError" in caplog.text
    assert "ace" not in caplog.text


@pytest.mark.parametrize("failed", [True, False])
def test_discords_library_logs_failed_suggestions_without_persons(
    caplog: pytest.LogCaptureFixture, failed: bool
) -> None:
    try:
        raise ValueError("the ace of hearts")
    except ValueError:
        raised = sys.exc_info() if failed else None
    log = logging.getLogger("discord.app_commands.tree")
    log.error("Ignoring exception in autocomplete for %r of %d", "move", 4711, exc_info=raised)
    log.error("Something else about %d", 42)
    suggestions, other = caplog.records
    why = "ValueError" if failed else "for an unknown reason"
    assert (suggestions.levelname, suggestions.levelno) == ("WARNING", logging.WARNING)
    assert suggestions.getMessage().startswith("No suggestions: ")
    assert suggestions.getMessage().endswith(why)
    assert (suggestions.exc_info, suggestions.exc_text) == (None, None)
    assert (other.levelname, other.getMessage()) == ("ERROR", "Something else about 42")
