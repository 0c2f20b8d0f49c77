"""Everything that can be done with a match. One call is one event, written in one transaction.

A call reads the match, lets the rules decide, and writes only if the match's version is still the one it read; if
another process was faster it reads again. Nothing is decided while the database is held open for writing, but for
what follows from it in the other matches of a series.
"""

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import history, limits, lobby, seating, turns, writing
from bot.match import series as series_of_matches
from bot.match.errors import (
    BadOption,
    Busy,
    MatchOver,
    NoSuchMatch,
    NotInThisMatch,
    NotOver,
    NotRunning,
    PlaysApart,
    TooManyInvited,
    UnknownGame,
)
from bot.match.forgetting import Forgetting
from bot.match.lists import Lists
from bot.match.loaded import Loaded, understand
from bot.match.locks import Locks
from bot.match.options import all_options, texts_like
from bot.match.rematch import Table, played_last, require_over, table_of
from bot.match.replay import Replay, exported, of_log, require_told
from bot.match.standings import ending_of
from bot.match.step import Step
from bot.match.values import (
    LIVE,
    MOVE_TIMES,
    Best,
    ComputerLevel,
    Done,
    Ending,
    EventKind,
    Expiry,
    Match,
    Place,
    Post,
    Proposal,
    SeriesKind,
    Status,
)
from bot.rules import GAMES, Game
from bot.rules.chance import RECIPE, SEED_BYTES, Sealed
from bot.rules.record import MatchRecord
from bot.store import Store
from bot.store.queries import bests, matches, people

log = logging.getLogger(__name__)

TRIES = 8
"""How often a decision is made again because another process was faster."""

FRESH = timedelta(seconds=5)
"""For how long a match that was written may be shown without being read again."""

KEPT = 100
"""How many matches are remembered for that."""

Decision = Callable[[Loaded, datetime, bytes], Step | None]
"""What is done with a match: decided on the match as read, the time and, where it is asked for, the secret seed."""


Check = Callable[[AsyncConnection, Loaded], Awaitable[None]]
"""Raises a refusal for what can't be done with a match as read; it is asked while the database is open for writing."""


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def _never(_loaded: Loaded) -> bool:
    return False


def _always(_loaded: Loaded) -> bool:
    return True


def _for_an_undo(loaded: Loaded) -> bool:
    """Whether an undo may come of an answer."""
    return loaded.proposal is not None and loaded.proposal.kind == "undo"


def _is_asked(proposal: Proposal | None, user: int, now: datetime) -> bool:
    """Whether this person is to play a seat by a proposal that can still be agreed to."""
    if proposal is None or proposal.candidate != user:
        return False
    return proposal.until is None or proposal.until > now


class Matches(Lists, Forgetting):
    """The matches of one database.

    Refusals (`bot.match.Refusal`) and `bot.rules.IllegalMove` change nothing. An `interaction` id acts once: a second
    call with the same id gives the match as it is now.

    `on_turn` is set after each commit through this object that left a computer to move; see `computer_turns`.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, Game[Any]] = GAMES,
        clock: Callable[[], datetime] = utc_now,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        per_person: int = limits.MATCHES_PER_PERSON,
    ) -> None:
        """`clock` gives the time, aware of its zone; `secret` as many unguessable bytes as it is asked for.

        `per_person` is how many running matches one person may play, the setting MATCHES_PER_PERSON.
        """
        super().__init__(store, clock)
        self._games = games
        self._secret = secret
        self._most = per_person
        self._locks = Locks()
        self._held: set[int] = set()
        self._written: OrderedDict[int, tuple[datetime, Match]] = OrderedDict()  # since when: what may be shown soon
        self.on_turn = asyncio.Event()

    # The table, before the start

    async def open(
        self,
        *,
        game: str,
        options: Mapping[str, Any],
        seats: int,
        opener: int,
        place: Place,
        invited: Sequence[int] = (),
        shared: bool = False,
        own_thread: bool = False,
        automatic: bool = True,
        hints: bool = True,
        computers: ComputerLevel | None = None,
        series: SeriesKind | None = None,
        target: int = 1000,
        private: bool = False,
        move_time: timedelta | None = None,
        on_expiry: Expiry = Expiry.COMPUTER,
        interaction: int | None = None,
    ) -> Match:
        """A new table with its opener on the first seat. Its luck is sealed from here on: see `Match.commitment`.

        Computers of the level `computers` sit on all seats beyond those of the opener and the invited, and make room
        for whoever sits down. With `series` it begins one: see `Series`; `target` is how many points end one of
        `SeriesKind.POINTS`. Of a `private` match nothing is ever posted; `table_posted` fixes the salt of its luck all
        the same. A turn may take `move_time`, of whole seconds and not less than an hour; `on_expiry` is what becomes
        of it then.

        UnknownGame, BadOption, TooManyInvited, TooManyTables, TooManyMatches.
        """
        rules = self._games.get(game)
        if rules is None:
            raise UnknownGame(game=game)
        try:
            if move_time is not None and not MOVE_TIMES[0] <= move_time <= MOVE_TIMES[-1]:
                raise ValueError("time: between an hour and two weeks for a turn")
            if series is SeriesKind.PARALLEL and on_expiry is Expiry.CLAIM:
                raise ValueError("time: where everybody plays apart nobody else can claim")
            if target < 1:
                raise ValueError(f"target: {target} points end nothing")
            trial = Sealed(self._secret(SEED_BYTES), "a trial")
            colours = series_of_matches.colours(rules, seats, options, series, trial)
        except ValueError as error:
            raise BadOption(problem=str(error).rstrip(".")) from error
        guests = [person for person in dict.fromkeys(invited) if person != opener]
        free = seats * (lobby.PEOPLE_ON_A_SEAT if shared else 1) - 1
        if len(guests) > free:
            raise TooManyInvited(invited=len(guests), free=free)
        levels = {seat: computers for seat in range(1 + len(guests), seats) if computers is not None}
        seed = self._secret(SEED_BYTES)
        now = self._clock()
        columns: dict[str, Any] = {
            "game": rules.key,
            "rules_version": rules.rules_version,
            "options": all_options(rules, options),
            "status": Status.OPEN,
            "version": 1,
            "guild_id": place.guild_id,
            "channel_id": place.channel_id,
            "thread_id": place.thread_id,
            "shared": shared,
            "own_thread": own_thread,
            "automatic": automatic,
            "hints": hints,
            "private": private,
            "move_time": None if move_time is None else move_time // timedelta(seconds=1),
            "on_expiry": on_expiry,
            "commitment": hashlib.sha256(seed).hexdigest(),
            "recipe": RECIPE,
            "drawn": 0,
            "opened_at": now,
            "updated_at": now,
        }
        async with self._writing() as connection:
            known = None if interaction is None else await matches.match_of_interaction(connection, interaction)
            if known is None:
                user_row = await people.user_row_for(connection, opener, now)
                await limits.may_open(connection, opener, user_row, self._most)
                columns["opener_id"] = user_row
                if series is not None:
                    columns |= await series_of_matches.opened(connection, series, target, now)
                known = await matches.insert_match(connection, columns, colours, seed, levels)
                sitting = {"match_id": known, "invited": False, "absent": False}
                member = await matches.insert_member(
                    connection, sitting | {"user_id": user_row, "seat": 0, "seated_by": 1}
                )
                for guest in guests:
                    row = await people.user_row_for(connection, guest, now)
                    await matches.insert_member(connection, sitting | {"user_id": row, "invited": True})
                event = {"match_id": known, "number": 1, "kind": EventKind.OPEN, "member_id": member, "seat": 0}
                event |= {"data": seating.opened(levels, seats), "interaction_id": interaction, "at": now}
                await matches.append(connection, event)
        return await self.get(known)

    async def rematch(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """The table at which a match is played again: opened by this person, or another one's, where they sit down.

        Game, options and all that was agreed on are the same, people and computers sit one seat further. Each seat is
        kept for its people. Where the rematch has begun already, it is given as it is.

        NotOver, NotRunning, NoRematch, NotInThisMatch, TooManyTables, TooManyMatches, UnknownGame, BadOption; NotOpen
        and NotInvited where somebody was faster.
        """
        match_id = played_last(await self._read(match_id))
        for _ in range(TRIES):
            old = await self._read(match_id)
            opener = require_over(old, user)
            async with self._store.read() as connection:
                found = await matches.rematch_of(connection, match_id)
            if found is not None:
                there = await self.get(found)
                if there.status is not Status.OPEN or there.seat_of(user):
                    return there
                return await self.join(found, user, interaction=interaction)
            table = table_of(old, opener, self._games, Sealed(self._secret(SEED_BYTES), "a trial"))
            with suppress(IntegrityError):  # somebody else has opened it meanwhile
                return await self.get(await self._open_again(match_id, user, table, interaction))
        raise Busy

    async def _open_again(self, match_id: int, user: int, table: Table, interaction: int | None) -> int:
        """Write the table of a rematch; gives its number. IntegrityError if there is one already.

        TooManyTables, TooManyMatches.
        """
        seed, now = self._secret(SEED_BYTES), self._clock()
        (opener, own), *others = table.people
        fresh = {"status": Status.OPEN, "version": 1, "recipe": RECIPE, "drawn": 0, "opened_at": now, "updated_at": now}
        columns = {**table.columns, **fresh, "private": False, "rematch_of": match_id, "opener_id": opener}
        columns["commitment"] = hashlib.sha256(seed).hexdigest()
        async with self._writing() as connection:
            known = None if interaction is None else await matches.match_of_interaction(connection, interaction)
            if known is not None:
                return known
            await limits.may_open(connection, user, opener, self._most)
            if table.series is not None:
                columns |= await series_of_matches.opened(connection, table.series, table.target, now)
            number = await matches.insert_match(connection, columns, table.colours, seed, table.computers)
            sitting = {"match_id": number, "invited": False, "absent": False, "seat": own, "seated_by": 1}
            member = await matches.insert_member(connection, sitting | {"user_id": opener})
            for user_row, seat in others:
                guest = {"match_id": number, "user_id": user_row, "invited": True, "absent": False, "kept_seat": seat}
                await matches.insert_member(connection, guest)
            event = {"match_id": number, "number": 1, "kind": EventKind.OPEN, "member_id": member, "seat": own}
            event |= {"data": seating.opened(table.computers, len(table.colours)), "interaction_id": interaction}
            await matches.append(connection, event | {"at": now})
        return number

    async def table_posted(self, match_id: int, message_id: int) -> Match:
        """This is the table's message. It fixes the salt of the luck: the first id counts, others change nothing."""
        async with self._writing() as connection:
            await matches.set_salt(connection, match_id, message_id)
        return await self.get(match_id)

    async def join(
        self,
        match_id: int,
        user: int,
        *,
        seat: int | None = None,
        interaction: int | None = None,
        message_id: int | None = None,
    ) -> Match:
        """Sit down; without `seat` on the first free one, at a shared table where the fewest sit.

        Where no seat is free, or `seat` is a computer's, that computer makes room.

        `message_id` is the table's message, if the person came by a button on it (`table_posted`).
        NotOpen, AlreadySeated, NoSuchSeat, SeatTaken, SeatCrowded, TableFull, NotInvited, TooManyMatches.
        """
        return await self._act(
            match_id,
            lambda loaded, _now, _: lobby.join(loaded, user, seat, message_id),
            interaction=interaction,
            allowed=lambda connection, _: limits.may_play(connection, user, self._most),
        )

    async def leave(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """Get up. An opener hands the table to the next person; a table that nobody is left at is cancelled.

        NotOpen, NotInThisMatch.
        """
        return await self._act(match_id, lambda loaded, now, _: lobby.leave(loaded, user, now), interaction=interaction)

    async def cancel(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """Cancel the table before the start. NotOpen, NotTheOpener."""
        return await self._act(
            match_id, lambda loaded, now, _: lobby.cancel(loaded, user, now), interaction=interaction
        )

    async def add_computer(
        self,
        match_id: int,
        user: int,
        level: ComputerLevel,
        *,
        seat: int | None = None,
        interaction: int | None = None,
    ) -> Match:
        """Let a computer sit down, without `seat` on the first free one, or change how well one plays.

        NotOpen, NotInThisMatch, NoSuchSeat, SeatTaken, TableFull.
        """
        return await self._act(
            match_id, lambda loaded, _now, _: lobby.add_computer(loaded, user, level, seat), interaction=interaction
        )

    async def remove_computer(
        self, match_id: int, user: int, *, seat: int | None = None, interaction: int | None = None
    ) -> Match:
        """Free a computer's seat, without `seat` that of the last one.

        NotOpen, NotInThisMatch, NoSuchSeat, NoComputer.
        """
        return await self._act(
            match_id, lambda loaded, _now, _: lobby.remove_computer(loaded, user, seat), interaction=interaction
        )

    async def begin(
        self,
        match_id: int,
        user: int,
        *,
        seen_version: int | None = None,
        interaction: int | None = None,
        message_id: int | None = None,
    ) -> Match:
        """Start the match. Anybody at the table may, as soon as somebody or a computer sits on each seat.

        NotOpen, NotInThisMatch, TableHasChanged, SeatsEmpty, NotPosted, UnknownGame, BadOption, TooManyMatches,
        PlaysTooMany.
        """
        return await self._act(
            match_id,
            lambda loaded, now, seed: lobby.begin(loaded, user, seed, seen_version, message_id, now),
            interaction=interaction,
            luck=True,
            allowed=lambda connection, loaded: limits.may_begin(connection, loaded, user, self._most),
        )

    # Turns

    async def play(
        self, match_id: int, user: int, move: str, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Play a move, given as text. `seen_version` is the version of the board the person decided on.

        What follows without a choice is played as well, unless the table has switched that off (`automatic`).

        NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, BoardHasMoved if the position is another one than
        that seen, NotYourTurn; IllegalMove passes through.
        """
        return await self._act(
            match_id,
            lambda loaded, now, seed: turns.play(loaded, user, move, seed, seen_version, now),
            interaction=interaction,
            luck=True,
        )

    async def play_computer(self, match_id: int, text: str, *, seen_version: int) -> Match:
        """Play a move for the computer that is to move; it has decided on the position of version `seen_version`.

        NotRunning, MatchOver, Frozen, PlaysApart, BoardHasMoved if the position is another one, NoComputerToMove;
        IllegalMove passes through.
        """
        return await self._act(
            match_id,
            lambda loaded, now, seed: turns.play_computer(loaded, text, seed, seen_version, now),
            luck=True,
        )

    async def take_over(
        self, match_id: int, user: int, seat: int, level: ComputerLevel, *, interaction: int | None = None
    ) -> Match:
        """Let a computer play on for a seat that nobody is left on, until somebody of that seat acts or is back.

        At the table of parallel matches it plays on that seat's own match.

        NotRunning, MatchOver, Frozen, NotInThisMatch, NoSuchSeat, NotAbsent, HasResigned.
        """
        return await self._act(
            match_id, lambda loaded, _now, _: turns.take_over(loaded, user, seat, level), interaction=interaction
        )

    async def take_back(
        self, match_id: int, user: int, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Take back one's newest decision of the turn going on, with what was played by itself after it.

        NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, BoardHasMoved, NotYourTurn; NothingToTakeBack if
        there is none, or luck was drawn since.
        """
        return await self._act(
            match_id, lambda loaded, now, _: turns.take_back(loaded, user, seen_version, now), interaction=interaction
        )

    async def undo(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """Take back one's newest decision, with everything that was decided after it.

        Where `take_back` can do it for one's own decision of the turn going on, it is done at once. For a finished
        move the others are asked first (`Proposal`), but for seats where nobody is left and computers.

        NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, AlreadyProposed, HidesTooMuch, NothingToUndo,
        OtherRulesSince, LuckHasSpoken.
        """
        return await self._act(
            match_id, lambda loaded, now, _: turns.undo(loaded, user, now), interaction=interaction, whole=_always
        )

    async def resign(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """Give up. Where the side has more seats with people, they are asked first (`Proposal`).

        It ends a match of two sides. Of more sides the others go on, as long as there are several of them and people
        among them; a computer plays for the side that has resigned, which stands behind all others in the end.

        At the table of parallel matches it is one's own match that ends.

        NotRunning, MatchOver, Frozen, NotInThisMatch, AlreadyProposed.
        """
        loaded = await self._read(match_id)
        own = series_of_matches.own_part(loaded, user) if loaded.is_host else match_id
        match = await self._act(own, lambda loaded, now, _: turns.resign(loaded, user, now), interaction=interaction)
        return match if own == match_id else await self.get(match_id)

    async def offer_draw(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """Propose a draw to every seat where somebody is left. Where a draw is offered to the person, this accepts it.

        Computers aren't asked: whoever plays against nobody else ends the match by it.

        In one of parallel matches it is the same as giving up; at their table it would end all of them.

        NotRunning, MatchOver, Frozen, NotInThisMatch, AlreadyProposed.
        """
        return await self._act(
            match_id, lambda loaded, now, _: turns.offer_draw(loaded, user, now), interaction=interaction
        )

    async def agree(
        self, match_id: int, user: int, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Agree to what is proposed. `seen_version` is the version of the board whose button was clicked.

        NotRunning, MatchOver, Frozen, NotInThisMatch, NothingProposed; BoardHasMoved if the proposal is a newer one.
        """
        return await self._act(
            match_id,
            lambda loaded, now, _: turns.agree(loaded, user, seen_version, now),
            interaction=interaction,
            whole=_for_an_undo,
        )

    async def decline(
        self, match_id: int, user: int, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Decline what is proposed, or withdraw what one proposed or agreed to. Refusals as for `agree`."""
        return await self._act(
            match_id, lambda loaded, _now, _: turns.decline(loaded, user, seen_version), interaction=interaction
        )

    async def replace_player(
        self, match_id: int, user: int, seat: int, candidate: int, *, interaction: int | None = None
    ) -> Match:
        """Propose that somebody else plays a seat from here on (`bot.match.replaceable`).

        It is done once that person has taken the seat (`take_seat`) and all others have agreed, but for seats where
        nobody is left and computers; not if somebody of the seat acts before. Of parallel matches it is proposed at
        their table, and the new person plays that seat's own match.

        NotRunning, MatchOver, Frozen, NotInThisMatch, NoSuchSeat, HasResigned, NotReplaceable, PlaysAlready,
        AlreadyProposed.
        """
        return await self._act(
            match_id,
            lambda loaded, now, _: turns.replace_player(loaded, user, seat, candidate, now),
            interaction=interaction,
        )

    async def take_seat(
        self, match_id: int, user: int, *, seen_version: int | None = None, interaction: int | None = None
    ) -> Match:
        """Be ready to play the seat that one is proposed for.

        NotRunning, MatchOver, Frozen, NothingProposed, TooManyMatches.
        """
        return await self._act(
            match_id,
            lambda loaded, now, _: turns.take_seat(loaded, user, seen_version, now),
            interaction=interaction,
            allowed=lambda connection, _: limits.may_play(connection, user, self._most),
        )

    async def end(self, match_id: int, user: int, *, interaction: int | None = None) -> Match:
        """End a match, or close a table, from outside: nobody has won. With one of a series all of that ends.

        Whether this person may do that is for the caller to know. MatchOver.
        """
        loaded = await self._read(match_id)
        table = loaded.series.host if loaded.is_apart and loaded.series is not None else None
        match = await self._act(
            table or match_id, lambda loaded, now, _: turns.end(loaded, user, now), interaction=interaction
        )
        return match if table is None else await self.get(match_id)

    async def absent(self, match_id: int, user: int, gone: bool = True) -> Match:
        """Somebody has left the server, or is back (`gone=False`). Whoever acts is back as well.

        At an open table this is the same as leaving it. Parallel matches and their table tell each other. Whoever was
        asked to play a seat isn't any more. NotInThisMatch.
        """
        return await self._act(
            match_id, lambda loaded, now, _: turns.absent(loaded, user, gone, now), whole=_for_an_undo
        )

    # Where it is shown

    async def move_to(self, match_id: int, user: int, place: Place, *, interaction: int | None = None) -> Match:
        """The match goes on elsewhere, and the board is posted there. NotRunning, Frozen, NotInThisMatch."""

        def decide(loaded: Loaded, _now: datetime, _seed: bytes) -> Step | None:
            turns.require_a_board(loaded)
            member = loaded.seated(user)
            if member is None or member.seat in loaded.resigned:
                raise NotInThisMatch
            if loaded.place == place:
                return None
            columns = {"guild_id": place.guild_id, "channel_id": place.channel_id, "thread_id": place.thread_id}
            return Step(EventKind.PLACE, by=user, data=columns, changes=columns, post=True)

        return await self._act(match_id, decide, interaction=interaction)

    async def leave_thread(self, match_id: int) -> Match:
        """The match's thread can't be opened or is gone: it goes on in the channel, and the board is posted there.

        Changes nothing where the match has no thread. NotRunning, MatchOver for a table that was cancelled.
        """

        def decide(loaded: Loaded, _now: datetime, _seed: bytes) -> Step | None:
            turns.require_begun(loaded)
            place = loaded.place
            if place.thread_id is None:
                return None
            columns = {"guild_id": place.guild_id, "channel_id": place.channel_id, "thread_id": None}
            return Step(EventKind.PLACE, data=columns, changes=columns, post=True)

        return await self._act(match_id, decide)

    async def repost(self, match_id: int) -> Match:
        """Post the current board again; one that is waiting to be posted is only made due now. NotRunning, Frozen.

        Of a private match nothing is posted.
        """
        async with self._locks.of(match_id):
            await self._current(match_id)
            async with self._writing() as connection:
                loaded = await self._find(connection, match_id)
                turns.require_a_board(loaded)
                await self._post_again(connection, loaded)
        self.on_post.set()
        return await self.get(match_id)

    # Reading

    async def get(self, match_id: int) -> Match:
        """The match as it is now. NoSuchMatch."""
        loaded = await self._read(match_id)
        if loaded.outdated():
            async with self._locks.of(match_id):
                loaded, _, _ = await self._current(match_id)
        return await self._shown(loaded)

    async def to_show(self, post: Post) -> Match:
        """The match that the post is to show, not older than the post. NoSuchMatch.

        It isn't read again if this object has just written it.
        """
        kept = self._written.pop(post.match_id, None)
        if kept is not None and not post.attempts:
            at, written = kept
            if written.version >= post.version and timedelta() <= self._clock() - at < FRESH:
                return written
        return await self.get(post.match_id)

    def _keep(self, match: Match) -> None:
        self._written[match.id] = self._clock(), match
        self._written.move_to_end(match.id)
        while len(self._written) > KEPT:
            self._written.popitem(last=False)

    async def of_user(
        self,
        user: int,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        statuses: Sequence[Status] = LIVE,
        with_positions: bool = True,
    ) -> list[Match]:
        """The matches this person plays, the one with the newest event first; at most 100.

        Left out are those that go on after the person has resigned.

        Reading many positions takes long. `with_positions=False` leaves them out: `Match.state` and `before` are None,
        and that a match's position is damaged shows only when the match itself is looked at.
        """
        return await self._listed(
            discord_id=user,
            guild_id=guild_id,
            channel_id=channel_id,
            statuses=statuses,
            with_positions=with_positions,
        )

    async def inviting(self, user: int, *, guild_id: int | None = None) -> list[Match]:
        """The open tables that this person is invited to, and the matches in which the proposal has them play a seat.

        Without their positions, the one with the newest event first; at most 100.
        """
        found = await self._listed(
            invited=user,
            guild_id=guild_id,
            statuses=(Status.OPEN, Status.RUNNING),
            with_private=False,
            with_positions=False,
        )
        now = self._clock()
        return [match for match in found if match.status is Status.OPEN or _is_asked(match.proposal, user, now)]

    async def in_channel(
        self, channel_id: int, *, statuses: Sequence[Status] = LIVE, with_positions: bool = True
    ) -> list[Match]:
        """The matches of a channel, those in its threads included, or of a thread; otherwise as `of_user`.

        Private matches are nowhere to be seen.
        """
        return await self._listed(
            channel_id=channel_id, statuses=statuses, with_private=False, with_positions=with_positions
        )

    async def computer_turns(self, limit: int = 50) -> list[tuple[int, datetime]]:
        """The matches in which a computer is to move, and since when.

        Those who opened them take turns, so that nobody's matches stand behind all of somebody else's: first comes
        what has waited longest of each of them, then the second of each, and so on.
        Those that the installed rules can't go on with are left out.
        """
        versions = {key: game.rules_version for key, game in self._games.items()}
        async with self._store.read() as connection:
            return await matches.of_computers(connection, versions, limit)

    async def log(self, match_id: int) -> list[Done]:
        """Every event of the match, oldest first. NoSuchMatch."""
        loaded = await self._read(match_id)
        async with self._store.read() as connection:
            return [loaded.done(event) for event in await matches.log(connection, match_id)]

    async def record(self, match_id: int) -> MatchRecord:
        """The whole match as a document that anybody can play again (docs/record-format.md).

        NotOver until it has ended, of parallel matches until all have; PlaysApart for their table, which has no moves;
        NotReplayable if parts of it were played by rules that the bot has no more.
        """
        loaded = await self._read(match_id)
        if loaded.is_apart and loaded.seed_is_needed:
            raise NotOver
        if loaded.is_host:
            raise PlaysApart if loaded.status is Status.OVER else NotOver
        async with self._store.read() as connection:
            events = await matches.log(connection, match_id)
        return history.record(loaded.shown(), events)

    async def replay(self, match_id: int) -> Replay:
        """The match turn by turn, as far as everybody may know it who may see the match.

        NotRunning, NothingPlayed, PlaysApart, PlayedApart, OthersStillPlay, Frozen, StillHidden, NotReplayable.
        """
        loaded, events = await self._read_whole(match_id)
        game = require_told(loaded)
        match, public = await self._shown(loaded), loaded.status is not Status.OVER
        return await asyncio.to_thread(of_log, match, game, events, public=public)

    async def export(self, match_id: int) -> dict[str, Any]:
        """The match as a record with its seal (docs/record-format.md), which has the seed once that is published.

        While the match runs there is neither luck nor a result in it. Refusals as for `replay`, but for StillHidden.
        """
        loaded, events = await self._read_whole(match_id)
        game = require_told(loaded, hidden=True)
        return await asyncio.to_thread(exported, await self._shown(loaded), game, events)

    async def of_seal(self, commitment: str, salt: str) -> list[int]:
        """The matches that were played with this luck, several only where they were played side by side."""
        async with self._store.read() as connection:
            return await matches.of_seal(connection, commitment, salt)

    async def _read_whole(self, match_id: int) -> tuple[Loaded, list[RowMapping]]:
        await self.get(match_id)  # brings it up to date with the installed rules
        async with self._store.read() as connection:
            return await self._find(connection, match_id), await matches.log(connection, match_id)

    async def compare(self, match_id: int, user: int) -> tuple[tuple[int, Ending], ...]:
        """What has come of parallel matches so far: seats and how their matches have ended, with scores.

        For those who have ended their own match, and for everybody once the series is over. NotFinished,
        NotInThisMatch, NotRunning before the start; ValueError if this is no table of parallel matches.
        """
        loaded = await self._read(match_id)
        return series_of_matches.compared_for(loaded, user)

    async def best(self, user: int, game: str, options: Mapping[str, Any], *, limit: int = 10) -> list[Best]:
        """What this person has played alone to its end with exactly these options: the best score first.

        Of equal scores the earlier one stands first. Parallel matches count, also while others still play.
        """
        full = all_options(self._games.get(game), options)
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            if row is None:
                return []
            kinds = texts_like(full, await bests.kinds(connection, row, game))
            found = await bests.best(connection, row, game, kinds, limit)
        return [Best(one["id"], one["score"], one["ended_at"]) for one in found]

    async def rank_of(self, match_id: int) -> tuple[int, int]:
        """The place of a match among all that the same person has played alone like that, and how many those are.

        Equal scores share a place. NotOver unless `best` would list the match.
        """
        loaded = await self._read(match_id)
        sitting = [member for member in loaded.members if member.seat is not None]
        ending = ending_of(loaded.row["ending"])
        alone = len(loaded.rows.seats) == len(sitting) == 1
        if not alone or ending is None or ending.kind != "played" or ending.scores is None:
            raise NotOver
        row, game = sitting[0].user_row, loaded.row["game"]
        async with self._store.read() as connection:
            if await bests.computer_has_played(connection, match_id):
                raise NotOver
            kinds = texts_like(loaded.options, await bests.kinds(connection, row, game))
            better, count = await bests.rank(connection, row, game, kinds, ending.scores[0])
        return 1 + better, count

    async def fold(self, match_id: int) -> dict[str, Any] | None:
        """The position document that the log gives, played from the newest whole document in it.

        None before the start, and at the table of parallel matches.
        ValueError says where the log can't be played.
        """
        loaded = await self._read(match_id)
        async with self._store.read() as connection:
            return await history.fold(connection, loaded)

    async def check(self, match_id: int) -> list[str]:
        """What is wrong with a match, in sentences for whoever runs the bot; empty if nothing is."""
        async with self._store.read() as connection:  # one moment of it all: the match may go on meanwhile
            return await history.problems(connection, await self._find(connection, match_id))

    async def rebuild(self, match_id: int) -> Match:
        """Make the position anew from the log; a match frozen by a damaged position goes on.

        NotRunning, MatchOver, PlaysApart; ValueError as for `fold`.
        """
        async with self._locks.of(match_id):
            loaded = await self._read(match_id)
            if loaded.is_host:
                raise PlaysApart
            if loaded.status not in (Status.RUNNING, Status.FROZEN):
                raise NotRunning if loaded.status is Status.OPEN else MatchOver
            async with self._store.read() as connection:
                document = await history.fold(connection, loaded)
            if document is None or loaded.game is None:  # fold has said so already
                raise RuntimeError(f"{loaded!r} runs without a position")
            if await self._write(loaded, history.rebased(loaded, loaded.game, document, self._clock())) is None:
                raise Busy
        return await self.get(match_id)

    # Looking after all matches

    async def bring_up_to_date(self) -> list[Match]:
        """Take every running or frozen match over to the installed rules; gives those that changed.

        Each match is also brought up to date when it is next looked at, so this is only a matter of doing it at once.
        """
        async with self._store.read() as connection:
            versions = {key: game.rules_version for key, game in self._games.items()}
            frozen = await matches.of_status(connection, Status.FROZEN)
            waiting = sorted({*frozen, *await matches.of_other_rules(connection, (Status.RUNNING,), versions)})
        changed = []
        for match_id in waiting:
            seen = (await self._read(match_id)).version
            match = await self.get(match_id)
            if match.version != seen:
                changed.append(match)
        return changed

    async def tidy(self, older_than: timedelta = timedelta(days=1)) -> list[Match]:
        """Cancel the tables that were opened this long ago and that nobody has started; gives them."""
        async with self._store.read() as connection:
            old = await matches.open_since_before(connection, Status.OPEN, self._clock() - older_than)
        tidied = []
        for match_id in old:
            try:
                match = await self._act(match_id, lambda loaded, now, _: lobby.tidy(loaded, now))
            except Exception:
                log.exception("Table %s can't be tidied now", match_id)  # the others can
                continue
            if match.status is Status.CANCELLED:
                tidied.append(match)
        return tidied

    # How a decision becomes an event

    async def _act(
        self,
        match_id: int,
        decide: Decision,
        *,
        interaction: int | None = None,
        luck: bool = False,
        whole: Callable[[Loaded], bool] = _never,
        allowed: Check | None = None,
    ) -> Match:
        """Decide, write, and read again what came of it.

        With `luck` the decision is given the match's seed; `whole` says of a match as read whether it needs the log.
        `allowed` refuses what the match itself knows nothing of, in the transaction of the step.
        """
        async with self._locks.of(match_id):
            for _ in range(TRIES):
                loaded, acted, seed = await self._current(match_id, interaction=interaction, luck=luck)
                if acted:
                    return await self._shown(loaded)
                if whole(loaded):
                    loaded = await self._with_log(loaded)
                step = decide(loaded, self._clock(), seed)
                if step is None:
                    return await self._shown(loaded)
                written = await self._write(loaded, step, interaction, allowed)
                if written is not None:
                    shown = await self._shown(written)
                    if step.post and not shown.private:
                        self._keep(shown)
                    return shown
        log.warning("Match %s: others were faster %s times, given up", match_id, TRIES)
        raise Busy

    async def _write(
        self, loaded: Loaded, step: Step, interaction: int | None = None, allowed: Check | None = None
    ) -> Loaded | None:
        """Write the step in one transaction; None, with nothing written, if somebody else was faster."""
        try:
            async with self._writing() as connection:
                now = self._clock()
                if allowed is not None:
                    await allowed(connection, loaded)
                if not await writing.write_step(connection, loaded, step, interaction=interaction, now=now):
                    return None
                await series_of_matches.follow(connection, loaded, step, self._games, now)
        except (IntegrityError, series_of_matches.Overtaken):
            # Another process took the number, the interaction or the person's row: reading again shows which.
            return None
        others = loaded.rows.series.parts if loaded.rows.series is not None else ()  # perhaps written along with it
        for written_as_well in (loaded.id, *(part["id"] for part in others)):
            self._written.pop(written_as_well, None)
        try:
            written = await self._read(loaded.id)  # not in the transaction: others wait for their turn to write
        finally:
            if step.post or loaded.rows.series is not None:
                self.on_post.set()
        if seating.computer_is_to_move(written.rows):
            self.on_turn.set()
        return written

    async def _read(self, match_id: int) -> Loaded:
        async with self._store.read() as connection:
            return await self._find(connection, match_id)

    async def _with_log(self, loaded: Loaded) -> Loaded:
        async with self._store.read() as connection:
            events = await matches.log(connection, loaded.id)
        return replace(loaded, log=tuple(events[: loaded.version]))  # others may have gone on meanwhile

    async def _find(self, connection: AsyncConnection, match_id: int) -> Loaded:
        rows = await matches.read(connection, [match_id])
        if not rows:
            raise NoSuchMatch(match=match_id)
        return self._understood(rows[0])

    def _understood(self, rows: matches.Rows) -> Loaded:
        loaded = understand(rows, self._games, self._clock())
        if loaded.held and loaded.id not in self._held:
            self._held.add(loaded.id)
            log.error("Match %s is frozen, reference %s: newer rules have it", loaded.id, loaded.reference)
        return loaded

    async def _current(
        self, match_id: int, *, interaction: int | None = None, luck: bool = False
    ) -> tuple[Loaded, bool, bytes]:
        """The match under the installed rules, whether the interaction has acted already, and the seed if asked for.

        The caller holds the lock of the match.
        """
        for _ in range(TRIES):
            async with self._store.read() as connection:
                loaded = await self._find(connection, match_id)
                acted = interaction is not None and await matches.has_acted(connection, interaction)
                seed = await matches.seed_of(connection, match_id) if luck else b""
            if not loaded.outdated():
                return loaded, acted, seed
            step = history.up_to_date(loaded, self._clock())
            if step.kind is EventKind.FREEZE:
                frozen = step.changes["frozen"]
                log.error("Match %s is frozen, reference %s: %s", match_id, frozen["reference"], frozen["why"])
            await self._write(loaded, step)
        raise Busy

    async def _shown(self, loaded: Loaded, *, with_positions: bool = True) -> Match:
        """The match as others see it, with the seed if that is to be published by now."""
        if loaded.seed_is_needed:
            return loaded.shown(with_positions=with_positions)
        async with self._store.read() as connection:
            return loaded.shown(await matches.seed_of(connection, loaded.id), with_positions=with_positions)

    async def _listed(self, *, with_positions: bool, **wanted: Any) -> list[Match]:
        async with self._store.read() as connection:
            numbers = await matches.listed(connection, **wanted)
            found = await matches.read(connection, numbers) if numbers else []
        listed = []
        for loaded in map(self._understood, found):
            if loaded.outdated(looking=with_positions):
                listed.append(await self.get(loaded.id))
            else:
                listed.append(await self._shown(loaded, with_positions=with_positions))
        return listed
