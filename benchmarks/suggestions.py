"""What a keystroke costs the bot when a person with 111 running matches types.

The figure is the CPU time of the whole process, including the database's threads: for a move, with and without some of
its letters, for the number of a match, and for a word that is in no suggestion. The yardstick is a random game of
python-chess, played alternately with the keystrokes; the figure to look at is how many of its plies a keystroke costs.
"""

import asyncio
import os
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any

from benchmarks.many_matches import PLACE, PLAYERS, address, begun, one_turn
from benchmarks.rules import python_chess
from bot.match import Limits, Matches
from bot.store import Store
from cogs.cirondo import Cirondo
from cogs.shared.choosing.match_lookup import match_choices
from cogs.shared.choosing.typed_moves import suggested_moves

MATCHES, TURNS = 111, 12
ROUNDS = 15

Keystroke = Callable[[], Awaitable[Any]]


class Client:
    """What suggestions need of the bot."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    async def fetch_user(self, user: int) -> Any:
        return SimpleNamespace(id=user, display_name="Ben")


def asking(matches: Matches) -> Any:
    """All of an interaction that suggestions look at."""
    return SimpleNamespace(
        client=Client(matches),
        command=None,
        user=SimpleNamespace(id=PLAYERS[0], display_name="Ada"),
        guild_id=PLACE.guild_id,
        channel_id=PLACE.channel_id,
        namespace=SimpleNamespace(match=None),
    )


async def measured(folder: Path) -> None:
    luck = random.Random(7)
    async with await Store.open(address(folder / "many.db")) as store:
        matches = Matches(store, limits=Limits(matches_per_person=MATCHES))
        numbers = []
        for number in range(MATCHES):
            match = await begun(matches)
            numbers.append(match.id)
            for turn in range(TURNS + number % 2):
                match = await one_turn(matches, match, luck, interaction=number * 100 + turn)
        asks = asking(matches)
        cog: Any = Cirondo.__new__(Cirondo)
        cog.bot = asks.client
        keystrokes: dict[str, Keystroke] = {
            "a move, nothing typed": lambda: suggested_moves(cog, asks, ""),
            "a move, one letter": lambda: suggested_moves(cog, asks, "b"),
            "a match, nothing typed": lambda: match_choices(asks, None, ""),
            "a match, its number": lambda: match_choices(asks, None, str(numbers[0])),
            "a match, a word": lambda: match_choices(asks, None, "nobody"),
        }
        took: dict[str, list[float]] = {name: [] for name in keystrokes}
        plies: list[float] = []
        for _ in range(ROUNDS):
            began = process_time()
            count = python_chess(luck)
            plies.append((process_time() - began) / count)
            for name, keystroke in keystrokes.items():
                began = process_time()
                await keystroke()
                took[name].append(process_time() - began)
    ply = median(plies)
    for name, seconds in took.items():
        one = median(seconds)
        print(f"  {name:24} {1000 * one:6.1f} ms, as much as {one / ply:6.0f} plies of chess")
    print(f"  load of the machine {os.getloadavg()[0]:.1f}")


def main() -> None:
    print(f"a keystroke of somebody with {MATCHES} running matches (processor time, medians of {ROUNDS})")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
