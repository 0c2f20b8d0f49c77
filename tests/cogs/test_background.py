"""What the bot does by itself: it looks after leagues, dailies and tables, and answers what would be left open."""

import asyncio
import logging
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

import cogs.contests
from bot.computers.pool import Closed
from bot.match import Match, StoreBusy, TableTerms
from bot.rules import GAMES
from bot.store.shards import Shards
from cogs import housekeeping
from cogs.contests import Contests
from cogs.daily import Daily
from cogs.housekeeping import SLOW_REPLY, Housekeeping
from cogs.shared.client import background
from cogs.shared.client.initial_responses import InitialResponse
from cogs.shared.client.languages import Languages
from cogs.shared.commands.errors import explain
from cogs.shared.home import daily
from cogs.shared.interactions.service import Blocked
from cogs.shared.leagues.commands import league_group
from cogs.shared.tournaments.commands import tournament_group
from cogs.shared.wording.labels import NAMES
from tests.cogs.clicking import Clicking
from tests.cogs.conftest import ANNE, HERE, Asking, Bot
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.waiting import in_time, until


async def ready() -> None:
    """The bot is connected."""


async def set_translator(_: object) -> None:
    """Commands have names in other languages."""


@pytest.fixture(autouse=True)
def connected(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    monkeypatch.setattr(bot, "is_ready", lambda: True, raising=False)
    monkeypatch.setattr(
        bot, "tree", SimpleNamespace(on_error="the library's", set_translator=set_translator), raising=False
    )


class TestLeaguesAndTournaments:
    @pytest.fixture
    def looks(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Notes each look at all leagues and tournaments. The first one fails."""
        servers: list[int] = []

        async def look(_: object) -> None:
            servers.append(len(servers))
            if len(servers) == 1:
                raise ValueError("the ace of hearts")

        monkeypatch.setattr("cogs.shared.contests.keeping.Keeper.look", look)
        monkeypatch.setattr(cogs.contests, "LEAST_PAUSE", 0.001)
        monkeypatch.setattr(cogs.contests, "LOOK_EVERY", 3600.0)
        return servers

    async def test_are_looked_after_again_when_something_changes_and_after_errors(
        self, bot: Bot, looks: list[int], caplog: pytest.LogCaptureFixture
    ) -> None:
        leagues = Contests(bot)
        await leagues.cog_load()
        assert leagues.finish in bot.before_closing
        for number in (1, 2, 3):
            await until(lambda number=number: len(looks) >= number)  # type: ignore[misc]  # mypy can't infer a lambda with a default
            bot.contests.on_change.set()
        assert "Couldn't look after contests: ValueError" in caplog.text
        assert "ace" not in caplog.text
        await leagues.cog_unload()
        assert leagues._worker is not None
        assert leagues._worker.done()
        assert not leagues._worker.cancelled()  # what was being sent is finished

    async def test_are_left_alone_if_the_bot_ends_before_it_is_connected(
        self, bot: Bot, looks: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bot, "wait_until_ready", asyncio.Event().wait)
        monkeypatch.setattr(bot, "is_ready", lambda: False)
        leagues = Contests(bot)
        await leagues.finish()  # nothing has begun
        await leagues.cog_load()
        await leagues.finish()
        assert looks == []

    async def test_are_looked_after_only_now_and_then_where_nothing_changes(self, bot: Bot, looks: list[int]) -> None:
        leagues = Contests(bot)
        await leagues.cog_load()
        await until(lambda: len(looks) == 2)  # at leagues, and at tournaments
        for _ in range(20):
            await asyncio.sleep(0.002)
        assert len(looks) == 2
        await leagues.finish()

    async def test_are_left_alone_while_nobody_can_reach_the_bot(self, bot: Bot, looks: list[int]) -> None:
        bot.matches.clocks.cut_off.add(0)
        leagues = Contests(bot)
        await leagues.look()
        assert looks == []
        bot.matches.clocks.cut_off.discard(0)
        await leagues.look()
        assert looks == [0, 1]

    async def test_keep_the_bot_from_stopping_no_longer_than_their_time(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun = asyncio.Event()

        async def look(_: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        monkeypatch.setattr("cogs.shared.contests.keeping.Keeper.look", look)
        monkeypatch.setattr(background, "STOP_DEADLINE", 0.01)
        leagues = Contests(bot)
        await leagues.cog_load()
        await in_time(begun.wait())
        await leagues.finish()
        assert leagues._worker is not None
        await in_time(asyncio.wait([leagues._worker]))
        assert leagues._worker.cancelled()

    def test_have_commands_for_everyone_and_for_those_who_run_them(self) -> None:
        group = league_group()
        names = {command.name for command in group.commands}
        for_everyone = {"join", "leave", "table", "matches", "calendar"}
        assert names == {"create", "close", "relocate", "remove", "start"} | for_everyone
        assert group.guild_only
        group = tournament_group()
        assert {command.name for command in group.commands} == names | {"check-in"}
        assert group.guild_only


class Dailies:
    """A day that is over, one that computers haven't played, and a server that wants to be told."""

    def __init__(self) -> None:
        self.seeds, self.today = self, date(2026, 1, 3)
        self.told: list[Any] = []

    async def prepare(self) -> None:
        self.told.append("prepared")

    async def list_published(self) -> list[Any]:
        return [SimpleNamespace(anchor="a1", first_day="one")]

    async def close_past(self) -> list[date]:
        return [date(2026, 1, 2)]

    async def to_announce(self) -> list[tuple[int, int]]:
        return [(1, 20)]

    async def note_announced(self, guild_id: int, day: date) -> None:
        self.told.append(("noted", guild_id, day))

    async def without_benchmark(self) -> list[date]:
        return [self.today]

    async def get(self, day: date) -> Any:
        return SimpleNamespace(game="southern_cards", options={})

    async def deal(self, day: date) -> tuple[str, str]:
        return "state", "luck"

    async def note_benchmark(self, day: date, score: int) -> None:
        self.told.append((day, score))


class TestTheDaily:
    async def look(self, bot: Bot, monkeypatch: pytest.MonkeyPatch, error: BaseException | None = None) -> list[Any]:
        dailies = Dailies()

        async def announce(_: object, guild_id: int, channel_id: int) -> None:
            dailies.told.append((guild_id, channel_id))
            if error is not None:
                raise error

        async def play_alone(*what: object) -> int:
            assert what == ("southern_cards", {}, "state", "luck")
            return 980

        monkeypatch.setattr(bot.matches, "dailies", dailies)
        monkeypatch.setattr("cogs.daily.announce", announce)
        bot.computers = SimpleNamespace(play_alone=play_alone)
        cog = Daily(bot)
        for _ in range(2):
            await cog._look_after.coro(cog)
        return dailies.told

    async def test_has_its_seeds_its_announcement_and_a_score_to_compare_with(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        noted = ("noted", 1, date(2026, 1, 3))
        assert await self.look(bot, monkeypatch) == ["prepared", (1, 20), noted, (date(2026, 1, 3), 980)] * 2
        assert caplog.text.count("follow from a1") == 1

    @pytest.mark.parametrize(
        ("error", "again"), [(OSError(), True), (refusal(0, 503), True), (refusal(FORBIDDEN), False)], ids=repr
    )
    async def test_is_announced_again_where_that_may_help(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, error: Exception, again: bool
    ) -> None:
        log = await self.look(bot, monkeypatch, error)
        assert (("noted", 1, date(2026, 1, 3)) not in log) is again
        assert (date(2026, 1, 3), 980) in log  # the rest is done all the same

    async def test_survives_its_errors_whose_texts_are_not_logged(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        await self.look(bot, monkeypatch, KeyError("the ace of hearts"))
        assert "Couldn't look after the dailies: KeyError" in caplog.text
        assert "ace" not in caplog.text

    @pytest.mark.parametrize("error", [Closed(), StoreBusy()], ids=["stopping", "database away"])
    async def test_is_left_for_later_without_an_error_where_the_log_says_why(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
    ) -> None:
        await self.look(bot, monkeypatch, error)
        assert caplog.text == ""

    async def test_is_looked_after_as_long_as_it_is_loaded(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bot.matches, "dailies", Dailies())
        cog = Daily(bot)
        await cog.cog_load()
        assert cog._look_after.is_running()
        await cog.cog_unload()
        await until(lambda: not cog._look_after.is_running())

    @pytest.mark.parametrize(
        ("command", "screen"), [("play", "show_daily"), ("table", "show_points"), ("about", "show_about")]
    )
    async def test_has_commands_that_answer_in_private(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, command: str, screen: str
    ) -> None:
        responses: list[Any] = []

        async def show(interaction: Any) -> None:
            responses.append(interaction.type)

        monkeypatch.setattr(daily, screen, show)
        play: Any = daily.daily_group().get_command(command)
        await play.callback(Asking(bot, ANNE))
        assert responses == [discord.InteractionResponseType.deferred_channel_message]


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
        assert (bot.explain, bot.tree.on_error) == (explain, cog._on_command_error)
        loops = (cog._tidy, cog._save_languages, cog._look_at_service)
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
        await cog._tidy.coro(cog)
        assert len(tables) == 2  # trouble with one keeps the other from nothing

    async def test_goes_on_tidying_up_after_an_error_whose_text_is_not_logged(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def tidy() -> list[Match]:
            raise ValueError("the ace of hearts")

        monkeypatch.setattr(bot.matches.tables, "tidy", tidy)
        cog = Housekeeping(bot)
        await cog._tidy.coro(cog)
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
        await cog._on_command_error(asking, discord.app_commands.NoPrivateMessage())
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
        cog._admit(asking)
        await bot.matches.service.block_person(ANNE)
        await bot.matches.service.announce("Maintenance at six", bot.clock() + timedelta(hours=1))
        for _ in range(2):
            await cog._look_at_service.coro(cog)
        assert shown == ["Maintenance at six"]
        await cog.on_shard_ready(0)  # Discord has forgotten it
        assert shown == ["Maintenance at six"] * 2
        monkeypatch.setattr(bot.matches.service, "state", fails)
        await cog._look_at_service.coro(cog)
        with pytest.raises(Blocked):
            cog._admit(asking)
        assert "Couldn't look for blocks and announcements: OSError" in caplog.text
        monkeypatch.setattr(Languages, "save", fails)
        await cog._save_languages.coro(cog)
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
        await cog._on_command_error(asking, discord.app_commands.AppCommandError("the ace of hearts"))
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
        cog._answer_if_late(Asking(bot, ANNE))
        await until(lambda: not cog._late_replies)
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
