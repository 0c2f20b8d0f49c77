"""Processes that play moves until they are killed: `python -m tests.match.mortal ADDRESS`.

Each line of standard input is one life: a JSON object with `seed` of its choices, `number` of its first interaction,
and `again`, the interaction that the life before was not heard about any more, or null. A life is a process of its own,
forked from this one so that it begins immediately. It writes what it's about to do before it does it, and what it has
done as soon as it's told so: lines of JSON. When it is dead `{"dead": true}` follows.
"""

import asyncio
import json
import os
import random
import sys
from typing import Any

from bot.match import Match, Matches, Status
from bot.match.decisions import turns
from bot.rules import GAMES as REAL_GAMES
from bot.rules.api import Game
from bot.store import Store
from tests.databases import quick_databases
from tests.match import toy
from tests.match.conftest import HERE

GAMES: dict[str, Game[Any]] = {**toy.GAMES, **REAL_GAMES}

Ask = dict[str, Any]


def say(**what: Any) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


async def live(address: str, seed: int, number: int, again: Ask | None) -> None:
    """Play on in any of the running matches, for the player to move, for as long as this process lasts."""
    choices = random.Random(seed)
    say(alive=os.getpid())
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        if again is not None:
            await act(matches, again)
        running = await all_running(matches)
        while True:
            place = choices.randrange(len(running))
            match = await act(matches, chosen(choices, running[place], number))
            if match.status is Status.RUNNING:
                running[place] = match
            else:
                running = await all_running(matches)  # the next one of a series may have begun
            number += 1


async def all_running(matches: Matches) -> list[Match]:
    return await matches.lists.in_channel(HERE.channel_id, statuses=(Status.RUNNING,))


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


async def act(matches: Matches, ask: Ask) -> Match:
    say(ask=ask)
    if ask["by"] is None:
        match = await matches.act(ask["match"], turns.play_computer(ask["move"], seen_version=ask["seen"]))
    else:
        match = await matches.act(ask["match"], turns.play(ask["by"], ask["move"]), interaction=ask["interaction"])
    say(done=ask)
    return match


async def practise(address: str) -> None:
    """Do once what every life begins with, so that it takes each of them less time."""
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        for match in await all_running(matches):
            await matches.get(match.id)


def main(address: str) -> None:
    with quick_databases():
        asyncio.run(practise(address))
        for line in sys.stdin:
            life = os.fork()
            if life == 0:
                try:
                    asyncio.run(live(address, **json.loads(line)))
                finally:
                    os._exit(1)
            os.waitpid(life, 0)
            say(dead=True)


if __name__ == "__main__":
    main(sys.argv[1])
