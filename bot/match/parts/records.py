"""The logs of matches and what can be made of them."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from bot.match.parts.part import Part, asks
from bot.match.reading import history
from bot.match.reading.publishing import public_event, publish
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import StoredMatch
from bot.match.records.replay import Replay, export_record, of_log, require_replayable
from bot.match.values import EventKind, LoggedEvent, PlayedMove, Status
from bot.match.values.errors import Busy, MatchOver, NotOver, NotRunning, PlaysApart, Refusal
from bot.match.values.match import Match
from bot.rules.record import MatchRecord
from bot.store import Store
from bot.store.queries import matches
from bot.store.tables import EventRow


class Records(Part):
    """Reads, replays, checks and repairs logs."""

    async def log(self, match_id: int) -> list[LoggedEvent]:
        """Every event of the match, oldest first. Raises NoSuchMatch."""
        match = await self._reader.read(match_id)
        return [public_event(match, event) for event in await self._read(matches.log, match_id)]

    count_decisions = asks(matches.count_decisions)

    async def count_decisions_elsewhere(self, match: Match, user: int) -> int:
        """How many moves someone has made in all other matches of the same game, including those that were undone."""
        return await self._read(matches.count_decisions_elsewhere, match.id, match.game, user)

    async def record(self, match_id: int) -> MatchRecord:
        """The whole match as a document that anyone can replay (docs/record-format.md).

        Raises NotOver until it has ended, for parallel matches until all have; PlaysApart for their table, which has no
        moves; NotReplayable if parts of it were played under rules that the bot no longer has.
        """
        match = await self._reader.read(match_id)
        if isinstance(match, StoredHost):
            raise PlaysApart if match.status is Status.OVER else NotOver
        if match.luck_is_shared:
            raise NotOver
        events = await self._read(matches.log, match_id)
        return history.record(publish(match), events)

    async def replay(self, match_id: int, *, player: int | None = None) -> Replay:
        """The match turn by turn, as far as everyone who can see the match may know it, or as far as a `player` may.

        Raises NotRunning, NothingPlayed, PlaysApart, PlayedApart, OthersStillPlay, Frozen, StillHidden, NotReplayable.
        """
        match, events = await self._read_whole(match_id)
        game = require_replayable(match, player=player)
        public_match, public = await self._reader.public(match), match.status is not Status.OVER
        return await asyncio.to_thread(of_log, public_match, game, events, public=public)

    async def newest_turns(self, match_id: int, count: int) -> list[tuple[datetime, tuple[PlayedMove, ...]]]:
        """The last turns as everyone who can see the match may know them, each with the time of its last decision.

        Oldest first. Raises the same as `replay`, except StillHidden.
        """
        match, events = await self._read_whole(match_id)
        game = require_replayable(match, hidden=True)
        public_match, public = await self._reader.public(match), match.status is not Status.OVER
        replay = await asyncio.to_thread(of_log, public_match, game, events, public=public)
        at = {event.number: event.at for event in events}
        return [(at[turn[-1].number], turn) for turn in replay.turns[-count:]]

    async def can_replay(self, match_id: int, *, hidden: bool = False) -> bool:
        """Whether `replay` works for this match now, judging by its row; with `hidden`, `export`. NoSuchMatch."""
        try:
            require_replayable(await self._reader.read(match_id), hidden=hidden)
        except Refusal:
            return False
        return True

    async def export(self, match_id: int) -> dict[str, Any]:
        """The match as a record with its seal (docs/record-format.md), including the seed once it is published.

        While the match runs, it contains neither luck nor a result. Raises the same as `replay`, except StillHidden.
        """
        match, events = await self._read_whole(match_id)
        game = require_replayable(match, hidden=True)
        return await asyncio.to_thread(export_record, await self._reader.public(match), game, events)

    of_seal = asks(matches.of_seal)

    async def fold(self, match_id: int) -> dict[str, Any] | None:
        """The position document at the end of the log, replayed from the newest whole position in it.

        None before the start and at the table of parallel matches. Raises ValueError saying where the log can't be
        replayed.
        """
        match = await self._reader.read(match_id)
        return await self._read(history.fold, match)

    async def check(self, match_id: int) -> list[str]:
        """What is wrong with a match, in sentences for the bot's host; empty if all is well."""
        async with self._store.read() as connection:  # one snapshot: the match may go on meanwhile
            return await history.problems(connection, await self._reader.read_in(connection, match_id))

    async def check_all(self) -> AsyncIterator[tuple[int, list[str]]]:
        """Each match and what is wrong with it, as `check` says."""
        match_ids = await self._read(matches.ids)
        for match_id in match_ids:
            yield match_id, await self.check(match_id)

    async def rebuild(self, match_id: int) -> Match:
        """Rebuilds the position from the log. A match that was frozen because of a damaged position goes on.

        Raises NotRunning, MatchOver, PlaysApart; ValueError as for `fold`.
        """
        async with self._engine.lock(match_id):
            match = await self._reader.read(match_id)
            if isinstance(match, StoredHost):
                raise PlaysApart
            if match.status not in (Status.RUNNING, Status.FROZEN):
                raise NotRunning if match.status is Status.OPEN else MatchOver
            document = await self._read(history.fold, match)
            if document is None or match.game is None:  # then `fold` has already failed
                raise RuntimeError(f"{match!r} runs without a position")
            if await self._engine.write(match, history.rebase_event(match, match.game, document)) is None:
                raise Busy
        return await self._engine.get(match_id)

    async def bring_up_to_date(self) -> list[Match]:
        """Moves every running or frozen match to the installed rules; returns those that changed.

        Each match would also be brought up to date when it is next read. This only does it sooner.
        """
        async with self._store.read() as connection:
            frozen = await matches.ids(connection, Status.FROZEN)
            versions = self._reader.rules_versions
            waiting = sorted({*frozen, *await matches.of_other_rules(connection, (Status.RUNNING,), versions)})
        updated = []
        for match_id in waiting:
            version = (await self._reader.read(match_id)).version
            match = await self._engine.get(match_id)
            if match.version != version:
                updated.append(match)
        return updated

    async def _read_whole(self, match_id: int) -> tuple[StoredMatch, list[EventRow]]:
        await self._engine.get(match_id)  # brings it up to date with the installed rules
        async with self._store.read() as connection:
            return await self._reader.read_in(connection, match_id), await matches.log(connection, match_id)


async def act_of(store: Store, interaction: int) -> EventKind | None:
    """The kind of event that this interaction wrote, or None if it changed no match."""
    async with store.read() as connection:
        event = await matches.event_of_interaction(connection, interaction)
    return None if event is None else EventKind(event.kind)
