"""The operator on Discord: the owner of the application, who here is the first person of the playground."""

import pytest

from tests.end_to_end.room import Player, Room

pytestmark = pytest.mark.thorough


async def test_the_operator_blocks_and_announces_and_nobody_else_can(room: Room, ada: Player, ben: Player) -> None:
    url = room.house.url
    async with Player(url, "Ada", channel=room.channel) as operator:
        refused = await ben.slash("operator status")
        assert refused.message is not None
        assert "Only the operator" in refused.message.text
        board = await room.begin(ada, ben)
        status = await operator.slash("operator status")
        assert status.message is not None
        assert status.message.ephemeral
        assert "**Cirondo**" in status.message.text
        try:
            blocked = await operator.slash("operator block", person=ben.id)
            assert blocked.message is not None
            assert "is blocked and has left 1 table or match" in blocked.message.text
            for answer in (await ben.slash("match list"), await ben.click(board, "In words")):
                assert answer.message is not None
                assert "has blocked you" in answer.message.text
            mine = await ben.slash("privacy show")
            assert mine.message is not None
            assert "Whether the operator has blocked you" in mine.message.text
            await operator.slash("operator announce", text="Maintenance at six")
            told = await ada.slash("match list")
            assert told.message is not None
            assert told.message.text.endswith("📣 Maintenance at six")
        finally:
            await operator.slash("operator announce")
            await operator.slash("operator unblock", who=str(ben.id))
        listed = await ben.slash("match list")
        assert listed.message is not None
        assert "Cirondo" in listed.message.text
        assert "Maintenance" not in listed.message.text
