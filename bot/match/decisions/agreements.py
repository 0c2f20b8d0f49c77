"""What players agree on while a match runs, besides its end: undoing a finished move, and who plays a seat.

One of them proposes it. It takes effect once every other seat that still has a player has agreed (`Proposal`).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Unpack

from bot.match.decisions.replacing import is_appointed, is_one_sided
from bot.match.reading import seating
from bot.match.reading.endings import standing
from bot.match.reading.history import SEGMENT_STARTS, first_of_segment, is_automatic, standing_events, version_of
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, Proposal, Status, Undone
from bot.match.values.errors import (
    AlreadyProposed,
    AskedBefore,
    HidesTooMuch,
    HidesTooMuchAlone,
    LuckHasSpoken,
    NothingToUndo,
    OtherRulesSince,
    OwnRequestOpen,
)
from bot.match.values.new_event import NewEvent
from bot.match.values.trail import Trail, extend_trail, play_event
from bot.rules import State
from bot.rules.chance import Scripted
from bot.store.columns import MatchColumns, MemberColumns
from bot.store.definition import EPOCH, MILLISECOND
from bot.store.documents import PlaceDocument, ProposalDocument, ProposalKind, ProposalSubject
from bot.store.tables import EventRow

WAITS = {"undo": timedelta(days=1), "replace": timedelta(days=3), "relocate": timedelta(days=3)}
"""How long the others, and a new player, have to answer these proposals. All others wait until they are answered."""


def until(now: datetime, wait: timedelta) -> int:
    """When a proposal made now lapses, in milliseconds since 1970."""
    return (now + wait - EPOCH) // MILLISECOND


def propose(
    match: StoredMatch,
    kind: ProposalKind,
    by: int | None,
    agreed: Sequence[int],
    **about: Unpack[ProposalSubject],
) -> MatchColumns:
    """Changes that make the proposal of this member's row; None stands for a computer. `agreed` are seats."""
    proposal: ProposalDocument = {
        "kind": kind,
        "by": by,
        "agreed": list(agreed),
        "number": match.version + 1,
        **about,
    }
    if kind in WAITS:
        proposal["until"] = until(match.now, WAITS[kind])
    return {"proposal": proposal}


def columns_of_place(place: PlaceDocument) -> MatchColumns:
    """Changes that take a match to another place."""
    return {"guild_id": place["guild_id"], "channel_id": place["channel_id"], "thread_id": place["thread_id"]}


def has_lapsed(match: StoredMatch) -> bool:
    """Whether the match has a proposal that has lapsed."""
    proposal = match.proposal
    return proposal is not None and proposal.until is not None and proposal.until <= match.now


def open_proposal(match: StoredMatch) -> Proposal | None:
    """The proposal that can still be answered, if there is one."""
    return None if has_lapsed(match) else match.proposal


def require_none(match: StoredMatch, seat: int) -> None:
    """Refuses another proposal of this seat while one is open. AlreadyProposed."""
    proposal = open_proposal(match)
    if proposal is not None:
        raise OwnRequestOpen if seat == proposal.agreed[0] else AlreadyProposed


def require_news(match: StoredMatch, seat: int, kind: EventKind) -> None:
    """Refuses to propose what this seat has proposed since the last move, if it was declined. AskedBefore.

    `kind` is that of the event, `ASK` for an undo. What lapsed may be proposed again, and once what the same person
    withdrew before anyone had answered, because that may have been a mistake. Needs the log.
    """
    if match.position_version is None:
        return
    asked: EventRow | None = None
    has_answer, withdrawals = False, 0
    for event in match.log[match.position_version :]:
        data = event.details
        if event.kind in (EventKind.ASK, EventKind.DRAW, EventKind.RESIGN):
            is_same = event.seat == seat and event.kind == kind and (kind is not EventKind.ASK or "of" in data)
            asked, has_answer = event if is_same else None, False
        elif event.kind == EventKind.AGREE:
            has_answer = True
        elif asked is not None and event.kind == EventKind.DECLINE and not data.get("lapsed"):
            withdrawals += 1
            if has_answer or withdrawals > 1 or event.member_id != asked.member_id:
                raise AskedBefore


def may_answer(match: StoredMatch, seat: int) -> bool:
    """Whether a proposal concerns this seat and the seat hasn't agreed, even if its players seemed to be away."""
    proposal = match.proposal
    if proposal is None or seat in proposal.agreed or seat == proposal.seat or is_appointed(match):
        return False
    return proposal.kind != "resign" or any(proposal.agreed[0] in side and seat in side for side in match.sides())


def is_about_an_undo(match: StoredMatch) -> bool:
    """Whether an answer to the proposal may lead to an undo, which needs the log."""
    return match.proposal is not None and match.proposal.kind == "undo"


def put_off(proposal: ProposalDocument, lapses: datetime, by: timedelta, now: datetime) -> ProposalDocument:
    """A proposal that lapses at `lapses`, put off by `by`, but no later than one made now would lapse."""
    return {**proposal, "until": min(until(lapses, by), until(now, WAITS[proposal["kind"]]))}


def lapse(match: StoredMatch) -> NewEvent | None:
    """Removes a proposal that has lapsed; None if there is none."""
    if match.status is not Status.RUNNING or not has_lapsed(match):
        return None
    return NewEvent(EventKind.DECLINE, data={"lapsed": True}, changes={"proposal": None}, post=True)


def to_undo(match: StoredMatch, seat: int) -> Undone:
    """What an undo for this seat would take back (`Undone`).

    Raises HidesTooMuch, NothingToUndo, OtherRulesSince, LuckHasSpoken. Needs `StoredMatch.log`.
    """
    if match.game is None or match.game.hidden:
        raise HidesTooMuchAlone if len(match.rows.seats) == 1 else HidesTooMuch
    moves = [event for event in standing_events(match.log) if event.kind == EventKind.MOVE]
    own = [event for event in moves if event.seat == seat and event.member_id is not None]
    if not own:
        raise NothingToUndo
    of: int = own[-1].number
    if of < _newest_start(match).number:
        raise OtherRulesSince
    if any(event.chance for event in match.log if event.number >= of):
        raise LuckHasSpoken
    later = sum(event.number > of for event in moves)
    return Undone(of, own[-1].played, later)


def undo_event(match: StoredMatch, of: int) -> NewEvent:
    """Takes back every decision from event `of` on. Needs `StoredMatch.log`."""
    before, trail = _position_before(match, of)
    return NewEvent(
        EventKind.UNDO,
        data={"of": of},
        position=before.dump(),
        trail=trail,
        changes={**standing(match, before), "proposal": None},
        post=True,
    )


def replacement_event(match: StoredMatch, seat: int, candidate: int) -> NewEvent:
    """Gives the seat to a new player. Its former players leave it, and so does a computer that played for them."""
    former: MemberColumns = {"seat": None, "seated_by": None, "left_at": match.now, "invited": False}
    return NewEvent(
        EventKind.SEAT,
        seat=seat,
        data={"computer": None, "replaced": True},
        people={candidate: {"seat": seat, "absent": False, "invited": False}},
        rows={member.id: former for member in match.on_seat(seat)},
        seats={seat: {"computer": None, "missed": 0}},
        changes={"proposal": None},
        post=True,
        new_message=True,  # the new player hasn't had a board yet
    )


def without_question_to(match: StoredMatch, seat: int) -> MatchColumns:
    """Changes that drop a proposal which waits only for this seat, now that a computer plays it.

    So is a new player for another seat, if only the other side is left to agree.
    """
    proposal = match.proposal
    if proposal is None or proposal.computers:
        return {}
    if proposal.kind == "replace":
        left = {*proposal.agreed, *proposal.needed} - {seat}
        return {"proposal": None} if proposal.seat is not None and is_one_sided(match, proposal.seat, left) else {}
    return {"proposal": None} if proposal.needed == (seat,) else {}


def drop_candidate(match: StoredMatch, user: int) -> NewEvent | None:
    """Drops the proposal that this person play a seat; None if there is none."""
    proposal = match.proposal
    if match.held or proposal is None or proposal.candidate != user:
        return None
    running = match.status is Status.RUNNING
    return NewEvent(EventKind.DECLINE, by=user, changes={"proposal": None}, post=running)


def _newest_start(match: StoredMatch) -> EventRow:
    return next(event for event in reversed(match.log) if event.kind in SEGMENT_STARTS)


def _position_before(match: StoredMatch, of: int) -> tuple[State[Any], Trail]:
    """The position before event `of` and the trail as it was then. Replays the log's newest segment."""
    game, first = match.game, _newest_start(match)
    if game is None:
        raise RuntimeError(f"{match!r} runs without its game")
    state = first_of_segment(game, first, len(match.rows.seats), match.options, Scripted(first.chance or []))
    trail = Trail(game, None, (), first.number, going_on=False)
    for computers, events in _decisions_between(match, first.number, of):
        moves = []
        for event in events:
            moves.append(play_event(game, version_of(first), event, state))
            state = moves[-1].after
        lone = len(match.rows.seats) - len(computers) <= 1
        trail = extend_trail(trail, moves, seats=len(match.rows.seats), computers=computers, lone=lone)
    return state, trail


def _decisions_between(match: StoredMatch, since: int, of: int) -> Iterator[tuple[set[int], list[EventRow]]]:
    """The standing decisions after event `since` and before `of`, each with the automatic ones that followed it.

    Each comes with the seats that computers played from there on.
    """
    standing_moves = {event.number for event in standing_events(match.log) if event.kind == EventKind.MOVE}
    seats: list[seating.SeatState] = [(None, None)] * len(match.rows.seats)
    decision: tuple[set[int], list[EventRow]] | None = None
    for event in match.log[: of - 1]:
        if event.number > since and event.number in standing_moves:
            if decision is not None and is_automatic(event):
                decision[1].append(event)
                continue
            if decision is not None:
                yield decision
            computers = {seat for seat, (level, _) in enumerate(seats) if level is not None}
            if event.member_id is not None:
                computers -= {event.seat}
            decision = computers, [event]
        seats = seating.after(seats, event)
    if decision is not None:
        yield decision
