"""A match from its log: replaying it, checking it, moving it to newer rules, and exporting it as a record.

A log consists of segments. The first begins with the start of the match, each later one with a *rebase*: an event that
holds the whole position, because the version of the rules changes there. Older rules are not kept, so the bot itself
can replay only the newest segment.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any, assert_never

from sqlalchemy.ext.asyncio import AsyncConnection

import bot.rules
from bot.match.reading import seating
from bot.match.reading.endings import standing
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import StoredMatch
from bot.match.values import Ending, EventKind, Status
from bot.match.values.errors import NotOver, NotReplayable
from bot.match.values.match import Match
from bot.match.values.new_event import NewEvent
from bot.rules import Game, State
from bot.rules.api import Chance
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.record import START, MatchRecord, Seal, played
from bot.rules.starting import Start, first_position
from bot.store.columns import MatchColumns
from bot.store.documents import FrozenDocument
from bot.store.queries import matches
from bot.store.tables import EventRow
from bot.text.terms import amount

SEGMENT_STARTS = (EventKind.BEGIN, EventKind.REBASE)


def up_to_date(match: StoredMatch) -> NewEvent:
    """The event an outdated match needs: its position under the installed rules, or freezing it until it has one."""
    game = match.game
    if game is None:
        return _freeze("the game is not installed", tried=None)
    if match.state is None:
        return _freeze(f"the position can't be read ({match.unreadable or 'missing'})", tried=game.rules_version)
    return rebase_event(match, game, match.state.dump())


def rebase_event(match: StoredMatch, game: Game[Any], document: Mapping[str, Any]) -> NewEvent:
    """The match continues from this position under the installed rules."""
    state = game.load(document)
    was_frozen = match.status is Status.FROZEN
    # The trail shows only what these rules read in the same way, and none of it can be undone.
    trail = match.trail.renew()
    decisions = trail.decisions
    kept = replace(trail, going_on=False) if decisions and decisions[-1].after == state else None
    changes: MatchColumns = {
        "status": Status.RUNNING,
        "rules_version": game.rules_version,
        "frozen": None,
        **standing(match, state),
    }
    if match.proposal is not None and match.proposal.kind == "undo":
        changes["proposal"] = None  # moves under earlier rules stand
    return NewEvent(
        EventKind.REBASE,
        data={"rules_version": game.rules_version, "document": dict(document)},
        position=document,
        trail=kept,
        same_position=True,
        changes=changes,
        post=was_frozen or state.result is not None or match.row.rules_version in game.renotated,
    )


def _freeze(why: str, *, tried: int | None) -> NewEvent:
    frozen: FrozenDocument = {"reference": token_hex(4), "why": why, "tried": tried}
    return NewEvent(
        EventKind.FREEZE,
        data={"reference": frozen["reference"], "why": why},
        changes={"status": Status.FROZEN, "frozen": frozen},
    )


def record(match: Match, events: Sequence[EventRow]) -> MatchRecord:
    """A finished match as `bot.rules.record` writes it. Raises NotOver, NotReplayable."""
    ending = match.ending
    if ending is None:
        raise NotOver
    moves, written_by, version = [], [], None
    for event in standing_events(events):
        if event.kind in SEGMENT_STARTS:
            version = version_of(event)
        elif event.kind == EventKind.MOVE:
            moves.append(event.played)
            written_by.append(version)
    try:
        document = played(
            match.game,
            len(match.seats),
            match.options,
            moves,
            [outcome for event in events for outcome in event.chance or []],  # also of moves that were undone
            ending="agreed" if ending.kind == "ended" else ending.kind,  # the format knows no end from outside
            places=None if ending.kind == "played" else ending.places,
            resigned=ending.seats if ending.kind == "resigned" else (),
            resignations=_resignations(match, ending),
            start=start_of(events),
            written_by=written_by,
        )
    except ValueError as error:
        raise NotReplayable from error
    if not _ends_alike(match, ending, document):
        raise NotReplayable  # these rules would have ended it differently
    return document


def _resignations(match: Match, ending: Ending) -> list[Sequence[int]]:
    """The sides that resigned, the earliest first, which has the last place; none where the record needs no order."""
    places = ending.places
    if ending.kind not in ("resigned", "agreed") or places is None:
        return []
    sides = _sides(match)
    gone = sorted((side for side in sides if side[0] in ending.seats), key=lambda side: -places[side[0]])
    return [*gone] if len(gone) > 1 or ending.kind == "agreed" else []


def _sides(match: Match) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, bot.rules.GAMES[match.game].sides(len(match.seats), match.options)))


def _ends_alike(match: Match, ending: Ending, document: MatchRecord) -> bool:
    """Whether the record has the same places, except for players who resigned while others played on."""
    places = document["result"]["places"]
    if places is None or ending.places is None:
        return places is None and ending.places is None
    if ending.kind != "played" or not ending.seats:
        return places == list(ending.places)
    sides = _sides(match)
    best = {side[0]: min(places[seat] for seat in side) for side in sides if side[0] not in ending.seats}
    return all(ending.places[seat] == 1 + sum(other < own for other in best.values()) for seat, own in best.items())


def seal(match: Match) -> Seal:
    """The seal of the match's luck, with the seed only once it is published."""
    return {"recipe": match.recipe, "commitment": match.commitment, "salt": match.salt or "", "seed": match.seed}


def standing_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The events without decisions that were undone."""
    standing: list[EventRow] = []
    for event in events:
        if event.kind == EventKind.UNDO:
            of = event.details["of"]
            standing = [one for one in standing if one.kind != EventKind.MOVE or one.number < of]
        standing.append(event)
    return standing


def is_automatic(event: EventRow) -> bool:
    """Whether a move was played automatically because there was no choice."""
    return event.member_id is None and not event.data


def start_of(events: Sequence[EventRow]) -> Start | None:
    """The position from which a match began; None if that was the game's first, or before the beginning."""
    return next((start_in(event) for event in events if event.kind == EventKind.BEGIN), None)


def start_in(event: EventRow) -> Start | None:
    """The position from which a match began, by the event of its beginning; None if that was the game's first."""
    start: Start | None = event.details.get(START)
    return start


def version_of(event: EventRow) -> int | None:
    """The version of the rules of the segment that begins with this event."""
    version: int | None = event.details.get("rules_version")
    return version


def first_of_segment(
    game: Game[Any], event: EventRow, seats: int, options: Mapping[str, Any], luck: Chance
) -> State[Any]:
    """The position with which a segment begins, which is the one of this event (`SEGMENT_STARTS`)."""
    if event.kind == EventKind.BEGIN:
        return first_position(game, seats, options, start_in(event), luck)
    return game.load(event.details["document"])


async def fold(connection: AsyncConnection, match: StoredMatch) -> dict[str, Any] | None:
    """The position document at the end of the log, replayed from its newest segment.

    None before the start and at the table of parallel matches. Raises ValueError saying where the log can't be
    replayed.
    """
    if isinstance(match, StoredHost):
        return None
    since = await matches.newest_number(connection, match.id, SEGMENT_STARTS)
    if since is None:
        return None
    replay = _Replay(match, _game(match))
    for event in await matches.log(connection, match.id, since=since):
        script = Scripted(event.chance or [])
        replay.go_on(event, script)
        if script.left:
            raise ValueError(f"event {event.number}: left over: {amount(len(script.left), 'outcome')}")
    return None if replay.state is None else replay.state.dump()


async def problems(connection: AsyncConnection, match: StoredMatch) -> list[str]:
    """All contradictions between the log, the position stored beside it, and the seal of its luck."""
    sentences = []
    events = await matches.log(connection, match.id)
    if [event.number for event in events] != list(range(1, match.version + 1)):
        sentences.append(f"The log has {amount(len(events), 'event')}, the match is at version {match.version}.")
    try:
        document = await fold(connection, match)
    except ValueError as error:
        sentences.append(f"The log can't be played: {error}.")
    else:
        sentences += _damage(match, document)
    try:
        players = seating.in_the_log(events, len(match.rows.seats))
    except (LookupError, TypeError, AttributeError):
        sentences.append("The log of players is damaged.")
    else:
        if players != seating.in_the_rows(match.rows):
            sentences.append("The stored players differ from the log's.")
    computers_asked = match.proposal is not None and bool(match.proposal.computers)
    if (match.mover is not None or computers_asked) != (match.row.computer_since is not None):
        sentences.append("The stored note about the computer to move contradicts the seats.")
    seed = await matches.seed_of(connection, match.id)
    if hashlib.sha256(seed).hexdigest() != match.row.commitment:
        sentences.append("The seed isn't the announced one.")
    if sum(len(event.chance or []) for event in events) != match.row.drawn:
        sentences.append("The number of draws differs from the number of outcomes in the log.")
    try:
        sentences += _unfair(match, events, seed)
    except ValueError as error:
        sentences.append(f"The luck can't be drawn again: {error}.")
    return sentences


def _damage(match: StoredMatch, document: Mapping[str, Any] | None) -> list[str]:
    """What is wrong with the stored position, given that replaying the log leads to `document`."""
    snapshot = match.rows.snapshot
    if snapshot is None:
        return [] if document is None else ["There's no stored position."]
    sentences = []
    try:
        if snapshot.document() != document:
            sentences.append("The stored position differs from the log's.")
    except (ValueError, TypeError):
        sentences.append("The stored position is damaged.")
    try:
        snapshot.before()
        whole = _leads_here(match, snapshot.trail(), document)
    except (ValueError, TypeError):
        whole = False
    if not whole:
        sentences.append("The stored newest turns are damaged.")
    return sentences


def _leads_here(match: StoredMatch, document_of_trail: Any, document: Mapping[str, Any] | None) -> bool:
    """Whether the trail can be replayed and leads to this position. An empty trail is fine too."""
    trail = match.trail
    if not trail.entries:
        return document_of_trail is None or document_of_trail == trail.document()
    return bool(trail.decisions) and trail.decisions[-1].after.dump() == document


def _unfair(match: StoredMatch, events: Sequence[EventRow], seed: bytes) -> list[str]:
    """The events of the newest segment whose outcomes don't follow from the seed."""
    starts = [event.number for event in events if event.kind in SEGMENT_STARTS]
    if not starts or isinstance(match, StoredHost):
        return []
    replay = _Replay(match, _game(match))
    before = sum(len(event.chance or []) for event in events if event.number < starts[-1])
    seal_luck = Sealed(seed, match.row.fixed_salt, drawn=before)
    for event in events[starts[-1] - 1 :]:
        luck = Recorded(seal_luck)
        replay.go_on(event, luck)
        if luck.outcomes != (event.chance or []):
            return [f"The outcomes of event {event.number} differ from those that the seed gives."]
    return []


class _Replay:
    """Replays a log event by event."""

    def __init__(self, match: StoredMatch, game: Game[Any]) -> None:
        self._match = match
        self._game = game
        self.state: State[Any] | None = None
        self._version: int | None = None
        self._before: dict[int, State[Any]] = {}  # the position before each move, by the move's number

    def go_on(self, event: EventRow, luck: Chance) -> None:
        """Applies one more event. Raises ValueError, with its number, if it can't be played."""
        try:
            self._go_on(event, luck)
        except ValueError as error:
            raise ValueError(f"event {event.number}: {error}") from error
        except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
            # A damaged event, or rules that fail on it.
            raise ValueError(f"event {event.number}: {type(error).__name__}") from error

    def _go_on(self, event: EventRow, luck: Chance) -> None:
        kind = EventKind(event.kind)
        match kind:
            case EventKind.BEGIN | EventKind.REBASE:
                self.state = first_of_segment(self._game, event, len(self._match.rows.seats), self._match.options, luck)
                self._version = version_of(event)
            case EventKind.MOVE:
                if self.state is None:
                    raise ValueError("a move before the beginning")
                self._before[event.number] = self.state
                move = self.state.parse(self._game.rewritten(event.played, self.state, self._version))
                self.state = self.state.play(move, luck)
            case EventKind.UNDO:
                self.state = self._before[event.details["of"]]
            case (
                EventKind.OPEN
                | EventKind.JOIN
                | EventKind.LEAVE
                | EventKind.WAIT
                | EventKind.CANCEL
                | EventKind.DRAW
                | EventKind.RESIGN
                | EventKind.ASK
                | EventKind.AGREE
                | EventKind.DECLINE
                | EventKind.ABSENT
                | EventKind.BACK
                | EventKind.SEAT
                | EventKind.PLACE
                | EventKind.FINISH
                | EventKind.FREEZE
                | EventKind.EXPIRE
                | EventKind.CLAIM
                | EventKind.VACATION
                | EventKind.END
            ):
                return
            case _:
                assert_never(kind)


def _game(match: StoredMatch) -> Game[Any]:
    game = match.game
    if game is None:
        raise ValueError(f"the game {match.row.game} is not installed")
    if match.row.rules_version not in (game.rules_version, *game.renotated):
        raise ValueError(
            f"it was played by version {match.row.rules_version} of the rules, but installed is {game.rules_version}"
        )
    return game
