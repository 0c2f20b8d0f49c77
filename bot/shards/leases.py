"""Leases on shards: each shard is worked for by the process that holds its lease.

A process renews its leases. If it dies, they run out, and another process that serves the same shards takes them; on
the same machine it knows of the death immediately. A process that was stopped for so long that its leases may have run
out does nothing until it has seen that nobody has taken them. A successor (`--replace`) connects, says that it is
ready, and the holder tells it the last interaction that it takes itself, a moment ahead. Then the holder finishes its
work and leaves its leases to it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import Enum

from sqlalchemy.exc import IntegrityError

from bot.shards.claims import Claim
from bot.shards.processes import describe_process, name_of_this
from bot.shards.silence import LEASE, STARTING, Silence
from bot.slots import lane_of
from bot.store import Store, StoreBusy, log_failure
from bot.store.lease_tables import LeaseRow
from bot.store.queries import leases
from bot.store.shards import EVERYTHING, NOTHING, Shards

log = logging.getLogger(__name__)

RENEWED_EVERY = timedelta(seconds=2)

LOOKED_EVERY = 0.5
"""Seconds between two looks at the leases."""

LANE = "leases"
"""In which looks at the leases wait for the database: while one is late, no click is taken."""

AHEAD = timedelta(seconds=1)
"""How far ahead the holder chooses the last interaction that it takes: a successor learns of it before it happens."""

ON_THE_WAY = timedelta(seconds=1.5)
"""How long after that the holder still waits for interactions to arrive."""

KEPT = 3.0
"""Seconds for which an interaction waits until it's known who takes it. Discord waits no longer for the response."""

SINCE_2015 = datetime(2015, 1, 1, tzinfo=UTC)
"""Discord's ids are the milliseconds since then, and 22 more bits."""


class LeasesUnusable(Exception):
    """This process can't have the shards it is set to serve; the message says why, to the host."""


class LeaseEnd(Enum):
    """Why a process has nothing more to do."""

    REPLACED = "replaced"
    LOST = "lost"


class Leases:
    """The leases of one process. `on_change` gets the shards it works for whenever they change.

    `shards` None is a process that runs alone and learns from Discord how many shards there are. While another one
    renews its leases it doesn't start, unless it is to replace it.
    """

    def __init__(
        self,
        store: Store,
        shards: Shards | None,
        on_change: Callable[[Shards], None],
        *,
        replace: bool,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        silence: Silence | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.ended: asyncio.Future[LeaseEnd] = asyncio.get_running_loop().create_future()
        self._store = store
        self._alone = shards is None
        self._shards = shards or EVERYTHING
        self._count = 0 if shards is None else shards.count
        self._on_change = on_change
        self._replaces = replace
        self._clock = clock
        self._sleep = sleep
        self._silence = Silence() if silence is None else silence
        self.me = name_of_this()
        names = {"all shards": 0} if shards is None else {f"shard {number}": number for number in shards.numbers}
        self._numbers = names
        self._claims = {name: Claim() for name in names}
        self._of_shard = {number: self._claims[name] for name, number in names.items()}
        self._held: set[str] = set()
        self._ready = False
        self._successor: str | None = None  # the process that is taking over, as far as is known
        self._leaves_at: datetime | None = None  # the successor has been told when it begins
        self._looking = asyncio.Lock()  # one look at a time
        self._looked = asyncio.Event()
        self._has_left = False
        on_change(NOTHING)

    async def takes(self, guild_id: int | None, interaction: int) -> bool:
        """Whether this process acts on an interaction on a server, or in direct messages (None).

        May wait for up to `KEPT` seconds while another process is taking over.
        """
        claim = self._of_shard.get(self._shards.number_of(guild_id))
        if claim is None:
            return False
        if self._held and not self.hold():
            with suppress(Exception):  # where the database is away, nobody else can have taken them either
                async with asyncio.timeout(KEPT):
                    await self.look()
        decided = claim.decide(interaction)
        return await claim.takes(interaction, KEPT) if decided is None else decided

    def hold(self) -> bool:
        """Whether this process has been silent for less than its leases last, so that they are surely its own."""
        return self._silence.own < LEASE

    # Beginning

    async def take(self) -> None:
        """Takes the leases, or announces this process as their successor. Call it before connecting to Discord.

        Waits as long as another living process holds one of them, unless it is to be replaced, or the database is
        away. Raises LeasesUnusable, also if this process is to run alone and another one answers.
        """
        said = ""
        while obstacle := await self._obstacle():
            if obstacle != said:
                log.info("Waiting: %s", obstacle)
                said = obstacle
            await self._sleep(LOOKED_EVERY)

    async def _obstacle(self) -> str:
        """Takes the leases; if it can't, why."""
        try:
            taken = await self.try_to_take()
        except StoreBusy:
            return "the database can't be reached"
        if taken:
            return ""
        if self._alone:
            return "another process has worked on this database. Looking whether it still does"
        return f"another process works for {', '.join(sorted(self._numbers))}"

    async def try_to_take(self) -> bool:
        async with self._store.read() as connection:
            others = self._others(await leases.read(connection))
        if others and not self._replaces:
            self._check_alone(others)
            return False
        with suppress(IntegrityError):  # another process was faster
            async with self._store.write() as connection:
                others, now, moment = self._others(await leases.read(connection)), self._clock(), self._silence.moment()
                if others and not self._replaces:
                    return False
                kept = {row.name for row in others}
                dead = {row.successor for row in others if row.successor and self._successor_is_dead(row, now)}
                free = self._numbers.keys() - kept
                if free:
                    await leases.take(connection, free, self._count, self.me, now + LEASE)
                if await leases.announce(connection, kept, self.me, dead, now + STARTING) != len(kept):
                    raise LeasesUnusable("Another process is already being started with --replace. Start only one.")
            self._silence.break_at(moment)
            self._hold(*((name, None) for name in free))
            return True
        return False

    def _others(self, rows: Sequence[LeaseRow]) -> list[LeaseRow]:
        """The leases that this process wants and others hold. Raises LeasesUnusable for processes beside which it
        can't run.
        """
        now = self._clock()
        living = [row for row in rows if row.owner != self.me and not self._owner_is_dead(row, now)]
        if any(row.shard_count != self._count for row in living):
            raise LeasesUnusable(
                "A process with another SHARD_COUNT is running on this database. Give all processes the same, or stop "
                "that one. If it has just died, wait ten seconds."
            )
        wanted = [row for row in living if row.name in self._numbers]
        owners = {row.owner for row in wanted}
        if self._replaces and any(row.owner in owners and row not in wanted for row in living):
            raise LeasesUnusable(
                "With --replace a process takes over all shards of another one. Add the other shards to SHARDS."
            )
        return wanted

    def _check_alone(self, others: Sequence[LeaseRow]) -> None:
        """Raises LeasesUnusable if this process is to run alone, and one of these answers."""
        for row in others:
            if self._alone and self._silence.answers(row.owner):
                raise LeasesUnusable(
                    f"Crux runs on this database already: {describe_process(row.owner)}. Stop that one, or start this "
                    "one with --replace to take over from it."
                )

    def _hold(self, *taken: tuple[str, int | None]) -> None:
        """Begins to work for these leases, each with the last interaction of the process before, if it has told one."""
        for name, since in taken:
            self._claims[name].begin(since or 0)
            self._held.add(name)
        if taken:
            self._on_change(Shards(self._shards.count, frozenset(self._numbers[name] for name in self._held)))

    def note_ready(self) -> None:
        """This process is connected to Discord: the next look tells those from whom it is to take over."""
        self._ready = True

    # Going on

    async def watch(self) -> None:
        """Renews the leases, and takes over or hands over, until it's cancelled or all is over (`ended`)."""
        while not self.ended.done():
            try:
                await self.look()
            except Exception as error:  # the leases last much longer than the time between two looks
                log_failure(log, error, "Couldn't look at the leases: %s", type(error).__name__)
            await self._sleep(LOOKED_EVERY)

    async def look(self) -> None:
        """Does what is due now. Raises StoreBusy and StoreNotWritable."""
        with lane_of(LANE):
            await self._look()

    async def _look(self) -> None:
        async with self._looking:
            if self._has_left:
                return
            now = self._clock()
            if self._silence.own >= RENEWED_EVERY:
                async with self._store.write() as connection:
                    now, moment = self._clock(), self._silence.moment()
                    until = now + (LEASE if self._ready else STARTING)
                    await leases.renew(connection, self.me, now + LEASE, until)
                self._silence.break_at(moment)
            async with self._store.read() as connection:
                rows = {row.name: row for row in await leases.read(connection) if row.name in self._numbers}
            if self._ready and any(row.successor == self.me and not row.ready for row in rows.values()):
                async with self._store.write() as connection:
                    await leases.note_ready(connection, self.me)
                log.info("Ready to take over")
            if not self.ended.done():
                lost = self._held - {name for name, row in rows.items() if row.owner == self.me}
                for name in self._numbers.keys() - self._held:
                    if not await self._follow(name, rows.get(name), now):
                        lost.add(name)
                if lost:
                    self._lose()
                elif len(self._held) == len(self._numbers):
                    await self._make_way(list(rows.values()), now)
            self._looked.set()
            self._looked = asyncio.Event()

    async def _follow(self, name: str, row: LeaseRow | None, now: datetime) -> bool:
        """As its successor, goes by what the holder of a lease says; False if this isn't its successor any more."""
        if row is None:  # the holder has stopped without having seen its successor
            async with self._store.write() as connection:
                if any(other.name == name for other in await leases.read(connection)):
                    return True  # another process was faster: the next look shows what that means
                await leases.take(connection, [name], self._count, self.me, now + LEASE)
            self._hold((name, None))
        elif row.owner == self.me:
            self._hold((name, row.after))
            log.info("Took over %s", name)
        elif row.successor != self.me:
            return False
        elif self._owner_is_dead(row, now):
            async with self._store.write() as connection:
                inherited = await leases.inherit(connection, row, self.me, self._clock() + LEASE)
            if inherited:
                self._hold((name, row.after))
                log.warning("The process that worked for %s is dead or silent: took over", name)
        elif row.after is not None:
            self._claims[name].begin(row.after)
        return True

    async def _make_way(self, rows: Sequence[LeaseRow], now: datetime) -> None:
        """As the holder of all its leases, looks after the hand-over to a successor."""
        known, self._successor = self._successor, self._only_successor(rows, now)
        if self._leaves_at is None:
            told = [row.after for row in rows if row.after is not None]
            if self._successor is not None and told:  # it was written, although that seemed to have failed
                self._begin_to_leave(max(told), now)
            elif self._successor is not None and all(row.ready for row in rows):
                await self._hand_over(self._successor, now)
        elif self._successor is None:
            log.warning("The process that was to take over is silent: going on")
            if known is not None:
                async with self._store.write() as connection:
                    await leases.take_back(connection, self.me, known)
            self._leaves_at = None
            self._withdraw()
        elif now >= self._leaves_at:
            self.ended.set_result(LeaseEnd.REPLACED)

    async def _hand_over(self, successor: str, now: datetime) -> None:
        """Tells the successor from which interaction on it acts. If that fails, the next look tries again."""
        after = max(claim.propose(_first_id(now + AHEAD)) for claim in self._claims.values())
        told = False
        try:
            async with self._store.write() as connection:
                told = await leases.hand_over(connection, self.me, successor, after) == len(self._numbers)
        finally:
            if not told:
                self._withdraw()
        if told:
            self._begin_to_leave(after, now)

    def _begin_to_leave(self, after: int, now: datetime) -> None:
        for claim in self._claims.values():
            claim.settle(after)
        self._leaves_at = now + AHEAD + ON_THE_WAY
        log.info("Another process takes over")

    def _withdraw(self) -> None:
        for claim in self._claims.values():
            claim.withdraw()

    def _only_successor(self, rows: Sequence[LeaseRow], now: datetime) -> str | None:
        """The living process that is to take over everything; None if there is none."""
        successors = {row.successor for row in rows if row.successor and not self._successor_is_dead(row, now)}
        return successors.pop() if len(successors) == 1 and all(row.successor for row in rows) else None

    def _owner_is_dead(self, row: LeaseRow, now: datetime) -> bool:
        return self._silence.is_over(row.owner, row.until, now)

    def _successor_is_dead(self, row: LeaseRow, now: datetime) -> bool:
        if row.successor is None or row.successor_until is None:
            return False
        return self._silence.is_over(row.successor, row.successor_until, now, starting=not row.ready)

    def _lose(self) -> None:
        for claim in self._claims.values():
            claim.lose()
        self._on_change(NOTHING)
        log.error("Another process works for these shards now")
        self.ended.set_result(LeaseEnd.LOST)

    # Ending

    async def may_stop(self) -> None:
        """Waits until a process that is asked to stop leaves nothing undone: while a successor is being started."""
        with suppress(Exception):  # if it can't look, it stops as it would without a successor
            await self.look()
        while self._successor is not None and not self.ended.done():
            await self._looked.wait()

    async def leave(self) -> None:
        """Gives the leases to the successor that was told when to begin, or to nobody. Stop all work before."""
        successor = self._successor if self._leaves_at is not None else None
        async with self._looking:
            self._has_left = True  # a look would take what is nobody's again
            async with self._store.write() as connection:
                await leases.leave(connection, self.me, successor, self._clock() + LEASE)
        for claim in self._claims.values():
            claim.lose()
        self._on_change(NOTHING)


def _first_id(moment: datetime) -> int:
    """The first id that Discord gives out at this moment."""
    return int((moment - SINCE_2015) / timedelta(milliseconds=1)) << 22
