"""Standing orders: what people have ordered, and carrying out what is due."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions.decision import Check
from bot.match.decisions.guards import require_player, require_running, require_seen_position
from bot.match.decisions.orders import carry_out, next_order, own_decisions
from bot.match.engine.orders import are_forbidden, random_wait, settle_anew
from bot.match.parts.part import Dependencies, Part
from bot.match.reading.foresight import digest_of
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values.errors import Busy, NotInThisMatch, NotWritable, Refusal, Unsure
from bot.match.values.order_errors import (
    HiddenOrLucky,
    LineTooLong,
    NoOrdersHere,
    NoReply,
    NoSuchOrder,
    OrderHasGone,
    OrdersForbidden,
    TooManyLines,
    YourTurnNow,
)
from bot.match.values.orders import DEEPEST, LONGEST_LINE, MOST_LINES, Decided, OrderedLine, OrderNews, Orders, merged
from bot.match.values.reminder_settings import document_of, settings_of
from bot.rules import IllegalMove
from bot.store import log_failure
from bot.store.queries import orders, people
from bot.store.queries.orders import DueRow

log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(seconds=1)
"""The interval between two looks for what is due."""

TRY_AGAIN = timedelta(minutes=1)
"""How long to wait before something is tried again that failed."""

AT_A_TIME = 50


@dataclass(frozen=True, slots=True)
class OwnOrders:
    """What somebody has ordered in a match, for their own eyes.

    `possible` are the orders that the game knows, `automatic` those that are on in this match, and `everywhere` those
    that are on in all matches where nothing else is ordered. `is_own` says that this match has orders of its own,
    `can_plan` that a line can be planned now. `waits` says that something is about to be played.
    """

    possible: tuple[str, ...]
    automatic: tuple[str, ...]
    everywhere: tuple[str, ...]
    can_plan: bool
    forbidden: bool
    lines: tuple[OrderedLine, ...]
    waits: Decided | None
    news: tuple[OrderNews, ...]


Change = Callable[[StoredMatch, Member, Orders], Orders]
"""What somebody changes about their orders in a match."""


class StandingOrders(Part):
    """Everybody's standing orders."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._since: datetime | None = None  # since when people can reach this process

    # Their person

    async def of(self, match_id: int, user: int) -> OwnOrders:
        """What somebody has ordered in a match, also after its end. Raises NoSuchMatch, NotInThisMatch."""
        async with self._store.read() as connection:
            match = await self._reader.read_in(connection, match_id)
            if (member := match.member(user)) is None:
                raise NotInThisMatch
            return await self._shown(connection, match, member, await self._orders(connection, match, member))

    async def switch(self, match_id: int, user: int, order: str, *, on: bool) -> OwnOrders:
        """Switches what is played automatically in a match. Raises NoSuchOrder, and as `plan`."""

        def change(match: StoredMatch, member: Member, own: Orders) -> Orders:
            possible = () if match.game is None else match.game.orders
            if order not in possible:
                raise NoSuchOrder
            before = member.orders if own.automatic is None else own.automatic
            chosen = tuple(one for one in possible if (on if one == order else one in before))
            return replace(own, automatic=chosen, held=None)

        return await self._change(match_id, user, change)

    async def use_everywhere(self, match_id: int, user: int) -> OwnOrders:
        """What is played automatically in this match is so in all matches of this person. Raises as `plan`."""
        shown = await self.of(match_id, user)
        async with self._writing() as connection:
            row = await people.user_row_for(connection, user, self._now())
            habits = settings_of((await people.get(connection, row)).habits)
            others = tuple(one for one in habits.orders if one not in shown.possible)
            wanted = replace(habits, orders=(*others, *shown.automatic))
            await people.change(connection, row, {"habits": document_of(wanted)})
        return await self._change(match_id, user, lambda _, __, own: replace(own, automatic=None))

    async def plan(self, match_id: int, user: int, texts: Sequence[str], *, seen_version: int) -> OwnOrders:
        """Adds a conditional line: decisions of all seats from now on, the last one the person's own.

        Raises NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, BoardHasMoved, NoOrdersHere, OrdersForbidden,
        YourTurnNow, HiddenOrLucky, NoReply, LineTooLong, TooManyLines. `IllegalMove` passes through.
        """

        def change(match: StoredMatch, member: Member, own: Orders) -> Orders:
            require_seen_position(match, seen_version)
            if match.state is None or match.game is None or member.seat is None:
                raise NoOrdersHere
            if match.state.to_move == member.seat:
                raise YourTurnNow
            if match.game.hidden:
                raise HiddenOrLucky
            line, mine, _ = own_decisions(match, member.seat, texts)
            if len(line) < len(texts):
                raise HiddenOrLucky
            if not mine or not mine[-1]:
                raise NoReply
            if _moves_in(mine) > DEEPEST or len(line) > LONGEST_LINE:
                raise LineTooLong(moves=DEEPEST)
            position = digest_of(match.state)
            lines = merged(own.lines if own.position == position else (), mine, line)
            if len(lines) > MOST_LINES:
                raise TooManyLines(number=MOST_LINES)
            return own.with_lines(lines, position)

        return await self._change(match_id, user, change)

    async def drop(self, match_id: int, user: int, line: OrderedLine | None = None) -> OwnOrders:
        """Removes a line, or all of them; what one of them was about to play isn't played. Raises as `plan`."""

        def change(_match: StoredMatch, _member: Member, own: Orders) -> Orders:
            left = () if line is None else tuple(one for one in own.lines if one != line)
            return own.with_lines(left, own.position)

        return await self._change(match_id, user, change)

    async def take_news(self, match_id: int, user: int) -> list[OrderNews]:
        """What somebody hasn't seen yet of what became of their orders in a match; from here on they have."""
        async with self._store.read() as connection:
            row = await people.user_row(connection, user)
            known = None if row is None else await orders.of_person(connection, match_id, row)
        if row is None or known is None or all(one.seen for one in Orders.of(known).news):
            return []
        async with self._writing() as connection:
            own = Orders.of(await orders.of_person(connection, match_id, row))
            seen = tuple(replace(one, seen=True) for one in own.news)
            await orders.write(connection, match_id, row, replace(own, news=seen, tell_at=None).columns())
        return [one for one in own.news if not one.seen]

    # Carrying them out

    async def look(self, *, reachable: bool) -> None:
        """Plays what is due. Call it every `LOOK_EVERY`; `reachable` says whether people can click now.

        Nothing is played as long as they can't, and what was due by then waits anew: a move at that moment would tell
        that nobody has made it.
        """
        duty, now = self._reader.duty, self._now()
        if not duty.has_begun or not reachable:
            self._since = None
            return
        if self._since is None:
            self._since = now
        first = await self._read(orders.next_due_at)
        if first is None or first > now:
            return
        for row in await self._read(orders.due, now, AT_A_TIME, self._shards):
            try:
                await self._carry_out(row, self._since)
            except (Busy, NotWritable, Unsure):  # it stays due
                return
            except Exception as error:  # the error's text might reveal what is planned
                log_failure(log, error, "Can't look after match %s now: %s", row.match_id, type(error).__name__)
                await self._put_off(row, TRY_AGAIN)

    async def _carry_out(self, row: DueRow, since: datetime) -> None:
        async with self._store.read() as connection:
            match = await self._reader.read_in(connection, row.match_id)
            member = match.seated_member(row.discord_id)
            own = Orders() if member is None else await self._orders(connection, match, member)
        if own.decided is None or own.due_at is None or own.due_at > self._now():
            return  # another process was faster, or its person
        if match.held:  # newer rules play it
            await self._put_off(row, TRY_AGAIN)
            return
        if own.due_at <= since:
            await self._put_off(row, random_wait())
            return
        try:
            check = _still_ordered(own.decided, row.discord_id)
            await self._engine.act(row.match_id, replace(carry_out(row.discord_id, own.decided), check=check))
        except (Busy, NotWritable, Unsure):
            raise
        except (Refusal, IllegalMove):
            await self._reconsider(row)

    async def _put_off(self, row: DueRow, wait: timedelta) -> None:
        async with self._writing() as connection:
            known = await self._known(connection, row)
            if known is not None and known[2].decided is not None:
                match, member, own = known
                later = replace(own, due_at=self._now() + wait)
                await orders.write(connection, match.id, member.user_row, later.columns())

    async def _reconsider(self, row: DueRow) -> None:
        """Decides anew what to play, since what was decided can't be played."""
        async with self._writing() as connection:
            known = await self._known(connection, row)
            if known is not None:
                match, member, own = known
                await settle_anew(connection, match, member, own.undecided())

    async def _known(self, connection: AsyncConnection, row: DueRow) -> tuple[StoredMatch, Member, Orders] | None:
        match = await self._reader.read_in(connection, row.match_id)
        member = match.member(row.discord_id)
        return None if member is None else (match, member, await self._orders(connection, match, member))

    # Telling people

    async def to_tell(self) -> list[DueRow]:
        """Who is to be told what became of their orders; once more in a minute, unless `note_told` follows."""
        if not self._reader.duty.has_begun:
            return []
        found = await self._read(orders.to_tell, self._now(), AT_A_TIME, self._shards)
        for row in found:
            async with self._writing() as connection:
                user_row = await people.user_row(connection, row.discord_id)
                if user_row is not None:
                    await orders.note_told(connection, row.match_id, user_row, self._now() + TRY_AGAIN)
        return found

    async def note_told(self, match_id: int, user: int) -> None:
        """Notes that somebody was told, or can't be. They find it below **Plan ahead** all the same."""
        async with self._writing() as connection:
            user_row = await people.user_row(connection, user)
            if user_row is not None:
                await orders.note_told(connection, match_id, user_row, None)

    # For several of them

    async def _change(self, match_id: int, user: int, change: Change) -> OwnOrders:
        async with self._writing() as connection:
            match = await self._reader.read_in(connection, match_id)
            require_running(match)
            member = require_player(match, user)
            if match.row.private or match.state is None:
                raise NoOrdersHere
            if await are_forbidden(connection, match):
                raise OrdersForbidden
            own = change(match, member, await self._orders(connection, match, member))
            return await self._shown(connection, match, member, await settle_anew(connection, match, member, own))

    @staticmethod
    async def _orders(connection: AsyncConnection, match: StoredMatch, member: Member) -> Orders:
        return Orders.of(await orders.of_person(connection, match.id, member.user_row))

    @staticmethod
    async def _shown(connection: AsyncConnection, match: StoredMatch, member: Member, own: Orders) -> OwnOrders:
        state, game = match.state, None if match.row.private else match.game
        possible = () if game is None else game.orders
        automatic = member.orders if own.automatic is None else own.automatic
        others_move = match.row.to_move is not None and match.row.to_move != member.seat
        return OwnOrders(
            possible=possible,
            automatic=tuple(one for one in possible if one in automatic),
            everywhere=tuple(one for one in possible if one in member.orders),
            can_plan=game is not None and not game.hidden and state is not None and others_move,
            forbidden=await are_forbidden(connection, match),
            lines=own.lines,
            waits=own.decided,
            news=own.news,
        )


def _moves_in(own: Sequence[bool]) -> int:
    """How many moves these decisions are, of which these are the person's own."""
    return sum(one and not before for before, one in pairwise((False, *own)))


def _still_ordered(order: Decided, user: int) -> Check:
    """Refuses what isn't ordered any more when it's written. Raises OrderHasGone."""

    async def check(connection: AsyncConnection, match: StoredMatch, _by: int | None, _most: int) -> None:
        member = match.seated_member(user)
        known = None if member is None else await orders.of_person(connection, match.id, member.user_row)
        own = Orders.of(known)
        if member is None or own.decided != order or next_order(own, member, match) != order:
            raise OrderHasGone

    return check
