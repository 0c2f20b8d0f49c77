"""Faults for trying whether the simulation finds them: `python -m simulation.planted`.

Each is planted into the bot of a process of its own, so nothing is left of it. The seeds follow each other until one
finds it.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

from simulation.__main__ import REAL
from simulation.apart import UNFINISHED, one
from simulation.clock import VirtualClock
from simulation.instead import put
from simulation.plan import SimulationPlan, mixed
from simulation.run import prepare

DAYS = 0.3
MOST_SEEDS = 36
OFTEN = 0.4


def acknowledged_before_the_commit() -> None:
    """The player is told that a move counts, which is written only then, and may not be."""
    from bot.match.engine import engine

    write = engine.Engine.write

    async def late(self: Any, match: Any, event: Any, **named: Any) -> Any:
        known = await self._reader.read(match.id)
        task = asyncio.create_task(write(self, match, event, **named))
        task.add_done_callback(lambda done: done.exception())
        return known

    put(engine.Engine, write=late)


def nonce_dropped() -> None:
    """Messages are sent without a nonce that is enforced."""
    from discord import http

    known = http.handle_message_parameters

    def without(*given: Any, **named: Any) -> Any:
        named["nonce"] = None
        return known(*given, **named)

    put(http, handle_message_parameters=without)
    from discord import abc

    put(abc, handle_message_parameters=without)


def commit_skipped() -> None:
    """One transaction in fifty isn't committed."""
    from sqlalchemy.ext.asyncio import AsyncConnection

    connection: Any = AsyncConnection
    commit, counted = connection.commit, [0]

    async def sometimes(self: Any) -> None:
        counted[0] += 1
        await (self.rollback() if counted[0] % 50 == 0 else commit(self))

    connection.commit = sometimes


def interaction_forgotten() -> None:
    """Events don't note by which interaction they came, so a double click acts twice."""
    from bot.match import Matches

    matches: Any = Matches
    act = matches.act

    async def anyhow(self: Any, match_id: int, decision: Any, **_: Any) -> Any:
        return await act(self, match_id, decision)

    matches.act = anyhow


def lease_forgotten() -> None:
    """A process that has been silent for too long doesn't notice, and never renews its leases."""
    from bot.shards import leases
    from bot.store.queries import leases as rows

    put(leases.Leases, hold=lambda _: True)

    async def never(*_: Any) -> None:
        """Renews nothing."""

    put(rows, renew=never)


def board_not_recorded() -> None:
    """Of one board in seven it isn't noted which message it became."""
    from bot.match.parts.outbox import Outbox

    note_posted = Outbox.note_posted

    async def sometimes(self: Any, post_id: int, *given: Any, **named: Any) -> Any:
        return None if post_id % 7 == 0 else await note_posted(self, post_id, *given, **named)

    put(Outbox, note_posted=sometimes)


def buttons_left() -> None:
    """Older boards are noted as stripped, and one in five isn't."""
    from bot.match.parts.outbox import Outbox

    note_stripped, counted = Outbox.note_stripped, [0]

    async def sometimes(self: Any, *given: Any, **named: Any) -> Any:
        counted[0] += 1
        return None if counted[0] % 5 == 0 else await note_stripped(self, *given, **named)

    put(Outbox, note_stripped=sometimes)


def seed_told() -> None:
    """The seal shown at a table is the seed itself."""
    from bot.match.engine import opening

    class Told:
        @staticmethod
        def sha256(seed: bytes) -> Any:
            return SimpleNamespace(hexdigest=seed.hex)

    put(opening, hashlib=Told)


def clicks_unanswered() -> None:
    """One click in thirty is never acknowledged."""
    from bot.client import Crux

    takes, counted = Crux.takes, [0]

    async def sometimes(self: Any, interaction: Any) -> bool:
        counted[0] += 1
        return False if counted[0] % 30 == 0 else bool(await takes(self, interaction))

    put(Crux, takes=sometimes)


def chance_unrecorded() -> None:
    """A roll isn't written into the log as it was drawn."""
    from bot.store.queries import matches

    append = matches.append

    async def without(connection: Any, columns: Any) -> Any:
        return await append(connection, columns | {"chance": (columns.get("chance") or [])[:-1] or None})

    put(matches, append=without)


def hand_told() -> None:
    """Everyone who is told their hand is told that of the next seat."""
    from bot.rules.southern_cards import Position
    from bot.rules.southern_cards.sight import sight
    from cogs.southern_cards import SouthernCards

    newest: list[Any] = []

    def remembered(self: Any, seat: int | None) -> Any:
        newest[:] = [self]
        return sight(self, seat)

    put(Position, sight=remembered)
    hand_in_words = SouthernCards.hand_in_words

    def of_the_next(self: Any, seen: Any) -> Any:
        (position,) = newest
        other = sight(position, (seen.seat + 1) % len(position.hands))
        return hand_in_words(self, replace(seen, hand=other.hand))

    put(SouthernCards, hand_in_words=of_the_next)


def rating_twice() -> None:
    """What a result changes is applied twice."""
    from bot.match.engine import results
    from bot.ratings.ledger import Worth, worth

    judge = results._judge

    async def twice(connection: Any, result: Any) -> Any:
        value = await judge(connection, result)
        return worth(result, value.standings) if isinstance(value, Worth) else value

    put(results, _judge=twice)


def outage_counted() -> None:
    """Deadlines stay where they are while no bot runs."""
    from bot.match.parts.clocks import Clocks

    async def none(*_: Any, **__: Any) -> int:
        return 0

    put(Clocks, _put_off=none)


def called_twice() -> None:
    """Those who are called to an edited board are called twice."""
    from cogs.shared.boards import calls, posting

    call = calls.call_after_edit

    async def twice(bot: Any, post: Any, board: Any) -> None:
        await call(bot, post, board)
        await call(bot, replace(post, id=post.id + 10**6), board)

    put(posting, call_after_edit=twice)


def answered_late() -> None:
    """One interaction in twenty is taken only after Discord's three seconds."""
    from bot.client import Crux

    takes, counted = Crux.takes, [0]

    async def late(self: Any, interaction: Any) -> bool:
        counted[0] += 1
        if counted[0] % 20 == 0:
            await asyncio.sleep(3.5)
        return bool(await takes(self, interaction))

    put(Crux, takes=late)


def contest_without_end() -> None:
    """Leagues and tournaments go on when all of their matches are over."""
    from bot.contests.parts.leagues import read_season
    from bot.contests.parts.seasons import Seasons
    from bot.contests.parts.tournament_rounds import TournamentRounds

    async def season_goes_on(self: Any, season_id: int) -> Any:
        async with self._store.read() as connection:
            return await read_season(connection, season_id)

    async def goes_on(*_: Any) -> None:
        """Writes down no places."""

    put(Seasons, _end=season_goes_on)
    put(TournamentRounds, _end=goes_on)


def buttons_kept() -> None:
    """One older board in five is noted as stripped and isn't."""
    from cogs.shared.boards import retiring

    strip, counted = retiring._strip, [0]

    async def sometimes(*given: Any) -> None:
        counted[0] += 1
        if counted[0] % 5:
            await strip(*given)

    put(retiring, _strip=sometimes)


def synced_seldom() -> None:
    """Commits aren't synced to the disk, so a power cut loses the newest."""
    from bot.store import connections

    put(connections, SYNCHRONOUS="NORMAL")


FAULTS: tuple[Callable[[], None], ...] = (
    acknowledged_before_the_commit, nonce_dropped, commit_skipped, interaction_forgotten, lease_forgotten,
    board_not_recorded, buttons_left, seed_told, clicks_unanswered, chance_unrecorded,
    hand_told, rating_twice, outage_counted, called_twice, answered_late, contest_without_end, buttons_kept,
    synced_seldom,
)  # fmt: skip


def plans() -> list[SimulationPlan]:
    """The plans that are tried one after the other."""
    return mixed(SimulationPlan(seed, DAYS, often=OFTEN) for seed in range(1, MOST_SEEDS + 1))


@cache
def broken_anyway(plan: SimulationPlan, clock: VirtualClock) -> str:
    """Which promise a plan breaks without any fault planted, if it does."""
    broken = one(plan, clock).broken
    if broken:
        print(f"seed {plan.seed} fails without any: {broken.splitlines()[0]}", flush=True)
    return broken


def main(words: list[str]) -> int:
    """Tries the faults that are named, or all; returns how many weren't found."""
    clock, missed = prepare(), 0
    for fault in FAULTS:
        if words and fault.__name__ not in words:
            continue
        began, found = REAL(), ""
        for number, plan in enumerate(plans(), 1):
            outcome = one(plan, clock, fault)
            if outcome.broken.startswith(UNFINISHED):
                raise RuntimeError(f"{fault.__name__} can't be planted: {outcome.broken}")
            if outcome.broken and not broken_anyway(plan, clock):
                found = f"found by seed {number}: {outcome.broken.splitlines()[0][:150]}"
                break
        missed += not found
        print(f"{fault.__name__}: {found or f'not found in {MOST_SEEDS} seeds'} ({REAL() - began:.0f} s)", flush=True)
    return missed


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        again = [sys.executable, "-m", "simulation.planted", *sys.argv[1:]]
        os.execve(sys.executable, again, os.environ | {"PYTHONHASHSEED": "0"})  # noqa: S606 - ourselves
    sys.exit(main(sys.argv[1:]))
