"""Whole matches as people play them: a table, boards, clicks and typed moves, up to the real end."""

import pytest

from bot.rules.record import played, replay
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import SHORT, assert_nothing_is_left_to_play, listed, play_by_clicks, tells
from tests.messages import Message

CLICKED = 13  # the number of moves at the end chosen with the mouse; the ones before are typed

# Both show a moon, then go to and fro with a planet, until the position has come up three times.
TO_AND_FRO = listed("B5-C5 B21-C21 A4-B5 A20-B21 B5-A4 B21-A20 A4-B5 A20-B21 B5-A4 B21-A20")


async def assert_turn_was_posted(room: Room, old: Message, to_move: Player, words: str) -> Message:
    """After a turn: exactly one new board, which calls the player to move; the old one has lost its buttons."""
    (new,) = [board for board in await room.boards(old.channel_id) if board.id > old.id]
    assert words in new.text
    assert new.mentions == (to_move.name,)
    assert new.has_button("Move")
    (picture,) = new.files
    assert 0 < len(picture.alt) <= 1024
    assert picture.width == 1024
    assert picture.size <= 120 * 1024
    await to_move.wait_for(lambda message: message.id == old.id and not message.buttons, channel=old.channel_id)
    return new


async def test_a_match_is_played_by_clicks_to_its_end(room: Room, ada: Player, ben: Player) -> None:
    players = (ada, ben)
    before = played("cirondo", 2, {}, SHORT[:-CLICKED], ending="agreed")
    board = await room.prepare(ben, await room.begin(ada, ben), replay(before).dump())

    for turn, move in enumerate(SHORT[-CLICKED:-1], len(SHORT) - CLICKED):
        player, other = players[turn % 2], players[1 - turn % 2]
        answer = await play_by_clicks(player, board, move, go_back=turn % 5 == 0)
        assert answer.text.startswith("Played: ")
        assert tells(answer.text, move)
        await room.board(other, after=board)
        board = await assert_turn_was_posted(room, board, other, move[-3:].lstrip("-x"))
        assert str(board.id) in await player.wait_for_words(answer, "[Go to the board]")

    answer = await play_by_clicks(ada, board, SHORT[-1])
    last = await room.board(ben, after=board)
    assert "🏆 Gold has won" in last.text
    assert f"<@{ada.id}>" in last.text.splitlines()[0]
    assert "conquest" in last.text
    assert not last.has_button("Move")
    assert last.mentions == ()
    assert 0 < len(last.files[0].alt) <= 1024
    assert str(last.id) in await ada.wait_for_words(answer, "[Go to the board]")
    await ben.wait_for(lambda message: message.id == board.id and not message.buttons)
    await assert_nothing_is_left_to_play(ada, ben)


@pytest.mark.thorough
async def test_a_match_is_played_by_typing_to_its_end(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    for turn, move in enumerate(TO_AND_FRO):
        player, other = (ada, ben) if turn % 2 == 0 else (ben, ada)
        typed = move.split("-")[0].lower()
        assert await other.autocomplete("cirondo move", "move", typed) == []
        suggested = [choice.value for choice in await player.autocomplete("cirondo move", "move", typed)]
        assert move in suggested
        assert len(suggested) <= 25
        assert len(await player.autocomplete("cirondo move", "move", "")) <= 25
        answer = await player.slash("cirondo move", move=move.lower().replace("-", " "))
        assert answer.text.startswith("Played: ")
        assert tells(answer.text, move)
        if turn < len(TO_AND_FRO) - 1:
            await room.board(other, after=board)
            board = await assert_turn_was_posted(room, board, other, move[-2:])

    last = await room.board(ada, after=board)
    assert "The match is over: a draw" in last.text
    assert "The same position for the third time" in last.text
    assert not last.has_button("Move")
    await assert_nothing_is_left_to_play(ada, ben)


@pytest.mark.thorough
async def test_opposite_seats_play_together_with_sides(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    table = await room.open_table(ada, seats="4", sides=True)
    assert "Two against two: gold and silver against red and blue" in table.text
    for player, colour in ((caro, "Silver"), (dan, "Blue"), (ben, "Red")):
        answer = await player.choose(table, "Choose a seat", colour)
        assert f"**{colour}** · <@{player.id}>" in answer.text
    await dan.click(table, "Start")  # the table is full: anyone at it may start

    board = await room.board(ada)
    for player, move, other in ((ada, "B4-C4", ben), (ben, "B12-C12", caro), (caro, "B20-C20", dan)):
        answer = await player.slash("cirondo move", move=move)
        assert "Played: " in answer.text
        await room.board(other, after=board)
        board = await assert_turn_was_posted(room, board, other, move[-3:].lstrip("-"))


@pytest.mark.thorough
async def test_the_player_to_move_is_called_while_others_think_about_an_offer(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board = await room.begin(ada, ben, caro, dan, seats="4")
    await ada.slash("match draw")
    call = await ada.wait_for(lambda message: message.id > board.id and f"/{board.id})" in message.text)
    assert set(call.mentions) == {ben.name, caro.name, dan.name}
    board = await ada.wait_for(lambda message: message.id == board.id and message.has_button("Agree"))
    await ben.click(board, "Agree")
    await ada.slash("cirondo move", move="B4-C4")
    board = await room.board(ada, after=board)
    assert board.mentions == (ben.name,)
    assert board.has_button("Agree")


@pytest.mark.thorough
async def test_several_people_on_one_seat_take_turns_as_they_like(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    table = await room.open_table(ada, ben, game="cirondo", **{"shared-seats": True})
    await caro.choose(table, "Choose a seat", "Gold")
    await ada.click(table, "Start")
    board = await room.board(ada)
    assert set(board.mentions) == {ada.name, caro.name}

    await play_by_clicks(caro, board, "B5-C5")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    await ben.slash("cirondo move", move="b20c20")
    board = await room.board(ada, after=board)
    assert (await ada.slash("cirondo move", move="b6c6")).text.startswith("Played: Gold's moon moves from B6 to C6.")


async def test_a_seat_is_kept_for_someone_invited(room: Room, ada: Player, ben: Player) -> None:
    answer = await ada.slash("cirondo start", invite=ben.name)
    assert answer.message is not None
    assert f"reserved for <@{ben.id}>" in answer.text
    assert answer.message.mentions == (ben.name,)
    await room.noted_table()
    assert f"/{answer.message.id})" in (await ben.slash("match list")).text.partition("**You're invited**")[2]
    joined = await ben.click(answer.message, "Join")
    assert "reserved for" not in joined.text
    await ben.click(answer.message, "Start")
    assert (await room.board(ada)).mentions == (ada.name,)


@pytest.mark.thorough
async def test_a_match_has_a_thread_of_its_own(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, thread=True)
    assert "In its own thread" in table.text
    await ada.click(table, "Start")
    await ada.wait_for(lambda message: message.id == table.id == message.thread_id)
    thread = table.id  # a thread has the id of the message it hangs on
    board = await room.board(ada, channel=thread)
    assert (await ada.channels())[f"{ada.name} and {ben.name} · Cirondo"] == thread
    assert await room.boards() == []
    ada.channel = thread
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ben, after=board, channel=thread)
    await play_by_clicks(ben, board, "B20-C20")
    await room.board(ada, after=board, channel=thread)


@pytest.mark.thorough
async def test_a_match_whose_own_thread_is_deleted_goes_on_in_the_channel(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, thread=True)
    await ada.click(table, "Start")
    await ada.wait_for(lambda message: message.id == table.id == message.thread_id)
    board = await room.board(ada, channel=table.id)
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(delete_channel=str(table.id))
    await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ben)
    assert match_of(new) == match_of(board)
    await play_by_clicks(ben, new, "B20-C20")
    await room.board(ada, after=new)


@pytest.mark.thorough
async def test_a_thread_that_has_closed_is_reopened_for_the_next_board(room: Room, ada: Player, ben: Player) -> None:
    made = await room.house.as_the_bot(
        "POST", f"/channels/{room.channel}/threads", {"name": "Stars", "type": 11, "auto_archive_duration": 60}
    )
    thread = ada.channel = ben.channel = int(made["id"])
    board = await room.begin(ada, ben, channel=thread)
    await room.house.control(archive={"thread": str(thread)})
    room.refusals_allowed = True  # how the bot notices
    answer = await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ben, after=board, channel=thread)
    assert str(board.id) in await ada.wait_for_words(answer, "[Go to the board]")
    await play_by_clicks(ben, board, "B20-C20")
    await room.board(ada, after=board, channel=thread)


@pytest.mark.thorough
async def test_two_matches_of_one_channel_keep_apart(room: Room, ada: Player, ben: Player, caro: Player) -> None:
    first = await room.begin(ada, ben)
    second = await room.begin(ada, caro)
    assert match_of(first) != match_of(second)
    choices = await ada.autocomplete("cirondo move", "match", "")
    assert {choice.value for choice in choices} == {str(match_of(first)), str(match_of(second))}
    assert any(f"#{match_of(first)} · Cirondo · against {ben.name} · your turn" == choice.name for choice in choices)

    await ada.slash("cirondo move", move="B5-C5", match=str(match_of(second)))
    board = await room.board(caro, after=second)
    assert board.mentions == (caro.name,)
    assert (await ada.fresh(first)).has_button("Move")
    # Only one of the two waits for Ada now, so no number is asked for.
    await ada.slash("cirondo move", move="B6-C6")
    assert (await room.board(ben, after=board)).mentions == (ben.name,)


@pytest.mark.thorough
async def test_everything_about_a_match_can_be_read(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    number = match_of(board)

    await room.house.until_posted()
    listed = await ben.slash("match list")
    assert f"**{number}** · Cirondo · <@{ada.id}> · gold to move · time is up <t:" in listed.text
    assert str(board.id) in listed.text
    shown = await ben.slash("match show")
    assert f"### Cirondo · match {number}" in shown.text
    assert "\n2 seats · 3 days a turn, then a computer plays it\n" in shown.text

    in_words = await ben.click(board, "In words")
    assert in_words.ephemeral
    assert "B1" in in_words.text
    typed = await ben.slash("cirondo board", text=True)
    assert typed.text == in_words.text

    rules = await ben.slash("cirondo rules")
    assert rules.ephemeral
    for page in ("Moons", "Planets", "Solar Systems", "The end", "Aim"):
        rules = await ben.click(rules.message, page)
        assert f"### Cirondo · {page}" in rules.text
    by_button = await ben.click(board, "Rules")
    assert by_button.text == rules.text

    again = await ben.slash("cirondo board")
    newest = await room.board(ada, after=board)
    assert newest.text == board.text
    assert str(newest.id) in await ben.wait_for_words(again, "[Go to the board]")
    await ada.wait_for(lambda message: message.id == board.id and not message.buttons)


@pytest.mark.thorough
async def test_the_next_player_is_called_although_the_board_had_to_be_asked_for(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["attach_files"]})
    played = await ada.slash("cirondo move", move="B5-C5")
    await ada.wait_for_words(played, "It went through")
    await room.house.control(permissions={"channel": str(room.channel)})
    asked = await ada.slash("cirondo board")
    board = await room.board(ada, after=board)
    assert board.mentions == (ben.name,)
    await ada.wait_for_words(
        asked, "[Go to the board]"
    )  # before that, asking again would only lead to the same message
    # Asked for once more it needn't call anyone; but what comes after that does, even if Discord took no board then.
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["attach_files"]})
    asked = await ada.slash("cirondo board")
    await ada.wait_for_words(asked, "I'm not allowed to post the board")
    await room.house.control(permissions={"channel": str(room.channel)})
    asked = await ada.slash("cirondo board")
    board = await room.board(ada, after=board)
    assert board.mentions == ()
    await ada.wait_for_words(asked, "[Go to the board]")
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["attach_files"]})
    asked = await ada.slash("cirondo board")
    await ada.wait_for_words(asked, "I'm not allowed to post the board")
    await room.house.control(permissions={"channel": str(room.channel)})
    await ben.slash("cirondo move", move="B20-C20")
    assert (await room.board(ben, after=board)).mentions == (ada.name,)


@pytest.mark.thorough
async def test_the_opener_hands_the_table_on_and_the_last_one_cancels_it(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben)
    left = await ada.click(table, "Leave")
    assert "One seat is free" in left.text
    back = await ada.click(table, "Join")
    assert f"<@{ada.id}>" in back.text
    closed = await ben.click(table, "Cancel")
    assert "this table is cancelled" in closed.text
    assert closed.message is not None
    assert closed.message.buttons == ()
    await assert_nothing_is_left_to_play(ada, ben)

    table = await room.open_table(ada)
    assert "this table is cancelled" in (await ada.click(table, "Leave")).text

    table = await room.open_table(ada)
    assert "is cancelled." in (await ada.slash("match cancel")).text
    cancelled_table = await ada.wait_for(lambda message: message.id == table.id and not message.buttons)
    assert "this table is cancelled" in cancelled_table.text


@pytest.mark.thorough
async def test_someone_is_forgotten(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    asked = await ada.slash("match forget-me")
    done = await ada.click(asked.message, "Forget me")
    assert "Crux has forgotten you." in done.text
    assert room.house.rows("SELECT 1 FROM users WHERE discord_id = ?", ada.id) == []
    assert "You have no matches here." in (await ada.slash("match list")).text
    shown = await ben.slash("match show")
    assert str(match_of(board)) in shown.text
    assert f"<@{ada.id}>" not in shown.text
    called_off = await ben.slash("match draw")
    assert "The match has been called off." in called_off.text
