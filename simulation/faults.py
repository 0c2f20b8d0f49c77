"""What goes wrong, drawn from the seed: at each thing that people do, something may begin to.

Each of these moments has a chance of its own by its number, so one fault can be left out and the others stay.
"""

import asyncio
import random
import re
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from bot.playground.faults import HANGS_UP, Fault
from simulation.disk import Disk, DiskFault
from simulation.loop import PROCESS, Died, Process
from simulation.outages import OF_SERVER
from simulation.plan import SimulationPlan
from simulation.postgresql import LATE
from simulation.power import cut
from simulation.server import ON_SERVER, Server
from simulation.town import Town

LONGEST = 400  # steps after which a process dies at a moment of no importance
AGAIN, AGAIN_WITHIN = 0.35, 2500
"""How often a process that follows a dead one dies as well, within so many steps of its start."""

DOWN = (0.01, 0.5, 0.5, 0.5, 2.0, 2.0, 20.0, 60.0, 600.0)
"""Seconds until a bot that has died is started again."""

LONG_DOWN = (3600.0, 3600.0, 20_000.0)
"""The same where one looks at weeks, besides."""

KINDS = (
    ("death", 30), ("http", 30), ("storm", 6), ("gateway", 8), ("locked", 8), ("full", 3), ("replace", 4),
    ("second", 4), ("stop", 3), ("jump", 1), ("channel", 0.5), ("thread", 1.5), ("message", 3),
    ("permissions", 1), ("slow", 4), ("power", 4),
    ("role", 2), ("member", 2),
)  # fmt: skip
"""What goes wrong, and how often, as weights."""

ON_POSTGRESQL = (("lost", 8), ("unsure", 12), ("conflict", 6), ("restart", 4))
"""The same besides, where the rows are on a PostgreSQL server."""

TOO_MANY = 429
COMMIT_BEFORE, COMMIT_AFTER, REQUEST = "before a commit", "after a commit", "when Discord has got a request"


@dataclass
class Doom:
    """A process is to die at the `number`th moment of this kind from now on."""

    process: Process
    moment: str
    number: int


@dataclass
class Faults:
    """All that goes wrong in a town."""

    town: Town
    disk: Disk
    plan: SimulationPlan
    number: int = 0
    last: float = float("-inf")
    """When something last began or ended, in virtual seconds."""
    begun: dict[str, int] = field(default_factory=dict)
    ended: dict[str, float] = field(default_factory=dict)
    """When a kind of fault was or will be over, in virtual seconds. "trouble" is that of a request."""
    over: bool = False
    used: list[int] = field(default_factory=list)
    troubled: dict[str, float] = field(default_factory=dict)
    """When a request to a path last met with trouble."""
    died_at: float = float("-inf")
    closed: set[int] = field(default_factory=set)
    """Channels and threads where the bot may have been unable to write or to edit for good."""
    _doom: Doom | None = None
    _dying: Process | None = None
    _has_died: bool = False
    _locked: bool = False
    _full: bool = False
    _slow: bool = False
    _kind: str = ""

    def __post_init__(self) -> None:
        self._server = Server(self.town, self.closed, self.until)

    def begin(self) -> None:
        """Makes the town one in which things go wrong."""
        self.disk.before, self.disk.after = self._before, self._after
        self.town.watchers.append(self._request)
        self.town.loop.on_step = self._step
        self.town.on_start.append(self._started)
        pending: Any = self.town.playground.faults
        next_for = pending.next_for

        def watched(method: str, path: str) -> Fault | None:
            fault: Fault | None = next_for(method, path)
            if fault is not None:
                self.troubled[path] = self.town.loop.time()
                self.last = self.town.loop.time() + fault.delay + (fault.retry_after if fault.status == TOO_MANY else 0)
                self.ended["trouble"] = self.last
                if fault.is_global:
                    self.ended["global"] = self.last
                self.town.story.add(f"trouble {fault.status} {fault.delay:g} {fault.after} for {method} {path[:60]}")
            return fault

        pending.next_for = watched
        if self.town.server is not None:
            self.town.server.tell = self._struck

    def is_calm(self, seconds: float) -> bool:
        """Whether nothing has gone wrong for so long."""
        return self.town.loop.time() - self.last > seconds and self._doom is None

    def may_happen(self) -> None:
        """Somebody does something: perhaps something goes wrong now."""
        if self.over:
            return
        self.number += 1
        chance = random.Random(f"{self.town.chance.seed} fault {self.number}")
        if chance.random() >= self.plan.often or self.number in self.plan.without_faults:
            return
        there = (*KINDS, *ON_POSTGRESQL) if self.plan.served else KINDS
        kinds = [(kind, weight) for kind, weight in there if kind in (self.plan.only or dict(there))]
        kind = chance.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        self.used.append(self.number)
        self.begun[kind] = self.begun.get(kind, 0) + 1
        self.town.loop.call_later(chance.choice([0.0, chance.uniform(0, 0.5)]), self._begin, kind, chance)

    def _begin(self, kind: str, chance: random.Random) -> None:
        if self.over:
            return
        self.note(f"fault {kind}")
        self._kind, self.ended[kind] = kind, self.last
        on_server = ON_SERVER.get(kind)
        if on_server is not None:
            on_server(self._server, chance)
        elif kind in OF_SERVER:
            if self.town.server is not None:
                OF_SERVER[kind](self.town.server, chance, self.until)
        else:
            getattr(self, f"_{kind}_now")(chance)

    def is_felt(self, kind: str, seconds: float) -> bool:
        """Whether a kind of fault lasts, or has lasted until so many seconds ago."""
        return self.town.loop.time() - self.ended.get(kind, float("-inf")) <= seconds

    def is_any_felt(self, kinds: Collection[str], seconds: float) -> bool:
        """The same for any of these."""
        return any(self.is_felt(kind, seconds) for kind in kinds)

    def note(self, words: str) -> None:
        """Something goes wrong now."""
        self.last = self.town.loop.time()
        self.town.story.add(words)

    def end(self) -> None:
        """From now on nothing goes wrong."""
        self.over = True
        self._doom = None
        self._locked = self._full = self._slow = False
        if self.town.server is not None:
            self.town.server.strike = self.town.server.refusal = None
        now = self.town.loop.time()
        self.ended = {kind: min(end, now) for kind, end in self.ended.items()}
        self.town.loop.clock.wrong = 0.0
        self.town.playground.faults.pending.clear()
        self.note("no more faults")

    def until(self, seconds: float, end: Callable[[], None]) -> None:
        kind = self._kind
        self.ended[kind] = max(self.ended[kind], self.town.loop.time() + seconds)

        def stop() -> None:
            end()
            self.last = self.town.loop.time()

        self.town.loop.call_later(seconds, stop)

    # Deaths

    def _death_now(self, chance: random.Random) -> None:
        if self.town.bots and self._doom is None:
            process = chance.choice(list(self.town.bots))
            moment = chance.choice(["steps", COMMIT_BEFORE, COMMIT_AFTER, REQUEST])
            number = chance.randint(1, LONGEST) if moment == "steps" else chance.choice([1, 1, 2, 3, 5])
            self._doom = Doom(process, moment, number)

    def _started(self, process: Process) -> None:
        """Processes that follow a dead one may die while they find out what it has left."""
        chance = random.Random(f"{self.town.chance.seed} start {process.number}")
        if self._has_died and not self.over and self._doom is None and chance.random() < AGAIN:
            self._doom = Doom(process, "steps", chance.randint(1, AGAIN_WITHIN))
        self._has_died = False

    def _strikes(self, moment: str) -> bool:
        """Whether somebody dies at this moment of theirs."""
        doom = self._doom
        if doom is None or doom.moment != moment:
            return False
        if moment in (COMMIT_BEFORE, COMMIT_AFTER) and PROCESS.get() is not doom.process:
            return False
        doom.number -= 1
        if doom.number > 0:
            return False
        self._doom, self._dying = None, doom.process
        return True

    def _step(self) -> None:
        doom = self._doom
        if doom is not None:
            if doom.process not in self.town.bots:
                self._doom = None
            else:
                self._strikes("steps")
        dying, self._dying = self._dying, None
        if dying is not None and dying in self.town.bots:
            self._dies(dying)

    def _dies(self, process: Process) -> None:
        self.note(f"death of {process}")
        self._has_died = True
        self.died_at = self.ended["died"] = self.town.loop.time()
        self.town.kill(process)

    def _before(self, sql: str) -> None:
        if PROCESS.get() is None:
            return
        if sql == "COMMIT" and self._strikes(COMMIT_BEFORE):
            raise Died
        if sql.startswith("BEGIN IMMEDIATE") and self._locked:
            raise DiskFault("database is locked", sqlite3.SQLITE_BUSY)
        if self._full and sql.startswith(("INSERT", "UPDATE", "COMMIT")):
            raise DiskFault("database or disk is full", sqlite3.SQLITE_FULL)
        if self._slow:
            self.town.loop.clock.sleep(0.02)

    def _after(self, sql: str) -> None:
        if sql == "COMMIT" and PROCESS.get() is not None:
            self._strikes(COMMIT_AFTER)

    def _request(self, *_: Any) -> None:
        self._strikes(REQUEST)

    def _power_now(self, chance: random.Random) -> None:
        """All processes die at once, and the disk has only what was synced."""
        if self.town.bots and self.town.database.exists():
            left = cut(self.town.database, chance, self.disk.synchronous)
            for process in list(self.town.bots):
                self._dies(process)
            self.town.let_go_of_rows()
            left.restore(self.town.database)

    def _stop_now(self, chance: random.Random) -> None:
        if self.town.bots:
            self.town.ask_to_stop(chance.choice(list(self.town.bots)))

    def _replace_now(self, _: random.Random) -> None:
        # Processes that look at each other seldom can't hand over from one second to the next.
        if self.plan.close and len(self.town.bots) == 1:
            self.town.start_bot(replace=True)

    def _second_now(self, _: random.Random) -> None:
        if self.plan.close and len(self.town.bots) == 1:
            self.town.start_bot()

    # The way to Discord

    def _http_now(self, chance: random.Random) -> None:
        faults = self.town.playground.faults
        match = chance.choice(["", "", "callback", "POST /channels", "PATCH", "webhooks", "messages"])
        for _ in range(chance.choice([1, 1, 2, 4])):
            faults.pending.append(self._fault(chance, match))

    def _storm_now(self, chance: random.Random) -> None:
        """For a while many requests fail."""
        faults = self.town.playground.faults
        for _ in range(chance.randint(10, 40)):
            faults.pending.insert(chance.randint(0, len(faults.pending)), self._fault(chance, ""))
        self.until(chance.uniform(5, 120), faults.pending.clear)

    @staticmethod
    def _fault(chance: random.Random, match: str) -> Fault:
        what = chance.choice(["lost", "unheard", "500", "502", "limit", "late", "twice"])
        fault = Fault(1, re.compile(match))
        match what:
            case "lost":
                fault.status = HANGS_UP
            case "unheard" | "twice":
                fault.status, fault.after = chance.choice([HANGS_UP, 500, 503]), True
            case "500" | "502":
                fault.status = int(what)
            case "limit":
                fault.status, fault.retry_after = TOO_MANY, chance.choice([0.3, 1.0, 5.0, 40.0])
                fault.is_global = chance.random() < 0.1
            case _:
                fault.delay = chance.choice([0.5, 2.0, 4.0, 40.0])
        return fault

    def _gateway_now(self, chance: random.Random) -> None:
        gateway = self.town.playground.gateway
        chance.choice(
            [gateway.drop, gateway.ask_to_reconnect, gateway.invalidate, gateway.forget_sessions, self._resumable]
        )()

    def _resumable(self) -> None:
        self.town.playground.gateway.invalidate(resumable=True)

    # The disk

    def _locked_now(self, chance: random.Random) -> None:
        self._locked = True

        def release() -> None:
            self._locked = False

        self.until(chance.choice([0.1, 2.0, 8.0, 15.0, 60.0]), release)

    def _full_now(self, chance: random.Random) -> None:
        self._full = True

        def release() -> None:
            self._full = False

        self.until(chance.choice([0.5, 10.0, 120.0]), release)

    def _slow_now(self, chance: random.Random) -> None:
        self._slow = True

        def release() -> None:
            self._slow = False

        self.until(chance.uniform(1, 60), release)

    def _struck(self, words: str) -> None:
        """Something that was to happen on the server of PostgreSQL happens."""
        self.note(f"PostgreSQL: {words}")
        self.ended["server"] = self.last + max(LATE)

    def _jump_now(self, chance: random.Random) -> None:
        """The machine's clock is wrong for a while."""
        clock = self.town.loop.clock
        clock.wrong += chance.choice([-3600.0, -30.0, 30.0, 90.0, 3600.0])

        def right() -> None:
            clock.wrong = 0.0

        self.until(chance.uniform(10, 3600), right)


async def keep_running(town: Town, chance: random.Random) -> None:
    """Starts a bot again whenever none runs, sooner or later."""
    while True:
        if town.bots:
            town.alone.clear()
            await town.alone.wait()
        down = (*DOWN, *LONG_DOWN) if town.is_leisurely else DOWN[: -2 if town.is_hurried else None]
        await asyncio.sleep(chance.choice(down))
        if not town.bots:
            town.start_bot()
