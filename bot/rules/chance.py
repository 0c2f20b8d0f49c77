"""Sources of luck: sealed for matches, scripted for tests and replays; `Recorded` records either.

docs/record-format.md describes the exact recipe of `Sealed`, with numbers to check it by.
"""

import hmac
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.rules.api import Chance, Explained, Quoted, Words

Outcome: TypeAlias = int | list[str]
"""The outcome of one draw: the number rolled, or the complete new order of a shuffle."""

RECIPE = 1
"""The version of how `Sealed` draws. A running match keeps the one it began with."""

SEED_BYTES = 32
_WORD = 2**32  # a number comes from the first four bytes of a block


LONGEST_QUOTE = 400  # characters


class ScriptError(Explained):
    """A script has run out, or its next outcome doesn't fit the draw."""


class Sealed:
    """Luck that is determined by a secret seed and a salt, and can be checked when the seed is published.

    A draw is one call of `roll` or `shuffle`, so `drawn` is the number of outcomes so far, and `Sealed(seed, salt,
    drawn=k)` continues exactly where another one stood after k outcomes. `seed` is 32 bytes, `salt` any text; raises
    ValueError for anything else. The seed is never shown, not even in `repr()`.
    """

    __slots__ = ("__seed", "_drawn", "_salt")

    def __init__(self, seed: bytes, salt: str, drawn: int = 0) -> None:
        if not isinstance(seed, bytes):
            raise ValueError(f"seed: {SEED_BYTES} bytes are needed, not a {type(seed).__name__}")
        if len(seed) != SEED_BYTES:
            raise ValueError(f"seed: {SEED_BYTES} bytes are needed, not {len(seed)}")
        if not isinstance(salt, str):
            raise ValueError("salt: a text is needed")
        if type(drawn) is not int or drawn < 0:
            raise ValueError("drawn: a number of draws, 0 or more, is needed")
        self.__seed = seed
        self._salt = salt
        self._drawn = drawn

    def __repr__(self) -> str:
        return f"Sealed(salt={self._salt!r}, drawn={self._drawn})"

    @property
    def salt(self) -> str:
        return self._salt

    @property
    def drawn(self) -> int:
        """How many outcomes have been drawn, including those before this object was created."""
        return self._drawn

    def roll(self, sides: int = 6) -> int:
        """A whole number from 1 to `sides`. Raises ValueError unless `sides` is 1 to 2**32."""
        if type(sides) is not int or not 1 <= sides <= _WORD:
            raise ValueError(f"sides: a whole number from 1 to {_WORD} is needed")
        number, _ = self._below(sides, block=0)
        self._drawn += 1
        return number + 1

    def shuffle(self, items: Sequence[str]) -> list[str]:
        """These texts in a random order (Fisher and Yates, from the last place down)."""
        order = list(items)
        block = 0
        for last in range(len(order) - 1, 0, -1):
            other, block = self._below(last + 1, block)
            order[last], order[other] = order[other], order[last]
        self._drawn += 1
        return order

    def _below(self, bound: int, block: int) -> tuple[int, int]:
        """A number from 0 to `bound` - 1, and the number of the first unused block of this draw.

        Skips words at the top end, which would favour low numbers.
        """
        fair = _WORD - _WORD % bound
        while True:
            message = f"{RECIPE}:{self._drawn}:{block}:{self._salt}".encode("utf-8", "surrogatepass")
            word = int.from_bytes(hmac.digest(self.__seed, message, "sha256")[:4], "big")
            block += 1
            if word < fair:
                return word % bound, block


class Scripted:
    """Luck from a list: a number for each roll and a complete list for each shuffle.

    `roll` and `shuffle` raise ScriptError, and consume nothing, if the script has run out or the next outcome doesn't
    fit.
    """

    __slots__ = ("_left", "_used")

    def __init__(self, outcomes: Iterable[int | Sequence[str]]) -> None:
        self._left = deque(outcomes)
        self._used = 0

    def __repr__(self) -> str:
        return f"Scripted({list(self._left)!r})"

    @property
    def left(self) -> tuple[int | Sequence[str], ...]:
        """The outcomes that have not been drawn yet."""
        return tuple(self._left)

    def roll(self, sides: int = 6) -> int:
        outcome = self._next(Words("a roll of 1 to {sides}", {"sides": sides}))
        if type(outcome) is not int or not 1 <= outcome <= sides:
            raise ScriptError(
                "outcome {number}: {outcome} is not a roll of 1 to {sides}",
                number=self._used,
                outcome=_quote(outcome),
                sides=sides,
            )
        self._take()
        return outcome

    def shuffle(self, items: Sequence[str]) -> list[str]:
        outcome = self._next(Words("a shuffle of {number}", {"number": len(items)}))
        if not isinstance(outcome, list | tuple) or not all(isinstance(item, str) for item in outcome):
            raise ScriptError(
                "outcome {number}: {outcome} is not a list of texts to shuffle",
                number=self._used,
                outcome=_quote(outcome),
            )
        missing, surplus = Counter(items) - Counter(outcome), Counter(outcome) - Counter(items)
        if missing or surplus:
            raise ScriptError(
                "outcome {number} is no order of the {items} items shuffled. Missing: {missing}. Too many: {surplus}",
                number=self._used,
                items=len(items),
                missing=_quote(sorted(missing.elements())),
                surplus=_quote(sorted(surplus.elements())),
            )
        self._take()
        return list(outcome)

    def _next(self, wanted: Words) -> int | Sequence[str]:
        if not self._left:
            raise ScriptError(
                "it has run out after {number} outcomes, but {wanted} is drawn", number=self._used, wanted=wanted
            )
        return self._left[0]

    def _take(self) -> None:
        self._left.popleft()
        self._used += 1


def _quote(outcome: object) -> Quoted:
    """What stands in a script, of which nobody knows what it is."""
    written = repr(outcome)
    return Quoted(written if len(written) <= LONGEST_QUOTE else written[: LONGEST_QUOTE - 1] + "…")


class Recorded:
    """Records the outcomes of another source of luck for the log, in the form that `Scripted` reads."""

    __slots__ = ("_chance", "_outcomes")

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._outcomes: list[Outcome] = []

    def __repr__(self) -> str:
        return f"Recorded({self._chance!r})"

    @property
    def outcomes(self) -> list[Outcome]:
        """All outcomes drawn through this object, oldest first; a new list."""
        return [outcome if isinstance(outcome, int) else list(outcome) for outcome in self._outcomes]

    def roll(self, sides: int = 6) -> int:
        number = self._chance.roll(sides)
        self._outcomes.append(number)
        return number

    def shuffle(self, items: Sequence[str]) -> list[str]:
        order = self._chance.shuffle(items)
        self._outcomes.append(list(order))
        return order
