"""What ten thousand waiting matches cost: the bot's start, and the memory it takes.

The bot starts on the playground as a process of its own, in turns with an empty database and with one in which ten
thousand matches go on whose players are thinking. What counts is the time from its start until it says that it is
ready; the figure to look at is how much longer that takes with the matches, which should be under 2 s. Its memory is
what Linux counts as resident, right after the start, and after two people have begun a match and played a turn.
"""

import asyncio
import os
import shutil
import signal
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.many_matches import make
from tests.end_to_end.house import ColdHouse as House
from tests.end_to_end.room import is_board
from tests.person import Person

MATCHES, EVENTS = 10_000, 40
STARTS = 5
TARGET = 2.0
READY = "Ready on"


def resident(house: House) -> float:
    """Megabytes of the bot's process."""
    bot = house.bot
    if bot is None:
        raise RuntimeError("The bot does not run.")
    lines = Path(f"/proc/{bot.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def started(house: House) -> float:
    """Seconds from the start of the bot until it is ready."""
    said, began = len(house.output), perf_counter()
    await house.start_bot()
    await house.until(lambda: house.said(READY, since=said), "that the bot is ready", within=60)
    return perf_counter() - began


async def a_turn(house: House, number: int) -> None:
    await house.control(add_channel=f"table-{number}")
    async with Person(house.url, "Ada") as ada, Person(house.url, "Ben") as ben:
        ada.channel = ben.channel = (await ada.channels())[f"table-{number}"]
        table = await ada.slash("cirondo start")
        await ben.click(table.message, "Join")
        await ada.click(table.message, "Start")
        first = await ada.wait_for(is_board)
        moves = await ada.autocomplete("cirondo move", "move", "")
        await ada.slash("cirondo move", move=moves[0].value)
        await ada.wait_for(lambda message: is_board(message) and message.id > first.id)


async def measured(folder: Path) -> None:
    kept = {0: folder / "none.db", MATCHES: folder / "many.db"}
    for matches, file in kept.items():
        await make(file, matches, EVENTS)
    house = House(folder / "house")
    house.folder.mkdir()
    seconds: dict[int, list[float]] = {matches: [] for matches in kept}
    memory: dict[int, list[tuple[float, float]]] = {matches: [] for matches in kept}
    try:
        await house.start_playground()
        for number in range(STARTS + 1):
            for matches, file in kept.items():
                for left in house.folder.glob(f"{house.database.name}*"):
                    left.unlink()
                shutil.copy(file, house.database)
                took = await started(house)
                after_start = resident(house)
                await a_turn(house, number * len(kept) + bool(matches))
                if number:  # the first start tells Discord of the commands
                    seconds[matches].append(took)
                    memory[matches].append((after_start, resident(house)))
                await house.kill_bot(signal.SIGTERM)
    finally:
        await house.stop()
    for matches in kept:
        start, turn = (median(figures) for figures in zip(*memory[matches], strict=True))
        each = ", ".join(f"{one:.2f}" for one in seconds[matches])
        print(
            f"  {matches:6,} matches: ready after {median(seconds[matches]):.2f} s ({each}); "
            f"{start:.0f} MB then, {turn:.0f} MB after a turn"
        )
    longer = median(seconds[MATCHES]) - median(seconds[0])
    print(f"  {longer:+.2f} s with them; load of the machine {os.getloadavg()[0]:.1f}")


def main() -> None:
    print(f"the bot's start with {MATCHES:,} waiting matches (less than {TARGET:.0f} s longer than without)")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder)))


if __name__ == "__main__":
    main()
