"""Icons in lists and on buttons, from the first start on."""

from pathlib import Path

import pytest

from tests.end_to_end.house import ColdHouse, lived_in
from tests.end_to_end.room import enter, rented

pytestmark = pytest.mark.thorough


async def test_pieces_stand_in_lists_once_discord_has_their_icons(tmp_path: Path) -> None:
    async with lived_in(ColdHouse(tmp_path)) as house:
        await house.until(lambda: house.said("show 119 of 119 icons"), "icons")
        async with rented(house) as (room, stack):
            ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
            board = await room.begin(ada, ben)
            (moons,) = board.selects
            assert {(option.emoji or "").rpartition("_")[0] for option in moons.options} == {"crux_moon_gold"}
            composer = await ada.click(board, "Move")
            assert composer.message is not None
            assert all(
                "crux_moon_gold" in (option.emoji or "") for one in composer.message.selects for option in one.options
            )
        await house.kill_bot()
        before = len(house.output)
        await house.start_bot()
        await house.until(lambda: house.said("show 119 of 119 icons", since=before), "the same icons")
        async with rented(house) as (room, stack):
            ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
            board = await room.begin(ada, ben)
            assert all(option.emoji for one in board.selects for option in one.options)
        kept = await house.as_the_bot("GET", "/applications/1/emojis")
        assert len(kept["items"]) == 119
