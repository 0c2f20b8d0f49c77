"""One simulation: a town, its people, what goes wrong in it, and what must hold all the same."""

import asyncio
import gc
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from simulation.chance import ChanceStreams
from simulation.clock import BEGINNINGS, VirtualClock
from simulation.loop import VirtualLoop
from simulation.plan import SimulationPlan

DAY = 86400.0
LAST_HOUR = 3600.0
"""Seconds after the last fault within which all is well again."""

LAST_MINUTES = 300.0
"""The same as `LAST_HOUR` where every second is as it really is."""

QUICK = Path("/dev/shm")  # noqa: S108 - a folder of this run in memory


@dataclass
class Outcome:
    """How a simulation went. `broken` says which promise was broken, `story` what happened last."""

    fingerprint: str = ""
    broken: str = ""
    story: list[str] = field(default_factory=list)
    steps: int = 0
    seconds: float = 0.0
    deaths: int = 0
    match_days: float = 0.0
    moves: int = 0
    matches: int = 0
    checked: Counter[str] = field(default_factory=Counter)
    begun: dict[str, int] = field(default_factory=dict)
    faults: list[int] = field(default_factory=list)
    people: list[str] = field(default_factory=list)


PARTS = tuple(f"simulation.{name}" for name in ("wires", "disk", "faults", "people", "postgresql", "promises", "town"))
"""What a simulation needs and imports itself only when it runs."""


def prepare() -> VirtualClock:
    """Imports all that a simulation needs, with its time and chance. Whatever runs then is forked from here."""
    clock = VirtualClock()
    clock.take_over()
    ChanceStreams(0).take_over()
    from simulation import machine

    machine.settle_in()
    from bot import text
    from bot.client import screens

    for name in (*PARTS, *screens()):
        import_module(name)
    text.load_catalogues()
    return clock


def simulate(
    plan: SimulationPlan,
    clock: VirtualClock,
    tell: Callable[[str], None] | None = None,
    trace: Callable[[str], None] | None = None,
) -> Outcome:
    """Runs a simulation in this process, which is of no use for anything else from then on.

    `tell` gets everything that happens in words, `trace` all that the fingerprint is made of.
    """
    chance = ChanceStreams(plan.seed)
    chance.take_over()
    clock.begins = chance.stream("calendar").choice(BEGINNINGS)
    loop = VirtualLoop(clock, chance.stream("loop"))
    asyncio.set_event_loop(loop)
    folder = Path(tempfile.mkdtemp(prefix="crux-simulation-", dir=QUICK if QUICK.is_dir() else None))
    outcome = Outcome()
    try:
        _Simulation(plan, clock, chance, loop, folder, outcome, tell, trace).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return outcome


class _Simulation:
    def __init__(
        self,
        plan: SimulationPlan,
        clock: VirtualClock,
        chance: ChanceStreams,
        loop: VirtualLoop,
        folder: Path,
        outcome: Outcome,
        tell: Callable[[str], None] | None,
        trace: Callable[[str], None] | None,
    ) -> None:
        # What belongs to the bot is imported only now: it finds the time and the chance of the simulation.
        from simulation import disk, machine, postgresql, wires

        wires.Network(loop, chance.stream("net"))
        self.disk = disk.put_in(loop, chance.stream("disk"))
        machine.begin(chance.stream("machine"), plan.stretch, plan.slowness)
        from simulation.faults import Faults
        from simulation.people import Eyes
        from simulation.promises import Promises
        from simulation.town import Town

        self.plan, self.clock, self.chance, self.loop, self.outcome = plan, clock, chance, loop, outcome
        self.town = Town(loop, machine.Machine(loop), chance, folder)
        self.town.is_hurried, self.town.is_leisurely = plan.close, plan.far
        if plan.served:
            self.town.server = postgresql.put_in(self.town.database)
        self.town.story.tell, self.town.story.trace = tell, trace
        logging.basicConfig(level=logging.WARNING, handlers=[self.town.overheard], force=True)
        self.eyes = self.town.eyes = Eyes(self.town)
        self.faults = Faults(self.town, self.disk, plan)
        self.town.on_interaction.append(lambda *_: self.faults.may_happen())
        self.promises = Promises(self.town, self.eyes, self.faults)
        self.failure: BaseException | None = None

    def run(self) -> None:
        gc.collect()
        gc.freeze()
        gc.disable()
        self.loop.set_exception_handler(self._went_wrong)
        main = self.loop.create_task(self._main())
        main.add_done_callback(lambda _: self.loop.stop())
        try:
            self.loop.run_forever()
            if self.failure is None and not main.cancelled():
                self.failure = main.exception()
        except Exception as error:
            self.failure = error
        self.loop.collect()
        self._note()

    def _went_wrong(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        from simulation.town import Broken

        error = context.get("exception")
        if isinstance(error, Broken):
            self.failure = error
            loop.stop()
        elif not (str(context["message"]).startswith("Task was destroyed") and self.town.has_just_ended):
            loop.default_exception_handler(context)

    async def _main(self) -> None:
        from bot.playground.guild import hand_over
        from simulation.faults import keep_running
        from simulation.people import Person

        town = self.town
        await town.open()
        town.start_bot()
        keeping = self.loop.create_task(keep_running(town, self.chance.stream("keeper")))
        await town.ready()
        names = [f"P{number}" for number in range(self.plan.people)]
        town.people = [town.playground.world.add_person(name) for name in names]
        hand_over(town.playground.world, town.people[0])
        people = [
            Person(town, self.eyes, name, number)
            for name, number in zip(names, town.people, strict=True)
            if name not in self.plan.without_people
        ]
        self.outcome.people = [person.name for person in people]
        self.faults.begin()
        until = self.loop.time() + self.plan.days * DAY
        await asyncio.gather(*(person.live(until, self.plan.keen) for person in people))
        self.faults.end()
        town.left.clear()  # before, a reply may have been on its way for longer than a bot waits
        await asyncio.sleep(LAST_MINUTES if self.plan.close else LAST_HOUR + 250 * self.plan.slowness)
        await town.ready()
        await asyncio.sleep(60)
        await self.promises.look(self.plan.stretch)
        keeping.cancel()
        for process in list(town.bots):
            town.ask_to_stop(process)
        await asyncio.sleep(60 + self.plan.stretch)
        if town.bots:
            from simulation.town import Broken

            raise Broken(f"{list(town.bots)} didn't stop.")
        await self.promises.finish()
        await town.close()

    def _note(self) -> None:
        from simulation.promises import all_rows
        from simulation.town import Broken

        outcome, town = self.outcome, self.town
        if self.failure is not None:
            kind = "" if isinstance(self.failure, Broken) else f"{type(self.failure).__name__}: "
            outcome.broken = f"{kind}{self.failure}"
        outcome.story = list(town.story.last)
        outcome.steps, outcome.seconds = self.loop.steps, self.loop.time()
        outcome.deaths, outcome.begun, outcome.faults = town.deaths, self.faults.begun, self.faults.used
        outcome.checked = self.promises.checked
        if town.database.exists():
            rows = town.rows
            ((outcome.matches,),) = rows("SELECT count(*) FROM matches")
            ((outcome.moves,),) = rows("SELECT count(*) FROM events WHERE kind = 'move'")
            now = self.clock.wall()
            ((days,),) = rows(
                "SELECT sum((coalesce(julianday(ended_at), ?) - julianday(started_at))) FROM matches "
                "WHERE started_at IS NOT NULL",
                now / DAY + 2440587.5,
            )
            outcome.match_days = days or 0.0
            for line in all_rows(town):
                town.story.note(line)
            outcome.fingerprint = town.story.fingerprint
        town.let_go_of_rows()
