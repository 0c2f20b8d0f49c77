"""Standing orders: what becomes of them with each event, and playing what one of them says.

An order is decided in the transaction of the event that fulfils it, and played some time later by an event of its own,
which is in no way different from its person's own. See docs/architecture.md, Standing orders.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.match.decisions import turns
from bot.match.decisions.decision import decision
from bot.match.reading.foresight import digest_of, foresee
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import EventKind, Status
from bot.match.values.new_event import NewEvent
from bot.match.values.order_errors import OrderHasGone
from bot.match.values.orders import CANCELLED_BY_OTHERS, LINE, Decided, OrderedLine, OrderNews, Orders, What
from bot.rules import State
from bot.rules.chance import ScriptError

FIRST_WAIT, LAST_WAIT = timedelta(seconds=20), timedelta(seconds=90)
"""An order is played so long after it was decided, at random, as if its person had seen the board and clicked."""

NOT_ANSWERED_BY_A_MOVE = ("replace", "relocate")
"""The proposals that a move neither declines nor drops, so that an order may be played while they are open."""

Wait = Callable[[], timedelta]
"""How long an order waits before it's played."""


def after_event(
    orders: Orders, member: Member, before: StoredMatch, event: NewEvent, after: StoredMatch, wait: Wait
) -> Orders:
    """Someone's orders in a match once an event was written. `member` is their row after it."""
    told = _cancelled(orders, member, before, event, after) or _advanced(orders, member, event, after)
    if event.kind is EventKind.UNDO and after.state is not None:
        told = replace(told, held=digest_of(after.state))
    return decided(told, member, after, wait)


def decided(orders: Orders, member: Member, match: StoredMatch, wait: Wait) -> Orders:
    """The orders with what is played next, if one of them says what. What was decided already keeps its time."""
    following = next_order(orders, member, match)
    if following is None:
        return orders.undecided()
    if following == orders.decided:
        return orders
    return replace(orders, decided=following, due_at=match.now + wait())


@decision(needs_seed=True)
def carry_out(match: StoredMatch, user: int, order: Decided) -> NewEvent:
    """Plays what was decided for this person.

    Raises OrderHasGone if it isn't what would be decided now, and what `turns.play` raises.
    """
    member = match.seated_member(user)
    if member is None or match.state is None or not _may_play(member, match):
        raise OrderHasGone
    if digest_of(match.state) != order.position:
        raise OrderHasGone
    event = turns.play(user, *order.moves).decide(match)
    if event is None:
        raise OrderHasGone
    return replace(event, ordered_by=member.user_row)


def next_order(orders: Orders, member: Member, match: StoredMatch) -> Decided | None:
    """What the orders say about the position; None if nothing is to be played there."""
    state = match.state
    if state is None or match.game is None or not _may_play(member, match):
        return None
    position = digest_of(state)
    if orders.lines and orders.position == position and (moves := _own_moves(orders.lines[0], match, state)):
        after = orders.decided.after if orders.decided is not None and orders.decided.position == position else ()
        return Decided(LINE, moves, position, after or _newest(match))
    if orders.held == position:
        return None
    automatic = member.orders if orders.automatic is None else orders.automatic
    ordered = state.ordered()
    name = next((one for one in match.game.orders if one in automatic and one in ordered), None)
    return None if name is None else Decided(name, (state.notate(ordered[name]),), position)


def _newest(match: StoredMatch) -> OrderedLine:
    """What the others have decided since the person to move last did."""
    entries = [one for one in match.trail.entries if not one.automatic]
    mine = [index for index, one in enumerate(entries) if one.seat == match.row.to_move]
    return tuple(one.move for one in entries[mine[-1] + 1 if mine else 0 :])


def _may_play(member: Member, match: StoredMatch) -> bool:
    """Whether it's this person's turn, and nothing needs an answer first that they haven't seen."""
    if match.status is not Status.RUNNING or match.row.private or match.state is None or match.mover is not None:
        return False
    if member.seat is None or member.seat != match.state.to_move or member.seat in match.resigned or not member.here:
        return False
    return match.proposal is None or match.proposal.kind in NOT_ANSWERED_BY_A_MOVE


def _own_moves(line: OrderedLine, match: StoredMatch, state: State[Any]) -> OrderedLine:
    """The decisions with which a line begins, as long as they are those of the seat to move."""
    seat, moves = state.to_move, list[str]()
    for text in line:
        if state.to_move != seat:
            break
        moves.append(text)
        try:
            state = foresee(match.row, state, state.parse(text))
        except ScriptError:  # luck decides what comes after it
            break
    return tuple(moves)


def _cancelled(
    orders: Orders, member: Member, before: StoredMatch, event: NewEvent, after: StoredMatch
) -> Orders | None:
    """The orders without their lines, and why; None if they go on."""
    has_line = bool(orders.lines)
    if after.status in (Status.OVER, Status.CANCELLED):
        return orders.with_lines((), None).undecided()
    what = _reason(orders, member, before, event, after)
    if what is None:
        return None
    cancelled = orders.with_lines((), None).undecided()
    if not has_line:
        return cancelled
    told_at = after.now if what in CANCELLED_BY_OTHERS else None
    return cancelled.with_news(OrderNews(what, after.version, after.now), told_at)


def _reason(orders: Orders, member: Member, before: StoredMatch, event: NewEvent, after: StoredMatch) -> What | None:
    """Why the lines don't go on."""
    was = next((one for one in before.members if one.id == member.id), None)
    if member.seat is None or was is None or was.seat != member.seat:
        return What.SEAT
    if event.kind in (EventKind.FREEZE, EventKind.REBASE):
        return What.RULES
    if event.kind is EventKind.UNDO:
        return What.UNDONE
    if event.kind is EventKind.EXPIRE and event.seat == member.seat:
        return What.EXPIRED
    if member.seat in after.computers or member.seat in after.resigned or not member.here:
        return What.AWAY
    if event.kind is EventKind.MOVE and event.seat == member.seat and event.ordered_by != member.user_row:
        return What.HAND if event.by == member.discord_id else What.PARTNER
    if orders.lines and (before.state is None or digest_of(before.state) != orders.position):
        return What.STALE
    return None


def _advanced(orders: Orders, member: Member, event: NewEvent, after: StoredMatch) -> Orders:
    """The orders after moves that they may have foreseen."""
    if event.kind is not EventKind.MOVE or after.state is None:
        return orders
    if event.ordered_by == member.user_row and (order := orders.decided) is not None:
        news = OrderNews(What.PLAYED, after.version, after.now, order.order, order.moves, order.after)
        orders = orders.with_news(news).undecided()
    texts = (event.move or "", *(one.move for one in event.more if not one.automatic))
    count = len(texts)
    left = [line[count:] for line in orders.lines if line[:count] == texts and len(line) > count]
    has_failed = bool(orders.lines) and not left and texts not in orders.lines
    orders = replace(orders.with_lines(left, digest_of(after.state)), held=None)
    return orders.with_news(OrderNews(What.OTHERWISE, after.version, after.now)) if has_failed else orders


def own_decisions(
    match: StoredMatch, seat: int, texts: Sequence[str]
) -> tuple[OrderedLine, list[bool], State[Any] | None]:
    """Decisions from the position on as the rules write them, which are this seat's, and where they lead.

    None as a position stands for one that luck decides about. Raises IllegalMove.
    """
    state, canonical, own = match.state, list[str](), list[bool]()
    for text in texts:
        if state is None:
            break
        move = state.parse(text)
        canonical.append(state.notate(move))
        own.append(state.to_move == seat)
        try:
            state = foresee(match.row, state, move)
        except ScriptError:
            state = None
    return tuple(canonical), own, state
