"""A match turn by turn: from its log, or from a record that someone uploaded.

Nothing here trusts a record. Its length and the time for replaying it are limited, and every refusal says where the
error is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from operator import itemgetter
from time import thread_time
from typing import Any

from bot.match.reading.history import (
    SEGMENT_STARTS,
    first_of_segment,
    record,
    seal,
    standing_events,
    start_in,
    start_of,
    version_of,
)
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import StoredMatch
from bot.match.values import Ending, EventKind, Place, PlayedMove, Seat, Status
from bot.match.values.errors import (
    Frozen,
    KeptBack,
    NotARecord,
    NothingPlayed,
    NotReplayable,
    NotRunning,
    OthersStillPlay,
    PlayedApart,
    PlaysApart,
    StillHidden,
    TookTooLong,
    explain,
)
from bot.match.values.match import Match
from bot.match.values.terms import TableTerms
from bot.match.values.trail import Trail, play_event
from bot.rules import Game, State
from bot.rules.api import BadDocument, Words
from bot.rules.chance import Outcome, Scripted
from bot.rules.record import RESIGNATIONS, SEAL, START, Playing, check_form
from bot.rules.typed import LONGEST
from bot.store.tables import EventRow

MOVES = 5_000
"""The maximum number of moves in a record. The longest match in the tests has 1,521."""

SECONDS = 10.0
"""How much CPU time replaying a record may take. The longest match in the tests takes 0.2 s."""

Gain = Callable[[Any, Any, int], int]
"""What a turn of a seat brought it, by what everyone sees before and after it."""

BestTurn = tuple[int, tuple[PlayedMove, ...]]
"""What a turn brought its seat, and its decisions."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # a record doesn't say when it was played


@dataclass(frozen=True, repr=False)
class Replay:
    """A match step by step: step 0 is the beginning, step n is after turn n.

    `match` is the match as it is now; for an uploaded record, one with number 0 and empty seats. `opening` holds the
    luck at the beginning, as far as everyone may know it, or None if the match began under rules no longer installed:
    then only what came after those is included.
    """

    match: Match
    start: State[Any] = field(repr=False)
    opening: tuple[Outcome, ...] | None
    turns: tuple[tuple[PlayedMove, ...], ...]

    def __repr__(self) -> str:
        return f"<Replay of {self.match!r}, {self.last} turns>"

    @property
    def last(self) -> int:
        return len(self.turns)

    def turn(self, step: int) -> tuple[PlayedMove, ...]:
        """The decisions of the turn that led to this step; empty at the beginning."""
        return self.turns[step - 1] if step else ()

    @property
    def decisions(self) -> tuple[tuple[int, PlayedMove], ...]:
        """All decisions, each with the step to which its turn led."""
        return tuple((step, decision) for step, turn in enumerate(self.turns, 1) for decision in turn)

    def position(self, step: int) -> State[Any]:
        return self.turns[step - 1][-1].after if step else self.start

    def step_of(self, version: int) -> int:
        """The step after the last turn that was finished at this version of the match."""
        return sum(turn[-1].number <= version for turn in self.turns)

    def best_turn(self, gain: Gain) -> BestTurn:
        """The winners' best turn; of no decisions where nobody has won."""
        places = self.match.ending and self.match.ending.places
        won = {seat for seat, place in enumerate(places or ()) if place == 1}
        turns = [
            (gain(turn[0].before.sight(None), turn[-1].after.sight(None), turn[0].seat), turn)
            for turn in self.turns
            if turn[0].seat in won
        ]
        return max(turns, key=itemgetter(0), default=(0, ()))

    def excerpt(self, steps: Iterable[int], gain: Gain | None = None) -> "Excerpt":
        """These steps. With `gain`, what the winners' best turn was is known where the last step is among them."""
        moments = {step: (self.position(step), self.turn(step)) for step in steps}
        tells = gain and self.opening is not None and self.last in moments
        best = self.best_turn(gain) if gain and tells else (0, ())
        return Excerpt(self.match, self.opening, self.last, moments, self.position(self.last), best)

    def excerpt_at(self, step: int, gain: Gain | None = None) -> "Excerpt":
        """Only this step, or the nearest one that the match has; `gain` as for `excerpt`."""
        return self.excerpt([max(0, min(step, self.last))], gain)


@dataclass(frozen=True, repr=False)
class Excerpt:
    """Some steps of a match with everything needed to show them; see `Replay`.

    `moments` has the position of each step and the decisions of the turn that led to it. `last` is the number of the
    match's last step, even if it isn't among them.
    """

    match: Match
    opening: tuple[Outcome, ...] | None
    last: int
    moments: Mapping[int, tuple[State[Any], tuple[PlayedMove, ...]]] = field(repr=False)
    final: State[Any] = field(repr=False)
    """The position of the last step."""
    best: BestTurn = (0, ())
    """The winners' best turn, if it's told."""

    def __repr__(self) -> str:
        return f"<{len(self.moments)} of {self.last} steps of {self.match!r}>"

    @property
    def steps(self) -> list[int]:
        """The numbers of the steps included, in order."""
        return sorted(self.moments)

    def turn(self, step: int) -> tuple[PlayedMove, ...]:
        """The decisions of the turn that led to this step; empty at the beginning."""
        return self.moments[step][1]

    def position(self, step: int) -> State[Any]:
        return self.moments[step][0]


# From the log of a match


def require_replayable(match: StoredMatch, *, hidden: bool = False, player: int | None = None) -> Game[Any]:
    """The rules of a match whose moves may be shown; with `hidden`, even while it runs and has hidden information.

    To a `player` of it a match that is over may be shown even if others still play with the same luck.

    Raises NotRunning, NothingPlayed, PlaysApart, PlayedApart, OthersStillPlay, Frozen, StillHidden; NotReplayable if
    the game isn't installed.
    """
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status is Status.CANCELLED:
        raise NothingPlayed
    if isinstance(match, StoredHost):
        raise PlayedApart if match.status is Status.OVER else PlaysApart
    knows = match.status is Status.OVER and player is not None and match.seated_member(player) is not None
    if match.luck_is_shared and not knows:
        raise OthersStillPlay
    if match.status is Status.FROZEN:
        raise Frozen(reference=match.reference)
    if match.game is None:
        raise NotReplayable
    if match.status is Status.RUNNING and match.game.hidden and not hidden:
        raise StillHidden
    return match.game


def of_log(match: Match, game: Game[Any], events: Sequence[EventRow], *, public: bool) -> Replay:
    """The match from its log, without undone moves. Raises NotReplayable.

    With `public`, luck that not everyone may know is left out. Segments under earlier rules are included if the
    installed rules accept their moves and arrive at exactly the same positions.
    """
    standing = standing_events(events)
    starts = [index for index, event in enumerate(standing) if event.kind in SEGMENT_STARTS]
    ends = [*starts[1:], len(standing)]
    segments: list[_Segment] = []
    for start, end in zip(reversed(starts), reversed(ends), strict=True):
        try:
            segment = _segment(match, game, standing[start:end], public=public)
        except Exception as error:  # Rules may fail in any way on moves that were played under others.
            if not segments:
                raise NotReplayable from error
            break
        if segment.end != (segments[-1].start if segments else match.state):
            if not segments:
                raise NotReplayable
            break
        segments.append(segment)
    if not segments:
        raise NotReplayable
    segments.reverse()
    decisions = [decision for segment in segments for decision in segment.decisions]
    return Replay(match, segments[0].start, segments[0].opening, _in_turns(decisions))


@dataclass(frozen=True, slots=True)
class _Segment:
    """Moves played under the same rules. `opening` is None unless it starts with the match."""

    start: State[Any]
    opening: tuple[Outcome, ...] | None
    decisions: list[PlayedMove]

    @property
    def end(self) -> State[Any]:
        return self.decisions[-1].after if self.decisions else self.start


def _segment(match: Match, game: Game[Any], events: Sequence[EventRow], *, public: bool) -> _Segment:
    first, *others = events
    luck = Scripted(first.chance or [])
    start = first_of_segment(game, first, len(match.seats), match.options, luck)
    if luck.left:
        raise ValueError("not all luck was drawn")
    opening: tuple[Outcome, ...] | None = None
    if first.kind == EventKind.BEGIN:
        opening = _public_outcomes(game, first.chance or [], public=public) if start_in(first) is None else ()
    decisions: list[PlayedMove] = []
    for event in others:
        if event.kind != EventKind.MOVE:
            continue
        move = play_event(game, version_of(first), event, decisions[-1].after if decisions else start)
        decisions.append(replace(move, chance=_public_outcomes(game, move.chance, public=public)))
    return _Segment(start, opening, decisions)


def export_record(match: Match, game: Game[Any], events: Sequence[EventRow]) -> dict[str, Any]:
    """The match as a record, without luck or a result while it runs. Raises NotReplayable."""
    seal_document = {SEAL: seal(match)}
    if match.ending is not None:
        return {**record(match, events), **seal_document}
    replay = of_log(match, game, events, public=True)
    if replay.opening is None:
        raise NotReplayable
    start = start_of(events)
    return {
        "game": game.key,
        "rules": game.rules_version,
        "options": dict(match.options),
        "seats": len(match.seats),
        "moves": [decision.move for turn in replay.turns for decision in turn],
        "chance": None if game.uses_chance(match.options) else [],
        "result": None,
        **seal_document,
        **({} if start is None else {START: start}),
    }


def _public_outcomes(game: Game[Any], outcomes: Sequence[Outcome], *, public: bool) -> tuple[Outcome, ...]:
    """The outcomes of chance that may be shown: all, or to the public only numbers of games that hide nothing."""
    if not public:
        return tuple(outcomes)
    return () if game.hidden else tuple(outcome for outcome in outcomes if isinstance(outcome, int))


def _in_turns(decisions: Sequence[PlayedMove]) -> tuple[tuple[PlayedMove, ...], ...]:
    turns: list[list[PlayedMove]] = []
    going_on = False
    for decision in decisions:
        if not going_on:
            turns.append([])
        turns[-1].append(replace(decision, opens=not going_on))
        going_on = decision.after.same_turn(decision.before)
    return tuple(map(tuple, turns))


# From a record


@contextmanager
def refuse_damage() -> Iterator[None]:
    """Turns any exception caused by a foreign document into `NotARecord`."""
    try:
        yield
    except ValueError as error:
        raise NotARecord(problem=explain(error)) from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, RecursionError) as error:
        raise NotARecord(
            problem=Words("it can't be played again ({error})", {"error": type(error).__name__})
        ) from error


def check_size(record: Mapping[str, Any]) -> None:
    """Refuses a record that is too long to be shown. Raises NotARecord, KeptBack for one without its luck."""
    with refuse_damage():
        check_form(record, unfinished=True)
        if record["chance"] is None:
            raise KeptBack
        if len(record["moves"]) > MOVES:
            raise BadDocument(
                "moves: there are {number:,}, and {most:,} is the most that can be shown",
                number=len(record["moves"]),
                most=MOVES,
            )
        for index, move in enumerate(record["moves"]):
            if not isinstance(move, str) or len(move) > LONGEST:
                raise BadDocument(
                    "moves[{index}]: a text of at most {most} letters is needed", index=index, most=LONGEST
                )


class Deadline:
    """A limit on the CPU time of this thread, however busy the machine is."""

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds

    def check(self) -> None:
        """Raises TookTooLong if the time is up."""
        if thread_time() > self._end:
            raise TookTooLong


def of_record(record: Mapping[str, Any], *, seconds: float = SECONDS) -> Replay:
    """The match in a record, with every step checked. Raises NotARecord, KeptBack."""
    check_size(record)
    deadline = Deadline(seconds)
    with refuse_damage():
        playing = Playing(record)
        start = playing.state
        decisions = []
        for number, step in enumerate(playing.steps(), 1):
            deadline.check()
            decisions.append(
                PlayedMove(
                    number=number,
                    seat=step.before.to_move or 0,
                    move=step.move,
                    chance=step.chance,
                    lucky=bool(step.chance),
                    opens=False,
                    automatic=False,  # not in a record
                    before=step.before,
                    after=step.after,
                )
            )
        playing.check_end()
        match = _match_of(record, playing.rules, playing.state)
    return Replay(match, start, playing.opening, _in_turns(decisions))


def _match_of(record: Mapping[str, Any], game: Game[Any], state: State[Any]) -> Match:
    """A record as a match with empty seats."""
    result = record["result"]
    ending = None
    if result is not None:
        places, scores = result["places"], result["scores"]
        ending = Ending(
            result["ending"],
            None if places is None else tuple(places),
            None if scores is None else tuple(scores),
            tuple(result["resigned"] or sorted(seat for side in record.get(RESIGNATIONS, ()) for seat in side)),
        )
    colours = game.colours(record["seats"], record["options"])
    seal = record.get("seal") or {"commitment": "", "salt": None, "seed": None, "recipe": 0}
    return Match(
        id=0,
        terms=TableTerms(game.key, len(colours), dict(record["options"]), automatic=False, hints=False, private=True),
        seats=tuple(Seat(number, colour) for number, colour in enumerate(colours)),
        status=Status.RUNNING if ending is None else Status.OVER,
        version=0,
        place=Place(None, 0),
        opener=0,
        commitment=seal["commitment"],
        salt=seal["salt"],
        seed=seal["seed"],
        recipe=seal["recipe"],
        ending=ending,
        opened_at=LONG_AGO,
        rules_version=record["rules"],
        to_move=state.to_move if ending is None else None,
        state=state,
        trail=Trail(game, None, (), 0, going_on=False),
    )
