"""Trying out moves that nobody plays, in positions that follow from what one seat sees, with luck that is chosen.

Nothing here knows a match's luck or what it hides from that seat.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.match.values import PlayedMove
from bot.rules import Game, State
from bot.rules.api import Chance
from bot.rules.chance import Recorded, Sealed

S = TypeVar("S", bound=State[Any])

FORCED = 20
"""The most decisions without a choice that are made after one with a choice."""


class LuckNeeded(Exception):
    """A move draws more numbers than were chosen: the next one is from 1 to `sides`."""

    def __init__(self, sides: int) -> None:
        super().__init__(f"a number from 1 to {sides}")
        self.sides = sides


class LuckDoesNotFit(ValueError):
    """What was chosen isn't what the move draws."""


class ChosenLuck:
    """The numbers that somebody has chosen, one for each roll; what is shuffled is up to chance.

    After them, `roll` raises LuckNeeded, or draws with `goes_on`.
    """

    def __init__(self, chosen: Sequence[int], chance: Chance, *, goes_on: bool) -> None:
        self._left = list(chosen)
        self._chance, self._goes_on = chance, goes_on

    @property
    def left(self) -> Sequence[int]:
        """What wasn't drawn."""
        return self._left

    def roll(self, sides: int = 6) -> int:
        if self._left:
            number = self._left.pop(0)
            if not 1 <= number <= sides:
                raise LuckDoesNotFit
            return number
        if self._goes_on:
            return self._chance.roll(sides)
        raise LuckNeeded(sides)

    def shuffle(self, items: Sequence[str]) -> list[str]:
        return self._chance.shuffle(items)


@dataclass(frozen=True, slots=True, repr=False)
class TriedMove(Generic[S]):
    """A move in notation, the numbers drawn for it, and the positions before and after it."""

    before: S
    move: str
    luck: tuple[int, ...]
    after: S

    def as_played(self) -> PlayedMove:
        """The move as if it had been played, so that it can be described in the same way."""
        return PlayedMove(
            number=1,
            seat=self.before.to_move or 0,
            move=self.move,
            chance=self.luck,
            lucky=bool(self.luck),
            opens=False,
            automatic=False,
            before=self.before,
            after=self.after,
        )


def supposed_position(game: Game[Any], state: State[Any], seat: int) -> State[Any]:
    """A position as this seat may suppose it: the same for everything that it can't tell apart.

    What it doesn't see is dealt by what it sees.
    """
    view = state.view(seat)
    seed = hashlib.sha256(json.dumps([game.key, seat, view], sort_keys=True).encode()).digest()
    return game.state_of_view(view, seat).determinise(seat, Sealed(seed, "supposed"))


def try_move(
    state: S, text: str, chosen: Sequence[int], chance: Chance, *, goes_on: bool, automatic: bool
) -> list[TriedMove[S]]:
    """A move with the luck that was chosen, and with `automatic` the decisions without a choice after it.

    With `goes_on`, the rest of the luck is drawn from `chance`. Raises IllegalMove, LuckNeeded, LuckDoesNotFit.
    """
    luck = ChosenLuck(chosen, chance, goes_on=goes_on)
    tried = [_play(state, text, luck)]
    if luck.left:
        raise LuckDoesNotFit
    if automatic:
        tried.extend(_forced(tried[-1].after, chance))
    return tried


def _play(state: S, text: str, luck: Chance) -> TriedMove[S]:
    recorded = Recorded(luck)
    move = state.parse(text)
    after = state.play(move, recorded)
    numbers = tuple(outcome for outcome in recorded.outcomes if isinstance(outcome, int))
    return TriedMove(state, state.notate(move), numbers, after)


def _forced(state: S, chance: Chance) -> Iterator[TriedMove[S]]:
    """The decisions without a choice from here, up to the first that draws luck."""
    for _ in range(FORCED):
        move = state.forced()
        if move is None:
            return
        try:
            tried = _play(state, state.notate(move), ChosenLuck((), chance, goes_on=False))
        except LuckNeeded:
            return
        yield tried
        state = tried.after
