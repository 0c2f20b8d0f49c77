"""Games small enough to try everything."""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

from bot.players.judging import Judge
from bot.rules.api import Chance, Result, State

NOISY, QUIET = 9, 2  # how much a noisy move changes the lead at least, and a quiet one at most
MOVES = ("a", "b", "c")  # the last one is noisy


@cache
def changed(seed: int, length: int, lead: int, move: str) -> int:
    source = random.Random(f"{seed} {length} {lead} {move}")
    return source.choice((-NOISY, NOISY)) if move == MOVES[-1] else source.randint(-QUIET, QUIET)


@dataclass(frozen=True, slots=True)
class Toy(State[str]):
    """Two seats in turn add to the lead of the first one, by what seed, lead and move say.

    `turn` decisions make a turn; the match ends after `last` of them. With `lucky`, move a also throws a coin.
    """

    seed: int
    length: int = 0
    lead: int = 0
    turn: int = 1
    last: int = 99
    lucky: bool = False

    @property
    def to_move(self) -> int | None:
        return None if self.length >= self.last else self.length // self.turn % 2

    @property
    def result(self) -> Result | None:
        if self.to_move is not None:
            return None
        return Result((1, 1) if not self.lead else (1, 2) if self.lead > 0 else (2, 1))

    def legal(self) -> list[str]:
        return [] if self.to_move is None else list(MOVES)

    def play(self, move: str, chance: Chance) -> Self:
        change = changed(self.seed, self.length, self.lead, move)
        if self.lucky and move == "a":
            change += 4 * chance.roll(2) - 6
        return replace(self, length=self.length + 1, lead=self.lead + change)

    def same_turn(self, before: "Toy") -> bool:
        return self.length % self.turn != 0

    def notate(self, move: str) -> str:
        return move

    def parse(self, text: str) -> str:
        return text

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}

    def dump(self) -> dict[str, Any]:
        return {}


class ToyJudge(Judge[Toy, str]):
    """Counts the lead; every one of its shortcuts can be switched on."""

    def __init__(self, **settings: Any) -> None:
        self.settings: Mapping[str, Any] = settings
        for name, value in settings.items():
            if not callable(value):
                setattr(self, name, value)

    def evaluate(self, state: Toy) -> Sequence[float]:
        return float(state.lead), 0.0

    def evaluate_plainly(self, state: Toy) -> Sequence[float]:
        return 0.0, float(state.lead)

    def noisy(self, state: Toy) -> Sequence[str]:
        return () if state.to_move is None or self.settings.get("silent") else MOVES[-1:]

    def gain(self, state: Toy, move: str) -> float:
        return float(NOISY) if self.settings.get("bounded") else super().gain(state, move)

    def margin(self, state: Toy) -> float:
        return float(QUIET) if self.settings.get("bounded") else super().margin(state)

    def null_move(self, state: Toy) -> Toy | None:
        return replace(state, length=state.length + 1) if self.settings.get("null_move_allowed") else None

    def lucks(self, state: Toy, move: str) -> Sequence[tuple[Chance, float]]:
        return [(Coin(side), 0.5) for side in (1, 2)] if self.settings.get("named") and move == "a" else ()

    def key(self, state: Toy) -> Hashable:
        return state.length, state.lead


@dataclass
class Coin:
    """A coin that falls on this side, 1 or 2."""

    side: int

    def roll(self, sides: int = 6) -> int:
        return self.side

    def shuffle(self, items: Sequence[str]) -> list[str]:
        return list(items)
