"""A match turn by turn: from its log, or from a record that somebody has brought.

Nothing here trusts a record. Its length and the time that playing it again may take are limited, and every refusal says
which place of it is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import thread_time
from typing import Any

from sqlalchemy import RowMapping

from bot.match.errors import (
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
)
from bot.match.history import SEGMENT_STARTS, record, seal, standing_events
from bot.match.hosting import StoredHost
from bot.match.match import Match
from bot.match.stored import StoredMatch
from bot.match.terms import TableTerms
from bot.match.trail import Trail
from bot.match.values import Ending, EventKind, Place, PlayedMove, Seat, Status
from bot.rules import Game, State
from bot.rules.chance import Outcome, Scripted
from bot.rules.record import SEAL, Playing, check_form
from bot.rules.typed import LONGEST

MOVES = 5_000
"""How many moves a record may have to be shown. The longest match of the tests has 1,521."""

SECONDS = 10.0
"""How long playing a record again may take one core. The longest match of the tests takes it 0.2 s."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # a record doesn't say when it was played
PROBLEM = 300  # characters of what is wrong with a record


@dataclass(frozen=True, repr=False)
class Replay:
    """A match that can be looked at step by step: step 0 is the beginning, step n what turn n has led to.

    `match` is the match as it is now; of a record that somebody brought one with number 0 and nobody on its seats.
    `opening` is what luck gave at the beginning, as far as everybody may know it, or None where the beginning was
    played by rules that are not installed any more: then only what came after that is there.
    """

    match: Match
    start: State[Any] = field(repr=False)
    opening: tuple[Outcome, ...] | None
    turns: tuple[tuple[PlayedMove, ...], ...]

    def __repr__(self) -> str:
        return f"<Replay of {self.match!r}, {self.last} turns>"

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.turns)

    def turn(self, step: int) -> tuple[PlayedMove, ...]:
        """The decisions of the turn that led to this step; none at the beginning."""
        return self.turns[step - 1] if step else ()

    def position(self, step: int) -> State[Any]:
        """The position of this step."""
        return self.turns[step - 1][-1].after if step else self.start

    def excerpt(self, steps: Iterable[int]) -> "Excerpt":
        """These steps by themselves."""
        moments = {step: Moment(self.position(step), self.turn(step)) for step in steps}
        return Excerpt(self.match, self.opening, self.last, moments)

    def excerpt_at(self, step: int) -> "Excerpt":
        """This step by itself, or the nearest one that the match has."""
        return self.excerpt([max(0, min(step, self.last))])


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a match: the position, and the decisions of the turn that led to it."""

    position: State[Any] = field(repr=False)
    turn: tuple[PlayedMove, ...] = field(repr=False)


@dataclass(frozen=True, repr=False)
class Excerpt:
    """Some steps of a match, with everything that is needed to show them; see `Replay`.

    `last` is the number of the last step that the match has, be it among the `moments` or not.
    """

    match: Match
    opening: tuple[Outcome, ...] | None
    last: int
    moments: Mapping[int, Moment] = field(repr=False)

    def __repr__(self) -> str:
        return f"<{len(self.moments)} of {self.last} steps of {self.match!r}>"

    @property
    def steps(self) -> list[int]:
        """The numbers of the steps that are here, in order."""
        return sorted(self.moments)

    def turn(self, step: int) -> tuple[PlayedMove, ...]:
        """The decisions of the turn that led to this step; none at the beginning."""
        return self.moments[step].turn

    def position(self, step: int) -> State[Any]:
        """The position of this step."""
        return self.moments[step].position


# From the log of a match


def require_told(match: StoredMatch, *, hidden: bool = False) -> Game[Any]:
    """The rules of a match whose moves may be told; with `hidden` also while it runs and hides what the players hold.

    NotRunning, NothingPlayed, PlaysApart, PlayedApart, OthersStillPlay, Frozen, StillHidden; NotReplayable where the
    game isn't installed.
    """
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status is Status.CANCELLED:
        raise NothingPlayed
    if isinstance(match, StoredHost):
        raise PlayedApart if match.status is Status.OVER else PlaysApart
    if match.luck_is_shared:
        raise OthersStillPlay
    if match.status is Status.FROZEN:
        raise Frozen(reference=match.reference)
    if match.game is None:
        raise NotReplayable
    if match.status is Status.RUNNING and match.game.hidden and not hidden:
        raise StillHidden
    return match.game


def of_log(match: Match, game: Game[Any], events: Sequence[RowMapping], *, public: bool) -> Replay:
    """The match as its log has it, without what was taken back. NotReplayable.

    With `public` the luck that not everybody may know is left out. What came before other rules took over is there if
    the installed ones play it as well, and arrive exactly where the others had arrived.
    """
    standing = standing_events(events)
    starts = [index for index, event in enumerate(standing) if event["kind"] in SEGMENT_STARTS]
    ends = [*starts[1:], len(standing)]
    segments: list[_Segment] = []
    for start, end in zip(reversed(starts), reversed(ends), strict=True):
        try:
            segment = _segment(match, game, standing[start:end], public=public)
        except Exception as error:  # rules that are not those it was played by may break anyhow on it
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
    """What was played by the same rules. `opening` is None unless it begins with the match."""

    start: State[Any]
    opening: tuple[Outcome, ...] | None
    decisions: list[PlayedMove]

    @property
    def end(self) -> State[Any]:
        return self.decisions[-1].after if self.decisions else self.start


def _segment(match: Match, game: Game[Any], events: Sequence[RowMapping], *, public: bool) -> _Segment:
    first, *others = events
    opening: tuple[Outcome, ...] | None = None
    if first["kind"] == EventKind.BEGIN:
        luck = Scripted(first["chance"] or [])
        start = game.start(len(match.seats), match.options, luck)
        if luck.left:
            raise ValueError("not all luck was drawn")
        opening = _shown(game, first["chance"] or [], public=public)
    else:
        start = game.load(first["data"]["document"])
    decisions: list[PlayedMove] = []
    for event in others:
        if event["kind"] != EventKind.MOVE:
            continue
        before = decisions[-1].after if decisions else start
        luck = Scripted(event["chance"] or [])
        after = before.play(before.parse(event["move"]), luck)
        if luck.left:
            raise ValueError("not all luck was drawn")
        decisions.append(
            PlayedMove(
                number=event["number"],
                seat=before.to_move or 0,
                move=event["move"],
                chance=_shown(game, event["chance"] or [], public=public),
                lucky=bool(event["chance"]),
                opens=False,  # said of whole turns below
                automatic=event["member_id"] is None and not event["data"],
                before=before,
                after=after,
                computer="computer" in (event["data"] or {}),
            )
        )
    return _Segment(start, opening, decisions)


def exported(match: Match, game: Game[Any], events: Sequence[RowMapping]) -> dict[str, Any]:
    """The match as a record; while it runs without its luck and without a result. NotReplayable."""
    sealed = {SEAL: seal(match)}
    if match.ending is not None:
        return {**record(match, events), **sealed}
    replay = of_log(match, game, events, public=True)
    if replay.opening is None:
        raise NotReplayable
    return {
        "game": game.key,
        "rules": game.rules_version,
        "options": dict(match.options),
        "seats": len(match.seats),
        "moves": [decision.move for turn in replay.turns for decision in turn],
        "chance": None if game.uses_chance(match.options) else [],
        "result": None,
        **sealed,
    }


def _shown(game: Game[Any], outcomes: Sequence[Outcome], *, public: bool) -> tuple[Outcome, ...]:
    """As `LoggedEvent.chance`."""
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


def clipped(problem: str) -> str:
    """What is wrong with a record, short enough for an answer."""
    problem = problem.rstrip(".")
    return problem if len(problem) <= PROBLEM else problem[: PROBLEM - 1] + "…"


@contextmanager
def damaged_at_most() -> Iterator[None]:
    """Whatever breaks on a document from elsewhere says so as `NotARecord`."""
    try:
        yield
    except ValueError as error:
        raise NotARecord(problem=clipped(str(error))) from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, RecursionError) as error:
        raise NotARecord(problem=f"it can't be played again ({type(error).__name__})") from error


def check_size(record: Mapping[str, Any]) -> None:
    """Refuse a record that is too long to be shown. NotARecord, KeptBack for one without its luck."""
    with damaged_at_most():
        check_form(record, unfinished=True)
        if record["chance"] is None:
            raise KeptBack
        if len(record["moves"]) > MOVES:
            raise ValueError(f"moves: there are {len(record['moves']):,}, and {MOVES:,} is the most that can be shown")
        for index, move in enumerate(record["moves"]):
            if not isinstance(move, str) or len(move) > LONGEST:
                raise ValueError(f"moves[{index}]: a text of at most {LONGEST} letters is needed")


class Deadline:
    """The end of the time that something may take one core in this thread, however busy the machine is."""

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds

    def check(self) -> None:
        """TookTooLong once it has passed."""
        if thread_time() > self._end:
            raise TookTooLong


def of_record(record: Mapping[str, Any], *, seconds: float = SECONDS) -> Replay:
    """What a record tells, once every step of it was checked. NotARecord, KeptBack."""
    check_size(record)
    deadline = Deadline(seconds)
    with damaged_at_most():
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
                    automatic=False,  # a record doesn't say it
                    before=step.before,
                    after=step.after,
                )
            )
        playing.check_end()
        match = _match_of(record, playing.rules, playing.state)
    return Replay(match, start, playing.opening, _in_turns(decisions))


def _match_of(record: Mapping[str, Any], game: Game[Any], state: State[Any]) -> Match:
    """A record as a match that nobody sits at."""
    result = record["result"]
    ending = None
    if result is not None:
        places, scores = result["places"], result["scores"]
        ending = Ending(
            result["ending"],
            None if places is None else tuple(places),
            None if scores is None else tuple(scores),
            tuple(result["resigned"]),
        )
    colours = game.colours(record["seats"], record["options"])
    seal = record.get("seal") or {"commitment": "", "salt": None, "seed": None, "recipe": 0}
    return Match(
        id=0,
        terms=TableTerms(game.key, len(colours), dict(record["options"]), automatic=False, hints=False, private=True),
        seats=tuple(Seat(number, colour) for number, colour in enumerate(colours)),
        status=Status.RUNNING if ending is None else Status.OVER,
        version=0,
        position_version=None,
        place=Place(None, 0),
        table_message_id=None,
        opener=0,
        invited=(),
        commitment=seal["commitment"],
        salt=seal["salt"],
        seed=seal["seed"],
        recipe=seal["recipe"],
        proposal=None,
        ending=ending,
        frozen_because=None,
        opened_at=LONG_AGO,
        begins_at=None,
        started_at=None,
        ended_at=None,
        rules_version=record["rules"],
        series=None,
        clock=None,
        to_move=state.to_move if ending is None else None,
        mover=None,
        waiting_since=None,
        state=state,
        trail=Trail(game, None, (), 0, going_on=False),
        recent=(),
    )
