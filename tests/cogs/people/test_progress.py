"""What one got better at, as the button on one's own profile shows it."""

from datetime import date
from typing import Any

import pytest

from bot.match.parts.progress import GameProgress, Missed, ProgressMonth
from bot.text import speaking
from cogs.shared.interactions import clicks
from cogs.shared.people.progress import progress_lines
from tests.cogs.conftest import ANNE, BERT, Asking, Bot
from tests.cogs.reviewing import over, reviewed

pytestmark = pytest.mark.usefixtures("every_game")

CARDS = GameProgress(
    "southern_cards",
    [
        ProgressMonth(date(2026, 3, 1), 30, 40),
        ProgressMonth(date(2026, 2, 1), 1, 1),
        ProgressMonth(date(2026, 1, 1), 9, 9),
    ],
    [Missed("scores {points}", {"points": 9}, 2), Missed("wins the match", {}, 1)],
)


def test_a_month_says_the_share_and_what_has_changed() -> None:
    assert progress_lines(CARDS) == [
        "**Southern Cross cards**",
        "- March 2026: **75%** of 40 choices as good as a strong computer's (−25)",
        "- February 2026: **100%** of 1 choice as good as a strong computer's",
        "- January 2026: **100%** of 9 choices as good as a strong computer's",
        "What you missed most:",
        "- scores 9 · 2 times",
        "- wins the match · 1 time",
    ]


@pytest.mark.parametrize(("locale", "month"), [("it", "marzo 2026"), ("ja", "2026年3月")])
def test_months_are_named_in_the_readers_language(locale: str, month: str) -> None:
    with speaking(locale):
        assert month in progress_lines(CARDS)[1]


async def progress_of(bot: Bot, user: int) -> str:
    return await Asking(bot, user).click(clicks.ACTIONS["profile_progress"].handle, 0)


async def test_a_review_counts_for_those_who_played_and_only_they_see_it(bot: Bot) -> None:
    assert "Nothing to compare yet." in await progress_of(bot, ANNE)
    match = await over(bot)
    await reviewed(bot, match, 9.0, 0.0, 0.0, 0.0)
    both: list[Any] = [await progress_of(bot, user) for user in (ANNE, BERT)]
    assert sorted(line.split("**")[3] for line in both) == ["100%", "50%"]
    assert "Nothing to compare yet." in await progress_of(bot, BERT + 1)
