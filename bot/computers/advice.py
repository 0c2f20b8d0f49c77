"""Hints: what a strong player would play in this seat, and why."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from bot.computers.driver import limit_of, question_of
from bot.computers.errors import HintsOff, NoHintAnyMore, NoHintNow, OneHintAtATime
from bot.computers.faults import reference
from bot.computers.pool import HINTS, Closed, NoAnswer, Thinkers
from bot.computers.thinking import (
    Advice,
    Appraisal,
    Failed,
    Opinion,
    Question,
    Review,
    advise,
    appraise,
    consider,
    review,
)
from bot.match import BookExercise, Host, Match, MatchOver, NotRunning, NotYourTurn, PlaysApart, Refusal, Status
from bot.players.levels import ADVISER
from bot.rules import State

log = logging.getLogger(__name__)

T = TypeVar("T")

LEVEL = ADVISER.name
REVIEW_SECONDS = 0.5  # people wait for it before each move
APPRAISAL_SECONDS = 0.1  # for each of several searches; people wait for it after an answer
NO_MATCH = 0  # instead of a match's id: exercises don't tell theirs


class Advisor:
    """Gives hints and reviews of moves, to each person one of each at a time."""

    def __init__(self, thinkers: Thinkers, *, seconds: float) -> None:
        """`seconds` is the CPU time for a hint."""
        self._thinkers = thinkers
        self._seconds = seconds
        self._asking: set[tuple[str, int]] = set()  # what is asked for, and who asks

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        """The move that the adviser would play now in this seat, which `person` plays. Can be cancelled.

        Raises HintsOff, NotYourTurn, NotRunning, MatchOver, PlaysApart, OneHintAtATime, and Refusal for a frozen match;
        NoHintNow if thinking failed, NoHintAnyMore while the bot stops.
        """
        _require_a_turn(match, seat)
        return await self._run("hint", advise, question_of(match, seat, LEVEL, self._seconds), match.id, person)

    async def review(self, match: Match, seat: int, person: int) -> Review:
        """An assessment of this seat's moves, made faster than a hint. The seat is to move.

        Raises OneHintAtATime, NoHintNow, NoHintAnyMore as `advise` does.
        """
        seconds = min(self._seconds, REVIEW_SECONDS)
        return await self._run("review", review, question_of(match, seat, LEVEL, seconds), match.id, person)

    async def consider(self, match: Match, state: State[Any], person: int) -> Opinion:
        """What the adviser thinks of a position with a seat to move that `person` tries out in this match.

        Whether it may say so is for the caller to know. Raises as `review` does.
        """
        views = [state.view(seat) for seat in range(len(match.seats))]
        seat, options = state.to_move or 0, dict(match.options)
        question = Question(match.game, len(match.seats), options, seat, LEVEL, self._seconds, views[seat])
        return await self._run("hint", partial(consider, views=views), question, match.id, person)

    async def appraise(self, exercise: BookExercise, move: str, person: int) -> Appraisal:
        """How good this move is in an exercise of a book, as the review said it of the move that was played.

        Raises as `review` does.
        """
        seconds, options = min(self._seconds, APPRAISAL_SECONDS), dict(exercise.options)
        question = Question(exercise.game, exercise.seats, options, exercise.seat, LEVEL, seconds, dict(exercise.view))
        return await self._run("review", partial(appraise, move=move), question, NO_MATCH, person)

    async def _run(
        self, what: str, function: Callable[[Question], T], question: Question, match_id: int, person: int
    ) -> T:
        asking = what, person
        if asking in self._asking:
            raise OneHintAtATime
        self._asking.add(asking)
        try:
            return await self._thinkers.think(
                function,
                question,
                since=datetime.now(UTC),
                limit=limit_of(question.seconds),
                person=person,
                rank=HINTS,
            )
        except Closed:
            raise NoHintAnyMore from None
        except (Failed, NoAnswer) as error:
            code = reference()
            cause = f"{type(error).__name__} {error}".rstrip()
            log.error("Reference %s: no hint in %s, match %d: %s", code, question.game, match_id, cause)
            raise NoHintNow(reference=code) from None
        finally:
            self._asking.discard(asking)


def _require_a_turn(match: Match, seat: int) -> None:
    if isinstance(match, Host):
        raise PlaysApart
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status in (Status.OVER, Status.CANCELLED):
        raise MatchOver
    if match.to_move is None:
        raise Refusal  # frozen: the match itself says more
    if not match.terms.allows_hints:
        raise HintsOff
    if match.to_move != seat:
        raise NotYourTurn(colour=match.seats[match.to_move].colour)
