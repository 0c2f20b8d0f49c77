"""How one event with all that belongs to it gets into the database, and the board that is due after it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from secrets import token_hex
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import clocks
from bot.match.loaded import Loaded
from bot.match.step import Step
from bot.match.values import EventKind, Expiry, Place, Stage, Status
from bot.store.queries import matches, people, posts

SHARE_A_MESSAGE = (EventKind.MOVE, EventKind.UNDO, EventKind.SEAT)
"""Events whose board may take the place of the board before; all others call for a message that nobody overlooks."""


async def write_step(
    connection: AsyncConnection, loaded: Loaded, step: Step, *, interaction: int | None, now: datetime
) -> bool:
    """Append the event with all that belongs to it; False, with nothing written, if the match is not as loaded."""
    step = _without_replacement(loaded, _with_seats_of_who_acts(loaded, step))
    number = loaded.version + 1
    newest = number + len(step.more)
    made_by = (loaded.position_version if step.same_position else None) or newest
    run = loaded.trail.run if step.position is None else step.trail.run if step.trail else made_by
    clock = clocks.columns_after(loaded, step, run, now)
    columns = {
        **step.changes,
        # A deadline that stays isn't written: all of them may have been put off since this one was read.
        **{name: value for name, value in clock.items() if value != loaded.row[name]},
        "version": newest,
        "updated_at": now,
        "computer_since": _computer_since(loaded, step, clock["clock"], now),
    }
    if not await matches.claim(connection, loaded.id, loaded.version, columns):
        return False
    touched = {person: dict(columns) for person, columns in step.people.items()}
    actor = None if step.by is None else loaded.member(step.by)
    if actor is not None and actor.absent and step.by is not None:
        touched.setdefault(step.by, {}).setdefault("absent", False)  # whoever acts is back
    rows = {
        person: await _write_member(connection, loaded, person, columns, now) for person, columns in touched.items()
    }
    for row, row_columns in step.rows.items():
        await matches.update_member(connection, row, row_columns)
    if step.candidate is not None:
        proposal = {**step.changes["proposal"], "candidate": rows[step.candidate]}
        await matches.claim(connection, loaded.id, newest, {"proposal": proposal})
    for seat, seat_columns in step.seats.items():
        await matches.update_seat(connection, loaded.id, seat, seat_columns)
    by = None if step.by is None else rows.get(step.by, actor.id if actor is not None else None)
    await matches.append(
        connection,
        {
            "match_id": loaded.id,
            "number": number,
            "kind": step.kind,
            "member_id": by,
            "seat": step.seat,
            "move": step.move,
            "chance": step.chance,
            "interaction_id": interaction,
            "data": None if step.data is None else dict(step.data),
            "at": now,
        },
    )
    for offset, taken in enumerate(step.more, 1):
        following = {"match_id": loaded.id, "number": number + offset, "kind": EventKind.MOVE, "seat": taken.seat}
        await matches.append(
            connection, following | {"move": taken.move, "chance": list(taken.chance) or None, "at": now}
        )
    if step.position is not None:
        snapshot = {
            "version": made_by,
            "document": dict(step.position),
            "before": step.trail.start() if step.trail else None,
            "trail": step.trail.document() if step.trail else None,
        }
        await matches.keep_snapshot(connection, loaded.id, snapshot, first=loaded.rows.snapshot is None)
    if step.post:
        place = Place(
            *(step.changes.get(column, loaded.row[column]) for column in ("guild_id", "channel_id", "thread_id"))
        )
        anew = step.kind not in SHARE_A_MESSAGE if step.anew is None else step.anew
        proposal = columns.get("proposal", loaded.row["proposal"])
        shown = loaded.position_version or 0 if step.position is None else made_by
        asked = proposal is not None and proposal["number"] > shown  # later they have been asked already
        calls = columns["computer_since"] is None or asked
        await write_post(connection, loaded, newest, place, now, run=loaded.run_of(run), anew=anew, calls=calls)
    return True


def _with_seats_of_who_acts(loaded: Loaded, step: Step) -> Step:
    """The step, by which also the computer goes that played for somebody who acts or is back, and no turn is missed."""
    actor = None if step.by is None else loaded.member(step.by)
    if actor is None or actor.seat is None or step.kind is EventKind.ABSENT:
        return step
    seat = actor.seat
    if seat in loaded.resigned or seat in step.seats:
        return step
    if seat in loaded.computers:
        here = {"computer": None, "missed": 0}
        return replace(step, data={**(step.data or {}), "back": seat}, seats={**step.seats, seat: here})
    if loaded.rows.seats[seat]["missed"]:
        return replace(step, seats={**step.seats, seat: {"missed": 0}})
    return step


def _without_replacement(loaded: Loaded, step: Step) -> Step:
    """The step, by which also the proposal goes that somebody else plays a seat, if its own people act."""
    proposal = loaded.proposal
    actor = None if step.by is None else loaded.member(step.by)
    if proposal is None or proposal.kind != "replace" or actor is None or actor.seat != proposal.seat:
        return step
    leaves = step.people.get(step.by or 0, {}).get("absent", False)
    return step if leaves or "proposal" in step.changes else replace(step, changes={**step.changes, "proposal": None})


def _computer_since(loaded: Loaded, step: Step, clock: Mapping[str, Any] | None, now: datetime) -> datetime | None:
    """Since when a computer is to move once the step is written, with this clock; None if none is."""
    status, to_move = (step.changes.get(column, loaded.row[column]) for column in ("status", "to_move"))
    level = loaded.computers.get(to_move)
    if "computer" in step.seats.get(to_move, {}):
        level = step.seats[to_move]["computer"]
    over = clock is not None and clock["stage"] == Stage.OVER and loaded.row["on_expiry"] == Expiry.COMPUTER
    if status != Status.RUNNING or (level is None and not over):
        return None
    since: datetime | None = loaded.row["computer_since"]
    return now if since is None or step.position is not None else since


async def _write_member(
    connection: AsyncConnection, loaded: Loaded, person: int, columns: dict[str, Any], now: datetime
) -> int:
    if columns.get("seat") is not None:
        columns |= {"seated_by": loaded.version + 1, "left_at": None}
    elif "seat" in columns:
        columns |= {"seated_by": None, "left_at": now}
    member = loaded.member(person)
    if member is not None:
        await matches.update_member(connection, member.id, columns)
        return member.id
    user_row = await people.user_row_for(connection, person, now)
    new = {"match_id": loaded.id, "user_id": user_row, "invited": False, "absent": False}
    return await matches.insert_member(connection, new | columns)


async def write_post(
    connection: AsyncConnection,
    loaded: Loaded,
    version: int,
    place: Place,
    now: datetime,
    *,
    run: int | None,
    anew: bool = True,
    calls: bool = True,
) -> None:
    """A board that is due now; none of a private match ever is. See `Post` for `run` and `anew`.

    `calls` is whether somebody waits for it, so that it goes before those of computers going on.
    """
    if loaded.row["private"]:
        return
    match_id = loaded.id
    await posts.write(
        connection,
        {
            "match_id": match_id,
            "version": version,
            "run": run,
            "anew": anew,
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
