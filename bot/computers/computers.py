"""The workers, the driver that plays the turns of computers, and hints, in one object."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot.computers.advice import LEVEL, Advisor
from bot.computers.driver import Driver, limit_of
from bot.computers.pool import REVIEWS, Thinkers
from bot.computers.reviewing import Reviewer
from bot.computers.thinking import Advice, Appraisal, Opinion, Question, Review, choose
from bot.match import BookExercise, Match, Matches
from bot.players.levels import SECONDS
from bot.rules import State
from bot.rules.api import Chance

PAUSE = 1.5


class Computers:
    """Computer players for all matches. Starts processes on first use."""

    def __init__(
        self, matches: Matches, *, seconds: float = SECONDS, processes: int | None = None, pause: float = PAUSE
    ) -> None:
        """`seconds`, `processes` and `pause` are the settings COMPUTER_SECONDS, COMPUTER_PROCESSES, COMPUTER_PAUSE."""
        self.thinkers = Thinkers(processes)
        self.driver = Driver(matches, self.thinkers, seconds=seconds, pause=pause)
        self.reviewer = Reviewer(self.thinkers, seconds=seconds)
        self._advisor = Advisor(self.thinkers, seconds=seconds)
        self._seconds = seconds

    def start(self) -> None:
        """Starts playing the turns of computers."""
        self.driver.start()

    async def close(self) -> None:
        """Stops immediately, except for moves that are being written. Everyone waiting for a hint gets an error."""
        await self.driver.close()
        await self.thinkers.close()

    async def advise(self, match: Match, seat: int, person: int) -> Advice:
        """See `Advisor.advise`."""
        return await self._advisor.advise(match, seat, person)

    async def review(self, match: Match, seat: int, person: int) -> Review:
        """See `Advisor.review`."""
        return await self._advisor.review(match, seat, person)

    async def consider(self, match: Match, state: State[Any], person: int) -> Opinion:
        """See `Advisor.consider`."""
        return await self._advisor.consider(match, state, person)

    async def appraise(self, exercise: BookExercise, move: str, person: int) -> Appraisal:
        """See `Advisor.appraise`."""
        return await self._advisor.appraise(exercise, move, person)

    async def play_alone(self, game: str, options: Mapping[str, Any], state: State[Any], luck: Chance) -> int:
        """The score of a hard computer that plays on alone from this position. All other questions go first.

        Raises NoAnswer, Failed, Closed.
        """
        since = datetime.now(UTC)
        while state.to_move is not None:
            question = Question(game, 1, options, 0, LEVEL, self._seconds, state.view(0))
            choice = await self.thinkers.think(
                choose, question, since=since, limit=limit_of(self._seconds), rank=REVIEWS
            )
            state = await asyncio.to_thread(_after, state, choice.move, luck)
        if state.result is None or state.result.scores is None:
            raise ValueError(f"{game} has no scores")
        (score,) = state.result.scores
        return score


def _after(state: State[Any], move: str, luck: Chance) -> State[Any]:
    return state.play(state.parse(move), luck)
