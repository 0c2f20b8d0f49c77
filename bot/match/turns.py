"""What is decided in a running match.

Each function gives the event that follows, None if nothing does, or refuses.
"""

from datetime import datetime
from typing import Any, Literal

from bot.match import lobby
from bot.match.endings import settled, standing
from bot.match.errors import (
    AlreadyProposed,
    BoardHasMoved,
    Frozen,
    MatchOver,
    NothingProposed,
    NothingToTakeBack,
    NotInThisMatch,
    NotRunning,
    NotYourTurn,
    PlaysApart,
    TooManySides,
)
from bot.match.loaded import Loaded, Member
from bot.match.step import Step
from bot.match.trail import LONGEST, Taken, grown, shortened
from bot.match.values import EventKind, Status
from bot.rules import State
from bot.rules.chance import Recorded, Sealed


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
    position = loaded.position_version
    if seen_version is not None and position is not None and seen_version < position:
        raise BoardHasMoved(seen=seen_version, now=position)
    to_move = state.to_move
    if to_move is None or member.seat != to_move:
        raise NotYourTurn(colour=loaded.colour(to_move or 0))
    sealed = Sealed(seed, loaded.row["salt"], drawn=loaded.row["drawn"])
    taken = [_taken(state, state.parse(text), sealed)]
    while loaded.row["automatic"] and (forced := taken[-1].after.forced()) is not None and len(taken) < LONGEST:
        taken.append(_taken(taken[-1].after, forced, sealed, automatic=True))
    first, *more = taken
    after = taken[-1].after
    changes = {"drawn": sealed.drawn, **standing(after, now)}
    if _may_answer(loaded, to_move):
        changes["proposal"] = None  # playing on is an answer, too
    return Step(
        EventKind.MOVE,
        by=user,
        seat=to_move,
        move=first.move,
        chance=list(first.chance),
        position=after.dump(),
        trail=grown(loaded.trail, loaded.version + 1, taken),
        more=tuple(more),
        changes=changes,
        post=True,
    )


def _taken(state: State[Any], move: Any, sealed: Sealed, *, automatic: bool = False) -> Taken:
    luck = Recorded(sealed)
    after = state.play(move, luck)
    return Taken(state.to_move or 0, state.notate(move), luck.outcomes, automatic, state, after)


def take_back(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step:
    """Take back one's newest decision of the turn that is going on."""
    require_running(loaded)
    member = _player(loaded, user)
    state = _position(loaded)
    position = loaded.position_version
    if seen_version is not None and position is not None and seen_version < position:
        raise BoardHasMoved(seen=seen_version, now=position)
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
        changes=standing(before, now),
        post=True,
    )


def resign(loaded: Loaded, user: int, now: datetime) -> Step:
    """End a match of two sides, or ask the others of the side first."""
    require_running(loaded)
    member = _player(loaded, user)
    sides = loaded.sides()
    if len(sides) > 2:
        raise TooManySides
    seat = _seat(member)
    proposal = loaded.proposal
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
    proposal = loaded.proposal
    if proposal is None:
        return _proposed(loaded, "draw", user, member, (_seat(member),), now)
    if proposal.kind == "draw" and _may_answer(loaded, _seat(member)):
        return agree(loaded, user, None, now)
    raise AlreadyProposed


def agree(loaded: Loaded, user: int, seen_version: int | None, now: datetime) -> Step:
    """Agree for one's seat; with the last seat that was asked the match ends."""
    require_running(loaded)
    member = _player(loaded, user)
    proposal = loaded.proposal
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
    member = _player(loaded, user)
    proposal = loaded.proposal
    if proposal is None:
        raise NothingProposed
    _require_seen(seen_version, proposal.number)
    seat = _seat(member)
    if seat not in proposal.agreed and not _may_answer(loaded, seat):
        raise NothingProposed
    return Step(EventKind.DECLINE, by=user, seat=seat, changes={"proposal": None}, post=True)


def absent(loaded: Loaded, user: int, gone: bool, now: datetime) -> Step | None:
    """Note that somebody left the server or is back; a proposal that waited only for this person goes through."""
    if loaded.status is Status.OPEN and gone and loaded.seated(user) is not None:
        return lobby.leave(loaded, user, now)
    member = _player(loaded, user)
    if loaded.held:
        raise Frozen(reference=loaded.reference)
    if loaded.status not in (Status.RUNNING, Status.FROZEN) or member.absent == gone:
        return None
    seat = _seat(member)
    people = {user: {"absent": gone}}
    proposal = loaded.proposal
    if gone and proposal is not None and loaded.status is Status.RUNNING and seat in proposal.needed:
        others = any(other.here for other in loaded.on_seat(seat) if other.id != member.id)
        if not others and len(proposal.needed) == 1:
            changes = settled(loaded, proposal.kind, proposal.agreed, now)
            return Step(EventKind.ABSENT, by=user, seat=seat, people=people, changes=changes, post=True)
    return Step(EventKind.ABSENT if gone else EventKind.BACK, by=user, seat=seat, people=people)


def _position(loaded: Loaded) -> State[Any]:
    if loaded.is_host:
        raise PlaysApart
    if loaded.state is None:
        raise RuntimeError(f"{loaded!r} runs without a position")  # such a match is frozen before it gets here
    return loaded.state


def _player(loaded: Loaded, user: int) -> Member:
    member = loaded.seated(user)
    if member is None:
        raise NotInThisMatch
    return member


def _seat(member: Member) -> int:
    if member.seat is None:
        raise NotInThisMatch
    return member.seat


def _require_seen(seen_version: int | None, number: int) -> None:
    if seen_version is not None and seen_version < number:
        raise BoardHasMoved(seen=seen_version, now=number)


def _may_answer(loaded: Loaded, seat: int) -> bool:
    """Whether a proposal concerns this seat and the seat hasn't agreed; also for one whose people seemed to be away."""
    proposal = loaded.proposal
    if proposal is None or seat in proposal.agreed:
        return False
    return proposal.kind == "draw" or any(proposal.agreed[0] in side and seat in side for side in loaded.sides())


def _proposed(
    loaded: Loaded, kind: Literal["draw", "resign"], user: int, member: Member, agreed: tuple[int, ...], now: datetime
) -> Step:
    if not loaded.still_needed(kind, agreed):
        return Step(EventKind(kind), by=user, seat=member.seat, changes=settled(loaded, kind, agreed, now), post=True)
    proposal = {"kind": kind, "by": member.id, "agreed": list(agreed), "number": loaded.version + 1}
    return Step(EventKind(kind), by=user, seat=member.seat, changes={"proposal": proposal}, post=True)


def _answered(
    loaded: Loaded, event: EventKind, user: int, member: Member, agreed: tuple[int, ...], now: datetime
) -> Step:
    kept = dict(loaded.row["proposal"])
    if not loaded.still_needed(kept["kind"], agreed):
        return Step(event, by=user, seat=member.seat, changes=settled(loaded, kept["kind"], agreed, now), post=True)
    return Step(event, by=user, seat=member.seat, changes={"proposal": kept | {"agreed": list(agreed)}}, post=True)
