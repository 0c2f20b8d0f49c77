"""Puzzles as people click through them, without pictures: right and wrong answers, giving up, old buttons."""

from typing import Any

import pytest

from bot.match.values.puzzle_errors import NoSuchPuzzle
from bot.puzzles import QUESTIONS, Puzzle, puzzles_of
from bot.rules import GAMES
from bot.text import say
from cogs.shared.choosing.composer import move_key
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click
from cogs.shared.presentation.paths import compose, numbers_to
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.commands import puzzle_command
from cogs.shared.puzzles.puzzles import show_answer, show_menu, show_puzzle
from tests.cogs.conftest import ANNE, BERT, Asking, Bot
from tests.cogs.games import screen_of

LONGEST = 4000  # characters that Discord takes in one message


pytestmark = pytest.mark.usefixtures("every_game")


async def pressed(asking: Asking, puzzle: Puzzle, name: str, payload: str = "") -> str:
    handler = clicks.ACTIONS[f"puzzle_{name}"].handle
    await handler(Click(asking, 0, puzzle.id, f"{puzzle.game}:{payload}", ()))
    assert len(asking.heard[-1]) <= LONGEST
    return asking.heard[-1]


async def answered(asking: Asking, puzzle: Puzzle, move: str) -> str:
    """What is said once this move is confirmed."""
    return await pressed(asking, puzzle, "confirm", move_key(move))


def described(puzzle: Puzzle, move: str) -> str:
    """The move as boards say it."""
    state = GAMES[puzzle.game].state_of_view(puzzle.view, puzzle.seat)
    return screen_of(puzzle.game).describe_move(state, state.parse(move))


def first(game: str) -> Puzzle:
    return next(iter(puzzles_of(game).values()))


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("game", QUESTIONS)
async def test_every_puzzle_is_asked_and_answered_in_a_message_that_discord_takes(bot: Bot, game: str) -> None:
    """With each answer chosen by its numbers, so that all buttons fit."""
    asking = Asking(bot, ANNE)
    await asking.defer()
    cog = cog_for(bot, game)
    for puzzle in puzzles_of(game).values():
        state = GAMES[game].state_of_view(puzzle.view, puzzle.seat)
        paths = cog.paths(state)
        numbers = numbers_to(paths, state.parse(puzzle.answer))
        assert compose(paths, numbers).move == state.parse(puzzle.answer)
        for steps in {(), numbers}:
            await show_puzzle(cog, asking, puzzle, steps)
            assert len(asking.heard[-1]) <= LONGEST
        await show_answer(cog, asking, puzzle, None, is_solved=True)
        assert asking.heard[-1].startswith(f"✅ Right: {described(puzzle, puzzle.answer)}\nThis ")
        assert "\nTempting, but " in asking.heard[-1]
        assert f": {described(puzzle, puzzle.mistake.move)}" in asking.heard[-1]


async def test_a_right_answer_is_praised_explained_and_counted_once(bot: Bot) -> None:
    asking, puzzle = Asking(bot, ANNE), first("cirondo")
    await asking.defer()
    answer = await answered(asking, puzzle, puzzle.answer)
    assert answer.startswith(f"✅ Right: {described(puzzle, puzzle.answer)}\nThis ")
    assert "Your rating: 1500? → **1" in answer
    assert "\n-# A question mark means that a rating is still uncertain. It goes after about ten puzzles." in answer
    assert asking.labels == ["Next puzzle", "Runs", "Rules"]
    assert "Your rating" not in await answered(asking, puzzle, puzzle.answer)


async def test_the_likeliest_wrong_answer_is_refuted_and_another_one_only_refused(bot: Bot) -> None:
    asking, puzzle = Asking(bot, ANNE), first("cirondo")
    await asking.defer()
    answer = await answered(asking, puzzle, puzzle.mistake.move)
    assert answer.startswith("🤔 Tempting, but ")
    assert f": {described(puzzle, puzzle.mistake.move)}" in answer
    assert "Only your first try counts." in answer
    assert described(puzzle, puzzle.answer) not in answer
    assert "\nYour rating: 1500? → **1" in answer
    state = GAMES["cirondo"].state_of_view(puzzle.view, puzzle.seat)
    other = next(text for text in map(state.notate, state.legal()) if text not in (puzzle.answer, puzzle.mistake.move))
    answer = await answered(asking, puzzle, other)
    assert answer.startswith(f"🤔 That isn't the best move: {described(puzzle, other)}")
    assert "Your rating" not in answer
    assert "Your rating" not in await answered(asking, puzzle, puzzle.answer)
    record = await bot.matches.puzzles.record(ANNE, "cirondo")
    assert (record.tried, record.solved) == (1, 0)


async def test_whoever_sees_the_answer_first_has_not_found_it(bot: Bot) -> None:
    asking, puzzle = Asking(bot, ANNE), first("parcheesi")
    await asking.defer()
    answer = await pressed(asking, puzzle, "answer")
    assert answer.startswith(f"The answer: {described(puzzle, puzzle.answer)}\nThis ")
    assert "Your rating: 1500? → **1" in answer
    record = await bot.matches.puzzles.record(ANNE, "parcheesi")
    assert (record.tried, record.solved) == (1, 0)


async def test_seeing_the_answer_is_giving_up_until_the_first_try(bot: Bot) -> None:
    asking, puzzle = Asking(bot, ANNE), first("cirondo")
    await asking.defer()
    await pressed(asking, puzzle, "now", "nonsense")
    assert "Give up and see the answer" in asking.labels
    await answered(asking, puzzle, puzzle.mistake.move)
    assert "Show the answer" in asking.labels
    assert "Give up and see the answer" not in asking.labels


async def test_what_is_no_move_changes_nothing(bot: Bot) -> None:
    asking, puzzle = Asking(bot, ANNE), first("cirondo")
    await asking.defer()
    assert (await pressed(asking, puzzle, "now", "nonsense")).startswith("🤔 ")
    assert (await bot.matches.puzzles.record(ANNE, "cirondo")).tried == 0


async def test_a_button_of_a_puzzle_that_is_gone_gets_a_sentence(bot: Bot) -> None:
    handler = clicks.ACTIONS["puzzle_step"].handle
    with pytest.raises(NoSuchPuzzle, match="is no longer asked"):
        await handler(Click(Asking(bot, ANNE), 0, 10**9, "cirondo:0", ()))


async def test_the_menu_says_how_somebody_does_in_each_game(bot: Bot) -> None:
    await bot.matches.puzzles.attempt(ANNE, first("cirondo"), is_right=True)
    asking = Asking(bot, ANNE)
    await asking.defer()
    await show_menu(asking)
    assert "- Cirondo: **1" in asking.heard[-1]
    assert "1 of 1 solved at the first try" in asking.heard[-1]
    assert "- Parcheesi: not tried yet" in asking.heard[-1]
    assert asking.labels == [*(GAMES[game].title for game in QUESTIONS), "Puzzle of the day", "Runs", "My book"]


async def test_the_puzzle_of_the_day_is_one_for_all_and_yesterdays_button_shows_todays(bot: Bot) -> None:
    await bot.matches.dailies.seeds.prepare()
    handler = clicks.ACTIONS["puzzle_day"].handle
    today = bot.matches.puzzles.today.isoformat()
    heard = []
    for person in (ANNE, BERT):
        asking = Asking(bot, person)
        await asking.defer()
        await handler(Click(asking, 0, 0, today, ()))
        heard.append(asking.heard[-1])
    assert heard[0] == heard[1]
    assert " puzzle · " in heard[0]
    of_today = await bot.matches.puzzles.of_today(ANNE)
    assert of_today is not None
    assert "1 of 1 person solved today's puzzle" in await answered(asking, of_today.puzzle, of_today.puzzle.answer)
    await handler(Click(asking, 0, 0, today, ()))
    assert asking.heard[-1].startswith("✅ ")
    asking = Asking(bot, ANNE)
    await asking.defer()
    await handler(Click(asking, 0, 0, "2020-01-01", ()))
    assert asking.heard[-1] == f"That day is over. Here's today's puzzle.\n{heard[1]}"


async def test_where_there_is_no_puzzle_of_the_day_its_button_leads_to_others(bot: Bot) -> None:
    handler = clicks.ACTIONS["puzzle_day"].handle
    today = bot.matches.puzzles.today.isoformat()
    with pytest.raises(ScreenRefusal, match="no puzzle of the day today"):
        await handler(Click(Asking(bot, ANNE), 0, 0, today, ()))


def test_every_kind_has_a_theme_that_names_its_game_and_discord_takes_them_all() -> None:
    command = puzzle_command()
    (themes,) = [one.choices for one in command.parameters if one.name == "theme"]
    assert [one.value for one in themes] == [f"{game}:{kind}" for game in QUESTIONS for kind in QUESTIONS[game]]
    assert len(themes) <= 25
    for one in themes:
        assert one.name.startswith(f"{GAMES[str(one.value).partition(':')[0]].title}: ")


async def test_a_theme_asks_a_puzzle_of_its_kind(bot: Bot) -> None:
    asking = Asking(bot, ANNE)
    callback: Any = puzzle_command().callback
    await callback(asking, theme="cirondo:save")
    assert say(QUESTIONS["cirondo"]["save"]) in asking.heard[-1]
