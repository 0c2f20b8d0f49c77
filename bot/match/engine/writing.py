"""Writing an event with everything that belongs to it, and the board that is due after it."""

from dataclasses import replace
from datetime import datetime
from secrets import token_hex

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import clocks
from bot.match.engine import orders
from bot.match.reading.stored import StoredMatch
from bot.match.values import ClockStage, EventKind, Expiry, Place, Status
from bot.match.values.new_event import NewEvent
from bot.store.columns import MatchColumns, MemberColumns, SeatColumns, SnapshotColumns
from bot.store.documents import ClockDocument, ProposalDocument
from bot.store.queries import matches, people, posts
from bot.store.tables import EventRow

SHARE_A_MESSAGE = (EventKind.MOVE, EventKind.UNDO, EventKind.SEAT)
"""Events of a turn whose board may replace the one before, though they may change the position."""


async def write_event(
    connection: AsyncConnection, match: StoredMatch, event: NewEvent, *, interaction: int | None, now: datetime
) -> bool:
    """Appends the event with everything that belongs to it; False, with nothing written, if the match has changed."""
    event = _without_replacement(match, _with_seats_of_who_acts(match, event))
    number = match.version + 1
    newest = number + len(event.more)
    made_by = (match.position_version if event.same_position else None) or newest
    run = match.trail.run if event.position is None else event.trail.run if event.trail else made_by
    clock = clocks.columns_after(match, event, run, now)
    changed_clock = _clock_changes(match, clock)
    moved: MatchColumns = {"deadline_moved": True} if "deadline" in changed_clock and not event.post else {}
    computer_since = _computer_since(match, event, clock["clock"], now)
    columns: MatchColumns = {
        **event.changes,
        **changed_clock,
        **moved,
        "version": newest,
        "updated_at": now,
        "computer_since": computer_since,
    }
    if not await matches.claim(connection, match.id, match.version, columns):
        return False
    member_columns = {person: MemberColumns(**columns) for person, columns in event.people.items()}
    actor = None if event.by is None else match.member(event.by)
    if actor is not None and actor.absent and event.by is not None:
        member_columns.setdefault(event.by, MemberColumns()).setdefault("absent", False)  # a person who acts is back
    rows = {
        person: await _write_member(connection, match, person, of_person, now)
        for person, of_person in member_columns.items()
    }
    for row, row_columns in event.rows.items():
        await matches.update_member(connection, row, row_columns)
    proposed = event.changes.get("proposal")
    if event.candidate is not None and proposed is not None:
        named: ProposalDocument = {**proposed, "candidate": rows[event.candidate]}
        await matches.claim(connection, match.id, newest, {"proposal": named})
    for seat, seat_columns in event.seats.items():
        await matches.update_seat(connection, match.id, seat, seat_columns)
    by = None if event.by is None else rows.get(event.by, actor.id if actor is not None else None)
    await matches.append(
        connection,
        EventRow(
            match.id,
            number,
            event.kind,
            by,
            event.seat,
            event.move,
            event.chance,
            interaction,
            None if event.data is None else dict(event.data),
            now,
        ),
    )
    for offset, entry in enumerate(event.more, 1):
        following = EventRow(
            match.id,
            number + offset,
            EventKind.MOVE,
            None if entry.automatic else by,
            entry.seat,
            entry.move,
            list(entry.chance) or None,
            interaction_id=None,
            data=None,
            at=now,
        )
        await matches.append(connection, following)
    if event.position is not None:
        snapshot: SnapshotColumns = {
            "version": made_by,
            "document": dict(event.position),
            "before": event.trail.start() if event.trail else None,
            "trail": event.trail.document() if event.trail else None,
        }
        await matches.keep_snapshot(connection, match.id, snapshot, first=match.rows.snapshot is None)
    if event.post:
        place = Place(
            event.changes.get("guild_id", match.row.guild_id),
            event.changes.get("channel_id", match.row.channel_id),
            event.changes.get("thread_id", match.row.thread_id),
        )
        new_message = not _may_share_a_message(match, event) if event.new_message is None else event.new_message
        proposal = columns.get("proposal", match.row.proposal)
        position_shown = match.position_version or 0 if event.position is None else made_by
        is_new_proposal = (
            proposal is not None and proposal["number"] > position_shown
        )  # otherwise they have been asked already
        calls = computer_since is None or is_new_proposal
        await write_post(
            connection, match, newest, place, now, run=match.run_of(run), new_message=new_message, calls=calls
        )
    await orders.settle(connection, match, event, now)
    return True


def _may_share_a_message(match: StoredMatch, event: NewEvent) -> bool:
    """Whether the event's board may replace the one before if both belong to the same run.

    The same position needs no second picture: whoever must know of the event is called beside the board.
    """
    same_picture = match.position_version is not None and event.position is None
    goes_on = event.changes.get("status", match.row.status) == match.row.status and "channel_id" not in event.changes
    same_players = not any("computer" in columns for columns in event.seats.values())
    return event.kind in SHARE_A_MESSAGE or (same_picture and goes_on and same_players)


def _clock_changes(match: StoredMatch, clock: MatchColumns) -> MatchColumns:
    """The columns of the clock that change. No others are written: clocks may have been extended since."""
    row, changed = match.row, MatchColumns()
    if clock["clock"] != row.clock:
        changed["clock"] = clock["clock"]
    if clock["deadline"] != row.deadline:
        changed["deadline"] = clock["deadline"]
    if clock["due_at"] != row.due_at:
        changed["due_at"] = clock["due_at"]
    return changed


def _with_seats_of_who_acts(match: StoredMatch, event: NewEvent) -> NewEvent:
    """The event of someone who acts or is back: a computer in their place leaves, and no turn counts as missed."""
    actor = None if event.by is None else match.member(event.by)
    if actor is None or actor.seat is None or event.kind is EventKind.ABSENT:
        return event
    seat = actor.seat
    if seat in match.resigned or seat in event.seats:
        return event
    if seat in match.computers:
        here: SeatColumns = {"computer": None, "missed": 0}
        return replace(event, data={**(event.data or {}), "back": seat}, seats={**event.seats, seat: here})
    if match.rows.seats[seat].missed:
        return replace(event, seats={**event.seats, seat: {"missed": 0}})
    return event


def _without_replacement(match: StoredMatch, event: NewEvent) -> NewEvent:
    """The event, which also drops a proposed replacement if its own people act."""
    proposal = match.proposal
    actor = None if event.by is None else match.member(event.by)
    if proposal is None or proposal.kind != "replace" or actor is None or actor.seat != proposal.seat:
        return event
    leaves = event.people.get(event.by or 0, MemberColumns()).get("absent", False)
    return (
        event if leaves or "proposal" in event.changes else replace(event, changes={**event.changes, "proposal": None})
    )


def _computer_since(match: StoredMatch, event: NewEvent, clock: ClockDocument | None, now: datetime) -> datetime | None:
    """Since when a computer is to move or to answer once the event is written, given this clock; None if none is."""
    status, to_move = event.changes.get("status", match.row.status), event.changes.get("to_move", match.row.to_move)
    seat = -1 if to_move is None else to_move
    level = event.seats.get(seat, SeatColumns()).get("computer", match.computers.get(seat))
    is_over = clock is not None and clock["stage"] == ClockStage.OVER and match.row.on_expiry == Expiry.COMPUTER
    proposal = event.changes.get("proposal", match.row.proposal)
    must_answer = proposal is not None and match.awaited_computers(proposal["kind"], tuple(proposal["agreed"]))
    if status != Status.RUNNING or (level is None and not is_over and not must_answer):
        return None
    since = match.row.computer_since
    return now if since is None or event.position is not None else since


async def _write_member(
    connection: AsyncConnection, match: StoredMatch, person: int, columns: MemberColumns, now: datetime
) -> int:
    if columns.get("seat") is not None:
        columns |= {"seated_by": match.version + 1, "left_at": None}
    elif "seat" in columns:
        columns |= {"seated_by": None, "left_at": now}
    member = match.member(person)
    if member is not None:
        await matches.update_member(connection, member.id, columns)
        return member.id
    user_row = await people.user_row_for(connection, person, now)
    new: MemberColumns = {"match_id": match.id, "user_id": user_row, "invited": False, "absent": False, **columns}
    return await matches.insert_member(connection, new)


async def write_post(
    connection: AsyncConnection,
    match: StoredMatch,
    version: int,
    place: Place,
    now: datetime,
    *,
    run: int | None,
    new_message: bool = True,
    calls: bool = True,
) -> None:
    """Queues a board that is due now, but none for a private match. See `Post` for `run` and `new_message`.

    `calls` says whether someone waits for it; such boards come before those of computers playing on.
    """
    if match.row.private:
        return
    match_id = match.id
    await posts.write(
        connection,
        {
            "match_id": match_id,
            "version": version,
            "run": run,
            "anew": new_message,
            "calls": calls,
            "kind": "board",
            "nonce": f"{match_id}.{version}.{token_hex(4)}",
            "guild_id": place.guild_id,
            "channel_id": place.channel_id,
            "thread_id": place.thread_id,
            "created_at": now,
            "due_at": now,
        },
    )
