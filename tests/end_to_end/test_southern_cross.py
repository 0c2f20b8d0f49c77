"""Southern Cross as people play it: actions, special rounds by dice and by throws, teams, the limit of turns, a win."""

import json
import re
from contextlib import AsyncExitStack

import pytest

from tests.end_to_end.room import Player, Room, enter, match_of
from tests.end_to_end.southern_cross import position
from tests.end_to_end.whole_match import assert_nothing_is_left_to_play, pick
from tests.messages import Answer, Message

GAME = "southern-cross"


async def act(player: Player, composer: Answer, *steps: str) -> Answer:
    """Choose an action step by step in an open composer and confirm it."""
    for step in steps:
        composer = await pick(player, composer, step)
    return await player.click(composer.message, "Confirm")


async def end_turn(room: Room, player: Player, board: Message, *others: Player) -> Message:
    """End the turn on the board with actions left; the new board, which calls these people."""
    asked = await player.click(board, "End turn")
    assert " left. End your turn without " in asked.text
    await player.click(asked.message, "End turn")
    new = await room.board(others[0], after=board)
    assert set(new.mentions) == {other.name for other in others}
    return new


@pytest.mark.thorough
async def test_a_match_is_played_by_every_way_of_acting_up_to_its_limit_of_turns(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    table = await room.open_table(ada, ben, caro, dan, game=GAME, **{"turn-limit": 5})
    assert "Turn limit: 5" in table.text
    await dan.click(table, "Start")
    board = await room.board(ada)
    assert "### 🔵 Blue to move" in board.text

    # Blue plans its turn on previews: nothing is played until the last choice, which says so, or Confirm.
    composer = await ada.click(board, "Plan my turn")
    composer = await pick(ada, await pick(ada, composer, "Base"), "d6")
    assert composer.text.startswith("### Your plan\n🔵 Blue enters on d6.")
    composer = await pick(ada, await pick(ada, composer, "Base"), "c6")
    assert "🔵 Blue enters on d6 and enters on c6." in composer.text
    composer = await ada.click(composer.message, "Back")
    assert "### Base → ?" in composer.text
    composer = await pick(ada, composer, "c6")
    assert composer.message is not None
    assert composer.message.has_button("Confirm")
    composer = await pick(ada, composer, "Base")
    assert "This choice ends your turn." in composer.text
    assert rows_of(room, board) == []
    done = await pick(ada, composer, "c5")
    assert done.text.startswith("Played: 🔵 Blue enters on d6, enters on c6 and jumps from the base to c5.")
    assert rows_of(room, board) == [("move", ada.id, move) for move in ("base-d6", "base-c6", "basexc5", "end")]
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert "🔵 Blue enters on d6, enters on c6 and jumps from the base to c5." in board.text
    assert "Blue: c5, c6, d6" in board.files[0].alt
    assert str(board.id) in await ada.wait_for_words(done, "[Go to the board]")

    # Red types.
    suggested = [choice.value for choice in await ben.autocomplete("southern-cross move", "move", "f3")]
    assert suggested == ["base-f3"]
    for typed in ("base f3", "basexe3", "spin e 90"):
        assert "Played: " in (await ben.slash("southern-cross move", move=typed)).text
    board = await room.shows(ben, board, "Red enters on f3, jumps from the base to e3 and turns E by 90°.")
    assert "You ended your turn." in (await ben.slash("southern-cross move", move="done")).text
    board = await room.board(caro, after=board)

    board = await end_turn(room, caro, board, dan)
    assert "🟡 Yellow ends the turn without taking an action." in board.text

    # Green takes one action in the composer, the second one by typing, and ends the turn on the board.
    composer = await act(dan, await dan.click(board, "Plan my turn"), "Base", "a3")
    assert composer.text.startswith("🟢 Green enters on a3.\n### Your move")
    await room.shows(dan, board, "Green enters on a3.")
    await dan.slash("southern-cross move", move="a3-a2")
    board = await room.shows(dan, board, "Green enters on a3 and moves from a3 to a2.")
    board = await end_turn(room, dan, board, ada)

    # Blue fills its home tile and ends the turn on it. Two of the four dice, which roll by themselves, aren't higher.
    await act(ada, await ada.click(board, "Plan my turn"), "Base", "d5")
    board = await room.shows(ada, board, "N is full. If you end your turn now, a special round begins there.")
    room.house.foresee(match_of(board), 5, 4, 6, 1)
    asked = await ada.click(board, "End turn")
    assert asked.text == "You have 2 actions left. End your turn without them?"
    assert "### Your move" in (await ada.click(asked.message, "Back")).text
    asked = await ada.click(board, "End turn")
    composer = await ada.click(asked.message, "End turn")
    assert "**N is a constellation: a special round.**" in composer.text
    assert "🔵 Blue rolls **5, 4, 6 and 1**. 2 counters are lost." in composer.text
    assert "Blue loses 2 of 4 counters on N and chooses which." in composer.text
    assert not composer.message.has_button("Undo")  # type: ignore[union-attr]  # it has text
    board = await room.shows(ada, board, "2 counters are lost.")
    composer = await ada.click(board, "Choose")
    composer = await pick(ada, await pick(ada, composer, "d5"), "c5")
    assert "### Play this?\nBlue sends c5 and d5 home." in composer.text
    done = await ada.click(composer.message, "Confirm")
    assert "Played: 🔵 Blue sends c5 and d5 home." in done.text

    last = await room.board(dan, after=board)
    assert "🔵 Blue sends c5 and d5 home." in last.text
    assert "The turn limit (5) has been reached." in last.text
    assert "🏆 Green has won" in last.text
    lines = last.text.splitlines()
    standings = [line for line in lines if " on the board, " in line]
    assert [line.split(" · ")[0] for line in standings] == [
        "**1st** 🟢 green",
        "**2nd** 🔵 blue and 🔴 red",
        "**4th** 🟡 yellow",
    ]
    assert not last.has_button("End turn")
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben, caro, dan)


THROWN = position(
    ".GG.YY/GGGRR./.GBR../..BR../Y..R.Y/B...RB", options={"challenge": "throw"}, turn=2, to_move=1, actions_left=1
)


def next_throw(room: Room, board: Message) -> tuple[int, int]:
    """Where the bucket of the next throw stands, and the wind."""
    ((document,),) = room.house.rows("SELECT document FROM snapshots WHERE match_id = ?", match_of(board))
    throw = json.loads(document)["special"]["throws"][0]
    return throw["target"], throw["wind"]


def about(power: int) -> str:
    """The range from which this power is chosen."""
    first = power // 5 * 5
    return "100" if first == 100 else f"{first} to {first + 4}"


@pytest.mark.thorough
async def test_a_table_may_want_to_roll_its_dice_itself(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    table = await room.open_table(ada, ben, caro, dan, game=GAME, **{"auto-moves": False})
    assert "No automatic moves" in table.text
    await ada.click(table, "Start")
    board = await room.board(ada)
    alone = position("..BB../..BR../....../....../....../......", actions_left=0)
    board = await room.prepare(ada, board, alone)
    composer = await ada.click(board, "End turn")
    assert "Blue has 3 counters there, and each die must be higher than 3." in composer.text
    board = await room.shows(ada, board, "🔵 Blue to roll")
    room.house.foresee(match_of(board), 5, 4, 6)
    await ada.click(composer.message, "Roll 3 dice")
    board = await room.board(ben, after=board)
    assert board.mentions == (ben.name,)
    assert "🔵 Blue rolls **5, 4 and 6**. All stay." in board.text
    assert board.has_button("Roll one die")


@pytest.mark.slow
async def test_a_special_round_of_throws_is_called_in_order_and_decides_a_match(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board = await room.begin(ada, ben, caro, dan, game=GAME, challenge="throw")
    match = match_of(board)
    board = await room.prepare(ben, board, THROWN)
    assert "C is full" in board.text
    composer = await pick(ben, await ben.click(board, "Plan my turn"), "e1")
    assert "This choice ends your turn." in composer.text
    await pick(ben, composer, "e2")

    # Red has ended its turn and is the first to stand the challenge: in the same message, for it is called already.
    board = await room.shows(ben, board, "Special round on C: Red has 2 throws at the bucket left (medium).")
    target, wind = next_throw(room, board)
    assert str(target) in board.files[0].alt
    power = str(target - wind)
    composer = await pick(ben, await ben.click(board, "Throw"), about(target - wind - 1))
    composer = await pick(ben, composer, str(target - wind - 1))
    composer = await ben.click(composer.message, "+ 1")
    assert f"### Play this?\nRed throws with power {power}." in composer.text
    room.house.foresee(match, (31, 16))
    composer = await ben.click(composer.message, "Confirm")
    assert f"Red throws with power {power}, lands on {target} and hits the bucket at {target}!" in composer.text
    assert "one throw at the bucket left (medium)" in composer.text
    target, wind = next_throw(room, board)
    room.house.foresee(match, (31, 16))
    assert "Played: " in (await ben.slash("southern-cross move", move=f"throw {target - wind}")).text

    # Blue is called by a message of its own; all may read how Red has fared.
    board = await room.board(ada, after=board)
    assert board.mentions == (ada.name,)
    assert f"hits the bucket at {target}! All stay." in board.text
    assert "Blue has 2 throws at the bucket left (medium)." in board.text
    # Targets may be equal, so each throw is recognised by its unique effect.
    for scatter, words, outcome in ((31, "misses the bucket at", "misses"), (16, "One counter is lost.", "hits")):
        target, wind = next_throw(room, board)
        room.house.foresee(match, (31, scatter))
        await ada.slash("southern-cross move", move=str(target - wind))
        board = await room.shows(ada, board, words)
        assert f"{outcome} the bucket at {target}" in board.text
    assert "Blue loses one of 2 counters on C and chooses which." in board.text
    composer = await pick(ada, await ada.click(board, "Choose"), "c4")
    assert "Blue sends c4 home." in composer.text
    await ada.click(composer.message, "Confirm")

    last = await room.board(ben, after=board)
    assert "🏆 Red has won" in last.text
    assert f"<@{ben.id}>" in last.text.splitlines()[0]
    assert "🔵 Blue sends c4 home." in last.text
    assert "Red's six counters are together." in last.text
    places = re.findall(r"^\*\*(\d\w\w)\*\* \S+ (\w+)", last.text, re.MULTILINE)
    assert places == [("1st", "red"), ("2nd", "green"), ("3rd", "yellow"), ("4th", "blue")]
    assert last.mentions == ()
    await assert_nothing_is_left_to_play(ada, ben, caro, dan)


@pytest.mark.slow
async def test_any_of_a_team_acts_also_within_one_turn(
    rented_room: tuple[Room, AsyncExitStack], room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    eve, fay = await enter(rented_room, "Eve"), await enter(rented_room, "Fay")
    table = await room.open_table(ada, ben, caro, dan, game=GAME, **{"shared-seats": True})
    await eve.choose(table, "Choose a seat", "Blue")
    await fay.choose(table, "Choose a seat", "Red")
    await ada.click(table, "Start")
    board = await room.board(ada)
    assert set(board.mentions) == {ada.name, eve.name}

    of_ada, of_eve = await ada.click(board, "Plan my turn"), await eve.click(board, "Plan my turn")
    of_ada = await act(ada, of_ada, "Base", "c6")
    # Eve's choice is of the board before: it becomes that of the board now, and nothing is played.
    of_eve = await eve.click(of_eve.message, "1 · Base")
    assert of_eve.text.startswith("The position has changed. Here's your turn as it is now.")
    of_eve = await act(eve, of_eve, "Base", "c5")
    assert of_eve.text.startswith("🔵 Blue jumps from the base to c5.")
    # Now Ada's is, and each may take back what the other has done.
    assert "The position has changed." in (await ada.click(of_ada.message, "Undo")).text
    back = await ada.click(board, "Undo")
    assert back.text.startswith("Undone.")
    await eve.slash("southern-cross move", move="base-d6")
    board = await room.shows(ada, board, "Blue enters on c6 and enters on d6.")
    board = await end_turn(room, eve, board, ben, fay)
    assert rows_of(room, board) == [
        ("move", ada.id, "base-c6"), ("move", eve.id, "basexc5"), ("undo", ada.id, None), ("move", eve.id, "base-d6"),
        ("move", eve.id, "end"),
    ]  # fmt: skip
    assert "It's red's turn." in (await ada.slash("southern-cross move", move="end")).text


def rows_of(room: Room, board: Message) -> list[tuple[str, int, str | None]]:
    """What was decided, by whom, in the order of the log."""
    query = """SELECT kind, discord_id, move FROM events JOIN members ON members.id = member_id
        JOIN users ON users.id = members.user_id
        WHERE events.match_id = ? AND kind IN ('move', 'undo') ORDER BY number"""
    return [(kind, int(who), move) for kind, who, move in room.house.rows(query, match_of(board))]
