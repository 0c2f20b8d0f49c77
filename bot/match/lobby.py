"""What is decided at a table before the start.

Each function gives the event that follows, None if nothing does, or refuses.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.match.endings import standing
from bot.match.errors import (
    AlreadySeated,
    BadOption,
    NoSuchSeat,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotPosted,
    NotTheOpener,
    SeatCrowded,
    SeatsEmpty,
    SeatTaken,
    TableFull,
    UnknownGame,
)
from bot.match.loaded import Loaded, Member
from bot.match.step import Step
from bot.match.values import EventKind, Status
from bot.rules.chance import Recorded, Sealed

PEOPLE_ON_A_SEAT = 8
"""How many people may share one seat."""


def join(loaded: Loaded, user: int, seat: int | None, message_id: int | None) -> Step:
    """Sit down on `seat`, or where there is room."""
    _require_open(loaded)
    if loaded.seated(user) is not None:
        raise AlreadySeated
    chosen = _seat_for(loaded, loaded.member(user), seat)
    return Step(
        EventKind.JOIN,
        by=user,
        seat=chosen,
        people={user: {"seat": chosen, "absent": False}},
        changes=_salt(loaded, message_id),
    )


def _seat_for(loaded: Loaded, member: Member | None, wanted: int | None) -> int:
    """The seat to sit down on. Empty seats are kept for the invited as long as there are no more of them than seats."""
    count, empty = len(loaded.rows.seats), loaded.empty_seats
    shared: bool = loaded.row["shared"]
    if wanted is not None and not 0 <= wanted < count:
        raise NoSuchSeat
    expected = sum(guest.invited and guest.seat is None for guest in loaded.members)
    kept = (member is None or not member.invited) and len(empty) <= expected
    allowed = [] if kept else list(empty)
    if shared:
        taken = [number for number in range(count) if number not in empty]
        allowed += [number for number in taken if len(loaded.on_seat(number)) < PEOPLE_ON_A_SEAT]
    if wanted is None:
        if allowed:
            return min(allowed, key=lambda number: (len(loaded.on_seat(number)), number))
        raise NotInvited if empty else TableFull
    if wanted in allowed:
        return wanted
    if wanted in empty:
        raise NotInvited
    if shared:
        raise SeatCrowded(people=PEOPLE_ON_A_SEAT, colour=loaded.colour(wanted))
    if not empty:
        raise TableFull
    raise SeatTaken(colour=loaded.colour(wanted))


def leave(loaded: Loaded, user: int, now: datetime) -> Step:
    """Get up from the table, and hand it on or close it."""
    _require_open(loaded)
    member = loaded.seated(user)
    if member is None:
        raise NotInThisMatch
    left = [other for other in loaded.members if other.seat is not None and other.id != member.id]
    changes: Mapping[str, Any] = {}
    if not left:
        changes = {"status": Status.CANCELLED, "ended_at": now}
    elif member.user_row == loaded.row["opener_id"]:
        changes = {"opener_id": left[0].user_row}
    # Whoever gets up on purpose has no seat kept any more.
    return Step(
        EventKind.LEAVE, by=user, seat=member.seat, people={user: {"seat": None, "invited": False}}, changes=changes
    )


def cancel(loaded: Loaded, user: int, now: datetime) -> Step:
    """Close the table."""
    _require_open(loaded)
    member = loaded.seated(user)
    if member is None or member.user_row != loaded.row["opener_id"]:
        raise NotTheOpener
    return Step(EventKind.CANCEL, by=user, seat=member.seat, changes={"status": Status.CANCELLED, "ended_at": now})


def tidy(loaded: Loaded, now: datetime) -> Step | None:
    """Close a table that nobody started, if that is still so."""
    if loaded.status is not Status.OPEN:
        return None
    return Step(EventKind.CANCEL, data={"why": "tidied"}, changes={"status": Status.CANCELLED, "ended_at": now})


def begin(loaded: Loaded, user: int, seed: bytes, message_id: int | None, now: datetime) -> Step:
    """Start: the first position, with what luck it needs."""
    _require_open(loaded)
    member = loaded.seated(user)
    if member is None:
        raise NotInThisMatch
    if loaded.empty_seats:
        raise SeatsEmpty(empty=len(loaded.empty_seats))
    salt_changes = _salt(loaded, message_id)
    salt = salt_changes.get("salt", loaded.row["salt"])
    if salt is None:
        raise NotPosted
    step = begun(loaded, seed, salt, now)
    changes = {**salt_changes, **_own_thread(loaded, salt), **step.changes}
    return replace(step, by=user, seat=member.seat, changes=changes)


def begun(loaded: Loaded, seed: bytes, salt: str, now: datetime) -> Step:
    """The beginning of a match, by nobody in particular. UnknownGame, BadOption."""
    game = loaded.game
    if game is None:
        raise UnknownGame(game=loaded.row["game"])
    changes = {"status": Status.RUNNING, "rules_version": game.rules_version, "started_at": now}
    step = Step(EventKind.BEGIN, data={"rules_version": game.rules_version}, changes=changes, post=True)
    if loaded.is_host:  # nothing is played there
        return step
    sealed = Sealed(seed, salt, drawn=loaded.row["drawn"])
    luck = Recorded(sealed)
    try:
        state = game.start(len(loaded.rows.seats), loaded.options, luck)
    except ValueError as error:
        raise BadOption(problem=str(error).rstrip(".")) from error
    drawn = {"drawn": sealed.drawn, **standing(state, now)}
    return replace(step, chance=luck.outcomes, position=state.dump(), changes={**changes, **drawn})


def _own_thread(loaded: Loaded, salt: str) -> dict[str, Any]:
    """A thread hung on a message has that message's id, so a match's place in it is known before it is opened."""
    return {"thread_id": int(salt)} if loaded.row["own_thread"] else {}


def _require_open(loaded: Loaded) -> None:
    if loaded.status is not Status.OPEN:
        raise NotOpen


def _salt(loaded: Loaded, message_id: int | None) -> dict[str, Any]:
    if message_id is None or loaded.row["salt"] is not None:
        return {}
    return {"salt": str(message_id), "table_message_id": message_id}
