"""What several people must agree on: a draw, a side's resignation, undoing a finished move, a new player."""

from dataclasses import replace
from operator import methodcaller
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import agreements
from bot.match.decisions.decision import Decision, always, decision
from bot.match.decisions.guards import (
    require_player,
    require_playing,
    require_position,
    require_running,
    require_seat,
    require_seen,
    require_seen_position,
    require_unfinished,
)
from bot.match.decisions.meeting import may_replace
from bot.match.decisions.replacing import (
    is_abandoned,
    is_appointed,
    is_no_rival,
    is_one_sided,
    may_take_seat,
    outside_contests,
    require_new_player,
)
from bot.match.decisions.turns import take_back
from bot.match.reading.endings import end_by_agreement
from bot.match.reading.publishing import public_seat
from bot.match.reading.shared_luck import StoredHostedMatch
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import ComputerLevel, EventKind, Seat
from bot.match.values.errors import (
    AskedSomebodyElse,
    FillsAlone,
    NotAbandoned,
    NothingProposed,
    NotReplaceable,
    OwnRequestOpen,
    PlaysThereToo,
    RatedNoUndo,
)
from bot.match.values.new_event import NewEvent
from bot.store.columns import MatchColumns
from bot.store.documents import ProposalDocument, ProposalKind


@decision(needs_log=always)
def undo(match: StoredMatch, user: int) -> NewEvent | None:
    """Undoes the user's newest decision and everything after it.

    A decision of the current turn that `turns.take_back` can undo goes immediately. For a finished move the others are
    asked first (`Proposal`), except computers and seats whose players have left.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, AlreadyProposed, RatedNoUndo, HidesTooMuch,
    NothingToUndo, OtherRulesSince, LuckHasSpoken, AskedBefore.
    """
    require_running(match)
    member = require_player(match, user)
    state, seat = require_position(match), require_seat(member)
    if state.to_move == seat and match.trail.retractable:
        return take_back(user).decide(match)
    agreements.require_none(match, seat)
    if match.row.rated:
        raise RatedNoUndo
    target = agreements.to_undo(match, seat)
    if not match.awaited_seats("undo", (seat,)):
        return replace(agreements.undo_event(match, target.of), by=user, seat=seat)
    agreements.require_news(match, seat, EventKind.ASK)
    changes = agreements.propose(match, "undo", member.id, (seat,), of=target.of, move=target.move, later=target.later)
    return NewEvent(EventKind.ASK, by=user, seat=seat, data={"of": target.of}, changes=changes, post=True)


def resign(user: int) -> Decision:
    """Resigns. If other people play on the same side, they are asked first (`Proposal`).

    This ends a match of two sides. With more sides, the others play on as long as several sides and at least one person
    are left; a computer plays for the side that resigned, which ranks last.

    At the table of parallel matches it ends the user's own match.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, AlreadyProposed, AskedBefore.
    """
    return replace(_resign(user), about=methodcaller("own_match", user))


@decision(needs_log=always)
def _resign(match: StoredMatch, user: int) -> NewEvent | None:
    require_running(match)
    member = require_player(match, user)
    seat = require_seat(member)
    proposal = agreements.open_proposal(match)
    if proposal is not None and match.awaited_seats("resign", (seat,)):
        if proposal.kind == "resign" and agreements.may_answer(match, seat):
            return agree(user).decide(match)
        agreements.require_none(match, seat)
    return _propose(match, "resign", user, member, (seat,))


@decision(needs_log=always)
def offer_draw(match: StoredMatch, user: int) -> NewEvent | None:
    """Offers a draw to every seat with a player. If a draw was offered to the user, this accepts it.

    Computers are asked too (`answer`), except those that play for people who are away or have resigned.

    In one of several parallel matches this is the same as resigning; at their table it would end all of them.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, AlreadyProposed, AskedBefore.
    """
    if isinstance(match, StoredHostedMatch):
        return _resign(user).decide(match)
    require_running(match)
    member = require_player(match, user)
    proposal, seat = agreements.open_proposal(match), require_seat(member)
    if proposal is not None and proposal.kind == "draw" and agreements.may_answer(match, seat):
        return agree(user).decide(match)
    agreements.require_none(match, seat)
    return _propose(match, "draw", user, member, (seat,))


async def _if_it_is_about_a_seat(connection: AsyncConnection, match: StoredMatch, user: int | None, limit: int) -> None:
    """An older release let players propose somebody in leagues and tournaments too, and since then somebody may have
    blocked somebody."""
    proposal = match.proposal
    if proposal is None or proposal.seat is None:
        return
    await outside_contests(connection, match, user, limit)
    if user is not None and proposal.candidate is not None:
        await may_replace(connection, match, user, proposal.candidate, proposal.seat)


@decision(needs_log=agreements.is_about_an_undo, check=_if_it_is_about_a_seat)
def agree(match: StoredMatch, user: int, *, seen_version: int | None = None) -> NewEvent:
    """Agrees to the proposal. `seen_version` is the version of the board whose button was clicked.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, NothingProposed, OwnRequestOpen; BoardHasMoved if the proposal
    is a newer one; HasBlocked, CantBeInvited.
    """
    require_running(match)
    member = require_player(match, user)
    proposal = agreements.open_proposal(match)
    if proposal is None:
        raise NothingProposed
    require_seen(seen_version, proposal.number)
    seat = require_seat(member)
    if not agreements.may_answer(match, seat):
        raise OwnRequestOpen if seat == proposal.agreed[0] else NothingProposed
    return _answer(match, EventKind.AGREE, user, seat, (*proposal.agreed, seat))


@decision()
def answer(match: StoredMatch, seat: int, *, agrees: bool, seen_version: int) -> NewEvent:
    """A computer answers an offered draw, having seen version `seen_version` of the match.

    Raises NotRunning, MatchOver, Frozen, NothingProposed; BoardHasMoved if the position or the proposal is newer.
    """
    require_running(match)
    proposal = match.proposal
    if proposal is None or seat not in proposal.computers:
        raise NothingProposed
    require_seen(seen_version, proposal.number)
    require_seen_position(match, seen_version)
    if not agrees:
        return NewEvent(EventKind.DECLINE, seat=seat, changes={"proposal": None}, post=True)
    return _answer(match, EventKind.AGREE, None, seat, (*proposal.agreed, seat))


@decision()
def decline(match: StoredMatch, user: int, *, seen_version: int | None = None) -> NewEvent:
    """Declines the proposal, or withdraws what the user proposed or agreed to. Raises the same as `agree`."""
    require_running(match)
    proposal = match.proposal
    if proposal is not None and proposal.candidate == user:
        require_seen(seen_version, proposal.number)
        return NewEvent(EventKind.DECLINE, by=user, changes={"proposal": None}, post=True)
    member = require_player(match, user)
    if proposal is None:
        raise NothingProposed
    require_seen(seen_version, proposal.number)
    seat = require_seat(member)
    if seat not in (*proposal.agreed, proposal.seat) and not agreements.may_answer(match, seat):
        raise NothingProposed
    data = {"conceded": True} if proposal.kind == "concede" else None
    return NewEvent(EventKind.DECLINE, by=user, seat=seat, data=data, changes={"proposal": None}, post=True)


def replaceable(seat: Seat) -> bool:
    """Whether someone else may be asked to play this seat of a running match."""
    return (seat.absent or seat.missed > 0) and not seat.resigned


def replace_player(user: int, seat: int, candidate: int) -> Decision:
    """Proposes that someone else play a seat from here on (`replaceable`).

    It takes effect once that person has accepted (`take_seat`) and all others have agreed, except computers and seats
    whose players have left. If a player of the seat acts before that, the proposal is dropped. With parallel matches it
    is proposed at their table, and the new player gets that seat's match. No side decides alone about an opponent's
    seat, and in leagues and tournaments those who run them do (`appoint`).

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, NoSuchSeat, HasResigned, NotReplaceable, PlaysAlready,
    AlreadyProposed, FillsAlone, OrganisersDecide, HasBlocked, CantBeInvited.
    """

    async def check(connection: AsyncConnection, match: StoredMatch, _user: int | None, limit: int) -> None:
        await outside_contests(connection, match, user, limit)
        await may_replace(connection, match, user, candidate, seat, limit)

    return replace(_replace_player(user, seat, candidate), check=check)


@decision()
def _replace_player(match: StoredMatch, user: int, seat: int, candidate: int) -> NewEvent:
    require_running(match)
    member = require_player(match, user)
    require_playing(match, seat)
    if member.seat == seat or not replaceable(public_seat(match, seat)):
        raise NotReplaceable(colour=match.colour(seat))
    require_unfinished(match, seat)
    require_new_player(match, candidate)
    own = require_seat(member)
    agreements.require_none(match, own)
    if is_one_sided(match, seat, (own, *match.awaited_seats("replace", (own,), without=seat))):
        raise FillsAlone(colour=match.colour(seat))
    return NewEvent(
        EventKind.ASK,
        by=user,
        seat=member.seat,
        data={"seat": seat},
        people={candidate: {"invited": True}},
        candidate=candidate,
        changes=agreements.propose(match, "replace", member.id, (own,), seat=seat),
        post=True,
    )


def appoint(user: int, seat: int, candidate: int) -> Decision:
    """Offers somebody an abandoned seat in a league or tournament, for those who run it.

    It takes effect once that person has accepted (`take_seat`). The players aren't asked, so it takes the place of what
    they proposed. The caller checks whether this person may do that. Whoever plays in the same league or tournament,
    here or elsewhere, can't be chosen.

    Raises NotRunning, MatchOver, Frozen, NoSuchSeat, HasResigned, PlaysThereToo, NotAbandoned, PlaysAlready,
    PlaysInContest.
    """

    async def check(connection: AsyncConnection, match: StoredMatch, _user: int | None, _limit: int) -> None:
        await is_no_rival(connection, match, candidate)

    return replace(_appoint(user, seat, candidate), check=check)


@decision()
def _appoint(match: StoredMatch, user: int, seat: int, candidate: int) -> NewEvent:
    require_running(match)
    require_playing(match, seat)
    own = match.member(user)
    if user == candidate or (own is not None and (own.seat is not None or own.has_played)):
        raise PlaysThereToo
    if not is_abandoned(match, seat):
        raise NotAbandoned(colour=match.colour(seat))
    require_new_player(match, candidate)
    return NewEvent(
        EventKind.ASK,
        by=user,
        data={"seat": seat},
        people={candidate: {"invited": True}},
        candidate=candidate,
        changes=agreements.propose(match, "replace", None, (seat,), seat=seat, appointed=True),
        post=True,
    )


@decision(check=may_take_seat)
def take_seat(match: StoredMatch, user: int, *, seen_version: int | None = None) -> NewEvent | None:
    """Accepts the proposal that the user play a seat; they play it once all others have agreed.

    Raises NotRunning, MatchOver, Frozen, NothingProposed, AskedSomebodyElse, HasPlayed, TooManyMatches,
    OrganisersDecide, PlaysInContest, HasBlocked, NotInvited.
    """
    require_running(match)
    proposal = agreements.open_proposal(match)
    if proposal is None or proposal.seat is None or proposal.candidate is None:
        raise NothingProposed
    if proposal.candidate != user:
        raise AskedSomebodyElse(person=f"<@{proposal.candidate}>")
    require_seen(seen_version, proposal.number)
    if not proposal.needed:
        return replace(carry_out(match, "replace", proposal.agreed), by=user)
    if proposal.accepted:
        return None
    accepted: ProposalDocument = {**_document(match), "accepted": True}
    return NewEvent(EventKind.AGREE, by=user, changes={"proposal": accepted}, post=True)


@decision()
def withdraw_candidate(match: StoredMatch, user: int) -> NewEvent | None:
    """Drops the proposal that this person play a seat, if there is one."""
    return agreements.drop_candidate(match, user)


def carry_out(match: StoredMatch, kind: ProposalKind, agreed: tuple[int, ...]) -> NewEvent:
    """Carries out a proposal that waits for nobody: the match ends, a computer takes over a side, or moves are undone.

    A draw or a resignation may also happen without a proposal. An undo needs the log.
    """
    if kind == "undo":
        return replace(agreements.undo_event(match, _document(match)["of"]), new_message=True)
    if kind == "replace":
        proposal = match.proposal
        if proposal is None or proposal.seat is None or proposal.candidate is None:
            raise NothingProposed
        if not is_appointed(match) and is_one_sided(match, proposal.seat, agreed):
            return NewEvent(EventKind.DECLINE, data={"lapsed": True}, changes={"proposal": None}, post=True)
        return agreements.replacement_event(match, proposal.seat, proposal.candidate)
    if kind == "relocate":
        place = _document(match)["place"]
        changes: MatchColumns = {**agreements.columns_of_place(place), "proposal": None}
        return NewEvent(EventKind.PLACE, data={**place, "relocated": True}, changes=changes, post=True)
    sides = match.sides() if kind == "resign" else ()
    if len(sides) > 2:
        side = next(side for side in sides if agreed[0] in side)
        staying = {seat for other in sides if other != side for seat in other if seat not in match.resigned}
        several = sum(other[0] in staying for other in sides) > 1
        if several and any(member.seat in staying and member.discord_id is not None for member in match.members):
            return _resign_side(match, side)
    end: Literal["draw", "resign"] = "draw" if kind == "draw" else "resign"
    if kind == "concede":
        agreed = agreed[:1]  # the others only accepted it
    return NewEvent(EventKind(end), changes=end_by_agreement(match, end, agreed), post=True)


def _propose(match: StoredMatch, kind: ProposalKind, user: int, member: Member, agreed: tuple[int, ...]) -> NewEvent:
    if not match.awaited_seats(kind, agreed) and not match.awaited_computers(kind, agreed):
        return replace(carry_out(match, kind, agreed), by=user, seat=member.seat)
    agreements.require_news(match, agreed[0], EventKind(kind))
    changes = agreements.propose(match, kind, member.id, agreed)
    return NewEvent(EventKind(kind), by=user, seat=member.seat, changes=changes, post=True)


def _answer(match: StoredMatch, kind: EventKind, user: int | None, seat: int, agreed: tuple[int, ...]) -> NewEvent:
    proposal = _document(match)
    what = proposal["kind"]
    waits = (what == "replace" and not proposal.get("accepted", False)) or match.awaited_computers(what, agreed)
    if not waits and not match.awaited_seats(what, agreed, without=proposal.get("seat")):
        event = carry_out(match, what, agreed)
        if event.kind is EventKind.SEAT:
            return replace(event, by=user)
        own_kind = event.kind in (EventKind.UNDO, EventKind.DECLINE)
        return replace(event, kind=event.kind if own_kind else kind, by=user, seat=seat)
    agreed_by: ProposalDocument = {**proposal, "agreed": list(agreed)}
    return NewEvent(kind, by=user, seat=seat, changes={"proposal": agreed_by}, post=True)


def _document(match: StoredMatch) -> ProposalDocument:
    """The proposal as it is stored. NothingProposed."""
    if match.row.proposal is None:
        raise NothingProposed
    return match.row.proposal


def _resign_side(match: StoredMatch, side: tuple[int, ...]) -> NewEvent:
    """A side resigns and the others play on. An offered draw is dropped, because the match is a different one now."""
    proposal, level = match.proposal, ComputerLevel.NORMAL
    other_side = proposal is not None and proposal.kind == "resign" and proposal.agreed[0] not in side
    changes: MatchColumns = {} if other_side else {"proposal": None}
    number = match.version + 1
    return NewEvent(
        EventKind.RESIGN,
        data={"resigned": list(side), "computer": level},
        seats={seat: {"resigned": number, "computer": match.computers.get(seat, level)} for seat in side},
        changes=changes,
        post=True,
    )
