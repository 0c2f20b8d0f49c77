"""Down Under as people play it: tiles clicked and typed, warnings, rings, billabongs, partners, two routes, areas."""

import re
from typing import Any

import pytest

from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import assert_nothing_is_left_to_play, pick
from tests.messages import Answer, Message
from tests.rules.down_under.positions import CASE_1, LOCKED, document

pytestmark = pytest.mark.thorough

GAME = "down-under"

SHORT = (
    "straight e5 NS", "curve e4 SE", "straight e6 NS", "straight f4 EW", "straight e7 NS", "curve g4 SW", "curve d4 SE",
    "terminal g3 N", "terminal e8 S",
)  # fmt: skip
"""A whole match for two on 4x4; after the last of these two terminals follow that are the only moves."""


BESIDE_THE_FIRST = ("d6", "e6", "f6", "d5", "f5", "d4", "e4", "f4")


def labels(composer: Answer) -> list[str]:
    """The buttons of a composer but the one for a hint, which stands on each at first."""
    assert composer.message is not None, composer
    return [button.label for button in composer.message.buttons if button.label != "Hint"]


def alt(composer: Answer) -> str:
    assert composer.message is not None, composer
    (picture,) = composer.message.files
    assert 0 < len(picture.alt) <= 1024
    return picture.alt


async def choose(player: Player, board: Message, *steps: str) -> Answer:
    """Choose step by step up to the question."""
    composer = await player.click(board, "Move")
    for step in steps:
        composer = await pick(player, composer, step)
    return composer


async def lay(player: Player, board: Message, *steps: str) -> Answer:
    """Choose step by step and confirm."""
    return await player.click((await choose(player, board, *steps)).message, "Confirm")


async def typed(player: Player, move: str) -> str:
    return (await player.slash(f"{GAME} move", move=move)).text


async def test_a_match_is_played_by_clicks_and_typing_to_its_end(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, game=GAME, size="4 × 4")
    assert "Size: 4x4" in table.text
    await ben.click(table, "Start")
    board = await room.board(ada)
    assert "### 🟡 Yellow to move" in board.text
    assert "Lay your first tile." in board.text

    # There is one cell for the first tile, so only the tile is asked for; a step back changes nothing.
    composer = await ada.click(board, "Move")
    assert "### e5 → ?" in composer.text
    assert labels(composer)[0] == "1 · straight │ NS"
    assert "Choices: 1 straight e5 NS, 2 straight e5 EW, 3 curve e5 NE" in alt(composer)
    composer = await pick(ada, composer, "curve ┌ SE")
    assert "### Play this?\n🟡 Yellow lays a curve SE on **e5**." in composer.text
    composer = await pick(ada, await ada.click(composer.message, "Back"), "straight │ NS")
    assert "🟡 Yellow lays a straight NS on **e5**." in composer.text
    assert "### Play this?" in composer.text
    done = await ada.click(composer.message, "Confirm")
    assert "Played: 🟡 Yellow lays a straight NS on **e5**." in done.text

    # The cells beside it are buttons that lie as on the board.
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert "🟡 Yellow lays a straight NS on **e5**." in board.text
    composer = await ben.click(board, "Move")
    assert labels(composer) == [f"{n} · {cell}" for n, cell in enumerate(BESIDE_THE_FIRST, 1)]
    assert "Choices: 1 d6, 2 e6" in alt(composer)
    await lay(ben, board, "e4", "curve ┌ SE")

    board = await room.board(ada, after=board)
    assert "🔵 Blue lays a curve SE on **e4**: yellow's route 1 → 2" in board.text
    composer = await choose(ada, board, "e6")
    assert labels(composer) == [
        "1 · straight │ NS · route 3", "2 · curve ┌ SE · route 3", "3 · curve ┐ SW · route 3",
        "4 · terminal ╷ S · route 3", "Back",
    ]  # fmt: skip
    assert "Choices: 1 straight e6 NS" in alt(composer)
    await ada.click((await pick(ada, composer, "straight │ NS")).message, "Confirm")

    # The rest is typed, but for the last end of Blue's: Blue is warned, and may.
    for turn, move in enumerate(SHORT[3:7], 3):
        board = await room.board((ada, ben)[turn % 2], after=board)
        assert "Played: " in await typed((ada, ben)[turn % 2], move.replace(" ", "").upper())
    board = await room.board(ben, after=board)
    composer = await choose(ben, board, "g3")
    assert "### Play this?\n🔵 Blue lays a terminal N on **g3**." in composer.text
    await ben.click(composer.message, "Confirm")
    board = await room.board(ada, after=board)
    suggested = [choice.name for choice in await ada.autocomplete(f"{GAME} move", "move", "")]
    assert suggested == ["terminal e8 S · route 6", "terminal d3 N · route 6"]
    await lay(ada, board, "e8")

    # What leaves no choice is played by itself.
    last = await room.board(ben, after=board)
    assert "🔵 Blue lays a terminal N on **e3**" in last.text
    assert "**Blue's route has no open end left.**" in last.text
    assert "🏆 Yellow has won" in last.text
    assert "Nobody can lay another tile." in last.text
    standings = [line for line in last.text.splitlines() if re.match(r"\*\*\d", line)]
    assert [(line.split()[0], line.rpartition("(")[0] or line.split(" · ")[-1]) for line in standings] == [
        ("**1st**", "route 7, 12 tiles left"), ("**2nd**", "route 5, 13 tiles left"),
    ]  # fmt: skip
    assert room.house.moves_of(match_of(last)) == [*SHORT, "terminal e3 N", "terminal d3 N"]
    assert not last.has_button("Move")
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben)


@pytest.mark.slow
async def test_a_move_that_gets_the_own_route_stuck_is_warned_of_and_may_be_played(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben, game=GAME)
    board = await room.prepare(ada, board, document("Y s 0,0 NS, Y t 0,-1 N, B s 3,0 NS"))
    composer = await ada.click(board, "Move")
    assert labels(composer)[3] == "4 · terminal ╷ S · ⚠️ route 3, no open end"
    suggested = [choice.name for choice in await ada.autocomplete(f"{GAME} move", "move", "terminal")]
    assert suggested == ["terminal h9 S · ⚠️ route 3, no open end"]
    composer = await pick(ada, composer, "terminal ╷ S")
    assert "⚠️ **That leaves your route without an open end, so it can't grow any more.**" in composer.text
    assert "⚠️" not in (await pick(ada, await ada.click(composer.message, "Back"), "straight │ NS")).text
    asked = await ada.slash(f"{GAME} move", move="terminal h9 S")
    assert asked.text.startswith("That leaves your route without an open end, so it can't grow any more.")
    await ada.click(asked.message, "Yes")
    board = await room.board(ben, after=board)
    assert "**Yellow's route has no open end left.**" in board.text
    await typed(ben, "straight k7 NS")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,), "Yellow is passed over"

    # A ring is warned of as well, and afterwards a tile has to be turned.
    ring = document("Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, B s 3,0 NS")
    board = await room.prepare(ada, board, ring)
    composer = await choose(ada, board, "h9", "curve ┌ SE")
    assert "⚠️ **That closes your route to a ring, so you'll have to turn a tile on your next turn.**" in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "**Yellow's route is a ring now.**" in board.text
    await typed(ben, "terminal k7 N")
    board = await room.board(ada, after=board)
    assert "Your route is a ring: turn one of its tiles." in board.text
    composer = await ada.click(board, "Move")
    assert "**Which tile to turn?**" in composer.text
    assert labels(composer) == [
        f"{number} · {cell} · a curve" for number, cell in enumerate(("h9", "i9", "h8", "i8"), 1)
    ]
    assert "Choices: 1 h9, 2 i9, 3 h8, 4 i8" in alt(composer)
    composer = await pick(ada, composer, "h8")
    assert labels(composer) == [
        "1 · ┌ south and east · route 5", "2 · ┘ north and west · route 5", "Back",
    ]  # fmt: skip
    composer = await pick(ada, composer, "┌ south and east")
    assert "### Play this?\n🟡 Yellow turns the curve on **h8** to SE." in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "🟡 Yellow turns the curve on **h8** to SE: route" in board.text
    assert "Yellow's ring is open again." in board.text


async def test_a_billabong_is_automatic_and_its_route_continues_immediately(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    board = await room.begin(ada, ben, caro, game=GAME, seats="3")
    board = await room.prepare(caro, board, document(CASE_1, seats=3, turn=2))
    composer = await choose(caro, board, "h9", "straight ─ EW")
    billabong = "A billabong is on i9, red runs through it, yellow and blue end in it."
    assert billabong in composer.text
    composer = await caro.click(composer.message, "Confirm")
    assert composer.text.startswith("🔴 Red lays a straight EW on **h9**: route 1 → 3")
    assert billabong in composer.text
    assert "Continue out of the billabong on **j9**." in composer.text
    assert "### j9 → ?" in composer.text
    assert labels(composer)[:4] == [
        "1 · straight ─ EW · route 4", "2 · curve ┐ SW · route 4", "3 · curve ┘ NW · route 4",
        "4 · terminal ╴ W · route 4",
    ]  # fmt: skip
    # Everyone sees it in the same message, which calls nobody anew.
    board = await room.shows(ada, board, billabong)
    assert "Continue out of the billabong on **j9**." in board.text
    assert "billabong" in board.files[0].alt.lower()
    await caro.click((await pick(caro, composer, "curve ┐ SW")).message, "Confirm")
    board = await room.board(ada, after=board)
    assert board.mentions == (ada.name,)
    assert billabong in board.text
    assert "🔴 Red lays a curve SW on **j9**: route" in board.text
    assert room.house.moves_of(match_of(board)) == ["straight h9 EW", "curve j9 SW"]


async def test_an_offered_billabong_is_answered_with_two_buttons(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game=GAME, size="9x9")
    locked = document(*LOCKED, size="9x9")
    for answer, confirmed, told in (
        ("Billabong on j10", "You laid the billabong.", "🟡 Yellow lays a billabong on **j10**:"),
        ("No billabong", "🟡 Yellow declines the billabong on j10.", "🟡 Yellow declines the billabong on j10."),
    ):
        board = await room.prepare(ada, board, locked)
        composer = await lay(ada, board, "k10", "curve ┘ NW")
        question = "You can lay a billabong on **j10**, where both routes are stuck. It would make each of them a ring."
        assert question in composer.text
        assert labels(composer)[:2] == ["Billabong on j10", "No billabong"]
        board = await room.shows(ben, board, question)
        assert not board.has_button("Move")
        assert (await ben.click(board, answer)).text.startswith("It's yellow's turn.")
        done = await (ada.click(board, answer) if answer == "No billabong" else ada.click(composer.message, answer))
        assert done.text.startswith(confirmed)
        board = await room.board(ben, after=board)
        assert told in board.text
        if answer == "No billabong":
            assert "Blue can't move now. \n" not in board.text
            assert "(The only move.)" in board.text
        else:
            assert board.mentions == (ben.name,)
            assert "**Blue's route is a ring now.**" in board.text
            assert "Your route is a ring: turn one of its tiles." in board.text
            composer = await ben.click(board, "Move")
            assert "Which tile to turn?" in composer.text
    assert room.house.moves_of(match_of(board)) == [
        "curve k10 NW",
        "billabong j10",
        "curve k10 NW",
        "decline",
        "curve j10 NE",
    ]


@pytest.mark.slow
async def test_from_one_end_partners_lie_back_to_back_automatically_or_by_hand(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    people = (ada, ben, caro, dan)
    table = await room.open_table(*people, game=GAME, seats="4", growth="one_end")
    assert "growth: from one end, starting with a terminal" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada)
    await lay(ada, board, "terminal ╵ N")
    board = await room.board(caro, after=board)
    assert board.mentions == (caro.name,)
    assert "🟡 Yellow lays a terminal N on **n14**" in board.text
    assert "🔵 Blue lays a terminal S on **n13**" in board.text
    assert (await typed(caro, "terminal n16 N")).startswith(
        "Your first tile goes next to a tile that a player has laid"
    )
    await lay(caro, board, "o14", "terminal ╴ W")
    board = await room.board(ada, after=board)
    assert room.house.moves_of(match_of(board)) == [
        "terminal n14 N",
        "terminal n13 S",
        "terminal o14 W",
        "terminal p14 E",
    ]
    assert "Yellow to move" in board.text

    by_hand: dict[str, Any] = {"auto-moves": False}
    table = await room.open_table(*people, game=GAME, seats="4", growth="one_end", **by_hand)
    assert "No automatic moves" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada, after=board)
    await typed(ada, f"end n14 n #{match_of(board)}")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    composer = await ben.click(board, "Move")
    assert "### Play this?\n🔵 Blue lays a terminal S on **n13**." in composer.text
    await ben.click(composer.message, "Confirm")
    board = await room.board(caro, after=board)
    assert "(The only move.)" not in board.text
    assert room.house.moves_of(match_of(board)) == ["terminal n14 N", "terminal n13 S"]


@pytest.mark.slow
async def test_of_two_routes_each_gets_a_tile_and_the_first_may_be_taken_back(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben, game=GAME, routes=2)
    assert "routes: 2" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada)
    await typed(ada, "terminal j10 N")
    for player, move in ((ben, "end k9 E"), (ada, "red end k10 N"), (ben, "end j9 W")):
        board = await room.board(player, after=board)
        done = await typed(player, move)
        assert "Played: " in done, done
    board = await room.board(ada, after=board)

    # The opening is a tile of one's own choice.
    composer = await ada.click(board, "Move")
    assert labels(composer) == ["1 · Yellow to j11", "2 · Red to k11"]
    assert "Choices: 1 j11, 2 k11" in alt(composer)
    composer = await pick(ada, composer, "Yellow to j11")
    assert "### Yellow to j11 → ?" in composer.text
    composer = await pick(ada, composer, "straight │ NS")
    assert "### Play this?\n🟡 Yellow lays a straight NS in yellow on **j11**." in composer.text
    await ada.click(composer.message, "Confirm")

    # Then a tile of each colour, in any order; the first may be taken back while the second is still due.
    board = await room.board(ben, after=board)
    composer = await lay(ben, board, "Green to i9", "terminal ╶ E")
    assert composer.text.startswith("🔵 Blue lays a terminal E in green on **i9**")
    assert "Now lay a tile in blue." in composer.text
    assert "### l9 → ?" in composer.text
    await room.shows(ada, board, "Now lay a tile in blue.")
    composer = await ben.click(composer.message, "Undo")
    assert composer.text.startswith("Undone.")
    assert labels(composer)[:2] == ["1 · Blue to l9", "2 · Green to i9"]
    composer = await pick(ben, await pick(ben, composer, "Blue to l9"), "curve ┐ SW")
    composer = await ben.click(composer.message, "Confirm")
    assert "Now lay a tile in green." in composer.text
    await ben.click((await pick(ben, composer, "straight ─ EW")).message, "Confirm")
    board = await room.board(ada, after=board)
    assert "🔵 Blue lays a curve SW in blue on " in board.text
    assert "🔵 Blue lays a straight EW in green on " in board.text
    assert "Yellow: length 2" in board.files[0].alt
    assert "Green: length 2" in board.files[0].alt


async def test_with_animals_the_tile_is_chosen_with_its_animal(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game=GAME, animals=True)
    position = document("Y s:emu 0,0 NS, B s:emu 1,-2 EW", animals=True)
    board = await room.prepare(ada, board, position)
    assert "left 6 straights" in board.files[0].alt
    composer = await choose(ada, board, "h7")
    assert composer.message is not None
    straights, curves = (list(one.labels) for one in composer.message.selects)
    assert straights == [f"{animal} straight │ NS" for animal in ("kangaroo", "emu", "platypus", "rabbit")]
    assert len(curves) == 10
    assert labels(composer) == ["terminal ╵ N · route 2, 2 points", "Back"]
    composer = await pick(ada, composer, "dingo curve ┘ NW")
    assert "🟡 Yellow lays a curve NW with a dingo on **h7**." in composer.text
    suggested = [choice.name for choice in await ada.autocomplete(f"{GAME} move", "move", "curve:dingo h7")]
    assert suggested == [f"curve:dingo h7 {way} · route 2, 2 points" for way in ("NE", "NW")]
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "🟡 Yellow lays a curve NW with a dingo on **h7**" in board.text


@pytest.mark.slow
async def test_a_table_is_opened_with_any_size_and_kind_of_area(room: Room, ada: Player, ben: Player) -> None:
    suggested = [choice.name for choice in await ada.autocomplete(f"{GAME} start", "size", "")]
    assert suggested[:3] == [
        "easy (2👥 6x6 · 3👥 7x7 · 4👥 8x8)", "recommended (2👥 5x7 · 3👥 6x8 · 4👥 7x9)",
        "recommended2 (3👥 5x9 · 4👥 6x10)",
    ]  # fmt: skip
    assert "7x9" in [choice.value for choice in await ada.autocomplete(f"{GAME} start", "size", "7 x")]
    for size, terms in (("7 X 9", "Size: 7x9"), ("Easy", "Size: 6x6"), (None, "Size: 5x7")):
        table = await room.open_table(ada, game=GAME, size=size)
        assert terms in table.text
        await ada.click(table, "Cancel")
    table = await room.open_table(ada, game=GAME, area="open", size="20x20")
    assert "Area: no border" in table.text
    assert "ize" not in table.text

    # What is opened can be played and looked at.
    board = None
    for options, words in (
        ({"area": "open"}, "Yellow to move"),
        ({"area": "line"}, "Yellow to move"),
        ({"area": "frame", "animals": True}, "Yellow to move"),
        ({"size": "20x20"}, "Yellow to move"),
    ):
        table = await room.open_table(ada, ben, game=GAME, **options)
        await ada.click(table, "Start")
        board = await room.board(ada, after=board)
        assert words in board.text
        composer = await ada.click(board, "Move")
        assert "first tile" in composer.text
        assert alt(composer)


@pytest.mark.slow
async def test_a_table_of_twenty_by_twenty_cells_is_shown(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game=GAME, size="20x20")
    steps = [f"Y c {step},{step} NW, Y c {step},{step + 1} SE" for step in range(4)]
    away = [f"B c {step + 9},{step + 10} NW, B c {step + 9},{step + 11} SE" for step in range(4)]
    far = [f"B s {x},14 EW" for x in range(13, 20)]
    board = await room.prepare(ada, board, document(*steps, *away, *far, size="20x20"))
    (picture,) = board.files
    assert picture.width == 1024
    assert picture.size <= 120 * 1024
    assert 0 < len(picture.alt) <= 1024
    composer = await ada.click(board, "Move")
    assert alt(composer)
    words = await ada.click(board, "In words")
    assert "size 20x20" in words.text
    assert "Tiles of blue:" in words.text
    assert (await ada.slash(f"{GAME} board", text=True)).text == words.text
