"""Forgetting people: their matches go on, and nothing tells who they were."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import presence, proposals
from bot.match.engine.forgetting import leave_traces
from bot.match.engine.writing import write_post
from bot.match.parts.part import Part, asks
from bot.match.reading.stored import StoredMatch
from bot.match.values import LIVE, Status
from bot.match.values.errors import Frozen, NotInThisMatch
from bot.match.values.match import Match
from bot.store import log_failure
from bot.store.queries import matches, people, personal_data, service, traces

log = logging.getLogger(__name__)


class People(Part):
    """What Crux stores about people."""

    async def stored_data(self, user: int) -> dict[str, list[Mapping[str, Any]]]:
        """Everything stored about this person, by subject (`bot.store.queries.personal_data`); {} without any."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            if row is None and await service.block_of(connection, user) is None:
                return {}
            return await personal_data.of_person(connection, row, user)

    async def is_blocked(self, user: int) -> bool:
        return await self._read(service.block_of, user) is not None

    locale = asks(people.locale)

    async def note_locales(self, locales: Mapping[int, str]) -> None:
        """Stores the languages of people, except of those who have no row. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            for user, locale in locales.items():
                await people.note_locale(connection, user, locale)

    async def forget(self, user: int) -> None:
        """Forgets who this person is: removes them from open tables, marks them absent in running matches, deletes
        their id. Only a block by the operator stays, and traces for as long as rules need them
        (`bot.match.reading.traces`).

        Events stay; they name rows that no longer know a person. If it was this person's turn, the board is posted so
        that the others find out. A match that can't be written to now doesn't hold this up: its log won't say that the
        person left, but its seats will.
        """
        await self._note_gone(user)
        async with self._writing() as connection:
            waiting = await self._waiting_for(connection, user)
            row = await people.user_row(connection, user)
            if row is not None:
                await leave_traces(connection, user, row, await self._matches_of(connection, user), self._now())
            await people.forget(connection, user)
            await self._post(connection, waiting)  # due only now, so that a new board can't name the person
        self._engine.forget_just_written()  # they name the person
        if waiting:
            self._engine.on_post.set()

    async def purge_traces(self) -> None:
        """Deletes the traces of forgotten people that no rule needs any longer. Raises Busy, NotWritable."""
        if await self._read(traces.any_over, self._now()):
            await self._write(traces.purge, self._now())

    async def leave_all(self, user: int) -> list[Match]:
        """Removes a person from open tables and marks them absent in running matches; returns these.

        If it was this person's turn, the board is posted so that the others find out. Raises Busy, NotWritable.
        """
        left = await self._note_gone(user)
        async with self._writing() as connection:
            waiting = await self._waiting_for(connection, user)
            await self._post(connection, waiting)
        if waiting:
            self._engine.on_post.set()
        return left

    async def _note_gone(self, user: int) -> list[Match]:
        """Notes in each live match that a person is gone, and returns these matches.

        Leaves out those that can't be written to now.
        """
        memberships = await self._read(people.memberships, user)
        left = []
        for membership in memberships:
            match_id, status = membership.match_id, membership.status
            try:
                if membership.seat is not None and status in LIVE:
                    left.append(await self._engine.act(match_id, presence.absent(user)))
                elif status in (Status.RUNNING, Status.FROZEN):  # they may be about to play there
                    await self._engine.act(match_id, proposals.withdraw_candidate(user))
            except (NotInThisMatch, Frozen):  # they left meanwhile, or newer rules hold the match
                continue
            except Exception as error:  # its text might reveal hidden information
                log_failure(
                    log, error, "Can't note in match %s that a person is gone: %s", match_id, type(error).__name__
                )
        return left

    async def _post(self, connection: AsyncConnection, waiting: Sequence[StoredMatch]) -> None:
        for match in waiting:
            await write_post(connection, match, match.version, match.place, self._now(), run=match.run)

    async def _waiting_for(self, connection: AsyncConnection, user: int) -> list[StoredMatch]:
        """The running matches where it's this person's turn, including tables of parallel matches."""
        return [
            match
            for seat, match in await self._seats_of(connection, user)
            if match.status is Status.RUNNING and seat not in match.computers and match.awaits(seat)
        ]

    async def _seats_of(self, connection: AsyncConnection, user: int) -> list[tuple[int, StoredMatch]]:
        """The live matches where this person has a seat, and which."""
        seats = {
            one.match_id: one.seat
            for one in await people.memberships(connection, user)
            if one.seat is not None and one.status in LIVE
        }
        return [(seats[match.id], match) for match in await self._matches(connection, seats)]

    async def _matches_of(self, connection: AsyncConnection, user: int) -> list[StoredMatch]:
        """The live matches where this person has a seat, or had one until somebody else took it over."""
        theirs = [one.match_id for one in await people.memberships(connection, user) if one.status in LIVE]
        found = [(match.member(user), match) for match in await self._matches(connection, theirs)]
        return [match for member, match in found if member and (member.seat is not None or member.has_played)]

    async def _matches(self, connection: AsyncConnection, match_ids: Iterable[int]) -> list[StoredMatch]:
        return list(map(self._reader.match_of, await matches.read(connection, list(match_ids))))
