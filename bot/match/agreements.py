"""What people agree on while a match runs, besides its end: taking a finished move back, and who plays a seat.

Whoever asks proposes it, and it is done once every other seat has agreed where somebody is left (`Proposal`).
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping

from bot.match import seating
from bot.match.endings import standing
from bot.match.errors import HidesTooMuch, HidesTooMuchAlone, LuckHasSpoken, NothingToUndo, OtherRulesSince
from bot.match.history import SEGMENT_STARTS, standing_events
from bot.match.loaded import Loaded
from bot.match.step import Step
from bot.match.trail import Taken, Trail, grown
from bot.match.values import EventKind, Status
from bot.rules import State
from bot.rules.chance import Scripted
from bot.store.tables import EPOCH, MILLISECOND

UNDO_WAITS = timedelta(days=1)
"""How long the others may think about an undo."""

REPLACEMENT_WAITS = timedelta(days=3)
"""How long the others and whoever is to play a seat may think about that."""


def until(now: datetime, wait: timedelta) -> int:
    """When a proposal lapses, in milliseconds since 1970."""
    return (now + wait - EPOCH) // MILLISECOND


def has_lapsed(loaded: Loaded, now: datetime) -> bool:
    """Whether there is a proposal that nobody can agree to any more."""
    proposal = loaded.proposal
    return proposal is not None and proposal.until is not None and proposal.until <= now


def put_off(proposal: Mapping[str, Any], by: timedelta, now: datetime) -> dict[str, Any]:
    """The same proposal, which is open for so much longer, but not for longer than one that is made now."""
    latest = until(now, UNDO_WAITS if proposal["kind"] == "undo" else REPLACEMENT_WAITS)
    return {**proposal, "until": min(proposal["until"] + by // MILLISECOND, latest)}


def lapse(loaded: Loaded, now: datetime) -> Step | None:
    """Take a proposal off the table whose time is over; None if there is none."""
    if loaded.status is not Status.RUNNING or not has_lapsed(loaded, now):
        return None
    return Step(EventKind.DECLINE, data={"lapsed": True}, changes={"proposal": None}, post=True)


def to_undo(loaded: Loaded, seat: int) -> dict[str, Any]:
    """What an undo for this seat would take back, for its proposal (`Undone`).

    HidesTooMuch, NothingToUndo, OtherRulesSince, LuckHasSpoken. Needs `Loaded.log`.
    """
    if loaded.game is None or loaded.game.hidden:
        raise HidesTooMuchAlone if len(loaded.rows.seats) == 1 else HidesTooMuch
    moves = [event for event in standing_events(loaded.log) if event["kind"] == EventKind.MOVE]
    own = [event for event in moves if event["seat"] == seat and event["member_id"] is not None]
    if not own:
        raise NothingToUndo
    of: int = own[-1]["number"]
    if of < _newest_start(loaded)["number"]:
        raise OtherRulesSince
    if any(event["chance"] for event in loaded.log if event["number"] >= of):
        raise LuckHasSpoken
    later = sum(event["number"] > of for event in moves)
    return {"of": of, "move": own[-1]["move"], "later": later}


def undone(loaded: Loaded, of: int, now: datetime) -> Step:
    """Everything is taken back that was decided since event `of`. Needs `Loaded.log`."""
    before, trail = _rewound(loaded, of)
    return Step(
        EventKind.UNDO,
        data={"of": of},
        position=before.dump(),
        trail=trail,
        changes={**standing(loaded, before, now), "proposal": None},
        post=True,
    )


def seated_anew(loaded: Loaded, seat: int, candidate: int, now: datetime) -> Step:
    """Somebody else plays a seat from here on: its people have left it, and so has a computer that played for them."""
    gone = {"seat": None, "seated_by": None, "left_at": now, "invited": False}
    return Step(
        EventKind.SEAT,
        seat=seat,
        data={"computer": None, "replaced": True},
        people={candidate: {"seat": seat, "absent": False, "invited": False}},
        rows={member.id: gone for member in loaded.on_seat(seat)},
        seats={seat: {"computer": None, "missed": 0}},
        changes={"proposal": None},
        post=True,
        anew=True,
    )


def candidate_is_gone(loaded: Loaded, user: int) -> Step | None:
    """Take off the table that this person is to play a seat; None if nobody has proposed it."""
    proposal = loaded.proposal
    if loaded.held or proposal is None or proposal.candidate != user:
        return None
    running = loaded.status is Status.RUNNING
    return Step(EventKind.DECLINE, by=user, changes={"proposal": None}, post=running)


def _newest_start(loaded: Loaded) -> RowMapping:
    return next(event for event in reversed(loaded.log) if event["kind"] in SEGMENT_STARTS)


def _rewound(loaded: Loaded, of: int) -> tuple[State[Any], Trail]:
    """The position before event `of`, and the newest decisions as they were then: the log's segment is played again."""
    game, first = loaded.game, _newest_start(loaded)
    if game is None:
        raise RuntimeError(f"{loaded!r} runs without its game")
    if first["kind"] == EventKind.BEGIN:
        state = game.start(len(loaded.rows.seats), loaded.options, Scripted(first["chance"] or []))
    else:
        state = game.load(first["data"]["document"])
    trail = Trail(game, None, (), first["number"], going_on=False)
    for number, computers, events in _decided(loaded, first["number"], of):
        taken = []
        for event in events:
            after = state.play(state.parse(event["move"]), Scripted(event["chance"] or []))
            by_computer = "computer" in (event["data"] or {})
            luck = tuple(event["chance"] or ())
            automatic = _is_automatic(event)
            taken.append(Taken(event["seat"], event["move"], luck, automatic, state, after, by_computer))
            state = after
        lone = len(loaded.rows.seats) - len(computers) <= 1
        trail = grown(trail, number, taken, computers=computers, lone=lone)
    return state, trail


def _decided(loaded: Loaded, since: int, of: int) -> Iterator[tuple[int, set[int], list[RowMapping]]]:
    """The decisions after event `since` and before `of` that stand, each with those that followed by themselves.

    With the number of each, and the seats that computers played from there on.
    """
    standing_moves = {event["number"] for event in standing_events(loaded.log) if event["kind"] == EventKind.MOVE}
    seats: list[seating.Standing] = [(None, None)] * len(loaded.rows.seats)
    decision: tuple[int, set[int], list[RowMapping]] | None = None
    for event in loaded.log[: of - 1]:
        if event["number"] > since and event["number"] in standing_moves:
            if decision is not None and _is_automatic(event):
                decision[2].append(event)
                continue
            if decision is not None:
                yield decision
            computers = {seat for seat, (level, _) in enumerate(seats) if level is not None}
            if event["member_id"] is not None:
                computers -= {event["seat"]}
            decision = event["number"], computers, [event]
        seats = seating.after(seats, event)
    if decision is not None:
        yield decision


def _is_automatic(event: Mapping[str, Any] | RowMapping) -> bool:
    """Whether a move was played by itself, as nothing was left to choose."""
    return event["member_id"] is None and not event["data"]
