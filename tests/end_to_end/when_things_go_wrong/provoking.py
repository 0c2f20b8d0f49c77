"""What the tests of docs/when-things-go-wrong.md do to provoke its situations."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator

from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, rented
from tests.messages import Answer, Message
from tests.waiting import TEST_TIMEOUT

OPERATOR = "Ada"  # the first person of a playground owns the application


@contextlib.asynccontextmanager
async def locked(house: House) -> AsyncIterator[None]:
    """Keep the bot from writing, as a backup or another process may."""
    with contextlib.closing(sqlite3.connect(house.database, isolation_level=None, timeout=TEST_TIMEOUT)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextlib.asynccontextmanager
async def two_players(house: House, first: str) -> AsyncIterator[tuple[Room, Player, Player]]:
    """Two people in a house whose bot runs this Python before anything of its own."""
    await house.start_playground()
    await house.start_bot(first=first)
    async with rented(house) as rent:
        yield rent[0], await enter(rent, "Ada"), await enter(rent, "Ben")


def failing(path: str, status: int = 503, times: int = 1, **more: object) -> dict[str, object]:
    """A switch of the playground: this many requests are answered like that."""
    return {"fail": {"match": path, "status": status, "times": times, **more}}


async def both(
    room: Room, player: Player, other: Player, table: Message, button: str = "Join", **chosen: str
) -> list[Answer]:
    """Two people press the same before either sees what the other did."""
    await room.house.control(delay={"match": "PATCH /webhooks", "seconds": 0.4, "times": 2})
    if chosen:
        return await asyncio.gather(*(one.choose(table, "Choose a seat", chosen["seat"]) for one in (player, other)))
    return await asyncio.gather(*(one.click(table, button) for one in (player, other)))


async def stale_board(room: Room, ada: Player, ben: Player) -> tuple[Message, Message]:
    """A board that kept its buttons although a newer one is there, and the newer one."""
    old = await room.begin(ada, ben)
    room.refusals_allowed = True
    await room.house.control(**failing(f"PATCH /channels/{room.channel}/messages/{old.id}", 403))
    await ada.slash("cirondo move", move="B5-C5")
    return old, await room.board(ada, after=old)


async def refusal(*asked: Player | list[Answer]) -> str:
    """Of several simultaneous clicks, what the late ones were told: people, each with their answers."""
    waiting = [
        asyncio.create_task(player.told(answer))
        for player, answers in zip(asked[::2], asked[1::2], strict=True)
        if isinstance(player, Player) and isinstance(answers, list)
        for answer in answers
    ]
    told, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return told.pop().result()


async def in_thread(room: Room, *players: Player) -> int:
    made = await room.house.as_the_bot(
        "POST", f"/channels/{room.channel}/threads", {"name": "Stars", "type": 11, "auto_archive_duration": 60}
    )
    thread = int(made["id"])
    for player in players:
        player.channel = thread
    return thread


async def begin_and_resign(room: Room, *players: Player) -> Message:
    """The last board of a match in which one move was played."""
    await room.begin(*players)
    await players[0].slash("cirondo move", move="B5-C5")
    await players[1].slash("match resign")
    question = await players[1].wait_for(lambda message: message.ephemeral and message.has_button("Resign"))
    await players[1].click(question, "Resign")
    return await players[0].wait_for(lambda message: message.has_button("Replay"))
