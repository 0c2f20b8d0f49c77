"""What the bot does by itself: it looks after leagues, tournaments and dailies."""

import asyncio
import logging
from datetime import date
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import cogs.contests
from bot.computers.pool import Closed
from bot.match import StoreBusy
from cogs.contests import Contests
from cogs.daily import Daily
from cogs.shared.client import background
from cogs.shared.home import daily
from cogs.shared.leagues.commands import league_group
from cogs.shared.tournaments.commands import tournament_group
from tests.cogs.conftest import ANNE, Asking, Bot
from tests.cogs.discord_answers import FORBIDDEN, refusal
from tests.waiting import in_time, until


async def ready() -> None:
    """The bot is connected."""


@pytest.fixture(autouse=True)
def connected(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "wait_until_ready", ready, raising=False)
    monkeypatch.setattr(bot, "is_ready", lambda: True, raising=False)


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
        assert leagues.worker is not None
        assert leagues.worker.done()
        assert not leagues.worker.cancelled()  # what was being sent is finished

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
        assert leagues.worker is not None
        await in_time(asyncio.wait([leagues.worker]))
        assert leagues.worker.cancelled()

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
            await cog.look_after.coro(cog)
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
        assert cog.look_after.is_running()
        await cog.cog_unload()
        await until(lambda: not cog.look_after.is_running())

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
