"""Trouble with Discord, with the database, and with the bot itself."""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.provoking import (
    failing,
    locked,
    two_players,
)

pytestmark = pytest.mark.thorough

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
    assert room.house.moves_of(match_of(board)) == ["B5-C5"]
    await room.board(ben, after=board)


async def test_answer_is_lost(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    since = len(room.house.output)
    await room.house.control(**failing("PATCH /webhooks", 0))
    played = await ada.slash("cirondo move", move="B5-C5")
    new = await room.board(ada, after=board)
    assert says(await ada.wait_for_words(played, "[Go to the board]"))["link"].endswith(str(new.id))
    said = room.house.warnings(since=since)
    assert len(said) == 1
    assert "Discord didn't take an answer (ServerDisconnectedError). Sending it again" in said[0]


async def test_discord_takes_no_first_answer(room: Room, ada: Player, ben: Player, says: Says) -> None:
    board = await room.begin(ada, ben)
    await room.house.control(**failing("POST /interactions", 0, 2))
    reference = says((await ada.slash("cirondo move", move="B5-C5")).text)["reference"]
    assert room.house.said(f"Reference {reference}")
    assert room.house.moves_of(match_of(board)) == []


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
        assert room.house.moves_of(match_of(board)) == []


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
        assert room.house.moves_of(match_of(board)) == []
        await ada.slash("cirondo move", move="B5-C5")
        await room.board(ben, after=board)
        said = room.house.warnings()
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
        assert room.house.moves_of(match_of(board)) == []
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
    assert room.house.moves_of(match_of(board)) == ["B6-C6"]


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
