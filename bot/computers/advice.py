"""Hints: what a strong player would play in this seat, and why."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from bot.computers.driver import limit_of, question_of
from bot.computers.errors import HintsOff, NoHintAnyMore, NoHintNow, OneHintAtATime
from bot.computers.faults import reference
from bot.computers.pool import HINTS, Closed, NoAnswer, Thinkers
from bot.computers.thinking import Advice, Failed, Question, Review, advise, review
from bot.match import Host, Match, MatchOver, NotRunning, NotYourTurn, PlaysApart, Refusal, Status
from bot.players.levels import ADVISER

log = logging.getLogger(__name__)

T = TypeVar("T")

LEVEL = ADVISER.name
REVIEW_SECONDS = 0.5  # people wait for it before each move


class Advisor:
    """Gives hints, to each person one at a time."""

    def __init__(self, thinkers: Thinkers, *, seconds: float) -> None:
        """`seconds` is the CPU time for a hint."""
        self._thinkers = thinkers
        self._seconds = seconds
        self._asking: set[int] = set()

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        """The move that the adviser would play now in this seat, which `person` plays. Can be cancelled.

        Raises HintsOff, NotYourTurn, NotRunning, MatchOver, PlaysApart, OneHintAtATime, and Refusal for a frozen match;
        NoHintNow if thinking failed, NoHintAnyMore while the bot stops.
        """
        _require_a_turn(match, seat)
        return await self._run(advise, self._seconds, match, seat, person)

    async def review(self, match: Match, seat: int, person: int) -> Review:
        """An assessment of this seat's moves, made faster than a hint. The seat is to move.

        Raises OneHintAtATime, NoHintNow, NoHintAnyMore as `advise` does.
        """
        return await self._run(review, min(self._seconds, REVIEW_SECONDS), match, seat, person)

    async def _run(self, function: Callable[[Question], T], seconds: float, match: Match, seat: int, person: int) -> T:
        if person in self._asking:
            raise OneHintAtATime
        self._asking.add(person)
        try:
            return await self._thinkers.think(
                function,
                question_of(match, seat, LEVEL, seconds),
                since=datetime.now(UTC),
                limit=limit_of(seconds),
                person=person,
                rank=HINTS,
            )
        except Closed:
            raise NoHintAnyMore from None
        except (Failed, NoAnswer) as error:
            code = reference()
            cause = f"{type(error).__name__} {error}".rstrip()
            log.error("Reference %s: no hint in %s, match %d: %s", code, match.game, match.id, cause)
            raise NoHintNow(reference=code) from None
        finally:
            self._asking.discard(person)


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
