"""How a decision becomes an event: read, decide, write, and retry if another process was faster.

Nothing is decided while the database is open for writing, except what follows in other matches of a series.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from weakref import WeakValueDictionary

from cachetools import TTLCache
from sqlalchemy.exc import IntegrityError

from bot.match.decisions.decision import Check, Decision
from bot.match.engine import results
from bot.match.engine import series as series_of_matches
from bot.match.engine.transactions import settle, writing
from bot.match.engine.writing import write_event
from bot.match.reading import history
from bot.match.reading.reader import Reader
from bot.match.reading.seating import computer_is_to_move
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, Status
from bot.match.values.errors import Busy, Refusal, Unsure
from bot.match.values.match import Match
from bot.match.values.new_event import NewEvent
from bot.store import Store, StoreBusy
from bot.store.queries import matches

log = logging.getLogger(__name__)

TRIES = 8
"""How often a decision is retried because another process was faster."""

FRESH = timedelta(seconds=5)
"""How long a match that was just written may be shown without reading it again."""

FRESH_MATCHES = 100
"""How many such matches are cached."""


class Engine:
    """The only place that knows how matches are changed.

    `on_post` is set after each commit through this object that queued a board, `on_turn` after each that leaves a
    computer to move, `on_end` after each that leaves a match over. `on_change` are called after each commit with the
    match's number and its people.
    """

    def __init__(self, store: Store, reader: Reader, *, matches_per_person: int) -> None:
        self.on_post = asyncio.Event()
        self.on_turn = asyncio.Event()
        self.on_end = asyncio.Event()
        self.on_change: list[Callable[[int, frozenset[int]], None]] = []
        self._store = store
        self._reader = reader
        self._matches_per_person = matches_per_person
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # those that somebody holds
        self._just_written: TTLCache[int, Match] = TTLCache(
            FRESH_MATCHES, FRESH.total_seconds(), timer=lambda: reader.clock().timestamp()
        )

    async def act(self, match_id: int, decision: Decision, *, interaction: int | None = None) -> Match:
        """Carries out a decision and returns the match after it.

        An `interaction` acts once: a second call with the same id changes nothing. Raises NoSuchMatch, Busy,
        NotWritable, and the decision's own refusals.
        """
        if decision.about is None:
            return await self._act(match_id, decision, interaction)
        own_id = decision.about(await self._reader.read(match_id))
        match = await self._act(own_id, decision, interaction)
        return match if own_id == match_id else await self.get(match_id)

    async def allowed(self, match_id: int, *decisions: Decision) -> list[bool]:
        """Of each decision, whether it would change something now. Writes nothing. Raises NoSuchMatch."""
        match, found = await self._reader.read(match_id), []
        for decision in decisions:
            try:
                own_id = match_id if decision.about is None else decision.about(match)
                about, event = await self._decide(
                    match if own_id == match_id else await self._reader.read(own_id), decision
                )
                match = about if own_id == match_id else match  # with its log, if it was read
                found.append(event is not None)
            except Refusal:
                found.append(False)
        return found

    async def get(self, match_id: int) -> Match:
        """The match as it is now. Raises NoSuchMatch."""
        match = await self._reader.read(match_id)
        if match.is_outdated():
            async with self.lock(match_id):
                match = await self.current(match_id)
        return await self._reader.public(match)

    def take_just_written(self, match_id: int) -> Match | None:
        """Returns the match that this object just wrote, once, if a board of it was queued."""
        match: Match | None = self._just_written.pop(match_id, None)
        return match

    def forget_just_written(self) -> None:
        self._just_written.clear()

    def lock(self, match_id: int) -> asyncio.Lock:
        """The match's lock, to be held from `current` to `write`."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    async def current(self, match_id: int) -> StoredMatch:
        """The match under the installed rules. The caller holds its lock. Raises NoSuchMatch, Busy."""
        match, _ = await self._current(match_id)
        return match

    async def write(
        self, match: StoredMatch, event: NewEvent, *, interaction: int | None = None, check: Check | None = None
    ) -> StoredMatch | None:
        """Writes the event in one transaction; returns None if another process was faster.

        It also returns None if the database was lost while it wrote. In both cases reading again shows what stands.

        The caller holds the match's lock.
        """
        try:
            async with writing(self._store) as connection:
                now = self._reader.clock()
                if check is not None:
                    await check(connection, match, event.by, self._matches_per_person)
                if not await write_event(connection, match, event, interaction=interaction, now=now):
                    return None
                await series_of_matches.follow(connection, match, event, self._reader.games, now)
                await results.settle(connection, match, event, self._reader.games, now)
                if not self._reader.duty.shards.include(match.row.guild_id):
                    await self._store.wake_others(connection)
        except (IntegrityError, series_of_matches.Overtaken):
            # Another process took the number, the interaction or the person's row; reading again shows which.
            return None
        except Unsure:
            await settle(self._store)
            self._just_written.clear()
            for wake in (self.on_post, self.on_turn, self.on_end):  # it may have been written
                wake.set()
            return None
        others = match.rows.series.parts if match.rows.series is not None else ()  # these may have been written with it
        for match_id in (match.id, *(part.id for part in others)):
            self._just_written.pop(match_id, None)
        try:
            after = await self._read(match.id)  # outside the transaction: others wait to write
        finally:
            if event.post or match.rows.series is not None:
                self.on_post.set()
        if computer_is_to_move(after.rows):
            self.on_turn.set()
        if after.status is Status.OVER:
            self.on_end.set()
        people = frozenset(member.discord_id for member in after.members if member.discord_id is not None)
        for tell in self.on_change:
            tell(match.id, people)
        return after

    async def _act(self, match_id: int, decision: Decision, interaction: int | None) -> Match:
        may_stand = False  # whether it may have been written
        async with self.lock(match_id):
            try:
                for _ in range(TRIES):
                    before, has_acted = await self._current(
                        match_id, interaction=interaction, needs_seed=decision.needs_seed
                    )
                    if has_acted:
                        may_stand = True
                        return await self._reader.public(before)
                    before, event = await self._decide(before, decision)
                    if event is None:
                        return await self._reader.public(before)
                    after = await self.write(before, event, interaction=interaction, check=decision.check)
                    may_stand = True
                    if after is not None:
                        match = await self._reader.public(after)
                        if event.post and not match.terms.private:
                            self._just_written[match_id] = match
                        return match
            except (Busy, StoreBusy) as error:
                if may_stand:
                    raise Unsure from None
                raise error if isinstance(error, Busy) else Busy from None
        log.warning("Match %s: gave up after %s conflicts with other writes", match_id, TRIES)
        raise Busy

    async def _read(self, match_id: int) -> StoredMatch:
        """The match that was just written, even if the database is lost now for a moment. Raises Unsure."""
        try:
            return await self._reader.read(match_id)
        except StoreBusy:
            await settle(self._store)
        try:
            return await self._reader.read(match_id)
        except StoreBusy:
            raise Unsure from None

    async def _current(
        self, match_id: int, *, interaction: int | None = None, needs_seed: bool = False
    ) -> tuple[StoredMatch, bool]:
        """The match under the installed rules, and whether the interaction has already acted."""
        for _ in range(TRIES):
            async with self._store.read() as connection:
                match = await self._reader.read_in(connection, match_id)
                has_acted = await matches.match_of_interaction(connection, interaction) is not None
                if needs_seed:
                    match = replace(match, seed=await matches.seed_of(connection, match_id))
            if not match.is_outdated():
                return match, has_acted
            event = history.up_to_date(match)
            if event.kind is EventKind.FREEZE:
                why = event.data or {}
                log.error("Match %s is frozen, reference %s: %s", match_id, why["reference"], why["why"])
            await self.write(match, event)
        raise Busy

    async def _decide(self, match: StoredMatch, decision: Decision) -> tuple[StoredMatch, NewEvent | None]:
        """The event that follows, and the match it was decided with: that with its log, if the decision needs it.

        A long log takes long to replay, so that happens beside the event loop.
        """
        if not decision.needs_log(match):
            return match, decision.decide(match)
        match = match if match.log else await self._with_log(match)
        return match, await asyncio.to_thread(decision.decide, match)

    async def _with_log(self, match: StoredMatch) -> StoredMatch:
        async with self._store.read() as connection:
            events = await matches.log(connection, match.id)
        return replace(match, log=tuple(events[: match.version]))  # others may have written since
