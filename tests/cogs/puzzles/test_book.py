"""Everybody's own book as they click through it: from a review into it, right and wrong answers, its pages."""

from datetime import timedelta
from typing import Any

import pytest

from bot.match import Improvement
from bot.match.values.errors import NoSuchMatch
from bot.match.values.puzzle_errors import NoSuchExercise
from bot.rules import GAMES
from cogs.shared.choosing.composer import move_key
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click
from cogs.shared.puzzles.book import PAGE, show_book
from tests.cogs.conftest import ANNE, BERT, Asking, Bot
from tests.cogs.reviewing import Reviewing, exercise_of, over, reviewed

CLEO = BERT + 1


pytestmark = pytest.mark.usefixtures("every_game")


class Reader:
    """Somebody who clicks through their book."""

    def __init__(self, bot: Bot, user: int = ANNE) -> None:
        self.bot, self.user = bot, user
        self.asking = Asking(bot, user)

    @property
    def labels(self) -> list[str | None]:
        return self.asking.labels

    async def press(
        self, name: str, payload: str = "", version: int = 0, values: tuple[str, ...] = (), match: int = 0
    ) -> str:
        self.asking = Asking(self.bot, self.user)
        await self.asking.defer()
        await clicks.ACTIONS[name].handle(Click(self.asking, match, version, payload, values))
        return self.asking.heard[-1]

    async def answer(self, exercise: Any, move: str) -> str:
        return await self.press("puzzle_book_confirm", f"{exercise.game}:{move_key(move)}", exercise.id)


async def test_a_review_puts_what_one_missed_into_the_book_with_one_click(bot: Bot) -> None:
    match = await over(bot)
    await reviewed(bot, match, 9.0, 8.0, 7.0, 6.0)
    anne = Reader(bot)
    await anne.press("review_of", match=match.id)
    assert anne.labels[-2:] == ["Replay", "Into my book"]
    added = await anne.press("review_book", match=match.id)
    assert added == "2 new exercises are in your book.\n### Your book\n2 to practise now"
    assert anne.labels == ["Practise"]
    again = await anne.press("review_book", match=match.id)
    assert again.startswith("What you missed in this match is in your book already, or you've missed nothing in it.\n")


async def test_whoever_did_not_play_gets_no_button_and_nothing_by_a_forged_click(bot: Bot) -> None:
    match = await over(bot)
    await reviewed(bot, match, 9.0, 8.0)
    cleo = Reader(bot, CLEO)
    await cleo.press("review_of", match=match.id)
    assert cleo.labels[-1] == "Replay"
    assert (await cleo.press("review_book", match=match.id)).startswith("What you missed in this match is in your book")
    assert (await bot.matches.book.page(CLEO, 0, 10)).entries == []
    with pytest.raises(NoSuchMatch):
        await cleo.press("review_book", match=999)


async def test_an_exercise_says_what_one_played_and_the_answer_when_it_comes_back(bot: Bot) -> None:
    exercise = await exercise_of(bot)
    anne = Reader(bot)
    asked = await anne.press("puzzle_book_next")
    assert asked.startswith("### Southern Cross cards: from your book\nYou're **")
    assert "You played: " in asked
    assert "\nWhat was better?\n" in asked
    assert anne.labels[-4:] == ["Show the answer", "Take it out", "My book", "Rules"]
    answer = await anne.answer(exercise, exercise.better)
    right, why, back = answer.splitlines()
    assert right.startswith("✅ Right: ")
    assert why == "-# It scores 9."
    assert back.startswith("It comes back <t:")
    assert anne.labels == ["Next exercise", "Take it out", "My book"]
    began = bot.clock()
    for times in range(1, 5):
        bot.clock = lambda days=60 * times: began + timedelta(days=days)  # type: ignore[misc] # bound to this time
        answer = await anne.answer(exercise, exercise.better)
    assert answer.endswith("You know this one now: it won't come back.")
    assert "1 known" in await anne.press("puzzle_book", "0")


async def test_a_wrong_answer_says_nothing_of_the_right_one_and_counts_as_missed(bot: Bot) -> None:
    exercise = await exercise_of(bot)
    anne = Reader(bot)
    assert (await anne.answer(exercise, exercise.played)).startswith("🤔 That's what you played: ")
    state = GAMES[exercise.game].state_of_view(exercise.view, exercise.seat)
    other = next(text for text in map(state.notate, state.legal()) if text not in (exercise.played, exercise.better))
    told = await anne.answer(exercise, other)
    assert told.partition("\n")[0].endswith("A strong computer plays something else.")
    assert (await anne.press("puzzle_book_now", f"{exercise.game}:nonsense", exercise.id)).startswith("🤔 ")
    now = await bot.matches.book.get(ANNE, exercise.id)
    assert (now.stage, now.due_at) == (0, now.due_at)
    await anne.answer(exercise, exercise.better)
    assert await bot.matches.book.get(ANNE, exercise.id) == now


async def test_a_move_that_a_review_would_not_call_a_mistake_is_right_too(bot: Bot) -> None:
    exercise = await exercise_of(bot)
    bot.computers = Reviewing(0.4)
    state = GAMES[exercise.game].state_of_view(exercise.view, exercise.seat)
    other = next(text for text in map(state.notate, state.legal()) if text not in (exercise.played, exercise.better))
    told = await Reader(bot).answer(exercise, other)
    assert told.startswith("✅ Right: ")
    assert "\nJust as good: " in told
    assert (await bot.matches.book.get(ANNE, exercise.id)).stage == 1


async def test_seeing_the_answer_is_missing_it_and_what_is_taken_out_is_gone(bot: Bot) -> None:
    exercise = await exercise_of(bot)
    anne = Reader(bot)
    assert (await anne.press("puzzle_book_answer", version=exercise.id)).startswith("Better: ")
    assert (await bot.matches.book.get(ANNE, exercise.id)).stage == 0
    with pytest.raises(NoSuchExercise):
        await Reader(bot, BERT).press("puzzle_book_answer", version=exercise.id)
    assert (await anne.press("puzzle_book_remove", version=exercise.id)).startswith("Taken out.\n### Your book\n")
    with pytest.raises(NoSuchExercise):
        await anne.press("puzzle_book_step", f"{exercise.game}:0", exercise.id)


async def test_an_empty_book_says_how_it_fills(bot: Bot) -> None:
    asking = Asking(bot, ANNE)
    await asking.defer()
    await show_book(asking)
    assert asking.heard[-1] == (
        "### Your book\nNothing to practise. **Review** under a finished match shows what you missed, and puts it in "
        "here."
    )
    assert asking.labels == []
    assert (await Reader(bot).press("puzzle_book_next")).startswith("That's all for now.\n### Your book")


async def test_a_long_book_has_pages(bot: Bot) -> None:
    for _ in range(2 * PAGE // 3 + 1):  # three of Anne's decisions each
        replay = await bot.matches.records.replay((await over(bot)).id)
        await bot.matches.book.add(ANNE, replay, [Improvement(one.number, one.move, ()) for _, one in replay.decisions])
    anne = Reader(bot)
    assert (await anne.press("puzzle_book", "0")).endswith("21 to practise now")
    assert anne.labels == ["Practise", "Next"]
    assert anne.asking.placeholders == ["Choose an exercise"]
    await anne.press("puzzle_book", "1")
    assert anne.labels == ["Practise", "Back", "Next"]
    await anne.press("puzzle_book", "2")
    assert anne.labels == ["Practise", "Back"]
    entry = (await bot.matches.book.page(ANNE, 20, 1)).entries[0]
    assert "from your book" in await anne.press("puzzle_book_open", values=(str(entry.id),))
