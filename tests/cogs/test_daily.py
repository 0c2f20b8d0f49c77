"""What is shared of a daily, and how its scores are drawn."""

from datetime import UTC, date, datetime, timedelta

import discord
import pytest

from bot.daily import WEEKS
from bot.daily.values import Points
from cogs.shared.boards.daily_result import signs
from cogs.shared.home.daily import announce, play, show_daily
from cogs.shared.presentation.registry import register
from images import distribution
from images.canvas import WIDTH
from tests.cogs.conftest import ANNE, BERT, HERE, Asking, Bot
from tests.cogs.discord_answers import Discord, put, read
from tests.cogs.test_composer import screen_of


@pytest.mark.parametrize(
    ("gains", "shared"),
    [
        ([], ""),
        ([0, 0], "⬛⬛"),
        ([100, 0, 25, 26, 50, 51, 75, 76], "🟥⬛🟦🟩🟩🟨🟨🟥"),
        ([40] * 11, "🟥" * 10 + "\n🟥"),
        ([-5, 5], "⬛🟥"),
    ],
)
def test_signs_compare_each_decision_with_the_best_one(gains: list[int], shared: str) -> None:
    assert signs(gains) == shared


@pytest.mark.parametrize("scores", [[560], [100, 240, 980], list(range(0, 5000, 7)), [0], [7, 7, 7]])
def test_every_score_has_its_bar(scores: list[int]) -> None:
    low, step, bars = distribution.bars_of(scores)
    assert bars <= distribution.BARS
    assert all(0 <= (score - low) // step < bars for score in scores)
    assert distribution.draw(scores, scores[-1]).size == (WIDTH, distribution.TALL)


@pytest.fixture
def server(bot: Bot) -> Discord:
    for key in WEEKS:
        screen = screen_of(key)
        screen.bot = bot  # type: ignore[assignment]  # all of the client that is used here
        register(screen)
    return put(bot, Discord())


async def test_the_deal_is_announced_with_a_button(bot: Bot, server: Discord) -> None:
    await bot.matches.dailies.seeds.prepare()
    await announce(bot, 1, 20)  # type: ignore[arg-type]  # all of the client that is used here
    (view,) = server.sent.values()
    assert "you have one try" in read(view)
    play = next(item for item in view.walk_children() if isinstance(item, discord.ui.Button))
    assert play.custom_id == f"b:0:0:daily_play:{bot.matches.dailies.today}"
    assert server.nonces == ["daily.1"]


@pytest.mark.parametrize(("hour", "is_told"), [(0, False), (1, True)])
async def test_who_did_best_yesterday_is_told_once_that_day_is_over(
    bot: Bot, server: Discord, monkeypatch: pytest.MonkeyPatch, hour: int, is_told: bool
) -> None:
    """Until 01:00 UTC others may still finish it."""

    async def points(guild_id: int, first: date, last: date) -> list[Points]:
        assert (guild_id, first, last) == (1, date(2026, 1, 2), date(2026, 1, 2))
        return [Points(ANNE, 100, 1), Points(BERT, 50, 1)]

    bot.clock = lambda: datetime(2026, 1, 3, hour, tzinfo=UTC)
    monkeypatch.setattr(bot.matches.dailies, "points", points)
    await announce(bot, 1, 20)  # type: ignore[arg-type]  # all of the client that is used here
    (view,) = server.sent.values()
    assert (f"Best on this server yesterday: <@{ANNE}>" in read(view)) is is_told


async def test_an_old_announcement_leads_to_todays_deal(bot: Bot, server: Discord) -> None:
    moments = [datetime(2026, 1, 2, 12, tzinfo=UTC)]
    bot.clock = lambda: moments[-1]
    await bot.matches.dailies.seeds.prepare()
    moments.append(datetime(2026, 1, 3, 12, tzinfo=UTC))
    told = await (asking := Asking(bot, ANNE)).click(play, 0, rest="2026-01-02")
    assert told.startswith("The daily of 2026-01-02 is over. Here's today's.\n### ")
    assert "the daily of 2026-01-03" in told
    assert "Play today's" in asking.labels
    assert await bot.matches.dailies.match_of(ANNE, date(2026, 1, 3)) is None


async def test_a_try_of_yesterday_can_be_finished_until_one_o_clock(bot: Bot, server: Discord) -> None:
    moments = [datetime(2026, 1, 2, 23, tzinfo=UTC)]
    bot.clock = lambda: moments[-1]
    await bot.matches.dailies.seeds.prepare()
    await bot.matches.dailies.begin(ANNE, date(2026, 1, 2), place=HERE)
    for person, minute, is_offered in ((ANNE, 59, True), (BERT, 59, False), (ANNE, 60, False)):
        moments.append(datetime(2026, 1, 3, tzinfo=UTC) + timedelta(minutes=minute))
        asking = Asking(bot, person)
        await asking.defer()
        await show_daily(asking)  # type: ignore[arg-type]  # all of it that is used here
        assert ("Finish yesterday's" in asking.labels) is is_offered
