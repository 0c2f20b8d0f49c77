"""What is decided in a running match.

Each function gives the event that follows, None if nothing does, or refuses.
"""

from collections.abc import Mapping, Set
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from bot.match import agreements, lobby
from bot.match.endings import from_outside, settled, standing
from bot.match.errors import (
    AlreadyProposed,
    BoardHasMoved,
    Frozen,
    HasResigned,
    MatchOver,
    NoComputerToMove,
    NoSuchSeat,
    NotAbsent,
    NotExpired,
    NothingProposed,
    NothingToTakeBack,
    NotInThisMatch,
    NotReplaceable,
    NotRunning,
    NotYourTurn,
    PlaysAlready,
    PlaysApart,
)
from bot.match.loaded import Loaded, Member, ProposalKind
from bot.match.step import Step
from bot.match.trail import LONGEST, Taken, grown, shortened
from bot.match.values import ComputerLevel, EventKind, Expiry, Proposal, Seat, Stage, Status
from bot.rules import State
from bot.rules.chance import Recorded, Sealed

LATE = 2
"""So many turns in a row whose time ran out, and the others may let a computer play the seat."""

STAND_IN = "stand_in"
"""What is told where a seat's time is over and partners play on: a computer plays it."""


def require_running(loaded: Loaded) -> None:
    """A refusal for every match that isn't running."""
    match loaded.status:
        case Status.OPEN:
            raise NotRunning
        case Status.OVER | Status.CANCELLED:
            raise MatchOver
        case Status.FROZEN:
            raise Frozen(reference=loaded.reference)


def require_begun(loaded: Loaded) -> None:
    """A refusal for a table before its start or one that never started, and for a match that newer rules have."""
    if loaded.held:
        raise Frozen(reference=loaded.reference)
    if loaded.status is Status.OPEN:
        raise NotRunning
    if loaded.status is Status.CANCELLED:
        raise MatchOver


def require_a_board(loaded: Loaded) -> None:
    """A refusal for a match that hasn't begun, or that can't be shown: it has a board also after its end."""
    if loaded.status is not Status.OVER or not (loaded.is_host or loaded.state is not None):
        require_running(loaded)


def play(loaded: Loaded, user: int, text: str, seed: bytes, seen_version: int | None, now: datetime) -> Step:
    """Play the move that the text means."""
    require_running(loaded)
    member = _player(loaded, user)
    state = _position(loaded)
    _require_position(loaded, seen_version)
    to_move = state.to_move
    if to_move is None or member.seat != to_move:
        raise NotYourTurn(colour=loaded.colour(to_move or 0))
    step = _move(loaded, state, text, seed, now, computers=loaded.computers.keys() - {to_move})
    # Playing on is an answer, too, but for who is to play a seat that nobody is left on.
    answers = _may_answer(loaded, to_move) and loaded.proposal is not None and loaded.proposal.kind != "replace"
    changes = {**step.changes, "proposal": None} if answers else step.changes
    return replace(step, by=user, changes={**changes, **_no_undo(loaded)})


def play_computer(loaded: Loaded, text: str, seed: bytes, seen_version: int, now: datetime) -> Step:
    """Play the move that the text means for the computer that is to move."""
    require_running(loaded)
    state = _position(loaded)
    _require_position(loaded, seen_version)
    level = loaded.mover
    if level is None:
        raise NoComputerToMove
    step = _move(loaded, state, text, seed, now, computers=loaded.computers.keys(), computer=True)
    return replace(step, data={"computer": level}, changes={**step.changes, **_no_undo(loaded)})


def _no_undo(loaded: Loaded) -> dict[str, None]:
    """What goes with another position: nobody can be asked any more whether that before it comes back."""
    return {"proposal": None} if loaded.proposal is not None and loaded.proposal.kind == "undo" else {}


def _move(
    loaded: Loaded,
    state: State[Any],
    text: str,
    seed: bytes,
    now: datetime,
    *,
    computers: Set[int],
    computer: bool = False,
) -> Step:
    """A decision and what follows from it by itself. `computers` play these seats from here on."""
    sealed = Sealed(seed, loaded.row["salt"], drawn=loaded.row["drawn"])
    taken = [_taken(state, state.parse(text), sealed, computer=computer)]
    while loaded.row["automatic"] and (forced := taken[-1].after.forced()) is not None and len(taken) < LONGEST:
        taken.append(_taken(taken[-1].after, forced, sealed, automatic=True))
    first, *more = taken
    after = taken[-1].after
    lone = len(loaded.rows.seats) - len(computers) <= 1
    return Step(
        EventKind.MOVE,
        seat=state.to_move,
        move=first.move,
        chance=list(first.chance),
        position=after.dump(),
        trail=grown(loaded.trail, loaded.version + 1, taken, computers=computers, lone=lone),
        more=tuple(more),
        changes={"drawn": sealed.drawn, **standing(loaded, after, now)},
        post=True,
    )


def _taken(state: State[Any], move: Any, sealed: Sealed, *, automatic: bool = False, computer: bool = False) -> Taken:
    luck = Recorded(sealed)
    after = state.play(move, luck)
    return Taken(state.to_move or 0, state.notate(move), luck.outcomes, automatic, state, after, computer)


def take_over(loaded: Loaded, user: int, seat: int, level: ComputerLevel) -> Step | None:
    """Let a computer play on for a seat that nobody is left on."""
    require_running(loaded)
    member = _player(loaded, user)
    _require_playing(loaded, seat)
    sitting = loaded.on_seat(seat)
    late = loaded.rows.seats[seat]["missed"] >= LATE
    if member.seat == seat or not sitting or (any(other.here for other in sitting) and not late):
        raise NotAbsent(colour=loaded.colour(seat))
    _require_unfinished(loaded, seat)
    step = lobby.plays(loaded, user, seat, level)
    return None if step is None else replace(step, changes=_no_answer(loaded, seat), post=True)


def _require_playing(loaded: Loaded, seat: int) -> None:
    """A refusal for a seat that there is not, or that has resigned."""
    if not 0 <= seat < len(loaded.rows.seats):
        raise NoSuchSeat
    if seat in loaded.resigned:
        raise HasResigned(colour=loaded.colour(seat))


def _require_unfinished(loaded: Loaded, seat: int) -> None:
    """A refusal for a seat of a match play whose own match is over."""
    if loaded.is_host and loaded.series is not None and loaded.series.parts[seat].ending is not None:
        raise MatchOver


def _no_answer(loaded: Loaded, seat: int) -> dict[str, None]:
    """What goes with a computer for people who are there: what was asked of them alone. It can be proposed anew."""
    proposal = loaded.proposal
    asked = proposal is not None and proposal.kind != "replace" and proposal.needed == (seat,)
    return {"proposal": None} if asked else {}


def replaceable(seat: Seat) -> bool:
    """Whether somebody else may be asked to play this seat of a running match."""
    return (seat.absent or seat.missed > 0) and not seat.resigned


def replace_player(loaded: Loaded, user: int, seat: int, candidate: int, now: datetime) -> Step:
    """Propose that somebody else plays a seat from here on."""
    require_running(loaded)
    member = _player(loaded, user)
    _require_playing(loaded, seat)
    if member.seat == seat or not replaceable(loaded.seat(seat)):
        raise NotReplaceable(colour=loaded.colour(seat))
    _require_unfinished(loaded, seat)
    if loaded.seated(candidate) is not None:
        raise PlaysAlready
    if _open_proposal(loaded, now) is not None:
        raise AlreadyProposed
    proposal = {"kind": "replace", "by": member.id, "agreed": [_seat(member)], "number": loaded.version + 1}
    proposal |= {"seat": seat, "until": agreements.until(now, agreements.REPLACEMENT_WAITS)}
    return Step(
        EventKind.ASK,
        by=user,
        seat=member.seat,
        data={"seat": seat},
        people={candidate: {"invited": True}},
        candidate=candidate,
        changes={"proposal": proposal},
        post=True,
    )


def take_seat(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step | None:
    """Be ready to play the seat that one is proposed for; with the last seat that agrees one does."""
    require_running(loaded)
    proposal = _open_proposal(loaded, now)
    if proposal is None or proposal.seat is None or proposal.candidate != user:
        raise NothingProposed
    _require_seen(seen_version, proposal.number)
    if not proposal.needed:
        return replace(agreements.seated_anew(loaded, proposal.seat, user, now), by=user)
    if proposal.accepted:
        return None
    return Step(EventKind.AGREE, by=user, changes={"proposal": {**loaded.row["proposal"], "accepted": True}}, post=True)


def take_back(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step:
    """Take back one's newest decision of the turn that is going on."""
    require_running(loaded)
    member = _player(loaded, user)
    state = _position(loaded)
    _require_position(loaded, seen_version)
    if state.to_move is None or member.seat != state.to_move:
        raise NotYourTurn(colour=loaded.colour(state.to_move or 0))
    count = loaded.trail.retractable
    if not count or loaded.trail.decisions[-1].after != state:  # a damaged trail leads somewhere else
        raise NothingToTakeBack
    before, trail = shortened(loaded.trail, count)
    return Step(
        EventKind.UNDO,
        by=user,
        seat=member.seat,
        data={"of": loaded.trail.kept[-count].number},
        position=before.dump(),
        trail=trail,
        changes={**standing(loaded, before, now), **_no_undo(loaded)},
        post=True,
    )


def undo(loaded: Loaded, user: int, now: datetime) -> Step:
    """Take back one's newest decision of the turn going on, or ask the others to take back the newest one before."""
    require_running(loaded)
    member = _player(loaded, user)
    state, seat = _position(loaded), _seat(member)
    if state.to_move == seat and loaded.trail.retractable:
        return take_back(loaded, user, None, now)
    if _open_proposal(loaded, now) is not None:
        raise AlreadyProposed
    wanted = agreements.to_undo(loaded, seat)
    if not loaded.still_needed("undo", (seat,)):
        return replace(agreements.undone(loaded, wanted["of"], now), by=user, seat=seat)
    proposal = {"kind": "undo", "by": member.id, "agreed": [seat], "number": loaded.version + 1, **wanted}
    changes = {"proposal": {**proposal, "until": agreements.until(now, agreements.UNDO_WAITS)}}
    return Step(EventKind.ASK, by=user, seat=seat, data={"of": wanted["of"]}, changes=changes, post=True)


def resign(loaded: Loaded, user: int, now: datetime) -> Step:
    """Give up for one's side, or ask the others of the side first."""
    require_running(loaded)
    member = _player(loaded, user)
    seat = _seat(member)
    proposal = _open_proposal(loaded, now)
    if proposal is not None and loaded.still_needed("resign", (seat,)):
        if proposal.kind == "resign" and _may_answer(loaded, seat):
            return agree(loaded, user, None, now)
        raise AlreadyProposed
    return _proposed(loaded, "resign", user, member, (seat,), now)


def offer_draw(loaded: Loaded, user: int, now: datetime) -> Step:
    """Offer a draw, or accept the one that is offered; who plays apart from the others gives up by it."""
    if loaded.is_apart:
        return resign(loaded, user, now)
    require_running(loaded)
    member = _player(loaded, user)
    proposal = _open_proposal(loaded, now)
    if proposal is None:
        return _proposed(loaded, "draw", user, member, (_seat(member),), now)
    if proposal.kind == "draw" and _may_answer(loaded, _seat(member)):
        return agree(loaded, user, None, now)
    raise AlreadyProposed


def agree(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step:
    """Agree for one's seat; with the last seat that was asked it is done."""
    require_running(loaded)
    member = _player(loaded, user)
    proposal = _open_proposal(loaded, now)
    if proposal is None:
        raise NothingProposed
    _require_seen(seen_version, proposal.number)
    seat = _seat(member)
    if not _may_answer(loaded, seat):
        raise NothingProposed
    return _answered(loaded, EventKind.AGREE, user, member, (*proposal.agreed, seat), now)


def decline(loaded: Loaded, user: int, seen_version: int | None) -> Step:
    """Take a proposal off the table; anybody it concerns may, the one who made it as well."""
    require_running(loaded)
    proposal = loaded.proposal
    if proposal is not None and proposal.candidate == user:
        _require_seen(seen_version, proposal.number)
        return Step(EventKind.DECLINE, by=user, changes={"proposal": None}, post=True)
    member = _player(loaded, user)
    if proposal is None:
        raise NothingProposed
    _require_seen(seen_version, proposal.number)
    seat = _seat(member)
    if seat not in (*proposal.agreed, proposal.seat) and not _may_answer(loaded, seat):
        raise NothingProposed
    return Step(EventKind.DECLINE, by=user, seat=seat, changes={"proposal": None}, post=True)


def absent(loaded: Loaded, user: int, gone: bool, now: datetime) -> Step | None:
    """Note that somebody left the server or is back; a proposal that waited only for this person goes through.

    One by which this person was to play a seat is off.
    """
    if loaded.status is Status.OPEN and gone and loaded.seated(user) is not None:
        return lobby.leave(loaded, user, now)
    member = loaded.seated(user)
    if member is None:
        off = agreements.candidate_is_gone(loaded, user) if gone else None
        if off is None:
            raise NotInThisMatch
        return replace(off, data={"left": True})
    if loaded.held:
        raise Frozen(reference=loaded.reference)
    seat = _seat(member)
    # Somebody may also be here, but have let the time run out.
    plays_again = not gone and seat not in loaded.resigned and is_let_pass(loaded, seat)
    if loaded.status not in (Status.RUNNING, Status.FROZEN) or (member.absent == gone and not plays_again):
        return None
    people = {user: {"absent": gone}}
    proposal = _open_proposal(loaded, now)
    if gone and proposal is not None and loaded.status is Status.RUNNING and seat in proposal.needed:
        others = any(other.here for other in loaded.on_seat(seat) if other.id != member.id)
        ready = proposal.kind != "replace" or (proposal.accepted and proposal.candidate is not None)
        if not others and len(proposal.needed) == 1 and ready:
            step = _through(loaded, proposal.kind, proposal.agreed, now)
            if step.kind is EventKind.SEAT:
                return replace(step, by=user, people={**step.people, **people})
            kind = step.kind if step.kind is EventKind.UNDO else EventKind.ABSENT
            return replace(step, kind=kind, by=user, seat=seat, people=people)
    if not plays_again or (seat not in loaded.computers and loaded.rows.seats[seat]["missed"] < LATE):
        return Step(EventKind.ABSENT if gone else EventKind.BACK, by=user, seat=seat, people=people)
    # A computer that has played for this person goes, or can't be asked to. Whose turn it is has to learn of it.
    return Step(EventKind.BACK, by=user, seat=seat, people=people, post=True, anew=loaded.row["to_move"] == seat)


def is_let_pass(loaded: Loaded, seat: int) -> bool:
    """Whether the people of this seat have let their newest turn pass, or a computer plays it for whatever reason."""
    return seat in loaded.computers or loaded.rows.seats[seat]["missed"] > 0


def end(loaded: Loaded, user: int, now: datetime) -> Step:
    """End a match, or close a table, for somebody who keeps order in its channel and need not play in it."""
    match Status(loaded.row["status"]):
        case Status.OVER | Status.CANCELLED:
            raise MatchOver
        case Status.OPEN:
            changes = {"status": Status.CANCELLED, "ended_at": now}
            return Step(EventKind.CANCEL, by=user, data={"why": "ended"}, changes=changes)
        case Status.RUNNING | Status.FROZEN:
            return Step(EventKind.END, by=user, changes=from_outside(loaded, now), post=True)


def _position(loaded: Loaded) -> State[Any]:
    if loaded.is_host:
        raise PlaysApart
    if loaded.state is None:
        raise RuntimeError(f"{loaded!r} runs without a position")  # such a match is frozen before it gets here
    return loaded.state


def _player(loaded: Loaded, user: int) -> Member:
    member = loaded.seated(user)
    if member is None or member.seat in loaded.resigned:
        raise NotInThisMatch
    return member


def _seat(member: Member) -> int:
    if member.seat is None:
        raise NotInThisMatch
    return member.seat


def _require_position(loaded: Loaded, seen_version: int | None) -> None:
    position = loaded.position_version
    if seen_version is not None and position is not None and seen_version < position:
        raise BoardHasMoved(seen=seen_version, now=position)


def _require_seen(seen_version: int | None, number: int) -> None:
    if seen_version is not None and seen_version < number:
        raise BoardHasMoved(seen=seen_version, now=number)


def _open_proposal(loaded: Loaded, now: datetime) -> Proposal | None:
    """The proposal that can be agreed to, if there is one."""
    return None if agreements.has_lapsed(loaded, now) else loaded.proposal


def _may_answer(loaded: Loaded, seat: int) -> bool:
    """Whether a proposal concerns this seat and the seat hasn't agreed; also for one whose people seemed to be away."""
    proposal = loaded.proposal
    if proposal is None or seat in proposal.agreed or seat == proposal.seat:
        return False
    return proposal.kind != "resign" or any(proposal.agreed[0] in side and seat in side for side in loaded.sides())


def _proposed(
    loaded: Loaded, kind: ProposalKind, user: int, member: Member, agreed: tuple[int, ...], now: datetime
) -> Step:
    if not loaded.still_needed(kind, agreed):
        return replace(_through(loaded, kind, agreed, now), by=user, seat=member.seat)
    proposal = {"kind": kind, "by": member.id, "agreed": list(agreed), "number": loaded.version + 1}
    return Step(EventKind(kind), by=user, seat=member.seat, changes={"proposal": proposal}, post=True)


def _answered(
    loaded: Loaded, event: EventKind, user: int, member: Member, agreed: tuple[int, ...], now: datetime
) -> Step:
    kept = dict(loaded.row["proposal"])
    waits = kept["kind"] == "replace" and not kept.get("accepted", False)
    if not waits and not loaded.still_needed(kept["kind"], agreed, without=kept.get("seat")):
        step = _through(loaded, kept["kind"], agreed, now)
        if step.kind is EventKind.SEAT:
            return replace(step, by=user)
        kind = step.kind if step.kind is EventKind.UNDO else event
        return replace(step, kind=kind, by=user, seat=member.seat)
    return Step(event, by=user, seat=member.seat, changes={"proposal": kept | {"agreed": list(agreed)}}, post=True)


def _through(loaded: Loaded, kind: ProposalKind, agreed: tuple[int, ...], now: datetime) -> Step:
    """What comes of a proposal that waits for nobody: the end, a side that a computer plays on from here, or an undo.

    Of a draw or a resignation a proposal need not have been made; the log is needed for an undo.
    """
    if kind == "undo":
        return replace(agreements.undone(loaded, loaded.row["proposal"]["of"], now), anew=True)
    if kind == "replace":
        proposal = loaded.proposal
        if proposal is None or proposal.seat is None or proposal.candidate is None:
            raise NothingProposed
        return agreements.seated_anew(loaded, proposal.seat, proposal.candidate, now)
    sides = loaded.sides() if kind == "resign" else ()
    if len(sides) > 2:
        side = next(side for side in sides if agreed[0] in side)
        staying = {seat for other in sides if other != side for seat in other if seat not in loaded.resigned}
        several = sum(other[0] in staying for other in sides) > 1
        if several and any(member.seat in staying and member.discord_id is not None for member in loaded.members):
            return _resigned(loaded, side)
    ended: Literal["draw", "resign"] = "resign" if kind == "resign" else "draw"
    return Step(EventKind(kind), changes=settled(loaded, ended, agreed, now), post=True)


def _resigned(loaded: Loaded, side: tuple[int, ...]) -> Step:
    """A side has given up, and the others go on. A draw that was offered is off: the match is another one now."""
    proposal, level = loaded.proposal, ComputerLevel.NORMAL
    other_side = proposal is not None and proposal.kind == "resign" and proposal.agreed[0] not in side
    changes: Mapping[str, Any] = {} if other_side else {"proposal": None}
    number = loaded.version + 1
    return Step(
        EventKind.RESIGN,
        data={"resigned": list(side), "computer": level},
        seats={seat: {"resigned": number, "computer": loaded.computers.get(seat, level)} for seat in side},
        changes=changes,
        post=True,
    )


# Turns whose time is over


def time_is_over(loaded: Loaded, now: datetime) -> Step:
    """What the table has chosen for a turn whose time is over."""
    clock = loaded.row["clock"]
    seat, then = clock["seat"], Expiry(loaded.row["on_expiry"])
    missed = {"missed": loaded.rows.seats[seat]["missed"] + 1}
    if then is Expiry.RESIGN:
        return replace(_loses(loaded, seat, now, missed), kind=EventKind.EXPIRE)
    return Step(
        EventKind.EXPIRE,
        seat=seat,
        data={"then": then},
        seats={seat: missed},
        changes={"clock": {**clock, "stage": Stage.OVER}},
        post=then is Expiry.CLAIM,
    )


def claim(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step:
    """Have the seat resign whose time is over."""
    require_running(loaded)
    member = _player(loaded, user)
    clock = loaded.row["clock"]
    if clock is None or clock["stage"] != Stage.OVER or loaded.row["on_expiry"] != Expiry.CLAIM:
        raise NotExpired
    _require_position(loaded, seen_version)
    seat = clock["seat"]
    if any(seat in side and member.seat in side for side in loaded.sides()):
        raise NotExpired
    return replace(_loses(loaded, seat, now, {}), kind=EventKind.CLAIM, by=user)


def _loses(loaded: Loaded, seat: int, now: datetime, missed: Mapping[str, Any]) -> Step:
    """The seat resigns; where others of its side still play, a computer plays it on instead, until its people act."""
    side = next(side for side in loaded.sides() if seat in side)
    partners = [one for one in side if one != seat and one not in loaded.computers]
    if any(member.here for one in partners for member in loaded.on_seat(one)):
        level = ComputerLevel.NORMAL
        told, seats = {"then": STAND_IN, "computer": level}, {seat: {**missed, "computer": level}}
        changes = _no_answer(loaded, seat)
        return Step(EventKind.EXPIRE, seat=seat, data=told, seats=seats, changes=changes, post=True)
    lost = _through(loaded, "resign", (seat,), now)
    seats = {one: {**columns, **(missed if one == seat else {})} for one, columns in lost.seats.items()}
    return replace(lost, seat=seat, data={**(lost.data or {}), "then": Expiry.RESIGN}, seats=seats)
