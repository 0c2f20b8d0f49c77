"""What becomes of a private message while a computer thinks: the turn, nothing if that can't be shown, or the end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.match import Match
from bot.match.decisions import proposals, turns
from cogs.shared.boards import thinking
from cogs.shared.boards.solo import show_again
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.continuing import go_on
from tests.cogs.conftest import ANNE, BERT, CLEO, Asking, Bot, together
from tests.cogs.discord_answers import DELETED, refusal
from tests.cogs.matches import ended, newest_of
from tests.waiting import in_time


@pytest.fixture(autouse=True)
async def soon(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(thinking, "LOOK_EVERY", 0.001)
    yield
    for stop in bot.before_closing:
        await stop()


async def waiting(bot: Bot, person: int = CLEO) -> Match:
    """A private match of this person's in which it's a computer's turn."""
    old = await ended(bot, await together(bot, ANNE, BERT))
    await Asking(bot, person).click(go_on, old.id, payload="1")
    match = await newest_of(bot, person)
    return await bot.matches.act(match.id, turns.play(person, first_move(match)))


def first_move(match: Match) -> str:
    assert match.state is not None
    return match.state.notate(match.state.legal()[0])


async def computer_plays(bot: Bot, match: Match) -> Match:
    return await bot.matches.act(match.id, turns.play_computer(first_move(match), seen_version=match.version))


class Shown:
    """What is shown once the computer has moved, or the error with which that fails."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.shown: list[tuple[int, str]] = []

    async def __call__(self, match: Match, words: str) -> None:
        self.shown.append((match.version, words))
        if self.error is not None:
            raise self.error


async def begin(bot: Bot, match: Match, show: Shown, intro: str = "") -> tuple[Asking, "asyncio.Task[None]"]:
    """Waits for the computer."""
    asking: Any = Asking(bot, match.seats[1 - (match.to_move or 0)].people[0])
    await asking.defer()
    cog: Any = cog_for(bot, match.game)
    before = set(thinking.waiting_of(bot))
    await thinking.show_thinking(cog, asking, match, intro, show)
    (task,) = thinking.waiting_of(bot) - before
    return asking, task


async def test_the_turn_is_shown_with_what_the_computer_has_played(bot: Bot) -> None:
    match, show = await waiting(bot), Shown()
    asking, task = await begin(bot, match, show, "Well moved.")
    first, second = asking.heard[-1].splitlines()
    assert (first, second.endswith(" is thinking: 🤖 normal computer …")) == ("Well moved.", True)
    assert show.shown == []
    after = await computer_plays(bot, match)
    await in_time(task)
    ((version, words),) = show.shown
    assert version == after.version
    assert after.seats[match.to_move or 0].colour.capitalize() in words
    assert task not in thinking.waiting_of(bot)


@pytest.mark.parametrize(
    ("error", "level", "words"),
    [
        (refusal(DELETED), logging.INFO, "Couldn't show the turn in match {id}"),
        (TimeoutError(), logging.INFO, "Couldn't show the turn in match {id}"),
        (ValueError("the queen"), logging.ERROR, "Can't show the turn in match {id}: ValueError"),
    ],
    ids=repr,
)
async def test_a_turn_that_can_not_be_shown_is_only_noted(
    bot: Bot, caplog: pytest.LogCaptureFixture, error: Exception, level: int, words: str
) -> None:
    caplog.set_level(logging.INFO)
    match = await waiting(bot)
    _, task = await begin(bot, match, Shown(error))
    await computer_plays(bot, match)
    await in_time(task)
    (line,) = [line for line in caplog.records if line.name == thinking.__name__]
    assert (line.levelno, line.message) == (level, words.format(id=match.id))


async def test_a_computer_that_thinks_for_longer_than_the_message_can_be_edited_is_not_waited_for(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(thinking, "LONGEST", 0.0)
    match, show = await waiting(bot), Shown()
    _, task = await begin(bot, match, show)
    await in_time(task)
    assert show.shown == []
    assert f"Couldn't show the turn in match {match.id}" in caplog.text


async def test_whoever_waits_keeps_the_bot_from_nothing_when_it_stops(bot: Bot) -> None:
    one, other = await waiting(bot), await waiting(bot, ANNE)
    tasks = [(await begin(bot, match, Shown()))[1] for match in (one, other)]
    (stop,) = bot.before_closing
    await stop()
    await in_time(asyncio.wait(tasks))
    assert [task.cancelled() for task in tasks] == [True, True]


async def test_the_button_shows_the_match_as_it_is_by_then(bot: Bot) -> None:
    match = await waiting(bot)
    asking = Asking(bot, CLEO)
    assert " is thinking: " in await asking.click(show_again, match.id)
    assert asking.labels == ["Show the match"]
    for task in tuple(thinking.waiting_of(bot)):
        task.cancel()
    await computer_plays(bot, match)
    await asking.click(show_again, match.id)
    assert "More" in asking.labels


async def test_a_match_that_is_over_waits_for_no_computer(bot: Bot) -> None:
    match = await waiting(bot)
    over = await bot.matches.act(match.id, proposals.resign(CLEO))
    show: Any = Shown()
    cog: Any = cog_for(bot, match.game)
    asking: Any = Asking(bot, CLEO)
    with pytest.raises(ValueError, match="waits for no computer"):
        await thinking.show_thinking(cog, asking, over, "", show)
