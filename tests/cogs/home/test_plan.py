"""The one thing that the home screen offers next, and how to switch that off."""

from unittest.mock import AsyncMock

import discord
import pytest

from bot.lessons import LESSONS
from bot.match.parts.plans import Done
from cogs.shared.home.home import home_help, show_home
from cogs.shared.home.plan import offer_of, switch
from tests.cogs.conftest import ANNE, Bot
from tests.cogs.home.visiting import COMPONENTS, FOOT, Person, home_of

pytestmark = pytest.mark.usefixtures("every_game")

STEPS = len(LESSONS["cirondo"].steps)
NOTHING = Done(0, {}, {}, None, puzzles=False)
ALL = Done(3, {"cirondo": 2, "parcheesi": 99}, {"down_under": 4}, (7, "down_under"), puzzles=False)


@pytest.mark.parametrize(
    ("done", "words", "clicks"),
    [
        (ALL, "3 exercises of your book", "puzzle_mine:"),
        (Done(1, {}, {}, None, puzzles=True), "1 exercise of your book", "puzzle_mine:"),
        (
            Done(0, ALL.lessons, ALL.matches, ALL.to_review, puzzles=False),
            "the lesson of Cirondo, step 3 of",
            "learn:cirondo",
        ),
        (
            Done(0, {"cirondo": STEPS}, ALL.matches, ALL.to_review, puzzles=False),
            "your first match of Cirondo, against the beginner computer",
            "home_coached:cirondo",
        ),
        (
            Done(0, {"cirondo": 2}, {"cirondo": 1}, ALL.to_review, puzzles=False),
            "what you could have done better in match 7, Down Under",
            "review_of:",
        ),
        (Done(0, {}, {"cirondo": 1}, None, puzzles=False), "your first puzzle", "puzzles:"),
    ],
)
def test_one_thing_is_offered_what_waits_and_was_begun_first(done: Done, words: str, clicks: str) -> None:
    offer = offer_of(done, can_begin=True)
    assert offer is not None
    assert offer[0].startswith(words)
    assert str(offer[1].custom_id).partition(":")[2].split(":", 2)[2] == clicks


def test_a_match_is_offered_only_where_one_can_begin() -> None:
    assert offer_of(Done(0, {"cirondo": STEPS}, {}, None, puzzles=False), can_begin=False) is None


@pytest.mark.parametrize(
    "done", [NOTHING, Done(0, {"cirondo": 0}, {}, None, puzzles=False), Done(0, {}, {"cirondo": 9}, None, puzzles=True)]
)
def test_where_nothing_comes_next_nothing_is_offered(done: Done) -> None:
    assert offer_of(done, can_begin=True) is None


async def test_the_home_screen_offers_it_until_it_is_switched_off(bot: Bot) -> None:
    assert "Next for you" not in await home_of(bot, ANNE)
    await bot.matches.lessons.reach(ANNE, "cirondo", 2)
    asking = Person(bot, ANNE)
    await asking.defer()
    await show_home(asking)
    assert f"**Next for you**: the lesson of Cirondo, step 3 of {STEPS}" in asking.heard[-1]
    assert [one for one in ("Continue", "Suggest nothing") if one in asking.labels] == ["Continue", "Suggest nothing"]
    assert len(list(asking.views[-1].walk_children())) <= COMPONENTS
    off = Person(bot, ANNE)
    assert await off.click(switch, 0, payload="off") == "The home screen suggests nothing any more."
    assert off.labels == ["Suggest again"]
    assert "Next for you" not in await home_of(bot, ANNE)


async def test_what_it_offers_isnt_offered_below_once_more(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Done(0, {}, {"cirondo": 1}, None, puzzles=False)
    monkeypatch.setattr(bot.matches.plans, "done", AsyncMock(return_value=played))
    asking = Person(bot, ANNE)
    await asking.defer()
    await show_home(asking)
    assert "**Next for you**: your first puzzle" in asking.heard[-1]
    assert asking.labels.count("Puzzle") == 1


async def test_help_switches_it_on_again(bot: Bot) -> None:
    await bot.matches.lessons.reach(ANNE, "cirondo", 2)
    helped = Person(bot, ANNE)
    await helped.click(home_help, 0)
    assert helped.labels == []
    await bot.matches.plans.switch(ANNE, on=False)
    helped = Person(bot, ANNE)
    await helped.click(home_help, 0)
    assert helped.labels == ["Suggest what to do next"]
    assert await Person(bot, ANNE).click(switch, 0, payload="on") == "The home screen suggests what to do next."
    assert "Next for you" in await home_of(bot, ANNE)


async def test_in_direct_messages_it_stands_above_the_foot(bot: Bot) -> None:
    await bot.matches.lessons.reach(ANNE, "cirondo", 2)
    asking = Person(bot, ANNE)
    asking.guild_id = None
    await asking.defer()
    await show_home(asking)
    assert asking.labels == ["Continue", "Suggest nothing", *FOOT]
    assert any(isinstance(item, discord.ui.TextDisplay) for item in asking.views[-1].walk_children())
