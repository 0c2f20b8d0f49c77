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
    NoComputer,
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
    TableHasChanged,
    UnknownGame,
)
from bot.match.loaded import Loaded, Member
from bot.match.step import Step
from bot.match.values import ComputerLevel, EventKind, Status
from bot.rules.chance import Recorded, Sealed

PEOPLE_ON_A_SEAT = 8
"""How many people may share one seat."""


def join(loaded: Loaded, user: int, seat: int | None, message_id: int | None) -> Step:
    """Sit down on `seat`, or where there is room."""
    _require_open(loaded)
    if loaded.seated(user) is not None:
        raise AlreadySeated
    chosen = _seat_for(loaded, loaded.member(user), seat)
    makes_room = chosen in loaded.computers
    return Step(
        EventKind.JOIN,
        by=user,
        seat=chosen,
        data={"computer": None} if makes_room else None,
        people={user: {"seat": chosen, "absent": False}},
        seats={chosen: {"computer": None}} if makes_room else {},
        changes=_salt(loaded, message_id),
    )


def _seat_for(loaded: Loaded, member: Member | None, wanted: int | None) -> int:
    """The seat to sit down on: a free one, or that of a computer, which makes room.

    A seat that is kept for certain people is theirs alone. The others are kept for the invited as long as there are no
    more of them than invited people; where nobody asks for a certain seat, so are the free ones as long as a computer
    can make room.
    """
    count, shared = len(loaded.rows.seats), bool(loaded.row["shared"])
    own = None if member is None else member.kept_seat
    others = {seat for seat, expected in loaded.kept().items() if member not in expected}
    empty = [seat for seat in loaded.empty_seats if seat not in others]
    computers = [seat for seat in loaded.computers if seat not in others]
    if wanted is not None and not 0 <= wanted < count:
        raise NoSuchSeat
    if wanted is not None and wanted in others:
        raise NotInvited
    invited = member is not None and member.invited
    without_seat = [guest for guest in loaded.members if guest.invited and guest.seat is None]
    expected = 0 if invited else sum(guest.kept_seat is None for guest in without_seat)
    allowed = [*empty, *computers] if len(empty) + len(computers) > expected else []
    if shared:
        taken = [number for number in range(count) if number not in (*empty, *computers, *others)]
        allowed += [number for number in taken if len(loaded.on_seat(number)) < PEOPLE_ON_A_SEAT]
    if wanted is None:
        if own in allowed:
            return own
        if allowed:
            last = empty if len(empty) <= expected else computers
            return min(allowed, key=lambda number: (len(loaded.on_seat(number)), number in last, number))
        raise NotInvited if empty or computers or others else TableFull
    if wanted in allowed:
        return wanted
    if wanted in empty or wanted in computers:
        raise NotInvited
    if shared:
        raise SeatCrowded(people=PEOPLE_ON_A_SEAT, colour=loaded.colour(wanted))
    if not empty and not computers and not others:
        raise TableFull
    raise SeatTaken(colour=loaded.colour(wanted))


def add_computer(loaded: Loaded, user: int, level: ComputerLevel, seat: int | None) -> Step | None:
    """Let a computer play a seat that nobody sits on, or change how well it plays."""
    _require_open(loaded)
    if loaded.seated(user) is None:
        raise NotInThisMatch
    if seat is None:
        if not loaded.empty_seats:
            raise TableFull
        seat = loaded.empty_seats[0]
    elif not 0 <= seat < len(loaded.rows.seats):
        raise NoSuchSeat
    if loaded.on_seat(seat):
        raise SeatTaken(colour=loaded.colour(seat))
    return plays(loaded, user, seat, level)


def remove_computer(loaded: Loaded, user: int, seat: int | None) -> Step:
    """Free the seat of a computer; without `seat` that of the last one."""
    _require_open(loaded)
    if loaded.seated(user) is None:
        raise NotInThisMatch
    if seat is not None and not 0 <= seat < len(loaded.rows.seats):
        raise NoSuchSeat
    if not loaded.computers or (seat is not None and seat not in loaded.computers):
        raise NoComputer
    chosen = max(loaded.computers) if seat is None else seat
    return Step(EventKind.SEAT, by=user, seat=chosen, data={"computer": None}, seats={chosen: {"computer": None}})


def plays(loaded: Loaded, user: int, seat: int, level: ComputerLevel) -> Step | None:
    """From here on a computer of this level plays the seat; None if one does."""
    if loaded.computers.get(seat) is level:
        return None
    return Step(EventKind.SEAT, by=user, seat=seat, data={"computer": level}, seats={seat: {"computer": level}})


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
    got_up = {"seat": None, "invited": False, "kept_seat": None}
    return Step(EventKind.LEAVE, by=user, seat=member.seat, people={user: got_up}, changes=changes)


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


def begin(
    loaded: Loaded, user: int, seed: bytes, seen_version: int | None, message_id: int | None, now: datetime
) -> Step:
    """Start: the first position, with what luck it needs."""
    _require_open(loaded)
    member = loaded.seated(user)
    if member is None:
        raise NotInThisMatch
    if loaded.empty_seats:
        raise SeatsEmpty(empty=len(loaded.empty_seats))
    if seen_version is not None and seen_version != loaded.version:
        raise TableHasChanged
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
    drawn = {"drawn": sealed.drawn, **standing(loaded, state, now)}
    return replace(step, chance=luck.outcomes, position=state.dump(), changes={**changes, **drawn})


def _own_thread(loaded: Loaded, salt: str) -> dict[str, Any]:
    """A thread hung on a message has that message's id, so a match's place in it is known before it is opened.

    The salt is the id of the table's first message, which somebody may have deleted: then the table has another one.
    """
    return {"thread_id": loaded.row["table_message_id"] or int(salt)} if loaded.row["own_thread"] else {}


def _require_open(loaded: Loaded) -> None:
    if loaded.status is not Status.OPEN:
        raise NotOpen


def _salt(loaded: Loaded, message_id: int | None) -> dict[str, Any]:
    if message_id is None or loaded.row["salt"] is not None:
        return {}
    return {"salt": str(message_id), "table_message_id": message_id}
