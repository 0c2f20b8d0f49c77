"""Computers at the table as people meet them: added, playing, many of them in one message, and hints."""

import json
import re
import signal
from pathlib import Path

import pytest

from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, is_board, match_of, rented
from tests.messages import Message

pytestmark = pytest.mark.thorough


async def test_a_lone_visitor_begins_against_a_computer_with_one_command(room: Room, ada: Player) -> None:
    answer = await ada.slash("cirondo start", computers="easy")
    board = await room.board(ada)
    assert "Gold to move" in board.text
    assert board.mentions == (ada.name,)
    assert answer.message is not None
    table = await ada.wait_for(lambda message: message.id == answer.message.id and "has begun" in message.text)  # type: ignore[union-attr]  # asserted above
    assert "🤖 easy computer" in table.text

    # What the computer does and the next turn stand in the message that shows one's own move.
    for move in ("B5-C5", "B6-C6"):
        before = board
        await ada.slash("cirondo move", move=move)
        board = await room.board(ada, after=before)
        board = await room.shows(ada, board, "Gold to move")
        assert f"from {move[:2]} to {move[3:]}" in board.text
        assert re.search(r"Silver .*🤖|Silver", board.text)
        await room.house.until_posted()
        assert len([one for one in await room.boards() if one.id > before.id]) == 1
    assert room.house.rows("SELECT count(*) FROM events WHERE data LIKE '%\"computer\"%' AND kind = 'move'") >= [(2,)]


async def test_against_a_computer_undo_and_rematch_ask_nobody(room: Room, ada: Player) -> None:
    await ada.slash("cirondo start", computers="easy")
    first = await room.board(ada)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.shows(ada, await room.board(ada, after=first), "Gold to move")
    undone = await ada.slash("match undo")
    assert "Undone." in await ada.wait_for_words(undone, "[Go to the board]")
    board = await ada.wait_for(lambda one: is_board(one) and "undoes the last decision" in one.text)
    assert "Gold to move" in board.text
    match = match_of(board)
    assert (await ada.slash("match undo")).text == "You have no move to undo."
    # The computer moves again.
    await ada.slash("cirondo move", move="B6-C6")
    played = "SELECT count(*) FROM events WHERE match_id = ? AND data LIKE '%\"computer\"%' AND kind = 'move'"
    await room.house.until(lambda: room.house.rows(played, match) == [(2,)], "its move")

    asked = await ada.slash("match resign")
    await ada.click(asked.message, "Resign")
    last = await ada.wait_for(lambda one: is_board(one) and one.has_button("Rematch"))
    opened = await ada.click(last, "Rematch")
    assert "The rematch is ready" in opened.text
    begun = await ada.wait_for(lambda one: is_board(one) and one.id > last.id and "Silver to move" in one.text)
    assert match_of(begun) != match


async def test_a_hint_tells_a_move_and_why_and_can_be_played(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    hint = await ada.slash("cirondo hint")
    assert "A strong computer would play this: it " in hint.text
    assert hint.message is not None
    assert hint.message.ephemeral
    chosen = hint.text.partition("### Play this?")[2].strip()
    assert "moves from" in chosen
    played = await ada.click(hint.message, "Confirm")
    assert f"Played: {chosen}" in played.text
    board = await room.board(ben, after=board)
    # From the composer it is one click.
    composer = await ben.click(board, "Move")
    hint = await ben.click(composer.message, "Hint")
    assert "A strong computer would play" in await ben.wait_for_words(hint, "### Play this?")
    # Nobody else learns of it.
    assert not [one for one in await room.boards() if "strong computer" in one.text]


async def test_a_hint_is_for_the_player_who_is_to_move(room: Room, ada: Player, ben: Player, caro: Player) -> None:
    board = await room.begin(ada, ben)
    number = str(match_of(board))
    assert "It's gold's turn." in (await ben.slash("cirondo hint")).text
    assert "You aren't playing in this match." in (await caro.slash("cirondo hint", match=number)).text


async def test_four_seats_begin_with_two_friends_and_two_computers(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, game="southern-cross")
    assert not table.has_button("Remove a computer")
    for level in ("hard", "easy", "normal"):
        await ada.choose(table, "Add a computer", level)
        table = await room.shows(ada, table, f"{level} computer")
    assert table.text.count("🤖") == 3
    assert "All seats are taken" in table.text
    await ada.click(table, "Remove a computer")
    table = await ada.wait_for(lambda one: one.id == table.id and one.text.count("🤖") == 2)
    assert "normal computer" not in table.text
    # Who comes gets a seat, even when computers have them all.
    await ada.choose(table, "Add a computer", "easy")
    await ada.wait_for(lambda one: one.id == table.id and one.text.count("🤖") == 3)
    await ben.click(table, "Join")
    table = await ada.wait_for(lambda one: one.id == table.id and f"<@{ben.id}>" in one.text)
    assert table.text.count("🤖") == 2
    await ben.click(table, "Start")

    board = await room.board(ada)
    seen = {board.id}
    for _ in range(2):
        board = await _end_turn(room, ada, ben, board)
        seen.add(board.id)
    # A message for each person's turn, and at most one for the computers between them.
    assert len(await room.boards()) <= 2 * len(seen) + 1


async def _end_turn(room: Room, ada: Player, ben: Player, board: Message) -> Message:
    """The player who is called ends their turn as soon as possible; the board on which a person is called next."""
    player = ada if ada.name in board.mentions else ben
    for _ in range(20):
        suggested = await player.autocomplete("southern-cross move", "move", "")
        if not suggested:
            break
        played = await player.slash("southern-cross move", move=suggested[-1].value)
        if played.message is not None and played.message.has_button("End turn"):
            await player.click(played.message, "End turn")  # it is asked about
    return await ada.wait_for(lambda one: one.id > board.id and is_board(one) and bool(one.mentions))


async def test_computers_take_a_draw_where_they_are_not_ahead(room: Room, ada: Player) -> None:
    await ada.slash("parcheesi start", computers="normal")
    board = await room.board(ada)
    assert "The answer will be on the board." in (await ada.slash("match draw")).text
    last = await ada.wait_for(lambda message: message.id >= board.id and "The match is over: a draw" in message.text)
    assert not last.has_button("Roll the dice")


async def test_who_accepts_a_computers_offer_to_resign_wins(room: Room, ada: Player) -> None:
    await ada.slash("cirondo start", computers="easy")
    board = await room.board(ada)
    await room.house.until_posted()
    offered = json.dumps({"kind": "concede", "by": None, "agreed": [1], "number": 2})
    room.house.rows("UPDATE matches SET proposal = ? WHERE id = ?", offered, match_of(board))
    await ada.slash("cirondo board")
    board = await room.board(ada, after=board)
    assert "Silver sees no hope and offers to resign." in board.text
    assert board.has_button("Play on")
    await ada.click(board, "Accept")
    last = await room.board(ada, after=board)
    assert "🏆 Gold has won" in last.text


@pytest.mark.slow
async def test_a_computer_plays_its_own_part_of_a_match_play(room: Room, ada: Player) -> None:
    await ada.slash("southern-cards start", seats="2", mode="parallel", computers="easy")
    await ada.wait_for(lambda message: message.has_button("Compare") and "Match play · 1 of 2 finished" in message.text)


def workers_of(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has ended meanwhile
                continue
    found: list[int] = []
    below = [process]
    while below:
        below = [child for child, parent in parents.items() if parent in below]
        found += below
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted where Linux lists them")
async def test_a_bot_that_is_asked_to_stop_waits_for_no_thought_and_plays_that_turn_later(own_house: House) -> None:
    house = own_house
    house.settings["COMPUTER_SECONDS"] = "60"
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        ada = await enter((room, stack), "Ada")
        await ada.slash("cirondo start", computers="hard")
        await room.board(ada)
        await ada.slash("cirondo move", move="B5-C5")
        assert house.bot is not None
        bot = house.bot.pid
        await house.until(lambda: house.said("worker processes"), "the start of the workers")
        workers = workers_of(bot)
        assert workers
        assert await house.kill_bot(signal.SIGTERM) == 0
        await house.until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), "their end")
        assert not house.faults()

        del house.settings["COMPUTER_SECONDS"]
        await house.start_bot()
        decided = "SELECT 1 FROM events WHERE kind = 'move' AND data LIKE '%\"computer\"%'"
        await house.until(lambda: bool(house.rows(decided)), "the computer's move")
