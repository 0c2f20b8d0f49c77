"""Opening tables, including those of rematches, and closing unused ones."""

import logging
from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy.exc import IntegrityError

from bot.match.decisions import lobby
from bot.match.decisions.agreements import columns_of_place
from bot.match.decisions.clocks import COUNTDOWN
from bot.match.decisions.limits import may_open
from bot.match.decisions.meeting import may_invite
from bot.match.decisions.rematch import Rematch, last_match, rematch_of, require_over
from bot.match.engine.engine import TRIES
from bot.match.engine.opening import open_match
from bot.match.engine.series import open_series
from bot.match.engine.transactions import settle
from bot.match.parts.part import Dependencies, Part
from bot.match.parts.servers import Servers
from bot.match.values import ComputerLevel, Place, Status
from bot.match.values.errors import Busy, NoComputersHere, Refusal, TooManyInvited, Unsure
from bot.match.values.match import Match
from bot.match.values.server_settings import ServerSettings
from bot.match.values.terms import TableTerms
from bot.store import log_failure
from bot.store.columns import MatchColumns, MemberColumns
from bot.store.queries import deadlines, matches, people

log = logging.getLogger(__name__)


class Tables(Part):
    """The tables at which matches begin."""

    def __init__(self, dependencies: Dependencies, servers: Servers) -> None:
        super().__init__(dependencies)
        self._servers = servers

    async def open(
        self,
        terms: TableTerms,
        *,
        opener: int,
        place: Place,
        invited: Sequence[int] = (),
        computers: ComputerLevel | None = None,
        seat: int = 0,
        existing: Collection[int] | None = None,
        interaction: int | None = None,
    ) -> Match:
        """Opens a table with its opener on this seat. Its luck is sealed from here on: see `Match.commitment`.

        Computers of level `computers` take all seats beyond those of the opener and the invited, and make room for
        people who join. `note_posted` fixes the salt of the luck, also for a private match. If the server has switched
        hints off, the table has none. `existing` are the server's channels, if they are known: its settings may name
        deleted ones.

        Raises UnknownGame, BadOption, TooManyInvited, NoComputersHere, NotInThisChannel, TooManyTables, TooManyMatches,
        HasBlocked, CantBeInvited.
        """
        settings = await self._servers.settings(place.guild_id)
        checked = settings.apply_to(terms).check(self._reader.games, self._trial())
        if computers is not None and not settings.computers:
            raise NoComputersHere
        guests = [person for person in dict.fromkeys(invited) if person != opener]
        free = terms.seats * (lobby.PEOPLE_ON_A_SEAT if terms.shared else 1) - 1
        if len(guests) > free:
            raise TooManyInvited(invited=len(guests), free=free)
        others = [number for number in range(terms.seats) if number != seat]
        levels = {number: computers for number in others[len(guests) :] if computers is not None}
        now = self._now()
        try:
            async with self._writing() as connection:
                match_id = await matches.match_of_interaction(connection, interaction)
                if match_id is None:
                    user_row = await people.user_row_for(connection, opener, now)
                    settings, private = settings.among(existing), checked.terms.private
                    await may_open(connection, opener, user_row, self._limits, settings, place, private=private)
                    await may_invite(connection, opener, guests, limit=self._limits.matches_per_person)
                    rows = [await people.user_row_for(connection, guest, now) for guest in guests]
                    members: list[MemberColumns] = [{"user_id": user_row, "seat": seat, "seated_by": 1}]
                    members += [{"user_id": row, "invited": True} for row in rows]
                    columns: MatchColumns = {
                        "opener_id": user_row,
                        **columns_of_place(place.columns()),
                        **await open_series(connection, terms, now),
                    }
                    match_id = await open_match(
                        connection, checked, self._new_seed(), levels, members, columns, now, interaction=interaction
                    )
        except Unsure:
            await settle(self._store)
            match_id = await self._read(matches.match_of_interaction, interaction)
            if match_id is None:
                raise Busy from None
        return await self._engine.get(match_id)

    async def rematch(
        self, match_id: int, user: int, *, existing: Collection[int] | None = None, interaction: int | None = None
    ) -> Match:
        """The table of a rematch: opened by this person, or joined by them if someone else has opened it.

        The terms are the same, and people and computers sit one seat further on. Each seat is reserved for its players.
        A rematch that has already started is returned as it is. `existing` is as for `open`.

        Raises NotOver, NotRunning, NoRematch, NotInThisMatch, NoComputersHere, NotInThisChannel, TooManyTables,
        TooManyMatches, HasBlocked, CantBeInvited, UnknownGame, BadOption; NotOpen and NotInvited if someone else was
        faster.
        """
        match_id = last_match(await self._reader.read(match_id))
        for _ in range(TRIES):
            old = await self._reader.read(match_id)
            opener = require_over(old, user)
            number = await self._read(matches.rematch_of, match_id)
            if number is not None:
                table = await self._engine.get(number)
                if table.status is not Status.OPEN or table.seat_of(user):
                    return table
                return await self._engine.act(number, lobby.join(user), interaction=interaction)
            settings = (await self._servers.settings(old.place.guild_id)).among(existing)
            rematch = rematch_of(old, opener, settings, self._reader.games, self._trial())
            if rematch.computers and not settings.computers:
                raise NoComputersHere
            try:
                return await self._engine.get(await self._open_again(match_id, user, rematch, settings, interaction))
            except IntegrityError:  # someone else has opened it meanwhile
                continue
            except Unsure:
                await settle(self._store)
        raise Busy

    async def note_posted(self, match_id: int, message_id: int) -> Match:
        """Records the table's message, which fixes the salt of the luck. Only the first id counts."""
        await self._write(matches.set_salt, match_id, message_id)
        return await self._engine.get(match_id)

    async def note_new_message(self, match_id: int, gone: int, message_id: int) -> None:
        """Replaces the message `gone` of an open table with this one. The salt of its luck stays. Raises Busy.

        Changes nothing if the table already has another message.
        """
        await self._write(matches.set_table_message, match_id, gone, message_id, Status.OPEN)

    async def restart_countdowns(self) -> list[Match]:
        """Begins the countdowns anew that ran out while nobody could press **Wait**; returns their tables.

        Call it after a start, before `begin_full`.
        """
        now = self._now()
        async with self._writing() as connection:
            late = await deadlines.to_begin(connection, Status.OPEN, now, self._shards)
            await deadlines.look_later(connection, late, now, now + COUNTDOWN)
        return [await self._engine.get(match_id) for match_id in late]

    async def begin_full(self) -> list[Match]:
        """Starts tables whose countdown is over (`Match.begins_at`); returns those that started or now wait.

        A table that can't start waits until someone clicks a button there, which then says why.
        """
        waiting = await self._read(deadlines.to_begin, Status.OPEN, self._now(), self._shards)
        tables = []
        for match_id in waiting:
            for decision in (lobby.begin_by_itself(), lobby.wait()):
                try:
                    tables.append(await self._engine.act(match_id, decision))
                    break
                except Refusal as refusal:  # for example because someone has started or closed it meanwhile
                    log.debug("Table %s doesn't begin by itself: %s", match_id, type(refusal).__name__)
                except Exception as error:  # the others can; its text might reveal hidden information
                    log_failure(log, error, "Can't begin table %s by itself: %s", match_id, type(error).__name__)
        return tables

    async def tidy(self, older_than: timedelta = timedelta(days=1)) -> list[Match]:
        """Cancels tables that were opened this long ago and never started; returns them."""
        async with self._store.read() as connection:
            before = self._now() - older_than
            old = await matches.open_since_before(connection, Status.OPEN, before, self._shards)
        tables = []
        for match_id in old:
            try:
                match = await self._engine.act(match_id, lobby.tidy())
            except Exception as error:  # the others can; its text might reveal hidden information
                log_failure(log, error, "Can't clean up table %s now: %s", match_id, type(error).__name__)
                continue
            if match.status is Status.CANCELLED:
                tables.append(match)
        return tables

    async def _open_again(
        self, match_id: int, user: int, rematch: Rematch, settings: ServerSettings, interaction: int | None
    ) -> int:
        """Writes the table of a rematch; returns its number. Raises IntegrityError if there is one already.

        Raises NotInThisChannel, TooManyTables, TooManyMatches, HasBlocked, CantBeInvited.
        """
        seed, now = self._new_seed(), self._now()
        (opener, seat), *others = rematch.people
        members: list[MemberColumns] = [{"user_id": opener, "seat": seat, "seated_by": 1}]
        members += [{"user_id": user_row, "invited": True, "kept_seat": kept} for user_row, kept in others]
        async with self._writing() as connection:
            table_id = await matches.match_of_interaction(connection, interaction)
            if table_id is not None:
                return table_id
            await may_open(connection, user, opener, self._limits, settings, rematch.place, private=False)
            guests = await people.list_known(connection, [user_row for user_row, _ in others])
            await may_invite(connection, user, guests)
            columns: MatchColumns = {
                "opener_id": opener,
                **columns_of_place(rematch.place.columns()),
                "rematch_of": match_id,
                **await open_series(connection, rematch.agreed.terms, now),
            }
            return await open_match(
                connection, rematch.agreed, seed, rematch.computers, members, columns, now, interaction=interaction
            )
