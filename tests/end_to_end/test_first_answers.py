"""Requests are carried out, whatever happens to the first response on its way to Discord or back."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import pick
from tests.messages import Answer

pytestmark = pytest.mark.thorough

FIRST = "POST /interactions"
BREAKS = 0
NEVER_TOLD = ("never retrieved", "Traceback", "Reference")

each_fault = pytest.mark.parametrize(
    "fault",
    [
        pytest.param({"status": BREAKS, "after": True}, id="the reply is lost"),
        pytest.param({"status": BREAKS}, id="the connection breaks before"),
        pytest.param({"status": 500, "after": True}, id="it fails afterwards"),
        pytest.param({"status": 500}, id="it fails before"),
    ],
)


async def faulty(room: Room, fault: dict[str, Any], asks: Callable[[], Awaitable[Answer]]) -> Answer:
    """The answer to what is asked while the next first answer has this fault."""
    room.refusals_allowed = True  # what is sent twice is refused the second time
    await room.house.control(fail={"match": FIRST, **fault})
    since = len(room.house.output)
    answer = await asks()
    assert not answer.failed
    assert not [line for line in room.house.output[since:] if any(words in line for words in NEVER_TOLD)]
    return answer


@pytest.mark.sample(2)
@each_fault
async def test_a_move_is_played_that_was_confirmed(room: Room, ada: Player, ben: Player, fault: dict[str, Any]) -> None:
    board = await room.begin(ada, ben)
    composer = await pick(ada, await ada.click(board, "Move"), "B5")
    await faulty(room, fault, lambda: ada.click(composer.message, "Confirm"))
    await room.board(ada, after=board)
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]
    await ada.wait_for(lambda message: message.ephemeral and "Played: Gold's moon moves from B5 to C5." in message.text)


@pytest.mark.sample(2)
@each_fault
async def test_a_move_is_played_that_was_typed(room: Room, ada: Player, ben: Player, fault: dict[str, Any]) -> None:
    board = await room.begin(ada, ben)
    answer = await faulty(room, fault, lambda: ada.slash("cirondo move", move="B5-C5"))
    assert "Played: Gold's moon moves from B5 to C5." in answer.text
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]


@pytest.mark.sample(2)
@each_fault
async def test_the_choice_of_a_move_is_shown(room: Room, ada: Player, ben: Player, fault: dict[str, Any]) -> None:
    board = await room.begin(ada, ben)
    assert "### Your move" in (await faulty(room, fault, lambda: ada.click(board, "Move"))).text


@pytest.mark.sample(2)
@each_fault
async def test_one_table_is_opened(room: Room, ada: Player, ben: Player, fault: dict[str, Any]) -> None:
    table = (await faulty(room, fault, lambda: ada.slash("cirondo start"))).message
    assert table is not None
    assert [message.id for message in await ada.messages() if message.has_button("Join")] == [table.id]
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and f"<@{ben.id}>" in message.text)
    await ada.click(table, "Start")
    assert match_of(await room.board(ada))


@pytest.mark.sample(2)
@each_fault
async def test_an_expired_button_is_explained_once(room: Room, ada: Player, fault: dict[str, Any]) -> None:
    message = await room.fake(("Shake", "b:1:1:shake:"))
    answer = await faulty(room, fault, lambda: ada.click(message, "Shake"))
    assert answer.text.startswith("This button is from an older version")
    assert len([one for one in await ada.messages() if one.ephemeral]) == 1
