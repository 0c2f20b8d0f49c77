"""How an event of one match affects the other matches of its series. See docs/architecture.md, Series.

All of this is read and written in the transaction of that event. So if two of the matches change at the same moment,
the second one sees what the first has written.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import guards, lobby, presence
from bot.match.decisions.agreements import replacement_event
from bot.match.engine.opening import open_match
from bot.match.engine.writing import write_event
from bot.match.reading.endings import end_by_agreement, end_from_outside, end_of_parallel
from bot.match.reading.reader import stored_match
from bot.match.reading.series_state import ending_of
from bot.match.reading.shared_luck import StoredHost, StoredHostedMatch
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, Series, SeriesKind, Status
from bot.match.values.errors import BadOption, Frozen, NotInThisMatch, UnknownGame
from bot.match.values.new_event import NewEvent
from bot.match.values.terms import CheckedTerms, TableTerms
from bot.rules import Game
from bot.store.columns import MatchColumns, MemberColumns, SeatColumns, SeriesColumns
from bot.store.queries import matches
from bot.store.queries import series as series_queries

Games = Mapping[str, Game[Any]]


class Overtaken(Exception):
    """Another process changed another match of the series meanwhile: nothing may be written."""


async def open_series(connection: AsyncConnection, terms: TableTerms, now: datetime) -> MatchColumns:
    """A new series, if the terms want one, as columns of its first match."""
    if terms.series is None:
        return {}
    points = terms.series is SeriesKind.POINTS
    columns: SeriesColumns = {
        "kind": terms.series,
        "standing": {"target": terms.target} if points else None,
        "created_at": now,
    }
    return {"series_id": await series_queries.insert(connection, columns), "part": 1 if points else 0}


async def follow(
    connection: AsyncConnection, before: StoredMatch, event: NewEvent, games: Games, now: datetime
) -> None:
    """Writes what follows from an event just written for the match `before`. Raises Overtaken; BadOption."""
    if before.series is not None:
        await _Consequences(connection, games, now).of(before, event)


class _Consequences:
    """What an event of one match causes in the others, written in its transaction."""

    def __init__(self, connection: AsyncConnection, games: Games, now: datetime) -> None:
        self._connection = connection
        self._games = games
        self._now = now

    async def of(self, before: StoredMatch, event: NewEvent) -> None:
        """Writes what follows from an event of the match `before`."""
        after = await self._read(before.id)
        ends = event.changes.get("status") in (Status.OVER, Status.CANCELLED)
        match after:
            case StoredHost():
                if event.kind is EventKind.BEGIN:
                    await self._begin_all(after)
                elif ends:
                    await self._call_off(after, event)
                elif event.kind is EventKind.SEAT and after.status is Status.RUNNING and event.seat is not None:
                    await self._change_player(after, event.seat)
                await self._pass_on_presence(before, after, event)
            case StoredHostedMatch():
                if ends:
                    await self._finish(after, event)
                elif event.kind is EventKind.EXPIRE:
                    await self._miss(after)
                await self._pass_on_presence(before, after, event)
            case _ if ends and after.series is not None:
                await self._go_on(after, after.series)

    # Consecutive matches

    async def _go_on(self, ended: StoredMatch, series: Series) -> None:
        """Starts the next match, or ends the series if someone has enough points or the people have ended it."""
        ending = ending_of(ended.row.ending)
        to_its_end = ended.status is Status.OVER and ending is not None and ending.kind == "played" and not ending.seats
        if to_its_end and max(series.totals) < (series.target or 0):
            row, part = ended.row, series.part + 1
            columns: MatchColumns = {
                "part": part,
                "salt": f"{row.fixed_salt.partition('.')[0]}.{part}",
                "thread_id": row.thread_id,
                "table_message_id": row.table_message_id,
            }
            seats = {seat: seat for seat in range(len(ended.rows.seats))}
            # Rules may have become stricter meanwhile. Then the last move stands, and the points count.
            with suppress(BadOption, UnknownGame):
                async with self._connection.begin_nested():
                    await self._begin(ended, ended.terms, columns, seats)
                return
        await series_queries.end(self._connection, series.id, self._now)

    # Parallel matches

    async def _begin_all(self, table: StoredHost) -> None:
        """Starts a match for each seat of the table, with that seat's people or its computer."""
        terms = replace(table.terms, seats=1, private=True, own_thread=False)
        for seat in range(len(table.rows.seats)):
            sitting = table.on_seat(seat)
            columns: MatchColumns = {
                "part": seat + 1,
                "opener_id": sitting[0].user_row if sitting else table.row.opener_id,
            }
            await self._begin(table, terms, columns, {seat: 0})

    async def _call_off(self, table: StoredHost, event: NewEvent) -> None:
        """The table is closed, which ends all its matches that are still running."""
        for seat, part in enumerate(table.series.parts):
            if table.awaits(seat):
                match = await self._read(part.match_id)
                if event.kind is EventKind.END:
                    end = NewEvent(EventKind.END, changes=end_from_outside(match))
                else:
                    end = NewEvent(EventKind.AGREE, changes={**end_by_agreement(match, "draw", (0,)), "frozen": None})
                await self._write(match, end)
        await series_queries.end(self._connection, table.series.id, self._now)

    async def _change_player(self, table: StoredHost, seat: int) -> None:
        """Puts the computer or the new player who takes a seat of the table into that seat's match too."""
        match = await self._read(table.series.parts[seat].match_id)
        level = table.computers.get(seat)
        if level is not None:
            seats: dict[int, SeatColumns] = {0: {"computer": level}}
            await self._write(match, NewEvent(EventKind.SEAT, seat=0, data={"computer": level}, seats=seats))
            return
        for member in table.on_seat(seat)[-1:]:
            if member.discord_id is None or match.seated_member(member.discord_id) is not None:
                continue
            if match.member(member.discord_id) is None:  # first, as its clock depends on their vacation
                columns: MemberColumns = {"match_id": match.id, "user_id": member.user_row}
                await matches.insert_member(self._connection, {**columns, "invited": False, "absent": False})
                match = await self._read(match.id)
            await self._write(match, replacement_event(match, 0, member.discord_id))

    async def _finish(self, ended: StoredHostedMatch, event: NewEvent) -> None:
        """Records at the table that one of its matches has ended; with the last of them the table ends."""
        table = await self._read(ended.table_id)
        if table.status is not Status.RUNNING:
            return
        ending = ending_of(ended.row.ending)
        seat, gave_up = ended.seat_at_the_table, ending is None or ending.kind != "played"
        proposal = table.proposal
        changes: MatchColumns = {"proposal": None} if proposal is not None and proposal.seat == seat else {}
        parts = [] if ended.rows.series is None else [one for one in ended.rows.series.parts if one.part > 0]
        if all(part.status == Status.OVER for part in parts):
            endings = [ending_of(part.ending) for part in parts]
            scores = [None if one is None or one.kind != "played" else (one.scores or [0])[0] for one in endings]
            log = await matches.log(self._connection, table.id)
            given_up = [one.seat for one in log if one.kind == EventKind.FINISH and one.data and one.seat is not None]
            # An older release may have ended one without recording it here, before all that were recorded.
            earlier = [other for other, score in enumerate(scores) if score is None and other not in (*given_up, seat)]
            changes = end_of_parallel(scores, [*earlier, *given_up, *([seat] if gave_up else ())], self._now)
        finish = NewEvent(
            EventKind.FINISH,
            by=event.by,
            seat=seat,
            data={"gave_up": True} if gave_up else None,
            changes=changes,
            post=True,
        )
        await self._write(table, finish)
        await self.of(table, finish)

    async def _miss(self, match: StoredHostedMatch) -> None:
        """Records at the table that a turn of one of its matches timed out, so that the others may act on it."""
        table = await self._read(match.table_id)
        seat, missed = match.seat_at_the_table, match.rows.seats[0].missed
        expire = NewEvent(
            EventKind.EXPIRE,
            seat=seat,
            data={"then": match.row.on_expiry},
            seats={seat: {"missed": missed}},
            # The table already says what the others can do.
            post=missed <= guards.MISSED_TURNS_ALLOWED,
        )
        await self._write(table, expire)

    async def _pass_on_presence(
        self, before: StoredMatch, after: StoredHost | StoredHostedMatch, event: NewEvent
    ) -> None:
        """Carries absences and returns over between the table and a person's own match."""
        series = after.series
        if series is None or not series.parts:
            return
        for member in after.members:
            person, seat = member.discord_id, member.seat
            was = None if person is None else before.member(person)
            if person is None or seat is None or was is None:
                continue
            plays_again = (
                person == event.by and presence.has_passed(before, seat) and not presence.has_passed(after, seat)
            )
            if was.absent == member.absent and not plays_again:
                continue
            other_id = after.table_id if isinstance(after, StoredHostedMatch) else series.parts[seat].match_id
            other = await self._read(other_id)
            with suppress(NotInThisMatch, Frozen):  # newer rules hold that match
                same = presence.absent(person, member.absent).decide(other)
                if same is not None:
                    await self._write(other, same)
                    await self.of(other, same)

    # For both kinds

    async def _begin(
        self, model: StoredMatch, terms: TableTerms, columns: MatchColumns, seats: Mapping[int, int]
    ) -> None:
        """Starts another match like `model`, with these terms and columns.

        `seats` maps seats of the model to their numbers there.
        """
        if model.game is None:
            raise UnknownGame(game=terms.game)
        checked_terms = CheckedTerms(terms, model.game, model.game.colours(terms.seats, terms.options))
        seed = await matches.seed_of(self._connection, model.id)
        computers = {number: model.computers[seat] for seat, number in seats.items() if seat in model.computers}
        members: list[MemberColumns] = [
            {"user_id": member.user_row, "seat": number, "seated_by": 1, "absent": member.absent}
            for seat, number in seats.items()
            for member in model.on_seat(seat)
        ]
        row = model.row
        same_columns: MatchColumns = {"series_id": row.series_id, "guild_id": row.guild_id, "salt": row.salt}
        same_columns |= {"channel_id": row.channel_id, "opener_id": row.opener_id}
        match_id = await open_match(
            self._connection,
            checked_terms,
            seed,
            computers,
            members,
            {**same_columns, **columns},
            self._now,
            by_the_first=False,
        )
        table = await self._read(match_id)
        await self._write(table, lobby.start_event(table, seed, table.row.fixed_salt))

    async def _read(self, match_id: int) -> StoredMatch:
        (rows,) = await matches.read(self._connection, [match_id])
        return stored_match(rows, self._games, self._now)

    async def _write(self, match: StoredMatch, event: NewEvent) -> None:
        if not await write_event(self._connection, match, event, interaction=None, now=self._now):
            raise Overtaken
