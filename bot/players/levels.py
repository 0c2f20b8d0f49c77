"""How strong a computer player is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.players.searching import Budget, Limits


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player's sight and its mistakes.

    - `budget`: what a decision may cost.
    - `limits`: how far it looks; None looks no further than the position right after the move.
    - `worlds`: how many times hidden things are dealt anew, at most.
    - `overlooks`: the share of its moves, 0 to 1, that it doesn't notice, as people don't.
    - `blur`: how far off its judgement of a position is, in `Judge.grain`s (a standard deviation).
    """

    name: str
    budget: Budget
    limits: Limits | None = None
    worlds: int = 1
    overlooks: float = 0.0
    blur: float = 0.0

    def within(self, budget: Budget) -> "Level":
        """The same level with another budget."""
        return replace(self, budget=budget)


_ALL = (
    # Sees what its move does at once, not what comes back; and misses every fourth move, and small differences.
    Level("easy", Budget(positions=2_000, seconds=1.0), overlooks=0.25, blur=0.5),
    # Looks at the answer, through a few worlds and throws.
    Level(
        "normal",
        Budget(positions=6_000, seconds=1.0),
        Limits(steps=2, loud=2, samples=4, width=0.5),
        worlds=6,
    ),
    Level("hard", Budget(seconds=2.0), Limits(steps=99, loud=6, samples=12, width=1.0), worlds=400),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.name: level for level in _ALL})

# Measures for the arena, not offered at a table.
GREEDY = Level("greedy", Budget())
