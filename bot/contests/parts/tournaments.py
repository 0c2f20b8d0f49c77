"""Tournaments: creating, joining, leaving and closing them, and how they stand. See docs/tournaments.md."""

import hashlib
from dataclasses import replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.leagues.lots import lot
from bot.contests.parts.matches import check_alone, table_terms
from bot.contests.parts.part import ContestPart, KindOfContest
from bot.contests.tournaments.meetings import MOST, Format, Meeting, least, seats_of
from bot.contests.values.contest import ELSEWHERE, AlreadyIn, Viewer
from bot.contests.values.tournament import (
    TOURNAMENTS_PER_SERVER,
    CheckInNotOpen,
    HasBegun,
    NoCheckIn,
    NoLuckToShare,
    NoSuchTournament,
    NotInTheTournament,
    NoTournamentNow,
    NotYetInTheTournament,
    Round,
    RoundsForTournament,
    RoundTooShort,
    SeatsForTournament,
    TooFewForTournament,
    TooLateToJoin,
    TooManyTournaments,
    Tournament,
    TournamentExists,
    TournamentFull,
    TournamentIsClosed,
    TournamentIsOver,
    TournamentMatch,
    TournamentPlayer,
    TournamentTerms,
    WhichTournament,
)
from bot.match.reading import traces
from bot.match.reading.series_state import ending_of
from bot.match.reading.traces import Rule
from bot.match.values import FORGOTTEN, Status
from bot.match.values.terms import fields_in
from bot.store.columns import TournamentColumns, TournamentPlayerColumns
from bot.store.contest_tables import TournamentMatchNow, TournamentPerson, TournamentRoundRow, TournamentRow
from bot.store.queries import people, series, tournaments
from bot.store.queries.tournaments import TOURNAMENTS
from bot.text.own_words import OwnWords

_MOST_ENDED = 25
"""How many of a server's tournaments that are over can be looked at."""


class Tournaments(ContestPart[TournamentRow, Tournament]):
    """The tournaments of all servers. `bot.contests.parts.tournament_rounds` is what goes on in them by itself."""

    kind = KindOfContest(
        tournaments.joined_by,
        tournaments.running_of,
        TOURNAMENTS_PER_SERVER,
        NoSuchTournament,
        NoTournamentNow,
        WhichTournament,
        TournamentExists,
        TooManyTournaments,
    )

    async def create(self, name: str, terms: TournamentTerms, *, guild_id: int, channel_id: int) -> Tournament:
        """A new tournament in a channel; people can sign up from here on.

        TournamentExists, TooManyTournaments, SeatsForTournament, RoundsForTournament, RoundTooShort, NoLuckToShare,
        TeamsInLeague, UnknownGame, BadOption.
        """
        if terms.seats not in seats_of(terms.kind):
            raise SeatsForTournament
        if terms.rounds is not None and terms.kind not in (Format.SWISS, Format.GROUPS):
            raise RoundsForTournament
        if terms.round_time < terms.move_time:
            raise RoundTooShort
        checked = check_alone(table_terms(terms, rated=terms.rated), self._reader.games, self._trial())
        if terms.duplicate and not checked.game.uses_chance(checked.terms.options):
            raise NoLuckToShare
        now = self._now()
        async with self._changing() as connection:
            name = self._free_name(name, await tournaments.of_guild(connection, guild_id))
            columns = replace(terms, options=checked.terms.options).columns()
            columns |= {"name": name, "created_at": now, "begins_at": now + terms.sign_up}
            columns |= {"guild_id": guild_id, "channel_id": channel_id}
            columns |= {"seed": self._new_seed(), "cancelled": False, "finished": False}
            number = await TOURNAMENTS.add(connection, columns)
            return await self.read_in(connection, number)

    async def _list_all(self, connection: AsyncConnection, guild_id: int) -> list[TournamentRow]:
        """First those that go on or are to begin, the oldest first, then the newest others."""
        rows = await tournaments.of_guild(connection, guild_id)
        return rows + await tournaments.newest_over(connection, guild_id, _MOST_ENDED)

    async def find(
        self, guild_id: int, name: str | None, *, viewer: Viewer | None, also_over: bool = False
    ) -> Tournament:
        """The tournament of a server by its number or name; without one, its only one that isn't over.

        For the viewer there are only those that they may see; None sees all. If all are over and that may be, the one
        that ended last. NoSuchTournament, NoTournamentNow, WhichTournament.
        """
        there = await self._list_visible(guild_id, viewer)
        usual = [row for row in there if row.ended_at is None] or there[: int(also_over)]
        return await self.get(self._find(there, name, usual).id)

    async def running_of(self, guild_id: int | None, user: int, *, viewer: Viewer | None) -> list[Tournament]:
        """The tournaments of a server that go on, in which someone plays, and that the viewer may see."""
        return await self._running_of(guild_id, user, viewer, self.read_in)

    async def places_of(self, user: int) -> list[int]:
        """The places that someone has won in tournaments of all servers, the best first."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            return [] if row is None else await tournaments.places_of(connection, row)

    # People

    async def join(self, number: int, user: int) -> Tournament:
        """Join before the beginning, or late. While people check in, that is done by joining.

        AlreadyIn, TournamentFull, TooLateToJoin, TournamentIsOver.
        """
        now = self._now()
        async with self._changing() as connection:
            tournament = await self._going_on(connection, number)
            player = tournament.player(user)
            if player is not None and not player.gone:
                raise AlreadyIn
            forgotten = await traces.number_of(connection, Rule.TOURNAMENT, number, [user], now) is not None
            if player is not None or forgotten or not tournament.can_be_joined:
                full = len(tournament.players) - len(tournament.gone) >= MOST[tournament.terms.kind]
                raise TournamentFull(limit=MOST[tournament.terms.kind]) if full else TooLateToJoin
            columns: TournamentPlayerColumns = {
                "tournament_id": number,
                "user_id": await people.user_row_for(connection, user, now),
                "joined_at": now,
                "checked_in": tournament.checking_in,
                "gone": False,
            }
            if not await TOURNAMENTS.add_player(connection, columns):
                raise AlreadyIn
            return await self.read_in(connection, number)

    async def leave(self, number: int, user: int) -> Tournament:
        """Leave a tournament; while it goes on, running matches are then resigned.

        The others' places at the table are settled if fewer than two are left there, whoever plays the empty seats.
        NotInTheTournament; TournamentIsOver if it is over.
        """
        async with self._changing() as connection:
            tournament = await self._going_on(connection, number)
            player = tournament.player(user)
            if player is None or player.gone:
                raise NotInTheTournament
            if player.drawn is None:
                await TOURNAMENTS.remove_player(connection, number, player.number)
            else:
                await TOURNAMENTS.change_player(connection, number, player.number, {"gone": True})
                for match, places in (await self.read_in(connection, number)).forfeits.items():
                    await TOURNAMENTS.change_match(connection, match, {"places": list(places)})
            return await self.read_in(connection, number)

    async def check_in(self, number: int, user: int) -> None:
        """Say that one plays.

        NotInTheTournament, NotYetInTheTournament, HasBegun, NoCheckIn, CheckInNotOpen; TournamentIsOver if it is over.
        """
        async with self._changing() as connection:
            tournament = await self._going_on(connection, number)
            player = tournament.player(user)
            if player is None:
                raise NotYetInTheTournament if tournament.can_be_joined else NotInTheTournament
            if tournament.began_at is not None:
                raise HasBegun
            if not tournament.checking_in:
                raise CheckInNotOpen if tournament.terms.check_in else NoCheckIn
            await TOURNAMENTS.change_player(connection, number, player.number, {"checked_in": True})

    # Those who run it

    async def start(self, number: int) -> None:
        """Begin now with everybody who has joined, without a check-in.

        HasBegun, TooFewForTournament; TournamentIsOver if it is over.
        """
        async with self._changing() as connection:
            tournament = await self._going_on(connection, number)
            terms = tournament.terms
            if tournament.began_at is not None:
                raise HasBegun
            if len(tournament.players) < least(terms.kind, terms.seats):
                raise TooFewForTournament(needed=least(terms.kind, terms.seats), number=len(tournament.players))
            now: TournamentColumns = {"begins_at": self._now(), "check_in": timedelta()}
            await TOURNAMENTS.change(connection, number, now)

    async def move(self, number: int, channel_id: int) -> None:
        """From here on a tournament is in this channel: what shows it is posted there anew. TournamentIsOver.

        A round that is late, as it couldn't end without a channel, has its time again. Tables that haven't begun are
        given other threads, as they may not be able to begin in those of the channel before.
        """
        async with self._changing() as connection:
            before = await self._going_on(connection, number)
            if before.running and before.round is not None and before.round.ends_at <= self._now():
                until = self._now() + before.terms.round_time
                await tournaments.extend_round(connection, number, before.round.number, until)
            for table in before.matches:
                if table.thread_id is not None and table.match_id is None:
                    await TOURNAMENTS.change_match(connection, table.id, {"thread_id": None})
            await TOURNAMENTS.change(connection, number, {"channel_id": channel_id})
            await tournaments.leave_messages(connection, number, ELSEWHERE, before.channel_id)

    async def close(self, number: int) -> None:
        """Call a tournament off. Matches that have begun go on, for ratings only. TournamentIsOver if it is over."""
        now = self._now()
        async with self._changing() as connection:
            await self._going_on(connection, number)
            await TOURNAMENTS.change(connection, number, {"ended_at": now, "cancelled": True})

    # Reading

    async def get(self, number: int) -> Tournament:
        return await self._read(self.read_in, number)

    async def _going_on(self, connection: AsyncConnection, number: int) -> Tournament:
        row = await TOURNAMENTS.find(connection, number)
        if row is not None and row.ended_at is not None:
            closed = TournamentIsClosed if row.cancelled else TournamentIsOver
            raise closed(name=OwnWords(row.name))
        return await self.read_in(connection, number)

    async def read_in(self, connection: AsyncConnection, number: int) -> Tournament:
        """A tournament as seen in this transaction. NoTournamentNow."""
        row = await TOURNAMENTS.find(connection, number)
        if row is None:
            raise NoTournamentNow
        terms = TournamentTerms(Format(row.kind), **fields_in(row, TournamentTerms, but=["kind"]))
        rows = await TOURNAMENTS.people(connection, number)
        rounds = await tournaments.rounds(connection, number)
        series_by_id = await series.read(connection, {one.series_id for one in rounds if one.series_id is not None})
        unpublished = {one for one, rows_of_series in series_by_id.items() if rows_of_series.series.ended_at is None}
        return Tournament(
            id=number,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            name=OwnWords(row.name),
            terms=terms,
            commitment=hashlib.sha256(row.seed).hexdigest(),
            seed=None if row.ended_at is None else row.seed.hex(),
            salt=row.salt,
            planned=(row.rounds or 0) if row.began_at is not None else 0,
            sizes=self._sizes(terms),
            begins_at=row.begins_at,
            began_at=row.began_at,
            ended_at=row.ended_at,
            cancelled=row.cancelled,
            checking_in=self._checking_in(row, terms),
            players=[_player_of(one) for one in rows],
            rounds=[_round_of(one, sealed=one.series_id in unpublished) for one in rounds],
            matches=[_match_of(one) for one in await TOURNAMENTS.matches_of(connection, number)],
            messages=await TOURNAMENTS.messages(connection, number),
            lots={one.user_id: lot(row.seed, one.user_id) for one in rows},
            left=await TOURNAMENTS.left_messages(connection, number),
        )

    def _checking_in(self, row: TournamentRow, terms: TournamentTerms) -> bool:
        opens = row.begins_at - terms.check_in
        waiting = row.began_at is None and row.ended_at is None
        return waiting and bool(terms.check_in) and opens <= self._now()

    def _sizes(self, terms: TournamentTerms) -> tuple[int, ...]:
        """How many may sit at a table: in groups also one less, if the game can be played so."""
        game = self._reader.games.get(terms.game)
        numbers = () if game is None else game.seats(terms.options)
        smaller = terms.seats - 1
        return (terms.seats, smaller) if smaller in seats_of(terms.kind) and smaller in numbers else (terms.seats,)


def _player_of(row: TournamentPerson) -> TournamentPlayer:
    user = row.discord_id or FORGOTTEN
    return TournamentPlayer(row.user_id, user, row.checked_in, row.drawn, row.gone, row.place)


def _round_of(row: TournamentRoundRow, *, sealed: bool) -> Round:
    commitment = None if row.seed is None else hashlib.sha256(row.seed).hexdigest()
    return Round(row.number, row.ends_at, commitment, row.salt, sealed)


def _match_of(row: TournamentMatchNow) -> TournamentMatch:
    players = tuple(row.players)
    status, ending = None if row.status is None else Status(row.status), ending_of(row.ending)
    places: tuple[int, ...] | None = None
    if row.places is not None:
        places = tuple(row.places)
    elif status in (Status.OVER, Status.CANCELLED):  # ended from outside, it counts as drawn
        places = (1,) * len(players) if ending is None or ending.places is None else ending.places
    meeting = Meeting(row.round, row.number, players, places, row.bracket, row.again)
    return TournamentMatch(
        id=row.id,
        meeting=meeting,
        commitment=hashlib.sha256(row.seed).hexdigest(),
        thread_id=row.thread_id,
        match_id=row.match_id,
        status=status,
        to_move=row.to_move,
        decided=row.places is not None,
        table_message=_table_message_of(row),
    )


def _table_message_of(row: TournamentMatchNow) -> tuple[int, int] | None:
    """The channel and the id of a table's message if the match is played below it, in a thread that is public then."""
    message_id, channel_id = row.table_message_id, row.played_in
    if message_id is None or channel_id is None or row.played_in_thread != message_id:
        return None
    return channel_id, message_id
