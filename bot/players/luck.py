"""A search's own luck. It never sees the match's luck."""

import random
from collections.abc import Sequence


class Luck:
    """The search's own luck; remembers whether any has been drawn."""

    __slots__ = ("_seed", "_source", "drawn")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._source: random.Random | None = None
        self.drawn = False

    def _drawing(self) -> random.Random:
        if self._source is None:
            self._source = random.Random(self._seed)  # noqa: S311 - guessed luck, which decides nothing in a match
            self.drawn = True
        return self._source

    def roll(self, sides: int = 6) -> int:
        return int(self._drawing().random() * sides) + 1

    def shuffle(self, items: Sequence[str]) -> list[str]:
        return self._drawing().sample(items, len(items))
