"""A match in one place, as people meet it: what stands behind its buttons, and what becomes of older messages."""

from tests.end_to_end.conftest import Player, Room


async def test_more_resigns_after_one_question(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    assert [button.label for button in board.buttons] == ["Move", "In words", "Rules", "More"]
    more = await ben.click(board, "More")
    assert more.ephemeral
    assert [button.label for button in more.message.buttons] == ["Offer a draw", "Resign", "Replay", "Remind me"]  # type: ignore[union-attr]  # it is there
    asked = await ben.click(more.message, "Resign")
    assert asked.edited
    await ben.click(asked.message, "Resign")
    last = await room.board(ada, after=board)
    assert "🏆 Gold has won" in last.text
