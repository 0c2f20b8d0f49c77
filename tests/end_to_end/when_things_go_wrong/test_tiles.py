"""What is refused about tiles."""

import asyncio
import re

import pytest

from bot.text.own_words import in_markdown
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.positions import of_tiles, offered, tile
from tests.rules.down_under.positions import BORDER, CASE_1, ENDLESS, SQUARE

pytestmark = pytest.mark.slow
BEGUN = ("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW",)


async def test_size_that_cannot_be(room: Room, ada: Player, says: Says) -> None:
    for size in ("3x3", "7x21", "7 by 9", "huge", "@everyone"):
        assert says((await ada.slash("down-under start", size=size)).text) == {"typed": in_markdown(size)}


async def test_options_for_nobody(room: Room, ada: Player, says: Says) -> None:
    for options, problem in (
        (
            {"area": "frame", "size": "20x20"},
            "the frame's tiles are enough for 15 columns and rows in total, and 20x20 has more",
        ),
        (
            {"area": "line", "size": "4x4"},
            "one set of tiles isn't enough for a line across 4x4 (6x8 works, for example)",
        ),
        ({"area": "line", "routes": 2}, "two routes each don't work with a neutral line or frame"),
        (
            {"area": "frame", "size": "recommended2"},
            "the size recommended2 is for three or four players, and the other options are for two",
        ),
    ):
        assert says((await ada.slash("down-under start", **options)).text) == {"problem": problem}


async def test_area_for_other_seats(room: Room, ada: Player, says: Says) -> None:
    found = says((await ada.slash("down-under start", seats="4", area="line")).text)
    assert found == {"allowed": "2 / 3", "seats": "4"}
    found = says((await ada.slash("down-under start", seats="2", size="recommended2")).text)
    assert found == {"allowed": "3 / 4", "seats": "2"}


async def test_route_leads_elsewhere(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    found = says(await tile(ada, "straight j9 NS"))
    assert (found["colour"], found["cell"], found["ends"]) == ("yellow", "j9", "h7, i9")
    assert found["moves"].startswith("straight h7 NS, curve h7 NW, terminal h7 N, ")


async def test_colours_would_meet(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    assert says(await tile(ada, "curve h7 NE"))["cell"] == "h7"


async def test_outside_the_border(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BORDER, size="7x9")
    assert "Played: " in await tile(ada, "curve j17 SE")
    assert says(await tile(ben, "straight i10 EW")) == {"cell": "i10", "moves": "terminal i10 E, terminal q10 W"}


async def test_ring_has_to_be_turned(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=(ENDLESS,))
    assert says(await tile(ada, "straight h10 NS"))["moves"].startswith("rotate h8 SE, rotate h8 NW, ")


async def test_nothing_to_turn(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    says(await tile(ada, "rotate h9 NE"))


async def test_extension_is_due(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await of_tiles(room, ada, ben, caro, laid=(CASE_1,), turn=2)
    assert "Played: " in await tile(caro, "straight h9 EW")
    found = says(await tile(caro, "straight f9 EW"))
    assert (found["pond"], found["cell"]) == ("i9", "j9")
    assert room.house.moves_of(match_of(board)) == ["straight h9 EW"]


async def test_billabong_is_to_be_answered(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await offered(room, ada, ben)
    assert says(await tile(ada, "curve j10 NE")) == {"cell": "j10", "moves": "billabong j10, decline"}


async def test_billabong_is_somebody_elses(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await offered(room, ada, ben)
    for label in ("Billabong on j10", "No billabong"):
        assert says((await ben.click(board, label)).text) == {"colour": "yellow"}
    assert room.house.moves_of(match_of(board)) == ["curve k10 NW"]


async def test_billabong_answered_twice(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await offered(room, ada, ben)
    answers = list(await asyncio.gather(*(ada.click(board, "Billabong on j10") for _ in range(2))))
    told = [await ada.told(answer) for answer in answers]
    refused = next(text for text in told if "billabong" not in text)
    assert re.search(r"/\d+$", says(refused)["link"])
    assert room.house.moves_of(match_of(board)) == ["curve k10 NW", "billabong j10"]


async def test_no_billabong_on_offer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    for text in ("billabong h7", "pond i9", "decline", "pass"):
        says(await tile(ada, text))


async def test_animal_is_left_out(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=("Y s:emu 0,0 NS, B s:emu 1,-2 EW",), animals=True)
    found = says(await tile(ada, "curve h7 NE"))
    assert found["text"] == "curve h7 NE"
    assert found["moves"].endswith(", curve:dingo h7 NE")


async def test_colour_is_played_already(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=(SQUARE,), routes=2)
    await tile(ada, "yellow straight j11 NS")
    await tile(ben, "green straight i9 EW")
    assert says(await tile(ben, "green straight i9 EW"))["colour"] == "green"


async def test_unreadable_tile(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await of_tiles(room, ada, ben, laid=BEGUN)
    for text in ("hello", "straight", "straight h8", "curve h8 NS", "terminal h8 NE", "@everyone"):
        assert says(await tile(ada, text)) == {"text": in_markdown(text)}
