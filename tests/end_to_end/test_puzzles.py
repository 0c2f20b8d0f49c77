"""Puzzles as people meet them: from the menu to a wrong try, the answer, and the next one."""

import pytest

from bot.puzzles import Puzzle, puzzles_of
from bot.rules import GAMES
from cogs.shared.presentation.paths import numbers_to
from tests.cogs.games import screen_of
from tests.end_to_end.room import Player, Room
from tests.messages import Answer, Message

pytestmark = pytest.mark.thorough

KEY = "parcheesi"


def shown_in(message: Message | None) -> Puzzle:
    """The puzzle that a message shows."""
    assert message is not None
    custom_id = next(one.custom_id or "" for one in message.buttons if one.label == "Give up and see the answer")
    _, _, number, _, game = custom_id.split(":")
    return puzzles_of(game)[int(number)]


async def played(player: Player, message: Message | None, puzzle: Puzzle, move: str, kind: str = "puzzle") -> Answer:
    """The answer to this move, chosen and confirmed. All of the game's moves are one choice."""
    state = GAMES[KEY].state_of_view(puzzle.view, puzzle.seat)
    at = f"b:0:{puzzle.id}:{kind}"
    if move in {one.notation for one in screen_of(KEY).direct_moves(state)}:
        return await player.click(message, f"{at}_now:{KEY}:{move}")
    (choice,) = numbers_to(screen_of(KEY).paths(state), state.parse(move))
    chosen = await player.click(message, f"{at}_step:{KEY}:{choice}")
    return await player.click(chosen.message, "Confirm")


async def test_a_puzzle_is_answered_wrong_and_then_right_and_another_one_follows(room: Room, ada: Player) -> None:
    menu = await ada.slash("puzzle")
    assert "- Parcheesi: not tried yet" in await ada.told(menu)
    asked = (await ada.click(menu.message, "Parcheesi")).message
    assert asked is not None
    assert asked.ephemeral
    assert len(asked.files) == 1
    puzzle = shown_in(asked)
    assert "### Parcheesi puzzle · medium\nYou're **" in asked.text

    wrong = await played(ada, asked, puzzle, puzzle.mistake.move)
    assert wrong.edited
    assert "🤔 Tempting, but " in wrong.text
    right = await played(ada, wrong.message, puzzle, puzzle.answer)
    assert "✅ Right: " in right.text
    assert right.message is not None
    assert len(right.message.files) == 1
    tries = "SELECT game, puzzle, is_right FROM puzzle_tries JOIN users ON users.id = user_id WHERE discord_id = ?"
    assert room.house.rows(tries, ada.id) == [(KEY, puzzle.id, 0)]

    another = await ada.click(right.message, "Next puzzle")
    assert shown_in(another.message) != puzzle
    assert "0 of 1 solved at the first try" in await ada.told(await ada.slash("puzzle"))


async def test_the_daily_leads_to_the_puzzle_of_the_day(room: Room, ada: Player, ben: Player) -> None:
    puzzles = []
    for player in (ada, ben):
        daily = await player.slash("daily play")
        asked = await player.click(daily.message, "Puzzle of the day")
        puzzles.append(shown_in(asked.message))
    assert puzzles[0] == puzzles[1]
    asked = await ada.slash("puzzle", game=KEY)
    answer = await ada.click(asked.message, "Give up and see the answer")
    assert "The answer: " in answer.text


async def test_a_run_asks_one_after_the_other_until_a_mistake_and_is_shared(room: Room, ada: Player) -> None:
    menu = await ada.slash("puzzle", what="runs")
    asked = (await ada.click(menu.message, f"b:0:0:puzzle_begin:minutes:{KEY}")).message
    for move, solved in (("answer", "1 puzzle solved"), ("mistake", "1 puzzle solved"), ("answer", "2 puzzles solved")):
        assert asked is not None
        number = int(
            next(one.custom_id or "" for one in asked.buttons if "puzzle_run" in (one.custom_id or "")).split(":")[2]
        )
        puzzle = puzzles_of(KEY)[number]
        text = puzzle.answer if move == "answer" else puzzle.mistake.move
        asked = (await played(ada, asked, puzzle, text, kind="puzzle_run")).message
        assert asked is not None
        assert solved in asked.text
    end = (await ada.click(asked, "End the run")).message
    assert end is not None
    assert len(end.files) == 1
    ((used,),) = room.house.rows("SELECT used FROM puzzle_runs WHERE solved = 2")
    assert 10_000 <= used < 180_000  # the mistake, and Ada's own time
    await ada.click(end, "Share")
    shared = await ada.wait_for(lambda message: "2 puzzles solved" in message.text and not message.ephemeral)
    assert len(shared.files) == 1
    assert "Parcheesi: three minutes" in shared.text
