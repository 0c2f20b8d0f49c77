"""Planning ahead, and opponents beyond the server: what is cancelled, and what nobody else is told."""

import re

import pytest

from tests.end_to_end.planning import look, plan, told
from tests.end_to_end.room import Player, Room, is_board, match_of
from tests.end_to_end.situations import Says

pytestmark = pytest.mark.slow


async def test_plan_is_overtaken(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    shown = (await ben.slash("match plan")).message
    shown = (await ben.click(shown, "If …, then …")).message
    assert shown is not None
    await ada.slash("cirondo move", move="B5-C5")
    newest = await room.board(ben, after=board)
    chosen = shown.selects[0]
    said = says((await ben.choose(shown, chosen.custom_id, chosen.options[0].value)).text)
    assert said["link"].endswith(str(newest.id))


async def test_plan_cancelled_by_an_undo(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ben, after=board)
    await plan(ada, board, ("B20", "C20"), ("B6", "C6"))
    direct = await ada.open_direct_messages()
    await ada.slash("match undo", match=str(match_of(board)))
    asking = await ben.wait_for(lambda message: message.id >= board.id and message.has_button("Agree"))
    await ben.click(asking, "Agree")
    said = says((await ada.wait_for(lambda message: "Your plan" in message.text, channel=direct)).text)
    assert said["id"] == str(match_of(board))


async def test_plan_ended_by_another_move(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await plan(ben, board, ("B5", "C5"), ("B21", "C21"))
    await ada.slash("cirondo move", move="B6-C6")
    await room.board(ben, after=board)
    says((await ben.slash("match plan")).text.splitlines()[-1])
    assert room.house.moves_of(match_of(board)) == ["B6-C6"]


async def test_searching_on_a_server_that_takes_no_part(ada: Player, says: Says) -> None:
    says((await ada.slash("match find", game="Cirondo")).text)


async def test_search_stopped_twice(room: Room, ada: Player, says: Says) -> None:
    await look(ada, "Parcheesi")
    looking = await told(ada, "as soon as somebody is found")
    await ada.click(looking, "Stop looking")
    assert says((await ada.click(looking, "Stop looking")).text)["game"] == "Parcheesi"


async def test_match_that_others_have_found(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    for player in (ada, ben):
        await look(player, "Cirondo")
    found = re.search(r"Match (\d+)", (await told(ada, "Found: Cirondo")).text)
    assert found is not None
    await ada.wait_for(is_board)
    assert says((await caro.slash("match show", match=found[1])).text)["match"] == found[1]
