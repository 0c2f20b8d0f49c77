"""Forgetting people: their matches go on, and nothing says any more who they were."""

import logging
from abc import ABC, abstractmethod
from collections.abc import MutableMapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import agreements
from bot.match import series as series_of_matches
from bot.match.errors import Frozen, NotInThisMatch
from bot.match.loaded import Loaded
from bot.match.timekeeping import Timekeeping
from bot.match.values import LIVE, Match, Status
from bot.match.writing import write_post
from bot.store.queries import matches, people

log = logging.getLogger(__name__)


class Forgetting(Timekeeping, ABC):
    """The part of `Matches` that forgets people."""

    _written: MutableMapping[int, Any]

    @abstractmethod
    async def absent(self, match_id: int, user: int, gone: bool = True) -> Match:
        """See `Matches.absent`."""

    @abstractmethod
    def _understood(self, rows: matches.Rows) -> Loaded: ...

    async def forget(self, user: int) -> None:
        """Forget who this person is: gone from open tables, absent from running matches, the id nowhere kept.

        The events stay; they name rows that no longer know anybody. Where it was this person's turn, the board is
        posted, so that the others learn of it. A match in which nothing can be written now holds none of that up: its
        log doesn't say that the person has left, but its seats do.
        """
        async with self._store.read() as connection:
            theirs = await people.memberships(connection, user)
        for membership in theirs:
            try:
                if membership["seat"] is not None and membership["status"] in LIVE:
                    await self.absent(membership["match_id"], user)
                elif membership["status"] in (Status.RUNNING, Status.FROZEN):  # perhaps about to play there
                    await self._act(
                        membership["match_id"],
                        lambda loaded, _now, _seed: agreements.candidate_is_gone(loaded, user),
                    )
            except (NotInThisMatch, Frozen):  # got up in the meantime, or newer rules have the match
                continue
            except Exception as error:  # its text might tell what is hidden
                kind = type(error).__name__
                log.error("Match %s can't note that somebody is forgotten: %s", membership["match_id"], kind)
        async with self._writing() as connection:
            waited_for = await self._waiting_for(connection, user)
            await people.forget(connection, user)
            for loaded in waited_for:  # due only now: a board that is made of it can't name the person any more
                await write_post(connection, loaded, loaded.version, loaded.place, self._clock(), run=loaded.run)
        self._written.clear()  # the person is named there
        if waited_for:
            self.on_post.set()

    async def _waiting_for(self, connection: AsyncConnection, user: int) -> list[Loaded]:
        """The running matches in which it is this person's turn; the tables where the person plays apart as well."""
        seats = {one["match_id"]: one["seat"] for one in await people.memberships(connection, user)}
        found = map(self._understood, await matches.read(connection, list(seats)))
        return [
            loaded
            for loaded in found
            if loaded.status is Status.RUNNING
            and (seat := seats[loaded.id]) is not None
            and seat not in loaded.computers
            and (series_of_matches.plays_on(loaded, seat) if loaded.is_host else loaded.row["to_move"] == seat)
        ]
