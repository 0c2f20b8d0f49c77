"""A thousand people click at the same moment, on two cores, one of which something else keeps busy.

The bot runs as usual, with the real discord.py and a database in a file. The playground is in this process and hands
over all clicks in one go; no page is open, so it has little else to do. Half of the people want to sit down at one
table, where sixteen can; the others look at a board in words, or want to move on it.

What counts is the time from handing a click to the bot until its first response, and how many responses came after
Discord's three seconds: none should. Meanwhile another person clicks four times a second; how long these clicks wait
shows how much the crowd's work delays everyone else. The last line says when that work was done.
"""

import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.first_answers import share
from bot.playground import Playground
from bot.playground.answers import Interaction
from bot.playground.interactions import FIRST_ANSWER_SECONDS
from bot.playground.storage import Json
from tests.end_to_end.conftest import ColdHouse, is_board
from tests.person import Message, Person

CLICKS = 1000
TIMES = 3
LONGEST = 60.0  # seconds that stand for a first answer that never comes
CORES = 2
BUSY = 1  # processes beside
AFTERWARDS, EVERY = 60.0, 0.25  # seconds within which all should be done, and between clicks of one more person


class Arrivals:
    """When each click was sent to the bot, and when its first answer arrived."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.sent: dict[int, float] = {}
        self.waited: dict[int, float] = {}
        playground.interactions.clock.hold()  # what is late is counted here
        take = playground.interactions.callback

        def arrived(interaction_id: int, *given: Any, **named: Any) -> Json | None:
            self.waited.setdefault(interaction_id, perf_counter() - self.sent[interaction_id])
            return take(interaction_id, *given, **named)

        playground.interactions.callback = arrived  # type: ignore[method-assign]  # to look at the clock first

    def click(self, clicks: Sequence[tuple[int, Message, str]]) -> list[Interaction]:
        """All of these people click; all payloads are prepared before the first one is sent."""
        world, waiting = self.playground.world, list[tuple[Any, ...]]()
        tell, world.tell_bot = world.tell_bot, lambda *event: waiting.append(event)
        made = []
        for person, message, label in clicks:
            shown = self.playground.messages.find(message.id, person)
            custom_id = Message(shown, message._session).button(label).custom_id or ""
            made.append(self.playground.interactions.use_component(person, shown, custom_id, (), "en-US"))
        world.tell_bot = tell
        for interaction, event in zip(made, waiting, strict=True):
            self.sent[interaction.id] = perf_counter()
            tell(*event)
        return made

    def told(self, name: str, clicks: Sequence[Interaction]) -> None:
        """Prints the figures of these clicks."""
        waited = sorted(self.waited.get(click.id, LONGEST) for click in clicks)
        late = sum(seconds > FIRST_ANSWER_SECONDS for seconds in waited)
        print(
            f"  {name:<18}{len(clicks):5} clicks: p50 {share(waited, 0.5):5.0f} ms, p99 {share(waited, 0.99):5.0f}, "
            f"longest {waited[-1] * 1000:5.0f}; {late} too late"
        )


def busy() -> None:
    while True:
        pass


async def measured(folder: Path) -> None:
    async with Playground() as playground:
        house = ColdHouse(folder)
        house.url = playground.url
        people = [playground.world.add_person(f"Person {number}") for number in range(CLICKS)]
        await house.start_bot()
        try:
            async with Person(playground.url, "Ada") as ada, Person(playground.url, "Ben") as ben:
                opened = await ada.slash("cirondo start")
                first = None if opened.message is None else opened.message.id
                await ben.click(opened.message, "Join")
                await ada.click(opened.message, "Start")
                board = await ada.wait_for(is_board)
                await ada.slash("cirondo start", **{"shared-seats": True})
                table = await ada.wait_for(lambda message: message.has_button("Join") and message.id != first)
                await asyncio.sleep(2)
            arrivals = Arrivals(playground)
            for _ in range(TIMES):
                await crowd(house, arrivals, people, table, board)
        finally:
            await house.stop()


async def crowd(house: ColdHouse, arrivals: Arrivals, people: list[int], table: Message, board: Message) -> None:
    wanted = [(table, "Join"), (board, "In words"), (table, "Join"), (board, "Move")]
    chosen = [(person, *wanted[number % len(wanted)]) for number, person in enumerate(people)]
    used, began = processor_time(house), perf_counter()
    clicks, others = arrivals.click(chosen), list[Interaction]()
    acknowledged = done = 0.0
    while perf_counter() - began < AFTERWARDS and not done:
        await asyncio.sleep(EVERY)
        others += arrivals.click([(people[0], board, "In words")])
        if not acknowledged and all(click.id in arrivals.waited for click in clicks):
            acknowledged = processor_time(house) - used
        if all(click.state == "answered" and not click.thinking for click in clicks):
            done = perf_counter() - began
    await asyncio.sleep(3)
    arrivals.told("the crowd", clicks)
    arrivals.told("one more person", others)
    print(
        f"  the bot's processor time: {acknowledged:.2f} s for the first answers, "
        f"{processor_time(house) - used:.2f} s for all; done after {done:.1f} s; "
        f"load of the machine {os.getloadavg()[0]:.1f}"
    )


def processor_time(house: ColdHouse) -> float:
    """The bot's CPU time so far, in seconds."""
    bot = house._bot
    fields = Path(f"/proc/{bot.pid if bot else 'self'}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    print(f"{CLICKS} clicks at the same time, {TIMES} times, with {BUSY} busy process beside on {CORES} cores")
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[:CORES])
    others = [multiprocessing.Process(target=busy, daemon=True) for _ in range(BUSY)]
    for other in others:
        other.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measured(Path(folder)))
    finally:
        for other in others:
            other.kill()
        os.sched_setaffinity(0, cores)
