"""Dailies in tests of screens."""

from datetime import UTC, date, datetime

from bot.daily import WEEKS
from bot.match import DailyMatch
from cogs.shared.presentation.registry import register
from tests.cogs.conftest import HERE, Bot
from tests.cogs.games import screen_of

DAY, NEXT = date(2026, 1, 2), date(2026, 1, 3)


def put_dailies(bot: Bot) -> None:
    """Let the bot show the games of dailies, at noon of `DAY`."""
    bot.clock = lambda: datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC)
    for key in WEEKS:
        screen = screen_of(key)
        screen.bot = bot
        register(screen)


async def daily_of(bot: Bot, user: int, *, practice: bool = False) -> DailyMatch:
    """Today's daily of this person, begun or continued."""
    dailies = bot.matches.dailies
    await dailies.seeds.prepare()
    match = await (dailies.practise if practice else dailies.begin)(user, dailies.today, place=HERE)
    assert isinstance(match, DailyMatch)
    return match
