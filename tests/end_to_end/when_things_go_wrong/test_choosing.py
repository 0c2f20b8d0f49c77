"""What is refused while a move is chosen and played."""

import asyncio
import re

import pytest

from bot.text.own_words import in_markdown
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.provoking import (
    refusal,
    stale_board,
)
from tests.end_to_end.whole_match import pick

pytestmark = pytest.mark.slow


async def test_not_your_turn_button(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    answer = await ben.click(board, "Move")
    assert answer.ephemeral
    says(answer.text)


async def test_not_your_turn_typed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    says((await ben.slash("cirondo move", move="B20-C20")).text)
    assert room.house.moves_of(match_of(board)) == []


async def test_stranger_clicks_move(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    answer = await caro.click(board, "Move")
    assert answer.ephemeral
    says(answer.text)


async def test_you_have_resigned(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben, caro, game="parcheesi", seats="3")
    asked = await ada.slash("match resign")
    await ada.click(asked.message, "Resign")
    await room.board(ben, after=board)
    number = str(match_of(board))
    says((await ada.slash("parcheesi move", match=number, move="roll")).text)
    says((await ada.slash("match resign", match=number)).text)


async def test_illegal_move(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    assert says((await ada.slash("cirondo move", move="A5-B6")).text) == {"first": "B1-C1", "last": "B16-C16"}
    assert room.house.moves_of(match_of(board)) == []


async def test_illegal_way(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    await ben.slash("cirondo move", move="B20-C20")
    found = says((await ada.slash("cirondo move", move="A4-D4")).text)
    assert (found["target"], found["origin"]) == ("D4", "A4")
    assert found["targets"].startswith("B5, ")


async def test_unreadable_text(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.begin(ada, ben)
    assert says((await ada.slash("cirondo move", move="hello")).text)["text"] == "hello"


async def test_hostile_text(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    for text in (
        "@everyone @here",
        f"<@{ben.id}> <@&1> <#{room.channel}>",
        "{x} {0} {} {text.__class__} %s %(x)s",
        "**bold** `code` ||spoiler|| [here](https://example.org)",
        "x" * 4000,
        "B5-C5'; DROP TABLE matches; --",
        "line\nbreak\u202e\u0000\u200b",
        "B５-C５",
    ):
        answer = await ada.slash("cirondo move", move=text)
        said = says(answer.text)
        shown = re.sub(r"\\(.)", r"\1", said["text"])  # by Discord
        assert said["text"] == in_markdown(shown)
        assert len(shown) <= 41
        assert shown.rstrip("…") in " ".join(text.split()) or not text.isprintable()
        assert answer.message is not None
        assert answer.message.mentions == ()
        assert not answer.message.raw["mention_everyone"]
        assert await ada.autocomplete("cirondo move", "move", text[:100]) == []
    assert room.house.moves_of(match_of(board)) == []


async def test_old_board(room: Room, ada: Player, ben: Player, says: Says) -> None:
    old, new = await stale_board(room, ada, ben)
    await ben.wait_for(lambda message: message.id == new.id)
    link = says((await ben.click(old, "Move")).text)["link"]
    assert link.endswith(f"/{room.channel}/{new.id}")


async def test_confirm_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    composer = await ada.click(board, "Move")
    composer = await pick(ada, composer, "B5")
    answers = list(await asyncio.gather(*(ada.click(composer.message, "Confirm") for _ in range(2))))
    new = await room.board(ada, after=board)
    link = says(await refusal(ada, answers))["link"]
    assert link.endswith(str(new.id))
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]
    assert len(await room.boards()) == 2


async def test_two_composers(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    first, second = await asyncio.gather(*(ada.click(board, "Move") for _ in range(2)))
    assert first.text == second.text
    assert first.message is not None
    assert second.message is not None
    assert first.message.id != second.message.id
    second = await pick(ada, second, "B6")
    first = await pick(ada, first, "B5")
    await ada.click(first.message, "Confirm")
    new = await room.board(ada, after=board)
    assert says(await ada.told(await ada.click(second.message, "Confirm")))["link"].endswith(str(new.id))
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]
