"""Housekeeping: errors are explained, tables tidied up, and what would be left open is answered."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.match import Match, TableTerms
from bot.rules import GAMES
from bot.store.shards import Shards
from cogs import housekeeping
from cogs.housekeeping import SLOW_REPLY, Housekeeping
from cogs.shared.client.initial_responses import InitialResponse
from cogs.shared.client.languages import Languages
from cogs.shared.commands.errors import explain
from cogs.shared.interactions.gatekeeper import Blocked
from cogs.shared.wording.labels import NAMES
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, HERE, Asking, Bot
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.waiting import until


async def ready() -> None:
    """The bot is connected."""


class Tree:
    """The library's tree, as far as cogs tell it anything."""

    on_error: Any = "the library's"
    error = discord.app_commands.CommandTree.error

    async def set_translator(self, _: object) -> None:
        """Commands have names in other languages."""


@pytest.fixture(autouse=True)
def connected(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    monkeypatch.setattr(bot, "is_ready", lambda: True, raising=False)
    monkeypatch.setattr(bot, "tree", Tree(), raising=False)


class Interacting(Asking):
    """Someone who clicks, commands or types."""

    def __init__(self, bot: Bot, kind: discord.InteractionType) -> None:
        super().__init__(bot, ANNE)
        self.kind = kind
        self.suggestions: list[Any] | None = None
        self.user.display_name = "Anne"

    async def autocomplete(self, choices: list[Any]) -> None:
        self.suggestions = choices


class TestHousekeeping:
    async def test_explains_errors_while_it_is_loaded(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bot, "explain", None)
        cog = Housekeeping(bot)
        await cog.cog_load()
        assert (bot.explain, bot.tree.on_error) == (explain, cog.on_command_error)
        loops = (cog.tidy, cog.save_languages, cog.look_at_service)
        assert all(loop.is_running() for loop in loops)
        assert len(bot.before_closing) == 1  # what is known of languages is kept
        await cog.cog_unload()
        await until(lambda: not any(loop.is_running() for loop in loops))

    @pytest.mark.parametrize("kind", ["application_command", "autocomplete"])
    async def test_what_fails_when_the_bot_has_closed_everything_is_no_fault_of_its_own(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
    ) -> None:
        cog = Housekeeping(bot)
        await cog.cog_load()
        await cog.cog_unload()
        monkeypatch.setattr(bot, "is_closed", lambda: True)
        fails: Any = bot.tree.on_error
        await fails(Interacting(bot, discord.InteractionType[kind]), discord.app_commands.AppCommandError("closed"))
        assert [record.levelname for record in caplog.records] == ["WARNING"]

    @pytest.mark.parametrize("error", [refusal(FORBIDDEN), aiohttp.ServerDisconnectedError()])
    async def test_closes_tables_that_nobody_started(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        tables: list[Any] = []

        async def update_table(_: Any, match: Match) -> None:
            tables.append(match.status)
            raise error

        async def tidy() -> list[Match]:
            return [table, table]

        table = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
        monkeypatch.setattr(housekeeping, "update_table", update_table)
        monkeypatch.setattr(bot.matches.tables, "tidy", tidy)
        cog = Housekeeping(bot)
        await cog.tidy.coro(cog)
        assert len(tables) == 2  # trouble with one keeps the other from nothing

    async def test_goes_on_tidying_up_after_an_error_whose_text_is_not_logged(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def tidy() -> list[Match]:
            raise ValueError("the ace of hearts")

        monkeypatch.setattr(bot.matches.tables, "tidy", tidy)
        cog = Housekeeping(bot)
        await cog.tidy.coro(cog)
        assert "Couldn't clean up: " in caplog.text
        assert "ValueError" in caplog.text
        assert "ace" not in caplog.text

    @pytest.mark.parametrize(("font", "warned"), [("ja", False), ("en", True)])
    async def test_tells_the_operator_that_no_picture_can_be_japanese(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, font: str, warned: bool
    ) -> None:
        monkeypatch.setattr(housekeeping, "drawable", lambda locale: font if locale == "ja" else locale)
        cog = Housekeeping(bot)
        await cog.cog_load()
        await cog.cog_unload()
        assert ("No font has the letters of 日本語" in caplog.text) is warned

    async def test_tells_the_operator_that_a_language_is_not_offered_yet(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(housekeeping, "begun_languages", lambda: {"sv": "Svenska", "it": "Italiano"})
        cog = Housekeeping(bot)
        await cog.cog_load()
        await cog.cog_unload()
        assert "Not all messages are translated into Svenska" in caplog.text
        assert "translated into Italiano" not in caplog.text

    async def test_explains_the_error_of_a_command_to_its_person(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cog = Housekeeping(bot)
        asking: Any = Asking(bot, ANNE)
        await asking.defer()
        await cog.on_command_error(asking, discord.app_commands.NoPrivateMessage())
        assert asking.heard == ["Matches are played in a server's channels. Please use this command there."]

    async def test_leaves_what_another_process_answers_to_that(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        async def takes(_: Any) -> bool:
            return False

        monkeypatch.setattr(bot, "takes", takes)
        cog = Housekeeping(bot)
        click: Any = Clicking(bot, "b:0:0:unknown:")
        click.type = discord.InteractionType.component
        await cog.on_interaction(click)
        assert click.heard == []
        assert not Languages.of(bot)._unsaved

    @pytest.mark.parametrize(("numbers", "welcomes"), [({0}, 1), ({1}, 0)])
    async def test_welcomes_new_servers_of_its_own_shards(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, numbers: set[int], welcomes: int
    ) -> None:
        servers: list[Any] = []

        async def send_welcome(_: Any, guild: Any) -> None:
            servers.append(guild)

        monkeypatch.setattr(housekeeping, "send_welcome", send_welcome)
        bot.matches.duty.shards = Shards(2, frozenset(numbers))
        server: Any = SimpleNamespace(id=1)
        await Housekeeping(bot).on_guild_join(server)
        assert servers == [server] * welcomes

    async def test_heeds_what_the_operator_decides_in_another_process_and_shows_it_once(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        shown: list[str | None] = []

        async def change_presence(*, activity: discord.CustomActivity | None) -> None:
            shown.append(None if activity is None else activity.name)

        async def fails(*_: Any) -> None:
            raise OSError("the ace of hearts")

        monkeypatch.setattr(bot, "change_presence", change_presence, raising=False)
        cog = Housekeeping(bot)
        asking: Any = Asking(bot, ANNE)
        asking.data = {"name": "match"}
        cog.admit(asking)
        await bot.matches.service.block_person(ANNE)
        await bot.matches.service.announce("Maintenance at six", bot.clock() + timedelta(hours=1))
        for _ in range(2):
            await cog.look_at_service.coro(cog)
        assert shown == ["Maintenance at six"]
        await cog.on_shard_ready(0)  # Discord has forgotten it
        assert shown == ["Maintenance at six"] * 2
        monkeypatch.setattr(bot.matches.service, "state", fails)
        await cog.look_at_service.coro(cog)
        with pytest.raises(Blocked):
            cog.admit(asking)
        assert "Couldn't look for blocks and announcements: OSError" in caplog.text
        monkeypatch.setattr(Languages, "save", fails)
        await cog.save_languages.coro(cog)
        assert "Couldn't store languages: OSError" in caplog.text
        assert "ace" not in caplog.text

    async def test_draws_what_usual_tables_share_once_every_game_before_other_seats(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pictures: list[tuple[str, int]] = []

        async def warm(cog: Any, seats: int, options: Any) -> None:
            pictures.append((cog.game.key, seats))

        games = [SimpleNamespace(game=GAMES[key]) for key in ("southern_cards", "southern_cross")]
        monkeypatch.setattr(housekeeping, "warm", warm)
        monkeypatch.setattr(housekeeping, "cogs_of", lambda _: games)
        monkeypatch.setattr(housekeeping, "WARM_MORE_AFTER", 0)
        cog = Housekeeping(bot)
        for _ in range(2):  # connections
            await cog.on_connect()
            await until(lambda: not cog._warm.is_running())
        assert pictures == [("southern_cards", 2), ("southern_cross", 4), *(("southern_cards", n) for n in (3, 4, 5))]

    async def test_an_error_of_suggestions_is_answered_with_none(
        self, bot: Bot, caplog: pytest.LogCaptureFixture
    ) -> None:
        cog = Housekeeping(bot)
        asking: Any = Interacting(bot, discord.InteractionType.autocomplete)
        asking.type = asking.kind
        await cog.on_command_error(asking, discord.app_commands.AppCommandError("the ace of hearts"))
        assert asking.suggestions == []
        assert "No suggestions for a command from another version: AppCommandError" in caplog.text
        assert "ace" not in caplog.text

    @pytest.mark.parametrize("settled", [False, True])
    async def test_what_is_left_open_for_too_long_is_answered(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, settled: bool
    ) -> None:
        replies: list[str] = []

        async def reply(_: Any, words: str) -> None:
            replies.append(words)
            raise OSError

        monkeypatch.setattr(housekeeping, "reply", reply)
        monkeypatch.setattr(InitialResponse, "settled", settled)
        cog = Housekeeping(bot)
        cog.answer_if_late(Asking(bot, ANNE))
        await until(lambda: not cog.late_replies)
        assert replies == ([] if settled else [SLOW_REPLY])

    @pytest.mark.parametrize(
        ("kind", "handled", "watched"),
        [
            (discord.InteractionType.component, True, True),
            (discord.InteractionType.modal_submit, True, True),
            (discord.InteractionType.application_command, False, True),
            (discord.InteractionType.autocomplete, False, False),
        ],
    )
    async def test_clicks_are_handled_and_the_time_of_commands_is_watched(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, kind: Any, handled: bool, watched: bool
    ) -> None:
        clicks: list[Any] = []
        timers: list[Any] = []

        async def handle_click(interaction: Any) -> None:
            clicks.append(interaction)

        def call_later(after: float, what: Any, interaction: Any) -> Any:
            timer = SimpleNamespace(after=after, what=what, off=False)
            timer.cancel = lambda: setattr(timer, "off", True)
            timers.append(timer)
            return timer

        loop = SimpleNamespace(get_running_loop=lambda: SimpleNamespace(call_later=call_later))
        monkeypatch.setattr(housekeeping, "asyncio", loop)
        monkeypatch.setattr(housekeeping, "handle_click", handle_click)
        cog = Housekeeping(bot)
        asking: Any = Asking(bot, ANNE)
        asking.type, asking.user.display_name = kind, "Anne"
        await cog.on_interaction(asking)
        assert (clicks == [asking], bool(timers)) == (handled, watched)
        assert [timer.off for timer in timers] == [handled] * watched
        assert all(timer.after < 3 for timer in timers)  # what Discord gives
        assert (await NAMES.lookup(bot, 1, [ANNE]))[ANNE].plain == "Anne"
