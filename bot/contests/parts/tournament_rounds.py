"""What goes on in tournaments by itself: they begin, their rounds follow each other, and they end.

Each step is one transaction that looks at what is there, so doing it twice or being killed in between does no harm.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.parts.matches import can_be_played, resign_for_the_gone, table_terms
from bot.contests.parts.tournaments import Tournaments
from bot.contests.tournaments import rounds
from bot.contests.tournaments.meetings import Meeting, least
from bot.contests.values.contest import ELSEWHERE
from bot.contests.values.tournament import Tournament, TournamentMatch
from bot.match.decisions import moderation
from bot.match.engine.beginning import begin_match
from bot.match.parts.part import Dependencies, Part
from bot.match.reading.endings import places_after_resignations
from bot.match.reading.reader import Reader
from bot.match.values import DUPLICATE, Place, Status
from bot.match.values.errors import Refusal
from bot.store.columns import MatchColumns, SeriesColumns, TournamentMatchColumns
from bot.store.contest_tables import TournamentRoundRow
from bot.store.queries import series, tournaments
from bot.store.queries.tournaments import TOURNAMENTS

log = logging.getLogger(__name__)

SIGN_UP, TABLE, END = 0, 1, -1
"""The parts of a tournament that are shown, besides its rounds."""

ROUND = 100
"""The part of round n is this number and n."""

NEWS_OPEN, NEWS_OVER = ELSEWHERE - 1, ELSEWHERE - 2
"""What the channel for announcements is told: that people can sign up, and who has won."""

Reachable = Callable[[Tournament], bool]
"""Whether the channel of a tournament can be posted in now."""


@dataclass(frozen=True, slots=True)
class AnnouncedTable:
    """A table that begins as soon as it is announced."""

    match: TournamentMatch
    tournament: Tournament

    @property
    def shares_luck(self) -> bool:
        """Whether other tables have the same luck, so that it is played in private."""
        return shares_luck(self.tournament, self.match)


@dataclass
class _Decisions:
    """What is due in a round: places of tables, by their rows, matches to be played again, and more time for all."""

    places: dict[int, tuple[int, ...]] = field(default_factory=dict)
    again: Sequence[Meeting] = ()
    extend: bool = False

    def __bool__(self) -> bool:
        return bool(self.places or self.again or self.extend)


class TournamentRounds(Part):
    """The rounds of all tournaments."""

    def __init__(self, dependencies: Dependencies, everything: Tournaments) -> None:
        super().__init__(dependencies)
        self._tournaments = everything

    async def list_unfinished(self) -> list[Tournament]:
        """The tournaments that something is still to be done or shown for."""
        async with self._store.read() as connection:
            numbers = await tournaments.list_unfinished(connection, self._shards)
            return [await self._tournaments.read_in(connection, one) for one in numbers]

    async def look_after(self, tournament: Tournament, reachable: Reachable) -> Tournament:
        """Do what is due; returns the tournament as it is then.

        Where its channel isn't reachable, nothing begins and no round ends by time.
        """
        if tournament.ended_at is not None:
            await resign_for_the_gone(self._engine, tournament)  # they may have left just before it was closed
            await self._end_decided(tournament)  # newer rules may have held it
            return await self._unseal(tournament)
        there = reachable(tournament)
        if tournament.began_at is None:
            if tournament.begins_at > self._now() or tournament.salt is None or not there:
                return tournament
            tournament = await self._begin(tournament.id)
            if not tournament.running:
                return tournament
        tournament = await self._decide(tournament, by_time=there)
        await resign_for_the_gone(self._engine, tournament)
        await self._end_decided(tournament)
        if there and not rounds.is_open(tournament.field):
            tournament = await self._go_on(tournament)
        return await self._unseal(tournament)

    # It begins and ends

    async def _begin(self, number: int) -> Tournament:
        """Draw the order of those who take part; put off if they are too few."""
        now = self._now()
        async with self._writing() as connection:
            tournament = await self._tournaments.read_in(connection, number)
            terms, salt = tournament.terms, tournament.salt
            if tournament.began_at is not None or tournament.ended_at is not None or salt is None:
                return tournament
            starters = [one.number for one in tournament.players if one.checked_in or not terms.check_in]
            if len(starters) < least(terms.kind, terms.seats):
                for player in tournament.players:
                    await TOURNAMENTS.change_player(connection, number, player.number, {"checked_in": False})
                await TOURNAMENTS.change(connection, number, {"begins_at": now + terms.sign_up})
                return await self._tournaments.read_in(connection, number)
            for player in tournament.players:
                if player.number not in starters:
                    await TOURNAMENTS.remove_player(connection, number, player.number)
            await self._draw(
                connection, number, rounds.draw_order((await TOURNAMENTS.get(connection, number)).seed, salt, starters)
            )
            planned = rounds.rounds_for(terms.kind, len(starters), terms.rounds)
            await TOURNAMENTS.change(connection, number, {"began_at": now, "rounds": planned})
            return await self._tournaments.read_in(connection, number)

    async def _draw(self, connection: AsyncConnection, number: int, order: Sequence[int], *, after: int = 0) -> None:
        for place, player in enumerate(order, start=after + 1):
            await TOURNAMENTS.change_player(connection, number, player, {"drawn": place})

    async def _end(self, connection: AsyncConnection, tournament: Tournament, now: datetime) -> None:
        """Write down the places."""
        for place, player in enumerate(rounds.ranking(tournament.field), start=1):
            await TOURNAMENTS.change_player(connection, tournament.id, player, {"place": place})
        await TOURNAMENTS.change(connection, tournament.id, {"ended_at": now})

    # Its rounds

    async def _go_on(self, tournament: Tournament) -> Tournament:
        """The next round, or the end. Pairing many people takes a while, so it is done beside the event loop."""
        before, late, now = tournament.field, tournament.late, self._now()
        if tournament.salt is None:
            return tournament
        async with self._store.read() as connection:
            seed = (await TOURNAMENTS.get(connection, tournament.id)).seed
        order = rounds.draw_order(seed, tournament.salt, before.order, late)[len(before.order) :]
        if rounds.current(before) == 0:
            order = []  # who comes late plays from the second round on
        following = await asyncio.to_thread(rounds.next_round, replace(before, order=[*before.order, *order]))
        async with self._writing() as connection:
            tournament = await self._tournaments.read_in(connection, tournament.id)
            if not tournament.running or tournament.field != before or tournament.late != late:
                return tournament  # somebody was faster
            if following:
                await self._draw(connection, tournament.id, order, after=len(before.order))
                await self._add_round(connection, tournament, following, now)
            else:
                await self._end(connection, tournament, now)
            return await self._tournaments.read_in(connection, tournament.id)

    async def _add_round(
        self, connection: AsyncConnection, tournament: Tournament, meetings: Sequence[Meeting], now: datetime
    ) -> None:
        seed = series_id = None
        if tournament.terms.duplicate:
            of_series: SeriesColumns = {"kind": DUPLICATE, "standing": None, "created_at": now}
            seed, series_id = self._new_seed(), await series.insert(connection, of_series)
        ends_at = now + tournament.terms.round_time
        this = TournamentRoundRow(tournament.id, meetings[0].round, ends_at, seed, salt=None, series_id=series_id)
        await tournaments.add_round(connection, this)
        await self._add_matches(connection, tournament.id, meetings)

    async def _add_matches(self, connection: AsyncConnection, number: int, meetings: Sequence[Meeting]) -> None:
        rows: list[TournamentMatchColumns] = [
            {
                "tournament_id": number,
                "round": one.round,
                "bracket": one.bracket,
                "number": one.number,
                "again": one.again,
                "players": list(one.players),
                "places": None if one.places is None else list(one.places),
                "seed": self._new_seed(),
            }
            for one in meetings
        ]
        await TOURNAMENTS.add_matches(connection, rows)

    async def _decide(self, tournament: Tournament, *, by_time: bool) -> Tournament:
        """Settle the tables whose people have left, and those whose time is over."""
        async with self._store.read() as connection:
            if not await self._due(connection, tournament, by_time=by_time):
                return tournament
        async with self._writing() as connection:
            tournament = await self._tournaments.read_in(connection, tournament.id)
            due = await self._due(connection, tournament, by_time=by_time)
            for number, places in due.places.items():
                await TOURNAMENTS.change_match(connection, number, {"places": list(places)})
            await self._add_matches(connection, tournament.id, due.again)
            if due.extend and tournament.round is not None:
                until = self._now() + tournament.terms.round_time
                await tournaments.extend_round(connection, tournament.id, tournament.round.number, until)
            return await self._tournaments.read_in(connection, tournament.id)

    async def _due(self, connection: AsyncConnection, tournament: Tournament, *, by_time: bool) -> _Decisions:
        due, this = _Decisions(), tournament.round
        if not tournament.running or this is None:
            return due
        due.places = tournament.forfeits
        is_over = by_time and this.ends_at <= self._now()
        late = [one for one in tournament.of_round(this.number) if is_over and one.is_open and one.id not in due.places]
        waits = any(match.match_id is None for match in late)  # one couldn't begin, as the channel was gone
        due.extend = waits and self._can_be_played(tournament)
        for match in late:
            if not due.extend:
                due.places[match.id] = await _places_now(self._reader, connection, tournament, match)
        again = rounds.to_be_played_again(tournament.field)
        due.again = [
            replace(one, places=(1, 1)) if is_over and not due.extend and one.places is None else one for one in again
        ]
        return due

    def _can_be_played(self, tournament: Tournament) -> bool:
        return can_be_played(tournament.terms, self._reader.games, self._trial())

    async def _end_decided(self, tournament: Tournament) -> None:
        """End the matches that still run though their table is settled."""
        for match in tournament.matches:
            if match.decided and match.match_id is not None and match.status in (Status.RUNNING, Status.FROZEN):
                try:
                    await self._engine.act(match.match_id, moderation.end_by_itself("by_time"))
                except Refusal as refusal:  # newer rules have the match
                    log.debug("Match %d isn't ended: %s", match.match_id, type(refusal).__name__)

    async def _unseal(self, tournament: Tournament) -> Tournament:
        """Publish the seeds of past rounds whose matches are over.

        One may still run: its table was settled by time but could not be ended, or the tournament was called off.
        """
        over = (None, Status.OVER, Status.CANCELLED)
        going_on = tournament.round.number if tournament.running and tournament.round is not None else None
        numbers = [
            one.number
            for one in tournament.rounds
            if one.sealed and one.number != going_on
            if all(match.status in over for match in tournament.of_round(one.number))
        ]
        if not numbers:
            return tournament
        async with self._writing() as connection:
            for row in await tournaments.rounds(connection, tournament.id):
                if row.number in numbers and row.series_id is not None:
                    await series.end(connection, row.series_id, self._now())
            return await self._tournaments.read_in(connection, tournament.id)

    # Its matches

    def announcements(self, tournament: Tournament) -> list[AnnouncedTable]:
        """The tables that begin once they are announced; `begin` is then called.

        Those that have the same luck wait for the announcement of their round, which seals it. None while the installed
        rules can't begin them.
        """
        this = tournament.round
        if not tournament.running or this is None or not self._can_be_played(tournament):
            return []
        waiting = [
            match
            for match in tournament.of_round(this.number)
            if match.is_open
            and match.match_id is None
            and sum(player not in tournament.gone for player in match.players) > 1
            and (this.salt is not None or not shares_luck(tournament, match))
        ]
        return [AnnouncedTable(match, tournament) for match in waiting]

    async def note_thread(self, number: int, thread_id: int) -> int:
        """A table is to be played in this private thread; returns another's id if that one was noted before."""
        async with self._writing() as connection:
            noted: int | None = (await TOURNAMENTS.match(connection, number)).thread_id
            if noted is None:
                await TOURNAMENTS.change_match(connection, number, {"thread_id": thread_id})
        return thread_id if noted is None else noted

    async def forget_thread(self, number: int) -> None:
        """The private thread of a table that hasn't begun is gone."""
        await self._write(TOURNAMENTS.change_match, number, {"thread_id": None})

    async def begin(
        self, number: int, message_id: int, *, channel_id: int | None = None, thread_id: int | None = None
    ) -> int | None:
        """Begin a match that was announced with this message; returns the match's number.

        The message or its thread is in this channel, by default the tournament's, which may have moved since. It is
        played in a thread below the message, whose id is the salt of its luck. With the luck of other tables it
        is played in this private thread, by default the one that is noted for it. A computer plays for people who have
        left meanwhile. None if too few are left. A match that has begun stays as it is.
        """
        async with self._writing() as connection:
            row = await TOURNAMENTS.match(connection, number)
            tournament = await self._tournaments.read_in(connection, row.tournament_id)
            match = next(one for one in tournament.matches if one.id == number)
            if match not in [one.match for one in self.announcements(tournament)]:
                return match.match_id
            seed, salt, columns = row.seed, str(message_id), MatchColumns()
            if shares_luck(tournament, match):
                private = thread_id or match.thread_id
                if private is None:  # it's gone since the announcement
                    return None
                shared = (await tournaments.rounds(connection, tournament.id))[-1]
                if shared.seed is None or shared.salt is None:
                    raise RuntimeError(f"Round {shared.number} of tournament {tournament.id} has no luck to share.")
                seed, salt = shared.seed, shared.salt
                columns = {"thread_id": private, "series_id": shared.series_id}
            match_id = await begin_match(
                connection,
                self._reader,
                replace(
                    table_terms(tournament.terms, rated=tournament.terms.rated),
                    seats=len(match.players),
                    own_thread=not columns,
                ),
                seed,
                salt,
                players=match.players,
                gone=tournament.gone,
                place=Place(tournament.guild_id, channel_id or tournament.channel_id),
                message_id=message_id,
                columns=columns,
            )
            begun: TournamentMatchColumns = {"match_id": match_id, "thread_id": columns.get("thread_id")}
            await TOURNAMENTS.change_match(connection, number, begun)
        self._engine.on_post.set()
        self._engine.on_turn.set()
        return match_id

    # What shows it

    async def note_message(
        self, number: int, part: int, message_id: int, shown: str, *, channel_id: int | None = None
    ) -> None:
        """A part of a tournament is shown in this message. The first sign-up is the salt of the draw, and the first
        announcement of a round that of its luck.

        The message is in this channel, by default the tournament's; if the tournament has moved since it was sent, it
        stays behind.
        """
        async with self._writing() as connection:
            row = await TOURNAMENTS.get(connection, number)
            left_in = channel_id if part >= ELSEWHERE and channel_id != row.channel_id else None
            await TOURNAMENTS.note_message(connection, number, part, message_id, shown, left_in=left_in)
            if part == SIGN_UP:
                await tournaments.salt(connection, number, str(message_id))
            elif part > ROUND:
                await tournaments.salt_round(connection, number, part - ROUND, str(message_id))

    async def finish(self, number: int) -> None:
        """Nothing is left to be shown of a tournament that is over."""
        await self._write(TOURNAMENTS.change, number, {"finished": True})


def shares_luck(tournament: Tournament, match: TournamentMatch) -> bool:
    """Whether other tables have the luck of this one. A drawn match that is played again has its own."""
    return tournament.terms.duplicate and not match.meeting.again


async def _places_now(
    reader: Reader, connection: AsyncConnection, tournament: Tournament, table: TournamentMatch
) -> tuple[int, ...]:
    """The places at a table whose round's time is over: whoever it waits for comes last, the others share places.

    All share them where nobody could move, as the installed rules can't continue or begin the match. Those who have
    resigned come behind, as do those who have left.
    """
    seats = range(len(table.players))
    resigned = {seat: sys.maxsize for seat in seats if table.players[seat] in tournament.gone}
    mover = None
    if table.match_id is not None:
        match = await reader.read_in(connection, table.match_id)
        mover = match.row.to_move if match.status is Status.RUNNING else None
        resigned |= match.resigned
    places = [len(seats) if seat == mover else 1 for seat in seats]
    return tuple(places_after_resignations([(seat,) for seat in seats], places, resigned))
