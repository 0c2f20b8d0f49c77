"""A table before the start: who sits where, and when the match begins."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.match.decision import decision
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
from bot.match.hosting import StoredHost
from bot.match.limits import may_begin, may_play
from bot.match.new_event import NewEvent
from bot.match.rated import can_be_rated
from bot.match.stored import Member, StoredMatch
from bot.match.values import ComputerLevel, EventKind, Status
from bot.rules.chance import Recorded, Sealed

PEOPLE_ON_A_SEAT = 8
"""How many people may share one seat."""


@decision(check=may_play)
def join(match: StoredMatch, user: int, *, seat: int | None = None, message_id: int | None = None) -> NewEvent:
    """Sit down; without `seat` on the first free one, at a shared table where the fewest sit.

    Where no seat is free, or `seat` is a computer's, that computer makes room.

    `message_id` is the table's message, if the person came by a button on it (`Tables.posted`).
    NotOpen, AlreadySeated, NoSuchSeat, SeatTaken, SeatCrowded, TableFull, NotInvited, TooManyMatches.
    """
    _require_open(match)
    if match.seated(user) is not None:
        raise AlreadySeated
    chosen = _seat_for(match, match.member(user), seat)
    makes_room = chosen in match.computers
    return NewEvent(
        EventKind.JOIN,
        by=user,
        seat=chosen,
        data={"computer": None} if makes_room else None,
        people={user: {"seat": chosen, "absent": False}},
        seats={chosen: {"computer": None}} if makes_room else {},
        changes=_salt(match, message_id),
    )


def _seat_for(match: StoredMatch, member: Member | None, wanted: int | None) -> int:
    """The seat to sit down on: a free one, or that of a computer, which makes room.

    A seat that is kept for certain people is theirs alone. The others are kept for the invited as long as there are no
    more of them than invited people; where nobody asks for a certain seat, so are the free ones as long as a computer
    can make room.
    """
    count, shared = len(match.rows.seats), bool(match.row["shared"])
    own = None if member is None else member.kept_seat
    others = {seat for seat, expected in match.reserved_seats().items() if member not in expected}
    empty = [seat for seat in match.empty_seats if seat not in others]
    computers = [seat for seat in match.computers if seat not in others]
    if wanted is not None and not 0 <= wanted < count:
        raise NoSuchSeat
    if wanted is not None and wanted in others:
        raise NotInvited
    invited = member is not None and member.invited
    without_seat = [guest for guest in match.members if guest.invited and guest.seat is None]
    expected = 0 if invited else sum(guest.kept_seat is None for guest in without_seat)
    allowed = [*empty, *computers] if len(empty) + len(computers) > expected else []
    if shared:
        taken = [number for number in range(count) if number not in (*empty, *computers, *others)]
        allowed += [number for number in taken if len(match.on_seat(number)) < PEOPLE_ON_A_SEAT]
    if wanted is None:
        if own in allowed:
            return own
        if allowed:
            last = empty if len(empty) <= expected else computers
            return min(allowed, key=lambda number: (len(match.on_seat(number)), number in last, number))
        raise NotInvited if empty or computers or others else TableFull
    if wanted in allowed:
        return wanted
    if wanted in empty or wanted in computers:
        raise NotInvited
    if shared:
        raise SeatCrowded(people=PEOPLE_ON_A_SEAT, colour=match.colour(wanted))
    if not empty and not computers and not others:
        raise TableFull
    raise SeatTaken(colour=match.colour(wanted))


@decision()
def add_computer(match: StoredMatch, user: int, level: ComputerLevel, *, seat: int | None = None) -> NewEvent | None:
    """Let a computer sit down, without `seat` on the first free one, or change how well one plays.

    NotOpen, NotInThisMatch, NoSuchSeat, SeatTaken, TableFull.
    """
    _require_open(match)
    if match.seated(user) is None:
        raise NotInThisMatch
    if seat is None:
        if not match.empty_seats:
            raise TableFull
        seat = match.empty_seats[0]
    elif not 0 <= seat < len(match.rows.seats):
        raise NoSuchSeat
    if match.on_seat(seat):
        raise SeatTaken(colour=match.colour(seat))
    return seat_computer(match, user, seat, level)


@decision()
def remove_computer(match: StoredMatch, user: int, *, seat: int | None = None) -> NewEvent:
    """Free a computer's seat, without `seat` that of the last one.

    NotOpen, NotInThisMatch, NoSuchSeat, NoComputer.
    """
    _require_open(match)
    if match.seated(user) is None:
        raise NotInThisMatch
    if seat is not None and not 0 <= seat < len(match.rows.seats):
        raise NoSuchSeat
    if not match.computers or (seat is not None and seat not in match.computers):
        raise NoComputer
    chosen = max(match.computers) if seat is None else seat
    return NewEvent(EventKind.SEAT, by=user, seat=chosen, data={"computer": None}, seats={chosen: {"computer": None}})


def seat_computer(match: StoredMatch, user: int, seat: int, level: ComputerLevel) -> NewEvent | None:
    """From here on a computer of this level plays the seat; None if one does."""
    if match.computers.get(seat) is level:
        return None
    return NewEvent(EventKind.SEAT, by=user, seat=seat, data={"computer": level}, seats={seat: {"computer": level}})


@decision()
def leave(match: StoredMatch, user: int) -> NewEvent:
    """Get up. An opener hands the table to the next person; a table that nobody is left at is cancelled.

    NotOpen, NotInThisMatch.
    """
    _require_open(match)
    member = match.seated(user)
    if member is None:
        raise NotInThisMatch
    left = [other for other in match.members if other.seat is not None and other.id != member.id]
    changes: Mapping[str, Any] = {}
    if not left:
        changes = _cancelled(match)
    elif member.user_row == match.row["opener_id"]:
        changes = {"opener_id": left[0].user_row}
    # No seat is kept for people who got up on purpose.
    got_up = {"seat": None, "invited": False, "kept_seat": None}
    return NewEvent(EventKind.LEAVE, by=user, seat=member.seat, people={user: got_up}, changes=changes)


@decision()
def decline_invitation(match: StoredMatch, user: int) -> NewEvent:
    """Turn down an invitation, so that no seat is reserved for this person. NotOpen, AlreadySeated, NotInThisMatch."""
    _require_open(match)
    if match.seated(user) is not None:
        raise AlreadySeated
    member = match.member(user)
    if member is None or not member.invited:
        raise NotInThisMatch
    return NewEvent(EventKind.DECLINE, by=user, people={user: {"invited": False, "kept_seat": None}})


@decision()
def wait(match: StoredMatch, user: int | None = None) -> NewEvent | None:
    """Keep a full table from beginning by itself until its seats change. NotOpen, NotInThisMatch."""
    _require_open(match)
    member = None if user is None else match.seated(user)
    if member is None and user is not None:
        raise NotInThisMatch
    if match.begins_at is None:
        return None
    return NewEvent(EventKind.WAIT, by=user, seat=None if member is None else member.seat)


@decision()
def cancel(match: StoredMatch, user: int) -> NewEvent:
    """Cancel the table before the start. NotOpen, NotTheOpener."""
    _require_open(match)
    member = match.seated(user)
    if member is None or member.user_row != match.row["opener_id"]:
        raise NotTheOpener
    return NewEvent(EventKind.CANCEL, by=user, seat=member.seat, changes=_cancelled(match))


@decision()
def tidy(match: StoredMatch) -> NewEvent | None:
    """Cancel a table that nobody has started, if that is still so."""
    if match.status is not Status.OPEN:
        return None
    return NewEvent(EventKind.CANCEL, data={"why": "tidied"}, changes=_cancelled(match))


@decision(needs_seed=True, check=may_begin)
def begin(match: StoredMatch, user: int, *, seen_version: int | None = None, message_id: int | None = None) -> NewEvent:
    """Start the match. Anybody at the table may, as soon as somebody or a computer sits on each seat.

    NotOpen, NotInThisMatch, TableHasChanged, SeatsEmpty, NotPosted, UnknownGame, BadOption, TooManyMatches,
    PlaysTooMany.
    """
    _require_open(match)
    member = match.seated(user)
    if member is None:
        raise NotInThisMatch
    if match.empty_seats:
        raise SeatsEmpty(empty=len(match.empty_seats))
    if seen_version is not None and seen_version != match.version:
        raise TableHasChanged
    return replace(_started(match, message_id), by=user, seat=member.seat)


@decision(needs_seed=True, check=may_begin)
def begin_by_itself(match: StoredMatch) -> NewEvent | None:
    """Start the match if the countdown of its table is over; nobody in particular does it.

    SeatsEmpty, NotPosted, UnknownGame, BadOption, PlaysTooMany.
    """
    if match.begins_at is None or match.begins_at > match.now:
        return None
    if match.empty_seats:
        raise SeatsEmpty(empty=len(match.empty_seats))
    return _started(match)


def _started(match: StoredMatch, message_id: int | None = None) -> NewEvent:
    """The beginning of a match at its table."""
    salt_changes = _salt(match, message_id)
    salt = salt_changes.get("salt", match.row["salt"])
    if salt is None:
        raise NotPosted
    event = begun(match, match.seed, salt)
    unrated = {"rated": False} if match.row["rated"] and not can_be_rated(match) else {}
    return replace(event, changes={**salt_changes, **_own_thread(match, salt), **unrated, **event.changes})


def begun(match: StoredMatch, seed: bytes, salt: str) -> NewEvent:
    """The beginning of a match, by nobody in particular. UnknownGame, BadOption."""
    game = match.game
    if game is None:
        raise UnknownGame(game=match.row["game"])
    changes = {"status": Status.RUNNING, "rules_version": game.rules_version, "started_at": match.now}
    event = NewEvent(EventKind.BEGIN, data={"rules_version": game.rules_version}, changes=changes, post=True)
    if isinstance(match, StoredHost):  # nothing is played there
        return event
    sealed = Sealed(seed, salt, drawn=match.row["drawn"])
    luck = Recorded(sealed)
    try:
        state = game.start(len(match.rows.seats), match.options, luck)
    except ValueError as error:
        raise BadOption(problem=str(error).rstrip(".")) from error
    drawn = {"drawn": sealed.drawn, **standing(match, state)}
    return replace(event, chance=luck.outcomes, position=state.dump(), changes={**changes, **drawn})


def _cancelled(match: StoredMatch) -> dict[str, Any]:
    return {"status": Status.CANCELLED, "ended_at": match.now}


def _own_thread(match: StoredMatch, salt: str) -> dict[str, Any]:
    """A thread hung on a message has that message's id, so a match's place in it is known before it is opened.

    The salt is the id of the table's first message, which somebody may have deleted: then the table has another one.
    """
    return {"thread_id": match.row["table_message_id"] or int(salt)} if match.row["own_thread"] else {}


def _require_open(match: StoredMatch) -> None:
    if match.status is not Status.OPEN:
        raise NotOpen


def _salt(match: StoredMatch, message_id: int | None) -> dict[str, Any]:
    if message_id is None or match.row["salt"] is not None:
        return {}
    return {"salt": str(message_id), "table_message_id": message_id}
