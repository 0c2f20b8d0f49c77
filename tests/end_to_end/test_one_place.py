"""A match in one place, as people see it: its buttons, and the fate of older messages."""

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.messages import Answer, CannotDo
from tests.waiting import until

pytestmark = pytest.mark.thorough


async def is_gone(player: Player, answer: Answer) -> bool:
    """Whether the private message of an answer was deleted."""
    assert answer.message is not None
    try:
        await player.fresh(answer.message)
    except CannotDo:
        return True
    return False


async def test_more_resigns_after_one_question(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    assert [button.label for button in board.buttons] == ["Move", "In words", "Rules", "More"]
    more = await ben.click(board, "More")
    assert more.ephemeral
    assert more.message is not None
    labels = [button.label for button in more.message.buttons]
    assert labels == ["Offer a draw", "Resign", "Moves", "Replay", "Plan ahead", "Try it out", "Reminders"]
    asked = await ben.click(more.message, "Resign")
    assert asked.edited
    await ben.click(asked.message, "Resign")
    last = await room.board(ada, after=board)
    assert "🏆 Gold has won" in last.text


async def test_a_private_message_that_only_says_what_was_played_goes_with_the_next(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben)
    played = await ada.slash("cirondo move", move="B5-C5")
    await ada.wait_for_words(played, "[Go to the board]")
    board = await room.board(ben, after=board)
    await ben.slash("cirondo move", move="B21-C21")
    board = await room.board(ada, after=board)
    composer = await ada.choose(board, board.selects[0].custom_id, "A1 · planet")
    assert "planet on A1 takes" in composer.text
    assert composer.message != played.message
    await until(lambda: is_gone(ada, played), "the deletion of what said that a move was played")


async def test_a_full_table_starts_automatically_unless_someone_presses_wait(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben)
    assert "All seats are taken. The match starts <t:" in table.text
    await ben.click(table, "Wait")
    table = await ada.wait_for(lambda message: message.id == table.id and not message.has_button("Wait"))
    assert "All seats are taken: press **Start**." in table.text
    await ben.click(table, "Leave")
    await ben.click(await ben.wait_for(lambda message: message.id == table.id), "Join")
    await ada.wait_for(lambda message: message.id == table.id and message.has_button("Wait"))
    room.house.rows("UPDATE matches SET due_at = 0 WHERE table_message_id = ?", table.id)  # the ten seconds are over
    board = await room.board(ada)
    assert board.mentions == (ada.name,)
    await ada.wait_for(lambda message: message.id == table.id and "has begun" in message.text)


async def test_a_turn_can_call_by_direct_message_where_the_lists_work_as_well(
    room: Room, ada: Player, ben: Player
) -> None:
    shown = await ben.slash("match remind")
    shown = await ben.choose(shown.message, "Where to tell you that it's your turn", "dm")
    assert "I send you the board by direct message" in shown.text
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ben, after=board)
    assert board.mentions == ()
    direct = await ben.open_direct_messages()
    called = await ben.wait_for(lambda message: "Silver to move" in message.text, channel=direct)
    assert f"/{room.channel}/{board.id})" in called.text
    assert (len(called.files), called.files[0].alt) == (1, board.files[0].alt)
    ben.channel = direct
    assert f"**{match_of(board)}** · Cirondo" in (await ben.slash("match list")).text
    home = await ben.slash("crux")
    assert f"### Waiting for you\n- **{match_of(board)}** · Cirondo" in home.text
    assert not home.message.has_button("Invite")  # type: ignore[union-attr]  # there is nobody to invite
    assert "### Your reminders" in (await ben.slash("match remind", turns="channel")).text
    assert "Please use this command there" in (await ben.slash("match relocate")).text
