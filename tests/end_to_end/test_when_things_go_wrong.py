"""docs/when-things-go-wrong.md, row by row: each situation is provoked, and what a person reads then is compared.

The test of a row is named after it: `test_full_table` holds the row `full-table`. Those of refusals that are held
without Discord as well are in test_refusals.py and test_contest_refusals.py.
"""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.playground.server import Playground
from tests.databases import put_database
from tests.end_to_end import test_contest_refusals as contest_refusals
from tests.end_to_end import test_refusals as refusals
from tests.end_to_end.house import House
from tests.end_to_end.nursery import NURSERY
from tests.end_to_end.provoking import (
    failing,
    in_thread,
    locked,
    moves_of,
    two_players,
)
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import ROWS, Says, id_of
from tests.end_to_end.test_southern_cards import newest_match
from tests.messages import Message
from tests.store.test_unwritable import make_read_only
from tests.waiting import in_time

pytestmark = pytest.mark.thorough

CANNOT_START, CANNOT_REACH = 78, 75
# Run by a bot before it starts: it waits for its database, or for a board, only for a moment.
DATABASE_SOON = "from bot.store import Store; Store.open.__func__.__kwdefaults__['busy_seconds'] = 3.0"
WATCH_SOON = "WATCH_SECONDS = 2.4"  # as it is for everyone
# The database is a server that can't be reached while there is a file of this name.
AWAY = """
import pathlib
from contextlib import asynccontextmanager
from bot.store import Store
def lost(known):
    @asynccontextmanager
    async def use(store, *more):
        if pathlib.Path("away").exists():
            store._note(StoreBusy, ConnectionRefusedError("Connection refused"), writing=known is write)
            raise StoreBusy
        async with known(store, *more) as connection:
            yield connection
    return use
from bot.store import StoreBusy
read, write = Store.read, Store.write
Store.read, Store.write = lost(read), lost(write)
"""
BOARD_SOON = "import cogs.shared.boards.waiters; cogs.shared.boards.waiters.WAIT_FOR_BOARD = 1.0"

# Places, permissions and people


async def test_missing_permissions_at_start(room: Room, ada: Player, says: Says) -> None:
    for denied, named in (
        ("attach_files", "Attach Files"),
        ("send_messages", "Send Messages"),
        ("view_channel", "View Channel, Send Messages, Attach Files"),
    ):
        await room.house.control(permissions={"channel": str(room.channel), "deny": [denied]})
        answer = await ada.slash("cirondo start")
        assert answer.ephemeral
        assert says(answer.text)["permissions"] == named
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["create_public_threads"]})
    assert says((await ada.slash("cirondo start", thread=True)).text)["permissions"] == "Create Public Threads"
    await room.house.control(permissions={"channel": str(room.channel)})
    assert room.house.rows("SELECT 1 FROM matches WHERE channel_id = ?", room.channel) == []


async def test_thread_in_a_thread(room: Room, ada: Player, says: Says) -> None:
    await in_thread(room, ada)
    says((await ada.slash("cirondo start", thread=True)).text)


async def test_permission_taken_away(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(permissions={"channel": str(room.channel), "deny": ["attach_files"]})
    played = await ada.slash("cirondo move", move="B5-C5")
    said = says(await ada.wait_for_words(played, "It counts"))
    assert said["permissions"] == "Attach Files"
    assert moves_of(room, match_of(board)) == ["B5-C5"]

    await room.house.control(permissions={"channel": str(room.channel)})
    await ben.slash("cirondo board")
    new = await room.board(ben, after=board)
    assert "C5" in new.text
    await ben.wait_for(lambda message: message.id == board.id and not message.buttons)
    assert len(await room.boards()) == 2


async def test_channel_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    elsewhere = ada.channel = ben.channel = (await ada.channels())["general"]
    played = await ada.slash("cirondo move", move="B5-C5")
    says(await ada.wait_for_words(played, "is gone"))

    moved = await ben.slash("cirondo board")
    new = await room.board(ben, after=board, channel=elsewhere)
    assert str(new.id) in await ben.wait_for_words(moved, "[Go to the board]")
    await ben.slash("cirondo move", move="B20-C20")
    await room.board(ada, after=new, channel=elsewhere)


async def test_channel_deleted_after_resigning(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    board = await room.begin(ada, ben, caro, game="parcheesi", seats=3)
    await caro.click((await caro.slash("match resign")).message, "Resign")
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    caro.channel = (await caro.channels())["general"]
    says((await caro.slash("parcheesi board", match=str(match_of(board)))).text)


async def test_thread_closed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(archive={"thread": str(thread)})
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board, channel=thread)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))


async def test_thread_locked(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(archive={"thread": str(thread), "locked": True})
    ada.channel = ben.channel = room.channel
    played = await ada.slash("cirondo move", move="B5-C5", match=str(match_of(board)))
    assert says(await ada.wait_for_words(played, "is locked"))["channel"] == str(thread)
    await room.house.control(archive={"thread": str(thread), "archived": False, "locked": False})
    await ben.slash("cirondo board", match=str(match_of(board)))
    assert "from B5 to C5" in (await room.board(ben, after=board, channel=thread)).text


async def test_table_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await ada.slash("cirondo start")
    number = newest_match(room)
    table = await room.noted_table()
    room.refusals_allowed = True  # how the bot notices
    await room.house.control(delete_message=str(table))
    said = says((await ada.slash("cirondo board", match=str(number))).text)
    new = await ben.wait_for(lambda message: said["link"].endswith(f"/{message.id}"))
    assert new.id != table
    await ben.click(new, "Join")
    new = await ada.wait_for(lambda message: message.id == new.id and "Everyone is here" in message.text)
    await ada.click(new, "Start")
    assert match_of(await room.board(ada)) == number


async def test_table_whose_channel_is_deleted(room: Room, ada: Player, says: Says) -> None:
    await ada.slash("cirondo start")
    number = newest_match(room)
    await room.noted_table()
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(room.channel))
    ada.channel = (await ada.channels())["general"]
    says((await ada.slash("cirondo board", match=str(number))).text)


async def test_thread_deleted(room: Room, ada: Player, ben: Player, says: Says) -> None:
    thread = await in_thread(room, ada, ben)
    board = await room.begin(ada, ben, channel=thread)
    room.refusals_allowed = True
    await room.house.control(delete_channel=str(thread))
    ada.channel = ben.channel = room.channel
    played = await ada.slash("cirondo move", move="B5-C5")
    says(await ada.wait_for_words(played, "is gone"))
    await ada.slash("cirondo board")
    new = await room.board(ada)
    assert match_of(new) == match_of(board)
    assert "from B5 to C5" in new.text


async def test_player_left(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True  # how the bot learns of it
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    assert says(next(line for line in board.text.splitlines() if "left" in line))["colour"] == "Silver"

    await room.house.control(join=ben.name)
    await ben.slash("cirondo move", move="B20-C20")  # playing counts as being back
    board = await room.board(ada, after=board)
    assert "left this server" not in board.text


async def test_computer_takes_over(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    done = await ada.click(board, "Computer plays Silver")
    assert says(await ada.wait_for_words(done, "[Go to the board]"))["colour"] == "silver"
    board = await room.shows(ada, board, "Gold to move")
    assert "normal computer for" in board.text


async def stood_in_for(room: Room, ada: Player, ben: Player) -> Message:
    """A board of a match in which a computer plays for Ben."""
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    await ada.click(board, "Computer plays Silver")
    board = await room.shows(ada, board, "Gold to move")
    await room.house.control(join=ben.name)
    return board


async def test_back_again(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await stood_in_for(room, ada, ben)
    done = await ben.click(board, "I'm back")
    says(await ben.wait_for_words(done, "[Go to the board]"))
    await ada.slash("cirondo move", move="B6-C6")
    board = await ben.wait_for(lambda message: ben.name in message.mentions and "Silver to move" in message.text)
    assert "🤖" not in board.text
    assert not board.has_button("I'm back")


async def test_back_without_having_left(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await stood_in_for(room, ada, ben)
    says((await ada.click(board, "I'm back")).text)


async def test_computer_takes_over_too_late(room: Room, ada: Player, ben: Player, says: Says) -> None:
    match = match_of(await room.begin(ada, ben))
    late = await room.fake(("Computer plays Silver", f"b:{match}:2:take_over:1"))
    assert says((await ada.click(late, "Computer plays Silver")).text)["colour"] == "silver"


async def test_player_left_and_a_draw(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(leave=ben.name)
    await ada.slash("cirondo move", move="B5-C5")
    board = await room.board(ada, after=board)
    done = await ada.slash("match draw")
    last = await room.board(ada, after=board)
    says(await ada.wait_for_words(done, "[Go to the board]"))
    assert "a draw" in last.text or "called off" in last.text
    await room.house.control(join=ben.name)


# Discord and the bot themselves


async def test_answer_closed_too_early(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(delay={"match": f"POST /channels/{room.channel}/messages", "seconds": 0.5})
    played = await ada.slash("cirondo move", move="B5-C5")
    assert played.message is not None
    since = len(room.house.output)
    await ada.dismiss(played.message)
    await room.board(ada, after=board)
    await room.house.until(
        lambda: room.house.said("Couldn't link to the board", since=since), "noticing that it is closed"
    )
    assert not [message for message in await ada.messages() if message.ephemeral]


async def test_discord_fails_for_a_while(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing(f"POST /channels/{room.channel}/messages"))
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))
    assert len(await room.boards()) == 2


async def test_discord_loses_its_answer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing(f"POST /channels/{room.channel}/messages", after=True))
    played = await ada.slash("cirondo move", move="B5-C5")
    says(await ada.wait_for_words(played, "[Go to the board]"))
    assert len([found for found in await room.boards() if found.id > board.id]) == 1


@pytest.mark.slow
async def test_board_is_late(own_house: House, says: Says) -> None:
    async with two_players(own_house, BOARD_SOON) as (room, ada, ben):
        board = await room.begin(ada, ben)
        await room.house.control(delay={"match": f"POST /channels/{room.channel}/messages", "seconds": 2.0})
        played = await ada.slash("cirondo move", move="B5-C5")
        says(await ada.wait_for_words(played, "will follow"))
        await room.board(ada, after=board)


@pytest.mark.slow
async def test_discord_takes_no_answer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing("PATCH /webhooks", times=5))  # so often the library tries
    reference = says((await ada.click(board, "Move")).text)["reference"]
    assert room.house.said(f"Reference {reference}")
    assert "### Your move" in (await ada.click(board, "Move")).text


async def test_discord_takes_no_answer_to_a_move(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing("PATCH /webhooks", 0, 5))  # the connection breaks, again and again
    answer = await ada.slash("cirondo move", move="B5-C5")
    assert answer.message is not None
    shown = await ada.wait_for(lambda now: now.id == answer.message.id and "Reference" in now.text)  # type: ignore[union-attr]  # as above
    assert room.house.said(f"Reference {says(shown.text)['reference']}")
    assert moves_of(room, match_of(board)) == ["B5-C5"]
    await room.board(ben, after=board)


async def test_answer_is_lost(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    since = len(room.house.output)
    await room.house.control(**failing("PATCH /webhooks", 0))
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))
    said = [line for line in room.house.output[since:] if "WARNING" in line or "ERROR" in line]
    assert len(said) == 1
    assert "Discord didn't take an answer (ServerDisconnectedError). Sending it again" in said[0]


async def test_discord_takes_no_first_answer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing("POST /interactions", 0, 2))
    reference = says((await ada.slash("cirondo move", move="B5-C5")).text)["reference"]
    assert room.house.said(f"Reference {reference}")
    assert moves_of(room, match_of(board)) == []


async def test_rate_limited(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(**failing(f"POST /channels/{room.channel}/messages", 429, 2, retry_after=0.2))
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))
    assert len(await room.boards()) == 2


async def test_bot_is_slow(own_house: House, says: Says) -> None:
    async with two_players(own_house, WATCH_SOON) as (room, ada, ben):
        async with locked(room.house):
            answer = await ada.slash("cirondo start")
            assert answer.ephemeral
            says(answer.text)
        table = await ada.wait_for(lambda message: message.has_button("Join") and message.channel_id == room.channel)
        assert f"<@{ben.id}>" in (await ben.click(table, "Join")).text
        await ben.click(table, "Start")
        await room.board(ada)


async def test_database_is_busy(own_house: House, says: Says) -> None:
    async with two_players(own_house, DATABASE_SOON) as (room, ada, ben):
        board = await room.begin(ada, ben)
        await room.house.until_posted()
        async with locked(room.house):
            says((await ada.slash("cirondo move", move="B5-C5")).text)
        assert moves_of(room, match_of(board)) == []


@contextlib.asynccontextmanager
async def away(house: House) -> AsyncIterator[None]:
    """For a bot that began by `AWAY`, the database can't be reached."""
    await house.until_posted()
    flag = house.folder / "away"
    flag.touch()
    yield
    flag.unlink()


async def test_database_is_away(own_house: House, says: Says) -> None:
    async with two_players(own_house, AWAY) as (room, ada, ben):
        board = await room.begin(ada, ben)
        async with away(room.house):
            assert says((await ada.slash("cirondo move", move="B5-C5")).text)["asked"] == "`/cirondo move`"
            assert says((await ada.click(board, "Move")).text)["asked"] == "**Move**"
        assert moves_of(room, match_of(board)) == []
        await ada.slash("cirondo move", move="B5-C5")
        await room.board(ben, after=board)
        said = [line for line in room.house.output if "WARNING" in line or "ERROR" in line]
        assert len(said) == 2  # all the time it was away
        assert "can't be reached" in said[0]
        assert "answers again" in said[1]


async def test_database_is_away_for_a_list(own_house: House, says: Says) -> None:
    async with two_players(own_house, AWAY) as (room, ada, ben):
        await room.begin(ada, ben)
        async with away(room.house):
            for command, what in (
                ("match list", "your matches"),
                ("crux", "the home screen"),
                ("match show", "the match"),
                ("profile", "the profile"),
            ):
                assert says((await ada.slash(command)).text)["what"] == what
            async with room.house.session.get(f"{room.house.metrics_url}/metrics") as answer:
                assert answer.status == 200
                assert "crux_database_reachable 0.0" in await answer.text()
            async with room.house.session.get(f"{room.house.metrics_url}/healthz") as answer:
                assert (answer.status, await answer.text()) == (503, "The database can't be written.")


async def test_database_is_full(own_house: House, says: Says) -> None:
    full = "import bot.store.sqlite as store; store._prepare = lambda connection, _, prepare=store._prepare: ("
    full += "prepare(connection, _), connection.cursor().execute('PRAGMA max_page_count = 80'))"
    async with two_players(own_house, full) as (room, ada, ben):
        board = await room.begin(ada, ben)
        await room.house.until_posted()
        with contextlib.closing(sqlite3.connect(room.house.database, timeout=10)) as connection:
            connection.execute("CREATE TABLE ballast (weight BLOB)")
            connection.execute(
                "CREATE TRIGGER heavy AFTER INSERT ON events BEGIN INSERT INTO ballast VALUES (zeroblob(1000000)); END"
            )
            connection.commit()
        says((await ada.slash("cirondo move", move="B5-C5")).text)
        assert moves_of(room, match_of(board)) == []
        said = [line for line in room.house.output if "Can't write to the database" in line]
        assert len(said) == 1
        assert "full" in said[0]


async def test_bot_does_not_answer(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben)
    room.unanswered_allowed = room.refusals_allowed = True
    asked = len(ada.asked)
    await room.house.signal_bot(signal.SIGSTOP)
    try:
        asking = asyncio.create_task(ada.slash("cirondo move", move="B5-C5"))
        await room.house.until(lambda: len(ada.asked) > asked, "the asking")
        await room.house.control(expire={"interaction": max(ada.asked)})
        assert (await asking).failed
    finally:
        await room.house.signal_bot(signal.SIGCONT)
    answer = await ada.slash("cirondo move", move="B6-C6")
    assert "Played: Gold's moon moves from B6 to C6." in answer.text
    await room.board(ada, after=board)
    assert moves_of(room, match_of(board)) == ["B6-C6"]


async def test_connection_drops(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    before = len(room.house.output)
    await room.house.control(gateway="drop")
    await room.house.until(lambda: room.house.said("RESUMED", since=before), "resuming")
    await room.house.wait_for_bot()
    played = await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    says(await ada.wait_for_words(played, "[Go to the board]"))
    assert not room.house.said("commands to Discord", since=before)


async def test_unexpected_error(own_house: House, says: Says) -> None:
    fault = "from cogs.shared.commands import rule_pages; rule_pages.show_rules = lambda *_: 1 / 0"
    async with two_players(own_house, fault) as (room, ada, ben):
        board = await room.begin(ada, ben)
        reference = says((await ada.click(board, "Rules")).text)["reference"]
        (said,) = [line for line in room.house.output if f"Reference {reference}" in line]
        assert "(button rules_of)" in said
        assert "rule_pages.py" in said
        assert "ZeroDivisionError" in said


async def test_frozen_match(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.until(
        lambda: not room.house.rows("SELECT 1 FROM posts WHERE due_at IS NOT NULL"), "the posting of the board"
    )
    room.house.rows("UPDATE matches SET rules_version = 99 WHERE id = ?", match_of(board))
    reference = says((await ada.slash("cirondo move", move="B5-C5")).text)["reference"]
    assert says((await ada.click(board, "Move")).text)["reference"] == reference
    assert says((await ada.slash("cirondo board")).text)["reference"] == reference
    assert room.house.said(f"is frozen, reference {reference}")
    assert "frozen" in (await ada.slash("match list")).text
    assert f"match {match_of(board)}" in (await ada.slash("match show")).text
    # A version that knows these rules goes on with it.
    room.house.rows("UPDATE matches SET rules_version = 1 WHERE id = ?", match_of(board))
    assert "Played: " in (await ada.slash("cirondo move", move="B5-C5")).text


async def test_button_of_an_older_version(room: Room, ada: Player, says: Says) -> None:
    message = await room.fake(("A", "legacy:1"), ("B", "b:1:1:vanished:"), ("C", "b:x:1:move:"), ("D", "s"))
    for label in "ABCD":
        says(await ada.told(await ada.click(message, label)))


async def test_form_of_an_older_version(room: Room, ada: Player, says: Says) -> None:
    message = await room.fake(("Form", "legacy:form"))
    room.refusals_allowed = True  # the bot comes second with its answer to the click
    form = {
        "custom_id": "legacy:form",
        "title": "An old form",
        "components": [
            {"type": 1, "components": [{"type": 4, "custom_id": "text", "label": "Text", "style": 1, "required": True}]}
        ],
    }
    url = room.house.url
    await room.house.signal_bot(signal.SIGSTOP)
    try:
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/gateway") as gateway:
            await gateway.receive_json()
            await gateway.send_json({"op": 2, "d": {"token": "another", "intents": 1, "shard": [0, 1]}})
            while (await gateway.receive_json())["t"] != "GUILD_CREATE":
                pass
            click = asyncio.create_task(ada.click(message, "Form"))
            while (event := await gateway.receive_json())["t"] != "INTERACTION_CREATE":
                pass
            asked = event["d"]
            path = f"/interactions/{asked['id']}/{asked['token']}/callback"
            async with session.post(f"{url}/api/v10{path}", json={"type": 9, "data": form}) as answer:
                assert answer.status < 300, await answer.text()
            opened = await click
    finally:
        await room.house.signal_bot(signal.SIGCONT)
    assert opened.modal is not None
    says((await ada.submit(opened.modal, {"Text": "B5-C5"})).text)


async def test_command_of_an_older_version(room: Room, ada: Player, says: Says) -> None:
    bot = (await ada.state())["bot"]["id"]
    path = f"/applications/{bot}/commands"
    commands = await room.house.as_the_bot("GET", path)

    def body(command: dict[str, Any]) -> dict[str, Any]:
        kept = ("name", "description", "type", "options", "contexts", "integration_types", "nsfw")
        return {key: command[key] for key in kept if command.get(key) is not None}

    older = [body(command) for command in commands]
    cirondo = next(command for command in older if command["name"] == "cirondo")
    gone = {"type": 1, "name": "shuffle", "description": "A command that is no more"}
    cirondo["options"] = [*cirondo["options"], gone]
    try:
        await room.house.as_the_bot("PUT", path, older)
        says((await ada.slash("cirondo shuffle")).text)
    finally:
        await room.house.as_the_bot("PUT", path, [body(command) for command in commands])


# Operators


async def run(
    folder: Path, *words: str, env: str | None = None, code: int = CANNOT_START, first: str = "", **settings: str
) -> str:
    """What `python -m bot` says before it stops with this exit code. `first` is Python that it runs before."""
    if env is not None:
        (folder / ".env").write_text(env, encoding="utf-8")
    house = House(folder)
    environment = {**house.environment, "DATABASE_URL": "", **settings}
    process = await NURSERY.bear(*words, folder=folder, environment=environment, first=first)
    text = (await in_time(process.stdout.read())).decode()
    assert await process.wait() == code, text
    assert "Traceback" not in text
    return "\n".join(line for line in text.splitlines() if "INFO" not in line)


async def test_env_file_broken(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, env="LOG_LEVEL=INFO\nthis is no setting\n")) == {"number": "2"}


@pytest.mark.slow
async def test_env_file_with_an_unknown_setting(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, env="COLOUR_OF_THE_SKY=black\n")) == {"name": "COLOUR_OF_THE_SKY"}


@pytest.mark.slow
async def test_setting_with_a_wrong_value(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, PLAYGROUND_PORT="far away"))["name"] == "PLAYGROUND_PORT"


async def test_wrong_token(tmp_path: Path, says: Says) -> None:
    async with Playground(token="the right one") as playground:  # noqa: S106 - no secret: this playground's own
        says(await run(tmp_path, "join", playground.url))


@pytest.mark.slow
async def test_database_unreadable(tmp_path: Path, says: Says) -> None:
    (tmp_path / "crux.db").write_text("This is a shopping list. " * 500)
    address = f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"
    says(await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL=address))


async def test_database_read_only(tmp_path: Path, says: Says) -> None:
    put_database(tmp_path / "crux.db")
    make_read_only(tmp_path / "crux.db")
    address = f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"
    logged, said = (await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL=address)).splitlines()
    says(said)
    assert "attempt to write a readonly database" in logged


@pytest.mark.slow
async def test_database_of_another_kind(tmp_path: Path, says: Says) -> None:
    says(await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL="mysql://localhost/crux"))


@pytest.mark.slow
async def test_sentry_without_its_package(tmp_path: Path, says: Says) -> None:
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError", encoding="utf-8")  # in the folder it starts in
    says(await run(tmp_path, "join", "http://127.0.0.1:9", SENTRY_DSN="https://key@localhost/1"))


NO_PATIENCE = "from bot.store import migrate; migrate.WAIT_SECONDS, migrate.SAID_EVERY = 2.0, 0.2"


async def test_database_locked(tmp_path: Path, says: Says) -> None:
    file = tmp_path / "crux.db"
    put_database(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        address = f"sqlite+aiosqlite:///{file}"
        code, nowhere = CANNOT_REACH, "http://127.0.0.1:9"
        text = await run(tmp_path, "join", nowhere, code=code, first=NO_PATIENCE, DATABASE_URL=address)
    *logged, said = text.splitlines()
    says(said)
    assert "is locked by another program. Trying again for another" in logged[0]


@pytest.mark.slow
async def test_disk_full(tmp_path: Path, says: Says) -> None:
    put_database(tmp_path / "crux.db")
    full = "import errno; from pathlib import Path\ndef full(*_, **__): raise OSError(errno.ENOSPC, 'No space')\n"
    first = f"{full}Path.touch = full"
    address = f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"
    text = await run(tmp_path, "join", "http://127.0.0.1:9", first=first, DATABASE_URL=address)
    says(text.splitlines()[-1])


async def discord_answers(tmp_path: Path, status: int, code: int) -> str:
    async with Playground() as playground:
        playground.web.controls.use({"fail": {"match": "/commands", "status": status, "times": 99}})
        text = await run(tmp_path, "join", playground.url, code=code)
    return text.splitlines()[-1]


@pytest.mark.slow
async def test_discord_refuses_the_start(tmp_path: Path, says: Says) -> None:
    said = says(await discord_answers(tmp_path, 403, CANNOT_START))["said"]
    assert said == "403 Forbidden (error code: 0): 403: Forbidden"


@pytest.mark.slow
async def test_discord_is_down_at_the_start(tmp_path: Path, says: Says) -> None:
    assert "503 Service Unavailable" in says(await discord_answers(tmp_path, 503, CANNOT_REACH))["said"]


async def test_proxy_unreadable(tmp_path: Path, says: Says) -> None:
    says(await run(tmp_path, DISCORD_TOKEN="none", HTTPS_PROXY="socks5://127.0.0.1:9"))  # noqa: S106 - no secret


async def test_playground_runs_already(tmp_path: Path, house: House, says: Says) -> None:
    said = says(await run(tmp_path, PLAYGROUND_PORT=str(house.port)))
    assert int(said["process"]) == house.playground_process


async def test_playground_folder_unwritable(tmp_path: Path, says: Says) -> None:
    (tmp_path / "data").touch()
    says(await run(tmp_path, "playground", "--port", "0", "--data", str(tmp_path / "data" / "discord.db")))


# The page itself


def test_every_row_of_the_page_has_its_test_and_every_test_its_row() -> None:
    own = {"test_every_row_of_the_page_has_its_test_and_every_test_its_row", "test_no_cell_of_the_page_is_empty"}
    names = (*globals(), *vars(refusals), *vars(contest_refusals))
    tested = {id_of(name) for name in names if name.startswith("test_") and name not in own}
    assert tested == set(ROWS)


def test_no_cell_of_the_page_is_empty() -> None:
    assert all(all(row) for row in ROWS.values())
