"""A table before the start: who sits where, and when the match begins."""

from dataclasses import replace

from bot.match.decisions.decision import decision
from bot.match.decisions.limits import may_begin
from bot.match.decisions.meeting import may_join
from bot.match.reading import seating
from bot.match.reading.endings import standing
from bot.match.reading.rated import can_be_rated
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import ComputerLevel, EventKind, Status
from bot.match.values.errors import (
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
    SeatsReserved,
    SeatTaken,
    TableFull,
    TableHasChanged,
    UnknownGame,
    explain,
)
from bot.match.values.new_event import NewEvent
from bot.rules.chance import Recorded, Sealed
from bot.rules.record import START
from bot.rules.starting import Start, first_position
from bot.store.columns import MatchColumns, MemberColumns

PEOPLE_ON_A_SEAT = 8
"""How many people may share one seat."""


@decision(check=may_join)
def join(match: StoredMatch, user: int, *, seat: int | None = None, message_id: int | None = None) -> NewEvent:
    """Takes a seat: `seat`, or the first free one; at a shared table the one with the fewest people.

    If no seat is free, or `seat` is a computer's, the computer makes room. Somebody who sits already moves to `seat`,
    and changes places with a computer. `message_id` is the table's message if the person clicked its button
    (`Tables.note_posted`).

    Raises NotOpen, AlreadySeated, NoSuchSeat, SeatTaken, SeatCrowded, TableFull, NotInvited, HasBlocked,
    TooManyMatches.
    """
    _require_open(match)
    seated = match.seated_member(user)
    if seated is not None and seat in (None, seated.seat):
        raise AlreadySeated
    number = _seat_for(match, match.member(user), seat)
    makes_room = number in match.computers
    levels: dict[int, ComputerLevel | None] = {number: None} if makes_room else {}
    if makes_room and seated is not None and seated.seat is not None and len(match.on_seat(seated.seat)) == 1:
        levels[seated.seat] = match.computers[number]
    return NewEvent(
        EventKind.JOIN,
        by=user,
        seat=number,
        data=seating.entry({**match.computers, **levels}, len(match.rows.seats)) if makes_room else None,
        people={user: {"seat": number, "absent": False}},
        seats={each: {"computer": level} for each, level in levels.items()},
        changes=_salt(match, message_id),
    )


def _seat_for(match: StoredMatch, member: Member | None, seat: int | None) -> int:
    """The seat to take: a free one, or that of a computer, which makes room.

    A seat reserved for certain people is theirs alone. The other seats are reserved for invited people as long as there
    are no more seats than invited people. A person who asks for no certain seat gets a computer's seat rather than a
    free one that an invited person will need.
    """
    count, shared = len(match.rows.seats), bool(match.row.shared)
    own = None if member is None else member.kept_seat
    reserved = {seat for seat, guests in match.reserved_seats().items() if member not in guests}
    empty = [seat for seat in match.empty_seats if seat not in reserved]
    computers = [seat for seat in match.computers if seat not in reserved]
    if seat is not None and not 0 <= seat < count:
        raise NoSuchSeat
    if seat is not None and seat in reserved:
        raise NotInvited
    invited = member is not None and member.invited
    guests = 0 if invited else len(_guests(match))
    left = int(member is not None and member.seat is not None)  # the seat that becomes free
    choices = [*empty, *computers] if len(empty) + len(computers) + left > guests else []
    if shared:
        occupied = [number for number in range(count) if number not in (*empty, *computers, *reserved)]
        choices += [number for number in occupied if len(match.on_seat(number)) < PEOPLE_ON_A_SEAT]
    if seat is None:
        if own in choices:
            return own
        if choices:
            last = empty if len(empty) <= guests else computers
            return min(choices, key=lambda number: (len(match.on_seat(number)), number in last, number))
        raise NotInvited if empty or computers or reserved else TableFull
    if seat in choices:
        return seat
    if seat in empty or seat in computers:
        raise NotInvited
    if shared:
        raise SeatCrowded(people=PEOPLE_ON_A_SEAT, colour=match.colour(seat))
    if not empty and not computers and not reserved:
        raise TableFull
    raise SeatTaken(colour=match.colour(seat))


def _guests(match: StoredMatch) -> list[Member]:
    """The invited people who haven't sat down and have no certain seat."""
    return [guest for guest in match.members if guest.invited and guest.seat is None and guest.kept_seat is None]


@decision()
def add_computer(match: StoredMatch, user: int, level: ComputerLevel, *, seat: int | None = None) -> NewEvent | None:
    """Seats a computer on `seat`, or changes the level of the one that sits there.

    Without `seat` it takes the first free one that no invited person will need.

    Raises NotOpen, NotInThisMatch, NoSuchSeat, SeatTaken, TableFull, SeatsReserved.
    """
    _require_guest(match, user)
    if seat is None:
        empty, reserved = match.empty_seats, match.reserved_seats()
        free = [number for number in empty if number not in reserved][len(_guests(match)) :]
        if not free:
            raise SeatsReserved if empty else TableFull
        seat = free[0]
    elif not 0 <= seat < len(match.rows.seats):
        raise NoSuchSeat
    if match.on_seat(seat):
        raise SeatTaken(colour=match.colour(seat))
    return seat_computer(match, user, seat, level)


@decision()
def remove_computer(match: StoredMatch, user: int, *, seat: int | None = None) -> NewEvent:
    """Frees a computer's seat: `seat`, or that of the last computer.

    Raises NotOpen, NotInThisMatch, NoSuchSeat, NoComputer.
    """
    _require_guest(match, user)
    if seat is not None and not 0 <= seat < len(match.rows.seats):
        raise NoSuchSeat
    if not match.computers or (seat is not None and seat not in match.computers):
        raise NoComputer
    number = max(match.computers) if seat is None else seat
    return NewEvent(EventKind.SEAT, by=user, seat=number, data={"computer": None}, seats={number: {"computer": None}})


def seat_computer(match: StoredMatch, user: int, seat: int, level: ComputerLevel) -> NewEvent | None:
    """From here on a computer of this level plays the seat; None if one already does."""
    if match.computers.get(seat) is level:
        return None
    return NewEvent(EventKind.SEAT, by=user, seat=seat, data={"computer": level}, seats={seat: {"computer": level}})


@decision()
def leave(match: StoredMatch, user: int) -> NewEvent:
    """Leaves the table. The opener hands it to the next person; an empty table is cancelled.

    Raises NotOpen, NotInThisMatch.
    """
    member = _require_guest(match, user)
    left = [other for other in match.members if other.seat is not None and other.id != member.id]
    changes: MatchColumns = {}
    if not left:
        changes = _cancellation(match)
    elif member.user_row == match.row.opener_id:
        changes = {"opener_id": left[0].user_row}
    # Seats aren't reserved for people who left.
    got_up: MemberColumns = {"seat": None, "invited": False, "kept_seat": None}
    return NewEvent(EventKind.LEAVE, by=user, seat=member.seat, people={user: got_up}, changes=changes)


@decision()
def decline_invitation(match: StoredMatch, user: int) -> NewEvent:
    """Declines an invitation, so no seat is reserved for this person.

    Raises NotOpen, AlreadySeated, NotInThisMatch.
    """
    _require_open(match)
    if match.seated_member(user) is not None:
        raise AlreadySeated
    member = match.member(user)
    if member is None or not member.invited:
        raise NotInThisMatch
    return NewEvent(EventKind.DECLINE, by=user, people={user: {"invited": False, "kept_seat": None}})


@decision()
def wait(match: StoredMatch, user: int | None = None) -> NewEvent | None:
    """Stops a full table from starting automatically until its seats change. Raises NotOpen, NotInThisMatch."""
    _require_open(match)
    member = None if user is None else _require_guest(match, user)
    if match.begins_at is None:
        return None
    return NewEvent(EventKind.WAIT, by=user, seat=None if member is None else member.seat)


@decision()
def cancel(match: StoredMatch, user: int) -> NewEvent:
    """Cancels the table before the start. Raises NotOpen, NotTheOpener."""
    _require_open(match)
    member = match.seated_member(user)
    if member is None or member.user_row != match.row.opener_id:
        raise NotTheOpener
    return NewEvent(EventKind.CANCEL, by=user, seat=member.seat, changes=_cancellation(match))


@decision()
def tidy(match: StoredMatch) -> NewEvent | None:
    """Cancels a table that is still unused."""
    if match.status is not Status.OPEN:
        return None
    return NewEvent(EventKind.CANCEL, data={"why": "tidied"}, changes=_cancellation(match))


@decision(needs_seed=True, check=may_begin)
def begin(match: StoredMatch, user: int, *, seen_version: int | None = None, message_id: int | None = None) -> NewEvent:
    """Starts the match. Anyone at the table may, once every seat has a person or a computer.

    Raises NotOpen, NotInThisMatch, TableHasChanged, SeatsEmpty, NotPosted, UnknownGame, BadOption, TooManyMatches,
    PlaysTooMany.
    """
    member = _require_guest(match, user)
    if match.empty_seats:
        raise SeatsEmpty(empty=len(match.empty_seats))
    if seen_version is not None and seen_version != match.version:
        raise TableHasChanged
    return replace(_start_at_table(match, message_id), by=user, seat=member.seat)


@decision(needs_seed=True, check=may_begin)
def begin_from(match: StoredMatch, user: int, start: Start) -> NewEvent:
    """Starts a private match from a position, as its only person. Raises as `begin`."""
    member = _require_guest(match, user)
    if match.row.salt is None:
        raise NotPosted
    return replace(start_event(match, match.seed, match.row.salt, start), by=user, seat=member.seat)


@decision(needs_seed=True, check=may_begin)
def begin_by_itself(match: StoredMatch) -> NewEvent | None:
    """Starts the match if the countdown of its table is over. Nobody is recorded as having started it.

    Raises SeatsEmpty, NotPosted, UnknownGame, BadOption, PlaysTooMany.
    """
    if match.begins_at is None or match.begins_at > match.now:
        return None
    if match.empty_seats:
        raise SeatsEmpty(empty=len(match.empty_seats))
    return _start_at_table(match)


def _start_at_table(match: StoredMatch, message_id: int | None = None) -> NewEvent:
    salt_changes = _salt(match, message_id)
    salt = salt_changes.get("salt", match.row.salt)
    if salt is None:
        raise NotPosted
    event = public_start(match, match.seed, salt)
    return replace(event, changes={**salt_changes, **event.changes})


def public_start(match: StoredMatch, seed: bytes, salt: str) -> NewEvent:
    """The beginning of a match that everybody may see, rated if it can be. UnknownGame, BadOption."""
    event = start_event(match, seed, salt)
    rating: MatchColumns = {"rated": False} if match.row.rated and not can_be_rated(match) else {}
    return replace(event, changes={**_own_thread(match, salt), **rating, **event.changes})


def start_event(match: StoredMatch, seed: bytes, salt: str, start: Start | None = None) -> NewEvent:
    """The event that starts a match, without a person who did it. Raises UnknownGame, BadOption."""
    game = match.game
    if game is None:
        raise UnknownGame(game=match.row.game)
    changes: MatchColumns = {"status": Status.RUNNING, "rules_version": game.rules_version, "started_at": match.now}
    data = {"rules_version": game.rules_version, **({} if start is None else {START: start})}
    event = NewEvent(EventKind.BEGIN, data=data, changes=changes, post=True)
    if isinstance(match, StoredHost):  # nothing is played there
        return event
    seal_luck = Sealed(seed, salt, drawn=match.row.drawn)
    luck = Recorded(seal_luck)
    try:
        state = first_position(game, len(match.rows.seats), match.options, start, luck)
    except ValueError as error:
        raise BadOption(problem=explain(error)) from error
    position_columns: MatchColumns = {"drawn": seal_luck.drawn, **standing(match, state)}
    return replace(event, chance=luck.outcomes, position=state.dump(), changes={**changes, **position_columns})


def _cancellation(match: StoredMatch) -> MatchColumns:
    return {"status": Status.CANCELLED, "ended_at": match.now}


def _own_thread(match: StoredMatch, salt: str) -> MatchColumns:
    """The id of the match's own thread, known before the thread is opened: that of the message it hangs on.

    The salt is the id of the table's first message. If someone deleted that, the table has another message.
    """
    return {"thread_id": match.row.table_message_id or int(salt)} if match.row.own_thread else {}


def _require_open(match: StoredMatch) -> None:
    if match.status is not Status.OPEN:
        raise NotOpen


def _require_guest(match: StoredMatch, user: int) -> Member:
    """The row of someone who sits at the open table. Raises NotOpen, NotInThisMatch."""
    _require_open(match)
    member = match.seated_member(user)
    if member is None:
        raise NotInThisMatch
    return member


def _salt(match: StoredMatch, message_id: int | None) -> MatchColumns:
    if message_id is None or match.row.salt is not None:
        return {}
    return {"salt": str(message_id), "table_message_id": message_id}
