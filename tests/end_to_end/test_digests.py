"""One call for all turns: a digest as its person gets it."""

import pytest

from tests.end_to_end.room import Player, Room, match_of

pytestmark = pytest.mark.thorough


async def test_who_wants_a_digest_gets_one_for_all_matches(room: Room, ada: Player, ben: Player) -> None:
    for player in (ada, ben):
        told = await player.slash("match remind", digest="8:00 20:00", **{"time-zone": "Europe/Rome"})
        assert "Your digest comes at **08:00 and 20:00** (Europe/Rome" in told.text
    table = await room.open_table(ada, invite=ben.name)
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and f"· <@{ben.id}>" in message.text)
    await ada.click(table, "Start")
    board = await room.board(ada)
    assert board.mentions == ()
    await ada.open_direct_messages()
    room.house.rows(
        "UPDATE digests SET due_at = 1 WHERE user_id IN (SELECT id FROM users WHERE discord_id = ?)", ada.id
    )
    digest = await ada.wait_for(lambda message: message.has_button("Open the next one"))
    assert "### 1 match waits for you" in digest.text
    assert len(digest.files) == 1
    opened = await ada.click(digest, "Open the next one")
    assert f"match {match_of(board)}" in opened.text.lower()
    ((slot, attempts),) = room.house.rows(
        "SELECT slot > 1, attempts FROM digests JOIN users u ON u.id = user_id WHERE discord_id = ?", ada.id
    )
    assert (slot, attempts) == (1, 0)
    for player in (ada, ben):
        await player.slash("match remind", turns="In the match's channel")
