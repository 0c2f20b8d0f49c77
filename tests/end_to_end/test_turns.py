"""Turns of several decisions: one message for all of them, and taking back, whatever happens meanwhile."""

import pytest

from tests.end_to_end.house import House
from tests.end_to_end.parcheesi import choose, roll
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.messages import Answer, Message

pytestmark = pytest.mark.thorough

# Between a message's being there and the bot's noting and telling it: what people do meanwhile, machines under load do.
SLOW_TO_NOTE = """
import asyncio
from bot.match.parts.outbox import Outbox
note_posted = Outbox.note_posted
async def note_slowly(*these, **named):
    await asyncio.sleep(0.5)
    await note_posted(*these, **named)
    await asyncio.sleep(0.5)
Outbox.note_posted = note_slowly
"""


async def typed(room: Room, player: Player, board: Message, move: str, words: str) -> Message:
    """An action of Southern Cross, typed; the same message, which now shows it."""
    await player.slash("southern-cross move", move=move)
    return await room.shows(player, board, words)


async def four(room: Room, *players: Player) -> Message:
    """The first board of a match of Southern Cross."""
    return await room.begin(*players, game="southern-cross")


def posts_since(log: dict[str, list[dict[str, object]]], method: str, path: str) -> list[dict[str, object]]:
    return [one for one in log["requests"] if one["method"] == method and str(one["path"]).startswith(path)]


async def test_a_turn_has_one_message_and_the_next_player_is_called_by_another(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    first = await four(room, ada, ben, caro, dan)
    await room.house.until_posted()
    for move, words in (("base-c6", "enters on c6"), ("basexc5", "from the base to c5"), ("c5-b5", "from c5 to b5")):
        first = await typed(room, ada, first, move, words)
    assert first.edited
    assert "🔵 Blue enters on c6, jumps from the base to c5 and moves from c5 to b5." in first.text
    assert "c6" in first.files[0].alt
    assert [board.id for board in await room.boards()] == [first.id]
    # An edit calls nobody, and nothing else was posted.
    place = f"/channels/{room.channel}/messages"
    log = await room.house.log()
    edits = posts_since(log, "PATCH", f"{place}/{first.id}")
    assert len(edits) == 3
    assert all(edit["body"]["allowed_mentions"] == {"parse": []} for edit in edits)  # type: ignore[index]  # a message
    assert len(posts_since(log, "POST", place)) == 1

    await ada.click(first, "End turn")
    second = await room.board(ben, after=first)
    assert second.mentions == (ben.name,)
    old = await ada.wait_for(lambda message: message.id == first.id and not message.buttons)
    assert "🔵 Blue enters on c6, jumps from the base to c5 and moves from c5 to b5." in old.text
    assert len(old.files) == 1
    assert [board.id for board in await room.boards()] == [first.id, second.id]


async def test_buttons_may_be_pressed_before_the_bot_has_noted_their_message(own_house: House) -> None:
    await own_house.start_playground()
    await own_house.start_bot(first=SLOW_TO_NOTE)
    async with rented(own_house) as rent:
        room = rent[0]
        ada, ben, caro, dan = [await enter(rent, name) for name in ("Ada", "Ben", "Caro", "Dan")]
        board = await four(room, ada, ben, caro, dan)
        await ada.slash("southern-cross move", move="base-c6")
        board = await room.shows(ada, board, "Blue enters on c6.")
        assert [found.id for found in await room.boards()] == [board.id]
        # A player who asks for a board just now is led to the new one.
        await own_house.until_posted()
        asked = await ben.slash("southern-cross board")
        new = await room.board(ben, after=board)
        assert str(new.id) in await ben.wait_for_words(asked, "[Go to the board]")


async def test_a_board_that_is_deleted_or_asked_for_within_a_turn_is_followed_by_a_fresh_one(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    first = await four(room, ada, ben, caro, dan)
    await typed(room, ada, first, "base-c6", "Blue enters on c6.")
    await room.house.until_posted()
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(delete_message=str(first.id))
    await ada.slash("southern-cross move", move="basexc5")
    second = await room.board(ada, after=first)
    assert "🔵 Blue enters on c6 and jumps from the base to c5." in second.text
    assert [board.id for board in await room.boards()] == [second.id]

    # A player who asks for the board gets a new one, which goes on in place of the older one.
    await room.house.until_posted()
    await ben.slash("southern-cross board")
    third = await room.board(ada, after=second)
    assert third.text == second.text
    await ada.wait_for(lambda message: message.id == second.id and not message.buttons)
    await ada.click(third, "Undo")
    third = await room.shows(ada, third, "Blue undoes the last decision.")
    assert "Blue enters on c6." in third.text
    assert [board.id for board in await room.boards()] == [second.id, third.id]
    await ada.click((await ada.click(third, "End turn")).message, "End turn")
    assert (await room.board(ben, after=third)).mentions == (ben.name,)


async def test_an_edit_that_discord_refuses_for_a_while_is_made_later(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board = await four(room, ada, ben, caro, dan)
    edit = f"PATCH /channels/{room.channel}/messages/{board.id}"
    room.refusals_allowed = True
    await room.house.control(fail={"match": edit, "status": 429, "times": 1, "retry_after": 0.2})
    await typed(room, ada, board, "base-c6", "Blue enters on c6.")
    await room.house.control(fail={"match": edit, "status": 500, "times": 1})
    await typed(room, ada, board, "basexc5", "jumps from the base to c5")
    # It fails for longer: the next decision shows what is missing, and nothing of it is shown twice.
    since = len(room.house.output)
    await room.house.control(fail={"match": edit, "status": 503, "times": 1})
    await ada.slash("southern-cross move", move="c5-b5")
    await room.house.until(lambda: room.house.said("Retrying post", since=since), "an edit that fails")
    await ada.slash("southern-cross move", move="end")
    after = await room.board(ben, after=board)
    assert "🔵 Blue enters on c6, jumps from the base to c5 and moves from c5 to b5." in after.text
    assert [found.id for found in await room.boards()] == [board.id, after.id]
    await ada.wait_for(lambda message: message.id == board.id and not message.buttons)


async def test_a_turn_goes_on_in_a_thread_that_closes_and_without_the_one_that_is_deleted(
    room: Room, ada: Player, ben: Player
) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", thread=True)
    await ada.click(table, "Start")
    await ada.wait_for(lambda message: message.id == table.id == message.thread_id)
    thread = ada.channel = table.id
    board = await room.board(ada, channel=thread)
    room.refusals_allowed = True  # how the bot notices
    await roll(room, ada, board, 5, 5)
    await room.shows(ada, board, "brings a pawn out on t5")
    await room.house.until_posted()
    await room.house.control(archive={"thread": str(thread)})
    played = await ada.slash("parcheesi move", move="t5+5")
    assert "Played: 🔴 Red moves from t5 to t10" in played.text
    assert "[Go to the board]" in await ada.wait_for_words(played, "[Go to the board]")
    board = (await room.boards(thread))[-1]
    assert "t5 → t10" in board.text
    assert board.has_button("Roll again")

    await roll(room, ada, board, 1, 2)
    await room.shows(ada, board, "Red rolls **1 and 2**.")
    await room.house.until_posted()
    ada.channel = room.channel
    await room.house.control(delete_channel=str(thread))
    played = await ada.slash("parcheesi move", move="t10+1")
    above = await room.board(ada)
    assert "t10 → t11" in above.text
    assert match_of(above) == match_of(board)
    # The boards that are gone with the thread are given up at last.
    left = "SELECT 1 FROM posts WHERE match_id = ? AND thread_id = ? AND posted_at IS NOT NULL AND stripped_at IS NULL"
    await room.house.until(lambda: not room.house.rows(left, match_of(board), thread), "giving up older boards")


async def test_decisions_are_taken_back_one_by_one_to_the_beginning_of_the_turn(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    board = await four(room, ada, ben, caro, dan)
    begun = board.text
    assert not board.has_button("Undo")
    for move, words in (
        ("base-c6", "enters on c6"),
        ("basexc5", "jumps from the base to c5"),
        ("base-d6", "enters on d6"),
    ):
        board = await typed(room, ada, board, move, words)

    # From the board, then on in the private message that this has opened.
    back = await ada.click(board, "Undo")
    assert back.ephemeral
    assert back.text.startswith("Undone.\n### Your move")
    board = await room.shows(
        ada, board, "🔵 Blue enters on c6 and jumps from the base to c5.\nBlue undoes the last decision."
    )
    again = await ada.click(back.message, "Undo")
    assert again.edited
    again = await ada.click(again.message, "Undo")
    assert again.text.startswith("Undone.")
    assert not again.message.has_button("Undo")  # type: ignore[union-attr]  # it has text
    undone = begun.replace("The match begins.", "Blue undoes the last decision.")
    board = await room.shows(ada, board, undone)
    assert board.text == undone
    assert not board.has_button("Undo")
    assert [found.id for found in await room.boards()] == [board.id]

    # After the end of the turn nobody can, neither on a board nor in the private message, of which there is one.
    board = await typed(room, ada, board, "base-d6", "Blue enters on d6.")
    open_composer = await ada.click(board, "Plan my turn")
    assert open_composer.message is not None
    assert open_composer.message.has_button("Undo")
    ended = await ada.click((await ada.click(board, "End turn")).message, "End turn")
    assert ended.text.startswith("You ended your turn.")
    await ada.until_gone(open_composer.message)
    new = await room.board(ben, after=board)
    assert not new.has_button("Undo")
    assert kinds(room, board) == ["move"] * 3 + ["undo"] * 3 + ["move"] * 2


async def test_a_roll_is_never_taken_back(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, game="parcheesi")
    composer = await roll(room, ada, board, 5, 5)
    board = await room.shows(ada, board, "brings a pawn out on t5")
    assert not board.has_button("Undo")  # the first five was played by itself, right after the roll
    assert not has(composer, "Undo")
    composer = await choose(ada, composer, "t5 → t10")
    assert has(composer, "Undo")
    before = await ada.click(composer.message, "Undo")
    await room.shows(ada, board, "Red undoes the last decision.")  # or else the board before that might be taken
    composer = await choose(ada, before, "t5 → t10")
    kept = await room.shows(ada, board, "A double: Red rolls again.")
    stale = await room.fake(*((button.label, button.custom_id or "") for button in kept.buttons[:2]))
    composer = await roll(room, ada, kept, 1, 2)
    assert not has(composer, "Undo")
    for label in ("Undo", "Roll again"):
        assert "out of date" in await ada.told(await ada.click(stale, label))
    assert kinds(room, board) == ["move"] * 3 + ["undo"] + ["move"] * 2


def has(composer: Answer, label: str) -> bool:
    assert composer.message is not None
    return composer.message.has_button(label)


def kinds(room: Room, board: Message) -> list[str]:
    """What was done in the match since it began."""
    query = "SELECT kind FROM events WHERE match_id = ? AND kind IN ('move', 'undo') ORDER BY number"
    return [kind for (kind,) in room.house.rows(query, match_of(board))]
