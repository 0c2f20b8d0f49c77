"""Going over a finished match: how good each decision was by what its seat knew, and who stood how well."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from statistics import fmean
from typing import Any, TypeVar

from bot.computers.driver import limit_of
from bot.computers.errors import NoHintAnyMore, NoReviewNow, OneReviewAtATime
from bot.computers.faults import reference
from bot.computers.pool import REVIEWS, Closed, NoAnswer, Thinkers
from bot.computers.thinking import SEARCHES, Advice, Appraisal, Failed, Question, appraise, leads
from bot.match import PlayedMove, Replay
from bot.players import Reason
from bot.players.levels import ADVISER

log = logging.getLogger(__name__)

T = TypeVar("T")
Progress = Callable[[int, int], Awaitable[None]]

LEVEL = ADVISER.name
SECONDS = 60.0  # of a core for all decisions of a match
LEAST = 0.02  # seconds of a core for one search
USUAL = 3  # searches for a decision, on average
SHARE = 4  # searches that take as long as a hint
MOMENTS = 3
PATIENCE = 10.0  # nobody needs a review at once, so a busy machine makes it late rather than shallow
PLACES = 3  # decimal places that are stored


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One decision between several moves: the turn it belongs to, counted from 1, and how good it was."""

    step: int
    played: PlayedMove
    appraisal: Appraisal

    @property
    def is_mistake(self) -> bool:
        """Whether there was a clearly better move."""
        return self.appraisal.is_mistake


@dataclass(frozen=True)
class MatchReview:
    """What came of a review. `leads` has for each step of the replay each seat's lead over the best other side."""

    moves: tuple[ReviewedMove, ...]
    leads: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...] | None
    """How much each seat's throws brought it, more or less than those of all seats on average; None without luck."""

    def of_seat(self, seat: int) -> list[ReviewedMove]:
        """The decisions of a seat."""
        return [one for one in self.moves if one.played.seat == seat]

    @property
    def moments(self) -> list[ReviewedMove]:
        """The mistakes that cost most, in the order of the match."""
        return _worst(self.moves)

    def moments_of(self, seat: int) -> list[ReviewedMove]:
        """The same of one seat alone, as far as it's known what was better."""
        return [one for one in _worst(self.of_seat(seat)) if one.appraisal.best.move]

    def document(self) -> dict[str, Any]:
        """The review as it is stored: what is needed to show it again, beside the replay."""
        seats = {one.played.seat for one in self.moves}
        moments = {one.played.number for one in chain(self.moments, *map(self.moments_of, seats))}
        return {
            "moves": [
                [
                    one.played.number,
                    one.appraisal.loss,
                    *([_advice_document(one.appraisal.best)] if one.played.number in moments else []),
                ]
                for one in self.moves
            ],
            "leads": [[round(lead, PLACES) for lead in leads] for leads in self.leads],
            "luck": None if self.luck is None else [round(one, PLACES) for one in self.luck],
        }

    @classmethod
    def of(cls, document: Mapping[str, Any], replay: Replay) -> "MatchReview":
        """The reverse of `document`. Raises LookupError, TypeError, ValueError if it doesn't fit the replay."""
        by_number = {decision.number: (step, decision) for step, decision in replay.decisions}
        leads = tuple(tuple(map(float, one)) for one in document["leads"])
        if len(leads) != replay.last + 1:
            raise ValueError("leads")
        moves = []
        for number, loss, *best in document["moves"]:
            advice = Advice("", ())
            for move, reasons in best:
                by_number[number][1].before.parse(move)
                advice = Advice(move, tuple(Reason(text, values, tuple(places)) for text, values, places in reasons))
            moves.append(ReviewedMove(*by_number[number], Appraisal(advice, 0.0, float(loss))))
        luck = document["luck"]
        return cls(tuple(moves), leads, None if luck is None else tuple(map(float, luck)))


def _worst(moves: Iterable[ReviewedMove]) -> list[ReviewedMove]:
    worst = sorted(moves, key=lambda one: -one.appraisal.loss)[:MOMENTS]
    return sorted((one for one in worst if one.is_mistake), key=lambda one: one.step)


def _advice_document(advice: Advice) -> list[Any]:
    return [advice.move, [[one.sentence, dict(one.values), one.places] for one in advice.reasons]]


def seconds_for(decisions: int) -> float:
    """The CPU time for each search of a review of that many decisions."""
    return max(LEAST, SECONDS / (USUAL * max(1, decisions)))


class Reviewer:
    """Reviews matches, behind everything else that is thought about."""

    def __init__(self, thinkers: Thinkers, *, seconds: float) -> None:
        """`seconds` is what a hint may cost, of one core."""
        self._thinkers = thinkers
        self._most = seconds / SHARE
        self._waiting: set[int] = set()

    async def review(self, replay: Replay, person: int, progress: Progress) -> MatchReview:
        """The review of a match that is over, which `person` waits for.

        Calls `progress` with how many decisions are done, and of how many. OneReviewAtATime; NoReviewNow where thinking
        failed, NoHintAnyMore while the bot stops.
        """
        if person in self._waiting:
            raise OneReviewAtATime
        self._waiting.add(person)
        try:
            return await self._review(replay, person, progress)
        except Closed:
            raise NoHintAnyMore from None
        except (Failed, NoAnswer) as error:
            code = reference()
            log.error("Reference %s: no review of match %d: %s", code, replay.match.id, type(error).__name__)
            raise NoReviewNow(reference=code) from None
        finally:
            self._waiting.discard(person)

    async def _review(self, replay: Replay, person: int, progress: Progress) -> MatchReview:
        decisions = [
            (step, move) for step, move in replay.decisions if not move.automatic and len(move.before.legal()) > 1
        ]
        seconds = min(self._most, seconds_for(len(decisions)))
        moves = []
        for number, (step, move) in enumerate(decisions):
            await progress(number, len(decisions))
            question = self._question(replay, move.before.view(move.seat), move.seat, seconds)
            appraisal = await self._think(partial(appraise, move=move.move), question, SEARCHES * seconds, person)
            moves.append(ReviewedMove(step, move, appraisal))
        leads = await self._leads(replay, person)
        return MatchReview(tuple(moves), leads, luck_in(replay, moves, leads))

    async def _leads(self, replay: Replay, person: int) -> tuple[tuple[float, ...], ...]:
        steps = range(replay.last + 1)
        by_seat = []
        for seat in range(len(replay.match.seats)):
            views = [replay.position(step).view(seat) for step in steps]
            question = self._question(replay, {}, seat, self._most)  # about all views
            by_seat.append(await self._think(partial(leads, views=views), question, self._most * len(views), person))
        return tuple(zip(*by_seat, strict=True))

    @staticmethod
    def _question(replay: Replay, view: dict[str, object], seat: int, seconds: float) -> Question:
        match = replay.match
        options = dict(match.options)
        return Question(match.game, len(match.seats), options, seat, LEVEL, seconds, view, patience=PATIENCE)

    async def _think(self, function: Callable[[Question], T], question: Question, seconds: float, person: int) -> T:
        now, limit = datetime.now(UTC), limit_of(seconds)
        return await self._thinkers.think(function, question, since=now, limit=limit, person=person, rank=REVIEWS)


def luck_in(
    replay: Replay, moves: Sequence[ReviewedMove], leads: Sequence[Sequence[float]]
) -> tuple[float, ...] | None:
    """What each seat's throws brought, compared to an average throw in this match: its best lead after a throw less
    its lead before."""
    best = {one.step: one.appraisal.worth for one in reversed(moves)}  # at the first decision of each turn
    gains: dict[int, list[float]] = {seat: [] for seat in range(len(replay.match.seats))}
    for step in range(1, replay.last + 1):
        if any(move.lucky and move.chance for move in replay.turn(step)):
            seat = replay.turn(step)[0].seat
            gains[seat].append(best.get(step, leads[step][seat]) - leads[step - 1][seat])
    throws = [one for each in gains.values() for one in each]
    if not throws:
        return None
    usual = fmean(throws)
    return tuple(sum(one - usual for one in gains[seat]) for seat in sorted(gains))
