"""Playing a move, as a person or a computer, and undoing decisions of the current turn."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

from bot.match.decisions import agreements
from bot.match.decisions.decision import decision
from bot.match.decisions.guards import require_player, require_position, require_running, require_seen_position
from bot.match.reading.endings import standing
from bot.match.reading.foresight import automatic_move
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, PlayedMove
from bot.match.values.errors import NoComputerToMove, NothingToTakeBack, NotYourTurn
from bot.match.values.new_event import NewEvent
from bot.match.values.trail import LONGEST, extend_trail, shorten_trail
from bot.rules import State
from bot.rules.chance import Recorded, Sealed
from bot.store.columns import MatchColumns


@decision(needs_seed=True)
def play(match: StoredMatch, user: int, text: str, *more: str, seen_version: int | None = None) -> NewEvent:
    """Plays a move given as text, then the moves in `more`, each as an event of its own: all of them or none.

    `seen_version` is the version of the board the person saw. Moves without a choice that follow are played as well,
    unless the table has switched that off (`automatic`, `rolls`).

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart; BoardHasMoved if the position isn't the one seen;
    NotYourTurn, also if another seat is to decide before all moves are played. `IllegalMove` passes through.
    """
    require_running(match)
    member = require_player(match, user)
    state = require_position(match)
    require_seen_position(match, seen_version)
    to_move = state.to_move
    if to_move is None or member.seat != to_move:
        raise NotYourTurn(colour=match.colour(to_move or 0))
    event = _move(match, state, [text, *more], computers=match.computers.keys() - {to_move})
    # Playing on declines a proposal, unless it is about moving the match or a new player for an abandoned seat.
    kind = None if match.proposal is None else match.proposal.kind
    answers = agreements.may_answer(match, to_move) and kind not in ("replace", "relocate")
    changes: MatchColumns = {**event.changes, "proposal": None} if answers else event.changes
    return replace(event, by=user, changes={**changes, **_no_undo(match)})


CONCEDES_AFTER = 3
"""After how many hopeless turns in a row a computer offers to resign."""


@decision(needs_seed=True)
def play_computer(match: StoredMatch, text: str, *, seen_version: int, hopeless: bool | None = None) -> NewEvent:
    """Plays a move for the computer to move, which has seen version `seen_version`.

    `hopeless` says whether it considered its position lost when its turn began; None within a turn. After
    `CONCEDES_AFTER` such turns in a row it offers once to resign, if two sides play and nobody else would lose with it
    (`Proposal`).

    Raises NotRunning, MatchOver, Frozen, PlaysApart, NoComputerToMove; BoardHasMoved if the position is another one.
    `IllegalMove` passes through.
    """
    require_running(match)
    state = require_position(match)
    require_seen_position(match, seen_version)
    level = match.mover
    if level is None:
        raise NoComputerToMove
    event = _move(match, state, [text], computers=match.computers.keys(), computer=True)
    changes: MatchColumns = {**event.changes, **_no_undo(match)}
    seat = state.to_move or 0
    if hopeless is None:
        return replace(event, data={"computer": level}, changes=changes)
    count = match.rows.seats[seat].hopeless + 1 if hopeless else 0
    if count == CONCEDES_AFTER and "status" not in changes and _may_concede(match, seat):
        changes |= agreements.propose(match, "concede", None, (seat,))
    return replace(event, data={"computer": level}, changes=changes, seats={seat: {"hopeless": count}})


def _may_concede(match: StoredMatch, seat: int) -> bool:
    """Whether this seat's computer may offer to resign: its side has no people, and the other side has some."""
    sides = match.sides()
    if len(sides) != 2 or match.rows.series is not None or match.row.proposal is not None:
        return False
    own = next(side for side in sides if seat in side)
    return not any(match.on_seat(one) for one in own) and bool(match.awaited_seats("concede", own))


@decision()
def take_back(match: StoredMatch, user: int, *, seen_version: int | None = None) -> NewEvent:
    """Undoes the user's newest decision of the current turn and the automatic moves after it.

    Raises NotRunning, MatchOver, Frozen, NotInThisMatch, PlaysApart, BoardHasMoved, NotYourTurn; NothingToTakeBack if
    there is no such decision, or luck was drawn since.
    """
    require_running(match)
    member = require_player(match, user)
    state = require_position(match)
    require_seen_position(match, seen_version)
    if state.to_move is None or member.seat != state.to_move:
        raise NotYourTurn(colour=match.colour(state.to_move or 0))
    count = match.trail.retractable
    if not count or match.trail.decisions[-1].after != state:  # a damaged trail leads elsewhere
        raise NothingToTakeBack
    before, trail = shorten_trail(match.trail, count)
    return NewEvent(
        EventKind.UNDO,
        by=user,
        seat=member.seat,
        data={"of": match.trail.entries[-count].number},
        position=before.dump(),
        trail=trail,
        changes={**standing(match, before), **_no_undo(match)},
        post=True,
    )


def _no_undo(match: StoredMatch) -> MatchColumns:
    """Changes that drop a proposed undo, since the position is no longer the same."""
    return {"proposal": None} if match.proposal is not None and match.proposal.kind == "undo" else {}


def _move(
    match: StoredMatch, state: State[Any], texts: Sequence[str], *, computers: Set[int], computer: bool = False
) -> NewEvent:
    """Several decisions of one seat and the automatic ones that follow. `computers` play these seats from here on."""
    sealed = Sealed(match.seed, match.row.fixed_salt, drawn=match.row.drawn)
    moves: list[PlayedMove] = []
    now, number = state, match.version + 1
    for text in texts:
        if now.to_move is None or now.to_move != state.to_move:
            raise NotYourTurn(colour=match.colour(now.to_move or 0))
        moves.append(_play(now, now.parse(text), sealed, number + len(moves), computer=computer))
        now = moves[-1].after
        while (following := automatic_move(match.row, now)) is not None and len(moves) < LONGEST:
            moves.append(_play(now, following, sealed, number + len(moves), automatic=True))
            now = moves[-1].after
    first, *more = moves
    lone = len(match.rows.seats) - len(computers) <= 1
    return NewEvent(
        EventKind.MOVE,
        seat=state.to_move,
        move=first.move,
        chance=list(first.chance),
        position=now.dump(),
        trail=extend_trail(match.trail, moves, seats=len(match.rows.seats), computers=computers, lone=lone),
        more=tuple(more),
        changes={"drawn": sealed.drawn, **standing(match, now)},
        post=True,
    )


def _play(
    before: State[Any], move: Any, sealed: Sealed, number: int, *, automatic: bool = False, computer: bool = False
) -> PlayedMove:
    luck = Recorded(sealed)
    after, text = before.play(move, luck), before.notate(move)
    seat, chance = before.to_move or 0, tuple(luck.outcomes)
    return PlayedMove(number, seat, text, chance, bool(chance), False, automatic, before, after, computer)
