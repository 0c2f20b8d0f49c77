"""Processes that play moves until they are killed: `python -m tests.match.mortal ADDRESS`.

Each line of standard input is one life: a JSON object with `seed` of its choices, `number` of its first interaction,
and `again`, the interaction that the life before was not heard about any more, or null. `worst` says what happens at
the worst place, if anything. A life is a process of its own, forked from this one so that it begins immediately. It
writes what it's about to do before it does it, and what it has done, or that it was refused, as soon as it's told so:
lines of JSON. `away` says that the server is. When it is dead `{"dead": true}` follows.
"""

import asyncio
import json
import logging
import os
import random
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Busy, Match, Matches, Refusal, Status
from bot.match.decisions import turns
from bot.match.values.errors import Unsure
from bot.rules import GAMES as REAL_GAMES
from bot.rules import IllegalMove
from bot.rules.api import Game
from bot.store import Store, StoreBusy, postgresql
from tests.databases import quick_databases
from tests.match import toy
from tests.match.conftest import HERE
from tests.postgresql import is_server

GAMES: dict[str, Game[Any]] = {**toy.GAMES, **REAL_GAMES}

PAUSE = 0.02  # seconds between two tries while the server is away

Ask = dict[str, Any]


def say(**what: Any) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


async def live(address: str, seed: int, number: int, again: Ask | None, worst: dict[str, Any] | None = None) -> None:
    """Play on in any of the running matches, for the player to move, for as long as this process lasts."""
    choices = random.Random(seed)
    say(alive=os.getpid())
    async with await Store.open(address) as store:
        if worst is not None:
            expect(**worst)
        matches = Matches(store, games=GAMES)
        if again is not None:
            await act(matches, again)
        running: list[Match] = []
        while True:
            while not running:
                running = await all_running(matches)
            place = choices.randrange(len(running))
            match = await act(matches, chosen(choices, running[place], number))
            if match is not None and match.status is Status.RUNNING:
                running[place] = match
            else:
                running = []  # others have played there, or the next one of a series may have begun
            number += 1


def expect(place: str, times: int, victim: int | None) -> None:
    """Let this happen `before`, `during` or `after` a commit: a process dies, or without `victim` the connection."""
    known, left = AsyncConnection.commit, times

    async def commit(connection: AsyncConnection) -> None:
        nonlocal left
        left -= 1
        if left != 0:
            await known(connection)
            return
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None

        def strike() -> None:
            if victim is None:
                raw.terminate()
            elif victim == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            elif is_server(victim):
                os.kill(victim, signal.SIGKILL)

        if place == "before":
            strike()
        committing = asyncio.create_task(known(connection))
        if place == "during":
            await asyncio.sleep(0)  # COMMIT is on its way
            strike()
        await committing
        if place == "after":
            strike()

    AsyncConnection.commit = commit  # type: ignore[method-assign, assignment]  # in this process alone


async def all_running(matches: Matches) -> list[Match]:
    """None if the database is lost just now."""
    with suppress(StoreBusy):
        return await matches.lists.in_channel(HERE.channel_id, statuses=(Status.RUNNING,))
    say(away=True)
    await asyncio.sleep(PAUSE)
    return []


def chosen(choices: random.Random, match: Match, number: int) -> Ask:
    assert match.state is not None
    people = match.to_move_people()
    return {
        "match": match.id,
        "by": people[0] if people else None,
        "move": match.state.notate(choices.choice(match.state.legal())),
        "seen": match.version,
        "interaction": number if people else None,
    }


async def act(matches: Matches, ask: Ask) -> Match | None:
    say(ask=ask)
    try:
        if ask["by"] is None:
            match = await matches.act(ask["match"], turns.play_computer(ask["move"], seen_version=ask["seen"]))
        else:
            match = await matches.act(ask["match"], turns.play(ask["by"], ask["move"]), interaction=ask["interaction"])
    except Unsure:
        say(unsure=ask)
    except (Refusal, IllegalMove) as refusal:
        say(refused=ask, why=type(refusal).__name__)
        if isinstance(refusal, Busy):
            await asyncio.sleep(PAUSE)
    else:
        say(done=ask)
        return match
    return None


async def practise(address: str) -> None:
    """Do once what every life begins with, so that it takes each of them less time."""
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        for match in await all_running(matches):
            await matches.get(match.id)


def main(address: str) -> None:
    postgresql.TRIES, postgresql.PAUSE = 1000, PAUSE
    logging.disable(logging.WARNING)
    with quick_databases():
        asyncio.run(practise(address))
        for line in sys.stdin:
            life = os.fork()
            if life == 0:
                try:
                    asyncio.run(live(address, **json.loads(line)))
                except BaseException:
                    say(fault=traceback.format_exc())
                finally:
                    os._exit(1)
            os.waitpid(life, 0)
            say(dead=True)


if __name__ == "__main__":
    main(sys.argv[1])
