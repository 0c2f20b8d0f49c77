"""Parcheesi as people play it: rolls, lists for each die, forced moves, lost dice, captures, free moves, four home."""

import pytest

from tests.end_to_end.parcheesi import choose, position, roll
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import assert_nothing_is_left_to_play, pick

pytestmark = pytest.mark.thorough


@pytest.mark.slow
async def test_a_match_is_played_by_rolls_and_clicks_up_to_its_limit_of_rolls(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", **{"roll-limit": 6})
    assert "roll limit: 6" in table.text
    await ben.click(table, "Start")
    board = await room.board(ada)
    assert [button.label for button in board.buttons] == ["Roll the dice", "In words", "Rules", "More"]

    # Nothing to decide: the turn passes by itself, and everyone reads why.
    done = await roll(room, ada, board, 6, 3)
    assert done.text.startswith("🔴 Red rolls **6 and 3**: nothing can be played without a 5.")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert "🔴 Red rolls **6 and 3**: nothing can be played without a 5." in board.text
    assert "6" in board.files[0].alt
    done = await roll(room, ben, board, 4, 1)
    assert "🟡 Yellow rolls **4 and 1**: brings a pawn out on t39 (the only move)." in done.text
    board = await room.board(ada, after=board)
    assert "brings a pawn out on t39 (the only move)." in board.text
    assert str(board.id) in await ben.wait_for_words(done, "[Go to the board]")

    # A double: one move is forced, the next one is Red's choice; then Red rolls again in the same message.
    composer = await roll(room, ada, board, 5, 5)
    assert composer.text.startswith("🔴 Red rolls **5 and 5**: brings a pawn out on t5 (the only move).\n### Your move")
    composer = await pick(ada, composer, "bring a pawn out on t5")
    assert "Red brings a pawn out on t5 and makes a blockade." in composer.text
    composer = await ada.click(composer.message, "Confirm")
    assert "A double: Red rolls again." in composer.text
    board = await room.shows(ada, board, "A double: Red rolls again.")
    assert "(the only move) · brings a pawn out on t5 and makes a blockade." in board.text
    composer = await roll(room, ada, board, 2, 3)
    assert "🔴 Red rolls **2 and 3**.\n### Your move" in composer.text
    assert [line for line in composer.text.splitlines() if line.startswith("**")] == ["**The 2**", "**The 3**"]
    assert [button.label for button in composer.message.buttons] == ["1 · t5 → t7", "2 · t5 → t8", "Hint"]  # type: ignore[union-attr]  # it has text
    await room.shows(ada, board, "Red rolls **2 and 3**.")
    suggested = {choice.value for choice in await ada.autocomplete("parcheesi move", "move", "t5")}
    assert suggested == {"t5+2>t7", "t5+3>t8"}
    assert "Played: 🔴 Red moves from t5 to t8." in (await ada.slash("parcheesi move", move="5+3")).text
    await room.shows(ada, board, "t5 → t8.")
    assert "Played: 🔴 Red moves from t5 to t7" in (await ada.slash("parcheesi move", move="t5+2")).text

    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert "🔴 Red rolls **2 and 3**: t5 → t8 · t5 → t7." in board.text
    await roll(room, ben, board, 6, 6)
    board = await room.shows(ben, board, "A double: Yellow rolls again.")
    assert "🟡 Yellow rolls **6 and 6**: t39 → t45 (the only move) · t45 → t51 (the only move)." in board.text
    done = await roll(room, ben, board, 1, 2)
    assert "🟡 Yellow rolls **1 and 2**" in done.text
    await choose(ben, done, "t51 → t53")
    last = await room.board(ada, after=board)
    assert "The roll limit (6) has been reached." in last.text
    assert "**1st** 🟡 yellow" in last.text
    assert "**2nd** 🔴 red" in last.text
    assert last.mentions == ()
    assert not last.has_button("Roll the dice")
    await assert_nothing_is_left_to_play(ada, ben)


async def test_a_player_comes_home_with_captures_and_free_moves_and_wins(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game="parcheesi")
    board = await room.prepare(ada, board, position("t7 h5 home home", "t9 t42"))

    # Taking a pawn and getting home earn free moves; giving them up says what is lost before it is confirmed.
    composer = await roll(room, ada, board, 2, 3)
    composer = await choose(ada, composer, "t7 → t9")
    assert "t7 to t9, takes yellow's pawn and earns a free move of 20" in composer.text
    composer = await choose(ada, composer, "h5 → home")
    assert "which earns a free move of 10" in composer.text
    assert "Play or skip your free moves of 10 and 20." in composer.text
    await room.shows(ada, board, "Play or skip your free moves of 10 and 20.")
    skip = await pick(ada, composer, "Skip the free moves of 10 and 20")
    assert "### Play this?\nRed skips the free moves of 10 and 20." in skip.text
    composer = await ada.click(skip.message, "Back")
    await choose(ada, composer, "t9 → t29")
    # One way for the last free move, and giving it up: still a choice.
    board = await room.shows(ada, board, "Play or skip your free move of 10.")
    assert "plays the free move of 20: t9 → t29" in board.text
    asked = await ada.slash("parcheesi move", move="skip")
    assert asked.text == "Skip the free move of 10?"
    assert "Played: 🔴 Red skips the free move of 10." in (await ada.click(asked.message, "Yes")).text
    board = await room.board(ben, after=board)
    assert "skips the free move of 10." in board.text

    # A die that can't be used is lost, and both players read it.
    board = await room.prepare(ben, board, position("t50 t50 home home", "t41", turn=1))
    done = await roll(room, ben, board, 3, 6)
    assert done.text.startswith("🟡 Yellow rolls **3 and 6**: t41 → t47, but the 3 can't be used (the only move).")
    board = await room.board(ada, after=board)
    assert "t41 → t47, but the 3 can't be used (the only move)." in board.text

    # Both dice have to be used, even if that leads past the home row.
    board = await room.prepare(ada, board, position("t68 home home home", "t41 t48"))
    composer = await roll(room, ada, board, 6, 5)
    assert "t68 → h5 isn't allowed, because you couldn't use the 6 afterwards." in composer.text
    composer = await pick(ada, composer, "t68 → t5")
    assert "past its home row, as the 6 couldn't be used otherwise" in composer.text
    await ada.click(composer.message, "Confirm")
    board = await room.board(ben, after=board)
    assert "t68 → t5, past its home row, as the 6 couldn't be used otherwise · t5 → t11 (the only move)." in board.text

    # The fourth pawn gets home.
    board = await room.prepare(ada, board, position("t68 home home home", "t41 t48"))
    composer = await roll(room, ada, board, 2, 6)
    done = await choose(ada, composer, "t68 → h2")
    assert "h2 → home" in done.text
    last = await room.board(ben, after=board)
    assert "🏆 Red has won" in last.text
    assert "all four pawns are home" in last.text
    assert "Red has brought all four pawns home." in last.text
    assert "**1st** 🔴 red" in last.text
    assert "4 home, 288 points" in last.text
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben)


async def test_after_the_first_roll_the_dice_are_rolled_automatically(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game="parcheesi", **{"auto-rolls": True})
    # Two turns in which nothing can be played go by in one message.
    room.house.foresee(match_of(board), 6, 3, 4, 2, 5, 1)
    composer = await ada.click(board, "Roll the dice")
    assert composer.text.startswith("🔴 Red rolls **")
    # Luck says who chooses next. While Red does, only the board tells of the turns before.
    assert ("nothing can be played" in composer.text) == ("Go to the board" in composer.text)
    board = await room.board(ada, after=board)
    assert "🟡 Yellow rolls **4 and 2**: nothing can be played without a 5.\n🔴 Red rolls **5 and 1**" in board.text
    assert room.house.moves_of(match_of(board))[:3] == ["roll", "roll", "roll"]
    assert not board.has_button("Undo")


@pytest.mark.slow
async def test_at_a_table_without_automatic_moves_every_decision_is_asked(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", **{"auto-moves": False})
    assert "No automatic moves" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada)
    composer = await roll(room, ada, board, 5, 6)
    assert "### Play this?\nRed brings a pawn out on t5." in composer.text
    assert composer.text.startswith("🔴 Red rolls **5 and 6**.")
    assert room.house.moves_of(match_of(board)) == ["roll"]
    composer = await ada.click(composer.message, "Confirm")
    assert "### Play this?\nRed moves from t5 to t11." in composer.text
    assert room.house.moves_of(match_of(board)) == ["roll", "enter 5"]
    # From the board the same choice opens, with what was done in the same message.
    board = await room.shows(ada, board, "brings a pawn out on t5.")
    assert "(the only move)" not in board.text
    composer = await ada.click(board, "Move")
    done = await ada.click(composer.message, "Confirm")
    assert "Played: 🔴 Red moves from t5 to t11" in done.text
    board = await room.board(ben, after=board)
    assert "🔴 Red rolls **5 and 6**: brings a pawn out on t5 · t5 → t11." in board.text


async def test_the_dice_say_who_begins(room: Room, ada: Player, ben: Player) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", **{"first-player": "high_roll"})
    assert "first player: the highest roll" in table.text
    ((match,),) = room.house.rows("SELECT id FROM matches WHERE channel_id = ?", room.channel)
    room.house.foresee(match, 2, 6)
    await ada.click(table, "Start")
    board = await room.board(ben)
    assert "Red 2, yellow 6: yellow begins." in board.text
    assert board.mentions == (ben.name,)


async def test_third_doubles_and_blockades_that_stand_too_long_are_explained(
    room: Room, ada: Player, ben: Player
) -> None:
    options = {"triple_doubles": True, "blockade_limit": 1}
    board = await room.begin(ada, ben, game="parcheesi", **{"triple-doubles": True, "blockade-limit": 1})
    agreed = position("t10 t10 t20", "t30")["options"] | options
    blockade = position("t10 t10 t20", "t30", options=agreed, blockades=[{"t10": 1}, {}])
    board = await room.prepare(ada, board, blockade)
    assert "The blockade on t10 has reached its limit: break it if you can." in board.text
    composer = await roll(room, ada, board, 3, 2)
    assert composer.message is not None
    assert [button.label for button in composer.message.buttons] == ["1 · t10 → t12", "2 · t10 → t13", "Hint"]

    third = position("t10 h6", "t30", options=agreed, doubles=2)
    board = await room.prepare(ada, board, third)
    done = await roll(room, ada, board, 4, 4)
    words = "🔴 Red rolls **4 and 4**: the third double, so the leading pawn goes from h6 back to the nest."
    assert done.text.startswith(words)
    board = await room.board(ben, after=board)
    assert words in board.text
    assert board.mentions == (ben.name,)
